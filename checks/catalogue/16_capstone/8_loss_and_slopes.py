"""The loss of a batch of windows, and the slope of each number of a whole model."""

import numpy as np

from checks.catalogue.material import language_models as models
from checks.facts import Facts
from course.models.learning.training_parts import PARTS_OF_COURSE

HALVES = {
    "feed-forward": ("W_1", "b_1", "W_2", "b_2", "norm_2.gain", "norm_2.shift"),
    "attention": ("W_q", "W_k", "W_v", "W_o", "norm_1.gain", "norm_1.shift"),
}
# From the loss back to the words, so that the first part that is wrong is where slopes go wrong.
PARTS = {"W_u": ["W_u"], "the last norm": ["norm.gain", "norm.shift"]}
PARTS |= {
    f"the {half} of layer {layer + 1}": [f"{layer}.{name}" for name in names]
    for layer in (1, 0)
    for half, names in HALVES.items()
}
PARTS |= {"the rows of the words": ["embedding"]}

by_the_course = PARTS_OF_COURSE.loss_and_slopes


def batch(rng, b, n, V):
    return rng.integers(V, size=(b, n))


def with_equal_chances(rng, V, d_model, d_ff):
    weights = models.random_weights(rng, V, d_model, d_ff)
    return weights | {"W_u": 0 * weights["W_u"]}


def very_sure(rng, V, d_model, d_ff):
    weights = models.random_weights(rng, V, d_model, d_ff)
    return weights | {"W_u": 15 * weights["W_u"]}


def loss_and_slopes(weights: models.random_weights, inputs: batch, targets: batch):
    return by_the_course(weights, inputs, targets)


def close(numbers, right):
    same = np.shape(numbers) == np.shape(right)
    return same and np.allclose(numbers, right, rtol=1e-5, atol=1e-8)


def loss_is_right(weights, inputs, targets, result):
    return close(result[0], by_the_course(weights, inputs, targets)[0])


def slopes_are_right(names):
    def hold(weights, inputs, targets, result):
        _, right = by_the_course(weights, inputs, targets)
        return all(close(result[1][name], right[name]) for name in names)

    return hold


def sizes(b, n, V, d_model, d_ff):
    return {"b": b, "n": n, "V": V, "d_model": d_model, "d_ff": d_ff}


TASK = Facts(
    practises=("train a model",),
    judged=True,
    asks="Seen from the loss, which of your operations come right before this?",
    valid=lambda *arguments: False,  # a model is too large to be shown
    cases={
        "2 windows of 4 tokens and d_model 6": sizes(2, 4, 5, 6, 3),
        "3 windows of 2 tokens and d_model 4": sizes(3, 2, 6, 4, 5),
        "a single window": sizes(1, 5, 4, 8, 2),
        "windows of one token": sizes(3, 1, 3, 4, 2),
        "a token that comes twice": {**sizes(1, 2, 3, 4, 2), "inputs": np.array([[2, 2]])},
        "equal chances": {**sizes(2, 3, 3, 4, 2), "weights": with_equal_chances},
        "a model that is very surprised": {**sizes(2, 3, 4, 6, 3), "weights": very_sure},
    },
    holds={
        "The loss is the mean of -ln(the chance of the target), by the plan.": loss_is_right,
        "Each number of `weights` has a slope, under the same name.": lambda weights, result: (
            {name: np.shape(slope) for name, slope in result[1].items()}
            == {name: array.shape for name, array in weights.items()}
        ),
        **{
            f"The slopes of {part} are right.": slopes_are_right(names)
            for part, names in PARTS.items()
        },
    },
)
