"""Answers to `it_afterwards()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: list from paper
return [0.6, 0.3, 2.5]

# %% right: tuple without brackets
def it_afterwards():
    """How much *it* is a being, a thing, and soft, after attention."""
    return .6, .3, 2.5

# %% right: NumPy array
return np.array([0.6, 0.3, 2.5])

# %% right: whole table of weights, last row of the output
def it_afterwards():
    weights = np.array([[0.4, 0.1, 0.5], [0.3, 0.5, 0.2], [0.6, 0.3, 0.1]])
    contents = np.array([[1, 0, 3], [0, 1, 2], [0, 0, 1]])
    return (weights @ contents)[-1]

# %% right: word by word, as on paper
def it_afterwards():
    cat = 0.6 * np.array([1, 0, 3])
    mat = 0.3 * np.array([0, 1, 2])
    it = 0.1 * np.array([0, 0, 1])
    return cat + mat + it

# %% right: feature by feature, plain Python
def it_afterwards():
    being = 0.6 * 1 + 0.3 * 0 + 0.1 * 0
    thing = 0.6 * 0 + 0.3 * 1 + 0.1 * 0
    soft = 0.6 * 3 + 0.3 * 2 + 0.1 * 1
    return [being, thing, soft]

# %% right: two loops
def it_afterwards():
    weights = [0.6, 0.3, 0.1]
    contents = [[1, 0, 3], [0, 1, 2], [0, 0, 1]]
    after = [0, 0, 0]
    for weight, content in zip(weights, contents):
        for place, number in enumerate(content):
            after[place] += weight * number
    return after

# %% right: np.average with weights, float32
def it_afterwards():
    contents = np.array([[1, 0, 3], [0, 1, 2], [0, 0, 1]], dtype=np.float32)
    return np.average(contents, axis=0, weights=[0.6, 0.3, 0.1]).astype(np.float32)

# %% right: einsum, and rounded to one decimal
return np.einsum("k,kv->v", [0.6, 0.3, 0.1], [[1, 0, 3], [0, 1, 2], [0, 0, 1]]).round(1)
# %% wrong: another-words-row | takes the first row of the weights
return 0.4 * np.array([1, 0, 3]) + 0.1 * np.array([0, 1, 2]) + 0.5 * np.array([0, 0, 1])
# %% wrong: another-words-row | slips a line and takes the row of mat
return [0.3, 0.5, 3 * 0.3 + 2 * 0.5 + 0.2]
# %% wrong: values-not-weighted | adds up everything that is handed over
return [1, 1, 6]
# %% wrong: equal-weights | the mean of the three contents
return np.mean([[1, 0, 3], [0, 1, 2], [0, 0, 1]], axis=0)
# %% wrong: weights-not-output | thinks the weights are the answer
return [0.6, 0.3, 0.1]
# %% wrong: itself-left-out | looks only at the other two words
return [0.6, 0.3, 0.6 * 3 + 0.3 * 2]
# %% wrong: itself-left-out | leaves itself out and makes the rest sum to 1 again
return [0.6 / 0.9, 0.3 / 0.9, 2.4 / 0.9]
# %% wrong: summed-over-wrong-axis | multiplies each weight with the sum of its line
return [0.6 * 4, 0.3 * 3, 0.1 * 1]

# %% wrong: products-not-summed | a star, not an at sign, and a column of weights
def it_afterwards():
    weights = np.array([[0.6], [0.3], [0.1]])
    return weights * np.array([[1, 0, 3], [0, 1, 2], [0, 0, 1]])

# %% wrong: best-value-only | cat has the largest weight, so it becomes cat
return [1, 0, 3]
# %% wrong: divided-by-n | an average of three is divided by three
return np.mean([[0.6, 0, 1.8], [0, 0.3, 0.6], [0, 0, 0.1]], axis=0)

# %% wrong: softmax-twice | thinks the weights have yet to go through softmax
def it_afterwards():
    e = np.exp([0.6, 0.3, 0.1])
    return e / e.sum() @ np.array([[1, 0, 3], [0, 1, 2], [0, 0, 1]])

# %% wrong: one-part-of-soft | only cat hands over soft
return [0.6 * 1, 0.3 * 1, 0.6 * 3]

# %% unnamed | a slip of the pen in the last number
return [0.6, 0.3, 2.4 + 0.2]
# %% unnamed | only how soft it is
return 2.5
# %% unnamed | in words
return "being 0.6, thing 0.3, soft 2.5"

# %% unnamed | prints and returns nothing
def it_afterwards():
    print([0.6, 0.3, 2.5])

# %% wrong: weights-on-columns | takes the lines of the table of contents for columns
return np.array([[1, 0, 3], [0, 1, 2], [0, 0, 1]]) @ np.array([0.6, 0.3, 0.1])
# %% unnamed | rounded to whole numbers
return [1, 0, 2]

# %% unnamed | asks for the weights (TypeError)
def it_afterwards(weights):
    return weights @ np.array([[1, 0, 3], [0, 1, 2], [0, 0, 1]])

# %% unnamed | writes the contents as plain lists and multiplies (TypeError)
return 0.6 * [1, 0, 3] + 0.3 * [0, 1, 2] + 0.1 * [0, 0, 1]

# %% blind

# %% wrong: itself-added | adds the content of it itself to the output, as a residual would, so it becomes softer by 1
return [0.6, 0.3, 3.5]
# %% wrong: values-from-keys | averages the labels (keys) under the weights instead of the contents (values)
return [0.6 * 2 + 0.3 * 1, 0.6 * 1 + 0.3 * 2, 0.1 * 2]
# %% wrong: weights-transposed | reads the column of it, the weights that the words give to it, and not its row
return [0.5, 0.2, 2.0]
