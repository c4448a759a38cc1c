"""How long does it take to grade a class? Compares with nbgrader in one run; writes benchmarks/GRADING.md.

    python benchmarks/grading.py [NBGRADER]

NBGRADER is a folder of commands, such as `env/bin`, of an environment that has nbgrader 0.9 and the
course's packages. Without it, the script makes such an environment. Both tools grade the same class: 40
students with three notebooks each, as nbgrader releases them, filled in from the tests' bank of answers,
two thirds right. `coursetools grade` is timed before and after nbgrader, and the slower time counts.
"""

import os
import platform
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import nbformat
import psutil

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from bank import answers  # noqa: E402

NOTEBOOKS = ("03_softmax_axis", "04_causal_mask", "06_positions")
STUDENTS, JOBS = 40, 2
NEEDED = ["nbgrader==0.9.6", "numpy", "matplotlib", "ipywidgets", "anywidget", "ipykernel"]
NEEDED += ["threadpoolctl"]  # attnlib.learning
OURS = [sys.executable, "-c", "import sys, coursetools.cli as c; sys.exit(c.main())", "grade"]
TABLE = Path(__file__).with_name("GRADING.md")
HEAD = """# Grading a class

Measured in one run of `python benchmarks/grading.py` on {machine}: {students} students, {notebooks}
notebooks each, under bubblewrap, {jobs} at a time, against `nbgrader autograde` of the same class.

| what | ours | against | ratio | aim |
|---|---|---|---|---|
"""


def environment(folder: Path) -> Path:
    """Make an environment with nbgrader, and return the folder of its commands."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    pins = ["--constraint", str(ROOT / "constraints.txt")]
    subprocess.run([folder / "bin" / "pip", "install", "--quiet", *pins, *NEEDED], check=True)
    return folder / "bin"


def nbgrader(commands: Path, course: Path, *words: str) -> None:
    """Run nbgrader in its course; a task that does not pass is not a failure of the command."""
    paths = {"PATH": f"{commands}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    with (course / "log").open("a") as log:
        subprocess.run(
            [commands / "nbgrader", *words], cwd=course, env=os.environ | paths, stderr=log
        )


def release(commands: Path, course: Path) -> None:
    """Let nbgrader make its assignment of our solutions."""
    source = course / "source" / "attention"
    source.mkdir(parents=True)
    shutil.copy(ROOT / "docs" / "nbgrader_config.py", course)
    for name in NOTEBOOKS:
        shutil.copy(ROOT / "solutions" / f"{name}.ipynb", source)
    nbgrader(commands, course, "generate_assignment", "attention", "--create")


def hand_in(course: Path, folder: Path) -> None:
    """Fill in the assignment, for nbgrader and for `coursetools grade`."""
    for number in range(STUDENTS):
        for name in NOTEBOOKS:
            filled = fill(course / "release" / "attention" / f"{name}.ipynb", number)
            student = f"student-{number:02}"
            for place in (course / "submitted" / student / "attention", folder / student):
                place.mkdir(parents=True, exist_ok=True)
                nbformat.write(filled, place / f"{name}.ipynb")


def fill(path: Path, number: int) -> Any:
    """Answer every task of a notebook, as a single student would."""
    chance = random.Random(number)
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        task, _, kind = cell.id.rpartition("-")
        if kind == "answer":
            right = chance.random() < 2 / 3
            cell.source = chance.choice(answers(task, "right" if right else "wrong")).source
    return notebook


def grade(folder: Path, students: int) -> tuple[float, float]:
    """Grade the first students of a class with `coursetools grade`: seconds, and MB at the peak."""
    with tempfile.TemporaryDirectory() as place:
        some = Path(place) / "in"
        for student in sorted(folder.iterdir())[:students]:
            shutil.copytree(student, some / student.name)
        options = ["--out", str(Path(place) / "out"), "--jobs", str(JOBS), "--isolation", "bwrap"]
        begun = time.perf_counter()
        run = subprocess.Popen([*OURS, str(some), *options], cwd=ROOT, stdout=subprocess.DEVNULL)
        peak: list[float] = [0.0]
        watcher = threading.Thread(target=watch, args=(run.pid, peak))
        watcher.start()
        if run.wait() not in (0, 1):
            raise SystemExit("coursetools grade did not work")
        seconds = time.perf_counter() - begun
        watcher.join()
        return seconds, peak[0]


def watch(pid: int, peak: list[float]) -> None:
    """Record the most memory that a process and its descendants have used together."""
    while psutil.pid_exists(pid):
        used = 0
        try:
            top = psutil.Process(pid)
            for one in (top, *top.children(recursive=True)):
                used += one.memory_full_info().pss
        except (psutil.Error, ProcessLookupError):
            pass
        peak[0] = max(peak[0], used / 1e6)
        time.sleep(0.5)


def main() -> None:
    """Measure, and write the table."""
    with tempfile.TemporaryDirectory() as place:
        course, folder = Path(place) / "course", Path(place) / "class"
        course.mkdir()
        commands = Path(sys.argv[1]) if sys.argv[1:] else environment(Path(place) / "env")
        release(commands, course)
        hand_in(course, folder)
        first, _ = grade(folder, STUDENTS)
        begun = time.perf_counter()
        nbgrader(commands, course, "autograde", "attention", "--create")
        theirs = time.perf_counter() - begun
        graded = len(list((course / "autograded").rglob("*.ipynb")))
        if graded != STUDENTS * len(NOTEBOOKS):
            raise SystemExit(f"nbgrader graded {graded} notebooks; see {course / 'log'}")
        second, much = grade(folder, STUDENTS)
        half, little = grade(folder, STUDENTS // 2)
    TABLE.write_text(table(max(first, second), theirs, half, much, little), encoding="utf-8")
    print(TABLE.read_text(encoding="utf-8"))


def table(ours: float, theirs: float, half: float, much: float, little: float) -> str:
    """Format the figures as a table."""
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} threads"
    head = HEAD.format(machine=machine, students=STUDENTS, notebooks=len(NOTEBOOKS), jobs=JOBS)
    rows = [
        ("time", f"{ours:.0f} s", f"{theirs:.0f} s, nbgrader", ours / theirs, "at most 0.25"),
        ("time", f"{ours:.0f} s", f"{half:.0f} s, half the class", ours / half, "at most 2"),
        ("peak memory", f"{much:.0f} MB", f"{little:.0f} MB, half the class", much / little, "1"),
    ]
    lines = [f"| {a} | {b} | {c} | {ratio:.2f} | {aim} |" for a, b, c, ratio, aim in rows]
    return head + "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
