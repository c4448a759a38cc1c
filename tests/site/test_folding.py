"""What of a lecture's code is on its page: open, folded, or not at all. Nothing is built here."""

from folding import fold_sources
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from coursetools.notebook import Cell

QUIZ = """predict(
    "Where does it look?",
    ["at the cat", "at the mat"],
    ["It was tired.", "It was not soft."],
)"""


def code(name: str, source: str, folded: bool = False, *tags: str) -> Cell:
    metadata = {"jupyter": {"source_hidden": folded}, "tags": [*tags]}
    return new_code_cell(source, id=name, metadata=metadata)


def tags_of(*cells: Cell) -> dict[str, list[str]]:
    """Fold the sources of a lecture, and collect the tags of its cells."""
    lecture = new_notebook(cells=[new_markdown_cell("# Title", id="title"), *cells])
    fold_sources(lecture)
    return {cell.id: cell.metadata.tags for cell in lecture.cells[1:]}


def test_what_jupyterlab_folds_is_folded_and_what_is_open_stays_open() -> None:
    found = tags_of(
        code("open", "x = 1"),
        code("folded", "bars([1, 2])", True, "play"),
        code("typed", "%%line weights\nscaled = ..."),
    )
    assert found == {"open": [], "folded": ["play", "hide-input"], "typed": []}


def test_the_source_of_a_question_is_never_there() -> None:
    found = tags_of(
        code("folded", QUIZ, True),
        code("open", QUIZ),
        code("after", f"from course.views import predict\n\nquiz = {QUIZ}", True),
        code("other", "model.predict(tokens)", True),
    )
    gone = ["remove-input"]
    assert found == {"folded": gone, "open": gone, "after": gone, "other": ["hide-input"]}


def test_no_folded_source_names_the_right_answer() -> None:
    found = tags_of(
        code("before", 'words("at the cat")', True),
        code("seen", 'words("at the cat")'),
        code("wrong", 'words("at the mat")', True),
        code("magic", "%%line weights\nscaled = ...", True),
        code("quiz", QUIZ, True),
    )
    assert found == {
        "before": ["remove-input"],
        "seen": [],
        "wrong": ["hide-input"],
        "magic": ["hide-input"],
        "quiz": ["remove-input"],
    }
