"""The steps of a computation as cells that can be counted and followed from step to step."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from html import escape
from itertools import groupby
from operator import or_
from typing import Any

from numpy.typing import ArrayLike

from attnlib.shapes import as_floats
from attnlib.trace import trace
from course.lessons.diagram import MARGIN, spread, stack
from course.lessons.grid_layout import MOST_CELLS, MOST_SHEETS, Step, room_of
from course.lessons.origins import Source, colour, letter, source
from course.views.colours import ink, role_of
from course.views.drawing import COLOURED, PAGE, Drawing
from course.views.sentence import join

MOST_FOLLOWED = 600
GRID = "display:flex;flex-wrap:wrap;align-items:flex-start;margin:0;padding:0;list-style:none"
NOTE = (
    f"A side of more than {MOST_CELLS} numbers has a break for those left out, and each doubling of its size "
    f"adds one cell. So it is with a stack of more than {MOST_SHEETS} sheets."
)


def cells(
    steps: Any,
    *,
    by: str | Mapping[str, ArrayLike] | None = None,
    axes: Mapping[str, Sequence[str]] | None = None,
    room: Sequence[tuple[int, ...]] = (),
    title: str = "",
) -> Drawing:
    """Draw the steps of a computation as grids with a cell for each number.

    The last two axes of a step are the rows and columns of a sheet. The axes before them, such as
    heads, make a stack of sheets or, with `by`, sheets side by side.

    Parameters
    ----------
    steps : NamedTuple or dict of arrays
        One row of steps. A dict of dicts makes several rows, with its keys as headings, for
        instance to show a right computation above a wrong one.
    by : str, or dict of str to integers, optional
        Follow each number of the first step through all other steps; it keeps its letter and
        colour. Letters go by an axis of the first step, such as "tokens", or by groups 0, 1, 2, ...
        that broadcast to its shape, such as ``{"head": [0, 0, 1, 1]}`` for its columns. The numbers
        of the first step must all be different. A number that is not among them gets a dot.
    axes : dict of str to sequence of str, optional
        Names for the axes of a step, as in `attnlib.trace.trace`.
    room : sequence of tuple of int, optional
        Shapes to leave room for; only without `by`. If a slider changes the shapes, give the
        largest ones, so that the steps stay in place. By default, steps are as close together as
        possible.
    title : str
        Written above the steps.

    Notes
    -----
    An axis of up to 12 entries has a cell for each. A longer axis has a break, with its size
    written beside it, and grows on a logarithmic scale: one more cell each time its size doubles.

    Examples
    --------
    >>> from attnlib import attention_steps
    >>> cells(attention_steps([[1, 2]], [[3, 4], [5, 6]], [[7], [8]]))
    scores, scaled and weights (1, 2), then output (1, 1).

    Two tokens and two heads. The columns are shared out among the heads in two ways: by a reshape
    and a swap of axes, and wrongly, by a reshape alone, which gives each head a whole token.

    >>> import numpy as np
    >>> X = np.arange(8).reshape(2, 4)
    >>> right = {"X": X, "cut": X.reshape(2, 2, 2), "heads": X.reshape(2, 2, 2).swapaxes(0, 1)}
    >>> axes = {"heads": ("heads", "tokens", "features")}
    >>> cells(right, by="tokens", axes=axes)
    X by token, A to B. X (2, 4), then cut (2, 2, 2), then heads (2, 2, 2) with AA BB in head 0 and AA BB in head 1.
    >>> cells({"X": X, "heads": X.reshape(2, 2, 2)}, by="tokens", axes=axes)
    X by token, A to B. X (2, 4), then heads (2, 2, 2) with AA AA in head 0 and BB BB in head 1.
    """
    rows = _rows(steps)
    drawn = {heading: _steps(arrays, axes or {}) for heading, arrays in rows.items()}
    _check(drawn, axes or {})
    if by is None:
        pictures, sentence = _stacks(drawn, room), _shapes(drawn)
    else:
        (first, *_), *_ = drawn.values()
        values = as_floats(rows[next(iter(drawn))][first.name], first.name, 0)
        followed = source(first.name, values, first.axes, by)
        for heading, arrays in rows.items():
            drawn[heading] = _with_origins(drawn[heading], arrays, followed)
        pictures, sentence = _spreads(drawn, followed), _course(drawn, followed)
    style = f"{PAGE};font-size:13px;line-height:1.4;print-color-adjust:exact"
    above = [f'<p style="margin:0 0 4px"><b>{escape(title)}</b></p>'] if title else []
    html = "\n".join([f'<div style="{style}">', *above, *pictures, "</div>"])
    return Drawing(html, sentence)


def _rows(steps: Any) -> dict[str, Any]:
    """Treat a dict of dicts as several rows, and anything else as one row without a heading."""
    if isinstance(steps, Mapping) and all(isinstance(part, Mapping) for part in steps.values()):
        return {str(heading): part for heading, part in steps.items()}
    return {"": steps._asdict() if hasattr(steps, "_asdict") else steps}


def _steps(arrays: Any, axes: Mapping[str, Sequence[str]]) -> list[Step]:
    trace(arrays)  # reports problems with the steps before their names are looked up
    named = {step: names for step, names in axes.items() if step in arrays}
    steps = []
    for name, names, shape in trace(arrays, named).rows:
        known = [axis for axis in names if axis != "..."]
        steps.append(Step(name, shape, (*[""] * (len(shape) - len(known)), *known)))
    return steps


def _check(drawn: Mapping[str, list[Step]], axes: Iterable[str]) -> None:
    if not drawn or not all(drawn.values()):
        raise ValueError("cells: at least one step is needed. Were there no steps to draw?")
    names = list(dict.fromkeys(step.name for steps in drawn.values() for step in steps))
    missing = [name for name in axes if name not in names]
    if missing:
        raise ValueError(
            f"axes: the steps are {', '.join(names)}, but {missing[0]!r} is named. Is it misspelt?"
        )


def _with_origins(steps: list[Step], arrays: Mapping[str, Any], followed: Source) -> list[Step]:
    return [
        replace(step, origins=followed.origins(as_floats(arrays[step.name], step.name, 0)))
        for step in steps
    ]


def _shapes(drawn: Mapping[str, list[Step]]) -> str:
    """Say the shape of every step, grouping steps of the same shape."""
    sentences = []
    for heading, steps in drawn.items():
        runs = (list(run) for _, run in groupby(steps, key=lambda step: step.shape))
        texts = [f"{join([step.name for step in run])} {run[0].shape}" for run in runs]
        sentences.append(f"{_start(heading)}{', then '.join(texts)}.")
    return " ".join(sentences)


def _course(drawn: Mapping[str, list[Step]], followed: Source) -> str:
    """Say what is followed, and where it is in the last step of each row."""
    letters = f"{letter(0)} to {letter(followed.count - 1)}" if followed.count > 1 else letter(0)
    sentences = [f"{followed.step} by {followed.kind}, {letters}."]
    for heading, steps in drawn.items():
        path = ", then ".join(f"{step.name} {step.shape}" for step in steps)
        sheets = zip(steps[-1].sheet_names, steps[-1].letters, strict=True)
        end = join([f"{texts} in {name}" if name else texts for name, texts in sheets])
        sentences.append(f"{_start(heading)}{path} with {end}.")
    return " ".join(sentences)


def _start(heading: str) -> str:
    return f"{heading}: " if heading else ""


def _stacks(drawn: Mapping[str, list[Step]], asked: Sequence[tuple[int, ...]]) -> list[str]:
    """Draw the steps side by side; if room is reserved, all get the same, and stay in place."""
    largest = [Step("", shape, ("",) * len(shape)) for shape in asked]
    every = [*largest, *(step for steps in drawn.values() for step in steps)]
    room = reduce(or_, map(room_of, every)) if asked else None
    width, gap = (MARGIN + room.width + 2, "0") if room else (None, "8px 16px")
    lists = []
    for heading, steps in drawn.items():
        items = [_item(step, stack(step, room or room_of(step)), width) for step in steps]
        lists.append(_list(heading, items, gap))
    broken = any(step.broken for step in every)
    return [*lists, f'<p style="margin:4px 0 0;font-size:12px">{NOTE}</p>'] if broken else lists


def _spreads(drawn: Mapping[str, list[Step]], followed: Source) -> list[str]:
    """Draw the sheets of each step side by side, below the letter and the colour of every group."""
    count = sum(step.drawn for steps in drawn.values() for step in steps)
    if count > MOST_FOLLOWED:
        raise ValueError(
            f"by: at most {MOST_FOLLOWED} cells are lettered, but there are {count}. "
            "Would fewer tokens and features do, or fewer steps?"
        )
    legend = " ".join(
        f'<span style="display:inline-block;margin-right:16px">{_swatch(group)} '
        f"{escape(followed.kind)} {group}</span>"
        for group in range(followed.count)
    )
    arrow = '\n<li aria-hidden="true" style="margin:0;padding-top:72px;font-size:20px">→</li>\n'
    lists = []
    for heading, steps in drawn.items():
        items = [_item(step, f'<div style="{GRID}">{spread(step)}</div>') for step in steps]
        lists.append(_list(heading, [arrow.join(items)], "8px 12px"))
    return [f'<p style="margin:0">{legend}</p>', *lists]


def _swatch(group: int) -> str:
    fill = colour(group)
    style = f"background:{fill};color:{ink(fill)};display:inline-block;width:20px;text-align:center"
    return f'<b style="{COLOURED};{style};border:1px solid currentColor">{letter(group)}</b>'


def _list(heading: str, items: list[str], gap: str) -> str:
    named = f'<p style="margin:8px 0 4px"><b>{escape(heading)}</b></p>\n' if heading else ""
    return f'{named}<ol style="{GRID};gap:{gap}">\n' + "\n".join(items) + "\n</ol>"


def _item(step: Step, picture: str, width: int | None = None) -> str:
    size = f"width:{width}px;overflow-wrap:anywhere" if width else ""
    role = role_of(step.name)
    line = f' style="{COLOURED};border-bottom:3px solid {role.colour}"' if role else ""
    name = f"<b{line}>{escape(step.name)}</b>"
    return f'<li style="margin:0;{size}">{name} {step.shape}\n{picture}</li>'
