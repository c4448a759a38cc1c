"""The live view: start, changes, errors, and what readers without a kernel see."""

import re
import threading
import time
from collections.abc import Callable
from typing import Any

import comm
import pytest

from attnlib.words import SentenceError
from course.views import (
    Drawing,
    Picture,
    View,
    Words,
    curves,
    explore,
    explore_yours,
    heat_table,
    meanwhile,
    until_passed,
    word_of,
)
from course.views import words as say
from course.views.figure import ON_PAGE, Canvas, panel_of

WAITING = "Waiting for your answer: run its cell above, then this one again."
VIEW = "application/vnd.jupyter.widget-view+json"


def all_three(weight: float = 0.5) -> tuple[list[Drawing | Words], Picture]:
    if weight == 0.75:
        raise ValueError("0.75 is <not> allowed")
    line = {"cat": [0, weight], "mat": [1, 1 - weight]}
    picture = curves([0, 1], line, title="Row sat", xlabel="time", ylabel="weight", at=1)
    said = say(f"The first weight is {weight:.2f}.")
    return [heat_table([[weight, 1 - weight]]), said], picture


def all_three_view() -> View:
    return explore(all_three, weight=(0.0, 1.0, 0.25))


def not_written() -> Words:
    raise NotImplementedError


def text(view: View) -> str:
    """All text in the live view."""
    parts = [
        re.sub("<[^>]*>", "", picture.get("html", "")) + "\n" + picture["sentence"]
        for row in view.panel.rows
        for picture in row
    ]
    return "\n".join([view.panel.message, *parts])


def test_start_is_the_default_and_equals_the_static_form() -> None:
    view = all_three_view()
    (table, said), picture = all_three()
    assert view.values == {"weight": 0.5}
    assert repr(view) == "\n".join(map(repr, [table, said, picture]))
    (live_table, live_words), (live_picture,) = view.panel.rows
    assert live_table == {"html": table.html, "sentence": table.sentence}
    assert live_words == {"html": said._repr_html_(), "sentence": ""}
    assert live_picture["png"].startswith(b"\x89PNG")
    assert (live_picture["sentence"], live_picture["table"]) == (picture.sentence, picture.table)
    assert (live_picture["width"], live_picture["height"]) == tuple(
        round(ON_PAGE * x) for x in picture.size
    )


def test_bundle() -> None:
    view = all_three_view()
    bundle = view._repr_mimebundle_()
    assert set(bundle) == {VIEW, "text/html", "text/plain"}
    assert bundle[VIEW]["model_id"] == view.panel.model_id
    (table, said), picture = all_three()
    assert bundle["text/html"].startswith(table.html)
    for part in (table.sentence, said.sentence, picture.sentence, picture.table):
        assert part in bundle["text/html"]
    assert "<img" not in bundle["text/html"]
    assert bundle["text/plain"] == repr(view)


def test_static_form_is_the_same_every_time_even_after_a_move() -> None:
    view, again = all_three_view(), all_three_view()
    view.set(weight=0.25)
    one, other = view._repr_mimebundle_(), again._repr_mimebundle_()
    assert one.pop(VIEW) != other.pop(VIEW)
    assert one == other


def test_a_move_changes_every_picture() -> None:
    view = all_three_view()
    before = view.panel.rows
    view.set(weight=0.25)
    (table, said), picture = all_three(0.25)
    for part in (table, said, picture):
        assert repr(part) in text(view)
    assert view.panel.rows[1][0]["png"] != before[1][0]["png"]
    assert "The first weight is 0.50" not in text(view)


def test_a_move_in_the_browser_brings_the_pictures_in_one_message_and_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Once ipykernel is imported, widgets send nothing without a running kernel.
    monkeypatch.setattr(comm, "create_comm", comm.DummyComm)
    view = all_three_view()
    sent: list[object] = []
    monkeypatch.setattr(view.panel, "send_state", lambda key=None: sent.append(sorted(key)))
    monkeypatch.setattr(view.panel, "send", sent.append)
    view.panel._handle_custom_msg({"state": {"weight": 0.25}, "moment": 1.0}, [])
    assert view.values == {"weight": 0.25}
    *_, pictures, answer = sent
    assert "rows" in pictures
    assert sum("rows" in keys for keys in sent) == 1
    assert answer == "arrived"


