"""What counts as equal: a single rule, applied to rounded values.

A check publishes what an answer returned, rounded so that every machine publishes the same values.
The check itself, `coursetools check` and `coursetools grade` all compare these rounded values with
`entry_disagreement`, so they cannot disagree about an answer.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from checks.outcome import Outcome, Probe, as_numbers

TOLERANCE = 1e-5
FLOAT32_TOLERANCE = 1e-4
DECIMALS = {TOLERANCE: 6, FLOAT32_TOLERANCE: 4}  # by the tolerance that the inputs allow
ROUNDING_ERROR = 1e-9  # of a subtraction of rounded numbers, relative to the distance allowed
NOT_FINITE = ("nan", "inf", "-inf")
PLACES = ("first", "second", "third", "fourth", "fifth")
ROWS = ("", " rows", " tables")  # by the number of axes
LISTED = "a list, tuple or array"  # once published, all of these are lists
TOO_COARSE = "the dtype is float16, which is too coarse: float32 or float64 is asked for"
EXCHANGED = "True and False are not all where they should be"


class Unlike:
    """A result that is not a number, of which only the type is known."""

    def __init__(self, kind: str) -> None:
        self.kind = kind


def published(probes: Sequence[Probe], outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """Round what an answer returned, so that every machine publishes the same values.

    Parameters
    ----------
    probes, outcomes : sequences of the same length

    Returns
    -------
    list of dict
        For each probe: its description (`probe`), the arguments that were written into (`changed`),
        the `tolerance` for the comparison, `too_much_memory` if it had more in use than it may, and
        either `error` (a class name) or `value`: numbers in nested lists, rounded to 6 decimals, to
        4 if an input is float32, or to more if all numbers are below 0.1; nan and infinities as
        strings; null for None; a dict as `entries`, a set of strings as `set`, a string as `text`.
        `unlike` names the type of anything else.

    Examples
    --------
    >>> published([Probe("one", {"x": 1.0})], [Outcome(np.array([1 / 3, np.inf]))])
    [{'probe': 'one', 'changed': [], 'tolerance': 1e-05, 'value': [0.333333, 'inf']}]
    """
    return [_published(probe, outcome) for probe, outcome in zip(probes, outcomes, strict=True)]


def entry_disagreement(entry: Any, expected: Mapping[str, Any], several: bool) -> str | None:
    """Say how a published entry differs from that of the right answer, or None if it does not.

    Parameters
    ----------
    entry : JSON
        The entry of an answer; it may be forged.
    expected : dict
        The entry of the right answer for the same input.
    several : bool
        Whether the task asks for a tuple of results; each is then compared on its own scale.

    Returns
    -------
    str or None

    Raises
    ------
    ValueError
        If `entry` cannot come from `published`.

    Examples
    --------
    >>> right = {"value": [0.25, 0.75], "tolerance": 1e-5, "changed": []}
    >>> entry_disagreement({**right, "value": [0.25, 0.7501]}, right, False)
    'the numbers differ'
    """
    if not isinstance(entry, Mapping) or not isinstance(entry.get("changed"), list):
        raise ValueError("not an entry of a check")
    if "value" not in entry:
        return "it raised an error"
    wanted = tuple(restored(expected["value"])) if several else restored(expected["value"])
    rough = FLOAT32_TOLERANCE in (entry.get("tolerance"), expected["tolerance"])
    tolerance = FLOAT32_TOLERANCE if rough else TOLERANCE
    decimals = DECIMALS[expected["tolerance"]]
    difference = disagreement(restored(entry["value"]), wanted, tolerance, decimals)
    only_numbers = difference is None or "numbers" in difference or EXCHANGED in difference
    if difference is None and "too_much_memory" in entry:
        return "the result is right, but too many numbers are in memory at once"
    if entry["changed"] and only_numbers:
        changed = list(map(str, entry["changed"]))
        return (
            f"your function changed its argument{'s' * (len(changed) > 1)} {' and '.join(changed)}"
        )
    return difference


def agree(entries: Any, expected: Sequence[Mapping[str, Any]], several: bool) -> bool:
    """Check whether all published entries agree with those of the right answer.

    Parameters
    ----------
    entries : JSON
        The entries of an answer; they may be forged.
    expected : list of dict
    several : bool
        As in `entry_disagreement`.

    Returns
    -------
    bool
        This never raises: malformed entries count as wrong.
    """
    try:
        return len(entries) == len(expected) > 0 and all(
            entry_disagreement(entry, right, several) is None
            for entry, right in zip(entries, expected, strict=True)
        )
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return False


def disagreement(
    value: Any, expected: Any, tolerance: float, decimals: int | None = None
) -> str | None:
    """Say how a result differs from the expected one, or None if it does not.

    Parameters
    ----------
    value : anything
        NumPy scalars and 0-d arrays count as numbers, nested lists as arrays, a list as a tuple.
    expected : array, number, None, str, a tuple of these, or a dict of these, of shapes and of sets
        Unexpected keys are ignored. For a set of strings, any list of them is accepted. Capitals
        and spaces around a string make no difference.
    tolerance : float
        Relative to the largest expected value.
    decimals : int, optional
        The decimals to which both were rounded; a difference of one step is ignored.

    Returns
    -------
    str or None
        The first of: wrong type, wrong shape, too coarse a dtype, nan, other numbers. No right
        number is ever in the sentence.

    Examples
    --------
    >>> disagreement([[1, 2]], np.array([[1.0, 2.0]]), 1e-5) is None
    True
    >>> disagreement(np.zeros((3, 2)), np.zeros((2, 3)), 1e-5)
    'the shape is (3, 2), not (2, 3)'
    """
    if isinstance(expected, dict):
        return _dict_disagreement(value, expected, tolerance, decimals)
    if isinstance(expected, tuple):
        return _tuple_disagreement(value, expected, tolerance, decimals)
    if expected is None:
        return None if value is None else f"it returned {_kind(value)}, not None"
    if isinstance(expected, str):
        return _word_disagreement(value, expected)
    if isinstance(expected, set):
        return _set_disagreement(value, expected)
    numbers = as_numbers(value)
    if numbers is None:
        return _not_numbers(value, np.asarray(expected))
    return _array_disagreement(numbers, np.asarray(expected), tolerance, decimals)


def wrong_entries(
    value: Any, expected: Any, tolerance: float, decimals: int | None = None
) -> list[Any]:
    """List the entries of a result that are wrong by themselves, as if all others were right.

    Parameters
    ----------
    value : anything
    expected : dict, or array with at least one axis
    tolerance, decimals
        As in `disagreement`.

    Returns
    -------
    list
        Keys of the dict, or numbers of the rows. Empty if `value` is no dict, or has another shape.

    Examples
    --------
    >>> wrong_entries([1, 3, 2], np.array([1, 2, 2]), 1e-5)
    [1]
    """
    alone: dict[Any, Any]
    if isinstance(expected, Mapping):
        known = value if isinstance(value, Mapping) else expected
        alone = {entry: {**expected, entry: known.get(entry)} for entry in expected}
    else:
        right, numbers = np.asarray(expected), as_numbers(value)
        if numbers is None or numbers.shape != right.shape:
            return []
        rows = np.arange(len(right)).reshape(-1, *[1] * (right.ndim - 1))
        alone = {entry: np.where(rows == entry, numbers, right) for entry in range(len(right))}
    return [
        entry
        for entry, other in alone.items()
        if disagreement(other, expected, tolerance, decimals) is not None
    ]


def place_on_paper(entry: Mapping[str, Any], expected: Mapping[str, Any]) -> str:
    """Say how many rows of a published list are right, and where the first wrong one is.

    Parameters
    ----------
    entry, expected : dict
        As in `entry_disagreement`; the numbers differ.

    Returns
    -------
    str

    Examples
    --------
    >>> right = {"value": [0.25, 0.75], "tolerance": 1e-5, "changed": []}
    >>> place_on_paper({**right, "value": [0.25, 0.7]}, right)
    '1 of 2 right; look at the second'
    """
    wanted = np.asarray(restored(expected["value"]))
    wrong = wrong_entries(
        restored(entry["value"]), wanted, expected["tolerance"], DECIMALS[expected["tolerance"]]
    )
    rows = ROWS[wanted.ndim - 1]
    right = len(wanted) - len(wrong)
    return f"{right} of {len(wanted)}{rows} right; look at the {_ordinal(wrong[0])}"


def tolerance_for(probe: Probe, value: Any) -> float:
    """Choose the tolerance: the probe's own, else 1e-4 if float32 goes in or comes out, else 1e-5.

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
    if probe.tolerance is not None:
        return probe.tolerance
    results = value if isinstance(value, tuple | list) else (value,)
    single = any(map(_is_single, (*probe.arguments.values(), *results)))
    return FLOAT32_TOLERANCE if single else TOLERANCE


