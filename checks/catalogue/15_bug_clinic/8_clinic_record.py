"""The record of the clinic: which probe finds which bug, filled in by the learner."""

from functools import cache

from checks.facts import Facts
from course.clinic import CASES, PROBES, record

COMPLAINTS = {case.layer.__name__: case.complaint for case in CASES}


@cache
def found_by_probes():
    """Run all probes on all patients, once: the names of those that find something."""
    found = record()
    return {case.layer.__name__: frozenset(found[case.name]) for case in CASES}


def clinic_record():
    found = found_by_probes()
    top_left = found["top_left"]
    positions_restart = found["positions_restart"]
    added_mask = found["added_mask"]
    late_mask = found["late_mask"]
    padded_queries = found["padded_queries"]
    merged_as_is = found["merged_as_is"]
    wrong_pairs = found["wrong_pairs"]
    half_overflow = found["half_overflow"]
    no_residual = found["no_residual"]
    always_dropping = found["always_dropping"]
    first_half = [top_left, positions_restart, added_mask, late_mask, padded_queries]
    second_half = [merged_as_is, wrong_pairs, half_overflow, no_residual, always_dropping]
    rows = dict(zip(COMPLAINTS, first_half + second_half, strict=True))
    written = {COMPLAINTS[patient]: set(row) for patient, row in rows.items()}
    return written


def exchanged(rows, one, other):
    return {**rows, one: rows[other], other: rows[one]}


def as_words(row):
    return {row} if isinstance(row, str) else set(row)


TASK = Facts(
    kind="find",
    practises=("say what a test",),
    cases={"the record": {}},
    asks="Run all nine probes on this patient once more: which of them find something?",
    holds={
        "There is a row for each of the ten patients.": lambda written: (
            set(written) >= set(COMPLAINTS.values())
        ),
        "All words in it are names of probes.": lambda written: all(
            as_words(row) <= set(PROBES) for row in written.values()
        ),
        "Every bug is found by some probes, and none by all.": lambda written: all(
            0 < len(as_words(row)) < len(PROBES) for row in written.values()
        ),
        "The reference finds some bugs, and is blind to others.": lambda written: (
            0 < sum("reference" in row for row in written.values()) < len(written)
        ),
    },
)

# %% loss-finds-it
# The loss is listed as if it were a probe, but it cannot tell by itself.
# Which curve would you have to see beside it to notice anything?
added_mask = added_mask | {"loss"}
# and/or
no_residual = no_residual | {"loss"}
# and/or
half_overflow = half_overflow | {"loss"}
# or
rows = {patient: row | {"loss"} for patient, row in rows.items()}

# %% reference-finds-all
# The reference finds a bug that it never meets on one plain text at once.
# Do the slow loops read with a cache, with padding or in float16?
top_left = top_left | {"reference"}
# and/or
positions_restart = positions_restart | {"reference"}
# and/or
padded_queries = padded_queries | {"reference"}
# and/or
half_overflow = half_overflow | {"reference"}

# %% cache-bug-without-cache
# A bug of the cache is found by a probe that reads without one.
# What does the wrong line compute when nothing is in the cache?
# for probe in padding future heads
top_left = top_left | {"probe"}
# and/or
positions_restart = positions_restart | {"probe"}

# %% reference-forgotten
# The comparison with the slow loops is missing, where it finds something.
# Which patients compute something wrong on one plain text at once?
added_mask = added_mask - {"reference"}
# and/or
late_mask = late_mask - {"reference"}
# and/or
merged_as_is = merged_as_is - {"reference"}
# and/or
no_residual = no_residual - {"reference"}
# and/or
always_dropping = always_dropping - {"reference"}
# or
rows = {patient: row - {"reference"} for patient, row in rows.items()}

# %% everything-finds-everything
# Every probe is said to find every bug, but then one probe would do.
# What could a probe that reads without a cache notice of a wrong cache?
rows = {patient: set(PROBES) for patient in COMPLAINTS}

# %% holding-not-failing
# These are the probes whose property holds.
# A probe finds a bug: does its property hold then, or fail?
rows = {patient: set(PROBES) - row for patient, row in rows.items()}

# %% one-probe-each
# Every bug has a single probe, but several are found by more than one.
# Did you run all nine probes on each patient?
most_telling = [
    *("cache", "cache", "future", "equal rows", "padding"),
    *("heads", "reference", "float16", "identity", "twice"),
]
rows = {patient: {probe} for patient, probe in zip(rows, most_telling)}
# or
rows = {patient: [one for one in PROBES if one in row][:1] for patient, row in rows.items()}

