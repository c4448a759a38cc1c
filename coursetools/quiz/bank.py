"""Collect the questions of the lectures, and the exercises that are worked out on paper."""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Any

from coursetools.lecture import Thought, Vote, questions
from coursetools.notebook import Notebook, read_notebook
from coursetools.quiz.question import Blanks, Choices, Essay, Lesson, Part, Question, close

ON_PAPER, BEFORE_AFTER = "checks.paper", "checks.before_after"
WRITE = re.compile(
    r"Write\s+`\w+\(\)`,\s+which\s+takes\s+no\s+arguments\s+and\s+returns\s+(a (list|dict) of )?"
)
ABOUT_CODE = re.compile(r"^(Return\b|.*\bfractions\b|.*`np\.)")
SENTENCES = re.compile(r"(?<=[.])\s+(?=[A-Z])")
ALSO_ABOUT_CODE = {", as a list of lists": "", "Give a dict:": "Give:"}
ROUND = "Two decimals are enough."
NOTE = (
    "**Not validated: no learner has taken it.** Six questions, for pencil and paper. Nobody expects you to know "
    "all of this, so please do not guess: *I do not know yet* tells more than a lucky hit."
)
UNKNOWN = ("I do not know yet", "That is an answer, too.")

Mistakes = list[dict[str, Any]]


def bank(course: Path) -> list[Lesson]:
    """Collect the questions of a course, lesson by lesson.

    Parameters
    ----------
    course : Path
        The folder with `notebooks/` and `solutions/`.

    Returns
    -------
    list of Lesson
    """
    on_paper = _printed_by(ON_PAPER)
    paths = sorted((course / "solutions").glob("*.ipynb"))
    return [_lesson(path, course / "notebooks" / path.name, on_paper) for path in paths]


def forms() -> list[Lesson]:
    """Make two tests, parallel forms of six questions each, for before and after the course."""
    return [
        Lesson(f"form_{form}", f"Before and after: form {form}", _tested(form, entries), NOTE)
        for form, entries in _printed_by(BEFORE_AFTER).items()
    ]


def _tested(form: str, entries: list[dict[str, Any]]) -> tuple[Choices, ...]:
    choices = []
    for number, entry in enumerate(entries, 1):
        pairs = [(option, reply) for option, reply in entry["options"]]
        name, options = f"{form}{number}: {entry['topic']}", (*_shuffled(pairs), UNKNOWN)
        choices.append(Choices(name, entry["text"], options, right=pairs[0][0]))
    return tuple(choices)


def _printed_by(module: str) -> dict[str, Any]:
    run = subprocess.run([sys.executable, "-m", module], capture_output=True, check=True)
    return dict(json.loads(run.stdout))


def _lesson(solved: Path, lecture: Path, on_paper: dict[str, Any]) -> Lesson:
    solution = read_notebook(solved)
    asked = questions(read_notebook(lecture)) if lecture.exists() else ()
    found = [*map(_question, asked), *_blanks(solution, on_paper), *_discussion(solution)]
    title = solution.cells[0].source.partition("\n")[0].lstrip("# ").removeprefix("Exercises ")
    return Lesson(solved.stem, title.replace("*", ""), tuple(found))


def _question(asked: Thought | Vote) -> Question:
    name = f"{asked.section.replace('*', '')} ({asked.cell})"
    text = "\n\n".join(filter(None, [asked.context, f"**{_capital(asked.question)}**"]))
    if isinstance(asked, Vote):
        pairs = zip(asked.options, asked.reasons, strict=True)
        return Choices(name, text, _shuffled(pairs), asked.options[0])
    return Essay(name, text, feedback=asked.answer)


