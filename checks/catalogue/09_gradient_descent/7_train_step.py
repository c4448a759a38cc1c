"""One step of training, from the forward pass to the new weights."""

import numpy as np

from attnlib import softmax
from checks.facts import Facts, near


def drawn(rng, n_q, n_k):
    return rng.integers(n_k, size=n_q)


def matrix(rng, d_model, d_k):
    return rng.normal(size=(d_model, d_k)) / 2


def some_rate(rng):
    return rng.choice([0.25, 0.5, 1.5, 2.0])


def train_step(
    X: "n_q d_model",
    context: "n_k d_model",
    targets: drawn,
    W_q: matrix,
    W_k: matrix,
    rate: some_rate,
):
    n = len(targets)
    root = np.sqrt(W_q.shape[-1])
    axis = -1
    Q = X @ W_q
    K = context @ W_k
    scores = Q @ K.T
    scaled = scores / root
    weights = softmax(scaled, axis)
    one_hot = np.eye(len(context))[targets]
    chances = weights[np.arange(n), targets]
    surprises = -np.log(chances)
    loss = surprises.mean()
    slopes = weights - one_hot
    d_scaled = slopes / n
    d_scores = d_scaled / root
    d_Q = d_scores @ K
    d_K = d_scores.T @ Q
    d_W_q = X.T @ d_Q
    d_W_k = context.T @ d_K
    new_W_q = W_q - rate * d_W_q
    new_W_k = W_k - rate * d_W_k
    return loss, new_W_q, new_W_k


def loss_at(X, context, targets, W_q, W_k):
    weights = softmax(X @ W_q @ (context @ W_k).T / np.sqrt(W_q.shape[-1]))
    return -np.log(weights[np.arange(len(targets)), targets]).mean()


def moves_both(X, context, targets, W_q, W_k, rate):
    """Check that both matrices move: rounding alone would then be a large difference."""
    widths = {X.shape[1], context.shape[1], len(W_q), len(W_k)}
    if len(X) != len(targets) or not len(X) or len(widths) > 1 or W_q.shape != W_k.shape:
        return False
    if not 0 <= targets.min() <= targets.max() < len(context):
        return False
    _, new_W_q, new_W_k = train_step(X, context, targets, W_q, W_k, rate)
    return min(abs(new_W_q - W_q).max(), abs(new_W_k - W_k).max()) > 1e-3


def sizes(n_q, n_k, d_model, d_k, **given):
    return {"n_q": n_q, "n_k": n_k, "d_model": d_model, "d_k": d_k, **given}


TASK = Facts(
    practises=("write a training loop",),
    mistakes="own arguments",
    names={"Q": "W_q"},
    cases={
        "2 queries and 3 words": sizes(2, 3, 4, 2),
        "5 queries and 3 words": sizes(5, 3, 4, 3),
        "3 queries and 3 words, as wide as the model": sizes(3, 3, 4, 4),
        "a single query": sizes(1, 5, 4, 2),
        "4 queries for the same word": sizes(4, 3, 5, 2, targets=np.full(4, 1)),
        "a tiny rate": sizes(3, 4, 5, 3, rate=0.01),
        "float32 arrays": sizes(3, 5, 4, 2, dtype="float32"),
    },
    valid=moves_both,
    more_cases={
        "the example by hand": {
            "X": np.array([[1.0]]),
            "context": np.array([[1.0], [-1]]),
            "targets": np.array([0]),
            "W_q": np.array([[1.0]]),
            "W_k": np.array([[0.0]]),
            "rate": 0.5,
        },
        "a right word with almost no weight": {
            "X": np.array([[1.0]]),
            "context": np.array([[1.0], [-1]]),
            "targets": np.array([1]),
            "W_q": np.array([[4.25]]),
            "W_k": np.array([[2.0]]),
            "rate": 0.25,
        },
    },
    holds={
        "The new matrices have the shapes of W_q and W_k.": lambda new_W_q, new_W_k, W_q, W_k: (
            (new_W_q.shape, new_W_k.shape) == (W_q.shape, W_k.shape)
        ),
        "The loss is that of the weights that came in.": (
            lambda loss, X, context, targets, W_q, W_k: near(
                loss, loss_at(X, context, targets, W_q, W_k)
            )
        ),
        "A hundredth of the step makes the loss smaller.": (
            lambda new_W_q, new_W_k, X, context, targets, W_q, W_k: (
                loss_at(
                    X,
                    context,
                    targets,
                    W_q + (new_W_q - W_q) / 100,
                    W_k + (new_W_k - W_k) / 100,
                )
                < loss_at(X, context, targets, W_q, W_k) + 1e-6
            )
        ),
    },
)

