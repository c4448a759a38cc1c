"""The record of the clinic: which probe finds which bug."""

from course.clinic.cases import CASES
from course.clinic.probes import PROBES


def record() -> dict[str, tuple[str, ...]]:
    """Run every probe on every patient, and record which probes find something.

    Returns
    -------
    dict
        Maps the name of each case to the names of those probes.

    Examples
    --------
    >>> for name, found_by in record().items():
    ...     print(f"{name}: {', '.join(found_by)}")
    causal mask at the top left: cache
    positions restart with the cache: cache
    0 and 1 added as a mask: future, cache, reference
    mask after softmax: future, cache, padding, equal rows, reference
    padding hidden on the wrong axis: padding
    heads merged without moving them back: future, cache, padding, equal rows, heads, reference
    pairs of the other layout: reference
    float16 overflows before it is scaled: float16
    x + x for a residual: identity, reference
    dropout outside training: future, cache, padding, twice, equal rows, heads, reference
    """
    return {
        case.name: tuple(name for name, probe in PROBES.items() if probe(case.layer).found)
        for case in CASES
    }
