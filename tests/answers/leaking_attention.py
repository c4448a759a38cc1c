"""Answers to `leaking_attention()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the letter and the number
return "d", 3
# %% right: single quotes, a list and a float
return ['d', 3.0]
# %% right: upper case and a NumPy number
return "D", np.int64(3)

# %% right: lambda
leaking_attention = lambda: ("d ", 5 - 2)

# %% right: what the probe said, written down
def leaking_attention():
    """The letter of the one attention that lets the future leak, and how many outputs move."""
    leaks = {"a": False, "b": False, "c": False, "d": True, "e": False}
    return [letter for letter, found in leaks.items() if found][0], sum([0, 1, 1, 1])

# %% right: by its place in the alphabet
return "abcde"[3], len([1, 2, 3])

# %% right: changes the last row and counts
def attend_d(X):
    scores = X @ X.T
    exponentials = np.tril(np.exp(scores / scores.std()))
    return exponentials / exponentials.sum(axis=1, keepdims=True) @ X


def attend_e(X):
    scores = X @ X.T / np.sqrt(X.shape[1])
    exponentials = np.tril(np.exp(scores - scores.max()))
    return exponentials / exponentials.sum(axis=1, keepdims=True) @ X


def leaking_attention():
    X = np.random.default_rng(0).normal(size=(5, 3))
    changed = X.copy()
    changed[-1] += 1
    for letter, attend in [("e", attend_e), ("d", attend_d)]:
        change = np.abs(attend(changed) - attend(X)).max(axis=1)
        moved = (change > 1e-6)[:-1].sum()
        if moved:
            return letter, moved

# %% right: the last row turned round, a NumPy string | like: changes the last row and counts
-    changed[-1] += 1
+    changed[-1] *= -1
-            return letter, moved
+            return np.str_(letter), int(moved)
# %% wrong: suspected-penalty | a billion is not infinity, so a little must get through
return "a", 3
# %% wrong: suspected-penalty, all-before-moved | triu, so all before it
return "a", 4
# %% wrong: suspected-loop | no mask anywhere, but nothing moves
return "c", 0
# %% wrong: suspected-loop, last-counted | no mask, so all rows are seen
return "c", 5
# %% wrong: last-counted | all of them, because the spread is for all
return "d", 5
# %% unnamed | a letter alone
return "d"
# %% unnamed | three results
return "d", 3, 4
# %% unnamed | the number in quotes
return "d", "3"
# %% unnamed | how far it moves
return "d", 0.2888
# %% unnamed | True, as the probe said
return "d", True

# %% blind

# %% wrong: all-before-moved | finds d, but counts all four outputs before the last row, though the first one sees only itself
return "d", 4
# %% wrong: suspected-one-maximum | holds the largest score of all, which e subtracts, for the leak, though it cancels in softmax
return "e", 3
# %% wrong: suspected-shared-again | named the one that divides by a sum over all keys before it masks, and overlooked that this sum cancels in the second division
return "b", 3
