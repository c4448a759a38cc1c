"""Find the ways to go wrong that could explain a result, quickly: one number for each way.

Trying thousands of ways takes a second or two, and many answers are checked on the same inputs. So
each way is run only once on an input, and its result is reduced to a single number, its signature.
Equal results have close signatures, so only ways with a close signature are compared in full.
"""

import math
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np

from checks.outcome import InTurn, Probe, as_numbers, called, content, own
from checks.search import Way, counted

INDEXES_KEPT = 60  # for each task
NAN, INFINITE = 7.3, 19.1  # replace nan and inf in a signature, so that it can be compared


class Index:
    """Some ways to go wrong, with the signatures of their results on one input.

    Parameters
    ----------
    ways : iterable of Way
    probe : Probe
    """

    def __init__(self, ways: Iterable[Way], probe: Probe) -> None:
        self._ways = list(ways)
        lent = {name: _read_only(value) for name, value in probe.arguments.items()}
        self._signatures = np.array(
            [_signature_of(way, lent, probe) for way in counted(self._ways)]
        )

    def like(self, value: Any, tolerance: float) -> Iterator[Way]:
        """Yield, in order, the ways whose result may equal this value, and few others."""
        wanted = signature(value)
        if np.isnan(wanted):
            near = np.isnan(self._signatures)
        else:
            slack = 2 * tolerance * (0.1 + _largest(value)) * max(1, _flat(value).size)
            near = np.abs(self._signatures - wanted) <= slack
        return (self._ways[place] for place in np.flatnonzero(near))


def index_of(known: dict[Any, Index], count: int, ways: Iterable[Way], probe: Probe) -> Index:
    """Look up an index, or make it.

    Parameters
    ----------
    known : dict
        The indexes of a task so far; it grows, up to a limit.
    count : int
        How many mistakes each way combines.
    ways : iterable of Way
        Read only if the index has to be made.
    probe : Probe

    Returns
    -------
    Index
    """
    key = count, probe.description, content(probe.arguments)
    if key not in known:
        if len(known) >= INDEXES_KEPT:
            known.clear()
        known[key] = Index(ways, probe)
    return known[key]


def signature(value: Any) -> float:
    """Add up the numbers of a result, each with its own weight from -1 to 1.

    Parameters
    ----------
    value : whatever was returned

    Returns
    -------
    float
        nan if the result holds anything but numbers and words. Numbers that are not finite count
        like others; of words, neither order nor capitals do.

    Examples
    --------
    >>> bool(np.isclose(signature([1.0, 2.0]), signature((np.float64(1), 2))))
    True
    >>> bool(np.isclose(signature([1.0, 2.0]), signature([2.0, 1.0])))
    False
    >>> signature({"probes": {"leak", "rows"}}) == signature({"probes": ["rows", "leak"]})
    True
    """
    if isinstance(value, Mapping):
        return sum(_of_word(name) * signature(part) for name, part in value.items())
    words = [value] if isinstance(value, str) else value
    if isinstance(words, list | tuple | set | frozenset) and all(map(_is_word, words)):
        return sum(map(_of_word, sorted(set(words))))
    numbers = _flat(value)
    if not numbers.size:
        return np.nan
    with np.errstate(invalid="ignore"):
        total = numbers @ _weights(numbers.size)
    if not math.isfinite(total):
        finite = np.nan_to_num(numbers, nan=NAN, posinf=INFINITE, neginf=-INFINITE)
        total = finite @ _weights(numbers.size)
    return float(total)


def _signature_of(way: Way, lent: Mapping[str, Any], probe: Probe) -> float:
    """Reduce the result of a way to one number; infinite if it raises an error.

    To copy the arguments takes as long as many a way, so copies are for those that write into them.
    """
    try:
        return signature(called(way.function(), lent))
    except Exception as error:
        if not any(words in str(error) for words in ("read-only", "mappingproxy")):
            return np.inf
    try:
        copies = {name: own(value) for name, value in probe.arguments.items()}
        return signature(called(way.function(), copies))
    except Exception:
        return np.inf


def _read_only(value: Any) -> Any:
    if isinstance(value, Mapping):
        return MappingProxyType({name: _read_only(part) for name, part in value.items()})
    if isinstance(value, InTurn):
        return InTurn(map(_read_only, value))
    lent = own(value)
    if isinstance(lent, np.ndarray):
        lent.flags.writeable = False
    return lent


def _is_word(part: Any) -> bool:
    return isinstance(part, str)


def _of_word(word: Any) -> float:
    """A number from 0 to 1 that hardly another word has."""
    return zlib.crc32(str(word).strip().lower().encode()) / 2**32


@cache
def _weights(count: int) -> Any:
    return np.sin(np.arange(1, count + 1) ** 2)


def _flat(value: Any) -> Any:
    """Flatten a result into a row of numbers; empty if something in it is not a number."""
    if type(value) is np.ndarray and value.dtype == np.float64:  # thousands of times
        return value.ravel()
    numbers = None if isinstance(value, tuple) else as_numbers(value)
    if numbers is not None:
        return np.ravel(numbers).astype(np.float64, copy=False)
    if isinstance(value, Mapping):
        return np.concatenate([np.empty(0), *map(_flat, value.values())])
    parts = [_flat(part) for part in value] if isinstance(value, tuple | list) else []
    return np.concatenate(parts) if parts and all(part.size for part in parts) else np.empty(0)


def _largest(value: Any) -> float:
    finite = np.abs(_flat(value))
    return float(np.max(finite[np.isfinite(finite)], initial=0.0))
