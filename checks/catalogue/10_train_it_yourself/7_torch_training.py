"""The loop that trains a model in PyTorch, and judges it on sentences that were held out."""
# ruff: noqa: E731  what is done with all logits is a line for each thing that can go wrong

import numpy as np

from checks.facts import Facts, near
from course.models.learning import autograd
from course.models.learning.training import adam, as_variables, gradient_descent
from course.models.torch_bridge import import_torch


def torch_training(
    W: lambda rng, V, d: {"words": rng.normal(size=(V, d)), "W_u": rng.normal(size=(d, V))},
    batches: lambda rng, V, steps, b, n: rng.integers(V, size=(steps, b, n)),
    held_out: lambda rng, V, b, n: rng.integers(V, size=(b + 1, n)),
    rate: lambda rng: rng.choice([0.05, 0.1, 0.3]),
):
    import_torch()  # which an answer needs; this says so where it is not installed
    now = {name: array.copy() for name, array in W.items()}
    optimizer = adam(now, learning_rate=rate)
    loss_of = lambda logits, tokens: autograd.cross_entropy(logits[:, :-1], tokens[:, 1:])
    training, judging = True, False
    losses, before = [], {}
    for tokens in batches:
        model = as_variables(now)
        loss = loss_of(logits_of(model, tokens, training), tokens)
        loss.backward()
        slopes = {name: variable.gradient for name, variable in model.items()}
        before = slopes
        step = optimizer
        step(slopes)
        losses = [*losses, float(loss.value)]
    judged = float(loss_of(logits_of(as_variables(now), held_out, judging), held_out).value)
    return losses, judged


def logits_of(model, tokens, training):
    X = autograd.rows(model["words"], tokens)
    kept = 2 * (np.indices(X.value.shape).sum(axis=0) % 2 == 0)
    return (X * kept if training else X) @ model["W_u"]


def first_is(losses, W, tokens, loss_of):
    return near(losses[0], loss_of(logits_of(as_variables(W), tokens, True), tokens).value)


BY_HAND, ONE = {"words": np.ones((2, 1)), "W_u": np.zeros((1, 2))}, np.array([[0, 1]])

TASK = Facts(
    practises=("train the same model in PyTorch",),
    valid=lambda *arguments: False,  # inputs are too long to be shown
    at_once=2,
    cases={
        "4 batches of 3 sentences": dict(steps=4, b=3, n=6, V=7, d=4),
        "5 batches of 2 sentences": dict(steps=5, b=2, n=5, V=3, d=6),
        "a single batch": dict(steps=1, b=4, n=3, V=6, d=5),
        "the example by hand": dict(W=BY_HAND, batches=ONE[None], held_out=ONE, rate=0.5),
    },
    holds={
        "The first loss is the cross-entropy of the logits that W gives, with dropout on.": lambda losses, W, batches: (
            first_is(
                losses, W, batches[0], lambda X, t: autograd.cross_entropy(X[:, :-1], t[:, 1:])
            )
        ),
    },
)

# %% zero-grad-forgotten
# The slopes of all steps so far are added up, and each step follows their sum.
# `backward` adds its slopes to those that are there already: which line takes the old ones away, and when?
assert not near(slopes["W_u"], model["W_u"].gradient)
slopes = {name: slope + before.get(name, 0) for name, slope in slopes.items()}

# %% nothing-moves
# No step moves anything: in the end, the model still has the numbers in W.
# Which line moves the numbers, and does it have slopes to follow when it runs?
assert near(now["W_u"], W["W_u"])
slopes = {}

# %% loss-after-the-step
# Each loss is measured after its step, on the batch that the step was made for.
# Which model does the first loss judge: the one that came in, or the one that has learned already?
assert first_is(losses[-1:], now, batches[-1], loss_of)
losses = [*losses, float(loss_of(logits_of(as_variables(now), tokens, training), tokens).value)]

# %% not-shifted
# Each guess is compared with the token that the model has just read.
# At the first place the model has read one token: which token should it guess there?
assert first_is(losses, W, batches[0], autograd.cross_entropy)
loss_of = autograd.cross_entropy

# %% softmax-before-the-loss
# Softmax is taken twice: once by you, and once by `cross_entropy`.
# What does PyTorch's `cross_entropy` want to be given: logits, or chances?
assert first_is(losses, W, batches[0], lambda X, t: right.loss_of(autograd.softmax(X), t))
loss_of = lambda X, t: autograd.cross_entropy(autograd.softmax(X[:, :-1]), t[:, 1:])

# %% judged-with-dropout
# The held-out sentences are judged while dropout is on.
# In which mode is your model after the last step, and what does dropout do in this mode?
assert judging
training, judging = True, True

# %% sgd-not-adam
# Each number moves by the rate times its slope, as in plain gradient descent.
# With the optimizer that is asked for, how far does a number move in the first step?
assert len(batches) > 1 or near(now["W_u"], W["W_u"] - rate * slopes["W_u"])
optimizer = gradient_descent(now, learning_rate=rate)

# %% optimizer-in-the-loop
# Each step has a new optimizer, which knows nothing of the steps before.
# What does Adam remember from step to step, and where do you make it?
assert step is not optimizer
step = adam(now, learning_rate=rate)
