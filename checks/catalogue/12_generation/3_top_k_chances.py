"""The chances of the k likeliest words: a function to repair."""

import numpy as np

from checks.facts import Facts, near

STARTER = '''
def top_k_chances(logits, k):
    """Chances (V,) of the next word, if only the k likeliest words may be drawn."""
    least = np.sort(logits)[-k]
    among = np.where(logits >= least, logits, -np.inf)
    exponentials = np.exp(among - among.max())
    return exponentials / exponentials.sum()
'''


def top_k_chances(logits: "V", k):
    least = np.sort(logits)[len(logits) - k]
    kept = logits >= least
    among = np.where(kept, logits, -np.inf)
    shifted = among - logits.max()
    exponentials = np.exp(shifted)
    total = exponentials.sum()
    chances = exponentials / total
    return chances


def no_two_equal(logits, k):
    gaps = np.diff(np.sort(logits))
    return logits.ndim == 1 and 1 <= k <= len(logits) and bool((gaps > 1e-3).all())


def all_negative(rng, V):
    return rng.normal(size=V) - 6


def far_below(rng, V):
    return rng.normal(size=V) - 200


TASK = Facts(
    redrawn=2,
    kind="repair",
    starter=STARTER,
    slips={"hidden-logits-are-0": "among = np.where(logits >= least, logits, 0)"},
    valid=no_two_equal,
    practises=("choose the next word",),
    mistakes="own return-missing arguments rounded",
    symbols={"Q": "logits"},
    cases={
        "the 2 likeliest of 5 words": dict(V=5, k=2),
        "the 3 likeliest of 7 words": dict(V=7, k=3),
        "the likeliest of 4 words": dict(V=4, k=1),
        "all of 5 words": dict(V=5, k=5),
        "the 4 likeliest of 5 words": dict(V=5, k=4),
        "logits that are all negative": dict(logits=all_negative, V=6, k=2),
        "float32 logits": dict(V=6, k=3, dtype="float32"),
        "logits below -100": dict(logits=far_below, V=5, k=2),
    },
    more_cases={"the example by hand": {"logits": np.log([16.0, 4, 1]), "k": 2}},
    holds={
        "There is a chance for each word, kept or not.": lambda result, logits: (
            np.shape(result) == logits.shape
        ),
        "The chances sum to 1.": lambda result: near(np.sum(result), 1),
        "As many words as k have a chance.": lambda result, k: np.count_nonzero(result) == k,
        "The likeliest words are the ones that are kept.": lambda result, kept: np.asarray(result)[
            kept
        ].all(),
    },
)

# %% hidden-logits-are-0
# The logits of hidden words become 0, and softmax gives a logit of 0 a chance, too.
# What is the exponential of 0, and what should it be for a hidden word?
assert near(np.where(kept, 0, among), 0)
among = np.where(kept, logits, 0)

# %% hidden-after-softmax
# The chances of hidden words are set to 0 after softmax, and nobody shares out what they had.
# What do the chances that are left add up to?
assert near(total, np.exp(logits - logits.max()).sum())
total = np.exp(logits - logits.max()).sum()

# %% one-too-few
# One word too few is kept: of those to keep, the least likely one is left out.
# Is a word kept if its logit is equal to `least`?
assert kept.sum() == k - 1
kept = logits > least

# %% one-too-many
# One word too many is kept.
# What is at the place -k of a sorted row, and what at -k - 1?
assert kept.sum() == min(k + 1, len(logits))
least = np.sort(logits)[max(0, len(logits) - k - 1)]
# or
kept = logits >= (np.sort(logits)[len(logits) - k - 1] if k < len(logits) else -np.inf)

# %% as-many-hidden-as-kept
# The place is counted from the least likely word: k - 1 are left out.
# Which end of a sorted row has the likeliest words?
assert kept.sum() == len(logits) - k + 1
least = np.sort(logits)[k - 1]

