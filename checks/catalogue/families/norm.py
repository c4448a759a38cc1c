"""Layer norm: means and variances of the wrong numbers; gain and shift in the wrong place."""

from dataclasses import replace
from typing import Any

import numpy as np

from checks.catalogue.families.arguments import with_axes
from checks.catalogue.families.scores import COUNTED_FROM_THE_FRONT, SECOND_MOMENT
from checks.family import Family
from checks.mistake import Mistake
from checks.steps import Steps

USUAL_EPS = 1e-5


def layer_normalised(step: Any, X: Any, gain: Any, shift: Any, eps: float = USUAL_EPS) -> Any:
    """Give each row mean 0 and variance 1, then apply gain and shift, step by step."""
    norm = step.norm
    X = norm.before(X, gain, shift)
    axis = norm.axis(X)
    centred = X - norm.mean(X, axis)
    variance = norm.average(norm.square(norm.measured(centred, X)), axis)
    divided = norm.divide(norm.shown(centred, X), norm.root(variance, norm.eps(eps)))
    return norm.finish(divided, gain, shift)


def _mean(X: Any, axis: Any) -> Any:
    return X.mean(axis=axis, keepdims=True)


def _mean_over(other: Any) -> Any:
    return lambda X, axis: X.mean(axis=other, keepdims=True)


def _narrow(X: Any, axis: Any) -> Any:
    return X.mean(axis=axis)


def _over_one_less(squares: Any, axis: Any) -> Any:
    count = squares.size if axis is None else squares.shape[axis]
    return squares.sum(axis=axis, keepdims=True) / (count - 1)


def _finish(divided: Any, gain: Any, shift: Any) -> Any:
    return divided * gain + shift


def _wrong_mean(mean: Any) -> list[Steps]:
    """Take a wrong mean, and the variance either of the centred rows or of the original rows."""
    own = {"norm.measured": lambda centred, X: X - X.mean(axis=-1, keepdims=True)}
    return [{"norm.mean": mean}, {"norm.mean": mean, **own}]


KEEP_MEAN = {"norm.mean": lambda X, axis: 0}
NO_EPS = {"norm.root": lambda variance, eps: np.sqrt(variance)}

