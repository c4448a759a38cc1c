"""Writes docs/CHECKS.md: how many answers of the bank the checks reject and name, task by task.

make table
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from bank import Answer, answers
from teaching_table import Lesson, lessons
from verdicts import verdict_on

from checks.catalogue import TASKS

KINDS = ("right", "wrong", "unnamed")  # of answers
TABLE = Path(__file__).parents[1] / "docs" / "CHECKS.md"
HEAD = """# What the checks catch

`tests/answers/` is a bank of answers as students write them, and every change of the course has to judge them all as before. Where
it stands now:

"""
REST = """
**What a check knows can be read where it is**: each task below links to its file. At the top of the file is the right function, then
what holds for every right answer, then the mistakes: the wrong line as students type it, below what the check says about it. A mistake
that several tasks share is in `checks/catalogue/mistakes/`, and the task's `mistakes=` names the files that apply.

**Who wrote the bank.** For the longer tasks it was written without a look at the catalogue, but for a handful of answers. For most of
the short ones (find, predict, repair), those who wrote the task wrote its answers as well, so the numbers say less there.

**Two more sets are not counted here.** `tests/answers/more/blind.py`, by somebody who had seen neither the catalogue nor the bank, holds
223 answers to the 14 tasks of lessons 8 and 11. When they were first checked, all 40 right ones passed, and all 183 wrong ones
were rejected: 127 were rightly named, 55 had no name, and one had a false name. `blind_late.py`, made in the same way from the
statements alone, holds answers to 17 tasks of lessons 12 to 14 and the capstone. At first all 53 right ones passed, and all 211 wrong
ones were rejected: 149 were rightly named, 53 had no name, and nine had a name whose sentence was not true of them. What both sets
showed has been mended, and CI judges them too.

In the tables, *right* counts the right answers, which all pass, and *wrong* the answers with a mistake that the check knows. Of these,
*named* are those in which it names a mistake that they make. *Others* are wrong in ways too rare for the catalogue, so the
check rejects them without a name. *False* counts all answers that are given the name of a mistake that they do not make, which must be
none. This page is made by `make table`, and CI fails when it is out of date.
"""
HEADS = ("task", "kind", "mistakes", "right", "wrong", "named", "others", "false")


def page() -> str:
    """Write the page: totals, then a table for each lesson."""
    return "".join([HEAD, totals(), REST, *map(_section, lessons())])


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


def _section(lesson: Lesson) -> str:
    title = lesson.title.removeprefix("Exercises ")
    rows = [HEADS, ["---"] * len(HEADS), *(_row(lesson.name, task) for task in lesson.points)]
    return f"\n## {title}\n\n" + "".join(f"| {' | '.join(map(str, row))} |\n" for row in rows)


def _row(lesson: str, name: str) -> Sequence[str | int]:
    task, (right, wrong, beyond) = TASKS[name], (answers(name, kind) for kind in KINDS)
    file = f"../checks/catalogue/{lesson}/{task.order[1]}_{name}.py"
    named = sum(bool(verdict_on(one).mistakes) for one in wrong)
    counts = (len(right), len(wrong), named, len(beyond), len(false_names(name)))
    return f"[`{name}`]({file})", task.kind, len(task.mistakes), *counts


def _passing(some: Iterable[Answer]) -> int:
    return sum(verdict_on(one).status == "pass" for one in some)


if __name__ == "__main__":
    TABLE.write_text(page(), encoding="utf-8")
