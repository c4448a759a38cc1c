"""Cross-entropy: how surprised a model is by the right answers, and which way is down."""

from typing import Any

import numpy as np

from attnlib.learning.gradients import cross_entropy
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.inputs import in_float32
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT
from checks.task import Property, Task


def _pipeline(step: Any, logits: Any, targets: Any) -> Any:
    chance, surprise, slope = step.chance, step.surprise, step.slope
    logits = step.arguments.take(logits)
    n, right = len(logits), np.eye(logits.shape[-1])[targets]
    lowered = chance.lower(logits, chance.axis)
    exponentials = np.exp(lowered)
    total = chance.total(exponentials, chance.axis)
    chances = chance.again(exponentials / total)
    logs = surprise.log(chances, lowered, total)
    losses = surprise.pick(surprise.base(logs), surprise.right(right))
    d_logits = slope.divide(slope.subtract(chances, slope.right(right)), n)
    return step.pair.result(surprise.mean(losses, logits.shape[-1]), d_logits)


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([9, 2, seed])

    def draw(n: int, V: int) -> dict[str, Any]:
        return {"logits": 1.5 * rng.normal(size=(n, V)), "targets": rng.integers(V, size=n)}

    equal, same, large = draw(3, 7), draw(5, 4), draw(4, 3)
    equal["logits"][:] = 0.5
    same["targets"][:] = 2
    large["logits"] = 1000 * np.array([[1.0, 0, -1], [0, -1, 1], [-1, 1, 0], [1, 1, 1]])
    large["targets"] = np.array([0, 1, 1, 2])
    return [
        Probe("3 guesses among 5 answers", draw(3, 5)),
        Probe("6 guesses among 4 answers", draw(6, 4)),
        Probe("4 guesses among 4 answers", draw(4, 4)),
        Probe("a single guess", draw(1, 5)),
        Probe("2 answers", draw(5, 2)),
        Probe("7 answers with equal logits", equal),
        Probe("5 times the same right answer", same),
        Probe("logits of 1000 and -1000", large),
        Probe("float32 logits", in_float32(draw(5, 6))),
    ]


def _rows_sum_to_zero(probe: Probe, pair: Any) -> bool:
    return bool(np.allclose(np.sum(pair[1], axis=-1), 0, atol=1e-4))


def _only_the_right_logit_should_grow(probe: Probe, pair: Any) -> bool:
    logits, targets = probe.arguments["logits"], probe.arguments["targets"]
    right = np.eye(logits.shape[-1], dtype=bool)[targets]
    return bool(
        (np.asarray(pair[1])[right] <= 0).all() and (np.asarray(pair[1])[~right] >= 0).all()
    )


def _equal_chances(probe: Probe, pair: Any) -> bool:
    logits = probe.arguments["logits"]
    return bool(np.ptp(logits) > 0 or np.isclose(pair[0], np.log(logits.shape[-1])))


def _one_column_for_all(right: Any) -> Any:
    """Pick what `[:, targets]` picks: in each row, the right answers of all rows."""
    return np.broadcast_to(right.mean(axis=0), right.shape)


def _columns_of_all(right: Any) -> Any:
    """Subtract what `[:, targets] -= 1` subtracts: 1 in each named column, even if named twice."""
    return np.broadcast_to(right.max(axis=0), right.shape)


def _pick(surprises: Any, right: Any) -> Any:
    return (surprises * np.where(right == 0, 0, right)).sum(axis=-1, where=right != 0)


def _log_of_chances(chances: Any, lowered: Any, total: Any) -> Any:
    return np.log(chances)


def _log_but_never_zero(small: float) -> list[Any]:
    return [
        lambda chances, lowered, total: np.log(chances + small),
        lambda chances, lowered, total: np.log(np.clip(chances, small, 1)),
        lambda chances, lowered, total: np.log(np.clip(chances, small, 1 - small)),
    ]


UNLOWERED = {"chance.lower": lambda logits, axis: logits}

