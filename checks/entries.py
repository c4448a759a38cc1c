"""Numbers on paper, one by one: a slip in one of them does not silence the names of the others.

The entries of a dict, or the rows of a list, are answers to questions of their own. So if no mistake
explains all of them, each is compared by itself.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from checks.claims import is_true
from checks.comparison import wrong_entries
from checks.mistake import Mistake
from checks.outcome import Outcome, Probe, as_numbers, attempt
from checks.published import TOLERANCE
from checks.search import Way, ways
from checks.task import Task

UNKNOWN_SLIPS = 1  # if there are more, a number may equal that of a mistake by coincidence
FACTOR_DIGITS = 4


def explain_entries(task: Task, probe: Probe, outcome: Outcome) -> tuple[Mistake, ...]:
    """Find the mistakes that explain some of the wrong entries of an answer on paper.

    Parameters
    ----------
    task : Task
    probe : Probe
        Without arguments.
    outcome : Outcome
        What the answer did.

    Returns
    -------
    tuple of Mistake
        In the order of the entries; empty if nothing fits.

    Notes
    -----
    A mistake has to explain every entry that it changes. If several mistakes explain an entry, the
    one that explains most entries is named, and none if there is more than one of these.
    """
    right, named = task.reference(), {}
    explained = [(way.mistakes[0], _explained(way, probe, outcome)) for way in ways(task, 1)]
    slips = slips_on_paper(outcome.value, right)
    for slip in slips:
        entries = Counter[Mistake]()
        for mistake, some in explained:
            if some.issuperset(slip):
                entries[mistake] = max(entries[mistake], len(some))
        most = [mistake for mistake in entries if entries[mistake] == max(entries.values())]
        named[slip] = most
    unknown = sum(not mistakes for mistakes in named.values())
    if unknown > UNKNOWN_SLIPS:
        return ()
    return tuple(dict.fromkeys(most[0] for most in named.values() if len(most) == 1))


def is_one_slip(found: Any, right: Any) -> bool:
    """Check whether several entries of an answer are wrong, and all of them by the same factor.

    Parameters
    ----------
    found : anything
    right : array or dict

    Returns
    -------
    bool

    Examples
    --------
    >>> is_one_slip([2, 8, 6], [1, 4, 6]), is_one_slip([2, 8, 5], [1, 4, 6])
    (True, False)
    """
    slips = slips_on_paper(found, right)
    return len(slips) == 1 and len(slips[0]) > 1


def slips_on_paper(found: Any, right: Any) -> list[frozenset[Any]]:
    """Group the wrong entries of an answer: those that are wrong by the same factor share a slip.

    Parameters
    ----------
    found : anything
        What an answer returned.
    right : array, dict or tuple

    Returns
    -------
    list of frozenset
        Keys of the dict, or numbers of the rows or parts. Empty if `found` has no such entries.

    Examples
    --------
    >>> slips_on_paper([2, 8, 6, 5], [1, 4, 6, 4])
    [frozenset({0, 1}), frozenset({3})]
    """
    groups: dict[Any, set[Any]] = {}
    for entry in wrong_entries(found, right, TOLERANCE):
        part = found.get(entry) if isinstance(found, Mapping) else found[entry]
        groups.setdefault(_factor(part, right[entry]) or ("alone", entry), set()).add(entry)
    return list(map(frozenset, groups.values()))


def _factor(found: Any, right: Any) -> float | None:
    """The factor by which a number is wrong; None if there is none, or if it is not one number."""
    numbers, wanted = as_numbers(found), as_numbers(right)
    if numbers is None or wanted is None or numbers.ndim or wanted.ndim or not wanted:
        return None
    return round(float(numbers / wanted), FACTOR_DIGITS)


def _explained(way: Way, probe: Probe, outcome: Outcome) -> set[Any]:
    """The entries that a mistake changes, if the answer agrees with it in all of them."""
    imagined = attempt(way.function(), probe).value
    changed = set(wrong_entries(imagined, way.task.reference(), TOLERANCE))
    agrees = changed.isdisjoint(wrong_entries(outcome.value, imagined, TOLERANCE))
    true = changed and agrees and all(is_true(one, way, [(probe, outcome)]) for one in way.mistakes)
    return changed if true else set()
