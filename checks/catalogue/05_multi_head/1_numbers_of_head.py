"""Predict which numbers one head gets, with and without the swap of axes."""

import numpy as np

from checks.facts import Facts

HEAD = 1
TABLE = 10 * np.arange(2)[:, None] + np.arange(6)  # 14 is token 1, column 4


def numbers_of_head():
    num_heads = 3
    head = HEAD
    pieces = TABLE.reshape(2, num_heads, -1)
    swapped = pieces.swapaxes(0, 1)
    straight = TABLE.reshape(num_heads, 2, -1)
    tables = np.stack([swapped[head], straight[head]])
    return tables


def same_columns_of_both_tokens(tables):
    token, column = divmod(tables[0], 10)
    return (token == TABLE[:, :1] // 10).all() and (column[0] == column[1]).all()


def four_in_a_row(tables):
    numbers = TABLE.ravel().tolist()
    return tables[1].ravel().tolist() in [numbers[start : start + 4] for start in range(9)]


TASK = Facts(
    kind="predict",
    practises=("cut tokens into heads",),
    cases={"paper": {}},
    numbers={
        "HEAD": ("1", "2"),
        "TABLE[0]": ("range(20, 26)", "range(30, 36)", "range(40, 46)", "range(50, 56)"),
        "TABLE[1]": ("range(60, 66)", "range(70, 76)", "range(80, 86)", "range(90, 96)"),
    },
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
# Which columns of each token are in this head?
assert near(result[0], TABLE.reshape(num_heads, 2, -1)[head])
swapped = TABLE.reshape(num_heads, 2, -1)

# %% swap-not-asked
# In the second table the axes are swapped, and a reshape swaps nothing.
# Write all numbers in a row: which four of them fill this head?
assert near(result[1], TABLE.reshape(2, num_heads, -1)[:, head])
straight = TABLE.reshape(2, num_heads, -1).swapaxes(0, 1)

# %% another-head
# These are the numbers of another head.
# From which number are heads counted?
assert head != right.head
head = HEAD - 1
# or
head = (HEAD + 1) % num_heads

# %% heads-interleaved
assert near(result[0], TABLE[:, head::num_heads])
pieces = TABLE.reshape(2, -1, num_heads).swapaxes(1, 2)

# %% heads-and-width-exchanged
assert np.shape(result)[-1] == right.num_heads
num_heads = 2

# %% counted-on-past-the-row
# The second table counts on where the first row ends, but X has no such numbers.
# Which number follows the first row when you read X row by row?
assert not np.isin(result[1], TABLE).all()
straight = (TABLE[0, 0] + np.arange(12)).reshape(num_heads, 2, -1)
# or
straight = (TABLE[0, 0] + np.arange(12)).reshape(num_heads, 2, -1)
swapped = (TABLE[0, 0] + np.arange(12)).reshape(2, num_heads, -1).swapaxes(0, 1)

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
