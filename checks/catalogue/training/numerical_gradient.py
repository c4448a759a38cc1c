"""A gradient by nudging: a function to repair."""

from collections.abc import Callable
from typing import Any

import numpy as np

from attnlib.learning.gradients import numerical_gradient
from checks.catalogue.families.result import RESULT
from checks.catalogue.inputs import in_float32
from checks.catalogue.properties import Holds, has_shape
from checks.catalogue.training import probe_functions as losses
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT
from checks.task import Property, Task

STARTER = '''
def numerical_gradient(loss, x, step):
    """The slope of loss(x) for every number of x, in the shape of x; x comes back unchanged."""
    slopes = np.zeros_like(x)
    before = loss(x)
    for index in np.ndindex(x.shape):
        x[index] += step
        slopes[index] = (loss(x) - before) / step
    return slopes
'''


def _pipeline(step: Any, loss: Any, x: Any, size: Any) -> Any:
    nudge = step.nudge
    moved, slopes, before, size = nudge.array(x), np.zeros_like(x), loss(x), nudge.size(size)
    for index in nudge.places(x):
        old = moved[index].copy()
        up, down, apart = nudge.sides(loss, moved, index, size, before)
        slopes[index] = nudge.slope(nudge.difference(up, down), nudge.apart(apart) * size)
        moved[index] = nudge.put_back(old, moved[index])
    return step.result.give(slopes)


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([9, 5, seed])

    def probe(description: str, loss: Any, shape: tuple[int, ...], step: float) -> Probe:
        # Eighths and powers of 2, so that adding and subtracting a step causes no rounding.
        x = rng.choice(np.arange(3, 17), size=shape) / 8 * rng.choice([-1, 1], size=shape)
        return Probe(description, {"loss": loss, "x": x, "step": step})

    single = probe("float32 numbers", losses.total_of_cubes, (2, 3), 0.25)
    return [
        probe("5 numbers, the sum of cubes", losses.total_of_cubes, (5,), 0.25),
        probe("a (2, 4), the sum of squares", losses.total_of_squares, (2, 4), 0.125),
        probe("a (3, 2), the square of the sum", losses.square_of_total, (3, 2), 0.5),
        probe("a (2, 3), products of neighbours", losses.product_of_neighbours, (2, 3), 0.5),
        probe("3 numbers, weighted sines", losses.weighted_waves, (3,), 0.25),
        probe("a (2, 3, 2), weighted sines", losses.weighted_waves, (2, 3, 2), 0.5),
        probe("4 numbers, a small step", losses.log_of_exponentials, (4,), 2.0**-13),
        probe("a (3, 3), cubes times the last number", losses.cubes_minus_last, (3, 3), 0.5),
        probe("a single number", losses.total_of_cubes, (1,), 0.5),
        Probe(single.description, {**single.arguments, **in_float32({"x": single.arguments["x"]})}),
    ]


def _on_both_sides(distance: float, apart: float) -> Callable[..., Any]:
    """Measure the loss so many steps up and down, and leave the number there."""

    def sides(loss: Any, moved: Any, index: Any, size: float, before: Any) -> Any:
        moved[index] += distance * size
        up = loss(moved)
        moved[index] -= 2 * distance * size
        return up, loss(moved), apart

    return sides


def _up_from_here(apart: float) -> Callable[..., Any]:
    def sides(loss: Any, moved: Any, index: Any, size: float, before: Any) -> Any:
        down = loss(moved)
        moved[index] += size
        return loss(moved), down, apart

    return sides


def _up_from_the_start(apart: float) -> Callable[..., Any]:
    def sides(loss: Any, moved: Any, index: Any, size: float, before: Any) -> Any:
        moved[index] += size
        return loss(moved), before, apart

    return sides


def _down_from_here(loss: Any, moved: Any, index: Any, size: float, before: Any) -> Any:
    up = loss(moved)
    moved[index] -= size
    return up, loss(moved), 1


def _all_at_once(loss: Any, moved: Any, index: Any, size: float, before: Any) -> Any:
    return loss(moved + size), loss(moved - size), 2


def _three_losses(loss: Any, moved: Any, index: Any, size: float, before: Any) -> Any:
    """The second difference, over the square of the step."""
    up, down, _ = _on_both_sides(1, 2)(loss, moved, index, size, before)
    return up + down, 2 * before, size


def _fixed(size: float) -> Callable[..., float]:
    return lambda step: size


def _stays(old: Any, now: Any) -> Any:
    return now


def _on_the_other_side(old: Any, now: Any) -> Any:
    return 2 * old - now


def _itself(x: Any) -> Any:
    return x


def _numbers(x: Any) -> list[Any]:
    return list(np.ndindex(x.shape))


