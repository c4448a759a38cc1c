"""Valid controls, the values they pass on, and error messages for invalid ones."""

import re

import pytest

from course.views import explore, twins_of, word_of
from course.views import words as say
from course.views.controls import exchanged


def test_a_slider_of_floats_hands_over_floats_and_one_of_whole_numbers_whole_ones() -> None:
    view = explore(lambda t=1.0, n=2: say(f"{t!r} {n!r}"), t=(0.1, 4.0, 0.1), n=(1, 8, 1))
    view.panel.state = {"t": 3, "n": 5}
    assert view.values == {"t": 3.0, "n": 5}
    assert [type(value) for value in view.values.values()] == [float, int]


def test_a_list_and_a_choice_hand_over_what_stands_in_that_place() -> None:
    axes = {"keys": -1, "queries": -2, "everything": None}
    show = lambda d_k=8, axis=-2: say(f"{d_k} {axis}")  # noqa: E731
    view = explore(show, d_k=[2, 8, 512], axis=axes)
    assert view.panel.state == {"d_k": 1, "axis": 1}
    view.panel.state = {"d_k": 2, "axis": 2}
    assert view.values == {"d_k": 512, "axis": None}
    view.set(d_k=2, axis=-1)
    assert view.panel.state == {"d_k": 0, "axis": 0}


def test_checkbox_and_text() -> None:
    view = explore(lambda on=True, text="a b": say(f"{on} {text}"), on=bool, text=str)
    view.panel.state = {"on": False, "text": "c"}
    assert view.values == {"on": False, "text": "c"}


def test_what_the_browser_is_told() -> None:
    view = explore(lambda d_k=8, on=True: say(""), d_k=(2, 64, 2), on=bool)
    slider = {"name": "d_k", "label": "d_k", "kind": "range", "low": 2, "high": 64, "step": 2}
    checkbox = {"name": "on", "label": "on", "kind": "checkbox"}
    assert view.panel.controls == [slider | {"symbol": ("d", "k"), "whole": True}, checkbox]
    assert view.panel.start == view.panel.state == {"d_k": 8, "on": True}


@pytest.mark.parametrize("value", [0.0, 4.1])
def test_what_is_out_of_reach_is_refused(value: float) -> None:
    view = explore(lambda t=1.0: say(f"{t}"), t=(0.1, 4.0, 0.1))
    with pytest.raises(ValueError, match=re.escape("must lie between low 0.1 and high 4.0")):
        view.set(t=value)
    assert view.values == {"t": 1.0}


@pytest.mark.parametrize(
    ("show", "spec", "kind", "message"),
    [
        (lambda m=1: say(""), (1, 3, 1), ValueError, "n: the function has no such parameter; it "),
        (lambda n: say(""), (1, 3, 1), ValueError, "but there is none. Was n=... left out"),
        (lambda n=5: say(""), (1, 3, 1), ValueError, "n: 5 must lie between low 1 and high 3"),
        (lambda n=1: say(""), (1, 3, 0), ValueError, "step 0 must be positive"),
        (lambda n=1: say(""), (1, 1, 1), ValueError, "order (low, high, step)"),
        (lambda n=1: say(""), {"a": 2, "b": 3}, ValueError, "n: 1 is none of 2 and 3"),
        (lambda n=1: say(""), [2, 3], ValueError, "n: 1 is none of 2 and 3"),
        (lambda n=1: say(""), [1, 3, 2], ValueError, "the numbers of a slider must increase"),
        (lambda n=1: say(""), [1, 1], ValueError, "the numbers of a slider must increase"),
        (lambda n=0: say(""), word_of("text"), ValueError, "Was text=str left out?"),
        (lambda n=1: say(""), bool, TypeError, "no control fits"),
        (lambda n=1: say(""), str, TypeError, "no control fits"),
        (lambda n="a": say(""), (1, 3, 1), TypeError, "Write (low, high, step)"),
        (lambda n=1: say(""), [1], TypeError, "no control fits [1]"),
        (lambda n=1: say(""), (1, 3), TypeError, "no control fits (1, 3)"),
        (lambda n=True: say(""), (0, 1, 1), TypeError, "no control fits (0, 1, 1)"),
    ],
)
def test_controls_are_refused_in_words(
    show: object, spec: object, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=re.escape(message)):
        explore(show, n=spec)


def test_twins_are_a_text_with_buttons() -> None:
    view = explore(
        lambda text="it was tired", word=0: say(text),
        text=twins_of("tired", "soft"),
        word=word_of("text"),
    )
    text, _ = view.panel.controls
    assert text == {"name": "text", "label": "text", "kind": "text", "twins": ("tired", "soft")}
    view.set(text="it was soft")
    assert view.values["text"] == "it was soft"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("It was TIRED!", "It was soft!"),
        ("tired of the tired cat", "tired of the soft cat"),
        ("it was untired", "it was soft"),
        ("it was soft", "it was soft"),
        ("", "soft"),
    ],
)
def test_a_twin_takes_the_place_of_the_other_or_of_the_last_word(text: str, wanted: str) -> None:
    assert exchanged(text, ["tired", "soft"], "soft") == wanted


@pytest.mark.parametrize("twins", [(), ("tired",), ("tired", "tired"), ("tired, soft", "old")])
def test_twins_are_refused_in_words(twins: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"at least two different words .* one by one"):
        twins_of(*twins)
