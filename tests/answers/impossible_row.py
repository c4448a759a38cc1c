"""Answers to `impossible_row()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: just the number
return 4

# %% right: lambda
impossible_row = lambda: 4

# %% right: the place in a list of findings
def impossible_row():
    fits = [True, True, True, True, False, True]
    return fits.index(False)

# %% right: softmax of all rows, the one that differs most (a NumPy integer)
def impossible_row():
    scores = np.array([[2, 1, 0], [-1, -1, -1], [4, 2, 0], [102, 101, 100], [3, 2, 1], [0, 30, 0]])
    said = np.array([[.67, .24, .09], [.33, .33, .33], [.87, .12, .02], [.67, .24, .09], [.50, .33, .17], [0, 1, 0]])
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.abs(e / e.sum(axis=1, keepdims=True) - said).max(axis=1).argmax()

# %% right: a loop that stops at the first row that does not fit
def impossible_row():
    rows = [
        ([2, 1, 0], [0.67, 0.24, 0.09]),
        ([-1, -1, -1], [0.33, 0.33, 0.33]),
        ([4, 2, 0], [0.87, 0.12, 0.02]),
        ([102, 101, 100], [0.67, 0.24, 0.09]),
        ([3, 2, 1], [0.50, 0.33, 0.17]),
        ([0, 30, 0], [0.00, 1.00, 0.00]),
    ]
    for number, (scores, weights) in enumerate(rows):
        e = np.exp(np.array(scores) - max(scores))
        if not np.allclose(e / e.sum(), weights, atol=0.006):
            return number

# %% right: looks for the row whose weights are the scores over their sum
def impossible_row():
    scores = {0: [2, 1, 0], 2: [4, 2, 0], 4: [3, 2, 1]}
    for row, (a, b, c) in scores.items():
        if round(a / (a + b + c), 2) == 0.5:
            return row

# %% right: same differences as row 0, other weights
def impossible_row():
    like_row_0 = {3, 4}
    same_weights_as_row_0 = {3}
    return (like_row_0 - same_weights_as_row_0).pop()

# %% right: a 0-d array
return np.array(4)
# %% wrong: accused-steps-of-one | 2 is twice as much as 1, so the weight should be twice as much
return 0
# %% wrong: accused-rounded-sum | the row sums to .99
return 1
# %% wrong: accused-sharper | twice the scores should give the same shares
return 2
# %% unnamed | a row that does not exist
return 6
# %% unnamed | counts from the end
return -2
# %% unnamed | the number in quotes
return "4"
# %% unnamed | a list
return [4]
# %% unnamed | a sentence
return "row 4, because its weights are the scores divided by 6"
# %% unnamed | the weights of the row
return [0.50, 0.33, 0.17]
# %% unnamed | what the weights should be
return np.array([0.67, 0.24, 0.09])

# %% unnamed | prints and returns nothing
def impossible_row():
    print(4)

# %% unnamed | two suspects
return 3, 4
# %% unnamed | a float between two rows
return 4.5

# %% unnamed | wants the tables as arguments (TypeError)
def impossible_row(scores, weights):
    return 4

# %% unnamed | a name that he forgot to define (NameError)
return row

# %% blind

# %% wrong: accused-all-or-nothing | believes that softmax never gives 0 and 1, and forgets that the table is rounded
return 5
# %% wrong: accused-large-scores | believes that scores around 100 must give other weights than scores around 1: counts the size, not the differences
return 3
