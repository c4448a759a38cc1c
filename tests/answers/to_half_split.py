"""Answers to `to_half_split(W)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: two slices side by side
return np.concatenate([W[:, 0::2], W[:, 1::2]], axis=1)

# %% right: one index for all columns
def to_half_split(W):
    d = W.shape[1]
    return W[:, [*range(0, d, 2), *range(1, d, 2)]]

# %% right: hstack
return np.hstack((W[:, ::2], W[:, 1::2]))

# %% right: a pair axis, moved to the front
def to_half_split(W):
    rows, d = W.shape
    return W.reshape(rows, d // 2, 2).transpose(0, 2, 1).reshape(rows, d)

# %% right: swapaxes
return W.reshape(len(W), -1, 2).swapaxes(1, 2).reshape(W.shape)

# %% right: filled column by column
def to_half_split(W):
    new = np.empty_like(W)
    half = W.shape[1] // 2
    for i in range(half):
        new[:, i] = W[:, 2 * i]
        new[:, half + i] = W[:, 2 * i + 1]
    return new

# %% right: a permutation matrix
def to_half_split(W):
    d = W.shape[1]
    P = np.zeros((d, d))
    for new, old in enumerate(list(range(0, d, 2)) + list(range(1, d, 2))):
        P[old, new] = 1
    return W @ P

# %% right: a stable sort by odd or even
def to_half_split(W):
    order = np.argsort(np.arange(W.shape[1]) % 2, kind="stable")
    return np.take(W, order, axis=1)

# %% right: lists
return [list(row[0::2]) + list(row[1::2]) for row in W]

# %% right: einops in words, by einsum
def to_half_split(W):
    pairs = W.reshape(W.shape[0], W.shape[1] // 2, 2)
    return np.einsum("rip->rpi", pairs).reshape(W.shape)

# %% wrong: halves-exchanged | np.roll by half a row
return np.roll(W, W.shape[1] // 2, axis=1)

# %% wrong: overwritten-too-early | a copy, filled from itself
def to_half_split(W):
    W = W.copy()
    half = W.shape[1] // 2
    W[:, :half] = W[:, 0::2]
    W[:, half:] = W[:, 1::2]
    return W

# %% wrong: mutates-input | the result written back into W
def to_half_split(W):
    W[:] = np.concatenate([W[:, 0::2], W[:, 1::2]], axis=1)
    return W

# %% wrong: integer-buffer | zeros of whole numbers
def to_half_split(W):
    half = W.shape[1] // 2
    new = np.zeros(W.shape, dtype=int)
    new[:, :half] = W[:, 0::2]
    new[:, half:] = W[:, 1::2]
    return new

# %% wrong: return-missing | assigned only
def to_half_split(W):
    reordered = np.concatenate([W[:, 0::2], W[:, 1::2]], axis=1)

# %% wrong: mutates-input, overwritten-too-early | in place, straight away
def to_half_split(W):
    half = W.shape[1] // 2
    W[:, :half] = W[:, 0::2].copy()
    W[:, half:] = W[:, 1::2].copy()
    return W

# %% wrong: odd-columns-first, transposed | two slips at once
return np.vstack([W[:, 1::2].T, W[:, 0::2].T])

# %% wrong: inverse-order, transposed | two slips at once
def to_half_split(W):
    d = W.shape[1]
    order = [*range(0, d, 2), *range(1, d, 2)]
    return W.T[np.argsort(order)]

# %% unnamed | columns sorted by their numbers
return np.sort(W, axis=1)
# %% unnamed | every pair exchanged
return W.reshape(len(W), -1, 2)[:, :, ::-1].reshape(W.shape)
# %% unnamed | the columns from the last to the first
return W[:, ::-1]
# %% unnamed | only the even columns
return W[:, ::2]

# %% unnamed | two arrays to concatenate, not a list of them (TypeError)
return np.concatenate(W[:, 0::2], W[:, 1::2], axis=1)

# %% wrong: joined-into-one-row | append, and no axis
return np.append(W[:, 0::2], W[:, 1::2])
