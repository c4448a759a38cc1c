"""Functions of NumPy, or of any library whose arrays NumPy can read, such as JAX."""

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

import numpy as np

from attnlib.shapes import Bools, Floats
from attnprobes.battery import WORDS
from attnprobes.questions import detached
from attnprobes.subject import (
    AdapterError,
    NotAsked,
    Subject,
    arguments_of,
    check_adapters,
    checked_rows,
    checked_width,
    nudged_rows,
    random_rows,
    read_pieces,
    rows_and_past,
)

ARGUMENTS = {
    "padded": "X, real",
    "piece": "X, past",
    "packed": "X, segments",
    **dict.fromkeys(("other", "exchanged", "silenced", "reference"), "X"),
}
"""What each adapter takes."""
DTYPES = {"float64": np.float64, "float32": np.float32, "float16": np.float16}


class FunctionSubject(Subject):
    """A function from the rows of a text to as many rows.

    Parameters
    ----------
    function : callable
        `function(X)` takes (n, width), or with `batched` (batch, n, width), and returns rows.
    width : int
    causal : bool, optional
        Whether words may not see later ones. Without it, leaks are not asked for.
    batched : bool
    shifts : bool
        False if positions are added to the words: see `Subject`.
    alike : bool, optional
        True if equal words must get equal rows: see `Subject`. Without it, that is not asked.
    padded : callable, optional
        `padded(X, real)` hides the rows where `real`, (n,) or (batch, n), is False.
    piece : callable, optional
        `piece(X, past)` returns rows and the new past; `past` is None at first. With `piece(X, past,
        real)`, padding and the cache are asked for together. Texts come one by one.
    packed : callable, optional
        `packed(X, segments)` reads texts that stand in one row; `segments` numbers them, word by word.
    other : callable, optional
        The same function on another path.
    exchanged : callable, optional
        The same function with its heads in another order: see `exchanged_heads`.
    silenced : callable, optional
        The same function with zeros for its last matrix.
    residual : bool
        Whether `silenced` returns its input, and not zeros.
    reference : callable, optional
        The same function, slow and simple.
    name : str, optional

    Examples
    --------
    >>> subject = FunctionSubject(lambda X: np.cumsum(X, axis=0), width=2, causal=True)
    >>> subject.read(np.ones((1, 3, 2)))[0, :, 0]
    array([1., 2., 3.])
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        width: int = 8,
        causal: bool | None = None,
        batched: bool = False,
        shifts: bool = True,
        alike: bool | None = None,
        padded: Callable[..., Any] | None = None,
        piece: Callable[..., Any] | None = None,
        packed: Callable[..., Any] | None = None,
        other: Callable[..., Any] | None = None,
        exchanged: Callable[..., Any] | None = None,
        silenced: Callable[..., Any] | None = None,
        residual: bool = False,
        reference: Callable[..., Any] | None = None,
        name: str = "",
    ) -> None:
        self.name = name or getattr(function, "__name__", "function")
        self.causal, self.shifts, self.alike = causal, shifts, alike
        self._width, self._batched, self._residual = checked_width(width), batched, residual
        self._function, self._padded, self._piece = function, padded, piece
        self._packed = packed
        check_adapters(ARGUMENTS, locals())
        self._others = {
            "it has one path only, or no other is known": other,
            "where its heads are is not known": exchanged,
            "which matrix is its last is not known": silenced,
            "there is no reference": reference,
        }
        self._nudge: tuple[float, int] | None = None
        self._dtype: type = np.float64

    def draw(self, n: int, seed: int = 0) -> Any:
        """Draw n rows."""
        return random_rows(n, self._width, seed)

    def read(self, texts: Any, real: Bools | None = None) -> Floats:
        """Read all texts together if the function is `batched`, and one by one otherwise."""
        if real is None:
            return self._rows("layer", self._function, texts)
        if self._padded is not None:
            return self._rows("padded", self._padded, texts, real)
        if self._piece is not None and arguments_of(self._piece, 3) == 3:
            return self.read_in_pieces(texts, [], real)
        raise NotAsked("it takes no mask of padding, or none is known (see padded=)")

    def read_in_pieces(self, texts: Any, cuts: Sequence[int], real: Bools | None = None) -> Floats:
        """Hand the past on from piece to piece."""
        if self._piece is None:
            raise NotAsked("it has no cache, or none is known (see piece=)")
        if real is None:
            return np.stack([read_pieces(self._one_piece, text, cuts) for text in texts])
        if arguments_of(self._piece, 3) < 3:
            raise NotAsked("its cache takes no mask of padding (see piece(X, past, real))")
        masked = zip(texts, real, strict=True)
        return np.stack([read_pieces(self._one_piece, text, cuts, mask) for text, mask in masked])

    def read_packed(self, texts: Any, segments: Any) -> Floats:
        """Read all texts together if the function is `batched`, and one by one otherwise."""
        if self._packed is None:
            raise NotAsked("it reads no packed texts, or nobody said how (see packed=)")
        return self._rows("packed", self._packed, texts, segments)

    def cast(self, precision: str) -> Subject:
        """Cast the rows that go in. The function's own numbers stay as they are."""
        if precision not in DTYPES:
            raise NotAsked(f"NumPy has no {precision}")
        other = copy(self)
        other.precision, other._dtype = precision, DTYPES[precision]
        text = other._given(self.draw(WORDS))  # as long as others, which JAX compiles once
        rows = self._function(text[None] if self._batched else text)
        if np.asarray(detached(rows)).dtype != other._dtype:
            raise NotAsked(
                f"its own numbers do not become {precision} (examine a copy with weights of that type)"
            )
        return other

    def nudged(self, size: float, seed: int) -> Subject:
        """Nudge the rows that go in."""
        other = copy(self)
        other._nudge = (size, seed)
        return other

    def plain(self) -> Subject:
        """Return `other`."""
        return self._instead("it has one path only, or no other is known")

    def exchanged(self) -> Subject:
        """Return `exchanged`."""
        return self._instead("where its heads are is not known")

    def silenced(self) -> Subject:
        """Return `silenced`."""
        return self._instead("which matrix is its last is not known")

    def stream(self, texts: Any) -> Floats:
        """Return the texts if there is a residual, and otherwise zeros."""
        return texts if self._residual else np.zeros_like(texts)

    def reference(self, texts: Any) -> Floats:
        """Return what the slow function gives."""
        return self._instead("there is no reference").read(texts)

    def _instead(self, reason: str) -> Subject:
        function = self._others[reason]
        if function is None:
            raise NotAsked(reason)
        other = copy(self)
        other._function, other._padded = function, None
        return other

    def _rows(self, name: str, function: Callable[..., Any], texts: Any, *more: Any) -> Floats:
        texts = self._given(texts)
        if self._batched:
            rows = _plain(name, function(texts, *more))
        else:
            read = zip(texts, *more, strict=True)
            rows = np.stack([_plain(name, function(*arguments)) for arguments in read])
        return rows if name == "layer" else checked_rows(name, rows, texts, 1)

    def _given(self, texts: Any) -> Any:
        if self._nudge is not None:
            texts = nudged_rows(texts, *self._nudge)
        return np.array(texts, self._dtype)

    def _one_piece(self, rows: Any, past: Any, *real: Any) -> tuple[Floats, Any]:
        assert self._piece is not None
        new, past = rows_and_past(self._piece(self._given(rows), past, *real))
        return _plain("piece", new), past


