"""Answers to `wrong_divisor()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the letter and the number
return "d", 128
# %% right: single quotes, a list, and half of 256
return ['d', 256 / 2]
# %% right: upper case and a NumPy number
return "D", np.float64(128)

# %% right: as Python reads it
def wrong_divisor():
    """The letter of the function that divides by the wrong number, and this number at d_k = 256."""
    d_k = 256
    return "abcde"[3], d_k ** 1 / 2

# %% right: lambda
wrong_divisor = lambda: (" d", 1 << 7)

# %% right: noted the measurements by hand
def wrong_divisor():
    at_256 = {"a": 1.01, "b": 1.01, "c": 1.01, "d": 0.126, "e": 1.01}
    letter = min(at_256, key=at_256.get)
    return letter, 16 * round(at_256["a"] / at_256[letter])

# %% right: measures the spread at 256, then a quotient
def scores_c(Q, K):
    products = Q[:, None, :] * K
    return products.mean(axis=-1) * np.sqrt(K.shape[-1])

def scores_d(Q, K):
    divisor = K.shape[-1] ** 1 / 2
    return np.einsum("id,jd->ij", Q, K) / divisor

def wrong_divisor():
    Q, K = np.random.default_rng(0).normal(size=(2, 50, 256))
    spreads = {"c": scores_c(Q, K).std(), "d": scores_d(Q, K).std()}
    return min(spreads, key=spreads.get), (Q @ K.T / scores_d(Q, K))[0, 0]

# %% right: compares with the definition on ones | like: measures the spread at 256, then a quotient
-    Q, K = np.random.default_rng(0).normal(size=(2, 50, 256))
-    spreads = {"c": scores_c(Q, K).std(), "d": scores_d(Q, K).std()}
-    return min(spreads, key=spreads.get), (Q @ K.T / scores_d(Q, K))[0, 0]
+    Q, K = np.ones((2, 256)), np.ones((3, 256))
+    for letter, score in {"c": scores_c, "d": scores_d}.items():
+        if not np.allclose(score(Q, K), 16):
+            return np.str_(letter), 256 / score(Q, K).mean()
# %% wrong: accused-negative-power | it multiplies, and one has to divide
return "a", 128
# %% wrong: accused-negative-power, right-divisor | measured at 4 only, where the first came out
return "a", 16
# %% wrong: accused-fourth-roots | a fourth root cannot be right, and 256 ** 0.25 is 4
return "b", 4
# %% wrong: accused-mean, right-divisor | it multiplies by the root
return "c", 16.0
# %% wrong: accused-mean | a mean is not a dot product, and divides by d_k
return "c", 256
# %% wrong: accused-count | divides by a number of tokens
return "e", 50
# %% wrong: accused-count | only Q is scaled, upper case
return "E", 128
# %% wrong: right-divisor | by what it should divide
return "d", np.sqrt(256)
# %% wrong: times-too-much | the standard deviation is an eighth
return "d", 8
# %% wrong: times-too-much | half of d_k over its root
return "d", 128 / 16
# %% unnamed | a letter alone
return "d"
# %% unnamed | three results
return "d", 128, 16
# %% unnamed | the number in quotes
return "d", "128"
# %% unnamed | the standard deviation
return "d", 0.126
# %% unnamed | forgot the quotes (NameError)
return d, 128
