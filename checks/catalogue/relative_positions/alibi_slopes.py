"""The slopes of ALiBi: how fast the scores of each head fall with the distance."""

from typing import Any

import numpy as np

from attnlib.relative_positions import alibi_slopes
from checks.catalogue.families.result import RESULT
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def _pipeline(step: Any, num_heads: int) -> Any:
    own = step.slopes
    exponents = own.exponents(own.heads(num_heads), num_heads)
    return step.result.give(step.result.rounds(own.order(own.sign * own.power(exponents))))


def _probes(seed: int) -> list[Probe]:
    drawn = np.random.default_rng([10, 3, seed]).permutation([1, 2, 32, 64, 128])[:3]
    return [
        Probe(f"{heads} head{'s' * (heads > 1)}", {"num_heads": heads})
        for heads in (4, 8, 16, *drawn.tolist())
    ]


def _is_power_of_two(num_heads: int) -> bool:
    return num_heads >= 1 and num_heads & (num_heads - 1) == 0


def _last_is_slowest(probe: Probe, slopes: Any) -> bool:
    return bool(np.isclose(slopes[-1], 1 / 256))


def _one_factor(probe: Probe, slopes: Any) -> bool:
    """Check that the first slope, and the ratio of any two neighbours, is the same number."""
    return bool(np.allclose(np.diff(np.log2([1, *slopes])), -8 / probe.arguments["num_heads"]))


SLOPES = Family(
    "slopes",
    {
        "heads": lambda num_heads: np.arange(1, num_heads + 1),
        "exponents": lambda heads, num_heads: -8 * heads / num_heads,
        "power": lambda exponents: 2.0**exponents,
        "sign": 1,
        "order": lambda slopes: slopes,
    },
    (
        Mistake(
            "starts-at-1",
            "The first slope is 1: counting starts at 0.",
            "Which power of the factor is the first slope?",
        ).by(
            {"slopes.heads": np.arange},
            {"slopes.exponents": lambda heads, num_heads: -8 * (heads - 1) / max(num_heads - 1, 1)},
        ),
        Mistake(
            "halves-for-all",
            "Each slope is half of the one before, however many heads there are.",
            "What should the last slope be for 4 heads, and for 16?",
        ).by({"slopes.exponents": lambda heads, num_heads: -heads}),
        Mistake(
            "first-always-half",
            "The first slope is 1/2 for any number of heads.",
            "Which slope does not depend on the number of heads, the first or the last?",
        ).by(
            {
                "slopes.exponents": lambda heads, num_heads: (
                    -1 - 7 * (heads - 1) / max(num_heads - 1, 1)
                )
            }
        ),
        Mistake(
            "slopes-reversed",
            "The smallest slope comes first.",
            "Which head should look at its neighbours most of all?",
        ).by({"slopes.order": lambda slopes: slopes[::-1]}),
        Mistake(
            "slopes-grow",
            "The exponent is positive, so the slopes grow from head to head, above 1.",
            "Which sign has the exponent of a number below 1?",
        ).by({"slopes.exponents": lambda heads, num_heads: 8 * heads / num_heads}),
        Mistake(
            "negative-slopes",
            "The slopes are negative already, but the bias puts the minus in.",
            "Which slopes come out for 8 heads on paper?",
        ).by({"slopes.sign": -1}),
        Mistake(
            "exponent-rounded",
            "The exponents are rounded to whole numbers: `//` divides and rounds.",
            "What is 8 // 16, and what is -8 // 16?",
        ).by(
            {"slopes.exponents": lambda heads, num_heads: -(8 // num_heads) * heads},
            {"slopes.exponents": lambda heads, num_heads: -8 // num_heads * heads},
            {"slopes.exponents": lambda heads, num_heads: -8 * heads // num_heads},
            {"slopes.exponents": lambda heads, num_heads: -(8 * heads // num_heads)},
        ),
        Mistake(
            "exp-not-power-of-two",
            "The slopes are powers of e, not of 2.",
            "Which number is raised to the power -8/h?",
        ).by({"slopes.power": np.exp}),
        Mistake(
            "equal-steps",
            "The slopes fall by equal steps, not by equal factors.",
            "By what is each slope multiplied to get the next?",
        ).by(
            {
                "slopes.power": lambda exponents: np.linspace(
                    2.0 ** exponents[0], 2.0 ** exponents[-1], len(exponents)
                )
            },
            {"slopes.power": lambda exponents: np.linspace(0.5, 1 / 256, len(exponents))},
        ),
        Mistake(
            "times-not-power",
            "The factor is multiplied by the number of the head, not raised to it.",
            "How do you get from one slope to the next?",
        ).by(
            {
                "slopes.power": lambda exponents: (
                    np.arange(1, len(exponents) + 1) * 2.0 ** exponents[0]
                )
            }
        ),
        Mistake(
            "one-slope-for-all",
            "All heads have the first slope.",
            "Where does the number of the head enter the exponent?",
        ).by({"slopes.power": lambda exponents: np.full(len(exponents), 2.0 ** exponents[0])}),
        Mistake(
            "eight-not-divided",
            "The exponent is not divided by the number of heads.",
            "What should the slope of the last head be?",
        ).by({"slopes.exponents": lambda heads, num_heads: -8.0 * heads}),
    ),
)

TASK = Task(
    reference=alibi_slopes,
    order=(10, 2),
    practises=("say what ALiBi subtracts",),
    pipeline=_pipeline,
    families=(SLOPES, RESULT.only("rounds", "give")),
    probes=_probes,
    valid=_is_power_of_two,
    excluding=("return-in-loop", "loop-keeps-last"),
    properties=(
        Property(
            "There is one slope for each head.",
            has_shape(lambda probe: (probe.arguments["num_heads"],)),
        ),
        Property("The last slope is 1/256.", _last_is_slowest),
        Property("The first slope is the factor from each slope to the next.", _one_factor),
    ),
)