NORM = Family(
    "norm",
    {
        "axis": lambda X: -1,
        "before": lambda X, gain, shift: X,
        "mean": _mean,
        "measured": lambda centred, X: centred,
        "square": np.square,
        "average": _mean,
        "eps": lambda eps: eps,
        "root": lambda variance, eps: np.sqrt(variance + eps),
        "shown": lambda centred, X: centred,
        "divide": lambda rows, root: rows / root,
        "finish": _finish,
    },
    (
        Mistake(
            "norm-over-tokens",
            "Mean or variance runs over the tokens, so each token changes all the others.",
            "If only the last token changes, which rows may come out different?",
        ).by(
            {"norm.axis": lambda X: -2},
            {"norm.axis": lambda X: 0},
            *_wrong_mean(_mean_over(-2)),
            *_wrong_mean(_mean_over(0)),
            {"norm.average": _mean_over(-2)},
            {"norm.average": _mean_over(0)},
        ),
        Mistake(
            "norm-over-everything",
            "One mean or one variance is taken of the whole array, for all tokens together.",
            "How many means do three tokens need?",
        ).by(
            {"norm.axis": lambda X: None},
            {"norm.axis": lambda X: (-2, -1)},
            *_wrong_mean(_mean_over(None)),
            {"norm.average": _mean_over(None)},
            *_wrong_mean(_mean_over((-2, -1))),
            {"norm.average": _mean_over((-2, -1))},
        ),
        COUNTED_FROM_THE_FRONT.by(
            {"norm.axis": lambda X: 1},
            {"norm.axis": lambda X: tuple(range(1, X.ndim))},
            *_wrong_mean(_mean_over(1)),
            {"norm.average": _mean_over(1)},
            {"arguments.take": with_axes(2)},
        ),
        Mistake(
            "keepdims-missing",
            "A mean or a variance lost its axis, so one token's number meets another's columns.",
            "What does keepdims=True change about the shape of a mean?",
        ).by(
            {"norm.average": _narrow},
            *_wrong_mean(_narrow),
            *({**steps, "norm.average": _narrow} for steps in _wrong_mean(_narrow)),
        ),
        Mistake(
            "sample-variance",
            "The sum of squares is divided by d - 1, not by d.",
            "Are these all the numbers of the token, or a sample of more?",
        ).by({"norm.average": _over_one_less}),
        Mistake(
            "deviations-not-averaged",
            "The squares are added up, but not divided by their number.",
            "Which variance do the numbers that you return have, before gain and shift?",
        ).by({"norm.average": lambda squares, axis: squares.sum(axis=axis, keepdims=True)}),
        Mistake(
            "deviations-not-squared",
            "The distances from the mean are averaged as they are, without squares.",
            "How is a variance defined?",
        ).by(
            {"norm.square": np.abs},
            {"norm.square": np.abs, "norm.root": lambda distance, eps: distance + eps},
        ),
        Mistake(
            "root-forgotten",
            "The rows are divided by their variance, not by its root.",
            "If all numbers of a token were ten times as large, what would you return?",
        ).by(
            {"norm.root": lambda variance, eps: variance + eps},
            {"norm.root": lambda variance, eps: variance},
        ),
        Mistake(
            "eps-outside-root",
            "eps is added to the root of the variance, not to the variance.",
            "With variance 0 and eps 0.25, by which number should a row be divided?",
        ).by({"norm.root": lambda variance, eps: np.sqrt(variance) + eps}),
        Mistake(
            "eps-missing",
            "eps is never added, so a token of equal numbers becomes 0 divided by 0.",
            "What is the variance of a token whose numbers are all equal?",
        ).by(NO_EPS),
        Mistake(
            "eps-ignored",
            "The result is the same, whatever the argument `eps` says.",
            "Where does your code use the argument `eps`?",
        ).by(
            *({"norm.eps": lambda eps, fixed=fixed: fixed} for fixed in (1e-5, 1e-6, 1e-8, 1e-12))
        ),
        Mistake(
            "mean-kept",
            "The mean is never subtracted from what is returned.",
            "What is the mean of each token before gain and shift?",
        ).by({"norm.shown": lambda centred, X: X}, KEEP_MEAN),
        replace(
            SECOND_MOMENT,
            does="The squares are those of the numbers, not of their distances from the mean.",
            question="Which squares does a variance average?",
        ).by({"norm.measured": lambda centred, X: X}),
        Mistake(
            "multiplied-not-divided",
            "The rows are multiplied by the root of their variance.",
            "Should a token with large numbers come out larger than the others?",
        ).by({"norm.divide": lambda rows, root: rows * root}),
        Mistake(
            "not-divided",
            "The mean is subtracted, but nothing is divided: the variance stays as it was.",
            "Which variance should each token have before gain and shift?",
        ).by({"norm.divide": lambda rows, root: rows}),
        Mistake(
            "gain-missing",
            "The gain is never used.",
            "What is each column multiplied by at the end?",
        ).by({"norm.finish": lambda divided, gain, shift: divided + shift}),
        Mistake(
            "shift-missing",
            "The shift is never used.",
            "What is added to each column at the end?",
        ).by({"norm.finish": lambda divided, gain, shift: divided * gain}),
        Mistake(
            "gain-and-shift-missing",
            "The rows are normalised and returned: gain and shift are never used.",
            "Which two arguments have you not used yet?",
        ).by({"norm.finish": lambda divided, gain, shift: divided}),
        Mistake(
            "gain-after-shift",
            "The shift is added first, so the gain multiplies it as well.",
            "A row of zeros has gain 2 and shift 5. Is that 5, or 10?",
        ).by({"norm.finish": lambda divided, gain, shift: (divided + shift) * gain}),
        Mistake(
            "gain-and-shift-exchanged",
            "The rows are multiplied by the shift, and the gain is added.",
            "Which of the two is 1 in every column where nothing has been learned?",
        ).by({"norm.finish": lambda divided, gain, shift: divided * shift + gain}),
        Mistake(
            "gain-before-norm",
            "The gain is applied before the norm, not after it.",
            "If all gains are doubled, what should become of the output?",
        ).by(
            {
                "norm.before": lambda X, gain, shift: X * gain + shift,
                "norm.finish": lambda divided, gain, shift: divided,
            },
            {
                "norm.before": lambda X, gain, shift: X * gain,
                "norm.finish": lambda divided, gain, shift: divided + shift,
            },
        ),
        Mistake(
            "gain-around-one",
            "The rows are multiplied by 1 + gain.",
            "Which gain leaves a row as it is?",
        ).by({"norm.finish": lambda divided, gain, shift: divided * (1 + gain) + shift}),
    ),
)
