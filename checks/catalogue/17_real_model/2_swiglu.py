"""The feed-forward of newer models, one half of which opens and shuts the other: a repair."""

import numpy as np

from checks.facts import Facts, near

STARTER = '''
def swiglu(X, W_gate, W_up, W_down):
    """(silu(X W_gate) * (X W_up)) W_down for X (..., n, d), with silu(z) = z / (1 + exp(-z))."""
    gate = X @ W_gate
    up = X @ W_up
    opened = gate / (1 + np.exp(-gate))
    return opened * up @ W_down
'''


def swiglu(X: "* n d", W_gate: "d d_ff", W_up: "d d_ff", W_down: "d_ff d"):
    gate = X @ W_gate
    up = X @ W_up
    sigmoid = 1 / (1 + np.exp(-gate))
    silu = gate * sigmoid
    hidden = silu * up
    output = hidden @ W_down
    return output


def shut(rng, d, d_ff):
    return -rng.uniform(1.3, 2, size=(d, d_ff))


def positive(rng, n, d):
    return rng.uniform(1, 2, size=(n, d))


def almost_nothing_where_shut(output, gate, up, W_down):
    rows = (gate < -5).all(axis=-1)  # silu(-5) is -.03
    return (np.abs(output) <= 0.04 * np.abs(up) @ np.abs(W_down))[rows].all()


TASK = Facts(
    kind="repair",
    starter=STARTER,
    slips={
        "gate-and-up-exchanged": ("opened = up / (1 + np.exp(-up))\nreturn opened * gate @ W_down"),
    },
    practises=("run a published language model",),
    redrawn=1,
    mistakes="own result.return-missing arguments",
    symbols={"Q": "X"},
    cases={
        "3 tokens, d 4 and d_ff 7": dict(n=3, d=4, d_ff=7),
        "5 tokens, d 6 and d_ff 2": dict(n=5, d=6, d_ff=2),
        "4 tokens, d 4 and d_ff 4": dict(n=4, d=4, d_ff=4),
        "a batch of 2, 3 tokens, d 4 and d_ff 6": dict(batch=(2,), n=3, d=4, d_ff=6),
        "two axes in front": dict(batch=(3, 2), n=4, d=5, d_ff=6),
        "a single token": dict(n=1, d=3, d_ff=8),
        "gates that are all shut": dict(n=3, d=4, d_ff=5, X=positive, W_gate=shut),
        "float32 arrays": dict(n=4, d=3, d_ff=5, dtype="float32"),
        "gates up to 100": dict(
            n=2,
            d=2,
            d_ff=3,
            X=np.array([[10.0, 0], [-2, 8]]),
            W_gate=np.array([[10.0, -7, 1], [1, 9, -3]]),
        ),
    },
    holds={
        "The shape is that of X.": lambda output, X: np.shape(output) == X.shape,
        "Where all gates are shut, almost nothing comes out.": almost_nothing_where_shut,
    },
)

# %% gate-and-up-exchanged
# The wrong half goes through silu: up opens and shuts the gate.
# Which of the two matrices makes the numbers that silu bends?
assert near(gate, X @ W_up)
gate = X @ W_up
up = X @ W_gate

# %% sigmoid-not-silu
# The gate is bent by the sigmoid alone; silu is the number times its sigmoid.
# What is silu(2), and what is the sigmoid of 2?
assert near(silu, sigmoid)
silu = sigmoid

# %% silu-missing
# No silu is left: the two halves are multiplied as they are.
# What happens to the gate before it meets the other half?
assert near(silu, gate)
silu = gate

# %% silu-on-both
# Both halves go through silu, where only the gate should.
# How often does the formula say silu?
assert near(up, X @ W_up / (1 + np.exp(-(X @ W_up))))
up = X @ W_up / (1 + np.exp(-(X @ W_up)))

# %% silu-after-product
# The halves are multiplied first, and silu bends their product.
# What does silu get in the formula: one half, or the product?
assert near(hidden, gate * up / (1 + np.exp(-gate * up)))
hidden = gate * up / (1 + np.exp(-gate * up))

# %% sum-not-product
# The two halves are added, so the gate cannot shut anything.
# If silu gives 0, what should be left of the other half?
assert near(hidden, silu + up)
hidden = silu + up

# %% up-missing
# The second half is missing, so only the gate gets through.
# Which of the two halves does your code never use?
assert near(hidden, silu)
hidden = silu

# %% gate-missing
# The gate is missing, so the second half passes as it is.
# Which of the two halves does your code never use?
assert near(hidden, up)
hidden = up

# %% sign-flipped
# The sign in the exponential is flipped, so negative numbers pass and positive ones do not.
# What does your bend make of 10, and what of -10?
assert near(sigmoid, 1 / (1 + np.exp(gate)))
sigmoid = 1 / (1 + np.exp(gate))

# %% brackets-missing
# The brackets around the sum are missing, so the exponential does not divide.
# Which comes first in `a / 1 + b`?
assert near(silu, gate + np.exp(-gate)) or near(silu, gate * (1 + np.exp(-gate)))
silu = gate / 1 + np.exp(-gate)
# or
silu = gate * (1 / 1 + np.exp(-gate))

# %% relu-not-silu
# ReLU bends the gate, as in older models.
# What should come out for -1: 0, or a small negative number?
assert near(silu, np.maximum(gate, 0))
silu = np.maximum(gate, 0)

# %% gelu-not-silu
# GELU bends the gate, a curve of almost the same shape.
# Which bend has GPT-2, and which is asked for here?
assert np.abs(silu - gate * sigmoid).max() < 0.25
assert not near(silu, gate * sigmoid)
silu = gate / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (gate + 0.044715 * gate**3)))
# or
silu = gate / (1 + np.exp(-1.702 * gate))

# %% tanh-not-silu
# The gate goes through the hyperbolic tangent.
# What should the bend make of 10?
assert near(silu, np.tanh(gate)) or near(silu, gate * np.tanh(gate))
silu = np.tanh(gate)
# or
silu = gate * np.tanh(gate)

# %% gate-after-down (errors: broadcast)
# Only one half is multiplied by W_down, and the other meets it too late.
# In which order does Python compute `a * (b @ c)`?
assert near(output, silu * (up @ W_down)) or near(output, (silu @ W_down) * up)
output = silu * (up @ W_down)
# or
output = (silu @ W_down) * up

# %% both-through-down
# Both halves go through W_down, and are multiplied only afterwards.
# How wide are the two halves when they meet: d or d_ff?
assert near(output, (silu @ W_down) * (up @ W_down))
output = (silu @ W_down) * (up @ W_down)

# %% down-missing
# The hidden numbers are returned, and W_down is never used.
# How many numbers should each token have at the end?
assert near(output, hidden)
output = hidden

# %% matrices-transposed (errors: product)
# A matrix is transposed before it is multiplied, as PyTorch stores it.
# What is the shape of W_gate here, and which of its axes meets the last axis of X?
assert near(gate, X @ W_gate.T) or near(up, X @ W_up.T) or near(output, hidden @ W_down.T)
gate = X @ W_gate.T
# and/or
up = X @ W_up.T
# and/or
output = hidden @ W_down.T

# %% residual-added
# X is added to the output, which is the job of the block.
# What does the feed-forward alone return?
assert near(result - X, output)
return X + output

# %% batch-axis-breaks (errors: shapes)
# With batch axes in front it breaks.
# Which axes does the code count from the front?
assert X.ndim > 2
n, d = X.shape
