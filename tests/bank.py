"""Reads the bank in tests/answers: right and wrong answers, as students write them.

There are two short forms. An answer that only returns something is written without its `def` line,
which the first line of the file gives. An answer that differs from another one above in a few
lines names it by its thought, and says which lines change, as in a diff:

    # %% wrong: no-scale | the root forgotten | like: three lines
    -    scores = Q @ K.T / np.sqrt(d_k)
    +    scores = Q @ K.T

A line that is only added follows a line that stays: `-line`, `+line`, `+added`.

Below a line `# %% blind` stand answers of people who knew neither the catalogue of mistakes nor the
bank, and below `# %% not blind` those of others. Above the first such line, it was not noted.
"""

import functools
import importlib
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = Path(__file__).parent / "answers"
MARK = re.compile(
    r"^# %% (right|wrong|unnamed|shared|blind|not blind)"
    r"(?:: ([^|\n]*))?(?: ?\| ?(.*?))??(?: ?\| like: (.*))?$",
    re.MULTILINE,
)
TASK_MARK = re.compile(
    r"^# %% (\w+)(?:: ([^|\n]*?))?(?: ?\| ?(.*?))??(?: ?\| like: (.*))?$", re.MULTILINE
)
BLIND = ("blind", "blind_late")  # files of several tasks
GROUPS = ("shared", "blind", "not blind")  # marks above several answers
SIGNATURE = re.compile(r'"""Answers to `(\w+\(.*\))`')
HUNK = re.compile(r"((?:^-.*\n)+)((?:^\+.*\n)*)", re.MULTILINE)
RAISED = re.compile(r"\((\w+Error)\)$")
TORCH_TASKS = (
    "torch_shapes",
    "in_proj_weight",
    "mha_mask",
    "causal_sdpa",
    "torch_attention",
    "torch_training",
)

# This makes heads too narrow for W_o, like many other mistakes, and so shows only as an error.
UNTOLD = "the mean of the outputs, which W_o does not take"


@dataclass(frozen=True)
class Answer:
    """One answer cell: right, wrong with catalogued slugs, or wrong in an uncatalogued way."""

    task: str
    kind: str
    slugs: tuple[str, ...]
    thought: str
    source: str

    @property
    def error(self) -> str | None:
        """The error that it raises, noted in brackets at the end of the thought."""
        noted = RAISED.search(self.thought)
        return noted and noted[1]

    @property
    def function(self) -> Any:
        """The function that the cell defines."""
        namespace: dict[str, Any] = {"np": np, "__name__": "answer", **self._torch()}
        exec(self.source, namespace)
        return namespace[self.task]

    def _torch(self) -> dict[str, Any]:
        """The imports of the notebook on PyTorch; the other lessons have none of them."""
        if self.task not in TORCH_TASKS:
            return {}
        torch = importlib.import_module("torch")
        return {"torch": torch, "nn": torch.nn, "F": torch.nn.functional}

    def __str__(self) -> str:
        return f"{self.task}-{self.kind}-{'+'.join(self.slugs)}-{self.thought}"[:90]


def answers(task: str | None = None, kind: str | None = None) -> list[Answer]:
    """List the answers of one task or all tasks, of one kind or all kinds."""
    found = [answer for path in sorted(FOLDER.glob("*.py")) for answer in _read(path)]
    return [one for one in found if task in (None, one.task) and kind in (None, one.kind)]


def failing(task: str) -> list[Answer]:
    """List wrong answers to a task; those to an empty page, which names no mistake, have no names."""
    return answers(task, "wrong") or answers(task, "unnamed")


def sample(task: str) -> list[Answer]:
    """List all right answers to a task, one wrong answer per set of mistakes, and three others."""
    first_of = {one.slugs: one for one in reversed(answers(task, "wrong"))}
    return [*answers(task, "right"), *first_of.values(), *answers(task, "unnamed")[:3]]


def more(name: str) -> list[Answer]:
    """List answers to several tasks from tests/answers/more/<name>.py; most are wrong."""
    return parse_more(name, (FOLDER / "more" / f"{name}.py").read_text(encoding="utf-8"))


