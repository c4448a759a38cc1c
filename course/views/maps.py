"""Images of matrices that are too large for a table: one matrix, or one for each head."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Bools, Floats, as_floats
from course.views.axes import (
    SIZE,
    SMALL,
    Box,
    add_axes,
    add_title,
    cut,
    drawable,
    text_width,
    ticks,
    written,
)
from course.views.colours import Theme, shade
from course.views.drawing import told_apart
from course.views.figure import Picture, can_draw
from course.views.limits import Limits, checked
from course.views.matrix import Matrix, hidden_places, labels_of, orientation
from course.views.numbers_table import decimals_of, evenly, numbers_table
from course.views.sentence import counted, fixed, join

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure
    from matplotlib.image import AxesImage

MOST_LABELS, MOST_GRID_LABELS, FEW_LABELS = 24, 14, 12
TINY = 7.5
MOST_IN_TABLE = 12
AXES = ("query", "key")  # of heads
MOST_HEADS, MOST_HEADS_SAID = 16, 4
# If the rows of a head are longer, fewer heads share a line, so that each cell can be seen.
HEADS_IN_A_ROW, SHORT_ROW = (4, 3), 6
LONGEST_LABEL = 12
HATCH = {"facecolor": "#9a9a9a", "edgecolor": "#5c5c5c", "hatch": "/////", "linewidth": 0}
# All lengths are in inches.
GAP, TITLE, NAME, BAR, BAR_ROOM = 0.14, 0.32, 0.22, 0.18, 1.0
WIDTH, MAP, HEAD = 8.0, 4.2, 2.6  # the widest picture, the highest maps


@dataclass(frozen=True)
class _Side:
    """The labels along one side of a map: which are written, and how.

    Attributes
    ----------
    labels : tuple of str
    axis : str
        What one label stands for.
    most : int
        How many labels are written at most; if there are more, every second, fifth, tenth, ...
    room : int
        How many characters fit side by side; if there are more, labels are turned.
    sizes : (float, float)
        The size of few texts, and of many or turned ones, in points.
    """

    labels: tuple[str, ...]
    axis: str
    most: int
    room: int
    sizes: tuple[float, float]

    @property
    def written(self) -> dict[int, str]:
        """The written labels by place."""
        count = len(self.labels)
        steps = (step * 10**power for power in range(9) for step in (1, 2, 5))
        enough = next(step for step in steps if count <= step * self.most / 2)
        return {
            place: cut(_quoted(self.labels[place]), LONGEST_LABEL)
            for place in range(0, count, 1 if count <= self.most else enough)
        }

    @property
    def turned(self) -> bool:
        texts = self.written.values()
        return (max(map(len, texts)) + 1) * len(texts) > self.room

    @property
    def size(self) -> float:
        return self.sizes[len(self.written) > FEW_LABELS or self.turned]

    @property
    def length(self) -> float:
        """The length that the texts need as lines one below the other, in inches."""
        return 1.2 * self.size / 72 * len(self.written)

    @property
    def width(self) -> float:
        """The width of the longest text, in inches."""
        return max(text_width(text, self.size) for text in self.written.values())


@dataclass(frozen=True)
class _Labels:
    rows: _Side
    columns: _Side

    @property
    def left(self) -> float:
        return 0.42 + self.rows.width

    @property
    def bottom(self) -> float:
        return 0.42 + (self.columns.width if self.columns.turned else 0.14)

    @property
    def ratio(self) -> float:
        """Height by width: cells are square, unless the picture would be too flat or narrow."""
        return min(max(len(self.rows.labels) / len(self.columns.labels), 1 / 3), 3.0)

    def cell(self, across: int, most: float) -> tuple[float, float]:
        """Find the width and height of each of the maps that share a line, at most `most` high.

        Both leave room for all labels.
        """
        room = (WIDTH - self.left - BAR_ROOM) / across - GAP
        wide = min(room, most / self.ratio)
        high = max(self.ratio * wide, self.rows.length)
        return min(max(wide, self.columns.length), room), high


@dataclass(frozen=True)
class _Colours:
    """What the values are called, and the range of the colours."""

    name: str
    limits: Limits


@dataclass(frozen=True)
class _GridFrame:
    """Maps side by side, one for each name; a single map has no name.

    Attributes
    ----------
    across : int
        How many maps share a line.
    most : float
        How high a map may be, in inches.
    """

    names: tuple[str, ...]
    labels: _Labels
    colours: _Colours
    across: int
    most: float

    @property
    def down(self) -> int:
        return -(-len(self.names) // self.across)

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the picture."""
        wide, high = self.labels.cell(self.across, self.most)
        width = self.labels.left + self.across * (wide + GAP) + BAR_ROOM
        return width, TITLE + self.down * (high + self.above) + self.labels.bottom

    @property
    def above(self) -> float:
        """The room above each map."""
        return NAME if any(self.names) else 0.04

    def __call__(self, figure: Figure, theme: Theme) -> None:
        across, down = self.across, self.down
        wide, high = self.labels.cell(across, self.most)
        left, top = self.labels.left, self.size[1] - TITLE
        for place, name in enumerate(self.names):
            row, column = divmod(place, across)
            corner = left + column * (wide + GAP), top - (row + 1) * (high + self.above)
            axes = _map_axes(figure, (*corner, wide, high), theme, self.labels)
            axes.set_title(
                drawable(name), loc="left", color=theme.ink, fontsize=SMALL, pad=3, parse_math=False
            )
            if column == 0:
                _label(axes.yaxis, self.labels.rows)
            if place + across >= len(self.names):
                _label(axes.xaxis, self.labels.columns)
        edge, tall = left + across * (wide + GAP), down * (high + self.above)
        box = edge, top - tall, BAR, tall - self.above
        _colour_bar(figure, box, theme, self.colours)


