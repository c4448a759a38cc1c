"""Find the smallest input on which an answer goes wrong, by shrinking the inputs of the check."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from checks.comparison import entry_disagreement
from checks.outcome import NotCalled, Outcome, Probe, as_numbers, call
from checks.published import published
from checks.task import Property, Task

MOST_CALLS = 300
LONGEST_INPUT = 160
LONGEST_RESULT = 90
SUMS_TO_1 = 1.1e-5


@dataclass(frozen=True)
class Example:
    """An input on which an answer is wrong.

    Attributes
    ----------
    probe : Probe
    outcome : Outcome
        What the answer did with it.
    steady : bool
        Whether it returns the same result when it is called again.
    """

    probe: Probe
    outcome: Outcome
    steady: bool = True

    def words(self, name: str) -> str:
        """Describe the input and the result; empty if that is too long.

        Parameters
        ----------
        name : str
            The function that is called, in words ready to paste; empty for the values alone.
        """
        if not self.steady:
            return "Called twice with the same input, it returned two different results."
        shown = call_of(name, self.probe) if name else _values(self.probe)
        if len(shown) > LONGEST_INPUT:
            return ""
        result = _short(self.outcome.value)
        said = f"`{shown}` returns {result}" if name else f"with {shown}, the result is {result}"
        return f"The smallest input found that shows it: {said}.{self._helpers()}"

    def _helpers(self) -> str:
        """Say what the functions among the arguments do: the notebook does not define them."""
        functions = [value for value in self.probe.arguments.values() if callable(value)]
        return "".join(f" (`{one.__name__}`: {_first_line(one)})" for one in functions)


@dataclass
class Shrinking:
    """A search for a smaller input, with a limited number of calls.

    Attributes
    ----------
    task : Task
    answer : callable
    broken : Property, optional
        What the answer should not have on the smaller inputs, either.
    calls : int
        How many are left.
    """

    task: Task
    answer: Callable[..., Any]
    broken: Property | None = None
    calls: int = field(default=MOST_CALLS)

    def smallest(self, probe: Probe) -> Example | None:
        """Shrink a probe as long as the answer goes wrong in the same way, and what is shown shows it."""
        first = self._tried(probe)
        if first is None:
            return None
        kind, outcome = first
        found = Example(probe, outcome)
        while smaller := self._smaller(found.probe, kind):
            found = smaller
        right = self.task.right(found.probe)
        return found if _short(found.outcome.value) != _short(right.value) else None

    def _smaller(self, probe: Probe, kind: str) -> Example | None:
        for arguments in _shrunk(probe.arguments):
            if self.calls <= 0:
                return None
            candidate = Probe(probe.description, arguments)
            tried = self._tried(candidate)
            if tried is not None and tried[0] == kind:
                return Example(candidate, tried[1])
        return None

    def _tried(self, probe: Probe) -> tuple[str, Outcome] | None:
        """Say how an answer goes wrong; None if it does not show, or if the input is not valid."""
        if not self.task.valid(*probe.arguments.values()):
            return None
        right = self.task.right(probe)
        if right.error is not None or not _all_finite(right.value):
            return None
        self.calls -= 1
        outcome = call(self.answer, probe)
        if outcome.error is not None:
            return None
        if self.broken is not None and not self.broken.broken_by(probe, outcome):
            return None
        entry, wanted = (published([probe], [one])[0] for one in (outcome, right))
        difference = entry_disagreement(entry, wanted, isinstance(right.value, tuple))
        if difference is None or "float16" in difference:  # the numbers may still be right
            return None
        if in_words(outcome.value) == in_words(right.value):  # equal up to rounding
            return None
        return _kind(difference), outcome


def _first_line(function: Callable[..., Any]) -> str:
    return (function.__doc__ or "").strip().partition("\n")[0]


def smallest_example(
    task: Task,
    answer: Callable[..., Any],
    probes: Sequence[Probe],
    outcomes: Sequence[Outcome],
    broken: Property | None = None,
) -> Example | None:
    """Look for the smallest input on which an answer returns a wrong result.

    Parameters
    ----------
    task : Task
    answer : callable
        Called up to `MOST_CALLS` times.
    probes, outcomes : sequences of the same length
        The inputs of the check, and what the answer did with them.
    broken : Property, optional
        A property that the result should not have.

    Returns
    -------
    Example or None
        The same answer always gets the same example. None if the answer only raises errors, or
        does not break the property on any input that can be shown.
    """
    shrinking = Shrinking(task, answer, broken)
    returned = [
        probe
        for probe, one in zip(probes, outcomes, strict=True)
        if one.error is None and not probe.stage
    ]
    for probe in sorted(returned, key=_size):
        example = shrinking.smallest(probe)
        if example is not None:
            steady = is_steady(answer, example.probe, example.outcome)
            return Example(example.probe, example.outcome, steady)
    return None


def is_steady(answer: Callable[..., Any], probe: Probe, outcome: Outcome) -> bool:
    """Check whether an answer returns the same result when it is called again.

    Parameters
    ----------
    answer : callable
    probe : Probe
    outcome : Outcome
        What the answer did with it before.

    Returns
    -------
    bool
        Also True if it cannot be called again.
    """
    again = call(answer, probe)
    first, second = published([probe, probe], [outcome, again])
    return isinstance(again.error, NotCalled) or first.get("value") == second.get("value")


def _shrunk(arguments: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield smaller inputs, much smaller ones first; some may not be valid for the task."""
    yield from _without_batch(arguments)
    yield from _with_smaller_sizes(arguments)
    for name, value in arguments.items():
        if isinstance(value, np.ndarray):
            for simpler in _simpler(value):
                yield {**arguments, name: simpler}


