"""The entropy of each row of weights says how spread out the attention of a query is."""

import numpy as np

from attnlib import softmax
from checks.facts import Facts, near


def rows(rng, n_q, n_k, batch):
    return softmax(rng.normal(size=(*batch, n_q, n_k)))


def attention_entropy(weights: rows):
    guarded = np.where(weights > 0, weights, 1)
    logarithms = np.log(guarded)
    terms = weights * logarithms
    total = terms.sum(axis=-1)
    entropy = -total
    return entropy


def with_hidden_row(rng, n_q, n_k):
    weights = softmax(rng.normal(size=(n_q, n_k)))
    weights[1] = 0
    return weights


def without_key_0(rng, n_q, n_k):
    weights = softmax(rng.normal(size=(n_q, n_k)))
    weights[:, 0] = 0
    return weights / weights.sum(axis=-1, keepdims=True)


def causal(rng, n):
    return softmax(np.where(np.tri(n, dtype=bool), rng.normal(size=(n, n)), -np.inf))


def certain(rng):
    return np.eye(3, 4)[rng.permutation(3)]


def rows_are_shares(weights):
    sums = weights.sum(axis=-1)
    return (weights >= 0).all() and ((np.abs(sums - 1) < 1e-6) | (sums == 0)).all()


def stopping_log(weights):
    """Act like math.log: raise an error, instead of returning minus infinity, if a number is 0."""
    if not np.all(weights):
        raise ValueError("math domain error")
    return np.log(weights)


def first_alone(entropy):
    kept = np.zeros_like(entropy)
    kept.flat[0] = entropy.flat[0]
    return kept


TASK = Facts(
    practises=("turn a row of scores",),
    valid=rows_are_shares,
    mistakes="own softmax.softmax-twice arguments",
    symbols={"Q": "weights"},
    cases={
        "3 queries and 5 keys": dict(n_q=3, n_k=5),
        "4 queries and 4 keys": dict(n_q=4, n_k=4),
        "4 tokens that see nothing later": dict(n=4, weights=causal),
        "one query and 3 keys": dict(n_q=1, n_k=3),
        "a query with all its weight on one key": dict(weights=certain),
        "a query that may attend to nothing": dict(n_q=3, n_k=4, weights=with_hidden_row),
        "a batch of two, 3 queries and 4 keys": dict(batch=(2,), n_q=3, n_k=4),
        "2 sequences with 3 heads each": dict(batch=(2, 3), n_q=4, n_k=5),
        "float32 weights": dict(n_q=2, n_k=6, dtype="float32"),
        "float32 weights, one row of zeros": dict(
            n_q=3, n_k=4, weights=with_hidden_row, dtype="float32"
        ),
        "3 queries that may not attend to key 0": dict(n_q=3, n_k=4, weights=without_key_0),
    },
    more_cases={
        "the example by hand": {"weights": np.array([[0.5, 0.5], [0, 1]])},
        "weights of 0.0001": {"weights": np.array([[0.0001, 0.9998, 0.0001]])},
    },
    holds={
        "There is one number for each query.": lambda entropy, weights: (
            np.shape(entropy) == weights.shape[:-1]
        ),
        "No entropy is nan.": lambda entropy: not np.isnan(entropy).any(),
        "No entropy is negative.": lambda entropy: np.min(entropy) >= -1e-6,
        "No entropy is above ln n_k, the entropy of equal weights.": lambda entropy, weights: (
            np.max(entropy) <= np.log(weights.shape[-1]) + 1e-4
        ),
        "It is 0 where one key has all the weight.": lambda entropy, weights: near(
            np.where(weights.max(axis=-1) == 1, entropy, 0), 0
        ),
    },
)

# %% log-of-zero (errors: domain)
# A weight of 0 turns its row into nan: 0 times the logarithm of 0.
# What does a key without weight add to the sum?
assert np.isnan(entropy).any()
guarded = weights
# or
guarded = weights + 1e-300  # 0 in float32
# or
guarded = weights
logarithms = stopping_log(guarded)

# %% nan-replaced-too-late
# A row with a 0 in it gets entropy 0: nan is replaced only after the sum.
# Which terms of such a row are nan, and which are not?
assert (entropy[(weights == 0).any(axis=-1)] == 0).all()
guarded = weights
entropy = np.nan_to_num(-total)

