"""Find the wrong line of each of three patients from a symptom."""

from checks.facts import Facts

LENGTHS = {"a": 10, "b": 11, "c": 14}  # lines of code of each patient


def wrong_lines():
    a = 6
    b = 7
    c = 6
    lines = {"a": a, "b": b, "c": c}
    return lines


TASK = Facts(
    kind="find",
    practises=("turn a symptom",),
    cases={"the three patients": {}},
    holds={
        "Each patient has the number of one of its lines, after `def`.": lambda lines: all(
            2 <= int(lines[name]) <= last for name, last in LENGTHS.items()
        ),
        "A line has a whole number.": lambda lines: all(
            int(lines[name]) == lines[name] for name in LENGTHS
        ),
    },
)

# %% counted-from-0
# Every line is one too small, as if the first one were line 0.
# What number is the line with `def`?
lines = {"a": 5, "b": 6, "c": 5}

# %% counted-without-def
# Every line is one too large.
# What number is the line with `def`?
lines = {"a": 7, "b": 8, "c": 7}

# %% patients-exchanged
# Two patients have changed places.
# Which symptom belongs to which code?
lines = {"a": 7, "b": 6, "c": 6}
# or
lines = {"a": 6, "b": 6, "c": 7}

# %% accused-causal-line
# The line of `a` that hides what comes later is right.
# If this line let words see the future, would texts of four words be exactly right?
a = 5

# %% accused-filling
# The lines of `a` that join the two conditions, and fill in -inf, are right.
# Which line decides how many keys a word sees?
# for n in 7 8
a = n

# %% accused-places
# The line of `a` that numbers the words is right.
# With a window of 1, which words should a word see, and which does it see?
a = 4

# %% accused-scale
# The lines of `a` that make the scores are right, root and all.
# Is the symptom there in short texts as well? And would a wrong score be?
# for n in 2 3
a = n

# %% accused-softmax
# The last two lines of `a` are right: softmax, and the average of the values.
# Texts of up to four words are right: could this line be wrong then?
# for n in 9 10
a = n

# %% accused-cutting
# The lines of `b` that cut rows into heads are right, and so is their width.
# With as many key heads as query heads, all is well: which line does nothing then?
# for n in 2 3 4 5
b = n

# %% accused-count
# The line of `b` that counts how often each key head is needed is right.
# For 4 heads and 2 groups, which key head should head 1 get, and which does it get?
b = 6

# %% accused-scores-of-heads
# The line of `b` that makes the scores is right: each head meets its own keys.
# For 4 heads and 2 groups, which key head is at place 1 by then?
b = 8

# %% accused-mask-of-heads
# The mask of `b` is right, and it is the same for all heads.
# Would a wrong mask be right with a single key head?
b = 9

# %% accused-merging
# The lines of `b` that merge the heads are right: each row keeps its own.
# With as many key heads as query heads, all is well: could the merging be wrong then?
# for n in 10 11
b = n

# %% accused-mask-at-once
# The mask of `c` without a cache is right.
# Besides the mask, what differs between the two branches?
c = 5

# %% accused-cache
# The branch of `c` with a cache is right, as the symptom says.
# Which lines run when a text is read at once?
# for n in 8 9 10 11 12
c = n

# %% accused-branch
# It is right in `c` to ask for the cache: the branch is needed.
# Put both branches side by side: what does one do that the other does not?
# for n in 4 7
c = n

# %% accused-shared-lines
# The line of `c` that you name runs with a cache as well, and there all is well.
# Which lines run only when a text is read at once?
# for n in 2 3 13 14
c = n
