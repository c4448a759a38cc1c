"""Runs what belongs to one task: its solution, its exercise, its golden file, its tests.

make task T=softmax
"""

import subprocess
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from checks.catalogue import EXERCISES, TASKS
from coursetools.notebook import read_notebook
from coursetools.roles import cells_by_task

ROOT = Path(__file__).parents[1]
PYTHON = (sys.executable, "-m")
TESTS = ("tests/test_exercises_contract.py", "tests/test_teaching.py")
ABOUT_ALL_TASKS = "the_contract or practises"


def steps(task: str) -> Iterator[tuple[str, list[str]]]:
    """Yield what is done for a task, in words and as a command; stop if a part is missing."""
    lesson = _lesson_of(task)
    bank, golden = f"tests/answers/{task}.py", f"tests/checks/golden/{task}.txt"
    solution, exercise = f"solutions/{lesson}.ipynb", f"exercises/{lesson}.ipynb"
    _require(bank, "the answers of the bank")
    _require(solution, "the lesson")
    if task not in cells_by_task(read_notebook(ROOT / solution), "answer"):
        sys.exit(f"{solution} has no cell {task}-answer tagged answer.")
    yield f"run {solution}, make {exercise} of it", ["make", "execute", f"RUN={solution}"]
    lint = str(Path(sys.executable).with_name("coursetools")), "lint"
    yield "check the rules for notebooks", [*lint, solution, exercise]
    tests, new = _tests_of(task), not (ROOT / golden).exists()
    if new:  # not before its answers are right
        tests += ["--deselect", "tests/checks/test_golden.py"]
    yield "run the tests of the task", [*PYTHON, "pytest", "-q", "-m", "not thorough", *tests]
    if new:
        yield f"write {golden}", [*PYTHON, "golden", task]


def _lesson_of(task: str) -> str:
    if task in TASKS:
        return next(lesson for lesson, tasks in EXERCISES.items() if task in tasks)
    names = EXERCISES.get(task) or get_close_matches(task, TASKS)
    hint = f"Did you mean {', '.join(names)}?" if names else "checks/catalogue/ has a file of each."
    sys.exit(f"There is no task {task!r}. {hint}")


def _require(path: str, what: str) -> None:
    if not (ROOT / path).exists():
        sys.exit(f"{path} is missing, with {what}. `coursetools new-task` lays it down.")


def _tests_of(task: str) -> list[str]:
    """Name the files that try every task, and the tests in them that try this one."""
    paths = sorted((ROOT / "tests" / "checks").glob("test_*.py"))
    files = [str(path) for path in paths if "TASKS" in path.read_text(encoding="utf-8")]
    return [*files, *TESTS, "-k", f"[{task}] or [{task}- or -{task}] or {ABOUT_ALL_TASKS}"]


def main(task: str) -> None:
    """Take the steps; of a step that fails, show what it prints."""
    for words, command in steps(task):
        print(words, flush=True)
        step = subprocess.run(command, cwd=ROOT, text=True, capture_output=True)
        if step.returncode:
            sys.exit(f"{step.stdout}{step.stderr}")
    print(f"All is well with {task}. Commit everything together.")


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]))