def restored(plain: Any) -> Any:
    """Turn a published value back into what it represents, rounded.

    Parameters
    ----------
    plain : JSON
        It may be forged.

    Returns
    -------
    anything
        Numbers, lists of them, None, str, dicts, and `Unlike`.

    Raises
    ------
    ValueError
        If no check publishes such a value.

    Examples
    --------
    >>> restored([0.5, "inf"])
    [0.5, inf]
    """
    if isinstance(plain, list):
        return [restored(part) for part in plain]
    if isinstance(plain, dict) and len(plain) == 1:
        ((kind, content),) = plain.items()
        if kind == "entries" and isinstance(content, dict):
            return {name: restored(part) for name, part in content.items()}
        if kind == "set" and isinstance(content, list) and all(map(_is_word, content)):
            return set(content)
        if kind in ("text", "unlike") and isinstance(content, str):
            return content if kind == "text" else Unlike(content)
    if plain is None or isinstance(plain, bool | int):
        return plain
    if plain in NOT_FINITE or (isinstance(plain, float) and math.isfinite(plain)):
        return float(plain)
    raise ValueError("not a value that a check publishes")


def _published(probe: Probe, outcome: Outcome) -> dict[str, Any]:
    tolerance = tolerance_for(probe, outcome.value)
    entry = {"probe": probe.description, "changed": list(outcome.changed), "tolerance": tolerance}
    if outcome.error is not None:
        return {**entry, "error": type(outcome.error).__name__}
    if outcome.needs_too_much(probe):
        entry["too_much_memory"] = True
    value = probe.judge(outcome.value) if probe.judge else outcome.value
    return {**entry, "value": _plain(value, DECIMALS[tolerance_for(probe, None)])}


