"""Reads the bank in tests/answers: right and wrong answers, as students write them."""

import functools
import importlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = Path(__file__).parent / "answers"
MARK = re.compile(
    r"^# %% (right|wrong|unnamed|shared)(?:: ([^|\n]*))?(?: ?\| ?(.*))?$", re.MULTILINE
)
TASK_MARK = re.compile(r"^# %% (\w+)(?:: ([^|\n]*?))?(?: ?\| ?(.*))?$", re.MULTILINE)
RAISED = re.compile(r"\((\w+Error)\)$")
TORCH_TASKS = (
    "torch_shapes",
    "in_proj_weight",
    "mha_mask",
    "sdpa_mask",
    "causal_sdpa",
    "torch_attention",
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


def sample(task: str) -> list[Answer]:
    """List all right answers to a task, one wrong answer per set of mistakes, and three others."""
    first_of = {one.slugs: one for one in reversed(answers(task, "wrong"))}
    return [*answers(task, "right"), *first_of.values(), *answers(task, "unnamed")[:3]]


def more(name: str) -> list[Answer]:
    """List answers to several tasks from tests/answers/more/<name>.py; most are wrong."""
    text = (FOLDER / "more" / f"{name}.py").read_text(encoding="utf-8")
    return [
        _answer(mark[1], "right" if mark[2] == "right" else "wrong", mark[2] or "", mark[3], source)
        for mark, source in _sections(TASK_MARK, text)
    ]


@functools.cache
def _read(path: Path) -> list[Answer]:
    found, shared = [], ""
    for mark, source in _sections(MARK, path.read_text(encoding="utf-8")):
        if mark[1] == "shared":  # a student's own cells, which the answers below use
            shared = source
        else:
            found.append(_answer(path.stem, *mark.groups(), shared + source))
    return found


def _sections(mark: re.Pattern[str], text: str) -> list[tuple[re.Match[str], str]]:
    marks = list(mark.finditer(text))
    ends = [*(one.start() for one in marks[1:]), len(text)]
    return [(one, text[one.end() : end]) for one, end in zip(marks, ends, strict=True)]


def _answer(task: str, kind: str, first: str, second: str, source: str) -> Answer:
    slugs = tuple(filter(None, map(str.strip, first.split(",")))) if kind == "wrong" else ()
    thought = second or first
    return Answer(task, kind, slugs, (thought or "").strip(), source.strip())
