"""How long does a class take? Against nbgrader, in one run, written to benchmarks/GRADING.md.

    python benchmarks/grading.py [NBGRADER]

NBGRADER is a folder of commands, such as `env/bin`, of an environment that has nbgrader 0.9 and the
course's packages. Without it, the script makes such an environment. Both tools grade the same class: 40
students with three notebooks each, as nbgrader releases them, filled in from the tests' bank of answers,
two thirds right. `coursetools grade` is timed before and after nbgrader, and the slower time counts. Wall
time is the time that an instructor waits. Processor time is that of the whole machine, because nobody
counts what a sandbox computed before it was killed; so let nothing else run.
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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import nbformat
import psutil

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from bank import answers  # noqa: E402

from coursetools.grading.isolation import Limits, Setting  # noqa: E402
from coursetools.grading.worker_context import WorkerContext  # noqa: E402

NOTEBOOKS = ("03_softmax_axis", "04_causal_mask", "06_positions")
STUDENTS, JOBS = 40, 2
IMPORTS = frozenset({"ipywidgets", "numpy"})  # by these notebooks
NEEDED = ["nbgrader==0.9.6", "numpy", "matplotlib", "ipywidgets", "anywidget", "ipykernel"]
NEEDED += ["threadpoolctl"]  # course.models.learning
OURS = [sys.executable, "-c", "import sys, coursetools.cli as c; sys.exit(c.main())", "grade"]
TABLE = Path(__file__).with_name("GRADING.md")
HEAD = """# Grading a class

Measured in one run of `python benchmarks/grading.py` on {machine}: {students} students, {notebooks}
notebooks each, under bubblewrap, {jobs} at a time, against `nbgrader autograde` of the same class.

| what | ours | against | ratio | at most |
|---|---|---|---|---|
"""
REST = """
Where our processor time goes:

- {starts:.0f} s start a sandbox for each student: Python, IPython, NumPy and bubblewrap. That is the floor, {floor:.0%} of the
  whole, as long as no two students share a process.
- {cells:.0f} s read the notebooks, run their cells and draw the inputs. The same class took this long with nothing answered, apart from the
  starts.
- {answers:.0f} s try the answers, compare what they return, and find the mistakes that explain it.
"""


def environment(folder: Path) -> Path:
    """Make an environment with nbgrader, and give the folder of its commands."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    pins = ["--constraint", str(ROOT / "constraints.txt")]
    subprocess.run([folder / "bin" / "pip", "install", "--quiet", *pins, *NEEDED], check=True)
    return folder / "bin"


def nbgrader(commands: Path, course: Path, *words: str) -> None:
    """Run nbgrader in its course; a task that is not passed is no failure."""
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


def hand_in_nothing(course: Path, folder: Path) -> None:
    """Hand in each notebook as it was released."""
    for number in range(STUDENTS):
        student = folder / f"student-{number:02}"
        student.mkdir(parents=True)
        for name in NOTEBOOKS:
            shutil.copy(course / "release" / "attention" / f"{name}.ipynb", student)


def hand_in(course: Path, folder: Path) -> None:
    """Fill in the assignment, for nbgrader and for us."""
    for number in range(STUDENTS):
        for name in NOTEBOOKS:
            filled = fill(course / "release" / "attention" / f"{name}.ipynb", number)
            student = f"student-{number:02}"
            for place in (course / "submitted" / student / "attention", folder / student):
                place.mkdir(parents=True, exist_ok=True)
                nbformat.write(filled, place / f"{name}.ipynb")


def fill(path: Path, number: int) -> Any:
    """Answer every task of a notebook, as one student would."""
    chance = random.Random(number)
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        task, _, kind = cell.id.rpartition("-")
        if kind == "answer":
            right = chance.random() < 2 / 3
            cell.source = chance.choice(answers(task, "right" if right else "wrong")).source
    return notebook


@dataclass(frozen=True)
class Used:
    """What grading took: seconds of wall and processor time, and MB at the peak."""

    wall: float
    processor: float
    memory: float = 0


