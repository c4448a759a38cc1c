"""One vector for a whole sentence: the mean of its real rows, brought to length 1."""

import numpy as np

from checks.catalogue.material import padding
from checks.facts import Facts, near


def sentence_vector(rows: "sentences n d", lengths: padding.some_lengths):
    n = rows.shape[1]
    position = np.arange(n)
    real = position < lengths[:, None]
    kept = np.where(real[:, :, None], rows, 0)
    total = kept.sum(axis=1)
    count = lengths[:, None]
    mean = total / count
    size = np.linalg.norm(mean, axis=1, keepdims=True)
    vectors = mean / size
    return vectors


def fits(rows, lengths):
    return (
        rows.ndim == 3
        and lengths.shape == rows.shape[:1]
        and padding.lengths_fit(lengths, rows.shape[1])
    )


def in_rows(vectors, rows, lengths):
    """Check that padding makes no difference: the real rows alone give the same vector."""
    alone = [own[:length].mean(axis=0) for own, length in zip(rows, lengths, strict=True)]
    return near(vectors, [one / np.sqrt((one**2).sum()) for one in alone])


TASK = Facts(
    practises=("run a published language model",),
    mistakes="""
        own padding-off-by-one one-length-for-all padding-in-front result.rounded
        return-missing arguments
    """,
    names={"Q": "rows"},
    symbols={"key": "row", "keys": "rows"},
    valid=fits,
    cases={
        "2 sentences of up to 5 tokens": {"sentences": 2, "n": 5, "d": 3},
        "3 sentences of up to 4 tokens": {"sentences": 3, "n": 4, "d": 6},
        "4 sentences of up to 6 tokens, d = 4": {"sentences": 4, "n": 6, "d": 4},
        "3 sentences of up to 4 tokens, d = 3": {"sentences": 3, "n": 4, "d": 3},
        "a single sentence": {"sentences": 1, "n": 4, "d": 5},
        "2 sentences without padding": {
            "lengths": np.array([3, 3]),
            "sentences": 2,
            "n": 3,
            "d": 4,
        },
        "sentences of one token": {"lengths": np.array([1, 1]), "sentences": 2, "n": 3, "d": 4},
        "float32 arrays": {"sentences": 2, "n": 5, "d": 4, "dtype": "float32"},
    },
    more_cases={
        "the example by hand": {
            "rows": np.array([[[3.0, 0], [3, 8], [9, 9]]]),
            "lengths": np.array([2]),
        },
        "padding of huge numbers": {
            "rows": np.array([[[1.0, 2], [3, -1], [1e20, -1e20]], [[2, 1], [1e20, 3e20], [5, 0]]]),
            "lengths": np.array([2, 1]),
        },
        "rows of hundred-thousandths": {
            "rows": 1e-5 * np.array([[[1.0, 2], [3, -1]], [[2, 1], [0, 1]]]),
            "lengths": np.array([2, 1]),
        },
    },
    holds={
        "There is one vector for each sentence, as wide as the rows.": lambda vectors, rows: (
            np.shape(vectors) == (len(rows), rows.shape[-1])
        ),
        "Every vector has length 1.": lambda vectors: near((vectors**2).sum(axis=-1), 1),
        "What stands in the rows of padding makes no difference.": in_rows,
    },
)

# %% padding-averaged
# All n rows are averaged, padding as well.
# How many rows of a sentence are real, and what would other numbers in the padding change?
assert np.all(real)
real = position >= 0 * lengths[:, None]
# or
real = position >= 0 * lengths[:, None]
count = n

# %% first-row-only
# The vector is the first row of the sentence, where its mean is asked for.
# How many real rows does a sentence have, and how many of them does your code read?
assert near(mean, rows[:, 0])
mean = rows[:, 0]

# %% last-row-only
# The vector is the last row, or the last real one, where the mean is asked for.
# How many real rows does a sentence have, and how many of them does your code read?
assert near(mean, rows[:, -1]) or near(mean, rows[np.arange(len(rows)), lengths - 1])
mean = rows[np.arange(len(rows)), lengths - 1]
# or
mean = rows[:, -1]

