"""What the linter counts in a lecture, and how the counts become minutes."""

from dataclasses import replace
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, writes

from coursetools.cli import main
from coursetools.lint.measures import Measures, dearest, measure
from coursetools.notebook import Cell

TITLE = "# 1 · A title. With two\n\n*Who finds whom?*\n\nAfterwards you can\n\n- see. And know."
NOTHING = Measures(*[0] * 10)


def measured(*cells: Cell) -> Measures:
    """Measure a lecture of nothing but these cells."""
    return measure(new_notebook(cells=[new_markdown_cell("# Title"), *cells]))


def prose(source: str) -> Measures:
    return measured(new_markdown_cell(source))


def code(source: str, folded: bool = False) -> Cell:
    drawn = [new_output("display_data", {"text/html": "<p>A picture.</p>"})]
    metadata = {"jupyter": {"source_hidden": folded}}
    return new_code_cell(source, outputs=drawn, metadata=metadata)


def test_promises_and_references_are_not_read() -> None:
    references = new_markdown_cell("## References\n\n- One. Two. Three.", id="references")
    found = measure(new_notebook(cells=[new_markdown_cell(TITLE), references]))
    assert (found.sentences, found.words, found.short) == (2, 6, 2)


def test_six_words_are_few() -> None:
    found = prose("One two three four five six. One two three four five six seven.")
    assert (found.sentences, found.short, found.words_a_sentence) == (2, 1, 6.5)
    assert found.share_of_short_sentences == 0.5


@pytest.mark.parametrize(
    ("sentence", "count"),
    [
        ("It is late because it is.", 1),
        ("Because it is late, so it ends.", 2),
        ("So it ends.", 0),
        ("But it ends, but late; so what?", 2),
        ("It is so far away.", 0),
        ("It sits, so that it rests, which helps.", 2),
        ("Although it sits, it moves while we look.", 2),
        ("That is not one.", 0),
    ],
)
def test_connectives_join_two_thoughts(sentence: str, count: int) -> None:
    assert prose(sentence).connectives == count


def test_the_dearest_cells_are_named_and_neither_the_title_nor_what_is_optional() -> None:
    lecture = new_notebook(
        cells=[
            new_markdown_cell("# Title" + 900 * " word", id="title"),
            new_markdown_cell("So.", id="short"),
            new_code_cell("explore(show)", id="view"),
            new_markdown_cell(450 * "word ", id="long"),
            new_code_cell("%%line weights\nscaled = ...", id="line"),
            new_markdown_cell("## Field notes", id="notes"),
            new_markdown_cell(900 * "word ", id="note"),
        ]
    )
    assert dearest(lecture) == ["long", "view", "line"]


def test_code_is_open_folded_or_typed() -> None:
    found = measured(
        code("import numpy as np\n\nx = 1"),
        code("y = 2\nz = 3", folded=True),
        code("%%line weights\nscaled = ..."),
    )
    assert (found.open_lines, found.typed_lines) == (2, 1)


def test_views_predictions_and_pictures_are_told_apart() -> None:
    found = measured(
        code("explore(show, n=(1, 2))", folded=True),
        code('predict("Who?", ["a"], ["b"])', folded=True),
        code("bars([1, 2])"),
        code("%%line weights\nscaled = ..."),
        new_markdown_cell("**Predict:** who?\n\n| a |\n|---|\n| 1 |\n\n![Three bars](bars.png)"),
    )
    assert (found.views, found.predictions, found.pictures) == (1, 2, 3)


def test_field_notes_are_read_but_take_no_time() -> None:
    found = measured(
        new_markdown_cell("One two."),
        new_markdown_cell("## Field notes\n\nThree four five."),
        code("explore(show)"),
    )
    assert (found.words, found.needed_words, found.views, found.open_lines) == (5, 2, 0, 0)


@pytest.mark.parametrize(
    ("part", "count", "minutes"),
    [
        ("needed_words", 300, 2),
        ("views", 2, 4),
        ("predictions", 2, 2),
        ("typed_lines", 2, 3),
        ("pictures", 4, 1),
        ("open_lines", 20, 3),
        ("words", 1000, 0),
    ],
)
def test_everything_takes_its_time(part: str, count: int, minutes: float) -> None:
    assert replace(NOTHING, **{part: count}).minutes == pytest.approx(minutes)


def test_a_lecture_without_words_measures_nothing() -> None:
    found = measured()
    rates = found.words_a_sentence, found.share_of_short_sentences, found.connectives_in_100_words
    assert rates == (0, 0, 0)


@pytest.fixture
def course(tmp_path: Path) -> Path:
    for name in (
        "notebooks/08_new",
        "notebooks/09_newer",
        "exercises/08_new",
        "exercises/09_newer",
    ):
        path = tmp_path / f"{name}.ipynb"
        path.parent.mkdir(exist_ok=True)
        path.write_text(writes(new_notebook(cells=[new_markdown_cell("# Title\n\nIt is so.")])))
    return tmp_path


def test_the_table_has_a_row_for_each_lecture(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lint", "--table", *map(str, sorted(course.rglob("*.ipynb")))]) == 0
    head, line, *rows = [
        [cell.strip() for cell in row.strip("|").split("|")]
        for row in capsys.readouterr().out.splitlines()
    ]
    assert {*"".join(line)} == {"-"}
    counts = ["1", "3.0", "100%", "0.00", "0", "0", "0", "0", "0"]
    assert (head[0], rows) == ("lecture", [["08_new", *counts], ["09_newer", *counts]])
