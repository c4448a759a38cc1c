"""A function connected to controls: the picture follows the slider, in place."""

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import ipywidgets

from attnlib.words import SentenceError
from course.views.chosen_words import ChosenWords
from course.views.controls import Control, buttons, controls_of
from course.views.drawing import Drawing
from course.views.figure import Canvas, Picture
from course.views.ipywidgets_link import link, widget_of
from course.views.sentence import Words, join
from course.views.widgets import Panel, widget_bundle

Shown = Drawing | Picture | Words
Row = Sequence[Shown]
Show = Callable[..., Any]

UNTIL_PASSED = (
    "This is what you predicted. Once the check above has passed, run this cell again: it then shows "
    "the true numbers too."
)
_drawn: ContextVar[Panel | None] = ContextVar("_drawn", default=None)  # the panel, meanwhile
FRAMES = 8  # figures that a view keeps: for four choices of a control, on light and dark pages


@dataclass(frozen=True, repr=False)
class View:
    """Pictures and the controls that change them; made by `explore` and `explore_yours`.

    Attributes
    ----------
    html, sentence : str
        What the view shows at the start, for readers without a kernel.
    """

    controller: "_Controller"
    html: str
    sentence: str

    def __repr__(self) -> str:
        return self.sentence

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        static = {"text/html": self.html, "text/plain": self.sentence}
        return widget_bundle(self.panel) | static

    @property
    def panel(self) -> Panel:
        """The live widget."""
        return self.controller.panel

    @cached_property
    def controls(self) -> dict[str, ipywidgets.Widget]:
        """For each parameter, its ipywidgets control, linked in both directions with the page.

        Controls that were passed to `explore` are returned as they are. Parameters that are chosen
        or moved in a picture, and the words of a text, have no control here.
        """
        controller = self.controller
        widgets = {
            name: controller.widgets.get(name) or widget_of(control, controller.values()[name])
            for name, control in controller.controls.items()
        }
        for name in widgets.keys() - controller.widgets.keys():
            if widgets[name] is not None:
                link(widgets[name], self.panel, name, controller.controls[name])
        return {name: widget for name, widget in widgets.items() if widget is not None}

    @property
    def values(self) -> dict[str, Any]:
        """The current arguments of `show`."""
        return self.controller.values()

    def set(self, **values: object) -> None:
        """Move controls, as a learner would.

        Raises
        ------
        ValueError
            If a control cannot reach a value.
        KeyError
            If there is no such control.

        Examples
        --------
        >>> from course.views import words
        >>> view = explore(lambda n=2: words(f"n is {n}"), n=(1, 8, 1))
        >>> view.set(n=3)
        >>> view.values
        {'n': 3}
        """
        controls = self.controller.controls
        moved = {name: controls[name].state(value) for name, value in values.items()}
        self.panel.state = {**self.panel.state, **moved}


@dataclass
class _Controller:
    """The link between the function and the panel."""

    show: Show
    controls: Mapping[str, Control]
    explain: Callable[[Exception], str]
    panel: Panel
    widgets: Mapping[str, ipywidgets.Widget]
    chosen: ChosenWords
    shown: list[Row] = field(default_factory=list)
    # The keys are frame, size and theme.
    canvas: Callable[..., Canvas] = field(
        default_factory=lambda: lru_cache(FRAMES)(lambda *framed: Canvas())
    )

    def values(self) -> dict[str, Any]:
        return {
            name: control.value(self.panel.state[name]) for name, control in self.controls.items()
        }

    def draw(self) -> list[Row]:
        state = self.chosen.fitted(self.panel.state)
        words = buttons(self.controls, state)
        values = {name: control.value(state[name]) for name, control in self.controls.items()}
        rows = _rows(self._computed(values))
        _check_kinds(_kinds(rows), _kinds(self.shown))
        # All pictures are rendered before the first is shown, so an error changes none of them.
        rendered = self._rendered(rows)
        self.shown = rows
        with self.panel.hold_sync():
            self.panel.set_trait("state", state)
            self.panel.buttons = words
            self.panel.rows = rendered
            self.panel.message = ""
        return rows

    def _computed(self, values: Mapping[str, Any]) -> Any:
        before = _drawn.set(self.panel)
        try:
            return self.show(**values)
        finally:
            _drawn.reset(before)

    def redraw(self, change: object = None) -> list[Row]:
        with self.panel.lock:
            try:
                return self.draw()
            except Exception as error:
                return self.say(error)

    def say(self, error: Exception) -> list[Row]:
        self.panel.message = self.explain(error)
        return [[Words(self.panel.message)]]

    def recolour(self, change: object = None) -> None:
        """Draw the same pictures again in the colours of the page."""
        with self.panel.lock:
            self.panel.rows = self._rendered(self.shown)

    def _rendered(self, rows: list[Row]) -> list[list[dict[str, Any]]]:
        return [[self._render(picture) for picture in row] for row in rows]

    def _render(self, picture: Shown) -> dict[str, Any]:
        if isinstance(picture, Picture):
            dark = self.panel.dark
            return picture.on_panel(self.canvas(picture.frame, picture.size, dark), dark)
        if isinstance(picture, Drawing):
            return {"html": picture.html, "sentence": picture.sentence}
        # Words need no description besides themselves.
        return {"html": picture._repr_html_(), "sentence": ""}