CHANCE = Family(
    "chance",
    {
        "axis": -1,
        "lower": lambda logits, axis: logits - logits.max(axis=axis, keepdims=True),
        "total": lambda exponentials, axis: exponentials.sum(axis=axis, keepdims=True),
        "again": lambda chances: chances,
    },
    (
        Mistake(
            "softmax-over-guesses",
            "Softmax runs down the columns, over the guesses, not over the answers of each guess.",
            "Which chances have to sum to 1: those of one guess, or those of one answer?",
        ).by(
            {"chance.axis": 0},
            {"chance.total": lambda exponentials, axis: exponentials.sum(axis=0, keepdims=True)},
        ),
        Mistake(
            "softmax-over-everything",
            "One sum over the whole array: all chances together make 1, not those of each guess.",
            "What do the chances of a single guess sum to?",
        ).by(
            {"chance.axis": None},
            {"chance.total": lambda exponentials, axis: exponentials.sum()},
            {"chance.total": lambda exponentials, axis: exponentials.sum(), **UNLOWERED},
        ),
        Mistake(
            "keepdims-missing",
            "A maximum or a sum lost its axis, so rows use each other's.",
            "What does keepdims=True change about the shape of a sum?",
        ).by(
            {"chance.lower": lambda logits, axis: logits - logits.max(axis=axis)},
            {"chance.total": lambda exponentials, axis: exponentials.sum(axis=axis)},
            {"chance.total": lambda exponentials, axis: exponentials.sum(axis=axis), **UNLOWERED},
            {
                "chance.lower": lambda logits, axis: logits - logits.max(axis=axis),
                "chance.total": lambda exponentials, axis: exponentials.sum(axis=axis),
            },
        ),
        Mistake(
            "softmax-overflow",
            "The exponential of a large logit overflows, and the loss becomes nan or inf.",
            "What may be subtracted from a row before `exp`, so that no chance changes?",
        ).by(
            UNLOWERED,
            {**UNLOWERED, "surprise.log": _log_of_chances},
            {
                **UNLOWERED,
                "surprise.log": _log_of_chances,
                "surprise.pick": lambda surprises, right: (surprises * right).sum(axis=-1),
            },
        ),
        Mistake(
            "softmax-twice",
            "Softmax is applied to chances that come from softmax already.",
            "Which numbers go into softmax, and which come out?",
        ).by(
            {
                "chance.again": lambda chances: (
                    np.exp(chances) / np.exp(chances).sum(axis=-1, keepdims=True)
                ),
                "surprise.log": _log_of_chances,
            }
        ),
    ),
)

SURPRISE = Family(
    "surprise",
    {
        "log": lambda chances, lowered, total: lowered - np.log(total),
        "base": lambda logs: -logs,
        "right": lambda right: right,
        "pick": _pick,
        "mean": lambda losses, V: losses.mean(),
    },
    (
        Mistake(
            "log-of-tiny-chance",
            "A tiny chance is rounded to 0 before its logarithm is taken.",
            "Which simple formula has the logarithm of exp(a) / sum, if you never divide?",
        ).by(
            {"surprise.log": _log_of_chances},
            {
                "surprise.log": _log_of_chances,
                "surprise.pick": lambda surprises, right: (surprises * right).sum(axis=-1),
            },
            *(
                {"surprise.log": log}
                for small in (1e-8, 1e-9, 1e-10, 1e-12, 1e-15, 1e-20, 1e-300)
                for log in _log_but_never_zero(small)
            ),
        ),
        Mistake(
            "not-averaged",
            "The losses of all guesses are added up, not averaged.",
            "Should the loss be twice as large if every guess is made twice?",
        ).by(
            {"surprise.mean": lambda losses, V: losses.sum()},
            {
                "surprise.mean": lambda losses, V: losses.sum(),
                "slope.divide": lambda d_logits, n: d_logits,
            },
        ),
        Mistake(
            "averaged-over-answers",
            "The sum is divided by all n · V numbers, though only n of them are losses.",
            "How many guesses are there, and how many losses?",
        ).by(
            {"surprise.mean": lambda losses, V: losses.mean() / V},
            {
                "surprise.mean": lambda losses, V: losses.mean() / V,
                "slope.divide": lambda d_logits, n: d_logits / d_logits.size,
            },
            {"slope.divide": lambda d_logits, n: d_logits / d_logits.size},
        ),
        Mistake(
            "loss-for-each-guess",
            "The loss of each guess is returned, not their mean.",
            "Which single number says how good all the guesses are?",
        ).by(
            {"surprise.mean": lambda losses, V: losses},
            {
                "surprise.mean": lambda losses, V: losses,
                "slope.divide": lambda d_logits, n: d_logits,
            },
            {
                "surprise.mean": lambda losses, V: losses,
                "surprise.pick": lambda surprises, right: surprises * right,
            },
        ),
        Mistake(
            "log-base-2",
            "The loss is in bits: its logarithm has base 2, not e.",
            "Of which base does the statement speak?",
        ).by({"surprise.base": lambda logs: -logs / np.log(2)}),
        Mistake(
            "log-base-10",
            "The logarithm has base 10, not e.",
            "Which of NumPy's logarithms undoes `exp`?",
        ).by({"surprise.base": lambda logs: -logs / np.log(10)}),
        Mistake(
            "sign-missing",
            "The logarithm of a chance is negative, and so is this loss.",
            "Should a loss get smaller or larger when the guesses get better?",
        ).by({"surprise.base": lambda logs: logs}),
        Mistake(
            "log-missing",
            "The loss is made of the chances themselves: there is no logarithm.",
            "Which loss has a chance of 1/2, and which one of 1/4?",
        ).by(
            {"surprise.base": lambda logs: 1 - np.exp(logs)},
            {"surprise.base": lambda logs: -np.exp(logs)},
            {"surprise.base": np.exp},
        ),
        Mistake(
            "total-missing",
            "The loss is minus the right logit: the other answers play no part.",
            "Does the loss grow when the logit of a wrong answer grows?",
        ).by(
            {"surprise.log": lambda chances, lowered, total: lowered},
        ),
        Mistake(
            "every-pair-taken",
            "`[:, targets]` takes these columns in every row: n times n numbers.",
            "Which shape has `logits[:, targets]`? And which index goes with row 2?",
        ).by(
            {"surprise.right": _one_column_for_all},
            {"slope.right": _columns_of_all},
            {"surprise.right": _one_column_for_all, "slope.right": _columns_of_all},
        ),
        Mistake(
            "targets-counted-from-one",
            "The targets are read as if the first answer had number 1.",
            "Which number has the first column?",
        ).by(
            {
                "surprise.right": lambda right: np.roll(right, -1, axis=-1),
                "slope.right": lambda right: np.roll(right, -1, axis=-1),
            }
        ),
    ),
)

