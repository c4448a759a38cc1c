"""The record of the clinic: which probe finds which bug, filled in by the learner."""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations
from typing import Any

from attnlib.clinic import CASES, PROBES, Case, record
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import Steps
from checks.task import Property, Task

Row = frozenset[str]
Rows = dict[str, set[str]]

COMPARING_RUNS = ("future", "cache", "padding", "equal rows")


def _called(case: Case) -> str:
    """Find the name of a patient's layer, whatever the wording of its complaint."""
    layer: Any = case.layer
    return str(layer.__name__)


COMPLAINTS = {_called(case): case.complaint for case in CASES}


def clinic_record() -> Rows:
    """Say which probe finds which bug.

    Returns
    -------
    dict
        Maps the complaint of each patient to the names of the probes that find something.

    Examples
    --------
    >>> clinic_record()["worse with the cache"]
    {'cache'}
    """
    return {COMPLAINTS[patient]: set(row) for patient, row in _rows().items()}


@cache
def _rows() -> Mapping[str, Row]:
    found = record()
    return {_called(case): frozenset(found[case.name]) for case in CASES}


def _pipeline(step: Any) -> Any:
    own = step.record
    rows = {name: getattr(own, name)(row) for name, row in _rows().items()}
    return own.written({COMPLAINTS[name]: set(row) for name, row in own.all(rows).items()})


def _with(*probes: str) -> Callable[[Row], Row]:
    return lambda row: row | set(probes)


def _without(*probes: str) -> Callable[[Row], Row]:
    return lambda row: row - set(probes)


def _only(*probes: str) -> Callable[[Row], Row]:
    return lambda row: frozenset(probes)


def _in(change: Callable[[Row], Row], *patients: str) -> Steps:
    return {f"record.{patient}": change for patient in patients}


def _in_each_or_all(change: Callable[[Row], Row], *patients: str) -> tuple[Steps, ...]:
    every = range(1, len(patients) + 1)
    return tuple(_in(change, *some) for many in every for some in combinations(patients, many))


def _in_all(change: Callable[[Row], Row]) -> Steps:
    return {"record.all": lambda rows: {name: change(row) for name, row in rows.items()}}


def _exchanged(one: str, other: str) -> Steps:
    return {"record.all": lambda rows: {**rows, one: rows[other], other: rows[one]}}


def _by_probe(rows: Rows) -> Rows:
    return {name: {bug for bug, row in rows.items() if name in row} for name in PROBES}


def _by_cause(rows: Rows) -> Rows:
    return {case.name: rows[case.complaint] for case in CASES}


def _ten_rows(probe: Probe, rows: Any) -> bool:
    return set(rows) >= set(COMPLAINTS.values())


def _of_probes(probe: Probe, rows: Any) -> bool:
    return all(set(row) <= set(PROBES) for row in map(_as_words, rows.values()))


def _as_words(row: Any) -> Any:
    return [row] if isinstance(row, str) else row


def _found_by_some(probe: Probe, rows: Any) -> bool:
    return all(0 < len(set(_as_words(row))) < len(PROBES) for row in rows.values())


def _reference_is_blind_to_some(probe: Probe, rows: Any) -> bool:
    return 0 < sum("reference" in row for row in rows.values()) < len(rows)


MOST_TELLING = {
    "top_left": "cache",
    "positions_restart": "cache",
    "added_mask": "future",
    "late_mask": "equal rows",
    "padded_queries": "padding",
    "merged_as_is": "heads",
    "wrong_pairs": "reference",
    "half_overflow": "float16",
    "no_residual": "identity",
    "always_dropping": "twice",
}

