"""A language model whose heads, layers or last steps are the wrong ones."""

from attnlib import softmax

# %% scale-of-one-size
# The scores are always divided by the same number, however wide a head is.
# How wide is a head if the rows have 6 numbers, and where does your code ask?
assert np.isclose(scores / scaled, 4).any() or np.isclose(scores / scaled, 32**0.5).any()
# for width in 16 32
scaled = scores / np.sqrt(width)

# %% single-head
# One head attends with all columns, where the model has two.
# Where does the number of heads enter the computation?
assert Q.shape[0] == 1
num_heads = 1

# %% final-norm-missing
# The stream is read out as it is, without the last norm.
# Which arrays of the table does your code never use?
assert near(last, X)
last = X

# %% one-layer-for-both
# Both blocks use the arrays of one layer.
# Where does the number of the layer enter the names of the arrays?
assert len(set(layers)) == 1
# for layer in 0 1
layers = (layer, layer)

# %% attention-of-block-0-twice
# Attention of layer 2 uses the matrices of layer 1.
# Which arrays whose names begin with `1.` does your code never use?
assert near(W_v, weights["0.W_v"]) and near(W_o, weights["0.W_o"])
W_q, W_k, W_v, W_o = (weights[f"0.{name}"] for name in ("W_q", "W_k", "W_v", "W_o"))

# %% feed-forward-of-block-0-twice
# The feed-forward of layer 2 uses arrays of layer 1.
# Which arrays whose names begin with `1.` does your code never use?

# %% chances-not-logits
# Softmax is applied at the end: these are chances, no longer logits.
# What does the exercise ask for: logits, or what softmax makes of them?
assert near(np.sum(logits, axis=-1), 1)
logits = softmax(logits)
