"""Answers to `blind_probe()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: both
return "c", -3.46
# %% right: a list, single quotes
return ['c', -3.46]
# %% right: the third letter
return "abcde"[2], -346 / 100
# %% right: a capital letter
return "C", -3.46
# %% right: a NumPy string and a NumPy number
return np.array(list("abcde"))[2], np.round(-3.4564, 2)

# %% right: from a list of verdicts
def blind_probe():
    verdicts = [0, 0, 1, 0, 0]
    return chr(ord("a") + verdicts.index(1)), -3.46

# %% right: what is left over
def blind_probe():
    (left,) = set("abcde") - set("abde")
    return left, -3.46

# %% right: computed, with complex pairs
def blind_probe():
    query, key = np.array([1 + 3j, 2 + 4j]), np.array([4 + 2j, 3 + 1j])
    turned = query * np.exp(2j * np.array([1, 0.01]))
    return "c", round(float((turned * key.conj()).real.sum()), 2)

# %% wrong: named-first-pair | it looks at one row only
return "a", -3.46
# %% wrong: named-first-pair, score-of-neighbours | by index, and the number in the code
return "abcde"[0], 1.19
# %% wrong: named-stored-score | a single number cannot tell
return "d", -3.46
# %% wrong: named-stored-score, score-of-neighbours | the score is the same for me
return ["d", 1.19]
# %% wrong: named-untouched-columns | zeros stay zeros
return "e", -3.46
# %% wrong: named-untouched-columns | the last one, and the sign lost
return "abcde"[-1], 3.46
# %% unnamed | the letter alone
return "c"
# %% unnamed | not rounded
return "c", -3.4564292339957934
# %% unnamed | the sign lost
return "c", 3.46
# %% unnamed | two letters
return "cd", -3.46
# %% unnamed | three results
return "c", -3.46, 1.19
# %% unnamed | the function instead of its letter (NameError)
return probe_c, -3.46

# %% blind

# %% wrong: named-pair-lengths | Named probe b, because turning keeps lengths in any layout, and overlooked that in halves it is other pairs of columns that keep theirs (the score is right)
return "b", -3.46
# %% wrong: query-and-key-exchanged | Found the blind probe, but the score has the turns exchanged: the query at position 1 and the key at 3
return "c", 15.13
# %% wrong: score-of-neighbours | The probe is right, but the score is that of turn_neighbours (the one printed in probe_d) instead of that of turn_halves
return "c", 1.19
