"""Windows of a text to learn from, and what follows each of their tokens."""

import numpy as np

from checks.facts import Facts


def some_text(rng, n):
    return rng.permutation(n) + 3


def windows(numbers: some_text, begins, length):
    rows = begins[:, None]
    offsets = np.arange(length)
    places = rows + offsets
    ahead = 1
    inputs = numbers[places]
    targets = numbers[places + ahead]
    return inputs, targets


def fit(numbers, begins, length):
    inside = len(begins) and min(begins) >= 0 and max(begins) + length < len(numbers)
    return length >= 1 and bool(inside) and min(numbers) >= 0


def cut(n, *begins, length, **given):
    return {"n": n, "begins": np.array(begins), "length": length, **given}


TASK = Facts(
    practises=("train a model",),
    cases={
        "2 windows of 4 tokens": cut(12, 2, 5, length=4),
        "3 windows of 4 tokens, in no order": cut(15, 9, 0, 4, length=4),
        "a single window": cut(9, 1, length=5),
        "windows of one token": cut(8, 4, 0, 6, length=1),
        "a window that ends with the text": cut(8, 0, 3, length=4),
        "the same window twice": cut(10, 3, 3, length=3),
    },
    valid=fit,
    more_cases={
        "the example by hand": {
            "numbers": np.array([7, 3, 9, 4, 8]),
            "begins": np.array([1]),
            "length": 3,
        },
        "tokens up to 301, some of which come again": {
            "numbers": np.array([300, 7, 300, 301, 7, 7, 5, 300]),
            "begins": np.array([0, 3]),
            "length": 4,
        },
    },
    holds={
        "Both results have a row for each window, and length columns.": (
            lambda inputs, targets, begins, length: (
                np.shape(inputs) == np.shape(targets) == (len(begins), length)
            )
        ),
        "Within a window, each target is the next input.": lambda inputs, targets: np.array_equal(
            np.asarray(inputs)[:, 1:], np.asarray(targets)[:, :-1]
        ),
        "The first column of the inputs holds the tokens at `begins`.": (
            lambda inputs, numbers, begins: np.array_equal(
                np.asarray(inputs)[:, 0], numbers[begins]
            )
        ),
    },
)

# %% not-shifted
# The targets are the inputs themselves, so the model learns to repeat what it has just read.
# Which token should the model guess after the first one of a window?
assert np.array_equal(targets, inputs)
ahead = 0

# %% shifted-backwards
# The targets are the tokens before the inputs, so the model learns to guess the past.
# Does the next token stand one place further on, or one place before?
assert np.array_equal(targets, numbers[places - 1])
ahead = -1

# %% shifted-twice
# Each target is two tokens further on, so one token is never guessed.
# How far is the next token from the one that was read?
assert np.array_equal(targets, numbers[np.minimum(places + 2, len(numbers) - 1)])
ahead = 2
# or
targets = numbers[np.minimum(places + 2, len(numbers) - 1)]

# %% end-meets-start
# The last target of a window is its own first token: the window goes round in a circle.
# Which token of the text follows the last one of the window?
assert np.array_equal(targets, np.roll(inputs, -1, axis=1))
targets = np.roll(inputs, -1, axis=1)

# %% rolled-over-all-windows
# The windows are rolled as one long row, so the last target comes from the next window.
# Which token of the text follows the last one of the first window?
assert np.array_equal(targets, np.roll(inputs, -1))
targets = np.roll(inputs, -1)

# %% next-place-not-next-token
# A target is the number of the token plus 1, and not the token in the next place.
# If token 7 is followed by token 3, what should be guessed after the 7?
assert np.array_equal(targets, inputs + 1)
targets = inputs + 1

# %% places-returned
# The places in the text are returned, and not the tokens that stand there.
# What does your code look up in `numbers`?
assert np.array_equal(inputs, places)
inputs = places
targets = places + 1

# %% one-too-short
# The windows are one token too short.
# How many inputs does a window of 4 tokens have, and how many guesses?
assert np.shape(inputs)[1] == length - 1
offsets = np.arange(length - 1)

# %% one-too-long
# The windows are one token too long.
# How many tokens does `range` or `arange` give you here?
assert np.shape(inputs)[1] == length + 1 or np.shape(targets)[1] == length + 1
offsets = np.arange(length + 1)
# or
inputs = numbers[np.minimum(rows + np.arange(length + 1), len(numbers) - 1)]

# %% begins-ignored
# Every window begins where the text begins.
# Where does your code use `begins`?
assert np.array_equal(inputs[:, 0], np.full(len(begins), numbers[0]))
rows = 0 * begins[:, None]

# %% begins-counted-from-one
# The windows begin one token too early or too late.
# Which token stands at place 0 of the text?
assert np.array_equal(inputs, numbers[places])
assert np.array_equal(abs(rows - begins[:, None]), np.ones_like(rows))
rows = begins[:, None] + 1
# or
rows = begins[:, None] - 1

# %% single-target
# Only the token after the whole window is a target, but each of its tokens has one.
# How many guesses does a window of 4 tokens make?
assert (np.transpose(targets) == numbers[begins + length]).all()
targets = numbers[begins + length]
# or
targets = numbers[begins + length][:, None]
# or
targets = np.repeat(numbers[begins + length][:, None], length, axis=1)

# %% windows-in-columns
# The windows stand in columns, not in rows.
# Which axis should count the windows, and which the tokens of one?
assert np.shape(inputs) == (length, len(begins))
inputs = numbers[places].T
targets = numbers[places + ahead].T

# %% targets-returned-first
# The targets are returned first, and the inputs after them.
# In which order does the exercise ask for the two?
assert np.array_equal(result[1], numbers[places])
return targets, inputs

# %% targets-missing
# Only the inputs are returned.
# Which two results does the exercise ask for?
assert np.ndim(result) == 2
return inputs
