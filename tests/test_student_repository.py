"""A repository for each student, made as in docs/GRADING.md, and its workflow steps, run unchanged."""

import os
import re
import shutil
import sys
import venv
from pathlib import Path

import pytest
from bank import answers
from submissions import NAME, RIGHT, ROOT, TASKS, exercise, save, source
from workflow_steps import GRADING, OF_STUDENTS, commands, run_step

pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("student-repository")]

(MAKE,) = re.findall(
    r"^```\n(coursetools release --lessons.*?)^```", GRADING, re.MULTILINE | re.DOTALL
)
INSTALL, CHECK = commands(OF_STUDENTS)
HERE = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    """A repository as a teacher makes it, in a copy of the course, with an exercise of lesson 3."""
    course = tmp_path_factory.mktemp("teacher") / "the course"
    made = (
        ".git",
        ".venv",
        ".*_cache",
        ".hypothesis",
        "build",
        "*.egg-info",
        "__pycache__",
        "tests",
    )
    shutil.copytree(ROOT, course, ignore=shutil.ignore_patterns(*made))
    done = run_step(MAKE, course, HERE)
    assert done.returncode == 0, done.stderr
    (folder,) = (course / "build").glob("course-*")
    return folder


def checked(repository, answered, environment):
    save(exercise(answered), repository / "exercises" / f"{NAME}.ipynb")
    return run_step(CHECK, repository, environment)


def test_the_repository_has_all_but_the_solutions(repository):
    assert [path.name for path in (repository / "exercises").iterdir()] == [f"{NAME}.ipynb"]
    assert (repository / ".gitignore").is_file()
    assert (repository / "attnlib").is_dir()
    assert not (repository / "solutions").exists()
    assert "Hand in" in (repository / "README.md").read_text(encoding="utf-8")


def test_a_push_shows_what_every_check_says(repository, tmp_path):
    """In an environment that the workflow itself installs; a runner stops at the first failure."""
    venv.create(tmp_path / "runner", with_pip=True)
    path = f"{tmp_path / 'runner' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    runner = {"PATH": path, "PYTHONPATH": ""}
    installed = run_step(INSTALL, repository, runner)
    assert installed.returncode == 0, installed.stderr
    right = checked(repository, RIGHT, runner)
    assert right.returncode == 0, right.stderr
    assert all(f"{task}: " in right.stdout for task in TASKS)
    wrong = next(answer for answer in answers("softmax", "wrong") if len(answer.slugs) == 1)
    failed = checked(repository, {**RIGHT, "softmax": source(wrong)}, runner)
    assert failed.returncode == 1
    assert re.search(r"softmax: .*\(0 of 3 points\)\n +\S.*\n", failed.stdout)
    assert "attention: right (3 of 3 points)" in failed.stdout
