"""Answers to `causal_visibility(n)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: np.tril of ones
return np.tril(np.ones((n, n), dtype=bool))

# %% right: positions compared by broadcasting
def causal_visibility(n):
    query = np.arange(n)[:, None]
    key = np.arange(n)[None, :]
    return key <= query

# %% right: two loops over an array of False
def causal_visibility(n):
    visible = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for j in range(n):
            if j <= i:
                visible[i, j] = True
    return visible

# %% right: nested lists
return [[j <= i for j in range(n)] for i in range(n)]

# %% right: not the strict upper triangle
def causal_visibility(n):
    future = np.triu(np.ones((n, n)), k=1)
    return future == 0

# %% right: np.tri
return np.tri(n, dtype=bool)

# %% right: slices row by row
def causal_visibility(n):
    visible = np.full((n, n), False)
    for row in range(n):
        visible[row, : row + 1] = True
    return visible

# %% right: np.fromfunction with a lambda
causal_visibility = lambda n: np.fromfunction(lambda i, j: i >= j, (n, n))

# %% right: the outer form of a comparison
def causal_visibility(n):
    t = np.arange(n)
    return np.greater_equal.outer(t, t)

# %% right: running sum of the identity
return np.cumsum(np.eye(n), axis=0).astype(bool)

# %% right: everything visible, then the future struck out in place
def causal_visibility(n):
    visible = np.ones((n, n), dtype=np.bool_)
    rows, cols = np.triu_indices(n, 1)
    visible[rows, cols] = False
    return visible

# %% right: recursion, one token more each time
def causal_visibility(n):
    if n == 1:
        return np.array([[True]])
    smaller = causal_visibility(n - 1)
    visible = np.zeros((n, n), dtype=bool)
    visible[:-1, :-1] = smaller
    visible[-1] = True
    return visible

# %% right: an object that can be called, prints left in
class Causal:
    def may_attend(self, query, key):
        return query >= key

    def __call__(self, n):
        visible = np.array([[self.may_attend(i, j) for j in range(n)] for i in range(n)])
        print("visible pairs:", visible.sum())
        return visible


causal_visibility = Causal()

# %% right: minus infinity first, as in the paper, and back to bools
def causal_visibility(n):
    added = np.where(np.arange(n)[None, :] > np.arange(n)[:, None], -np.inf, 0.0)
    return ~np.isinf(added)

# %% right: lists joined, i + 1 times True
def causal_visibility(n, device=None):
    rows = []
    for i in range(n):
        rows.append([True] * (i + 1) + [False] * (n - i - 1))
    return np.array(rows)

# %% right: where the difference is not negative
def causal_visibility(n):
    i, j = np.indices((n, n))
    return np.logical_not(np.signbit(i - j))

# %% wrong: mask-transposed | upper triangle
return np.triu(np.ones((n, n), dtype=bool))
# %% wrong: mask-hides-diagonal | k=-1
return np.tril(np.ones((n, n), dtype=bool), k=-1)

# %% wrong: mask-additive | 0 and minus infinity, to be added to the scores
def causal_visibility(n):
    mask = np.zeros((n, n))
    mask[np.triu_indices(n, k=1)] = -np.inf
    return mask

# %% wrong: mask-additive | -1e9 for the hidden ones
return np.triu(np.full((n, n), -1e9), k=1)
# %% wrong: mask-transposed, mask-not-bool | np.triu of ones, as numbers
return np.triu(np.ones((n, n)))
# %% wrong: mask-hides-diagonal, mask-not-bool | strictly earlier, ones and zeros
return np.tril(np.ones((n, n)), -1)
# %% wrong: mask-inverted, mask-not-bool | ones where it is masked
return np.triu(np.ones((n, n), dtype=int), 1)
# %% wrong: mask-inverted, mask-not-bool | 1 - tril
return 1 - np.tril(np.ones((n, n)))

# %% wrong: mask-transposed, mask-additive | minus infinity in the past
def causal_visibility(n):
    i, j = np.indices((n, n))
    return np.where(j >= i, 0.0, -np.inf)

# %% wrong: mask-hides-diagonal, mask-additive | the diagonal gets minus infinity too
def causal_visibility(n):
    mask = np.zeros((n, n))
    mask[np.triu_indices(n)] = -np.inf
    return mask

# %% wrong: mask-missing, mask-not-bool | a start that was never finished
def causal_visibility(n):
    visible = np.ones((n, n))
    np.tril(visible)
    return visible

# %% unnamed | returns a string
return "lower triangle"
# %% unnamed | one row only, the one of the last token
return np.arange(n) <= n
# %% wrong: only-itself | each token sees itself and nothing else
return np.eye(n, dtype=bool)
# %% unnamed | one row and one column too many
return np.tril(np.ones((n + 1, n + 1), dtype=bool))
# %% wrong: extra-axis | a batch axis in front
return np.tril(np.ones((1, n, n), dtype=bool))
# %% unnamed | the answer flattened
return [j <= i for i in range(n) for j in range(n)]

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: np.fromfunction
return np.fromfunction(lambda i, j: j <= i, (n, n), dtype=int)
# %% right: a running sum of the identity
return np.cumsum(np.eye(n, dtype=int), axis=0).astype(bool)
# %% right: lists of True and False
return np.array([[True] * (i + 1) + [False] * (n - 1 - i) for i in range(n)])

# %% wrong: mask-missing | [[False] * n] * n is one row n times
def causal_visibility(n):
    table = [[False] * n] * n
    for i in range(n):
        for j in range(i + 1):
            table[i][j] = True
    return np.array(table)

# %% wrong: axis-squeezed | squeezed, so that n = 1 has no axes
def causal_visibility(n):
    i = np.arange(n).reshape(n, 1)
    j = np.arange(n).reshape(1, n)
    return np.squeeze(i - j >= 0)

# %% wrong: mask-missing | the tilde on integers, made bool
def causal_visibility(n):
    future = np.triu(np.ones((n, n), dtype=int), k=1)
    return (~future).astype(bool)

# %% wrong: only-itself-and-previous | itself and the one token before it
def causal_visibility(n):
    i, j = np.indices((n, n))
    return (i == j) | (i == j + 1)

# %% wrong: sees-next | an extra start token, cut off at the wrong end
def causal_visibility(n):
    full = np.tri(n + 1, dtype=bool)
    return full[1:, :n]

# %% unnamed | counts from 1, so the first row and column stay False
def causal_visibility(n):
    visible = np.zeros((n, n), dtype=bool)
    for i in range(1, n):
        for j in range(1, i + 1):
            visible[i, j] = True
    return visible

# %% wrong: first-sees-all | the first token has nothing before it, so it sees everything
def causal_visibility(n):
    visible = np.tri(n, dtype=bool)
    if n > 1:
        visible[0] = True
    return visible

# %% wrong: return-in-loop | return inside the loop over the rows
def causal_visibility(n):
    visible = np.full((n, n), False)
    for i in range(n):
        visible[i, : i + 1] = True
        return visible

# %% unnamed | upside down
return np.tri(n, dtype=bool)[::-1]
# %% wrong: mask-inverted | 0 and -inf, made bool | like: 0 and minus infinity, to be added to the scores
-    return mask
+    return mask.astype(bool)
# %% wrong: mask-not-bool | 0 and 1 in uint8
return np.tril(np.ones((n, n), dtype=np.uint8))
# %% unnamed | the tilde on floats (TypeError)
return ~np.triu(np.ones((n, n)), k=1)

# %% unnamed | np.zeros(n, n) (TypeError)
def causal_visibility(n):
    visible = np.zeros(n, n)
    for i in range(n):
        visible[i, : i + 1] = 1
    return visible.astype(bool)

# %% unnamed | two comparisons of arrays in one chain (ValueError)
def causal_visibility(n):
    i = np.arange(n)[:, None]
    j = np.arange(n)[None, :]
    return 0 <= j <= i

# %% unnamed | range(1, n + 1) for the rows (IndexError) | like: counts from 1, so the first row and column stay False
-    for i in range(1, n):
+    for i in range(1, n + 1):
# %% unnamed | .bool(), as in PyTorch (AttributeError)
return np.tril(np.ones((n, n))).bool()

# %% wrong: first-sees-nothing | the loop begins with query 1
def causal_visibility(n):
    table = np.zeros((n, n), dtype=bool)
    for i in range(1, n):
        for j in range(i + 1):
            table[i, j] = True
    return table

# %% wrong: only-the-next-hidden | hides only the very next token and not all later ones, which is enough for n = 2 only
def causal_visibility(n):
    visible = np.ones((n, n), dtype=bool)
    for i in range(n - 1):
        visible[i, i + 1] = False
    return visible