# %% uphill
# The step goes uphill: the slopes are added.
# A slope is positive: does the loss grow or shrink when this number grows?
assert (
    near(new_W_q, W_q + rate * d_W_q)
    or near(new_W_k, W_k + rate * d_W_k)
    or near(slopes, one_hot - weights)
)
new_W_q = W_q + rate * d_W_q
# and/or
new_W_k = W_k + rate * d_W_k
# or
slopes = one_hot - weights

# %% rate-ignored
# The whole slope is subtracted: the learning rate plays no part.
# Where does your code use `rate`?
assert near(new_W_q, W_q - d_W_q) or near(new_W_k, W_k - d_W_k)
new_W_q = W_q - d_W_q
# and/or
new_W_k = W_k - d_W_k

# %% divided-by-rate
# The slopes are divided by the learning rate.
# Should a smaller rate make a smaller step or a larger one?
assert near(rate * (W_q - new_W_q), d_W_q)
new_W_q = W_q - d_W_q / rate
new_W_k = W_k - d_W_k / rate

# %% weights-shrink
# The matrix is multiplied by the rate, or by 1 minus the rate, and not only its slopes.
# Which of the two does the rate multiply: the matrix, or its slopes?
assert any(
    near(new_W_q, other)
    for other in (rate * (W_q - d_W_q), (1 - rate) * W_q - rate * d_W_q, (1 - rate) * W_q)
)
new_W_q = rate * (W_q - d_W_q)
new_W_k = rate * (W_k - d_W_k)
# or
new_W_q = (1 - rate) * W_q - rate * d_W_q
new_W_k = (1 - rate) * W_k - rate * d_W_k
# or
new_W_q = W_q - rate * W_q

# %% only-one-matrix-moves
# One of the two matrices comes back as it went in.
# Do the keys learn, too, or the queries alone?
assert near(new_W_k, W_k) or near(new_W_q, W_q)
new_W_k = W_k
# or
new_W_q = W_q

# %% slopes-at-two-places
# W_q has moved before the slopes of W_k are computed, so the two belong to two places.
# Which queries belong to the loss that you computed: those before the step, or those after it?
assert near(d_K, d_scores.T @ (X @ new_W_q)) or near(d_Q, d_scores @ (context @ new_W_k))
d_K = d_scores.T @ (X @ (W_q - rate * X.T @ (d_scores @ K)))
# or
d_Q = d_scores @ (context @ (W_k - rate * context.T @ (d_scores.T @ Q)))

# %% loss-after-the-step
# The loss is computed with the new matrices.
# The statement asks for the loss of which weights: before the step, or after it?
assert near(result[0], loss_at(X, context, targets, new_W_q, new_W_k))
return loss_at(X, context, targets, new_W_q, new_W_k), new_W_q, new_W_k

# %% gradients-returned
# The slopes come back, and no new matrices.
# What does a step of training leave behind: directions, or matrices that have moved?
assert near(new_W_q, d_W_q)
new_W_q = d_W_q
new_W_k = d_W_k
# or
new_W_q = d_W_q

# %% steps-returned
# The steps come back, and not the matrices after the step.
# Where does your code use the old matrices?
assert near(new_W_q, -rate * d_W_q) or near(new_W_q, rate * d_W_q)
new_W_q = -rate * d_W_q
new_W_k = -rate * d_W_k
# or
new_W_q = rate * d_W_q
new_W_k = rate * d_W_k
# or
# for sign in 1 -1
new_W_q = sign * rate * d_W_q

# %% returned-in-wrong-order
# The three results come in another order.
# In which order does the exercise ask for its results?
assert np.ndim(result[0]) == 2 or not near(result[1], new_W_q)
return new_W_q, new_W_k, loss
# or
return loss, new_W_k, new_W_q

# %% loss-not-returned
# Only the matrices are returned, the loss is not.
# Which three results does the exercise ask for?
assert len(result) == 2
return new_W_q, new_W_k

# %% matrices-not-returned
# Only the loss is returned, so nobody gets the new matrices.
# Which three results does the exercise ask for?
assert np.ndim(result) == 0
return loss

# %% not-averaged
# The surprises are added up, not averaged.
# Should the loss be twice as large if every query comes twice?
assert near(loss, surprises.sum())
loss = surprises.sum()
# or
loss = surprises.sum()
d_scaled = slopes

# %% loss-for-each-guess
# The surprise of each query is returned, not their mean.
# Which single number says how good all the guesses are?
assert np.size(loss) == n
loss = surprises
# or
loss = surprises
d_scaled = slopes

# %% gradient-not-averaged
# The loss is a mean over the queries, but the slopes are those of their sum.
# If the loss is divided by n, what happens to its slopes?
assert near(d_scaled, slopes)
d_scaled = slopes

