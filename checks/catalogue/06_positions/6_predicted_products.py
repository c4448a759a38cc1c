"""Predict dot products of positions, and the distance between neighbours."""

import numpy as np

from checks.facts import Facts, near

WIDTH, WIDER = 64, 512
GIVEN = 30.917  # the product of positions 0 and 1, in WIDTH columns


def predicted_products():
    given = GIVEN
    width = WIDTH
    wider = WIDER
    itself = width / 2
    neighbours = given
    apart = 2 * itself - 2 * neighbours
    last = wider / 2
    products = np.array([itself, neighbours, apart, last])
    return products


TASK = Facts(
    kind="predict",
    practises=("read a sinusoidal encoding",),
    cases={"paper": {"tolerance": 1e-4}},  # the product that is given has three decimals
    numbers={
        "WIDTH, GIVEN": ("80, 38.713", "96, 46.507", "128, 62.094", "160, 77.679", "192, 93.264"),
        "WIDER": ("256", "320", "384", "640", "768", "1024"),
    },
    holds={
        "There are four numbers.": lambda products: products.shape == (4,),
        "A row times itself is the number of its hands.": lambda products: near(
            products[[0, 3]], [WIDTH / 2, WIDER / 2]
        ),
        "All neighbours have the same dot product.": lambda products: np.isclose(
            products[1], GIVEN, atol=1e-3
        ),
        "The squared distance is two squares less two products.": lambda products: np.isclose(
            products[2], 2 * products[0] - 2 * products[1], atol=1e-2
        ),
    },
)

# %% every-column-counts-one
# A row times itself gives d_model here, as if every column were a hand.
# What do the squares of one sine and its cosine add up to?
assert near(result[[0, 3]], [WIDTH, WIDER])
itself = width
last = wider
# or
itself = width
apart = width - 2 * given
last = wider

# %% whole-row-of-length-one
# The whole row is given the length of a single hand.
# How many hands does a row have?
assert near(result[[0, 3]], 1)
itself = 1
last = 1
# or
itself = 1
apart = width - 2 * given
last = 1

# %% length-not-product
# A length is given instead of the dot product, which is the length squared.
# Which of the two is the sum of all squares?
assert near(result[0] ** 2, width / 2) or near(result[0] ** 2, width)
itself = np.sqrt(width / 2)
apart = width - 2 * given
last = np.sqrt(wider / 2)
# or
itself = np.sqrt(width)
apart = width - 2 * given
last = np.sqrt(wider)

# %% neighbours-taken-for-equal
# Neighbours are taken for the same position.
# Through what angle does the fastest hand turn between them?
assert near(neighbours, itself)
neighbours = itself
# or
neighbours = itself
apart = width - 2 * given

# %% distance-not-squared
# The third number is the distance; its square is asked for.
# Which of the two has a root in it?
assert abs(apart - np.sqrt(abs(2 * itself - 2 * neighbours))) <= 0.5
apart = np.sqrt(abs(2 * itself - 2 * neighbours))

# %% one-length-missing
# The third number lacks a square or a product, or one of each.
# What is (a - b) squared, multiplied out?
assert any(abs(apart - (a * itself - b * neighbours)) <= 0.5 for a, b in [(1, 1), (2, 1), (1, 2)])
apart = itself - neighbours
# or
apart = 2 * itself - neighbours
# or
apart = itself - 2 * neighbours

# %% third-rounded
# The third number is rounded to fewer decimals than the number that is given.
# How many decimals does the product have that you were told?
assert near(result[2], np.round(result[2], 2))
# for decimals in 0 1 2
apart = round(apart, decimals)

# %% sign-of-the-product
# In the third number the products are added, not subtracted.
# Are alike vectors close together, or far apart?
assert abs(apart - (2 * itself + 2 * neighbours)) <= 0.5
apart = 2 * itself + 2 * neighbours

# %% width-ignored
# The last number is that of the narrower rows.
# How many hands does a wider row have?
assert near(last, width / 2)
wider = width

# %% numbers-in-another-order
# Some of the numbers are swapped.
# Which comes third, and which comes last?
assert near(np.sort(result), np.sort([itself, neighbours, apart, last]))
assert not near(result, [itself, neighbours, apart, last])
itself = width / 2
return products[[0, 1, 3, 2]]
# or
itself = width / 2
return products[[0, 3, 1, 2]]
# or
itself = width / 2
return products[[1, 0, 2, 3]]
