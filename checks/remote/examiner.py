"""The examiner: draws the inputs of a task, runs functions for candidates, and gives verdicts.

    python -m checks.remote.examiner

It reads JSON messages from standard input, one per line, and writes one reply per line to standard
output:

    {"modules": true}                                  -> {"modules": {name: source, ...}}
    {"open": task, "given": [tasks], "seeds": [ints]}  -> {"inputs": how many there are,
                                                           "given": [those that are lent]}
    {"lend": [the course's own cells]}                 -> {"lent": {cell: {name: for `candidate.lent`}}}
    {"ask": what a candidate asked, or "paper"}        -> {"reply": what it gets}
    {"judge": [what a candidate told], "waits": bool}  -> {"verdict": {status, mistakes, message}}
    {"compare": {task, published, stored}}             -> {"agree": bool}
    {"exercises": true}                                -> {"exercises": {name: [tasks]}}
    {"right": {task, seed}}                            -> {"values": what a right answer publishes}

While it judges, it may write {"again": inputs} to a candidate that waits, and gets {"outcome": ...}, or
questions of this candidate before. So it looks for the smallest input that shows a mistake.

`compare` compares values that a check published elsewhere with those stored in a solution, or with
those of `right` if there is no solution. Nothing that candidates ask, tell or publish is trusted:
at worst, they fail their own task. The code of right answers never leaves this process.
"""

import gc
import inspect
import json
import random
import re
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from types import ModuleType
from typing import Any, TextIO, cast

from checks import outcome
from checks.catalogue import EXERCISES
from checks.checking import asks_for_several, find_task, verdict_of, without_function
from checks.comparison import agree
from checks.outcome import NotCalled, Probe, call, quiet
from checks.published import published
from checks.remote import candidate, serialization
from checks.remote.serialization import encode
from checks.task import Task
from checks.verdict import Verdict

MOST_MEMORY = 2 * 2**30  # a candidate might ask for the encodings of a billion positions
SENT = (outcome, serialization, candidate)  # in the order of their imports
PAPERS_OF_A_TEST = 3  # functions to test: too many to guess yes or no for all of them
SIMPLE = (bool, int, str, type(None))
STAND_IN = "stand-in for "  # and a name: what is not there is an object of a type that is called so
UNLIKE = '{"unlike":'  # how values that JSON cannot express are encoded
STAND_IN_FOR = re.compile(rf"{STAND_IN}([\w.]+)")
NOT_THERE = (
    "When you are graded, `{}` of the course is not there. "
    "Write it yourself, or measure in your notebook and copy the result."
)

Again = Callable[[dict[str, Any]], Any]