NUDGE = Family(
    "nudge",
    {
        "array": lambda x: x.copy(),
        "places": _numbers,
        "size": lambda step: step,
        "sides": _on_both_sides(1, apart=2),
        "difference": lambda up, down: up - down,
        "apart": lambda apart: apart,
        "slope": lambda difference, apart: difference / apart,
        "put_back": lambda old, now: old,
    },
    (
        Mistake(
            "one-sided",
            "The loss is measured on one side, and compared with the loss at x.",
            "x squared, at x = 1 with step 0.5: what does one side give, and what do both?",
        ).by(
            {"nudge.sides": _up_from_here(apart=1)},
            {"nudge.sides": _up_from_the_start(apart=1)},
            {"nudge.sides": _down_from_here},
        ),
        Mistake(
            "not-halved",
            "The difference is divided by the step, though the two places are two steps apart.",
            "How far is x + step from x - step?",
        ).by({"nudge.apart": lambda apart: 1}),
        Mistake(
            "halved-twice",
            "The loss is measured on one side only, but the difference is divided by two steps.",
            "How far apart are the two places where you measure?",
        ).by(
            {"nudge.sides": _up_from_here(apart=2), "nudge.apart": KEPT},
            {"nudge.sides": _up_from_the_start(apart=2), "nudge.apart": KEPT},
        ),
        Mistake(
            "x-left-changed",
            "A number is moved and not put back, so the next slopes are measured elsewhere.",
            "What is x when the loop comes to its second number?",
        ).by(
            {"nudge.array": _itself, "nudge.put_back": _stays},
            {"nudge.put_back": _stays},
            {"nudge.array": _itself, "nudge.put_back": _on_the_other_side},
        ),
        Mistake(
            "step-ignored",
            "A fixed step is used, whatever the argument `step` says.",
            "Where does your code use the argument `step`?",
        ).by(*({"nudge.size": _fixed(size)} for size in (1e-3, 1e-4, 1e-5, 1e-6))),
        Mistake(
            "half-steps",
            "The loss is measured half a step away on each side, not a whole one.",
            "How far up, and how far down, does the statement ask you to go?",
        ).by({"nudge.sides": _on_both_sides(0.5, apart=1), "nudge.apart": KEPT}),
        Mistake(
            "slope-sign",
            "The difference is taken the wrong way round, so all signs are flipped.",
            "If the loss grows on the way up, is the slope positive or negative?",
        ).by({"nudge.difference": lambda up, down: down - up}),
        Mistake(
            "not-divided",
            "This is the difference of two losses, not yet a slope.",
            "By what is a difference divided to become a slope?",
        ).by({"nudge.slope": lambda difference, apart: difference, "nudge.apart": KEPT}),
        Mistake(
            "brackets-missing",
            "Dividing by 2 and multiplying by the step is not dividing by two steps.",
            "In which order does Python compute a / 2 * b?",
        ).by(
            {
                "nudge.slope": lambda difference, apart: difference * apart / 4,
                "nudge.apart": KEPT,
            }
        ),
        Mistake(
            "all-moved-at-once",
            "All numbers of x move at the same time, so every slope is that of all together.",
            "Which numbers must stay where they are while one is moved?",
        ).by({"nudge.sides": _all_at_once}),
        Mistake(
            "rows-not-numbers",
            "The loop goes over rows: the numbers of a row move together and share one slope.",
            "How many slopes has an x of shape (2, 4), and how often does your loop run?",
        ).by({"nudge.places": lambda x: list(range(len(x)))}),
        Mistake(
            "curvature-not-slope",
            "This is the second derivative: how the slope changes.",
            "Which two losses does a slope compare?",
        ).by({"nudge.sides": _three_losses, "nudge.apart": KEPT, "nudge.put_back": KEPT}),
    ),
)


def _is(loss: Any, slopes: Callable[[Any, float], Any]) -> Holds:
    """Check whether the central differences of a loss agree with those from algebra."""

    def holds(probe: Probe, value: Any) -> bool:
        wanted, x, step = probe.arguments.values()
        return wanted is not loss or bool(np.allclose(value, slopes(x, step), rtol=1e-4))

    return holds


def _can_be_nudged(loss: Any, x: Any, step: float) -> bool:
    """Check that not all slopes are 0: rounding alone would then be a large difference."""
    return bool(x.ndim and np.abs(numerical_gradient(loss, x, step)).max() > 1e-3)


TASK = Task(
    reference=numerical_gradient,
    kind="repair",
    starter=STARTER,
    order=(9, 5),
    practises=("go back through attention",),
    pipeline=_pipeline,
    valid=_can_be_nudged,
    families=(NUDGE, RESULT.only("give")),
    probes=_probes,
    # In the code to repair, the loop and the `return` are right, and so is the shape.
    excluding=("extra-axis",),
    properties=(
        Property("A slope for each number.", has_shape(lambda probe: probe.arguments["x"].shape)),
        Property(
            "The slopes of a sum of squares are 2x, whatever the step.",
            _is(losses.total_of_squares, lambda x, step: 2 * x),
        ),
        Property(
            "Those of a sum of cubes are 3x² plus the square of the step.",
            _is(losses.total_of_cubes, lambda x, step: 3 * x**2 + step**2),
        ),
    ),
)
