"""Does the grader's memory grow with the class? Writes benchmarks/LARGE_CLASS.md.

    python benchmarks/large_class.py [STUDENTS]

Grades a class of 1,000 students. Each hands in one small notebook: lesson 1 up to its first task, with
answers from the bank, right and wrong. Measures the memory of the command and its workers, but not of
examiners and sandboxes, whose memory is limited anyway.
"""

import os
import platform
import random
import sys
import tempfile
import time
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Any

import psutil

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from bank import answers  # noqa: E402
from submissions import cell, exercise, save, solution  # noqa: E402

OURS = [sys.executable, "-c", "import sys, coursetools.cli as c; sys.exit(c.main())", "grade"]
TABLE = Path(__file__).with_name("LARGE_CLASS.md")
LESSON, TASK = "01_dot_product", "dot_scores"
JOBS, PARTS = 2, 10


def prepare(course: Path, folder: Path, students: int) -> None:
    """Make a course with a single task, and let each student answer it, right or wrong."""
    save(shortened(solution(LESSON)), course / "solutions" / f"{LESSON}.ipynb")
    chance = random.Random(7)
    for number in range(students):
        answer = chance.choice(answers(TASK, chance.choice(["right", "wrong"])))
        filled = shortened(exercise({TASK: answer.source}, LESSON))
        save(filled, folder / f"student-{number:04}" / f"{LESSON}.ipynb")


def shortened(notebook: Any) -> Any:
    """Leave out everything after the first task."""
    last = notebook.cells.index(cell(notebook, f"{TASK}-check"))
    notebook.cells = notebook.cells[: last + 1]
    return notebook


def watch(run: Any, out: Path, students: int) -> list[tuple[int, float]]:
    """Measure the grader after each tenth of the class: the number of students graded, and MB."""
    measured = []
    while run.poll() is None:
        graded = len(list(out.glob("*/*.json")))
        if graded >= (len(measured) + 1) * students / PARTS:
            measured.append((graded, memory(run.pid)))
        time.sleep(0.5)
    return measured


def memory(pid: int) -> float:
    """Measure the memory of the command and the workers that it started, in MB."""
    top = psutil.Process(pid)
    return sum(one.memory_full_info().uss for one in (top, *top.children())) / 1e6


def main() -> None:
    """Measure, and write the table."""
    students = int(sys.argv[1]) if sys.argv[1:] else 1000
    with tempfile.TemporaryDirectory() as place:
        course, folder, out = (Path(place) / name for name in ("course", "in", "out"))
        prepare(course, folder, students)
        begun = time.perf_counter()
        options = ["--out", str(out), "--jobs", str(JOBS)]
        run = Popen([*OURS, str(folder), *options], cwd=course, stdout=DEVNULL, stderr=DEVNULL)
        measured = watch(run, out, students)
        seconds = time.perf_counter() - begun
    if run.returncode != 1:
        raise SystemExit("coursetools grade did not work")
    TABLE.write_text(table(students, measured, seconds), encoding="utf-8")
    print(TABLE.read_text(encoding="utf-8"))


def table(students: int, measured: list[tuple[int, float]], seconds: float) -> str:
    """Format the figures as a table."""
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} threads"
    head = f"""# A large class

Measured by `python benchmarks/large_class.py` on {machine}: {students:,} students, one small notebook
each, {JOBS} at a time, in {seconds:.0f} s. The memory of the command and its workers:

| graded | MB |
|---|---|
"""
    return head + "".join(f"| {graded:,} | {megabytes:.0f} |\n" for graded, megabytes in measured)


if __name__ == "__main__":
    main()
