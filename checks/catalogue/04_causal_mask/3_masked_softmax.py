"""Softmax over the keys that a query may attend to."""

import numpy as np

from checks.facts import Facts, near


def normal(rng, shape):
    return rng.normal(size=shape)


def some_keys(rng, shape):
    """Show a random number of keys in each row: at least one, but not all."""
    count = rng.integers(1, shape[-1], size=(*shape[:-1], 1))
    return rng.permuted(np.broadcast_to(np.arange(shape[-1]) < count, shape), axis=-1)


def masked_softmax(scores: normal, visible: some_keys):
    axis = -1
    seen = np.broadcast_to(visible, scores.shape)
    masked = scores.copy()
    masked[~seen] = -np.inf
    largest = masked.max(axis=axis, keepdims=True)
    shifted = masked - np.where(np.isneginf(largest), 0, largest)
    exponentials = np.exp(shifted)
    exponentials = np.where(seen, exponentials, 0)  # so that what replaces exp is hidden, too
    total = exponentials.sum(axis=axis, keepdims=True)
    weights = exponentials / np.where(total == 0, 1, total)
    return weights


def one_row_of_keys(rng, shape):
    return some_keys(rng, shape[-1:])


def one_mask_for_the_batch(rng, shape):
    return some_keys(rng, shape[1:])


def nothing_or_everything(rng, shape):
    visible = some_keys(rng, shape)
    visible[1], visible[2] = False, True
    return visible


def row_and_column_hidden(rng, shape):
    visible = some_keys(rng, shape)
    visible[2], visible[:, 1] = False, False
    return visible


def padding(rng, shape):
    """Two sequences, each cut off somewhere: (2, 1, 1, n_k)."""
    lengths = rng.permutation(np.arange(2, shape[-1]))[:2]
    return np.arange(shape[-1]) < lengths[:, None, None, None]


def near_minus_30(rng, shape):
    return normal(rng, shape) - 30


def first_score_zero(rng, shape):
    scores = normal(rng, shape)
    scores[:, 0] = 0
    return scores


def first_key_shown(rng, shape):
    visible = some_keys(rng, shape)
    visible[:, 0] = True
    return visible


def for_queries(visible, scores):
    """Let a row of `visible` hide queries, as in weights[..., ~visible, :] = 0."""
    if visible.ndim > 1:
        return np.broadcast_to(visible, scores.shape)
    seen = np.ones(scores.shape, dtype=bool)
    seen[..., ~visible, :] = False
    return seen


def keeps_order(scores, weights, seen):
    """Check that no visible key has less weight than a visible key with a smaller score."""
    order = np.argsort(scores, axis=-1)
    weights, seen = np.take_along_axis(weights, order, -1), np.take_along_axis(seen, order, -1)
    reached = np.maximum.accumulate(np.where(seen, weights, 0), axis=-1)
    return (weights >= reached - 1e-6)[seen].all()


TASK = Facts(
    practises=("say who may see whom",),
    mistakes="""
        scale-by-sqrt-n constant-in-sum softmax hidden-row-nan hidden-row-uniform scores
        mask own hiding arguments
    """,
    without="""
        log-softmax softmax-twice sigmoid-not-softmax mask-not-asked self-scores
        only-itself-and-previous first-sees-all
    """,
    symbols={"Q": "scores"},
    names={"scaled": "masked", "visible": "seen"},
    cases={
        "3 queries and 4 keys": {"shape": (3, 4)},
        "4 queries and 4 keys": {"shape": (4, 4)},
        "a query that may attend to nothing": {"shape": (3, 5), "visible": nothing_or_everything},
        "a hidden row and a hidden column": {"shape": (4, 4), "visible": row_and_column_hidden},
        "one row of visible for 2 queries": {"shape": (2, 5), "visible": one_row_of_keys},
        "one row of visible for a square": {"shape": (3, 3), "visible": one_row_of_keys},
        "a batch of two with one mask": {"shape": (2, 3, 4), "visible": one_mask_for_the_batch},
        "2 sequences of 3 heads, padded": {"shape": (2, 3, 4, 5), "visible": padding},
        "float32 scores": {"shape": (2, 6), "dtype": "float32"},
        "a visible score of 0": {
            "shape": (3, 4),
            "scores": first_score_zero,
            "visible": first_key_shown,
        },
    },
    more_cases={
        "the example by hand, for 2 queries": {
            "scores": np.array([[5.0, 5, 9]] * 2),
            "visible": np.array([[True, True, False]] * 2),
        },
        "scores of about -30": {"shape": (3, 4), "scores": near_minus_30},
    },
    holds={
        "A hidden key has no weight at all.": lambda weights, seen: not weights[~seen].any(),
        "Each row sums to 1 over its visible keys.": lambda weights, seen: near(
            np.where(seen, weights, 0).sum(axis=-1)[seen.any(axis=-1)], 1
        ),
        "A query that may attend to nothing has zeros.": lambda weights, seen: (
            not weights[~seen.any(axis=-1)].any()
        ),
        "Of two visible keys, a larger score never gets less weight.": keeps_order,
    },
)

