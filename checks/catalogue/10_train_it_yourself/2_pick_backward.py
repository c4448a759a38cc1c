"""Back through a lookup: from the slopes of the rows that were picked to those of the table."""

import numpy as np

from checks.facts import Facts, near


def drawn(rng, n, num_words):
    return rng.integers(num_words, size=n)


def pick_backward(tokens: drawn, d_rows: "n d", num_words):
    one_hot = np.eye(num_words)[tokens]
    d_table = one_hot.T @ d_rows
    return d_table


def sizes(n, d, num_words, **given):
    return {"n": n, "d": d, "num_words": num_words, **given}


BY_HAND = np.array([[1.0, 2], [7, -5], [3, -4]])

TASK = Facts(
    practises=("send slopes back",),
    mistakes="own return-missing arguments",
    names={"Q": "d_rows"},
    cases={
        "7 tokens of 4 words": sizes(7, 3, 4),
        "3 tokens of 6 words, none twice": sizes(3, 2, 6, tokens=np.array([4, 1, 5])),
        "5 tokens, all the same": sizes(5, 2, 3, tokens=np.full(5, 1)),
        "5 tokens of 5 words, 5 wide": sizes(5, 5, 5, tokens=np.array([3, 1, 3, 0, 3])),
        "6 tokens of 4 words, not the last one": sizes(
            6, 4, 4, tokens=np.array([2, 0, 2, 1, 1, 2])
        ),
        "a single token": sizes(1, 4, 3),
        "float32 slopes": sizes(8, 3, 5, dtype="float32"),
    },
    more_cases={
        "the example by hand": {"tokens": np.array([0, 1, 0]), "d_rows": BY_HAND, "num_words": 3},
        "a word that gets the same slopes twice": {
            "tokens": np.array([2, 0, 2]),
            "d_rows": np.array([[1.0, -2], [3, 4], [1, -2]]),
            "num_words": 3,
        },
        "4 tokens of 300 words": sizes(4, 1, 300, tokens=np.array([299, 3, 43, 299])),
    },
    valid=lambda tokens, d_rows, num_words: (
        len(tokens) == len(d_rows) > 0 and 0 <= min(tokens) <= max(tokens) < num_words
    ),
    holds={
        "There is a row for each word of the table.": lambda d_table, d_rows, num_words: (
            d_table.shape == (num_words, d_rows.shape[1])
        ),
        "No slope gets lost: both sum to the same.": lambda d_table, d_rows: near(
            d_table.sum(axis=0), d_rows.sum(axis=0)
        ),
        "A word that was not picked has no slope.": lambda d_table, tokens: (
            not np.delete(d_table, tokens, axis=0).any()
        ),
    },
)

# %% last-one-wins
# Of a word that was picked several times, only the slopes of the last place are kept.
# A word stands in two places: after your last line, where are the slopes of its first place?
assert all(near(d_table[word], d_rows[tokens == word][-1]) for word in tokens)
d_table = np.zeros_like(one_hot.T @ d_rows)
d_table[tokens] = d_rows

# %% averaged-per-word
# The slopes of a word are averaged over its places, where they should be added up.
# Nudge the row of a word that stands in two places: in how many places does the loss notice?
assert all(near(d_table[word], d_rows[tokens == word].mean(axis=0)) for word in tokens)
d_table = one_hot.T @ d_rows / np.maximum(one_hot.sum(axis=0), 1)[:, None]

# %% divided-by-n
# Everything is divided by the number of tokens.
# Is `d_rows` the slope of each row's own loss, or of the one loss that you want to lower?
assert near(d_table * len(tokens), right.d_table)
d_table = one_hot.T @ d_rows / len(tokens)

# %% forwards-again (errors: shapes)
# It picks rows out of `d_rows`, as the way forward picks them out of the table.
# Which array does the caller want to move, and how many rows does that have?
assert near(result, d_rows[tokens])
return d_rows[tokens]
# or
d_table = one_hot @ d_rows

# %% rows-by-place
# The slopes stay in the order of the sentence, and not in the rows of their words.
# The sentence begins with word 3: which row of the table should move because of it?
assert near(result[: len(tokens)], d_rows[: len(result)])
one_hot = np.eye(len(tokens), num_words)
# or
return d_rows

# %% counted-not-summed
# It counts how often each word was picked: the slopes themselves are not in it.
# Which line of yours reads the numbers in `d_rows`?
assert near(d_table, one_hot.sum(axis=0)[:, None])
d_table = one_hot.T @ np.ones_like(d_rows)

# %% table-too-short
# The result ends with the largest token, though the table may go on.
# If nobody picks the last word, does its row have no slopes, or slopes of 0?
assert len(result) == tokens.max() + 1
one_hot = np.eye(tokens.max() + 1)[tokens]

# %% picked-words-only
# There are rows for the words that were picked, but none for the others.
# If half the table were missing, could the caller still subtract this from it?
assert len(result) == len(set(tokens.tolist()))
return d_table[np.unique(tokens)]

# %% transposed
# Words are on the columns: the result is transposed.
# Which shape does the table have, and which has your result?
assert result.shape == d_table.T.shape and near(result, d_table.T)
return d_table.T

# %% return-in-loop
assert np.count_nonzero(np.any(result, axis=1)) == 1
d_table = one_hot[:1].T @ d_rows[:1]

# %% last-times-count
# A word's last slope is multiplied by how often the word comes.
# Are the slopes of a word the same wherever it stands?
assert all(
    near(d_table[word], (tokens == word).sum() * d_rows[tokens == word][-1]) for word in tokens
)
d_table = np.zeros((num_words, d_rows.shape[1]))
d_table[tokens] = d_rows
d_table = d_table * one_hot.sum(axis=0)[:, None]

# %% columns-summed
# All numbers of a word's rows are added up, so each column holds the sum over all columns.
# Over which axis should the rows of one word be added?
assert near(
    d_table, np.repeat((one_hot.T @ d_rows).sum(axis=1, keepdims=True), d_rows.shape[1], axis=1)
)
d_table = np.repeat((one_hot.T @ d_rows).sum(axis=1, keepdims=True), d_rows.shape[1], axis=1)
