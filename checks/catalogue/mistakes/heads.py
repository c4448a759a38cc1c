"""Heads cut, joined, compared or projected wrongly: mostly the words alone."""

# %% scale-by-sqrt-d_model
# The scores are divided by the root of d_model, the width of all heads together.
# How many numbers of a query take part in one head's score?
assert near(scaled, scores / np.sqrt(len(W_o)))

# %% scale-by-sqrt-num_heads
# The scores are divided by the root of the number of heads.
# How many numbers of a query take part in one head's score?
assert near(scaled, scores / np.sqrt(num_heads))

# %% softmax-over-heads
# Softmax runs over the heads, so they share out a weight of 1 for each query and key.
# Should one head's weights depend on the scores of another?
assert near(np.sum(weights, axis=-3), 1)

# %% split-without-transpose
# Reshape goes straight to heads first, so a head gets whole tokens, not columns of each.
# Which numbers of the first token are in the first head?

# %% merge-without-transpose
# Reshape joins heads straight away, so a row mixes several tokens.
# Which axes lie side by side when reshape joins two into one?

# %% heads-interleaved
# The heads take the columns in turns, not in blocks of neighbours.
# Where in a row do the numbers of the first head lie?

# %% heads-averaged
# The heads are averaged, so what each found alone is lost.
# What did one head find that the others did not?

# %% weights-averaged
# The weights are averaged over the heads, where each head's own are asked for.
# How many tables of weights do several heads fill?

# %% heads-summed
# The heads are added up, not put side by side.
# How wide must a row be so that every head keeps its place?

# %% heads-reversed
# The heads come in reverse order.
# Which columns belong to the first head?

# %% heads-axis-not-moved
# The axis of heads stays behind the tokens.
# Which two axes must come last where tokens are compared with tokens?

# %% heads-last
# The axis of heads comes last of all.
# Which two axes belong to one head's own table?

# %% heads-and-width-exchanged
# The number of heads is taken for the width of one head.
# With 2 heads and 6 columns, how wide is one head?

# %% heads-full-width
# Every head gets all the columns instead of its share.
# How do the heads share d_model out among themselves?

# %% heads-not-merged
# The heads keep an axis of their own and are not joined.
# How many axes does a table with one row for each token have?

# %% heads-stacked-as-rows
# The heads stand one below the other, not side by side.
# How many rows must be left when the heads are merged?

# %% embeddings-as-columns
# Rows and columns are swapped: the tokens are in the columns.
# Which axis of X counts the tokens?

# %% output-projection-missing
# The merged heads are returned as they are: W_o is never used.
# What still has to mix the numbers of different heads?
assert near(output, merged)
output = merged

# %% output-projection-transposed
# The merged heads are multiplied by the transposed W_o.
# Which axis of W_o does each merged row meet?
assert near(output, merged @ W_o.T)
output = merged @ W_o.T
