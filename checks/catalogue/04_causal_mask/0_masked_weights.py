"""For a line of the lecture: scores that are hidden before softmax, where each token sees some."""

import numpy as np

from checks.catalogue.material.visible import some_visible
from checks.facts import Facts


def masked_weights(scores: "* n n", visible: some_visible):
    masked = np.where(visible, scores, -np.inf)
    exponentials = np.exp(masked - masked.max(axis=-1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights


TASK = Facts(
    practises=(),
    mistakes="mask.mask-missing mask.mask-inverted mask.mask-transposed own",
    cases={
        "4 tokens and a causal mask": {"n": 4, "visible": np.tri(4, dtype=bool)},
        "5 tokens, some of them hidden": {"n": 5},
        "a batch of two": {"batch": (2,), "n": 3, "visible": np.tri(3, dtype=bool)},
        "float32 scores": {"n": 4, "dtype": "float32"},
    },
    holds={
        "A hidden key gets no weight.": lambda weights, visible: not (weights * ~visible).any(),
        "A visible key gets some weight.": lambda weights, visible: (
            np.where(visible, weights, 1) > 0
        ).all(),
    },
)

# %% mask-missing
assert (weights > 0).all()
masked = scores

# %% mask-inverted
assert not np.where(visible, weights > 0, False).any()
masked = np.where(visible, -np.inf, scores)

# %% mask-transposed
assert np.isneginf(np.where(visible.T, -np.inf, masked)).all()
masked = np.where(visible.T, scores, -np.inf)

# %% mask-filled-with-zero
assert not np.where(visible, 0, masked).any()
masked = np.where(visible, scores, 0)
# or
masked = scores * visible

# %% mask-added-as-0-1
assert (weights > 0).all()
masked = scores + visible
# or
masked = scores - ~visible

# %% penalty-too-small
assert (weights > 0).all()
# for hidden in -1 -5 -10 scores-5 scores-10
masked = np.where(visible, scores, hidden)

# %% hidden-gets-infinity
# Hidden scores become +infinity, the largest of all.
# Which score does softmax give the most weight?
assert np.isposinf(np.where(visible, np.inf, masked)).all()
masked = np.where(visible, scores, np.inf)

# %% zero-times-infinity
assert np.isnan(np.where(visible, masked, np.nan)).all()
masked = scores + ~visible * -np.inf
# or
masked = scores - np.inf * ~visible

# %% mutates-input
masked = scores
masked[..., ~visible] = -np.inf
