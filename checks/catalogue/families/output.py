"""The right weights applied to the wrong values, or the results in the wrong order."""

from typing import Any

import numpy as np

from attnlib import softmax
from checks.family import Family
from checks.mistake import Mistake


def _value_of_the_best_key(weights: Any, K: Any, V: Any) -> Any:
    best = weights.argmax(axis=-1)
    return V[best] if V.ndim == 2 else np.take_along_axis(V, best[..., None], axis=-2)


BEST_VALUE = Mistake(
    "best-value-only",
    "The output is the value of the best key alone.",
    "Which values should an output be an average of?",
).by({"output.mix": _value_of_the_best_key})

SOFTMAX_ON_OUTPUT = Mistake(
    "softmax-on-output",
    "A softmax runs over the output as well.",
    "Is an output a set of weights, or an average of values?",
).by({"output.result": lambda output, weights: (softmax(output), weights)})

OUTPUT = Family(
    "output",
    {"mix": lambda weights, K, V: weights @ V, "result": lambda output, weights: (output, weights)},
    (
        Mistake(
            "weights-transposed",
            "The weights are transposed before they meet the values.",
            "Which axis of the weights belongs to the rows of V?",
        ).by(
            {"output.mix": lambda weights, K, V: np.swapaxes(weights, -1, -2) @ V},
            {"output.mix": lambda weights, K, V: weights.T @ V},
            {"output.mix": lambda weights, K, V: np.einsum("...ij,...iv->...jv", weights, V)},
        ),
        Mistake(
            "values-from-keys",
            "The weights average the keys, and V is never used.",
            "What is each key there for, and what is handed over when it fits?",
        ).by({"output.mix": lambda weights, K, V: weights @ K}),
        Mistake(
            "returned-in-wrong-order",
            "The weights come first and the output second.",
            "In which order does the exercise ask for its two results?",
        ).by({"output.result": lambda output, weights: (weights, output)}),
        Mistake(
            "weights-not-returned",
            "Only the output is returned, the weights are not.",
            "Which two results does the exercise ask for?",
        ).by({"output.result": lambda output, weights: output}),
    ),
)
