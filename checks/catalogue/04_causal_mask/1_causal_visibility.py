"""Which token may attend to which, if each sees itself and the tokens before it."""

import numpy as np

from checks.facts import Facts


def causal_visibility(n):
    visible = np.tri(n, dtype=bool)
    return visible


TASK = Facts(
    practises=("say who may see whom",),
    mistakes="mask axis-squeezed",
    shuffled=True,  # otherwise every seed would ask the same
    cases={f"n = {n}": {"n": n} for n in (4, 1, 6)},
    more_cases={"the example by hand": {"n": 2}},
    holds={
        "n rows and n columns of True and False.": lambda n, visible: (
            visible.dtype == np.bool_ and visible.shape == (n, n)
        ),
        "Every token sees itself.": lambda visible: visible.diagonal().all(),
        "No token sees a later one.": lambda visible: not np.triu(visible, 1).any(),
        "Every token sees all earlier ones.": lambda n, visible: visible[np.tril_indices(n)].all(),
    },
)

# %% mask-not-bool
return visible * 1.0

# %% mask-additive
# for hidden in -np.inf -1e9
return np.where(visible, 0, hidden)

# %% extra-axis
return visible[None]

# %% return-in-loop
visible[1:] = False

# %% first-sees-nothing
# The first token sees nothing, not even itself.
# What may a token see that has nothing before it?
assert not np.any(visible[0])
visible[0] = False

# %% only-the-next-hidden
# Only the very next token is hidden, but not those behind it.
# May the first token see the third?
assert not np.diagonal(visible, 1)[1:].any() and np.diagonal(visible, 2)[1:].all()
visible = ~np.eye(n, k=1, dtype=bool)
