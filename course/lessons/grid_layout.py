"""The layout of an array as a grid: its size, and where each cell begins. Heads are sheets.

A side of up to 12 entries is drawn in full. A longer side has a break before its last two cells,
and one more cell each time its size doubles beyond 12. More than 8 sheets are treated in the same
way.
"""

from dataclasses import astuple, dataclass, replace
from itertools import groupby
from math import log2, prod

import numpy as np
from numpy.typing import NDArray

from course.lessons.origins import Origins, letter, one_of

MOST_CELLS, MOST_SHEETS, AFTER_BREAK = 12, 8, 2
BREAK = 12  # in pixels, like all lengths here
SMALL, LETTER, NUMBER = 9, 20, 34  # side of a cell: empty, lettered, with a number too
ASIDE, DOWN = 16, 3  # between the sheets of a stack: room for the number above each
CHARACTER = 7
LONGEST_RUN = 4


@dataclass(frozen=True)
class Step:
    """An array to be drawn: its name, its shape, and what is known about its axes and numbers.

    Attributes
    ----------
    name : str
    shape : tuple of int
    axes : tuple of str
        A name for each axis, "" if it has none.
    origins : Origins, optional
    """

    name: str
    shape: tuple[int, ...]
    axes: tuple[str, ...]
    origins: Origins | None = None

    @property
    def sides(self) -> tuple[int, int]:
        """The sides for rows and columns; a missing axis counts as one row or column."""
        return (1, 1, *self.shape)[-2:]  # type: ignore[return-value]

    @property
    def sheets(self) -> int:
        """The number of sheets: one, unless there are axes before rows and columns."""
        return prod(self.shape[:-2])

    @property
    def labels(self) -> tuple[str, str, str]:
        """Each axis with its size: front axes, rows, columns."""
        texts = [f"{axis} {size}".strip() for axis, size in zip(self.axes, self.shape, strict=True)]
        *front, rows, columns = ["", "", *texts]
        return ", ".join(filter(None, front)), rows, columns

    @property
    def pitch(self) -> int:
        """The side of a lettered cell."""
        return NUMBER if self.origins and (self.origins.numbers != "").any() else LETTER

    @property
    def drawn(self) -> int:
        """How many cells are drawn if all sheets are drawn."""
        return self.sheets * prod(len(shown(size)) for size in self.sides)

    def sheet(self, place: int) -> tuple[NDArray[np.int64], NDArray[np.str_]]:
        """Take the groups and numbers of one sheet from the origins."""
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
        """The text for screen readers: the name, and each axis with its size."""
        front, rows, columns = self.labels
        return f"{self.name}: {', '.join(filter(None, [front, rows, columns])) or 'one number'}"

    @property
    def broken(self) -> bool:
        """Whether some cells are left out."""
        return max(self.sides) > MOST_CELLS or self.sheets > MOST_SHEETS

    @property
    def sheet_names(self) -> list[str]:
        """Name each sheet by its place: "head 0", or with several axes, "batch 1, head 0"."""
        front = self.axes[:-2]
        return [
            ", ".join(f"{one_of(axis)} {n}".strip() for axis, n in zip(front, place, strict=True))
            for place in np.ndindex(self.shape[:-2])
        ]


def _run_lengths(groups: NDArray[np.int64]) -> str:
    """Write a few equal letters one by one, and count many: AABB, 64xA."""
    runs = [(letter(int(group)), len(list(run))) for group, run in groupby(groups)]
    return "".join(
        text * count if count <= LONGEST_RUN else f"{count}x{text}" for text, count in runs
    )


@dataclass(frozen=True)
class Room:
    """Room for a step: how far its first sheet may extend, and how many lines are above it."""

    width: int
    height: int
    lines: int = 2

    def __or__(self, other: "Room") -> "Room":
        pairs = zip(astuple(self), astuple(other), strict=True)
        return Room(*(max(pair) for pair in pairs))


def room_of(step: Step) -> Room:
    """Find the room that a step needs as a stack, with names wide enough for two-digit sizes."""
    front, rows, columns = replace(step, shape=tuple(max(10, n) for n in step.shape)).labels
    across, down = (Side(size, SMALL).length for size in reversed(step.sides))
    behind = max(sheets_of(step).starts, default=0)
    names = (
        across_names(across, columns) + CHARACTER * len(front)
        if front
        else CHARACTER * len(columns)
    )
    lowest = down + DOWN * len(shown(step.sheets, MOST_SHEETS))
    width, height = max(names, across + behind + 4), max(lowest, CHARACTER * len(rows))
    return Room(width, height, 2 if front else 1)


def across_names(width: int, label: str) -> int:
    """Find where the names of front axes begin: right of the sheet and of the column name."""
    return max(width, CHARACTER * len(label)) + 8


def shown(size: int, most: int = MOST_CELLS) -> list[int]:
    """List the entries of an axis that are drawn: all of them, if there are at most `most`.

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
        With more entries, there is a break.

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
        """Whether some cells are left out."""
        return self.size > self.most

    @property
    def starts(self) -> list[int]:
        """Where each cell begins."""
        count = len(shown(self.size, self.most))
        after = count - AFTER_BREAK if self.broken else count
        return [self.pitch * place + BREAK * (place >= after) for place in range(count)]

    @property
    def cells(self) -> list[tuple[int, int]]:
        """Each entry that is drawn, with the start of its cell."""
        return list(zip(shown(self.size, self.most), self.starts, strict=True))

    @property
    def length(self) -> int:
        """Where the last cell ends."""
        return self.starts[-1] + self.pitch if self.size else 0

    @property
    def runs(self) -> list[list[int]]:
        """The starts of the cells before the break, and after it."""
        starts = self.starts
        return [starts[:-AFTER_BREAK], starts[-AFTER_BREAK:]] if self.broken else [starts]

    @property
    def gap(self) -> int:
        """The middle of the break."""
        return self.runs[1][0] - BREAK // 2


def sheets_of(step: Step) -> Side:
    """Treat sheets behind each other as another axis."""
    return Side(step.sheets, ASIDE, MOST_SHEETS)
