"""Answers to `window_visibility(n_q, n_k, width)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the starter moved, and > for >=
def window_visibility(n_q, n_k, width):
    queries, keys = np.arange(n_k - n_q, n_k)[:, None], np.arange(n_k)
    return (keys <= queries) & (keys > queries - width)

# %% right: the last rows of the square table
def window_visibility(n_q, n_k, width):
    places = np.arange(n_k)
    behind = places[:, None] - places
    return ((behind >= 0) & (behind < width))[-n_q:]

# %% right: np.tri twice
def window_visibility(n_q, n_k, width):
    offset = n_k - n_q
    return np.tri(n_q, n_k, offset, dtype=bool) & ~np.tri(n_q, n_k, offset - width, dtype=bool)

# %% right: triu of tril
def window_visibility(n_q, n_k, width):
    ones = np.ones((n_q, n_k), dtype=bool)
    return np.triu(np.tril(ones, n_k - n_q), n_k - n_q - width + 1)

# %% right: slices
def window_visibility(n_q, n_k, width):
    visible = np.zeros((n_q, n_k), dtype=bool)
    for i in range(n_q):
        end = n_k - n_q + i + 1
        visible[i, max(0, end - width):end] = True
    return visible

# %% right: a list of lists
return [[0 <= n_k - n_q + i - j < width for j in range(n_k)] for i in range(n_q)]

# %% right: subtract.outer
def window_visibility(n_q, n_k, width):
    behind = np.subtract.outer(range(n_k - n_q, n_k), range(n_k))
    return (behind >= 0) * (behind < width)

# %% right: counted from the end
def window_visibility(n_q, n_k, width):
    queries = -np.arange(1, n_q + 1)[::-1, None]
    keys = -np.arange(1, n_k + 1)[::-1]
    return np.logical_and(keys <= queries, queries - keys <= width - 1)

# %% right: diagonals, one for each step back
def window_visibility(n_q, n_k, width):
    visible = np.zeros((n_q, n_k), dtype=bool)
    for back in range(min(width, n_k)):
        visible |= np.eye(n_q, n_k, k=n_k - n_q - back, dtype=bool)
    return visible

# %% wrong: offset-backwards | n_q - n_k
def window_visibility(n_q, n_k, width):
    queries, keys = np.arange(n_q)[:, None] + n_q - n_k, np.arange(n_k)
    return (keys <= queries) & (keys > queries - width)

# %% wrong: window-both-ways, width-and-one | the distance has no sign, with itself
def window_visibility(n_q, n_k, width):
    queries, keys = np.arange(n_q)[:, None] + n_k - n_q, np.arange(n_k)
    return abs(keys - queries) <= width

# %% wrong: rows-for-all-tokens | the whole square | like: n_q - n_k
-    queries, keys = np.arange(n_q)[:, None] + n_q - n_k, np.arange(n_k)
+    queries, keys = np.arange(n_k)[:, None], np.arange(n_k)
# %% wrong: mask-hides-diagonal | earlier tokens only | like: the distance has no sign, with itself
-    return abs(keys - queries) <= width
+    return (keys < queries) & (keys > queries - width)
# %% wrong: mask-not-bool | ones and zeros
return np.tri(n_q, n_k, n_k - n_q) - np.tri(n_q, n_k, n_k - n_q - width)
# %% wrong: return-missing | print is not return | like: the distance has no sign, with itself
-    return abs(keys - queries) <= width
+    print((keys <= queries) & (keys > queries - width))

# %% wrong: top-left, width-less-one | two slips at once
def window_visibility(n_q, n_k, width):
    queries, keys = np.arange(n_q)[:, None], np.arange(n_k)
    return (keys <= queries) & (keys > queries - width + 1)

# %% unnamed | blocks and no window | like: the distance has no sign, with itself
-    return abs(keys - queries) <= width
+    return (keys <= queries) & (keys // width == queries // width)
# %% unnamed | the first keys, as sinks | like: the distance has no sign, with itself
-    return abs(keys - queries) <= width
+    return (keys <= queries) & ((keys > queries - width) | (keys == 0))
# %% unnamed | half a width on either side | like: the distance has no sign, with itself
-    return abs(keys - queries) <= width
+    return abs(keys - queries) <= width // 2
# %% unnamed | an axis forgotten (ValueError) | like: n_q - n_k
-    queries, keys = np.arange(n_q)[:, None] + n_q - n_k, np.arange(n_k)
+    queries, keys = np.arange(n_q) + n_k - n_q, np.arange(n_k)
# %% unnamed | a chain of comparisons (ValueError) | like: the starter moved, and > for >=
-    return (keys <= queries) & (keys > queries - width)
+    return queries - width < keys <= queries
# %% wrong: one-window-for-all | the last keys for everybody | like: the starter moved, and > for >=
-    return (keys <= queries) & (keys > queries - width)
+    return (keys <= queries) & (keys >= n_k - width)

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: window-from-the-end | a slice that begins below 0 | like: slices
-        end = n_k - n_q + i + 1
-        visible[i, max(0, end - width):end] = True
+        token = n_k - n_q + i
+        visible[i, token - width + 1:token + 1] = True
# %% wrong: queries-backwards | Placed the queries at the end of the text, but counted them backwards: row 0 is the newest token | like: n_q - n_k
-    queries, keys = np.arange(n_q)[:, None] + n_q - n_k, np.arange(n_k)
+    queries, keys = (n_k - 1 - np.arange(n_q))[:, None], np.arange(n_k)
