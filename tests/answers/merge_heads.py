"""Answers to `merge_heads(heads)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: swapaxes and reshape
def merge_heads(heads):
    *batch, num_heads, n, d_head = heads.shape
    return heads.swapaxes(-3, -2).reshape(*batch, n, num_heads * d_head)

# %% right: moveaxis, the width left to reshape
def merge_heads(heads):
    moved = np.moveaxis(heads, -3, -2)
    return moved.reshape(moved.shape[:-2] + (-1,))

# %% right: slices of the result filled in
def merge_heads(heads):
    num_heads, n, d_head = heads.shape[-3:]
    merged = np.zeros(heads.shape[:-3] + (n, num_heads * d_head), dtype=heads.dtype)
    for h in range(num_heads):
        merged[..., h * d_head : (h + 1) * d_head] = heads[..., h, :, :]
    return merged

# %% right: einsum turns the axes
def merge_heads(heads):
    turned = np.einsum("...hnd->...nhd", heads)
    return np.reshape(turned, (*turned.shape[:-2], turned.shape[-1] * turned.shape[-2]))

# %% right: np.hstack for one, recursion for a batch, lists
def merge_heads(heads):
    if heads.ndim == 3:
        return np.hstack(list(heads))
    return [merge_heads(h) for h in heads]

# %% right: element by element
def merge_heads(heads):
    H, n, d = heads.shape[-3:]
    out = np.empty(heads.shape[:-3] + (n, H * d), heads.dtype)
    for i in range(n):
        for c in range(H * d):
            h, r = divmod(c, d)
            out[..., i, c] = heads[..., h, i, r]
    return out

# %% right: the transpose put together and turned back
def merge_heads(heads):
    num_heads, n, d_head = heads.shape[-3:]
    columns = np.swapaxes(heads, -1, -2).reshape(*heads.shape[:-3], num_heads * d_head, n)
    return np.swapaxes(columns, -1, -2)

# %% right: a matrix of zeros and ones that puts each column in its place
def merge_heads(heads):
    width = heads.shape[-3] * heads.shape[-1]
    place = np.eye(width, dtype=heads.dtype).reshape(heads.shape[-3], heads.shape[-1], width)
    return np.einsum("...hnd,hdm->...nm", heads, place)

# %% right: an object that can be called
class MergeHeads:
    def __call__(self, heads):
        axes = list(range(heads.ndim))
        axes[-3], axes[-2] = axes[-2], axes[-3]
        turned = np.transpose(heads, axes)
        return turned.reshape(*turned.shape[:-2], -1)


merge_heads = MergeHeads()

# %% right: a lambda
merge_heads = lambda heads: np.concatenate(list(np.moveaxis(heads, -3, 0)), axis=-1)

# %% right: np.block on nested lists, a batch by reshaping it flat
def merge_heads(heads):
    batch, (H, n, d) = heads.shape[:-3], heads.shape[-3:]
    flat = heads.reshape(-1, H, n, d)
    merged = [np.block([list(one)]) for one in flat]
    return np.array(merged).reshape(batch + (n, H * d))

# %% right: prints left in, one head after the other appended
def merge_heads(heads):
    merged = heads[..., 0, :, :]
    for h in range(1, heads.shape[-3]):
        merged = np.append(merged, heads[..., h, :, :], axis=-1)
        print("after head", h, merged.shape)
    return merged

# %% right: in place on a copy
def merge_heads(heads):
    result = np.rollaxis(heads, -2, heads.ndim - 3).copy()
    result.shape = result.shape[:-2] + (result.shape[-2] * result.shape[-1],)
    return result

# %% right: indices for head and column
def merge_heads(heads):
    num_heads, _, d_head = heads.shape[-3:]
    column = np.arange(num_heads * d_head)
    picked = np.moveaxis(heads, -2, 0)[..., column // d_head, column % d_head]
    return np.moveaxis(picked, 0, -2)

# %% wrong: heads-averaged | mean over the heads
return heads.mean(axis=-3)
# %% wrong: heads-not-merged | turned, not joined
return heads.swapaxes(-3, -2)
# %% unnamed | the last two axes joined, as if heads were already there
return heads.reshape(*heads.shape[:-2], heads.shape[-2] * heads.shape[-1])

# %% wrong: embeddings-as-columns | embeddings as columns
def merge_heads(heads):
    num_heads, n, d_head = heads.shape[-3:]
    return heads.swapaxes(-1, -2).reshape(*heads.shape[:-3], num_heads * d_head, n)

# %% wrong: merge-without-transpose, mutates-input | the shape of heads is assigned
def merge_heads(heads):
    num_heads, n, d_head = heads.shape[-3:]
    heads.shape = heads.shape[:-3] + (n, num_heads * d_head)
    return heads

# %% wrong: merge-without-transpose, batch-axis-breaks | reshape(n, -1)
def merge_heads(heads):
    num_heads, n, d_head = heads.shape
    return heads.reshape(n, num_heads * d_head)

# %% wrong: heads-averaged, batch-axis-breaks | mean over axis 0
return heads.mean(axis=0)
# %% wrong: heads-summed, batch-axis-breaks | sum() of python
return sum(heads)

# %% wrong: heads-interleaved, batch-axis-breaks | transpose(1, 2, 0)
def merge_heads(heads):
    num_heads, n, d_head = heads.shape
    return heads.transpose(1, 2, 0).reshape(n, -1)

# %% wrong: heads-interleaved, batch-axis-breaks | np.dstack, then flattened
return np.dstack(list(heads)).reshape(heads.shape[1], -1)
# %% wrong: heads-stacked-as-rows, batch-axis-breaks | np.vstack
return np.vstack(heads)

# %% wrong: heads-interleaved, embeddings-as-columns | letters of the einsum in another order
def merge_heads(heads):
    num_heads, n, d_head = heads.shape[-3:]
    turned = np.einsum("...hnd->...dhn", heads)
    return turned.reshape(*heads.shape[:-3], d_head * num_heads, n)

# %% unnamed | returns a string
return "merged"
# %% unnamed | only the first head
return heads[..., 0, :, :]
# %% unnamed | the largest of the heads
return heads.max(axis=-3)
# %% unnamed | one long row
return heads.swapaxes(-3, -2).reshape(-1)

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: concatenate of slices
return np.concatenate([heads[..., h, :, :] for h in range(heads.shape[-3])], axis=-1)
# %% right: concatenate walks over the heads
return np.concatenate(np.moveaxis(heads, -3, 0), axis=-1)

# %% right: einsum, then reshape
def merge_heads(heads):
    turned = np.einsum("...hnd->...nhd", heads)
    return turned.reshape(turned.shape[:-2] + (-1,))

# %% right: recursion over the batch, block by block
def merge_heads(heads):
    if heads.ndim > 3:
        return np.stack([merge_heads(part) for part in heads])
    num_heads, n, d_head = heads.shape
    out = np.zeros((n, num_heads * d_head), heads.dtype)
    for h, head in enumerate(heads):
        out[:, h * d_head:(h + 1) * d_head] = head
    return out

# %% wrong: merge-without-transpose | reshape with the three sizes
def merge_heads(heads):
    num_heads, n, d_head = heads.shape[-3:]
    return heads.reshape(heads.shape[:-3] + (n, num_heads * d_head))

# %% wrong: heads-interleaved | heads moved to the end
def merge_heads(heads):
    h, n, d = heads.shape[-3:]
    return np.moveaxis(heads, -3, -1).reshape(*heads.shape[:-3], n, d * h)

# %% wrong: batch-axis-breaks | np.hstack over the first axis
return np.hstack(list(heads))

# %% wrong: batch-axis-breaks | reshape(n, -1)
def merge_heads(heads):
    n = heads.shape[-2]
    return heads.swapaxes(-3, -2).reshape(n, -1)

# %% wrong: another-pair-swapped | the last two axes exchanged
def merge_heads(heads):
    num_heads, n, d_head = heads.shape[-3:]
    t = np.swapaxes(heads, -1, -2)
    return t.reshape(heads.shape[:-3] + (n, num_heads * d_head))

# %% wrong: heads-summed | the sum, repeated until the width fits
def merge_heads(heads):
    total = heads.sum(axis=-3)
    return np.concatenate([total] * heads.shape[-3], axis=-1)

# %% wrong: heads-stacked-as-rows | concatenate along the tokens
def merge_heads(heads):
    parts = [heads[..., i, :, :] for i in range(heads.shape[-3])]
    return np.concatenate(parts, axis=-2)

# %% wrong: heads-reversed | each new head in front
def merge_heads(heads):
    row = heads[..., 0, :, :]
    for h in range(1, heads.shape[-3]):
        row = np.concatenate((heads[..., h, :, :], row), axis=-1)
    return row

# %% wrong: heads-interleaved | reshape in column order
def merge_heads(heads):
    num_heads, n, d_head = heads.shape[-3:]
    return np.swapaxes(heads, -3, -2).reshape(heads.shape[:-3] + (n, num_heads * d_head), order="F")

# %% wrong: axis-squeezed | squeezed at the end
def merge_heads(heads):
    out = np.concatenate([heads[..., h, :, :] for h in range(heads.shape[-3])], axis=-1)
    return np.squeeze(out)

# %% unnamed | heads counted from 1, so the last one stands twice
def merge_heads(heads):
    H = heads.shape[-3]
    parts = []
    for h in range(1, H + 1):
        parts.append(heads[..., min(h, H - 1), :, :])
    return np.concatenate(parts, axis=-1)

# %% unnamed | n and num_heads unpacked the wrong way round
def merge_heads(heads):
    n, num_heads, d_head = heads.shape[-3:]
    swapped = heads.swapaxes(-3, -2)
    return swapped.reshape(heads.shape[:-3] + (n, -1))

# %% unnamed | reshape first, then the swap
def merge_heads(heads):
    num_heads, n, d_head = heads.shape[-3:]
    flat = heads.reshape(heads.shape[:-3] + (num_heads * d_head, n))
    return flat.swapaxes(-1, -2)

# %% unnamed | (n) is no tuple (TypeError)
def merge_heads(heads):
    num_heads, n, d_head = heads.shape[-3:]
    return heads.swapaxes(-3, -2).reshape(heads.shape[:-3] + (n) + (num_heads * d_head))

# %% unnamed | contiguous and view, as in PyTorch (AttributeError)
def merge_heads(heads):
    num_heads, n, d_head = heads.shape[-3:]
    return heads.swapaxes(-3, -2).contiguous().view(*heads.shape[:-3], n, num_heads * d_head)

# %% unnamed | num_heads is no argument here (NameError)
def merge_heads(heads):
    n, d_head = heads.shape[-2:]
    return heads.swapaxes(-2, -3).reshape(heads.shape[:-3] + (n, num_heads * d_head))

# %% unnamed | a star too many in concatenate (TypeError)
def merge_heads(heads):
    parts = np.moveaxis(heads, -3, 0)
    return np.concatenate(*parts, axis=-1)

# %% not blind | by people who knew the catalogue

# %% wrong: batch-folded-into-tokens | -1 where the tokens are, because their number is not known
def merge_heads(heads):
    wide = heads.shape[-3] * heads.shape[-1]
    return np.moveaxis(heads, -3, -2).reshape(-1, wide)
