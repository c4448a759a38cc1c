"""Find the key that wins searches only by its length."""

import numpy as np

from checks.facts import Facts

RIGHT = 4


def loud_key():
    answer = RIGHT
    return answer


TASK = Facts(
    kind="find",
    practises=("work out a dot product",),
    cases={"the five keys": {}},
    holds={
        "The answer is the index of a key, from 0 to 4.": lambda result: (
            np.ndim(result) == 0 and result in range(5)
        )
    },
)

# %% accused-longest-key
# Key 0 is the longest, but no query points its way, so it wins no search.
# Does a long key always win?
answer = 0

# %% accused-most-wins
# Key 1 wins the most searches, but by cosine it wins the same ones.
# Which winners change when you compare by cosine?
answer = 1

# %% accused-drowned-key
# Key 2 wins no search by dot product: it is the one that loses out.
# Which key takes the searches that key 2 wins by cosine?
answer = 2

# %% accused-fair-key
# Key 3 wins one search, and by cosine it wins the same one.
# Which winners change when you compare by cosine?
answer = 3

# %% counted-from-one
# There is no key 5: the five keys are counted from 0.
# Which index does the first row of an array have?
answer = 5
