"""What probes find out about a function: each verdict, with the input that shows it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

import attnprobes as probes
from attnlib.shapes import as_floats
from course.views.drawing import CELL, Drawing, header, plain_cell, table, told_apart
from course.views.matrix import labels_of
from course.views.sentence import fixed

YES, NO, ERROR = "yes", "no", "error"
LONGEST_ERROR = 120


@dataclass(frozen=True)
class Finding:
    """What one probe found.

    Attributes
    ----------
    question : str
    verdict : str
        yes, no, or error where the function raised one.
    because : str
        The input that shows it, or what was tried.
    """

    question: str
    verdict: str
    because: str


def probe_panel(
    attend: Callable[[Any], Any],
    X: Any,
    *,
    tokens: Sequence[object] | None = None,
    order: Sequence[int] | None = None,
    title: str = "",
) -> Drawing:
    """Run the probes on a function, and show each verdict with the input that shows it.

    Parameters
    ----------
    attend : callable
        Takes rows (n, d) and returns the output, or (output, weights). It may be your own function,
        one of `attnlib`, or one of PyTorch.
    X : (n, d), array or tensor
        The rows on which to try it.
    tokens : sequence of n labels, optional
        What the rows are called.
    order : sequence of n places, optional
        How the rows are shuffled. Default: the last row first.
    title : str

    Returns
    -------
    Drawing
        If the function raises an error, the table says which.

    Raises
    ------
    ValueError
        If there are fewer than two rows, or not one label for each.

    Examples
    --------
    >>> probe_panel(lambda X: np.cumsum(X, axis=0), np.ones((3, 2)), title="A running sum")
    A running sum. Does it give the same answer twice? yes. Does a later word reach an earlier one? no. Do the outputs move along when the words are shuffled? no. Does doubling the words do more than scale the output? no.
    """
    rows = as_floats(probes.detached(X), "X", 2)
    if rows.ndim != 2 or len(rows) < 2:
        raise ValueError(
            f"X: at least two rows are needed, but the shape is {rows.shape}. "
            "Is it one sentence, without a batch axis?"
        )
    names = labels_of(tokens, len(rows), "tokens")
    places = list(order if order is not None else [len(rows) - 1, *range(len(rows) - 1)])
    findings = [
        _asked(QUESTIONS[0], _same_twice, attend, X),
        _asked(QUESTIONS[1], lambda f, X: _leak(f, X, names), attend, X),
        _asked(QUESTIONS[2], lambda f, X: _moved_along(f, X, places, names), attend, X),
        _asked(QUESTIONS[3], _more_than_scale, attend, X),
    ]
    if _gives_weights(attend, X):
        findings.append(_asked(QUESTIONS[4], lambda f, X: _shares(f, X, names), attend, X))
    said = " ".join(f"{one.question} {one.verdict}." for one in findings)
    return Drawing(_html(findings, title), f"{title}. {said}" if title else said)


QUESTIONS = (
    "Does it give the same answer twice?",
    "Does a later word reach an earlier one?",
    "Do the outputs move along when the words are shuffled?",
    "Does doubling the words do more than scale the output?",
    "Does every query share out a weight of 1?",
)

Found = tuple[bool, str]


def _asked(
    question: str,
    probe: Callable[[Callable[[Any], Any], Any], Found],
    attend: Callable[[Any], Any],
    X: Any,
) -> Finding:
    try:
        found, because = probe(attend, X)
    except Exception as error:  # a learner's function may raise anything
        return Finding(question, ERROR, f"{type(error).__name__}: {error}"[:LONGEST_ERROR])
    return Finding(question, YES if found else NO, because)


def _output(attend: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Wrap the function so that it returns only its output."""

    def output(X: Any) -> Any:
        result = attend(X)
        return result[0] if isinstance(result, tuple) else result

    return output


def _numbers(result: Any) -> Any:
    return np.asarray(probes.detached(result), dtype=float)


def _same_twice(attend: Callable[[Any], Any], X: Any) -> Found:
    first, second = (_numbers(_output(attend)(1 * X)) for _ in range(2))
    apart = np.abs(first - second).max()
    return bool(apart == 0), f"The two answers are {apart:.2g} apart."


def _leak(attend: Callable[[Any], Any], X: Any, names: Sequence[str]) -> Found:
    found = probes.first_leak(_output(attend), X)
    if found is None:
        return False, "Every later word was replaced in turn; no earlier output moved."
    later, earlier = (told_apart(names, place) for place in found)
    return True, f"Replacing {later} changes the output of {earlier}, which comes before it."


def _moved_along(
    attend: Callable[[Any], Any], X: Any, order: list[int], names: Sequence[str]
) -> Found:
    output = _output(attend)
    shuffled = ", ".join(names[place] for place in order)
    if probes.is_equivariant(output, X, order):
        return True, f"Tried with {shuffled}."
    apart = np.abs(_numbers(output(1 * X))[order] - _numbers(output(1 * X[order]))).max(axis=-1)
    place = order[int(np.argmax(apart))]
    return False, f"With {shuffled}, {told_apart(names, place)} has another output than before."


def _more_than_scale(attend: Callable[[Any], Any], X: Any) -> Found:
    output = _output(attend)
    once, twice = _numbers(output(1 * X)), _numbers(output(2 * X))
    factor = float(np.nansum(once * twice) / (np.nansum(once * once) or 1))
    if probes.depends_on_scale(output, X):
        rest = np.abs(twice - factor * once).max()
        return (
            True,
            "The output of 2 X is not a multiple of that of X: the closest one, "
            f"{fixed(factor, 2)} times it, is still off by {rest:.2g}.",
        )
    return False, f"The output of 2 X is {fixed(factor, 2)} times that of X."


def _gives_weights(attend: Callable[[Any], Any], X: Any) -> bool:
    try:
        result = attend(1 * X)
    except Exception:
        return False
    return isinstance(result, tuple) and len(result) == 2


def _shares(attend: Callable[[Any], Any], X: Any, names: Sequence[str]) -> Found:
    weights = attend(1 * X)[1]
    sums = _numbers(weights).reshape(-1, len(names)).sum(axis=-1)
    worst = int(np.argmax(np.abs(sums - 1)))
    said = f"The row of {told_apart(names, worst % len(names))} sums to {fixed(sums[worst], 2)}."
    return probes.rows_sum_to_one(weights), said


def _html(findings: Sequence[Finding], title: str) -> str:
    wrap = f"{CELL};text-align:left;white-space:normal;max-width:28rem"
    heads = [header(text, "col", "text-align:left") for text in ("question", "verdict", "because")]
    rows = [
        [
            header(one.question, "row", "text-align:left;font-weight:normal"),
            plain_cell(one.verdict, "text-align:left;font-weight:bold"),
            f'<td style="{wrap}">{escape(one.because)}</td>',
        ]
        for one in findings
    ]
    return table(title or "Probes", heads, rows)
