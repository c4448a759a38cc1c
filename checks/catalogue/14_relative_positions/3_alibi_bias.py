"""The bias of ALiBi, with one table for each head: a function to repair."""

import numpy as np

from checks.facts import Facts, near

STARTER = '''
def alibi_bias(n, slopes):
    """Bias (h, n, n): minus the slope of each head times the distance of query and key."""
    places = np.arange(n)
    distances = abs(places[:, None] - places)
    return -slopes[:, None, None] * distances
'''


def below_one(rng, num_heads):
    return rng.uniform(0.1, 0.9, size=num_heads)


def alibi_bias(n, slopes: below_one):
    query = np.arange(n)[:, None]
    key = np.arange(n)
    distances = abs(query - key)
    penalties = -distances
    bias = slopes[:, None, None] * penalties
    return bias


TASK = Facts(
    kind="repair",
    starter=STARTER,
    slips={
        "future-rewarded": "distances = places[:, None] - places",
        "sign": "return slopes[:, None, None] * distances",
    },
    practises=("say what ALiBi subtracts",),
    redrawn=1,
    mistakes="own result.integer-buffer result.return-missing arguments",
    names={"Q": "slopes"},
    cases={
        "5 tokens and 2 heads": {"n": 5, "num_heads": 2},
        "3 tokens and 4 heads": {"n": 3, "num_heads": 4},
        "3 tokens and 3 heads": {"n": 3, "num_heads": 3},
        "4 tokens and a single head": {"n": 4, "num_heads": 1},
        "a single token": {"n": 1, "num_heads": 2},
        "float32 slopes": {"n": 4, "num_heads": 3, "dtype": "float32"},
    },
    valid=lambda n, slopes: n >= 1 and slopes.size >= 1 and (slopes > 0).all(),
    more_cases={
        "the example by hand": {"n": 3, "slopes": np.array([0.5, 0.25])},
        "other slopes for 3 tokens and 4 heads": {"n": 3, "num_heads": 4},
    },
    holds={
        "There is a table of n rows and n columns for each head.": lambda bias, n, slopes: (
            bias.shape == (len(slopes), n, n)
        ),
        "A token has no bias with itself.": lambda bias: (
            not np.diagonal(bias, axis1=-2, axis2=-1).any()
        ),
        "No bias is above 0.": lambda bias: (bias <= 0).all(),
        "Forwards counts as much as backwards.": lambda bias: near(bias, bias.swapaxes(-1, -2)),
        "A neighbour costs one slope.": lambda bias, n, slopes: (
            n == 1 or near(bias[:, 1, 0], -slopes)
        ),
    },
)

# %% sign
# The bias has the wrong sign: it grows with the distance.
# Should a key far away get a higher score or a lower one?
assert near(penalties, distances)
penalties = distances

# %% future-rewarded
# The distance has a sign, so of two keys equally far away, one gains and one loses.
# Can a distance be below 0?
assert near(distances, -np.swapaxes(distances, -1, -2))
distances = query - key

# %% future-hidden
# Later keys are hidden as well; that is the work of the mask.
# What is the distance from query 0 to key 2?
assert (np.isinf(distances) | (distances > 1e6))[np.triu_indices(n, 1)].all()
distances = np.where(key > query, np.inf, query - key)
# or
distances = np.where(key > query, 1e9, query - key)

# %% future-left-at-zero
# Later keys have no bias, as if they were no distance away.
# How far is key 2 from query 0?
assert not np.triu(distances).any()
distances = np.maximum(query - key, 0)

# %% past-left-at-zero
# Earlier keys have no bias, as if they were no distance away.
# How far is key 0 from query 2?
assert not np.tril(distances).any()
distances = np.maximum(key - query, 0)

# %% place-not-distance
# The bias goes by the key's own place, whatever the query is.
# Which bias should a token have with itself?
assert near(distances, distances[:1])
distances = np.tile(key, (n, 1))
# or
distances = np.tile(-key, (n, 1))

# %% distance-squared
# The distance is squared.
# By how much more should two steps cost than one?
assert near(distances, (query - key) ** 2)
distances = (query - key) ** 2

# %% distances-from-one
# Every distance is one too large: a token is not at distance 0 from itself.
# Which numbers belong on the diagonal?
assert near(distances, right.distances + 1)
distances = abs(query - key) + 1

# %% slopes-along-tokens
# The slopes run along the tokens, not along the heads.
# Which axis of the result counts the heads?
assert np.ndim(bias) == 2
bias = slopes * penalties
# or
bias = slopes[:, None] * penalties

# %% one-slope-for-all
# All heads have the slope of the first.
# What should differ from head to head?
assert near(bias, bias[:1])
bias = np.stack([slopes[0] * penalties] * len(slopes))

# %% heads-last
assert np.shape(bias) == (n, n, len(slopes))
bias = penalties[..., None] * slopes

# %% own-slopes
# The code makes slopes of its own, and those in `slopes` are not used.
# Where does your code read the numbers in `slopes`?
assert near(slopes, slopes[0] ** np.arange(1, len(slopes) + 1)) and not near(slopes, given.slopes)
# for factor in 0.5 (2**(-8/len(slopes)))
slopes = factor ** np.arange(1, len(slopes) + 1)