# %% dropout-only-twice
# A layer that never answers twice alike fails other comparisons of runs as well.
# How many probes run the layer more than once, and compare the runs?
always_dropping = {"twice"}
# or
always_dropping = {"twice", "reference"}
# or
always_dropping = always_dropping - {"future", "cache", "padding", "equal rows"}
# or
always_dropping = always_dropping - {"equal rows"}
# or
# for probe in heads future cache padding
always_dropping = always_dropping - {"probe"}

# %% dropout-through-zeros
# Dropout is found with W_o = 0, where any weights give 0.
# What is left of a dropped weight, once it is multiplied by zeros?
always_dropping = always_dropping | {"identity"}

# %% dropout-in-float16
# Dropout is found by the probe in float16, which only looks for infinities and nan.
# A weight was dropped: is what is left of it still a finite number?
always_dropping = always_dropping | {"float16"}

# %% late-mask-hides-all
# It is taken for granted that a mask after softmax lets nothing through.
# Which scores are in the sum by which each weight is divided?
late_mask = {"equal rows"}
# or
late_mask = {"equal rows", "reference"}
# or
late_mask = late_mask - {"future"}
# or
# for probe in cache padding
late_mask = late_mask - {"future", "probe"}
# or
late_mask = late_mask - {"future", "cache", "padding"}

# %% leak-without-cache
# A leak of the future is found, but not by reading in pieces.
# In pieces, can the first words see words that have not been read yet?
added_mask = added_mask - {"cache"}
# and/or
late_mask = late_mask - {"cache"}
# and/or
merged_as_is = merged_as_is - {"cache"}

# %% padding-missed
# A layer in which padding takes a share, or mixes with words, is not found by it.
# Do two rows before the words change anything in this layer?
late_mask = late_mask - {"padding"}
# and/or
merged_as_is = merged_as_is - {"padding"}

# %% mixed-rows-missed
# Heads that are merged wrongly mix rows of words, which several probes notice.
# Which rows meet, if heads are joined without being moved back?
merged_as_is = {"heads"}
# or
merged_as_is = {"heads", "reference"}
# or
merged_as_is = merged_as_is - {"future", "cache"}
# or
merged_as_is = merged_as_is - {"equal rows"}
# or
# for probe in future heads
merged_as_is = merged_as_is - {"probe"}

# %% layout-breaks-a-property
# The other layout is found by a probe that compares the layer with itself.
# Is anything wrong with this layer, if its weights were made for it?
# for probe in cache padding heads future
wrong_pairs = wrong_pairs | {"probe"}
# or
wrong_pairs = wrong_pairs | {"equal rows"}
# or
wrong_pairs = {"cache"}

# %% shares-of-one-missed
# The rows of a layer whose weights do not sum to 1 are called equal.
# If all words are equal, what does a query get that shares out less than 1?
late_mask = late_mask - {"equal rows"}

# %% rows-exchanged
# Two patients have changed places: each has the row of the other.
# Whose row did you measure last before it, and did you change the patient?
# for other in added_mask late_mask padded_queries merged_as_is wrong_pairs half_overflow no_residual always_dropping
rows = exchanged(rows, "top_left", "other")
# or
# for other in added_mask late_mask padded_queries merged_as_is wrong_pairs half_overflow no_residual always_dropping
rows = exchanged(rows, "positions_restart", "other")
# or
# for other in late_mask padded_queries merged_as_is wrong_pairs half_overflow no_residual always_dropping
rows = exchanged(rows, "added_mask", "other")
# or
# for other in padded_queries merged_as_is wrong_pairs half_overflow no_residual always_dropping
rows = exchanged(rows, "late_mask", "other")
# or
# for other in merged_as_is wrong_pairs half_overflow no_residual always_dropping
rows = exchanged(rows, "padded_queries", "other")
# or
# for other in wrong_pairs half_overflow no_residual always_dropping
rows = exchanged(rows, "merged_as_is", "other")
# or
# for other in half_overflow no_residual always_dropping
rows = exchanged(rows, "wrong_pairs", "other")
# or
# for other in no_residual always_dropping
rows = exchanged(rows, "half_overflow", "other")
# or
rows = exchanged(rows, "no_residual", "always_dropping")

# %% probes-as-rows
# Every probe has a row with its patients, but each patient should have one with its probes.
# What are the keys of the dict, and what are its values?
written = {probe: {patient for patient, row in written.items() if probe in row} for probe in PROBES}

# %% causes-as-rows
# The rows are named by the causes, not by the complaints.
# What does the first row of the table in the exercise begin with?
written = {case.name: written[case.complaint] for case in CASES}
