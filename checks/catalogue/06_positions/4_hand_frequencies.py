"""How fast each hand of the encoding turns: a function to repair."""

import numpy as np

from checks.facts import Facts, near

STARTER = '''
def hand_frequencies(d_model):
    """Radians (d_model / 2,) by which each hand turns at each step; d_model is even."""
    columns = np.arange(0, d_model, 2)
    return np.exp(-columns * np.log(10000) / d_model)
'''


def even(rng):
    return int(rng.choice(range(10, 60, 2)))


def hand_frequencies(d_model: even):
    columns = np.arange(0, d_model, 2)
    base = 10000.0
    exponents = columns / d_model
    frequencies = base**-exponents
    return frequencies


TASK = Facts(
    kind="repair",
    starter=STARTER,
    slips={
        "step-rounded-down": "return np.exp(-np.log(10000) / d_model // 2 * columns)",
    },
    practises=("read a sinusoidal encoding",),
    valid=lambda d_model: d_model % 2 == 0,
    mistakes="waves own",
    without="exponent-not-paired",  # only even columns remain
    cases={
        "d_model 8": {"d_model": 8},
        "d_model 4": {"d_model": 4},
        "d_model 2": {"d_model": 2},
        "a larger d_model, {d_model}": {},
        "another d_model, {d_model}": {},
    },
    more_cases={"the example by hand": {"d_model": 8}, "d_model 392": {"d_model": 392}},
    holds={
        "There is one frequency for each pair of columns.": lambda frequencies, d_model: (
            frequencies.shape == (d_model // 2,)
        ),
        "Hand 0 turns by 1 radian.": lambda frequencies: near(frequencies[0], 1),
        "Each hand is slower by the same factor, and d_model / 2 such steps lead to 1/10,000.": (
            lambda frequencies, d_model: np.allclose(
                np.diff(np.log(frequencies)), -2 * np.log(10000) / d_model
            )
        ),
    },
)

# %% step-rounded-down
# The step is rounded down to a whole number: `//` divides and rounds.
# What is -9.2 // 8, and what is -9.2 / 8?
assert near(np.diff(np.log(frequencies)), np.round(np.diff(np.log(frequencies))))
frequencies = np.exp(-np.log(base) // d_model * columns)
# or
frequencies = np.exp(-np.log(base) / d_model // 2 * columns)
# or
frequencies = np.exp(-2 * np.log(base) // d_model * (columns // 2))

# %% another-logarithm
# The logarithm has another base than the exponential that should undo it.
# What is the base of np.exp, and what is that of your logarithm?
assert not near(np.log(frequencies), -np.log(base) * exponents)
frequencies = np.exp(-np.log10(base) * exponents)
# or
frequencies = np.exp(-np.log2(base) * exponents)

# %% exp-missing
# These are the logarithms of the frequencies.
# Which function turns a logarithm into the number itself?
assert near(np.exp(result), frequencies)
return np.log(frequencies)

# %% every-column
# There is a frequency for each column, but a hand has two columns.
# How many hands do 8 columns make?
assert len(frequencies) == d_model
columns = np.arange(d_model)
exponents = 2 * (columns // 2) / d_model
# or
columns = np.arange(d_model)

# %% full-turns
# These are the positions that a full turn takes.
# In which unit is a frequency asked for?
assert near(result * frequencies, 2 * np.pi)
return 2 * np.pi / frequencies

# %% turns-per-position
# These are turns per position, and not radians.
# How many radians are there in one full turn?
assert near(result, frequencies / (2 * np.pi))
return frequencies / (2 * np.pi)

# %% slowest-first
# The slowest hand comes first.
# Which hand should turn by 1 radian at each step?
assert (np.diff(result) > 0).all()
return frequencies[::-1]
