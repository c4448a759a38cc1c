"""Questions you can ask about any attention function without looking inside it.

`attend` takes rows (..., n, d) and returns one row for each. It may be a NumPy function or a
PyTorch module. If yours takes more arguments or returns more results, wrap it:

    leaks_future(lambda X: attention(X, X, X, causal_visibility(len(X)))[0], X)
    leaks_future(lambda X: module(X, X, X)[0], torch.randn(5, 8))

If PyTorch computes the result, X has to be a tensor. `attend` gets a copy of X, and should return
the same rows each time (a module with dropout needs `.eval()`). Two results count as the same if
they differ only by rounding: 1e-6 of their size, or 1e-4 in float32.

All probes raise a ValueError if X is empty or not finite, or if `attend` does not return one row
for each row of X. They raise a TypeError if `attend` returns a tuple.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats

Attend = Callable[[Any], Any]


def rows_sum_to_one(weights: ArrayLike) -> bool:
    """Check whether every query shares out a weight of exactly 1 among the keys.

    The answer is False also if a row is all zeros or contains nan. Columns may have any sum: every
    query may attend to a key, or none.

    Parameters
    ----------
    weights : (..., n_q, n_k), or (n_k,) for one query
        An array or a tensor.

    Examples
    --------
    >>> rows_sum_to_one([[0.5, 0.5], [0.1, 0.9]]), rows_sum_to_one([[0.5, 0.1], [0.5, 0.9]])
    (True, False)
    """
    weights = as_floats(detached(weights), "weights")
    sums = weights.sum(axis=-1)
    return _same(np.ones_like(sums), sums, axis=None)


def leaks_future(attend: Attend, X: Any) -> bool:
    """Check whether changing a later row of the input changes an earlier row of the output.

    Each later row in turn is replaced by a very different row, and then by the opposite of that
    row: of two opposites, at least one raises any given score. Rows are replaced one at a time,
    because several changes could cancel out. Then everything is repeated with X scaled down until
    its largest number is 0.1. There softmax is soft, whereas a saturated softmax would hide a leak
    by giving it almost no weight. Each output row is compared relative to its own size, so that a
    large neighbour cannot hide a small change.

    Parameters
    ----------
    attend : callable
    X : (..., n, d), array or tensor

    Examples
    --------
    A running sum sees only the past; the sum of all rows sees everything.

    >>> X = np.ones((4, 2))
    >>> leaks_future(lambda X: np.cumsum(X, axis=0), X)
    False
    >>> leaks_future(lambda X: X + X.sum(axis=0), X)
    True
    """
    return first_leak(attend, X) is not None


def first_leak(attend: Attend, X: Any) -> tuple[int, int] | None:
    """Find a later row whose change reaches an earlier row, in the same way as `leaks_future`.

    Parameters
    ----------
    attend : callable
    X : (..., n, d), array or tensor

    Returns
    -------
    (later, earlier) or None
        The first such pair of rows; None if nothing leaks.

    Examples
    --------
    >>> first_leak(lambda X: X + np.roll(X, -1, axis=0), np.ones((4, 2)))
    (1, 0)
    """
    X = _as_rows(X)
    return _leak(attend, 1.0 * X) or _leak(attend, 0.1 / _size(X) * X)


def is_equivariant(attend: Attend, X: Any, order: ArrayLike) -> bool:
    """Check whether reordering the input rows reorders the output rows in the same way.

    Equivariant does not mean invariant: attention without positions does not ignore the order, but
    its output rows move along with the input rows. Source: Lee et al. 2019 (Set Transformer),
    section 3.1.

    Parameters
    ----------
    attend : callable
    X : (..., n, d), array or tensor
    order : (n,) int
        Each of 0 to n - 1 once, for instance `rng.permutation(n)`. With 0, 1, 2, ... any function
        passes.

    Raises
    ------
    ValueError
        If `order` does not hold each of 0 to n - 1 once.

    Examples
    --------
    >>> X = np.array([[1.0], [2.0], [3.0]])
    >>> is_equivariant(lambda X: X - X.mean(axis=0), X, [2, 0, 1])
    True
    >>> is_equivariant(lambda X: np.cumsum(X, axis=0), X, [2, 0, 1])
    False
    """
    X = _as_rows(X)
    places = _as_order(order, X.shape[-2])
    moved_after = _answer(attend, X)[..., places, :]
    return _same(moved_after, _answer(attend, X[..., places, :]), axis=None)


def depends_on_scale(attend: Attend, X: Any) -> bool:
    """Check whether doubling the input does more than multiply the whole output by one number.

    Call that number c, in attend(2 X) = c attend(X). It is 2 for a filter with fixed weights and
    for weights made from cosines, and 1 after a layer norm, because the weights then do not depend
    on the size of X. Attention has no such c, because larger scores make softmax sharper: attention
    is linear in V, but not in X. If softmax is saturated or nearly uniform, the change may be too
    small to detect. c is fitted by least squares.

    Parameters
    ----------
    attend : callable
    X : (..., n, d), array or tensor

    Examples
    --------
    >>> from attnlib import attention
    >>> X = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    >>> depends_on_scale(lambda X: attention(X, X, X)[0], X)
    True
    >>> depends_on_scale(lambda X: np.cumsum(X, axis=0), X)
    False
    """
    X = _as_rows(X)
    once, twice = _answer(attend, X), _answer(attend, 2 * X)
    factor = np.nansum(once * twice) / (np.nansum(once * once) or 1)
    return not _same(twice, factor * once, axis=None)


def detached(result: Any) -> Any:
    """Detach a tensor and move it to the CPU for NumPy; return anything else unchanged.

    A tensor is recognised by its `detach` method, so PyTorch need not be imported.

    >>> detached([0.5, 0.5])
    [0.5, 0.5]
    """
    return result.detach().cpu() if hasattr(result, "detach") else result


def _as_rows(X: Any) -> Any:
    rows = as_floats(detached(X), "X", 2)
    if not rows.size:
        raise ValueError(
            f"X: at least one row of one number is needed, but the shape is {rows.shape}. "
            "Was everything filtered out?"
        )
    if not np.isfinite(rows).all():
        raise ValueError("X: finite numbers are needed, but X has nan or inf. Is it a mask?")
    return X.detach() if hasattr(X, "detach") else rows


def _as_order(order: ArrayLike, n: int) -> list[int]:
    places = np.asarray(detached(order))
    if places.dtype.kind not in "iu" or places.ndim != 1 or sorted(places) != list(range(n)):
        raise ValueError(
            f"order: each of 0 to {n - 1} is needed once, for the {n} rows of X, but it is "
            f"{places.tolist()}. Would rng.permutation({n}) do?"
        )
    return [int(place) for place in places]


def _answer(attend: Attend, X: Any) -> Floats:
    """Return what `attend` returns for a copy of X, as a new array."""
    with np.errstate(all="ignore"):
        result = attend(1 * X)
    if isinstance(result, tuple | dict):
        raise TypeError(
            f"attend: one array of rows is needed, but it returned a {type(result).__name__} of "
            f"{len(result)}. Does it also return weights (try lambda X: attend(X)[0])?"
        )
    rows = as_floats(detached(result), "what attend returned", 2).copy()
    if rows.shape[:-1] != tuple(X.shape[:-1]):
        raise ValueError(
            f"attend: a row for each of the {X.shape[-2]} rows of X is needed, but for X of shape "
            f"{tuple(X.shape)} it returned shape {rows.shape}. Does it return a summary, or "
            "attend from something other than its input?"
        )
    return rows


def _leak(attend: Attend, X: Any) -> tuple[int, int] | None:
    before = _answer(attend, X)
    for later in range(1, X.shape[-2]):
        for changed in _with_another_row(X, later):
            after = _answer(attend, changed)
            for row in range(later):
                if not _same(before[..., row, :], after[..., row, :], axis=-1):
                    return later, row
    return None


def _with_another_row(X: Any, row: int) -> Iterator[Any]:
    rng = np.random.default_rng(row)
    d = X.shape[-1]
    far_away = _size(X) * rng.uniform(1, 2, d) * rng.choice([-1, 1], d)
    for sign in (1, -1):
        changed = 1 * X
        for column in range(d):  # assigning single numbers works for arrays and tensors alike
            changed[..., row, column] = float(sign * far_away[column])
        yield changed


def _size(X: Any) -> float:
    return float(abs(X).max()) or 1.0


def _same(expected: Floats, found: Floats, axis: int | None) -> bool:
    """Compare two arrays, relative to the largest expected number along an axis."""
    tolerance = 1e-4 if np.float32 in (expected.dtype, found.dtype) else 1e-6
    sizes = np.abs(np.where(np.isfinite(expected), expected, 0))
    allowed = tolerance * sizes.max(axis=axis, keepdims=True, initial=0)
    return bool(np.isclose(found, expected, rtol=0, atol=allowed, equal_nan=True).all())