def heat_map(
    values: ArrayLike,
    rows: Sequence[object] | None = None,
    columns: Sequence[object] | None = None,
    *,
    title: str,
    row_axis: str = "query",
    column_axis: str = "key",
    name: str = "weights",
    limits: Limits | None = None,
    visible: ArrayLike | None = None,
) -> Picture:
    """Show a matrix that is too large for `heat_table` as an image coloured by value.

    Parameters
    ----------
    values : (n_q, n_k)
        Entries of -inf, inf or nan are hatched.
    rows, columns : sequence of n_q and of n_k labels, optional
        Default: 0, 1, 2, ... Of more than 24 labels, only some are written.
    title : str
    row_axis, column_axis : str
        What one row and one column stand for. Rows go from top to bottom.
    name : str
        What the values are.
    limits : (low, high), optional
        The range of the colours. By default, it is from 0 to 1 if all values are, as in
        `heat_table`; otherwise it reaches to a round number above the largest absolute value.
    visible : bool, broadcastable to (n_q, n_k), optional
        Entries where it is False are hatched, whatever their value.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are no values, or not two axes; if the number of labels is wrong, `limits` does not
        go from low to high, or `visible` does not fit the values.
    TypeError
        If the values are not real numbers, or `visible` is not bool.

    Notes
    -----
    Zero has the colour of the page, positive is blue, negative is orange, whatever the limits.

    Examples
    --------
    >>> heat_map([[0.75, 0.25], [0.5, 0.5]], ["The", "cat"], ["The", "cat"], title="Weights")
    Weights: 2 x 2 weights, a row for each query, a column for each key: largest 0.75 at query The, key The; every row sums to 1.00.
    """
    array = as_floats(values, "values")
    _check_matrix(array)
    labels = _labels(rows, columns, array, (row_axis, column_axis), MOST_LABELS, 44, (SIZE, SMALL))
    axes, hidden = (row_axis, column_axis), hidden_places(visible, array)
    names = labels.rows.labels, labels.columns.labels
    matrix = Matrix(array, *names, axes, _decimals(array), hidden)
    return _pictured(
        np.where(hidden, np.nan, array)[None],
        _GridFrame(("",), labels, _Colours(name, _limits(array, limits)), 1, MAP),
        title,
        f"{matrix.sentence(name)}{_hatched(array, hidden)}",
        _some_entries(title, matrix),
    )


