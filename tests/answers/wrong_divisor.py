"""Answers to `wrong_divisor()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: just the letter
return "d"

# %% right: single quotes and a docstring
def wrong_divisor():
    """The letter of the one function that divides by the wrong number."""
    return 'd'

# %% right: from the alphabet
return "abcde"[3]

# %% right: lambda
wrong_divisor = lambda: "d"

# %% right: noted the measurements by hand
def wrong_divisor():
    at_256 = {"a": 1.01, "b": 1.01, "c": 1.01, "d": 0.13, "e": 1.01}
    return min(at_256, key=at_256.get)

# %% right: measures the spread at 256
def scores_a(Q, K):
    return Q.shape[-1] ** -0.5 * (Q @ K.T)

def scores_b(Q, K):
    root = Q.shape[-1] ** 0.25
    return (Q / root) @ (K / root).T

def scores_c(Q, K):
    products = Q[:, None, :] * K
    return products.mean(axis=-1) * np.sqrt(K.shape[-1])

def scores_d(Q, K):
    divisor = K.shape[-1] ** 1 / 2
    return np.einsum("id,jd->ij", Q, K) / divisor

def scores_e(Q, K):
    scaled = Q / np.sqrt(Q.size / len(Q))
    return np.array([[query @ key for key in K] for query in scaled])

five = {"a": scores_a, "b": scores_b, "c": scores_c, "d": scores_d, "e": scores_e}

def wrong_divisor():
    Q, K = np.random.default_rng(0).normal(size=(2, 50, 256))
    spreads = {letter: score(Q, K).std() for letter, score in five.items()}
    return min(spreads, key=spreads.get)

# %% right: compares with the definition on a width of 9 | like: measures the spread at 256
-    Q, K = np.random.default_rng(0).normal(size=(2, 50, 256))
-    spreads = {letter: score(Q, K).std() for letter, score in five.items()}
-    return min(spreads, key=spreads.get)
+    Q, K = np.ones((2, 9)), np.ones((3, 9))
+    for letter, score in five.items():
+        if not np.allclose(score(Q, K), 3):
+            return letter

# %% right: the example by hand, one query and one key | like: measures the spread at 256
-    Q, K = np.random.default_rng(0).normal(size=(2, 50, 256))
-    spreads = {letter: score(Q, K).std() for letter, score in five.items()}
-    return min(spreads, key=spreads.get)
+    (wrong,) = [letter for letter, score in five.items() if score(np.array([[3.0]]), np.array([[2.0]])) != 6]
+    return wrong

# %% right: a NumPy string
return np.array(list("abcde"))[np.argmax([0, 0, 0, 1, 0])]
# %% right: upper case
return "D"
# %% wrong: accused-negative-power | it multiplies, and one has to divide
return "a"
# %% wrong: accused-negative-power | measured at 4 only, where no function differs, so the first came out | like: the example by hand, one query and one key
-    (wrong,) = [letter for letter, score in five.items() if score(np.array([[3.0]]), np.array([[2.0]])) != 6]
-    return wrong
+    Q, K = np.ones((3, 4)), np.ones((3, 4))
+    off = [abs(score(Q, K).mean() - 2) > 1e-6 for score in five.values()]
+    return "abcde"[int(np.argmax(off))]

# %% wrong: accused-negative-power | the largest spread at 4, where all are alike
def wrong_divisor():
    spreads = [1.0, 1.0, 1.0, 1.0, 1.0]
    return "abcde"[spreads.index(max(spreads))]

# %% wrong: accused-fourth-roots | a fourth root cannot be right
return "b"

# %% wrong: accused-fourth-roots | searched for the one without 0.5 and without sqrt
def wrong_divisor():
    has_root = {"a": True, "b": False, "c": True, "d": True, "e": True}
    return next(letter for letter, fine in has_root.items() if not fine)

# %% wrong: accused-mean | it multiplies by the root
return "c"

# %% wrong: accused-mean | a mean is not a dot product
def wrong_divisor():
    answer = "abcde"[2]
    return answer

# %% wrong: accused-count | it divides by a number of tokens
return "e"

# %% wrong: accused-count | only Q is scaled
def wrong_divisor():
    scales_both = dict(a=True, b=True, c=True, d=True, e=False)
    return [letter for letter in scales_both if not scales_both[letter]][0]

# %% unnamed | the name of the function
return "scores_d"
# %% unnamed | its place
return 3
# %% unnamed | the wrong divisor itself
return "d_k / 2"
# %% unnamed | two suspects
return "bd"
# %% unnamed | a list
return ["d"]
# %% unnamed | a sixth letter
return "f"
# %% unnamed | the divisor at 64
return 32.0

# %% unnamed | no difference found, so nothing comes back
def wrong_divisor():
    spreads = dict(a=1, b=1, c=1, d=1, e=1)
    for letter, spread in spreads.items():
        if spread != 1:
            return letter

# %% unnamed | forgot the quotes (NameError)
return d

# %% unnamed | takes Q and K (TypeError)
def wrong_divisor(Q, K):
    return "d"
