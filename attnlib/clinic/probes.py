"""Nine probes for an attention layer. Each runs the layer without looking inside.

A probe draws its own inputs, always the same ones, and returns a `Verdict`. Most probes compare two
runs that must agree, so they need no reference result. A layer has the signature of
`attnlib.clinic.weights.Layer`. For functions without weights and cache, see `attnlib.probes`.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from attnlib.clinic.weights import Layer, Weights, random_weights, slow_layer
from attnlib.shapes import Floats

ROUNDING = 1e-6
"""A larger difference between two float64 results is not rounding. (For float32, use 1e-4.)"""


class Verdict(NamedTuple):
    """What a probe found out about a layer."""

    found: bool  # True: something is wrong
    number: float  # what was measured: usually the largest difference between two results
    sentence: str  # the same, in words


Probe = Callable[[Layer], Verdict]


def future(layer: Layer) -> Verdict:
    """The first words, read alone, get the rows that they get when others follow."""
    X, W = _drawn()
    whole = layer(X, W)[0]
    apart = [_apart(layer(X[:n], W)[0], whole[:n]) for n in range(1, len(X))]
    return _compared(max(apart), "Alone and followed by others")


def cache(layer: Layer) -> Verdict:
    """In pieces of 3, 2 and 1, with the cache, the words get the rows that they get all at once."""
    X, W = _drawn()
    past, pieces = None, []
    for piece in np.split(X, [3, 5]):
        output, past = layer(piece, W, past)
        pieces.append(output)
    return _compared(_apart(np.vstack(pieces), layer(X, W)[0]), "Piece by piece and all at once")


def padding(layer: Layer) -> Verdict:
    """With two rows of padding before them, the words get the rows that they get alone."""
    X, W = _drawn()
    filler = np.random.default_rng(1).normal(size=(2, X.shape[1]))
    real = np.array([False] * 2 + [True] * len(X))
    padded = layer(np.vstack([filler, X]), W, real=real)[0][2:]
    return _compared(_apart(padded, layer(X, W)[0]), "With padding and without")


def twice(layer: Layer) -> Verdict:
    """Asked twice, it gives the same answer."""
    X, W = _drawn()
    return _compared(_apart(layer(X, W)[0], layer(X, W)[0]), "Read twice")


def identity(layer: Layer) -> Verdict:
    """With zeros for W_o, the stream passes unchanged."""
    X, W = _drawn()
    passed = layer(X, W._replace(o=np.zeros_like(W.o)))[0]
    return _compared(_apart(passed, X), "Going in and coming out")


def equal_rows(layer: Layer) -> Verdict:
    """Equal words get equal rows, because each query shares out a weight of 1."""
    X, W = _drawn()
    output = layer(np.repeat(X[:1], len(X), axis=0), W)[0]
    return _compared(_apart(output, output[:1]), "For equal words")


def float16(layer: Layer) -> Verdict:
    """In float16, queries and keys of 64 numbers of size 40 still give finite rows."""
    X = 40 * np.random.default_rng(2).choice([-1, 1], size=(6, 128)).astype(np.float16)
    eye = np.eye(128, dtype=np.float16)
    with np.errstate(all="ignore"):
        output = layer(X, Weights(eye, eye, eye, eye, heads=2))[0]
    lost = int((~np.isfinite(output)).sum())
    return Verdict(lost > 0, lost, f"In float16, {lost} of {output.size} numbers are not finite.")


def heads(layer: Layer) -> Verdict:
    """If two heads change places, with their columns of W_q, W_k, W_v and their rows of W_o, nothing changes."""
    X, W = _drawn()
    width = W.q.shape[1] // 2
    q, k, v = (np.roll(matrix, width, axis=1) for matrix in W[:3])
    exchanged = layer(X, Weights(q, k, v, np.roll(W.o, width, axis=0), W.heads))[0]
    return _compared(_apart(exchanged, layer(X, W)[0]), "With the heads in both orders")


def reference(layer: Layer) -> Verdict:
    """It gives the rows that slow loops give: all words at once, in float64."""
    X, W = _drawn()
    return _compared(
        _apart(layer(X, W)[0], slow_layer(X, W)), "From this layer and from slow loops"
    )


PROBES: Mapping[str, Probe] = {
    probe.__name__.replace("_", " "): probe
    for probe in (
        future,
        cache,
        padding,
        twice,
        identity,
        equal_rows,
        float16,
        heads,
        reference,
    )
}
"""By name, in the order of the record."""


def expectation(name: str) -> str:
    """Say what a correct layer does: the first line of the probe's docstring.

    >>> expectation("twice")
    'Asked twice, it gives the same answer.'
    """
    return (PROBES[name].__doc__ or "").partition("\n")[0]


def _drawn() -> tuple[Floats, Weights]:
    """Draw six words of eight numbers, and matrices for two heads."""
    rng = np.random.default_rng(0)
    return rng.normal(size=(6, 8)), random_weights(8, 2, rng)


def _apart(first: Floats, second: Floats) -> float:
    return float(np.abs(first - second).max())


def _compared(apart: float, how: str) -> Verdict:
    found = not apart <= ROUNDING  # also catches nan
    much = f"differ by up to {apart:.2g}" if found else "agree"
    return Verdict(found, apart, f"{how}, the rows {much}.")
