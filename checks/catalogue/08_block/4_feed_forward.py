"""The feed-forward of a block: two matrices with ReLU between them, for each token by itself."""

import numpy as np

from checks.facts import Facts


def feed_forward(X: "* n d", W_1: "d d_ff", b_1: "d_ff", W_2: "d_ff d", b_2: "d"):
    products = X @ W_1
    raw = products + b_1
    hidden = np.maximum(raw, 0)
    results = hidden @ W_2
    output = results + b_2
    return output


def very_negative(rng, d_ff):
    return rng.normal(size=d_ff) - 20


def thousands(rng, n, d):
    return 1000 * rng.normal(size=(n, d))


TASK = Facts(
    practises=("write everything",),
    mistakes="feed return-missing arguments",
    symbols={"Q": "X"},
    cases={
        "3 tokens, d 4 and d_ff 7": dict(n=3, d=4, d_ff=7),
        "5 tokens, d 6 and d_ff 2": dict(n=5, d=6, d_ff=2),
        "4 tokens, d 4 and d_ff 4": dict(n=4, d=4, d_ff=4),
        "a batch of 2, 3 tokens, d 4 and d_ff 6": dict(batch=(2,), n=3, d=4, d_ff=6),
        "two axes in front": dict(batch=(3, 2), n=4, d=5, d_ff=6),
        "a batch of 4, 4 tokens, d 4 and d_ff 4": dict(batch=(4,), n=4, d=4, d_ff=4),
        "a single token": dict(n=1, d=3, d_ff=8),
        "hidden numbers that are all negative": dict(n=3, d=2, d_ff=5, b_1=very_negative),
        "float32 arrays": dict(n=4, d=3, d_ff=5, dtype="float32"),
    },
    more_cases={
        "the example by hand": {
            "X": np.array([[1, 0.96], [0, 1.53]]),
            "W_1": np.array([[2.0], [1]]),
            "b_1": np.array([-2.0]),
            "W_2": np.array([[0.0, 1]]),
            "b_2": np.zeros(2),
        },
        "numbers of 1000": dict(n=2, d=3, d_ff=4, X=thousands),
    },
    holds={
        "The shape is that of X.": lambda output, X: np.shape(output) == X.shape,
        "Where no hidden number is positive, the output is b_2.": lambda output, raw, b_2: (
            np.allclose(output[(raw < 0).all(axis=-1)], b_2, atol=1e-3)
        ),
        "Outputs may be negative.": lambda output, results, b_2: (
            np.min(output) < 0 or (results + b_2 >= 0).all()
        ),
    },
)
