"""What counts as equal: a single rule, applied to rounded values.

A check publishes what an answer returned, rounded so that every machine publishes the same values.
The check itself, `coursetools check` and `coursetools grade` all compare these rounded values with
`entry_disagreement`, so they cannot disagree about an answer.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from checks.outcome import as_numbers
from checks.published import (
    DECIMALS,
    FLOAT32_TOLERANCE,
    TOLERANCE,
    Unlike,
    is_word,
    largest_of,
    leading_zeros,
    restored,
)

HALF_A_THOUSANDTH = 0.0005 + 1e-9
ROUNDING_ERROR = 1e-9  # of a subtraction of rounded numbers, relative to the distance allowed
PLACES = ("first", "second", "third", "fourth", "fifth")
ROWS = ("", " rows", " tables")  # by the number of axes
LISTED = "a list, tuple or array"  # once published, all of these are lists
TOO_COARSE = "the dtype is float16, which is too coarse: float32 or float64 is asked for"
EXCHANGED = "True and False are not all where they should be"


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
    on_paper = bool(expected.get("on_paper"))
    difference = disagreement(restored(entry["value"]), wanted, tolerance, decimals, on_paper)
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
    value: Any,
    expected: Any,
    tolerance: float,
    decimals: int | None = None,
    on_paper: bool = False,
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
    on_paper : bool
        Whether each number is an answer of its own. It is then compared on its own scale, or, where
        the tolerance is that of float32, up to half a unit of the third decimal.

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
        return _dict_disagreement(value, expected, tolerance, decimals, on_paper)
    if isinstance(expected, tuple):
        return _tuple_disagreement(value, expected, tolerance, decimals, on_paper)
    if expected is None:
        return None if value is None else f"it returned {_kind(value)}, not None"
    if isinstance(expected, str):
        return _word_disagreement(value, expected)
    if isinstance(expected, set):
        return _set_disagreement(value, expected)
    numbers = as_numbers(value)
    if numbers is None:
        return _not_numbers(value, np.asarray(expected))
    return _array_disagreement(numbers, np.asarray(expected), tolerance, decimals, on_paper)


def wrong_entries(
    value: Any, expected: Any, tolerance: float, decimals: int | None = None
) -> list[Any]:
    """List the entries of a result that are wrong by themselves, as if all others were right.

    Parameters
    ----------
    value : anything
    expected : dict, tuple, or array with at least one axis
    tolerance, decimals
        As in `disagreement`.

    Returns
    -------
    list
        Keys of the dict, or numbers of the parts or rows. Empty if `value` has another form.

    Examples
    --------
    >>> wrong_entries([1, 3, 2], np.array([1, 2, 2]), 1e-5)
    [1]
    """
    alone: dict[Any, Any]
    if isinstance(expected, Mapping):
        known = value if isinstance(value, Mapping) else expected
        alone = {entry: {**expected, entry: known.get(entry)} for entry in expected}
    elif isinstance(expected, tuple):
        parts = value if isinstance(value, tuple | list) and len(value) == len(expected) else ()
        alone = {
            entry: (*expected[:entry], part, *expected[entry + 1 :])
            for entry, part in enumerate(parts)
        }
    else:
        right, numbers = np.asarray(expected), as_numbers(value)
        if numbers is None or not right.ndim or numbers.shape != right.shape:
            return []
        rows = np.arange(len(right)).reshape(-1, *[1] * (right.ndim - 1))
        alone = {entry: np.where(rows == entry, numbers, right) for entry in range(len(right))}
    return [
        entry
        for entry, other in alone.items()
        if disagreement(other, expected, tolerance, decimals, on_paper=True) is not None
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


def _tuple_disagreement(
    value: Any, expected: tuple[Any, ...], tolerance: float, decimals: int | None, on_paper: bool
) -> str | None:
    if not isinstance(value, tuple | list) or len(value) != len(expected):
        words = isinstance(value, tuple | list) and all(map(is_word, value))
        if words and all(map(is_word, expected)):
            return f"it returned {len(value)} string{'s' * (len(value) != 1)}, not {len(expected)}"
        return f"it returned {_kind(value)}, not a tuple of {len(expected)}"
    for number, (part, wanted) in enumerate(zip(value, expected, strict=True)):
        difference = disagreement(part, wanted, tolerance, decimals, on_paper)
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


def _set_disagreement(value: Any, expected: set[str]) -> str | None:
    words = [value] if isinstance(value, str) else value
    if not isinstance(words, set | frozenset | tuple | list):
        return f"it returned {_kind(value)}, not a set"
    if not all(map(is_word, words)):
        return "there is something else than strings"
    given, right = ({word.strip().lower() for word in some} for some in (words, expected))
    missing, more = right - given, given - right
    found = ["something is missing"] * bool(missing) + ["something does not belong there"] * bool(
        more
    )
    return ", and ".join(found) or None


def _dict_disagreement(
    value: Any,
    expected: Mapping[str, Any],
    tolerance: float,
    decimals: int | None,
    on_paper: bool,
) -> str | None:
    if not isinstance(value, Mapping):
        return (
            f"it returned {LISTED if isinstance(value, tuple | list) else _kind(value)}, not a dict"
        )
    found = [
        _part_disagreement(name, value, wanted, tolerance, decimals, on_paper)
        for name, wanted in expected.items()
    ]
    first = next(filter(None, found), None)
    if first is None or len(found) == 1:
        return first
    return f"{first} ({found.count(None)} of {len(found)} right)"


def _part_disagreement(
    name: str,
    value: Mapping[str, Any],
    wanted: Any,
    tolerance: float,
    decimals: int | None,
    on_paper: bool,
) -> str | None:
    if name not in value:
        return f"there is no entry {_quoted(name)}"
    part = value[name]
    if _is_shape(wanted):
        same = _is_shape(part) and list(part) == list(wanted)
        found = "a string, not a tuple of numbers" if isinstance(part, str) else _short(part)
        return None if same else f"the entry {_quoted(name)} is {found}"
    difference = disagreement(part, wanted, tolerance, decimals, on_paper)
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
    numbers: Any, expected: Any, tolerance: float, decimals: int | None, on_paper: bool
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
    distance: Any = tolerance * largest_of(expected)
    if on_paper and tolerance == FLOAT32_TOLERANCE:
        distance = HALF_A_THOUSANDTH
    elif on_paper:
        distance = np.maximum(tolerance * np.abs(expected * 1.0), 10.0 ** -DECIMALS[tolerance])
    elif decimals is not None:
        distance = max(distance, 10.0 ** -(decimals + leading_zeros(expected))) * (
            1 + ROUNDING_ERROR
        )
    if _close(numbers, expected, distance):
        return None
    if not numbers.ndim:
        return f"{numbers} is not the answer"
    return EXCHANGED if numbers.dtype == np.bool_ else "the numbers differ"


def _close(numbers: Any, expected: Any, distance: Any) -> bool:
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
