"""Answers to `wrong_snippet()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: just the letter
return "c"

# %% right: single quotes and a variable
def wrong_snippet():
    """The letter of the one function that is wrong."""
    answer = 'c'
    return answer

# %% right: counted from the alphabet
def wrong_snippet():
    letters = "abcde"
    return letters[2]

# %% right: chr of ord, showing off
return chr(ord("a") + 2)

# %% right: lambda
wrong_snippet = lambda: "c"

# %% right: a dictionary of findings
def wrong_snippet():
    rows_sum_to_one = {"a": True, "b": True, "c": False, "d": True, "e": True}
    for letter, fine in rows_sum_to_one.items():
        if not fine:
            return letter

# %% right: copies the five and looks for the one whose rows do not sum to 1
def snippet_a(Q, K):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max())
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def snippet_b(Q, K):
    exponentials = np.exp(np.einsum("id,jd->ji", Q, K) / K.shape[1] ** 0.5)
    return (exponentials / exponentials.sum(axis=0)).T


def snippet_c(Q, K):
    exponentials = np.exp([[q @ k / np.sqrt(len(k)) for k in K] for q in Q])
    return exponentials / exponentials.sum(axis=1)


def snippet_d(Q, K):
    rows = [np.exp(K @ q / len(q) ** 0.5) for q in Q]
    return np.stack([row / row.sum() for row in rows])


def snippet_e(Q, K):
    exponentials = np.exp((Q / np.sqrt(Q.shape[1])) @ K.T)
    return exponentials / (exponentials @ np.ones((len(K), 1)))


def wrong_snippet():
    rng = np.random.default_rng(0)
    Q, K = rng.standard_normal((2, 4, 3))
    for letter, f in zip("abcde", [snippet_a, snippet_b, snippet_c, snippet_d, snippet_e]):
        if not np.allclose(f(Q, K).sum(axis=-1), 1):
            return letter

# %% right: tries them on a rectangle and returns the one that refuses | like: copies the five and looks for the one whose rows do not sum to 1
-    rng = np.random.default_rng(0)
-    Q, K = rng.standard_normal((2, 4, 3))
-    for letter, f in zip("abcde", [snippet_a, snippet_b, snippet_c, snippet_d, snippet_e]):
-        if not np.allclose(f(Q, K).sum(axis=-1), 1):
+    Q, K = np.ones((3, 2)), np.ones((5, 2))
+    for letter in "abcde":
+        try:
+            globals()["snippet_" + letter](Q, K)
+        except ValueError:

# %% right: argmax of the distance from the median table, returns a NumPy string | like: copies the five and looks for the one whose rows do not sum to 1
-    rng = np.random.default_rng(0)
-    Q, K = rng.standard_normal((2, 4, 3))
-    for letter, f in zip("abcde", [snippet_a, snippet_b, snippet_c, snippet_d, snippet_e]):
-        if not np.allclose(f(Q, K).sum(axis=-1), 1):
-            return letter
+    rng = np.random.default_rng(7)
+    Q = rng.normal(size=(4, 8))
+    K = rng.normal(size=(4, 8))
+    tables = np.stack([f(Q, K) for f in (snippet_a, snippet_b, snippet_c, snippet_d, snippet_e)])
+    distance = np.abs(tables - np.median(tables, axis=0)).max(axis=(1, 2))
+    return np.array(list("abcde"))[distance.argmax()]

# %% right: compares with his own loop version inside the function
def wrong_snippet():
    def own(Q, K):
        out = np.zeros((len(Q), len(K)))
        for i in range(len(Q)):
            for j in range(len(K)):
                out[i, j] = np.exp(Q[i] @ K[j] / np.sqrt(Q.shape[1]))
            out[i] /= out[i].sum()
        return out

    def c(Q, K):
        exponentials = np.exp([[q @ k / np.sqrt(len(k)) for k in K] for q in Q])
        return exponentials / exponentials.sum(axis=1)

    def d(Q, K):
        rows = [np.exp(K @ q / len(q) ** 0.5) for q in Q]
        return np.stack([row / row.sum() for row in rows])

    Q = np.arange(12.0).reshape(4, 3) / 10
    K = Q[::-1] ** 2
    suspects = {"c": c, "d": d}
    return [name for name, f in suspects.items() if not np.allclose(f(Q, K), own(Q, K))][0]

# %% right: f-string and lower()
def wrong_snippet():
    wrong = "C"
    return f"{wrong.lower()}"

# %% right: a set difference, popped
def wrong_snippet():
    good = set("abde")
    return (set("abcde") - good).pop()

# %% right: upper case
return "C"
# %% wrong: accused-one-maximum | thinks subtracting the maximum of the whole table is a mistake
return "a"
# %% wrong: accused-transposed | thinks axis=0 must be wrong and overlooks the transpose
return "b"
# %% wrong: accused-loop | thinks the loop with row.sum() lacks keepdims
return "d"
# %% wrong: accused-early-scale | thinks a sum by matrix product cannot be right
return "e"
# %% unnamed | name of the function instead of the letter
return "snippet_c"
# %% unnamed | a whole sentence
return "c is wrong because keepdims is missing"
# %% unnamed | index from 0
return 2
# %% unnamed | number counted from 1
return 3
# %% unnamed | list with one letter
return ["c"]
# %% unnamed | a tuple by a stray comma
return "c",

# %% unnamed | prints instead of returning
def wrong_snippet():
    print("c")

# %% unnamed | the four that are right
return "abde"
# %% unnamed | letter and a full stop
return "c."
# %% unnamed | bytes
return b"c"
# %% unnamed | the table of findings instead of the letter
return {"a": True, "b": True, "c": False, "d": True, "e": True}

# %% unnamed | returns the function itself | like: copies the five and looks for the one whose rows do not sum to 1
-    rng = np.random.default_rng(0)
-    Q, K = rng.standard_normal((2, 4, 3))
-    for letter, f in zip("abcde", [snippet_a, snippet_b, snippet_c, snippet_d, snippet_e]):
-        if not np.allclose(f(Q, K).sum(axis=-1), 1):
-            return letter
+    return snippet_c

# %% wrong: accused-one-maximum | measures the columns instead of the rows and returns the first that fails | like: copies the five and looks for the one whose rows do not sum to 1
-        if not np.allclose(f(Q, K).sum(axis=-1), 1):
+        if not np.allclose(f(Q, K).sum(axis=0), 1):
# %% wrong: accused-one-maximum | measures on zeros, where all five agree, and argmax falls on the first | like: returns the function itself
-    return snippet_c
+    Q = K = np.zeros((4, 4))
+    miss = [np.abs(f(Q, K).sum(-1) - 1).max() for f in (snippet_a, snippet_b, snippet_c, snippet_d, snippet_e)]
+    return "abcde"[int(np.argmax(miss))]
# %% unnamed | the loop finds none because all rows are the same, ends without a return | like: copies the five and looks for the one whose rows do not sum to 1
-    rng = np.random.default_rng(0)
-    Q, K = rng.standard_normal((2, 4, 3))
+    Q = K = np.ones((4, 2))
# %% wrong: accused-transposed | compares to the last bit with snippet a, so rounding alone decides | like: copies the five and looks for the one whose rows do not sum to 1
-    for letter, f in zip("abcde", [snippet_a, snippet_b, snippet_c, snippet_d, snippet_e]):
-        if not np.allclose(f(Q, K).sum(axis=-1), 1):
+    for letter, f in zip("bcde", [snippet_b, snippet_c, snippet_d, snippet_e]):
+        if (f(Q, K) != snippet_a(Q, K)).any():

# %% wrong: accused-transposed | very large numbers overflow in b, takes it for the mistake | like: returns the function itself
-    return snippet_c
+    Q = K = 100 * np.eye(4)
+    with np.errstate(all="ignore"):
+        for letter, f in zip("abcde", [snippet_a, snippet_b, snippet_c, snippet_d, snippet_e]):
+            if np.isnan(f(Q, K)).any():
+                return letter

# %% unnamed | forgot the quotes (NameError)
return c

# %% unnamed | expects Q and K as arguments (TypeError)
def wrong_snippet(Q, K):
    return "c"

# %% unnamed | measures on a rectangle without catching the error (ValueError) | like: copies the five and looks for the one whose rows do not sum to 1
-    rng = np.random.default_rng(0)
-    Q, K = rng.standard_normal((2, 4, 3))
+    Q, K = np.ones((3, 2)), np.ones((5, 2))
# %% unnamed | index one too far (IndexError)
return "abcde".split()[2]

# %% not blind | by people who knew the catalogue

# %% wrong: accused-loop | upper case
return "D"
