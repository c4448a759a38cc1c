"""Small functions from rows to rows: some are equivariant, some are not."""

from typing import Any

import numpy as np

from attnlib import attention, causal_visibility


def attention_without_positions(X: Any) -> Any:
    """Every row attends to every row: equivariant."""
    return attention(X, X, X)[0]


def attention_with_positions(X: Any) -> Any:
    """Each row knows its place."""
    return attention_without_positions(X + _places(X))


def attention_to_the_past(X: Any) -> Any:
    """A row attends to itself and to those before it."""
    return attention(X, X, X, causal_visibility(len(X)))[0]


def rows_times_their_sum(X: Any) -> Any:
    """Equivariant up to rounding, since the rows are added up in their order."""
    return X * np.cumsum(X, axis=0)[-1]


def positions_alone(X: Any) -> Any:
    """Invariant: what the rows hold does not matter."""
    return np.ones_like(X) * _places(X)


def mean_for_everyone(X: Any) -> Any:
    """Equivariant and invariant."""
    return np.ones_like(X) * X.mean(axis=0)


def first_row_doubled(X: Any) -> Any:
    """The first place alone is special."""
    return np.where(_places(X) == 0, 2 * X, X)


def last_row_doubled(X: Any) -> Any:
    """The last place alone is special."""
    return np.where(_places(X) == len(X) - 1, 2 * X, X)


def first_row_added(X: Any) -> Any:
    """Which row comes first, matters to all."""
    return X + X[0]


def moved_on_by_its_place(X: Any) -> Any:
    """The numbers of a row change places among themselves, so its sum stays."""
    return np.stack([np.roll(row, place) for place, row in enumerate(X)])


def tiny_positions(X: Any) -> Any:
    """Off by thousandths, which no rounding explains."""
    return X + 0.001 * _places(X)


def positions_in_twos(X: Any) -> Any:
    """Neighbours share a position: 0, 0, 1, 1."""
    return X + _places(X) // 2


def distance_from_the_middle(X: Any) -> Any:
    """The same from either end."""
    return X + abs(_places(X) - (len(X) - 1) / 2)


def fewer_columns(X: Any) -> Any:
    """Equivariant, with another width going out."""
    return X[:, 1:] * X[:, :1]


def mean_in_the_first_row(X: Any) -> Any:
    """The first place alone does not care who is where."""
    return np.where(_places(X) == 0, X.mean(axis=0), X)


def mean_in_the_last_row(X: Any) -> Any:
    """The last place alone does not care who is where."""
    return np.where(_places(X) == len(X) - 1, X.mean(axis=0), X)


def row_and_mirror_image(X: Any) -> Any:
    """Backwards it is the same."""
    return X + X[::-1]


def every_other_negated(X: Any) -> Any:
    """Every row keeps its length, but not its direction."""
    return X * (-1.0) ** _places(X)


def first_row_into_last(X: Any) -> Any:
    """The last place gets the first row as well."""
    return X + np.where(_places(X) == len(X) - 1, X[0], 0)


def small_outputs(X: Any) -> Any:
    """Positions matter, in outputs of a hundred-thousandth."""
    return 1e-5 * attention_with_positions(X)


def shortened_with_positions(X: Any) -> Any:
    """Rows of length 1, however long they were, with positions of a hundredth."""
    return X / np.linalg.norm(X, axis=1, keepdims=True) + 0.01 * _places(X)


def no_outputs(X: Any) -> Any:
    """Zeros."""
    return np.zeros_like(X)


def below_zero(X: Any) -> Any:
    """Equivariant, and every output is negative."""
    return -np.exp(X)


def _places(X: Any) -> Any:
    return np.arange(len(X))[:, None]
