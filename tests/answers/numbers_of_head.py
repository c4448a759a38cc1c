"""Answers to `numbers_of_head()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: nested lists
return [[[2, 3], [12, 13]], [[4, 5], [10, 11]]]
# %% right: an array of floats
return np.array([[[2.0, 3.0], [12.0, 13.0]], [[4.0, 5.0], [10.0, 11.0]]])

# %% right: computed, with the two steps of the lecture
def numbers_of_head():
    X = 10 * np.arange(2)[:, None] + np.arange(6)
    swapped = np.swapaxes(X.reshape(2, 3, 2), 0, 1)
    return [swapped[1], X.reshape(3, 2, 2)[1]]

# %% right: slices of the table, and a piece of the flat numbers
def numbers_of_head():
    X = np.array([[0, 1, 2, 3, 4, 5], [10, 11, 12, 13, 14, 15]])
    return np.stack([X[:, 2:4], X.ravel()[4:8].reshape(2, 2)])

# %% right: cuts the columns apart with np.split
def numbers_of_head():
    X = np.add.outer([0, 10], range(6))
    return np.split(X, 3, axis=1)[1], np.split(X.flatten(), 3)[1].reshape(2, 2)

# %% right: transpose with three axes, in float32
def numbers_of_head():
    X = np.array([range(6), range(10, 16)], dtype=np.float32)
    return [X.reshape(2, 3, 2).transpose(1, 0, 2)[1].tolist(), X.reshape(3, 2, 2)[1].tolist()]

# %% right: comprehensions over tokens and columns
def numbers_of_head():
    swapped = [[10 * token + column for column in (2, 3)] for token in (0, 1)]
    row = [10 * token + column for token in (0, 1) for column in range(6)]
    return [swapped, [row[4:6], row[6:8]]]

# %% wrong: tables-in-wrong-order | the reshape alone first
return [[[4, 5], [10, 11]], [[2, 3], [12, 13]]]
# %% wrong: swap-missing | thinks the split is a reshape
return [[[4, 5], [10, 11]], [[4, 5], [10, 11]]]
# %% wrong: swap-not-asked | thinks a reshape to (3, 2, 2) swaps by itself
return [[[2, 3], [12, 13]], [[2, 3], [12, 13]]]
# %% wrong: another-head | counts heads from 1
return [[[0, 1], [10, 11]], [[0, 1], [2, 3]]]

# %% wrong: another-head | took the last head, computed
def numbers_of_head():
    X = 10 * np.arange(2)[:, None] + np.arange(6)
    return [np.swapaxes(X.reshape(2, 3, 2), 0, 1)[2], X.reshape(3, 2, 2)[2]]

# %% wrong: heads-and-width-exchanged | two heads of three columns
return [[[3, 4, 5], [13, 14, 15]], [[10, 11, 12], [13, 14, 15]]]
# %% wrong: read-down-the-columns | thinks a reshape reads down the columns
return [[[2, 3], [12, 13]], [[2, 12], [3, 13]]]
# %% wrong: embeddings-as-columns | tokens in the columns
return [[[2, 12], [3, 13]], [[4, 10], [5, 11]]]
# %% wrong: tables-in-wrong-order, another-head | head 0, and the reshape alone first
return [[[0, 1], [2, 3]], [[0, 1], [10, 11]]]
# %% wrong: swap-missing, another-head | reshape both times, and heads counted from 1
return [[[0, 1], [2, 3]], [[0, 1], [2, 3]]]
# %% unnamed | only the first table
return [[2, 3], [12, 13]]
# %% unnamed | flat lists of numbers
return [[2, 3, 12, 13], [4, 5, 10, 11]]
# %% unnamed | a row of token 1 instead of a head
return [[[10, 11], [12, 13]], [[10, 11], [12, 13]]]
# %% unnamed | shapes instead of numbers
return [(2, 2), (2, 2)]
# %% unnamed | columns counted from 1
return [[[3, 4], [13, 14]], [[5, 6], [11, 12]]]
# %% unnamed | letters as in the picture
return ["AB", "AB"]

# %% wrong: embeddings-as-columns | the first table lies on its side
return [[[2, 12], [3, 13]], [[4, 5], [10, 11]]]

# %% blind

# %% wrong: counted-on-past-the-row | in the reshape alone, went on counting 4, 5, 6, 7 in the long row as if it held 0 to 11, and forgot that token 1 begins with 10
return [[2, 3], [12, 13]], [[4, 5], [6, 7]]
# %% wrong: heads-interleaved | dealt the columns out like cards (column 0 to head 0, 1 to head 1, 2 to head 2, 3 to head 0 ...), so head 1 gets columns 1 and 4 in the first table
return [[1, 4], [11, 14]], [[4, 5], [10, 11]]
