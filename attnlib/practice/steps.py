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


def by_family(steps: Steps) -> SimpleNamespace:
    """Make steps reachable as pipelines name them: "softmax.total" as `.softmax.total`."""
    families: dict[str, dict[str, Any]] = defaultdict(dict)
    for name, step in steps.items():
        family, short = name.split(".")
        families[family][short] = step
    return SimpleNamespace(**{name: SimpleNamespace(**own) for name, own in families.items()})


def assemble(pipeline: Pipeline, right: SimpleNamespace, exchanged: Steps) -> Callable[..., Any]:
    """Make a function from a pipeline, with some of its steps exchanged.

    Parameters
    ----------
    pipeline : callable
        Takes the steps first, then its arguments.
    right : namespace
        All steps of the pipeline, as they should be, made by `by_family`.
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
    >>> right = by_family({"scale.factor": 2})
    >>> double = assemble(scaled, right, {})
    >>> triple = assemble(scaled, right, {"scale.factor": 3})
    >>> double(5), triple(5)
    (10, 15)
    """
    steps = SimpleNamespace(**vars(right))
    for name, step in exchanged.items():
        if step is not KEPT:
            family, short = name.split(".")
            own = SimpleNamespace()
            vars(own).update(vars(getattr(steps, family)))
            setattr(own, short, step)
            setattr(steps, family, own)
    return lambda *arguments: pipeline(steps, *arguments)