@pytest.mark.parametrize(
    ("show", "sentences"),
    [
        (all_three_view, 3),
        (lambda: panel_of(all_three()[1]), 1),
        (lambda: explore_yours(not_written), 0),
    ],
)
def test_a_page_never_holds_a_view_that_is_not_drawn_yet(
    show: Callable[[], object], sentences: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced: list[dict[str, Any]] = []

    def create_comm(**message: Any) -> comm.DummyComm:
        announced.append(message["data"]["state"])
        return comm.DummyComm(**message)

    monkeypatch.setattr(comm, "create_comm", create_comm)
    show()
    (state,) = (state for state in announced if "rows" in state)  # and not its layout
    assert sum("sentence" in picture for row in state["rows"] for picture in row) == sentences
    assert state["message"] == ("" if sentences else WAITING)


def test_a_move_that_comes_late_does_not_undo_a_newer_one() -> None:
    view = all_three_view()
    for weight, moment in ((0.25, 2.0), (1.0, 1.0)):
        view.panel._handle_custom_msg({"state": {"weight": weight}, "moment": moment}, [])
    assert view.values == {"weight": 0.25}


def test_moves_from_two_threads_are_drawn_one_after_the_other() -> None:
    inside: list[int] = []

    def show(n: int = 1) -> Words:
        inside.append(n)
        time.sleep(0.05)
        assert inside.pop() == n
        assert not inside
        return say(f"n is {n}")

    view = explore(show, n=(1, 9, 1))
    moves = [({"state": {"n": n}, "moment": float(n)}, []) for n in (2, 3, 4)]
    threads = [threading.Thread(target=view.panel._handle_custom_msg, args=move) for move in moves]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert view.values == {"n": 4}
    assert view.panel.message == ""
    assert text(view).strip() == "n is 4"


def test_a_dark_page_gets_dark_pictures_and_light_ones_back() -> None:
    view = all_three_view()
    light = view.panel.rows[1][0]["png"]
    view.panel.dark = True
    assert view.panel.rows[1][0]["png"] != light
    view.panel.dark = False
    assert view.panel.rows[1][0]["png"] == light


def test_words_that_can_be_clicked_follow_the_text() -> None:
    def show(sentence: str = "The cat sat", word: int = 2) -> Words:
        return say(f"{sentence.split()[word]} is number {word}")

    view = explore(show, sentence=str, word=word_of("sentence"))
    assert view.panel.buttons == {"word": ["The", "cat", "sat"]}
    view.set(sentence="One dog")
    assert view.panel.buttons == {"word": ["One", "dog"]}
    assert view.values == {"sentence": "One dog", "word": 1}
    assert "dog is number 1" in text(view)
    view.set(sentence="")
    assert "no word in this sentence yet" in view.panel.message
    assert "dog is number 1" in text(view)


def test_a_later_error_is_said_and_the_last_pictures_stay() -> None:
    view = all_three_view()
    before = view.panel.rows
    view.set(weight=0.75)
    assert "✗ ValueError: 0.75 is <not> allowed" in view.panel.message
    assert view.panel.rows == before
    view.set(weight=1.0)
    assert view.panel.message == ""
    assert view.panel.rows != before


def test_an_error_in_drawing_leaves_all_pictures_as_they_were(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def show(n: int = 1) -> tuple[Words, Picture]:
        line = {"a": [0, n]}
        return say(f"n is {n}"), curves([0, 1], line, title="t", xlabel="x", ylabel="y")

    def no_ink(*_: object, **__: object) -> bytes:
        raise RuntimeError("no ink")

    view = explore(show, n=(1, 3, 1))
    monkeypatch.setattr(Canvas, "png", no_ink)
    view.set(n=2)
    assert "✗ RuntimeError: no ink" in view.panel.message
    assert "n is 1" in text(view)
    assert "n is 2" not in text(view)


def test_the_first_draw_raises() -> None:
    with pytest.raises(ZeroDivisionError):
        explore(lambda n=0: say(str(1 / n)), n=(0, 3, 1))


@pytest.mark.parametrize("returned", [None, 3, (), ([],)])
def test_show_must_return_pictures(returned: object) -> None:
    with pytest.raises(TypeError, match="pictures are needed, but it returned"):
        explore(lambda n=1: returned, n=(1, 3, 1))


def test_show_must_return_the_same_kinds() -> None:
    def show(n: int = 1) -> Words | tuple[Words, ...]:
        return say("one") if n == 1 else (say("one"), say("two"))

    view = explore(show, n=(1, 3, 1))
    view.set(n=2)
    assert "it returned Words and Words, but Words before" in view.panel.message


def test_a_view_without_controls_is_a_still() -> None:
    assert explore(lambda: say("Nothing moves.")).values == {}


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (NotImplementedError(), WAITING),
        (
            NameError("name 'softmax' is not defined", name="softmax"),
            "Waiting for softmax: run its cell above, then this one again.",
        ),
        (
            ModuleNotFoundError("No module named 'torch'", name="torch"),
            "Waiting for torch, which is not installed: README.md says how.",
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
    assert view.panel.message == said
    assert said in view._repr_mimebundle_()["text/html"]
    view.set(n=2)
    assert view.panel.message == said
    answered = True
    view.set(n=3)
    assert "n is 3" in text(view)
    assert view.panel.message == ""


def test_yours_that_works_is_what_explore_shows() -> None:
    yours = explore_yours(all_three, weight=(0.0, 1.0, 0.25))
    assert (yours.html, yours.sentence) == (all_three_view().html, all_three_view().sentence)


def test_a_prediction_has_no_controls_before_its_check_has_passed() -> None:
    def on_paper() -> int:
        return 5

    def show(n: int = 1) -> Words:
        until_passed(on_paper, say(f"You predicted {on_paper()}."))
        return say(f"It is {4 * n}. You predicted {on_paper()}.")

    alone = explore_yours(show, n=(1, 5, 1))
    assert alone.sentence.startswith("You predicted 5.\nThis is what you predicted. Once the check")
    assert alone.panel.controls == []
    on_paper.passed = True  # as `%check` does
    both = explore_yours(show, n=(1, 5, 1))
    assert both.sentence == "It is 4. You predicted 5."
    both.set(n=2)
    assert "It is 8" in text(both)
    on_paper.passed = False  # as if its cell had been run again
    both.set(n=3)
    assert both.panel.message.startswith("The check above has not passed for this answer")


@pytest.mark.parametrize("join", [explore, explore_yours])
def test_a_sentence_for_the_learner_is_shown_as_it_is(join: Callable[..., View]) -> None:
    def show(n: int = 1) -> Words:
        if n == 2:
            raise SentenceError("Would another one do?")
        return say(f"n is {n}")

    view = join(show, n=(1, 3, 1))
    view.set(n=2)
    assert text(view) == "Would another one do?\nn is 1\n"


def test_what_a_view_computes_is_said_until_it_is_drawn() -> None:
    def show(n: int = 1) -> Words:
        meanwhile(f"Counting to {n} ...")
        return say(f"n is {10 // (3 - n)}")

    told: list[str] = []
    view = explore(show, n=(1, 3, 1))
    view.panel.observe(lambda change: told.append(change["new"]), "message")
    view.set(n=2)
    assert (told, view.panel.message) == (["Counting to 2 ...", ""], "")
    view.set(n=3)
    assert told[2] == "Counting to 3 ..."
    assert "ZeroDivisionError" in view.panel.message
    meanwhile("Nobody is listening.")
    assert "ZeroDivisionError" in view.panel.message


@pytest.mark.parametrize("join", [explore, explore_yours])
def test_a_control_at_fault_is_no_error_of_the_learner(join: Callable[..., View]) -> None:
    with pytest.raises(ValueError, match="has no such parameter"):
        join(lambda n=1: say(""), m=(1, 3, 1))
