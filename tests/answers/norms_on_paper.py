"""Answers to `norms_on_paper()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""


# %% right: five lists
def norms_on_paper():
    return [[-1, -1, 1, 1], [-1, -1, 1, 1], [-1, -1, 1, 1], [0, 0, 0, 0], [-1, -2, 6, 7]]


# %% right: an array of floats
def norms_on_paper():
    return np.array([
        [-1.0, -1.0, 1.0, 1.0],
        [-1.0, -1.0, 1.0, 1.0],
        [-1.0, -1.0, 1.0, 1.0],
        [0.0, 0.0, 0.0, 0.0],
        [-1.0, -2.0, 6.0, 7.0],
    ])


# %% right: one row three times
def norms_on_paper():
    row = [-1, -1, 1, 1]
    return 3 * [row] + [4 * [0]] + [[-1, -2, 6, 7]]


# %% right: computed, with a tiny eps
def norms_on_paper():
    X = np.array([[2, 2, 6, 6], [20, 20, 60, 60], [102, 102, 106, 106], [3, 3, 3, 3]], dtype=float)
    normed = (X - X.mean(-1, keepdims=True)) / np.sqrt(X.var(-1, keepdims=True) + 1e-12)
    return np.vstack([normed, normed[0] * [1, 2, 1, 2] + [0, 0, 5, 5]])


# %% right: signs
def norms_on_paper():
    rows = np.sign([[2 - 4, 2 - 4, 6 - 4, 6 - 4]] * 3 + [[0, 0, 0, 0]])
    return [*rows, rows[0] * np.array([1, 2, 1, 2]) + np.array([0, 0, 5, 5])]


# %% right: tuples
def norms_on_paper():
    same = (-1, -1, 1, 1)
    return same, same, same, (0, 0, 0, 0), (-1, -2, 6, 7)


# %% right: filled in row by row
def norms_on_paper():
    table = np.zeros((5, 4))
    table[:3, :2], table[:3, 2:] = -1, 1
    table[4] = -1, -2, 1 + 5, 2 + 5
    return table


# %% right: stacked
def norms_on_paper():
    a = np.array([-1, -1, 1, 1])
    return np.stack([a, a, a, a - a, a * (1, 2, 1, 2) + (0, 0, 5, 5)])


# %% right: with its own layer norm, eps 1e-9
def layer_norm(row, gain=1, shift=0, eps=1e-9):
    row = np.array(row, dtype=float)
    return (row - row.mean()) / np.sqrt(row.var() + eps) * gain + shift


def norms_on_paper():
    tokens = [2, 2, 6, 6], [20, 20, 60, 60], [102, 102, 106, 106], [3, 3, 3, 3]
    last = layer_norm(tokens[0], np.array([1, 2, 1, 2]), np.array([0, 0, 5, 5]))
    return [layer_norm(token) for token in tokens] + [last]


# %% wrong: root-forgotten | divides by 4
def norms_on_paper():
    X = np.array([[2, 2, 6, 6], [20, 20, 60, 60], [102, 102, 106, 106], [3, 3, 3, 3]])
    centred = X - X.mean(-1, keepdims=True)
    normed = centred / np.array([[4], [400], [4], [1]])
    return [*normed, normed[0] * [1, 2, 1, 2] + [0, 0, 5, 5]]


# %% wrong: sample-variance | ddof=1
def norms_on_paper():
    a = 2 / np.sqrt(16 / 3)
    row = np.array([-a, -a, a, a])
    return [row, row, row, 0 * row, row * [1, 2, 1, 2] + [0, 0, 5, 5]]


# %% wrong: mean-kept | divides by the deviation alone
def norms_on_paper():
    return [[1, 1, 3, 3], [1, 1, 3, 3], [51, 51, 53, 53], [3, 3, 3, 3], [1, 2, 8, 11]]


# %% wrong: not-divided | the distances from the mean
def norms_on_paper():
    return [[-2, -2, 2, 2], [-20, -20, 20, 20], [-2, -2, 2, 2], [0, 0, 0, 0], [-2, -4, 7, 9]]


# %% wrong: norm-over-tokens | column by column
def norms_on_paper():
    X = np.array([[2, 2, 6, 6], [20, 20, 60, 60], [102, 102, 106, 106], [3, 3, 3, 3]])
    normed = (X - X.mean(axis=0)) / X.std(axis=0)
    return np.vstack([normed, normed[0] * [1, 2, 1, 2] + [0, 0, 5, 5]])


# %% wrong: norm-over-everything | no axis
def norms_on_paper():
    X = np.array([[2, 2, 6, 6], [20, 20, 60, 60], [102, 102, 106, 106], [3, 3, 3, 3]])
    normed = (X - X.mean()) / X.std()
    return np.vstack([normed, normed[0] * [1, 2, 1, 2] + [0, 0, 5, 5]])


# %% wrong: size-kept | ten times as large stays ten times as large
def norms_on_paper():
    return [[-1, -1, 1, 1], [-10, -10, 10, 10], [-1, -1, 1, 1], [0, 0, 0, 0], [-1, -2, 6, 7]]


# %% wrong: size-kept | divided by 1, not by 20
def norms_on_paper():
    row = [-1, -1, 1, 1]
    return [row, [20 * x for x in row], row, [0, 0, 0, 0], [-1, -2, 6, 7]]


# %% wrong: place-kept | the 100 stays
def norms_on_paper():
    return [[-1, -1, 1, 1], [-1, -1, 1, 1], [99, 99, 101, 101], [0, 0, 0, 0], [-1, -2, 6, 7]]


# %% wrong: place-kept | half of the 100 stays
def norms_on_paper():
    return [[-1, -1, 1, 1], [-1, -1, 1, 1], [49, 49, 51, 51], [0, 0, 0, 0], [-1, -2, 6, 7]]


# %% wrong: equal-token-kept | nothing to normalise
def norms_on_paper():
    return [[-1, -1, 1, 1], [-1, -1, 1, 1], [-1, -1, 1, 1], [3, 3, 3, 3], [-1, -2, 6, 7]]


# %% wrong: equal-token-kept | 0 divided by 0
def norms_on_paper():
    nan = float("nan")
    return [[-1, -1, 1, 1], [-1, -1, 1, 1], [-1, -1, 1, 1], [nan] * 4, [-1, -2, 6, 7]]


# %% wrong: equal-token-kept | 0 divided by 0 is 1
def norms_on_paper():
    return [[-1, -1, 1, 1], [-1, -1, 1, 1], [-1, -1, 1, 1], [1, 1, 1, 1], [-1, -2, 6, 7]]


# %% wrong: equal-token-kept | computed without eps
def norms_on_paper():
    X = np.array([[2, 2, 6, 6], [20, 20, 60, 60], [102, 102, 106, 106], [3, 3, 3, 3]])
    normed = (X - X.mean(-1, keepdims=True)) / X.std(-1, keepdims=True)
    return np.vstack([normed, normed[0] * [1, 2, 1, 2] + [0, 0, 5, 5]])


# %% wrong: gain-after-shift | adds first
def norms_on_paper():
    return [[-1, -1, 1, 1], [-1, -1, 1, 1], [-1, -1, 1, 1], [0, 0, 0, 0], [-1, -2, 6, 12]]


# %% wrong: gain-missing | only the shift
def norms_on_paper():
    return [[-1, -1, 1, 1], [-1, -1, 1, 1], [-1, -1, 1, 1], [0, 0, 0, 0], [-1, -1, 6, 6]]


# %% wrong: shift-missing | only the gain
def norms_on_paper():
    return [[-1, -1, 1, 1], [-1, -1, 1, 1], [-1, -1, 1, 1], [0, 0, 0, 0], [-1, -2, 1, 2]]


# %% wrong: gain-and-shift-exchanged | times 5, plus 1
def norms_on_paper():
    row = np.array([-1, -1, 1, 1])
    return [row, row, row, 0 * row, row * [0, 0, 5, 5] + [1, 2, 1, 2]]


# %% wrong: gain-on-token | on 2, 2, 6, 6
def norms_on_paper():
    return [[-1, -1, 1, 1], [-1, -1, 1, 1], [-1, -1, 1, 1], [0, 0, 0, 0], [2, 4, 11, 17]]


# %% wrong: gain-before-norm | the norm at the end
def norms_on_paper():
    row = np.array([-1, -1, 1, 1])
    moved = np.array([2, 4, 11, 17])
    return [row, row, row, 0 * row, (moved - moved.mean()) / moved.std()]


# %% wrong: size-kept, place-kept | both stay
def norms_on_paper():
    return [[-1, -1, 1, 1], [-10, -10, 10, 10], [99, 99, 101, 101], [0, 0, 0, 0], [-1, -2, 6, 7]]


# %% wrong: equal-token-kept, gain-after-shift | two rows wrong
def norms_on_paper():
    return [[-1, -1, 1, 1], [-1, -1, 1, 1], [-1, -1, 1, 1], [1, 1, 1, 1], [-1, -2, 6, 12]]


# %% wrong: root-forgotten, shift-missing | divides by 4, and no shift
def norms_on_paper():
    return [[-.5, -.5, .5, .5], [-.05, -.05, .05, .05], [-.5, -.5, .5, .5], [0] * 4, [-.5, -1, .5, 1]]


# %% unnamed | four rows
def norms_on_paper():
    return [[-1, -1, 1, 1], [-1, -1, 1, 1], [-1, -1, 1, 1], [0, 0, 0, 0]]


# %% unnamed | signs the wrong way round
def norms_on_paper():
    return [[1, 1, -1, -1], [1, 1, -1, -1], [1, 1, -1, -1], [0, 0, 0, 0], [1, 2, 4, 3]]


# %% unnamed | from 0 to 1
def norms_on_paper():
    return [[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 0, 0], [0, 0, 6, 7]]


# %% unnamed | shares that sum to 1
def norms_on_paper():
    return [[.125, .125, .375, .375]] * 2 + [[.245, .245, .255, .255], [.25] * 4, [.125, .25, 5.375, 5.75]]


# %% unnamed | one row
def norms_on_paper():
    return [-1, -1, 1, 1]


# %% unnamed | prints it
def norms_on_paper():
    print([[-1, -1, 1, 1]] * 3)


# %% unnamed | a slip in one number
def norms_on_paper():
    return [[-1, -1, 1, 1], [-1, -1, 1, 1], [-1, -1, 1, 1], [0, 0, 0, 0], [-1, -2, 6, 8]]


# %% unnamed | only the mean of each
def norms_on_paper():
    return [4, 40, 104, 3, 4]


# %% unnamed | rows of unequal length
def norms_on_paper():
    return [[-1, -1, 1, 1], [-1, -1, 1, 1], [-1, -1, 1, 1], [0], [-1, -2, 6, 7]]


# %% unnamed | list times list (TypeError)
def norms_on_paper():
    row = [-1, -1, 1, 1]
    return [row, row, row, [0] * 4, row * [1, 2, 1, 2]]


# %% unnamed | layer_norm is not there yet (NameError)
def norms_on_paper():
    return layer_norm(np.array([[2, 2, 6, 6]]), 1, 0)
