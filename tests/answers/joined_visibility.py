"""Answers to `joined_visibility(lengths, n)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: both repaired in place
def joined_visibility(lengths, n):
    """Bool (batch, n, n): True where query i may attend to key j, real and not later."""
    position = np.arange(n)
    causal = position <= position[:, None]
    real = position >= n - lengths[:, None]
    return causal & real[:, None, :]

# %% right: None twice, and no third index
def joined_visibility(lengths, n):
    position = np.arange(n)
    causal = position <= position[:, None]
    real = position >= n - lengths[:, None, None]
    return causal & real

# %% right: a product of bools
def joined_visibility(lengths, n):
    position = np.arange(n)
    causal = position <= position[:, None]
    real = position >= n - lengths[:, None]
    return causal * real[:, None]

# %% right: logical_and and np.tri
def joined_visibility(lengths, n):
    real = np.arange(n)[None, None, :] >= n - lengths[:, None, None]
    return np.logical_and(np.tri(n, dtype=bool), real)

# %% right: a run of keys from the first real one to the query
def joined_visibility(lengths, n):
    position = np.arange(n)
    first = n - lengths
    return (first[:, None, None] <= position) & (position <= position[:, None])

# %% right: a loop over the sentences
def joined_visibility(lengths, n):
    causal = np.tri(n, dtype=bool)
    result = np.zeros((len(lengths), n, n), dtype=bool)
    for b, length in enumerate(lengths):
        result[b, :, n - length:] = causal[:, n - length:]
    return result

# %% right: three loops and a comparison
return np.array([[[bool(n - length <= j <= i) for j in range(n)] for i in range(n)] for length in lengths])

# %% right: hides step by step
def joined_visibility(lengths, n):
    visible = np.ones((len(lengths), n, n), dtype=bool)
    visible &= np.tril(np.ones((n, n), dtype=bool))
    for b in range(len(lengths)):
        visible[b, :, :n - lengths[b]] = False
    return visible

# %% right: not hidden for either reason
def joined_visibility(lengths, n):
    position = np.arange(n)
    later = position > position[:, None]
    padding = position < n - lengths[:, None]
    return ~(later | padding[:, None, :])

# %% right: numbers, then a comparison with 2
def joined_visibility(lengths, n):
    position = np.arange(n)
    reasons = np.tri(n) + (position >= n - lengths[:, None])[:, None, :]
    return reasons == 2

# %% right: np.where
def joined_visibility(lengths, n):
    position = np.arange(n)
    causal = position <= position[:, None]
    return np.where(position >= n - lengths[:, None, None], causal, False)

# %% wrong: or-not-and | repaired the axis only | like: a product of bools
-    return causal * real[:, None]
+    return causal | real[:, None, :]
# %% wrong: mask-on-queries | repaired the sign only | like: a product of bools
-    return causal * real[:, None]
+    return causal & real[:, :, None]
# %% wrong: padding-visible | drops the padding, for the causal mask seems to be enough
return np.array([np.tri(n, dtype=bool) for _ in lengths])

# %% wrong: future-visible | drops the triangle
def joined_visibility(lengths, n):
    real = np.arange(n) >= n - lengths[:, None, None]
    return np.repeat(real, n, axis=1)

# %% right: padding neither asks nor is asked, which changes nothing here | like: a product of bools
-    return causal * real[:, None]
+    return causal & real[:, None, :] & real[:, :, None]
# %% wrong: batch-meets-queries | leaves the index out | like: None twice, and no third index
-    real = position >= n - lengths[:, None, None]
+    real = position >= n - lengths[:, None]
# %% wrong: mask-inverted | True means hidden | like: not hidden for either reason
-    return ~(later | padding[:, None, :])
+    return later | padding[:, None, :]
# %% wrong: mask-transposed | swaps the last two axes in the end, for keys come first | like: a product of bools
-    return causal * real[:, None]
+    return (causal & real[:, None, :]).transpose(0, 2, 1)
# %% wrong: length-hidden | turns < into >= because the padding is in front | like: both repaired in place
-    real = position >= n - lengths[:, None]
+    real = position >= lengths[:, None]
# %% wrong: padding-seen-instead | takes the comparison for the padding | like: None twice, and no third index
-    real = position >= n - lengths[:, None, None]
+    real = n - position > lengths[:, None, None]

# %% wrong: triangle-transposed | np.triu, because the padding is in front
def joined_visibility(lengths, n):
    triangle = np.triu(np.ones((n, n), dtype=bool))
    return triangle & (np.arange(n) >= n - lengths[:, None])[:, None]

# %% wrong: mask-hides-diagonal | strictly earlier | like: leaves the index out
-    causal = position <= position[:, None]
+    causal = position < position[:, None]
-    return causal & real
+    return causal & real[:, None, :]
# %% wrong: padding-off-by-one | the border itself left out | like: np.where
-    return np.where(position >= n - lengths[:, None, None], causal, False)
+    real = position > n - lengths[:, None]
+    return causal & real[:, None, :]
# %% wrong: one-length-for-all | takes the longest sentence | like: the border itself left out
-    real = position > n - lengths[:, None]
+    real = position >= n - np.full(len(lengths), max(lengths))[:, None]
# %% wrong: padding-at-the-end | padding on the right, as in the exercise before | like: the border itself left out
-    real = position > n - lengths[:, None]
+    real = position < lengths[:, None]
# %% wrong: mask-not-bool | zeros and ones
return np.tri(n) * (np.arange(n) >= n - lengths[:, None, None])
# %% wrong: axis-squeezed | tidies up at the end
return (np.tri(n, dtype=bool) & (np.arange(n) >= n - lengths[:, None, None])).squeeze()
# %% wrong: extra-axis | an axis for heads, as in other code
return np.tri(n, dtype=bool) & (np.arange(n) >= n - lengths[:, None, None, None])

# %% wrong: return-in-loop | return is indented too far
def joined_visibility(lengths, n):
    for length in lengths:
        return np.tri(n, dtype=bool) & (np.arange(n) >= n - length)

# %% wrong: or-not-and, padding-off-by-one | two slips at once
def joined_visibility(lengths, n):
    position = np.arange(n)
    return (position <= position[:, None]) | (position > n - lengths[:, None, None])

# %% wrong: mask-hides-diagonal, mask-on-queries | strictly earlier, and the wrong axis | like: repaired the sign only
-    causal = position <= position[:, None]
+    causal = position < position[:, None]
# %% unnamed | one or the other, not both | like: a product of bools
-    return causal * real[:, None]
+    return causal ^ real[:, None, :]

# %% wrong: mask-additive | 0 and -inf, to be added to scores
def joined_visibility(lengths, n):
    visible = np.tri(n, dtype=bool) & (np.arange(n) >= n - lengths[:, None, None])
    return np.where(visible, 0, -np.inf)

# %% unnamed | two results
return np.tri(n, dtype=bool), np.arange(n) >= n - lengths[:, None, None]
# %% unnamed | the first sentence for all | like: 0 and -inf, to be added to scores
-    return np.where(visible, 0, -np.inf)
+    visible[:] = visible[0] & visible[-1]
+    return visible
# %% unnamed | and instead of & (ValueError) | like: a product of bools
-    return causal * real[:, None]
+    return causal and real[:, None, :]

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: diagonal-opened | the diagonal opened, so that no row is nan later | like: both repaired in place
-    return causal & real[:, None, :]
+    seen = causal & real[:, None, :]
+    # otherwise softmax would divide 0 by 0
+    return seen | np.eye(n, dtype=bool)
