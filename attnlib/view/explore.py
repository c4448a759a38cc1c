"""A function joined to its controls: the picture follows the slider, in place."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import ipywidgets
import numpy as np
from matplotlib.figure import Figure
from traitlets import Unicode, link

from attnlib.view.figure import DOTS_PER_INCH, Picture, png
from attnlib.view.heat import HeatTable
from attnlib.view.sentence import Words, join, paragraph

Shown = HeatTable | Picture | Words
Show = Callable[..., Shown | tuple[Shown, ...]]

LABEL_STYLE = {"description_width": "initial"}


@dataclass(frozen=True, repr=False)
class View:
    """Pictures and the controls that change them; made by `explore` and `explore_yours`.

    Attributes
    ----------
    controls : dict from str to ipywidgets widget
        Setting a control's `value` redraws. That of a choice is the label
        of what is chosen.
    html, sentence : str
        What the view showed at the start, for a reader without a kernel.
    widget : ipywidgets.VBox
        Controls, a line for errors, pictures.
    """

    controls: dict[str, Any]
    widget: Any
    html: str
    sentence: str

    def __repr__(self) -> str:
        return self.sentence

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        live = self.widget._repr_mimebundle_()
        return {**live, "text/html": self.html, "text/plain": self.sentence}


@dataclass
class _Slot:
    """The fixed place of one picture: what changes is the value of its widgets."""

    kind: type[Shown]
    body: Any
    below: Any
    figure: Figure

    def render(self, picture: Shown) -> bytes | str:
        return png(picture, self.figure) if isinstance(picture, Picture) else picture._repr_html_()

    def put(self, rendered: bytes | str, sentence: str) -> None:
        self.body.value = rendered
        self.below.value = paragraph(sentence)
        if self.kind is Picture:
            self.body.tooltip = sentence


@dataclass
class _Stage:
    """Where the pictures stand, with a line above them for what went wrong."""

    show: Show
    read: Callable[[], dict[str, Any]]
    explain: Callable[[Exception], str]
    message: ipywidgets.HTML
    pictures: ipywidgets.VBox
    slots: list[_Slot] = field(default_factory=list)

    def draw(self) -> tuple[Shown, ...]:
        shown = self.show(**self.read())
        pictures = shown if isinstance(shown, tuple) else (shown,)
        _check_kinds(pictures, self.slots)
        slots = self.slots or [_slot(picture) for picture in pictures]
        # All are rendered before the first is shown: an error leaves every picture as it was.
        rendered = [slot.render(picture) for slot, picture in zip(slots, pictures, strict=True)]
        for slot, value, picture in zip(slots, rendered, pictures, strict=True):
            slot.put(value, picture.sentence)
        if not self.slots:
            self.slots = slots
            self.pictures.children = [part for slot in slots for part in (slot.body, slot.below)]
        self.message.value = ""
        return pictures

    def redraw(self, change: object = None) -> tuple[Shown, ...]:
        try:
            return self.draw()
        except Exception as error:
            said = Words(self.explain(error))
            # Screen readers announce an alert that appears, and this box is filled anew each time.
            self.message.value = f'<div role="alert">{paragraph(said.sentence)}</div>'
            return (said,)


@dataclass(frozen=True)
class _Control:
    """What the learner moves: `driver` holds the value, `shown` is what is laid out."""

    driver: Any
    shown: Any
    choices: Mapping[str, Any] | None = None

    def read(self) -> Any:
        return self.driver.value if self.choices is None else self.choices[self.driver.value]


def explore(show: Show, /, **controls: object) -> View:
    """Join a function to its controls, so that its pictures follow them.

    Parameters
    ----------
    show : callable
        Returns a picture (`HeatTable`, `Picture`, `Words`) or a tuple of them, always of the
        same kinds. Each control starts at the default of its parameter.
    **controls
        One for each parameter that is to move: `(low, high, step)` for a slider with a number
        box, whole numbers if all of them and the start are; `{"label": value, ...}` for a
        choice; `bool` for a checkbox.

    Returns
    -------
    View
        To be the last line of a cell.

    Raises
    ------
    ValueError
        If a parameter is unknown or has no default, or its default is not within reach of its
        control.
    TypeError
        If a control is none of the three, or `show` returns something else than pictures.
    Exception
        Whatever `show` raises at the first draw. Later errors are shown in the view, above
        the last pictures that worked.

    Examples
    --------
    >>> from attnlib.view import words
    >>> def show(n=2):
    ...     return words(f"{n} tokens have {n * n} scores.")
    >>> view = explore(show, n=(1, 8, 1))
    >>> view
    2 tokens have 4 scores.
    >>> view.controls["n"].value = 3
    """
    stage, parts = _stage(show, controls, _what_went_wrong)
    return _view(stage, parts, stage.draw())


def explore_yours(show: Show, /, **controls: object) -> View:
    """Do what `explore` does for a learner's own function, and raise nothing when it fails.

    Parameters
    ----------
    show : callable
        As in `explore`; it calls the learner's function. While that is unanswered
        (NotImplementedError, NameError) the view says what it waits for; any other error is
        shown in words. The pictures appear when a draw succeeds.
    **controls
        As in `explore`.

    Returns
    -------
    View

    Raises
    ------
    ValueError, TypeError
        If a control is at fault, as in `explore`: that is no error of the learner's.

    Examples
    --------
    >>> from attnlib.view import words
    >>> def yours(n):
    ...     raise NotImplementedError
    >>> explore_yours(lambda n=2: words(f"{yours(n)}"), n=(1, 8, 1))
    Waiting for your answer: run its cell above, then this one again.
    """
    stage, parts = _stage(show, controls, _what_your_function_did)
    return _view(stage, parts, stage.redraw())


def _stage(
    show: Show, specs: Mapping[str, object], explain: Callable[[Exception], str]
) -> tuple[_Stage, dict[str, _Control]]:
    controls = {name: _control(name, spec, _start(show, name)) for name, spec in specs.items()}
    _line_up([control.driver for control in controls.values() if hasattr(control.driver, "step")])

    def read() -> dict[str, Any]:
        return {name: control.read() for name, control in controls.items()}

    stage = _Stage(show, read, explain, _html(min_height="1.5em"), ipywidgets.VBox())
    for control in controls.values():
        control.driver.observe(stage.redraw, "value")
    return stage, controls


def _view(stage: _Stage, controls: Mapping[str, _Control], shown: tuple[Shown, ...]) -> View:
    parts = [*(control.shown for control in controls.values()), stage.message, stage.pictures]
    return View(
        {name: control.driver for name, control in controls.items()},
        ipywidgets.VBox(parts),
        "\n".join(_static(picture) for picture in shown),
        "\n".join(picture.sentence for picture in shown),
    )


def _static(picture: Shown) -> str:
    return paragraph(picture.sentence) if isinstance(picture, Picture) else picture._repr_html_()


def _what_went_wrong(error: Exception) -> str:
    return f"✗ {type(error).__name__}: {error} (Below: the last values that worked.)"


def _what_your_function_did(error: Exception) -> str:
    if isinstance(error, NotImplementedError):
        return "Waiting for your answer: run its cell above, then this one again."
    if isinstance(error, NameError):
        return f"Waiting for {error.name}: run its cell above, then this one again."
    return f"✗ Your function raised {type(error).__name__}: {error}"


def _check_kinds(pictures: tuple[Shown, ...], slots: list[_Slot]) -> None:
    kinds = [type(picture) for picture in pictures]
    names = join([kind.__name__ for kind in kinds]) or "nothing"
    if not kinds or not all(kind in (HeatTable, Picture, Words) for kind in kinds):
        raise TypeError(
            f"show: heat tables, pictures or words are needed, but it returned {names}. "
            "Does it end on return heat_table(...), bars(...), curves(...) or words(...)?"
        )
    before = [slot.kind for slot in slots]
    if before and kinds != before:
        raise TypeError(
            f"show: it returned {names}, but {join([kind.__name__ for kind in before])} before. "
            "Can it return the same kinds of pictures for every value?"
        )


def _slot(picture: Shown) -> _Slot:
    below = _html(min_height="3em", display="none" if isinstance(picture, Words) else None)
    if not isinstance(picture, Picture):
        return _Slot(type(picture), _html(), below, Figure())
    width, height = (round(inches * DOTS_PER_INCH) for inches in picture.size)
    image = ipywidgets.Image(width=str(width), height=str(height), layout={"max_width": "100%"})
    # The browser half of Image shows a tooltip (a title, which names an img without alt) only
    # beside an empty description, and fails on a missing one: ipywidgets 8.1 forgot to add it.
    image.add_traits(description=Unicode("").tag(sync=True))
    return _Slot(Picture, image, below, Figure())


def _html(**layout: str | None) -> ipywidgets.HTML:
    return ipywidgets.HTML(layout=ipywidgets.Layout(**layout))


def _start(show: Show, name: str) -> Any:
    parameters = inspect.signature(show).parameters
    if name not in parameters:
        raise ValueError(
            f"{name}: the function has no such parameter; it has "
            f"{join(list(parameters)) or 'none'}. Is the name of the control misspelt?"
        )
    start = parameters[name].default
    if start is inspect.Parameter.empty:
        raise ValueError(
            f"{name}: its control starts at the parameter's default, but there is none. "
            f"Was {name}=... left out where the function is defined?"
        )
    return start


def _control(name: str, spec: object, start: Any) -> _Control:
    label = name.replace("_", " ")
    if spec is bool and isinstance(start, bool):
        box = ipywidgets.Checkbox(start, description=label, indent=False)
        return _Control(box, box)
    if isinstance(spec, Mapping) and all(isinstance(choice, str) for choice in spec):
        return _choice(label, spec, start)
    if isinstance(spec, tuple) and len(spec) == 3 and all(map(_is_number, (*spec, start))):
        return _slider(label, spec, start)
    raise TypeError(
        f"{name}: no control fits {spec!r} with the default {start!r}. Write (low, high, step) "
        'for a number, {"label": value, ...} for a choice, bool for True or False.'
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _slider(label: str, spec: tuple[Any, ...], start: Any) -> _Control:
    low, high, step = spec
    if not low <= start <= high or not low < high or step <= 0:
        raise ValueError(
            f"{label}: the default {start} must lie between low {low} and high {high}, and the "
            f"step {step} be positive. Is the order (low, high, step)?"
        )
    whole = all(isinstance(number, int) for number in (*spec, start))
    # The label goes with the box: the handle of a slider is given no accessible name.
    kind = ipywidgets.BoundedIntText if whole else ipywidgets.BoundedFloatText
    box = kind(start, min=low, max=high, step=step, description=label)
    box.tooltip = f"{low} to {high}, in steps of {step}"
    slider = _whole_slider(box) if whole else _step_slider(box)
    slider.layout.margin = "2px 2px 2px 12px"  # at its left end the handle stands out by 8px
    return _Control(box, ipywidgets.HBox([box, slider]))


def _line_up(boxes: list[Any]) -> None:
    # Sliders stand in a column too if all boxes are as wide, and all labels as the longest one.
    longest = max((len(box.description) for box in boxes), default=0)
    for box in boxes:
        box.style.description_width = f"{longest + 1}ch"
        box.layout.width = f"{longest + 12}ch"


def _whole_slider(box: Any) -> Any:
    bounds = {"value": box.value, "min": box.min, "max": box.max, "step": box.step}
    slider = ipywidgets.IntSlider(**bounds, readout=False)
    link((box, "value"), (slider, "value"))
    return slider


def _step_slider(box: Any) -> Any:
    # A slider of floats writes 1.0000000000000002 where 1.0 was meant, into the box as well. One
    # that counts steps cannot, and sends nothing back when the kernel moves it.
    slider = ipywidgets.IntSlider(max=round((box.max - box.min) / box.step), readout=False)
    between = (
        lambda value: round((value - box.min) / box.step),
        lambda steps: min(round(box.min + steps * box.step, 10), box.max),
    )
    link((box, "value"), (slider, "value"), transform=between)
    return slider


def _choice(label: str, choices: Mapping[str, Any], start: Any) -> _Control:
    chosen = [choice for choice, value in choices.items() if np.array_equal(value, start)]
    if not chosen:
        raise ValueError(
            f"{label}: the default {start!r} is none of the choices, which are "
            f"{join([f'{choice} = {value!r}' for choice, value in choices.items()])}."
        )
    # Radio buttons say their state and take Tab and Space. JupyterLab keeps the arrow keys of a
    # list or dropdown for itself, and toggle buttons do not say which one is pressed.
    buttons = ipywidgets.RadioButtons(
        options=list(choices), value=chosen[0], description=label, style=LABEL_STYLE
    )
    buttons.tooltip = "Tab to a choice, Space to take it"
    return _Control(buttons, buttons, choices)