# %% least-likely-kept
# The least likely words are kept, and the likeliest left out.
# Which end of a sorted row has the likeliest words?
assert kept[np.argmin(logits)]
kept = logits <= np.sort(logits)[k - 1]
# or
kept = logits <= np.sort(logits)[k - 1]
shifted = among - among.max()

# %% top-k-ignored
# All words keep their chance, whatever k is.
# How many words may have a chance?
assert kept.all()
kept = np.ones(len(logits), dtype=bool)

# %% equal-chances
# All kept words get the same chance.
# Is the likeliest word likelier than the second?
assert near(chances, kept / k)
chances = kept / k

# %% first-k-words
# The first k words are kept, not the k likeliest ones.
# Where do the likeliest words stand before the logits are sorted?
assert near(kept, np.arange(len(logits)) < k)
kept = np.arange(len(logits)) < k

# %% in-sorted-order
# The chances come back sorted, so they stand at other words.
# To which word does the first chance belong?
assert near(np.sort(result), result) or near(np.sort(result)[::-1], result)
return np.sort(chances)
# or
return np.sort(chances)[::-1]

# %% only-k-returned
# Only k chances come back, but every word of the vocabulary needs one.
# How many numbers should the result have?
assert np.size(result) == k
return chances[kept]
# or
return np.sort(chances)[::-1][:k]
# or
return np.sort(chances)[len(chances) - k :]

# %% not-shared-out
# The exponentials are returned, and not divided by their sum.
# What must the chances add up to?
assert near(chances, exponentials)
chances = exponentials

# %% exponential-left-out
# The logits themselves are divided by their sum, without the exponential.
# Can a chance be negative?
assert near(result, np.where(kept, logits, 0) / np.where(kept, logits, 0).sum())
chances = np.where(kept, logits, 0) / np.where(kept, logits, 0).sum()

# %% likeliest-word-alone
# The likeliest word gets everything, whatever k is.
# How many words may be drawn?
assert near(result, (logits == logits.max()) * 1.0)
kept = logits == logits.max()

# %% kept-ones-hidden
# The words to keep are hidden, and the others are kept.
# Which of the two values does `np.where` take where the condition is true?
assert not kept[np.argmax(logits)]
kept = logits < least

# %% hidden-logits-not-low-enough
# The hidden logits become a number that is not low enough, so hidden words keep a chance.
# What is the exponential of that number?
assert np.asarray(result)[~kept].all()
among = np.where(kept, logits, -1)
# or
among = np.where(kept, logits, logits.min())
# or
among = np.where(kept, logits, -100)

# %% divided-by-k
# The exponentials are divided by k and not by their sum.
# What must the chances add up to?
assert near(chances, exponentials / k)
chances = exponentials / k

# %% near-the-likeliest
# The words are kept whose logit is less than k below the largest, however many these are.
# How many words should be kept?
assert near(least, logits.max() - k)
least = logits.max() - k

# %% size-without-sign
# The logits are compared without their signs, so very unlikely words are kept.
# Which is likelier, a word with a logit of 1 or one with -2?
assert near(least, np.sort(np.abs(logits))[-k])
least = np.sort(np.abs(logits))[-k]
kept = np.abs(logits) >= least

# %% logits-returned
# Logits are returned, before the exponential.
# Which numbers sum to 1: logits or chances?
assert near(np.where(kept, result, 0), np.where(kept, logits, 0))
return among
# or
return np.where(kept, logits, 0)

# %% rounded
assert near(chances, np.round(chances, 2))
chances = np.round(chances, 2)

# %% kept-chances-reversed
# The chances of the kept words are swapped: the likeliest of them gets the smallest.
# In which order does your code list the k words, and in which their chances?
assert near(chances[np.argsort(logits)[-k:]], np.sort(chances[kept])[::-1])
chances[np.argsort(logits)[-k:]] = np.sort(chances[kept])[::-1]

# %% order-for-ranks
# The order of the words is read as if it were the rank of each.
# `argsort` of (5, 9, 7): which word does its first number name?
assert np.array_equal(kept, np.argsort(-logits) < k)
kept = np.argsort(-logits) < k
