"""Answers to `bug_behind_the_curve()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: just the letter
return "d"

# %% right: single quotes and a docstring
def bug_behind_the_curve():
    """The letter of the one run whose model sees the future."""
    return 'd'

# %% right: lambda
bug_behind_the_curve = lambda: "d"

# %% right: the largest gap between both losses on new texts
def bug_behind_the_curve():
    in_one_go = {"a": 20.38, "b": 0.85, "c": 2.03, "d": 0.80, "e": 0.01}
    past_alone = {"a": 20.38, "b": 0.85, "c": 2.03, "d": 2.61, "e": 0.01}
    return max(in_one_go, key=lambda letter: past_alone[letter] - in_one_go[letter])

# %% right: an array of gaps, a NumPy string
def bug_behind_the_curve():
    losses = np.array([[20.38, 20.38], [0.85, 0.85], [2.03, 2.03], [0.80, 2.61], [0.01, 0.01]])
    return np.array([*"abcde"])[np.argmax(np.diff(losses, axis=1)[:, 0])]

# %% right: the only row whose last two numbers differ
def bug_behind_the_curve():
    rows = [(0.04, 20.38, 20.38), (0.82, 0.85, 0.85), (1.95, 2.03, 2.03), (0.78, 0.8, 2.61)]
    for letter, (_, whole, past) in zip("abcd", rows):
        if whole != past:
            return letter
    return "e"

# %% right: by its place in the alphabet
return "abcde"[3]
# %% right: upper case made lower
return "D".lower()
# %% right: upper case
return "D"
# %% wrong: blamed-by-heart | .04 is far below the least possible .70
return "a"

# %% wrong: blamed-by-heart | the largest gap between training and the past alone
def bug_behind_the_curve():
    training = [0.04, 0.82, 1.95, 0.78, 0.01]
    past_alone = [20.38, 0.85, 2.03, 2.61, 0.01]
    return "abcde"[int(np.argmax(np.subtract(past_alone, training)))]

# %% wrong: blamed-by-heart | honest loss is the worst
def bug_behind_the_curve():
    past_alone = {"a": 20.38, "b": 0.85, "c": 2.03, "d": 2.61, "e": 0.01}
    return max(past_alone, key=past_alone.get)

# %% wrong: blamed-plain | a little worse on new texts
return "b"
# %% wrong: blamed-weak | the curve that looks worst
return "c"
# %% wrong: blamed-weak | argmax of the training losses
return "abcde"[np.argmax([0.04, 0.82, 1.95, 0.78, 0.01])]
# %% wrong: blamed-easy | nobody gets to .01 honestly
return "e"

# %% wrong: blamed-easy | the smallest of all
def bug_behind_the_curve():
    in_one_go = {"a": 20.38, "b": 0.85, "c": 2.03, "d": 0.80, "e": 0.01}
    return min(in_one_go, key=in_one_go.get)

# %% unnamed | its number, counted from 0
return 3
# %% unnamed | all that look suspicious
return ["a", "d", "e"]
