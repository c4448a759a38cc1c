"""A computation cut into steps, which mistakes replace by others.

A pipeline takes its steps as its first argument. A wrong implementation is the pipeline with one
step replaced; two slips at once replace two steps.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, Final

Steps = Mapping[str, Any]
Pipeline = Callable[..., Any]

KEPT: Final = object()
"""Used in place of a step: the step stays right, but no other mistake may replace it."""


def by_family(steps: Steps) -> SimpleNamespace:
    """Make steps available under the names in pipelines: "softmax.total" as `.softmax.total`."""
    families: dict[str, dict[str, Any]] = defaultdict(dict)
    for name, step in steps.items():
        family, short = name.split(".")
        families[family][short] = step
    return SimpleNamespace(**{name: SimpleNamespace(**own) for name, own in families.items()})


def assemble(pipeline: Pipeline, right: SimpleNamespace, exchanged: Steps) -> Callable[..., Any]:
    """Make a function from a pipeline, with some of its steps replaced.

    Parameters
    ----------
    pipeline : callable
        Takes the steps first, then its arguments.
    right : namespace
        All right steps of the pipeline, made by `by_family`.
    exchanged : mapping of "family.step" to step
        The wrong steps; empty for the right function.

    Returns
    -------
    callable
        It takes only the arguments, not the steps.

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
