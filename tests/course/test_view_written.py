"""A text as it is written: chances, the newest word, and line breaks."""

import re
from typing import Any

from course.lessons import written
from course.lessons.written import FRAME
from course.views.colours import tint

WORDS, CHANCES = ["the", "cat", "sat", "on"], [None, None, 0.62, 0.004]


def drawn(words: Any = WORDS, chances: Any = CHANCES, **options: Any) -> Any:
    given: dict[str, Any] = {"candidates": {"on": 0.004, "by": 0.9}, "title": "It writes"}
    return written(words, chances, **(given | options))


def parts(html: str) -> list[tuple[str, str, str]]:
    """For each word: its title, its style, and what is written."""
    return re.findall(r'<span[^>]* title="([^"]*)" style="([^"]*)">(.*?)(?:<|$)', html)


def test_the_sentence_tells_the_text_the_newest_word_and_the_candidates() -> None:
    assert repr(drawn()) == (
        'It writes: "the cat sat on", where "on" had a chance below 0.01. '
        "Candidates: on <0.01, by 0.90."
    )
    assert '"the cat", where "cat" was given.' in repr(drawn(WORDS[:2], CHANCES[:2]))
    sat = drawn(WORDS[:3], CHANCES[:3])
    assert '"the cat sat", where "sat" had a chance of 0.62.' in repr(sat)


def test_of_a_long_text_the_sentence_tells_the_end() -> None:
    said = repr(drawn([str(n) for n in range(50)], [0.5] * 50))
    assert '"... 20 21' in said
    assert '48 49", where' in said


def test_each_word_has_its_chance_and_the_newest_a_frame() -> None:
    shown = parts(drawn().html)
    assert [title for title, *_ in shown] == [
        "the: given",
        "cat: given",
        "sat: chance 0.62",
        "on: chance &lt;0.01",
    ]
    assert [FRAME in style for _, style, _ in shown] == [False, False, False, True]
    assert f"background:{tint(0.62)};" in shown[2][1]
    assert re.findall(r'line-height:12px">([^<]*)<', drawn().html) == [
        "&nbsp;",
        "&nbsp;",
        "0.62",
        "&lt;0.01",
    ]


def test_the_candidate_that_was_taken_is_pointed_at() -> None:
    heads = re.findall(r'scope="row"[^>]*>([^<]*)<', drawn().html)
    assert heads == ["▸ on", "by"]


def test_a_line_break_ends_the_line_and_is_named_as_a_space_is() -> None:
    drawing = drawn(["a", "\n"], [0.5, 0.5], candidates={"\n": 0.2, " ": 0.1})
    assert repr(drawing) == (
        'It writes: "a ⏎", where a line break had a chance of 0.50. '
        "Candidates: line break 0.20, space 0.10."
    )
    assert [text for *_, text in parts(drawing.html)] == ["a", "⏎"]
    assert drawing.html.count("<br>") == 1
    assert "line break: chance 0.50" in drawing.html
    assert re.findall(r'scope="row"[^>]*>([^<]*)<', drawing.html) == ["▸ ⏎", "␣"]


def test_another_temperature_changes_only_attributes_and_texts() -> None:
    pages = [drawn(candidates={"on": p, "by": 1 - p}).html for p in (0.0, 0.3, 1.0)]
    assert len({tuple(re.findall(r"<(/?\w+)", page)) for page in pages}) == 1


def test_words_are_escaped() -> None:
    html = drawn(["<i>"], [0.5], candidates={"<s>": 0.5}, title="<b>x").html
    assert "<i>" not in html
    assert "<s>" not in html
    assert "<b>x" not in html