@dataclass
class Examination:
    """The examination of one candidate in one task.

    Attributes
    ----------
    task : Task
    papers : list of list of Probe
        One for each seed, and more for the last seed if the task is to test a function.
    functions : dict of name to callable
        The functions that the candidate may call: right answers to other tasks, functions among the
        inputs.
    lent : dict of name to callable
        Functions of the library that the course's own cells have. A candidate may measure with them
        until it has inputs, on which they could do its work.
    has_inputs : bool
        Whether the candidate has some by now.
    sent : list of dict
        The inputs of all papers, encoded.
    order : list of int
        The order in which they are sent.
    given : frozenset of str
        The tasks whose right answers are among the functions.
    """

    task: Task
    papers: list[Sequence[Probe]]
    functions: dict[str, Callable[..., Any]] = field(default_factory=dict)
    lent: dict[str, Callable[..., Any]] = field(default_factory=dict)
    has_inputs: bool = False
    sent: list[dict[str, Any]] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    given: frozenset[str] = frozenset()

    @classmethod
    def opened(cls, name: str, given: Sequence[str], seeds: Sequence[int]) -> "Examination":
        """Draw the inputs of a task.

        Parameters
        ----------
        name : str
        given : sequence of str
            The tasks whose right answers the candidate may call, unless they do the work of this
            one: batched attention is attention.
        seeds : sequence of int

        Returns
        -------
        Examination

        Raises
        ------
        LookupError
            If there is no such task.
        ValueError
            If the task itself is among them.
        """
        if name in given:
            raise ValueError(f"{name} is examined, so its right answer cannot be given")
        task = find_task(name)
        papers = [task.probes(seed) for seed in seeds]
        right = {other: find_task(other).reference for other in given}
        right = {other: one for other, one in right.items() if not _answers(one, task, papers[0])}
        is_test = _tests_a_function(task, papers[0][0])
        if is_test:
            papers += [task.probes(seeds[-1] + number) for number in range(1, PAPERS_OF_A_TEST)]
        examination = cls(task, papers, right, given=frozenset(right))
        examination._encode(random.Random(repr(seeds)) if is_test else None)
        return examination

    def paper(self) -> list[dict[str, Any]]:
        """Hand out the inputs of all seeds together."""
        self.has_inputs = any(self.sent)
        measured = [probe.most_memory is not None for probes in self.papers for probe in probes]
        return [
            {"arguments": self.sent[place], "measured": measured[place]} for place in self.order
        ]

    def lend(self, cells: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
        """Run what the course's own cells take from the library, and encode what they define.

        Parameters
        ----------
        cells : sequence of mapping
            In their order, and trusted: `cell` is the id, `run` the source, `names` what to lend.

        Returns
        -------
        dict of cell id to dict
            Values by name; nothing that JSON cannot express. Of a module, all that it holds but for
            functions, as in `grammar.VOCABULARY`, and the functions that are named.
        """
        defined: dict[str, Any] = {}
        lent: dict[str, dict[str, Any]] = {}
        for cell in cells:
            exec(cell["run"], defined)
            values = [_parts(name, eval(name, defined)) for name in cell["names"]]
            encoded = {
                name: encode(value, partial(self._lend_as, name)) for name, value in chain(*values)
            }
            lent[cell["cell"]] = {
                name: plain for name, plain in encoded.items() if UNLIKE not in json.dumps(plain)
            }
        return lent

    def reply(self, asked: Any) -> dict[str, Any]:
        """Hand out the paper, or run one of the functions for the candidate.

        Parameters
        ----------
        asked : JSON
            Untrusted.

        Returns
        -------
        dict
            With the `paper`, a `value`, the error that was `raised`, or nothing to try `again`.
        """
        if asked == "paper":
            return {"paper": self.paper()}
        try:
            if "again" in asked:  # there are further inputs only while a verdict is made
                return {"again": None}
            called = asked["call"]
            if called in self.lent and self.has_inputs:
                return {"value": {"unlike": STAND_IN + called.partition(" ")[0]}}
            function = {**self.functions, **self.lent}[called]
            arguments, options = (
                serialization.decode(asked["arguments"], self._lent),
                serialization.decode(asked["options"], self._lent),
            )
            return {"value": serialization.encode_whole(function(*arguments, **options))}
        except Exception as error:  # any error is passed on to the candidate
            return {"raised": serialization.encode_error(error)}

    def verdict(self, told: Any, again: Again | None = None) -> Verdict:
        """Judge what a candidate reported.

        Parameters
        ----------
        told : JSON
            Untrusted: a description of the answer, then what it did with each input.
        again : callable, optional
            Has the candidate try one more input, and returns what it did, untrusted as well.

        Returns
        -------
        Verdict
            The verdict for the first seed for which the answer is not right, else for the first
            seed.
        """
        try:
            return self._verdict(told, again)
        except Exception:  # forged, or too large to be compared
            words = "What came back from your answer cannot be read as results."
            return Verdict(self.task.name, "error", (words,), (), [])

    def _verdict(self, told: Any, again: Again | None) -> Verdict:
        if "no_function" in told[0]:
            return without_function(self.task.name, told[0]["no_function"])
        reports = dict(zip(self.order, told[1:], strict=True))
        outcomes = [
            serialization.decode_outcome(reports[place], sent)
            for place, sent in enumerate(self.sent)
        ]
        found = (_stand_in(report) for report in told[1:])
        if name := next(filter(None, found), None):
            return Verdict(self.task.name, "error", (NOT_THERE.format(name),), (), [])
        answer = partial(self._tried, again) if again is not None else None
        verdicts = []
        for probes in self.papers:
            mine, outcomes = outcomes[: len(probes)], outcomes[len(probes) :]
            verdicts.append(verdict_of(self.task, probes, mine, told[0], answer))
            if verdicts[-1].status != "pass":  # to explain it takes long, and once is enough
                return verdicts[-1]
        return verdicts[0]

    def _tried(self, again: Again, *values: Any) -> Any:
        """Do what the candidate does with an input: return what it returned, or raise what it raised."""
        named = zip(inspect.signature(self.task.reference).parameters, values, strict=False)
        sent = {name: encode(value, self._name_of) for name, value in named}
        report = again(sent)
        if report is None:
            raise NotCalled
        outcome = serialization.decode_outcome(report, sent)
        if outcome.error is not None:
            raise outcome.error
        return outcome.value

    def _encode(self, draw: random.Random | None) -> None:
        """Encode the inputs, in a random order if their order would give answers away."""
        for probe in (probe for probes in self.papers for probe in probes):
            arguments = probe.arguments.items()
            self.sent.append({name: encode(value, self._name_of) for name, value in arguments})
        self.order = list(range(len(self.sent)))
        if draw is not None:
            draw.shuffle(self.order)

    def _lend_as(self, name: str, function: Callable[..., Any]) -> str:
        """Lend a function by a name that is the same in each examination."""
        known = f"{name} {len(self.lent)}"
        self.lent[known] = function
        return known

    def _lent(self, name: Any) -> Callable[..., Any]:
        if name not in self.lent:
            raise ValueError("when you are graded, the course's functions take none of yours")
        return self.lent[name]

    def _name_of(self, function: Callable[..., Any]) -> dict[str, str]:
        name = secrets.token_hex(8)
        self.functions[name] = function
        return {"name": name, "parameters": _parameters(function)}


def _tests_a_function(task: Task, probe: Probe) -> bool:
    """Check whether a task asks for a yes or no about a function."""
    lends = any(map(callable, probe.arguments.values()))
    return lends and isinstance(task.right(probe).value, bool)


def _answers(function: Callable[..., Any], task: Task, probes: Sequence[Probe]) -> bool:
    """Check whether a function is a right answer to a task."""
    several = asks_for_several(task)
    for probe in probes:
        mine, right = call(function, probe), task.right(probe)
        entries = published([probe, probe], [mine, right])
        if not agree(entries[:1], entries[1:], several):
            return False
    return True


def _parts(name: str, value: Any) -> list[tuple[str, Any]]:
    """Name a value or, if it is a module, the public ones in it that are no functions."""
    if not isinstance(value, ModuleType):
        return [(name, value)]
    parts = [(part, held) for part, held in vars(value).items() if not part.startswith("_")]
    return [(f"{name}.{part}", held) for part, held in parts if not callable(held)]


def _stand_in(report: Any) -> str | None:
    """Find the name of a stand-in that an answer returned, or because of which it stopped."""
    found = STAND_IN_FOR.search(json.dumps([report.get("value"), report.get("raised")]))
    return found[1] if found else None


def _parameters(function: Callable[..., Any]) -> str:
    """List the parameters of a function, as written in its definition."""
    signature = inspect.signature(function)
    plain = [
        one.replace(
            annotation=one.empty,
            default=one.default if one.default is one.empty or type(one.default) in SIMPLE else ...,
        )
        for one in signature.parameters.values()
    ]
    return str(signature.replace(parameters=plain, return_annotation=signature.empty))[1:-1]


def main() -> None:
    """Serve one grader until it closes the pipe."""
    _limit_memory()
    gc.freeze()  # else each collection would look through the whole catalogue
    with quiet():
        _serve()


def _serve() -> None:
    examination: Any = None
    for line in sys.stdin:
        message = json.loads(line)
        if "modules" in message:
            reply: Any = {"modules": {one.__name__: inspect.getsource(one) for one in SENT}}
        elif "open" in message:
            examination = Examination.opened(message["open"], message["given"], message["seeds"])
            reply = {"inputs": len(examination.sent), "given": sorted(examination.given)}
        elif "lend" in message:
            reply = {"lent": examination.lend(message["lend"])}
        elif "ask" in message:
            reply = {"reply": examination.reply(message["ask"])}
        elif "compare" in message:
            reply = {"agree": _agree(**message["compare"])}
        elif "exercises" in message:
            reply = {"exercises": EXERCISES}
        elif "right" in message:
            reply = {"values": right_values(**message["right"])}
        else:
            again = partial(_again, examination) if message["waits"] else None
            reply = {"verdict": _plain(examination.verdict(message["judge"], again))}
        _write(reply)


def _again(examination: Examination, arguments: dict[str, Any]) -> Any:
    _write({"again": arguments})
    while "outcome" not in (message := json.loads(sys.stdin.readline())):
        _write({"reply": examination.reply(message["ask"])})
    return message["outcome"]


def _write(message: Any) -> None:
    out = cast("TextIO", sys.__stdout__)  # sys.stdout drops everything
    out.write(json.dumps(message) + "\n")
    out.flush()


def right_values(task: str, seed: int) -> list[dict[str, Any]]:
    """Return what the check of a right answer publishes.

    Parameters
    ----------
    task : str
    seed : int
        Seed of the inputs.

    Returns
    -------
    list
        As returned by `comparison.published`. If PyTorch is missing, it holds errors that no check
        publishes.

    Examples
    --------
    >>> [entry["value"] for entry in right_values("lookup_on_paper", seed=0)]
    [[0.2, 0.8, 6.0, 0.941176]]
    """
    known = find_task(task)
    probes = known.probes(seed)
    return published(probes, [known.right(probe) for probe in probes])


def _agree(task: str, published: Any, stored: Any) -> bool:
    return agree(published, stored, asks_for_several(find_task(task)))


def _plain(verdict: Verdict) -> dict[str, Any]:
    typed = verdict.typed()
    return {key: typed[key] for key in ("status", "mistakes", "message")}


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))


if __name__ == "__main__":
    main()
