"""The computations of the exercises, cut into steps that a mistake can exchange.

A pipeline takes its steps as its first argument. A wrong implementation is then nothing but the
pipeline with one step exchanged, and two slips at once are two steps exchanged.
"""

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

Steps = Mapping[str, Any]
Pipeline = Callable[..., Any]


def assemble(pipeline: Pipeline, right: Steps, exchanged: Steps) -> Callable[..., Any]:
    """Make a function of a pipeline with some of its steps exchanged.

    Parameters
    ----------
    pipeline : callable
        Takes the steps first, then its arguments.
    right : mapping of step name to step
        All steps of the pipeline, as they should be.
    exchanged : mapping of step name to step
        Those that go wrong; empty for the right function.

    Returns
    -------
    callable
        Takes the arguments alone.

    Examples
    --------
    >>> double = assemble(lambda step, x: step.by * x, {"by": 2}, {})
    >>> triple = assemble(lambda step, x: step.by * x, {"by": 2}, {"by": 3})
    >>> double(5), triple(5)
    (10, 15)
    """
    steps = SimpleNamespace(**{**right, **exchanged})
    return lambda *arguments: pipeline(steps, *arguments)
