"""Questions for an oral exam about a student's own code, each with its answer.

`python -m checks.viva` reads `{"answers": {task: code}, "seed": text}`, and prints JSON. It runs the
code, so it belongs in a sandbox.
"""

import ast
import copy
import json
import random
import re
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import chain, pairwise
from typing import Any

import numpy as np

from checks.bugs import Bug, defined
from checks.catalogue import TASKS
from checks.checking import check
from checks.counterexample import call_of, cut, in_words, smallest_example
from checks.diagnosis import explain
from checks.hunt.evidence import alike
from checks.hunt.hunt import MOST_LINES
from checks.hunt.worth import is_worth_reading
from checks.outcome import Probe, call, quiet
from checks.task import OPEN_SEED, Task

SECONDS = 2  # of the processor, to try one change
SEEDS, LONG_AXES, MOST_NUMBERS = 40, (7, 6, 5, 3), 16  # of inputs; such axes are cut to 2
PLAIN = {np.ndarray, int, float, np.float64, type(None)}
RICH = re.compile(r"(?=.*[1-9T]).{5,120}$")  # results: not zeros alone, not a single digit
TELLS = re.compile(r"(-?\w+), \1\b|if [^<>=]*:$")  # the same argument twice; nothing compared


def questions(answers: Mapping[str, str], seed: str) -> dict[str, list[str]]:
    """Make a question of each kind, about different answers if possible.

    Parameters
    ----------
    answers : mapping of task to str
        Code that passed its check. Long answers are more likely to be asked about.
    seed : str

    Returns
    -------
    dict of kind to list of str
        Task, code, call and answer; and the lines that begin what has changed places, if anything.
    """
    rng, asked = random.Random(seed), dict[str, list[str]]()
    own = sorted(_readable(answers), key=lambda answer: rng.expovariate(answer[1].count("\n")))
    for kind, make in KINDS.items():
        about = {task for task, *_ in asked.values()}
        for answer in sorted(own, key=lambda answer: answer[0].name in about):
            if kind not in asked and (question := make(*answer, rng)):
                asked[kind] = question
    return asked


def _readable(answers: Mapping[str, str]) -> Iterator[tuple[Task, str, Any]]:
    """Yield short functions of arrays that are right without the notebook's other cells."""
    names: dict[str, Any] = {}
    for name, task in ((name, TASKS[name]) for name in TASKS if name in answers):
        with _tried():
            code, above = _bare(answers[name]), names
            names = defined(code, above)
            given = chain(*(probe.arguments.values() for probe in task.probes(OPEN_SEED)))
            plain = names[name].__code__ and {*map(type, given)} <= PLAIN
            short = task.kind == "write" and code.count("\n") <= MOST_LINES
            if plain and short and check(name, names[name]).status == "pass":
                yield task, code, above


def _bare(code: str) -> str:
    """Keep definitions, laid out by Python, without comments and docstrings."""
    tree = ast.parse(code)
    tree.body = [line for line in tree.body if not isinstance(line, ast.Expr)]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return f"{ast.unparse(tree)}\n"


@contextmanager
def _tried() -> Iterator[None]:
    """Try code of others, which may raise anything, or never end."""
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    with suppress(Exception, KeyboardInterrupt):
        yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _exchange(task: Task, code: str, names: Any, rng: random.Random) -> list[str] | None:
    """Exchange two neighbouring statements, so that another result is returned."""
    lines, probes, own = code.splitlines(), task.probes(OPEN_SEED), defined(code, names)[task.name]
    bodies = [getattr(node, "body", None) for node in ast.walk(ast.parse(code))]
    pairs = [pair for body in bodies if isinstance(body, list) for pair in pairwise(body)]
    for first, second in rng.sample(pairs, len(pairs)):
        start, middle, end = first.lineno - 1, second.lineno - 1, second.end_lineno
        new = [*lines[:start], *lines[middle:end], *lines[start:middle], *lines[end:]]
        with _tried():
            function = defined("\n".join(new), names)[task.name]
            outcomes = [call(function, probe) for probe in probes]
            example = smallest_example(task, function, probes, outcomes)
            if example and not isinstance(second, ast.Return):  # what is below it would tell
                before = in_words(call(own, example.probe).value)
                now = in_words(example.outcome.value)
                if now != before:  # the arguments may differ alone
                    known = [task.name, "\n".join(new), call_of(task.name, example.probe)]
                    answer = f"It returns `{now}`. Before, it returned `{before}`."
                    return [*known, answer, f"{start + 1}", f"{start + 1 + end - middle}"]
    return None


