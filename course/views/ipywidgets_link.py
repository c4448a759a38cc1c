"""ipywidgets as controls: those that an author passes in, and those that an author gets back."""

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets
import numpy as np

NUMBERS = (
    ipywidgets.IntSlider,
    ipywidgets.FloatSlider,
    ipywidgets.BoundedIntText,
    ipywidgets.BoundedFloatText,
)
CHOICES = (
    ipywidgets.Dropdown,
    ipywidgets.RadioButtons,
    ipywidgets.ToggleButtons,
    ipywidgets.Select,
)
SWITCHES = (ipywidgets.Checkbox, ipywidgets.ToggleButton)
TEXTS = (ipywidgets.Text, ipywidgets.Textarea)


def specification_of(widget: ipywidgets.Widget) -> tuple[object, Any]:
    """Translate an ipywidgets control into a specification for `explore`, and its start.

    Parameters
    ----------
    widget : ipywidgets slider, bounded text, drop-down, radio buttons, check box or text

    Returns
    -------
    specification : tuple, list, dict, bool or str
    start : number, text, bool or the chosen value

    Raises
    ------
    TypeError
        If it is any other kind of widget.

    Examples
    --------
    >>> specification_of(ipywidgets.IntSlider(60, 0, 180, 5))
    ((0, 180, 5), 60)
    >>> specification_of(ipywidgets.Dropdown(options=["keys", "queries"]))
    ({'keys': 'keys', 'queries': 'queries'}, 'keys')
    """
    if isinstance(widget, ipywidgets.FloatLogSlider):
        numbers = _powers(widget)
        return numbers, min(numbers, key=lambda number: abs(number - widget.value))
    if isinstance(widget, NUMBERS):
        return (widget.min, widget.max, widget.step), widget.value
    if isinstance(widget, ipywidgets.SelectionSlider):
        choices = _choices(widget)
        return _numbers(choices) or choices, widget.value
    if isinstance(widget, CHOICES) and widget.value is not None:
        return _choices(widget), widget.value
    if isinstance(widget, SWITCHES):
        return bool, widget.value
    if isinstance(widget, TEXTS):
        return str, widget.value
    raise TypeError(
        f"{type(widget).__name__}: this widget cannot move a view. Which of IntSlider, FloatSlider, "
        "FloatLogSlider, SelectionSlider, Dropdown, RadioButtons, Checkbox or Text will do?"
    )


def widget_of(control: Any, value: Any) -> ipywidgets.Widget | None:
    """Make the ipywidgets control that `interact` would make, or None if there is none.

    Parameters
    ----------
    control : course.views.controls.Control
    value : the current argument for the control's parameter

    Returns
    -------
    ipywidgets widget or None
        None for parts and points of a picture, and for the words of a text.
    """
    make = MAKERS.get(control.form["kind"])
    return make and make(control, value, control.form["label"])


def link(widget: ipywidgets.Widget, panel: Any, name: str, control: Any) -> None:
    """Keep a widget and a control of a panel in step."""

    def to_panel(change: Any) -> None:
        panel.state = {**panel.state, name: control.state(change.new)}

    def to_widget(_: object) -> None:
        widget.value = control.value(panel.state[name])

    widget.observe(to_panel, "value")
    panel.observe(to_widget, "state")


def _powers(slider: ipywidgets.FloatLogSlider) -> list[float]:
    exponents = np.arange(slider.min, slider.max + slider.step / 2, slider.step)
    return [float(f"{slider.base**exponent:.6g}") for exponent in exponents]


def _choices(widget: Any) -> dict[str, Any]:
    options = widget.options.items() if isinstance(widget.options, Mapping) else widget.options
    pairs = [one if isinstance(one, tuple) else (str(one), one) for one in options]
    return {str(label): value for label, value in pairs}


def _numbers(choices: Mapping[str, Any]) -> list[Any]:
    """The values of a slider over numbers; none if it is one over words."""
    plain = all(
        isinstance(value, int | float) and str(value) == label for label, value in choices.items()
    )
    return list(choices.values()) if plain else []


def _range(control: Any, value: Any, description: str) -> ipywidgets.Widget:
    form = control.form
    make = ipywidgets.IntSlider if form["whole"] else ipywidgets.FloatSlider
    limits = {"min": form["low"], "max": form["high"], "step": form["step"]}
    return make(value, description=description, **limits)


def _listed(control: Any, value: Any, description: str) -> ipywidgets.Widget:
    numbers = control.form["numbers"]
    return ipywidgets.SelectionSlider(options=numbers, value=value, description=description)


def _chosen(control: Any, value: Any, description: str) -> ipywidgets.Widget:
    pairs = [(label, control.value(n)) for n, label in enumerate(control.form["options"])]
    return ipywidgets.Dropdown(options=pairs, value=value, description=description)


def _film(control: Any, value: Any, description: str) -> ipywidgets.Widget:
    return ipywidgets.IntSlider(value, 0, control.form["count"] - 1, description=description)


MAKERS: dict[str, Callable[[Any, Any, str], ipywidgets.Widget]] = {
    "range": _range,
    "list": _listed,
    "choice": _chosen,
    "film": _film,
    "checkbox": lambda _, value, text: ipywidgets.Checkbox(value, description=text),
    "text": lambda _, value, text: ipywidgets.Text(value, description=text),
}
