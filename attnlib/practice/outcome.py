"""Call an answer on a probe, and record what happened."""

import contextlib
import copy
import io
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Probe:
    """One input on which an answer is tried.

    Attributes
    ----------
    description : str
        What this input is, as the learner reads it: "On {description}, ...".
    arguments : mapping of str to value
        By name, for messages; passed by position, in this order.
    """

    description: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Outcome:
    """The outcome of one call.

    Attributes
    ----------
    value : whatever was returned
        None if the call raised.
    error : Exception or None
    changed : tuple of str
        The arguments that the call wrote into.
    """

    value: Any = None
    error: BaseException | None = None
    changed: tuple[str, ...] = ()


def call(function: Callable[..., Any], probe: Probe) -> Outcome:
    """Call a function on a copy of a probe, quietly, and record what happened.

    Parameters
    ----------
    function : callable
        Takes the probe's arguments by position.
    probe : Probe

    Returns
    -------
    Outcome
        Never raises, unless interrupted. What the function prints or warns of is dropped: a
        check calls it many times over.

    Examples
    --------
    >>> call(lambda a, b: a / b, Probe("a zero", {"a": 1, "b": 0})).error
    ZeroDivisionError('division by zero')
    """
    with quiet():
        return attempt(function, probe)


def attempt(function: Callable[..., Any], probe: Probe) -> Outcome:
    """Do the same as `call`, but not quietly: for many calls within one `quiet()`."""
    arguments = {name: own(value) for name, value in probe.arguments.items()}
    try:
        value = _snapshot(function(*arguments.values()))
    except (Exception, SystemExit) as error:
        return Outcome(error=error, changed=_changed(arguments, probe.arguments))
    return Outcome(value, changed=_changed(arguments, probe.arguments))


def as_numbers(value: Any) -> Any:
    """Read a result as an array of real numbers.

    Parameters
    ----------
    value : anything

    Returns
    -------
    array or None
        None if it holds anything but real numbers.

    Examples
    --------
    >>> as_numbers([1, 2.5])
    array([1. , 2.5])
    >>> as_numbers("weights") is None
    True
    """
    try:
        array = np.asarray(value.detach() if hasattr(value, "detach") else value)
    except Exception:  # a learner's object may do anything when read
        return None
    return array if array.dtype.kind in "biuf" else None


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Silence what is printed in a block, and warnings."""
    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
    ):
        warnings.simplefilter("ignore")
        yield


def own(value: Any) -> Any:
    """Copy an argument, so that a function may write into it."""
    return value.copy() if isinstance(value, np.ndarray) else copy.deepcopy(value)


def _snapshot(value: Any) -> Any:
    """Copy arrays, so that a later call which reuses a buffer cannot change this result."""
    if isinstance(value, tuple | list):
        return type(value)(map(_snapshot, value)) if type(value) in (tuple, list) else tuple(value)
    return value.copy() if isinstance(value, np.ndarray) else value


def _changed(after: Mapping[str, Any], before: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(name for name in before if not _identical(after[name], before[name]))


def _identical(one: Any, other: Any) -> bool:
    one, other = np.asarray(one), np.asarray(other)
    return bool(one.shape == other.shape and one.tobytes() == other.tobytes())
