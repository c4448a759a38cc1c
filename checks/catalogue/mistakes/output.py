"""The right weights applied to the wrong values, or the results in the wrong order."""

from attnlib import softmax
from checks.catalogue.material.scores import near_where_shown

# %% weights-transposed
# The weights are transposed before they meet the values.
# Which axis of the weights belongs to the rows of V?
assert near(output, np.einsum("...ij,...iv->...jv", weights, V))
output = np.swapaxes(weights, -1, -2) @ V
# or
output = weights.T @ V
# or
output = np.einsum("...ij,...iv->...jv", weights, V)

# %% values-from-keys
# The weights average the keys, and V is never used.
# What is each key there for, and what is handed over when it fits?
assert near(output, weights @ K)
output = weights @ K

# %% returned-in-wrong-order
# The weights come first and the output second.
# In what order does the exercise ask for its two results?
assert near(result[0], weights)
assert near(result[1], output)
return weights, output

# %% weights-not-returned
# Only the output is returned, the weights are not.
# Which two results does the exercise ask for?
assert not isinstance(result, tuple)
return output

# %% scores-returned
# The scores are returned in place of the weights.
# What do the rows of your second result add up to?
assert any(near_where_shown(result[1], table) for table in (scores, scaled))
return output, scores
# or
return output, scaled

# %% softmax-on-output
# A softmax runs over the output as well.
# Is an output a set of weights, or an average of values?
assert near(np.sum(output, axis=-1), 1)
output = softmax(output)

# %% best-value-only
# The output is the value of the best key alone.
# Which values should an output be an average of?

# %% divided-by-n
# The weighted values are divided by their number, though weights sum to 1.
# What is the average of equal values, and what do you get?
