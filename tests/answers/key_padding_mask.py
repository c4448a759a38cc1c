"""Answers to `key_padding_mask(lengths, n)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the other sign, and nothing else
def key_padding_mask(lengths, n):
    position = np.arange(n)
    return position >= lengths[:, None]

# %% right: not real
return ~(np.arange(n) < lengths[:, None])
# %% right: lengths on the left
return lengths.reshape(-1, 1) <= np.arange(n)

# %% right: a loop over the sentences
def key_padding_mask(lengths, n):
    mask = np.zeros((len(lengths), n), dtype=bool)
    for b, length in enumerate(lengths):
        mask[b, length:] = True
    return mask

# %% right: all padding at first
def key_padding_mask(lengths, n):
    mask = np.ones((len(lengths), n), dtype=bool)
    for b in range(len(lengths)):
        mask[b, : lengths[b]] = False
    return mask

# %% right: lists of Python's bools
return [[bool(j >= length) for j in range(n)] for length in lengths]

# %% right: counted from 1
def key_padding_mask(lengths, n):
    position = np.arange(1, n + 1)
    return position > lengths[:, None]

# %% right: np.greater_equal.outer
return np.less_equal.outer(lengths, np.arange(n))
# %% right: rows out of a triangle
return ~np.tri(n, dtype=bool)[lengths - 1]
# %% right: False as often as the length, then True
return np.array([[False] * int(length) + [True] * int(n - length) for length in lengths])

# %% wrong: mha-mask-polarity | repairs the border, as in lesson 4
def key_padding_mask(lengths, n):
    position = np.arange(n)
    return position < lengths[:, None]

# %% wrong: padding-off-by-one | turns the starter round with a tilde
def key_padding_mask(lengths, n):
    position = np.arange(n)
    return ~(position <= lengths[:, None])

# %% wrong: padding-off-by-one | one too many
return np.arange(n) >= lengths[:, None] - 1
# %% wrong: padding-in-front | the last tokens are real, as in joined_visibility
return np.arange(n) < n - lengths[:, None]
# %% wrong: one-length-for-all | the longest sentence
return np.array([np.arange(n) >= max(lengths) for _ in lengths])
# %% wrong: mask-transposed | the new axis on the positions
return np.arange(n)[:, None] >= lengths
# %% wrong: batch-meets-tokens | no new axis at all
return np.arange(n) >= lengths
# %% wrong: extra-axis | an axis for the queries, as scores would need it
return np.arange(n) >= lengths[:, None, None]
# %% wrong: axis-squeezed | tidies up at the end
return (np.arange(n) >= lengths[:, None]).squeeze()
# %% wrong: mask-not-bool | ones where it is padding
return (np.arange(n) >= lengths[:, None]).astype(int)
# %% wrong: mask-additive | minus infinity for padding
return np.where(np.arange(n) >= lengths[:, None], -np.inf, 0.0)
# %% wrong: mask-missing | a mask of zeros that nobody fills
return np.zeros((len(lengths), n), dtype=bool)

# %% wrong: everything-hidden | a tilde on numbers
def key_padding_mask(lengths, n):
    real = (np.arange(n) < lengths[:, None]).astype(int)
    return (~real).astype(bool)

# %% wrong: return-in-loop | return is indented too far
def key_padding_mask(lengths, n):
    for length in lengths:
        return np.arange(n) >= length

# %% wrong: last-one-skipped | range ends one early
def key_padding_mask(lengths, n):
    mask = np.zeros((len(lengths), n), dtype=bool)
    for b in range(len(lengths) - 1):
        mask[b, lengths[b] :] = True
    return mask

# %% wrong: mutates-input | counts from 0, in the caller's array
def key_padding_mask(lengths, n):
    lengths -= 1
    return np.arange(n) > lengths[:, None]

# %% wrong: mha-mask-polarity, mask-not-bool | ones for real tokens, as numbers
return (np.arange(n) < lengths[:, None]).astype(float)
# %% wrong: mha-mask-polarity, mask-transposed | real tokens, and the axes exchanged
return np.arange(n)[:, None] < lengths
# %% unnamed | the starter, written as a loop
return np.array([[j <= length for j in range(n)] for length in lengths])
# %% unnamed | the border alone
return np.arange(n) == lengths[:, None]
# %% unnamed | a minus in front (TypeError)
return -(np.arange(n) < lengths[:, None])
