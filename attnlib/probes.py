"""Questions to put to any attention function: it is called, never looked into.

`attend` takes rows `(..., n, d)` and gives back rows, one for each; NumPy functions and PyTorch
modules alike. A function that needs more, or gives more, is wrapped:

    leaks_future(lambda X: attention(X, X, X, causal_visibility(len(X)))[0], X)
    leaks_future(lambda X: module(X, X, X)[0], torch.randn(5, 8))

What PyTorch computes on has to be a tensor, so X is one there. `attend` should give the same answer
to the same rows (a module with dropout needs `.eval()`). It is handed a copy, so X stays as it is.
Two answers are the same up to rounding: 1e-6 of their size, or 1e-4 for float32.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats

Attend = Callable[[Any], Any]


def rows_sum_to_one(weights: ArrayLike) -> bool:
    """Tell whether every query shares out a weight of exactly 1 among the keys.

    Parameters
    ----------
    weights : (..., n_q, n_k), or (n_k,) for a single query
        An array or a tensor.

    Returns
    -------
    bool
        False also for a row of zeros, or one with nan.

    Raises
    ------
    TypeError
        If the weights are not real numbers.

    Notes
    -----
    Columns are left alone: a key may be attended to by every query, or by none.

    Examples
    --------
    >>> rows_sum_to_one([[0.5, 0.5], [0.1, 0.9]]), rows_sum_to_one([[0.5, 0.1], [0.5, 0.9]])
    (True, False)
    """
    weights = as_floats(detached(weights), "weights")
    sums = weights.sum(axis=-1)
    return _same(np.ones_like(sums), sums, axis=None)


def leaks_future(attend: Attend, X: Any) -> bool:
    """Tell whether a later row that goes in changes an earlier row that comes out.

    Parameters
    ----------
    attend : callable
        Rows in, rows out.
    X : (..., n, d)
        An array, or a tensor for what PyTorch computes.

    Returns
    -------
    bool

    Raises
    ------
    ValueError
        If X is empty or not finite, or `attend` does not return a row for each row of X.
    TypeError
        If `attend` returns several things, or no real numbers.

    Notes
    -----
    Each later row in turn is exchanged for a far away one and then for its opposite, and only the
    rows before it are compared: exchanging all of them at once could cancel out. Of two
    opposites at least one raises any given score. All of it is repeated with X shrunk until its
    largest number is 0.1: there softmax is soft, and where it is saturated, a leak has next to no
    weight and hides.
    An earlier row is compared by its own size, lest a large neighbour hide a small change.

    Examples
    --------
    A running sum sees the past alone, the sum of all sees everything.

    >>> X = np.ones((4, 2))
    >>> leaks_future(lambda X: np.cumsum(X, axis=0), X)
    False
    >>> leaks_future(lambda X: X + X.sum(axis=0), X)
    True
    """
    X = _as_rows(X)
    return _leaks(attend, 1.0 * X) or _leaks(attend, 0.1 / _size(X) * X)


def is_equivariant(attend: Attend, X: Any, order: ArrayLike) -> bool:
    """Tell whether reordering the rows that go in reorders those that come out the same way.

    Parameters
    ----------
    attend : callable
        Rows in, rows out.
    X : (..., n, d)
        An array, or a tensor for what PyTorch computes.
    order : (n,) int
        Each of 0 to n - 1 once, for instance `rng.permutation(n)`. Under 0, 1, 2, ... everything
        is equivariant.

    Returns
    -------
    bool

    Raises
    ------
    ValueError
        If `order` is no reordering of n rows, X is empty or not finite, or `attend` does not
        return a row for each row of X.
    TypeError
        If `attend` returns several things, or no real numbers.

    Notes
    -----
    Equivariant, not invariant: attention without positions does not ignore the order, its
    output moves along. Source: Lee et al. 2019 (Set Transformer), section 3.1.

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
    """Tell whether doubling the input does more to the output than stretch all of it alike.

    Parameters
    ----------
    attend : callable
        Rows in, rows out.
    X : (..., n, d)
        An array, or a tensor for what PyTorch computes.

    Returns
    -------
    bool
        False if attend(2 X) = c attend(X) with one number c.

    Raises
    ------
    ValueError
        If X is empty or not finite, or `attend` does not return a row for each row of X.
    TypeError
        If `attend` returns several things, or no real numbers.

    Notes
    -----
    For a filter with fixed weights c is 2, behind a layer norm it is 1, and where weights come from
    cosines it is 2 again: in all of these, who gets how much does not depend on the size of X. For
    attention there is no such c, because softmax of larger scores is sharper: attention is
    linear in V, but not in X. Where softmax is saturated, or nearly uniform, the change may be too
    small to see. The factor is found by least squares.

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
    """Take a tensor off its gradient and its device, so that NumPy can read it.

    Parameters
    ----------
    result : anything

    Returns
    -------
    anything
        What is no tensor comes back as it is.

    Notes
    -----
    A tensor is known by its `detach`, so PyTorch need not be imported.

    Examples
    --------
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
        raise ValueError("X: finite numbers are needed, but there is nan or inf. Is it a mask?")
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
    """What `attend` makes of a copy of X, as an array that nobody else can write into."""
    with np.errstate(all="ignore"):
        result = attend(1 * X)
    if isinstance(result, tuple | dict):
        raise TypeError(
            f"attend: rows alone are needed, but it returned a {type(result).__name__} of "
            f"{len(result)}. Are the weights among them (try lambda X: attend(X)[0])?"
        )
    rows = as_floats(detached(result), "what attend returned", 2).copy()
    if rows.shape[:-1] != tuple(X.shape[:-1]):
        raise ValueError(
            f"attend: a row for each of the {X.shape[-2]} rows of X is needed, but for X of shape "
            f"{tuple(X.shape)} it returned shape {rows.shape}. Does it return a summary, or "
            "attend from something other than its input?"
        )
    return rows


def _leaks(attend: Attend, X: Any) -> bool:
    before = _answer(attend, X)
    return any(
        not _same(before[..., :row, :], _answer(attend, changed)[..., :row, :], axis=-1)
        for row in range(1, X.shape[-2])
        for changed in _with_another_row(X, row)
    )


def _with_another_row(X: Any, row: int) -> Iterator[Any]:
    rng = np.random.default_rng(row)
    d = X.shape[-1]
    far_away = _size(X) * rng.uniform(1, 2, d) * rng.choice([-1, 1], d)
    for sign in (1, -1):
        changed = 1 * X
        for column in range(d):  # number by number, which arrays and tensors both understand
            changed[..., row, column] = float(sign * far_away[column])
        yield changed


def _size(X: Any) -> float:
    return float(abs(X).max()) or 1.0


def _same(expected: Floats, found: Floats, axis: int | None) -> bool:
    """Compare two arrays, by the size of what is expected along this axis."""
    tolerance = 1e-4 if np.float32 in (expected.dtype, found.dtype) else 1e-6
    sizes = np.abs(np.where(np.isfinite(expected), expected, 0))
    allowed = tolerance * sizes.max(axis=axis, keepdims=True, initial=0)
    return bool(np.isclose(found, expected, rtol=0, atol=allowed, equal_nan=True).all())
