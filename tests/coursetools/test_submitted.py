"""What is found in a class folder: notebooks under any name, and a reason for all other files."""

import hashlib
import json
import os
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest

from coursetools.grading.submitted import find_submissions
from coursetools.handed_in import HandedIn, HandedInFile
from coursetools.recognition import other_variant, tasks_of_solutions


def solved(*tasks: str, **metadata: str) -> bytes:
    cells = [
        nbformat.v4.new_code_cell(id=f"{task}-answer", metadata={"tags": ["answer"]})
        for task in tasks
    ]
    return nbformat.writes(nbformat.v4.new_notebook(cells=cells, metadata=metadata)).encode()


COURSE = {
    "03_softmax_axis": solved("softmax", "attention"),
    "04_causal_mask": solved("masked_softmax"),
}
EXAM = {"03_softmax_axis": solved("softmax", "attention", variant="8badf00d")}
SOFTMAX = json.dumps({"cells": [{"id": "softmax-answer"}]})
OF_EXAM = json.dumps({"cells": [{"id": "softmax-answer"}], "metadata": {"variant": "8badf00d"}})
ONLY_CHECKS_OF_EXAM = json.dumps(
    {"cells": [{"id": "softmax-answer"}, {"source": ["%check softmax@8badf00d"]}]}
)
MASK = json.dumps({"cells": [{"id": "masked_softmax-answer"}]})


def found(
    folder: Path, files: dict[str, str], known: HandedIn | None = None, solutions=COURSE
) -> tuple:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    lines: list[str] = []
    tasks = tasks_of_solutions(solutions)
    submissions, handed_in = find_submissions(
        folder,
        tasks,
        lambda student, name, content: other_variant(content, solutions[name]),
        known or HandedIn(),
        lines.append,
    )
    return submissions, {f"{one.student}/{one.file}": one.outcome for one in handed_in.files}, lines


def test_an_exercise_that_carries_its_old_number_is_graded_as_what_it_is_now(tmp_path):
    course = {"11_training": solved("next_token_loss"), "14_relative_positions": solved("rotate")}
    files = {
        "ana/10_training.ipynb": json.dumps({"cells": [{"id": "next_token_loss-answer"}]}),
        "bo/11_relative_positions.ipynb": "torn",
    }
    submissions, outcomes, _ = found(tmp_path, files, solutions=course)
    assert [paper.name for paper in submissions] == ["11_training", "14_relative_positions"]
    assert set(outcomes.values()) == {"renamed, graded"}


def test_every_file_in_a_class_folder_has_a_reason(tmp_path):
    (tmp_path / "cy").mkdir()
    files = {
        "ana/Copy of homework.ipynb": SOFTMAX,
        "ana/04_causal_mask.ipynb": MASK,
        "ana/a draft.ipynb": MASK,
        "ana/.ipynb_checkpoints/03_softmax_axis-checkpoint.ipynb": SOFTMAX,
        "ana/own.ipynb": "{}",
        "bo/essay.pdf": "%PDF",
        "bo/hw.ipynb.txt": SOFTMAX,
        "bo/sub/03_softmax_axis.ipynb": SOFTMAX,
        ".ipynb_checkpoints/03_softmax_axis.ipynb": SOFTMAX,
        ".git/HEAD": "ref: refs/heads/main",
        ".di/03_softmax_axis.ipynb": SOFTMAX,
        "handed_in.json": "{}",
    }
    submissions, outcomes, lines = found(tmp_path, files)
    assert [(one.student, one.name, one.path.name) for one in submissions] == [
        (".di", "03_softmax_axis", "03_softmax_axis.ipynb"),
        ("ana", "04_causal_mask", "04_causal_mask.ipynb"),
        ("ana", "03_softmax_axis", "Copy of homework.ipynb"),
        ("bo", "03_softmax_axis", "hw.ipynb.txt"),
    ]
    assert outcomes == {
        ".di/03_softmax_axis.ipynb": "graded",
        "ana/Copy of homework.ipynb": "renamed, graded",
        "ana/04_causal_mask.ipynb": "graded",
        "ana/a draft.ipynb": "not graded: 04_causal_mask.ipynb counts instead",
        "ana/own.ipynb": "no exercise of this course",
        "bo/essay.pdf": "a PDF, not a notebook (.ipynb)",
        "bo/hw.ipynb.txt": "read as a notebook, graded",
        "bo/sub": "a folder, which is not searched",
    }
    assert "cy: nothing in it" in lines
    assert len(lines) == 7


