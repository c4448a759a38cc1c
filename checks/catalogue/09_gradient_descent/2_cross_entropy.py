"""Cross-entropy: how surprised a model is by the right answers, and which way is down."""

import numpy as np

from attnlib import softmax
from checks.facts import Facts, near


def bold(rng, n, V):
    return 1.5 * rng.normal(size=(n, V))


def drawn(rng, n, V):
    return rng.integers(V, size=n)


def cross_entropy(logits: bold, targets: drawn):
    n, V = logits.shape
    right = np.eye(V)[targets]
    axis = -1
    lowered = logits - logits.max(axis=axis, keepdims=True)
    exponentials = np.exp(lowered)
    total = exponentials.sum(axis=axis, keepdims=True)
    chances = exponentials / total
    logs = lowered - np.log(total)
    surprises = -logs
    losses = surprises[np.arange(n), targets]
    loss = losses.mean()
    slopes = chances - right
    d_logits = slopes / n
    return loss, d_logits


LARGE = 1000 * np.array([[1.0, 0, -1], [0, -1, 1], [-1, 1, 0], [1, 1, 1]])
HIGH_AND_LOW = np.array([[999.0, 1000, 998], [-998.5, -1000, -999]])

TASK = Facts(
    practises=("say what a model's loss",),
    mistakes="own arguments",
    names={"Q": "logits"},
    cases={
        "3 guesses among 5 answers": {"n": 3, "V": 5},
        "6 guesses among 4 answers": {"n": 6, "V": 4},
        "4 guesses among 4 answers": {"n": 4, "V": 4},
        "a single guess": {"n": 1, "V": 5},
        "2 answers": {"n": 5, "V": 2},
        "7 answers with equal logits": {"n": 3, "V": 7, "logits": np.full((3, 7), 0.5)},
        "5 times the same right answer": {"n": 5, "V": 4, "targets": np.full(5, 2)},
        "logits of 1000 and -1000": {"logits": LARGE, "targets": np.array([0, 1, 1, 2])},
        "a row near 1000 and a row near -1000": {
            "logits": HIGH_AND_LOW,
            "targets": np.array([0, 2]),
        },
        "float32 logits": {"n": 5, "V": 6, "dtype": "float32"},
    },
    valid=lambda logits, targets: (
        len(logits) == len(targets) > 0 and 0 <= targets.min() <= targets.max() < logits.shape[-1]
    ),
    more_cases={
        "the example by hand": {"logits": np.zeros((1, 4)), "targets": np.array([1])},
        "a right answer far below two equal ones": {
            "logits": np.array([[1000.0, 1000, -1000]]),
            "targets": np.array([2]),
        },
    },
    holds={
        "Equal chances for V answers have the loss ln V.": lambda loss, logits, V: (
            np.ptp(logits) > 0 or np.isclose(loss, np.log(V))
        ),
        "The loss is never negative.": lambda loss: loss >= -1e-6,
        "The gradients of each row sum to 0.": lambda d_logits: near(d_logits.sum(axis=-1), 0),
        "Only the right answer has a negative gradient: its logit should grow.": (
            lambda d_logits, right: (d_logits * (1 - 2 * right) >= 0).all()
        ),
    },
)

# %% softmax-over-guesses
# Softmax runs down the columns, over the guesses, not over the answers of each guess.
# Which chances have to sum to 1: those of one guess, or those of one answer?
assert np.shape(total)[0] == 1
axis = 0
# or
total = exponentials.sum(axis=0, keepdims=True)

# %% softmax-over-everything
# One sum over the whole array: all chances together make 1, not those of each guess.
# What do the chances of a single guess sum to?
assert np.size(total) == 1
axis = None
# or
total = exponentials.sum()
# or
# for one in 0 logits.max()
lowered = logits - one
total = exponentials.sum()

