"""Answers to `blind_probe()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""


# %% right: the letter
def blind_probe():
    return "c"


# %% right: single quotes
def blind_probe():
    return 'c'


# %% right: measured before
def blind_probe():
    passes = {"a": False, "b": False, "c": True, "d": False, "e": False}
    return next(letter for letter in passes if passes[letter])


# %% right: the third letter
def blind_probe():
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
def blind_probe():
    return str(np.array(list("abcde"))[[False, False, True, False, False]][0])


# %% right: what is left over
def blind_probe():
    (left,) = set("abcde") - set("abde")
    return left


# %% wrong: named-first-pair | it looks at one row only
def blind_probe():
    return "a"


# %% wrong: named-first-pair | by index
def blind_probe():
    return "abcde"[0]


# %% wrong: named-pair-lengths | rotations keep all lengths
def blind_probe():
    return "b"


# %% wrong: named-pair-lengths | lengths never tell
def blind_probe():
    keeps_lengths = "b"
    return keeps_lengths


# %% wrong: named-stored-score | a single number cannot tell
def blind_probe():
    return "d"


# %% wrong: named-stored-score | scores are the same in both layouts
def blind_probe():
    same_scores = ["d", "c"]
    return same_scores[0]


# %% wrong: named-untouched-columns | zeros stay zeros
def blind_probe():
    return "e"


# %% wrong: named-untouched-columns | the last one
def blind_probe():
    return "abcde"[-1]


# %% unnamed | two letters
def blind_probe():
    return "cd"


# %% unnamed | a capital letter
def blind_probe():
    return "C"


# %% unnamed | its number
def blind_probe():
    return 2


# %% unnamed | all of them pass for me
def blind_probe():
    return None


# %% unnamed | a list with the letter
def blind_probe():
    return ["c"]


# %% unnamed | the function instead of its letter (NameError)
def blind_probe():
    return probe_c
