"""Answers to `induction_target(tokens)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: a dictionary of last places
def induction_target(tokens):
    """For each token (n,): the place after its last occurrence before, or -1."""
    last, result = {}, []
    for i, token in enumerate(tokens.tolist()):
        result.append(last.get(token, -2) + 1)
        last[token] = i
    return np.array(result)

# %% right: search backwards
def induction_target(tokens):
    result = np.full(len(tokens), -1)
    for i in range(len(tokens)):
        for j in range(i - 1, -1, -1):
            if tokens[j] == tokens[i]:
                result[i] = j + 1
                break
    return result

# %% right: flatnonzero
def induction_target(tokens):
    result = []
    for i, token in enumerate(tokens):
        before = np.flatnonzero(tokens[:i] == token)
        result.append(before[-1] + 1 if len(before) else -1)
    return result

# %% right: overwritten by later places
def induction_target(tokens):
    n = len(tokens)
    out = -np.ones(n, dtype=int)
    for i in range(n):
        for j in range(i):
            if tokens[j] == tokens[i]:
                out[i] = j + 1
    return out

# %% right: max of a table
def induction_target(tokens):
    n = len(tokens)
    table = np.tril(tokens[:, None] == tokens, k=-1) * np.arange(1, n + 1)
    best = table.max(axis=1)
    return np.where(best == 0, -1, best)

# %% right: argmax of the reversed table
def induction_target(tokens):
    n = len(tokens)
    earlier = np.tril(tokens[:, None] == tokens[None], -1)
    last = n - 1 - earlier[:, ::-1].argmax(axis=1)
    return np.where(earlier.any(axis=1), last + 1, -1)

# %% right: max with a default
def induction_target(tokens):
    return [
        max((j + 1 for j in range(i) if tokens[j] == tokens[i]), default=-1)
        for i in range(len(tokens))
    ]

# %% right: list.index from behind
def induction_target(tokens):
    text, out = tokens.tolist(), []
    for i, token in enumerate(text):
        past = text[:i][::-1]
        out.append(i - past.index(token) if token in past else -1)
    return out

# %% right: an array of 16 last places
def induction_target(tokens):
    last = np.full(tokens.max() + 1, -1)
    out = np.empty(len(tokens), dtype=int)
    for i, token in enumerate(tokens):
        out[i] = last[token]
        last[token] = i + 1
    return out

# %% right: while
def induction_target(tokens):
    out = []
    for i in range(len(tokens)):
        j = i - 1
        while j >= 0 and tokens[j] != tokens[i]:
            j -= 1
        out.append(j + 1 if j >= 0 else -1)
    return np.array(out)

# %% right: where with -inf
def induction_target(tokens):
    place = np.arange(len(tokens))
    seen = (tokens[:, None] == tokens) & (place < place[:, None])
    best = np.where(seen, place + 1.0, -np.inf).max(axis=1)
    return np.where(np.isfinite(best), best, -1).astype(int)

# %% right: recursion
def induction_target(tokens):
    def back(i, j):
        if j < 0:
            return -1
        return j + 1 if tokens[j] == tokens[i] else back(i, j - 1)

    return [back(i, i - 1) for i in range(len(tokens))]

# %% right: np.unique groups
def induction_target(tokens):
    out = np.full(len(tokens), -1)
    for token in np.unique(tokens):
        where = np.flatnonzero(tokens == token)
        out[where[1:]] = where[:-1] + 1
    return out

# %% right: stable sort
def induction_target(tokens):
    order = np.argsort(tokens, kind="stable")
    out = np.full(len(tokens), -1)
    for one, two in zip(order[:-1], order[1:]):
        if tokens[one] == tokens[two]:
            out[two] = one + 1
    return out

# %% wrong: letter-itself | the place of the same letter
def induction_target(tokens):
    last, result = {}, []
    for i, token in enumerate(tokens.tolist()):
        result.append(last.get(token, -1))
        last[token] = i
    return np.array(result)

# %% wrong: place-before | minus for plus | like: search backwards
-        for j in range(i - 1, -1, -1):
+        for j in range(i):
-                result[i] = j + 1
-                break
+                result[i] = j - 1
# %% wrong: nothing-is-a-place | -1 + 1 | like: the place of the same letter
-        result.append(last.get(token, -1))
+        result.append(last.get(token, -1) + 1)
# %% wrong: first-not-last | break at the first | like: search backwards
-        for j in range(i - 1, -1, -1):
+        for j in range(i):
# %% wrong: itself-counted | range up to i | like: search backwards
-        for j in range(i - 1, -1, -1):
+        for j in range(i + 1):
-                break
# %% wrong: future-counted | no mask | like: max of a table
-    table = np.tril(tokens[:, None] == tokens, k=-1) * np.arange(1, n + 1)
+    table = (tokens[:, None] == tokens) * np.arange(1, n + 1)
# %% wrong: letter-not-place | what came next | like: minus for plus
-                result[i] = j - 1
+                result[i] = tokens[j + 1]
# %% wrong: distance-not-place | how far back | like: minus for plus
-                result[i] = j - 1
+                result[i] = i - j
# %% wrong: distance-not-place | how far back the place after it is | like: minus for plus
-                result[i] = j - 1
+                result[i] = i - (j + 1)
# %% wrong: whether-not-where | has it come before
return [token in tokens[:i] for i, token in enumerate(tokens)]

# %% wrong: two-after | counted twice
def induction_target(tokens):
    out = np.full(len(tokens), -1)
    for i in range(len(tokens)):
        for j in range(1, i + 1):
            if tokens[j - 1] == tokens[i]:
                out[i] = j + 1
    return out

# %% wrong: everywhere-but-new | np.where the wrong way round
def induction_target(tokens):
    place = np.arange(len(tokens))
    last = np.where((tokens[:, None] == tokens) & (place < place[:, None]), place, -1).max(axis=1)
    return np.where(last >= 0, -1, last + 1)

# %% wrong: return-missing | the loop, and no return | like: minus for plus
-    result = np.full(len(tokens), -1)
+    out = np.full(len(tokens), -1)
-                result[i] = j - 1
-    return result
+                out[i] = j + 1
# %% wrong: neighbour-left-out | range one too short | like: counted twice
-        for j in range(1, i + 1):
-            if tokens[j - 1] == tokens[i]:
+        for j in range(i - 1):
+            if tokens[j] == tokens[i]:

# %% wrong: future-counted | all places, if there is more than one
def induction_target(tokens):
    out = []
    for token in tokens:
        where = np.flatnonzero(tokens == token)
        out.append(where[-1] + 1 if len(where) > 1 else -1)
    return out

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: last-but-one-of-all | places[-2] of the whole text
def induction_target(tokens):
    out = []
    for i, letter in enumerate(tokens):
        places = np.where(tokens == letter)[0]
        if places[0] == i:
            out.append(-1)
        else:
            out.append(places[-2] + 1)
    return np.array(out)

# %% wrong: place-0-unseen | tests the stored place itself with if, so place 0 counts as not found and gives -1
def induction_target(tokens):
    last, result = {}, []
    for i, token in enumerate(tokens):
        place = last.get(int(token))
        if place:
            result.append(place + 1)
        else:
            result.append(-1)
        last[int(token)] = i
    return np.array(result)
