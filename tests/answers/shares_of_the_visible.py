"""Answers to `shares_of_the_visible()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: fractions in a list of lists
def shares_of_the_visible():
    """Weights (3, 4) of three queries, from which some keys are hidden."""
    return [[1 / 6, 2 / 6, 3 / 6, 0], [0, 0, 1, 0], [0, 0, 0, 0]]

# %% right: NumPy array
return np.array([[1 / 6, 1 / 3, 1 / 2, 0], [0, 0, 1, 0], [0, 0, 0, 0]])
# %% right: tuples
return (1 / 6, 1 / 3, 0.5, 0), (0, 0, 1, 0), (0, 0, 0, 0)

# %% right: exponentials of the visible over their sum
def shares_of_the_visible():
    weights = np.zeros((3, 4))
    weights[0, :3] = np.array([1, 2, 3]) / 6
    weights[1, 2] = 3 / 3
    return weights

# %% right: softmax after -inf, and zeros for nan
def shares_of_the_visible():
    scores = np.log([[1, 2, 3, 4]] * 3)
    visible = np.array([[1, 1, 1, 0], [0, 0, 1, 0], [0, 0, 0, 0]]) == 1
    e = np.exp(np.where(visible, scores, -np.inf))
    with np.errstate(all="ignore"):
        return np.nan_to_num(e / e.sum(axis=1, keepdims=True))

# %% right: exponentials times 0 and 1
def shares_of_the_visible():
    e = np.array([1, 2, 3, 4]) * np.array([[1, 1, 1, 0], [0, 0, 1, 0], [0, 0, 0, 0]])
    return e / np.maximum(e.sum(axis=1, keepdims=True), 1)

# %% right: a function for one row
def shares_of_the_visible():
    def row(*seen):
        e = [number if place in seen else 0 for place, number in enumerate((1, 2, 3, 4))]
        return [number / sum(e) if seen else 0 for number in e]
    return [row(0, 1, 2), row(2), row()]

# %% right: weights hidden after softmax, then shared out again
def shares_of_the_visible():
    weights = np.array([[0.1, 0.2, 0.3, 0.4]] * 3)
    weights[0, 3] = weights[1, [0, 1, 3]] = weights[2] = 0
    weights[:2] /= weights[:2].sum(axis=1, keepdims=True)
    return weights

# %% wrong: mask-missing | reads off the weights without a mask
return [[0.1, 0.2, 0.3, 0.4]] * 3
# %% wrong: mask-filled-with-zero | a hidden score is 0
return [[1 / 7, 2 / 7, 3 / 7, 1 / 7], [1 / 6, 1 / 6, 3 / 6, 1 / 6], [1 / 4] * 4]
# %% wrong: mask-inverted | True read as hidden
return [[0, 0, 0, 1], [1 / 7, 2 / 7, 0, 4 / 7], [0.1, 0.2, 0.3, 0.4]]
# %% wrong: hidden-row-uniform | a query must share out 1, so the last one looks everywhere alike
return [[1 / 6, 2 / 6, 3 / 6, 0], [0, 0, 1, 0], [1 / 4, 1 / 4, 1 / 4, 1 / 4]]

# %% wrong: hidden-row-nan | 0 divided by 0
def shares_of_the_visible():
    nan = float("nan")
    return [[1 / 6, 2 / 6, 3 / 6, 0], [0, 0, 1, 0], [nan, nan, nan, nan]]

# %% wrong: hidden-row-nan | softmax after -inf, as the formula says | like: softmax after -inf, and zeros for nan
-    with np.errstate(all="ignore"):
-        return np.nan_to_num(e / e.sum(axis=1, keepdims=True))
+    return e / e.sum(axis=1, keepdims=True)

# %% wrong: lost-weight-shared-equally | the .4 of d goes to a, b and c in equal parts
def shares_of_the_visible():
    third = 0.4 / 3
    return [[0.1 + third, 0.2 + third, 0.3 + third, 0], [0, 0, 1, 0], [0, 0, 0, 0]]

# %% wrong: scores-ignored | every visible key gets the same
return [[1 / 3, 1 / 3, 1 / 3, 0], [0, 0, 1, 0], [0, 0, 0, 0]]

# %% wrong: exponential-twice | softmax of 1, 2 and 3
def shares_of_the_visible():
    e = np.exp([1, 2, 3])
    return [[*(e / e.sum()), 0], [0, 0, 1, 0], [0, 0, 0, 0]]

# %% wrong: exp-missing | divides the scores by their sum
def shares_of_the_visible():
    s = np.log([1, 2, 3])
    return [[*(s / s.sum()), 0], [0, 0, 1, 0], [0, 0, 0, 0]]

# %% wrong: softmax-not-normalised | stops at the exponentials
return [[1, 2, 3, 0], [0, 0, 3, 0], [0, 0, 0, 0]]
# %% wrong: row-for-each-key | a row for each key
return [[1 / 6, 0, 0], [2 / 6, 0, 0], [3 / 6, 1, 0], [0, 0, 0]]
# %% wrong: mask-after-softmax, hidden-row-uniform | weights stay, and the last row looks everywhere alike
return [[0.1, 0.2, 0.3, 0], [0, 0, 0.3, 0], [0.25] * 4]
# %% unnamed | only the first two rows
return [[1 / 6, 2 / 6, 3 / 6, 0], [0, 0, 1, 0]]
# %% unnamed | three weights a row, the hidden ones left out
return [[1 / 6, 2 / 6, 3 / 6], [1], []]
# %% unnamed | a query that sees one key gives it half
return [[1 / 6, 2 / 6, 3 / 6, 0], [0, 0, 1 / 2, 0], [0, 0, 0, 0]]
# %% wrong: rounded | two decimals are enough
return [[0.17, 0.33, 0.5, 0], [0, 0, 1, 0], [0, 0, 0, 0]]
# %% unnamed | None where nothing is seen
return [[1 / 6, 2 / 6, 3 / 6, 0], [0, 0, 1, 0], None]
# %% unnamed | first and second row exchanged
return [[0, 0, 1, 0], [1 / 6, 2 / 6, 3 / 6, 0], [0, 0, 0, 0]]
# %% unnamed | fractions as text
return [["1/6", "2/6", "3/6", "0"], ["0", "0", "1", "0"], ["0", "0", "0", "0"]]

# %% unnamed | prints and returns nothing
def shares_of_the_visible():
    print([[1 / 6, 2 / 6, 3 / 6, 0], [0, 0, 1, 0], [0, 0, 0, 0]])

# %% unnamed | wants the scores as an argument (TypeError)
def shares_of_the_visible(scores):
    return np.exp(scores)

# %% wrong: exponential-of-zero | e to the power of nothing is nothing
return [[0, 0.4, 0.6, 0], [0, 0, 1, 0], [0, 0, 0, 0]]

# %% wrong: exponential-of-zero | the zero kept out of exp
def shares_of_the_visible():
    scores = np.log([1, 2, 3])
    e = np.array([np.exp(s) if s else 0 for s in scores])
    return [[*(e / e.sum()), 0], [0, 0, 1, 0], [0] * 4]

# %% blind

# %% wrong: mask-after-softmax | shares out among all four words first and hides afterwards, so what the hidden words had is lost
return [[0.1, 0.2, 0.3, 0], [0, 0, 0.3, 0], [0, 0, 0, 0]]
