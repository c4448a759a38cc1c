"""Predict when scores overflow in float16, before and after scaling."""

import numpy as np

from checks.facts import Facts

NARROW, WIDE = 16, 256
C = 16


def first_overflow():
    limit = 65_520  # from here on, float16 rounds to infinity
    d_k = np.array([NARROW, WIDE])
    product = d_k  # times c²
    scaled = d_k / np.sqrt(d_k)
    first = np.ceil(np.sqrt(limit / np.array([*product, *scaled])))
    score = np.sqrt(WIDE) * C * C
    numbers = np.array([*first, score])
    return numbers


def thresholds():
    return np.ceil(np.sqrt(65_520 / np.array([NARROW, WIDE, NARROW**0.5, WIDE**0.5])))


TASK = Facts(
    kind="predict",
    practises=("say why a loss curve",),
    cases={"paper": {}},
    numbers={
        "NARROW, WIDE": (
            "16, 1_024",
            "16, 4_096",
            "64, 256",
            "64, 1_024",
            "64, 4_096",
            "256, 1_024",
        ),
        "C": ("18", "20", "24", "25", "30"),
    },
    holds={
        "There are five numbers.": lambda numbers: numbers.shape == (5,),
        "Wider heads overflow earlier.": lambda numbers: (
            numbers[0] > numbers[1] and numbers[2] > numbers[3]
        ),
        "Scaling the query first helps.": lambda numbers: (
            numbers[2] > numbers[0] and numbers[3] > numbers[1]
        ),
        "The last score is a number, and float16 holds it.": lambda numbers: numbers[4] <= 65_504,
    },
)

# %% one-product-only
# One product c · c is compared with the limit, not the sum of all d_k of them.
# How many products does a dot product add up?
assert near(product, 1) or near(scaled, 1 / np.sqrt(d_k))
scaled = 1 / np.sqrt(d_k)
# or
product = d_k / d_k
scaled = product / np.sqrt(d_k)
# or
product = d_k / d_k
# or
product = d_k / d_k
scaled = product

# %% order-makes-no-difference
# The scaled query overflows as early as the one that is not scaled.
# Which numbers are multiplied with the key, if the query was divided before?
assert near(first[2:], first[:2])
scaled = d_k

# %% scaled-in-time
# The first two are computed as if something had been divided before the product.
# What is the largest number on the way, before anything is divided?
assert near(product, d_k / np.sqrt(d_k))
product = d_k / np.sqrt(d_k)

# %% last-that-fits
# These are the last numbers that fit, and not the first that do not.
# Is the score still finite for the c that you wrote down?
assert (first**2 * np.array([*product, *scaled]) < limit).all()
first = first - 1

# %% one-too-large
# Some of these numbers are one too large: with one less, the score is infinite already.
# Is the score still finite for one less than each c that you wrote down?
assert np.max(result[:4] - right.first) == 1
# for more in [1,1,1,1] [1,1,0,0] [0,0,1,1]
numbers = np.array([*np.add(thresholds(), more), score])

# %% scale-by-d_k
# The scaled scores are divided by d_k, not by its root.
# What is the root of each d_k?
assert near(scaled, 1)
scaled = d_k / d_k
# or
scaled = d_k / d_k
score = C * C

# %% one-product-at-last
# The last number is c · c: a single product, or all of them divided by d_k.
# How many products does the score add up, and what is it divided by?
assert result[4] == C * C
score = C * C

# %% width-of-the-other
# The last score is that of the smaller d_k.
# How many products does a score add up, if d_k is the larger one?
assert result[4] == np.sqrt(NARROW) * C * C
score = np.sqrt(NARROW) * C * C

# %% key-forgotten
# The query's numbers are added up, but they never meet those of the key.
# What does a dot product do with two numbers before it adds?
assert near(first, np.ceil(limit / np.array([*product, *scaled])))
first = np.ceil(limit / np.array([*product, *scaled]))

# %% limit-of-integers
# The limit is that of whole numbers with as many bits.
# From which number on is everything infinite?
assert int(limit) == 32_767
limit = 32_767.5

# %% score-not-scaled
# The last number is the bare product.
# What is a score divided by?
assert result[4] == WIDE * C * C
score = WIDE * C * C

# %% infinite-in-any-case
# The last score is called infinite, though the query was scaled before.
# How large is the score, if the query is divided before anything is multiplied?
assert result[4] == np.inf
score = np.inf

# %% numbers-in-another-order
# These numbers stand in another order than asked for.
# Which two come first: those of one width, or those of one order of the steps?
assert sorted(result) == sorted([*right.first, score]) and not near(result[:4], right.first)
# for order in [1,0,3,2] [0,2,1,3] [2,3,0,1]
numbers = np.array([*thresholds()[order], score])
# or
numbers = np.array([score, *thresholds()])
