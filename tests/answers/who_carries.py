"""Answers to `who_carries()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: just the word
return "the"

# %% right: the chances written down
def who_carries():
    sang = {"queen": .568, "saw": .451, "the": .259, "king": .567, "because": .567}
    return min(sang, key=sang.get)

# %% right: by the place
return ". the queen saw the king because".split()[4]

# %% right: lambda
who_carries = lambda: "the"

# %% right: argmin over the window
def who_carries():
    words = ["queen", "saw", "the", "king", "because"]
    return words[np.argmin([.568, .451, .259, .567, .567])]

# %% right: the largest fall
def who_carries():
    words = "queen saw the king because".split()
    falls = np.array([0, .12, .31, 0, 0])
    return words[int(falls.argmax())]

# %% right: a NumPy string
return np.array(["queen", "saw", "the", "king", "because"])[2]

# %% right: sorted
def who_carries():
    found = [(.57, "queen"), (.45, "saw"), (.26, "the"), (.57, "king")]
    return sorted(found)[0][1]

# %% right: a loop over what was measured
def who_carries():
    lowest, who = 1, None
    for word, chance in [("saw", .451), ("the", .259), ("because", .567)]:
        if chance < lowest:
            lowest, who = chance, word
    return who

# %% wrong: suspected-queen | she is the queen
return "queen"
# %% wrong: suspected-because | as in the lecture
return "because"
# %% wrong: suspected-verb | it changes something
return "saw"
# %% wrong: suspected-king | the nearer being
return "king"
# %% unnamed | she herself
return "she"
# %% right: a capital letter, as at the start of the text
return "The"
# %% unnamed | the place in the cache
return 3
# %% unnamed | the full stop
return "."
# %% unnamed | the verb that falls
return "sang"
# %% unnamed | two words
return "saw the"
# %% unnamed | nobody
return ""
# %% unnamed | a chance
return 0.259
# %% unnamed | a list of two
return ["the", "saw"]

# %% unnamed | print is not return
def who_carries():
    print("the")
