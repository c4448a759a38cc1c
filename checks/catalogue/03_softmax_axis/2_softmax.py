"""Stable softmax along any axis."""

import numpy as np

from checks.facts import Facts, near


def normal(rng, shape):
    return rng.normal(size=shape)


def softmax(scores: normal, axis=-1):
    largest = scores.max(axis=axis, keepdims=True)
    shifted = scores - largest
    exponentials = np.exp(shifted)
    total = exponentials.sum(axis=axis, keepdims=True)
    weights = exponentials / total
    return weights


def huge(rng):
    scores = rng.normal(size=(3, 4)) + np.array([[1e4], [0.0], [-1e4]])
    scores[:, 3] = rng.normal(size=3) - 1e4
    return scores


def partly_hidden(rng):
    scores = rng.normal(size=(3, 5))
    scores[0, 2] = scores[1, :3] = -np.inf
    return scores


def partly_hidden_columns(rng):
    return partly_hidden(rng).T


def huge_and_hidden(rng):
    scores = rng.normal(size=(3, 4)) - [[1e4], [0], [1e4]]
    scores[0, 1] = scores[2, 3] = -np.inf
    return scores


def near_minus_400(rng):
    return rng.normal(size=5) - 400


def keeps_order(weights, scores, axis):
    in_order = np.take_along_axis(np.asarray(weights), np.argsort(scores, axis=axis), axis=axis)
    return (np.diff(in_order, axis=axis) >= -1e-6).all()


def math_exp(shifted):
    """Act like math.exp: raise an error, instead of returning inf, if the result is too large."""
    if (shifted > 709).any():
        raise OverflowError("math range error")
    return np.exp(shifted)


def never_0(total):
    """Guard a division: where all exponentials have vanished, the weights become 0, not nan."""
    return np.where(total == 0, 1, total)


TASK = Facts(
    redrawn=1,
    practises=("turn a row of scores", "say along which axis"),
    mistakes="""
        softmax own sigmoid-not-softmax constant-in-sum rounded return-missing arguments
    """,
    without="softmax-twice",
    symbols={"Q": "scores"},
    names={"scaled": "scores"},
    cases={
        "3 queries and 5 keys": dict(shape=(3, 5)),
        "a square of 4 by 4": dict(shape=(4, 4)),
        "a single row of scores": dict(shape=6),
        "axis 0 of 4 by 3 scores": dict(shape=(4, 3), axis=0),
        "a batch of two, 3 by 4 each": dict(shape=(2, 3, 4)),
        "axis 1 of a batch of two": dict(shape=(2, 4, 3), axis=1),
        "scores of 10,000 and -10,000": dict(scores=huge),
        "some scores of -inf": dict(scores=partly_hidden),
        "some scores of -inf along axis 0": dict(scores=partly_hidden_columns, axis=0),
        "float32 scores": dict(shape=(2, 5), dtype="float32"),
        "a single row of scores near -400": dict(scores=near_minus_400),
    },
    more_cases={
        "the example by hand": {"scores": np.log([1.0, 2, 3])},
        "scores of -10,000 beside -inf": dict(scores=huge_and_hidden),
        "axis -3 of 2 by 3 by 2 by 4 scores": dict(shape=(2, 3, 2, 4), axis=-3),
    },
    holds={
        "No weight is nan or infinite, not even for scores of 10,000.": (
            lambda weights: np.isfinite(weights).all()
        ),
        "Each slice along the axis sums to 1.": (
            lambda weights, axis: near(np.sum(weights, axis=axis), 1)
        ),
        "A larger score never gets less weight.": keeps_order,
    },
)

# %% softmax-over-queries
...
# or
axis = -2 if axis == -1 else axis

# %% softmax-over-axis-0
...
# or
axis = 0 if axis == -1 else axis

# %% softmax-over-everything
assert np.size(total) == 1 or np.shape(total)[-2:] == (1, 1)
axis = None
# or
axis = (-2, -1)
# or
total = exponentials.sum()

# %% keepdims-missing
shifted = scores - scores.max(axis=axis)
# and/or
total = exponentials.sum(axis=axis)
# or
shifted = scores
total = exponentials.sum(axis=axis)

# %% log-softmax
weights = np.log(weights)
# or
...
# or
weights = shifted - np.log(total)

# %% softmax-overflow (errors: overflow)
# No maximum is subtracted, so exp of a large score is infinite.
# What may be subtracted from all scores of a row without changing its weights?
assert near(shifted, scores)
shifted = scores
# or
shifted = scores
weights = exponentials / never_0(total)
# or
shifted = scores
exponentials = math_exp(shifted)
# or
shifted = scores
exponentials = math_exp(shifted)
weights = exponentials / never_0(total)

# %% axis-ignored
# The argument `axis` is never used, so the sums always run along the last axis.
# What should softmax(scores, axis=0) add up?
assert near(total[..., 0], exponentials.sum(axis=-1))
axis = -1

# %% parts-of-first-axis
# A loop over the first axis takes each of its parts for one row.
# What are these parts if there is a single row, and what if there is a batch?
assert near(np.ravel(total), [np.sum(part) for part in exponentials])
axis = tuple(range(1, scores.ndim))

# %% axis-not-moved-back
# The axis was moved to the end, and is not moved back.
# What shape should softmax(scores, axis=0) have?
assert np.shape(result) == np.shape(np.swapaxes(weights, axis, -1))
return np.swapaxes(weights, axis, -1)

# %% maximum-over-everything
# One maximum of the whole array is subtracted, so rows far below it vanish.
# Whose maximum must be subtracted from a row?
assert near(shifted, scores - np.max(scores))
shifted = scores - scores.max()
# or
shifted = scores - scores.max()
weights = exponentials / never_0(total)

# %% negated
# The sign is flipped: the lowest score gets the most weight.
# Should a larger score give more weight or less?
assert near(scores, -right.scores) or not (exponentials[exponentials > 0] < 1).any()
scores = -scores
# or
exponentials = np.exp(-shifted)

# %% batch-axis-breaks (errors: shapes)
# With batch axes in front it breaks.
# Which axes does the code count from the front?
assert np.ndim(scores) > 2
axis = 1 if axis == -1 else axis
# or
n_q, n_k = scores.shape

# %% sigmoid-not-softmax
...
# or
weights = (1 + np.tanh(scores / 2)) / 2

# %% rounded
assert near(np.nan_to_num(weights), np.nan_to_num(np.round(weights, 2)))
weights = np.round(weights, 2)
# or
weights = np.round(exponentials / total, 2)

# %% maximum-along-last-axis
# The maximum runs along the last axis, whatever `axis` says.
# Along which axis does softmax(scores, axis=0) share out?
assert near(shifted, scores - np.max(scores, axis=-1, keepdims=True))
shifted = scores - scores.max(axis=-1, keepdims=True)

# %% scores-clipped
# Scores are clipped at a limit, and those beyond it get equal weights.
# What may be subtracted from all scores of a row without changing its weights?
assert near(shifted, np.clip(scores, np.min(shifted), np.max(shifted)))
# for limit in 100 500
shifted = np.clip(scores, -limit, limit)
