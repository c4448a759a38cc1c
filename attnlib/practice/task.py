"""A task: the right function, the inputs to try it on, and the mistakes people make in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from attnlib.practice.catalogue import CATALOGUE
from attnlib.practice.mistake import Mistake
from attnlib.practice.outcome import Probe
from attnlib.practice.pipelines import Pipeline, Steps, assemble


@dataclass(frozen=True)
class Property:
    """Something that holds for every right answer, and that a learner can see for themselves.

    Attributes
    ----------
    says : str
        What holds, in one line.
    holds : callable
        (probe, value returned) to bool; True where the probe has no say in it.
    """

    says: str
    holds: Callable[[Probe, Any], bool]


@dataclass(frozen=True)
class Task:
    """One function that a learner is asked to write.

    Attributes
    ----------
    reference : callable
        The right function; its name is the task's id.
    pipeline : callable
        The same computation cut into steps, for mistakes to exchange.
    right : mapping of step name to step
        The steps of the pipeline, as they should be.
    probes : callable
        seed to a sequence of `Probe`; the same seed gives the same inputs.
    slugs : tuple of str
        The mistakes of the catalogue that make a difference here.
    properties : tuple of Property
        From the most telling to the least.
    retold : tuple of Mistake
        Mistakes of the catalogue that read, or run, differently in this task.
    """

    reference: Callable[..., Any]
    pipeline: Pipeline
    right: Steps
    probes: Callable[[int], Sequence[Probe]]
    slugs: tuple[str, ...]
    properties: tuple[Property, ...]
    retold: tuple[Mistake, ...] = ()

    @property
    def name(self) -> str:
        """The task's id: the name of the function asked for."""
        return self.reference.__name__

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The mistakes that make a difference here, in the order of the catalogue."""
        told = {**CATALOGUE, **{mistake.slug: mistake for mistake in self.retold}}
        return tuple(mistake for slug, mistake in told.items() if slug in self.slugs)

    def going_wrong(self, exchanged: Steps) -> Callable[..., Any]:
        """Make the function that this task asks for, with some steps exchanged."""
        return assemble(self.pipeline, self.right, exchanged)

    def slips(self) -> list[tuple[Mistake, Steps]]:
        """List every way to make one mistake, in the order of the catalogue."""
        return [
            (mistake, exchanged)
            for mistake in self.mistakes
            for exchanged in mistake.variants
            if exchanged.keys() <= self.right.keys()
        ]
