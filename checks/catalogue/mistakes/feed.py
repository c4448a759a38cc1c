"""The feed-forward network: ReLU in the wrong place, biases and matrices swapped.

`products` of the first matrix and its bias make `raw`, ReLU makes `hidden` of it, and `results` of
the second matrix and its bias make `output`.
"""

# %% relu-missing
# There is no ReLU between the two matrices, so together they do no more than one.
# What is done with the hidden numbers before the second matrix?
assert near(hidden, raw)
hidden = raw

# %% relu-last
# ReLU comes after the second matrix, and none is between the two.
# Between which two products does ReLU belong?
assert near(hidden, raw) and any(np.min(one) >= 0 for one in (results, output, output - X))
hidden = raw
output = np.maximum(results + b_2, 0)
# or
hidden = raw
results = np.maximum(results, 0)

# %% relu-twice
# ReLU is applied after the second matrix as well.
# May the feed-forward take something away from a number?
assert any(np.min(one) >= 0 for one in (results, output, output - X))
output = np.maximum(results + b_2, 0)
# or
results = np.maximum(results, 0)

# %% relu-before-bias
# ReLU comes before the first bias is added.
# Which comes first in relu(X W_1 + b_1)?
assert near(hidden, np.maximum(products, 0) + b_1)
hidden = np.maximum(products, 0) + b_1

# %% relu-on-input
# ReLU is applied to X, before the first matrix.
# Which numbers should ReLU keep: those of a token, or the hidden ones?
assert np.min(X) >= 0
X = np.maximum(X, 0)
hidden = raw
# or
X = np.maximum(X, 0)

# %% relu-negated
# The negative numbers are kept, and the positive ones become 0.
# What should ReLU make of 3, and what of -3?
assert np.max(hidden) <= 0
hidden = np.minimum(raw, 0)

# %% absolute-not-relu
# Negative numbers change their sign, where they should become 0.
# What should ReLU make of -3?
assert near(hidden, np.abs(raw))
hidden = np.abs(raw)

# %% step-not-relu
# Each hidden number becomes 0 or 1: only its sign is left.
# What should ReLU make of 3?
assert near(hidden, raw > 0)
hidden = (raw > 0) * 1.0

# %% max-not-maximum
# np.max takes the 0 for an axis, and gives the largest numbers along it.
# Which function gives, for each number of a table, the larger of it and 0?
assert near(hidden, raw.max(axis=0))
hidden = np.max(raw, 0)

# %% relu-capped
# Hidden numbers above a limit are cut off.
# What should ReLU make of 100?
assert near(hidden, np.clip(raw, 0, hidden.max())) and hidden.max() < raw.max()
# for limit in 1 6
hidden = np.clip(raw, 0, limit)

# %% leaky-relu
# Negative hidden numbers are made small, but not 0.
# What should ReLU make of -100?
assert (hidden[raw < 0] < 0).all()
# for leak in 0.01 0.1
hidden = np.where(raw > 0, raw, leak * raw)

# %% another-bend
# Another function than ReLU bends the hidden numbers.
# What should ReLU make of 3, and what of -3?
assert not near(hidden, np.maximum(raw, 0))
hidden = np.tanh(raw)
# or
hidden = 1 / (1 + np.exp(-raw))
# or
hidden = raw / (1 + np.exp(-raw))
# or
hidden = 0.5 * raw * (1 + np.tanh(np.sqrt(2 / np.pi) * (raw + 0.044715 * raw**3)))

# %% bias-forgotten
# A bias is never added.
# Which of your five arguments is not used?
assert near(raw, products) or near(output, results)
raw = products
# and/or
output = results

# %% biases-exchanged (errors: broadcast)
# b_1 and b_2 are exchanged, which fits only where d_ff equals d.
# How many numbers does each bias have?
assert near(raw, products + b_2)
raw = products + b_2
output = results + b_1

# %% matrices-exchanged (errors: product)
# W_2 comes first and W_1 second, which fits only where d_ff equals d.
# How many numbers does a token have before the first matrix, and after it?
assert near(products, X @ W_2)
products = X @ W_2
results = hidden @ W_1

# %% matrices-transposed (errors: product)
# A matrix is transposed before it is multiplied, as PyTorch stores it.
# What is the shape of W_1 here, and which of its axes meets the last axis of X?
assert near(products, X @ W_1.T) or near(results, hidden @ W_2.T)
products = X @ W_1.T
# and/or
results = hidden @ W_2.T

# %% second-matrix-missing
# The hidden numbers are returned, and the second matrix is never used.
# How many numbers should each token have at the end?
assert near(output, hidden)
output = hidden

# %% residual-added
# X is added to the output, which is the job of the block.
# What does the feed-forward alone return?
assert any(near(output - X, one) for one in (results + b_2, np.maximum(results + b_2, 0), results))
output = X + output

# %% batch-axis-breaks (errors: shapes)
# With batch axes in front it breaks.
# Which axes does the code count from the front?
assert X.ndim > 2
n, d = X.shape
# or
products = np.array([W_1.T @ x for x in X])
results = np.array([W_2.T @ h for h in hidden])