def parse_more(name: str, text: str) -> list[Answer]:
    """List the answers in the text of a file of several tasks, those in a short form in full."""
    above: list[Answer] = []
    for mark, section in sections(TASK_MARK, text):
        task, first, second, like = mark.groups()
        with _placed(f"more/{name}", mark):
            source = changed(named(above, task, like).source, section) if like else section
        kind = "right" if first == "right" else "wrong"
        above.append(_answer(task, kind, first or "", second, source))
    return above


@functools.cache
def _read(path: Path) -> list[Answer]:
    return parse(path.stem, path.read_text(encoding="utf-8"))


def parse(task: str, text: str) -> list[Answer]:
    """List the answers in the text of one file of the bank, those in a short form in full."""
    above: list[Answer] = []
    shared = ""
    for mark, section in sections(MARK, text):
        kind, first, second, like = mark.groups()
        if kind == "shared":  # a student's own cells, which the answers below use
            shared = section
        if kind in GROUPS:
            continue
        with _placed(task, mark):
            if like:
                source = changed(named(above, task, like).source, section)
            else:
                source = shared + _defined(section, SIGNATURE.match(text))
        above.append(_answer(task, kind, first, second, source))
    return above


def witnessed(task: str) -> set[str]:
    """The mistakes of a task that somebody has made who did not know them."""
    path = FOLDER / f"{task}.py"
    kind, blind = "", set[str]()
    for mark, _ in sections(MARK, path.read_text(encoding="utf-8")):
        kind = mark[1] if mark[1] in ("blind", "not blind") else kind
        if mark[1] == "wrong" and kind == "blind":
            blind |= set(re.split(", *", mark[2].strip()))
    late = [answer for name in BLIND for answer in more(name) if answer.task == task]
    return blind | {slug for answer in late for slug in answer.slugs}


@contextmanager
def _placed(file: str, mark: re.Match[str]) -> Iterator[None]:
    """Let an error say which line of which file it is about."""
    try:
        yield
    except ValueError as error:
        line = mark.string.count("\n", 0, mark.start()) + 1
        raise ValueError(f"tests/answers/{file}.py, line {line}: {mark[0]}\n{error}") from None


def changed(above: str, changes: str) -> str:
    """Make the changes of a short form in the lines of an answer above."""
    changes += "\n"  # the file may end without one
    hunks, rest = HUNK.findall(changes), HUNK.sub("", changes).strip()
    if rest or not hunks:
        raise ValueError("Below like: stand only lines -old and +new; the old ones come first.")
    source = f"{above}\n"
    for hunk in hunks:
        old, new = (re.sub(r"^[-+]", "", lines, flags=re.MULTILINE) for lines in hunk)
        before, *others = re.split(f"^(?={re.escape(old)})", source, flags=re.MULTILINE)
        if old == new:
            raise ValueError(f"This changes nothing:\n{old}")
        if len(others) != 1:
            raise ValueError(
                f"The answer above has these lines {len(others)} times. They must be in it once: copy "
                f"them with their indentation, or add a line beside them to both halves.\n{old}"
            )
        source = before + new + others[0].removeprefix(old)
    return source


def _defined(section: str, signature: re.Match[str] | None) -> str:
    if not section.startswith("\nreturn "):
        return section
    if not signature:
        raise ValueError("A return without def needs a file that begins with Answers to `f(x)`.")
    return f"\ndef {signature[1]}:\n    {section.strip()}"


def named(above: Iterable[Answer], task: str, thought: str) -> Answer:
    """Find the answer above that a short form names."""
    alike = [answer for answer in above if (answer.task, answer.thought) == (task, thought)]
    if len(alike) != 1:
        raise ValueError(
            f"like: must be the thought of one answer above, but {len(alike)} answers above have "
            "it. Name another answer above, or write this one in full."
        )
    return alike[0]


def sections(mark: re.Pattern[str], text: str) -> list[tuple[re.Match[str], str]]:
    """List the lines that match, each with the text below it."""
    marks = list(mark.finditer(text))
    ends = [*(one.start() for one in marks[1:]), len(text)]
    return [(one, text[one.end() : end]) for one, end in zip(marks, ends, strict=True)]


def _answer(task: str, kind: str, first: str, second: str, source: str) -> Answer:
    slugs = tuple(filter(None, map(str.strip, first.split(",")))) if kind == "wrong" else ()
    thought = second or first
    return Answer(task, kind, slugs, (thought or "").strip(), source.strip())
