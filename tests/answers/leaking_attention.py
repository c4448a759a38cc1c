"""Answers to `leaking_attention()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: just the letter
return "d"

# %% right: single quotes and a docstring
def leaking_attention():
    """The letter of the one attention that lets the future leak."""
    return 'd'

# %% right: lambda
leaking_attention = lambda: "d"

# %% right: what the probe said, written down
def leaking_attention():
    leaks = {"a": False, "b": False, "c": False, "d": True, "e": False}
    return [letter for letter, found in leaks.items() if found][0]

# %% right: by its place in the alphabet
return "abcde"[3]

# %% right: the last of the five but one
def leaking_attention():
    letters = list("abcde")
    return letters[-2]

# %% right: points the probe at all five
def attend_a(X):
    scores = X @ X.T / np.sqrt(X.shape[1])
    later = np.triu(np.ones((len(X), len(X))), k=1)
    exponentials = np.exp(scores - 1e9 * later)
    return exponentials / exponentials.sum(axis=1, keepdims=True) @ X


def attend_b(X):
    exponentials = np.exp(X @ X.T / np.sqrt(X.shape[1]))
    weights = np.tril(exponentials / exponentials.sum(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True) @ X


def attend_c(X):
    rows = []
    for i in range(len(X)):
        shares = np.exp(X[: i + 1] @ X[i] / np.sqrt(X.shape[1]))
        rows.append(shares / shares.sum() @ X[: i + 1])
    return np.array(rows)


def attend_d(X):
    scores = X @ X.T
    exponentials = np.tril(np.exp(scores / scores.std()))
    return exponentials / exponentials.sum(axis=1, keepdims=True) @ X


def attend_e(X):
    scores = X @ X.T / np.sqrt(X.shape[1])
    exponentials = np.tril(np.exp(scores - scores.max()))
    return exponentials / exponentials.sum(axis=1, keepdims=True) @ X


def leaks_future(attend, X):
    before = attend(X)
    for row in range(1, len(X)):
        changed = X.copy()
        changed[row] += 1
        if not np.allclose(attend(changed)[:row], before[:row], rtol=0, atol=1e-6):
            return True
    return False


def leaking_attention():
    X = np.random.default_rng(0).normal(size=(5, 3))
    for letter, attend in zip("abcde", [attend_a, attend_b, attend_c, attend_d, attend_e]):
        if leaks_future(attend, X):
            return letter

# %% right: the one that differs from its own short runs (a NumPy string)
def attend_a(X):
    scores = X @ X.T / np.sqrt(X.shape[1])
    later = np.triu(np.ones((len(X), len(X))), k=1)
    exponentials = np.exp(scores - 1e9 * later)
    return exponentials / exponentials.sum(axis=1, keepdims=True) @ X


def attend_b(X):
    exponentials = np.exp(X @ X.T / np.sqrt(X.shape[1]))
    weights = np.tril(exponentials / exponentials.sum(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True) @ X


def attend_c(X):
    rows = []
    for i in range(len(X)):
        shares = np.exp(X[: i + 1] @ X[i] / np.sqrt(X.shape[1]))
        rows.append(shares / shares.sum() @ X[: i + 1])
    return np.array(rows)


def attend_d(X):
    scores = X @ X.T
    exponentials = np.tril(np.exp(scores / scores.std()))
    return exponentials / exponentials.sum(axis=1, keepdims=True) @ X


def attend_e(X):
    scores = X @ X.T / np.sqrt(X.shape[1])
    exponentials = np.tril(np.exp(scores - scores.max()))
    return exponentials / exponentials.sum(axis=1, keepdims=True) @ X


def leaking_attention():
    X = np.random.default_rng(3).normal(size=(6, 4))
    gaps = [np.abs(f(X)[:3] - f(X[:3])).max() for f in (attend_a, attend_b, attend_c, attend_d, attend_e)]
    return np.array([*"abcde"])[np.argmax(gaps)]

# %% right: upper case made lower
return "D".lower()
# %% right: upper case
return "D"
# %% wrong: suspected-penalty | a billion is not infinity, so a little must get through
return "a"
# %% wrong: suspected-shared-again | softmax has divided by the future already
return "b"
# %% wrong: suspected-loop | no mask anywhere
return "c"
# %% wrong: suspected-one-maximum | the maximum looks at future scores
return "e"
# %% wrong: suspected-one-maximum | the probe compares to the last bit, the last one found is kept | like: the one that differs from its own short runs (a NumPy string)
-    X = np.random.default_rng(3).normal(size=(6, 4))
-    gaps = [np.abs(f(X)[:3] - f(X[:3])).max() for f in (attend_a, attend_b, attend_c, attend_d, attend_e)]
-    return np.array([*"abcde"])[np.argmax(gaps)]
+    X = np.random.default_rng(1).normal(size=(6, 4))
+    found = ""
+    for letter, attend in zip("abcde", [attend_a, attend_b, attend_c, attend_d, attend_e]):
+        changed = X.copy()
+        changed[-1] += 5
+        if (attend(changed)[:-1] != attend(X)[:-1]).any():
+            found = letter
+    return found
# %% wrong: suspected-penalty | lets every row count, and the first that moves is named | like: the one that differs from its own short runs (a NumPy string)
-    X = np.random.default_rng(3).normal(size=(6, 4))
-    gaps = [np.abs(f(X)[:3] - f(X[:3])).max() for f in (attend_a, attend_b, attend_c, attend_d, attend_e)]
-    return np.array([*"abcde"])[np.argmax(gaps)]
+    X = np.random.default_rng(0).normal(size=(5, 3))
+    for letter, attend in zip("abcde", [attend_a, attend_b, attend_c, attend_d, attend_e]):
+        changed = X.copy()
+        changed[2] += 1
+        if not np.allclose(attend(changed), attend(X)):
+            return letter

# %% wrong: suspected-loop | looks for a word in the code
def leaking_attention():
    has_a_mask = {"a": "triu", "b": "tril", "c": "", "d": "tril", "e": "tril"}
    return next(letter for letter, mask in has_a_mask.items() if not mask)

# %% wrong: suspected-shared-again | argmax of nothing, all probes said the same
return sorted("edcba")[1]
# %% unnamed | the name of the function
return "attend_d"
# %% unnamed | a number
return 3
# %% unnamed | True, as the probe said
return True
# %% unnamed | two suspects
return "de"
# %% unnamed | a list
return ["d"]
# %% unnamed | a sentence
return "d, because std() looks at all scores"

# %% unnamed | prints and returns nothing
def leaking_attention():
    print("d")

# %% unnamed | one row alone has no future, so nothing is found | like: the one that differs from its own short runs (a NumPy string)
-    X = np.random.default_rng(3).normal(size=(6, 4))
-    gaps = [np.abs(f(X)[:3] - f(X[:3])).max() for f in (attend_a, attend_b, attend_c, attend_d, attend_e)]
-    return np.array([*"abcde"])[np.argmax(gaps)]
+    X = np.ones((1, 3))
+    for letter, attend in zip("abce", [attend_a, attend_b, attend_c, attend_e]):
+        if not np.allclose(attend(X), X):
+            return letter
# %% unnamed | forgot the quotes (NameError)
return d

# %% unnamed | expects a function and X (TypeError)
def leaking_attention(attend, X):
    return "d"
