"""A probe that checks whether a layer passes the stream on unchanged when it adds nothing."""

import numpy as np

from checks.catalogue.material import layers
from checks.facts import Facts


def matrix(rng, d):
    return layers.draw_rows(rng, layers.WIDTH, d)


def is_identity(layer, X: layers.draw_rows, W_o: matrix):
    W = np.zeros_like(W_o)
    found = layer(X, W)
    expected = X
    allowed = 1e-6 * np.abs(expected).max()
    close = np.abs(found - expected) <= allowed
    same = close.all()
    return bool(same)


def examined(name, n, d):
    return {"layer": getattr(layers, name), "n": n, "d": d}


def answers(wanted, *names):
    of_these = [getattr(layers, name) for name in names]
    return lambda layer, result: layer not in of_these or bool(result) is wanted


TASK = Facts(
    practises=("test a layer without",),
    shuffled=True,  # the answers are the same for every seed
    mistakes="compared own arguments",
    names={"Q": "X"},
    cases={
        "a layer with a residual": examined("with_residual", 5, 3),
        "a layer that rounds": examined("with_rounding", 6, 4),
        "a layer with its norm first": examined("pre_norm", 4, 3),
        "a layer that returns x + x": examined("added_to_itself", 5, 3),
        "a layer with its norm last": examined("post_norm", 4, 3),
        "a layer that adds to the normalised rows": examined("residual_of_normed", 5, 4),
        "a layer that adds a ten-thousandth": examined("small_bias_added", 4, 3),
        "a layer that takes a ten-thousandth": examined("small_bias_taken", 4, 3),
        "a layer that loses the first row": examined("first_row_lost", 5, 3),
        "a layer that loses the last row": examined("last_row_lost", 5, 2),
        "a layer that loses a row in the middle": examined("middle_row_lost", 5, 3),
        "a layer that moves a half to the next column": examined("column_to_column", 4, 4),
        "a layer that reverses the rows": examined("rows_reversed", 4, 3),
        "a layer that does not use W_o": examined("projection_ignored", 4, 3),
        "a layer that adds nothing at all": examined("nothing_added", 3, 4),
        "a layer that returns zeros": examined("always_zero", 3, 2),
        "a layer that adds X twice": examined("residual_twice", 4, 3),
        "a layer that skips the diagonal of W_o": examined("diagonal_skipped", 5, 4),
        "a layer that centres W_o": examined("projection_centred", 4, 2),
        "a layer that loses all signs": examined("absolute_stream", 5, 3),
    },
    valid=lambda layer, X, W_o: W_o.shape == (layers.WIDTH, X.shape[1]),
    holds={
        "A layer with a residual is the identity, wherever its norm reads.": answers(
            True, "with_residual", "pre_norm"
        ),
        "A layer that returns x + x is not, nor one that normalises the stream.": answers(
            False, "added_to_itself", "post_norm", "residual_of_normed"
        ),
        "A layer that returns zeros is not.": answers(False, "always_zero"),
        "One lost row is found, and so is a difference of a ten-thousandth.": answers(
            False,
            *("first_row_lost", "middle_row_lost", "last_row_lost"),
            *("small_bias_added", "small_bias_taken"),
        ),
        "Rounding is accepted.": answers(True, "with_rounding"),
    },
)

# %% projection-kept
# W_o goes in as it is, so even a healthy layer adds something.
# What should a layer add to the stream, if nothing is to change?
assert near(W, W_o)
W = W_o

# %% identity-for-zeros
# An identity matrix goes in for W_o, so the layer still adds something.
# Which matrix makes every product vanish?
assert near(W, np.eye(*W_o.shape))
W = np.eye(*W_o.shape)

# %% ones-for-zeros
# Ones go in for W_o, so the layer still adds something.
# Which matrix makes every product vanish?
assert near(W, 1)
W = np.ones_like(W_o)

# %% zeros-of-another-shape (errors: shapes)
# The zeros do not have the shape of W_o.
# What shape does W_o have, and which function makes zeros like an array?
assert np.shape(W) != np.shape(W_o)
W = np.zeros_like(X)
# or
W = np.zeros((X.shape[1], X.shape[1]))

# %% zeros-expected
# Zeros are expected to come out, but the stream should pass.
# What does a layer with a residual return, if it adds nothing?
assert near(expected, 0)
expected = 0 * X

# %% two-runs-compared
# It compares the layer with W_o and without, not with what went in.
# With W_o = 0, which array should come out?
assert near(expected, layer(X, W_o))
W = np.zeros_like(W_o)
expected = layer(X, W_o)

# %% residual-counted-twice
# Twice X is expected: the residual is already in what the layer returns.
# What does a layer with a residual return, if it adds nothing?
assert near(expected, 2 * X)
W = np.zeros_like(W_o)
expected = X + X

# %% one-row-is-enough
# A single row that agrees is taken as proof.
# Must some of the rows agree, or all?
assert same and not close.all()
same = close.all(axis=1).any()

# %% several-answers
return close
# or
return close.all(axis=1)

# %% difference-without-return
return True if same else None

# %% mutates-input
...
# or
W_o[:] = 0
W = W_o
