"""In how many pairs of twins are both verbs right?"""

import numpy as np

from checks.facts import Facts


def unequal(rng, pairs, V):
    return rng.dirichlet(np.ones(V), size=(pairs, 2))


def nouns(rng, pairs, V):
    return rng.integers(V, size=(pairs, 2))


def both_twins_right(chances: unequal, meant: nouns):
    said = chances.argmax(axis=-1)
    correct = said == meant
    both = correct.all(axis=1)
    share = both.mean()
    return share


def fit(chances, meant):
    return (
        chances.ndim == 3
        and chances.shape[:2] == meant.shape
        and meant.shape[1] == 2
        and 0 <= meant.min() <= meant.max() < chances.shape[-1]
        and (meant[:, 0] != meant[:, 1]).all()
        and (np.diff(np.sort(chances, axis=-1), axis=-1) > 0).all()
    )


def pairs(count, V, **given):
    return {"pairs": count, "V": V, **given}


def chances_of(*guesses):
    """Make the chances of 13 verbs for a pair in which these two are the likeliest."""
    rising = np.arange(1.0, 14)
    rising = np.where(np.arange(13) == np.array(guesses)[:, None], 20, rising)
    return (rising / rising.sum(axis=1, keepdims=True))[None]


TWO = np.array([[[0.6, 0.4], [0.3, 0.7]], [[0.9, 0.1], [0.8, 0.2]]])
LOW = np.array([[[0.4, 0.35, 0.25], [0.2, 0.45, 0.35]], [[0.4, 0.3, 0.3], [0.35, 0.4, 0.25]]])

TASK = Facts(
    practises=("tell what a model has understood",),
    mistakes="own result.return-missing",
    cases={
        "2 pairs, both right in one of them": pairs(
            2, 2, chances=TWO, meant=np.array([[0, 1], [0, 1]])
        ),
        "2 pairs, both right in each": pairs(2, 2, chances=TWO, meant=np.array([[0, 1], [0, 0]])),
        "a model that always says the same verb": pairs(
            2, 2, chances=TWO[[1, 1]], meant=np.array([[0, 1], [1, 0]])
        ),
        "no chance above one half": pairs(2, 3, chances=LOW, meant=np.array([[0, 1], [0, 2]])),
        "8 pairs, 2 verbs": pairs(8, 2),
        "20 pairs, 3 verbs": pairs(20, 3),
        "12 pairs, 2 verbs": pairs(12, 2),
        "3 pairs, float32": pairs(3, 2, dtype="float32"),
        "a single pair, no chance above one half": pairs(
            1, 3, chances=LOW[:1], meant=np.array([[0, 1]])
        ),
        "chances that are almost equal": pairs(
            2, 2, chances=np.where(TWO > 0.5, 0.500001, 0.499999), meant=np.array([[1, 0], [0, 0]])
        ),
        "a single pair, 13 verbs": pairs(
            1, 13, chances=chances_of(0, 12), meant=np.array([[1, 2]])
        ),
    },
    valid=fit,
    redrawn=4,
    holds={
        "A share is from 0 to 1.": lambda share: -1e-9 <= share <= 1 + 1e-9,
        "No more pairs than sentences are right.": lambda share, correct: (
            share <= correct.mean() + 1e-6
        ),
    },
)

# %% sentences-counted
# This is the share of right sentences, so a pair with one of them counts as half.
# What does a model get that always gives the verb of the being?
assert near(share, correct.mean())
both = correct
# or
share = correct.mean()

# %% one-is-enough
# A pair counts as soon as one of its two sentences is right.
# What does a model get that always gives the verb of the being?
assert near(share, correct.any(axis=1).mean())
both = correct.any(axis=1)

# %% along-the-pairs
# The columns are put together, not the rows: one answer for all first sentences, one for all second.
# What is a row of `correct`, and which axis walks along it?
assert np.size(both) == 2
both = correct.all(axis=0)

# %% all-or-nothing
# The pairs are put together as well, so the result is 1 only if every pair is right.
# How many answers should be left: one for each pair, or a single one?
assert np.size(both) == 1
both = correct.all()

# %% not-divided
# The pairs are counted, not divided by their number.
# What is the share, if 3 of 4 pairs are right?
assert near(share, both.sum())
share = both.sum()

# %% divided-by-sentences
# The right pairs are divided by the number of sentences.
# How many pairs are there, and how many sentences?
assert near(share, both.sum() / correct.size)
share = both.sum() / correct.size

# %% shares-multiplied
# Two shares are multiplied, as if the two sentences of a pair were tosses of coins.
# What if the model is right in the first sentence exactly where it is wrong in the second?
assert near(share, correct.mean() ** 2) or near(share, correct[:, 0].mean() * correct[:, 1].mean())
share = correct.mean() ** 2
# or
share = correct[:, 0].mean() * correct[:, 1].mean()

# %% same-answer-counted
# The pairs with the same answer in both sentences are counted, or those with different ones.
# Where does your line compare with `meant`?
assert near(both, said[:, 0] == said[:, 1]) or near(both, said[:, 0] != said[:, 1])
both = said[:, 0] == said[:, 1]
# or
both = said[:, 0] != said[:, 1]

# %% one-sentence-judged
# One sentence of each pair is judged, and the other is left out.
# Which column of `correct` does your line read?
assert near(both, correct[:, 0]) or near(both, correct[:, 1])
both = correct[:, 0]
# or
both = correct[:, 1]

# %% right-just-as-often
# Pairs with two wrong sentences count as well: both sentences only have to fare alike.
# What is `False == False`?
assert near(both, correct[:, 0] == correct[:, 1])
both = correct[:, 0] == correct[:, 1]

# %% least-likely
# The verb with the smallest chance is taken for the answer.
# Which verb would the model write?
assert (said == chances.argmin(axis=-1)).all()
said = chances.argmin(axis=-1)

# %% chances-not-answers
# The chances are averaged, though nobody has asked which verb is the likeliest.
# What is the share if the right verb always gets .6?
assert near(share, np.take_along_axis(chances, meant[..., None], axis=-1).mean())
share = np.take_along_axis(chances, meant[..., None], axis=-1).mean()

# %% wrong-counted
# This is the share of the pairs that are not both right.
# What should the result be if everything is right?
assert near(share, 1 - both.mean())
share = 1 - both.mean()

# %% both-wrong
# The pairs with two wrong sentences are counted.
# What should the result be if everything is right?
assert near(share, (said != meant).all(axis=1).mean())
correct = said != meant

# %% chance-not-verb
# The largest chance itself is compared with `meant`, and not the number of its verb.
# What does `max` return, and what does `argmax`?
assert near(said, chances.max(axis=-1))
said = chances.max(axis=-1)

# %% more-than-half
# An answer counts only if its chance is more than one half.
# With chances of 0.4, 0.35 and 0.25, which word does the model answer?
assert near(correct, np.take_along_axis(chances, meant[..., None], axis=-1)[..., 0] > 0.5)
correct = np.take_along_axis(chances, meant[..., None], axis=-1)[..., 0] > 0.5
