"""Reading notebooks: anything that students may hand in, and one clear line for everything else."""

import json
import os
from pathlib import Path

import nbformat
import pytest
from submissions import EXERCISE, NAME, TASKS, cell, exercise, save

from coursetools.cli import main
from coursetools.errors import UnusableInput
from coursetools.notebook import parse_repaired, read_file, read_notebook
from coursetools.roles import cells_by_task

TEXT = EXERCISE.read_text(encoding="utf-8")


def written(folder: Path, content: bytes) -> Path:
    path = folder / f"{NAME}.ipynb"
    path.write_bytes(content)
    return path


def sources(notebook) -> list[str]:
    return [one.source for one in notebook.cells]


def test_a_byte_order_mark_and_windows_line_ends_change_nothing(tmp_path):
    path = written(tmp_path, TEXT.replace("\n", "\r\n").encode("utf-8-sig"))
    assert read_notebook(path) == read_notebook(EXERCISE)


@pytest.mark.parametrize("minor", range(5))
def test_format_4_of_any_age_is_upgraded_and_its_cells_get_ids(tmp_path, minor):
    content = json.loads(TEXT)
    content["nbformat_minor"] = minor
    for one in content["cells"]:
        del one["id"]
    notebook = read_notebook(written(tmp_path, json.dumps(content).encode()))
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    assert len({one.id for one in notebook.cells}) == len(notebook.cells)
    assert sources(notebook) == sources(exercise())


def test_format_3_is_upgraded_and_keeps_sources_and_metadata(tmp_path):
    old = nbformat.convert(nbformat.reads(TEXT, 4), 3)
    notebook = read_notebook(written(tmp_path, nbformat.v3.writes_json(old).encode()))
    assert [one.source for one in notebook.cells if one.cell_type == "code"] == [
        one.source for one in exercise().cells if one.cell_type == "code"
    ]
    grades = [
        one.metadata.nbgrader.grade_id for one in notebook.cells if "nbgrader" in one.metadata
    ]
    assert grades == [f"{task}-{kind}" for task in TASKS for kind in ("answer", "check")]


def test_a_doubled_cell_keeps_its_id(tmp_path):
    notebook = exercise()
    notebook.cells.append(cell(notebook, "softmax-answer"))
    answers = cells_by_task(read_notebook(save(notebook, tmp_path / "a.ipynb")), "answer")
    assert len(answers["softmax"]) == 2


def missing(folder: Path) -> Path:
    return folder / "missing.ipynb"


def a_name_too_long(folder: Path) -> Path:
    return folder / f"{'x' * 300}.ipynb"


def a_file_as_folder(folder: Path) -> Path:
    return written(folder, b"") / "inside.ipynb"


def a_folder(folder: Path) -> Path:
    (folder / "folder.ipynb").mkdir()
    return folder / "folder.ipynb"


def a_link(folder: Path) -> Path:
    link = folder / "link.ipynb"
    link.symlink_to(written(folder, TEXT.encode()))
    return link


def a_broken_link(folder: Path) -> Path:
    link = folder / "broken.ipynb"
    link.symlink_to(folder / "nowhere")
    return link


def a_fifo(folder: Path) -> Path:
    os.mkfifo(folder / "fifo.ipynb")
    return folder / "fifo.ipynb"


def a_huge_file(folder: Path) -> Path:
    path = written(folder, b"")
    with path.open("wb") as file:
        file.truncate(50_000_001)
    return path


SPECIAL = {
    missing: "does not exist. Name a notebook file",
    a_name_too_long: "cannot be read (File name too long)",
    a_file_as_folder: "cannot be read (Not a directory)",
    a_folder: "is not a regular file. Name a notebook file",
    a_link: "is not a regular file. Name a notebook file",
    a_broken_link: "is not a regular file. Name a notebook file",
    a_fifo: "is not a regular file. Name a notebook file",
    a_huge_file: "larger than 50 MB. Clear its outputs",
}

CELL = {"cell_type": "code", "id": "a", "metadata": {}, "source": "1", "outputs": []}


def of_cells(cells: object, nbformat: object = 4) -> str:
    return json.dumps({"nbformat": nbformat, "nbformat_minor": 5, "metadata": {}, "cells": cells})


NO_NOTEBOOKS = {
    "": "it is empty",
    "import numpy as np": "it begins with 'import numpy as np'",
    "[" * 100_000: "recursion",
    of_cells([])[:-9]: "only part of the file arrived",
    of_cells([]).replace(",", ";", 1): "it begins with '{",
    of_cells([]).replace(",", "\n<<<<<<< HEAD\n,", 1): "keep one with `git checkout --ours FILE`",
    "[1, 2]": "",
    "{}": "",
    json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}}): "",
    of_cells("print()"): "",
    of_cells({}): "it has no list of cells",
    json.dumps({"nbformat": 9, "metadata": {}}): "it has no list of cells",
    of_cells([CELL] * 100_001): "more than 100,000 cells",
    '{"cells": [' + "{}," * 2_100_000 + "{}]}": "more than two million parts",
}


RIGHT = {**CELL, "id": "softmax-answer", "source": "def softmax(): ..."}


def changed(**parts: object) -> bytes:
    cells = of_cells(
        [{key: value for key, value in {**RIGHT, **parts}.items() if value is not ...}]
    )
    return cells.encode()


