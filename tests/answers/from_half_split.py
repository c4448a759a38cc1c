"""Answers to `from_half_split(W, num_heads)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: heads, halves, and a swap
def from_half_split(W, num_heads):
    d_model, width = W.shape
    halves = W.reshape(d_model, num_heads, 2, width // num_heads // 2)
    return halves.swapaxes(2, 3).reshape(d_model, width)

# %% right: filled head by head
def from_half_split(W, num_heads):
    new = np.empty_like(W)
    d_head = W.shape[1] // num_heads
    half = d_head // 2
    for h in range(num_heads):
        start = h * d_head
        new[:, start : start + d_head : 2] = W[:, start : start + half]
        new[:, start + 1 : start + d_head : 2] = W[:, start + half : start + d_head]
    return new

# %% right: a list of columns
def from_half_split(W, num_heads):
    d_head = W.shape[1] // num_heads
    order = []
    for h in range(num_heads):
        for i in range(d_head // 2):
            order.append(h * d_head + i)
            order.append(h * d_head + i + d_head // 2)
    return W[:, order]

# %% right: an axis for the heads, two slices
def from_half_split(W, num_heads):
    heads = W.reshape(len(W), num_heads, -1)
    half = heads.shape[-1] // 2
    new = np.empty_like(heads)
    new[..., 0::2] = heads[..., :half]
    new[..., 1::2] = heads[..., half:]
    return new.reshape(W.shape)

# %% right: split, stack, concatenate
def from_half_split(W, num_heads):
    done = []
    for head in np.split(W, num_heads, axis=1):
        first, second = np.split(head, 2, axis=1)
        done.append(np.stack([first, second], axis=2).reshape(head.shape))
    return np.concatenate(done, axis=1)

# %% right: the way there, turned round
def from_half_split(W, num_heads):
    d_head = W.shape[1] // num_heads
    there = np.concatenate([np.arange(0, d_head, 2), np.arange(1, d_head, 2)])
    back = np.argsort(there)
    return np.hstack([W[:, h * d_head + back] for h in range(num_heads)])

# %% right: einsum
def from_half_split(W, num_heads):
    pairs = W.reshape(len(W), num_heads, 2, -1)
    return np.einsum("rhpi->rhip", pairs).reshape(W.shape)

# %% right: a permutation matrix
def from_half_split(W, num_heads):
    d = W.shape[1] // num_heads
    P = np.zeros((d, d))
    for i in range(d // 2):
        P[i, 2 * i] = 1
        P[i + d // 2, 2 * i + 1] = 1
    return W @ np.kron(np.eye(num_heads), P)

# %% right: moved columns, one by one
def from_half_split(W, num_heads):
    d_head = W.shape[1] // num_heads
    new = W.copy()
    for column in range(W.shape[1]):
        h, i = divmod(column, d_head)
        half, pair = divmod(i, d_head // 2)
        new[:, h * d_head + 2 * pair + half] = W[:, column]
    return new

# %% right: on the transposed matrix, as GGUF files do
def from_half_split(W, num_heads):
    rows = W.T
    shape = (num_heads, 2, rows.shape[0] // num_heads // 2, rows.shape[1])
    return rows.reshape(shape).swapaxes(1, 2).reshape(rows.shape).T

# %% right: heads first, which is the same in memory
return W.reshape(num_heads, len(W), 2, -1).swapaxes(2, 3).reshape(W.shape)

# %% right: chunks of numbers, one after the other
def from_half_split(W, num_heads):
    heads = W.reshape(num_heads, len(W), -1)
    done = [np.stack(np.split(head, 2, axis=1), axis=2).reshape(head.shape) for head in heads]
    return np.array(done).reshape(W.shape)

# %% wrong: heads-ignored | one head only, as in exercise 14
def from_half_split(W, num_heads):
    half = W.shape[1] // 2
    new = np.empty_like(W)
    new[:, 0::2] = W[:, :half]
    new[:, 1::2] = W[:, half:]
    return new

# %% wrong: inverse-order | the function of exercise 14 for each head
def from_half_split(W, num_heads):
    heads = np.split(W, num_heads, axis=1)
    return np.hstack([np.hstack([head[:, 0::2], head[:, 1::2]]) for head in heads])

# %% wrong: second-numbers-first | odd and even | like: an axis for the heads, two slices
-    new[..., 0::2] = heads[..., :half]
-    new[..., 1::2] = heads[..., half:]
+    new[..., 1::2] = heads[..., :half]
+    new[..., 0::2] = heads[..., half:]
# %% wrong: halves-exchanged | swapped, and that is all | like: split, stack, concatenate
-        done.append(np.stack([first, second], axis=2).reshape(head.shape))
+        done.append(np.concatenate([second, first], axis=1))
# %% wrong: nothing-moved | reshape without a swap | like: heads, halves, and a swap
-    return halves.swapaxes(2, 3).reshape(d_model, width)
+    return halves.reshape(d_model, num_heads, width // num_heads // 2, 2).reshape(d_model, width)
# %% wrong: pairs-of-heads-mixed | the loops exchanged | like: a list of columns
-    for h in range(num_heads):
-        for i in range(d_head // 2):
+    for i in range(d_head // 2):
+        for h in range(num_heads):

# %% wrong: heads-in-turns | every num_heads-th column
def from_half_split(W, num_heads):
    done = []
    for h in range(num_heads):
        head = W[:, h::num_heads]
        half = head.shape[1] // 2
        new = np.empty_like(head)
        new[:, 0::2], new[:, 1::2] = head[:, :half], head[:, half:]
        done.append(new)
    return np.hstack(done)

# %% wrong: heads-in-turns | heads last
def from_half_split(W, num_heads):
    halves = W.reshape(len(W), 2, -1, num_heads)
    return halves.swapaxes(1, 2).reshape(W.shape)

# %% wrong: only-first-head | without the loop
def from_half_split(W, num_heads):
    new = W.copy()
    d_head = W.shape[1] // num_heads
    new[:, 0:d_head:2] = W[:, : d_head // 2]
    new[:, 1:d_head:2] = W[:, d_head // 2 : d_head]
    return new

# %% wrong: first-head-everywhere | the start forgotten on the right
def from_half_split(W, num_heads):
    new = np.empty_like(W)
    d_head = W.shape[1] // num_heads
    for h in range(num_heads):
        start = h * d_head
        new[:, start : start + d_head : 2] = W[:, : d_head // 2]
        new[:, start + 1 : start + d_head : 2] = W[:, d_head // 2 : d_head]
    return new

# %% wrong: only-one-head-returned | return in the loop | like: split, stack, concatenate
-    return np.concatenate(done, axis=1)
+        return np.concatenate(done, axis=1)
# %% wrong: heads-below-each-other | axis 0 | like: split, stack, concatenate
-    return np.concatenate(done, axis=1)
+    return np.concatenate(done)
# %% wrong: heads-on-an-axis | not joined | like: an axis for the heads, two slices
-    return new.reshape(W.shape)
+    return new
# %% wrong: heads-on-an-axis | a list of heads | like: split, stack, concatenate
-    return np.concatenate(done, axis=1)
+    return np.array(done)
# %% wrong: rows-not-columns | the order on the wrong side (IndexError) | like: a list of columns
-    return W[:, order]
+    return W[order]

# %% wrong: rows-not-columns | rows of PyTorch's matrix (ValueError)
def from_half_split(W, num_heads):
    d_head = W.shape[0] // num_heads
    return W.reshape(num_heads, 2, d_head // 2, W.shape[1]).swapaxes(1, 2).reshape(W.shape)

# %% wrong: width-from-rows | d_model (IndexError) | like: a list of columns
-    d_head = W.shape[1] // num_heads
+    d_head = W.shape[0] // num_heads

# %% wrong: width-from-rows | len (ValueError)
def from_half_split(W, num_heads):
    d_head = len(W) // num_heads
    return W.reshape(len(W), num_heads, 2, d_head // 2).swapaxes(2, 3).reshape(W.shape)

# %% wrong: num_heads-as-width | taken for d_head | like: split, stack, concatenate
-    for head in np.split(W, num_heads, axis=1):
+    for start in range(0, W.shape[1], num_heads):
+        head = W[:, start : start + num_heads]
-    return np.concatenate(done, axis=1)
+    return np.hstack(done)
# %% wrong: num_heads-as-width | axes in the wrong order (ValueError)
return W.reshape(len(W), -1, 2, num_heads // 2).swapaxes(2, 3).reshape(W.shape)
# %% wrong: transposed | as PyTorch keeps it | like: a list of columns
-    return W[:, order]
+    return W[:, order].T
# %% wrong: overwritten-too-early | into itself | like: odd and even
-    new = np.empty_like(heads)
-    new[..., 1::2] = heads[..., :half]
-    new[..., 0::2] = heads[..., half:]
+    new = heads.copy()
+    new[..., 0::2] = new[..., :half]
+    new[..., 1::2] = new[..., half:]
# %% wrong: integer-buffer | zeros of whole numbers | like: filled head by head
-    new = np.empty_like(W)
+    new = np.zeros(W.shape, dtype=int)
# %% wrong: return-missing | a loop, and then nothing | like: filled head by head
-    return new
# %% wrong: mutates-input | written back | like: a list of columns
-    return W[:, order]
+    W[:] = W[:, order]
+    return W
# %% wrong: heads-ignored, inverse-order | exercise 14, as it is
return np.concatenate([W[:, 0::2], W[:, 1::2]], axis=1)
# %% wrong: second-numbers-first, transposed | two slips at once | like: a list of columns
-        for i in range(d_head // 2):
+        for i in range(d_head // 2):
+            order.append(h * d_head + i + d_head // 2)
-            order.append(h * d_head + i + d_head // 2)
-    return W[:, order]
+    return W[:, order].T
# %% unnamed | the columns sorted
return np.sort(W, axis=1)
# %% unnamed | the heads in reverse | like: split, stack, concatenate
-    return np.concatenate(done, axis=1)
+    return np.concatenate(done[::-1], axis=1)
# %% unnamed | neighbours exchanged
return W.reshape(len(W), -1, 2)[:, :, ::-1].reshape(W.shape)
# %% unnamed | only the first numbers | like: an axis for the heads, two slices
-    new[..., 1::2] = heads[..., half:]
+    new[..., 1::2] = 0
# %% unnamed | half as a float (TypeError) | like: filled head by head
-    half = d_head // 2
+    half = d_head / 2
# %% unnamed | a number too many for reshape (ValueError) | like: heads, halves, and a swap
-    halves = W.reshape(d_model, num_heads, 2, width // num_heads // 2)
+    halves = W.reshape(d_model, num_heads, 2, width // num_heads)
# %% unnamed | an order for one head (IndexError) | like: the way there, turned round
-    return np.hstack([W[:, h * d_head + back] for h in range(num_heads)])
+    return np.hstack([W[:, h * d_head + back + 1] for h in range(num_heads)])
