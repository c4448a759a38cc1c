"""Find out what recorded heads of a published model do, from pictures of their weights."""

from checks.facts import Facts

ASKED = ("one back", "one ahead", "parked", "its nouns")
LETTERS = "abcdef"


def which_heads():
    one_back = "d"
    one_ahead = "a"
    parked = "f"
    its_nouns = "b"
    found = {
        "one back": one_back,
        "one ahead": one_ahead,
        "parked": parked,
        "its nouns": its_nouns,
    }
    return found


TASK = Facts(
    kind="find",
    practises=("say what its heads do",),
    mistakes="own",
    cases={"the six heads": {}},
    holds={
        "Each of the four names has a letter from a to f, in quotes.": lambda found: all(
            isinstance(found[name], str) and len(found[name]) == 1 and found[name] in LETTERS
            for name in ASKED
        ),
        "No letter is given twice.": lambda found: len({found[name] for name in ASKED}) == 4,
    },
)

# %% rows-and-columns-exchanged
# Back and ahead have changed places: queries are taken for columns, and keys for rows.
# Who looks: the word at the left of a row, or the word above a column?
assert found["one back"] == "a" and found["one ahead"] == "d"
one_back = "a"
one_ahead = "d"

# %% asleep-in-one-sentence
# `c` is parked in the first sentence only.
# Where does *dog* look in `c`, if it comes twice?
assert found["parked"] == "c"
parked = "c"

# %% spread-not-parked
# `e` is not parked: its weights are spread over all the words.
# In a row of `e`, how large is the largest weight? And in a row of a parked head?
assert found["parked"] == "e"
parked = "e"

# %% neighbours-not-parked
# The head that you call parked looks mostly at neighbours, so many rows have their own column.
# Which single column takes nearly everything, whatever the row?
assert found["parked"] in "ad"
# for letter in "a" "d"
parked = letter

# %% half-parked
# `b` rests on [CLS] in some rows, but not in that of *it*.
# Where does *it* look in `b`?
assert found["parked"] == "b"
parked = "b"

# %% first-row-taken-for-parked
# Back and parked have changed places, though the line of `d` is a diagonal, not a column.
# In which picture does each row have its weight in another column?
assert found["one back"] == "f" and found["parked"] == "d"
one_back = "f"
parked = "d"

# %% everywhere-not-its-nouns
# In `e`, *it* looks at everything a little, and at *cat* and *mat* no more than at others.
# How much do *cat* and *mat* get together in the row of *it*?
assert found["its nouns"] == "e"
its_nouns = "e"

# %% itself-not-its-nouns
# In `c`, the row of *it* rests on [CLS], and not on the nouns.
# How much do *cat* and *mat* get together in the row of *it*?
assert found["its nouns"] == "c"
its_nouns = "c"

# %% parked-not-its-nouns
# In `f`, the row of *it* rests on [CLS], and not on the nouns.
# How much do *cat* and *mat* get together in the row of *it*?
assert found["its nouns"] == "f"
its_nouns = "f"

# %% neighbour-not-noun
# In the head that you call its nouns, *it* looks at the word beside it.
# Which two words stand beside *it*, and are they nouns?
assert found["its nouns"] in "ad"
# for letter in "a" "d"
its_nouns = letter

# %% word-not-back
# In most rows, the head that you call one back does not look at the word before.
# In which picture does the line run one step below the diagonal?
assert found["one back"] in "bcef" and not (found["one back"] == "f" and found["parked"] == "d")
# for letter in "b" "c" "e" "f"
one_back = letter

# %% word-not-ahead
# In most rows, the head that you call one ahead does not look at the word after.
# In which picture does the line run one step above the diagonal?
assert found["one ahead"] in "bcef"
# for letter in "b" "c" "e" "f"
one_ahead = letter

# %% back-for-ahead
# The head that you call one ahead looks at the word before.
# Does the line of `d` run above the diagonal, or below it?
assert found["one ahead"] == "d" and found["one back"] != "a"
one_ahead = "d"

# %% ahead-for-back
# The head that you call one back looks at the word after.
# Does the line of `a` run above the diagonal, or below it?
assert found["one back"] == "a" and found["one ahead"] != "d"
one_back = "a"

# %% letters-as-keys
# The dict goes from letters to names, where names should lead to letters.
# What is looked up in the dict that the exercise asks for: a name, or a letter?
assert "d" in result
return {letter: name for name, letter in found.items()}

# %% numbers-not-letters
# The heads are given by their places, and not by their letters.
# Which letters stand above the six pictures?
assert not isinstance(result["parked"], str)
# for first in 0 1
return {name: LETTERS.index(letter) + first for name, letter in found.items()}
