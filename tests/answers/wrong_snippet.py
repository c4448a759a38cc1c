"""Answers to `wrong_snippet()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the letter and the number
return "c", 2
# %% right: single quotes, a list and a float
return ['c', 2.0]
# %% right: upper case and a NumPy number
return "C", np.int64(2)
# %% right: chr of ord, showing off
return chr(ord("a") + 2), "cab".index("b")

# %% right: lambda
wrong_snippet = lambda: ("c ", len("ab"))

# %% right: a dictionary of findings
def wrong_snippet():
    """The letter of the one function that is wrong, and whose sum is below row 0, column 2."""
    rows_sum_to_one = {"a": True, "b": True, "c": False, "d": True, "e": True}
    for letter, fine in rows_sum_to_one.items():
        if not fine:
            return letter, 2

# %% right: measures the rows, then the sum below the weight
def snippet_c(Q, K):
    exponentials = np.exp([[q @ k / np.sqrt(len(k)) for k in K] for q in Q])
    return exponentials / exponentials.sum(axis=1)


def snippet_d(Q, K):
    rows = [np.exp(K @ q / len(q) ** 0.5) for q in Q]
    return np.stack([row / row.sum() for row in rows])


def wrong_snippet():
    Q, K = np.random.default_rng(0).normal(size=(2, 4, 3))
    exponentials = np.exp(Q @ K.T / np.sqrt(3))
    for letter, snippet in [("c", snippet_c), ("d", snippet_d)]:
        weights = snippet(Q, K)
        if not np.allclose(weights.sum(axis=-1), 1):
            below = exponentials[0, 2] / weights[0, 2]
            return letter, np.abs(exponentials.sum(axis=1) - below).argmin()

# %% right: changes one query after the other | like: measures the rows, then the sum below the weight
-        if not np.allclose(weights.sum(axis=-1), 1):
-            below = exponentials[0, 2] / weights[0, 2]
-            return letter, np.abs(exponentials.sum(axis=1) - below).argmin()
+        for row in (1, 2, 3):
+            other = Q + (np.arange(4) == row)[:, None]
+            if snippet(other, K)[0, 2] != weights[0, 2]:
+                return letter, row
# %% wrong: accused-one-maximum | one maximum for the whole table must be a mistake
return "a", 2
# %% wrong: accused-one-maximum, own-sum | the sum of its own row
return "a", 0
# %% wrong: accused-transposed | axis=0 must be wrong
return "b", 1
# %% wrong: accused-loop, own-sum | upper case
return "D", 0
# %% wrong: accused-loop, counted-from-1 | row.sum() lacks keepdims
return "d", 3
# %% wrong: accused-early-scale | a sum by matrix product cannot be right
return "e", 2
# %% wrong: own-sum | row 0, so query 0
return "c", 0
# %% wrong: counted-from-1 | the third
return "c", 3
# %% unnamed | a letter alone
return "c"
# %% unnamed | three results
return "c", 0, 2
# %% unnamed | the number in quotes
return "c", "2"
# %% unnamed | a sum in place of its number
return "c", 4.71
# %% unnamed | the name of the function
return "snippet_c", 2