# %% averaged-over-words
# The loss is a mean over queries, but its slopes are divided by another number.
# How many guesses are there, and how many words to choose from?
assert near(d_scaled * len(context), slopes) or near(d_scaled * weights.size, slopes)
d_scaled = slopes / len(context)
# or
d_scaled = slopes / weights.size

# %% averaged-twice
# The slopes are divided by the number of queries twice.
# How often is the loss divided by it?
assert near(d_scaled * n**2, slopes)
d_scaled = slopes / n**2

# %% mean-of-chances-first
# The chances are averaged before the logarithm is taken.
# Which of two guesses costs more, and what do both cost together?
assert near(loss, -np.log(chances.mean()))
loss = -np.log(chances.mean())

# %% sign-missing
# The logarithm of a chance is negative, and so is this loss.
# Should a loss get smaller or larger when the guesses get better?
assert near(surprises, np.log(chances))
surprises = np.log(chances)

# %% log-missing
# The loss is made of the chances themselves: there is no logarithm.
# What loss does a chance of 1/2 give, and a chance of 1/4?
assert near(abs(surprises), chances) or near(1 - surprises, chances)
surprises = 1 - chances
# or
surprises = -chances
# or
surprises = chances

# %% log-base-2
# The loss is in bits: its logarithm has base 2, not e.
# Which of NumPy's logarithms undoes `exp`?
assert near(surprises * np.log(2), -np.log(chances))
surprises = -np.log2(chances)

# %% log-base-10
# The logarithm has base 10, not e.
# Which of NumPy's logarithms undoes `exp`?
assert near(surprises * np.log(10), -np.log(chances))
surprises = -np.log10(chances)

# %% loss-over-all-words
# The loss counts the surprise at every word, not at the right ones alone.
# Of which weight is the logarithm taken, if a query should find word 2?
assert near(loss, -np.log(weights).mean()) or near(loss * n, -np.log(weights).sum())
loss = -np.log(weights).mean()
# or
loss = -np.log(weights).sum() / n

# %% every-pair-taken
# `[:, targets]` takes these columns in every row: n times n numbers.
# What shape does `weights[:, targets]` have? And which index goes with row 2?
assert (
    near(chances, weights[:, targets].mean(axis=1))
    or near(chances, weights[:, targets])
    or near(slopes, weights - one_hot.max(axis=0))
)
chances = weights[:, targets]
# and/or
slopes = weights - one_hot.max(axis=0)

# %% one-not-subtracted
# The slopes of the scores are all weights: no 1 is subtracted at the right words.
# Should the score of the right word grow or shrink?
assert near(slopes, weights)
slopes = weights

# %% one-added
# At the right words 1 is added to the weights, where it should be subtracted.
# Should the score of the right word grow or shrink?
assert near(slopes, weights + one_hot)
slopes = weights + one_hot

# %% right-word-flipped
# At the right words the slope is 1 minus the weight, so all slopes are positive.
# The score of the right word grows: does the loss grow or shrink?
assert near(slopes, abs(weights - one_hot))
slopes = np.abs(weights - one_hot)

# %% one-not-divided
# The weights are divided by n, but the 1 is not.
# What do the slopes of one row of scores sum to?
assert near(d_scaled, weights / n - one_hot)
d_scaled = weights / n - one_hot

# %% right-answer-only
# Only the score of the right word has a slope: the others never move.
# Does the loss change when a wrong word gets a larger score?
assert not slopes[one_hot == 0].any()
slopes = (weights - 1) * one_hot
# or
slopes = -one_hot

# %% softmax-skipped
# These are the slopes of the weights, not those of the scores.
# Which step lies between scores and weights, and what is its way back?
assert near(slopes, -one_hot / chances[:, None])
slopes = -one_hot / chances[:, None]

# %% softmax-passed-twice
# The weights minus 1 at the right words go back through softmax, which they have passed already.
# Are the weights minus 1 at the right words the slopes of the weights, or those of the scores?
assert near(
    slopes, weights * (weights - one_hot - (weights * (weights - one_hot)).sum(-1)[:, None])
)
slopes = weights * (weights - one_hot - (weights * (weights - one_hot)).sum(axis=-1, keepdims=True))

# %% no-scale
# The scores are not divided by the root of d_k.
# Which of the four steps of attention is missing?
assert near(scaled, scores)
scaled = scores
d_scores = d_scaled
# or
scaled = scores

# %% scale-forgotten
# On the way back, the slopes are not divided by the root of d_k.
# If a score is divided by 8, what becomes of its slopes?
assert near(d_scores, d_scaled)
d_scores = d_scaled

