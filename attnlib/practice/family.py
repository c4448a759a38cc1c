"""A family: steps that tasks have in common, and the mistakes that people make in them."""

from dataclasses import dataclass, replace
from typing import Any

from attnlib.practice.mistake import Mistake
from attnlib.practice.steps import Steps


@dataclass(frozen=True)
class Family:
    """Steps of a computation under one name, with the mistakes that exchange them.

    Attributes
    ----------
    name : str
        Pipelines use it to find the steps: `step.softmax.total` is the step "softmax.total".
    steps : mapping of short name to step
        As they should be.
    mistakes : tuple of Mistake
        Where two compute the same, the first is named. They may exchange steps of other families
        too: a variant applies only to tasks that have all of its steps.

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
        """The steps by their full names."""
        return {f"{self.name}.{short}": step for short, step in self.steps.items()}

    def only(self, *names: str) -> "Family":
        """Leave the other steps out, for a pipeline that has no use for them."""
        return replace(self, steps={name: self.steps[name] for name in names})

    def naming(self, *slugs: str) -> "Family":
        """Leave the other mistakes out, for a task in which nobody would make them."""
        return replace(self, mistakes=tuple(self[slug] for slug in slugs))

    def replacing(self, **steps: Any) -> "Family":
        """Replace right steps, for a task in which something else is right."""
        return replace(self, steps={**self.steps, **steps})

    def __getitem__(self, slug: str) -> Mistake:
        return {mistake.slug: mistake for mistake in self.mistakes}[slug]
