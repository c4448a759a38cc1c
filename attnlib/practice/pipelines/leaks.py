"""Does `attend` let a later row change an earlier output? Step by step."""

from typing import Any

import numpy as np


def leaks_future(step: Any, attend: Any, X: Any) -> Any:
    """Bool: whether changing a row of X (n, d) moves an output before it."""
    found = step.search(step, attend, step.take(X))
    return step.answer(step.quantify(found))


def _row_by_row(step: Any, attend: Any, X: Any) -> list[bool]:
    before = attend(X)
    return [_moves(step, attend, X, row, before) for row in step.rows(len(X))]


def _moves(step: Any, attend: Any, X: Any, row: int, before: Any) -> bool:
    changed = step.copy(X)
    span, places = step.span(row), step.compared(row, len(X))
    changed[span] = step.change(changed[span])
    before = step.before(before, attend, X)
    return bool(step.differ(before[places], attend(changed)[places]))


LEAK_STEPS: dict[str, Any] = {
    "take": lambda array: array,
    "search": _row_by_row,
    "rows": lambda n: range(1, n),
    "copy": lambda X: X.copy(),
    "span": lambda row: row,
    "change": lambda rows: rows + 1,
    "compared": lambda row, n: slice(row),
    "before": lambda before, attend, X: before,
    "differ": lambda before, after: not (np.abs(after - before) <= 1e-6).all(),
    "quantify": any,
    "answer": lambda found: found,
}
