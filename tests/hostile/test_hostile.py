"""A class of submissions that a grader must survive, graded once; then a look at what is left."""

import ctypes
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import jsonschema
import psutil
import pytest
from hostile import cases, fair, lessons
from hostile.cases import SECONDS, Case
from submissions import NOTEBOOKS, ROOT, solution

from coursetools.grading.isolation import strongest
from coursetools.judge import points_of
from coursetools.roles import cells_by_task

SCHEMA = json.loads((ROOT / "coursetools" / "check-result.schema.json").read_text(encoding="utf-8"))
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("hostile")]  # a minute or two
CASES = [*cases.CASES, *fair.CASES, *lessons.CASES]
PR_SET_CHILD_SUBREAPER = 36
SECONDS_TO_END = 5


@pytest.fixture(scope="module")
def graded(tmp_path_factory) -> Any:
    """The whole class, graded under bubblewrap."""
    if strongest() != "bwrap":
        if os.environ.get("CI"):
            pytest.fail("bubblewrap does not work here")
        pytest.skip("bubblewrap does not work here")
    folder = tmp_path_factory.mktemp("class")
    for case in CASES:
        case.write(folder / "in" / case.name / f"{case.lesson}.ipynb")
    before = fingerprints(folder / "in"), fingerprints(ROOT / "solutions")
    with adopting_orphans() as orphans:
        run = grade(folder / "in", folder / "out")
    after = fingerprints(folder / "in"), fingerprints(ROOT / "solutions")
    return folder, run, before, after, orphans


@contextmanager
def adopting_orphans() -> Iterator[list[psutil.Process]]:
    """List what outlives those who started it; other tests may run sandboxes meanwhile."""
    known = set(psutil.Process().children(recursive=True))
    orphans: list[psutil.Process] = []
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        yield orphans
    finally:
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
    found = set(psutil.Process().children(recursive=True)) - known
    orphans += psutil.wait_procs(found, timeout=SECONDS_TO_END)[1]


def grade(folder: Path, out: Path, *more: str) -> Any:
    command = [sys.executable, "-c", "import sys, coursetools.cli as c; sys.exit(c.main())"]
    limits = [f"--seconds={SECONDS}", "--memory=512", "--output=5", "--file-size=5"]
    options = ["--jobs=3", "--isolation=bwrap", *limits, *more]
    scratch = out.with_name("scratch")
    scratch.mkdir()
    more_words = {"COURSE_SECRET": "the grader's own", "TMPDIR": str(scratch)}
    environment = {**os.environ, **more_words}
    return subprocess.run(
        [*command, "grade", str(folder), "--out", str(out), *options],
        capture_output=True,
        text=True,
        env=environment,
        cwd=ROOT,
    )


def fingerprints(folder: Path) -> dict[str, str]:
    """What every file below a folder is, links and pipes included."""
    found = {}
    for path in sorted(folder.rglob("*")):
        content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        found[str(path)] = f"{path.lstat().st_mode} {hashlib.sha256(content).hexdigest()}"
    return found


def result(graded: Any, case: Case) -> Any:
    path = graded[0] / "out" / case.name / f"{case.lesson}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def points_of_tasks(lesson: str) -> dict[str, float]:
    tasks = cells_by_task(solution(lesson), "check")
    hidden = cells_by_task(solution(lesson), "hidden")
    return {task: points_of([*cells, *hidden.get(task, [])]) for task, cells in tasks.items()}


def test_the_class_is_large_enough():
    assert len(CASES) >= 200
    assert len({case.name for case in CASES}) == len(CASES)
    assert {case.lesson for case in CASES} == set(NOTEBOOKS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
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
    run = graded[1]
    assert run.returncode == 1, run.stderr
    assert f"{len(CASES)} notebooks, 3 at a time" in run.stderr
    assert "Isolation: bwrap" in run.stderr
    assert "\x1b" not in run.stderr + run.stdout


def test_solutions_and_submissions_are_as_they_were(graded):
    assert graded[2] == graded[3]


def test_nothing_was_left_behind(graded):
    assert list((graded[0] / "scratch").iterdir()) == []
    assert not Path("/tmp/was-here").exists()
    assert graded[4] == []


def test_nothing_but_results_and_reports_is_written(graded):
    expected = {case.name for case in CASES} | {"report"}
    assert {path.name for path in (graded[0] / "out").iterdir()} == expected
    for case in CASES:
        assert [one.name for one in (graded[0] / "out" / case.name).iterdir()] == [
            f"{case.lesson}.json"
        ]
