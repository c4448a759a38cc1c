"""Which ways to go wrong could have given this result? One number for each way tells quickly.

To try thousands of ways takes a second or two, and many answers are tried on the same inputs. So each
way is run once on an input, and what remains of its result is a single number, its signature. Results
that are equal have close signatures; only those ways are compared in full.
"""

import math
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np

from attnlib.practice.outcome import Probe, as_numbers, called, content, own
from attnlib.practice.search import Way

INDEXES_KEPT = 200
NAN, INFINITE = 7.3, 19.1  # in a signature; results with the same ones in the same places are close

_INDEXES: dict[Any, "Index"] = {}


class Index:
    """Some ways to go wrong, with the signatures of their results on one input.

    Parameters
    ----------
    ways : iterable of Way
    probe : Probe
    """

    def __init__(self, ways: Iterable[Way], probe: Probe) -> None:
        self._ways = list(ways)
        self._signatures = np.array([_signature_of(way, probe) for way in self._ways])

    def like(self, value: Any, tolerance: float) -> Iterator[Way]:
        """Yield the ways whose result may equal this value, and few others, in their order."""
        wanted = signature(value)
        if np.isnan(wanted):
            near = np.isnan(self._signatures)
        else:
            slack = 2 * tolerance * (0.1 + _largest(value)) * max(1, _flat(value).size)
            near = np.abs(self._signatures - wanted) <= slack
        return (self._ways[place] for place in np.flatnonzero(near))


def index_of(kind: Any, ways: Iterable[Way], probe: Probe) -> Index:
    """Look an index up, or make it.

    Parameters
    ----------
    kind : hashable
        Which ways these are: the same ways for the same kind.
    ways : iterable of Way
        Read only where the index has to be made.
    probe : Probe

    Returns
    -------
    Index
    """
    key = kind, probe.description, content(probe.arguments)
    if key not in _INDEXES:
        if len(_INDEXES) >= INDEXES_KEPT:
            _INDEXES.clear()
        _INDEXES[key] = Index(ways, probe)
    return _INDEXES[key]


def signature(value: Any) -> float:
    """Sum up the numbers of a result, each with a weight of its own from -1 to 1.

    Parameters
    ----------
    value : whatever was returned

    Returns
    -------
    float
        nan where it holds anything but numbers. Numbers that are not finite count as others do.

    Examples
    --------
    >>> bool(np.isclose(signature([1.0, 2.0]), signature((np.float64(1), 2))))
    True
    >>> bool(np.isclose(signature([1.0, 2.0]), signature([2.0, 1.0])))
    False
    """
    numbers = _flat(value)
    if not numbers.size:
        return np.nan
    with np.errstate(invalid="ignore"):
        total = numbers @ _weights(numbers.size)
    if not math.isfinite(total):
        finite = np.nan_to_num(numbers, nan=NAN, posinf=INFINITE, neginf=-INFINITE)
        total = finite @ _weights(numbers.size)
    return float(total)


def _signature_of(way: Way, probe: Probe) -> float:
    """What a way returns, as one number; infinite where it raises."""
    try:
        arguments = {name: own(value) for name, value in probe.arguments.items()}
        return signature(called(way.function(), arguments))
    except Exception:
        return np.inf


@cache
def _weights(count: int) -> Any:
    return np.sin(np.arange(1, count + 1) ** 2)


def _flat(value: Any) -> Any:
    """All numbers of a result in a row; none where something in it is not a number."""
    if type(value) is np.ndarray and value.dtype == np.float64:  # nearly always, thousands of times
        return value.ravel()
    numbers = None if isinstance(value, tuple) else as_numbers(value)
    if numbers is not None:
        return np.ravel(numbers).astype(np.float64, copy=False)
    parts = [_flat(part) for part in value] if isinstance(value, tuple | list) else []
    return np.concatenate(parts) if parts and all(part.size for part in parts) else np.empty(0)


def _largest(value: Any) -> float:
    finite = np.abs(_flat(value))
    return float(np.max(finite[np.isfinite(finite)], initial=0.0))
