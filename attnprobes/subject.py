"""What a layer may be able to do when it is examined.

A subject reads texts: `read` takes a batch of them and returns one row for each word. All else is
optional. A method that a subject does not have raises `NotAsked`, whose reason the report repeats,
so that no probe is left out in silence.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from attnlib.shapes import Bools, Floats

Piece = Callable[..., tuple[Floats, Any]]
"""From a piece of a text and the past, None at first, to rows and the new past. It may also take
which rows of the piece are real."""


def random_rows(n: int, width: int, seed: int) -> Floats:
    """Draw n rows, with two decimals so that they can be read."""
    return np.random.default_rng(seed).normal(size=(n, width)).round(2)


def nudged_rows(rows: Any, size: float, seed: int) -> Any:
    """Move each number by at most this share of itself."""
    return rows * (1 + size * np.random.default_rng(seed).uniform(-1, 1, np.shape(rows)))


def loud_rows(n: int, width: int) -> Floats:
    """Draw n rows of 40 and -40: a product of 64 of them overflows in float16, unless it is scaled before."""
    return 40 * np.random.default_rng(2).choice([-1.0, 1.0], size=(n, width))


def checked_width(width: Any) -> int:
    """Return the width if rows can have it.

    Raises
    ------
    ValueError
        If it is not a whole number of at least 1.
    """
    if not isinstance(width, int | np.integer) or width < 1:
        raise ValueError(
            f"width: how many numbers a row has is needed, 1 or more, but it is {width!r}."
        )
    return int(width)


def read_pieces(
    piece: Piece, text: Any, cuts: Sequence[int], real: Bools | None = None, axis: int = 0
) -> Floats:
    """Cut a text, hand the past on from piece to piece, and join the rows.

    Raises
    ------
    AdapterError
        If `piece` does not return a row for each row that it is given.
    """
    past, rows = None, []
    masks = [()] * (len(cuts) + 1) if real is None else [(x,) for x in np.split(real, cuts, axis)]
    for part, mask in zip(np.split(text, cuts, axis), masks, strict=True):
        new, past = piece(part, past, *mask)
        rows.append(checked_rows("piece", new, part, axis))
    return np.concatenate(rows, axis=axis)


def checked_rows(name: str, rows: Floats, text: Any, axis: int) -> Floats:
    """Return the rows if an adapter returned one for each word.

    Raises
    ------
    AdapterError
        Otherwise.
    """
    if rows.shape[: axis + 1] != np.shape(text)[: axis + 1]:
        raise AdapterError(
            f"{name}: a row for each of {np.shape(text)[axis]} words is needed, padding included, but "
            f"it returned shape {rows.shape}."
        )
    return rows


def rows_and_past(returned: Any) -> tuple[Any, Any]:
    """Return the two results of a piece.

    Raises
    ------
    AdapterError
        If there are not two.
    """
    if not isinstance(returned, tuple) or len(returned) != 2:
        raise AdapterError(
            "piece: two results are needed, the rows and the new past, but it returned a "
            f"{type(returned).__name__}."
        )
    return returned


def arguments_of(function: Callable[..., Any], most: int) -> int:
    """Count how many arguments a function can be called with, up to a number.

    >>> arguments_of(lambda X, past: X, 3), arguments_of(lambda X, past, real=None: X, 3)
    (2, 3)
    """
    try:
        signature = inspect.signature(function)
    except ValueError:  # a function of C
        return most
    for number in range(most, 0, -1):
        with suppress(TypeError):
            signature.bind(*range(number))
            return number
    return 0


def check_adapters(arguments: Mapping[str, str], given: Mapping[str, Any]) -> None:
    """Refuse what cannot be called as the probes call it.

    Parameters
    ----------
    arguments : mapping of str to str
        By the name of an adapter, what it takes, such as "X, past".
    given : mapping of str to callable or None

    Raises
    ------
    AdapterError
        In one sentence, about the first such adapter.
    """
    for name, takes in arguments.items():
        adapter, number = given[name], takes.count(",") + 1
        if adapter is None:
            continue
        if not callable(adapter):
            kind = type(adapter).__name__
            raise AdapterError(f"{name}: a function is needed, but it is a {kind}.")
        if arguments_of(adapter, number) < number:
            raise AdapterError(f"{name}: it has to take {number} arguments, {name}({takes}).")


class AdapterError(TypeError):
    """What was said of a layer, such as `piece=`, cannot be used; the message says why."""


class NotAsked(Exception):
    """A probe cannot be asked of this subject; the message says why."""


class Subject:
    """A layer that can be examined. An adapter overrides what its layers can do.

    Attributes
    ----------
    name : str
    causal : bool or None
        Whether words may not see later ones. None: nobody said.
    shifts : bool
        Whether a text may be moved further on without a change. Not with positions that are added.
    alike : bool or None
        Whether equal words must get equal rows: each query shares out a weight of 1, and no positions
        are added. Not so with sinks, gates, states or convolutions. None: nobody said.
    precision : str
        The dtype that the layer computes in.
    forms : tuple of str
        The forms in which it takes a mask of padding, such as "bool" and "float".
    window : int
        How many words back it looks at most, as far as it says so; otherwise 0.
    """

    name: str = "layer"
    causal: bool | None = None
    shifts: bool = True
    alike: bool | None = None
    precision: str = "float64"
    forms: tuple[str, ...] = ()
    window: int = 0

    def draw(self, n: int, seed: int = 0) -> Any:
        """Draw a text of n words, always the same one: (n, d), or (n,) if words are numbers."""
        raise NotImplementedError

    def read(self, texts: Any, real: Bools | None = None) -> Floats:
        """Return one row for each word of each text.

        Parameters
        ----------
        texts : (batch, n, d), or (batch, n) if words are numbers
        real : (batch, n) bool, optional
            False for padding.

        Returns
        -------
        (batch, n, d_out) float64
        """
        raise NotImplementedError

    def read_in_pieces(self, texts: Any, cuts: Sequence[int], real: Bools | None = None) -> Floats:
        """Read the texts piece by piece, with the cache, and join the rows.

        Parameters
        ----------
        texts : (batch, n, ...)
        cuts : sequence of int
            Where a new piece begins, as in `np.split`.
        real : (batch, n) bool, optional
            False for padding.
        """
        raise NotAsked("it has no cache, or none is known")

    def read_packed(self, texts: Any, segments: Any) -> Floats:
        """Read several texts that stand in one row, one behind the other.

        Parameters
        ----------
        texts : (batch, n, ...)
        segments : (batch, n) int
            Of each word, the number of its text.
        """
        raise NotAsked("it reads no packed texts, or nobody said how")

    def cast(self, precision: str) -> "Subject":
        """Return a copy that computes in another dtype: its inputs and its weights."""
        raise NotAsked("its numbers cannot be cast")

    def nudged(self, size: float, seed: int) -> "Subject":
        """Return a copy whose numbers are off by this relative size, as rounding would leave them."""
        raise NotAsked("its numbers cannot be changed")

    def plain(self) -> "Subject":
        """Return a copy that computes on the plain path instead of the fused one."""
        raise NotAsked("it has one path only, or no other is known")

    def in_form(self, form: str) -> "Subject":
        """Return a copy that takes its mask of padding in another of its `forms`."""
        raise NotAsked("it takes its mask in one form only")

    def exchanged(self) -> "Subject":
        """Return a copy whose heads have changed places, with all of their weights."""
        raise NotAsked("where its heads are is not known")

    def silenced(self) -> "Subject":
        """Return a copy whose last matrices are zeros, so that it adds nothing."""
        raise NotAsked("which matrix is its last is not known")

    def stream(self, texts: Any) -> Floats:
        """Return what must come out of `silenced`: the texts, if there is a residual, or zeros."""
        return np.asarray(texts, np.float64)

    def loud(self) -> tuple["Subject", Any]:
        """Return a copy in float16, and a text whose scores overflow before they are scaled."""
        raise NotAsked("its weights cannot be set")

    def reference(self, texts: Any) -> Floats:
        """Return the rows that slow and simple code gives."""
        raise NotAsked("there is no reference")
