"""A computation cut into steps, which a mistake exchanges for others.

A pipeline takes its steps as its first argument. A wrong implementation is the pipeline with
one step exchanged, and two slips at once are two steps exchanged.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, Final

Steps = Mapping[str, Any]
Pipeline = Callable[..., Any]

KEPT: Final = object()
"""In place of a step: it stays right, and no second mistake may exchange it at the same time."""


def assemble(pipeline: Pipeline, right: Steps, exchanged: Steps) -> Callable[..., Any]:
    """Make a function from a pipeline, with some of its steps exchanged.

    Parameters
    ----------
    pipeline : callable
        Takes the steps first, then its arguments.
    right : mapping of "family.step" to step
        All steps of the pipeline, as they should be.
    exchanged : mapping of "family.step" to step
        Those that go wrong; empty for the right function.

    Returns
    -------
    callable
        Takes the arguments alone.

    Examples
    --------
    >>> def scaled(step, x):
    ...     return step.scale.factor * x
    >>> double = assemble(scaled, {"scale.factor": 2}, {})
    >>> triple = assemble(scaled, {"scale.factor": 2}, {"scale.factor": 3})
    >>> double(5), triple(5)
    (10, 15)
    """
    families: dict[str, dict[str, Any]] = defaultdict(dict)
    for name, step in {**right, **exchanged}.items():
        family, short = name.split(".")
        families[family][short] = right[name] if step is KEPT else step
    steps = SimpleNamespace(**{name: SimpleNamespace(**own) for name, own in families.items()})
    return lambda *arguments: pipeline(steps, *arguments)