def _without_batch(arguments: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    most = max((np.ndim(value) for value in _arrays(arguments)), default=0)
    if most > 2:
        yield {
            name: value[0] if np.ndim(value) == most else value for name, value in arguments.items()
        }


def _with_smaller_sizes(arguments: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Shorten all axes of the same length together, and the arguments that give this length."""
    sizes = {size for value in _arrays(arguments) for size in value.shape}
    sizes |= {value for value in arguments.values() if type(value) is int}
    for size in sorted((size for size in sizes if size > 1), reverse=True):
        for smaller in sorted({1, 2, size // 2, size - 1} - {size}):
            yield {name: cut(value, size, smaller) for name, value in arguments.items()}
    for name, value in arguments.items():
        if type(value) is int and value > 1:
            yield from ({**arguments, name: smaller} for smaller in range(1, value))


def cut(value: Any, size: int, smaller: int) -> Any:
    """Shorten all axes of one length, and a number that gives this length; shares stay shares.

    Examples
    --------
    >>> cut(np.zeros((3, 5)), 5, 2).shape, cut(5, 5, 2)
    ((3, 2), 2)
    """
    if type(value) is int:
        return smaller if value == size else value
    if not isinstance(value, np.ndarray):
        return value
    if value.dtype.kind in "iu":  # row numbers: keep those of the remaining rows
        return value[value < smaller] if value.shape == (size,) else value
    part = value[tuple(slice(smaller if length == size else None) for length in value.shape)]
    return part / part.sum(axis=-1, keepdims=True) if _are_shares(value) else part.copy()


def _simpler(array: Any) -> Iterator[Any]:
    """Replace numbers with others that are easier to read; shares stay shares."""
    shares, burden = _are_shares(array), _burden(array)
    for other in _rewritten(array):
        if _burden(other) < burden and _are_shares(other) == shares:
            yield other


def _rewritten(array: Any) -> Iterator[Any]:
    if array.dtype.kind == "f":
        yield array.astype(float)
        yield np.round(array) + 0.0
        yield np.full_like(array, 1 / array.shape[-1])
        yield np.round(array, 1) + 0.0
    for place in np.ndindex(array.shape):
        for number in (0, 1, -1):
            changed = array.copy()
            changed[place] = number
            yield changed


def _burden(array: Any) -> tuple[float, ...]:
    """Count what makes an array hard to read: an explicit dtype, digits, numbers other than 0."""
    if array.dtype.kind == "b":
        return (float((~array).sum()),)
    finite = array[np.isfinite(array)]
    long, fractions = (float((finite != np.round(finite, digits)).sum()) for digits in (1, 0))
    return float(array.dtype == np.float32), long, fractions, float(np.abs(finite).sum())


def _are_shares(array: Any) -> bool:
    if array.dtype.kind != "f" or array.ndim == 0:
        return False
    # The same comparison as np.allclose, without its overhead, because there are thousands of arrays.
    return bool((array >= 0).all() and (abs(array.sum(axis=-1) - 1) <= SUMS_TO_1).all())


def _arrays(arguments: Mapping[str, Any]) -> list[Any]:
    return [value for value in arguments.values() if isinstance(value, np.ndarray)]


def _size(probe: Probe) -> int:
    whole = (abs(value) for value in probe.arguments.values() if type(value) is int)
    return sum(int(array.size) for array in _arrays(probe.arguments)) + sum(whole)


def _all_finite(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(map(_all_finite, value))
    numbers = as_numbers(value)
    return numbers is None or bool(np.isfinite(numbers).all())


def _kind(difference: str) -> str:
    """Name the kind of difference, without the numbers and the result that it is in."""
    return " ".join(re.findall(r"[a-z]+", re.sub(r"in the \w+ result ", "", difference))[:2])


def call_of(name: str, probe: Probe) -> str:
    """Write the call of a function on an input, ready to paste."""
    return f"{name}({', '.join(_argument(value) for value in probe.arguments.values())})"


def _values(probe: Probe) -> str:
    given = (f"`{name} = {_argument(value)}`" for name, value in probe.arguments.items())
    return ", ".join(given)


def _argument(value: Any) -> str:
    if callable(value):
        return str(getattr(value, "__name__", "attend"))
    if not isinstance(value, np.ndarray):
        return repr(value)
    if not value.size:  # NumPy's own repr cannot be pasted
        return f"np.zeros({value.shape})"
    words = re.sub(r"(?<=\[) +", "", " ".join(repr(value).split()))
    return "np." + words.replace("dtype=", "dtype=np.").replace("inf", "np.inf")


def _short(value: Any) -> str:
    words = in_words(value)
    return words if len(words) <= LONGEST_RESULT else f"{words[:LONGEST_RESULT]} ..."


def in_words(value: Any) -> str:
    """Write a result with three decimals at most."""
    return repr(_readable(value))


def _readable(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return type(value)(map(_readable, value)) if type(value) in (tuple, list) else value
    numbers = as_numbers(value)
    if numbers is None:
        return value
    floats = numbers.dtype.kind == "f"
    return (np.round(numbers.astype(float), 3) + 0.0 if floats else numbers).tolist()
