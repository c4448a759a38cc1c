"""Predict the weights and the output of a soft lookup, and the effect of a longer query."""

import numpy as np

from checks.facts import Facts

FIRST, SECOND = 2, 8  # the exponentials of the scores
MAT, CAT = 10, 5  # the ages


def lookup_on_paper():
    scores = np.log([FIRST, SECOND])
    values = np.array([MAT, CAT])
    exponentials = np.exp(scores)
    twice = np.exp(2 * scores)
    weights = exponentials / exponentials.sum()
    output = weights @ values
    longer = twice / twice.sum()
    return np.array([*weights, output, longer[1]], dtype=float)


TASK = Facts(
    kind="predict",
    practises=("look something up softly",),
    cases={"paper": {}},
    numbers={
        "FIRST, SECOND": ("2, 10", "3, 6", "2, 12", "3, 21", "2, 18", "4, 6"),
        "MAT, CAT": ("12, 4", "9, 5", "14, 6", "11, 3"),
    },
    holds={
        "There are four numbers.": lambda result: np.shape(result) == (4,),
        "The two weights sum to 1.": lambda result: np.isclose(result[0] + result[1], 1, atol=1e-3),
        "The output lies between the two values.": lambda result: CAT < result[2] < MAT,
        "No weight is above 1.": lambda result: np.max([*result[:2], result[3]]) <= 1,
        "A longer query is more decisive.": lambda result: result[1] < result[3],
    },
)

# %% exp-missing
# The scores are divided by their sum, and the exponential is left out.
# What is e to the power of ln 2?
assert near(exponentials, scores)
assert near(twice, 2 * scores)
exponentials = scores
twice = 2 * scores

# %% logarithm-missing
# The logarithm is left out: the scores are taken for the numbers behind ln.
# What is e to the power of a logarithm?
assert near(scores, (FIRST, SECOND))
scores = np.array([FIRST, SECOND])

# %% softmax-not-normalised
# The exponentials are never divided by their sum.
# What must the two weights add up to?
assert near(weights, exponentials)
assert near(longer, twice)
weights = exponentials
longer = twice

# %% hard-argmax
# The better key takes all the weight, and the other one gets nothing.
# Is e to the power of the smaller score 0?
assert near(result[[0, 1, 3]], (0, 1, 1))
weights = np.array([0, 1])
longer = np.array([0, 1])

# %% weights-exchanged
# The weights are exchanged: the lower score gets the larger one.
# Which key fits better, the first or the second?
assert result[0] > result[1]
weights = exponentials[::-1] / exponentials.sum()
longer = twice[::-1] / twice.sum()

# %% values-exchanged
# In the output each weight multiplies the value of the other key.
# Which value belongs to the first key?
assert near(output, weights @ values[::-1])
output = weights @ values[::-1]

# %% divided-by-n
# The weighted values are divided by 2, though the weights already sum to 1.
# What is the average of equal values, and what do you get?
assert near(output, weights @ values / 2)
output = weights @ values / 2

# %% plain-average
# The output is the plain average of the values, without the weights.
# Which of the two values should count more?
assert near(output, values.mean())
output = values.mean()

# %% best-value-only
# The output is the value of the better key alone.
# How much does the other value count?
assert near(output, values[1])
output = values[1]

# %% length-ignored
# The last weight stays the same, as if a longer query changed nothing.
# What happens to both scores when every number of the query doubles?
assert near(longer, weights)
longer = weights

# %% ratio-doubled
# The last weight comes from doubling the ratio of the weights, which should be squared.
# What is e to the power of 2 ln 8?
assert near(longer[1] / (1 - longer[1]), 2 * weights[1] / weights[0])
longer = weights * (1, 2) / (1 + weights[1])

# %% equal-weights
# Both keys get the same weight.
# Which of the two scores is larger?
assert near(weights, 0.5)
weights = np.array([0.5, 0.5])
longer = np.array([0.5, 0.5])

# %% values-added
# The two values are added up, and the weights play no part.
# How much does each of the two values count?
assert near(output, values.sum())
output = values.sum()

# %% weight-doubled
# The last weight itself is doubled, not the scores.
# What do the two weights of the longer query add up to?
assert near(longer, 2 * weights)
longer = 2 * weights

# %% one-score-doubled
# Only the second score is doubled for the last weight, and the first stays as it is.
# What happens to every dot product when the query is twice as long?
assert near(twice, np.exp(scores * (1, 2)))
twice = np.exp(scores * (1, 2))

# %% ratio-not-weight
# The last number is a ratio of two exponentials, not a share of their sum.
# Can a weight be larger than 1?
assert near(longer[1], twice[1] / twice[0])
longer = twice / twice[0]

# %% other-weight-of-longer
# The last number is the weight of the other key.
# Which of the two keys gets more from a longer query?
assert near(longer[1], twice[0] / twice.sum())
longer = twice[::-1] / twice.sum()

# %% output-of-longer
# The last number is the output of the longer query, but its weight is asked for.
# What does the exercise want to know about the longer query?
assert near(result[3], longer @ values)
return np.array([*weights, output, longer @ values])

# %% rounded
# The result is rounded to a few decimals.
# Does the exercise ask for rounding?
assert near(result, np.round(result, 3))
result = np.round(result, 1)
# or
result = np.round(result, 2)
# or
result = np.round(result, 3)

# %% weight-squared
# The weight is squared for the longer query, and not shared out again.
# To what would the two squares sum, and to what must weights sum?
assert near(longer[1], weights[1] ** 2)
longer = weights**2
