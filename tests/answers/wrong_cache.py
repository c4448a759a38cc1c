"""Answers to `wrong_cache()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the letter
return "d"
# %% right: single quotes
return 'd'

# %% right: measured before
def wrong_cache():
    off = {"a": 0.0, "b": 0.0, "c": 0.0, "d": 0.8, "e": 0.0}
    return max(off, key=off.get)

# %% right: the fourth letter
return "abcde"[3]

# %% right: a variable
def wrong_cache():
    answer = "d"
    return answer

# %% right: from a list of verdicts
def wrong_cache():
    agrees = [True, True, True, False, True]
    return chr(ord("a") + agrees.index(False))

# %% right: a NumPy string
return str(np.array(list("abcde"))[np.argmax([0, 0, 0, 1, 0])])

# %% right: what is left over
def wrong_cache():
    (left,) = set("abcde") - set("abce")
    return left

# %% right: a capital letter
return "D"
# %% wrong: accused-newest-first | the order is wrong
return "a"
# %% wrong: accused-newest-first | insert at 0
return list("abcde").pop(0)
# %% wrong: accused-split-scale | two scales
return "b"

# %% wrong: accused-split-scale | a power of a quarter
def wrong_cache():
    odd = "b"
    return odd

# %% wrong: accused-first-half | it sees the future
return "c"
# %% wrong: accused-first-half | by index
return "abcde"[2]
# %% wrong: accused-hidden-rows | the maximum of rows that are not there
return "e"
# %% wrong: accused-hidden-rows | the last one
return "abcde"[-1]
# %% unnamed | two letters
return "de"
# %% unnamed | its number
return 3
# %% unnamed | none of them
return None
# %% unnamed | a list with the letter
return ["d"]
# %% unnamed | the function instead of its letter (NameError)
return decode_d
