"""Call an answer on a probe, and say in words where two results differ."""

import contextlib
import copy
import io
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

TOLERANCE = 1e-5
FLOAT32_TOLERANCE = 1e-4


@dataclass(frozen=True)
class Probe:
    """One input on which an answer is tried.

    Attributes
    ----------
    shows : str
        What this input is, as the learner reads it: "On {shows}, ...".
    arguments : mapping of str to value
        By name, for the words; handed over by position, in this order.
    """

    shows: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Outcome:
    """What became of one call.

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
    """Call a function on a copy of a probe, quietly, and look at what it left behind.

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
    """Do what `call` does, without keeping the function quiet: for many calls in a row."""
    arguments = {name: _own(value) for name, value in probe.arguments.items()}
    try:
        value = _snapshot(function(*arguments.values()))
    except (Exception, SystemExit) as error:
        return Outcome(error=error, changed=_changed(arguments, probe.arguments))
    return Outcome(value, changed=_changed(arguments, probe.arguments))


def disagreement(value: Any, expected: Any, tolerance: float) -> str | None:
    """Say how a result differs from the expected one, or None if it does not.

    Parameters
    ----------
    value : anything
        NumPy scalars and 0-d arrays count as numbers, nested lists as arrays, a list as a tuple.
    expected : array, number, None, str, a tuple of these, or a dict of shapes
        Keys that are not expected are ignored.
    tolerance : float
        Relative to the largest expected value.

    Returns
    -------
    str or None
        The first of: wrong type, wrong shape, too coarse a dtype, nan, other numbers. The
        expected value itself is never in the sentence.

    Examples
    --------
    >>> disagreement([[1, 2]], np.array([[1.0, 2.0]]), 1e-5) is None
    True
    >>> disagreement(np.zeros((3, 2)), np.zeros((2, 3)), 1e-5)
    'the shape is (3, 2), not (2, 3)'
    """
    if isinstance(expected, dict):
        return _dict_disagreement(value, expected)
    if isinstance(expected, tuple):
        return _tuple_disagreement(value, expected, tolerance)
    if expected is None or isinstance(expected, str):
        same = type(value) is type(expected) and value == expected
        return None if same else f"it returned {_kind(value)}"
    numbers = as_numbers(value)
    if numbers is None:
        forgotten = " (is `return` missing?)" if value is None and np.ndim(expected) else ""
        return f"it returned {_kind(value)}{forgotten}"
    return _array_disagreement(numbers, np.asarray(expected), tolerance)


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


def tolerance_for(probe: Probe, value: Any) -> float:
    """Choose the tolerance: float32 going in or coming out cannot be held to more than 1e-4.

    Parameters
    ----------
    probe : Probe
    value : whatever the answer returned

    Returns
    -------
    float
        Relative to the largest value.

    Examples
    --------
    >>> tolerance_for(Probe("halves", {"x": np.float32(0.5)}), 0.25)
    0.0001
    """
    results = value if isinstance(value, tuple | list) else (value,)
    single = any(map(_is_single, (*probe.arguments.values(), *results)))
    return FLOAT32_TOLERANCE if single else TOLERANCE


def _is_single(value: Any) -> bool:
    """Whether a value is an array of float32, NumPy's or PyTorch's."""
    dtype = getattr(value, "dtype", None)
    if isinstance(dtype, np.dtype):
        return bool(dtype == np.float32)
    return dtype is not None and str(dtype) == "torch.float32"


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Drop what is printed and warned of in a block."""
    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
    ):
        warnings.simplefilter("ignore")
        yield


def _own(value: Any) -> Any:
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


def _tuple_disagreement(value: Any, expected: tuple[Any, ...], tolerance: float) -> str | None:
    if not isinstance(value, tuple | list) or len(value) != len(expected):
        return f"it returned {_kind(value)}, not a tuple of {len(expected)}"
    places = ("first", "second", "third")
    for place, part, wanted in zip(places, value, expected, strict=False):
        difference = disagreement(part, wanted, tolerance)
        if difference:
            return f"in the {place} result {difference}"
    return None


def _dict_disagreement(value: Any, expected: Mapping[str, Any]) -> str | None:
    if not isinstance(value, Mapping):
        return f"it returned {_kind(value)}, not a dict"
    for name, shape in expected.items():
        if name not in value:
            return f"there is no entry {name}"
        if not _same_shape(value[name], shape):
            return f"the entry {name} is {value[name]!r:.40}"
    return None


def _same_shape(shape: Any, expected: Any) -> bool:
    if _is_shape(shape) and _is_shape(expected):
        return tuple(shape) == tuple(expected)
    # Python finds (2, 3.0) == (2, 3), and a tuple with arrays in it refuses to be compared.
    return not _is_shape(expected) and repr(shape) == repr(expected)


def _is_shape(value: Any) -> bool:
    return isinstance(value, tuple | list) and all(_is_whole(size) for size in value)


def _is_whole(size: Any) -> bool:
    return isinstance(size, int | np.integer) and not isinstance(size, bool)


def _array_disagreement(numbers: Any, expected: Any, tolerance: float) -> str | None:
    if numbers.shape != expected.shape:
        return f"the shape is {numbers.shape}, not {expected.shape}"
    if numbers.dtype == np.float16:
        return "the dtype is float16, which is too coarse"
    if (numbers.dtype == np.bool_) != (expected.dtype == np.bool_):
        return f"the dtype is {numbers.dtype}, not {expected.dtype}"
    if np.isnan(numbers).any() and not np.isnan(expected).any():
        return "there are nan among the numbers"
    finite = np.abs(expected[np.isfinite(expected)])
    scale = finite.max(initial=0.0) or 1.0
    if _close(numbers, expected, tolerance * scale):
        return None
    return f"{numbers} is not the answer" if numbers.ndim == 0 else "the numbers differ"


def _close(numbers: Any, expected: Any, distance: float) -> bool:
    near = np.abs(numbers * 1.0 - expected * 1.0) <= distance  # bools have no difference
    # Infinities that agree, and nan beside nan, are near as well; that is looked at last, being rare.
    alike = near | (numbers == expected) | (np.isnan(numbers) & np.isnan(expected))
    return bool(near.all() or alike.all())


def _kind(value: Any) -> str:
    if value is None:
        return "None"
    if isinstance(value, tuple | list):
        return f"a {type(value).__name__} of {len(value)}"
    if isinstance(value, np.ndarray):
        return f"one array of shape {value.shape}"
    return f"{'an' if type(value).__name__[:1] in 'aeiou' else 'a'} {type(value).__name__}"
