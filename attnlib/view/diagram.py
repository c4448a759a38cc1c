"""An array as a grid of cells that can be counted, one for each number; heads are sheets.

A side of up to 12 entries is drawn in full. A longer one has a break before its last two cells,
and one more cell for each time that its size has doubled since 12. So do more than 8 sheets.
"""

from dataclasses import astuple, dataclass, replace
from html import escape
from itertools import groupby, product
from math import log2, prod

import numpy as np
from numpy.typing import NDArray

from attnlib.view.colours import ink
from attnlib.view.origins import Origins, colour, letter, one_of

MOST_CELLS, MOST_SHEETS, AFTER_BREAK = 12, 8, 2
BREAK = 12  # in pixels, as all lengths here
SMALL, LETTER, NUMBER = 9, 20, 34  # the side of a cell: empty, with a letter, with a number too
ASIDE, DOWN = 16, 3  # from one sheet of a stack to the next: room for the sheet's number above it
MARGIN, LINE, BRACKET = 26, 16, 13  # beside a sheet; a line of text; a bracket between the two
CHARACTER = 7
FILL, EDGE = "#9ecae1", "#08306b"
LONGEST_RUN = 4


@dataclass(frozen=True)
class Step:
    """An array to be drawn: its name, its shape, and what is known of its axes and its numbers.

    Attributes
    ----------
    name : str
    shape : tuple of int
    axes : tuple of str
        A name for each axis, "" where there is none.
    meets : tuple of str
        For each axis what is written beside its bracket, "" where it meets no other.
    origins : Origins, optional
    """

    name: str
    shape: tuple[int, ...]
    axes: tuple[str, ...]
    meets: tuple[str, ...]
    origins: Origins | None = None

    @property
    def sides(self) -> tuple[int, int]:
        """Rows and columns; an array without them has one."""
        return (1, 1, *self.shape)[-2:]  # type: ignore[return-value]

    @property
    def sheets(self) -> int:
        """How many there are: one unless axes are in front of rows and columns."""
        return prod(self.shape[:-2])

    @property
    def labels(self) -> tuple[str, str, str]:
        """Each axis with its size: those in front, that of rows, that of columns."""
        texts = [_label(*axis) for axis in zip(self.axes, self.shape, self.meets, strict=True)]
        *front, rows, columns = ["", "", *texts]
        return ", ".join(filter(None, front)), rows, columns

    @property
    def brackets(self) -> tuple[bool, bool]:
        """Whether the axis of rows, and that of columns, meets another."""
        rows, columns = ("", "", *self.meets)[-2:]
        return bool(rows), bool(columns)

    @property
    def pitch(self) -> int:
        """The side of a lettered cell."""
        return NUMBER if self.origins and (self.origins.numbers != "").any() else LETTER

    @property
    def drawn(self) -> int:
        """How many cells are drawn if all sheets are."""
        return self.sheets * prod(len(shown(size)) for size in self.sides)

    def sheet(self, place: int) -> tuple[NDArray[np.int64], NDArray[np.str_]]:
        """Take one sheet of the origins: groups and numbers."""
        assert self.origins is not None
        shape = self.sheets, *self.sides
        return self.origins.groups.reshape(shape)[place], self.origins.numbers.reshape(shape)[place]

    @property
    def letters(self) -> list[str]:
        """Write the letters of each sheet, row by row."""
        shape = self.sheets, *self.sides
        assert self.origins is not None
        return [" ".join(map(_run_lengths, sheet)) for sheet in self.origins.groups.reshape(shape)]

    @property
    def about(self) -> str:
        """What a screen reader says: the name, and each axis with its size."""
        front, rows, columns = self.labels
        return f"{self.name}: {', '.join(filter(None, [front, rows, columns])) or 'one number'}"

    @property
    def broken(self) -> bool:
        """Whether not everything is drawn."""
        return max(self.sides) > MOST_CELLS or self.sheets > MOST_SHEETS

    @property
    def sheet_names(self) -> list[str]:
        """Name each sheet by its place: "head 0", or "batch 1, head 0" of several axes."""
        front = self.axes[:-2]
        return [
            ", ".join(f"{one_of(axis)} {n}".strip() for axis, n in zip(front, place, strict=True))
            for place in np.ndindex(self.shape[:-2])
        ]


def _run_lengths(groups: NDArray[np.int64]) -> str:
    """Write equal letters one by one if they are few, else how many they are: AABB, 64xA."""
    runs = [(letter(int(group)), len(list(run))) for group, run in groupby(groups)]
    return "".join(
        text * count if count <= LONGEST_RUN else f"{count}x{text}" for text, count in runs
    )


