"""Predict the result of layer norm for four tokens, and of gain and shift for the first."""

from typing import Any

import numpy as np

from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task

TOKENS = np.array(
    [
        [0.0, 0.0, 0.0, 0.0, 10.0],
        [0.0, 0.0, 0.0, 0.0, 1000.0],
        [3.0, 3.0, 3.0, 3.0, -7.0],
        [7.0] * 5,
    ]
)
GAIN, SHIFT = np.array([2.0, 1.0, 2.0, 1.0, 2.0]), np.array([0.0, 0.0, 4.0, 4.0, 0.0])


def norms_on_paper() -> Any:
    """Predict layer norm with a negligible eps.

    Returns
    -------
    (5, 5)
        Four tokens after layer norm, then the first of them with gain and shift.

    Examples
    --------
    >>> norms_on_paper()
    array([[-0.5, -0.5, -0.5, -0.5,  2. ],
           [-0.5, -0.5, -0.5, -0.5,  2. ],
           [ 0.5,  0.5,  0.5,  0.5, -2. ],
           [ 0. ,  0. ,  0. ,  0. ,  0. ],
           [-1. , -0.5,  3. ,  3.5,  4. ]])
    """
    first = np.array([-0.5, -0.5, -0.5, -0.5, 2.0])
    return np.array([first, first, -first, np.zeros(5), first * GAIN + SHIFT])


def _pipeline(step: Any) -> Any:
    paper = step.paper
    centred = paper.centre(TOKENS)
    first, louder, turned, equal = paper.divide(centred, paper.deviation(TOKENS))
    others = paper.louder(louder), paper.turned(turned), paper.equal(equal)
    return np.vstack([first, *others, paper.finish(first)])


def _has_mean_zero(probe: Probe, rows: Any) -> bool:
    return bool(np.allclose(np.mean(np.asarray(rows)[:4], axis=1), 0))


def _has_variance_one(probe: Probe, rows: Any) -> bool:
    return bool(np.allclose(np.var(np.asarray(rows)[:3], axis=1), 1))


def _deviation(rows: Any) -> Any:
    return rows.std(axis=1, keepdims=True)


def _divide(centred: Any, deviation: Any) -> Any:
    return centred / np.where(deviation == 0, 1, deviation)


def _normed(row: Any) -> Any:
    return (row - row.mean()) / row.std()


def _as_it_is(row: Any) -> Any:
    return row


PAPER = Family(
    "paper",
    {
        "centre": lambda rows: rows - rows.mean(axis=1, keepdims=True),
        "deviation": _deviation,
        "divide": _divide,
        "louder": _as_it_is,
        "turned": _as_it_is,
        "equal": _as_it_is,
        "finish": lambda row: row * GAIN + SHIFT,
    },
    (
        Mistake(
            "root-forgotten",
            "The rows are divided by their variance, not by its root.",
            "The variance of the first token is 16. By which number is it divided?",
            ({"paper.deviation": lambda rows: rows.var(axis=1, keepdims=True)},),
        ),
        Mistake(
            "sample-variance",
            "The sum of squares is divided by 4, not by 5.",
            "Are these all the numbers of the token, or a sample of more?",
            ({"paper.deviation": lambda rows: rows.std(axis=1, keepdims=True, ddof=1)},),
        ),
        Mistake(
            "mean-kept",
            "The tokens are divided, but their mean is not subtracted.",
            "What is the mean of each token after layer norm?",
            ({"paper.centre": lambda rows: rows},),
        ),
        Mistake(
            "not-divided",
            "The mean is subtracted, but nothing is divided.",
            "What is the variance of each token after layer norm?",
            ({"paper.divide": lambda centred, deviation: centred},),
        ),
        Mistake(
            "norm-over-tokens",
            "Mean and variance run down the columns, over all four tokens.",
            "Whose numbers go into the mean of the first token?",
            (
                {
                    "paper.centre": lambda rows: rows - rows.mean(axis=0),
                    "paper.deviation": lambda rows: rows.std(axis=0),
                },
            ),
        ),
        Mistake(
            "norm-over-everything",
            "One mean and one variance are taken of all four tokens together.",
            "Whose numbers go into the mean of the first token?",
            (
                {
                    "paper.centre": lambda rows: rows - rows.mean(),
                    "paper.deviation": lambda rows: rows.std(),
                },
            ),
        ),
        Mistake(
            "size-kept",
            "The second token comes out larger than the first, as it went in.",
            "By which number is the second token divided?",
            tuple({"paper.louder": lambda row, times=times: times * row} for times in (100, 10)),
        ),
        Mistake(
            "sign-dropped",
            "The third token comes out like the first, though its last number is the smallest.",
            "Which of its numbers are above its mean?",
            ({"paper.turned": np.negative},),
        ),
        Mistake(
            "place-kept",
            "The third token keeps the 3 that was added to each of its numbers.",
            "What becomes of the mean when 3 is added to all numbers of a token?",
            ({"paper.turned": lambda row: row + 3},),
        ),
        Mistake(
            "equal-token-kept",
            "The token of equal numbers does not become 0.",
            "How far are its numbers from their mean?",
            tuple(
                {"paper.equal": lambda row, left=left: np.full_like(row, left)}
                for left in (7, 1, np.nan)
            ),
        ),
        Mistake(
            "gain-after-shift",
            "The shift is added first, so the gain multiplies it as well.",
            "Which comes first: times the gain, or plus the shift?",
            ({"paper.finish": lambda row: (row + SHIFT) * GAIN},),
        ),
        Mistake(
            "gain-missing",
            "In the last row the gain is not used.",
            "What is each number of the last row multiplied by?",
            ({"paper.finish": lambda row: row + SHIFT},),
        ),
        Mistake(
            "shift-missing",
            "In the last row the shift is not used.",
            "What is added to each number of the last row?",
            ({"paper.finish": lambda row: row * GAIN},),
        ),
        Mistake(
            "gain-and-shift-exchanged",
            "In the last row gain and shift are exchanged.",
            "Which of the two multiplies?",
            ({"paper.finish": lambda row: row * SHIFT + GAIN},),
        ),
        Mistake(
            "gain-on-token",
            "In the last row gain and shift meet the token as it was, before the norm.",
            "What does the gain multiply: the numbers as they were, or what the norm made of them?",
            ({"paper.finish": lambda row: TOKENS[0] * GAIN + SHIFT},),
        ),
        Mistake(
            "gain-before-norm",
            "In the last row gain and shift come first, and the norm after them.",
            "May the last row have a mean other than 0?",
            ({"paper.finish": lambda row: _normed(TOKENS[0] * GAIN + SHIFT)},),
        ),
    ),
)

TASK = Task(
    reference=norms_on_paper,
    kind="predict",
    order=(8, 1),
    practises=("say what the sums",),
    pipeline=_pipeline,
    families=(PAPER,),
    probes=lambda seed: [Probe("paper", {})],
    properties=(
        Property("There are five rows of five numbers.", has_shape(lambda probe: (5, 5))),
        Property("The first four rows have mean 0.", _has_mean_zero),
        Property("The first three rows have variance 1.", _has_variance_one),
    ),
)
