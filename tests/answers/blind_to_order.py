"""Answers to `blind_to_order()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the letter
return "d"

# %% right: single quotes and a variable
def blind_to_order():
    """The letter of the one attention that is equivariant for every order."""
    letter = 'd'
    return letter

# %% right: counted in the alphabet
return "abcde"[3]

# %% right: lambda
blind_to_order = lambda: "d"

# %% right: a table of findings
def blind_to_order():
    verdicts = {"a": False, "b": False, "c": False, "d": True, "e": False}
    return max(verdicts, key=verdicts.get)

# %% right: what two orders have in common
def blind_to_order():
    reversed_rows, two_swapped = {"b", "d"}, {"d"}
    (letter,) = reversed_rows & two_swapped
    return letter

# %% right: measures the two suspects of the reversed order again
def shares(scores):
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def attention_b(X):
    places = np.arange(len(X))
    return shares(X @ X.T - np.abs(places[:, None] - places)) @ X


def attention_d(X):
    return shares(X @ X.T + np.arange(len(X))[:, None]) @ X


def blind_to_order():
    X, order = np.random.default_rng(0).normal(size=(5, 3)), [2, 0, 4, 1, 3]
    for letter, attend in [("b", attention_b), ("d", attention_d)]:
        if np.allclose(attend(X[order]), attend(X)[order]):
            return letter

# %% right: argmin of the largest difference, a NumPy string
def shares(scores):
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def blind_to_order():
    X, order = np.random.default_rng(1).normal(size=(6, 2)), np.array([3, 0, 5, 1, 2, 4])
    p = np.arange(6)
    raised = [X @ X.T - abs(p[:, None] - p), X @ X.T + p, X @ X.T + p[:, None]]
    again = X[order] @ X[order].T
    moved = [again - abs(p[:, None] - p), again + p, again + p[:, None]]
    pairs = zip(raised, moved)
    off = [abs((shares(one) @ X)[order] - shares(two) @ X[order]).max() for one, two in pairs]
    return np.array(["b", "c", "d"])[np.argmin(off)]

# %% right: upper case
return "D"
# %% wrong: named-added-positions | thinks the added places cancel in the products
return "a"
# %% wrong: named-distance | tried the reversed order only
return "b"
# %% wrong: named-late-keys | mixed up rows and columns
return "c"
# %% wrong: named-mask | thinks a mask is not a position
return "e"
# %% wrong: named-distance | returns the first that passes with reversed rows | like: measures the two suspects of the reversed order again
-    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
+    exponentials = np.exp(scores)
-    X, order = np.random.default_rng(0).normal(size=(5, 3)), [2, 0, 4, 1, 3]
-    for letter, attend in [("b", attention_b), ("d", attention_d)]:
-        if np.allclose(attend(X[order]), attend(X)[order]):
+    X = np.random.default_rng(0).normal(size=(5, 3))
+    for letter, attend in {"b": attention_b, "d": attention_d}.items():
+        if np.allclose(attend(X[::-1]), attend(X)[::-1]):
# %% wrong: named-added-positions | asks for the one that is not equivariant | like: a table of findings
-    return max(verdicts, key=verdicts.get)
+    return min(verdicts, key=verdicts.get)
# %% wrong: named-late-keys | counts from 1
return chr(ord("a") + 3 - 1)
# %% wrong: named-mask | the last of all
return "abcde"[-1]
# %% unnamed | both that pass with reversed rows
return "bd"
# %% unnamed | the function's name
return "attention_d"
# %% unnamed | a list of one letter
return ["d"]
# %% unnamed | the number of the function
return 4

# %% unnamed | prints it
def blind_to_order():
    print("d")

# %% unnamed | the four others
return "abce"
# %% unnamed | True and False
return [False, False, False, True, False]
# %% unnamed | the name without quotes (NameError)
return d
