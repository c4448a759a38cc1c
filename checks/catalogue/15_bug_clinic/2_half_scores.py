"""Scores of queries and keys in float16: a function to repair."""

import numpy as np

from checks.facts import Facts

LARGEST = 65_504.0


def queries(rng, n_q, d_k, size):
    signs = rng.choice([-1, 1], (n_q, d_k))
    return (signs * size * np.tile([1, 2], d_k // 2)).astype(np.float16)


def keys(rng, Q, n_k, d_k, size):
    """Draw keys, some of them along or against a query; all scores are exact in float16."""
    K = queries(rng, n_k, d_k, size)
    along = min(len(Q), n_k)
    K[:along] = (-1.0) ** np.arange(along)[:, None] * Q[rng.permutation(len(Q))[:along]]
    return K


def one_large_number(rng, n, d_k):
    """Each row has a single number: alone, its product is too large for float16."""
    rows = np.zeros((n, d_k), dtype=np.float16)
    rows[:, 5] = rng.choice([-800, 800], n)
    return rows


def half_scores(Q: queries, K: keys):
    product = Q.astype(np.float32) @ K.astype(np.float32).T
    scores = product / Q.shape[-1] ** 0.5
    return scores


def largest_numbers(Q, K):
    """The largest number of Q, and its product with that of K."""
    of_Q, of_K = (np.abs(X.astype(float)).max() for X in (Q, K))
    return of_Q, of_Q * of_K


def in_half(product):
    return product.astype(np.float16).astype(np.float32)


def not_capped(scores, Q, K):
    largest = max(np.linalg.norm(X.astype(float), axis=1).max() for X in (Q, K))
    return np.abs(scores).max() * np.sqrt(Q.shape[-1]) > 0.9 * largest**2


TASK = Facts(
    kind="repair",
    starter='''
def half_scores(Q, K):
    """Scores (n_q, n_k) in float32, divided by the root of d_k, of Q and K in float16."""
    scale = np.float16(1 / np.sqrt(Q.shape[-1]))
    scores = Q @ (K * scale).T
    return scores.astype(np.float32)
''',
    slips={
        "product-in-half": "scores = (Q @ K.T) * scale",
    },
    practises=("turn a symptom",),
    mistakes="own return-missing arguments",
    cases={
        "2 queries and 4 keys of 256 large numbers": {"n_q": 2, "n_k": 4, "d_k": 256, "size": 16},
        "3 queries and 3 keys of 16 small numbers": {"n_q": 3, "n_k": 3, "d_k": 16, "size": 1},
        "4 queries and 3 keys of 16 large numbers": {"n_q": 4, "n_k": 3, "d_k": 16, "size": 64},
        "3 queries and 5 keys of 256 small numbers": {"n_q": 3, "n_k": 5, "d_k": 256, "size": 0.5},
        "16 queries and 16 keys of 16 large numbers": {"n_q": 16, "n_k": 16, "d_k": 16, "size": 64},
        "a single query, and a key in its direction": {"n_q": 1, "n_k": 1, "d_k": 256, "size": 16},
        "2 queries and 3 keys, each with one large number among 256": {
            "Q": lambda rng: one_large_number(rng, 2, 256),
            "K": lambda rng: one_large_number(rng, 3, 256),
        },
    },
    valid=lambda Q, K: (
        Q.dtype == K.dtype == np.float16
        and Q.shape[-1] == K.shape[-1]
        and Q.shape[-1] in (16, 256)  # their square roots and fourth roots are exact in float16
        and bool(np.abs(half_scores(Q, K)).max() <= LARGEST)
    ),
    more_cases={
        "the example by hand": {
            "Q": np.full((1, 16), 64, np.float16),
            "K": np.full((1, 16), 64, np.float16),
        }
    },
    holds={
        "There is a row for each query, a column for each key.": lambda scores, Q, K: (
            scores.shape == (len(Q), len(K))
        ),
        "Every score is finite.": lambda scores: np.isfinite(scores).all(),
        "A query and a key in its direction keep their full score.": not_capped,
    },
)

# %% product-in-half
# The product is still held in float16 before it is scaled, where it may become infinite.
# What is the largest number that has to fit into float16 on the way to a score?
assert near(product, in_half(product))
product = in_half(product)

# %% overflow-capped
# What became infinite is replaced by another number, and the score is lost.
# Which score should be there, and where on the way was it still finite?
assert np.abs(right.product).max() > LARGEST and not np.isposinf(result).any()
product = np.clip(product, -LARGEST, LARGEST)
# or
product = np.nan_to_num(in_half(product), posinf=0, neginf=0)
# or
product = in_half(product)
result = np.nan_to_num(result)
# or
product = in_half(product)
result = np.minimum(result, LARGEST)
# or
product = in_half(product)
result = np.nan_to_num(result, posinf=LARGEST, neginf=-LARGEST)

# %% no-scale
# The scores are not divided by the root of d_k any more.
# Which line of the code that you were given used `scale`, and what became of it?
assert near(scores, product)
scores = product

# %% scaled-twice
# The root of d_k divides twice: together that is d_k.
# Q and K both divided by 4: by how much is their product smaller?
assert near(scores, product / Q.shape[-1])
scores = product / Q.shape[-1]
# or
product = in_half(product)
scores = product / Q.shape[-1]

# %% scale-inverted
# The scores are multiplied by the root of d_k.
# Should the scores become larger with d_k?
assert near(scores, product * Q.shape[-1] ** 0.5)
scores = product * Q.shape[-1] ** 0.5

# %% scale-by-fourth-root
# The scores are divided by the fourth root of d_k.
# How many roots does your code take of d_k, and how many should it take?
assert near(scores, product / Q.shape[-1] ** 0.25)
scores = product / Q.shape[-1] ** 0.25

# %% scale-by-sqrt-n
# The scores are divided by the root of a number of tokens.
# Should a score depend on the number of tokens?
assert any(near(scores, product / len(rows) ** 0.5) for rows in (Q, K))
# for n in Q K
scores = product / len(n) ** 0.5

# %% maximum-subtracted
# The largest score of each row is subtracted, which changes the scores.
# Are these scores, or what softmax makes of scores on its way?
assert near(np.max(result, axis=-1), 0)
result = result - result.max(axis=-1, keepdims=True)

# %% divided-by-largest
# Numbers are divided by the largest of them, and it is not multiplied back.
# Which numbers may divide a score, and who undoes the others?
assert any(near(scores * by, product / Q.shape[-1] ** 0.5) for by in largest_numbers(Q, K))
scores = product / Q.shape[-1] ** 0.5 / np.abs(Q).max() / np.abs(K).max()
# or
scores = product / Q.shape[-1] ** 0.5 / np.abs(Q).max()

# %% q-k-swapped
# Queries and keys have changed places: the scores are transposed.
# Does a row of the scores belong to a query or to a key?
assert np.shape(result) == (len(K), len(Q))
result = result.T
