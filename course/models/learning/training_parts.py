"""The functions that training on one's own text is made of: the course's, or a learner's.

The capstone trains twice. At first the course walks back and takes the steps; later, functions that
the learner wrote do all of it.
"""

import itertools
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from attnlib.shapes import Floats, Integers
from course.models.learning import language_model
from course.models.learning.autograd import Variable, cross_entropy
from course.models.learning.own_text import TextError, cut_windows
from course.models.learning.training import (
    Move,
    Parameters,
    Variables,
    adam,
    as_variables,
    loss_and_gradients,
)

LEARNING_RATE, WARM_UP = 3e-3, 50

Windows = Callable[[Integers, Integers, int], tuple[Integers, Integers]]
"""Cuts windows out of a text: (numbers, begins, length) to inputs and targets, a row for each."""

LossAndSlopes = Callable[[Parameters, Integers, Integers], tuple[float, Parameters]]
"""(weights, inputs, targets) to the loss, and the slopes of all weights, by their names."""

AdamStep = Callable[[Floats, Floats, Floats, Floats, int, float], tuple[Floats, Floats, Floats]]
"""(W, slopes, their mean, that of their squares, step, rate) to the next W and the next means."""

Step = Callable[[Parameters, int, Any], tuple[Floats, Any]]
"""Reads one more token: (weights, token, cache) to the logits and the next cache; at first None."""


def loss_and_slopes(
    weights: Parameters, inputs: Integers, targets: Integers
) -> tuple[float, Parameters]:
    """Compute the loss of windows (b, n), and the slope of each number of a model."""

    def loss(parameters: Variables, inputs: Integers) -> Variable:
        logits, _ = language_model.forward(parameters, inputs)
        return cross_entropy(logits, targets)

    return loss_and_gradients(weights, loss, inputs)


def read_again(
    weights: Parameters, token: int, cache: list[int] | None
) -> tuple[Floats, list[int]]:
    """Read one more token, and all tokens before it once more: the slow way, without keys and values."""
    tokens = [*(cache or []), token]
    logits, _ = language_model.forward(as_variables(weights), tokens)
    return logits.value[-1], tokens


class Parts(NamedTuple):
    """What training is made of; what is not given is the course's."""

    windows: Windows = cut_windows
    loss_and_slopes: LossAndSlopes = loss_and_slopes
    optimizer: Callable[[Parameters], Move] = partial(
        adam, learning_rate=LEARNING_RATE, forget=0.99, warm_up=WARM_UP
    )
    step: Step = read_again  # reads what the model writes


PARTS_OF_COURSE = Parts()


def parts_of_learner(
    windows: Windows, loss_and_slopes: LossAndSlopes, adam_step: AdamStep, cat_step: Step
) -> Parts:
    """Train with a learner's functions alone.

    Where one of them stops, or returns something of another form, training stops with a TextError.

    Examples
    --------
    >>> parts = parts_of_learner(cut_windows, lambda *_: None, lambda *_: None, read_again)
    >>> parts.loss_and_slopes({}, np.zeros(1), np.zeros(1))
    Traceback (most recent call last):
    ...
    course.models.learning.own_text.TextError: Training needs your `loss_and_slopes`, which does not work yet. Run its check, then run this cell again.
    """

    def begin(weights: Parameters) -> Move:
        state = {name: (0 * array, 0 * array) for name, array in weights.items()}
        steps = itertools.count(1)

        def move(slopes: Parameters) -> None:
            step = next(steps)
            rate = LEARNING_RATE * min(1, step / WARM_UP)
            for name, slope in slopes.items():
                moved = own_adam(weights[name], slope, *state[name], step, rate)
                weights[name], state[name] = moved[0], (moved[1], moved[2])

        return move

    own_adam = _watched("adam_step", adam_step, _is_moved)
    return Parts(
        windows,
        _watched("loss_and_slopes", loss_and_slopes, _is_loss_and_slopes),
        begin,
        _watched("cat_step", cat_step, _are_logits),
    )


def _watched(name: str, function: Callable[..., Any], fits: Callable[..., bool]) -> Any:
    """Let a learner's function speak in a sentence where it fails."""

    def call(*arguments: Any) -> Any:
        try:
            result = function(*arguments)
            usable = fits(result, *arguments)
        except Exception:
            usable = False
        if not usable:
            raise TextError(
                f"Training needs your `{name}`, which does not work yet. Run its check, then run this "
                "cell again."
            )
        return result

    return call


def _is_loss_and_slopes(result: Any, weights: Parameters, *_: Any) -> bool:
    loss, slopes = result
    return bool(np.isfinite(loss)) and {
        name: np.shape(slope) for name, slope in slopes.items()
    } == {name: array.shape for name, array in weights.items()}


def _is_moved(result: Any, W: Floats, *_: Any) -> bool:
    return [np.shape(array) for array in result] == [W.shape] * 3


def _are_logits(result: Any, weights: Parameters, *_: Any) -> bool:
    logits, _cache = result
    return bool(np.shape(logits) == weights["W_u"].shape[1:])
