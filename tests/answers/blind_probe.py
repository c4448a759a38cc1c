"""Answers to `blind_probe()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the letter
return "c"
# %% right: single quotes
return 'c'

# %% right: measured before
def blind_probe():
    passes = {"a": False, "b": False, "c": True, "d": False, "e": False}
    return next(letter for letter in passes if passes[letter])

# %% right: the third letter
return "abcde"[2]

# %% right: a variable
def blind_probe():
    answer = "c"
    return answer

# %% right: from a list of verdicts
def blind_probe():
    verdicts = [0, 0, 1, 0, 0]
    return chr(ord("a") + verdicts.index(1))

# %% right: a NumPy string
return str(np.array(list("abcde"))[[False, False, True, False, False]][0])

# %% right: what is left over
def blind_probe():
    (left,) = set("abcde") - set("abde")
    return left

# %% right: a capital letter
return "C"
# %% wrong: named-first-pair | it looks at one row only
return "a"
# %% wrong: named-first-pair | by index
return "abcde"[0]
# %% wrong: named-pair-lengths | rotations keep all lengths
return "b"

# %% wrong: named-pair-lengths | lengths never tell
def blind_probe():
    keeps_lengths = "b"
    return keeps_lengths

# %% wrong: named-stored-score | a single number cannot tell
return "d"

# %% wrong: named-stored-score | scores are the same in both layouts
def blind_probe():
    same_scores = ["d", "c"]
    return same_scores[0]

# %% wrong: named-untouched-columns | zeros stay zeros
return "e"
# %% wrong: named-untouched-columns | the last one
return "abcde"[-1]
# %% unnamed | two letters
return "cd"
# %% unnamed | its number
return 2
# %% unnamed | all of them pass for me
return None
# %% unnamed | a list with the letter
return ["c"]
# %% unnamed | the function instead of its letter (NameError)
return probe_c