# %% rows-normalised-first
# Each row gets length 1 first, so long and short rows count alike.
# What comes first: the mean, or the division by a length?
assert near(kept, np.where(real[:, :, None], rows, 0) / np.linalg.norm(rows, axis=2, keepdims=True))
kept = np.where(real[:, :, None], rows / np.linalg.norm(rows, axis=2, keepdims=True), 0)
# or
kept = np.where(real[:, :, None], rows / np.linalg.norm(rows, axis=2, keepdims=True), 0)
vectors = mean

# %% not-normalised
# The averages are returned as they are, and never brought to length 1.
# What should the sum of the squares of each vector be?
assert near(vectors, mean) or near(vectors, total / rows.shape[1])
vectors = mean
# or
mean = total
vectors = mean
# or
vectors = total / n

# %% one-size-for-the-batch
# All sentences are divided by one and the same number.
# How many lengths do three vectors have?
assert near(size, np.linalg.norm(mean))
size = np.linalg.norm(mean)

# %% norm-over-the-batch
# The lengths are those of the columns, taken over the sentences.
# Which axis must disappear, so that each sentence gets one length?
assert near(size, np.linalg.norm(mean, axis=0))
size = np.linalg.norm(mean, axis=0, keepdims=True)

# %% norm-of-all-rows
# What is divided out is the length of all rows of a sentence together.
# Is the length asked for that of the mean, or that of everything that was averaged?
assert near(size, np.linalg.norm(kept, axis=(1, 2))[:, None])
size = np.linalg.norm(kept, axis=(1, 2))[:, None]

# %% norm-squared
# The root is missing: what is divided out is a sum of squares, not a length.
# How long is the vector (3, 4)?
assert near(size, (mean**2).sum(axis=1, keepdims=True))
size = (mean**2).sum(axis=1, keepdims=True)

# %% norm-l1
# The absolute values of the numbers are added up and taken for the length.
# How long is the vector (3, 4)?
assert near(size, np.abs(mean).sum(axis=1, keepdims=True))
size = np.abs(mean).sum(axis=1, keepdims=True)

# %% spread-for-length
# The standard deviation is divided out, and not the length.
# What is the sum of the squares of each of your vectors?
assert near(size, mean.std(axis=1, keepdims=True))
size = mean.std(axis=1, keepdims=True)

# %% softmax-for-length
# The numbers of each vector add up to 1, which is not length 1.
# How long is the vector (3, 4)?
assert near(vectors.sum(axis=1), 1)
size = mean.sum(axis=1, keepdims=True)
# or
vectors = np.exp(mean) / np.exp(mean).sum(axis=1, keepdims=True)

# %% largest-not-mean
# Of each column the largest number is taken, where the mean is asked for.
# Is a mean asked for, or a maximum?
assert near(mean, np.where(real[:, :, None], rows, -np.inf).max(axis=1))
mean = np.where(real[:, :, None], rows, -np.inf).max(axis=1)

# %% mean-over-columns (errors: shapes)
# The numbers of a row are averaged, and not the rows of a sentence.
# Which axis of `rows` counts the tokens?
assert near(total, kept.sum(axis=2))
total = kept.sum(axis=2)

# %% sentences-averaged (errors: shapes)
# The sentences are averaged with each other, place by place.
# Which axis of `rows` counts the tokens, and which the sentences?
assert near(total, kept.sum(axis=0))
total = kept.sum(axis=0)
# or
total = kept.sum(axis=0)
mean = total

# %% stacked-as-one
# All sentences become a single vector.
# How many vectors are asked for, if there are three sentences?
assert np.ndim(result) == 1
return kept.sum(axis=(0, 1)) / np.linalg.norm(kept.sum(axis=(0, 1)))

# %% mean-taken-off
# The mean of its numbers is taken off each vector, as a layer norm does it.
# What has to be divided out, and has anything to be subtracted?
assert near(vectors.mean(axis=1), 0)
mean = mean - mean.mean(axis=1, keepdims=True)

# %% divided-by-count-again
# The mean is divided by the number of rows once more, not by its own length.
# What is the length of a vector, and how long is yours in the end?
assert near(vectors, mean / count)
vectors = mean / count
