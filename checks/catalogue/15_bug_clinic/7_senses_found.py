"""A test of what attention is for: does a word's own vector find one of the same sense?"""

import numpy as np

from checks.facts import Facts, near


def senses_found(vectors: "n d", senses):
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    unit = vectors / lengths
    cosines = unit @ unit.T
    others = np.where(np.eye(len(vectors), dtype=bool), -np.inf, cosines)
    nearest = others.argmax(axis=-1)
    found = senses[nearest] == senses
    share = float(found.mean())
    return share


def long_and_short(rng, n, d):
    """Draw vectors of very different lengths."""
    return rng.normal(size=(n, d)) * 10.0 ** rng.integers(-2, 3, size=(n, 1))


def in_pairs(rng, n, d):
    """Draw pairs that point the same way, one of them longer than the other."""
    return np.repeat(rng.normal(size=(n // 2, d)), 2, axis=0) * np.tile(
        [[0.1], [10.0]], (n // 2, 1)
    )


def away(rng, n, d):
    """Draw vectors of which no two point the same way: each is far from all others."""
    return np.eye(n, d) - 0.2 - 0.05 * rng.random((n, d))


def drawn(n, kinds):
    return {"n": n, "senses": lambda rng: rng.permutation(np.arange(n) % kinds)}


def without_ties(vectors, senses):
    if not (len(vectors) == len(senses) > 1 and vectors.any(axis=-1).all()):
        return False
    unit = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    best_last = np.sort(unit @ unit.T - 3 * np.eye(len(unit)), axis=-1)
    return bool((best_last[:, -1] - best_last[:, -2] > 1e-4).all())


TASK = Facts(
    redrawn=6,
    valid=without_ties,
    practises=("say what a test cannot see",),
    names={"Q": "vectors"},
    mistakes="own return-missing arguments",
    cases={
        "4 sentences, 2 senses": {"n": 4, "d": 3, "senses": np.array([0, 0, 1, 1])},
        "6 sentences in another order": {"n": 6, "d": 3, "senses": np.array([0, 1, 0, 1, 1, 0])},
        "8 sentences, vectors of many lengths": {
            **drawn(8, 2),
            "d": 3,
            "vectors": long_and_short,
        },
        "9 sentences, 3 senses, many lengths": {
            **drawn(9, 3),
            "d": 4,
            "vectors": long_and_short,
        },
        "7 sentences, vectors far from each other": {**drawn(7, 2), "d": 7, "vectors": away},
        "4 pairs of vectors that point the same way, with a sense each": {
            "n": 8,
            "d": 4,
            "vectors": in_pairs,
            "senses": np.repeat(np.arange(4), 2),
        },
        "12 sentences, senses 0, 4 and 7": {
            "n": 12,
            "d": 5,
            "senses": lambda rng: rng.permutation(np.repeat([0, 4, 7], 4)),
        },
    },
    more_cases={
        "the example by hand": {
            "vectors": np.array([[2.0, 0], [3, 1], [0, 1]]),
            "senses": np.array([0, 0, 1]),
        },
        "2 opposite vectors": {
            "vectors": np.array([[1.0, 0], [-1, 0]]),
            "senses": np.array([0, 1]),
        },
        "3 very short vectors": {
            "vectors": 1e-5 * np.array([[1.0, 0], [1, 0.2], [5, 5]]),
            "senses": np.array([0, 0, 1]),
        },
    },
    holds={
        "The result is a share, from 0 to 1.": lambda share: 0 <= share <= 1,
        "Vectors that point the same way find each other, however long they are.": lambda share, case: (
            "the same way" not in case or near(share, 1)
        ),
    },
)

# %% compared-with-itself
# Each vector finds itself, so every sentence counts as found.
# Which vector has the largest cosine with a vector?
assert near(share, 1)
others = cosines

# %% diagonal-not-low-enough
# A vector still finds itself where all others point away from it.
# What is the smallest number that a cosine can be, and is the diagonal below it?
assert (others.argmax(axis=-1) == np.arange(len(senses))).any()
others = np.where(np.eye(len(vectors), dtype=bool), 0, cosines)
# or
others = cosines - np.eye(len(vectors))

# %% lengths-still-in
# Long vectors are found too often, because their lengths are still in the products.
# What happens to your result when one vector is doubled?
assert near(unit, vectors)
unit = vectors

# %% norm-over-columns
# These are the lengths of the columns, not of the vectors.
# Which axis must disappear, so that each vector gets one length?
assert near(lengths, np.linalg.norm(vectors, axis=0))
lengths = np.linalg.norm(vectors, axis=0)

# %% distance-not-direction
# The vector at the least distance is taken, not the one in the closest direction.
# Two vectors point the same way, and one is ten times as long: how far apart are they?
assert (others <= 0).all()
others = -np.linalg.norm(vectors[:, None] - vectors, axis=-1) - np.diag([np.inf] * len(vectors))

# %% farthest-taken
# The vector that is least alike is taken.
# Is the cosine of vectors that are alike large or small?
assert near(others[0, 1:], -cosines[0, 1:])
others = np.where(np.eye(len(vectors), dtype=bool), -np.inf, -cosines)

# %% sign-dropped
# A vector that points the opposite way counts as alike.
# What is the cosine of an angle of 180 degrees?
assert (cosines >= 0).all()
cosines = np.abs(cosines)

# %% count-not-share
# The sentences are counted, and not divided by their number.
# What is the share, if 3 of 4 are found?
assert near(share, found.sum())
share = found.sum()

# %% percent
# The share is given in percent.
# What number is asked for, if all are found?
assert near(share, 100 * found.mean())
share = 100 * found.mean()

# %% others-counted
# What is counted are the sentences that find another sense.
# Is a sentence found if both senses are equal, or if they differ?
assert near(share, 1 - (senses[nearest] == senses).mean())
found = senses[nearest] != senses

# %% place-for-sense
# The place of the nearest vector is compared with a sense.
# Where does the sense of the nearest sentence stand?
assert near(found, nearest == senses)
found = nearest == senses

# %% one-sentence-alone
# Only one sentence is tested.
# How far is the line with `return` indented?
assert len(found) == 1
found = found[:1]
# or
found = found[-1:]

# %% only-later-ones
# A sentence is only compared with those after it.
# Could the nearest one stand before it?
assert np.isneginf(others[-1]).all()
others = np.where(np.tri(len(vectors), dtype=bool), -np.inf, cosines)

# %% only-earlier-ones
# A sentence is only compared with those before it.
# Could the nearest one stand after it?
assert np.isneginf(others[0]).all()
others = np.where(np.tri(len(vectors), dtype=bool).T, -np.inf, cosines)

# %% neighbours-alone
# A sentence is only compared with the one next to it.
# Does the nearest vector have to stand in the next row?
assert near(nearest, (np.arange(len(vectors)) + 1) % len(vectors))
nearest = (np.arange(len(vectors)) + 1) % len(vectors)

# %% averages-compared
# Averages over all sentences of a sense are compared, where the nearest one should decide.
# Must all sentences of the own sense be near, or is one enough?
assert near(found, (own > np.ma.array(cosines, mask=equal).mean(axis=1)).filled(False))
equal = senses[:, None] == senses
own = np.ma.array(cosines, mask=~equal | np.eye(len(senses), dtype=bool)).mean(axis=1)
found = (own > np.ma.array(cosines, mask=equal).mean(axis=1)).filled(False)

# %% means-taken-off
# The means are taken off first, which makes these correlations.
# Does a cosine take a mean off first?
assert near(vectors.mean(axis=-1), 0) or near(vectors.mean(axis=0), 0)
vectors = vectors - vectors.mean(axis=-1, keepdims=True)
# or
vectors = vectors - vectors.mean(axis=0)

# %% sorted-the-wrong-way
# The vector that comes second from the other end is taken: it is nearly the least alike.
# Does argsort begin with the smallest or with the largest?
assert near(nearest, cosines.argsort(axis=-1)[:, 1])
nearest = cosines.argsort(axis=-1)[:, 1]

# %% second-among-others
# The vector itself was already left out, and then the best of the others was left out, too.
# Which place has the nearest vector, once the vector itself is gone?
assert near(nearest, (cosines - 3 * np.eye(len(cosines))).argsort(axis=-1)[:, -2])
nearest = (cosines - 3 * np.eye(len(cosines))).argsort(axis=-1)[:, -2]

# %% index-among-others
# The place is counted among the other vectors, but it is looked up among all of them.
# After vector 2 has been left out, which place has vector 5?
assert near(nearest, [np.delete(row, i).argmax() for i, row in enumerate(cosines)])
nearest = np.array([np.delete(row, i).argmax() for i, row in enumerate(cosines)])

# %% first-finds-itself
# The first sentence still finds itself, because the search begins with it.
# Which vector is the best so far, before the first one has been compared?
assert nearest[0] == 0
nearest = np.append(0, others[1:].argmax(axis=-1))

# %% same-direction-left-out
# Not only the vector itself is left out, but every other that points the same way.
# What tells a vector from another with the same direction?
assert (np.isneginf(others) == (cosines > 0.999)).all()
others = np.where(cosines > 0.999, -np.inf, cosines)

# %% found-not-averaged
# What is returned are the sentences one by one, and not their share.
# How many numbers are asked for?
assert np.shape(share) == np.shape(senses)
share = found

# %% divided-by-kinds
# The sentences are counted, and divided by the number of senses.
# Of how many sentences is this a share?
assert near(share, found.sum() / len(np.unique(senses)))
share = found.sum() / len(np.unique(senses))

# %% norm-squared
# The root is missing: what is divided out is a sum of squares, not a length.
# How long is the vector (3, 4)?
assert near(lengths, np.sum(vectors**2, axis=-1, keepdims=True))
lengths = np.sum(vectors**2, axis=-1, keepdims=True)

# %% norm-l1
# The absolute values of the numbers are added up and taken for the length.
# How long is the vector (3, 4)?
assert near(lengths, np.abs(vectors).sum(axis=-1, keepdims=True))
lengths = np.abs(vectors).sum(axis=-1, keepdims=True)