@dataclass(frozen=True)
class Room:
    """Room for a step: how far its first sheet may reach, and how many lines are above it."""

    width: int
    height: int
    lines: int = 2

    def __or__(self, other: "Room") -> "Room":
        pairs = zip(astuple(self), astuple(other), strict=True)
        return Room(*(max(pair) for pair in pairs))


def room_of(step: Step) -> Room:
    """Find the room that a step needs as a stack, with names as wide as for sizes of two digits."""
    front, rows, columns = replace(step, shape=tuple(max(10, n) for n in step.shape)).labels
    across, down = (Side(size, SMALL).length for size in reversed(step.sides))
    behind = max(_sheets(step).starts, default=0)
    names = _across(across, columns) + CHARACTER * len(front) if front else CHARACTER * len(columns)
    lowest = down + DOWN * len(shown(step.sheets, MOST_SHEETS))
    width, height = max(names, across + behind + 4), max(lowest, CHARACTER * len(rows))
    return Room(width, height, 2 if front else 1)


def _across(width: int, label: str) -> int:
    """Where the name of an axis in front begins: beside that of columns, and beside the sheet."""
    return max(width, CHARACTER * len(label)) + 8


def shown(size: int, most: int = MOST_CELLS) -> list[int]:
    """List the entries of an axis that are drawn: all up to `most`.

    >>> shown(5), len(shown(12)), len(shown(64)), shown(512)[-3:]
    ([0, 1, 2, 3, 4], 12, 14, [14, 510, 511])
    """
    if size <= most:
        return list(range(size))
    count = most + int(log2(size / most))
    return [*range(count - AFTER_BREAK), *range(size - AFTER_BREAK, size)]


@dataclass(frozen=True)
class Side:
    """One side of a grid.

    Attributes
    ----------
    size : int
        How many entries the axis has.
    pitch : int
        How many pixels a cell takes.
    most : int
        Above it, there is a break.

    Examples
    --------
    >>> Side(4, 10).length, Side(64, 10).starts[-3:]
    (40, [110, 132, 142])
    """

    size: int
    pitch: int
    most: int = MOST_CELLS

    @property
    def broken(self) -> bool:
        """Whether not all cells are drawn."""
        return self.size > self.most

    @property
    def starts(self) -> list[int]:
        """Where each cell begins."""
        count = len(shown(self.size, self.most))
        after = count - AFTER_BREAK if self.broken else count
        return [self.pitch * place + BREAK * (place >= after) for place in range(count)]

    @property
    def cells(self) -> list[tuple[int, int]]:
        """Each entry that is drawn, and where its cell begins."""
        return list(zip(shown(self.size, self.most), self.starts, strict=True))

    @property
    def length(self) -> int:
        """Where the last cell ends."""
        return self.starts[-1] + self.pitch if self.size else 0

    @property
    def runs(self) -> list[list[int]]:
        """The starts, before the break and after it."""
        starts = self.starts
        return [starts[:-AFTER_BREAK], starts[-AFTER_BREAK:]] if self.broken else [starts]

    @property
    def gap(self) -> int:
        """The middle of the break."""
        return self.runs[1][0] - BREAK // 2


def stack(step: Step, room: Room) -> str:
    """Draw a step as a stack of sheets, the first one in front; its corner keeps still."""
    rows, columns = (Side(size, SMALL) for size in step.sides)
    sheets = [
        f'<g transform="translate({x} {DOWN * n})">{_empty_cells(rows, columns)}</g>'
        for n, x in enumerate(_sheets(step).starts)
    ]
    parts = [
        f'<g fill="{FILL}" stroke="{EDGE}">{"".join(reversed(sheets))}</g>',
        f'<g fill="currentColor" font-size="12">{_sheet_numbers(step, columns.length)}',
        f"{_names(step, rows, columns)}</g>",
    ]
    return _svg(step.about, room, "".join(parts))


def spread(step: Step) -> str:
    """Draw a step whose origins are known as sheets side by side, with a letter in each cell."""
    return "\n".join(_lettered_sheet(step, place) for place in range(step.sheets))


def _lettered_sheet(step: Step, place: int) -> str:
    """Draw one sheet; the first has the names of the axes."""
    groups, numbers = step.sheet(place)
    name, first = step.sheet_names[place], place == 0
    rows, columns = (Side(size, step.pitch) for size in step.sides)
    cells = [
        _lettered_cell(x, y, step.pitch, int(groups[row, column]), numbers[row, column])
        for (row, y), (column, x) in product(rows.cells, columns.cells)
    ]
    names = _names(step, rows, columns) if first else ""
    parts = [
        f'<g stroke="currentColor">{"".join(cells)}{_breaks(rows, columns)}</g>',
        f'<g fill="currentColor" font-size="12">{_text(0, -BRACKET, name)}{names}</g>',
    ]
    _, beside, above = step.labels if first else ("", "", "")
    width = max(columns.length, CHARACTER * max(len(name), len(above)))
    about = f"{', '.join(filter(None, [step.name, name]))}: {step.letters[place]}"
    return _svg(about, Room(width, max(rows.length, CHARACTER * len(beside))), "".join(parts))


