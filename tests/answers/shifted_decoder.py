"""Answers to `shifted_decoder()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the letter
return "b"
# %% right: single quotes
return 'b'

# %% right: a variable
def shifted_decoder():
    answer = "b"
    return answer

# %% right: a docstring
def shifted_decoder():
    """Wrong at the very first word."""
    return "b"

# %% right: computed from the table
def shifted_decoder():
    first = {"a": 0.0, "b": 1.4, "c": 0.0, "d": 0.0, "e": 0.0}
    return max(first, key=first.get)

# %% right: an index into the letters
return "abcde"[1]
# %% right: a NumPy string
return np.array(list("abcde"))[1]

# %% right: a loop
def shifted_decoder():
    for letter, difference in zip("abcde", [0, 1.4, 0, 0, 0]):
        if difference:
            return letter

# %% right: a capital
return "B"
# %% wrong: blamed-position-0 | the second word is wrong already
return "a"

# %% wrong: blamed-position-0 | the second word is wrong already, in a variable
def shifted_decoder():
    letter = "a"
    return letter

# %% wrong: blamed-short-memory | off by one, so two are right
return "c"

# %% wrong: blamed-short-memory | off by one, so two are right, in a variable
def shifted_decoder():
    letter = "c"
    return letter

# %% wrong: blamed-mixed-values | large differences
return "d"

# %% wrong: blamed-mixed-values | large differences, in a variable
def shifted_decoder():
    letter = "d"
    return letter

# %% wrong: blamed-seen-twice | small differences
return "e"

# %% wrong: blamed-seen-twice | small differences, in a variable
def shifted_decoder():
    letter = "e"
    return letter

# %% unnamed | a number
return 1
# %% unnamed | a word
return "decoder b"
# %% unnamed | forgot the quotes (NameError)
return b
