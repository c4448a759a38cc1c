"""Layer norm: each row gets mean 0 and variance 1, then each column its own gain and shift."""

import numpy as np

from checks.facts import Facts


def positive(rng, d):
    return rng.uniform(0.5, 2, size=d)


def layer_norm(X: "* n d", gain: positive, shift: "d", eps=1e-5):
    axis = -1
    centred = X - X.mean(axis=axis, keepdims=True)
    squares = centred**2
    variance = squares.mean(axis=axis, keepdims=True)
    root = np.sqrt(variance + eps)
    normalised = centred / root
    output = normalised * gain + shift
    return output


def with_equal_numbers(rng, n, d):
    X = rng.normal(size=(n, d))
    X[1] = 0.5
    return X


def thousandths(rng, n, d):
    return 0.003 * rng.normal(size=(n, d))


def far_from_0(rng, n, d):
    return 20 + rng.normal(size=(n, d))


def mean_is_zero(output, gain, shift):
    normalised = (output - shift) / gain
    return np.allclose(normalised.mean(axis=-1), 0, atol=1e-3)


def variance_is_almost_one(output, gain, shift, variance, eps):
    normalised = (output - shift) / gain
    almost_one = variance / (variance + eps)
    return np.allclose(normalised.var(axis=-1, keepdims=True), almost_one, atol=1e-3)


TASK = Facts(
    practises=("write everything",),
    mistakes="norm return-missing arguments",
    symbols={"Q": "X"},
    cases={
        "3 tokens of 5 numbers": dict(n=3, d=5),
        "4 tokens of 4 numbers": dict(n=4, d=4),
        "5 tokens of 2 numbers, eps 0.5": dict(n=5, d=2, eps=0.5),
        "a batch of 2, 3 tokens of 6 numbers": dict(batch=(2,), n=3, d=6),
        "two axes in front": dict(batch=(3, 2), n=5, d=4),
        "a batch of 4, 4 tokens of 4 numbers": dict(batch=(4,), n=4, d=4),
        "a single token": dict(n=1, d=5),
        "a token whose numbers are all equal": dict(n=3, d=5, X=with_equal_numbers),
        "numbers of thousandths, where eps matters": dict(n=3, d=6, X=thousandths),
        "numbers far from 0": dict(n=4, d=3, X=far_from_0),
        "float32 arrays": dict(n=4, d=6, dtype="float32"),
    },
    more_cases={
        "the example by hand": {
            "X": np.array([[1.0, 3]]),
            "gain": np.array([2.0, 2]),
            "shift": np.array([5.0, 5]),
        }
    },
    holds={
        "The shape is that of X.": lambda output, X: np.shape(output) == X.shape,
        "Before gain and shift, each token has mean 0.": mean_is_zero,
        "Before gain and shift, its variance v becomes v / (v + eps).": variance_is_almost_one,
    },
)
