"""Answers to `next_word_on_paper()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: fractions
return [16 / 21, 256 / 273, 4 / 7, 16 / 20, 4 / 6]
# %% right: reduced fractions, a tuple
return (16 / 21, 256 / 273, 4 / 7, 4 / 5, 2 / 3)
# %% right: an array
return np.array([16 / 21, 256 / 273, 4 / 7, 0.8, 2 / 3])
# %% right: sums written out
return [16 / (16 + 4 + 1), 256 / (256 + 16 + 1), 4 / (4 + 2 + 1), 16 / (16 + 4), 4 / (4 + 2)]
# %% right: ratios to the first
return [1 / (1 + 1 / 4 + 1 / 16), 1 / (1 + 1 / 16 + 1 / 256), 1 / (1 + 1 / 2 + 1 / 4), 1 / (1 + 1 / 4), 1 / (1 + 1 / 2)]
# %% right: one minus the others
return [1 - 5 / 21, 1 - 17 / 273, 1 - 3 / 7, 1 - 1 / 5, 1 - 1 / 3]
# %% right: decimals, seven of them
return [0.7619048, 0.9377289, 0.5714286, 0.8, 0.6666667]
# %% right: powers
return [16 / 21, 16**2 / (16**2 + 4**2 + 1**2), 16**0.5 / (16**0.5 + 4**0.5 + 1), 16 / 20, 16**0.5 / (16**0.5 + 4**0.5)]

# %% right: with softmax
def next_word_on_paper():
    def first(logits, T):
        e = np.exp(np.log(logits) / T)
        return e[0] / e.sum()
    three, two = np.array([16, 4, 1]), np.array([16, 4])
    return [first(three, 1), first(three, 0.5), first(three, 2), first(two, 1), first(two, 2)]

# %% right: math and a loop
import math

def next_word_on_paper():
    found = []
    for T, words in [(1, 3), (0.5, 3), (2, 3), (1, 2), (2, 2)]:
        powers = [math.exp(math.log(x) / T) for x in [16, 4, 1][:words]]
        found.append(powers[0] / sum(powers))
    return found

# %% right: Fraction of the library
from fractions import Fraction as F

def next_word_on_paper():
    return [float(F(16, 21)), float(F(256, 273)), float(F(4, 7)), float(F(4, 5)), float(F(2, 3))]

# %% right: powers in a list comprehension
def next_word_on_paper():
    share = lambda n, *others: n / (n + sum(others))
    return [share(16, 4, 1), share(256, 16, 1), share(4, 2, 1), share(16, 4), share(4, 2)]

# %% right: sigmoid for two words
def next_word_on_paper():
    sigmoid = lambda x: 1 / (1 + np.exp(-x))
    gap = np.log(16) - np.log(4)
    return [16 / 21, 256 / 273, 4 / 7, sigmoid(gap), sigmoid(gap / 2)]

# %% right: hidden by -inf
def next_word_on_paper():
    z, top = np.log([16.0, 4, 1]), np.array([np.log(16), np.log(4), -np.inf])
    p = lambda z, T: (np.exp(z / T) / np.exp(z / T).sum())[0]
    return [p(z, 1), p(z, 1 / 2), p(z, 2), p(top, 1), p(top, 2)]

# %% right: hidden by 0, in a table of powers
def next_word_on_paper():
    table = np.array([[16, 4, 1], [256, 16, 1], [4, 2, 1], [16, 4, 0], [4, 2, 0]])
    return table[:, 0] / table.sum(axis=1)

# %% wrong: exponential-left-out | the logarithms as they are
return [np.log(16) / np.log(64), np.log(16) / np.log(64), np.log(16) / np.log(64), np.log(16) / np.log(64), np.log(16) / np.log(64)]
# %% wrong: temperature-without-effect | all the same, numbers divided
return [16 / 21, 16 / 21, 16 / 21, 16 / 20, 16 / 20]
# %% wrong: hot-top-k-at-temperature-1 | temperature 2 forgotten at the end
return [16 / 21, 256 / 273, 4 / 7, 16 / 20, 16 / 20]
# %% wrong: hot-top-k-keeps-all | top-k forgotten at the end
return [16 / 21, 256 / 273, 4 / 7, 16 / 20, 4 / 7]
# %% wrong: top-1 | one word kept
return [16 / 21, 256 / 273, 4 / 7, 1, 1]
# %% wrong: chance-divided | chances halved and doubled
return [16 / 21, 32 / 21, 8 / 21, 16 / 20, 8 / 20]
# %% wrong: another-word | chances of tore
return [4 / 21, 16 / 273, 2 / 7, 4 / 20, 2 / 6]
# %% wrong: others-only | odds
return [16 / 5, 256 / 17, 4 / 3, 16 / 4, 4 / 2]
# %% wrong: cold-and-hot-exchanged | second and third exchanged
return [16 / 21, 4 / 7, 256 / 273, 16 / 20, 4 / 6]
# %% wrong: top-k-exchanged | last two exchanged
return [16 / 21, 256 / 273, 4 / 7, 4 / 6, 16 / 20]
# %% wrong: percent | percent
return [100 * 16 / 21, 100 * 256 / 273, 400 / 7, 80, 200 / 3]
# %% unnamed | only four
return [16 / 21, 256 / 273, 4 / 7, 16 / 20]
# %% unnamed | a slip at the square
return [16 / 21, 254 / 271, 4 / 7, 16 / 20, 4 / 6]
# %% unnamed | roots of 16 only
return [16 / 21, 256 / 273, 4 / 9, 16 / 20, 4 / 8]
# %% unnamed | rounded to one decimal
return [0.8, 0.9, 0.6, 0.8, 0.7]
# %% unnamed | two decimals
return [0.76, 0.94, 0.57, 0.8, 0.67]
# %% wrong: hot-top-k-is-cold | the last one squared
return [16/21, 256/273, 4/7, 16/20, 256/272]
# %% wrong: hot-top-k-at-temperature-1 | halves of numbers
return [16/21, 256/273, 8/10.5, 16/20, 8/10]
# %% unnamed | upside down
return [21/16, 273/256, 7/4, 20/16, 6/4]
# %% unnamed | a string
return ['16/21', 1, 2, 3, 4]
# %% unnamed | equal shares
return [1/3, 1/3, 1/3, 1/2, 1/2]
# %% wrong: hidden-keeps-its-share | top-2 only at the hot one
return [16 / 21, 256 / 273, 4 / 7, 16 / 21, 4 / 6]

# %% wrong: numbers-taken-for-logits | e to the power of 16
def next_word_on_paper():
    e = lambda *x: np.exp(x[0]) / np.sum(np.exp(x))
    return [e(16, 4, 1), e(32, 8, 2), e(8, 2, 0.5), e(16, 4), e(8, 2)]

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: number-divided-not-logarithm | ln 16 / 2 = ln 8
def next_word_on_paper():
    return [
        16 / 21,
        32 / (32 + 8 + 1),      # ln 16 / 0.5 = ln 32, ln 4 / 0.5 = ln 8, and ln 1 stays 0
        8 / (8 + 2 + 1),        # ln 16 / 2 = ln 8, ln 4 / 2 = ln 2
        16 / 20,
        8 / (8 + 2),
    ]

# %% wrong: temperature-multiplied | Took temperature 1/2 for the roots and temperature 2 for the squares, the wrong way round
return [16 / 21, 4 / 7, 256 / 273, 16 / 20, 256 / 272]
# %% wrong: top-k-keeps-all | drops the smallest word from the drawing but leaves its share in the sum, so the top-2 chances are not shared out again
return [16 / 21, 256 / 273, 4 / 7, 16 / 21, 4 / 7]
