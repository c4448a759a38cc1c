"""Draw the inputs of a task from the axes of its arguments."""

import inspect
import itertools
from collections.abc import Callable, Container, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from checks.outcome import Probe

BATCH = "*"  # in the axes of an argument: as many axes in front as the case has

Case = Mapping[str, Any]


def draw(
    function: Callable[..., Any], cases: Mapping[str, Case], rng: np.random.Generator
) -> list[Probe]:
    """Draw one input for each case.

    Parameters
    ----------
    function : callable
        Its annotations say how to draw its arguments: the axes of an array of normal numbers, as in
        "* n_q d_k", where * stands for the axes of the batch; or a function that draws it, from
        `rng` and from sizes, earlier arguments, or anything else in the case. An argument without
        an annotation is taken from the case, or left out if it has a default.
    cases : mapping of str to mapping
        Each has the sizes. It may also give an argument (its value, its axes, or a function that
        draws it), `batch` (a tuple of sizes), `dtype` ("float32" for all arrays of floats), and
        `tolerance`, `stage` and `most_memory`, as in `Probe`. In the words of a case, {n} stands for the value of
        argument n.
    rng : numpy.random.Generator

    Returns
    -------
    list of Probe

    Examples
    --------
    >>> def scaled(X: "* n d", factor): ...
    >>> cases = {"3 rows": dict(n=3, d=2, factor=5), "a batch": dict(batch=(4,), n=1, d=2, factor=1)}
    >>> probes = draw(scaled, cases, np.random.default_rng(0))
    >>> [(one.description, one.arguments["X"].shape, one.arguments["factor"]) for one in probes]
    [('3 rows', (3, 2), 5), ('a batch', (4, 1, 2), 1)]
    """
    return [_drawn(function, words, case, rng) for words, case in cases.items()]


def _drawn(function: Callable[..., Any], words: str, case: Case, rng: np.random.Generator) -> Probe:
    known = {"batch": (), **case, "rng": rng}
    arguments = {}
    for name, parameter in _parameters(function).items():
        if name in case:
            given = case[name]
        elif parameter.annotation is not parameter.empty:
            given = parameter.annotation
        elif parameter.default is not parameter.empty:
            continue
        else:
            raise ValueError(f"{function.__name__}, {words}: nothing says what {name} is.")
        arguments[name] = known[name] = _value(given, known)
    if case.get("dtype") == "float32":
        arguments = {name: _in_float32(value) for name, value in arguments.items()}
    facts = {name: case[name] for name in ("tolerance", "stage", "most_memory") if name in case}
    return Probe(words.format(**arguments), arguments, **facts)


@lru_cache(maxsize=1_000)
def _parameters(function: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(function).parameters


def _value(given: Any, known: Case) -> Any:
    if callable(given) and "rng" in _parameters(given):
        return called_by_name(given, known)
    if not isinstance(given, str):
        return given
    shape = [known["batch"] if axis == BATCH else (known[axis],) for axis in given.split()]
    return known["rng"].normal(size=tuple(itertools.chain(*shape)))


def _in_float32(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _in_float32(part) for name, part in value.items()}
    doubles = isinstance(value, np.ndarray) and value.dtype == np.float64
    return value.astype(np.float32) if doubles else value


def called_by_name(function: Callable[..., Any], known: Case) -> Any:
    """Call a function with those of the known values that it has parameters for."""
    return function(**{name: known[name] for name in _parameters(function)})


def usual_cases(
    function: Callable[..., Any], words: Mapping[str, tuple[str, str]]
) -> dict[str, Case]:
    """Find sizes for all axes: all different, two alike, all alike, a single one, batches.

    Parameters
    ----------
    function : callable
        As for `draw`.
    words : mapping of str to (str, str)
        What a size counts: the words for one and for several.

    Returns
    -------
    dict of str to mapping
        The cases, with their words.

    Examples
    --------
    >>> def scores(Q: "n_q d_k", K: "n_k d_k"): ...
    >>> list(usual_cases(scores, {"n_q": ("query", "queries"), "n_k": ("key", "keys")}))[:2]
    ['3 queries and 5 keys', '2 queries and 4 keys']
    """
    specs = [one for one in inspect.get_annotations(function).values() if isinstance(one, str)]
    named = dict.fromkeys(axis for one in specs for axis in one.split() if axis != BATCH)
    axes = sorted(named, key=lambda axis: axis not in words)  # those that count something first
    some, others = (
        dict(zip(axes, itertools.cycle(sizes), strict=False)) for sizes in (SOME, OTHERS)
    )
    alike = [{**some, one: 4, other: 4} for one, other in itertools.combinations(axes, 2)]
    single = [{**some, one: 1} for one in axes if one in words]
    cases: dict[str, Case] = {}
    for sizes in (some, others, dict.fromkeys(axes, 4), *alike, *single):
        cases[_in_words(sizes, words, cases)] = sizes
    batched = any(BATCH in one.split() for one in specs)
    if batched:
        cases["a batch of two"] = {**some, "batch": (2,)}
        cases["two batch axes"] = {**others, "batch": (2, 3)}
    cases["float32 arrays"] = {**others, "dtype": "float32"}
    if batched:
        cases["three batch axes"] = {**some, "batch": (2, 1, 2)}
    return cases


SOME, OTHERS = (3, 5, 4, 2), (2, 4, 6, 7)


def _in_words(
    sizes: Mapping[str, int], words: Mapping[str, tuple[str, str]], taken: Container[str]
) -> str:
    """Say what the sizes count; the others are named where the words would not be new."""
    counted = " and ".join(
        f"{size} {words[name][size != 1]}" for name, size in sizes.items() if name in words
    )
    others = [f"{name} = {size}" for name, size in sizes.items() if name not in words]
    return (
        counted if counted and counted not in taken else ", ".join(filter(None, [counted, *others]))
    )
