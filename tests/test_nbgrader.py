"""Real nbgrader, in its own environment, makes assignments from our solutions and grades them."""

import csv
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import nbformat
import pytest

ROOT = Path(__file__).parent.parent
NOTEBOOKS = ("03_softmax_axis", "04_causal_mask")  # whose own first cell imports the library
NO_SCALE = "    exponentials = np.exp(Q @ np.swapaxes(K, -1, -2))\n    return exponentials / exponentials.sum(axis=-1, keepdims=True)"
pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("nbgrader")]  # it installs nbgrader


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def commands() -> list[str]:
    """The commands of docs/GRADING.md, word for word."""
    text = (ROOT / "docs" / "GRADING.md").read_text(encoding="utf-8")
    block = text.partition("## With nbgrader instead")[2].split("```")[1]
    return block.strip().splitlines()


def run(course: Path, *lines: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run commands as an instructor would type them, one after another."""
    known = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    paths = {"PATH": f"{course.parent / 'env' / 'bin'}:{os.environ['PATH']}"}
    pinned = {"PIP_CONSTRAINT": str(course.parent / "constraints.txt"), "PIP_NO_COMPILE": "1"}
    script = "set -e\n" + "\n".join(lines)
    return subprocess.run(
        ["bash", "-c", script],
        cwd=course,
        env=known | paths | pinned | more,
        capture_output=True,
        text=True,
    )


def require(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course made by the commands of docs/GRADING.md, with a second notebook."""
    checkout = tmp_path_factory.mktemp("nbgrader") / "checkout"
    for name in ("attnlib", "attnprobes", "course", "checks", "coursetools", "docs", "solutions"):
        shutil.copytree(ROOT / name, checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, checkout)
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    (checkout.parent / "constraints.txt").write_text(f"{pins}\nnbgrader==0.9.6\n", encoding="utf-8")
    make_environment(checkout.parent / "env")
    first, rest = commands()[:5], commands()[5:]
    second = f"cp solutions/{NOTEBOOKS[1]}.ipynb COURSE/source/ps3/"
    require(run(checkout, *first, second, *rest[:2]))
    assert rest[2:] == ["nbgrader autograde ps3"]
    for name in ("attnlib", "attnprobes", "course", "checks"):
        shutil.rmtree(checkout / name)  # only installed packages may be used
    return Path(shutil.move(checkout / "COURSE", checkout.parent / "course"))


def make_environment(folder: Path) -> None:
    """Make an environment that shares the packages of the tests, most of which nbgrader needs."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    own = sysconfig.get_path("purelib", "venv", {"base": str(folder)})
    Path(own, "borrowed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")


@pytest.fixture(scope="module")
def graded(course: Path) -> Path:
    """Graded submissions: all right; one mistake, a notebook missing; one importing the answer."""
    first, second = ({**RIGHT_OF[name]} for name in NOTEBOOKS)
    slip = {"attention_weights-answer": f"def attention_weights(Q, K):\n{NO_SCALE}"}
    library = {"softmax-answer": "from attnlib import softmax"}
    for student, answers in {"right": {}, "slip": slip, "library": library}.items():
        hand_in(course, student, NOTEBOOKS[0], first | answers)
        hand_in(course, student, NOTEBOOKS[1], second if student == "right" else {})
    require(run(course, "nbgrader autograde ps3", "nbgrader export"))
    return course


def hand_in(course: Path, student: str, name: str, answers: dict[str, str]) -> None:
    notebook = read(course / "release" / "ps3" / f"{name}.ipynb")
    for cell in notebook.cells:
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
        cell.source = answers.get(grade_id, cell.source)
    path = course / "submitted" / student / "ps3" / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)


def answers_of(name: str) -> dict[str, str]:
    cells = read(ROOT / "solutions" / f"{name}.ipynb").cells
    return {cell.id: cell.source for cell in cells if cell.id.endswith("-answer")}


RIGHT_OF = {name: answers_of(name) for name in NOTEBOOKS}


def cells_of(course: Path, student: str) -> dict[str, Any]:
    path = course / "autograded" / student / "ps3" / f"{NOTEBOOKS[0]}.ipynb"
    return {cell["id"]: cell for cell in json.loads(path.read_text())["cells"]}


def points_of_cells(name: str) -> dict[str, float]:
    cells = read(ROOT / f"solutions/{name}.ipynb").cells
    return {cell.id: cell.metadata.get("nbgrader", {}).get("points", 0) for cell in cells}


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_what_nbgrader_releases_has_the_same_cells_as_our_exercise_and_no_answer(course, name):
    released = read(course / "release" / "ps3" / f"{name}.ipynb")
    exercise = read(ROOT / "exercises" / f"{name}.ipynb")
    header = read(
        course / "source" / "header.ipynb"
    ).cells  # quickstart's own, above every notebook
    # The code to repair stays in its own cell, above an empty answer.
    own = released.cells[len(header) :]
    cells = [cell for cell in own if not cell.id.endswith("-starter")]
    assert [cell.id for cell in cells] == [cell.id for cell in exercise.cells]
    for one, other in zip(cells, exercise.cells, strict=True):
        assert one.source == other.source or one.id.endswith("-answer"), one.id
        assert "SOLUTION" not in one.source
        assert not one.id.endswith("-answer") or "NotImplementedError" in one.source


def test_right_answers_get_all_points_a_slip_costs_its_task_and_a_blank_gets_none(graded):
    with (graded / "grades.csv").open() as file:
        scores = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    first, second = map(points_of_cells, NOTEBOOKS)
    assert 0 < sum(first.values()) + sum(second.values()) == scores["right"]
    # nbgrader runs a submission as it is: the right `attention` calls the wrong `attention_weights`.
    lost = first["attention_weights-check"] + first["attention-check"]
    assert scores["slip"] == sum(first.values()) - lost


def test_a_check_that_fails_says_its_words_and_shows_no_traceback(graded):
    cells = cells_of(graded, "slip")
    (output,) = cells["attention_weights-check"]["outputs"]
    assert output["output_type"] == "error"
    said = "\n".join(output["traceback"])
    assert "The scores are not divided by the root of d_k." in said
    assert "Traceback" not in said
    assert cells["softmax-check"]["outputs"][0]["output_type"] == "display_data"


def test_the_settings_of_the_course_stay(course):
    settings = (course / "nbgrader_config.py").read_text(encoding="utf-8")
    assert 'course_id = "COURSE"' in settings


def test_hidden_checks_are_not_released_and_run_when_it_is_graded(graded):
    released = (graded / "release" / "ps3" / f"{NOTEBOOKS[0]}.ipynb").read_text()
    assert "--seed" not in released
    assert "HIDDEN" not in released
    check = cells_of(graded, "right")["softmax-check"]
    assert "%check softmax --seed 1" in "".join(check["source"])
    assert [output["output_type"] for output in check["outputs"]] == ["display_data"] * 2


def test_an_answer_that_imports_the_library_gets_no_points(graded):
    cells = cells_of(graded, "library")
    assert "Only course.views may be imported" in str(cells["softmax-answer"]["outputs"])
    assert cells["softmax-check"]["outputs"][0]["output_type"] == "error"
    assert cells["normalised_axis-check"]["outputs"][0]["output_type"] == "display_data"


def test_a_missing_check_is_an_error_and_not_0_points(graded):
    """The student has deleted the cell that loads the checks."""
    hand_in(graded, "torn", NOTEBOOKS[0], RIGHT_OF[NOTEBOOKS[0]])
    path = graded / "submitted" / "torn" / "ps3" / f"{NOTEBOOKS[0]}.ipynb"
    notebook = read(path)
    notebook.cells = [cell for cell in notebook.cells if cell.id != "imports"]
    nbformat.write(notebook, path)
    done = run(graded, "nbgrader autograde ps3 --student torn")
    assert done.returncode != 0
    assert "%check was not found" in done.stdout + done.stderr
    assert not (graded / "autograded" / "torn" / "ps3" / path.name).exists()


def test_without_the_course_nbgrader_stops_at_once(course, tmp_path):
    (tmp_path / "coursetools").mkdir()
    (tmp_path / "coursetools" / "__init__.py").touch()
    done = run(course, "nbgrader autograde ps3", PYTHONPATH=str(tmp_path))
    assert done.returncode != 0
    assert "the course is not installed where nbgrader runs" in done.stdout + done.stderr