# %% epsilon-too-large
# The small number added to the weights is too large: it changes the entropy.
# How small must a number be to disappear beside a weight?
assert (guarded > weights).all()
# for epsilon in 0.01 1e-3
guarded = weights + epsilon
# or
# for epsilon in 0.01 1e-3
guarded = weights + epsilon
terms = guarded * logarithms

# %% softmax-twice
assert near(weights, softmax(given.weights))
weights = softmax(weights)

# %% entropy-sign
# The minus sign is missing, so no entropy is above 0.
# What sign does the logarithm of a number between 0 and 1 have?
assert (entropy <= 1e-6).all()
entropy = total

# %% entropy-in-bits
# The logarithm has base 2, so the entropies are in bits.
# Which logarithm does the formula use?
assert near(np.exp2(logarithms), guarded)
logarithms = np.log2(guarded)

# %% entropy-base-10
# The logarithm has base 10.
# Which logarithm does the formula use?
assert near(10**logarithms, guarded)
logarithms = np.log10(guarded)

# %% log-of-one-more
# The logarithm is that of 1 plus the weight.
# What is the logarithm of a weight of 1, and what do you take?
assert near(logarithms, np.log1p(weights))
logarithms = np.log1p(weights)

# %% entropy-of-columns
# The columns are added up, so there is a number for each key.
# Whose attention is measured: a query's, or a key's?
assert near(total, terms.sum(axis=-2))
total = terms.sum(axis=-2)

# %% entropy-over-axis-0
# The sum runs along axis 0: over the queries, or in a batch over its sentences.
# What number is the keys' axis when you count from the end?
assert near(total, terms.sum(axis=0))
total = terms.sum(axis=0)

# %% batch-axis-breaks (errors: shapes)
# With batch axes in front it breaks.
# What number is the last axis when you count from the end?
assert np.ndim(weights) > 2
total = terms.sum(axis=1)
# or
total = terms.reshape(len(terms), -1).sum(axis=1)
# or
n_q, n_k = weights.shape

# %% entropy-of-everything
# All queries together get a single number.
# How many numbers does the exercise ask for?
assert np.ndim(result) == 0
total = terms.sum()

# %% entropy-averaged
# The terms of a row are averaged, not added up.
# What happens to your result when a key without weight joins the row?
assert near(total, terms.mean(axis=-1))
total = terms.mean(axis=-1)

# %% entropy-normalised
# The entropy is divided by ln n_k, the largest it could be.
# Does the formula divide by anything?
assert near(entropy * np.log(weights.shape[-1]), -total)
entropy = entropy / np.log(weights.shape[-1])

# %% entropy-as-number-of-keys
# e to the power of the entropy is returned: a number of keys.
# Is the entropy asked for, or what it says about keys?
assert near(np.log(entropy), -total)
entropy = np.exp(entropy)

# %% surprise-unweighted
# The logarithms are added up as they are, without their weights.
# How much does a logarithm count whose key is hardly attended to?
assert near(terms, logarithms)
terms = logarithms

# %% axis-kept
# The entropies keep an axis of length 1 at the end.
# How many axes does one number for each query have?
assert np.shape(total)[-1:] == (1,)
total = terms.sum(axis=-1, keepdims=True)

# %% products-not-summed
# The terms of a row are computed, but never added up.
# How many numbers does the result have for one query?
assert np.shape(total) == np.shape(terms)
total = terms

# %% hidden-row-uniform
# A row of zeros gets the entropy of equal weights.
# How much does a weight of 0 add to the sum?
assert near(entropy[~weights.any(axis=-1)], np.log(weights.shape[-1]))
entropy = np.where(weights.any(axis=-1), entropy, np.log(weights.shape[-1]))

# %% return-in-loop
assert np.count_nonzero(entropy) <= 1
entropy = first_alone(entropy)

# %% axis-squeezed
assert 1 not in np.shape(entropy)
entropy = np.squeeze(entropy)

# %% rounded
assert near(entropy, np.round(entropy, 2))
entropy = np.round(entropy, 2)

# %% divided-by-sum-again
# Each row is divided by its sum first, and where the sum is 0 that gives nan.
# What do weights sum to, and what if a query may attend to nothing?
assert np.isnan(np.asarray(result)[weights.sum(axis=-1) == 0]).all()
weights = weights / weights.sum(axis=-1, keepdims=True)
guarded = np.where(weights > 0, weights, 1)
