"""Answers to `predicted_spread()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: plain list of whole numbers
return [2, 8, 16, 1]

# %% right: tuple without brackets
def predicted_spread():
    """Standard deviation of q·k for d_k = 4, 64, 256, then of q·k / √d_k for d_k = 64."""
    return 2, 8, 16, 1

# %% right: numpy array of floats
return np.array([2.0, 8.0, 16.0, 1.0])

# %% right: square roots of the widths, comprehension and append
def predicted_spread():
    spreads = [d ** 0.5 for d in (4, 64, 256)]
    spreads.append(spreads[1] / 64 ** 0.5)
    return spreads

# %% right: variance first, then the root of all four at once
def predicted_spread():
    variances = np.array([4, 64, 256, 64 / np.sqrt(64) ** 2])
    return np.sqrt(variances)

# %% right: math.isqrt and integer division
import math

def predicted_spread():
    return (math.isqrt(4), math.isqrt(64), math.isqrt(256), math.isqrt(64) // math.isqrt(64))

# %% right: float32 array, as he does in PyTorch
def predicted_spread():
    d_k = np.asarray([4, 64, 256], dtype=np.float32)
    sd = np.sqrt(d_k)
    return np.concatenate([sd, sd[1:2] / np.sqrt(d_k[1:2])])

# %% right: MATLAB style row built with np.r_
def predicted_spread():
    s = np.sqrt(np.r_[4, 64, 256])
    return np.r_[s, s[1] / 8]

# %% right: helper function with a flag for the scaled score
def spread(width, scaled=False):
    variance = sum(1 * 1 for _ in range(width))  # width products, each of variance 1
    sd = variance ** (1 / 2)
    return sd / width ** (1 / 2) if scaled else sd


def predicted_spread():
    return [spread(4), spread(64), spread(256), spread(64, scaled=True)]

# %% right: via logarithms, so the numbers are whole only up to rounding
def predicted_spread():
    sd = lambda d: np.exp(0.5 * np.log(d))
    return [sd(4), sd(64), sd(256), sd(64) * 64 ** -0.5]

# %% right: exact spread of a sum of plus and minus ones (those have mean 0 and variance 1 too)
from fractions import Fraction
from math import comb, sqrt

def predicted_spread():
    def sd(n):
        variance = sum(Fraction(comb(n, k), 2 ** n) * (2 * k - n) ** 2 for k in range(n + 1))
        return sqrt(variance)
    return [sd(4), sd(64), sd(256), sd(64) / sqrt(64)]

# %% right: four named constants, one line each
def predicted_spread():
    width_4 = 2
    width_64 = 8
    width_256 = 16
    width_64_scaled = 1
    answer = [width_4, width_64, width_256, width_64_scaled]
    return answer

# %% wrong: variance-not-std | gave the variances and forgot the square root, scaled one is right
return [4, 64, 256, 1]
# %% wrong: variance-not-std, variance-scaled-by-root | gave variances, then divided the variance by the square root of d_k
return [4, 64, 256, 8]
# %% wrong: spread-independent-of-width | thinks a sum of numbers with variance 1 has variance 1 again
return [1, 1, 1, 1]
# %% wrong: spread-independent-of-width | as above, all ones, then the scaling makes it an eighth
return [1, 1, 1, 1 / 8]
# %% wrong: no-scale | forgot to scale the last one
return [2, 8, 16, 8]
# %% wrong: scale-by-d_k | divides the last one by d_k instead of by its root
return [2, 8, 16, 8 / 64]
# %% wrong: variance-scaled-by-root | divides the variance by root d_k and takes the root afterwards
return np.sqrt([4, 64, 256, 64 / np.sqrt(64)])
# %% wrong: mean-not-std | confuses mean and spread, the mean of q.k is 0
return [0, 0, 0, 0]
# %% wrong: spread-shrinks-with-width | averages instead of sums, so thinks the spread shrinks
return [1 / 2, 1 / 8, 1 / 16, 1 / 64]

# %% not blind | by people who knew the catalogue

# %% wrong: half-not-root | to the power of a half, read as half of it
return [2, 32, 128, 32 / 8]

# %% blind | by people who knew neither the catalogue nor this bank

# %% unnamed | thinks a product of two such numbers has variance 2
return [np.sqrt(2 * d) for d in (4, 64, 256)] + [np.sqrt(2)]
# %% wrong: numbers-in-another-order | right numbers, order mixed up with the scaled one first
return [1, 2, 8, 16]
# %% wrong: numbers-in-another-order | widths in falling order
return [16, 8, 2, 1]
# %% unnamed | only the three unscaled ones
return [2, 8, 16]
# %% unnamed | scaled score for all three widths, six numbers
return [2, 8, 16, 1, 1, 1]

# %% unnamed | simulated with few draws instead of thought about
def predicted_spread():
    rng = np.random.default_rng(0)
    out = []
    for d in (4, 64, 256):
        q, k = rng.standard_normal((2, 200, d))
        out.append((q * k).sum(-1).std())
    out.append(out[1] / 8)
    return out

# %% unnamed | simulated with many draws and rounded to one decimal, scaled score drawn with the wrong width
def predicted_spread():
    rng = np.random.default_rng(1)
    out = []
    for d in (4, 64, 256, 64):
        q, k = rng.standard_normal((2, 2000, d))
        out.append(round((q * k).sum(-1).std() / (np.sqrt(256) if len(out) == 3 else 1), 1))
    return out

# %% unnamed | typical distance taken as mean absolute value of a normal
def predicted_spread():
    c = np.sqrt(2 / np.pi)
    return [2 * c, 8 * c, 16 * c, c]

# %% unnamed | misread 64 as 16 for the second
return [2, 4, 16, 1]
# %% unnamed | uses 512 from the paper instead of 256
return [np.sqrt(4), np.sqrt(64), np.sqrt(512), 1]
# %% unnamed | thinks the spread doubles with every doubling and starts from d_k = 1
return [3, 7, 9, 1]

# %% unnamed | prints and returns nothing
def predicted_spread():
    print([2, 8, 16, 1])

# %% unnamed | returns one string
return "2, 8, 16, 1"
# %% unnamed | returns a set, so the order is lost
return {2, 8, 16, 1}
# %% unnamed | interval of plus and minus instead of one number
return [(-2, 2), (-8, 8), (-16, 16), (-1, 1)]
# %% unnamed | only the scaled number
return 1

# %% unnamed | integer square root in the wrong place, 64 // 256
def predicted_spread():
    d = np.array([4, 64, 256])
    return [*np.sqrt(d).astype(int), int(np.sqrt(d[1] // d[2]))]

# %% unnamed | forgot to import sqrt (NameError)
return [sqrt(4), sqrt(64), sqrt(256), 1]

# %% unnamed | made it a function of d_k (TypeError)
def predicted_spread(d_k):
    return [d_k ** 0.5, 1]

# %% unnamed | takes the root of a plain list with ** (TypeError)
return [4, 64, 256] ** 0.5 + [1]

# %% wrong: scale-inverted | dividing by one over the root
def predicted_spread():
    spread = np.sqrt([4, 64, 256])
    return [*spread, spread[1] / (1 / np.sqrt(64))]

# %% not blind | by people who knew the catalogue

# %% unnamed | variances in another order
return [1, 4, 64, 256]
# %% unnamed | guessed the first, doubled afterwards
return [4, 8, 16, 1]
