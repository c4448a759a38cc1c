"""What of a lecture is shown on slides, and what is said beside them."""

import sys
from pathlib import Path

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "slides"))

from deck import Slide, brief, ideas, sentences, slides_of

TITLE = """# 1 · How alike?

*Who finds whom?*

**About 40 minutes.** Afterwards you can

- compare two words.

You need Python."""
QUESTION = """**Predict:** which one is larger?

<details><summary>Think first, then open</summary>
The first: its $d_k$ is larger.
</details>"""


def of(*cells: object) -> list[Slide]:
    """Return the slides after the title and the objectives."""
    return slides_of(new_notebook(cells=[new_markdown_cell(TITLE), *cells]))[2:]


def drawn(html: str) -> object:
    output = new_output("display_data", {"text/html": html})
    return new_code_cell("explore(show)", id="hook", outputs=[output])


def test_the_first_cell_is_a_title_and_a_promise() -> None:
    title, promise = slides_of(new_notebook(cells=[new_markdown_cell(TITLE)]))
    assert (title.kind, title.heading, title.shown) == (
        "title",
        "1 · How alike?",
        ["<p>Who finds whom?</p>"],
    )
    assert [note.strip() for note in title.notes] == [
        "<p><strong>About 40 minutes.</strong></p>",
        "<p>You need Python.</p>",
    ]
    assert "compare two words" in promise.shown[1]


def test_a_question_keeps_its_context_and_folds_its_answer() -> None:
    (slide,) = of(
        new_markdown_cell(
            f"## 1. Sums\n\nTwo keys.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n{QUESTION}"
        )
    )
    assert (slide.kind, slide.heading) == ("question", "1. Sums")
    assert [one.partition(">")[0] for one in slide.shown] == ["<p", "<table", '<div class="asked"']
    assert "Which one is larger?" in slide.shown[2]
    assert slide.answer.startswith("The first: its <math")


def test_a_picture_has_the_words_before_it_and_what_follows_is_said() -> None:
    said = "Nobody needs this. " * 15 + "Now move the slider."
    after = new_markdown_cell(
        "You see it.\n\n**It moves.** The rest is longer than one would like."
    )
    picture, idea = of(new_markdown_cell(said), drawn("<b>picture</b>"), after)
    assert picture.kind == "picture"
    assert "move the slider" in picture.shown[0]
    assert len(picture.shown[0].split()) < 45
    assert picture.notes[-1] == "<p>You see it.</p>\n"
    assert idea.shown[0].startswith("<p><strong>It moves.</strong>")


def test_what_prints_is_shown_with_its_code_and_definitions_are_not() -> None:
    printed = new_code_cell("print(1)", id="one", outputs=[new_output("stream", text="1\n")])
    (slide,) = of(new_code_cell("def f(): ...", id="two"), new_markdown_cell("It prints:"), printed)
    assert slide.shown == ["<p>It prints:</p>\n", "<pre>print(1)</pre>", "<pre>1</pre>"]


def test_field_notes_have_no_slides() -> None:
    assert of(new_markdown_cell("## Field notes\n\n**Bold.** But for the curious.")) == []


def test_a_table_after_a_list_gets_a_slide_of_its_own() -> None:
    first, second = of(new_markdown_cell("Look:\n\n- one\n\n| a |\n|---|\n| 1 |"))
    assert "<ul>" in first.shown[1]
    assert second.shown[0].startswith("<table>")


def test_folded_code_is_not_on_a_slide_but_what_it_prints_is() -> None:
    printed = [new_output("stream", name="stdout", text="3\n")]
    folded = {"jupyter": {"source_hidden": True}}
    hidden, seen = of(
        new_code_cell("print(1 + 2)", metadata=folded, outputs=printed),
        new_code_cell("print(2 + 1)", outputs=printed),
    )
    assert hidden.shown == ["<pre>3</pre>"]
    assert seen.shown == ["<pre>print(2 + 1)</pre>", "<pre>3</pre>"]


def test_sentences_end_where_they_end() -> None:
    assert sentences("One. **Two. Three.** Four?") == ["One.", "**Two. Three.**", "Four?"]
    assert sentences("It finds *cat*, e.g. here. *it* wins.") == [
        "It finds *cat*, e.g. here.",
        "*it* wins.",
    ]
    assert ideas("It adds up. This is a **sum**. It is large.") == "It adds up. This is a **sum**."
    assert (
        ideas("**Is it lost?** No, it is added again. More.")
        == "**Is it lost?** No, it is added again."
    )
    assert brief("Too long. " * 40 + "Kept.").endswith("Kept.")
