"""Answers to `sdpa_mask(visible)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the same convention as in this course
return visible
# %% right: a copy
return visible.copy()
# %% right: a tensor
return torch.tensor(visible, dtype=torch.bool)

# %% right: a tensor that shares its memory
sdpa_mask = lambda visible: torch.from_numpy(visible)

# %% right: entry by entry
def sdpa_mask(visible):
    n_q, n_k = visible.shape
    mask = torch.zeros(n_q, n_k, dtype=torch.bool)
    for i in range(n_q):
        for j in range(n_k):
            if visible[i, j]:
                mask[i, j] = True
    return mask

# %% right: nested lists
return [[bool(v) for v in row] for row in visible]

# %% right: not blocked
def sdpa_mask(visible):
    blocked = ~visible
    return np.logical_not(blocked)

# %% right: compared with one
return np.asarray(visible).astype(np.float32) == 1.0

# %% right: in place, on an array of its own
def sdpa_mask(visible):
    mask = np.ones(visible.shape, dtype=bool)
    mask &= visible
    return mask

# %% right: finite where the additive mask is zero
def sdpa_mask(visible):
    with np.errstate(invalid="ignore"):
        additive = np.where(visible, 0.0, -np.inf)
    return np.isfinite(additive)

# %% right: transposed and back, prints left in
class Mask:
    def __call__(self, visible):
        mask = torch.as_tensor(visible).mT.contiguous().mT
        print(mask.dtype, tuple(mask.shape))
        return mask


sdpa_mask = Mask()

# %% right: row by row, by recursion
def sdpa_mask(visible):
    if np.ndim(visible) == 0:
        return np.bool_(visible)
    return np.stack([sdpa_mask(part) for part in visible])

# %% right: the other mask turned round
def mha_mask(visible):
    return torch.from_numpy(~visible)


def sdpa_mask(visible):
    return mha_mask(visible).logical_not()

# %% wrong: sdpa-mask-polarity | True means blocked, as in the other one
return ~visible
# %% wrong: sdpa-mask-polarity | a tensor, turned round
return torch.logical_not(torch.from_numpy(visible))
# %% wrong: sdpa-mask-polarity | True where minus infinity goes
return np.isinf(np.where(visible, 0.0, -np.inf))
# %% wrong: mask-transposed | keys on the rows
return visible.T
# %% wrong: mask-transposed | torch wants it the other way round
return torch.tensor(visible).transpose(0, 1)
# %% wrong: mask-hides-diagonal | nobody attends to itself
return visible & ~np.eye(len(visible), dtype=bool)

# %% wrong: mask-hides-diagonal | fill_diagonal_
def sdpa_mask(visible):
    mask = torch.tensor(visible)
    mask.fill_diagonal_(False)
    return mask

# %% wrong: mask-missing | everything may be seen
return np.ones_like(visible, dtype=bool)

# %% wrong: visible-ignored | the past, whatever was asked
def sdpa_mask(visible):
    n = visible.shape[0]
    return torch.tril(torch.ones(n, n, dtype=torch.bool))

# %% wrong: mask-not-bool | ones and zeros
return visible.astype(int)
# %% wrong: mask-not-bool | float, as the other tensors are
return torch.from_numpy(visible).float()
# %% wrong: mask-additive | zero and minus infinity
return np.where(visible, 0.0, -np.inf)

# %% wrong: mask-additive | masked_fill on zeros
def sdpa_mask(visible):
    seen = torch.from_numpy(visible)
    return torch.zeros(seen.shape).masked_fill(seen.logical_not(), float("-inf"))

# %% wrong: mutates-input | the hidden ones counted on the way
def sdpa_mask(visible):
    mask = visible.copy()
    hidden = np.logical_not(visible, out=visible)
    print(hidden.sum(), "entries hidden")
    return mask

# %% wrong: mutates-input, sdpa-mask-polarity | turned round in place
return torch.from_numpy(visible).logical_not_()
# %% wrong: mask-transposed, sdpa-mask-polarity | two slips at once
return ~visible.T
# %% wrong: mask-not-bool, sdpa-mask-polarity | one minus it
return 1.0 - visible
# %% wrong: mask-additive, sdpa-mask-polarity | two slips at once
return torch.tensor(np.where(visible, -np.inf, 0.0))
# %% wrong: visible-ignored, sdpa-mask-polarity | blocks the future
return torch.triu(torch.ones(visible.shape, dtype=torch.bool), diagonal=1)

# %% wrong: mask-transposed, mutates-input | two slips at once
def sdpa_mask(visible):
    visible[...] = visible.T.copy()
    return visible

# %% wrong: diagonal-opened | the diagonal can always be seen
return visible | np.eye(len(visible), dtype=bool)

# %% wrong: mask-additive | a billion below zero
def sdpa_mask(visible):
    mask = np.zeros(visible.shape)
    mask[~visible] = -1e9
    return mask

# %% unnamed | is there anything at all to be seen
return torch.from_numpy(visible).any()
# %% unnamed | one entry for each key
return visible.any(axis=0)
# %% unnamed | the name of the option
return {"attn_mask": visible}

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: turned over twice
def blocked(visible):
    return np.logical_not(visible)


def sdpa_mask(visible):
    return ~blocked(visible)

# %% right: filled by position
def sdpa_mask(visible):
    mask = np.zeros(visible.shape, dtype=bool)
    mask[np.nonzero(visible)] = True
    return mask

# %% right: through an additive mask
def sdpa_mask(visible):
    additive = np.where(visible, 0, -np.inf)
    return np.isfinite(additive)

# %% wrong: sdpa-mask-polarity | == False
return visible == False
# %% wrong: mask-additive | -inf, as in the paper | like: a billion below zero
-    mask[~visible] = -1e9
+    mask[~visible] = float("-inf")
# %% wrong: causal-besides | np.tril of visible
return np.tril(visible)
# %% wrong: mask-transposed | swapaxes
return np.swapaxes(visible, -1, -2)
# %% wrong: mask-not-bool | float32
return visible.astype(np.float32)
# %% wrong: extra-axis | axes for batch and heads in front
return visible[None, None]
# %% wrong: diagonal-opened | the identity added, so that nothing is nan
return visible | np.eye(visible.shape[0], dtype=bool)

# %% wrong: diagonal-opened, mutates-input | the diagonal opened in the caller's array
def sdpa_mask(visible):
    np.fill_diagonal(visible, True)
    return visible

# %% wrong: everything-hidden | `is True` for each entry
return np.array([[v is True for v in row] for row in visible])
# %% unnamed | visible times visible
return visible @ visible

# %% wrong: return-missing | nothing to do, nothing returned
def sdpa_mask(visible):
    mask = visible

# %% wrong: mask-missing | does the query see anything?
return np.broadcast_to(visible.any(axis=1, keepdims=True), visible.shape)
# %% unnamed | bool of an array (ValueError)
return bool(visible)
# %% unnamed | clone, as in PyTorch (AttributeError)
return visible.clone()
# %% unnamed | True if visible else False (ValueError)
return True if visible else False

# %% unnamed | a minus for the mask of the other (TypeError)
def mha_mask(visible):
    return ~visible


def sdpa_mask(visible):
    return -mha_mask(visible)

# %% unnamed | masked_fill, as in PyTorch (AttributeError)
return np.zeros(visible.shape, dtype=bool).masked_fill(visible, True)

# %% not blind | by people who knew the catalogue

# %% wrong: causal-besides | a token must not see the future, and what is hidden stays hidden
def sdpa_mask(visible):
    n = len(visible)
    past = torch.tril(torch.ones(n, n, dtype=torch.bool))
    return torch.from_numpy(visible) & past
