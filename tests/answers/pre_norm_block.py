"""Answers to `pre_norm_block(X, attend, feed, norm_1, norm_2)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: two lines
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    """A block (..., n, d) with the norm first: both parts add to the stream X."""
    X = X + attend(norm_1(X))
    X = X + feed(norm_2(X))
    return X

# %% right: a loop over the halves
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    for part, norm in ((attend, norm_1), (feed, norm_2)):
        X = X + part(norm(X))
    return X

# %% right: in place, on a copy
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    X = X.copy()
    X += attend(norm_1(X))
    X += feed(norm_2(X))
    return X

# %% right: sums of changes
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    change = attend(norm_1(X))
    change = change + feed(norm_2(X + change))
    return np.add(X, change)

# %% right: one line, with a walrus
return (H := X + attend(norm_1(X))) + feed(norm_2(H))

# %% right: a helper
def add(X, part, norm):
    return part(norm(X)) + X


def pre_norm_block(X, attend, feed, norm_1, norm_2):
    return add(add(X, attend, norm_1), feed, norm_2)

# %% wrong: attention-lost | H is never used
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    H = X + attend(norm_1(X))
    return X + feed(norm_2(X))

# %% wrong: norms-exchanged | 2 before 1
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    X = X + attend(norm_2(X))
    X = X + feed(norm_1(X))
    return X

# %% wrong: norm-missing | the norms fell out
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    X = X + attend(X)
    X = X + feed(X)
    return X

# %% wrong: norm-of-stream-only | the norm in the wrong place of the sum
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    X = norm_1(X) + attend(X)
    return norm_2(X) + feed(X)

# %% wrong: stream-added-twice | adds the old X at the end as well
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    start = X
    X = X + attend(norm_1(X))
    X = X + feed(norm_2(X))
    return start + X

# %% wrong: parts-exchanged | feed first
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    X = X + feed(norm_1(X))
    return X + attend(norm_2(X))

# %% wrong: second-half-missing | returns too early
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    residual = X
    X = norm_1(X)
    X = attend(X)
    return X + residual

# %% wrong: second-residual-from-X, mutates-input | writes into X, and keeps a copy of the old one
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    residual = X.copy()
    X += attend(norm_1(X))
    return residual + feed(norm_2(X))

# %% wrong: residual-of-normalised, norm-1-twice | one norm for both, kept
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    X = norm_1(X)
    X = X + attend(X)
    X = norm_1(X)
    return X + feed(X)

# %% wrong: own-norm | normalises by hand before attention | like: H is never used
-    H = X + attend(norm_1(X))
+    mean = X.mean(axis=-1, keepdims=True)
+    spread = np.sqrt(X.var(axis=-1, keepdims=True) + 1e-5)
+    X = X + attend((X - mean) / spread)

# %% wrong: one-residual-for-both | adds X once, at the very end
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    H = attend(norm_1(X))
    return X + feed(norm_2(H))

# %% unnamed | both halves listed | like: H is never used
-    return X + feed(norm_2(X))
+    return H, H + feed(norm_2(H))