def _shuffled(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Shuffle the options, always in the same way, because not every platform shuffles them."""
    return tuple(sorted(pairs, key=lambda pair: sha256(pair[0].encode()).digest()))


def _capital(question: str) -> str:
    return question[0].upper() + question[1:]


def _blanks(solution: Notebook, on_paper: dict[str, Any]) -> Iterator[Blanks]:
    for cell in solution.cells:
        task = cell.id.removesuffix("-task")
        if task != cell.id and task in on_paper:
            rows = _rows(**on_paper[task])
            exact = all(_is_whole(part.right) for row in rows for part in row)
            text = statement(cell.source) + ("" if exact else f"\n\n{ROUND}")
            yield Blanks(f"On paper: {task}", text, rows)


def _is_whole(right: float | tuple[int, ...]) -> bool:
    return isinstance(right, tuple) or right.is_integer()


def statement(source: str) -> str:
    r"""Rewrite the statement of a task for a form to fill in.

    Examples
    --------
    >>> statement("## 1. `f`\n\nWrite `f()`, which takes no arguments and returns two numbers. Return a list.")
    'Give two numbers.'
    """
    _, _, body = source.partition("\n")
    asked = WRITE.sub("Give ", body).strip()
    for words, instead in ALSO_ABOUT_CODE.items():
        asked = asked.replace(words, instead)
    paragraphs = asked.split("\n\n")
    kept = [_without_code(one) for one in paragraphs]
    return "\n\n".join(filter(None, kept))


def _without_code(paragraph: str) -> str:
    if paragraph.startswith(("|", "-", "1.", "By hand")):
        return paragraph
    return " ".join(one for one in SENTENCES.split(paragraph) if not ABOUT_CODE.match(one))


def _rows(right: Any, mistakes: Mistakes) -> tuple[tuple[Part, ...], ...]:
    """Arrange the parts of an answer in rows, in the shape of the answer."""
    if isinstance(right, dict):
        return tuple((_part(name, value, mistakes, (name,)),) for name, value in right.items())
    if not isinstance(right[0], list):
        return tuple((_part(str(n + 1), one, mistakes, (n,)),) for n, one in enumerate(right))
    if isinstance(right[0][0], list):
        return tuple(row for n, table in enumerate(right) for row in _table(table, mistakes, (n,)))
    return tuple(_table(right, mistakes, ()))


def _table(
    table: list[list[float]], mistakes: Mistakes, before: tuple[int, ...]
) -> Iterator[tuple[Part, ...]]:
    which = f"table {before[0] + 1}, " if before else ""
    for i, row in enumerate(table):
        yield tuple(
            _part(f"{which}row {i + 1}, column {j + 1}", one, mistakes, (*before, i, j))
            for j, one in enumerate(row)
        )


def _part(label: str, right: Any, mistakes: Mistakes, place: tuple[Any, ...]) -> Part:
    shape = isinstance(right, list)
    answer = tuple(right) if shape else round(float(right), 6)
    return Part(label, answer, _explained(answer, mistakes, place))


def _explained(
    right: Any, mistakes: Mistakes, place: tuple[Any, ...]
) -> dict[float | tuple[int, ...], str]:
    """Explain each wrong value that only one mistake leads to."""
    causes: dict[Any, dict[str, None]] = {}
    for mistake in mistakes:
        for value in _values(mistake["answers"], place):
            if type(value) is type(right) and _differs(value, right):
                key = next((one for one in causes if not _differs(one, value)), value)
                causes.setdefault(key, {})[f"{mistake['does']} {mistake['question']}"] = None
    return {value: next(iter(words)) for value, words in causes.items() if len(words) == 1}


def _values(answers: Iterable[Any], place: tuple[Any, ...]) -> Iterator[Any]:
    for answer in answers:
        try:
            for step in place:
                answer = answer[step]
        except (IndexError, KeyError, TypeError):  # a mistake may give another shape
            continue
        if isinstance(answer, list):
            yield tuple(answer)
        elif isfinite(answer):
            yield round(float(answer), 6)


def _differs(one: Any, other: Any) -> bool:
    return bool(one != other) if isinstance(one, tuple) else not close(one, other)


def _discussion(solution: Notebook) -> Iterator[Essay]:
    cells = {cell.id: cell.source for cell in solution.cells}
    if "discussion" in cells:
        _, _, question = cells["discussion"].partition("\n")
        yield Essay("To discuss", question.strip(), notes=cells.get("discussion-notes", ""))
