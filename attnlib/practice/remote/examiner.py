"""The examiner: draws the inputs of a task, answers calls of its functions, and gives the verdict.

    python -m attnlib.practice.remote.examiner

One JSON message a line on standard input, one reply a line on standard output:

    {"modules": true}                                  -> {"modules": {name: source, ...}}
    {"open": task, "given": [tasks], "seeds": [ints]}  -> {"paper": what `candidate.sit` takes}
    {"ask": what a candidate asked}                    -> {"reply": what it gets}
    {"judge": [what a candidate told]}                 -> {"verdict": {status, mistakes, message}}
    {"compare": {task, published, stored}}             -> {"agree": bool}
    {"exercises": true}                                -> {"exercises": {name: [tasks]}}
    {"right": {task, seed}}                            -> {"values": what a right answer publishes}

`compare` compares values that a check published elsewhere with those stored in a solution, or with
those that `right` gives where there is no solution. What candidates ask, tell and publish is not
trusted: at worst, their own task is not passed. Right answers stay here.
"""

import inspect
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from attnlib.practice import outcome
from attnlib.practice.checking import asks_for_several, find_task, judge, without_function
from attnlib.practice.comparison import agree, published
from attnlib.practice.lessons import EXERCISES
from attnlib.practice.outcome import Probe, call, quiet
from attnlib.practice.remote import candidate, serialization
from attnlib.practice.task import Task
from attnlib.practice.verdict import Verdict

MOST_MEMORY = 2 * 2**30  # a candidate may ask for an encoding of a billion positions
SENT = (outcome, serialization, candidate)  # in the order in which they import one another


@dataclass
class Examination:
    """The examination of one candidate in one task.

    Attributes
    ----------
    task : Task
    papers : list of list of Probe
        One for each seed.
    functions : dict of name to callable
        What the candidate may ask for: right answers to other tasks, functions among the inputs.
    """

    task: Task
    papers: list[Sequence[Probe]]
    functions: dict[str, Callable[..., Any]] = field(default_factory=dict)

    @classmethod
    def opened(cls, name: str, given: Sequence[str], seeds: Sequence[int]) -> "Examination":
        """Draw the inputs of a task.

        Parameters
        ----------
        name : str
        given : sequence of str
            The tasks whose right answers the candidate may call.
        seeds : sequence of int

        Returns
        -------
        Examination

        Raises
        ------
        LookupError
            If there is no such task.
        ValueError
            If the task itself is among those given.
        """
        if name in given:
            raise ValueError(f"{name} is examined, so its right answer cannot be given")
        task = find_task(name)
        right = {other: find_task(other).reference for other in given}
        return cls(task, [task.probes(seed) for seed in seeds], right)

    def paper(self) -> list[dict[str, Any]]:
        """Encode the inputs of all seeds together."""
        return [
            {
                name: serialization.encode(value, self._name_of)
                for name, value in probe.arguments.items()
            }
            for probes in self.papers
            for probe in probes
        ]

    def reply(self, asked: Any) -> dict[str, Any]:
        """Call one of the functions for the candidate.

        Parameters
        ----------
        asked : JSON
            Untrusted.

        Returns
        -------
        dict
            `value`, or what was `raised`.
        """
        try:
            function = self.functions[asked["call"]]
            arguments, options = (
                serialization.decode(asked["arguments"]),
                serialization.decode(asked["options"]),
            )
            with quiet():
                return {"value": serialization.encode_bounded(function(*arguments, **options))}
        except Exception as error:  # the candidate is told, whatever it is
            return {"raised": serialization.encode_error(error)}

    def verdict(self, told: Any) -> Verdict:
        """Judge what a candidate reported.

        Parameters
        ----------
        told : JSON
            Untrusted: what the answer is, then what it did with each input.

        Returns
        -------
        Verdict
            Of the first seed for which the answer is not right, else of the first.
        """
        try:
            return self._verdict(told)
        except Exception:  # made up, or too large to be compared
            words = "What came back from your answer cannot be read as results."
            return Verdict(self.task.name, "error", (words,), (), [])

    def _verdict(self, told: Any) -> Verdict:
        if "no_function" in told[0]:
            return without_function(self.task.name, told[0]["no_function"])
        outcomes = [serialization.decode_outcome(plain) for plain in told[1:]]
        if len(outcomes) != sum(map(len, self.papers)):
            raise ValueError("there is not one outcome for each input")
        verdicts = []
        for probes in self.papers:
            mine, outcomes = outcomes[: len(probes)], outcomes[len(probes) :]
            verdicts.append(judge(self.task, probes, mine, told[0]))
        return next((one for one in verdicts if one.status != "pass"), verdicts[0])

    def _name_of(self, function: Callable[..., Any]) -> str:
        name = f"input-{len(self.functions)}"
        self.functions[name] = function
        return name


def main() -> None:
    """Serve one grader, until it closes the pipe."""
    _limit_memory()
    examination: Any = None
    for line in sys.stdin:
        message = json.loads(line)
        if "modules" in message:
            reply: Any = {"modules": {one.__name__: inspect.getsource(one) for one in SENT}}
        elif "open" in message:
            examination = Examination.opened(message["open"], message["given"], message["seeds"])
            reply = {"paper": examination.paper()}
        elif "ask" in message:
            reply = {"reply": examination.reply(message["ask"])}
        elif "compare" in message:
            reply = {"agree": _agree(**message["compare"])}
        elif "exercises" in message:
            reply = {"exercises": EXERCISES}
        elif "right" in message:
            reply = {"values": right_values(**message["right"])}
        else:
            reply = {"verdict": _plain(examination.verdict(message["judge"]))}
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


def right_values(task: str, seed: int) -> list[dict[str, Any]]:
    """Give what the check of a right answer publishes.

    Parameters
    ----------
    task : str
    seed : int
        Seed of the inputs.

    Returns
    -------
    list
        As `comparison.published` gives it. Where PyTorch is missing, errors that no check publishes.

    Examples
    --------
    >>> [entry["value"] for entry in right_values("lookup_on_paper", seed=0)]
    [[0.2, 0.8, 6.0, 0.941176]]
    """
    known = find_task(task)
    probes = known.probes(seed)
    return published(probes, [call(known.reference, probe) for probe in probes])


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
