"""A task: the right function, the inputs to try it on, and the mistakes that people make."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from checks.cells import AS_SHARED, Cell, Cells
from checks.facts import OWN, Facts
from checks.inputs import called_by_name, draw, usual_cases
from checks.lines import Exchanged, Lines, renamed
from checks.mistake import Mistake
from checks.outcome import Outcome, Probe, as_numbers, call, called, own
from checks.written import Text, for_readers, with_names

OPEN_SEED = 0  # of the inputs that each answer is checked with


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

    def broken_by(self, probe: Probe, outcome: Outcome) -> bool:
        """Check whether something was returned that does not have this property."""
        try:
            return outcome.error is None and not self.holds(probe, outcome.value)
        except Exception:  # a value of the wrong kind or shape counts as having no property
            return True


class WrongLines(NamedTuple):
    """One way to make a mistake, and the file of shared mistakes that it comes from, or "own"."""

    text: str
    origin: str


class Task:
    """One function that a learner is asked to write, as a file of the catalogue describes it.

    Parameters
    ----------
    order : pair of int
        The number of the lesson, and the place of the task in it.
    name : str
        The task's id: the name of the function asked for.
    cells : Cells
        The file: on top the right function, with the axes of its arguments, and `TASK`, its
        `Facts`; then its own mistakes.
    shared : mapping of str to Shared
        The files of mistakes that several tasks share.
    size_words : mapping of str to (str, str)
        What a size counts: the words for one and for several.

    Attributes
    ----------
    indexes : dict
        What `signatures.index_of` has made of its ways to go wrong.
    """

    def __init__(
        self,
        order: tuple[int, int],
        name: str,
        cells: Cells,
        shared: Mapping[str, "Shared"],
        size_words: Mapping[str, tuple[str, str]],
    ) -> None:
        self.order, self.name = order, name
        self.indexes: dict[Any, Any] = {}
        self._right: WeakKeyDictionary[Probe, Outcome] = WeakKeyDictionary()
        self._cells, self._shared, self._size_words = cells, shared, size_words
        self._namespace = executed(cells)
        facts: Facts = self._namespace["TASK"]
        self.facts = facts
        self.reference: Callable[..., Any] = self._namespace[name]
        self.properties = tuple(
            Property(said, self._holding(test)) for said, test in facts.holds.items()
        )
        self.kind, self.asks = facts.kind, facts.asks
        self.practises, self.valid, self.at_once = facts.practises, facts.valid, facts.at_once

    def probes(self, seed: int) -> Sequence[Probe]:
        """Draw the inputs; the same seed gives the same inputs."""
        return self._open_probes if seed == OPEN_SEED else self._drawn(seed)

    def _judged(self, probe: Probe, value: Any) -> dict[str, bool]:
        result = Outcome(value)
        return {known.statement: not known.broken_by(probe, result) for known in self.properties}

    def right(self, probe: Probe) -> Outcome:
        """Call the right function on an input, or look up what it did."""
        if probe not in self._right:
            self._right[probe] = call(self.reference, probe)
        return self._right[probe]

    @cached_property
    def _open_probes(self) -> Sequence[Probe]:
        """The inputs that all answers are checked with; so what is known of them is kept."""
        return self._drawn(OPEN_SEED)

    def _drawn(self, seed: int) -> Sequence[Probe]:
        rng = np.random.default_rng([*self.order, seed, self.facts.redrawn])
        probes = draw(self.reference, self._cases, rng)
        if self.facts.judged:
            probes = [replace(probe, judge=partial(self._judged, probe)) for probe in probes]
        order = rng.permutation(len(probes)) if self.facts.shuffled else range(len(probes))
        return [probes[place] for place in order]

    @cached_property
    def _cases(self) -> dict[str, Mapping[str, Any]]:
        usual = self.facts.cases or usual_cases(self.reference, self._size_words)
        stages = {
            f"an input that tests {part}": {**case, "stage": part}
            for part, case in self.facts.stages.items()
        }
        return {**usual, **self.facts.more_cases, **stages}

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The mistakes that apply to this task, in the order in which equal ones are named."""
        return tuple(dict.fromkeys(mistake for mistake, _ in self.slips()))

    def slips(self) -> list[tuple[Mistake, Exchanged]]:
        """List each mistake with each of the ways to make it."""
        return [(mistake, exchanged) for mistake, _, exchanged in self.ways_placed]

    def wrong_lines(self) -> list[tuple[Mistake, str]]:
        """List each mistake with the text of each of the ways to make it."""
        return [
            (mistake, way.text if way.origin == OWN else with_names(way.text, self._renamed))
            for mistake, way, _ in self.ways_placed
        ]

    @property
    def right_code(self) -> str:
        """The right function, as a learner would read it."""
        starter = ast.parse(self.facts.starter).body
        said = ast.get_docstring(starter[-1]) if starter else None  # type: ignore[arg-type]
        return for_readers(self._cells.top, self.name, said)

    def rewritten(self, write: Callable[[str], str]) -> "Task":
        """Make the same task with its code and all its words written in another way."""
        cells = {
            slug: replace(
                cell,
                does=write(cell.does),
                question=write(cell.question),
                ways=tuple(map(write, cell.ways)),
                claims=tuple(map(write, cell.claims)),
            )
            for slug, cell in self._cells.mistakes.items()
        }
        return self._made_of(replace(self._cells, top=write(self._cells.top), mistakes=cells))

    def with_numbers(self, numbers: Mapping[str, str]) -> "Task":
        """Make the same task with other values for constants of its file.

        What the file says of its own numbers is left out: words with digits in them, and
        properties that the right result no longer has.
        """
        lines = [f"{names} = {values}" for names, values in numbers.items()]
        mistakes = {
            slug: cell
            for slug, cell in self._cells.mistakes.items()
            if not re.search(r"\d", cell.does + cell.question)
        }
        top = "\n".join([self._cells.top, *lines, ""])
        made = self._made_of(replace(self._cells, top=top, mistakes=mistakes))
        (probe,) = made.probes(OPEN_SEED)
        right = made.right(probe)
        made.properties = tuple(
            known for known in made.properties if not known.broken_by(probe, right)
        )
        return made

    def _made_of(self, cells: Cells) -> "Task":
        return Task(self.order, self.name, cells, self._shared, self._size_words)

    def value(self, expression: str) -> str:
        """Say what an expression of constants of the file comes to, as a statement does."""
        return str(eval(expression, self._namespace))

    @cached_property
    def starter(self) -> str:
        """The code that a repair task hands out, with slips in it; empty for other tasks."""
        if not self.facts.starter:
            return ""
        text = Text(self.facts.starter, self.name, {"np": np})
        written = text.with_wrong(list(self.facts.slips.values()))
        if written is None:
            raise ValueError(
                f"{self.name}: a slip has no place in its starter, or changes nothing."
            )
        return written.code

    def going_wrong(self, exchanged: Exchanged) -> Callable[..., Any]:
        """Make the function that this task asks for, with some lines replaced."""
        assert self.ways_placed is not None  # before the lines are compiled
        return self.lines.going_wrong(exchanged)

    @cached_property
    def lines(self) -> Lines:
        """The lines of the right function, and what may take their places."""
        return Lines(self._cells.top, self.name, self.names_for_lines)

    def names_where_it_returns(self, exchanged: Exchanged, probe: Probe) -> list[dict[str, Any]]:
        """Replace some lines, and list the names of the function each time that it returns."""
        assert self.ways_placed is not None  # before the lines are compiled
        arguments = {name: own(value) for name, value in probe.arguments.items()}
        return self.lines.names_of(lambda function: called(function, arguments), exchanged)

    def right_names(self, probe: Probe) -> list[dict[str, Any]]:
        """List the names of the right function each time that it returns."""
        return self.names_where_it_returns({}, probe)

    @cached_property
    def names_for_lines(self) -> dict[str, Any]:
        """The names at the top of this file, and of the shared ones that it uses."""
        names: dict[str, Any] = {}
        for origin in {way.origin for _, way in self._ways()} - {OWN}:
            for name, value in self._shared[origin].namespace.items():
                if not name.startswith("__") and names.setdefault(name, value) is not value:
                    raise ValueError(f"{self.name}: {name} has two meanings in its shared files.")
        return names | self._namespace

    def _holding(self, test: Callable[..., bool]) -> Callable[[Probe, Any], bool]:
        def holds(probe: Probe, value: Any) -> bool:
            known = {"result": value, "case": probe.description, **probe.arguments}
            returned = self.lines.returned
            parts = value if len(returned) > 1 else (value,)
            known |= dict(zip(returned, map(_as_array, parts), strict=True))
            if set(test.__code__.co_varnames[: test.__code__.co_argcount]) - known.keys():
                known = self.right_names(probe)[-1] | known
            return bool(called_by_name(test, known))

        return holds

    @cached_property
    def ways_placed(self) -> list[tuple[Mistake, WrongLines, Exchanged]]:
        """Each mistake with each of its ways that apply, and the lines that this way exchanges."""
        found: list[tuple[Mistake, WrongLines, Exchanged]] = []
        for mistake, way in self._ways():
            names = {} if way.origin == OWN else self._renamed
            exchanged = self.lines.placed(way.text, names, way.origin)
            if exchanged is not None:
                found.append((mistake, way, exchanged))
            elif way.origin == OWN:
                raise ValueError(
                    f"{self.name}: {mistake.slug} has no place in the function, or reads a name "
                    f"that is not known there:\n{way.text}"
                )
        return found

    def _ways(self) -> Iterator[tuple[Mistake, WrongLines]]:
        for cell, origin in self._chosen():
            mistake = self._named(cell, origin)
            if origin == OWN and not cell.ways:
                raise ValueError(f"{self.name}: {cell.slug} has no wrong line.")
            for lines in cell.ways:
                if lines == AS_SHARED:
                    shared, file = self._shared_cell(cell.slug)
                    yield from ((mistake, WrongLines(one, file)) for one in shared.ways)
                else:
                    yield mistake, WrongLines(lines, origin)

    def _chosen(self) -> Iterator[tuple[Cell, str]]:
        """Yield the cells in order, each with its origin: a shared file, or this one."""
        listed, own = self.facts.mistakes.split(), self._cells.mistakes
        known = set(self.facts.without.split())
        for word in listed if OWN in listed else (*listed, OWN):
            for cell, origin in self._listed(word):
                # A mistake that is listed by its own name comes there, and not with its file.
                if cell.slug not in known and (
                    word in self._by_name.values() or cell.slug not in self._by_name
                ):
                    known.add(cell.slug)
                    yield (own[cell.slug], OWN) if cell.slug in own else (cell, origin)

    @cached_property
    def _by_name(self) -> dict[str, str]:
        """The mistakes that are listed by their own names: the word in the list, by slug."""
        words = (
            one for one in self.facts.mistakes.split() if one != OWN and one not in self._shared
        )
        return {word.rpartition(".")[2]: word for word in words}

    def _listed(self, word: str) -> list[tuple[Cell, str]]:
        if word == OWN:
            return [(cell, OWN) for cell in self._cells.mistakes.values()]
        if word in self._shared:
            return [(cell, word) for cell in self._shared[word].cells.mistakes.values()]
        own = self._cells.mistakes.get(word)
        return [(own, OWN) if own else self._shared_cell(word.rpartition(".")[2])]

    def _shared_cell(self, slug: str) -> tuple[Cell, str]:
        files = self._files_with(slug)
        if len(files) != 1:
            raise ValueError(f"{self.name}: {slug} is in several files, {', '.join(files)}: which?")
        return self._shared[files[0]].cells.mistakes[slug], files[0]

    def _files_with(self, slug: str) -> list[str]:
        """The shared files with a mistake: the one that is named, or those listed, or all."""
        file = self._by_name.get(slug, slug).rpartition(".")[0]
        found = [name for name in self._shared if slug in self._shared[name].cells.mistakes]
        if not found or (file and file not in found):
            raise ValueError(
                f"{self.name}: there is no file, and no shared mistake, called {slug}."
            )
        return (
            [file]
            if file
            else [one for one in found if one in self.facts.mistakes.split()] or found
        )

    def _named(self, cell: Cell, origin: str) -> Mistake:
        said = cell if cell.does else self._words_for(cell.slug)
        shared = said is not cell or origin != OWN
        claims, theirs = cell.claims, origin != OWN
        if not claims:
            claims, theirs = said.claims, True
        if not claims and AS_SHARED in cell.ways:
            claims = self._shared_cell(cell.slug)[0].claims
        if theirs:
            claims = tuple(renamed(claim, self._renamed) for claim in claims)
        breaks = cell.breaks or said.breaks
        mistake = Mistake(cell.slug, said.does, said.question, breaks, claims)
        return mistake.speaking_of(self.facts.symbols) if shared else mistake

    def _words_for(self, slug: str) -> Cell:
        cells = [self._shared[file].cells.mistakes[slug] for file in self._files_with(slug)]
        if len({(cell.does, cell.question, cell.breaks) for cell in cells}) != 1:
            raise ValueError(f"{self.name}: {slug} has other words in each shared file: which?")
        return max(cells, key=lambda cell: len(cell.claims))

    @cached_property
    def _renamed(self) -> dict[str, str]:
        symbols = {name: symbol.strip("`") for name, symbol in self.facts.symbols.items()}
        return {**symbols, **self.facts.names}


@dataclass(frozen=True)
class Shared:
    """A file of mistakes that several tasks share.

    Attributes
    ----------
    cells : Cells
    """

    cells: Cells

    @cached_property
    def namespace(self) -> dict[str, Any]:
        """The names at the top of the file, which its lines may use."""
        return executed(self.cells)


def executed(cells: Cells) -> dict[str, Any]:
    """Run the Python at the top of a file of the catalogue, and return its names.

    Parameters
    ----------
    cells : Cells

    Returns
    -------
    dict of str to value
    """
    namespace: dict[str, Any] = {"__name__": f"checks.catalogue.{cells.path.stem}"}
    exec(compile(cells.top, str(cells.path), "exec"), namespace)
    return namespace


def _as_array(part: Any) -> Any:
    return as_numbers(part) if isinstance(part, list | tuple) else part
