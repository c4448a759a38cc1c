"""The shapes of a computation as boxes drawn to scale, one for each step."""

from html import escape
from itertools import groupby
from math import prod

from attnlib.trace import Trace, TracedStep
from attnlib.view.drawing import PAGE, PAGE_WIDTH, Drawing
from attnlib.view.sentence import join

# In pixels, as all that follows: eight steps stand side by side on a page.
GAP, SIDE_BY_SIDE = 8, 8
WIDTH = PAGE_WIDTH // SIDE_BY_SIDE - GAP
LEAST = 6
MARGIN = 16  # on three sides of a box, for the names of its axes
MOST_SHEETS = 8
SHIFT = 3  # from one sheet of a stack to the next
STACK = SHIFT * (MOST_SHEETS - 1) + 1  # and the edge of a sheet
ACROSS, DOWN = WIDTH - MARGIN - STACK, 36  # for the longest sides of all
HEIGHT = MARGIN + STACK + DOWN + MARGIN
FILL, EDGE = "#9ecae1", "#08306b"
NOTE = f"To scale, but no side is drawn shorter than {LEAST} pixels."


def shape_diagram(trace: Trace) -> Drawing:
    """Draw the shape of every step of a computation as a box, all to one scale.

    Parameters
    ----------
    trace : Trace
        As `attnlib.trace.trace` makes it. The last two axes of a step are the sides of its box;
        those before, such as heads, are sheets of a stack, of which at most 8 are drawn.

    Returns
    -------
    Drawing
        The places of the boxes depend on the number of steps alone, not on their sizes.

    Raises
    ------
    ValueError
        If the trace has no steps.

    Examples
    --------
    >>> from attnlib import attention_steps
    >>> from attnlib.trace import trace
    >>> shape_diagram(trace(attention_steps([[1, 2]], [[3, 4], [5, 6]], [[7], [8]])))
    scores, scaled and weights (1, 2) -> output (1, 1)
    """
    if not trace.rows:
        raise ValueError("trace: at least one step is needed. Were there no steps to trace?")
    # Boxes stand on one line, also where a long name takes two.
    style = (
        f"{PAGE};display:flex;flex-wrap:wrap;align-items:flex-end;gap:{GAP}px;margin:0;padding:0;"
        "font-size:12px;line-height:1.4"
    )
    scale = _scale([_sides(row) for row in trace.rows])
    items = "\n".join(_item(row, scale) for row in trace.rows)
    note = f'<p style="{PAGE};margin:0;font-size:12px">{NOTE}</p>'
    return Drawing(f'<ol style="{style}">\n{items}\n</ol>\n{note}', _sentence(trace))


def _sentence(trace: Trace) -> str:
    alike = groupby(trace.rows, key=lambda row: row.shape)
    return " -> ".join(f"{join([row.step for row in rows])} {shape}" for shape, rows in alike)


def _sides(row: TracedStep) -> tuple[int, int]:
    return (1, 1, *row.shape)[-2:]  # type: ignore[return-value]


def _scale(sides: list[tuple[int, int]]) -> float:
    """Find how many pixels one number takes, for the longest sides to fit."""
    rows = max(1, *(height for height, _ in sides))
    columns = max(1, *(width for _, width in sides))
    return min(DOWN / rows, ACROSS / columns)


def _item(row: TracedStep, scale: float) -> str:
    return (
        f'<li style="list-style:none;margin:0;width:{WIDTH}px;overflow-wrap:anywhere">'
        f"<b>{escape(row.step)}</b><br>{row.shape}{_box(row, scale)}</li>"
    )


def _box(row: TracedStep, scale: float) -> str:
    """Draw a step from the lower left corner: the last sheet of a stack first, the first on top."""
    height, width = (max(LEAST, side * scale) for side in _sides(row))
    sheets = min(prod(row.shape[:-2]), MOST_SHEETS)
    top = HEIGHT - MARGIN - height
    rects = [
        f'<rect x="{MARGIN + SHIFT * place}" y="{top - SHIFT * place:.1f}" '
        f'width="{width:.1f}" height="{height:.1f}"/>'
        for place in reversed(range(sheets))
    ]
    return "".join(
        [
            f'<svg role="img" aria-label="{escape(", ".join(_axes(row)))}" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}" style="display:block;width:{WIDTH}px;height:{HEIGHT}px">',
            f'<g fill="{FILL}" stroke="{EDGE}">{"".join(rects)}</g>',
            _names(row, top - SHIFT * (sheets - 1) - 5),
            "</svg>",
        ]
    )


def _axes(row: TracedStep) -> list[str]:
    """Name each axis with its size, or give its size alone where nobody named it."""
    named = [axis for axis in row.axes if axis != "..."]
    names = [""] * (len(row.shape) - len(named)) + named
    return [f"{name} {size}".strip() for name, size in zip(names, row.shape, strict=True)]


def _names(row: TracedStep, above: float) -> str:
    """Write the axis of columns below the box, that of rows on its left, all others above it."""
    *others, rows, columns = ["", "", *_axes(row)]
    texts = [
        f'<text x="{MARGIN}" y="{HEIGHT - 4}">{escape(columns)}</text>',
        f'<text transform="translate({MARGIN - 5} {HEIGHT - MARGIN}) rotate(-90)">{escape(rows)}</text>',
        f'<text x="{MARGIN}" y="{above:.1f}">{escape(", ".join(filter(None, others)))}</text>',
    ]
    return f'<g fill="currentColor" font-size="11">{"".join(texts)}</g>'
