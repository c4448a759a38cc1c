"""Answers to `window_with_sinks(n_q, n_k, width, sinks)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: one line of NumPy after the places
def window_with_sinks(n_q, n_k, width, sinks):
    i = np.arange(n_k - n_q, n_k)[:, None]
    j = np.arange(n_k)
    return (j <= i) & ((j > i - width) | (j < sinks))

# %% right: two loops
def window_with_sinks(n_q, n_k, width, sinks):
    table = np.zeros((n_q, n_k), dtype=bool)
    for q in range(n_q):
        me = n_k - n_q + q
        for k in range(me + 1):
            if me - k < width or k < sinks:
                table[q, k] = True
    return table

# %% right: slices of each row
def window_with_sinks(n_q, n_k, width, sinks):
    table = np.zeros((n_q, n_k), dtype=bool)
    for q in range(n_q):
        end = n_k - n_q + q + 1
        table[q, :sinks] = True
        table[q, max(0, end - width):end] = True
        table[q, end:] = False
    return table

# %% right: the last rows of the square
def window_with_sinks(n_q, n_k, width, sinks):
    square = np.tri(n_k, dtype=bool) & ~np.tri(n_k, k=-width, dtype=bool)
    square[:, :sinks] = True
    square &= np.tri(n_k, dtype=bool)
    return square[n_k - n_q:]

# %% right: what is dropped
def window_with_sinks(n_q, n_k, width, sinks):
    behind = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    dropped = (behind >= width) & (np.arange(n_k) >= sinks)
    return ~dropped & (behind >= 0)

# %% right: list comprehension
def window_with_sinks(n_q, n_k, width, sinks):
    return [[k <= q and (q - k < width or k < sinks) for k in range(n_k)]
            for q in range(n_k - n_q, n_k)]

# %% right: np.where
def window_with_sinks(n_q, n_k, width, sinks):
    rows, columns = np.ogrid[n_k - n_q:n_k, :n_k]
    near = np.where(columns < sinks, True, rows - columns < width)
    return np.where(columns > rows, False, near)

# %% right: tri with offsets
def window_with_sinks(n_q, n_k, width, sinks):
    shift = n_k - n_q
    seen = np.tri(n_q, n_k, shift, dtype=bool)
    old = np.tri(n_q, n_k, shift - width, dtype=bool)
    old[:, :sinks] = False
    return seen & ~old

# %% right: a helper for one query
def seen_by(place, n_k, width, sinks):
    keys = np.arange(n_k)
    return np.isin(keys, [*range(min(sinks, place + 1)), *range(max(0, place - width + 1), place + 1)])


def window_with_sinks(n_q, n_k, width, sinks):
    return np.stack([seen_by(place, n_k, width, sinks) for place in range(n_k - n_q, n_k)])

# %% right: sets
def window_with_sinks(n_q, n_k, width, sinks):
    first = set(range(sinks))
    rows = []
    for q in range(n_k - n_q, n_k):
        keep = {k for k in first | set(range(q - width + 1, q + 1)) if k <= q}
        rows.append([k in keep for k in range(n_k)])
    return np.array(rows)

# %% right: logical functions
def window_with_sinks(n_q, n_k, width, sinks):
    q = np.arange(n_q).reshape(-1, 1) + (n_k - n_q)
    k = np.arange(n_k).reshape(1, -1)
    in_window = np.logical_and(q - k >= 0, q - k < width)
    is_sink = np.logical_and(k < sinks, k <= q)
    return np.logical_or(in_window, is_sink)

# %% right: products and sums of numbers
def window_with_sinks(n_q, n_k, width, sinks):
    behind = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)[None]
    kept = (behind < width) + (np.arange(n_k) < sinks)
    return kept * (behind >= 0)

# %% right: subtract.outer
def window_with_sinks(n_q, n_k, width, sinks):
    gap = np.subtract.outer(np.arange(n_k)[-n_q:], np.arange(n_k))
    recent = gap < width
    recent[:, :sinks] = True
    return recent & (gap >= 0)

# %% right: fromfunction
def window_with_sinks(n_q, n_k, width, sinks):
    def visible(i, j):
        i = i + n_k - n_q
        return (j <= i) & ((i - j < width) | (j < sinks))
    return np.fromfunction(visible, (n_q, n_k), dtype=int)

# %% right: triu and tril
def window_with_sinks(n_q, n_k, width, sinks):
    d = n_k - n_q
    ones = np.ones((n_q, n_k), dtype=bool)
    causal = np.tril(ones, d)
    window = np.triu(causal, d - width + 1)
    window[:, :sinks] |= causal[:, :sinks]
    return window

# %% wrong: sinks-before-their-time | always visible | like: one line of NumPy after the places
-    return (j <= i) & ((j > i - width) | (j < sinks))
+    return (j <= i) & (j > i - width) | (j < sinks)

# %% wrong: sinks-forgotten | my old window
def window_with_sinks(n_q, n_k, width, sinks):
    behind = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return (behind >= 0) & (behind < width)

# %% wrong: both-needed | and for or | like: one line of NumPy after the places
-    return (j <= i) & ((j > i - width) | (j < sinks))
+    return (j <= i) & (j > i - width) & (j < sinks)
# %% wrong: either-but-not-both | xor | like: one line of NumPy after the places
-    return (j <= i) & ((j > i - width) | (j < sinks))
+    return (j <= i) & ((j > i - width) ^ (j < sinks))
# %% wrong: one-sink-too-many | up to and with sinks | like: one line of NumPy after the places
-    return (j <= i) & ((j > i - width) | (j < sinks))
+    return (j <= i) & ((j > i - width) | (j <= sinks))
# %% wrong: one-sink-too-few | counted from 1 | like: one line of NumPy after the places
-    return (j <= i) & ((j > i - width) | (j < sinks))
+    return (j <= i) & ((j > i - width) | (j + 1 < sinks))
# %% wrong: a-single-sink | only the first token | like: one line of NumPy after the places
-    return (j <= i) & ((j > i - width) | (j < sinks))
+    return (j <= i) & ((j > i - width) | (j == 0))

# %% wrong: top-left | queries from 0
def window_with_sinks(n_q, n_k, width, sinks):
    i, j = np.arange(n_q)[:, None], np.arange(n_k)
    return (j <= i) & ((j > i - width) | (j < sinks))

# %% wrong: width-and-one | >= as in the old starter
def window_with_sinks(n_q, n_k, width, sinks):
    i, j = np.arange(n_k - n_q, n_k)[:, None], np.arange(n_k)
    return (j <= i) & ((j >= i - width) | (j < sinks))

# %% wrong: sinks-taken-from-the-window | a cache of width words in all | like: >= as in the old starter
-    return (j <= i) & ((j >= i - width) | (j < sinks))
+    return (j <= i) & ((i - j < width - sinks) | (j < sinks))
# %% wrong: sinks-added-to-the-window | width plus sinks | like: my old window
-    return (behind >= 0) & (behind < width)
+    return (behind >= 0) & (behind < width + sinks)
# %% wrong: window-forgotten | the sinks alone | like: >= as in the old starter
-    return (j <= i) & ((j >= i - width) | (j < sinks))
+    return (j <= i) & (j < sinks)
# %% wrong: future-visible | no end | like: >= as in the old starter
-    return (j <= i) & ((j >= i - width) | (j < sinks))
+    return (j > i - width) | (j < sinks)
# %% wrong: window-both-ways | a distance without a sign | like: >= as in the old starter
-    return (j <= i) & ((j >= i - width) | (j < sinks))
+    return (abs(i - j) < width) | (j < sinks) & (j <= i)
# %% wrong: newest-as-sinks | the last columns | like: >= as in the old starter
-    return (j <= i) & ((j >= i - width) | (j < sinks))
+    return (j <= i) & ((i - j < width) | (j >= n_k - sinks))
# %% wrong: mask-inverted | True is hidden | like: >= as in the old starter
-    return (j <= i) & ((j >= i - width) | (j < sinks))
+    return (j > i) | (i - j >= width) & (j >= sinks)

# %% wrong: mask-transposed | keys on the rows
def window_with_sinks(n_q, n_k, width, sinks):
    i, j = np.arange(n_k - n_q, n_k), np.arange(n_k)[:, None]
    return (j <= i) & ((i - j < width) | (j < sinks))

# %% wrong: mask-not-bool | ones and zeros | like: >= as in the old starter
-    return (j <= i) & ((j >= i - width) | (j < sinks))
+    return np.where((j <= i) & ((i - j < width) | (j < sinks)), 1, 0)
# %% wrong: rows-for-all-tokens | the square | like: keys on the rows
-    i, j = np.arange(n_k - n_q, n_k), np.arange(n_k)[:, None]
+    i, j = np.arange(n_k)[:, None], np.arange(n_k)
# %% wrong: return-missing | no return | like: >= as in the old starter
-    return (j <= i) & ((j >= i - width) | (j < sinks))
+    visible = (j <= i) & ((i - j < width) | (j < sinks))

# %% wrong: top-left, width-and-one | the starter of the window, with sinks
def window_with_sinks(n_q, n_k, width, sinks):
    queries, keys = np.arange(n_q)[:, None], np.arange(n_k)
    return (keys <= queries) & ((keys >= queries - width) | (keys < sinks))

# %% unnamed | a sink for every query, counted from its own window | like: >= as in the old starter
-    return (j <= i) & ((j >= i - width) | (j < sinks))
+    return (j <= i) & ((i - j < width) | (j % (width + 1) < sinks))
# %% unnamed | python's or (ValueError) | like: >= as in the old starter
-    return (j <= i) & ((j >= i - width) | (j < sinks))
+    return (j <= i) & ((i - j < width) or (j < sinks))
# %% wrong: width-less-one | one too narrow | like: one line of NumPy after the places
-    return (j <= i) & ((j > i - width) | (j < sinks))
+    return (j <= i) & ((j > i - width + 1) | (j < sinks))
# %% wrong: mask-hides-diagonal | earlier words only | like: one line of NumPy after the places
-    return (j <= i) & ((j > i - width) | (j < sinks))
+    return (j < i) & ((j > i - width) | (j < sinks))
# %% wrong: offset-backwards | n_q - n_k | like: one line of NumPy after the places
-    i = np.arange(n_k - n_q, n_k)[:, None]
+    i = np.arange(n_q)[:, None] + n_q - n_k
# %% wrong: one-place-off | from n_k - n_q - 1 | like: one line of NumPy after the places
-    i = np.arange(n_k - n_q, n_k)[:, None]
+    i = np.arange(n_k - n_q - 1, n_k - 1)[:, None]

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: window-from-the-end | a slice that begins below 0
def window_with_sinks(n_q, n_k, width, sinks):
    visible = np.zeros((n_q, n_k), dtype=bool)
    for row in range(n_q):
        place = n_k - n_q + row
        visible[row, place - width + 1:place + 1] = True
        visible[row, :min(sinks, place + 1)] = True
    return visible
