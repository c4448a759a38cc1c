"""A repository for each student, made as in docs/GRADING.md, and its workflow steps, run unchanged."""

import os
import re
import shutil
import sys
import venv
from pathlib import Path

import pytest
from bank import answers
from submissions import RIGHT, ROOT, TASKS, exercise, save, source
from workflow_steps import GRADING, OF_STUDENTS, commands, run_step

(MAKE,) = re.findall(
    r"^```\n(coursetools release --lessons.*?)^```", GRADING, re.MULTILINE | re.DOTALL
)
INSTALL, CHECK = commands(OF_STUDENTS)
MADE = (".git", ".venv", ".*_cache", ".hypothesis", "build", "*.egg-info", "__pycache__", "tests")


def with_commands(folder):
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": ""}


@pytest.mark.thorough
def test_a_push_shows_what_every_check_says(tmp_path):
    shutil.copytree(ROOT, tmp_path / "the course", ignore=shutil.ignore_patterns(*MADE))
    made = run_step(MAKE, tmp_path / "the course", with_commands(Path(sys.executable).parent))
    assert made.returncode == 0, made.stderr
    (repository,) = (tmp_path / "the course" / "build").glob("course-*")
    assert (repository / ".gitignore").is_file()
    assert not (repository / "solutions").exists()
    (notebook,) = (repository / "exercises").iterdir()

    venv.create(tmp_path / "runner", with_pip=True)
    runner = with_commands(tmp_path / "runner" / "bin")
    installed = run_step(INSTALL, repository, runner)
    assert installed.returncode == 0, installed.stderr
    save(exercise(RIGHT), notebook)
    right = run_step(CHECK, repository, runner)
    assert right.returncode == 0, right.stderr
    assert all(f"{task}: right" in right.stdout for task in TASKS)
    wrong = next(answer for answer in answers("softmax", "wrong") if len(answer.slugs) == 1)
    save(exercise({**RIGHT, "softmax": source(wrong)}), notebook)
    failed = run_step(CHECK, repository, runner)
    assert failed.returncode == 1
    assert re.search(r"softmax: .*\(0 of 3 points\)\n +\S.*\n", failed.stdout)
    assert "attention: right (3 of 3 points)" in failed.stdout
