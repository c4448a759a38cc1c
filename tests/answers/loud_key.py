"""Answers to `loud_key()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: just the number
return 4
# %% right: the last of five
return len(range(5)) - 1
# %% right: a NumPy integer
return np.int64(4)

# %% right: worked out by hand, wins noted in two lists
def loud_key():
    by_dot = [0, 4, 0, 1, 3]
    by_cosine = [0, 4, 3, 1, 0]
    lost = [a - b for a, b in zip(by_dot, by_cosine)]
    return lost.index(max(lost))

# %% right: copies the table, counts both kinds of wins, looks for some and none
KEYS = np.array([[-2, -5], [3, 0], [-0.2, 1], [-1, 0.3], [1, 4]])
QUERIES = np.array(
    [[1, -0.5], [1, 0.2], [-0.3, 1], [2, 0], [-1, 0.4], [-0.1, 0.6], [1, -0.1], [-0.5, 0.9]]
)

def loud_key():
    dots = QUERIES @ KEYS.T
    cosines = dots / np.linalg.norm(KEYS, axis=1)
    for j in range(5):
        if (dots.argmax(axis=1) == j).sum() > 1 and (cosines.argmax(axis=1) == j).sum() == 0:
            return j

# %% right: sets of winners, the one that drops out
KEYS = np.array([[-2, -5], [3, 0], [-0.2, 1], [-1, 0.3], [1, 4]])
QUERIES = np.array(
    [[1, -0.5], [1, 0.2], [-0.3, 1], [2, 0], [-1, 0.4], [-0.1, 0.6], [1, -0.1], [-0.5, 0.9]]
)

def loud_key():
    unit = KEYS / np.linalg.norm(KEYS, axis=-1, keepdims=True)
    winners = {int((KEYS @ q).argmax()) for q in QUERIES}
    fair = {int((unit @ q).argmax()) for q in QUERIES}
    (loud,) = winners - fair
    return loud

# %% right: the winner of the first search whose winner changes, loops and plain Python
KEYS = [(-2, -5), (3, 0), (-0.2, 1), (-1, 0.3), (1, 4)]
QUERIES = [(1, -0.5), (1, 0.2), (-0.3, 1), (2, 0), (-1, 0.4), (-0.1, 0.6), (1, -0.1), (-0.5, 0.9)]

def loud_key():
    for x, y in QUERIES:
        dots = [x * a + y * b for a, b in KEYS]
        cosines = [dot / (a**2 + b**2) ** 0.5 for dot, (a, b) in zip(dots, KEYS)]
        if dots.index(max(dots)) != cosines.index(max(cosines)):
            return dots.index(max(dots))

# %% right: an array without axes
return np.array(4)

# %% right: bincounts subtracted
KEYS = np.array([[-2, -5], [3, 0], [-0.2, 1], [-1, 0.3], [1, 4]])
QUERIES = np.array(
    [[1, -0.5], [1, 0.2], [-0.3, 1], [2, 0], [-1, 0.4], [-0.1, 0.6], [1, -0.1], [-0.5, 0.9]]
)

def loud_key():
    scores = np.einsum("qd,kd->qk", QUERIES, KEYS)
    lengths = np.sqrt((KEYS**2).sum(axis=1))
    wins = np.bincount(scores.argmax(1), minlength=5)
    fair = np.bincount((scores / lengths).argmax(1), minlength=5)
    return int(np.argmax(wins - fair))

# %% wrong: accused-most-wins | read off the picture: the highest bar
return 1
# %% wrong: accused-fair-key | the key with a single win must have won it by accident
return 3
# %% wrong: counted-from-one | counted the rows on paper
return 5
# %% unnamed | the key itself, not its index
return np.array([1, 4])
# %% unnamed | counted from the end
return -1
# %% unnamed | a name instead of an index
return "key 4"
# %% unnamed | the digit as text
return "4"
# %% unnamed | all keys that win anything
return [1, 3, 4]
# %% unnamed | in a list
return [4]

# %% unnamed | prints and returns nothing
def loud_key():
    print(4)

# %% unnamed | the number of the first search whose winner changes, and the winner
return 2, 4
# %% unnamed | its length
return np.linalg.norm([1, 4])

# %% unnamed | expects the arrays as arguments (TypeError)
def loud_key(keys, queries):
    return 4

# %% unnamed | a name that is not in this cell (NameError)
return int(np.argmax(lenghts))

# %% blind

# %% wrong: accused-drowned-key | names the key that gets the three searches back by cosine, not the one that loses them
return 2
# %% wrong: accused-longest-key | takes the longest key, key 0, for the loud one, though it wins no search at all
return 0
