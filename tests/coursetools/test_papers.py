"""Papers of an exam: one for each student, of no use to another, and without checks."""

import ast
import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

from checks import check
from coursetools.cli import main
from coursetools.notebook import Notebook, parse_notebook, read_notebook
from coursetools.papers import NAME, read_papers
from coursetools.roles import cells_by_task, checked_as

ROOT = Path(__file__).parents[2]
STUDENTS = ["Ana Núñez", "Ben Ox", "Cem Ay"]
LESSON = "04_causal_mask"
# Runs the code of a paper where the checks are not installed.
RUN = """
import json, sys
sys.modules.update(checks=None, coursetools=None)
sys.path.insert(0, ".")
names = {}
for cell in json.load(open(sys.argv[1], encoding="utf-8"))["cells"]:
    if cell["cell_type"] == "code":
        exec("".join(cell["source"]), names)
import course
print(course.__file__)
"""


def roster(path: Path, students: list[str]) -> str:
    path.write_text("\n".join(["name", *students]), encoding="utf-8")
    return str(path)


def release(folder: Path, students: list[str], lessons: str = "4") -> Path:
    names = roster(folder / "students.csv", students)
    out = folder / "exam"
    assert main(["release", "--exam", names, "--lessons", lessons, "--out", str(out)]) == 0
    return out


def answered(notebook: Notebook, solution: bytes) -> Notebook:
    right = cells_by_task(parse_notebook(solution, "solution"), "answer")
    for task, (cell, *_) in cells_by_task(notebook, "answer").items():
        cell.source = right[task][0].source
    return notebook


def paper(exam: Path, student: str) -> bytes:
    return (exam / "papers" / student / f"{LESSON}.ipynb").read_bytes()


@pytest.fixture(scope="module")
def exam(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return release(tmp_path_factory.mktemp("papers"), STUDENTS)


def test_a_paper_has_no_check_and_nothing_that_its_variant_is_drawn_from(exam: Path) -> None:
    papers = read_papers(exam)
    assert papers is not None
    texts = {student: paper(exam, student) for student in STUDENTS}
    assert len(set(texts.values())) == len(STUDENTS)
    for student, text in texts.items():
        solution = parse_notebook(papers.solutions[student][LESSON], "solution")
        private = checked_as(solution, "leaking_attention").partition("@")[2]
        assert private.encode() not in text
        assert b"%check" not in text
        assert b"load_ext" not in text
        assert b"Hint" not in text


def test_who_comes_late_changes_nobody_elses_paper(exam: Path) -> None:
    before, (late, *_) = [paper(exam, student) for student in STUDENTS], ["Dee Ek"]
    release(exam.parent, [late, *STUDENTS])
    assert [paper(exam, student) for student in STUDENTS] == before
    owners = json.loads((exam / NAME).read_text(encoding="utf-8"))["owners"]
    assert set(owners.values()) == {late, *STUDENTS}


def test_a_paper_runs_where_there_are_no_checks(exam: Path) -> None:
    folder = exam / "papers" / STUDENTS[0]
    command = [sys.executable, "-c", RUN, f"{LESSON}.ipynb"]
    ran = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env=os.environ | {"MPLBACKEND": "agg"}
    )
    assert Path(ran.stdout.strip()).is_relative_to(folder), ran.stderr


def test_what_varies_is_named_and_so_is_what_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    release(tmp_path, STUDENTS[:1], "3,4")
    printed = capsys.readouterr().out
    assert "shares_of_the_visible" in printed.partition("left out")[2].partition("left out")[0]
    assert "masked_softmax" in printed.rpartition("left out")[2]


def test_an_exam_needs_a_folder_and_a_roster(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = roster(tmp_path / "students.csv", STUDENTS)
    assert main(["release", "--exam", names]) == 2
    assert "--exam: where should it go?" in capsys.readouterr().err
    assert main(["release", "--exam", str(tmp_path / "none.csv"), "--out", str(tmp_path)]) == 2
    project = ["--lessons", "16", "--out", str(tmp_path)]
    assert main(["release", "--exam", names, *project]) == 2
    assert "no task of these lessons can vary" in capsys.readouterr().err


@pytest.mark.thorough
def test_forty_papers_handed_in_by_somebody_else_earn_next_to_nothing(tmp_path: Path) -> None:
    """The next one's answers to lessons 3 to 5, as the check in one's own solution judges them."""
    students = [f"Student {number}" for number in range(41)]
    papers = read_papers(release(tmp_path, students, "3-5"))
    assert papers is not None
    earned: list[bool] = []
    for student, other in pairwise(students):
        for lesson, content in papers.solutions[student].items():
            own = parse_notebook(content, lesson)
            theirs = cells_by_task(
                parse_notebook(papers.solutions[other][lesson], lesson), "answer"
            )
            for task, (cell, *_) in cells_by_task(own, "answer").items():
                for answer, right in ((cell, True), (theirs[task][0], None)):
                    value = ast.literal_eval(
                        answer.source.rpartition("return ")[2].partition("\n")[0]
                    )
                    passed = (
                        check(checked_as(own, task), lambda value=value: value).status == "pass"
                    )
                    assert passed or right is None
                    earned += [passed] * (right is None)
    assert sum(earned) <= 0.2 * len(earned)


@pytest.mark.slow
@pytest.mark.xdist_group("variant")
def test_each_paper_is_graded_by_its_own_solutions(
    exam: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    papers = read_papers(exam)
    assert papers is not None
    ana, ben, cem = STUDENTS
    for student, owner in ((ana, ana), (ben, ana), ("Eve", cem)):
        notebook = read_notebook(exam / "papers" / owner / f"{LESSON}.ipynb")
        (tmp_path / "class" / student).mkdir(parents=True)
        path = tmp_path / "class" / student / f"{LESSON}.ipynb"
        nbformat.write(answered(notebook, papers.solutions[owner][LESSON]), path)
    monkeypatch.chdir(exam)
    main(["grade", str(tmp_path / "class"), "--out", str(tmp_path / "graded"), "--jobs", "1"])
    own, others = (
        json.loads((tmp_path / "graded" / student / f"{LESSON}.json").read_text())
        for student in (ana, ben)
    )
    assert {task["status"] for task in own["tasks"]} == {"pass"}
    assert own["notes"] == []
    assert "fail" in {task["status"] for task in others["tasks"]}
    assert f"This is the paper of {ana}." in others["notes"]
    assert "there is no such paper for this student" in capsys.readouterr().err