def explore(show: Show, /, **controls: object) -> View:
    """Connect a function to controls, so that its pictures follow them.

    Parameters
    ----------
    show : callable
        Returns a picture or a tuple of pictures, which are shown one below the other; a list in the
        tuple is shown side by side. It must always return the same kinds of pictures. Each control
        starts at the default of its parameter.
    **controls
        One for each parameter that can change: an ipywidgets slider, check box, drop-down, radio
        buttons or text, which starts at its own value; or, for short, `(low, high, step)` for a
        slider with a number box (whole numbers if these three and the start are whole);
        `[2, 4, 8, ...]` for a slider over these numbers; `{"label": value, ...}` for a choice;
        `bool` for a check box; `str` for a text field; `twins_of("tired", "soft")` for a text
        field with buttons that exchange a word; `word_of("text")` for the words of that text as
        buttons.

    Returns
    -------
    View
        Make it the last line of a cell.

    Raises
    ------
    ValueError
        If a parameter is unknown or has no default, or if its control cannot reach the default.
    TypeError
        If a control is none of these, or if `show` returns anything but pictures.
    Exception
        Whatever `show` raises when it is first drawn. Later errors are shown in the view, above the
        last pictures that worked.

    Examples
    --------
    >>> from course.views import words
    >>> def show(n=2):
    ...     return words(f"{n} tokens have {n * n} scores.")
    >>> view = explore(show, n=(1, 8, 1))
    >>> view
    2 tokens have 4 scores.
    >>> view.set(n=3)
    """
    controller = _controller_of(show, controls, _what_went_wrong)
    return _view(controller, controller.draw())


def explore_yours(show: Show, /, **controls: object) -> View:
    """Do the same as `explore` for a learner's own function, without raising an error if it fails.

    Parameters
    ----------
    show : callable
        As in `explore`; it calls the learner's function. As long as that function is not written
        (NotImplementedError, NameError), the view says what it is waiting for. A `SentenceError` is
        shown as it is, and any other error is shown in words. The pictures appear as soon as drawing them succeeds. If it calls
        `until_passed`, it shows the learner's prediction alone, without controls, at first.
    **controls
        As in `explore`.

    Returns
    -------
    View

    Raises
    ------
    ValueError, TypeError
        If a control is invalid, as in `explore`: this is not the learner's mistake.

    Examples
    --------
    >>> from course.views import words
    >>> def yours(n):
    ...     raise NotImplementedError
    >>> explore_yours(lambda n=2: words(f"{yours(n)}"), n=(1, 8, 1))
    Waiting for your answer: run its cell above, then this one again.
    """
    controller = _controller_of(show, controls, _what_your_function_did)
    try:
        return _view(controller, controller.draw())
    except NotPassedYet as prediction:
        pictures = *prediction.pictures, Words(UNTIL_PASSED)
        return explore(lambda: pictures)
    except Exception as error:
        return _view(controller, controller.say(error))


class NotPassedYet(Exception):
    """Raised by `until_passed`, and caught by `explore_yours`, which shows its `pictures` instead."""

    def __init__(self, pictures: tuple[Shown, ...]) -> None:
        super().__init__(
            "The check above has not passed for this answer yet. Run this cell again: it then shows "
            "what you predicted."
        )
        self.pictures = pictures


