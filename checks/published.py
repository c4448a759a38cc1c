"""What a check publishes: what an answer returned, rounded so that every machine publishes the same."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from checks.outcome import Outcome, Probe, as_numbers

TOLERANCE = 1e-5
FLOAT32_TOLERANCE = 1e-4
DECIMALS = {TOLERANCE: 6, FLOAT32_TOLERANCE: 4}  # by the tolerance that the inputs allow
NOT_FINITE = ("nan", "inf", "-inf")


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
        the `tolerance` for the comparison, `on_paper` if there are no arguments, `too_much_memory` if
        it had more in use than it may, and either `error` (a class name) or `value`: numbers in nested lists, rounded to 6 decimals, to
        4 if an input is float32, or to more if all numbers are below 0.1; nan and infinities as
        strings; null for None; a dict as `entries`, a set of strings as `set`, a string as `text`.
        `unlike` names the type of anything else.

    Examples
    --------
    >>> published([Probe("one", {"x": 1.0})], [Outcome(np.array([1 / 3, np.inf]))])
    [{'probe': 'one', 'changed': [], 'tolerance': 1e-05, 'value': [0.333333, 'inf']}]
    """
    return [_published(probe, outcome) for probe, outcome in zip(probes, outcomes, strict=True)]


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
        if kind == "set" and isinstance(content, list) and all(map(is_word, content)):
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
    if not probe.arguments:
        entry["on_paper"] = True
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
    if isinstance(value, set | frozenset) and all(map(is_word, value)):
        return {"set": sorted(map(str, value))}
    numbers = as_numbers(value)
    if numbers is None or numbers.dtype == np.float16:
        return {"unlike": type(value).__name__ if numbers is None else "float16"}
    if numbers.dtype.kind != "f":
        return numbers.tolist()
    return _rounded(numbers.tolist(), decimals + leading_zeros(numbers))


def _rounded(numbers: Any, decimals: int) -> Any:
    if isinstance(numbers, list):
        return [_rounded(part, decimals) for part in numbers]
    return round(numbers, decimals) + 0.0 if math.isfinite(numbers) else str(numbers)


def leading_zeros(numbers: Any) -> int:
    """Count the zeros between the point and the first digit of the largest number."""
    largest = largest_of(numbers)
    return max(0, -1 - math.floor(math.log10(largest)))


def largest_of(numbers: Any) -> float:
    """The largest finite number of an array, without its sign; 1 if there is none but 0."""
    return float(np.abs(numbers[np.isfinite(numbers)] * 1.0).max(initial=0.0)) or 1.0


def _is_single(value: Any) -> bool:
    """Check whether a value is a float32 array of NumPy or PyTorch, or a dict with one."""
    if isinstance(value, dict):
        return any(map(_is_single, value.values()))
    dtype = getattr(value, "dtype", None)
    if isinstance(dtype, np.dtype):
        return bool(dtype == np.float32)
    return dtype is not None and str(dtype) == "torch.float32"


def is_word(part: Any) -> bool:
    """Check whether something is a string."""
    return isinstance(part, str)
