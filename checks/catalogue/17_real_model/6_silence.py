"""A head of a published model falls silent: its rows of W_o become 0."""

import numpy as np

from checks.catalogue.material.llama import SIZES, small_model
from checks.facts import Facts


def zeroed(array, place, made=np.array):
    changed = made(array)
    changed[place] = 0
    return changed


def silence(weights: small_model, layer, head, num_heads):
    name = f"{layer}.W_o"
    W_o = weights[name]
    d_head = len(W_o) // num_heads
    own = slice(head * d_head, (head + 1) * d_head)
    place = own
    quiet = zeroed(W_o, place)
    silent = weights | {name: quiet}
    return silent


SMALL = {**SIZES, "V": 3, "d_ff": 1, "d_model": 5, "d_head": 2}
BY_HAND = {"d_model": 2, "layers": 1, "num_heads": 2, "h_kv": 1, "d_head": 1}


def tiny(layer, head, **sizes):
    return {**SMALL, "layer": layer, "head": head, **sizes}


def ones_but_W_o(rng):
    drawn = small_model(rng, **{**SMALL, **BY_HAND})
    ones = {name: np.ones_like(array) for name, array in drawn.items()}
    return ones | {"0.W_o": np.array([[2.0, 5], [3, 7]])}


TASK = Facts(
    practises=("say what its heads do",),
    asks="With zeros in which numbers does nothing that this head fetches reach the stream?",
    valid=lambda *arguments: False,  # a model is too large to be shown
    cases={
        "head 1 of 4, in layer 0 of 2": tiny(0, 1),
        "head 2 of 4, in layer 1 of 2": tiny(1, 2, d_model=4),
        "head 0 of 3, in layer 0 of 1": tiny(0, 0, layers=1, num_heads=3, h_kv=1, d_model=3),
        "head 2 of 3, in layer 1 of 2": tiny(1, 2, num_heads=3, h_kv=1, d_model=7),
        "head 1 of 2, in layer 1 of 12": tiny(1, 1, layers=12, num_heads=2, h_kv=1),
        "float32 arrays": tiny(1, 0, num_heads=2, h_kv=1, dtype="float32"),
        "the example by hand": tiny(0, 1, num_heads=2, weights=ones_but_W_o),
    },
    holds={
        "Every array is there, in its shape.": lambda weights, result: all(
            np.shape(result[name]) == array.shape for name, array in weights.items()
        ),
        "All arrays but this W_o are as they were.": lambda weights, result, name: all(
            np.array_equal(result[other], weights[other]) for other in weights if other != name
        ),
    },
)

# %% columns-not-rows
# Columns of W_o are 0, so some numbers of the stream get nothing from any head.
# In `found @ W_o`, which axis of W_o meets the numbers that the heads have found?
assert not quiet[:, place[1]].any() and quiet.any()
place = (slice(None), own)
# or
columns = W_o.shape[1] // num_heads
place = (slice(None), slice(head * columns, (head + 1) * columns))

# %% all-later-heads
# The heads behind this one fall silent, too.
# Where do the rows of this head end?
assert head + 1 < num_heads and not quiet[head * d_head :].any()
place = slice(head * d_head, None)

# %% one-row
# Only a single row of W_o is 0.
# How many numbers does a head fetch for a token, and how many rows of W_o meet them?
assert d_head > 1 and (W_o != quiet).any(axis=1).sum() == 1
place = head

# %% rows-in-turns
# The rows of a head are taken in turns, but they lie one after the other.
# Which of the columns of `found` has head 0 made?
assert d_head > 1 and not quiet[head::num_heads].any()
place = slice(head, None, num_heads)

# %% width-from-d_model
# The rows are counted as if all heads together were d_model wide.
# How many rows does W_o have, and how many of them belong to each head?
assert d_head == W_o.shape[1] // num_heads
d_head = W_o.shape[1] // num_heads

# %% layers-that-end-alike
# Other layers are changed, too, because their names end in the same way.
# If there are twelve layers, which names end in `1.W_o`?
assert (silent["11.W_o"] != weights["11.W_o"]).any()
alike = [each for each in weights if each.endswith(f"{layer}.W_o")]
silent = weights | {each: zeroed(weights[each], own) for each in alike}

# %% values-not-rows
# Columns of W_v are 0, and the heads that share these values fall silent, too.
# Who else reads these columns of W_v, and which array has numbers that one head alone uses?
assert near(silent[name], W_o) and not near(silent[f"{layer}.W_v"], weights[f"{layer}.W_v"])
W_v = weights[f"{layer}.W_v"]
first = head * W_v.shape[1] // len(W_o) * d_head
silent = weights | {f"{layer}.W_v": zeroed(W_v, (slice(None), slice(first, first + d_head)))}

# %% queries-not-rows
# Columns of W_q are 0: all scores are alike, so the head still adds a mean of values.
# What does softmax make of scores that are all 0?
assert near(silent[name], W_o) and not silent[f"{layer}.W_q"][:, own].any()
silent = weights | {f"{layer}.W_q": zeroed(weights[f"{layer}.W_q"], (slice(None), own))}

# %% mutates-input
quiet = zeroed(W_o, place, np.asarray)
