"""The live view: starts, moves, errors, and what a reader without a kernel gets."""

import re
from collections.abc import Callable, Iterator

import ipywidgets
import pytest

from attnlib.view import HeatTable, Picture, View, Words, bars, explore, explore_yours, heat_table
from attnlib.view import words as say

WAITING = "Waiting for your answer: run its cell above, then this one again."
VIEW = "application/vnd.jupyter.widget-view+json"


def all_three(weight: float = 0.5) -> tuple[HeatTable, Picture, Words]:
    if weight == 0.75:
        raise ValueError("0.75 is <not> allowed")
    row = [weight, 1 - weight]
    picture = bars(row, ["cat", "mat"], title="Row sat", ylabel="weight", ylim=(0, 1))
    return heat_table([row]), picture, say(f"The first weight is {weight:.2f}.")


def all_three_view() -> View:
    return explore(all_three, weight=(0.0, 1.0, 0.25))


def inside(widget: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    yield widget
    for child in getattr(widget, "children", ()):
        yield from inside(child)


def found(view: View, kind: type) -> list[ipywidgets.Widget]:
    return [widget for widget in inside(view.widget) if isinstance(widget, kind)]


def live_text(view: View) -> str:
    texts = [box.value for box in found(view, ipywidgets.HTML) if box.layout.display != "none"]
    return "\n".join(re.sub("<[^>]*>", "", text) for text in texts)


def test_start_is_the_default_and_equals_the_static_form() -> None:
    view = all_three_view()
    table, picture, said = all_three()
    assert view.controls["weight"].value == 0.5
    assert repr(view) == "\n".join([repr(table), repr(picture), repr(said)])
    boxes = [box.value for box in found(view, ipywidgets.HTML)]
    assert table.html in boxes
    assert said._repr_html_() in boxes
    assert repr(picture) in live_text(view)
    assert found(view, ipywidgets.Image)[0].value == picture._repr_mimebundle_()["image/png"]


def test_bundle() -> None:
    view = all_three_view()
    bundle = view._repr_mimebundle_()
    assert set(bundle) == {VIEW, "text/html", "text/plain"}
    assert bundle[VIEW]["model_id"] == view.widget.model_id
    table, picture, said = all_three()
    assert bundle["text/html"].startswith(table.html)
    assert repr(picture) in bundle["text/html"]
    assert said._repr_html_() in bundle["text/html"]
    assert "<img" not in bundle["text/html"]
    assert bundle["text/plain"] == repr(view)


def test_static_form_is_the_same_every_time_even_after_a_move() -> None:
    view, again = all_three_view(), all_three_view()
    view.controls["weight"].value = 0.25
    one, other = view._repr_mimebundle_(), again._repr_mimebundle_()
    assert one.pop(VIEW) != other.pop(VIEW)
    assert one == other


def test_a_move_changes_every_picture_in_its_place() -> None:
    view = all_three_view()
    widgets = list(inside(view.widget))
    image = found(view, ipywidgets.Image)[0]
    before = bytes(image.value)
    view.controls["weight"].value = 0.25
    assert list(inside(view.widget)) == widgets
    assert image.value != before
    for picture in all_three(0.25):
        assert repr(picture) in live_text(view)
    assert "highest 0.5 " not in live_text(view)


def test_the_picture_carries_its_sentence_as_its_name() -> None:
    view = all_three_view()
    view.controls["weight"].value = 0.25
    image = found(view, ipywidgets.Image)[0]
    assert image.tooltip == repr(all_three(0.25)[1])
    assert image.get_state()["description"] == ""


def test_slider_and_box_move_together_and_floats_stay_clean() -> None:
    view = explore(lambda t=1.0: say(f"{t!r}"), t=(0.1, 4.0, 0.1))
    (slider,) = found(view, ipywidgets.IntSlider)
    assert (slider.min, slider.value, slider.max) == (0, 9, 39)
    slider.value = 2
    assert view.controls["t"].value == 0.3
    assert "0.3" in live_text(view).splitlines()
    view.controls["t"].value = 0.55
    assert view.controls["t"].value == 0.55
    assert slider.value in (4, 5)
    slider.value = slider.max
    assert view.controls["t"].value == 4.0


def test_whole_numbers_stay_whole() -> None:
    view = explore(lambda d_k=8: say(repr(d_k)), d_k=(2, 64, 2))
    (slider,) = found(view, ipywidgets.IntSlider)
    slider.value = 10
    assert "10" in live_text(view).splitlines()
    box = view.controls["d_k"]
    assert (box.description, box.min, box.max, box.step) == ("d k", 2, 64, 2)


def test_choice_gives_the_value_of_its_label() -> None:
    axes = {"keys": -1, "queries": -2, "everything": None}
    view = explore(lambda axis=-2: say(repr(axis)), axis=axes)
    assert (repr(view), view.controls["axis"].value) == ("-2", "queries")
    view.controls["axis"].value = "everything"
    assert "None" in live_text(view)


def test_checkbox() -> None:
    view = explore(lambda scaled=True: say(repr(scaled)), scaled=bool)
    view.controls["scaled"].value = False
    assert "False" in live_text(view)


def test_a_later_error_is_said_and_the_last_pictures_stay() -> None:
    view = all_three_view()
    image = found(view, ipywidgets.Image)[0]
    before = bytes(image.value)
    view.controls["weight"].value = 0.75
    assert "✗ ValueError: 0.75 is &lt;not&gt; allowed" in live_text(view)
    assert image.value == before
    assert repr(all_three()[0]) in live_text(view)
    view.controls["weight"].value = 1.0
    assert "✗" not in live_text(view)
    assert image.value != before


def test_an_error_in_drawing_leaves_all_pictures_as_they_were() -> None:
    def broken(_figure: object) -> None:
        raise RuntimeError("no ink")

    def show(n: int = 1) -> tuple[Words, Picture]:
        good = bars([n], ["a"], title="t", ylabel="y")
        return say(f"n is {n}"), Picture(broken, "never") if n == 2 else good

    view = explore(show, n=(1, 3, 1))
    view.controls["n"].value = 2
    assert "✗ RuntimeError: no ink" in live_text(view)
    assert "n is 1" in live_text(view)
    assert "n is 2" not in live_text(view)


def test_the_first_draw_raises() -> None:
    with pytest.raises(ZeroDivisionError):
        explore(lambda n=0: say(str(1 / n)), n=(0, 3, 1))


@pytest.mark.parametrize("returned", [None, 3, ()])
def test_show_must_return_pictures(returned: object) -> None:
    with pytest.raises(TypeError, match="heat tables, pictures or words are needed"):
        explore(lambda n=1: returned, n=(1, 3, 1))


def test_show_must_return_the_same_kinds() -> None:
    def show(n: int = 1) -> Words | tuple[Words, ...]:
        return say("one") if n == 1 else (say("one"), say("two"))

    view = explore(show, n=(1, 3, 1))
    view.controls["n"].value = 2
    assert "it returned Words and Words, but Words before" in live_text(view)


@pytest.mark.parametrize(
    ("show", "spec", "kind", "message"),
    [
        (lambda m=1: say(""), (1, 3, 1), ValueError, "n: the function has no such parameter; it "),
        (lambda n: say(""), (1, 3, 1), ValueError, "but there is none. Was n=... left out"),
        (lambda n=5: say(""), (1, 3, 1), ValueError, "default 5 must lie between low 1 and high 3"),
        (lambda n=1: say(""), (1, 3, 0), ValueError, "step 0 be positive"),
        (lambda n=1: say(""), (1, 1, 1), ValueError, "order (low, high, step)"),
        (lambda n=1: say(""), {"a": 2}, ValueError, "default 1 is none of the choices"),
        (lambda n=1: say(""), bool, TypeError, "no control fits"),
        (lambda n="a": say(""), (1, 3, 1), TypeError, "Write (low, high, step)"),
        (lambda n=1: say(""), [1, 2], TypeError, "no control fits [1, 2]"),
        (lambda n=1: say(""), (1, 3), TypeError, "no control fits (1, 3)"),
        (lambda n=True: say(""), (0, 1, 1), TypeError, "no control fits (0, 1, 1)"),
    ],
)
@pytest.mark.parametrize("join", [explore, explore_yours])
def test_controls_are_refused_in_words(
    join: Callable[..., View], show: object, spec: object, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=re.escape(message)):
        join(show, n=spec)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (NotImplementedError(), WAITING),
        (
            NameError("name 'softmax' is not defined", name="softmax"),
            "Waiting for softmax: run its cell above, then this one again.",
        ),
        (ValueError("shapes differ"), "✗ Your function raised ValueError: shapes differ"),
    ],
)
def test_yours_never_raises_and_picks_up_when_it_works(error: Exception, said: str) -> None:
    answered = False

    def show(n: int = 1) -> Words:
        if not answered:
            raise error
        return say(f"n is {n}")

    view = explore_yours(show, n=(1, 5, 1))
    assert repr(view) == said
    assert said in live_text(view)
    assert said in view._repr_mimebundle_()["text/html"]
    view.controls["n"].value = 2
    assert said in live_text(view)
    answered = True
    view.controls["n"].value = 3
    assert "n is 3" in live_text(view)
    assert said not in live_text(view)


def test_yours_that_works_is_what_explore_shows() -> None:
    yours = explore_yours(all_three, weight=(0.0, 1.0, 0.25))
    assert (yours.html, yours.sentence) == (all_three_view().html, all_three_view().sentence)


def test_no_output_widget_that_flickers() -> None:
    view = all_three_view()
    assert len(found(view, ipywidgets.Image)) == 1
    assert not found(view, ipywidgets.Output)


def test_the_boxes_of_several_sliders_line_up() -> None:
    def show(n=2, temperature=1.0):  # type: ignore[no-untyped-def]
        return say(f"{n} {temperature}")

    boxes = list(explore(show, n=(1, 8, 1), temperature=(0.1, 4.0, 0.1)).controls.values())
    assert boxes[0].layout.width == boxes[1].layout.width
    assert boxes[0].style.description_width == boxes[1].style.description_width == "12ch"
