"""Answers to `shifted_decoder()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: both
return "b", "c"
# %% right: a list, single quotes
return ['b', 'c']
# %% right: a string is cut
return tuple("bc")
# %% right: capitals
return "B", "C"
# %% right: a NumPy string
return np.array(list("abcde"))[1], "c"
# %% right: indexes into the letters
return ["abcde"[place] for place in (1, 2)]

# %% right: computed from the table
def shifted_decoder():
    right_words = {"a": 1, "b": 0, "c": 2, "d": 1, "e": 1}
    return min(right_words, key=right_words.get), max(right_words, key=right_words.get)

# %% wrong: blamed-position-0, wrong-before-it-forgets | small differences are forgetful
return "a", "e"
# %% wrong: blamed-short-memory | off by one, so two are right
return "c", "c"
# %% wrong: blamed-short-memory, nothing-to-forget | exchanged
return "c", "b"
# %% wrong: blamed-mixed-values | large differences
return "d", "c"
# %% wrong: blamed-mixed-values, wrong-before-it-forgets | large differences, and the first row
return "d", "a"
# %% wrong: blamed-seen-twice | small differences
return "e", "c"
# %% wrong: blamed-seen-twice, wrong-before-it-forgets | by index
return "abcde"[4], "abcde"[3]
# %% wrong: nothing-to-forget | the same one twice
return "b", "b"
# %% unnamed | the letter alone
return "b"
# %% unnamed | one string
return "bc"
# %% unnamed | places
return 1, 2
# %% unnamed | a letter and how far it is off
return "b", 1.4
# %% unnamed | forgot the quotes (NameError)
return b, c

# %% blind

# %% wrong: blamed-position-0 | believes that a shifted position cannot show at the first word, because there is only one key, and so takes a, the first of those that go wrong at the second word
return "a", "c"
# %% wrong: wrong-before-it-forgets | Off by one with the memory: believes that a memory of two words loses one already at the second word, so names d, not c
return "b", "d"