def head_grid(
    weights: ArrayLike,
    rows: Sequence[object] | None = None,
    columns: Sequence[object] | None = None,
    *,
    title: str,
    name: str = "weights",
    heads: Sequence[object] | None = None,
) -> Picture:
    """Show the matrices of several heads side by side, with a common colour scale.

    Parameters
    ----------
    weights : (h, n_q, n_k)
        At most sixteen heads.
    rows, columns : sequence of n_q and of n_k labels, optional
        0, 1, 2, ... if left out.
    title : str
    name : str
        What the values are.
    heads : sequence of h labels, optional
        The names above the maps. Default: head 0, head 1, ...

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are no values, not three axes, more than sixteen heads, or too few labels or names.
    TypeError
        If the values are not real numbers.

    Examples
    --------
    >>> head_grid([[[0.75, 0.25]], [[0.5, 0.5]]], ["sat"], ["cat", "mat"], title="Row sat")
    Row sat: 2 heads of 1 x 2 weights, a row for each query, a column for each key; largest in each: head 0: 0.75 at query sat, key cat; head 1: 0.50 at query sat, key cat and 1 more.
    """
    array = as_floats(weights, "weights")
    _check_heads(array)
    across = _across(*array.shape[::2])
    most, room = (MOST_LABELS, 48) if across <= 2 else (MOST_GRID_LABELS, 20)
    labels = _labels(rows, columns, array, AXES, most, room, (SMALL, TINY))
    numbered = [f"head {head}" for head in range(len(array))]
    above = labels_of(numbered if heads is None else heads, len(array), "heads")
    names = tuple(told_apart(above, head) for head in range(len(array)))
    choosing = _rows_with_a_choice(array)
    among = "" if choosing is array else ", where a query sees several keys"
    told = labels.rows.labels, labels.columns.labels, AXES, _decimals(array)
    tops = {
        head: Matrix(weights, *told, ~np.isfinite(weights)).largest
        for head, weights in zip(names, choosing, strict=True)
    }
    return _pictured(
        array,
        _GridFrame(names, labels, _Colours(name, _limits(array, None)), across, HEAD),
        title,
        _heads_sentence(array, tops, name, among),
        numbers_table(
            f"{title}{among}", "head", ["largest"], {head: [top] for head, top in tops.items()}
        ),
    )


def _pictured(
    maps: Floats,
    frame: _GridFrame,
    title: str,
    sentence: str,
    table: str,
) -> Picture:
    def marks(figure: Figure, theme: Theme) -> list[Artist]:
        images = [
            _image(axes, values, frame.colours.limits, theme)
            for axes, values in zip(figure.axes, maps, strict=False)
        ]
        return [add_title(figure, title, frame.labels.left, theme), *images]

    size = frame.size if can_draw() else (WIDTH, MAP)  # text is measured by matplotlib
    return Picture(frame, marks, f"{title}: {sentence}", table, size)


def _check_matrix(array: Floats) -> None:
    if array.ndim != 2 or not array.size:
        raise ValueError(
            f"values: one matrix is needed, but the shape is {array.shape}. "
            "Which head, or which one of the batch, do you mean (try values[0])?"
        )


def _check_heads(array: Floats) -> None:
    if array.ndim != 3 or not array.size:
        raise ValueError(
            f"weights: axes (heads, queries, keys) are needed, but the shape is {array.shape}. "
            "Is it a single head (try weights[None]), or one batch axis too many (weights[0])?"
        )
    if len(array) > MOST_HEADS:
        raise ValueError(
            f"weights: at most {MOST_HEADS} heads fit into one picture, but there are "
            f"{len(array)}. Would fewer do (try weights[:8])?"
        )


def _labels(
    rows: Sequence[object] | None,
    columns: Sequence[object] | None,
    array: Floats,
    axes: tuple[str, str],
    most: int,
    room: int,
    sizes: tuple[float, float],
) -> _Labels:
    count, others = array.shape[-2:]
    narrow = min(1, others / count)
    return _Labels(
        _Side(labels_of(rows, count, "rows"), axes[0], most, room, sizes),
        _Side(labels_of(columns, others, "columns"), axes[1], most, int(room * narrow), sizes),
    )


def _limits(array: Floats, asked: Limits | None) -> Limits:
    if asked is not None:
        return checked(asked, "limits")
    finite = array[np.isfinite(array)]
    low, high = float(finite.min(initial=0)), float(finite.max(initial=0))
    if low >= 0 and high <= 1:
        return 0.0, 1.0
    top = _round_up(max(-low, high))
    return -top, top


def _round_up(size: float) -> float:
    """Find the next round number, so that small changes of the values do not change the colours."""
    power = 10.0 ** np.floor(np.log10(size))
    steps = (step * power for step in (1, 1.5, 2, 3, 4, 5, 6, 8, 10))
    return float(f"{next(step for step in steps if step >= size):.2g}")


def _decimals(array: Floats) -> int:
    """Choose the number of decimals: two, as in a heat table, or more if all values are small."""
    return max(2, decimals_of(array, 2)) if array.any() else 2


