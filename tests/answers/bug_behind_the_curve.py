"""Answers to `bug_behind_the_curve()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: both results
return "d", 1.81

# %% right: the largest gap between both losses on new texts
def bug_behind_the_curve():
    whole = {"a": 20.38, "b": 0.85, "c": 2.03, "d": 0.80, "e": 0.01}
    past_alone = {"a": 20.38, "b": 0.85, "c": 2.03, "d": 2.61, "e": 0.01}
    cost = {letter: past_alone[letter] - whole[letter] for letter in whole}
    letter = max(cost, key=cost.get)
    return letter, round(cost[letter], 2)

# %% right: an array of gaps, a NumPy string
def bug_behind_the_curve():
    losses = np.array([[20.38, 20.38], [0.85, 0.85], [2.03, 2.03], [0.80, 2.61], [0.01, 0.01]])
    gaps = np.diff(losses, axis=1)[:, 0]
    return np.array([*"abcde"])[gaps.argmax()], gaps.max()

# %% right: upper case, not rounded
bug_behind_the_curve = lambda: ["D", 2.61 - 0.80]

# %% wrong: blamed-plain | the run without a bug must hide something
return "b", 1.81
# %% wrong: blamed-weak | the curve that looks worst
return "c", 1.81
# %% wrong: blamed-weak | argmax of the training losses
return "abcde"[np.argmax([0.04, 0.82, 1.95, 0.78, 0.01])], 0
# %% wrong: blamed-easy | the smallest of all
return "e", 1.81
# %% wrong: loss-not-cost | what it costs without the future
return "d", 2.61
# %% unnamed | the letter alone
return "d"
# %% unnamed | all three losses of the run
return "d", 0.78, 0.80, 2.61
# %% unnamed | as a string
return "d", "1.81"
# %% unnamed | what seeing the future saves
return "d", 0.80 - 2.61

# %% blind

# %% wrong: blamed-by-heart | Named the run with the largest gap between training and new texts (learned by heart) and took the difference of the first and the last column
return "a", 20.34
# %% wrong: compared-with-training | finds run d, but subtracts its loss in training from the last column, which compares old texts with new ones as well
return "d", 1.83
