"""Answers to `blind_to_order()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: both letters
return "d", "b"
# %% right: a list in capitals, with a space
return ["D", "B "]

# %% right: what two orders have in common, and what they have not
def blind_to_order():
    reversed_rows, two_swapped = {"b", "d"}, {"d"}
    (letter,), (other,) = reversed_rows & two_swapped, reversed_rows - two_swapped
    return letter, other

# %% right: measures three of them in two orders
def shares(scores):
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def blind_to_order():
    X, p = np.random.default_rng(0).normal(size=(5, 3)), np.arange(5)
    raised = {"b": -abs(p[:, None] - p), "c": p, "d": p[:, None]}

    def passes(letter, order):
        found = shares(X[order] @ X[order].T + raised[letter]) @ X[order]
        return np.allclose(found, (shares(X @ X.T + raised[letter]) @ X)[order])

    reversed_rows = [letter for letter in raised if passes(letter, p[::-1])]
    return sorted(reversed_rows, key=lambda letter: not passes(letter, [2, 0, 4, 1, 3]))

# %% wrong: named-added-positions | asks for the two that are not equivariant
return "a", "c"
# %% wrong: named-mask | thinks a mask is not a position
return "e", "b"
# %% wrong: named-mask | the last two of all
return "abcde"[-1], "abcde"[-2]
# %% wrong: named-twice | it is right in the reversed order as well
return "d", "d"
# %% wrong: named-added-positions, named-twice | the first in both lists
return ("a",) * 2
# %% unnamed | the letter alone
return "d"
# %% unnamed | all that pass in one order or the other
return "d", "b", "d"
# %% unnamed | the order in place of the letter
return "d", [4, 3, 2, 1, 0]
# %% unnamed | the mask looks the same from either end
return "d", "e"
# %% unnamed | the name without quotes (NameError)
return d, b

# %% blind

# %% wrong: named-distance | tried the reversed order only, got True for b and d, and named them in alphabetical order, so the two letters are exchanged
return "b", "d"
# %% wrong: named-late-keys | took c for the blind one: read np.arange(len(X)) as one number for each row of scores, though as a row it adds another number to each key
return "c", "b"