def _across(heads: int, columns: int) -> int:
    """Choose how many heads share a line, so that all lines but the last are equally full."""
    down = -(-heads // HEADS_IN_A_ROW[columns > SHORT_ROW])
    return -(-heads // down)


def _quoted(label: str) -> str:
    """Put a label without letters or digits in quotes: nobody sees a lone full stop."""
    return label if any(map(str.isalnum, label)) or not label.isascii() else f'"{label}"'


def _map_axes(figure: Figure, box: Box, theme: Theme, labels: _Labels) -> Axes:
    axes = add_axes(figure, box, theme)
    axes.patch.set(**HATCH)
    axes.set(
        xlim=(-0.5, len(labels.columns.labels) - 0.5), ylim=(len(labels.rows.labels) - 0.5, -0.5)
    )
    axes.set(xticks=[], yticks=[])
    axes.spines[:].set_color(theme.faint)
    return axes


def _label(axis: Axis, side: _Side) -> None:
    texts = {place: drawable(text) for place, text in side.written.items()}
    axis.set_ticks([*texts], [*texts.values()], parse_math=False, fontsize=side.size)
    axis.set_label_text(drawable(side.axis))
    if side.turned and axis is axis.axes.xaxis:
        axis.set_tick_params(rotation=90)


def _colour_bar(figure: Figure, box: Box, theme: Theme, colours: _Colours) -> None:
    low, high = colours.limits
    axes = add_axes(figure, box, theme)
    steps = np.linspace(high, low, 256)[:, None]
    image = _image(axes, steps, colours.limits, theme)
    image.set_extent((0, 1, low, high))
    axes.set(xlim=(0, 1), ylim=colours.limits, xticks=[])
    most = min(6, max(1, int(box[-1] / 0.3)))
    places = [place for place in ticks(low, high, most) if low <= place <= high]
    axes.set_yticks(places, written(places))
    axes.yaxis.tick_right()
    axes.yaxis.set_label_position("right")
    axes.set_ylabel(drawable(colours.name))
    axes.spines[:].set_visible(False)


@cache
def _ramp(theme: Theme) -> Colormap:
    """Make the colours; cells without a finite number are holes that show the hatching."""
    from matplotlib.colors import ListedColormap

    shades = [shade(x, theme) for x in np.linspace(-1, 1, 255)]
    return ListedColormap(shades).with_extremes(bad=(0, 0, 0, 0))


def _image(axes: Axes, values: Floats, limits: Limits, theme: Theme) -> AxesImage:
    from matplotlib.colors import Normalize

    top = max(abs(limits[0]), abs(limits[1]))
    finite = np.where(np.isfinite(values), values, np.nan)
    return axes.imshow(finite, cmap=_ramp(theme), norm=Normalize(-top, top), aspect="auto")


def _hatched(array: Floats, hidden: Bools) -> str:
    """Say what the hatching means, if there is any."""
    kinds = {"no finite value": ~np.isfinite(array) & ~hidden, "hidden": hidden}
    found = [kind for kind, places in kinds.items() if places.any()]
    return f" Hatched: {join(found)}." if found else ""


def _some_entries(title: str, matrix: Matrix) -> str:
    rows, columns = (evenly(size, MOST_IN_TABLE) for size in matrix.values.shape)
    heads = [told_apart(matrix.columns, column) for column in columns]
    body = {
        told_apart(matrix.rows, row): [
            fixed(matrix.values[row, column], matrix.decimals) for column in columns
        ]
        for row in rows
    }
    about = f"{title}. {orientation(matrix.axes).replace('a', 'A', 1)}"
    if len(rows) * len(columns) < matrix.values.size:
        about += f"; {len(rows)} of {len(matrix.rows)} and {len(columns)} of {len(matrix.columns)}"
    return numbers_table(about, f"{matrix.axes[0]} \\ {matrix.axes[1]}", heads, body)


def _rows_with_a_choice(array: Floats) -> Floats:
    """Leave out the rows with a single key that any head sees, unless all rows are so."""
    seen = (np.isfinite(array) & (array != 0)).any(axis=0)
    several = seen.sum(axis=-1, keepdims=True) > 1
    return np.where(several, array, np.nan) if several.any() and not several.all() else array


def _heads_sentence(array: Floats, tops: Mapping[str, str], name: str, among: str) -> str:
    heads, count, others = array.shape
    said = [f"{head}: {top}" for head, top in list(tops.items())[:MOST_HEADS_SAID]]
    more = [f"so on in {heads - MOST_HEADS_SAID} more"] if heads > MOST_HEADS_SAID else []
    hatched = _hatched(array, np.zeros(array.shape, bool))
    return (
        f"{counted(heads, 'head')} of {count} x {others} {name}, "
        f"{orientation(AXES)}; largest in each{among}: "
        f"{'; '.join(said + more)}.{hatched}"
    )
