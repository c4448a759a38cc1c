"""Answers to `is_identity(layer, X, W_o)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: zeros_like and allclose
return np.allclose(layer(X, np.zeros_like(W_o)), X)

# %% right: zeros of the shape
def is_identity(layer, X, W_o):
    nothing = np.zeros(W_o.shape)
    passed = layer(X, nothing)
    return np.abs(passed - X).max() < 1e-8

# %% right: 0 times W_o
def is_identity(layer, X, W_o):
    out = layer(X, 0 * W_o)
    return bool(np.all(np.isclose(out, X, atol=1e-7)))

# %% right: a loop over all numbers
def is_identity(layer, X, W_o):
    out = layer(X, W_o * 0.0)
    for i in range(X.shape[0]):
        for j in range(X.shape[1]):
            if abs(out[i, j] - X[i, j]) > 1e-6:
                return False
    return True

# %% right: a norm, relative to X
def is_identity(layer, X, W_o):
    difference = layer(X, np.zeros_like(W_o)) - X
    return np.linalg.norm(difference) <= 1e-6 * np.linalg.norm(X)

# %% right: on a copy
def is_identity(layer, X, W_o):
    W = W_o.copy()
    W[...] = 0
    return np.allclose(X, layer(X.copy(), W))

# %% right: np.testing, caught
def is_identity(layer, X, W_o):
    try:
        np.testing.assert_allclose(layer(X, np.zeros_like(W_o)), X, atol=1e-7)
    except AssertionError:
        return False
    return True

# %% right: largest and smallest difference
def is_identity(layer, X, W_o):
    d = layer(X, np.zeros_like(W_o)) - X
    return d.max() < 1e-6 and d.min() > -1e-6

# %% right: rounded, then compared
def is_identity(layer, X, W_o):
    d = np.round(layer(X, np.zeros_like(W_o)) - X, 6)
    return not d.any()

# %% right: mean square, a NumPy bool, prints left in
def is_identity(layer, X, W_o):
    error = np.mean((layer(X, np.zeros_like(W_o)) - X) ** 2)
    print("error", error)
    return error < 1e-14

# %% wrong: ones-for-zeros | ones change nothing
return np.allclose(layer(X, np.ones_like(W_o)), X)
# %% wrong: residual-counted-twice | X plus what the layer gives
return np.allclose(layer(X, np.zeros_like(W_o)), X + X)
# %% wrong: differences-cancel | the mean of all differences
return bool(abs(np.mean(layer(X, np.zeros_like(W_o)) - X)) < 1e-8)

# %% wrong: places-ignored | both sorted
def is_identity(layer, X, W_o):
    out = layer(X, np.zeros_like(W_o))
    return np.allclose(np.sort(out, axis=0), np.sort(X, axis=0))

# %% wrong: only-last-row-tested | the flag is written again for each row
def is_identity(layer, X, W_o):
    out = layer(X, np.zeros_like(W_o))
    same = True
    for row, before in zip(out, X):
        same = np.allclose(row, before)
    return same

# %% wrong: mutates-input | W_o emptied in place
def is_identity(layer, X, W_o):
    W_o[:] = 0
    return np.allclose(layer(X, W_o), X)

# %% wrong: projection-kept, exact-equality | two slips at once
return np.array_equal(layer(X, W_o), X)
# %% wrong: exact-equality, negated | two slips at once
return bool((layer(X, np.zeros_like(W_o)) != X).any())
# %% wrong: zeros-expected, negated | two slips at once
return bool(np.abs(layer(X, np.zeros_like(W_o))).max() > 1e-8)

# %% wrong: one-row-is-enough | any over the rows
def is_identity(layer, X, W_o):
    out = layer(X, np.zeros_like(W_o))
    return any(np.allclose(a, b) for a, b in zip(out, X))

# %% wrong: several-answers | == on the arrays
return np.abs(layer(X, 0 * W_o) - X) < 1e-8
# %% wrong: mean-without-abs | the mean difference is small
return bool(np.mean(layer(X, np.zeros_like(W_o)) - X) < 1e-6)
# %% unnamed | zeros for X (TypeError)
return np.allclose(layer(np.zeros_like(X)), X)
# %% unnamed | X emptied, not W_o
return np.allclose(layer(np.zeros_like(X), W_o), 0)
# %% unnamed | always
return True
# %% unnamed | never
return False
# %% unnamed | a guess by sizes
return X.shape[1] == 3
# %% wrong: several-answers | one number for each row
return np.isclose(layer(X, np.zeros_like(W_o)), X).all(axis=1)

# %% wrong: difference-without-return | nothing comes back where it differs
def is_identity(layer, X, W_o):
    if np.allclose(layer(X, np.zeros_like(W_o)), X):
        return True

# %% unnamed | zeros_like of a word (NameError)
return np.allclose(layer(X, zeros_like(W_o)), X)

# %% unnamed | lengths of rows only
def is_identity(layer, X, W_o):
    a, b = layer(X, np.zeros_like(W_o)), X
    return np.allclose((a**2).sum(axis=1), (b**2).sum(axis=1))