def test_a_pipe_or_a_link_named_like_an_exercise_has_a_result_and_is_never_opened(tmp_path):
    (tmp_path / "ana").mkdir()
    os.mkfifo(tmp_path / "ana" / "03_softmax_axis.ipynb")
    (tmp_path / "ana" / "04_causal_mask.ipynb").symlink_to("/dev/zero")
    submissions, _, _ = found(tmp_path, {})
    assert [one.name for one in submissions] == ["03_softmax_axis", "04_causal_mask"]


def test_what_collect_noted_is_kept_unless_the_file_was_changed(tmp_path):
    digest = hashlib.sha256(SOFTMAX.encode()).hexdigest()
    one = HandedInFile("ana", "a/hw.zip/x.ipynb", "from a zip, renamed, to be graded", "03_softmax_axis", "03_softmax_axis.ipynb", True, True, "", "0" * 64, digest)  # fmt: skip
    other = HandedInFile("ana", "a/essay.pdf", "a PDF")
    known = HandedIn([one, other])
    (submission,), outcomes, _ = found(tmp_path, {"ana/03_softmax_axis.ipynb": SOFTMAX}, known)
    assert submission.sha256 == "0" * 64
    assert outcomes == {"ana/a/hw.zip/x.ipynb": "from a zip, renamed, graded", "ana/a/essay.pdf": "a PDF"}  # fmt: skip
    (submission,), outcomes, _ = found(
        tmp_path, {"ana/03_softmax_axis.ipynb": SOFTMAX + " "}, known
    )
    assert submission.sha256 == hashlib.sha256(f"{SOFTMAX} ".encode()).hexdigest()
    assert outcomes["ana/03_softmax_axis.ipynb"] == "graded"


def test_a_file_that_was_handed_in_twice_has_two_rows(tmp_path):
    digest = hashlib.sha256(SOFTMAX.encode()).hexdigest()
    one = HandedInFile("ana", "1.ipynb", "to be graded", "03_softmax_axis", "03_softmax_axis.ipynb", True, saved_sha256=digest)  # fmt: skip
    again = replace(one, file="2.ipynb", outcome="renamed, the same as 1.ipynb", counts=False)
    known = HandedIn([one, again])
    _, outcomes, _ = found(tmp_path, {"ana/03_softmax_axis.ipynb": SOFTMAX}, known)
    assert outcomes == {"ana/1.ipynb": "graded", "ana/2.ipynb": "renamed, the same as 1.ipynb"}


@pytest.mark.parametrize("paper", [OF_EXAM, ONLY_CHECKS_OF_EXAM, OF_EXAM.replace(" ", "\n")])
def test_a_paper_is_never_graded_against_the_solutions_of_another_variant(tmp_path, paper):
    files = {"ana/03_softmax_axis.ipynb": paper, "ana/again.ipynb": SOFTMAX, "bo/hw.ipynb": paper}
    why = (
        "it is of variant 8badf00d, but the solutions that belong here are of no variant. Run this"
    )
    submissions, outcomes, lines = found(tmp_path, files)
    assert [one.path.name for one in submissions] == ["again.ipynb"]
    for file in ("ana/03_softmax_axis.ipynb", "bo/hw.ipynb"):
        assert outcomes[file].startswith(f"not graded: {why}")
        assert any(line.startswith(f"{file}: skipped: {why}") for line in lines)
    submissions, outcomes, _ = found(tmp_path, {}, solutions=EXAM)
    assert [one.path.name for one in submissions] == ["03_softmax_axis.ipynb", "hw.ipynb"]
    assert "it is of no variant, but" in outcomes["ana/again.ipynb"]
