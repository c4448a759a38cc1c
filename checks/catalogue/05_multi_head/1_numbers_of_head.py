"""Predict which numbers one head gets, with and without the swap of axes."""

import numpy as np

from checks.facts import Facts

TABLE = 10 * np.arange(2)[:, None] + np.arange(6)  # 14 is token 1, column 4


def numbers_of_head():
    num_heads = 3
    head = 1
    pieces = TABLE.reshape(2, num_heads, -1)
    swapped = pieces.swapaxes(0, 1)
    straight = TABLE.reshape(num_heads, 2, -1)
    tables = np.stack([swapped[head], straight[head]])
    return tables


def same_columns_of_both_tokens(tables):
    token, column = divmod(tables[0], 10)
    return (token == [[0, 0], [1, 1]]).all() and (column[0] == column[1]).all()


def four_in_a_row(tables):
    numbers = TABLE.ravel().tolist()
    return tables[1].ravel().tolist() in [numbers[start : start + 4] for start in range(9)]


TASK = Facts(
    kind="predict",
    practises=("cut tokens into heads",),
    cases={"paper": {}},
    holds={
        "There are two tables, each of 2 rows and 2 columns.": lambda tables: (
            np.shape(tables) == (2, 2, 2)
        ),
        "After the swap, a row is a token, and both rows have the same columns.": same_columns_of_both_tokens,
        "A reshape alone counts off the 12 numbers one after the other.": four_in_a_row,
    },
)

# %% tables-in-wrong-order
# Both tables are right, but the reshape alone comes first.
# Which of your two tables has a piece of every token?
assert near(result[0], straight[head]) and near(result[1], swapped[head])
tables = np.stack([straight[head], swapped[head]])

# %% swap-missing
# In the first table the swap is missing: it is what a reshape alone gives.
# Which columns of token 0 are in head 1?
assert near(result[0], TABLE.reshape(num_heads, 2, -1)[head])
swapped = TABLE.reshape(num_heads, 2, -1)

# %% swap-not-asked
# In the second table the axes are swapped, and a reshape swaps nothing.
# Write all 12 numbers in a row: which four of them fill head 1?
assert near(result[1], TABLE.reshape(2, num_heads, -1)[:, head])
straight = TABLE.reshape(2, num_heads, -1).swapaxes(0, 1)

# %% another-head
# These are the numbers of another head.
# From which number are heads counted?
assert head != right.head
head = 0
# or
head = 2

# %% heads-interleaved
assert near(result[0], TABLE[:, head::num_heads])
pieces = TABLE.reshape(2, -1, num_heads).swapaxes(1, 2)

# %% heads-and-width-exchanged
assert np.shape(result)[-1] == right.num_heads
num_heads = 2

# %% counted-on-past-the-row
# The second table counts on after 5, but no number of X is 6 or 7.
# Which number follows 5 when you read X row by row?
assert not np.isin(result[1], TABLE).all()
straight = np.arange(12).reshape(num_heads, 2, -1)
# or
straight = np.arange(12).reshape(num_heads, 2, -1)
swapped = np.arange(12).reshape(2, num_heads, -1).swapaxes(0, 1)

# %% read-down-the-columns
# The second table is read down the columns of X.
# In which order does a reshape read: along the rows, or down the columns?
assert near(result[1], TABLE.T.reshape(num_heads, 2, -1)[head])
straight = TABLE.T.reshape(num_heads, 2, -1)

# %% embeddings-as-columns
assert near(result[0], right.swapped[head].T)
swapped = swapped.swapaxes(-2, -1)
# or
tables = tables.swapaxes(-2, -1)
