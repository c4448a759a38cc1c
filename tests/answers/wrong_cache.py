"""Answers to `wrong_cache()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: both
return "d", 0.51
# %% right: a list, single quotes
return ['d', .51]
# %% right: the fourth letter
return "abcde"[3], 51 / 100
# %% right: a capital letter
return "D", 0.51
# %% right: a NumPy string and a NumPy number
return np.array(list("abcde"))[3], np.round(0.512, 2)

# %% right: what the judge shows
def wrong_cache():
    off = {"a": 0.0, "b": 0.0, "c": 0.0, "d": 0.51, "e": 0.0}
    return max(off.items(), key=lambda item: item[1])

# %% right: the judge's six numbers, rounded
def wrong_cache():
    off = np.array([0.512405, 0.454321, 0.323, 0.085, 0.076, 0])
    return "d", off.round(2)[0]

# %% right: what is left over
def wrong_cache():
    (left,) = set("abcde") - set("abce")
    return left, round(0.5124, 2)

# %% wrong: accused-newest-first | the order is wrong
return "a", 0.51
# %% wrong: accused-split-scale | two scales
return "b", 0.51
# %% wrong: accused-split-scale, right-output-measured | measured at another decoder
return "b", 0
# %% wrong: accused-first-half | it sees the future
return "c", 0.51
# %% wrong: accused-first-half, next-output-measured | by index, and token 1
return "abcde"[2], 0.45
# %% wrong: accused-hidden-rows | the maximum of rows that are not there
return "e", 0.51
# %% wrong: accused-hidden-rows | the last one, with the largest of the seven
return "abcde"[-1], 0.53
# %% wrong: next-output-measured | counted from 1
return "d", 0.45
# %% wrong: right-output-measured | the last output
return "d", 0.0
# %% unnamed | the letter alone
return "d"
# %% unnamed | with seven tokens
return "d", 0.53
# %% unnamed | not rounded
return "d", 0.5124
# %% unnamed | two letters
return "de", 0.51
# %% unnamed | the number as text
return "d", "0.51"
# %% unnamed | the function instead of its letter (NameError)
return decode_d, 0.51
