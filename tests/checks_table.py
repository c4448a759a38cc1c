"""Writes docs/CHECKS.md: which mistakes in the bank of answers the checks reject and name.

make table
"""

from collections.abc import Iterable
from pathlib import Path

from bank import Answer, answers
from verdicts import verdict_on

from checks.catalogue import EXERCISES, TASKS

KINDS = ("right", "wrong", "unnamed")  # of answers
TABLE = Path(__file__).parents[1] / "docs" / "CHECKS.md"
HEAD = """# What the checks catch

Made by `make table` from the bank of answers in `tests/answers/`. For the longer tasks it was written
without a look at the catalogue, but for a handful of answers. For most of the short ones (find, predict, repair), those who
wrote the task wrote its answers as well, so the numbers say less there. An answer whose slip is too rare for the catalogue is
labelled as one without a name. CI fails when this page is out of date.

What the checks know can be read where it is: `checks/catalogue/` has a folder for each lesson and a file for each task. On top
stands the right function, below it the mistakes, each as the wrong line that students type, with the sentence and the question
of the check. Mistakes that several tasks share are in `checks/catalogue/mistakes/`.

In the tables, *right* and *wrong* count the answers in the bank, and *named* the wrong ones whose check names a mistake that they make.
*False* counts those that are given a name of a mistake that they do not make, which must be none; *no name* counts
answers that are wrong in ways too rare for the catalogue.

A second set is not counted here: `tests/answers/more/blind.py`, by somebody who had seen neither the catalogue nor
the bank, holds 223 answers to the 14 tasks of lessons 8 and 10. When they were first checked, all 40 right ones passed,
and all 183 wrong ones were rejected: 127 were rightly named, 55 had no name, and one had a false name. Since then what
they showed has been mended, and CI judges them too.

A third set, `tests/answers/more/blind_late.py`, made in the same way from the statements alone, holds answers to 17 tasks of
lessons 11 and 12 and the capstone. At first all 53 right ones passed, and all 211 wrong ones were rejected: 149 were
rightly named, 53 had no name, and nine had a name whose sentence was not true of them. That has been mended as well.

"""


def page() -> str:
    """Write the page: totals, then a table for each lesson."""
    parts = [HEAD, totals(), *map(_section, EXERCISES.items())]
    return "\n".join(parts)


def totals() -> str:
    """Count the bank: what passes, what is rejected, what is named."""
    right, wrong, beyond = (answers(kind=kind) for kind in KINDS)
    named = [one for one in wrong if verdict_on(one).mistakes]
    pairs = [one for one in wrong if len(one.slugs) == 2]
    both = [one for one in pairs if set(verdict_on(one).mistakes) == set(one.slugs)]
    return (
        f"- {len(TASKS)} tasks, {len(answers())} answers.\n"
        f"- Right answers, in many styles: {_passing(right)} of {len(right)} pass.\n"
        f"- Wrong answers: {len(wrong) - _passing(wrong)} of {len(wrong)} rejected, "
        f"{len(named)} named.\n"
        f"- Among them with two slips: {len(pairs)}, both named in {len(both)}.\n"
        f"- Wrong in a way that has no name: {len(beyond) - _passing(beyond)} of {len(beyond)} "
        "rejected.\n"
        f"- False names, in all of them: {len(false_names())}.\n"
    )


def false_names(task: str | None = None) -> list[tuple[Answer, str]]:
    """List the answers that are given a wrong name, with that name."""
    given = [(one, name) for one in answers(task) for name in verdict_on(one).mistakes]
    return [(one, name) for one, name in given if name not in one.slugs]


def _section(lesson: tuple[str, list[str]]) -> str:
    name, tasks = lesson
    title = name[3:].replace("_", " ")
    lines = [
        f"## {int(name[:2])} {title}",
        "",
        "| task | kind | mistakes | ways to make them | right | wrong | named | false | no name |",
        "|---|---|---|---|---|---|---|---|---|",
        *map(_row, tasks),
        "",
    ]
    return "\n".join(lines)


def _row(name: str) -> str:
    task, (right, wrong, beyond) = TASKS[name], (answers(name, kind) for kind in KINDS)
    named = sum(bool(verdict_on(one).mistakes) for one in wrong)
    counts = [len(task.mistakes), len(task.slips()), len(right), len(wrong), named]
    cells = [f"`{name}`", task.kind, *counts, len(false_names(name)), len(beyond)]
    return f"| {' | '.join(map(str, cells))} |"


def _passing(some: Iterable[Answer]) -> int:
    return sum(verdict_on(one).status == "pass" for one in some)


if __name__ == "__main__":
    TABLE.write_text(page(), encoding="utf-8")
