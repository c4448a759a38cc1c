"""The feed-forward network: ReLU in the wrong place, biases and matrices swapped."""

from typing import Any

import numpy as np

from checks.catalogue.families.arguments import with_axes
from checks.catalogue.families.scores import COUNTED_FROM_THE_FRONT
from checks.family import Family
from checks.mistake import Mistake


def fed_forward(step: Any, X: Any, W_1: Any, b_1: Any, W_2: Any, b_2: Any) -> Any:
    """Multiply by two matrices with ReLU between them, step by step."""
    feed = step.feed
    W_1, W_2 = feed.matrices(W_1, W_2)
    b_1, b_2 = feed.biases(b_1, b_2)
    hidden = feed.hide(feed.relu, feed.multiply(feed.enter(X), W_1), b_1)
    output = feed.leave(feed.multiply(hidden, W_2), b_2)
    return feed.finish(output, hidden, X)


def _relu(hidden: Any) -> Any:
    return np.maximum(hidden, 0)


def _row_by_row(X: Any, W: Any) -> Any:
    """Multiply in a loop over the first axis, which holds tokens only if there is no batch."""
    return np.array([W.T @ x for x in X])


FEED = Family(
    "feed",
    {
        "matrices": lambda W_1, W_2: (W_1, W_2),
        "biases": lambda b_1, b_2: (b_1, b_2),
        "enter": lambda X: X,
        "relu": _relu,
        "hide": lambda relu, products, b_1: relu(products + b_1),
        "multiply": lambda X, W: X @ W,
        "leave": lambda products, b_2: products + b_2,
        "finish": lambda output, hidden, X: output,
    },
    (
        Mistake(
            "relu-missing",
            "There is no ReLU: two matrices in a row do no more than one.",
            "What is done with the hidden numbers before the second matrix?",
        ).by({"feed.relu": lambda hidden: hidden}),
        Mistake(
            "relu-last",
            "ReLU comes after the second matrix, so there is nothing between the two.",
            "Between which two products does ReLU belong?",
        ).by(
            {
                "feed.relu": lambda hidden: hidden,
                "feed.leave": lambda products, b_2: _relu(products + b_2),
            },
            {
                "feed.relu": lambda hidden: hidden,
                "feed.leave": lambda products, b_2: _relu(products) + b_2,
            },
        ),
        Mistake(
            "relu-twice",
            "ReLU is applied to the output as well, so no output is negative.",
            "May the feed-forward take something away from a number?",
        ).by(
            {"feed.leave": lambda products, b_2: _relu(products + b_2)},
            {"feed.leave": lambda products, b_2: _relu(products) + b_2},
        ),
        Mistake(
            "relu-before-bias",
            "ReLU comes before the first bias is added.",
            "Which comes first in relu(X W_1 + b_1)?",
        ).by({"feed.hide": lambda relu, products, b_1: relu(products) + b_1}),
        Mistake(
            "relu-on-input",
            "ReLU is applied to X, before the first matrix.",
            "Which numbers should ReLU keep: those of a token, or the hidden ones?",
        ).by(
            {"feed.enter": _relu, "feed.relu": lambda hidden: hidden},
            {"feed.enter": _relu},
        ),
        Mistake(
            "relu-negated",
            "The negative numbers are kept, and the positive ones become 0.",
            "What should ReLU make of 3, and what of -3?",
        ).by({"feed.relu": lambda hidden: np.minimum(hidden, 0)}),
        Mistake(
            "absolute-not-relu",
            "Negative numbers change their sign, where they should become 0.",
            "What should ReLU make of -3?",
        ).by({"feed.relu": np.abs}),
        Mistake(
            "step-not-relu",
            "Each hidden number becomes 0 or 1: only its sign is left.",
            "What should ReLU make of 3?",
        ).by({"feed.relu": lambda hidden: (hidden > 0) * 1.0}),
        Mistake(
            "max-not-maximum",
            "np.max(hidden, 0) is the largest number along axis 0, not the larger of each and 0.",
            "What is the shape of np.max(hidden, 0), and that of np.maximum(hidden, 0)?",
        ).by({"feed.relu": lambda hidden: np.max(hidden, 0)}),
        Mistake(
            "relu-capped",
            "Hidden numbers above a limit are cut off.",
            "What should ReLU make of 100?",
        ).by(*({"feed.relu": lambda h, cap=cap: np.clip(h, 0, cap)} for cap in (1, 6))),
        Mistake(
            "leaky-relu",
            "Negative hidden numbers are made small, but not 0.",
            "What should ReLU make of -100?",
        ).by(
            *(
                {"feed.relu": lambda h, leak=leak: np.where(h > 0, h, leak * h)}
                for leak in (0.01, 0.1)
            )
        ),
        Mistake(
            "bias-forgotten",
            "A bias is never added.",
            "Which of your five arguments is not used?",
        ).by(
            {"feed.biases": lambda b_1, b_2: (0, b_2)},
            {"feed.biases": lambda b_1, b_2: (b_1, 0)},
            {"feed.biases": lambda b_1, b_2: (0, 0)},
        ),
        Mistake(
            "biases-exchanged",
            "b_1 and b_2 are exchanged, which fits only where d_ff equals d.",
            "How many numbers does each bias have?",
            breaks=("broadcast",),
        ).by({"feed.biases": lambda b_1, b_2: (b_2, b_1)}),
        Mistake(
            "matrices-exchanged",
            "W_2 comes first and W_1 second, which fits only where d_ff equals d.",
            "How many numbers does a token have before the first matrix, and after it?",
            breaks=("product",),
        ).by({"feed.matrices": lambda W_1, W_2: (W_2, W_1)}),
        Mistake(
            "matrices-transposed",
            "A matrix is transposed before it is multiplied, as PyTorch stores it.",
            "What is the shape of W_1 here, and which of its axes meets the last axis of X?",
            breaks=("product",),
        ).by(
            {"feed.matrices": lambda W_1, W_2: (W_1.T, W_2.T)},
            {"feed.matrices": lambda W_1, W_2: (W_1.T, W_2)},
            {"feed.matrices": lambda W_1, W_2: (W_1, W_2.T)},
        ),
        Mistake(
            "second-matrix-missing",
            "The hidden numbers are returned: there are d_ff of them for each token, not d.",
            "How many numbers should each token have at the end?",
        ).by({"feed.finish": lambda output, hidden, X: hidden}),
        Mistake(
            "residual-added",
            "X is added to the output, which is the job of the block.",
            "What does the feed-forward alone return?",
        ).by({"feed.finish": lambda output, hidden, X: X + output}),
        COUNTED_FROM_THE_FRONT.by({"arguments.take": with_axes(2)}, {"feed.multiply": _row_by_row}),
    ),
)
