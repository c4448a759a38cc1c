"""Of five attention functions, find the one that ignores the order of tokens, and one that seems to."""

from checks.facts import Facts, one_letter

RIGHT = "d"


def blind_to_order():
    letter = RIGHT
    other = "b"
    return letter, other


TASK = Facts(
    kind="find",
    practises=("say what attention does",),
    cases={"the five attentions": {}},
    holds={"There are two results, the first a letter in quotes, from a to e.": one_letter},
    asks="Reverse all rows: for which two of the five does your `is_equivariant` say True?",
    because=(
        "`attention_d` raises all scores of a row by the same number, which softmax takes away; "
        "`attention_b` goes by distances, and these stay only when all rows are reversed."
    ),
)

# %% named-added-positions
# Attention `a` adds the place to every row, so keys and values change with it.
# Take `a` and swap two rows: what does your `is_equivariant` say?
letter = "a"

# %% named-distance
# Attention `b` goes by distances, and these stay only when all rows are reversed.
# Which other order can you try on `b`?
letter = "b"

# %% named-late-keys
# Attention `c` gives late keys a higher score than early ones, in every row.
# In `c`, which entries of one row of scores get more than others?
letter = "c"

# %% named-mask
# Attention `e` hides later rows, so the row that comes first sees only itself.
# In `e`, what does the first row look at, and who comes first after a swap?
letter = "e"

# %% named-twice
# Both letters are the same, but the second one stands for another attention.
# For which two of the five does your probe say True, if all rows are reversed?
assert result[0] == result[1]
other = letter
