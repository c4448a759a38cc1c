"""A training loop that measures itself on sentences that were held out: a function to repair."""

import numpy as np

from attnlib import softmax
from checks.facts import Facts, near

STARTER = '''
def trained(X, targets, held, W, batches, rate):
    """Losses (steps,) in training and held out, and the last W: X (n, d), targets, held (n,), W (d, V)."""
    losses, held_losses = np.zeros((2, len(batches)))
    sentences, d_W = np.flatnonzero(~held), np.zeros_like(W)
    for step in range(len(batches)):
        batch = sentences[batches[step]]
        logs = X @ W - np.log(np.exp(X @ W).sum(axis=1, keepdims=True))
        surprises = -logs[np.arange(len(X)), targets]
        losses[step] = surprises[batch].mean()
        held_losses[step] = surprises[held].mean()
        slopes = (np.exp(logs) - np.eye(W.shape[1])[targets]) / len(batch)
        d_W[:] = X[batch].T @ slopes[batch]
        W = W - rate * d_W
    return losses, held_losses, W
'''


def answers(rng, n, V):
    return rng.integers(V, size=n)


def large(rng, n, d):
    return 30 * rng.normal(size=(n, d))


def a_third(rng, n):
    return rng.permutation(n) < n // 3


def drawn(rng, held, steps, size):
    return rng.integers((~held).sum(), size=(steps, size))


def trained(X: "n d", targets: answers, held: a_third, W: "d V", batches: drawn, rate):
    losses, held_losses = np.zeros((2, len(batches)))
    sentences = np.flatnonzero(~held)
    d_W, new_W = np.zeros_like(W), W
    for step in range(len(batches)):
        batch = sentences[batches[step]]
        chances = softmax(X @ new_W)
        surprises = -np.log(chances[np.arange(len(X)), targets])
        losses[step] = surprises[batch].mean()
        held_losses[step] = surprises[held].mean()
        slopes = (chances - np.eye(W.shape[1])[targets]) / len(batch)
        d_W[:] = X[batch].T @ slopes[batch]
        new_W = new_W - rate * d_W
    return losses, held_losses, new_W


BY_HAND = {"X": np.ones((2, 1)), "targets": np.array([0, 1]), "held": np.array([False, True])}
BY_HAND |= {"W": np.zeros((1, 2)), "batches": np.array([[0], [0]]), "rate": 1}

TASK = Facts(
    kind="repair",
    starter=STARTER,
    slips={
        "held-out-read": "sentences, d_W = np.arange(len(X)), np.zeros_like(W)",
        "same-batch": "batch = sentences[batches[0]]",
        "slopes-add-up": "d_W += X[batch].T @ slopes[batch]",
    },
    practises=("write Adam", "see on held-out sentences"),
    mistakes="own arguments",
    names={"Q": "W"},
    cases={
        "a single step": {"n": 7, "d": 3, "V": 4, "steps": 1, "size": 2, "rate": 0.5},
        "4 steps, 12 sentences": {"n": 12, "d": 5, "V": 4, "steps": 4, "size": 3, "rate": 0.5},
        "3 steps, large batches": {"n": 9, "d": 4, "V": 2, "steps": 3, "size": 8, "rate": 0.3},
        "float32": {"n": 8, "d": 3, "V": 5, "steps": 3, "size": 4, "rate": 0.5, "dtype": "float32"},
        "the example by hand": BY_HAND,
        "a single step with large rows": {
            **{"n": 6, "d": 3, "V": 4, "steps": 1, "size": 3, "rate": 0.1},
            **{"X": large, "W": np.zeros((3, 4))},
        },
        "an answer that is never right": {
            **{"n": 6, "d": 2, "V": 3, "steps": 2, "size": 2, "rate": 0.5},
            "targets": np.array([0, 1, 1, 0, 1, 0]),
        },
    },
    valid=lambda X, targets, *others: len(X) == len(targets),
    holds={
        "The first loss held out is that of W as it came in, over all that is held out.": (
            lambda held_losses, X, W, held, targets: near(
                held_losses[0], -np.log(softmax(X @ W)[held, targets[held]]).mean()
            )
        ),
    },
)

# %% held-out-read
# Held-out sentences get into the batches, so what should be new is learned.
# The numbers in a batch count which sentences: all, or those that are not held out?
assert held[sentences].any()
sentences = np.arange(len(X))

# %% same-batch
# Every step reads the first batch again, and no other.
# Which row of `batches` belongs to step 5?
assert (batch == sentences[batches[0]]).all()
batch = sentences[batches[0]]

# %% slopes-add-up
# The slopes of earlier steps are still in `d_W` when the next ones are added.
# What should be in `d_W` when a step begins?
assert not near(d_W, X[batch].T @ slopes[batch])
d_W += X[batch].T @ slopes[batch]

# %% batch-thinned
# Held-out sentences are taken out of a batch whose numbers do not count them.
# If sentence 0 is held out, which sentence has the number 0 in a batch?
assert list(batch) == [place for place in batches[-1] if not held[place]]
batch = batches[step][~held[batches[step]]]

# %% reset-too-late
# The slopes are set to 0 before the step is made, so W never moves.
# In which order come: empty the slopes, collect them, take the step?
assert near(new_W, W)
d_W[:] = 0

# %% batch-as-a-set
# A sentence that a batch reads twice counts once.
# How many numbers does a batch have, and over how many do you average?
assert any(len(set(row)) < len(row) for row in batches) and not near(new_W, right.new_W)
batch = np.unique(sentences[batches[step]])

# %% held-out-afterwards
# The held-out loss is measured after the step, when W has moved.
# Which W did the loss of the batch belong to?
assert near(losses, right.losses) and not near(held_losses, right.held_losses)
steps = X[batch].T @ (chances - np.eye(W.shape[1])[targets])[batch] / len(batch)
held_losses[step] = -np.log(softmax(X @ (new_W - rate * steps))[np.arange(len(X)), targets])[
    held
].mean()

# %% targets-of-others
# The sentences of a batch are counted without those held out, but their targets with them.
# To which sentence does the first target of your batch belong?
assert near(losses[-1], surprises[batch].mean()) and not near(new_W, right.new_W)
others = targets.copy()
others[batch] = targets[batches[step]]
surprises = -np.log(chances[np.arange(len(X)), others])
slopes = (chances - np.eye(W.shape[1])[others]) / len(batch)
