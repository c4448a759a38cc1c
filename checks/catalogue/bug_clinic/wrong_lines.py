"""Find the wrong line of each of three patients from a symptom."""

from typing import Any

from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT, Steps
from checks.task import Property, Task

RIGHT = {"a": 6, "b": 7, "c": 6}
LENGTHS = {"a": 10, "b": 11, "c": 14}  # lines of code of each patient


def wrong_lines() -> dict[str, int]:
    """Name the wrong line of each of the notebook's three patients.

    Returns
    -------
    dict
        The number of a line, counted from 1, for each of `"a"`, `"b"` and `"c"`.

    Examples
    --------
    >>> sorted(wrong_lines())
    ['a', 'b', 'c']
    """
    return dict(RIGHT)


def _pipeline(step: Any) -> Any:
    own = step.lines
    return own.counted({"a": own.a, "b": own.b, "c": own.c})


def _accused(patient: str, *lines: int) -> tuple[Steps, ...]:
    return tuple({f"lines.{patient}": line} for line in lines)


NO_OTHER: Steps = {f"lines.{patient}": KEPT for patient in RIGHT}


def _moved(by: int) -> Steps:
    return {
        **NO_OTHER,
        "lines.counted": lambda lines: {name: line + by for name, line in lines.items()},
    }


def _exchanged(one: str, other: str) -> Steps:
    return {
        **NO_OTHER,
        "lines.counted": lambda lines: {**lines, one: lines[other], other: lines[one]},
    }


def _lines_of_each(probe: Probe, lines: Any) -> bool:
    return all(2 <= int(lines[name]) <= LENGTHS[name] for name in RIGHT)


def _whole_numbers(probe: Probe, lines: Any) -> bool:
    return all(int(lines[name]) == lines[name] for name in RIGHT)


LINES = Family(
    "lines",
    {**RIGHT, "counted": lambda lines: lines},
    (
        Mistake(
            "counted-from-0",
            "Every line is one too small, as if the first one were line 0.",
            "Which number has the line with `def`?",
        ).by(_moved(-1)),
        Mistake(
            "counted-without-def",
            "Every line is one too large.",
            "Which number has the line with `def`?",
        ).by(_moved(1)),
        Mistake(
            "patients-exchanged",
            "Two patients have changed places.",
            "Which symptom belongs to which code?",
        ).by(_exchanged("a", "b"), _exchanged("b", "c")),
        Mistake(
            "accused-causal-line",
            "The line of `a` that hides what comes later is right.",
            "If this line let words see the future, would texts of four words be exactly right?",
        ).by(*_accused("a", 5)),
        Mistake(
            "accused-filling",
            "The lines of `a` that join the two conditions, and fill in -inf, are right.",
            "Which line decides how many keys a word sees?",
        ).by(*_accused("a", 7, 8)),
        Mistake(
            "accused-places",
            "The line of `a` that numbers the words is right.",
            "With a window of 1, which words should a word see, and which does it see?",
        ).by(*_accused("a", 4)),
        Mistake(
            "accused-scale",
            "The lines of `a` that make the scores are right, root and all.",
            "Is the symptom there in short texts as well? And would a wrong score be?",
        ).by(*_accused("a", 2, 3)),
        Mistake(
            "accused-softmax",
            "The last two lines of `a` are right: softmax, and the average of the values.",
            "Texts of up to four words are right: could this line be wrong then?",
        ).by(*_accused("a", 9, 10)),
        Mistake(
            "accused-cutting",
            "The lines of `b` that cut rows into heads are right, and so is their width.",
            "With as many key heads as query heads, all is well: which line does nothing then?",
        ).by(*_accused("b", 2, 3, 4, 5)),
        Mistake(
            "accused-count",
            "The line of `b` that counts how often each key head is needed is right.",
            "For 4 heads and 2 groups, which key head should head 1 get, and which does it get?",
        ).by(*_accused("b", 6)),
        Mistake(
            "accused-scores-of-heads",
            "The line of `b` that makes the scores is right: each head meets its own keys.",
            "For 4 heads and 2 groups, which key head is at place 1 by then?",
        ).by(*_accused("b", 8)),
        Mistake(
            "accused-mask-of-heads",
            "The mask of `b` is right, and it is the same for all heads.",
            "Would a wrong mask be right with a single key head?",
        ).by(*_accused("b", 9)),
        Mistake(
            "accused-merging",
            "The lines of `b` that merge the heads are right: each row keeps its own.",
            "With as many key heads as query heads, all is well: could the merging be wrong then?",
        ).by(*_accused("b", 10, 11)),
        Mistake(
            "accused-mask-at-once",
            "The mask of `c` without a cache is right.",
            "Besides the mask, what differs between the two branches?",
        ).by(*_accused("c", 5)),
        Mistake(
            "accused-cache",
            "The branch of `c` with a cache is right, as the symptom says.",
            "Which lines run when a text is read at once?",
        ).by(*_accused("c", 8, 9, 10, 11, 12)),
        Mistake(
            "accused-branch",
            "It is right in `c` to ask for the cache: the branch is needed.",
            "Put both branches side by side: what does one do that the other does not?",
        ).by(*_accused("c", 4, 7)),
        Mistake(
            "accused-shared-lines",
            "The line of `c` that you name runs with a cache as well, and there all is well.",
            "Which lines run only when a text is read at once?",
        ).by(*_accused("c", 2, 3, 13, 14)),
    ),
)

TASK = Task(
    reference=wrong_lines,
    kind="find",
    order=(12, 6),
    practises=("turn a symptom",),
    pipeline=_pipeline,
    families=(LINES,),
    probes=lambda seed: [Probe("the three patients", {})],
    properties=(
        Property("Each patient has the number of one of its lines, after `def`.", _lines_of_each),
        Property("A line has a whole number.", _whole_numbers),
    ),
)