RECORD = Family(
    "record",
    {
        **dict.fromkeys(COMPLAINTS, lambda row: row),
        "all": lambda rows: rows,
        "written": lambda rows: rows,
    },
    (
        Mistake(
            "loss-finds-it",
            "The loss is in it as if it were a probe, but it cannot tell by itself.",
            "Which curve would you have to see beside it to notice anything?",
        ).by(
            *_in_each_or_all(_with("loss"), "added_mask", "no_residual", "half_overflow"),
            _in_all(_with("loss")),
        ),
        Mistake(
            "reference-finds-all",
            "The reference finds a bug that it never meets on one plain text at once.",
            "Do the slow loops read with a cache, with padding or in float16?",
        ).by(
            *_in_each_or_all(
                _with("reference"),
                "top_left",
                "positions_restart",
                "padded_queries",
                "half_overflow",
            )
        ),
        Mistake(
            "cache-bug-without-cache",
            "A bug of the cache is found by a probe that reads without one.",
            "What does the wrong line compute when nothing is in the cache?",
        ).by(
            *(
                one
                for name in ("padding", "future", "heads")
                for one in _in_each_or_all(_with(name), "top_left", "positions_restart")
            )
        ),
        Mistake(
            "reference-forgotten",
            "The comparison with the slow loops is missing, where it finds something.",
            "Which patients compute something wrong on one plain text at once?",
        ).by(
            *_in_each_or_all(
                _without("reference"),
                "added_mask",
                "late_mask",
                "merged_as_is",
                "no_residual",
                "always_dropping",
            ),
            _in_all(_without("reference")),
        ),
        Mistake(
            "everything-finds-everything",
            "Every probe finds every bug: then one probe would do.",
            "What could a probe that reads without a cache notice of a wrong cache?",
        ).by(_in_all(lambda row: frozenset(PROBES))),
        Mistake(
            "holding-not-failing",
            "These are the probes whose property holds.",
            "A probe finds a bug: does its property hold then, or fail?",
        ).by(_in_all(lambda row: frozenset(PROBES) - row)),
        Mistake(
            "one-probe-each",
            "Every bug has a single probe, but several are found by more than one.",
            "Did you run all nine probes on each patient?",
        ).by(
            {"record.all": lambda rows: {name: frozenset({MOST_TELLING[name]}) for name in rows}},
            {
                "record.all": lambda rows: {
                    name: frozenset({next(one for one in PROBES if one in row)})
                    for name, row in rows.items()
                }
            },
        ),
        Mistake(
            "dropout-only-twice",
            "A layer that never answers twice alike fails other comparisons of runs as well.",
            "How many probes run the layer more than once, and compare?",
        ).by(
            *(
                _in(change, "always_dropping")
                for change in (
                    _only("twice"),
                    _only("twice", "reference"),
                    _without(*COMPARING_RUNS),
                    _without("heads"),
                    _without("equal rows"),
                    _without("future"),
                    _without("cache"),
                    _without("padding"),
                )
            )
        ),
        Mistake(
            "dropout-through-zeros",
            "Dropout is found with W_o = 0, where any weights give 0.",
            "What is left of a dropped weight, once it is multiplied by zeros?",
        ).by(_in(_with("identity"), "always_dropping")),
        Mistake(
            "dropout-in-float16",
            "Dropout is found by the probe in float16, which only looks for infinities and nan.",
            "A weight was dropped: is what is left of it still a finite number?",
        ).by(_in(_with("float16"), "always_dropping")),
        Mistake(
            "late-mask-hides-all",
            "It is taken for granted that a mask after softmax lets nothing through.",
            "Which scores are in the sum by which each weight is divided?",
        ).by(
            *(
                _in(change, "late_mask")
                for change in (
                    _without("future"),
                    _without("future", "cache"),
                    _without("future", "padding"),
                    _without("future", "cache", "padding"),
                    _only("equal rows"),
                    _only("equal rows", "reference"),
                )
            )
        ),
        Mistake(
            "leak-without-cache",
            "A leak of the future is found, but not by reading in pieces.",
            "In pieces, can the first words see words that have not been read yet?",
        ).by(
            *_in_each_or_all(_without("cache"), "added_mask", "late_mask", "merged_as_is"),
        ),
        Mistake(
            "padding-missed",
            "A layer in which padding takes a share, or mixes with words, is not found by it.",
            "Do two rows before the words change anything in this layer?",
        ).by(*_in_each_or_all(_without("padding"), "late_mask", "merged_as_is")),
        Mistake(
            "mixed-rows-missed",
            "Heads that are merged wrongly mix rows of words, which several probes notice.",
            "Which rows meet, if heads are joined without being moved back?",
        ).by(
            *(
                _in(change, "merged_as_is")
                for change in (
                    _only("heads"),
                    _only("heads", "reference"),
                    _without("future"),
                    _without("future", "cache"),
                    _without("equal rows"),
                    _without("heads"),
                )
            )
        ),
        Mistake(
            "layout-breaks-a-property",
            "The other layout is found by a probe that compares the layer with itself.",
            "Is anything wrong with this layer, if its weights were made for it?",
        ).by(
            *(
                _in(_with(name), "wrong_pairs")
                for name in ("cache", "padding", "heads", "future", "equal rows")
            ),
            _in(_only("cache"), "wrong_pairs"),
        ),
        Mistake(
            "shares-of-one-missed",
            "The rows of a layer whose weights do not sum to 1 are called equal.",
            "If all words are equal, what does a query get that shares out less than 1?",
        ).by(_in(_without("equal rows"), "late_mask")),
        Mistake(
            "rows-exchanged",
            "Two patients have changed places: each has the row of the other.",
            "Whose row did you measure last before it, and did you change the patient?",
        ).by(
            *(
                _exchanged(*pair)
                for pair in combinations(COMPLAINTS, 2)
                if set(pair) != {"top_left", "positions_restart"}
            )
        ),
        Mistake(
            "probes-as-rows",
            "Every probe has a row with its patients; asked for is a row for each patient.",
            "What are the keys of the dict, and what are its values?",
        ).by({"record.written": _by_probe}),
        Mistake(
            "causes-as-rows",
            "The rows are named by the causes, not by the complaints.",
            "What does the first row of the table in the exercise begin with?",
        ).by({"record.written": _by_cause}),
    ),
)

TASK = Task(
    reference=clinic_record,
    kind="find",
    order=(12, 7),
    practises=("say what a test",),
    pipeline=_pipeline,
    families=(RECORD,),
    probes=lambda seed: [Probe("the record", {})],
    asks="Run all nine probes on this patient once more: which of them find something?",
    properties=(
        Property("There is a row for each of the ten patients.", _ten_rows),
        Property("All words in it are names of probes.", _of_probes),
        Property("Every bug is found by some probes, and none by all.", _found_by_some),
        Property(
            "The reference finds some bugs, and is blind to others.", _reference_is_blind_to_some
        ),
    ),
)
