"""Answers to `merged_softmax_on_paper()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the six numbers
return [1.5, 6, 0.5, 2, 14, 7]
# %% right: fractions
return 3 / 2, 6, 1 / 2, 2, 14, 7

# %% right: computed as a loop would
def merged_softmax_on_paper():
    s1, v1 = np.log([3, 6]), np.array([8, 2])
    s2, v2 = np.log([12, 3]), np.array([10, 4])
    m1 = s1.max()
    e1 = np.exp(s1 - m1)
    m2 = max(m1, s2.max())
    f, e2 = np.exp(m1 - m2), np.exp(s2 - m2)
    l, o = f * e1.sum() + e2.sum(), f * (e1 @ v1) + e2 @ v2
    return [e1.sum(), e1 @ v1, f, l, o, o / l]

# %% right: ratios by hand
def merged_softmax_on_paper():
    total = 1 / 2 + 1
    weighted = 8 / 2 + 2
    return np.array([total, weighted, 6 / 12, total / 2 + 1.25, weighted / 2 + 11, 14 / 2])

# %% right: all at once for the last three
def merged_softmax_on_paper():
    e = np.array([3, 6, 12, 3]) / 12
    v = np.array([8, 2, 10, 4])
    return [1.5, 6.0, 0.5, e.sum(), e @ v, (e @ v) / e.sum()]

# %% right: with math
import math

def merged_softmax_on_paper():
    half = math.exp(math.log(6) - math.log(12))
    return (1.5, 6.0, half, 1.5 * half + 1.25, 6 * half + 11, 7.0)

# %% right: float32
return np.array([1.5, 6, 0.5, 2, 14, 7], dtype=np.float32)

# %% right: a list put together
def merged_softmax_on_paper():
    first = [1.5, 6.0]
    both = [0.5 * a + b for a, b in zip(first, [1.25, 11])]
    return first + [0.5] + both + [both[1] / both[0]]

# %% wrong: sum-of-blocks | 4 + 8.8
return [1.5, 6, 0.5, 2, 14, 12.8]
# %% wrong: divided-too-early | 6 / 1.5, then merged
return [1.5, 4, 0.5, 2, 0.5 * 4 + 8.8, (0.5 * 4 + 8.8) / 2]

# %% wrong: exp-missing | ln 3 - ln 6 added up
def merged_softmax_on_paper():
    a, b = np.log([0.5, 1]), np.log([1, 0.25])
    l, o = 0.5 * a.sum() + b.sum(), 0.5 * (a @ [8, 2]) + b @ [10, 4]
    return [a.sum(), a @ [8, 2], 0.5, l, o, o / l]

# %% wrong: exp-missing | the factor as a difference, too
def merged_softmax_on_paper():
    a, b, f = np.log([0.5, 1]), np.log([1, 0.25]), np.log(0.5)
    l, o = f * a.sum() + b.sum(), f * (a @ [8, 2]) + b @ [10, 4]
    return [a.sum(), a @ [8, 2], f, l, o, o / l]

# %% wrong: not-rescaled, mean-of-blocks | two slips at once
return [1.5, 6, 0.5, 2.75, 17, 6.4]
# %% wrong: old-forgotten, never-divided | two slips at once
return [1.5, 6, 0.5, 1.25, 11, 11]
# %% unnamed | the values without weights
return [1.5, 10, 0.5, 2, 19, 9.5]
# %% unnamed | a slip in the head
return [1.5, 6, 0.5, 2, 13, 6.5]
# %% unnamed | the largest scores as well
return [np.log(6), 1.5, 6, 0.5, np.log(12), 2, 14, 7]
# %% unnamed | the sum is 1, as for weights
return [1, 4, 0.5, 1, 7, 7]
# %% unnamed | a list in a list
return [[1.5, 6, 0.5], [2, 14, 7]]
# %% unnamed | log is not imported (NameError)
return [1.5, 6, exp(log(6) - log(12)), 2, 14, 7]

# %% wrong: factor-without-exp | ln 12 - ln 6
def merged_softmax_on_paper():
    f = np.log(12) - np.log(6)
    l, o = f * 1.5 + 1.25, f * 6 + 11
    return [1.5, 6, f, l, o, o / l]

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: old-maximum-kept | ln 6 is subtracted all the time
return [1.5, 6, 1, 4, 28, 7]

# %% wrong: second-from-old-maximum | Shrinks the old sums rightly, but still subtracts the old largest score (ln 6) from the scores of the second piece, so its exponentials are 2 and 1/2 instead of 1 and 1/4
def merged_softmax_on_paper():
    l_first, o_first = 1.5, 6
    factor = 6 / 12
    e = np.array([12 / 6, 3 / 6])
    l_both = factor * l_first + e.sum()
    o_both = factor * o_first + e @ [10, 4]
    return l_first, o_first, factor, l_both, o_both, o_both / l_both
