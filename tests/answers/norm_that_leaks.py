"""Answers to `norm_that_leaks()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: both results
return "b", 16
# %% right: a list, upper case and a float
return ["B", 16.0]

# %% right: changes a number, and counts the others
def a(X):
    return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + 1e-5)


def b(X):
    centred = X - X.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-5)


def norm_that_leaks():
    X = np.random.default_rng(0).normal(size=(2, 5, 4))
    Y = X.copy()
    Y[0, -1, 0] += 3
    for letter, norm in {"a": a, "b": b}.items():
        moved = ~np.isclose(norm(X), norm(Y))[:, :-1]
        if moved.any():
            return letter, moved.sum()

# %% right: four tokens of four numbers
def norm_that_leaks():
    tokens, d = 5, 4
    return "abcde"[1], (tokens - 1) * d

# %% wrong: suspected-rms | it does not subtract the mean
return "a", 16
# %% wrong: suspected-flattened | all tokens are in one table
return "c", 16
# %% wrong: suspected-flattened | all numbers of both sentences
return "c", 2 * 5 * 4
# %% wrong: suspected-loop | std with ddof=1
return "d", 0
# %% wrong: suspected-length | no mean in the length
return "e", 1
# %% wrong: suspected-length | chose the last
return "abcde"[-1], 16
# %% unnamed | the letter alone
return "b"
# %% unnamed | a number of each sentence changed | like: changes a number, and counts the others
-    Y[0, -1, 0] += 3
+    Y[:, -1, 0] += 3
# %% unnamed | adds 3 to all of the last token, which a norm takes away again | like: changes a number, and counts the others
-    Y[0, -1, 0] += 3
+    Y[0, -1] += 3
# %% unnamed | both numbers of tokens, and of numbers
return "b", 4, 16
# %% unnamed | a name that is not defined (NameError)
return b, 16

# %% blind

# %% wrong: last-token-counted | counted all tokens of the sentence, the last one too, instead of only those before it
return "b", 20
# %% wrong: tokens-counted | Thinks that only the changed column moves in the earlier tokens (4 numbers), forgetting that the mean of the last token moves all four of its columns: 4 tokens times 4 columns
return "b", 4
