"""Answers to `split_qkv(rows, num_heads)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% not blind

# %% right: the starter, put right
def split_qkv(rows, num_heads):
    B, L, width = rows.shape
    d_head = width // (3 * num_heads)
    return rows.reshape(B, L, 3, num_heads, d_head).transpose(2, 0, 3, 1, 4)

# %% right: three slices, then split_heads, as a tuple
def split_qkv(rows, num_heads):
    B, L, width = rows.shape
    d = width // 3
    Q, K, V = rows[..., :d], rows[..., d : 2 * d], rows[..., 2 * d :]
    return tuple(part.reshape(B, L, num_heads, -1).swapaxes(1, 2) for part in (Q, K, V))

# %% right: np.split twice
def split_qkv(rows, num_heads):
    parts = [np.split(part, num_heads, axis=-1) for part in np.split(rows, 3, axis=-1)]
    return np.array(parts).swapaxes(1, 2)

# %% right: einsum turns the axes
def split_qkv(rows, num_heads):
    B, L, _ = rows.shape
    return np.einsum("blphd->pbhld", rows.reshape(B, L, 3, num_heads, -1))

# %% right: six heads at first, then three parts of them
def split_qkv(rows, num_heads):
    B, L, _ = rows.shape
    heads = rows.reshape(B, L, 3 * num_heads, -1).swapaxes(1, 2)
    return np.stack(np.split(heads, 3, axis=1))

# %% right: a list of lists, number by number
def split_qkv(rows, num_heads):
    d = rows.shape[-1] // (3 * num_heads)
    return [
        [[row[:, (part * num_heads + h) * d :][:, :d] for h in range(num_heads)] for row in rows]
        for part in range(3)
    ]

# %% right: filled into an array of zeros
def split_qkv(rows, num_heads):
    B, L, width = rows.shape
    d = width // (3 * num_heads)
    out = np.zeros((3, B, num_heads, L, d), dtype=rows.dtype)
    for part in range(3):
        for h in range(num_heads):
            begin = part * num_heads * d + h * d
            out[part, :, h] = rows[:, :, begin : begin + d]
    return out

# %% right: columns picked by a table of numbers
def split_qkv(rows, num_heads):
    columns = np.arange(rows.shape[-1]).reshape(3, num_heads, 1, -1)
    return rows[:, np.arange(rows.shape[1])[:, None], columns].transpose(1, 0, 2, 3, 4)

# %% wrong: qkv-head-by-head, heads-axis-not-moved | the starter, with tokens before heads
return np.moveaxis(rows.reshape(*rows.shape[:2], num_heads, 3, -1), 3, 0)

# %% wrong: qkv-in-turns | every third column
def split_qkv(rows, num_heads):
    parts = [rows[..., part::3] for part in range(3)]
    return np.stack([p.reshape(*p.shape[:2], num_heads, -1).swapaxes(1, 2) for p in parts])

# %% wrong: keys-and-values-exchanged | Q, V, K | like: three slices, then split_heads, as a tuple
-    Q, K, V = rows[..., :d], rows[..., d : 2 * d], rows[..., 2 * d :]
+    Q, V, K = rows[..., :d], rows[..., d : 2 * d], rows[..., 2 * d :]
# %% wrong: split-without-transpose | reshapes to the shape that is asked for
return rows.reshape(3, rows.shape[0], num_heads, rows.shape[1], -1)

# %% wrong: tokens-cut-into-heads | no swap of tokens and heads
def split_qkv(rows, num_heads):
    B, L, _ = rows.shape
    return [part.reshape(B, num_heads, L, -1) for part in np.split(rows, 3, axis=-1)]

# %% wrong: heads-interleaved | every second column for a head
def split_qkv(rows, num_heads):
    parts = np.stack(np.split(rows, 3, axis=-1))
    return np.stack([parts[..., h::num_heads] for h in range(num_heads)], axis=2)

# %% wrong: heads-and-width-exchanged | num_heads last in reshape
return rows.reshape(*rows.shape[:2], 3, -1, num_heads).transpose(2, 0, 3, 1, 4)
# %% wrong: heads-axis-not-moved | tokens before heads | like: einsum turns the axes
-    return np.einsum("blphd->pbhld", rows.reshape(B, L, 3, num_heads, -1))
+    return np.einsum("blphd->pblhd", rows.reshape(B, L, 3, num_heads, -1))
# %% wrong: parts-axis-not-first | the batch stays in front
return rows.reshape(*rows.shape[:2], 3, num_heads, -1).transpose(0, 2, 3, 1, 4)
# %% wrong: queries-alone | unpacks, and returns the first
return rows.reshape(*rows.shape[:2], 3, num_heads, -1).transpose(2, 0, 3, 1, 4)[0]

# %% blind

# %% wrong: transposed-as-before | corrected the reshape to (B, L, 3, h, d) but left the transpose as it was, so heads and the three parts are exchanged (the shape fits only for 3 heads)
def split_qkv(rows, num_heads):
    B, L, width = rows.shape
    d_head = width // (3 * num_heads)
    return rows.reshape(B, L, 3, num_heads, d_head).transpose(3, 0, 2, 1, 4)

# %% wrong: batch-cut-in-three | put the 3 at the front of the reshape already, so the whole batch is cut into thirds instead of each row
def split_qkv(rows, num_heads):
    B, L, width = rows.shape
    d_head = width // (3 * num_heads)
    return rows.reshape(3, B, L, num_heads, d_head).transpose(0, 1, 3, 2, 4)

# %% unnamed | heads counted from the last one
def split_qkv(rows, num_heads):
    B, L, width = rows.shape
    parts = rows.reshape(B, L, 3, num_heads, -1).transpose(2, 0, 3, 1, 4)
    return parts[:, :, ::-1]
