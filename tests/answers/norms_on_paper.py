"""Answers to `norms_on_paper()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: five lists
def norms_on_paper():
    return [
        [-0.5, -0.5, -0.5, -0.5, 2],
        [-0.5, -0.5, -0.5, -0.5, 2],
        [0.5, 0.5, 0.5, 0.5, -2],
        [0, 0, 0, 0, 0],
        [-1, -0.5, 3, 3.5, 4],
    ]

# %% right: an array of halves
def norms_on_paper():
    return np.array([
        [-1, -1, -1, -1, 4], [-1, -1, -1, -1, 4], [1, 1, 1, 1, -4], [0] * 5, [-2, -1, 6, 7, 8]
    ]) / 2

# %% right: one row, reused
def norms_on_paper():
    row = np.array([-0.5, -0.5, -0.5, -0.5, 2])
    return [row, row, -row, 0 * row, row * [2, 1, 2, 1, 2] + [0, 0, 4, 4, 0]]

# %% right: computed, with a tiny eps
def norms_on_paper():
    X = np.array([[0, 0, 0, 0, 10], [0, 0, 0, 0, 1000], [3, 3, 3, 3, -7], [7, 7, 7, 7, 7]])
    normed = (X - X.mean(-1, keepdims=True)) / np.sqrt(X.var(-1, keepdims=True) + 1e-12)
    return np.vstack([normed, normed[0] * [2, 1, 2, 1, 2] + [0, 0, 4, 4, 0]])

# %% right: tuples
def norms_on_paper():
    same = (-0.5,) * 4 + (2,)
    return same, same, tuple(-x for x in same), (0,) * 5, (-1, -0.5, 3, 3.5, 4)

# %% right: filled in row by row
def norms_on_paper():
    table = np.zeros((5, 5))
    table[:2] = -0.5
    table[:2, 4] = 2
    table[2] = -table[0]
    table[4] = -0.5 * 2, -0.5, -0.5 * 2 + 4, -0.5 + 4, 2 * 2
    return table

# %% right: stacked
def norms_on_paper():
    a = np.array([0, 0, 0, 0, 10])
    a = (a - 2) / 4
    return np.stack([a, a, -a, a - a, a * (2, 1, 2, 1, 2) + (0, 0, 4, 4, 0)])

# %% right: with its own layer norm, eps 1e-9
def layer_norm(row, gain=1, shift=0, eps=1e-9):
    row = np.array(row, dtype=float)
    return (row - row.mean()) / np.sqrt(row.var() + eps) * gain + shift


def norms_on_paper():
    tokens = [0, 0, 0, 0, 10], [0, 0, 0, 0, 1000], [3, 3, 3, 3, -7], [7] * 5
    last = layer_norm(tokens[0], np.array([2, 1, 2, 1, 2]), np.array([0, 0, 4, 4, 0]))
    return [layer_norm(token) for token in tokens] + [last]

# %% right: lambda
norms_on_paper = lambda: [[-.5] * 4 + [2]] * 2 + [[.5] * 4 + [-2], [0.] * 5, [-1, -.5, 3, 3.5, 4]]

# %% wrong: mean-kept | divides by the deviation alone
def norms_on_paper():
    return [
        [0, 0, 0, 0, 2.5],
        [0, 0, 0, 0, 2.5],
        [0.75, 0.75, 0.75, 0.75, -1.75],
        [7, 7, 7, 7, 7],
        [0, 0, 4, 4, 5],
    ]

# %% wrong: not-divided | the distances from the mean
def norms_on_paper():
    first = np.array([-2, -2, -2, -2, 8])
    return [first, 100 * first, -first, 0 * first, first * [2, 1, 2, 1, 2] + [0, 0, 4, 4, 0]]

# %% wrong: norm-over-tokens | column by column | like: computed, with a tiny eps
-    normed = (X - X.mean(-1, keepdims=True)) / np.sqrt(X.var(-1, keepdims=True) + 1e-12)
+    normed = (X - X.mean(axis=0)) / X.std(axis=0)
# %% wrong: norm-over-everything | no axis | like: computed, with a tiny eps
-    normed = (X - X.mean(-1, keepdims=True)) / np.sqrt(X.var(-1, keepdims=True) + 1e-12)
+    normed = (X - X.mean()) / X.std()

# %% wrong: place-kept | the 3 stays
def norms_on_paper():
    row = [-0.5, -0.5, -0.5, -0.5, 2]
    return [row, row, [3.5, 3.5, 3.5, 3.5, 1], [0] * 5, [-1, -0.5, 3, 3.5, 4]]

# %% wrong: gain-missing | only the shift
def norms_on_paper():
    row = np.array([-0.5, -0.5, -0.5, -0.5, 2])
    return [row, row, -row, 0 * row, [-0.5, -0.5, 3.5, 3.5, 2]]

# %% wrong: shift-missing | only the gain
def norms_on_paper():
    row = np.array([-0.5, -0.5, -0.5, -0.5, 2])
    return [row, row, -row, 0 * row, [-1, -0.5, -1, -0.5, 4]]

# %% wrong: gain-and-shift-exchanged | times the shift, plus the gain
def norms_on_paper():
    row = np.array([-0.5, -0.5, -0.5, -0.5, 2])
    return [row, row, -row, 0 * row, row * [0, 0, 4, 4, 0] + [2, 1, 2, 1, 2]]

# %% wrong: gain-before-norm | the norm at the end
def norms_on_paper():
    row = np.array([-0.5, -0.5, -0.5, -0.5, 2])
    moved = np.array([0, 0, 4, 4, 20])
    return [row, row, -row, 0 * row, (moved - moved.mean()) / moved.std()]

# %% wrong: size-kept, sign-dropped | two rows
def norms_on_paper():
    row = np.array([-0.5, -0.5, -0.5, -0.5, 2])
    return [row, 100 * row, row, 0 * row, [-1, -0.5, 3, 3.5, 4]]

# %% wrong: equal-token-kept, gain-after-shift | two rows wrong
def norms_on_paper():
    row = np.array([-0.5, -0.5, -0.5, -0.5, 2])
    return [row, row, -row, [7] * 5, (row + [0, 0, 4, 4, 0]) * [2, 1, 2, 1, 2]]

# %% wrong: root-forgotten, shift-missing | divides by 16, and no shift
def norms_on_paper():
    row = np.array([-2, -2, -2, -2, 8]) / 16
    return [row, row / 100, -row, 0 * row, row * [2, 1, 2, 1, 2]]

# %% unnamed | four rows
def norms_on_paper():
    row = np.array([-0.5, -0.5, -0.5, -0.5, 2])
    return [row, row, -row, 0 * row]

# %% unnamed | minus and plus 1
return [[-1, -1, -1, -1, 1], [-1, -1, -1, -1, 1], [1, 1, 1, 1, -1], [0] * 5, [-2, -1, 2, 3, 2]]
# %% wrong: from-0-to-1 | from 0 to 1
return [[0, 0, 0, 0, 1], [0, 0, 0, 0, 1], [1, 1, 1, 1, 0], [0] * 5, [0, 0, 4, 4, 2]]
# %% unnamed | softmax
return [[0, 0, 0, 0, 1], [0, 0, 0, 0, 1], [0.25, 0.25, 0.25, 0.25, 0], [0.2] * 5, [0] * 5]
# %% unnamed | one row
return [-0.5, -0.5, -0.5, -0.5, 2]

# %% unnamed | prints it
def norms_on_paper():
    print([[-0.5, -0.5, -0.5, -0.5, 2]] * 2)

# %% unnamed | a slip in one number | like: four rows
-    return [row, row, -row, 0 * row]
+    return [row, row, -row, 0 * row, [-1, -0.5, 3, 3.5, 5]]
# %% unnamed | only the means
return [2, 200, 1, 7, 2]

# %% unnamed | layer_norm is not there yet (NameError)
return layer_norm(np.array([[0, 0, 0, 0, 10]]), 1, 0)

# %% wrong: gain-missing | the gain times the token, then the norm, then the shift
def norms_on_paper():
    row = [-0.5, -0.5, -0.5, -0.5, 2]
    token = np.array([0, 0, 0, 0, 10]) * [2, 1, 2, 1, 2]
    last = (token - token.mean()) / token.std() + [0, 0, 4, 4, 0]
    return [row, row, [0.5, 0.5, 0.5, 0.5, -2], [0] * 5, list(last)]
