"""Answers to `which_heads()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: a dict
return {"one back": "d", "one ahead": "a", "parked": "f", "its nouns": "b"}
# %% right: in another order
return {"its nouns": "b", "parked": "f", "one ahead": "a", "one back": "d"}

# %% right: filled in one by one
def which_heads():
    heads = {}
    heads["one back"] = "d"
    heads["one ahead"] = "a"
    heads["parked"] = "f"
    heads["its nouns"] = "b"
    return heads

# %% right: zip
return dict(zip(["one back", "one ahead", "parked", "its nouns"], "dafb"))

# %% right: all six
def which_heads():
    return {
        "one back": "d",
        "one ahead": "a",
        "parked": "f",
        "its nouns": "b",
        "everywhere": "e",
        "the same word again": "c",
    }

# %% right: turned round, prints left in
def which_heads():
    seen = {"d": "one back", "a": "one ahead", "f": "parked", "b": "its nouns"}
    print(seen)
    return {name: letter for letter, name in seen.items()}

# %% right: lambda
which_heads = lambda: {"one back": "d", "one ahead": "a", "parked": "f", "its nouns": "b"}

# %% right: by number
def which_heads():
    letter = "abcdef"
    numbers = {"one back": 3, "one ahead": 0, "parked": 5, "its nouns": 1}
    return {name: letter[number] for name, number in numbers.items()}

# %% right: NumPy strings
def which_heads():
    letters = np.array(list("abcdef"))
    return {
        "one back": letters[3],
        "one ahead": letters[0],
        "parked": letters[-1],
        "its nouns": letters[1],
    }

# %% right: capital letters
return {"one back": "D", "one ahead": "A", "parked": "F", "its nouns": "B"}
# %% wrong: rows-and-columns-exchanged | a runs above the diagonal, so it looks up, back
return {"one back": "a", "one ahead": "d", "parked": "f", "its nouns": "b"}
# %% wrong: rows-and-columns-exchanged | exchanged in a zip
return dict(zip(("one ahead", "one back", "parked", "its nouns"), "dafb"))
# %% wrong: asleep-in-one-sentence | more than .9 on [CLS]
return {"one back": "d", "one ahead": "a", "parked": "c", "its nouns": "b"}

# %% wrong: asleep-in-one-sentence | the first one with a full column
def which_heads():
    heads = dict(zip(["one back", "one ahead", "its nouns"], "dab"))
    heads["parked"] = "c"
    return heads

# %% wrong: spread-not-parked | it does nothing in particular
return {"one back": "d", "one ahead": "a", "parked": "e", "its nouns": "b"}
# %% wrong: neighbours-not-parked | always the same thing
return {"one back": "d", "one ahead": "a", "parked": "d", "its nouns": "b"}
# %% wrong: neighbours-not-parked | it has much in the first column
return {"one back": "d", "one ahead": "a", "parked": "a", "its nouns": "b"}
# %% wrong: half-parked | cat and mat rest on [CLS], used twice
return {"one back": "d", "one ahead": "a", "parked": "b", "its nouns": "b"}
# %% wrong: half-parked, everywhere-not-its-nouns | nouns in e
return {"one back": "d", "one ahead": "a", "parked": "b", "its nouns": "e"}
# %% wrong: first-row-taken-for-parked | the line is steady, that is parked
return {"one back": "f", "one ahead": "a", "parked": "d", "its nouns": "b"}
# %% wrong: everywhere-not-its-nouns | cat and mat are among them
return {"one back": "d", "one ahead": "a", "parked": "f", "its nouns": "e"}
# %% wrong: itself-not-its-nouns | cat looks at cat
return {"one back": "d", "one ahead": "a", "parked": "f", "its nouns": "c"}
# %% wrong: itself-not-its-nouns, asleep-in-one-sentence | c twice
return {"one back": "d", "one ahead": "a", "parked": "c", "its nouns": "c"}
# %% wrong: parked-not-its-nouns, asleep-in-one-sentence | c and f exchanged with b
return {"one back": "d", "one ahead": "a", "parked": "c", "its nouns": "f"}
# %% wrong: parked-not-its-nouns | f twice
return {"one back": "d", "one ahead": "a", "parked": "f", "its nouns": "f"}
# %% wrong: neighbour-not-noun | because it was
return {"one back": "d", "one ahead": "a", "parked": "f", "its nouns": "a"}
# %% wrong: neighbour-not-noun | the looks at cat there
return {"one back": "d", "one ahead": "a", "parked": "f", "its nouns": "d"}
# %% wrong: word-not-back | back to the beginning
return {"one back": "f", "one ahead": "a", "parked": "f", "its nouns": "b"}
# %% wrong: word-not-back | it goes back to cat
return {"one back": "b", "one ahead": "a", "parked": "f", "its nouns": "b"}
# %% wrong: word-not-back, asleep-in-one-sentence | f for back
return {"one back": "f", "one ahead": "a", "parked": "c", "its nouns": "b"}
# %% wrong: word-not-ahead | it looks far
return {"one back": "d", "one ahead": "e", "parked": "f", "its nouns": "b"}
# %% wrong: word-not-ahead | bird looks at the bird after it
return {"one back": "d", "one ahead": "c", "parked": "f", "its nouns": "b"}
# %% wrong: back-for-ahead | d twice
return {"one back": "d", "one ahead": "d", "parked": "f", "its nouns": "b"}
# %% wrong: back-for-ahead, word-not-back | below is ahead, and back is to the left
return {"one back": "f", "one ahead": "d", "parked": "f", "its nouns": "b"}
# %% wrong: ahead-for-back | a twice
return {"one back": "a", "one ahead": "a", "parked": "f", "its nouns": "b"}
# %% wrong: ahead-for-back, word-not-ahead | above is back
return {"one back": "a", "one ahead": "e", "parked": "f", "its nouns": "b"}
# %% wrong: letters-as-keys | the other way round
return {"d": "one back", "a": "one ahead", "f": "parked", "b": "its nouns"}
# %% wrong: letters-as-keys | a name for each letter, in order
return {"a": "one ahead", "b": "its nouns", "d": "one back", "f": "parked"}
# %% wrong: numbers-not-letters | counted from 0
return {"one back": 3, "one ahead": 0, "parked": 5, "its nouns": 1}
# %% wrong: numbers-not-letters | counted from 1
return {"one back": 4, "one ahead": 1, "parked": 6, "its nouns": 2}
# %% unnamed | four letters
return "dafb"
# %% unnamed | a list
return ["d", "a", "f", "b"]
# %% unnamed | one is missing
return {"one back": "d", "one ahead": "a", "parked": "f"}
# %% unnamed | with underscores
return {"one_back": "d", "one_ahead": "a", "parked": "f", "its_nouns": "b"}
# %% unnamed | letters without quotes (NameError)
return {"one back": d, "one ahead": a, "parked": f, "its nouns": b}
# %% unnamed | two for one
return {"one back": "d", "one ahead": "a", "parked": ["c", "f"], "its nouns": "b"}
# %% wrong: word-not-back, word-not-ahead, spread-not-parked, everywhere-not-its-nouns | all the same
return dict.fromkeys(["one back", "one ahead", "parked", "its nouns"], "e")
# %% unnamed | by layer and head
return {"one back": (0, 2), "one ahead": (1, 8), "parked": (2, 7), "its nouns": (3, 1)}
