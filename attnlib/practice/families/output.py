"""The right weights on the wrong values, or the results in the wrong order."""

import numpy as np

from attnlib.practice.family import Family
from attnlib.practice.mistake import Mistake

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
