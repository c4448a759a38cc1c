"""Answers to `mha_mask(visible)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: a tilde
return ~visible
# %% right: np.logical_not
return np.logical_not(visible)
# %% right: a tensor
return ~torch.from_numpy(visible)

# %% right: torch.logical_not of a copy
def mha_mask(visible):
    blocked = torch.tensor(visible, dtype=torch.bool)
    return torch.logical_not(blocked)

# %% right: entry by entry
def mha_mask(visible):
    n_q, n_k = visible.shape
    blocked = np.zeros((n_q, n_k), dtype=bool)
    for i in range(n_q):
        for j in range(n_k):
            if not visible[i, j]:
                blocked[i, j] = True
    return blocked

# %% right: nested lists
return [[not bool(v) for v in row] for row in visible]

# %% right: compared with False
mha_mask = lambda visible: visible == False

# %% right: exclusive or, in place on a copy
def mha_mask(visible):
    mask = visible.copy()
    mask ^= True
    return mask

# %% right: np.where, then bool
def mha_mask(visible):
    with np.errstate(all="ignore"):
        additive = np.where(visible, 0.0, -np.inf)
    return np.isneginf(additive)

# %% right: one minus it, as bool
return (1 - visible.astype(int)).astype(bool)

# %% right: masked_fill, in place on a clone
def mha_mask(visible):
    seen = torch.from_numpy(visible).clone()
    mask = torch.ones(seen.shape, dtype=torch.bool)
    mask.masked_fill_(seen, False)
    return mask.numpy()

# %% right: an object that can be called, prints left in
class Flip:
    def __call__(self, visible):
        mask = np.ones_like(visible)
        mask[np.nonzero(visible)] = 0
        print(mask.sum(), "entries blocked")
        return mask


mha_mask = Flip()

# %% right: row by row, by recursion
def mha_mask(visible):
    if np.ndim(visible) == 0:
        return np.bool_(not visible)
    return np.array([mha_mask(part) for part in visible])

# %% right: less than one half
return torch.as_tensor(visible).float() < 0.5
# %% wrong: mask-hides-diagonal | nobody attends to itself
return ~visible | np.eye(len(visible), dtype=bool)
# %% wrong: mask-additive | minus infinity where nothing may be seen
return np.where(visible, 0.0, -np.inf)

# %% wrong: mask-additive | masked_fill on zeros
def mha_mask(visible):
    mask = torch.zeros(visible.shape)
    return mask.masked_fill(~torch.from_numpy(visible), float("-inf"))

# %% wrong: mask-transposed, mha-mask-polarity | two slips at once
return torch.tensor(visible).T
# %% wrong: mask-not-bool, mha-mask-polarity | ones where it is visible
return visible.astype(float)
# %% wrong: mask-additive, mha-mask-polarity | two slips at once
return np.where(visible, -np.inf, 0.0)
# %% wrong: visible-ignored, mask-hides-diagonal | triu with its default
return torch.ones(visible.shape[0], visible.shape[0], dtype=torch.bool).triu()
# %% wrong: visible-ignored, mha-mask-polarity | two slips at once
return np.tril(np.ones(visible.shape, dtype=bool))

# %% wrong: mask-transposed, mutates-input | two slips at once
def mha_mask(visible):
    visible[:] = ~visible.T
    return visible

# %% unnamed | a minus in front
return -visible
# %% wrong: everything-hidden | the tilde on integers makes everything true
return (~visible.astype(int)).astype(bool)
# %% unnamed | one entry for each key
return ~visible.any(axis=0)

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: exclusive or with True
return visible ^ True
# %% right: np.where
return np.where(visible, False, True)
# %% right: entry by entry
return np.array([[not entry for entry in row] for row in visible])
# %% right: 1 - visible, made bool
return (1 - visible).astype(bool)

# %% right: all blocked, then opened
def mha_mask(visible):
    blocked = np.ones_like(visible)
    blocked[visible] = False
    return blocked

# %% wrong: mha-mask-polarity | a copy of visible
return np.array(visible, dtype=bool)
# %% wrong: mask-transposed | turned over, and .T
return np.logical_not(visible).T

# %% wrong: visible-ignored | np.triu with k=1, always
def mha_mask(visible):
    n = visible.shape[0]
    return np.triu(np.ones((n, n), dtype=bool), k=1)

# %% wrong: mask-not-bool | 1 - visible
return 1 - visible

# %% wrong: diagonal-opened | a query may always attend to itself
def mha_mask(visible):
    mask = ~visible
    np.fill_diagonal(mask, False)
    return mask

# %% wrong: mutates-input | logical_not with out=visible
return np.logical_not(visible, out=visible)

# %% wrong: mask-missing | `is False` for each entry
def mha_mask(visible):
    n = len(visible)
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for j in range(n):
            if visible[i, j] is False:
                mask[i, j] = True
    return mask

# %% right: rows that would be blocked altogether are opened
def mha_mask(visible):
    mask = ~visible
    mask[mask.all(axis=1)] = False
    return mask

# %% unnamed | the order of the keys reversed
return visible[:, ::-1]
# %% unnamed | blocked only where both directions are
return ~(visible | visible.T)

# %% wrong: return-in-loop | return inside the loop over the rows
def mha_mask(visible):
    mask = []
    for row in visible:
        mask.append([not v for v in row])
        return np.array(mask)

# %% unnamed | only the diagonal turned over
return visible ^ np.eye(len(visible), dtype=bool)
# %% unnamed | `not` for each row (ValueError)
return np.array([not row for row in visible])
# %% unnamed | ones minus visible (TypeError)
return np.ones(visible.shape, dtype=bool) - visible
# %% unnamed | a method of tensors (AttributeError)
return visible.logical_not()

# %% not blind | by people who knew the catalogue

# %% wrong: causal-besides | blocks the future as well
def mha_mask(visible):
    future = np.triu(np.ones(visible.shape, dtype=bool), k=1)
    return ~visible | future