# %% scale-by-sqrt-n
# The scores are divided by the root of the number of keys.
# Does this exercise ask for any scaling?
assert near(scores, given.scores / np.sqrt(scores.shape[-1]))
scores = scores / np.sqrt(scores.shape[-1])

# %% softmax-over-queries
assert near(total, np.sum(exponentials, axis=-2, keepdims=True))
...

# %% softmax-over-axis-0
assert near(total, np.sum(exponentials, axis=0, keepdims=True))
...

# %% hard-argmax
assert (exponentials <= seen & (masked == np.max(masked, axis=axis, keepdims=True))).all()
...

# %% softmax-not-normalised
...
# or
shifted = masked - largest
total = 1.0

# %% keepdims-missing
assert np.ndim(total) < np.ndim(masked) or not near(np.max(shifted, axis=axis), 0)
...
# or
largest = masked.max(axis=axis)
# or
shifted = masked - largest
total = exponentials.sum(axis=axis)
# or
largest = masked.max(axis=axis)
total = exponentials.sum(axis=axis)
# or
scores = scores - scores.max(axis=-1)
shifted = masked
total = exponentials.sum(axis=axis)

# %% hidden-row-nan
weights = exponentials / total

# %% hidden-row-uniform
weights = np.where(total == 0, 1 / exponentials.shape[axis], exponentials / total)

# %% negated
# The sign is flipped: of the visible keys, the smallest score gets the most weight.
# Should a larger score give more weight or less?
assert keeps_order(-given.scores, weights, seen)
scores = -scores
# or
exponentials = np.exp(-shifted)

# %% batch-axis-breaks (errors: shapes)
# With batch axes in front it breaks.
# Which axes does the code count from the front?
assert np.ndim(scores) > 2
n_q, n_k = scores.shape
# or
axis = 1

# %% mask-inverted
visible = ~visible

# %% mask-transposed
visible = visible.T
# or
visible = np.swapaxes(visible, -1, -2)
# or
seen = np.swapaxes(np.broadcast_to(visible, scores.shape), -1, -2)
masked = np.where(seen, scores, -np.inf)

# %% mask-on-queries
# A row of `visible` stands for the keys, but it hides queries here.
# Along which axis of the scores does each entry of that row apply?
assert not weights[..., ~given.visible, :].any()
visible = visible[:, None] if visible.ndim == 1 else visible
# or
seen = for_queries(visible, scores)

# %% mask-added-as-minus-1e9
# A large negative number is added to hidden scores: a fully hidden row gets weights again.
# What is softmax of a row from which 1e9 is subtracted throughout?
assert near(weights[~seen.any(axis=-1)].sum(axis=-1), 1)
masked = masked + np.where(seen, 0, -1e9).astype(scores.dtype)
exponentials = np.exp(shifted)
exponentials = exponentials

# %% visible-not-broadcast (errors: mask, index, broadcast)
# It asks for a `visible` of the very shape of the scores.
# Which function repeats one row of `visible` for all queries?
assert given.visible.shape != scores.shape
seen = np.ones(scores.shape, dtype=bool)
seen[~visible] = False
# or
rows, keys = np.indices(scores.shape[-2:])
seen = np.broadcast_to(visible[..., rows, keys], scores.shape)

# %% divided-by-1-at-least
# Where the exponentials of a row sum to less than 1, they are divided by 1 instead.
# What must each row with a visible key sum to?
assert (weights.sum(axis=axis)[seen.any(axis=axis)] < 1 - 1e-6).any()
exponentials = np.where(seen, np.exp(scores), 0)
weights = exponentials / np.maximum(exponentials.sum(axis=axis, keepdims=True), 1)

# %% zero-taken-for-hidden
# A visible key whose score is 0 gets no weight, as if it were hidden.
# By what can you tell a hidden key from a score that happens to be 0?
assert (weights[seen & (scores == 0)] == 0).any()
masked = np.where(seen & (scores != 0), scores, -np.inf)
exponentials = exponentials
