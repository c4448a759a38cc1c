"""Nine probes for an attention layer. Each runs the layer without looking inside.

They are probes of `attnprobes.battery`, asked of a layer that has the signature of
`course.clinic.weights.Layer`. Most compare two runs that must agree, so they need no reference
result. A probe draws its own inputs, always the same ones, and returns a `Verdict`.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

import numpy as np

from attnlib.shapes import Bools, Floats
from attnprobes import battery
from attnprobes.subject import NotAsked, Piece, Subject, loud_rows, read_pieces
from course.clinic.weights import Layer, Weights, random_weights, slow_layer


class Verdict(NamedTuple):
    """What a probe found out about a layer."""

    found: bool  # True: something is wrong
    number: float  # what was measured: usually the largest difference between two results
    sentence: str  # the same, in words


Probe = Callable[[Layer], Verdict]


class LayerSubject(Subject):
    """A layer of the clinic as a subject of `attnprobes.examine`.

    Parameters
    ----------
    layer : Layer
    W : Weights, optional
        Otherwise matrices for two heads of four numbers are drawn.

    Examples
    --------
    >>> from course.clinic.cases import CASES
    >>> from attnprobes import examine
    >>> [*examine(LayerSubject(CASES[0].layer)).found]
    ['cache', 'padding and cache']
    """

    causal, alike = True, True

    def __init__(self, layer: Layer, W: Weights | None = None) -> None:
        self._layer, self._dtype = layer, np.float64
        self.name = getattr(layer, "__name__", "layer")
        self._W = W or _drawn()

    def draw(self, n: int, seed: int = 0) -> Floats:
        """Draw n rows."""
        return np.random.default_rng(seed).normal(size=(n, len(self._W.q)))

    def read(self, texts: Floats, real: Bools | None = None) -> Floats:
        """Read the texts one by one."""
        masks = [None] * len(texts) if real is None else real
        rows = [
            self._layer(text.astype(self._dtype), self._W, real=mask)[0]
            for text, mask in zip(texts, masks, strict=True)
        ]
        return np.stack(rows).astype(np.float64)

    def read_in_pieces(
        self, texts: Floats, cuts: Sequence[int], real: Bools | None = None
    ) -> Floats:
        """Hand the cache on from piece to piece."""
        masks = [None] * len(texts) if real is None else real
        read = zip(texts, masks, strict=True)
        return np.stack([read_pieces(self._piece(mask), text, cuts) for text, mask in read])

    def cast(self, precision: str) -> Subject:
        """Cast the rows and the matrices."""
        if not hasattr(np, precision):
            raise NotAsked(f"NumPy has no {precision}")
        other = copy(self)
        other.precision, other._dtype = precision, getattr(np, precision)
        other._W = self._with(lambda matrix: matrix.astype(other._dtype))
        return other

    def nudged(self, size: float, seed: int) -> Subject:
        """Nudge the matrices."""
        dice = np.random.default_rng(seed)
        return self._holding(
            self._with(lambda matrix: matrix * (1 + size * dice.uniform(-1, 1, matrix.shape)))
        )

    def exchanged(self) -> Subject:
        """Move the second of two heads before the first, with all of its numbers."""
        W, width = self._W, self._W.q.shape[1] // self._W.heads
        q, k, v = (np.roll(matrix, width, axis=1) for matrix in W[:3])
        return self._holding(Weights(q, k, v, np.roll(W.o, width, axis=0), W.heads))

    def silenced(self) -> Subject:
        """Fill W_o with zeros."""
        return self._holding(self._W._replace(o=np.zeros_like(self._W.o)))

    def loud(self) -> tuple[Subject, Floats]:
        """Repeat 64 numbers of size 40 in float16, for two heads."""
        text = loud_rows(battery.WORDS, 128)
        eye = np.eye(128)
        return LayerSubject(self._layer, Weights(eye, eye, eye, eye, heads=2)).cast("float16"), text

    def reference(self, texts: Floats) -> Floats:
        """Read with slow loops."""
        return np.stack([slow_layer(text, self._W) for text in texts])

    def _piece(self, real: Bools | None) -> Piece:
        """Tell the layer, with each piece, which words of the text so far are real."""

        def piece(rows: Any, past: Any) -> tuple[Floats, Any]:
            stop = len(rows) + (0 if past is None else past[0].shape[1])
            return self._layer(rows, self._W, past, None if real is None else real[:stop])

        return piece

    def _with(self, change: Callable[[Floats], Floats]) -> Weights:
        *matrices, heads = self._W
        q, k, v, o = map(change, matrices)
        return Weights(q, k, v, o, heads)

    def _holding(self, W: Weights) -> Subject:
        other = copy(self)
        other._W = W
        return other


def _asked(probe: battery.Probe) -> Probe:
    """Ask a probe of a layer."""

    def ask(layer: Layer) -> Verdict:
        subject = LayerSubject(layer)
        measured = probe(subject, battery.WORDS)
        if not measured.found:  # two runs also agree if both are nan
            finite = battery.finite(subject, battery.WORDS)
            measured = finite if finite.found else measured
        return Verdict(measured.found, measured.number, measured.sentence)

    ask.__name__, ask.__doc__ = probe.__name__, probe.__doc__
    return ask


PROBES: Mapping[str, Probe] = {
    name: _asked(probe)
    for name, probe in {
        "future": battery.future,
        "cache": battery.cache,
        "padding": battery.left_padding,
        "twice": battery.twice,
        "identity": battery.identity,
        "equal rows": battery.equal_rows,
        "float16": battery.overflow,
        "heads": battery.heads,
        "reference": battery.reference,
    }.items()
}
"""By name, in the order of the record."""


def expectation(name: str) -> str:
    """Say what a correct layer does: the first line of the probe's docstring.

    >>> expectation("twice")
    'Asked twice, it gives the same answer.'
    """
    return battery.expectation(PROBES[name])


def _drawn() -> Weights:
    """Draw the matrices behind six rows of eight numbers, as the probes draw them."""
    rng: Any = np.random.default_rng(0)
    rng.normal(size=(battery.WORDS, 8))
    return random_weights(8, 2, rng)
