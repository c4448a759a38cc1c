"""Answers to `in_proj_weight(W_q, W_k, W_v)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: three transposes, stacked
return np.concatenate([W_q.T, W_k.T, W_v.T], axis=0)
# %% right: side by side, transposed at the end
return np.hstack((W_q, W_k, W_v)).T
# %% right: torch.cat of tensors
return torch.cat([torch.tensor(W).T for W in (W_q, W_k, W_v)], dim=0)

# %% right: entry by entry
def in_proj_weight(W_q, W_k, W_v):
    d_model = W_q.shape[0]
    packed = np.zeros((3 * d_model, d_model))
    for block, W in enumerate([W_q, W_k, W_v]):
        for i in range(d_model):
            for j in range(d_model):
                packed[block * d_model + j, i] = W[i, j]
    return packed

# %% right: nested lists
def in_proj_weight(W_q, W_k, W_v):
    rows = []
    for W in [W_q, W_k, W_v]:
        rows += [list(column) for column in zip(*W)]
    return rows

# %% right: stacked, axes swapped, reshaped
def in_proj_weight(W_q, W_k, W_v):
    d = W_q.shape[-1]
    return np.stack([W_q, W_k, W_v]).swapaxes(1, 2).reshape(3 * d, d)

# %% right: an nn.Parameter, ready to be put into the module
def in_proj_weight(W_q, W_k, W_v):
    W = np.concatenate([W_q, W_k, W_v], axis=1)
    return nn.Parameter(torch.from_numpy(W).t().contiguous())

# %% right: float32, slices filled
def in_proj_weight(W_q, W_k, W_v):
    n = len(W_q)
    out = torch.empty(3 * n, n, dtype=torch.float32)
    out[:n] = torch.as_tensor(W_q).T
    out[n : 2 * n] = torch.as_tensor(W_k).T
    out[2 * n :] = torch.as_tensor(W_v).T
    return out.numpy()

# %% right: a lambda with einsum
in_proj_weight = lambda *Ws: np.einsum("sij->sji", np.array(Ws)).reshape(-1, Ws[0].shape[0])

# %% right: three linear layers, their weights read back
def linear_weight(W):
    layer = nn.Linear(W.shape[0], W.shape[1], bias=False)
    with torch.no_grad():
        layer.weight.copy_(torch.tensor(W).transpose(0, 1))
    return layer.weight.detach()


def in_proj_weight(W_q, W_k, W_v):
    return torch.vstack([linear_weight(W_q), linear_weight(W_k), linear_weight(W_v)])

# %% right: np.r_ and np.moveaxis, a copy in the end
def in_proj_weight(W_q, W_k, W_v):
    t = lambda W: np.moveaxis(W, 0, 1)
    return np.ascontiguousarray(np.r_[t(W_q), t(W_k), t(W_v)])

# %% right: an object that can be called, prints left in
class Packer:
    def __init__(self):
        self.blocks = []

    def add(self, W):
        self.blocks.append(np.transpose(W))
        return self

    def __call__(self, W_q, W_k, W_v):
        self.blocks = []
        self.add(W_q).add(W_k).add(W_v)
        print([b.shape for b in self.blocks])
        return np.vstack(self.blocks)


in_proj_weight = Packer()

# %% right: a module packed and asked for its weight
def in_proj_weight(W_q, W_k, W_v):
    d_model = W_q.shape[0]
    mha = nn.MultiheadAttention(d_model, 1, bias=False, dtype=torch.float64)
    with torch.no_grad():
        for part, W in zip(mha.in_proj_weight.chunk(3), (W_q, W_k, W_v)):
            part.copy_(torch.tensor(W).mT)
    return mha.in_proj_weight.detach().numpy().copy()

# %% right: what the projection does to the unit vectors
def in_proj_weight(W_q, W_k, W_v):
    unit = np.eye(W_q.shape[0], dtype=W_q.dtype)
    rows = [unit @ W @ e for W in (W_q.T, W_k.T, W_v.T) for e in unit]
    return np.array(rows).reshape(3, len(unit), len(unit)).transpose(0, 2, 1).reshape(-1, len(unit))

# %% wrong: in-proj-interleaved | stacked along the wrong axis
def in_proj_weight(W_q, W_k, W_v):
    d_model = W_q.shape[0]
    return np.stack([W_q.T, W_k.T, W_v.T], axis=1).reshape(3 * d_model, d_model)

# %% wrong: in-proj-interleaved | every third row
def in_proj_weight(W_q, W_k, W_v):
    d = W_q.shape[0]
    out = torch.zeros(3 * d, d)
    for start, W in enumerate((W_q, W_k, W_v)):
        out[start::3] = torch.tensor(W).T
    return out

# %% wrong: in-proj-not-transposed, in-proj-order | two slips at once
return np.concatenate([W_k, W_q, W_v])

# %% wrong: in-proj-order, in-proj-interleaved | two slips at once
def in_proj_weight(W_q, W_k, W_v):
    stacked = torch.stack([torch.tensor(W).T for W in (W_v, W_k, W_q)], dim=1)
    return stacked.flatten(0, 1)

# %% wrong: in-proj-order, in-proj-side-by-side | two slips at once
return np.hstack((W_k, W_q, W_v))

# %% wrong: in-proj-one-twice | a line copied, and the letter not changed
def in_proj_weight(W_q, W_k, W_v):
    d = len(W_q)
    packed = np.empty((3 * d, d))
    packed[:d] = W_q.T
    packed[d : 2 * d] = W_k.T
    packed[2 * d :] = W_k.T
    return packed

# %% unnamed | the queries three times
return np.concatenate([W_q.T] * 3)
# %% unnamed | a module with weights of its own
return nn.MultiheadAttention(W_q.shape[0], 1).in_proj_weight.detach()

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: two loops, row j is column j
def in_proj_weight(W_q, W_k, W_v):
    d = len(W_q)
    packed = np.empty((3 * d, d), dtype=W_q.dtype)
    for block, W in enumerate((W_q, W_k, W_v)):
        for j in range(d):
            packed[block * d + j] = W[:, j]
    return packed

# %% right: a stack, einsum, reshape
def in_proj_weight(W_q, W_k, W_v):
    d_model = W_q.shape[0]
    return np.einsum("bij->bji", np.stack([W_q, W_k, W_v])).reshape(3 * d_model, d_model)

# %% right: np.block with a column of three
return np.block([[W.transpose()] for W in (W_q, W_k, W_v)])
# %% wrong: in-proj-not-transposed | one below the other, and that is all
return np.concatenate([W_q, W_k, W_v])

# %% wrong: in-proj-not-transposed | .transpose(0, 1), which does nothing in NumPy
def in_proj_weight(W_q, W_k, W_v):
    blocks = [W.transpose(0, 1) for W in (W_q, W_k, W_v)]
    return np.concatenate(blocks, axis=0)

# %% wrong: in-proj-side-by-side | one below the other, then .T of it all
return np.vstack([W_q, W_k, W_v]).T

# %% wrong: in-proj-not-transposed, in-proj-interleaved | side by side, then reshape
def in_proj_weight(W_q, W_k, W_v):
    d_model = W_q.shape[0]
    return np.concatenate((W_q, W_k, W_v), axis=1).reshape(3 * d_model, d_model)

# %% wrong: in-proj-not-transposed | transposed twice
def flip(W):
    return W.T


def in_proj_weight(W_q, W_k, W_v):
    W_q, W_k, W_v = W_q.T, W_k.T, W_v.T
    return np.concatenate([flip(W_q), flip(W_k), flip(W_v)], axis=0)

# %% wrong: in-proj-partly-transposed | .T for the last block only
return np.r_[W_q, W_k, W_v.T]
# %% wrong: in-proj-order | query, value, key
return np.concatenate([m.T for m in (W_q, W_v, W_k)])

# %% wrong: all-axes-reversed | .T of a stack turns three axes round
def in_proj_weight(W_q, W_k, W_v):
    d = W_q.shape[0]
    return np.stack([W_q, W_k, W_v]).T.reshape(-1, d)

# %% wrong: extra-axis | a stack of three
return np.array([W_q.T, W_k.T, W_v.T])
# %% unnamed | rotated by 90 degrees
return np.concatenate([np.rot90(W) for W in (W_q, W_k, W_v)])

# %% wrong: in-proj-order | the names sorted
def in_proj_weight(W_q, W_k, W_v):
    weights = {"q": W_q, "k": W_k, "v": W_v}
    return np.concatenate([weights[name].T for name in sorted(weights)], axis=0)

# %% wrong: integer-buffer | a buffer of whole numbers
def in_proj_weight(W_q, W_k, W_v):
    d = W_q.shape[0]
    W = np.zeros((3 * d, d), int)
    W[:d], W[d:2 * d], W[2 * d:] = W_q.T, W_k.T, W_v.T
    return W

# %% wrong: mutates-input | entries swapped in place
def in_proj_weight(W_q, W_k, W_v):
    for W in (W_q, W_k, W_v):
        for i in range(len(W)):
            for j in range(i):
                W[i, j], W[j, i] = W[j, i], W[i, j]
    return np.concatenate([W_q, W_k, W_v])

# %% unnamed | three arrays, but no list (TypeError)
return np.concatenate(W_q.T, W_k.T, W_v.T)

# %% unnamed | torch.cat of NumPy arrays (TypeError)
def in_proj_weight(W_q, W_k, W_v):
    import torch
    return torch.cat([W_q.T, W_k.T, W_v.T], dim=0).numpy()

# %% unnamed | np.zeros(3 * d, d) (TypeError)
def in_proj_weight(W_q, W_k, W_v):
    d_model = W_q.shape[0]
    packed = np.zeros(3 * d_model, d_model)
    packed[:d_model] = W_q.T
    packed[d_model:2 * d_model] = W_k.T
    packed[2 * d_model:] = W_v.T
    return packed

# %% unnamed | reshape of a list (AttributeError)
def in_proj_weight(W_q, W_k, W_v):
    d = W_q.shape[1]
    blocks = [W_q.T, W_k.T, W_v.T]
    return blocks.reshape(3 * d, d)

# %% unnamed | blocks counted from 1 (ValueError)
def in_proj_weight(W_q, W_k, W_v):
    d = W_q.shape[0]
    packed = np.zeros((3 * d, d), dtype=W_q.dtype)
    for b, W in enumerate([W_q, W_k, W_v], start=1):
        packed[b * d:(b + 1) * d] = W.T
    return packed

# %% not blind | by people who knew the catalogue


# %% blind

# %% wrong: all-axes-reversed | transposed the stack of three matrices with .T, which reverses all three axes instead of transposing each matrix
def in_proj_weight(W_q, W_k, W_v):
    d_model = len(W_q)
    stack = np.stack([W_q, W_k, W_v])
    return stack.T.reshape(3 * d_model, d_model)
