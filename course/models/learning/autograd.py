"""Automatic differentiation: operations that know their own gradient, so models need not.

A `Variable` holds an array, and remembers which variables it was computed from. Each operation
comes with its backward function, which turns the gradient of the result into the gradient of an
input. `backward` runs these functions in reverse order. PyTorch's autograd works on the same
principle.

>>> x = Variable([1.0, 3.0])
>>> total(x * x).backward()
>>> x.gradient
array([2., 6.])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import ArrayLike

from attnlib.masks import masked_softmax
from attnlib.shapes import Bools, Floats, Integers, as_floats, as_indices
from course.models.learning import gradients

WayBack = Callable[[Floats], Floats]


class Variable:
    """An array, and how it was computed.

    Parameters
    ----------
    value : array
        Converted to float64.
    made_from : pairs of a Variable and a backward function, optional
        A backward function takes the gradient of this value, and returns what it adds to the
        gradient of that variable.

    Attributes
    ----------
    value : array
    gradient : array
        After `backward`, an array in the shape of value: how much the loss grows when a number
        grows by one unit, to first order. A single 0 as long as no loss depends on it.
    """

    __array_ufunc__ = None  # so that array + variable calls our method, not NumPy's

    def __init__(
        self, value: ArrayLike, made_from: Iterable[tuple[Variable, WayBack]] = ()
    ) -> None:
        self.value: Floats = np.asarray(as_floats(value, "value", 0), dtype=np.float64)
        self.gradient: Floats = np.zeros(())
        self._made_from = tuple(made_from)

    def backward(self) -> None:
        """Compute the gradient of everything that this number was computed from.

        Raises
        ------
        ValueError
            If the value is not a single number.
        """
        if self.value.ndim:
            raise ValueError(
                f"backward starts at a single number, but the shape is {self.value.shape}. "
                "Is the loss not added up yet (try total)?"
            )
        self.gradient = np.ones_like(self.value)
        for variable in reversed(_in_order(self)):
            for source, way_back in variable._made_from:
                source.gradient = source.gradient + gradients.summed_to(
                    source.value.shape, way_back(variable.gradient)
                )

    def __add__(self, other: Variable | ArrayLike) -> Variable:
        other = _as_variable(other)
        return Variable(self.value + other.value, [(self, lambda d: d), (other, lambda d: d)])

    def __mul__(self, other: Variable | ArrayLike) -> Variable:
        other = _as_variable(other)
        return Variable(
            self.value * other.value,
            [(self, lambda d: d * other.value), (other, lambda d: d * self.value)],
        )

    def __matmul__(self, other: Variable | ArrayLike) -> Variable:
        other = _as_variable(other)
        as_floats(self.value, "what is on the left of @", 2)
        as_floats(other.value, "what is on the right of @", 2)
        return Variable(
            _product(self.value, other.value),
            [
                (self, lambda d: _product(d, np.swapaxes(other.value, -1, -2))),
                (other, lambda d: _transposed_product(self.value, d, other.value.ndim)),
            ],
        )

    def reshape(self, *shape: int) -> Variable:
        """Arrange the same numbers in another shape."""
        before = self.value.shape
        return Variable(self.value.reshape(shape), [(self, lambda d: d.reshape(before))])

    def swapaxes(self, one: int, other: int) -> Variable:
        """Swap two axes."""
        return Variable(self.value.swapaxes(one, other), [(self, lambda d: d.swapaxes(one, other))])

    def __getitem__(self, part: slice | Bools) -> Variable:
        """Take a slice, or the entries that a bool array marks."""

        def put_back(d: Floats) -> Floats:
            gradient = np.zeros_like(self.value)
            gradient[part] = d
            return gradient

        return Variable(self.value[part], [(self, put_back)])


def rows(table: Variable, tokens: ArrayLike) -> Variable:
    """Look up rows of a table (V, d), one for each token (...); a row used twice gets both gradients.

    Raises
    ------
    ValueError
        If a token is not from 0 to V - 1.
    TypeError
        If tokens are not whole numbers.
    """
    V, width = table.value.shape
    tokens = as_indices(tokens, "tokens", V)
    one_hot = np.eye(V)[tokens.reshape(-1)]
    return Variable(table.value[tokens], [(table, lambda d: one_hot.T @ d.reshape(-1, width))])


def total(x: Variable) -> Variable:
    """Add up all numbers."""
    return Variable(x.value.sum(), [(x, lambda d: np.broadcast_to(d, x.value.shape))])


def relu(x: Variable) -> Variable:
    """Keep positive numbers, and replace all others by 0."""
    return Variable(np.maximum(x.value, 0), [(x, lambda d: d * (x.value > 0))])


def softmax(scores: Variable, visible: Bools | None = None) -> Variable:
    """Turn each row of scores into weights; if `visible` is given, for visible keys only."""
    weights = masked_softmax(scores.value, np.True_ if visible is None else visible)
    return Variable(weights, [(scores, lambda d: gradients.softmax_backward(weights, d))])


def layer_norm(x: Variable, gain: Variable, shift: Variable, eps: float = 1e-5) -> Variable:
    """Give each row mean 0 and variance 1, then apply gain and shift."""
    centred = x.value - x.value.mean(axis=-1, keepdims=True)
    deviation = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + eps)
    normal = centred / deviation

    def way_back(d: Floats) -> Floats:
        along = normal * (d * normal).mean(axis=-1, keepdims=True)
        d_x: Floats = (d - d.mean(axis=-1, keepdims=True) - along) / deviation
        return d_x

    return Variable(normal, [(x, way_back)]) * gain + shift


def cross_entropy(logits: Variable, targets: Integers) -> Variable:
    """Average the loss over all predictions; targets (...,) for logits (..., V)."""
    shape = logits.value.shape
    loss, d_logits = gradients.cross_entropy(
        logits.value.reshape(-1, shape[-1]), np.asarray(targets).reshape(-1)
    )
    return Variable(loss, [(logits, lambda d: d * d_logits.reshape(shape))])


def _as_variable(value: Variable | ArrayLike) -> Variable:
    return value if isinstance(value, Variable) else Variable(value)


def _in_order(last: Variable) -> list[Variable]:
    """List all variables so that each comes after those it was made from."""
    found: list[Variable] = []
    seen: set[Variable] = set()

    def visit(variable: Variable) -> None:
        if variable not in seen:
            seen.add(variable)
            for source, _ in variable._made_from:
                visit(source)
            found.append(variable)

    visit(last)
    return found


def _product(X: Floats, Y: Floats) -> Floats:
    """Compute X @ Y, in a single, faster product if Y is one matrix for the whole batch."""
    if Y.ndim > 2:
        return X @ Y
    return (X.reshape(-1, X.shape[-1]) @ Y).reshape(*X.shape[:-1], Y.shape[-1])


def _transposed_product(X: Floats, d: Floats, axes: int) -> Floats:
    """Compute X^T d, summed over the batch if one matrix served the whole batch."""
    if axes == 2:
        return X.reshape(-1, X.shape[-1]).T @ d.reshape(-1, d.shape[-1])
    return np.swapaxes(X, -1, -2) @ d