def _plain(value: Any, decimals: int) -> Any:
    if value is None:
        return None
    if isinstance(value, str):
        return {"text": value[:1000]}
    if isinstance(value, Mapping):
        return {"entries": {str(key): _plain(part, decimals) for key, part in value.items()}}
    if isinstance(value, tuple | list):
        return [_plain(part, decimals) for part in value]
    if isinstance(value, set | frozenset) and all(map(_is_word, value)):
        return {"set": sorted(map(str, value))}
    numbers = as_numbers(value)
    if numbers is None or numbers.dtype == np.float16:
        return {"unlike": type(value).__name__ if numbers is None else "float16"}
    if numbers.dtype.kind != "f":
        return numbers.tolist()
    return _rounded(numbers.tolist(), decimals + _zeros(numbers))


def _rounded(numbers: Any, decimals: int) -> Any:
    if isinstance(numbers, list):
        return [_rounded(part, decimals) for part in numbers]
    return round(numbers, decimals) + 0.0 if math.isfinite(numbers) else str(numbers)


def _zeros(numbers: Any) -> int:
    """Count the zeros between the point and the first digit of the largest number."""
    largest = _largest(numbers)
    return max(0, -1 - math.floor(math.log10(largest)))


def _largest(numbers: Any) -> float:
    return float(np.abs(numbers[np.isfinite(numbers)] * 1.0).max(initial=0.0)) or 1.0


def _is_single(value: Any) -> bool:
    """Check whether a value is a float32 array of NumPy or PyTorch, or a dict with one."""
    if isinstance(value, dict):
        return any(map(_is_single, value.values()))
    dtype = getattr(value, "dtype", None)
    if isinstance(dtype, np.dtype):
        return bool(dtype == np.float32)
    return dtype is not None and str(dtype) == "torch.float32"


def _tuple_disagreement(
    value: Any, expected: tuple[Any, ...], tolerance: float, decimals: int | None
) -> str | None:
    if not isinstance(value, tuple | list) or len(value) != len(expected):
        words = isinstance(value, tuple | list) and all(map(_is_word, value))
        if words and all(map(_is_word, expected)):
            return f"it returned {len(value)} string{'s' * (len(value) != 1)}, not {len(expected)}"
        return f"it returned {_kind(value)}, not a tuple of {len(expected)}"
    for number, (part, wanted) in enumerate(zip(value, expected, strict=True)):
        difference = disagreement(part, wanted, tolerance, decimals)
        if difference:
            return f"in the {_ordinal(number)} result {difference}"
    return None


def _ordinal(number: int) -> str:
    return PLACES[number] if number < len(PLACES) else f"{number + 1}th"


def _not_numbers(value: Any, expected: Any) -> str:
    if isinstance(value, Unlike) and value.kind == "float16":
        return TOO_COARSE
    if value is None and expected.ndim:
        return "it returned None (is `return` missing?)"
    if isinstance(value, tuple | list) and expected.ndim == 1:
        for place, part in enumerate(value):
            if np.ndim(as_numbers(part)) or as_numbers(part) is None:
                return f"the {_ordinal(place)} entry is {_kind(part)}, not a number"
    return f"it returned {_kind(value)}, not {_kind_asked(expected)}"


def _kind_asked(expected: Any) -> str:
    if expected.ndim:
        return "an array"
    return "True or False" if expected.dtype == np.bool_ else "a number"


def _is_word(part: Any) -> bool:
    return isinstance(part, str)


