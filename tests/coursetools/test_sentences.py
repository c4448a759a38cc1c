"""Where a sentence ends, and what of a cell is read as running text."""

import pytest

from coursetools.markdown import blocks
from coursetools.sentences import paragraphs, sentences, words


@pytest.mark.parametrize(
    "written",
    [
        ["It gets .79.", "The rest gets less."],
        ["So *cat* gets .79.", ".21 are left."],
        ["A word, e.g. *cat*, meets another (cf. lesson 2) or a few (i.e. Two)."],
        ["Softmax along axis -2 vs. Softmax along -1."],
        ["See labml.ai, issue 146, and version 3.2.1 of it."],
        ["It ends at $d_k$.", "$Q$ is next, and then K.", "V is last."],
        ["Who finds *cat*?", "*it* does.", "**Nobody else.**", "(Why?)", "“Because.”"],
        ['He asks "who?" and *it* answers.'],
        ["Is it so (really?) or not?"],
        ["**The first. ", "The second.**"],
        ["It goes 1, 2, ... 9 and on.", "9 is last."],
        ["Wait ... and see."],
        ["And so on…", "Then it stops!"],
        ["A score of ∞ is hidden.", "∞ is not."],
        ["One line\nends here.", "Another\nbegins."],
        ["No full stop"],
    ],
)
def test_a_paragraph_is_cut_where_its_sentences_end(written: list[str]) -> None:
    assert sentences(" ".join(written)) == [one.strip() for one in written]


def test_a_sentence_without_a_word_is_none() -> None:
    assert sentences("It is so. ∞!") == ["It is so."]
    assert sentences("") == []


def test_signs_between_words_are_no_words() -> None:
    assert len(words("Four · one = 4 + and *that* (all) is it.")) == 8


@pytest.mark.parametrize(
    ("markdown", "read"),
    [
        ("# A title\n\nWords.", ["Words."]),
        ("| a | b |\n|---|---|\n| 1 | 2 |", []),
        ("```\nx = 1. And more.\n```", []),
        ("$$a \\cdot b. C$$", []),
        ("So $$a. B$$ is `f(x). G` and $x. Y$.", ["So X is X and X."]),
        ("1. One.\n2. Two:\n   - three.", ["One.", "Two:", "three."]),
        ("See [lesson 2](02_scaling.ipynb).", ["See lesson 2."]),
        ("![A bar.](bar.png) Look.", ["Look."]),
        (
            "<details><summary>Open</summary>\nOne &lt; two. <em>it</em> wins.\n\nAnd more.\n</details>",
            ["One < two. *it* wins.", "And more."],
        ),
        ("<table><tr><td>One. Two.</td></tr></table>", []),
        ("<!-- A note. -->", []),
    ],
)
def test_only_running_text_is_read(markdown: str, read: list[str]) -> None:
    assert [text for block in blocks(markdown) for text in paragraphs(block)] == read
