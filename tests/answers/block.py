"""Answers to `block(X, attend, feed, norm_1, norm_2, norm_first)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: two branches
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        X = X + attend(norm_1(X))
        X = X + feed(norm_2(X))
    else:
        X = norm_1(X + attend(X))
        X = norm_2(X + feed(X))
    return X

# %% right: early return
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        H = X + attend(norm_1(X))
        return H + feed(norm_2(H))
    H = norm_1(X + attend(X))
    return norm_2(H + feed(H))

# %% right: a helper for one half
def half(X, part, norm, norm_first):
    return X + part(norm(X)) if norm_first else norm(X + part(X))


def block(X, attend, feed, norm_1, norm_2, norm_first):
    return half(half(X, attend, norm_1, norm_first), feed, norm_2, norm_first)

# %% right: a loop over both halves
def block(X, attend, feed, norm_1, norm_2, norm_first):
    for part, norm in [(attend, norm_1), (feed, norm_2)]:
        if norm_first:
            X = X + part(norm(X))
        else:
            X = norm(X + part(X))
    return X

# %% right: functions that do nothing where no norm belongs
def block(X, attend, feed, norm_1, norm_2, norm_first):
    same = lambda array: array
    before_1, before_2 = (norm_1, norm_2) if norm_first else (same, same)
    after_1, after_2 = (same, same) if norm_first else (norm_1, norm_2)
    X = after_1(X + attend(before_1(X)))
    return after_2(X + feed(before_2(X)))

# %% right: in place, on a copy
def block(X, attend, feed, norm_1, norm_2, norm_first):
    stream = X.copy()
    stream += attend(norm_1(stream) if norm_first else stream)
    if not norm_first:
        stream = norm_1(stream).copy()
    stream += feed(norm_2(stream) if norm_first else stream)
    return stream if norm_first else norm_2(stream)

# %% right: keeps the stream under a name of its own
def block(X, attend, feed, norm_1, norm_2, norm_first=True):
    residual = X
    if norm_first:
        X = norm_1(X)
    X = residual + attend(X)
    if not norm_first:
        X = norm_1(X)
    residual = X
    if norm_first:
        X = norm_2(X)
    X = residual + feed(X)
    return X if norm_first else norm_2(X)

# %% right: np.add, and the sum the other way round
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        X = np.add(attend(norm_1(X)), X)
        return np.add(feed(norm_2(X)), X)
    return norm_2(np.add(feed(H := norm_1(np.add(attend(X), X))), H))

# %% right: both changes to the stream, added up at the end
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if not norm_first:
        X = norm_1(X + attend(X))
        return norm_2(X + feed(X))
    change_1 = attend(norm_1(X))
    change_2 = feed(norm_2(X + change_1))
    return X + change_1 + change_2

# %% wrong: residual-of-normalised | overwrites X with its norm
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        X = norm_1(X)
        X = X + attend(X)
        X = norm_2(X)
        X = X + feed(X)
    else:
        X = norm_1(X + attend(X))
        X = norm_2(X + feed(X))
    return X

# %% wrong: residual-of-normalised | in the first half only
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        X = norm_1(X)
        X = X + attend(X)
        return X + feed(norm_2(X))
    X = norm_1(X + attend(X))
    return norm_2(X + feed(X))

# %% wrong: residual-doubled | after attention, with the norm first | like: in the first half only
-        X = norm_1(X)
-        X = X + attend(X)
+        X = attend(norm_1(X))
+        X = X + X
# %% wrong: feed-reads-first-X | both parts side by side, with the norm first | like: early return
-        H = X + attend(norm_1(X))
-        return H + feed(norm_2(H))
+        return X + attend(norm_1(X)) + feed(norm_2(X))
# %% wrong: attention-lost | the new name is never used | like: early return
-        return H + feed(norm_2(H))
+        return X + feed(norm_2(X))
-    return norm_2(H + feed(H))
+    return norm_2(X + feed(X))
# %% wrong: attention-lost | forgot to keep the result of the first line | like: two branches
-        X = X + attend(norm_1(X))
+        X + attend(norm_1(X))

# %% wrong: one-residual-for-both | one long way round
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        return X + feed(norm_2(attend(norm_1(X))))
    return norm_2(X + feed(norm_1(attend(X))))

# %% wrong: norm-1-twice | copied the line
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        X = X + attend(norm_1(X))
        return X + feed(norm_1(X))
    X = norm_1(X + attend(X))
    return norm_1(X + feed(X))

# %% wrong: norm-of-stream-only | with the norm last: brackets closed too early
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        X = X + attend(norm_1(X))
        return X + feed(norm_2(X))
    X = norm_1(X) + attend(X)
    return norm_2(X) + feed(X)

# %% wrong: stream-added-twice | a residual around the whole block, too | like: early return
-        return H + feed(norm_2(H))
+        return X + H + feed(norm_2(H))
-    return norm_2(H + feed(H))
+    return norm_2(X + H + feed(H))

# %% wrong: parts-exchanged | feed first
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        X = X + feed(norm_1(X))
        return X + attend(norm_2(X))
    X = norm_1(X + feed(X))
    return norm_2(X + attend(X))

# %% wrong: second-half-missing | attention and a norm
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        return X + attend(norm_1(X))
    return norm_1(X + attend(X))

# %% wrong: second-half-missing | forgot feed in one branch | like: copied the line
-        return X + feed(norm_1(X))
+        return X
-    return norm_1(X + feed(X))
+    return norm_2(X + feed(X))
# %% wrong: return-missing | no return | like: two branches
-    return X
# %% wrong: residual-missing, norm-first-ignored | a plain stack
return feed(norm_2(attend(norm_1(X))))

# %% wrong: norm-1-twice, norm-first-ignored | two at once
def block(X, attend, feed, norm_1, norm_2, norm_first):
    X = X + attend(norm_1(X))
    return X + feed(norm_1(X))

# %% wrong: norm-order-swapped, residual-of-normalised | swapped, and the stream is lost
def block(X, attend, feed, norm_1, norm_2, norm_first):
    for part, norm in [(attend, norm_1), (feed, norm_2)]:
        if norm_first:
            X = norm(X + part(X))
        else:
            X = norm(X)
            X = X + part(X)
    return X

# %% wrong: halves-exchanged | second half first
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        X = X + feed(norm_2(X))
        return X + attend(norm_1(X))
    X = norm_2(X + feed(X))
    return norm_1(X + attend(X))

# %% wrong: halves-exchanged | only where the norm comes last
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if not norm_first:
        X = norm_2(X + feed(X))
        return norm_1(X + attend(X))
    X = X + attend(norm_1(X))
    return X + feed(norm_2(X))

# %% wrong: residual-of-normalised, mutates-input | in place, after the norm
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        X[:] = norm_1(X)
        X += attend(X)
        X[:] = norm_2(X)
        X += feed(X)
        return X
    X = norm_1(X + attend(X))
    return norm_2(X + feed(X))

# %% wrong: own-norm | the one from task 2, which is there already
def layer_norm(X, gain, shift, eps=1e-5):
    X = X - X.mean(axis=-1, keepdims=True)
    return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps) * gain + shift


def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        X = X + attend(layer_norm(X, 1, 0))
        X = X + feed(layer_norm(X, 1, 0))
    else:
        X = layer_norm(X + attend(X), 1, 0)
        X = layer_norm(X + feed(X), 1, 0)
    return X

# %% unnamed | multiplies, as a gate would
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        X = X * attend(norm_1(X))
        return X * feed(norm_2(X))
    X = norm_1(X * attend(X))
    return norm_2(X * feed(X))

# %% unnamed | the mean of both
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        X = (X + attend(norm_1(X))) / 2
        return (X + feed(norm_2(X))) / 2
    X = norm_1((X + attend(X)) / 2)
    return norm_2((X + feed(X)) / 2)

# %% unnamed | subtracts
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        X = X - attend(norm_1(X))
        return X - feed(norm_2(X))
    X = norm_1(X - attend(X))
    return norm_2(X - feed(X))

# %% unnamed | a norm at the end, as after the last block | like: forgot feed in one branch
-        return X
+        X = X + feed(norm_2(X))
+        return norm_1(norm_2(X))
# %% unnamed | side by side instead of added
return np.concatenate([X, attend(norm_1(X)), feed(norm_2(X))], axis=-1)
# %% unnamed | three arguments for attention (TypeError) | like: the new name is never used
-        H = X + attend(norm_1(X))
+        Y = norm_1(X)
+        X = X + attend(Y, Y, Y)
-    H = norm_1(X + attend(X))
+    X = norm_1(X + attend(X, X, X))

# %% unnamed | takes output and weights apart (ValueError)
def block(X, attend, feed, norm_1, norm_2, norm_first):
    output, weights = attend(norm_1(X))
    X = X + output
    return X + feed(norm_2(X))

# %% unnamed | adds the functions (TypeError)
def block(X, attend, feed, norm_1, norm_2, norm_first):
    X = norm_1(X + attend)
    return norm_2(X + feed)

# %% wrong: own-norm | uses its own layer norm
def block(X, attend, feed, norm_1, norm_2, norm_first):
    def norm(X):
        return (X - X.mean(axis=-1, keepdims=True)) / X.std(axis=-1, keepdims=True)

    if norm_first:
        X = X + attend(norm(X))
        return X + feed(norm(X))
    X = norm(X + attend(X))
    return norm(X + feed(X))

# %% unnamed | two blocks
def block(X, attend, feed, norm_1, norm_2, norm_first):
    for _ in range(2):
        if norm_first:
            X = X + attend(norm_1(X))
            X = X + feed(norm_2(X))
        else:
            X = norm_1(X + attend(X))
            X = norm_2(X + feed(X))
    return X

# %% unnamed | attends to the stream, feeds the normalised
def block(X, attend, feed, norm_1, norm_2, norm_first):
    X = X + attend(X) + norm_1(X)
    return X + feed(X) + norm_2(X)

# %% unnamed | returns both states | like: early return
-        return H + feed(norm_2(H))
+        return H, H + feed(norm_2(H))
-    return norm_2(H + feed(H))
+    return H, norm_2(H + feed(H))

# %% unnamed | calls the norm on a function (TypeError)
def block(X, attend, feed, norm_1, norm_2, norm_first):
    X = X + norm_1(attend)(X)
    return X + norm_2(feed)(X)

# %% unnamed | a name from the lecture (NameError)
def block(X, attend, feed, norm_1, norm_2, norm_first):
    X = X + attention(norm_1(X))
    return X + feed(norm_2(X))

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: second-residual-from-sum | total on both sides of norm_1
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        stream = X + attend(norm_1(X))
        return stream + feed(norm_2(stream))
    total = X + attend(X)
    normed = norm_1(total)
    total = total + feed(normed)
    return norm_2(total)
