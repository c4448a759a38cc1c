"""Draw the evidence: what a function returns beside what it should return, and what holds."""

import textwrap
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.comparison import disagreement
from checks.hunt.evidence import DECIMALS, Evidence, alike
from checks.outcome import Probe, as_numbers
from checks.published import TOLERANCE
from course.views.colours import tint
from course.views.drawing import CELL, COLOURED, Drawing, table
from course.views.sentence import fixed

MOST = 8  # rows, and columns
MORE_DECIMALS = 6
LONGEST = 60
DIFFERS = ";outline:2px solid;outline-offset:-3px;font-weight:bold"
SIDE = "display:flex;flex-wrap:wrap;gap:8px 32px;align-items:flex-start"
FEW_LINES = 8
INPUT = "margin:2px 0 6px;font-size:12px;line-height:1.4;white-space:pre-wrap;background:none;color:inherit"
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
        The input, and two tables, in the first of which entries that differ have a frame and the sign ≠, and the
        statements, each with a mark and a word.

    Examples
    --------
    >>> from checks.checking import find_task
    >>> from checks.hunt.evidence import evidence_of
    >>> task = find_task("causal_visibility")
    >>> picture(evidence_of(task, lambda n: np.ones((n, n), dtype=bool)))
    On n = 6, 15 of 36 entries differ. ✗ breaks: No token sees a later one. ✓ holds: n rows and n columns of True and False.
    """
    name, found, wanted = _first_difference(evidence)
    cells, right = _texts(found, wanted)
    differ = cells != right if _same_form(found, wanted) else np.zeros(cells.shape, bool)
    difference = f"{differ.sum()} of {differ.size} entries differ"
    if differ[:MOST, :MOST].sum() < differ.sum():
        difference += f", {differ[:MOST, :MOST].sum()} of them in the part that is shown"
    if not differ.any():
        difference = disagreement(found, wanted, TOLERANCE) or "the result differs"
    elif differ.size == 1:
        difference = "the result differs"
    where = f"On {evidence.probe.description}, {f'in {name}, ' if name else ''}"
    said = f"{where}{difference}."
    marks = [("✓ holds:" if holds else "✗ breaks:", one) for one, holds in evidence.statements]
    nothing, reach = np.zeros(right.shape, bool), _reach(wanted)
    tables = _table("It returns", found, cells, differ, reach)
    tables += _table("It should return", wanted, right, nothing, reach)
    listed = "".join(f"<li><b>{mark}</b> {escape(one)}</li>" for mark, one in marks)
    html = f'<p style="margin:0 0 6px">{escape(said)}</p>{_input(evidence.probe)}'
    html += f'<div style="{SIDE}">{tables}</div>'
    told = " ".join([said, *(f"{mark} {one}" for mark, one in marks)])
    return Drawing(f'{html}<ul style="{LIST}">{listed}</ul>', told)


def _input(probe: Probe) -> str:
    """Write the arguments as Python prints them, folded."""
    lines = "\n".join(_assigned(name, value) for name, value in probe.arguments.items())
    opened = " open" if lines.count("\n") < FEW_LINES else ""
    code = f'<pre style="{INPUT}">{escape(lines)}</pre>'
    return f"<details{opened}><summary>The input</summary>{code}</details>" if lines else ""


def _assigned(name: str, value: Any) -> str:
    start = f"{name} = "
    return start + textwrap.indent(_value(value), " " * len(start)).lstrip()


def _value(value: Any) -> str:
    numbers = as_numbers(value)
    if numbers is None or numbers.ndim == 0:
        return getattr(value, "__name__", None) or textwrap.shorten(repr(value), LONGEST)
    if numbers.size > MOST * MOST:
        return f"numbers of shape {numbers.shape}"
    return np.array2string(numbers, precision=DECIMALS, suppress_small=True, floatmode="fixed")


def _first_difference(evidence: Evidence) -> tuple[str, Any, Any]:
    """Find the result, and the matrix in it, that differs first, and say which it is."""
    probe, found, wanted, name = evidence.probe, evidence.found, evidence.wanted, ""
    if isinstance(wanted, tuple) and isinstance(found, tuple | list) and len(found) == len(wanted):
        pairs = zip(evidence.results, found, wanted, strict=True)
        name, found, wanted = next(one for one in pairs if not alike(probe, *one[1:]))
    numbers, right = as_numbers(found), as_numbers(wanted)
    if numbers is None or right is None or numbers.shape != right.shape or right.ndim <= 2:
        return name, found, wanted
    indices = np.ndindex(right.shape[:-2])
    first = next(one for one in indices if not alike(probe, numbers[one], right[one]))
    return f"{name or 'result'}{list(first)}", numbers[first], right[first]


def _same_form(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict):
        return isinstance(found, dict) and found.keys() == wanted.keys()
    numbers, right = as_numbers(found), as_numbers(wanted)
    return numbers is not None and right is not None and numbers.shape == right.shape


def _texts(found: Any, wanted: Any) -> tuple[Texts, Texts]:
    """Write both with few digits, or with more if only these show that they differ."""
    cells, right = (_written(value, DECIMALS) for value in (found, wanted))
    if np.array_equal(cells, right):
        return _written(found, MORE_DECIMALS), _written(wanted, MORE_DECIMALS)
    return cells, right


def _written(value: Any, decimals: int) -> Texts:
    if isinstance(value, dict):
        return np.array([[f"{name}: {part}"[:LONGEST]] for name, part in value.items()])
    matrix = _matrix(value)
    if matrix is None:
        return np.array([[repr(value)[:LONGEST]]])
    digits = decimals if matrix.dtype.kind == "f" else 0
    texts = [str(one) if matrix.dtype.kind == "b" else fixed(one, digits) for one in matrix.flat]
    return np.array(texts, dtype=str).reshape(matrix.shape)


def _matrix(value: Any) -> Any:
    """Read a value as numbers in rows and columns: the first such matrix if there are several."""
    numbers = as_numbers(value)
    return None if numbers is None else np.atleast_2d(numbers[(0,) * (numbers.ndim - 2)])


def _table(title: str, value: Any, texts: Texts, marked: NDArray[np.bool_], reach: float) -> str:
    matrix = _matrix(value)
    rows = [
        [
            _cell(texts[row, column], marked[row, column], _style(matrix, (row, column), reach))
            for column in range(min(MOST, texts.shape[1]))
        ]
        for row in range(min(MOST, texts.shape[0]))
    ]
    cut = "" if max(texts.shape) <= MOST else f" (the first {MOST} rows and columns)"
    return table(title + cut, [], rows)


def _style(matrix: Any, place: tuple[int, int], reach: float) -> str:
    """Colour floats as heat tables do."""
    if matrix is None or matrix.dtype.kind != "f" or not np.isfinite(matrix[place]):
        return CELL
    return f"{COLOURED};padding:4px 8px;background:{tint(float(matrix[place]) / reach)}"


def _reach(wanted: Any) -> float:
    """Find the size of numbers that get the darkest colour."""
    numbers = as_numbers(wanted)
    sizes = np.abs(numbers * 1.0) if numbers is not None else np.ones(1)
    return float(sizes[np.isfinite(sizes)].max(initial=0)) or 1.0


def _cell(text: str, wrong: np.bool_, style: str) -> str:
    mark = "≠ " if wrong else ""
    return f'<td style="{style};text-align:right;white-space:nowrap{DIFFERS if wrong else ""}">{mark}{escape(text)}</td>'
