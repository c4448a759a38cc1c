"""Answers to `norm_that_leaks()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: just the letter
return "b"

# %% right: single quotes and a variable
def norm_that_leaks():
    """The letter of the one norm that leaks."""
    letter = 'b'
    return letter

# %% right: counted from the alphabet
return "abcde"[1]

# %% right: lambda
norm_that_leaks = lambda: "b"

# %% right: a dictionary of what moved
def norm_that_leaks():
    moved = {"a": 0.0, "b": 0.31, "c": 0.0, "d": 0.0, "e": 0.0}
    return max(moved, key=moved.get)

# %% right: changes the last token, and looks at the others
def a(X):
    return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + 1e-5)


def b(X):
    centred = X - X.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-5)


def c(X):
    table = X.reshape(-1, X.shape[-1]).T
    table = (table - table.mean(axis=0)) / np.sqrt(table.var(axis=0) + 1e-5)
    return table.T.reshape(X.shape)


def norm_that_leaks():
    X = np.random.default_rng(0).normal(size=(2, 5, 4))
    Y = X.copy()
    Y[:, -1, 0] += 3
    for letter, norm in {"a": a, "b": b, "c": c}.items():
        if not np.allclose(norm(X)[:, :-1], norm(Y)[:, :-1]):
            return letter

# %% right: compares a batch with a single token
def norm_that_leaks():
    def b(X):
        centred = X - X.mean(axis=-1, keepdims=True)
        return centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-5)

    def e(X):
        centred = X - X.mean(axis=-1, keepdims=True)
        return centred / np.linalg.norm(centred, axis=-1, keepdims=True)

    X = np.arange(24.0).reshape(2, 3, 4) ** 2
    off = {name: abs(f(X)[:, :1] - f(X[:, :1])).max() for name, f in (("b", b), ("e", e))}
    return [name for name, far in off.items() if far > 1e-9][0]

# %% right: a NumPy string
def norm_that_leaks():
    leaks = np.array([False, True, False, False, False])
    return np.array(list("abcde"))[leaks][0]

# %% right: what is left of the set
return (set("abcde") - set("acde")).pop()
# %% right: upper case
return "B"
# %% wrong: suspected-rms | it does not subtract the mean
return "a"

# %% wrong: suspected-rms | the one that differs from layer norm most
def norm_that_leaks():
    far = {"a": 2.1, "b": 1.4, "c": 0.0, "d": 0.2, "e": 0.6}
    return max(far, key=far.get)

# %% wrong: suspected-flattened | all tokens are in one table
return "c"

# %% wrong: suspected-flattened | axis 0 must be the tokens
def norm_that_leaks():
    letters = list("abcde")
    return letters[2]

# %% wrong: suspected-loop | std with ddof=1
return "d"

# %% wrong: suspected-loop | a nested comprehension mixes sentences
def norm_that_leaks():
    answer = "d"
    return answer

# %% wrong: suspected-length | no mean in the length
return "e"
# %% wrong: suspected-length | chose the last
return "abcde"[-1]
# %% unnamed | the name of the function
return "norm_b"
# %% unnamed | a sentence
return "b, because of axis=1"
# %% unnamed | its index
return 1
# %% unnamed | a list
return ["b"]
# %% unnamed | two suspects
return "b", "c"

# %% unnamed | prints it
def norm_that_leaks():
    print("b")

# %% unnamed | the four that do not leak
return "acde"
# %% unnamed | None of them
return "none"
# %% unnamed | adds 3 to all of the last token, which a norm takes away again | like: changes the last token, and looks at the others
-    Y[:, -1, 0] += 3
+    Y[:, -1] += 3
# %% unnamed | a name that is not defined (NameError)
return b
