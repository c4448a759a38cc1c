"""A sliding window that also keeps the first tokens of the text."""

import numpy as np

from checks.facts import Facts


def window_with_sinks(n_q, n_k, width, sinks):
    first = n_k - n_q
    queries = first + np.arange(n_q)[:, None]
    keys = np.arange(n_k)
    behind = queries - keys
    past = behind >= 0
    recent = behind < width
    sink = keys < sinks
    kept = recent | sink
    visible = past & kept
    return visible


def sizes(n_q, n_k, width, sinks):
    return {"n_q": n_q, "n_k": n_k, "width": width, "sinks": sinks}


TASK = Facts(
    valid=lambda n_q, n_k, width, sinks: 1 <= n_q <= n_k and width >= 1 and sinks >= 0,
    practises=("say how far back several layers can reach",),
    mistakes="""
        own mask.window-from-the-end mask.mask-inverted mask.mask-transposed return-missing
        mask.mask-not-bool
    """,
    cases={
        "6 queries, 6 keys, width 2, 1 sink": sizes(6, 6, 2, 1),
        "2 queries, 6 keys, width 2, 2 sinks": sizes(2, 6, 2, 2),
        "1 query, 7 keys, width 3, 1 sink": sizes(1, 7, 3, 1),
        "5 queries, 5 keys, width 1, 3 sinks": sizes(5, 5, 1, 3),
        "3 queries, 7 keys, width 2, no sink": sizes(3, 7, 2, 0),
        "4 queries, 5 keys, width 4, 2 sinks": sizes(4, 5, 4, 2),
        "3 queries, 4 keys, width 1, 6 sinks": sizes(3, 4, 1, 6),
        "1 query, 1 key, width 1, 1 sink": sizes(1, 1, 1, 1),
        "numbers drawn at random, width 2, 2 sinks": sizes(
            lambda rng: int(rng.integers(3, 6)), lambda rng: int(rng.integers(8, 12)), 2, 2
        ),
    },
    more_cases={
        "the example by hand": {"n_q": 2, "n_k": 6, "width": 2, "sinks": 1},
        "5 queries, 5 keys, width 4, no sink": sizes(5, 5, 4, 0),
        "2 queries, 300 keys, width 5, 2 sinks": sizes(2, 300, 5, 2),
    },
    holds={
        "There is a row for each query and a column for each key.": lambda visible, n_q, n_k: (
            np.shape(visible) == (n_q, n_k)
        ),
        "The last query sees the last key, which is itself.": lambda visible: visible[-1, -1],
        "No query sees a later key.": lambda visible, past: not (visible & ~past).any(),
        "Each query sees the sinks that are not later than itself.": lambda visible, past, sink: (
            visible | ~(past & sink)
        ).all(),
        "Each query sees its `width` newest keys, or all that there are so far.": (
            lambda visible, past, recent: (visible | ~(past & recent)).all()
        ),
    },
)

# %% sinks-before-their-time
# The sinks are visible to the words before them, too.
# Take query 0 and three sinks: may it see key 2?
assert (visible & ~past).any()
visible = (past & recent) | sink

# %% sinks-forgotten
# Only the window is visible, and the first tokens are not.
# Where does the argument `sinks` enter?
assert not sink.any()
sink = np.zeros(n_k, bool)

# %% window-forgotten
# Only the sinks are visible, and the window is not.
# Which keys should the last query see besides the sinks?
assert not (kept & ~sink).any()
kept = sink

# %% both-needed
# A key has to be a sink and in the window at once.
# Should a key be in both sets, or in one of them?
assert (kept == (recent & sink)).all()
kept = recent & sink

# %% either-but-not-both
# A sink that is in the window as well disappears.
# What should happen to a key that is in both sets?
assert (kept == (recent ^ sink)).all()
kept = recent ^ sink

# %% one-sink-too-many
# One more token than `sinks` is always visible.
# What is the place of the last sink, if the places are counted from 0?
assert (sink == (keys <= sinks)).all()
sink = keys <= sinks

# %% one-sink-too-few
# One of the sinks is missing.
# How many keys are below `sinks`, counted from 0?
assert sink.sum() < min(sinks, n_k) or sinks == 0
sink = keys < sinks - 1
# or
sink = (keys > 0) & (keys < sinks)

# %% a-single-sink
# Key 0 alone is kept, whatever `sinks` says.
# How many of the first tokens should stay?
assert sink.sum() <= 1
sink = keys == 0
# or
sink = (keys == 0) & (sinks > 0)
# or
sink = keys == sinks - 1
# or
sink = keys == sinks

# %% newest-as-sinks
# The last keys are taken for the sinks, not the first.
# Which tokens does a window drop first?
assert (sink == (keys >= n_k - sinks)).all()
sink = keys >= n_k - sinks

# %% sinks-taken-from-the-window
# The window becomes smaller by the number of sinks.
# With width 3 and one sink, how many keys does a late query see?
assert (recent == (behind < width - sinks)).all()
recent = behind < width - sinks

# %% sinks-added-to-the-window
# The window is made wider instead of keeping the first tokens.
# With one sink, does the last of many queries see key 0?
assert (recent == (behind < width + sinks)).all()
recent = behind < width + sinks
sink = np.zeros(n_k, bool)
# or
recent = behind < width + sinks

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
assert abs(first - (n_k - n_q)) == 1
first = n_k - n_q + 1
# or
first = n_k - n_q - 1

# %% width-and-one
# A query sees itself and `width` more tokens: one too many.
# Does the token itself count among the `width`?
assert (recent == (behind <= width)).all()
recent = behind <= width

# %% width-less-one
# The window is one token too narrow.
# How many tokens does your last query see in its window, counted with itself?
assert (recent == (behind < width - 1)).all()
recent = behind < width - 1

# %% future-visible
# Later tokens are visible: the window has no end on that side.
# May a token attend to one that comes after it?
assert past.all()
past = np.full(behind.shape, True)

# %% window-both-ways
# The window reaches as far forwards as backwards.
# May a token attend to one that comes after it?
assert (past == (behind > -width)).all()
past = behind > -width

# %% mask-hides-diagonal
# A token sees earlier tokens but not itself.
# May a token attend to itself? And what else could the first one see?
assert not past[np.arange(n_q), np.arange(n_q) + first].any()
past = behind > 0

# %% rows-for-all-tokens
# There is a row for each of the n_k tokens, not for the queries alone.
# How many queries are there?
assert len(visible) == n_k
queries = np.arange(n_k)[:, None]

# %% mask-inverted
assert np.array_equal(visible, ~(past & kept))
visible = ~(past & kept)

# %% mask-transposed
assert np.array_equal(visible, (past & kept).T)
visible = visible.T

# %% mask-not-bool
# Numbers are returned where True and False are asked for.
# What dtype does an array of True and False have?
assert np.asarray(result).dtype != bool
return visible * 1.0
