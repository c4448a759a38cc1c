"""A control in Python is an ipywidgets control: it changes the page, and the page changes it."""

import re

import ipywidgets
import pytest

from course.views import explore, film_of, part_of_picture
from course.views import words as say

GIVEN = [
    (ipywidgets.IntSlider(60, 0, 180, 5, description="angle"), "range", 60, 90),
    (ipywidgets.FloatSlider(0.5, min=0, max=1, step=0.25), "range", 0.5, 0.75),
    (ipywidgets.BoundedIntText(3, 1, 8), "range", 3, 4),
    (ipywidgets.FloatLogSlider(1, base=10, min=-2, max=2, step=1), "list", 1.0, 100.0),
    (ipywidgets.SelectionSlider(options=[2, 8, 64], value=8), "list", 8, 64),
    (ipywidgets.SelectionSlider(options=["few", "many"], value="few"), "choice", "few", "many"),
    (ipywidgets.Dropdown(options=[("keys", -1), ("queries", -2)], value=-1), "choice", -1, -2),
    (ipywidgets.RadioButtons(options=["keys", "queries"]), "choice", "keys", "queries"),
    (ipywidgets.ToggleButtons(options={"a": 1, "b": 2}.items()), "choice", 1, 2),
    (ipywidgets.Checkbox(True), "checkbox", True, False),
    (ipywidgets.Text("the cat"), "text", "the cat", "the mat"),
]
named = pytest.mark.parametrize(
    ("widget", "kind", "start", "other"), GIVEN, ids=lambda one: type(one).__name__
)


@named
def test_a_widget_is_a_control_and_starts_the_view(widget, kind, start, other) -> None:
    view = explore(lambda x=None: say(repr(x)), x=widget)
    assert view.panel.controls[0]["kind"] == kind
    assert view.sentence == repr(start)
    assert view.controls["x"] is widget


@named
def test_what_python_sets_is_drawn_and_what_the_page_moves_is_the_widgets_value(
    widget, kind, start, other
) -> None:
    widget.value = start
    view = explore(lambda x=None: say(repr(x)), x=widget)
    at_the_start = view.panel.state
    widget.value = other
    assert view.values == {"x": other}
    assert view.panel.rows[0][0]["html"] == say(repr(other))._repr_html_()
    view.panel.set_state({"state": at_the_start})
    assert widget.value == start


def test_the_description_is_the_label_and_a_symbol_is_left_to_the_page() -> None:
    angle = ipywidgets.IntSlider(60, 0, 180, description="angle of the query")
    view = explore(lambda a=0, d_k=8, no_name=1: say(""), a=angle, d_k=[2, 8], no_name=(1, 3, 1))
    labels = [form["label"] for form in view.panel.controls]
    assert labels == ["angle of the query", "d_k", "no name"]


def test_short_forms_have_widgets_too_made_when_asked_for() -> None:
    def show(n=2, t=0.5, d=8, axis=-1, on=True, s="a", step=0):
        return say(f"{n}{t}{d}{axis}{on}{s}{step}")

    view = explore(
        show,
        n=(1, 8, 1),
        t=(0.0, 1.0, 0.25),
        d=[2, 8],
        axis={"keys": -1, "queries": -2},
        on=bool,
        s=str,
        step=film_of(3),
    )
    kinds = [type(one).__name__ for one in view.controls.values()]
    assert kinds == ["IntSlider", "FloatSlider", "SelectionSlider", "Dropdown", "Checkbox", "Text", "IntSlider"]  # fmt: skip
    assert {name: one.value for name, one in view.controls.items()} == view.values
    view.controls["axis"].value = -2
    view.controls["step"].value = 2
    assert (view.values["axis"], view.values["step"]) == (-2, 2)
    view.set(n=5, on=False)
    assert (view.controls["n"].value, view.controls["on"].value) == (5, False)
    assert view.controls is view.controls


def test_what_is_chosen_in_a_picture_has_no_widget() -> None:
    view = explore(lambda cell=("scores", 0, 1): say(str(cell)), cell=part_of_picture())
    assert view.controls == {}
    view.panel.set_state({"state": {"cell": ["weights", 1, 2]}})
    assert view.values == {"cell": ("weights", 1, 2)}


def test_two_views_can_be_linked_like_any_widgets() -> None:
    first = explore(lambda n=2: say(str(n)), n=(1, 8, 1))
    second = explore(lambda n=3: say(str(n)), n=(1, 8, 1))
    ipywidgets.link((first.controls["n"], "value"), (second.controls["n"], "value"))
    first.panel.set_state({"state": {"n": 7}})
    assert second.values == {"n": 7}


def test_a_move_draws_once() -> None:
    drawn = []
    slider = ipywidgets.IntSlider(2, 1, 8)
    view = explore(lambda n=1: drawn.append(n) or say(str(n)), n=slider)
    view.panel.set_state({"state": {"n": 5}})
    slider.value = 6
    assert drawn == [2, 5, 6]


@pytest.mark.parametrize(
    ("widget", "message"),
    [
        (ipywidgets.Button(), "Button: this widget cannot move a view. Which of IntSlider"),
        (ipywidgets.IntRangeSlider(), "IntRangeSlider: this widget cannot move a view"),
        (ipywidgets.Dropdown(options=["a"], value=None), "Dropdown: this widget cannot move"),
    ],
)
def test_other_widgets_are_refused_in_words(widget, message) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        explore(lambda x=None: say(""), x=widget)


def test_a_misspelt_name_is_said() -> None:
    with pytest.raises(ValueError, match="angel: the function has no such parameter; it has angle"):
        explore(lambda angle=0: say(""), angel=ipywidgets.IntSlider())


@pytest.mark.parametrize("place", [-1, 3])
def test_a_film_has_no_other_frames(place) -> None:
    view = explore(lambda step=0: say(str(step)), step=film_of(3))
    with pytest.raises(ValueError, match=re.escape("they go from 0 to 2")):
        view.set(step=place)


@pytest.mark.parametrize(("frames", "seconds"), [(1, 0.5), ([], 0.5), (3, 0)])
def test_a_film_needs_frames_and_time(frames, seconds) -> None:
    with pytest.raises(ValueError, match="at least two frames are needed"):
        film_of(frames, seconds)
