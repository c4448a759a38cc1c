"""Predict losses and slopes before anything is trained."""

from collections.abc import Callable
from typing import Any

import numpy as np

from checks.catalogue.families.result import ROUNDED
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT, Steps
from checks.task import Property, Task

FEW, MANY = 16, 50_257
CHANCES = (1 / 2, 1 / 8)


def first_loss() -> Any:
    """Predict three losses, and two slopes.

    Returns
    -------
    (5,)
        The loss of a model that gives 16 answers the same probability, then for 50,257 answers; the
        loss of two predictions with probabilities 1/2 and 1/8; the slopes of the first loss for the
        logit of the right answer and for the logit of a wrong one.

    Examples
    --------
    >>> first_loss().round(3)
    array([ 2.773, 10.825,  1.386, -0.938,  0.062])
    """
    return np.array([np.log(FEW), np.log(MANY), -np.mean(np.log(CHANCES)), 1 / FEW - 1, 1 / FEW])


def _pipeline(step: Any) -> Any:
    paper = step.paper
    losses = [paper.loss(1 / FEW), paper.loss(1 / MANY), paper.two(paper.loss, CHANCES)]
    return paper.write(np.array([*losses, paper.right(1 / FEW), paper.other(1 / FEW)], dtype=float))


def _mean_of_losses(loss: Callable[[float], float], chances: tuple[float, ...]) -> Any:
    return np.mean([loss(chance) for chance in chances])


def _rounded(decimals: int) -> Callable[[Any], Any]:
    return lambda numbers: np.round(numbers, decimals)


def _cut(decimals: int) -> Callable[[Any], Any]:
    return lambda numbers: np.trunc(numbers * 10**decimals) / 10**decimals


# Without a logarithm, the mean of the losses and the loss of the mean are the same.
NO_LOGARITHM: Steps = {"paper.two": KEPT}

PAPER = Family(
    "paper",
    {
        "loss": lambda chance: -np.log(chance),
        "two": _mean_of_losses,
        "right": lambda chance: chance - 1,
        "other": lambda chance: chance,
        "write": lambda numbers: numbers,
    },
    (
        Mistake(
            "log-base-2",
            "These losses are in bits: the logarithm has base 2, not e.",
            "Of which base does the statement speak?",
        ).by({"paper.loss": lambda chance: -np.log2(chance)}),
        Mistake(
            "log-base-10",
            "The logarithm has base 10, not e.",
            "Which key of a calculator, or function of NumPy, undoes `exp`?",
        ).by({"paper.loss": lambda chance: -np.log10(chance)}),
        Mistake(
            "sign-missing",
            "The logarithm of a chance is negative, and so are these losses.",
            "Is there a reward for every guess, or does each cost something?",
        ).by({"paper.loss": np.log}),
        Mistake(
            "log-missing",
            "There is no logarithm: these are chances, not losses.",
            "What does a chance of 1 cost, and what a chance near 0?",
        ).by(
            {"paper.loss": lambda chance: chance, **NO_LOGARITHM},
            {"paper.loss": lambda chance: 1 - chance, **NO_LOGARITHM},
        ),
        Mistake(
            "chance-inverted",
            "The number of answers itself is taken for the loss.",
            "What does a model pay that has to choose among e answers?",
        ).by({"paper.loss": lambda chance: 1 / chance}),
        Mistake(
            "log-of-mean-chance",
            "The two chances are averaged before the logarithm is taken.",
            "Which of the two guesses costs more, and what do both cost together?",
        ).by({"paper.two": lambda loss, chances: loss(np.mean(chances))}),
        Mistake(
            "not-averaged",
            "The losses of the two guesses are added up, not averaged.",
            "Should a model pay more because it guesses more often?",
        ).by({"paper.two": lambda loss, chances: sum(map(loss, chances))}),
        Mistake(
            "one-not-subtracted",
            "The slope of the right logit is its chance: no 1 is subtracted.",
            "Should the logit of the right answer grow or shrink?",
        ).by({"paper.right": lambda chance: chance}),
        Mistake(
            "gradient-sign",
            "Both slopes point the other way.",
            "The right logit grows: does the loss grow or shrink?",
        ).by(
            {"paper.right": lambda chance: 1 - chance, "paper.other": lambda chance: -chance},
        ),
        Mistake(
            "size-not-slope",
            "The slope of the right logit has lost its sign.",
            "The right logit grows: does the loss grow or shrink?",
        ).by({"paper.right": lambda chance: 1 - chance}),
        Mistake(
            "right-answer-only",
            "The other logit has slope 0 here, as if it played no part.",
            "Does the loss change when a wrong answer gets a larger logit?",
        ).by({"paper.other": lambda chance: 0}),
        Mistake(
            "gradient-of-chances",
            "This is the slope by the chance of the right answer, not by its logit.",
            "Through which function does a logit act on the loss?",
        ).by(
            {"paper.right": lambda chance: -1 / chance},
            {"paper.right": lambda chance: -1 / chance, "paper.other": lambda chance: 0},
        ),
        Mistake(
            "slopes-exchanged",
            "The two slopes have changed places.",
            "Which one is asked for first?",
        ).by(
            {
                "paper.write": lambda numbers: numbers[[0, 1, 2, 4, 3]],
                **dict.fromkeys(("paper.right", "paper.other"), KEPT),
            }
        ),
        ROUNDED.by(
            *({"paper.write": cut(decimals)} for decimals in (1, 2, 3) for cut in (_rounded, _cut))
        ),
    ),
)


def _right_logit_should_grow(probe: Probe, numbers: Any) -> bool:
    return bool(numbers[3] < 0 < numbers[4])


def _slopes_balance(probe: Probe, numbers: Any) -> bool:
    return bool(np.isclose(numbers[3] + (FEW - 1) * numbers[4], 0, atol=1e-3))


TASK = Task(
    reference=first_loss,
    kind="predict",
    order=(9, 1),
    practises=("say what a model's loss",),
    pipeline=_pipeline,
    families=(PAPER,),
    probes=lambda seed: [Probe("paper", {})],
    properties=(
        Property("There are five numbers.", has_shape(lambda probe: (5,))),
        Property(
            "A larger chance of the right answer costs less.",
            lambda probe, numbers: 0 < numbers[2] < numbers[0] < numbers[1],
        ),
        Property(
            "The slope of the right logit is negative, that of another is positive.",
            _right_logit_should_grow,
        ),
        Property("The slopes of all 16 logits sum to 0.", _slopes_balance),
    ),
)
