"""A task: the right function, the inputs to try it on, and the mistakes that people make."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import SimpleNamespace
from typing import Any

from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import Pipeline, Steps, assemble, by_family


@dataclass(frozen=True)
class Property:
    """A statement that holds for every right answer, and that learners can verify themselves.

    Attributes
    ----------
    statement : str
        What holds, in one line.
    holds : callable
        (probe, returned value) to bool; True if the probe cannot tell.
    """

    statement: str
    holds: Callable[[Probe, Any], bool]


@dataclass(frozen=True)
class Task:
    """One function that a learner is asked to write.

    Attributes
    ----------
    reference : callable
        The right function; its name is the task's id.
    order : pair of int
        The number of the lesson, and the place of the task in it.
    pipeline : callable
        The same computation cut into steps that mistakes can replace.
    families : tuple of Family
        The families with all steps of the pipeline. A mistake applies if the task has the steps of
        one of its variants. If two mistakes compute the same, the one of the earlier family is
        named.
    probes : callable
        From a seed to a sequence of `Probe`; the same seed gives the same inputs.
    properties : tuple of Property
        Ordered from the most to the least informative.
    excluding : tuple of str
        Slugs of mistakes that would apply, but make no difference or no sense here.
    overriding : tuple of Mistake
        Mistakes with other words or code; each replaces the mistake of a family with the same slug.
    symbols : mapping of str to str
        This task's names for the symbols in the families' sentences.
    valid : callable
        (argument, ...) to bool: whether this input is valid for the task. Inputs that are made to
        show a mistake have to be valid.
    practises : tuple of str
        The objectives of the lecture that this task practises, each given by its first words.
    kind : str
        write, repair, find or predict.
    at_once : int
        How many simultaneous mistakes to look for: fewer if there are very many mistakes.
    starter : str
        The code that a repair task starts with; if it is unchanged, the task counts as not
        attempted.
    asks : str
        The question to ask if no mistake is named and no small input is shown; if empty, a general
        question.
    """

    reference: Callable[..., Any]
    order: tuple[int, int]
    pipeline: Pipeline
    families: tuple[Family, ...]
    probes: Callable[[int], Sequence[Probe]]
    properties: tuple[Property, ...]
    excluding: tuple[str, ...] = ()
    overriding: tuple[Mistake, ...] = ()
    symbols: Mapping[str, str] = field(default_factory=dict)
    valid: Callable[..., bool] = lambda *arguments: True
    practises: tuple[str, ...] = ()
    kind: str = "write"
    starter: str = ""
    asks: str = ""
    at_once: int = 3

    @property
    def name(self) -> str:
        """The task's id: the name of the function asked for."""
        return self.reference.__name__

    @cached_property
    def right(self) -> Steps:
        """The right steps of the pipeline."""
        return {name: step for family in self.families for name, step in family.right.items()}

    @cached_property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The mistakes that apply to this task, in the order of the families."""
        shared = [mistake for family in self.families for mistake in family.mistakes]
        known = {mistake.slug: mistake for mistake in (*shared, *self.overriding)}
        return tuple(
            mistake.speaking_of(self.symbols)
            for slug, mistake in known.items()
            if slug not in self.excluding and self._variants(mistake)
        )

    def slips(self) -> list[tuple[Mistake, Steps]]:
        """List each mistake with each of its variants for which this task has the steps."""
        return [
            (mistake, exchanged)
            for mistake in self.mistakes
            for exchanged in self._variants(mistake)
        ]

    def going_wrong(self, exchanged: Steps) -> Callable[..., Any]:
        """Make the function that this task asks for, with some steps replaced."""
        return assemble(self.pipeline, self._right_by_family, exchanged)

    @cached_property
    def _right_by_family(self) -> SimpleNamespace:
        return by_family(self.right)

    def _variants(self, mistake: Mistake) -> list[Steps]:
        return [steps for steps in mistake.variants if steps.keys() <= self.right.keys()]