# %% keepdims-missing
# A maximum or a sum lost its axis, so rows use each other's.
# What does keepdims=True change about the shape of a sum?
assert np.shape(total) == (n,) or near(lowered, logits - logits.max(axis=-1))
lowered = logits - logits.max(axis=axis)
# and/or
total = exponentials.sum(axis=axis)
# or
lowered = logits
total = exponentials.sum(axis=axis)

# %% softmax-overflow
# The exponential of a large logit overflows, and the loss becomes nan or inf.
# What may be subtracted from a row before `exp`, so that no chance changes?
assert near(lowered, logits)
lowered = logits
# or
lowered = logits
logs = np.log(chances)
# or
lowered = logits
logs = np.log(chances)
losses = (surprises * right).sum(axis=-1)

# %% softmax-twice
# Softmax is applied to chances that come from softmax already.
# Which numbers go into softmax, and which come out?
assert near(chances, softmax(exponentials / total))
chances = softmax(exponentials / total)
logs = np.log(chances)

# %% log-of-tiny-chance
# A tiny chance has become 0, or some constant, before its logarithm is taken.
# Which simple formula has the logarithm of exp(a) / sum, if you never divide?
assert np.isinf(logs).any() or (logs > right.logs + 1).any()
logs = np.log(chances)
# or
logs = np.log(chances)
losses = (surprises * right).sum(axis=-1)
# or
# for small in 1e-8 1e-9 1e-10 1e-12 1e-15 1e-20 1e-300
logs = np.log(chances + small)
# or
# for small in 1e-8 1e-9 1e-10 1e-12 1e-15 1e-20 1e-300
logs = np.log(np.clip(chances, small, 1))
# or
# for small in 1e-8 1e-9 1e-10 1e-12 1e-15 1e-20 1e-300
logs = np.log(np.clip(chances, small, 1 - small))

# %% one-maximum-for-all
# One maximum serves all rows, so all exponentials of a row far below it become 0.
# Does each guess need a maximum of its own?
assert near(lowered, logits - logits.max())
lowered = logits - logits.max()
# or
lowered = logits - logits.max()
logs = np.log(chances)
# or
lowered = logits - logits.max()
losses = (surprises * right).sum(axis=-1)
# or
lowered = logits - logits.max()
chances = np.exp(lowered - np.log(total))
# or
lowered = logits - logits.max()
chances = np.exp(lowered - np.log(total))
losses = (surprises * right).sum(axis=-1)

# %% not-averaged
# The losses of all guesses are added up, not averaged.
# Should the loss be twice as large if every guess is made twice?
assert near(loss, losses.sum())
loss = losses.sum()
# or
loss = losses.sum()
d_logits = slopes

# %% averaged-over-answers
# The sum is divided by all n · V numbers, though only n of them are losses.
# How many guesses are there, and how many losses?
assert near(loss * n * V, losses.sum()) or near(d_logits * n * V, slopes)
loss = losses.sum() / logits.size
# and/or
d_logits = slopes / slopes.size

# %% divided-by-answers
# It is divided by V, the number of answers, where a mean over n guesses is asked for.
# Over what is the mean taken: over the guesses, or over the answers among which they choose?
assert near(loss * V, losses.sum()) or near(d_logits * V, slopes)
loss = losses.sum() / V
# and/or
d_logits = slopes / V

# %% loss-for-each-guess
# The loss of each guess is returned, not their mean.
# Which single number says how good all the guesses are?
assert np.size(loss) >= n
loss = losses
# or
loss = losses
d_logits = slopes
# or
losses = surprises * right
loss = losses

# %% log-base-2
# The loss is in bits: its logarithm has base 2, not e.
# Of which base does the statement speak?
assert near(surprises * np.log(2), -logs)
surprises = -logs / np.log(2)

# %% log-base-10
# The logarithm has base 10, not e.
# Which of NumPy's logarithms undoes `exp`?
assert near(surprises * np.log(10), -logs)
surprises = -logs / np.log(10)