def _sheets(step: Step) -> Side:
    """Sheets behind each other are an axis like others."""
    return Side(step.sheets, ASIDE, MOST_SHEETS)


def _svg(about: str, room: Room, inside: str) -> str:
    """Make a picture whose origin is the upper left corner of its first sheet."""
    top = room.lines * LINE + BRACKET
    width, height = MARGIN + room.width + 2, top + room.height + 4
    return (
        f'<svg role="img" aria-label="{escape(about)}" viewBox="{-MARGIN} {-top} {width} {height}" '
        f'style="display:block;flex:none;width:{width}px;height:{height}px">{inside}</svg>'
    )


def _empty_cells(rows: Side, columns: Side) -> str:
    """Draw blocks of cells as one path each: outline and lines; between the blocks are breaks."""
    blocks = [
        f'<path d="{_block(across, down, columns.pitch)}"/>'
        for down, across in product(rows.runs, columns.runs)
        if down and across
    ]
    return "".join(blocks) + _breaks(rows, columns)


def _block(across: list[int], down: list[int], pitch: int) -> str:
    x, y, width, height = across[0], down[0], pitch * len(across), pitch * len(down)
    upright = "".join(f"M{start} {y}v{height}" for start in across[1:])
    level = "".join(f"M{x} {start}h{width}" for start in down[1:])
    return f"M{x} {y}h{width}v{height}h{-width}z{upright}{level}"


def _breaks(rows: Side, columns: Side) -> str:
    """Draw a zigzag through each gap."""
    paths = []
    if columns.broken and rows.size:
        paths.append(f"M{columns.gap} 0" + "l3 2l-6 4l3 2" * (rows.length // 8))
    if rows.broken and columns.size:
        paths.append(f"M0 {rows.gap}" + "l2 3l4 -6l2 3" * (columns.length // 8))
    return f'<path d="{"".join(paths)}" fill="none" stroke="currentColor"/>' if paths else ""


def _lettered_cell(x: int, y: int, pitch: int, group: int, number: str) -> str:
    fill, middle = colour(group), x + pitch // 2
    above = 15 if number else pitch // 2 + 5
    style = f'text-anchor="middle" font-size="13" fill="{ink(fill)}" stroke="none"'
    return (
        f'<rect x="{x}" y="{y}" width="{pitch}" height="{pitch}" fill="{fill}"/><g {style}>'
        f'<text x="{middle}" y="{y + above}" font-weight="bold">{letter(group)}</text>'
        f"{_text(middle, y + 29, number)}</g>"
    )


def _sheet_numbers(step: Step, width: int) -> str:
    """Number each sheet above the strip of it that the sheets in front leave free."""
    sheets, places = _sheets(step), list(np.ndindex(step.shape[:-2]))
    if len(places) < 2:
        return ""
    texts = [
        (width + x - ASIDE / 2 if n else min(8, width / 2), n, str(places[sheet][-1]))
        for n, (sheet, x) in enumerate(sheets.cells)
    ]
    if sheets.broken:
        texts.append((width + sheets.gap - ASIDE, len(texts) - AFTER_BREAK, "…"))
    return "".join(
        f'<text x="{x:g}" y="{DOWN * n - BRACKET}" text-anchor="middle">{text}</text>'
        for x, n, text in texts
    )


def _names(step: Step, rows: Side, columns: Side) -> str:
    """Write the axis of rows on the left, the others above; those that meet have a bracket."""
    front, beside, above = step.labels
    meets = step.brackets
    level = -BRACKET - (LINE if len(step.shape) > 2 else 0)
    across = _across(columns.length, above)
    return "".join(
        [
            f'<g transform="translate({-BRACKET} 0) rotate(-90)" text-anchor="end">',
            f"{_text(0, 0, beside, meets[0])}</g>",
            _text(0, level, above, meets[1]),
            _text(across, level, front) if step.origins is None else "",
            _bracket(f"M-3 0h-4v{rows.length}h4") if meets[0] else "",
            _bracket(f"M0 -3v-4h{columns.length}v4") if meets[1] else "",
        ]
    )


def _bracket(path: str) -> str:
    return f'<path d="{path}" fill="none" stroke="currentColor" stroke-width="3"/>'


def _text(x: int, y: int, text: str, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}"{weight}>{escape(text)}</text>' if text else ""


def _label(axis: str, size: int, meet: str) -> str:
    return f"{axis} {size}".strip() + (f" · {meet}" if meet else "")
