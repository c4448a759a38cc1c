"""Call an answer on a probe, and record what happened."""

import contextlib
import copy
import io
import tracemalloc
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np

EXACT = (Real, Decimal)  # kinds of numbers among the objects in an array


class NotCalled(Exception):
    """The process that holds the answer takes no more inputs."""


@dataclass(frozen=True, eq=False)
class Probe:
    """One input on which an answer is tried.

    Attributes
    ----------
    description : str
        What this input is, in the words that learners see: "On {description}, ...".
    arguments : mapping of str to value
        Messages use the names; arguments are passed by position, in this order. One may be
        `InTurn`.
    tolerance : float, optional
        How close a result has to be, if the rule of `comparison` is too lenient.
    stage : str
        The part of the task that this input tests, if it tests one; see `Facts.stages`.
    most_memory : int, optional
        How many bytes a call may have in use at once.
    judge : callable, optional
        Says what is published of a result, in a task for which many results are right.
    """

    description: str
    arguments: Mapping[str, Any]
    tolerance: float | None = None
    stage: str = ""
    most_memory: int | None = None
    judge: Callable[[Any], Mapping[str, bool]] | None = None


class InTurn(tuple[Any, ...]):
    """An argument for several calls: each call gets the next of these values.

    The function returns two results. The first is kept for the check. The second is the last
    argument of the next call; it may be anything, because nothing else reads it.
    """


@dataclass(frozen=True)
class Outcome:
    """The outcome of one call.

    Attributes
    ----------
    value : whatever was returned
        None if the call raised.
    error : Exception or None
    changed : tuple of str
        The names of the arguments that the call wrote into.
    memory : int
        The most bytes that the call had in use at once; 0 if it raised, or if nobody asked.
    """

    value: Any = None
    error: BaseException | None = None
    changed: tuple[str, ...] = ()
    memory: int = 0

    def needs_too_much(self, probe: Probe) -> bool:
        """Check whether the call on this probe had more memory in use than it may."""
        return probe.most_memory is not None and self.memory > probe.most_memory


def call(function: Callable[..., Any], probe: Probe) -> Outcome:
    """Call a function on a copy of a probe, without output, and record what happened.

    Parameters
    ----------
    function : callable
        Takes the probe's arguments by position.
    probe : Probe

    Returns
    -------
    Outcome
        This never raises, unless interrupted. Printed text and warnings are dropped, because a
        check calls the function many times.

    Examples
    --------
    >>> call(lambda a, b: a / b, Probe("a zero", {"a": 1, "b": 0})).error
    ZeroDivisionError('division by zero')
    """
    with quiet():
        return attempt(function, probe)


def attempt(function: Callable[..., Any], probe: Probe) -> Outcome:
    """Do the same as `call`, but without silencing output: for many calls within one `quiet()`."""
    arguments = {name: own(value) for name, value in probe.arguments.items()}
    tried = attempt_once(function, arguments, measured=probe.most_memory is not None)
    return replace(tried, changed=_changed(arguments, probe.arguments))


def attempt_once(
    function: Callable[..., Any], arguments: Mapping[str, Any], measured: bool
) -> Outcome:
    """Call a function on the arguments themselves, not on copies, so that changes show."""
    try:
        if not measured:
            return Outcome(_snapshot(called(function, arguments)))
        value, memory = with_memory(lambda: called(function, arguments))
        return Outcome(_snapshot(value), memory=memory)
    except (Exception, SystemExit) as error:
        return Outcome(error=error)


def with_memory(compute: Callable[[], Any]) -> tuple[Any, int]:
    """Compute something, and count the most bytes that it has in use at once.

    Examples
    --------
    >>> table, memory = with_memory(lambda: np.zeros((100, 100)) + 1)
    >>> 2 * table.nbytes <= memory < 2.1 * table.nbytes
    True
    """
    traced = tracemalloc.is_tracing()  # by a notebook
    if not traced:
        tracemalloc.start()
    try:
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        value = compute()
        return value, tracemalloc.get_traced_memory()[1] - before
    finally:
        if not traced:
            tracemalloc.stop()


def called(function: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
    """Call a function once, or once for each value of an argument that is `InTurn`.

    Parameters
    ----------
    function : callable
    arguments : mapping of str to value

    Returns
    -------
    anything
        What it returned. For several calls, a list of their first results, or the first result that
        was not a pair.

    Examples
    --------
    >>> called(lambda x, total: (x + (total or 0), x + (total or 0)), {"x": InTurn([1, 2, 3]), "total": None})
    [1, 3, 6]
    """
    *given, kept = arguments.values() if arguments else (None,)
    turns = [value for value in given if isinstance(value, InTurn)]
    if not turns:
        return function(*arguments.values())
    results = []
    for turn in range(len(turns[0])):
        now = (value[turn] if isinstance(value, InTurn) else value for value in given)
        pair = function(*now, kept)
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            return pair
        results.append(_snapshot(pair[0]))
        kept = pair[1]
    return results


def as_numbers(value: Any) -> Any:
    """Read a result as an array of real numbers.

    Parameters
    ----------
    value : anything
        Python's fractions and decimals are numbers, too.

    Returns
    -------
    array or None
        None if it holds anything but real numbers.

    Examples
    --------
    >>> as_numbers([1, 2.5]), as_numbers([Decimal("0.25"), 6])
    (array([1. , 2.5]), array([0.25, 6.  ]))
    >>> as_numbers("weights") is None
    True
    """
    try:
        array = np.asarray(value.detach() if hasattr(value, "detach") else value)
        if array.dtype == object and _are_exact(array.flat):
            array = array.astype(float)
    except Exception:  # a learner's object may do anything when it is read
        return None
    return array if array.dtype.kind in "biuf" else None


def _are_exact(numbers: Iterable[Any]) -> bool:
    """Check whether all are numbers, and some of them fractions or decimals."""
    kinds = {isinstance(one, EXACT) + isinstance(one, int) for one in numbers}
    return 1 in kinds and 0 not in kinds


class _Dropping(io.StringIO):
    """Accepts any amount of text, and drops it."""

    def write(self, text: str, /) -> int:
        return len(text)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Silence printing and warnings in a block."""
    with (
        contextlib.redirect_stdout(_Dropping()),
        contextlib.redirect_stderr(_Dropping()),
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
    ):
        warnings.simplefilter("ignore")
        yield


def own(value: Any) -> Any:
    """Copy an argument, so that a function may write into it."""
    if isinstance(value, Mapping):
        return {name: own(part) for name, part in value.items()}
    if isinstance(value, InTurn):
        return InTurn(map(own, value))
    return value.copy() if isinstance(value, np.ndarray) else copy.deepcopy(value)


def content(value: Any) -> Any:
    """Summarise the content of an argument, so that two can be compared and looked up.

    Examples
    --------
    >>> content({"W": np.eye(2)}) == content({"W": np.eye(2)})
    True
    """
    if isinstance(value, Mapping):
        return tuple((name, content(part)) for name, part in value.items())
    if isinstance(value, InTurn):
        return tuple(map(content, value))
    array = np.asarray(value)
    return getattr(value, "__qualname__", None) or (array.shape, array.tobytes())


def _snapshot(value: Any) -> Any:
    """Copy arrays, so that a later call that reuses a buffer cannot change this result."""
    if isinstance(value, tuple | list):
        return type(value)(map(_snapshot, value)) if type(value) in (tuple, list) else tuple(value)
    return value.copy() if isinstance(value, np.ndarray) else value


def _changed(after: Mapping[str, Any], before: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(name for name in before if content(after[name]) != content(before[name]))