@contextmanager
def timed() -> Iterator[Callable[[], tuple[float, float]]]:
    """Return a function that tells the seconds since then: wall time, and processor time."""
    begun, before = time.perf_counter(), worked()
    yield lambda: (time.perf_counter() - begun, worked() - before)


def worked() -> float:
    """Add up the seconds that the processors of this machine have worked, for any process."""
    times = psutil.cpu_times()
    return float(sum(times[:3]) + times.irq + times.softirq)


def grade(folder: Path, students: int) -> Used:
    """Grade the first students of a class with ours."""
    with tempfile.TemporaryDirectory() as place:
        some = Path(place) / "in"
        for student in sorted(folder.iterdir())[:students]:
            shutil.copytree(student, some / student.name)
        options = ["--out", str(Path(place) / "out"), "--jobs", str(JOBS), "--isolation", "bwrap"]
        peak: list[float] = [0.0]
        with timed() as taken:
            run = subprocess.Popen(
                [*OURS, str(some), *options], cwd=ROOT, stdout=subprocess.DEVNULL
            )
            watcher = threading.Thread(target=watch, args=(run.pid, peak))
            watcher.start()
            if run.wait() not in (0, 1):
                raise SystemExit("coursetools grade did not work")
            seconds = taken()
        watcher.join()
        return Used(*seconds, peak[0])


def starts() -> float:
    """Give the processor time of one new sandbox for each student."""
    context, setting = WorkerContext(), Setting("bwrap", Limits(), imports=IMPORTS)
    with timed() as taken:
        for _ in range(STUDENTS - 1):
            context.sandbox(setting).kill()  # and the next one is started
        context.close()
        return taken()[1]


def watch(pid: int, peak: list[float]) -> None:
    """Keep the most memory that a process and all below it have used together."""
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
        first = grade(folder, STUDENTS)
        with timed() as taken:
            nbgrader(commands, course, "autograde", "attention", "--create")
            theirs = Used(*taken())
        graded = len(list((course / "autograded").rglob("*.ipynb")))
        if graded != STUDENTS * len(NOTEBOOKS):
            raise SystemExit(f"nbgrader graded {graded} notebooks; see {course / 'log'}")
        second, half = grade(folder, STUDENTS), grade(folder, STUDENTS // 2)
        hand_in_nothing(course, Path(place) / "blank")
        blank = grade(Path(place) / "blank", STUDENTS)
    ours = Used(*map(max, zip(astuple(first), astuple(second), strict=True)))
    text = table(ours, theirs, half) + rest(ours, blank, starts())
    TABLE.write_text(text, encoding="utf-8")
    print(TABLE.read_text(encoding="utf-8"))


def table(ours: Used, theirs: Used, half: Used) -> str:
    """Write the figures down."""
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} threads"
    head = HEAD.format(machine=machine, students=STUDENTS, notebooks=len(NOTEBOOKS), jobs=JOBS)
    rows = [
        ("wall time", "s", ours.wall, theirs.wall, "nbgrader", "0.10"),
        ("wall time", "s", ours.wall, half.wall, "half the class", "2.1"),
        ("processor time", "s", ours.processor, theirs.processor, "nbgrader", ""),
        ("processor time", "s", ours.processor, half.processor, "half the class", "2.1"),
        ("peak memory", "MB", ours.memory, half.memory, "half the class", "1.1"),
    ]
    lines = [
        f"| {name} | {mine:.0f} {unit} | {other:.0f} {unit}, {whose} | {mine / other:.2f} | {aim} |"
        for name, unit, mine, other, whose, aim in rows
    ]
    return head + "\n".join(lines) + "\n"


def rest(ours: Used, blank: Used, starts: float) -> str:
    """Tell where our processor time goes."""
    return REST.format(
        starts=starts,
        cells=blank.processor - starts,
        answers=ours.processor - blank.processor,
        floor=starts / ours.processor,
    )


if __name__ == "__main__":
    main()
