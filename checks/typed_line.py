"""What a line does where it stands: the names that it reads there, what it gives, and what is right."""

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from checks.comparison import disagreement
from checks.counterexample import Example
from checks.diagnosis import FEW_WORDS, MOST_WORDS, Symptom, named, shapes_of
from checks.outcome import Outcome, Probe, call, content, own
from checks.published import tolerance_for
from checks.task import Task

NOTHING = object()


@dataclass
class Moment:
    """One time that a line runs.

    Attributes
    ----------
    known : mapping of str to value
        The names that it reads.
    right : anything
        What the right line makes of what is known there.
    given : anything
        What the line gives, or `NOTHING`, because it stops.
    changed : str
        A name whose value it writes into; empty if there is none.
    """

    known: Mapping[str, Any]
    right: Any
    given: Any = NOTHING
    changed: str = ""


@dataclass(frozen=True)
class TypedLine:
    """A line in place of one of a right function.

    Attributes
    ----------
    task : Task
        Its right function has the line.
    name : str
        What the line assigns, as on the left of the `=`.
    read : sequence of str
        The names of the function that it reads.
    value : callable
        Computes from them what it assigns.
    right : callable
        The same for the right line, from `right_read`.
    right_read : sequence of str
    """

    task: Task
    name: str
    read: Sequence[str]
    value: Callable[..., Any]
    right: Callable[..., Any]
    right_read: Sequence[str]

    def function(self, moments: list[Moment] | None = None) -> Callable[..., Any]:
        """Make the function with this line in it, which may note each time that the line runs."""
        if moments is None:
            return self.task.lines.completed(self.name, self.value, self.read)
        names = list(dict.fromkeys([*self.read, *self.right_read]))
        return self.task.lines.completed(self.name, partial(self._noted, moments, names), names)

    def _noted(self, moments: list[Moment], names: Sequence[str], *values: Any) -> Any:
        there = dict(zip(names, values, strict=True))
        known = {name: own(there[name]) for name in self.read}
        moments.append(Moment(known, self.right(*(own(there[name]) for name in self.right_read))))
        given = self.value(*(there[name] for name in self.read))
        moments[-1].given = own(given)
        written = (name for name, value in known.items() if _is_another(there[name], value))
        moments[-1].changed = next(written, "")
        return given

    def moments(self, probe: Probe) -> Sequence[Moment]:
        """List each time that the line runs on an input of the function."""
        moments: list[Moment] = []
        call(self.function(moments), probe)
        return moments

    def given(self, probe: Probe) -> Any:
        """What the line gives the last time that it runs on an input, if it does not stop there."""
        moments = self.moments(probe)
        return moments[-1].given if moments else NOTHING

    def spoils(self, probe: Probe) -> str:
        """Name what a line writes into, if what it gives is right; empty if there is nothing."""
        moments = self.moments(probe)
        written = [moment.changed for moment in moments if moment.changed]
        return written[0] if written and not any(map(self._difference, moments)) else ""

    def symptom(self, symptom: Symptom) -> Symptom:
        """Say of the line what a symptom says of the function, where it shows in the line."""
        moments = self.moments(symptom.probe)
        if symptom.error is not None and moments:
            given = shapes_of(moments[-1].known, "with")
            sentence, brief = (
                f"Python raised {named(symptom.error, most)}{given}."
                for most in (MOST_WORDS, FEW_WORDS)
            )
            return Symptom(sentence, brief, symptom.probe, symptom.outcome)
        for moment in moments:
            if difference := self._difference(moment):
                words = f"`{self.name}` comes out wrong: {difference}."
                return Symptom(words, words, symptom.probe, symptom.outcome)
        return symptom

    def example(self, example: Example) -> Example | None:
        """Say what the line reads and gives on the smallest input; None if it is right there."""
        for moment in self.moments(example.probe):
            if self._difference(moment):
                probe = Probe(example.probe.description, moment.known)
                return Example(probe, Outcome(moment.given), example.steady)
        return None

    def _difference(self, moment: Moment) -> str | None:
        tolerance = tolerance_for(Probe("", moment.known), moment.given)
        return disagreement(moment.given, moment.right, tolerance)


def _is_another(now: Any, before: Any) -> bool:
    return bool(isinstance(before, np.ndarray) and content(now) != content(before))


def reads(line: ast.AST, known: Sequence[str]) -> list[str]:
    """List those of the known names that occur in a line."""
    names = {node.id for node in ast.walk(line) if isinstance(node, ast.Name)}
    return [one for one in known if one in names]
