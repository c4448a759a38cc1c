"""Numbers that are followed from step to step, by the group they belong to in the first step."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnlib.shapes import Floats
from course.views.sentence import fixed, join

MOST_GROUPS = 26  # each has a letter
LONGEST_NUMBER = 3
# Okabe and Ito, Color Universal Design (2008), without black: distinguishable with all kinds of
# colour blindness. If colours repeat, letters still tell the groups apart.
FILLS = ("#56b4e9", "#e69f00", "#009e73", "#f0e442", "#cc79a7", "#0072b2", "#d55e00")
NOWHERE = "#d9d9d9"


@dataclass(frozen=True)
class Origins:
    """Where the numbers of a step come from.

    Attributes
    ----------
    groups : int array of the step's shape
        The group of each number; -1 if the number is not followed.
    numbers : array of str of the step's shape
        The text below each letter; all empty if the numbers would not fit.
    """

    groups: NDArray[np.int64]
    numbers: NDArray[np.str_]


@dataclass(frozen=True)
class Source:
    """The numbers to follow, in ascending order, each with its group; made by `source`.

    Attributes
    ----------
    step, kind : str
        The step they come from, and what one group stands for.
    values, groups : (n,)
    """

    step: str
    kind: str
    values: Floats
    groups: NDArray[np.int64]

    @property
    def count(self) -> int:
        """How many groups there are."""
        return int(self.groups.max()) + 1

    @property
    def short(self) -> bool:
        """Whether the numbers fit into a cell."""
        whole = bool((self.values == np.round(self.values)).all())
        return whole and max(len(fixed(float(x), 0)) for x in self.values) <= LONGEST_NUMBER

    def origins(self, values: Floats) -> Origins:
        """Find the group that each number of a step comes from."""
        places = np.searchsorted(self.values, values).clip(max=len(self.values) - 1)
        known = self.values[places] == values
        pairs = zip(values.flat, known.flat, strict=True)
        texts = [fixed(float(x), 0) if self.short and seen else "" for x, seen in pairs]
        groups = np.where(known, self.groups[places], -1)
        return Origins(groups, np.array(texts, dtype=str).reshape(values.shape))


def source(
    step: str, values: Floats, axes: tuple[str, ...], by: str | Mapping[str, ArrayLike]
) -> Source:
    """Sort the numbers of the first step, each with its group.

    Parameters
    ----------
    step : str
        Its name.
    values : array
    axes : tuple of str
        A name for each axis, "" where there is none.
    by : str, or dict of str to integers
        An axis; or the name of one group, with group numbers that broadcast to the shape of the
        values.

    Raises
    ------
    ValueError
        If there is no such axis, the groups do not fit, or a number repeats.

    Examples
    --------
    >>> found = source("X", np.array([[7.0, 8.0], [5.0, 6.0]]), ("tokens", "features"), "tokens")
    >>> found.kind, found.origins(np.array([[5.0, 7.0, 9.0]])).groups
    ('token', array([[ 1,  0, -1]]))
    """
    _check_values(step, values)
    if isinstance(by, str):
        kind, groups = one_of(by), np.indices(values.shape)[_place(step, axes, by)]
    else:
        [(kind, asked)] = by.items()
        groups = _as_groups(step, values, kind, np.asarray(asked))
    if groups.max() >= MOST_GROUPS:
        raise ValueError(
            f"by: at most {MOST_GROUPS} groups have a letter each, but there are "
            f"{groups.max() + 1}. Would a part of {step} do (try {step}[:6])?"
        )
    order = np.argsort(values, axis=None)
    return Source(step, kind, values.ravel()[order], groups.ravel()[order])


def one_of(axis: str) -> str:
    """Name one entry of an axis.

    >>> one_of("heads"), one_of("queries"), one_of("batch")
    ('head', 'query', 'batch')
    """
    return f"{axis[:-3]}y" if axis.endswith("ies") else axis.removesuffix("s")


def letter(group: int) -> str:
    """Return the letter of a group; a dot for numbers without a group.

    >>> letter(0), letter(2), letter(-1)
    ('A', 'C', '·')
    """
    return chr(ord("A") + group) if group >= 0 else "·"


def colour(group: int) -> str:
    """Return the colour of a group; grey for numbers without a group.

    >>> colour(0), colour(7), colour(-1)
    ('#56b4e9', '#56b4e9', '#d9d9d9')
    """
    return FILLS[group % len(FILLS)] if group >= 0 else NOWHERE


def _check_values(step: str, values: Floats) -> None:
    if not values.size or len(np.unique(values)) < values.size:
        raise ValueError(
            f"by: numbers that all differ are needed, to be told apart, but {step}, the first step, "
            f"has {values.size} numbers and {len(np.unique(values))} different ones. Are they zeros, "
            f"made for their shape alone (try np.arange({values.size}).reshape{values.shape})?"
        )


def _place(step: str, axes: tuple[str, ...], by: str) -> int:
    if by not in axes:
        raise ValueError(
            f"by: the axes of {step}, the first step, are {join([a or 'unnamed' for a in axes])}, "
            f"but {by!r} is asked for. Is it misspelt, or does the argument axes not name it?"
        )
    return axes.index(by)


def _as_groups(step: str, values: Floats, kind: str, groups: NDArray[Any]) -> NDArray[np.int64]:
    if groups.dtype.kind not in "iu" or not groups.size or (groups < 0).any():
        raise ValueError(
            f"by: {kind} needs whole numbers from 0, one for each group, but it is {groups.tolist()}. "
            "Was / used where // was meant?"
        )
    try:
        return np.broadcast_to(groups.astype(np.int64), values.shape)
    except ValueError:
        raise ValueError(
            f"by: {kind} is {groups.shape} and does not broadcast to {step}, the first step, of "
            f"shape {values.shape}. Is there one group for each column (or add [:, None] for rows)?"
        ) from None
