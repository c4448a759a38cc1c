"""The bias of ALiBi, with one table for each head: a function to repair."""

from typing import Any

import numpy as np

from attnlib.relative_positions import alibi_bias
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.heads import HEADS_LAST
from checks.catalogue.families.result import IN_WHOLE_NUMBERS, RESULT
from checks.catalogue.inputs import in_float32
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task

STARTER = '''
def alibi_bias(n, slopes):
    """Bias (h, n, n): minus the slope of each head times the distance of query and key."""
    places = np.arange(n)
    distances = places[:, None] - places
    return slopes[:, None, None] * distances
'''


def _pipeline(step: Any, n: int, slopes: Any) -> Any:
    own, places = step.bias, np.arange(n)
    distances = own.distance(places[:, None], places)
    return own.result(own.spread(step.arguments.take(slopes), own.sign * distances))


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([10, 4, seed])

    def draw(n: int, heads: int) -> dict[str, Any]:
        return {"n": n, "slopes": rng.uniform(0.1, 0.9, size=heads)}

    return [
        Probe("5 tokens and 2 heads", draw(5, 2)),
        Probe("3 tokens and 4 heads", draw(3, 4)),
        Probe("3 tokens and 3 heads", draw(3, 3)),
        Probe("4 tokens and a single head", draw(4, 1)),
        Probe("a single token", draw(1, 2)),
        Probe("float32 slopes", in_float32(draw(4, 3))),
    ]


def _fits(n: int, slopes: Any) -> bool:
    return n >= 1 and slopes.size >= 1 and bool((slopes > 0).all())


def _shape(probe: Probe) -> tuple[int, ...]:
    n, slopes = probe.arguments.values()
    return len(slopes), n, n


def _nothing_on_the_diagonal(probe: Probe, bias: Any) -> bool:
    return not np.diagonal(bias, axis1=-2, axis2=-1).any()


def _nobody_gains(probe: Probe, bias: Any) -> bool:
    return bool((np.asarray(bias) <= 0).all())


def _both_directions(probe: Probe, bias: Any) -> bool:
    return bool(np.allclose(bias, np.swapaxes(bias, -1, -2), atol=1e-4))


def _neighbour_costs_a_slope(probe: Probe, bias: Any) -> bool:
    n, slopes = probe.arguments.values()
    return n == 1 or bool(np.allclose(np.asarray(bias)[:, 1, 0], -slopes, atol=1e-4))


BIAS = Family(
    "bias",
    {
        "distance": lambda i, j: abs(i - j),
        "sign": -1,
        "spread": lambda slopes, distances: slopes[:, None, None] * distances,
        "result": lambda bias: bias + 0.0,
    },
    (
        Mistake(
            "sign",
            "Distant keys gain: the bias grows with the distance.",
            "Should a key far away get a higher score or a lower one?",
        ).by({"bias.sign": 1}),
        Mistake(
            "future-rewarded",
            "Earlier keys lose, but later keys gain: the distance has a sign.",
            "Can a distance be below 0?",
        ).by({"bias.distance": lambda i, j: i - j}),
        Mistake(
            "future-hidden",
            "Later keys are hidden as well; that is the work of the mask.",
            "What is the distance from query 0 to key 2?",
        ).by(
            {"bias.distance": lambda i, j: np.where(j > i, np.inf, i - j)},
            {"bias.distance": lambda i, j: np.where(j > i, 1e9, i - j)},
        ),
        Mistake(
            "future-left-at-zero",
            "Later keys have no bias, as if they were no distance away.",
            "How far is key 2 from query 0?",
        ).by({"bias.distance": lambda i, j: np.maximum(i - j, 0)}),
        Mistake(
            "past-left-at-zero",
            "Earlier keys have no bias, as if they were no distance away.",
            "How far is key 0 from query 2?",
        ).by({"bias.distance": lambda i, j: np.maximum(j - i, 0)}),
        Mistake(
            "place-not-distance",
            "The bias goes by the key's own place, whatever the query is.",
            "Which bias should a token have with itself?",
        ).by({"bias.distance": lambda i, j: j + 0 * i}, {"bias.distance": lambda i, j: -j + 0 * i}),
        Mistake(
            "distance-squared",
            "The distance is squared.",
            "By how much more should two steps cost than one?",
        ).by({"bias.distance": lambda i, j: (i - j) ** 2}),
        Mistake(
            "distances-from-one",
            "Every distance is one too large: a token is not at distance 0 from itself.",
            "Which numbers belong on the diagonal?",
        ).by({"bias.distance": lambda i, j: abs(i - j) + 1}),
        Mistake(
            "slopes-along-tokens",
            "The slopes run along the tokens, not along the heads.",
            "Which axis of the result counts the heads?",
        ).by(
            {"bias.spread": lambda slopes, distances: slopes * distances},
            {"bias.spread": lambda slopes, distances: slopes[:, None] * distances},
        ),
        Mistake(
            "one-slope-for-all",
            "All heads have the slope of the first.",
            "What should differ from head to head?",
        ).by(
            {
                "bias.spread": lambda slopes, distances: np.stack(
                    [slopes[0] * distances] * len(slopes)
                )
            }
        ),
        HEADS_LAST.by({"bias.spread": lambda slopes, distances: distances[..., None] * slopes}),
        IN_WHOLE_NUMBERS.by({"bias.result": lambda bias: bias.astype(int)}),
        RESULT["return-missing"].by({"bias.result": lambda bias: None}),
    ),
)

TASK = Task(
    reference=alibi_bias,
    kind="repair",
    starter=STARTER,
    order=(10, 3),
    practises=("say what ALiBi subtracts",),
    pipeline=_pipeline,
    families=(BIAS, ARGUMENTS),
    probes=_probes,
    valid=_fits,
    properties=(
        Property("There is a table of n rows and n columns for each head.", has_shape(_shape)),
        Property("A token has no bias with itself.", _nothing_on_the_diagonal),
        Property("No bias is above 0.", _nobody_gains),
        Property("Forwards counts as much as backwards.", _both_directions),
        Property("A neighbour costs one slope.", _neighbour_costs_a_slope),
    ),
)
