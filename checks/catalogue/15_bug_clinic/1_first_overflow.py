"""Predict when scores overflow in float16, before and after scaling."""

import numpy as np

from checks.facts import Facts


def first_overflow():
    limit = 65_520  # from here on, float16 rounds to infinity
    d_k = np.array([16, 256])
    product = d_k  # times c²
    scaled = d_k / np.sqrt(d_k)
    first = np.ceil(np.sqrt(limit / np.array([*product, *scaled])))
    score = np.sqrt(256) * 16 * 16
    numbers = np.array([*first, score])
    return numbers


TASK = Facts(
    kind="predict",
    practises=("say why a loss curve",),
    cases={"paper": {}},
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
# One product c · c is compared with 65,504, not the sum of all d_k of them.
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
# Does float16 hold the score for the c that you wrote down?
assert (first**2 * np.array([*product, *scaled]) < limit).all()
first = first - 1

# %% one-too-large
# Some of these numbers are one too large: with one less, the score is infinite already.
# Is the score still finite for one less than each c that you wrote down?
assert np.max(result[:4] - right.first) == 1
numbers = np.array([65, 17, 129, 65, score])
# or
numbers = np.array([65, 17, 128, 64, score])
# or
numbers = np.array([64, 16, 129, 65, score])

# %% scale-by-d_k
# The scaled scores are divided by d_k, not by its root.
# What is √16, and what is √256?
assert near(scaled, 1)
scaled = d_k / d_k
# or
scaled = d_k / d_k
score = 16 * 16

# %% one-product-at-last
# The last number is 16 · 16: a single product, or all of them divided by d_k.
# How many products does the score add up, and what is √256?
assert result[4] == 16 * 16
score = 16 * 16

# %% width-of-the-other
# The last score is that of d_k = 16.
# How many products does a score add up, if d_k is 256?
assert result[4] == 16 * 16 * 16 / 4
score = 16 * 16 * 16 / 4

# %% key-forgotten
# The query's numbers are added up, but they never meet those of the key.
# What does a dot product do with two numbers before it adds?
assert near(first, np.ceil(limit / np.array([*product, *scaled])))
first = np.ceil(limit / np.array([*product, *scaled]))

# %% limit-of-integers
# The limit is that of whole numbers with 16 bits, 32,767.
# What is the largest number that float16 holds?
assert int(limit) == 32_767
limit = 32_767.5

# %% score-not-scaled
# The last number is the bare product.
# What is a score divided by, if d_k is 256?
assert result[4] == 256 * 16 * 16
score = 256 * 16 * 16

# %% infinite-in-any-case
# The last score is called infinite, though the query was scaled before.
# How large is 16 · 16 · 256, divided by 16 before anything is multiplied?
assert result[4] == np.inf
score = np.inf

# %% numbers-in-another-order
# These numbers stand in another order than asked for.
# Which two come first: those of one width, or those of one order of the steps?
assert sorted(result) == sorted([*right.first, score]) and not near(result[:4], right.first)
numbers = np.array([16, 64, 64, 128, score])
# or
numbers = np.array([64, 128, 16, 64, score])
# or
numbers = np.array([128, 64, 64, 16, score])
# or
numbers = np.array([score, 64, 16, 128, 64])