def exchanged_heads(
    W_q: Floats, W_k: Floats, W_v: Floats, W_o: Floats, heads: int, key_heads: int | None = None
) -> tuple[Floats, Floats, Floats, Floats]:
    """Move the first head behind the others, in all four matrices, for `exchanged=`.

    If several heads share keys and values, all of them move together with these.

    Parameters
    ----------
    W_q : (d, heads * size)
    W_k, W_v : (d, key_heads * size)
    W_o : (heads * size, d_out)
    heads : int
    key_heads : int, optional
        Otherwise each head has keys of its own.

    Examples
    --------
    >>> exchanged_heads(np.eye(4), np.eye(2), np.eye(2), np.eye(4), heads=4, key_heads=2)[0]
    array([[0., 0., 1., 0.],
           [0., 0., 0., 1.],
           [1., 0., 0., 0.],
           [0., 1., 0., 0.]])
    """
    groups = key_heads or heads
    q, k, v = (np.roll(W, -W.shape[1] // groups, axis=1) for W in (W_q, W_k, W_v))
    return q, k, v, np.roll(W_o, -W_o.shape[0] // groups, axis=0)


def _plain(name: str, rows: Any) -> Floats:
    """Return rows as NumPy's, or say what was returned in their place."""
    kind = type(rows).__name__
    if isinstance(rows, tuple | dict):
        hint = "Does it also return weights? Then give a function that picks the rows."
        raise AdapterError(f"{name}: it returned a {kind} of {len(rows)} in place of rows. {hint}")
    if rows is None or callable(rows):
        hint = "Does it make the layer? Then give what it returns."
        raise AdapterError(f"{name}: it returned a {kind} in place of rows. {hint}")
    return np.array(detached(rows), np.float64)
