"""Answers to `next_chances(logits, temperature)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: divided, then softmax
def next_chances(logits, temperature):
    z = logits / temperature
    z = z - z.max(axis=-1, keepdims=True)
    e = np.exp(z)
    return e / e.sum(axis=-1, keepdims=True)

# %% right: logarithms to the end
def next_chances(logits, temperature):
    z = logits / temperature
    top = z.max(axis=-1, keepdims=True)
    log_sum = top + np.log(np.exp(z - top).sum(axis=-1, keepdims=True))
    return np.exp(z - log_sum)

# %% right: row by row
def next_chances(logits, temperature):
    if logits.ndim > 1:
        return np.array([next_chances(row, temperature) for row in logits])
    e = np.exp((logits - logits.max()) / temperature)
    return e / e.sum()

# %% right: powers of the exponentials
def next_chances(logits, temperature):
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True)) ** (1 / temperature)
    return powers / powers.sum(axis=-1, keepdims=True)

# %% right: apply along an axis
def next_chances(logits, temperature):
    def one(row):
        e = np.exp((row - max(row)) / temperature)
        return e / sum(e)
    return np.apply_along_axis(one, -1, logits)

# %% right: one over the sum of differences
def next_chances(logits, temperature):
    z = logits / temperature
    differences = np.clip(z[..., None, :] - z[..., :, None], -700, 700)
    return 1 / np.exp(differences).sum(axis=-1)

# %% right: einsum
def next_chances(logits, temperature):
    e = np.exp(np.subtract(logits, logits.max(axis=-1, keepdims=True)) / temperature)
    return np.einsum("...v,...->...v", e, 1 / e.sum(axis=-1))

# %% right: np.divide and a list
def next_chances(logits, temperature):
    z = np.divide(logits, temperature)
    e = np.exp(z - np.amax(z, axis=-1, keepdims=True))
    return np.divide(e, np.sum(e, axis=-1, keepdims=True)).tolist()

# %% right: transposed and back
def next_chances(logits, temperature):
    z = (logits / temperature).T
    e = np.exp(z - z.max(axis=0))
    return (e / e.sum(axis=0)).T

# %% right: copied, then in place
def next_chances(logits, temperature):
    z = logits.copy()
    z /= temperature
    z -= z.max(axis=-1, keepdims=True)
    np.exp(z, out=z)
    z /= z.sum(axis=-1, keepdims=True)
    return z

# %% right: a loop over the words of a row
def next_chances(logits, temperature):
    z = (logits - logits.max(axis=-1, keepdims=True)) / temperature
    total = 0
    for word in range(z.shape[-1]):
        total = total + np.exp(z[..., word])
    return np.exp(z) / np.expand_dims(total, -1)

# %% right: the mean subtracted besides
def next_chances(logits, temperature):
    logits = logits - logits.mean(axis=-1, keepdims=True)
    z = logits / temperature
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: temperature-multiplied | multiplied | like: the mean subtracted besides
-    logits = logits - logits.mean(axis=-1, keepdims=True)
-    z = logits / temperature
+    z = logits * temperature

# %% wrong: temperature-without-effect | temperature forgotten
def next_chances(logits, temperature):
    e = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: divided-after-softmax | softmax first, then divided | like: temperature forgotten
-    return e / e.sum(axis=-1, keepdims=True)
+    return e / e.sum(axis=-1, keepdims=True) / temperature

# %% wrong: largest-not-subtracted | no maximum
def next_chances(logits, temperature):
    e = np.exp(logits / temperature)
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: rows-shared-together | the whole table shares a 1
def next_chances(logits, temperature):
    z = logits / temperature
    e = np.exp(z - z.max())
    return e / e.sum()

# %% wrong: sum-over-the-rows | axis 0
def next_chances(logits, temperature):
    z = logits / temperature
    e = np.exp(z - z.max(axis=0))
    return e / e.sum(axis=0)

# %% wrong: sum-without-its-axis | keepdims forgotten in the sum (ValueError)
def next_chances(logits, temperature):
    z = logits / temperature
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1)

# %% wrong: chances-not-shared-out | no sum
def next_chances(logits, temperature):
    z = logits / temperature
    return np.exp(z - z.max(axis=-1, keepdims=True))

# %% wrong: exponential-left-out | no exponential
def next_chances(logits, temperature):
    z = logits / temperature
    return z / z.sum(axis=-1, keepdims=True)

# %% wrong: number-of-the-word | the word instead of the chances
return np.argmax(logits / temperature, axis=-1)
# %% wrong: root-of-temperature | the root of the temperature, as for scores | like: multiplied
-    z = logits * temperature
+    z = logits / np.sqrt(temperature)
# %% wrong: return-missing | the return forgotten | like: keepdims forgotten in the sum (ValueError)
-    return e / e.sum(axis=-1)
+    e / e.sum(axis=-1, keepdims=True)
# %% wrong: mutates-input | divides its argument | like: temperature forgotten
-def next_chances(logits, temperature):
+def next_chances(logits, temperature):
+    logits /= temperature
# %% wrong: logarithm-returned | logarithms of chances | like: divided, then softmax
-    e = np.exp(z)
-    return e / e.sum(axis=-1, keepdims=True)
+    return z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
# %% wrong: rounded | rounded | like: keepdims forgotten in the sum (ValueError)
-    return e / e.sum(axis=-1)
+    return np.round(e / e.sum(axis=-1, keepdims=True), 2)
# %% unnamed | powers of chances, not shared out again | like: temperature forgotten
-    return e / e.sum(axis=-1, keepdims=True)
+    return (e / e.sum(axis=-1, keepdims=True)) ** (1 / temperature)
# %% wrong: likeliest-word-alone | greedy
return np.where(logits == logits.max(axis=-1, keepdims=True), 1.0, 0.0)
# %% wrong: sum-without-the-temperature | the sum without the temperature
return np.exp(logits / temperature) / np.exp(logits).sum(-1, keepdims=True)

# %% unnamed | temperature over logits
def next_chances(logits, temperature):
    z = temperature / logits
    e = np.exp(z - z.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)

# %% unnamed | whole numbers | like: temperature over logits
-    z = temperature / logits
+    z = logits // temperature

# %% wrong: negated | the sign | like: divided, then softmax
-    z = z - z.max(axis=-1, keepdims=True)
-    e = np.exp(z)
+    e = np.exp(-z - (-z).max(axis=-1, keepdims=True))
# %% wrong: power-of-2 | powers of 2 | like: the sign
-    e = np.exp(-z - (-z).max(axis=-1, keepdims=True))
+    e = 2.0 ** (z - z.max(axis=-1, keepdims=True))
# %% wrong: temperature-squared | the square | like: multiplied
-    z = logits * temperature
+    z = logits / temperature**2

# %% wrong: each-word-by-itself | sigmoid
def next_chances(logits, temperature):
    z = logits / temperature
    return 1 / (1 + np.exp(-z))

# %% unnamed | the mean subtracted | like: the sign
-    e = np.exp(-z - (-z).max(axis=-1, keepdims=True))
+    e = np.exp(z - z.mean(axis=-1, keepdims=True))
# %% unnamed | never colder than a tenth | like: divided, then softmax
-    z = logits / temperature
+    z = logits / max(temperature, 0.1)

# %% blind

# %% wrong: cut-off-against-overflow | Clips the divided logits at 700 against overflow, so at a small temperature all large logits become equal | like: no maximum
-    e = np.exp(logits / temperature)
+    scaled = np.clip(np.asarray(logits) / temperature, -700, 700)
+    e = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
# %% wrong: largest-of-all-rows | Subtracts the largest number of all texts together, so a text whose logits lie far below becomes 0/0 = nan at a small temperature | like: no exponential
-    z = logits / temperature
+    z = np.asarray(logits) / temperature
+    z = np.exp(z - z.max())
