"""The steps of a computation as cells that can be counted and followed from step to step."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from html import escape
from itertools import groupby
from operator import or_
from typing import Any, NamedTuple

from numpy.typing import ArrayLike

from attnlib.shapes import as_floats
from attnlib.trace import Trace, TracedStep, trace
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

Meets = Mapping[tuple[str, str], str]


def cells(
    steps: Any,
    *,
    by: str | Mapping[str, ArrayLike] | None = None,
    axes: Mapping[str, Sequence[str]] | None = None,
    meet: Sequence[Mapping[str, str]] = (),
    room: Sequence[tuple[int, ...]] = (),
    title: str = "",
) -> Drawing:
    """Draw the steps of a computation as grids with a cell for each number.

    The last two axes of a step are the rows and columns of a sheet. The axes before them, such as
    heads, make a stack of sheets or, with `by`, sheets side by side.

    Parameters
    ----------
    steps : Trace, or NamedTuple or dict of arrays
        One row of steps. A dict of dicts makes several rows, with its keys as headings, for
        instance to show a right computation above a wrong one.
    by : str, or dict of str to integers, optional
        Follow each number of the first step through all other steps; it keeps its letter and
        colour. Letters go by an axis of the first step, such as "tokens", or by groups 0, 1, 2, ...
        that broadcast to its shape, such as ``{"head": [0, 0, 1, 1]}`` for its columns. The numbers
        of the first step must all be different. A number that is not among them gets a dot.
    axes : dict of str to sequence of str, optional
        Names for the axes of a step, as in `attnlib.trace.trace`. Only if `steps` holds arrays.
    meet : sequence of dict of str to str, optional
        Which axes are summed over in a product: for each product, a dict of step to axis. These
        axes get a bracket and the word "meet".
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
    rows = _rows(steps, axes or {})
    meets = _meets(rows, meet)
    followed = None if by is None else _source(rows[0], by)
    drawn = {row.heading: [_step(step, row, meets, followed) for step in row.steps] for row in rows}
    if followed is None:
        pictures, sentence = _stacks(drawn, room), _shapes(drawn)
    else:
        pictures, sentence = _spreads(drawn, followed), _course(drawn, followed)
    style = f"{PAGE};font-size:13px;line-height:1.4;print-color-adjust:exact"
    above = [f'<p style="margin:0 0 4px"><b>{escape(title)}</b></p>'] if title else []
    html = "\n".join([f'<div style="{style}">', *above, *pictures, "</div>"])
    return Drawing(html, f"{sentence}{_meetings(rows, meet)}")


class _Row(NamedTuple):
    """Steps with a heading. For a trace, only shapes are known, not arrays."""

    heading: str
    steps: tuple[TracedStep, ...]
    arrays: Mapping[str, Any]


def _rows(steps: Any, axes: Mapping[str, Sequence[str]]) -> list[_Row]:
    """Treat a dict of dicts as several rows, and anything else as one row without a heading."""
    if isinstance(steps, Trace) and axes:
        raise ValueError(
            "axes: a trace has names for its axes already, so no others are taken. "
            "Were they meant for trace(steps, axes)?"
        )
    if isinstance(steps, Trace):
        rows = [_Row("", steps.rows, {})]
    elif isinstance(steps, Mapping) and all(isinstance(part, Mapping) for part in steps.values()):
        rows = [_row(str(heading), part, axes) for heading, part in steps.items()]
    else:
        rows = [_row("", steps, axes)]
    if not rows or not all(row.steps for row in rows):
        raise ValueError("cells: at least one step is needed. Were there no steps to draw?")
    _check_names(axes, rows, "axes")
    return rows


def _row(heading: str, steps: Any, axes: Mapping[str, Sequence[str]]) -> _Row:
    arrays = steps._asdict() if hasattr(steps, "_asdict") else steps
    trace(arrays)  # reports problems with the steps before their names are looked up
    named = {step: names for step, names in axes.items() if step in arrays}
    return _Row(heading, trace(arrays, named).rows, arrays)


def _check_names(names: Iterable[str], rows: list[_Row], argument: str) -> None:
    steps = list(dict.fromkeys(step.step for row in rows for step in row.steps))
    missing = [name for name in names if name not in steps]
    if missing:
        raise ValueError(
            f"{argument}: the steps are {', '.join(steps)}, but {missing[0]!r} is named. "
            "Is it misspelt?"
        )


def _axes(step: TracedStep) -> tuple[str, ...]:
    """Give each axis its name, or "" if it has none."""
    named = [axis for axis in step.axes if axis != "..."]
    return (*[""] * (len(step.shape) - len(named)), *named)


def _meets(rows: list[_Row], meet: Sequence[Mapping[str, str]]) -> Meets:
    """Find the text beside each axis that meets another, with numbers for several products."""
    meets: dict[tuple[str, str], str] = {}
    for number, product in enumerate(meet, start=1):
        _check_names(product, rows, "meet")
        _length(rows, product)
        meets |= dict.fromkeys(product.items(), f"meet {number}" if len(meet) > 1 else "meet")
    return meets


def _length(rows: list[_Row], product: Mapping[str, str]) -> int:
    """Return the common length of the axes that meet."""
    steps = [step for row in rows for step in row.steps if step.step in product]
    lengths = {step.step: _size(step, product[step.step]) for step in steps}
    if len(set(lengths.values())) != 1:
        sizes = join([f"{step} has {size} {product[step]}" for step, size in lengths.items()])
        raise ValueError(
            f"meet: axes of the same length are needed, but {sizes or 'none is named'}. "
            "Is one transposed, or is another axis meant?"
        )
    return lengths.popitem()[1]


def _size(step: TracedStep, axis: str) -> int:
    axes = _axes(step)
    if axis not in axes:
        raise ValueError(
            f"meet: the axes of {step.step} are {', '.join(step.axes)}, but {axis!r} is asked for. "
            "Is it misspelt, or does the argument axes not name it?"
        )
    return step.shape[axes.index(axis)]


def _source(row: _Row, by: str | Mapping[str, ArrayLike]) -> Source:
    first = row.steps[0]
    if not row.arrays:
        raise ValueError(
            "by: the numbers of the steps are needed, but a trace has their shapes alone. "
            "Was cells(trace(steps)) written where cells(steps) was meant?"
        )
    return source(first.step, as_floats(row.arrays[first.step], first.step, 0), _axes(first), by)


def _step(step: TracedStep, row: _Row, meets: Meets, followed: Source | None) -> Step:
    axes, name = _axes(step), step.step
    texts = tuple(meets.get((name, axis), "") for axis in axes)
    origins = followed.origins(as_floats(row.arrays[name], name, 0)) if followed else None
    return Step(name, step.shape, axes, texts, origins)


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


def _meetings(rows: list[_Row], meet: Sequence[Mapping[str, str]]) -> str:
    return "".join(
        f" {join([f'the {axis} of {step}' for step, axis in product.items()])} meet, "
        f"{_length(rows, product)} with {_length(rows, product)}.".replace(" the", " The", 1)
        for product in meet
    )


def _stacks(drawn: Mapping[str, list[Step]], asked: Sequence[tuple[int, ...]]) -> list[str]:
    """Draw the steps side by side; if room is reserved, all get the same, and stay in place."""
    largest = [Step("", shape, ("",) * len(shape), ("",) * len(shape)) for shape in asked]
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
    legend = "".join(
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
