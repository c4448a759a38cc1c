"""Answers to `cache_agrees(layer, X, sizes)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: slices that move on
def cache_agrees(layer, X, sizes):
    whole, _ = layer(X, None)
    past, start, pieces = None, 0, []
    for size in sizes:
        rows, past = layer(X[start : start + size], past)
        pieces.append(rows)
        start += size
    return np.allclose(np.concatenate(pieces), whole)

# %% right: np.split at the sums of the sizes
def cache_agrees(layer, X, sizes):
    whole = layer(X, None)[0]
    past = None
    out = []
    for piece in np.split(X, np.cumsum(sizes)[:-1]):
        rows, past = layer(piece, past)
        out.append(rows)
    return bool(np.abs(np.vstack(out) - whole).max() < 1e-7)

# %% right: an array to fill
def cache_agrees(layer, X, sizes):
    whole = layer(X, None)[0]
    found = np.zeros_like(whole)
    past, a = None, 0
    for size in sizes:
        b = a + int(size)
        found[a:b], past = layer(X[a:b], past)
        a = b
    return np.allclose(found, whole, atol=1e-8)

# %% right: compared piece by piece, False at the first that differs
def cache_agrees(layer, X, sizes):
    whole, _ = layer(X, None)
    past, start = None, 0
    for size in sizes:
        stop = start + size
        rows, past = layer(X[start:stop], past)
        if not np.allclose(rows, whole[start:stop]):
            return False
        start = stop
    return True

# %% right: rows taken off the front of the rest
def cache_agrees(layer, X, sizes):
    expected, cache, rest, found = layer(X, None)[0], None, X, []
    for size in sizes:
        piece, rest = rest[:size], rest[size:]
        new, cache = layer(piece, cache)
        found.extend(new)
    return np.isclose(found, expected, rtol=1e-6, atol=1e-9).all()

# %% right: recursion over the pieces
def cache_agrees(layer, X, sizes):
    def read(start, left, past):
        if not left:
            return []
        rows, past = layer(X[start : start + left[0]], past)
        return [*rows, *read(start + left[0], left[1:], past)]

    return np.allclose(np.array(read(0, list(sizes), None)), layer(X, None)[0])

# %% right: a flag and &=, a NumPy bool
def cache_agrees(layer, X, sizes):
    ends = np.cumsum(sizes)
    starts = ends - sizes
    whole, past, same = layer(X, None)[0], None, True
    for a, b in zip(starts, ends):
        rows, past = layer(X[a:b], past)
        same &= np.all(np.abs(rows - whole[a:b]) < 1e-6)
    return same

# %% right: itertools.accumulate
def cache_agrees(layer, X, sizes):
    from itertools import accumulate, pairwise

    past, found = None, np.empty((0, layer(X, None)[0].shape[1]))
    for a, b in pairwise([0, *accumulate(sizes)]):
        rows, past = layer(X[a:b], past)
        found = np.append(found, rows, axis=0)
    return np.linalg.norm(found - layer(X, None)[0]) < 1e-6

# %% right: an index for each row
def cache_agrees(layer, X, sizes):
    which = np.repeat(np.arange(len(sizes)), sizes)
    past = None
    whole = layer(X, None)[0]
    gaps = []
    for i in range(len(sizes)):
        rows, past = layer(X[which == i], past)
        gaps.append(np.abs(rows - whole[which == i]).max())
    print(gaps)
    return max(gaps) <= 1e-7

# %% right: np.testing, caught, the whole read last
def cache_agrees(layer, X, sizes):
    past, start, pieces = None, 0, []
    for size in sizes:
        rows, past = layer(X[start : start + size].copy(), past)
        pieces += [rows]
        start += size
    try:
        np.testing.assert_allclose(np.vstack(pieces), layer(X.copy(), None)[0], atol=1e-7)
        return True
    except AssertionError:
        return False

# %% wrong: first-cache-kept | the cache is only taken once
def cache_agrees(layer, X, sizes):
    whole = layer(X, None)[0]
    parts = np.split(X, np.cumsum(sizes)[:-1])
    first, past = layer(parts[0], None)
    pieces = [first]
    for part in parts[1:]:
        pieces.append(layer(part, past)[0])
    return np.allclose(np.vstack(pieces), whole)

# %% wrong: two-pieces | all but the last row, and the last
def cache_agrees(layer, X, sizes):
    first, past = layer(X[:-1], None)
    second, _ = layer(X[-1:], past)
    return np.allclose(np.vstack([first, second]), layer(X, None)[0])

# %% wrong: equal-pieces | array_split into as many pieces
def cache_agrees(layer, X, sizes):
    past, pieces = None, []
    for piece in np.array_split(X, len(sizes)):
        rows, past = layer(piece, past)
        pieces.append(rows)
    return np.allclose(np.vstack(pieces), layer(X, None)[0])

# %% wrong: rest-in-one-piece | a cut after the first size
def cache_agrees(layer, X, sizes):
    k = sizes[0]
    first, past = layer(X[:k], None)
    second, _ = layer(X[k:], past)
    return np.allclose(np.vstack([first, second]), layer(X, None)[0])

# %% wrong: sizes-as-places | np.split takes the sizes | like: array_split into as many pieces
-    for piece in np.array_split(X, len(sizes)):
+    for piece in np.split(X, sizes):

# %% wrong: pieces-with-pieces | each piece beside itself without a cache
def cache_agrees(layer, X, sizes):
    past, start, same = None, 0, True
    for size in sizes:
        piece = X[start : start + size]
        rows, past = layer(piece, past)
        same = same and np.allclose(rows, layer(piece, None)[0])
        start += size
    return same

# %% wrong: pieces-do-not-matter | the wrong name in the last line | like: slices that move on
-    return np.allclose(np.concatenate(pieces), whole)
+    return np.allclose(whole, layer(X, None)[0])
# %% wrong: only-last-row-tested | the last word is what counts | like: slices that move on
-    return np.allclose(np.concatenate(pieces), whole)
+    return np.allclose(pieces[-1][-1], whole[-1])
# %% wrong: only-first-row-tested | the first row of all | like: slices that move on
-    return np.allclose(np.concatenate(pieces), whole)
+    return np.allclose(pieces[0][0], whole[0])
# %% wrong: differences-cancel | the mean difference | like: slices that move on
-    return np.allclose(np.concatenate(pieces), whole)
+    return bool(abs((np.concatenate(pieces) - whole).mean()) < 1e-8)
# %% wrong: places-ignored | sorted | like: slices that move on
-    return np.allclose(np.concatenate(pieces), whole)
+    return np.allclose(np.sort(np.concatenate(pieces), axis=0), np.sort(whole, axis=0))
# %% wrong: any-not-all | any | like: slices that move on
-    return np.allclose(np.concatenate(pieces), whole)
+    return np.isclose(np.concatenate(pieces), whole).any()
# %% wrong: negated | differs | like: slices that move on
-    return np.allclose(np.concatenate(pieces), whole)
+    return not np.allclose(np.concatenate(pieces), whole)
# %% wrong: abs-missing | max without abs | like: slices that move on
-    return np.allclose(np.concatenate(pieces), whole)
+    return (np.concatenate(pieces) - whole).max() < 1e-6
# %% wrong: abs-missing | the other way round | like: slices that move on
-    return np.allclose(np.concatenate(pieces), whole)
+    return (whole - np.concatenate(pieces)).max() < 1e-6
# %% wrong: mutates-input | the pieces are cleared when they are read | like: slices that move on
-    whole, _ = layer(X, None)
+    whole = layer(X, None)[0]
-        rows, past = layer(X[start : start + size], past)
+        rows, past = layer(X[start : start + size].copy(), past)
+        X[start : start + size] = 0
# %% wrong: cache-not-handed-on, negated | two slips at once | like: differs
-        rows, past = layer(X[start : start + size], past)
+        rows, past = layer(X[start : start + size], None)

# %% wrong: row-by-row, exact-equality | two slips at once
def cache_agrees(layer, X, sizes):
    whole, past, rows = layer(X, None)[0], None, []
    for x in X:
        row, past = layer(x[None], past)
        rows.append(row[0])
    return np.array_equal(rows, whole)

# %% wrong: cache-not-handed-on, row-by-row | two slips at once
def cache_agrees(layer, X, sizes):
    whole = layer(X, None)[0]
    return np.allclose(np.vstack([layer(x[None], None)[0] for x in X]), whole)

# %% wrong: row-by-row, only-last-row-tested | two slips at once
def cache_agrees(layer, X, sizes):
    whole, past = layer(X, None)[0], None
    for i in range(len(X)):
        row, past = layer(X[i : i + 1], past)
    return np.allclose(row[0], whole[-1])

# %% wrong: start-not-summed | start is the last size | like: slices that move on
-        start += size
+        start = size
# %% wrong: rows-read-again | prefixes, and the last one compared | like: slices that move on
-        rows, past = layer(X[start : start + size], past)
+        rows, past = layer(X[: start + size], past)
-    return np.allclose(np.concatenate(pieces), whole)
+    return np.allclose(rows, whole)
# %% wrong: tolerance-too-loose | a tenth | like: slices that move on
-    return np.allclose(np.concatenate(pieces), whole)
+    return np.allclose(np.concatenate(pieces), whole, atol=0.1)
# %% wrong: mean-without-abs | the mean difference is small | like: slices that move on
-    return np.allclose(np.concatenate(pieces), whole)
+    return (np.concatenate(pieces) - whole).mean() < 1e-6
# %% unnamed | never
return False
# %% unnamed | pieces mean a cache
return len(sizes) < 2

# %% unnamed | the pair not taken apart (ValueError) | like: slices that move on
-    whole, _ = layer(X, None)
+    whole = layer(X, None)

# %% wrong: difference-without-return | nothing comes back where it differs | like: slices that move on
-    return np.allclose(np.concatenate(pieces), whole)
+    return True if np.allclose(np.concatenate(pieces), whole) else None
# %% unnamed | lists of pieces have no minus (TypeError) | like: slices that move on
-    return np.allclose(np.concatenate(pieces), whole)
+    return abs(pieces - list(whole)) < 1e-6
