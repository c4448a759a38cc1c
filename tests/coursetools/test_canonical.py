"""The canonical form: what is removed, what is kept, and that it is stable."""

import nbformat
import pytest

from coursetools.canonical import canonical_text, differing, main, notebooks_in
from coursetools.errors import UnusableInput

PICTURE = {
    "text/plain": "3 bars",
    "text/html": "<b>3</b>",
    "image/png": "iVBOR",
    "image/svg+xml": "<svg/>",
    "application/vnd.jupyter.widget-view+json": {"model_id": "4f1e"},
    "application/vnd.attnlib.view+json": {"model_id": "4f1e"},  # as a saved notebook has it
    "application/vnd.attnlib.check+json": {"status": "pass"},
}


def worn(count=17):
    """A notebook as JupyterLab saves it after an afternoon's work."""
    result = nbformat.v4.new_output(
        "execute_result", PICTURE, execution_count=count, metadata={"image/png": {"width": 4}}
    )
    printed = nbformat.v4.new_output("stream", name="stdout", text="hello\n")
    code = nbformat.v4.new_code_cell("bars()", id="bars", execution_count=count)
    code.outputs = [printed, result]
    kept = {"tags": ["check"], "nbgrader": {"points": 2}, "jupyter": {"source_hidden": True}}
    code.metadata = nbformat.from_dict({**kept, "execution": {"at": "noon"}, "trusted": True})
    blank = nbformat.v4.new_code_cell("later()", id="blank")
    words = nbformat.v4.new_markdown_cell("# Bars", id="title", metadata={"editable": False})
    notebook = nbformat.v4.new_notebook(cells=[words, blank, code])
    notebook.metadata = nbformat.from_dict(
        {
            "widgets": {"state": {}},
            "kernelspec": {"name": "mine"},
            "language_info": {"version": "3.99"},
        }
    )
    return notebook


def canonical(notebook):
    return nbformat.reads(canonical_text(notebook), as_version=4)


def test_it_is_idempotent():
    once = canonical_text(worn())
    assert canonical_text(nbformat.reads(once, as_version=4)) == once


def test_words_and_typed_values_stay_pictures_and_widgets_go():
    *_, code = canonical(worn()).cells
    printed, result = code.outputs
    assert printed.text == "hello\n"
    assert set(result.data) == {"text/plain", "text/html", "application/vnd.attnlib.check+json"}
    assert result.metadata == {}


def test_counts_are_renumbered_in_cells_and_results_alike():
    _, blank, code = canonical(worn(count=17)).cells
    assert blank.execution_count is None
    assert code.execution_count == code.outputs[1].execution_count == 1
    assert canonical_text(worn(count=17)) == canonical_text(worn(count=4))


def test_metadata_says_what_a_cell_is_for_and_nothing_of_the_machine():
    notebook = canonical(worn())
    words, _, code = notebook.cells
    assert notebook.metadata.keys() == {"kernelspec", "language_info"}
    assert notebook.metadata.kernelspec.name == "python3"
    assert "version" not in notebook.metadata.language_info
    assert code.metadata == {
        "tags": ["check"],
        "nbgrader": {"points": 2},
        "jupyter": {"source_hidden": True},  # folded
    }
    assert words.metadata == {}
    assert [cell.id for cell in notebook.cells] == ["title", "blank", "bars"]


def test_check_changes_nothing_and_rewriting_mends(tmp_path, capsys):
    path = tmp_path / "a.ipynb"
    path.write_text(nbformat.writes(worn()))
    before = path.read_bytes()
    assert main(["--check", str(tmp_path)]) == 1
    assert "a.ipynb: not in canonical form. Run python -m" in capsys.readouterr().out
    assert path.read_bytes() == before
    assert main([str(path)]) == 0
    assert main(["--check", str(path)]) == 0
    assert path.read_text() == canonical_text(worn())


def test_windows_line_ends_are_not_canonical(tmp_path):
    path = tmp_path / "a.ipynb"
    path.write_bytes(canonical_text(worn()).replace("\n", "\r\n").encode())
    assert differing([path]) == [path]


def test_a_place_that_does_not_exist_is_one_line_and_status_2(tmp_path, capsys):
    assert main(["--check", str(tmp_path / "nowhere")]) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"{tmp_path / 'nowhere'}: does not exist. Name a notebook or a folder of them."
    ]


def test_a_folder_stands_for_the_notebooks_in_it(tmp_path):
    for name in ("b.ipynb", "a.ipynb", "notes.md"):
        (tmp_path / name).touch()
    assert [path.name for path in notebooks_in([tmp_path])] == ["a.ipynb", "b.ipynb"]
    with pytest.raises(UnusableInput):
        notebooks_in([tmp_path / "c.ipynb"])
