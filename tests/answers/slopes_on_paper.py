"""Answers to `slopes_on_paper()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: a list of rows
return [[0.25, -0.15, -0.1], [-0.15, 0.21, -0.06], [-0.1, -0.06, 0.16]]

# %% right: tuples of products
def slopes_on_paper():
    return (
        (.5 * .5, -.5 * .3, -.5 * .2),
        (-.3 * .5, .3 * .7, -.3 * .2),
        (-.2 * .5, -.2 * .3, .2 * .8),
    )

# %% right: diag minus outer
def slopes_on_paper():
    w = np.array([0.5, 0.3, 0.2])
    return np.diag(w) - np.outer(w, w)

# %% right: two loops
def slopes_on_paper():
    w = [0.5, 0.3, 0.2]
    table = np.zeros((3, 3))
    for i in range(3):
        for j in range(3):
            table[i, j] = w[j] * (1 - w[j]) if i == j else -w[i] * w[j]
    return table

# %% right: a comprehension
def slopes_on_paper():
    w = [0.5, 0.3, 0.2]
    return [[w[i] * ((i == j) - w[j]) for j in range(3)] for i in range(3)]

# %% right: the upper half, mirrored
def slopes_on_paper():
    upper = np.array([[0, -0.15, -0.1], [0, 0, -0.06], [0, 0, 0]])
    return upper + upper.T + np.diag([0.25, 0.21, 0.16])

# %% right: the diagonal from the rows, which sum to 0
def slopes_on_paper():
    w = np.array([0.5, 0.3, 0.2])
    table = -np.outer(w, w)
    np.fill_diagonal(table, 0)
    return table - np.diag(table.sum(axis=1))

# %% right: nudged, and rounded to two decimals, where it is exact
def slopes_on_paper():
    w = np.array([0.5, 0.3, 0.2])
    up = w * np.exp(1e-6 * np.eye(3))
    up = up / up.sum(axis=1, keepdims=True)
    return np.round((up - w).T / 1e-6, 2)

# %% wrong: jacobian-diagonal-only | other scores do not count
return [[0.25, 0, 0], [0, 0.21, 0], [0, 0, 0.16]]
# %% wrong: jacobian-diagonal-only | a score moves its weight as it is
return np.diag([0.5, 0.3, 0.2])
# %% wrong: jacobian-off-diagonal-sign | forgot the minus
return [[0.25, 0.15, 0.1], [0.15, 0.21, 0.06], [0.1, 0.06, 0.16]]

# %% wrong: jacobian-off-diagonal-sign | added the products
def slopes_on_paper():
    w = np.array([0.5, 0.3, 0.2])
    return np.diag(w) + np.outer(w, w)

# %% wrong: jacobian-sign | minus on the diagonal, plus elsewhere
return [[-0.25, 0.15, 0.1], [0.15, -0.21, 0.06], [0.1, 0.06, -0.16]]

# %% wrong: jacobian-one-for-delta | w (1 - w) everywhere
def slopes_on_paper():
    w = [0.5, 0.3, 0.2]
    return [[w[i] * (1 - w[j]) for j in range(3)] for i in range(3)]

# %% wrong: jacobian-one-for-delta | the same with the columns
return [[0.25, 0.15, 0.1], [0.35, 0.21, 0.14], [0.4, 0.24, 0.16]]
# %% wrong: jacobian-of-log | 1 - w on the diagonal, -w elsewhere
return [[0.5, -0.3, -0.2], [-0.5, 0.7, -0.2], [-0.5, -0.3, 0.8]]
# %% wrong: diagonal-as-vector | the three slopes by the own score
return [0.25, 0.21, 0.16]
# %% wrong: factor-missing | the weight itself on the diagonal
return [[0.5, -0.15, -0.1], [-0.15, 0.3, -0.06], [-0.1, -0.06, 0.2]]
# %% wrong: other-weight-missing | minus the other weight
return [[0.25, -0.3, -0.2], [-0.5, 0.21, -0.2], [-0.5, -0.3, 0.16]]
# %% wrong: other-weight-missing | minus the own weight
return [[0.25, -0.5, -0.5], [-0.3, 0.21, -0.3], [-0.2, -0.2, 0.16]]

# %% wrong: jacobian-square-taken-twice | w (1 - w) on the diagonal, and the products off everywhere
def slopes_on_paper():
    w = np.array([0.5, 0.3, 0.2])
    return np.diag(w - w * w) - w[:, None] * w

# %% wrong: ones-on-diagonal | 1 - w w on the diagonal
return [[0.75, -0.15, -0.1], [-0.15, 0.91, -0.06], [-0.1, -0.06, 0.96]]
# %% wrong: jacobian-square-on-diagonal | squares on the diagonal
return [[0.25, -0.15, -0.1], [-0.15, 0.09, -0.06], [-0.1, -0.06, 0.04]]
# %% unnamed | the first row only
return [0.25, -0.15, -0.1]

# %% unnamed | only differences of weights
return [[0, 0.2, 0.3], [-0.2, 0, 0.1], [-0.3, -0.1, 0]]
# %% unnamed | two weights only
return [[0.25, -0.25], [-0.25, 0.25]]
# %% unnamed | nine numbers in a row
return [0.25, -0.15, -0.1, -0.15, 0.21, -0.06, -0.1, -0.06, 0.16]
# %% unnamed | text
return "0.25 -0.15 -0.1"
# %% unnamed | rows of unequal lengths: only one half
return [[0.25, -0.15, -0.1], [0.21, -0.06], [0.16]]

# %% unnamed | takes the weights (TypeError)
def slopes_on_paper(w):
    return np.diag(w) - np.outer(w, w)

# %% unnamed | nothing called w here (NameError)
return np.diag(w) - np.outer(w, w)

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: decimal-point-slipped | .3 times .2 is .6
def slopes_on_paper():
    return [
        [.25, -.15, -.1],
        [-.15, .21, -.6],
        [-.1, -.6, .16],
    ]

# %% wrong: losses-in-equal-parts | lets the two other weights share the loss equally, not in the ratio of their weights
def slopes_on_paper():
    return [
        [0.25, -0.105, -0.08],
        [-0.125, 0.21, -0.08],
        [-0.125, -0.105, 0.16],
    ]

# %% wrong: jacobian-diagonal-missing | uses the off-diagonal formula everywhere, so the diagonal is minus the square of each weight
return [[-0.25, -0.15, -0.10], [-0.15, -0.09, -0.06], [-0.10, -0.06, -0.04]]
