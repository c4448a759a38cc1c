"""A family: steps that several tasks share, and the mistakes that people make in them."""

from dataclasses import dataclass, replace
from typing import Any

from checks.mistake import Mistake
from checks.steps import Steps


@dataclass(frozen=True)
class Family:
    """Steps of a computation under a common name, and the mistakes that replace them.

    Attributes
    ----------
    name : str
        Pipelines use it to find the steps: `step.softmax.total` is the step "softmax.total".
    steps : mapping of short name to step
        The right steps.
    mistakes : tuple of Mistake
        If two compute the same, the first is named. They may also replace steps of other families:
        a variant applies only to tasks that have all of its steps.

    Examples
    --------
    >>> scale = Family("scale", {"factor": 2, "offset": 0})
    >>> scale.replacing(factor=3).only("factor").right
    {'scale.factor': 3}
    """

    name: str
    steps: Steps
    mistakes: tuple[Mistake, ...] = ()

    @property
    def right(self) -> Steps:
        """The right steps, by their full names."""
        return {f"{self.name}.{short}": step for short, step in self.steps.items()}

    def only(self, *names: str) -> "Family":
        """Keep only these steps, for a pipeline that does not use the others."""
        return replace(self, steps={name: self.steps[name] for name in names})

    def naming(self, *slugs: str) -> "Family":
        """Keep only these mistakes, for a task in which nobody would make the others."""
        return replace(self, mistakes=tuple(self[slug] for slug in slugs))

    def replacing(self, **steps: Any) -> "Family":
        """Replace right steps, for a task in which other steps are right."""
        return replace(self, steps={**self.steps, **steps})

    def __getitem__(self, slug: str) -> Mistake:
        return {mistake.slug: mistake for mistake in self.mistakes}[slug]
