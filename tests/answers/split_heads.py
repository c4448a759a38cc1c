"""Answers to `split_heads(X, num_heads)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: reshape and swapaxes
def split_heads(X, num_heads):
    *batch, n, d_model = X.shape
    return X.reshape(*batch, n, num_heads, d_model // num_heads).swapaxes(-3, -2)

# %% right: moveaxis, the width left to reshape
return np.moveaxis(X.reshape(X.shape[:-1] + (num_heads, -1)), -2, -3)
# %% right: np.split and np.stack
return np.stack(np.split(X, num_heads, axis=-1), axis=-3)

# %% right: a slice of columns for each head
def split_heads(X, num_heads):
    d_head = X.shape[-1] // num_heads
    heads = [X[..., h * d_head : (h + 1) * d_head] for h in range(num_heads)]
    return np.stack(heads, axis=X.ndim - 2)

# %% right: transpose for a matrix, recursion for a batch, lists
def split_heads(X, num_heads):
    if X.ndim > 2:
        return [split_heads(x, num_heads) for x in X]
    n, d_model = X.shape
    return X.reshape(n, num_heads, d_model // num_heads).transpose(1, 0, 2)

# %% right: element by element
def split_heads(X, num_heads):
    d_head = X.shape[-1] // num_heads
    out = np.empty(X.shape[:-2] + (num_heads, X.shape[-2], d_head), dtype=X.dtype)
    for h in range(num_heads):
        for i in range(X.shape[-2]):
            for c in range(d_head):
                out[..., h, i, c] = X[..., i, h * d_head + c]
    return out

# %% right: columns picked by an array of indices
def split_heads(X, num_heads):
    d_head = X.shape[-1] // num_heads
    columns = np.arange(num_heads * d_head).reshape(num_heads, d_head)
    return np.swapaxes(X[..., columns], -2, -3)

# %% right: the transpose cut into blocks
def split_heads(X, num_heads):
    Xt = np.swapaxes(X, -1, -2)
    blocks = Xt.reshape(*X.shape[:-2], num_heads, X.shape[-1] // num_heads, X.shape[-2])
    return np.swapaxes(blocks, -1, -2)

# %% right: matrices of zeros and ones that pick the columns
def split_heads(X, num_heads):
    d_model = X.shape[-1]
    pick = np.eye(d_model, dtype=X.dtype).reshape(d_model, num_heads, -1)
    return np.einsum("...nm,mhd->...hnd", X, pick)

# %% right: an object that can be called
class SplitHeads:
    def __call__(self, X, num_heads):
        axes = list(range(X.ndim + 1))
        axes[-3], axes[-2] = axes[-2], axes[-3]
        d_head = int(X.shape[-1] / num_heads)
        return X.reshape(X.shape[:-1] + (num_heads, d_head)).transpose(axes)


split_heads = SplitHeads()

# %% right: a lambda
split_heads = lambda X, h: X.reshape(*X.shape[:-1], h, X.shape[-1] // h).swapaxes(-2, -3).copy()

# %% right: a window of strides
def split_heads(X, num_heads):
    X = np.ascontiguousarray(X)
    d_head = X.shape[-1] // num_heads
    shape = X.shape[:-2] + (num_heads, X.shape[-2], d_head)
    s = X.strides
    strides = s[:-2] + (d_head * s[-1], s[-2], s[-1])
    return np.lib.stride_tricks.as_strided(X, shape=shape, strides=strides)

# %% right: prints and asserts left in, in place on a copy
def split_heads(X, num_heads):
    d_model = X.shape[-1]
    assert d_model % num_heads == 0, "num_heads must divide d_model"
    heads = X.copy()
    heads.shape = X.shape[:-1] + (num_heads, d_model // num_heads)
    print(X.shape, "->", heads.shape)
    heads = np.rollaxis(heads, -2, heads.ndim - 3)
    print("->", heads.shape)
    return heads

# %% right: Fortran order, the head index last
def split_heads(X, num_heads):
    d_head = X.shape[-1] // num_heads
    parts = X.reshape((*X.shape[:-1], d_head, num_heads), order="F")
    return np.moveaxis(parts, -1, -3)

# %% wrong: heads-axis-not-moved | the reshape and nothing after it
return X.reshape(*X.shape[:-1], num_heads, X.shape[-1] // num_heads)
# %% wrong: heads-full-width | every head gets all columns
return np.stack([X] * num_heads, axis=-3)
# %% unnamed | tokens handed out to the heads
return np.stack(np.split(X, num_heads, axis=-2), axis=-3)

# %% wrong: embeddings-as-columns | transposed once more than needed
def split_heads(X, num_heads):
    Xt = np.swapaxes(X, -1, -2)
    return Xt.reshape(*X.shape[:-2], num_heads, X.shape[-1] // num_heads, X.shape[-2])

# %% wrong: split-without-transpose, batch-axis-breaks | num_heads first, whatever comes before n
def split_heads(X, num_heads):
    n, d_model = X.shape
    return X.reshape(num_heads, n, d_model // num_heads)

# %% wrong: split-without-transpose, mutates-input | the shape of X is assigned, straight
def split_heads(X, num_heads):
    X.shape = (*X.shape[:-2], num_heads, X.shape[-2], X.shape[-1] // num_heads)
    return X

# %% wrong: heads-interleaved, batch-axis-breaks | every num_heads-th column of a matrix
return np.array([X[:, h::num_heads] for h in range(num_heads)])
# %% wrong: heads-interleaved, heads-axis-not-moved | every num_heads-th column, heads in the middle
return np.stack([X[..., h::num_heads] for h in range(num_heads)], axis=-2)

# %% wrong: heads-interleaved, embeddings-as-columns | letters of the einsum in yet another order
def split_heads(X, num_heads):
    parts = X.reshape(*X.shape[:-1], -1, num_heads)
    return np.einsum("...ndh->...hdn", parts)

# %% wrong: batch-axis-breaks, heads-axis-not-moved | n, d_model = X.shape and no transposition
def split_heads(X, num_heads):
    n, d_model = X.shape
    return X.reshape(n, num_heads, d_model // num_heads)

# %% unnamed | returns a string
return "heads"
# %% unnamed | only the first head
return X[..., : X.shape[-1] // num_heads]
# %% wrong: heads-reversed | heads in reverse
return np.stack(np.split(X, num_heads, axis=-1)[::-1], axis=-3)

# %% unnamed | returns the shape, not the array
return X.reshape(*X.shape[:-1], num_heads, -1).swapaxes(-2, -3).shape

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: an index of columns
def split_heads(X, num_heads):
    columns = np.arange(X.shape[-1]).reshape(num_heads, -1)
    return np.moveaxis(X[..., columns], -2, -3)

# %% right: an empty array, filled head by head
def split_heads(X, num_heads):
    *batch, n, d_model = X.shape
    d_head = d_model // num_heads
    out = np.empty((*batch, num_heads, n, d_head), dtype=X.dtype)
    for h in range(num_heads):
        first = h * d_head
        out[..., h, :, :] = X[..., first:first + d_head]
    return out

# %% right: einsum for the exchange
def split_heads(X, num_heads):
    cut = X.reshape(X.shape[:-1] + (num_heads, -1))
    return np.einsum("...nhd->...hnd", cut)

# %% wrong: split-without-transpose | reshape with the four sizes
def split_heads(X, num_heads):
    *b, n, d = X.shape
    return X.reshape(*b, num_heads, n, d // num_heads)

# %% wrong: heads-interleaved | (d_head, num_heads), moved
def split_heads(X, num_heads):
    d_head = X.shape[-1] // num_heads
    Y = X.reshape(*X.shape[:-1], d_head, num_heads)
    return np.moveaxis(Y, -1, -3)

# %% wrong: batch-axis-breaks | np.array of the pieces
def split_heads(X, num_heads):
    d = X.shape[-1] // num_heads
    return np.array([X[..., i * d:(i + 1) * d] for i in range(num_heads)])

# %% wrong: batch-axis-breaks | swapaxes(0, 1)
def split_heads(X, num_heads):
    X = X.reshape(X.shape[:-1] + (num_heads, X.shape[-1] // num_heads))
    return X.swapaxes(0, 1)

# %% wrong: heads-interleaved | column order
def split_heads(X, num_heads):
    d_head = X.shape[-1] // num_heads
    Y = X.reshape(X.shape[:-1] + (num_heads, d_head), order="F")
    return np.swapaxes(Y, -2, -3)

# %% wrong: return-in-loop | return inside the loop over the heads
def split_heads(X, num_heads):
    d_head = X.shape[-1] // num_heads
    heads = []
    for h in range(num_heads):
        heads.append(X[..., h * d_head:(h + 1) * d_head])
        return np.stack(heads, axis=-3)

# %% wrong: axis-squeezed | squeezed at the end
def split_heads(X, num_heads):
    pieces = X.reshape(X.shape[:-1] + (num_heads, -1))
    return np.swapaxes(pieces, -2, -3).squeeze()

# %% wrong: heads-and-width-exchanged | (-1, num_heads)
return X.reshape(X.shape[:-1] + (-1, num_heads)).swapaxes(-3, -2)

# %% wrong: heads-last | swapaxes(-1, -2)
def split_heads(X, num_heads):
    d_head = int(X.shape[-1] / num_heads)
    return X.reshape(X.shape[:-1] + (num_heads, d_head)).swapaxes(-1, -2)

# %% unnamed | transposed, then cut
def split_heads(X, num_heads):
    n, d = X.shape[-2:]
    XT = np.swapaxes(X, -1, -2)
    return XT.reshape(X.shape[:-2] + (num_heads, n, d // num_heads))

# %% wrong: mutates-input | X.shape is set
def split_heads(X, num_heads):
    n, d = X.shape[-2:]
    X.shape = X.shape[:-2] + (n, num_heads, d // num_heads)
    return X.swapaxes(-2, -3)

# %% wrong: integer-buffer | a buffer of whole numbers
def split_heads(X, num_heads):
    *front, n, d_model = X.shape
    d_head = d_model // num_heads
    out = np.zeros((*front, num_heads, n, d_head), dtype=int)
    for h in range(num_heads):
        for j in range(d_head):
            out[..., h, :, j] = X[..., :, h * d_head + j]
    return out

# %% unnamed | one column too early
def split_heads(X, num_heads):
    d_head = X.shape[-1] // num_heads
    starts = [max(0, h * d_head - 1) for h in range(num_heads)]
    return np.stack([X[..., s:s + d_head] for s in starts], axis=-3)

# %% unnamed | d_model / num_heads in reshape (TypeError)
def split_heads(X, num_heads):
    d_head = X.shape[-1] / num_heads
    return X.reshape(X.shape[:-1] + (num_heads, d_head)).swapaxes(-2, -3)

# %% unnamed | a tuple among the sizes (TypeError)
def split_heads(X, num_heads):
    d_head = X.shape[-1] // num_heads
    return X.reshape(X.shape[:-1], num_heads, d_head).swapaxes(-3, -2)

# %% unnamed | transpose(-3, -2), as in PyTorch (ValueError)
def split_heads(X, num_heads):
    d_head = X.shape[-1] // num_heads
    return X.reshape(*X.shape[:-1], num_heads, d_head).transpose(-3, -2)

# %% wrong: batch-axis-breaks | n, d_model = X.shape (ValueError)
def split_heads(X, num_heads):
    n, d_model = X.shape
    return X.reshape(n, num_heads, d_model // num_heads).transpose(1, 0, 2)

# %% unnamed | all borders for np.split (ValueError)
def split_heads(X, num_heads):
    d_head = X.shape[-1] // num_heads
    borders = [h * d_head for h in range(num_heads + 1)]
    return np.stack(np.split(X, borders, axis=-1), axis=-3)

# %% unnamed | a tuple plus a list (TypeError)
def split_heads(X, num_heads):
    d_head = X.shape[-1] // num_heads
    new_shape = X.shape[:-1] + [num_heads, d_head]
    return np.swapaxes(X.reshape(new_shape), -2, -3)

# %% wrong: single-head-uncut | thought that with one head there is nothing to cut, and returned X without the axis of length 1
def split_heads(X, num_heads):
    if num_heads == 1:
        return X
    d_head = X.shape[-1] // num_heads
    pieces = X.reshape(*X.shape[:-1], num_heads, d_head)
    return np.swapaxes(pieces, -2, -3)
