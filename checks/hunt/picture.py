"""Draw the evidence: what a function returns beside what it should return, and what holds."""

from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnlib.view.drawing import CELL, Drawing, table
from attnlib.view.sentence import fixed
from checks.hunt.evidence import DECIMALS, Evidence
from checks.outcome import as_numbers

MOST = 8  # rows, and columns
MORE_DECIMALS = 6
LONGEST = 60
DIFFERS = ";outline:2px solid currentColor;outline-offset:-3px;font-weight:bold"
SIDE = "display:flex;flex-wrap:wrap;gap:8px 32px;align-items:flex-start"
LIST = "list-style:none;margin:10px 0 0;padding:0"


Texts = NDArray[np.str_]


def picture(evidence: Evidence) -> Drawing:
    """Draw the evidence of a hunt.

    Parameters
    ----------
    evidence : Evidence

    Returns
    -------
    Drawing
        Two tables, in which entries that differ have a frame and the sign ≠, and the statements,
        each with a mark and a word.

    Examples
    --------
    >>> from checks.checking import find_task
    >>> from checks.hunt.evidence import evidence_of
    >>> task = find_task("causal_visibility")
    >>> picture(evidence_of(task, lambda n: np.ones((n, n), dtype=bool)))
    On n = 4, 6 of 16 entries are wrong. ✗ breaks: No token sees a later one. ✓ holds: n rows and n columns of True and False.
    """
    part, found, wanted = _first_difference(evidence.found, evidence.wanted)
    where = f"On {evidence.probe.description}, {part}"
    cells, right = _texts(found, wanted)
    differ = cells != right if np.shape(found) == np.shape(wanted) else np.array(False)
    if not differ.any():
        said = f"{where}the shape is {np.shape(found)}, and should be {np.shape(wanted)}."
    elif differ.size == 1:
        said = f"{where}the result is wrong."
    else:
        said = f"{where}{differ.sum()} of {differ.size} entries are wrong."
    tables = _table("It returns", cells, differ) + _table("It should return", right, differ)
    marks = [("✓ holds:" if holds else "✗ breaks:", one) for one, holds in evidence.statements]
    listed = "".join(f"<li><b>{mark}</b> {escape(one)}</li>" for mark, one in marks)
    html = f'<p style="margin:0 0 6px">{escape(said)}</p><div style="{SIDE}">{tables}</div>'
    told = " ".join([said, *(f"{mark} {one}" for mark, one in marks)])
    return Drawing(f'{html}<ul style="{LIST}">{listed}</ul>', told)


def _first_difference(found: Any, wanted: Any) -> tuple[str, Any, Any]:
    """Find the result, and the matrix in it, that differs first, and say which it is."""
    if isinstance(wanted, tuple) and isinstance(found, tuple | list) and len(found) == len(wanted):
        pairs = list(zip(found, wanted, strict=True))
        place = next((n for n, pair in enumerate(pairs) if _differ(*pair)), 0)
        part, *both = _first_difference(*pairs[place])
        return f"in result {place + 1} of {len(pairs)}, {part}", *both
    numbers, right = as_numbers(found), as_numbers(wanted)
    if numbers is None or right is None:
        return "", found, wanted
    if numbers.shape != right.shape or right.ndim <= 2:
        return "", numbers, right
    indices = list(np.ndindex(right.shape[:-2]))
    first = next((one for one in indices if _differ(numbers[one], right[one])), indices[0])
    return f"in [{', '.join(map(str, first))}], ", numbers[first], right[first]


def _differ(found: Any, wanted: Any) -> bool:
    cells, right = _texts(found, wanted)
    return not np.array_equal(cells, right)


def _texts(found: Any, wanted: Any) -> tuple[Texts, Texts]:
    """Write both with few digits, or with more if only these show that they differ."""
    cells, right = (_written(value, DECIMALS) for value in (found, wanted))
    if np.array_equal(cells, right):
        return _written(found, MORE_DECIMALS), _written(wanted, MORE_DECIMALS)
    return cells, right


def _written(value: Any, decimals: int) -> Texts:
    if isinstance(value, dict):
        return np.array([[f"{name}: {part}"[:LONGEST]] for name, part in value.items()])
    numbers = as_numbers(value)
    if numbers is None:
        return np.array([[repr(value)[:LONGEST]]])
    digits = decimals if numbers.dtype.kind == "f" else 0
    words = [str(one) if numbers.dtype.kind == "b" else fixed(one, digits) for one in numbers.flat]
    matrix = np.array(words).reshape(numbers.shape)
    return np.atleast_2d(matrix[(0,) * (matrix.ndim - 2)])


def _table(title: str, texts: Texts, differ: NDArray[np.bool_]) -> str:
    shown = texts[:MOST, :MOST]
    marked = np.broadcast_to(differ, texts.shape)
    rows = [
        [_cell(text, bool(marked[row, column])) for column, text in enumerate(line)]
        for row, line in enumerate(shown)
    ]
    cut = "" if shown.shape == texts.shape else " (the first rows and columns)"
    return table(title + cut, [], rows)


def _cell(text: str, wrong: bool) -> str:
    mark = '<span aria-label="wrong: ">≠</span> ' if wrong else ""
    return (
        f'<td style="{CELL};text-align:right{DIFFERS if wrong else ""}">{mark}{escape(text)}</td>'
    )