def _set_disagreement(value: Any, expected: set[str]) -> str | None:
    words = [value] if isinstance(value, str) else value
    if not isinstance(words, set | frozenset | tuple | list):
        return f"it returned {_kind(value)}, not a set"
    if not all(map(_is_word, words)):
        return "there is something else than strings"
    given, right = ({word.strip().lower() for word in some} for some in (words, expected))
    missing, more = right - given, given - right
    found = ["something is missing"] * bool(missing) + ["something does not belong there"] * bool(
        more
    )
    return ", and ".join(found) or None


def _dict_disagreement(
    value: Any, expected: Mapping[str, Any], tolerance: float, decimals: int | None
) -> str | None:
    if not isinstance(value, Mapping):
        return (
            f"it returned {LISTED if isinstance(value, tuple | list) else _kind(value)}, not a dict"
        )
    found = [
        _part_disagreement(name, value, wanted, tolerance, decimals)
        for name, wanted in expected.items()
    ]
    first = next(filter(None, found), None)
    if first is None or len(found) == 1:
        return first
    return f"{first} ({found.count(None)} of {len(found)} right)"


def _part_disagreement(
    name: str, value: Mapping[str, Any], wanted: Any, tolerance: float, decimals: int | None
) -> str | None:
    if name not in value:
        return f"there is no entry {_quoted(name)}"
    part = value[name]
    if _is_shape(wanted):
        same = _is_shape(part) and list(part) == list(wanted)
        found = "a string, not a tuple of numbers" if isinstance(part, str) else _short(part)
        return None if same else f"the entry {_quoted(name)} is {found}"
    difference = disagreement(part, wanted, tolerance, decimals)
    return difference and f"in the entry {_quoted(name)} {difference}"


def _quoted(name: Any) -> str:
    """Put a name of several words into quotes."""
    return f"'{name}'" if " " in str(name) else str(name)


def _is_shape(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.ndim == 1 and value.dtype.kind in "iu"
    return isinstance(value, tuple | list) and all(map(_is_whole, value))


def _is_whole(size: Any) -> bool:
    return isinstance(size, int | np.integer) and not isinstance(size, bool)


def _array_disagreement(
    numbers: Any, expected: Any, tolerance: float, decimals: int | None
) -> str | None:
    if numbers.shape != expected.shape:
        return f"the shape is {numbers.shape}, not {expected.shape}"
    if numbers.dtype == np.float16:
        return TOO_COARSE
    if (numbers.dtype == np.bool_) != (expected.dtype == np.bool_):
        if not expected.ndim:
            return f"it returned {numbers}, not {_kind_asked(expected)}"
        return f"the dtype is {numbers.dtype}, not {expected.dtype}"
    if np.isnan(numbers).any() and not np.isnan(expected).any():
        return "there are nan among the numbers"
    distance = tolerance * _largest(expected)
    if decimals is not None:
        distance = max(distance, 10.0 ** -(decimals + _zeros(expected))) * (1 + ROUNDING_ERROR)
    if _close(numbers, expected, distance):
        return None
    if not numbers.ndim:
        return f"{numbers} is not the answer"
    return EXCHANGED if numbers.dtype == np.bool_ else "the numbers differ"


def _close(numbers: Any, expected: Any, distance: float) -> bool:
    with np.errstate(invalid="ignore", over="ignore"):  # inf - inf, if warnings are errors
        near = np.abs(numbers * 1.0 - expected * 1.0) <= distance  # bools cannot be subtracted
    # Equal infinities count as close, and so does nan beside nan.
    alike = near | (numbers == expected) | (np.isnan(numbers) & np.isnan(expected))
    return bool(near.all() or alike.all())


def _word_disagreement(value: Any, expected: str) -> str | None:
    if not isinstance(value, str):
        return f"it returned {LISTED if isinstance(value, tuple | list) else _kind(value)}, not a string"
    if value.strip().lower() == expected.lower():
        return None
    return f"{str(value)!r:.40} is not the answer"


def _kind(value: Any) -> str:
    if value is None or isinstance(value, bool | int | float):
        return f"{value!r:.40}"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, tuple | list):
        return _parts(value)
    if isinstance(value, np.ndarray):
        return f"one array of shape {value.shape}"
    name = value.kind if isinstance(value, Unlike) else type(value).__name__
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"


def _parts(value: Sequence[Any]) -> str:
    """Tell an array from several results: both are lists once they are published."""
    numbers = as_numbers(value)
    if numbers is not None and numbers.size:
        return f"one array of shape {numbers.shape}"
    return f"{len(value)} result{'s' * (len(value) != 1)}"


def _short(value: Any) -> str:
    words = repr(tuple(value)) if isinstance(value, tuple | list) else repr(value)
    return f"{words:.40}" if not isinstance(value, Unlike) else _kind(value)
