"""What of a lecture is shown on slides, and what is said beside them."""

import sys
from pathlib import Path

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "slides"))

from deck import Slide, brief, code_shown, ideas, sentences, slides_of, together

TITLE = """# 1 · How alike?

[Live on the website](https://a.org/1.html), or [run it](https://a.org/docs/INSTALL.html).

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


def test_a_picture_has_the_words_before_it_and_at_the_next_key_what_one_has_seen() -> None:
    said = "Nobody needs this. " * 15 + "Now move the slider."
    after = new_markdown_cell("You see it.\n\n**It moves.** And the rest stays where it is.")
    (picture,) = of(new_markdown_cell(said), drawn("<svg>picture</svg>"), after)
    assert picture.kind == "picture"
    assert "move the slider" in picture.caption
    assert len(picture.caption.split()) < 45
    assert picture.found.startswith("<p><strong>It moves.</strong> And")
    assert picture.notes[-1] == "<p>You see it.</p>\n"


def test_what_is_about_the_readers_computer_is_left_to_the_notes() -> None:
    look, aside = (
        "Go through the examples.",
        "It needs 90 MB of memory. If it is on your machine, type.",
    )
    (picture,) = of(new_markdown_cell(f"{look}\n\n{aside}"), drawn("<svg>picture</svg>"))
    assert picture.caption == f"<p>{look}</p>\n"
    assert f"<p>{aside}</p>\n" in picture.notes
    code = "If you have the model, let it write:\n\n```\nlet_it_write()\n```"
    assert [one.kind for one in of(new_markdown_cell(f"{code}"), drawn("<svg>picture</svg>"))] == [
        "picture"
    ]


def test_what_is_long_or_large_does_not_go_to_the_picture_before_it() -> None:
    long = new_markdown_cell("**It moves.** " + "All of this was to be seen before it moved. " * 4)
    table = new_markdown_cell("It is so:\n\n| a |\n|---|\n| 1 |")
    for cell in (long, table):
        picture, idea = of(drawn("<svg>picture</svg>"), cell)
        assert (picture.found, idea.kind) == ("", "idea")


def test_a_picture_without_words_has_the_question_before_it() -> None:
    _, picture = of(new_markdown_cell(QUESTION), drawn("<svg>picture</svg>"))
    assert picture.caption == "<p>Which one is larger?</p>"


def test_code_stands_above_its_picture_where_the_words_speak_of_it() -> None:
    source = "total = x.sum()\nnames = ['a', 'b']\nbars(total, names)"
    output = new_output("display_data", {"text/html": "<svg>picture</svg>"})
    cell = new_code_cell(source, id="hook", outputs=[output])
    (spoken,) = of(new_markdown_cell("Here it is in code."), cell)
    assert spoken.shown[0] == "<pre>total = x.sum()</pre>"
    (silent,) = of(new_markdown_cell("Here it is."), cell)
    assert not any("<pre>" in one for one in silent.shown)


def test_code_that_only_draws_is_left_out_unless_nothing_else_is_there() -> None:
    assert code_shown("y = f(x)\ncurve(y)") == "y = f(x)"
    assert code_shown("curve(x)") == ""
    assert code_shown("pairs = [1, 2]\ny = f(pairs)\ncurve(y)") == "pairs = [1, 2]\ny = f(pairs)"


def test_code_that_is_wide_has_a_slide_before_its_picture() -> None:
    output = new_output("display_data", {"text/html": "<svg>picture</svg>"})
    cell = new_code_cell(f"total = {'x + ' * 30}x\nbars(total)", id="hook", outputs=[output])
    code, picture = of(new_markdown_cell("Here it is in code."), cell)
    assert (code.kind, code.caption) == ("code", "<p>Here it is in code.</p>\n")
    assert picture.shown == ['<div class="see"><svg>picture</svg></div>']


def test_a_result_in_words_stands_below_its_code_but_not_below_the_call_that_says_it() -> None:
    said = [new_output("display_data", {"text/html": "<p>Two.</p>"})]
    code, call = "n = 1 + 1\nwords(n)", "words(1 + 1)"
    kept, left = of(
        new_markdown_cell("It counts:"),
        new_code_cell(code, outputs=said),
        new_markdown_cell("It counts:"),
        new_code_cell(call, outputs=said),
    )
    assert (kept.kind, left.kind) == ("code", "code")
    assert kept.shown == ["<pre>n = 1 + 1</pre>", '<div class="said"><p>Two.</p></div>']
    assert left.shown == kept.shown[1:]


def test_a_result_in_words_that_nothing_leads_to_is_what_one_has_seen() -> None:
    said = [new_output("display_data", {"text/html": "<p>Two.</p>"})]
    (picture,) = of(drawn("<svg>picture</svg>"), new_code_cell("words(1 + 1)", outputs=said))
    assert picture.found == '<div class="said"><p>Two.</p></div>'


def test_a_name_in_a_formula_keeps_its_underscores_and_loses_their_backslashes() -> None:
    (slide,) = of(new_markdown_cell("**They** are one.\n\n$$\\text{in\\_proj} = W_q$$"))
    assert "<mtext>in_proj</mtext>" in slide.shown[1]
    assert "<msub>" in slide.shown[1]


def test_no_line_begins_with_what_ends_a_sentence_after_a_formula() -> None:
    (slide,) = of(new_markdown_cell("**It** is $V$, or $K$. So $Q$ it is."))
    parts = together(slide.shown[0]).split('<span class="together">')
    assert [one.partition("</span>")[0][-8:] for one in parts[1:]] == ["</math>,", "</math>."]


def test_a_definition_has_a_slide_only_where_the_words_speak_of_it() -> None:
    cell = new_code_cell("def f(): ...", id="two")
    (slide,) = of(new_markdown_cell("The function f does it."), cell)
    assert (slide.kind, slide.shown) == ("code", ["<pre>def f(): ...</pre>"])
    (told,) = of(new_markdown_cell("**It does it.** And it does it well."), cell)
    assert told.kind == "idea"


def test_a_line_to_complete_has_its_answer() -> None:
    cell = new_code_cell("%%line dot_scores scores\nscores = ...", id="line")
    (slide,) = of(new_markdown_cell("Complete the line."), cell)
    assert (slide.kind, slide.shown) == ("line", ["<pre>scores = ...</pre>"])
    assert slide.answer == "<pre>scores = keys @ query</pre>"


def test_an_answer_belongs_to_the_words_before_it() -> None:
    line = new_code_cell("%%line dot_scores scores\nscores = ...", id="line")
    asked = new_markdown_cell("**Predict,** on paper: why?\n\n" + QUESTION.partition("\n\n")[2])
    completed, question = of(new_markdown_cell("Complete the line."), line, asked)
    assert completed.answer == "<pre>scores = keys @ query</pre>"
    assert (question.kind, question.answer[:9]) == ("question", "The first")


def test_no_sentence_stands_alone() -> None:
    (seen,) = of(drawn("<svg>picture</svg>"), new_markdown_cell("**One.**"))
    assert "One." in seen.found
    (asked,) = of(new_markdown_cell(QUESTION), new_markdown_cell("**One.**"))
    assert asked.answer.endswith("<p><strong>One.</strong></p>\n")
    (led_to,) = of(new_markdown_cell("**One.**"), drawn("<svg>picture</svg>"))
    assert "One." in led_to.caption
    (both,) = of(new_markdown_cell("**One.**"), new_markdown_cell("**Two.**"))
    assert len(both.shown) == 2


def test_what_prints_is_shown_with_its_code_and_definitions_are_not() -> None:
    printed = new_code_cell("print(1)", id="one", outputs=[new_output("stream", text="1\n")])
    (slide,) = of(new_code_cell("def f(): ...", id="two"), new_markdown_cell("It prints:"), printed)
    assert slide.caption == "<p>It prints:</p>\n"
    assert slide.shown == ["<pre>print(1)</pre>", '<pre class="printed">1</pre>']


def test_code_and_what_it_prints_have_a_slide_each_where_both_are_long() -> None:
    printed = [new_output("stream", text="1\n" * 9)]
    code, result = of(new_code_cell("print(1)\n" * 9, id="one", outputs=printed))
    assert [code.shown[0][:14], result.shown[0][:23]] == [
        "<pre>print(1)\n",
        '<pre class="printed">1\n',
    ]


def test_many_printed_lines_stand_in_columns_and_count_as_many() -> None:
    printed = [new_output("stream", text="1\n" * 13)]
    short, long = (new_code_cell("print(1)\n" * n, id=f"c{n}", outputs=printed) for n in (1, 9))
    (together,) = of(short)
    _, result = of(long)
    assert [together.shown[1][:28], result.shown[0][:28]] == ['<pre class="printed columns"'] * 2


def test_field_notes_have_no_slides() -> None:
    assert of(new_markdown_cell("## Field notes\n\n**Bold.** But for the curious.")) == []


def test_a_table_after_a_list_gets_a_slide_of_its_own() -> None:
    first, second = of(new_markdown_cell("Look:\n\n- one\n\n| a |\n|---|\n| 1 |"))
    assert "<ul>" in first.shown[1]
    assert second.shown[0].startswith("<table>")


def test_an_empty_corner_of_a_table_heads_nothing() -> None:
    (slide,) = of(new_markdown_cell("Look:\n\n| | a |\n|---|---|\n| b | 1 |"))
    assert "<td></td>\n<th>a</th>" in slide.shown[1]


def test_folded_code_is_not_on_a_slide_but_what_it_prints_is() -> None:
    printed = [new_output("stream", name="stdout", text="3\n")]
    folded = {"jupyter": {"source_hidden": True}}
    hidden, seen = of(
        new_code_cell("print(1 + 2)", metadata=folded, outputs=printed),
        new_code_cell("print(2 + 1)", outputs=printed),
    )
    assert hidden.shown == ['<pre class="printed">3</pre>']
    assert seen.shown == ["<pre>print(2 + 1)</pre>", '<pre class="printed">3</pre>']


def test_sentences_end_where_they_end() -> None:
    assert sentences("One. **Two. Three.** Four?") == ["One.", "**Two. Three.**", "Four?"]
    assert sentences("It finds *cat*, e.g. here. *it* wins.") == [
        "It finds *cat*, e.g. here.",
        "*it* wins.",
    ]
    assert ideas("We add. This is a **sum**. It is large.") == "We add. This is a **sum**."
    assert (
        ideas("**Is it lost?** No, it is added again. More.")
        == "**Is it lost?** No, it is added again."
    )
    assert ideas("**Look here**, at the table above. **A sum** adds. So what?") == (
        "**A sum** adds. So what?"
    )
    assert ideas("**What next.** One. Two.") == "**What next.** One. Two."
    assert brief("Too long. " * 40 + "Kept.").endswith("Kept.")
    assert (
        brief("Long. " * 40 + "Numbers. They add. We see it.", 6) == "Numbers. They add. We see it."
    )
    assert brief("Very " + "long " * 50 + ". They add. We see it.") == "We see it."
