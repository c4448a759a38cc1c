"""Answers to `alibi_slopes(num_heads)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: a power of an array
return 2.0 ** (-8 * np.arange(1, num_heads + 1) / num_heads)
# %% right: a list, head by head
return [2 ** (-8 * i / num_heads) for i in range(1, num_heads + 1)]

# %% right: the factor, multiplied up
def alibi_slopes(num_heads):
    factor = 2 ** (-8 / num_heads)
    slopes, slope = [], 1.0
    for _ in range(num_heads):
        slope = slope * factor
        slopes.append(slope)
    return np.array(slopes)

# %% right: cumprod
return np.cumprod(np.full(num_heads, 2 ** (-8 / num_heads)))
# %% right: geomspace from 1, without its start
return np.geomspace(1, 1 / 256, num_heads + 1)[1:]

# %% right: the start and the ratio of the authors' code
import math

def alibi_slopes(num_heads):
    start = 2 ** (-(2 ** -(math.log2(num_heads) - 3)))
    return [start * start**i for i in range(num_heads)]

# %% right: exp2 of a linspace
return np.exp2(np.linspace(0, -8, num_heads + 1)[1:])
# %% right: powers of 256
return 1 / np.power(256, np.arange(1, num_heads + 1) / num_heads)

# %% right: exp and log, float32
def alibi_slopes(num_heads):
    i = np.arange(1, num_heads + 1, dtype=np.float32)
    return np.exp(-8 * np.log(np.float32(2)) * i / num_heads)

# %% right: fills an array
def alibi_slopes(num_heads):
    m = np.zeros(num_heads)
    for head in range(num_heads):
        m[head] = 1 / 2 ** (8 * (head + 1) / num_heads)
    return m

# %% wrong: negative-slopes | the minus in front of the power
return -(2.0 ** (-8 * np.arange(1, num_heads + 1) / num_heads))
# %% wrong: one-slope-for-all | the factor, head by head
return np.full(num_heads, 2 ** (-8 / num_heads))
# %% unnamed | divided by the head, not by the number of heads
return 2.0 ** (-8 / np.arange(1, num_heads + 1))
# %% wrong: eight-not-divided | 2 to the -8 i
return 2.0 ** (-8 * np.arange(1, num_heads + 1))

# %% wrong: return-missing | assigned only
def alibi_slopes(num_heads):
    slopes = 2.0 ** (-8 * np.arange(1, num_heads + 1) / num_heads)

# %% wrong: starts-at-1, slopes-reversed | two slips at once
return 2.0 ** (-8 * np.arange(num_heads - 1, -1, -1) / num_heads)
# %% wrong: starts-at-1, halves-for-all | two slips at once
return 0.5 ** np.arange(num_heads)
# %% wrong: negative-slopes, halves-for-all | two slips at once
return -1 / 2.0 ** np.arange(1, num_heads + 1)
# %% unnamed | brackets: minus and power
return (-2.0) ** (8 * np.arange(1, num_heads + 1) / num_heads)

# %% unnamed | one head more, from 0 to num_heads
return 2.0 ** (-8 * np.arange(num_heads + 1) / num_heads)

# %% unnamed | whole numbers to a negative power (ValueError)
return 2 ** -np.arange(1, num_heads + 1)
# %% unnamed | range times a number (TypeError)
return 2 ** (-8 / num_heads * range(1, num_heads + 1))

# %% wrong: squared-each-time | the slope times itself
def alibi_slopes(num_heads):
    factor = 2 ** (-8 / num_heads)
    slopes, slope = [], factor
    for _ in range(num_heads):
        slopes.append(slope)
        slope = slope * slope
    return np.array(slopes)

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: halves-for-all | halves after the first
def alibi_slopes(num_heads):
    slopes = [2 ** (-8 / num_heads)]
    while len(slopes) < num_heads:
        slopes.append(slopes[-1] / 2)
    return np.array(slopes)

# %% wrong: first-always-half | Believes that the slopes always run from 1/2 to 1/256, as for 8 heads, and spreads the heads between these two
return np.geomspace(1 / 2, 1 / 256, num_heads)
