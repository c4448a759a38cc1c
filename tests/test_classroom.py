"""A student's repository, made as in classroom/README.md, and its workflow steps, run unchanged."""

import base64
import json
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from bank import answers
from submissions import NAME, RIGHT, ROOT, TASKS, exercise, save, source
from workflow_steps import CLASSROOM, commands, run_step

pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("classroom")]

README = (ROOT / "classroom" / "README.md").read_text(encoding="utf-8")
MAKE, GRADE = re.findall(r"^```\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
INSTALL, CHECK, COUNT = commands(CLASSROOM)
OTHER = "06_positions"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A copy of the course that uses this environment."""
    folder = tmp_path_factory.mktemp("teacher") / "the course"
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
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*made))
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


@pytest.fixture(scope="module")
def repository(course):
    """A repository as a teacher makes it, for an assignment of two exercises."""
    done = run_step(MAKE, course, {})
    assert done.returncode == 0, done.stderr
    for path in (course / "build" / "course" / "exercises").iterdir():
        if path.stem not in (NAME, OTHER):
            path.unlink()
    return course / "build" / "course"


@pytest.fixture(scope="module")
def environment(repository, tmp_path_factory):
    """The variables that a runner sets; packages come from the repository."""
    output = tmp_path_factory.mktemp("runner") / "output"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {"PATH": path, "PYTHONPATH": str(repository), "GITHUB_OUTPUT": str(output)}


def points_told(environment) -> dict:
    """The points that the reporter decodes."""
    output = Path(environment["GITHUB_OUTPUT"])
    (line,) = output.read_text(encoding="utf-8").splitlines()
    output.unlink()
    return json.loads(base64.b64decode(line.removeprefix("result=")))


def answered(repository) -> None:
    """In lesson 3, everything but softmax is right; lesson 6 is untouched."""
    wrong = next(answer for answer in answers("softmax", "wrong") if len(answer.slugs) == 1)
    save(exercise({**RIGHT, "softmax": source(wrong)}), repository / "exercises" / f"{NAME}.ipynb")


def test_the_repository_has_all_but_the_solutions(repository):
    assert (repository / ".github" / "workflows" / "classroom.yml").is_file()
    assert (repository / ".gitignore").is_file()
    assert (repository / "attnlib").is_dir()
    assert not (repository / "solutions").exists()
    assert "Hand in" in (repository / "README.md").read_text(encoding="utf-8")


def test_the_packages_are_those_of_the_repository(repository, environment):
    where = "import attnlib, coursetools; print(attnlib.__file__, coursetools.__file__)"
    found = run_step(
        f"coursetools --help > /dev/null; python -c '{where}'", repository, environment
    )
    assert found.stdout.count(str(repository)) == 2


def test_points_and_words_of_every_task_are_reported(repository, environment):
    answered(repository)
    for step in (CHECK, COUNT):
        done = run_step(step, repository, environment)
        assert done.returncode == 0, done.stderr
    report = points_told(environment)
    assert (report["status"], report["max_score"]) == ("fail", 16 + 11)
    assert sum(test["score"] for test in report["tests"]) == 16 - 3
    by_name = {test["name"]: test for test in report["tests"]}
    softmax = by_name[f"{NAME}: softmax (0 of 3 points)"]
    assert softmax["status"] == "fail"
    assert softmax["message"]
    assert by_name[f"{NAME}: attention (3 of 3 points)"]["status"] == "pass"
    assert len(by_name) == len(report["tests"]) > len(TASKS)


def test_a_broken_notebook_stops_the_workflow_with_its_name(repository, environment):
    broken = repository / "exercises" / "broken.ipynb"
    broken.write_text("{", encoding="utf-8")
    only_this = CHECK.replace("exercises/*", "exercises/broken")
    done = run_step(only_this, repository, environment)
    broken.unlink()
    assert done.returncode != 0
    assert "coursetools: exercises/broken.ipynb: not a notebook" in done.stderr


def test_collected_repositories_become_a_class_to_grade(course):
    submitted = course / "week-3-submissions" / "week-3-ann" / "exercises"
    submitted.mkdir(parents=True)
    shutil.copy(ROOT / "exercises" / f"{NAME}.ipynb", submitted)
    loop, grade = GRADE.strip().rsplit("\n", 1)
    assert grade == ".venv/bin/coursetools grade class --out graded"
    assert run_step(loop, course, {}).returncode == 0
    assert (course / "class" / "week-3-ann" / f"{NAME}.ipynb").is_file()


@pytest.mark.thorough
def test_the_whole_workflow_runs_in_a_new_environment(repository, environment, tmp_path):
    venv.create(tmp_path / "runner", with_pip=True)
    path = f"{tmp_path / 'runner' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    runner = {**environment, "PATH": path, "PYTHONPATH": ""}
    answered(repository)
    for step in (INSTALL, CHECK, COUNT):
        done = run_step(step, repository, runner)
        assert done.returncode == 0, done.stderr
    assert points_told(runner)["max_score"] == 16 + 11
    subprocess.run(
        [tmp_path / "runner" / "bin" / "coursetools", "doctor"], cwd=repository, check=True
    )