REPAIRED = {
    "UTF-16": (of_cells([RIGHT]).encode("utf-16"), "it was saved in utf-16"),
    "UTF-16 without a mark": (of_cells([RIGHT]).encode("utf-16-le"), "it was saved in utf-16-le"),
    "UTF-32": (of_cells([RIGHT]).encode("utf-32"), "it was saved in utf-32"),
    "Latin-1": (
        of_cells([RIGHT]).replace('"metadata": {}, "cells"', '"é": {}, "cells"').encode("latin-1"),
        "it was not saved in UTF-8: letters such as ä may be wrong. Save it from JupyterLab",
    ),
    "format 9": (of_cells([RIGHT], nbformat=9).encode(), "it claims to be of format 9"),
    "format as text": (of_cells([RIGHT], nbformat="4").encode(), "it claims to be of format '4'"),
    "no format": (json.dumps({"cells": [RIGHT]}).encode(), "it claims to be of format None"),
    "metadata of the notebook": (json.dumps({"nbformat": 4, "metadata": 3, "cells": [RIGHT]}).encode(), "metadata"),
    "metadata": (changed(metadata="x"), "metadata"),
    "no metadata": (changed(metadata=...), "metadata"),
    "tags": (changed(metadata={"tags": "x"}), "tags"),
    "a tag": (changed(metadata={"tags": [{}]}), "tags"),
    "no cell type": (changed(cell_type=...), "the kind of a cell"),
    "a list as source": (changed(source=["def softmax():\n", 7, " ..."]), "source"),
    "half a surrogate pair": (changed(source="def softmax(): ...\ud800"), "invalid characters"),
    "a string as cell": (of_cells([RIGHT, "print()"]).encode(), "something that is not a cell"),
    "a cell without source": (of_cells([RIGHT, {"cell_type": "code"}]).encode(), "source"),
}  # fmt: skip


@pytest.mark.parametrize("name", REPAIRED)
def test_what_can_still_be_read_is_repaired_and_noted(name):
    content, words = REPAIRED[name]
    notebook, repairs = parse_repaired(content, "x.ipynb")
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    assert notebook.cells[0].source.startswith("def softmax()")
    assert notebook.cells[0].id == "softmax-answer"
    assert any(words in repair for repair in repairs)
    nbformat.v4.writes(notebook).encode()


def test_an_id_of_the_wrong_type_is_replaced():
    notebook, repairs = parse_repaired(changed(id=["a"]), "x.ipynb")
    assert isinstance(notebook.cells[0].id, str)
    assert repairs == ["ids of the wrong type were replaced"]


@pytest.mark.parametrize("outputs", ["x", ["x"], [{"output_type": "display_data", "data": [1]}]])
def test_outputs_and_attachments_of_a_submission_are_not_looked_at(outputs):
    notebook, repairs = parse_repaired(changed(outputs=outputs, attachments=3), "x.ipynb")
    assert repairs == []
    assert notebook.cells[0].outputs == []


def test_brackets_in_a_printed_text_are_no_parts():
    printed = {"output_type": "stream", "name": "stdout", "text": '[["\\\\"{' * 800_000}
    notebook, repairs = parse_repaired(changed(outputs=[printed]), "x.ipynb")
    assert (repairs, notebook.cells[0].source) == ([], RIGHT["source"])


@pytest.mark.parametrize("put", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_what_takes_a_file_s_place_between_look_and_open_is_not_read(put, tmp_path, monkeypatch):
    path, really_open = written(tmp_path, b"{}"), os.open

    def swapped(name, flags):
        path.unlink()
        put(path)
        return really_open(name, flags)

    monkeypatch.setattr(os, "open", swapped)
    with pytest.raises(UnusableInput, match=r"regular file|symbolic links"):
        read_file(path, "x.ipynb")


def test_an_honest_notebook_needs_no_repairs():
    assert parse_repaired(EXERCISE.read_bytes(), "x.ipynb")[1] == []


def the_one_line(path: Path, capsys) -> str:
    assert main(["check", str(path)]) == 2
    printed, complaint = capsys.readouterr()
    assert printed == ""
    assert complaint.startswith(f"coursetools: {path}")
    assert len(complaint.splitlines()) == 1
    return complaint


@pytest.mark.parametrize("build", SPECIAL, ids=lambda build: build.__name__)
def test_what_cannot_be_read_is_one_line_and_status_2(build, tmp_path, capsys):
    assert SPECIAL[build] in the_one_line(build(tmp_path), capsys)


@pytest.mark.parametrize("content", NO_NOTEBOOKS, ids=lambda content: content[-60:])
def test_what_is_no_notebook_is_one_line_and_status_2(content, tmp_path, capsys):
    complaint = the_one_line(written(tmp_path, content.encode()), capsys)
    assert "not a notebook (" in complaint
    assert NO_NOTEBOOKS[content] in complaint
    assert complaint.endswith("Save it again from JupyterLab.\n")


def test_a_notebook_of_another_course_is_one_line_that_lists_this_ones(tmp_path, capsys):
    path = save(nbformat.v4.new_notebook(), tmp_path / "essay.ipynb")
    assert "not one of this course's exercises. They are 01_dot_product" in the_one_line(
        path, capsys
    )


def test_an_unusable_input_is_raised_with_its_path():
    with pytest.raises(UnusableInput, match=r"nowhere\.ipynb: does not exist"):
        read_notebook(Path("nowhere.ipynb"))