# %% sign-missing
# The logarithm of a chance is negative, and so is this loss.
# Should a loss get smaller or larger when the guesses get better?
assert near(surprises, logs)
surprises = logs

# %% log-missing
# The loss is made of the chances themselves: there is no logarithm.
# What loss does a chance of 1/2 give, and a chance of 1/4?
assert near(abs(surprises), np.exp(logs)) or near(1 - surprises, np.exp(logs))
surprises = 1 - np.exp(logs)
# or
surprises = -np.exp(logs)
# or
surprises = np.exp(logs)

# %% total-missing
# The loss is minus the right logit: the other answers play no part.
# Does the loss grow when the logit of a wrong answer grows?
assert near(logs, lowered)
logs = lowered

# %% one-hot-too-narrow (errors: shapes)
# The table of ones and zeros is only as wide as the largest target asks for.
# How many columns do the chances have if nobody chose the last answer?
assert targets.max() + 1 < V
right = np.eye(targets.max() + 1)[targets]
# or
right = np.eye(targets.max() + 1)[targets]
losses = (surprises * right).sum(axis=-1)

# %% every-pair-taken
# `[:, targets]` takes these columns in every row: n times n numbers.
# What shape does `logits[:, targets]` have? And which index goes with row 2?
assert near(losses, surprises[:, targets].mean(axis=1)) or near(
    slopes, chances - np.eye(V)[targets].max(axis=0)
)
losses = surprises[:, targets].mean(axis=1)
# and/or
slopes = chances - right.max(axis=0)

# %% targets-counted-from-one
# The targets are read as if the first answer had number 1.
# What number is the first column?
assert (targets == given.targets - 1).all()
targets = targets - 1

# %% gradient-not-averaged
# The loss is a mean over n guesses, but the gradient is that of their sum.
# If the loss is divided by n, what happens to its slopes?
assert near(d_logits, slopes)
d_logits = slopes

# %% one-not-subtracted
# The gradient is all chances: at the right answers, no 1 is subtracted.
# Should the logit of the right answer grow or shrink?
assert near(slopes, chances)
slopes = chances

# %% one-not-divided
# The chances are divided by n, but the 1 is not.
# What do the gradients of one row sum to?
assert near(slopes / n, chances / n - np.eye(V)[targets])
slopes = chances - n * right

# %% gradient-sign
# The gradient points the other way: the right answers are positive in it.
# A larger logit of the right answer: is the loss larger then, or smaller?
assert (np.sign(slopes) == -np.sign(right.slopes)).all()
slopes = right - chances

# %% right-answer-only
# Only the right answer has a gradient: the logits of the others never move.
# Does the loss change when a wrong answer gets a larger logit?
assert not slopes[np.eye(V)[targets] == 0].any()
slopes = (chances - 1) * right
# or
slopes = -right

# %% gradient-of-chances
# This is the gradient by the chances, not by the logits.
# Through which function does a logit act on the loss?
assert near(slopes[np.eye(V)[targets] == 1], -1 / chances[np.eye(V)[targets] == 1])
slopes = np.where(right == 0, 0, -right / chances)

# %% targets-as-numbers
# The number of the right answer is subtracted, as if it were a quantity.
# What would one-hot targets look like?
assert near(slopes, chances - targets[:, None])
slopes = chances - targets[:, None]

# %% returned-in-wrong-order
# The gradient comes first and the loss second.
# In which order does the exercise ask for its two results?
assert np.ndim(result[0]) == 2
assert np.ndim(result[1]) == 0
return d_logits, loss

# %% gradient-not-returned
# Only the loss is returned, the gradient is not.
# Which two results does the exercise ask for?
assert not isinstance(result, tuple)
return loss

# %% chances-returned
# The second result holds the chances, not a gradient.
# Which entries of the gradient are negative?
assert near(d_logits, chances)
slopes = chances
d_logits = slopes
