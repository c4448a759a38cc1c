"""Which token may see which, if the future and the padding are hidden: a function to repair."""

import numpy as np

from checks.catalogue.material.padding import LENGTHS, lengths_fit, some_lengths
from checks.facts import Facts


def joined_visibility(lengths: some_lengths, n):
    position = np.arange(n)
    causal = position <= position[:, None]
    real = position >= n - lengths[:, None]
    real = real[:, None, :]
    visible = causal & real
    return visible


TASK = Facts(
    kind="repair",
    starter='''
def joined_visibility(lengths, n):
    """Bool (batch, n, n): True where query i may attend to key j, real and not later."""
    position = np.arange(n)
    causal = position <= position[:, None]
    real = position >= n - lengths[:, None]
    return causal & np.expand_dims(real, 1)
''',
    slips={
        "or-not-and mask-on-queries": "return causal | real[:, :, None]",
    },
    redrawn=2,
    practises=("say who may see whom",),
    valid=lengths_fit,
    mistakes="""
        own one-length-for-all mask.mask-inverted mask.mask-transposed
        mask.mask-hides-diagonal mask.mask-additive axis-squeezed
    """,
    cases=LENGTHS,
    more_cases={
        "the example by hand": {"lengths": np.array([2]), "n": 3},
        "a sentence of 5 tokens and one of 1": {"lengths": np.array([5, 1]), "n": 5},
    },
    holds={
        "There are n rows and n columns for each sentence.": lambda result, lengths, n: (
            np.shape(result) == (len(lengths), n, n)
        ),
        "No padding is visible.": lambda visible, real: not (visible & ~real).any(),
        "No later key is visible.": lambda visible: not np.triu(visible, 1).any(),
        "Every real key up to the query is visible.": lambda visible, causal, real: visible[
            causal & real
        ].all(),
    },
)

# %% or-not-and
# A key is visible if it is real or not later: one of the two is enough here.
# May query 0 attend to the last key?
assert np.array_equal(visible, causal | real)
visible = causal | real

# %% padding-visible
# Later keys are hidden, but the padding is not.
# With a length of 1, which keys may the last query see?
assert (visible == causal).all()
visible = np.repeat(causal[None], len(lengths), axis=0)

# %% future-visible
# The padding is hidden, but later keys are not.
# Which keys may query 0 see?
assert (visible == real).all()
visible = np.repeat(real, n, axis=1)

# %% mask-on-queries
# The padding lies along the queries: their rows are hidden, and real queries see it.
# Which of the three axes belongs to the keys?
assert np.shape(real)[-1] == 1
real = real[:, :, None]

# %% batch-meets-queries (errors: broadcast)
# `real` has no axis for the queries, so the sentences meet the queries.
# Which shapes does `&` put together, counted from the right?
assert np.ndim(real) == 2
real = real[:]

# %% padding-at-the-end
# The first keys of a sentence are taken for real, not the last.
# On which side are these sentences filled up?
assert np.all(real[..., 0])
real = position < lengths[:, None]

# %% padding-off-by-one
real = position > n - lengths[:, None]
# or
real = position >= n - lengths[:, None] - 1

# %% length-hidden
# As many keys are hidden as a sentence is long, not as many as it lacks.
# If 1 of 4 tokens is real, how many keys are padding?
assert (real.sum(axis=-1) == n - lengths[:, None]).all()
real = position >= lengths[:, None]

# %% padding-seen-instead
# The padding is visible, and the real keys are hidden.
# With a length of 1, which key is real?
assert np.array_equal(real, ~right.real)
real = position < n - lengths[:, None]

# %% triangle-transposed
# The triangle is turned round: it hides earlier keys, not later ones.
# Does a row of the triangle belong to a query or to a key?
assert np.array_equal(causal, right.causal.T)
causal = position >= position[:, None]

# %% mask-transposed
visible = np.swapaxes(visible, -1, -2)

# %% mask-hides-diagonal
causal = position < position[:, None]

# %% extra-axis
return visible[:, None]

# %% return-in-loop
assert np.ndim(result) == 2
return visible[0]

# %% mask-additive
# for hidden in -np.inf -1e9
return np.where(visible, 0, hidden)

# %% mask-not-bool
return visible * 1.0

# %% diagonal-opened
# Every token sees itself, even where it is padding.
# Which keys may a query see that is padding itself?
assert np.diagonal(visible, 0, -2, -1).all()
visible = visible | np.eye(n, dtype=bool)