# %% scale-by-d_k
# The scores, or their slopes, are divided by d_k itself, or by its root twice.
# How often are the scores divided by the root of d_k?
assert near(d_scores * root**2, d_scaled) or near(scaled * root**2, scores)
d_scores = d_scaled / root**2
# or
scaled = scores / root**2
d_scores = d_scaled / root**2
# or
scaled = scores / root**2

# %% scale-inverted
# On the way back the slopes are multiplied by the root of d_k.
# If y is x / 8, what is the slope of y by x?
assert near(d_scores, d_scaled * root)
d_scores = d_scaled * root

# %% scale-by-sqrt-d_model
# The scores are divided by the root of d_model, the width of the words.
# How many products does each score add up?
assert near(scaled * np.sqrt(X.shape[-1]), scores)
root = np.sqrt(X.shape[-1])

# %% scale-by-sqrt-n_k
# The scores are divided by the root of the number of words.
# How many products does each score add up?
assert near(scaled * np.sqrt(len(context)), scores)
root = np.sqrt(len(context))
# or
scaled = scores / np.sqrt(len(context))

# %% softmax-over-queries
# Softmax runs down the columns: they sum to 1, not the rows.
# Who shares out a weight of 1: each word, or each query?
assert near(weights.sum(axis=0), 1)
axis = 0
# or
exponentials = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
weights = exponentials / exponentials.sum(axis=0)

# %% keepdims-missing
# The sums lost their axis, so one row's sum divides a column of all.
# What does keepdims=True change about the shape of a sum?
assert not near(weights.sum(axis=-1), 1)
exponentials = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
weights = exponentials / exponentials.sum(axis=-1)
# or
exponentials = np.exp(scaled)
weights = exponentials / exponentials.sum(axis=-1)

# %% softmax-over-everything
# One sum over the whole table: all weights together make 1, not those of each query.
# What do the weights of a single query sum to?
assert near(weights.sum(), 1)
weights = np.exp(scaled) / np.exp(scaled).sum()
# or
exponentials = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
weights = exponentials / exponentials.sum()

# %% keys-of-queries
# The keys are made of X, so the queries meet one another, not the words of the context.
# Of which words should the keys be made?
assert np.shape(K) == np.shape(Q)
assert near(K, X @ W_k)
K = X @ W_k
# or
K = X @ W_k
one_hot = np.eye(len(K))[targets]

# %% matrices-exchanged
# The queries are made with W_k, and the keys with W_q.
# Which matrix belongs to the one who asks?
assert near(Q, X @ W_k)
Q = X @ W_k
K = context @ W_q

# %% one-matrix-for-both
# Queries and keys are made with the same matrix.
# Which matrix makes the keys?
assert near(K, context @ W_q) or near(Q, X @ W_k)
K = context @ W_q
# or
Q = X @ W_k

# %% d_K-not-transposed
# d_scores is not transposed before it meets the queries.
# Key j took part in which scores: in those of row j, or of column j?
assert near(d_K, d_scores @ Q)
d_K = d_scores @ Q

# %% d_Q-transposed
# d_scores is transposed before it meets the keys.
# Query i took part in which scores: in those of row i, or of column i?
assert near(d_Q, d_scores.T @ K)
d_Q = d_scores.T @ K

# %% own-array-not-the-other
# d_Q is made of the queries themselves, or d_K of the keys themselves.
# The slope of a product x · y by x: is it x, or y?
assert near(d_Q, d_scores @ Q) or near(d_K, d_scores.T @ K)
d_Q = d_scores @ Q
# and/or
d_K = d_scores.T @ K

# %% words-not-queries
# d_Q is made of words and not of keys, or d_K of words and not of queries.
# A score is query times key. What is its slope by the query?
assert near(d_Q, d_scores @ context) or near(d_K, d_scores.T @ X)
d_Q = d_scores @ context
# and/or
d_K = d_scores.T @ X

# %% rows-exchanged
# The slopes of a matrix are made with the rows that the other matrix was multiplied by.
# Which rows does W_k turn into keys?
assert near(d_W_k, X.T @ d_K) or near(d_W_q, context.T @ d_Q)
d_W_k = X.T @ d_K
# and/or
d_W_q = context.T @ d_Q

# %% gradient-of-matrix-transposed
# The slopes of a matrix are transposed.
# What shape does W_q have, and what shape do its slopes need?
assert near(d_W_q, d_Q.T @ X) or near(d_W_k, d_K.T @ context)
d_W_q = d_Q.T @ X
# and/or
d_W_k = d_K.T @ context

# %% targets-counted-from-one
# The targets are read as if the first word had number 1.
# What number is the first column?
assert (targets == given.targets - 1).all()
targets = targets - 1
