"""Real nbgrader, in an environment of its own, makes assignments of our solutions and grades them."""

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
NOTEBOOKS = ("03_softmax_axis", "05_multi_head")
NEEDED = ["nbgrader==0.9.6", "numpy", "matplotlib", "ipywidgets", "anywidget", "ipykernel"]
NO_SCALE = "    exponentials = np.exp(Q @ np.swapaxes(K, -1, -2))\n    return exponentials / exponentials.sum(axis=-1, keepdims=True)"
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("nbgrader")]


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def run(course: Path, *command: str) -> str:
    scripts = course.parent / "env" / "bin"
    paths = {"PATH": f"{scripts}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [scripts / command[0], *command[1:]],
        cwd=course,
        env=os.environ | paths,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An nbgrader course, with two of our notebooks as an assignment."""
    course = tmp_path_factory.mktemp("nbgrader") / "course"
    source = course / "source" / "attention"
    source.mkdir(parents=True)
    shutil.copy(ROOT / "docs" / "nbgrader_config.py", course)
    for name in NOTEBOOKS:
        shutil.copy(ROOT / "solutions" / f"{name}.ipynb", source)
    make_environment(course.parent / "env")
    install = ["pip", "install", "--no-compile", "--constraint", str(ROOT / "constraints.txt")]
    run(course, "python", "-m", *install, *NEEDED)
    run(course, "nbgrader", "generate_assignment", "attention", "--create")
    return course


def make_environment(folder: Path) -> None:
    """Make an environment that borrows what the tests have installed: most of what nbgrader needs."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    own = sysconfig.get_path("purelib", "venv", {"base": str(folder)})
    Path(own, "borrowed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")


@pytest.fixture(scope="module")
def graded(course: Path) -> Path:
    """Graded submissions: all right, and one that forgets the scale and stops after a notebook."""
    for name in NOTEBOOKS:
        solution = read(course / "source" / "attention" / f"{name}.ipynb")
        right = {cell.id: cell.source for cell in solution.cells if cell.id.endswith("-answer")}
        hand_in(course, "right", name, right)
        slip = {"attention_weights-answer": f"def attention_weights(Q, K):\n{NO_SCALE}"}
        hand_in(course, "slip", name, right | slip if name == NOTEBOOKS[0] else {})
    run(course, "nbgrader", "autograde", "attention", "--create")
    run(course, "nbgrader", "export")
    return course


def hand_in(course: Path, student: str, name: str, answers: dict[str, str]) -> None:
    notebook = read(course / "release" / "attention" / f"{name}.ipynb")
    for cell in notebook.cells:
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
        cell.source = answers.get(grade_id, cell.source)
    path = course / "submitted" / student / "attention" / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)


def points_of_cells(name: str) -> dict[str, float]:
    cells = read(ROOT / f"solutions/{name}.ipynb").cells
    return {cell.id: cell.metadata.get("nbgrader", {}).get("points", 0) for cell in cells}


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_what_nbgrader_releases_has_the_same_cells_as_our_exercise_and_no_answer(course, name):
    released = read(course / "release" / "attention" / f"{name}.ipynb")
    exercise = read(ROOT / "exercises" / f"{name}.ipynb")
    # The code to repair stays in a cell of its own, above an empty answer.
    cells = [cell for cell in released.cells if not cell.id.endswith("-starter")]
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
    path = graded / "autograded" / "slip" / "attention" / f"{NOTEBOOKS[0]}.ipynb"
    cells = {cell["id"]: cell for cell in json.loads(path.read_text())["cells"]}
    (output,) = cells["attention_weights-check"]["outputs"]
    assert output["output_type"] == "error"
    said = "\n".join(output["traceback"])
    assert "The scores are not divided by the root of d_k." in said
    assert "Traceback" not in said
    assert cells["softmax-check"]["outputs"][0]["output_type"] == "display_data"