SLOPE = Family(
    "slope",
    {
        "right": lambda right: right,
        "subtract": lambda chances, right: chances - right,
        "divide": lambda d_logits, n: d_logits / n,
    },
    (
        Mistake(
            "gradient-not-averaged",
            "The loss is a mean over n guesses, but the gradient is that of their sum.",
            "If the loss is divided by n, what happens to its slopes?",
        ).by({"slope.divide": lambda d_logits, n: d_logits}),
        Mistake(
            "one-not-subtracted",
            "The gradient is all chances: at the right answers, no 1 is subtracted.",
            "Should the logit of the right answer grow or shrink?",
        ).by({"slope.subtract": lambda chances, right: chances}),
        Mistake(
            "one-not-divided",
            "The chances are divided by n, but the 1 is not.",
            "What do the gradients of one row sum to?",
        ).by(
            {
                "slope.subtract": lambda chances, right: chances - len(chances) * right,
                "slope.right": KEPT,
            }
        ),
        Mistake(
            "gradient-sign",
            "The gradient points the other way: the right answers are positive in it.",
            "A larger logit of the right answer: is the loss larger then, or smaller?",
        ).by({"slope.subtract": lambda chances, right: right - chances}),
        Mistake(
            "right-answer-only",
            "Only the right answer has a gradient: the logits of the others never move.",
            "Does the loss change when a wrong answer gets a larger logit?",
        ).by(
            {"slope.subtract": lambda chances, right: (chances - 1) * right},
            {"slope.subtract": lambda chances, right: -right},
        ),
        Mistake(
            "gradient-of-chances",
            "This is the gradient by the chances, not by the logits.",
            "Through which function does a logit act on the loss?",
        ).by({"slope.subtract": lambda chances, right: np.where(right == 0, 0, -right / chances)}),
        Mistake(
            "targets-as-numbers",
            "The number of the right answer is subtracted, as if it were a quantity.",
            "What would one-hot targets look like?",
        ).by(
            {
                "slope.subtract": lambda chances, right: (
                    chances - (right * np.arange(right.shape[-1])).sum(axis=-1, keepdims=True)
                ),
                "slope.right": KEPT,
            }
        ),
    ),
)

PAIR = Family(
    "pair",
    {"result": lambda loss, d_logits: (loss, d_logits)},
    (
        Mistake(
            "returned-in-wrong-order",
            "The gradient comes first and the loss second.",
            "In which order does the exercise ask for its two results?",
        ).by({"pair.result": lambda loss, d_logits: (d_logits, loss)}),
        Mistake(
            "gradient-not-returned",
            "Only the loss is returned, the gradient is not.",
            "Which two results does the exercise ask for?",
        ).by({"pair.result": lambda loss, d_logits: loss}),
        Mistake(
            "chances-returned",
            "The second result holds the chances, not a gradient.",
            "Which entries of the gradient are negative?",
        ).by(
            {
                "slope.subtract": lambda chances, right: chances,
                "slope.divide": lambda d_logits, n: d_logits,
            }
        ),
    ),
)


def _has_targets(logits: Any, targets: Any) -> bool:
    return bool(len(logits) == len(targets) > 0 and targets.max() < logits.shape[-1])


TASK = Task(
    reference=cross_entropy,
    order=(9, 2),
    practises=("say what a model's loss",),
    pipeline=_pipeline,
    valid=_has_targets,
    families=(CHANCE, SURPRISE, SLOPE, PAIR, ARGUMENTS),
    probes=_probes,
    properties=(
        Property("Equal chances for V answers have the loss ln V.", _equal_chances),
        Property("The loss is never negative.", lambda probe, pair: pair[0] >= -1e-6),
        Property("The gradients of each row sum to 0.", _rows_sum_to_zero),
        Property(
            "Only the right answer has a negative gradient: its logit should grow.",
            _only_the_right_logit_should_grow,
        ),
    ),
)
