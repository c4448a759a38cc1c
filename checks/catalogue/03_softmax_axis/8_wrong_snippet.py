"""Of five functions, find the one that is wrong."""

from checks.facts import Facts, one_letter

RIGHT = "c"


def wrong_snippet():
    letter = RIGHT
    query = 2
    return letter, query


TASK = Facts(
    kind="find",
    practises=("find a wrong axis",),
    cases={"the five snippets": {}},
    holds={"There are two results, the first a letter in quotes, from a to e.": one_letter},
    asks="Divide the exponential in row 0 and column 2 by its weight: which query has this sum?",
    because="`snippet_c` divides column j by the sum of query j, so that of query 2 divides row 0, column 2.",
)

# %% accused-one-maximum
# Snippet `a` is right: one number subtracted from a whole row changes no weight.
# Take snippet `a`: what does each row of its table sum to?
letter = "a"

# %% accused-transposed
# Snippet `b` is right: it sums down the columns of a transposed table.
# Take snippet `b`: what is in one column of its table before `.T`?
letter = "b"

# %% accused-loop
# Snippet `d` is right: it goes query by query, and each row sums to 1.
# Take snippet `d`: what does your `normalised_axis` say about its table?
letter = "d"

# %% accused-early-scale
# Snippet `e` is right: it scales the queries instead of the scores, and each row sums to 1.
# Take snippet `e`: what does the product of a table with a column of ones add up?
letter = "e"

# %% own-sum
# The sum of query 0 divides row 0 in the right functions, but not in the wrong one.
# With which axis of a table does NumPy line up four sums of shape (4,)?
query = 0

# %% counted-from-1
# Queries are counted from 0, so number 3 is the last of the four.
# What is the number of the first query?
query = 3
