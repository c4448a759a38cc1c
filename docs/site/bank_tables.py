"""How many answers of the bank the checks reject and name, as tests/checks/golden has it."""

from bank import answers
from golden import Told, told
from lesson_tables import Lesson, lessons
from markdown_table import markdown_table

from checks.catalogue import TASKS

KINDS = ("right", "wrong", "unnamed")
HEAD = ("task", "kind", "mistakes", "right", "wrong", "named", "others", "false")


def bank() -> str:
    """Count all answers, and then those to each task, lesson by lesson."""
    return "\n".join([_totals(), *map(_section, lessons())])


def _totals() -> str:
    right, wrong, others = (_judged(kind) for kind in KINDS)
    pairs = [judged for judged in wrong if len(judged.answer.slugs) == 2]
    both = [judged for judged in pairs if {*judged.mistakes} == {*judged.answer.slugs}]
    false = _false_names([*right, *wrong, *others])
    return f"""- {len(TASKS)} tasks, {len(answers())} answers.
- Right answers, in many styles: {_passing(right)} of {len(right)} pass.
- Wrong answers: {len(wrong) - _passing(wrong)} of {len(wrong)} rejected, {_named(wrong)} named.
- Among them with two slips: {len(pairs)}, both named in {len(both)}.
- Wrong in a way that has no name: {len(others) - _passing(others)} of {len(others)} rejected.
- False names, in all of them: {false}.
"""


def _section(lesson: Lesson) -> str:
    return f"### {lesson.title}\n\n{markdown_table(HEAD, map(_row, lesson.points))}"


def _row(task: str) -> tuple[str | int, ...]:
    right, wrong, others = (_judged(kind, task) for kind in KINDS)
    counts = (len(right), len(wrong), _named(wrong), len(others))
    false = _false_names([*right, *wrong, *others])
    return f"`{task}`", TASKS[task].kind, len(TASKS[task].mistakes), *counts, false


def _judged(kind: str, task: str | None = None) -> list[Told]:
    return [told(answer.task)[answer] for answer in answers(task, kind)]


def _passing(some: list[Told]) -> int:
    return sum(judged.status == "pass" for judged in some)


def _named(some: list[Told]) -> int:
    return sum(bool(judged.mistakes) for judged in some)


def _false_names(some: list[Told]) -> int:
    return sum(len({*judged.mistakes} - {*judged.answer.slugs}) for judged in some)
