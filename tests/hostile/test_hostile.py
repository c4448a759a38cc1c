"""Classes of submissions that a grader must survive, each graded once, and what they leave.

`make test` has an attack on each bound, some in other lessons, and a fifth of the rest, except what waits until its
time is up. `make thorough` has all others.
"""

import ctypes
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import psutil
import pytest
from hostile import borrowed, fair, lessons
from hostile import cases as basic
from hostile.cases import BOUNDS, SECONDS, Case
from submissions import NOTEBOOKS, ROOT, solution

from coursetools.grading.isolation import bwrap_complaint
from coursetools.judge import points_of
from coursetools.roles import cells_by_task

SCHEMA = json.loads((ROOT / "coursetools" / "check-result.schema.json").read_text(encoding="utf-8"))
pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("hostile")]  # some minutes
MORE = [*fair.CASES, *lessons.CASES, *borrowed.CASES]
CASES = [*basic.CASES, *MORE]
PR_SET_CHILD_SUBREAPER = 36
SECONDS_TO_END = 120  # what has not ended by then never will


@dataclass(frozen=True)
class Graded:
    """A class after grading, and the state before and after."""

    folder: Path
    cases: Sequence[Case]
    run: Any
    before: Any
    after: Any
    orphans: list[psutil.Process]


ALWAYS = [*lessons.SAMPLE, *borrowed.CASES]
SOON_OVER = [one for one in CASES if "timeout" not in one.expected.values()]
SOME = [one for one in SOON_OVER if one not in lessons.CASES][::5]
EACH_TIME = [one for one in CASES if one.name in BOUNDS or one in SOME or one in ALWAYS]
CLASSES = {
    "each time": EACH_TIME,
    "all others": [case for case in CASES if case not in EACH_TIME],
}


@pytest.fixture(scope="module")
def classes() -> dict[str, Graded]:
    """The classes that have been graded."""
    return {}


@pytest.fixture(params=[*CLASSES])
def graded(request, classes, tmp_path_factory) -> Graded:
    """A whole class, graded once."""
    if request.param not in classes:
        classes[request.param] = graded_class(request.param, tmp_path_factory.mktemp("class"))
    return classes[request.param]


def graded_class(name: str, folder: Path) -> Graded:
    if bwrap_complaint():
        if os.environ.get("CI"):
            pytest.fail("bubblewrap does not work here")
        pytest.skip("bubblewrap does not work here")
    cases = CLASSES[name]
    for case in cases:
        case.write(folder / "in" / case.name / f"{case.lesson}.ipynb")
    before = fingerprints(folder / "in"), fingerprints(ROOT / "solutions")
    with adopting_orphans() as orphans:
        run = grade(folder)
    after = fingerprints(folder / "in"), fingerprints(ROOT / "solutions")
    return Graded(folder, cases, run, before, after, orphans)


@contextmanager
def adopting_orphans() -> Iterator[list[psutil.Process]]:
    """List processes that outlive their parents; other tests may run sandboxes meanwhile."""
    known = set(psutil.Process().children(recursive=True))
    orphans: list[psutil.Process] = []
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        yield orphans
    finally:
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
    found = set(psutil.Process().children(recursive=True)) - known
    orphans += psutil.wait_procs(found, timeout=SECONDS_TO_END)[1]


def grade(folder: Path) -> Any:
    (folder / "scratch").mkdir()
    command = [sys.executable, "-c", "import sys, coursetools.cli as c; sys.exit(c.main())"]
    limits = [f"--seconds={SECONDS}", "--memory=512", "--file-size=5"]
    words = {"COURSE_SECRET": "the grader's own", "TMPDIR": f"{folder}/scratch"}
    return subprocess.run(
        [*command, "grade", f"{folder}/in", f"--out={folder}/out", "--jobs=3", *limits],
        capture_output=True,
        text=True,
        env={**os.environ, **words},
        cwd=ROOT,
    )


def fingerprints(folder: Path) -> dict[str, str]:
    """Fingerprint every file below a folder, including links and pipes."""
    found = {}
    for path in sorted(folder.rglob("*")):
        content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        found[str(path)] = f"{path.lstat().st_mode} {hashlib.sha256(content).hexdigest()}"
    return found


def result(graded: Graded, case: Case) -> Any:
    path = graded.folder / "out" / case.name / f"{case.lesson}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def points_of_tasks(lesson: str) -> dict[str, float]:
    tasks = cells_by_task(solution(lesson), "check")
    hidden = cells_by_task(solution(lesson), "hidden")
    return {task: points_of([*cells, *hidden.get(task, [])]) for task, cells in tasks.items()}


def test_the_class_is_large_enough():
    assert len(CASES) >= 200
    assert len({case.name for case in CASES}) == len(CASES)
    assert {case.lesson for case in CASES} == set(NOTEBOOKS)
    assert len([case for case in CASES if case.name in BOUNDS]) == len(BOUNDS)


@pytest.mark.parametrize(
    ("graded", "case"),
    [
        pytest.param(name, case, id=f"{name}: {case.name}")
        for name, cases in CLASSES.items()
        for case in cases
    ],
    indirect=["graded"],
)
def test_each_task_has_its_status(graded, case):
    found = result(graded, case)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    points = points_of_tasks(case.lesson)
    assert [task["id"] for task in found["tasks"]] == list(points)
    for task in found["tasks"]:
        allowed = case.expected.get(task["id"], "pass").split("|")
        assert task["status"] in allowed, task
        full = task["status"] == "pass"
        most = points[task["id"]]
        assert (task["points"], task["max_points"]) == (full * most, most)
    assert case.notes in " ".join(found["notes"])
    assert any(case.message in task["message"] for task in found["tasks"])
    assert found["isolation"] == "bwrap"


def test_the_run_ends_with_status_1_and_says_what_it_did(graded):
    run = graded.run
    assert run.returncode == 1, run.stderr
    assert f"{len(graded.cases)} notebooks, 3 at a time" in run.stderr
    assert "Isolation: bwrap" in run.stderr
    assert "\x1b" not in run.stderr + run.stdout


def test_solutions_and_submissions_are_as_they_were(graded):
    assert graded.before == graded.after


def test_nothing_was_left_behind(graded):
    assert list((graded.folder / "scratch").iterdir()) == []
    assert not Path("/tmp/was-here").exists()
    assert graded.orphans == []


def test_nothing_but_results_and_reports_is_written(graded):
    expected = {case.name for case in graded.cases} | {"report"}
    assert {path.name for path in (graded.folder / "out").iterdir()} == expected
    for case in graded.cases:
        assert [one.name for one in (graded.folder / "out" / case.name).iterdir()] == [
            f"{case.lesson}.json"
        ]
