"""kill -9 at any moment: nothing is lost or half written, and no process is left."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from hostile.test_hostile import SECONDS_TO_END, adopting_orphans
from submissions import NAME, RIGHT, ROOT, TASKS, exercise, save

from coursetools.grading.isolation import bwrap_complaint
from coursetools.result import read_result

pytestmark = [
    pytest.mark.thorough,  # about three seconds for each moment
    pytest.mark.skipif(sys.platform != "linux", reason="Linux alone ends children with parents"),
]
COMMAND = [sys.executable, "-c", "import sys, coursetools.cli as c; sys.exit(c.main())", "grade"]
LONGEST = 8  # seconds; most of the class is graded in this time
LEVEL = "none" if bwrap_complaint() else "bwrap"
MOMENTS = 15
CLASS = {
    "ana": RIGHT,
    "bo": {**RIGHT, "softmax": f"import time; time.sleep(0.2)\n{RIGHT['softmax']}"},
    "cleo": {**RIGHT, "attention": "import os\nif os.fork() == 0:\n    os.setsid()\n    os.execvp('sleep', ['sleep', '600'])\n" + RIGHT["attention"]},
    "dan": {**RIGHT, "softmax": "def softmax(scores, axis=-1):\n    while True: pass"},
}  # fmt: skip


@pytest.mark.parametrize("level", sorted({LEVEL, "none"}))
def test_kill_9_at_random_moments(tmp_path, level):
    for student, sources in CLASS.items():
        save(exercise(sources), tmp_path / "in" / student / f"{NAME}.ipynb")
    options = ["--out", tmp_path / "out", "--seconds=2", "--jobs=2", f"--isolation={level}"]
    command = list(map(str, [*COMMAND, tmp_path / "in", *options]))
    for number in range(MOMENTS):
        moment = LONGEST * random.random()
        with adopting_orphans() as orphans:
            kill_after(moment, command)
        assert alive(orphans) == [], (number, moment)
        for path in (tmp_path / "out").glob("*/*.json"):
            read_result(path)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    assert_all_is_there(tmp_path / "out")


def kill_after(seconds: float, command: list[str]) -> None:
    grader = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(seconds)
    os.kill(grader.pid, signal.SIGKILL)
    grader.wait()


def alive(processes: list[psutil.Process]) -> list[psutil.Process]:
    return psutil.wait_procs(processes, timeout=SECONDS_TO_END)[1]


def assert_all_is_there(out: Path) -> None:
    for student in CLASS:
        assert [path.name for path in (out / student).iterdir()] == [f"{NAME}.json"]
        found = json.loads((out / student / f"{NAME}.json").read_text(encoding="utf-8"))
        statuses = {task["id"]: task["status"] for task in found["tasks"]}
        slow = {"softmax": "timeout"} if student == "dan" else {}
        assert statuses == {**dict.fromkeys(TASKS, "pass"), **slow}
    assert (out / "report" / "grades.csv").is_file()
