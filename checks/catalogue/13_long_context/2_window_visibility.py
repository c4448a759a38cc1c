"""A sliding window for queries of the last tokens: a function to repair."""

import numpy as np

from checks.facts import Facts

STARTER = '''
def window_visibility(n_q, n_k, width):
    """Which of n_k keys each of the last n_q tokens may attend to (n_q, n_k), True for visible."""
    queries, keys = np.arange(n_k - n_q, n_k)[:, None], np.arange(n_k)
    return (keys <= queries) & (queries - keys < width)
'''


def window_visibility(n_q, n_k, width):
    first = n_k - n_q
    queries = first + np.arange(n_q)[:, None]
    keys = np.arange(n_k)
    behind = queries - keys
    past = behind >= 0
    recent = behind < width
    visible = past & recent
    return visible


def sizes(n_q, n_k, width):
    return {"n_q": n_q, "n_k": n_k, "width": width}


TASK = Facts(
    kind="repair",
    starter=STARTER,
    slips={
        "top-left": "queries, keys = np.arange(n_q)[:, None], np.arange(n_k)",
        "width-and-one": "return (keys <= queries) & (keys >= queries - width)",
    },
    valid=lambda n_q, n_k, width: 1 <= n_q <= n_k and width >= 1,
    practises=("say how far back several layers can reach",),
    mistakes="""
        own mask.window-from-the-end mask.mask-inverted mask.mask-transposed return-missing
        mask.mask-not-bool
    """,
    cases={
        "the 3 newest of 7 tokens and a width of 2": sizes(3, 7, 2),
        "all 5 tokens and a width of 3": sizes(5, 5, 3),
        "the newest token of 6 tokens and a width of 4": sizes(1, 6, 4),
        "the 2 newest of 4 tokens and a width of 9": sizes(2, 4, 9),
        "the 4 newest of 6 tokens and a width of 1": sizes(4, 6, 1),
        "numbers drawn at random and a width of 3": sizes(
            lambda rng: int(rng.integers(3, 6)), lambda rng: int(rng.integers(8, 12)), 3
        ),
    },
    more_cases={
        "the example by hand": {"n_q": 2, "n_k": 4, "width": 2},
        "the 2 newest of 300 tokens and a width of 5": sizes(2, 300, 5),
    },
    holds={
        "There is a row for each query, and a column for each key.": lambda visible, n_q, n_k: (
            np.shape(visible) == (n_q, n_k)
        ),
        "The last query sees the last key, which is itself.": lambda visible: visible[-1, -1],
        "No query sees a later key.": lambda visible, past: not (visible & ~past).any(),
        "No query sees more than `width` keys.": lambda visible, width: (
            visible.sum(axis=-1) <= width
        ).all(),
        "Each sees `width` keys, or all that there are so far.": lambda visible, past, width: (
            visible.sum(axis=-1) == np.minimum(width, past.sum(axis=-1))
        ).all(),
    },
)

# %% top-left
# The window begins at the top left, as if the queries were the first tokens.
# Which token is query 0, if the queries are the last n_q of n_k?
assert first == 0
first = 0

# %% offset-backwards
# The queries are moved to before the first key, not to the end.
# Which token is query 0: n_k - n_q, or n_q - n_k?
assert first == -right.first
first = n_q - n_k

# %% one-place-off
# The newest key of each row is one place off: it is not the query itself.
# Which key is the last query itself?
assert not near(first, n_k - n_q)
first = n_k - n_q + 1
# or
first = n_k - n_q - 1

# %% width-and-one
# A query sees itself and `width` more tokens: one too many.
# Does the token itself count among the `width`?
assert (recent == (behind <= width)).all()
recent = behind <= width

# %% width-less-one
# A query sees one token fewer than `width`.
# How many tokens does your last query see, counted with itself?
assert visible.sum(axis=-1).max() <= width - 1
recent = behind < width - 1

# %% window-ignored
# Every earlier token is visible, however far back it is.
# Where does the argument `width` enter?
assert recent.all()
recent = np.full(behind.shape, True)

# %% future-visible
# All later tokens are visible: the window has no end on that side.
# May a token attend to one that comes after it?
assert past.all()
past = np.full(behind.shape, True)

# %% one-window-for-all
# All queries have the same window, that of the last one.
# Which `width` keys does the first of your queries see, and which should it see?
assert near(recent, recent[-1:])
recent = np.broadcast_to(keys >= n_k - width, behind.shape)

# %% window-both-ways
# The window reaches as far forwards as backwards.
# May a token attend to one that comes after it?
assert (recent & past)[0, first + 1 :].any() or first + 1 >= n_k
past = behind > -width
# or
past = behind >= -width

# %% rows-for-all-tokens
# There is a row for each of the n_k tokens, not for the queries alone.
# How many queries are there?
assert len(visible) == n_k
queries = np.arange(n_k)[:, None]

# %% mask-hides-diagonal
# A token sees the earlier tokens but not itself.
# May a token attend to itself? And what else could the first one see?
assert not visible[np.arange(n_q), np.arange(n_q) + n_k - n_q].any()
past = behind > 0

# %% mask-inverted
assert np.array_equal(visible, ~(past & recent))
visible = ~(past & recent)

# %% mask-transposed
assert np.array_equal(visible, (past & recent).T)
visible = visible.T

# %% mask-not-bool
# Numbers are returned where True and False are asked for.
# What dtype does an array of True and False have?
assert np.asarray(result).dtype != bool
return visible * 1.0

# %% queries-backwards
# The rows stand in reverse order: the newest query comes first.
# Which row belongs to the oldest of the queries?
assert np.array_equal(queries, queries[0] - np.arange(n_q)[:, None])
queries = n_k - 1 - np.arange(n_q)[:, None]