def until_passed(answer: Callable[..., Any], *pictures: Shown) -> None:
    """Let a view for `explore_yours` show nothing but a prediction until its check has passed.

    Parameters
    ----------
    answer : callable
        The learner's function. `%check` marks it once it passes, by its attribute `passed`; if its
        cell is run again, it is a new function without this mark.
    *pictures
        What to show until then, made of the learner's own numbers.

    Raises
    ------
    NotPassedYet
        If the check of this answer has not passed. `explore_yours` shows the pictures in its place.

    Examples
    --------
    >>> from course.views import words
    >>> def on_paper():
    ...     return 5
    >>> def show():
    ...     until_passed(on_paper, words(f"You predicted {on_paper()}."))
    ...     return words(f"It is {2 + 2}. You predicted {on_paper()}.")
    >>> explore_yours(show)
    You predicted 5.
    This is what you predicted. Once the check above has passed, run this cell again: it then shows the true numbers too.
    """
    if not getattr(answer, "passed", False):
        raise NotPassedYet(pictures)


def meanwhile(line: str) -> None:
    """Let a view say what it is computing, above its pictures, until they are drawn.

    Parameters
    ----------
    line : str
        A view says it only while it computes, so nothing happens if no view is being drawn.

    Examples
    --------
    >>> from course.views import words
    >>> def show(n=2):
    ...     meanwhile("Counting, which takes a minute ...")
    ...     return words(f"{n} tokens have {n * n} scores.")
    >>> explore(show, n=(1, 8, 1))
    2 tokens have 4 scores.
    """
    panel = _drawn.get()
    if panel is not None:
        panel.message = line


def _controller_of(
    show: Show, specs: Mapping[str, object], explain: Callable[[Exception], str]
) -> _Controller:
    controls = controls_of(show, specs)
    start = {name: control.start for name, control in controls.items()}
    forms = [control.form for control in controls.values()]
    panel = Panel(controls=forms, start=start, state=start)
    widgets = {name: one for name, one in specs.items() if isinstance(one, ipywidgets.Widget)}
    chosen = ChosenWords(controls, start)
    controller = _Controller(show, controls, explain, panel, widgets, chosen)
    for name, widget in widgets.items():
        link(widget, panel, name, controls[name])
    panel.observe(controller.redraw, "state")
    panel.observe(controller.recolour, "dark")
    return controller


def _view(controller: _Controller, rows: list[Row]) -> View:
    controller.panel.open()
    shown = [picture for row in rows for picture in row]
    return View(
        controller,
        "\n".join(_static(picture) for picture in shown),
        "\n".join(picture.sentence for picture in shown),
    )


def _static(picture: Shown) -> str:
    return picture.still() if isinstance(picture, Picture) else picture._repr_html_()


def _what_went_wrong(error: Exception) -> str:
    if isinstance(error, SentenceError):
        return str(error)
    return f"✗ {type(error).__name__}: {error} (Below: the last values that worked.)"


def _what_your_function_did(error: Exception) -> str:
    if isinstance(error, NotPassedYet | SentenceError):
        return str(error)
    if isinstance(error, NotImplementedError):
        return "Waiting for your answer: run its cell above, then this one again."
    if isinstance(error, ModuleNotFoundError):
        return f"Waiting for {error.name}, which is not installed: README.md says how."
    if isinstance(error, NameError):
        return f"Waiting for {error.name}: run its cell above, then this one again."
    return f"✗ Your function raised {type(error).__name__}: {error}"


def _rows(shown: Any) -> list[Row]:
    parts = shown if isinstance(shown, tuple) else (shown,)
    return [part if isinstance(part, list) else [part] for part in parts]


def _kinds(rows: list[Row]) -> list[list[type]]:
    return [[type(picture) for picture in row] for row in rows]


def _check_kinds(kinds: list[list[type]], before: list[list[type]]) -> None:
    names = _named(kinds)
    known = all(issubclass(kind, Shown) for row in kinds for kind in row)
    if not all(kinds) or not kinds or not known:
        raise TypeError(
            f"show: pictures are needed, but it returned {names or 'nothing'}. "
            "Does it end on return heat_table(...), bars(...), curves(...) or words(...)?"
        )
    if before and kinds != before:
        raise TypeError(
            f"show: it returned {names}, but {_named(before)} before. "
            "Can it return the same kinds of pictures for every value?"
        )


def _named(kinds: list[list[type]]) -> str:
    return join([kind.__name__ for row in kinds for kind in row])
