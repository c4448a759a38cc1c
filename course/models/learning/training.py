"""Gradient descent, Adam, and a training loop that keeps checkpoints."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeVar

import numpy as np
from threadpoolctl import threadpool_limits

from attnlib.shapes import Floats
from course.models.learning.autograd import Variable

Parameters = dict[str, Floats]
Variables = Mapping[str, Variable]
Batch = TypeVar("Batch")


class Checkpoint(NamedTuple):
    """The parameters after some steps."""

    step: int  # 0 means before the first step
    parameters: Parameters


class Run(NamedTuple):
    """A training run: the loss of each step, and the parameters at some of them."""

    losses: Floats  # (steps,): of each step's own batch, before the parameters change
    checkpoints: list[Checkpoint]  # the first from before training, the last from after it

    @property
    def parameters(self) -> Parameters:
        """The parameters at the end."""
        return self.checkpoints[-1].parameters

    def steps_needed(self, below: float = 0.1) -> int:
        """Count the steps until the loss is below a number for the first time.

        Raises
        ------
        ValueError
            If it never falls below.

        Examples
        --------
        >>> Run(np.array([2.0, 0.5, 0.05, 0.2]), []).steps_needed()
        3
        """
        reached = np.flatnonzero(self.losses < below)
        if not reached.size:
            raise ValueError(
                f"The loss never falls below {below}: after {len(self.losses)} steps, its least is "
                f"{self.losses.min(initial=np.inf):.2f}. Does it need more steps?"
            )
        return int(reached[0]) + 1


Move = Callable[[Parameters], None]
"""It takes gradients, and moves parameters in place."""


def gradient_descent(parameters: Parameters, *, learning_rate: float) -> Move:
    """Make a function that moves each number, in place, against its slope.

    Parameters
    ----------
    parameters : dict of arrays
        Changed in place by each step.
    learning_rate : float

    Returns
    -------
    function
        It takes the gradients, a dict with the names and shapes of the parameters.

    Examples
    --------
    A step is as large as the slope, times the learning rate.

    >>> parameters = {"x": np.array([5.0, 5.0])}
    >>> gradient_descent(parameters, learning_rate=0.1)({"x": np.array([1000.0, -0.001])})
    >>> parameters["x"]
    array([-95.    ,   5.0001])
    """

    def move(gradients: Parameters) -> None:
        for name, d in gradients.items():
            parameters[name] -= learning_rate * d

    return move


def adam(
    parameters: Parameters,
    *,
    learning_rate: float,
    forget: float = 0.999,
    warm_up: int = 0,
) -> Move:
    """Make a function that moves parameters, in place, one step downhill.

    Each number moves by the mean of its last gradients divided by their root mean square, times the
    learning rate. So it moves by about the learning rate, however large its gradients are. Source:
    Kingma and Ba 2015, algorithm 1, with beta_1 0.9.

    Parameters
    ----------
    parameters : dict of arrays
        Changed in place by each step.
    learning_rate : float
    forget : float
        Beta_2: the share of the mean square that is kept from step to step.
    warm_up : int
        The number of steps over which the learning rate grows to its full value.

    Returns
    -------
    function
        It takes the gradients, a dict with the names and shapes of the parameters.

    Examples
    --------
    The first step has the size of the learning rate, whatever the gradient.

    >>> parameters = {"x": np.array([5.0, 5.0])}
    >>> adam(parameters, learning_rate=0.1)({"x": np.array([1000.0, -0.001])})
    >>> parameters["x"].round(3)
    array([4.9, 5.1])
    """
    keep, small = 0.9, 1e-8
    mean = {name: np.zeros_like(array) for name, array in parameters.items()}
    square = {name: np.zeros_like(array) for name, array in parameters.items()}
    step = 0

    def move(gradients: Parameters) -> None:
        nonlocal step
        step += 1
        rate = learning_rate * min(1, step / warm_up) if warm_up else learning_rate
        for name, d in gradients.items():
            mean[name] += (1 - keep) * (d - mean[name])
            square[name] += (1 - forget) * (d**2 - square[name])
            usual = np.sqrt(square[name] / (1 - forget**step)) + small
            parameters[name] -= rate * mean[name] / (1 - keep**step) / usual

    return move


def train(
    start: Parameters,
    loss: Callable[[Variables, Batch], Variable],
    batches: Iterable[Batch],
    *,
    learning_rate: float,
    forget: float = 0.999,
    warm_up: int = 0,
    plain: bool = False,
    frozen: Iterable[str] = (),
    keep: int = 0,
) -> Run:
    """Train: one step of Adam for each batch, or of gradient descent.

    Parameters
    ----------
    start : dict of arrays
        Not changed.
    loss : function
        Takes the parameters, as variables, and a batch; returns the loss.
    batches : iterable
    learning_rate, forget, warm_up
        As for `adam`.
    plain : bool
        Whether steps are those of `gradient_descent`, which forgets everything and never warms up.
    frozen : names of parameters
        These are not trained.
    keep : int
        Keep a checkpoint every `keep` steps; with 0, only the first and the last.

    Returns
    -------
    Run

    Examples
    --------
    >>> run = train({"x": np.array(1.0)}, lambda p, _: p["x"] * p["x"], range(100), learning_rate=0.1)
    >>> float(run.losses[0]), bool(abs(run.parameters["x"]) < 0.1)
    (1.0, True)
    """
    parameters: Parameters = {
        name: np.array(array, dtype=np.float64) for name, array in start.items()
    }
    learned = {name: array for name, array in parameters.items() if name not in set(frozen)}
    move = (
        gradient_descent(learned, learning_rate=learning_rate)
        if plain
        else adam(learned, learning_rate=learning_rate, forget=forget, warm_up=warm_up)
    )
    losses: list[float] = []
    checkpoints = [_checkpoint(0, parameters)]
    with threadpool_limits(1):  # for such small products, threads only wait for one another
        for step, batch in enumerate(batches, start=1):
            found, gradients = loss_and_gradients(parameters, loss, batch)
            losses.append(found)
            move({name: gradients[name] for name in learned})
            if keep and step % keep == 0:
                checkpoints.append(_checkpoint(step, parameters))
    if checkpoints[-1].step < len(losses):
        checkpoints.append(_checkpoint(len(losses), parameters))
    return Run(np.array(losses), checkpoints)


def loss_and_gradients(
    parameters: Parameters, loss: Callable[[Variables, Batch], Variable], batch: Batch
) -> tuple[float, Parameters]:
    """Compute a loss, and its gradient for every parameter.

    >>> loss_and_gradients({"x": np.array(3.0)}, lambda p, factor: p["x"] * p["x"] * factor, 2)
    (18.0, {'x': np.float64(12.0)})
    """
    variables = as_variables(parameters)
    result = loss(variables, batch)
    result.backward()
    return float(result.value), {name: variable.gradient for name, variable in variables.items()}


def as_variables(parameters: Parameters) -> dict[str, Variable]:
    """Wrap every parameter."""
    return {name: Variable(array) for name, array in parameters.items()}


def _checkpoint(step: int, parameters: Parameters) -> Checkpoint:
    return Checkpoint(step, {name: array.copy() for name, array in parameters.items()})