def _slip(task: Task, code: str, names: Any, rng: random.Random) -> list[str] | None:
    """Change an expression, so that the check names what is wrong, and no line tells by itself."""
    tree, probes = ast.parse(code), task.probes(OPEN_SEED)
    known = {*defined(code, names)[task.name].__code__.co_varnames}
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.expr)]
    pairs = [(node, new) for node in nodes for new in _confused_with(node, known)]
    for node, new in rng.sample(pairs, len(pairs)):
        changed = ast.unparse(copy.deepcopy(tree, {id(node): new})) + "\n"
        own, wrong = (text.splitlines()[node.lineno - 1].strip() for text in (code, changed))
        with _tried():
            function = defined(changed, names)[task.name]
            mistakes = explain(task, probes, [call(function, probe) for probe in probes], at_once=1)
            bug = Bug(task, mistakes, changed, code, (node.lineno,))
            if mistakes and is_worth_reading(bug) and not TELLS.search(wrong):
                line = f"Line {node.lineno}: `{wrong}` instead of `{own}`."
                answer = "\n".join([line, *check(task.name, function).lines])
                return [task.name, changed, "", answer]
    return None


def _confused_with(node: ast.expr, names: set[str]) -> Iterator[ast.expr]:
    """Yield what somebody could have written instead: other names, another order, less."""
    match node:
        case ast.Name(name, ast.Load()) if name in names:
            yield from (ast.Name(other) for other in sorted(names - {name}))
        case ast.Constant(int(number)) if number is not bool(number):
            yield ast.Constant(number + 1)
        case ast.BinOp(left, operator, right):
            yield ast.BinOp(right, operator, left)
        case ast.Call(function, arguments, options):
            rests = ([other for other in options if other is not option] for option in options)
            yield from (ast.Call(function, arguments, rest) for rest in rests)
    apart = [getattr(node, part, None) for part in ("func", "slice")]
    parts = (part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr))
    yield from (part for part in parts if part not in apart)


def _input(task: Task, code: str, names: Any, rng: random.Random) -> list[str] | None:
    """Ask for the result on a small input: of those drawn, the one with the most varied result."""
    function, results = defined(code, names)[task.name], dict[str, Probe]()
    for probe in map(_small, chain(*map(task.probes, rng.sample(range(1_000), SEEDS)))):
        with _tried():
            given, value = [*probe.arguments.values()], call(function, probe).value
            words, arrays = in_words(value), [array for array in given if np.ndim(array)]
            dull = any(1 in array.shape or (array == array.flat[0]).all() for array in arrays)
            is_exact = RICH.match(words) and alike(probe, ast.literal_eval(words), value)
            if is_exact and not dull and sum(map(np.size, given)) <= MOST_NUMBERS:
                results |= {words: probe} if task.valid(*given) else {}
    for words in sorted(results, key=lambda words: -len({*words}))[:1]:
        return [task.name, code, call_of(task.name, results[words]), f"It returns `{words}`."]
    return None


KINDS = {"exchange": _exchange, "slip": _slip, "by hand": _input}  # the rarest first


def _small(usual: Probe) -> Probe:
    """Shorten axes, and round numbers."""
    given = dict(usual.arguments)
    for size in LONG_AXES:
        given = {name: cut(value, size, 2) for name, value in given.items()}
    for name, value in given.items():
        if isinstance(value, np.ndarray) and value.dtype.kind == "f":
            given[name] = np.round(value.astype(float)) + 0.0
    return Probe("by hand", given)


if __name__ == "__main__":
    signal.signal(signal.SIGVTALRM, signal.default_int_handler)
    with quiet():
        asked = questions(**json.loads(sys.stdin.readline()))
    sys.stdout.write(json.dumps(asked) + "\n")
