"""Predict what each of the four biases of attention changes, and which of them changes nothing."""
# ruff: noqa: E731  softmax is a line of its own, because it can go wrong as a whole

import numpy as np

from checks.facts import Facts

W_O = 2


def bias_that_does_nothing():
    q = np.array([1, 0])
    keys = np.array([[np.log(3), 0], [0, np.log(9)]])
    b_q, b_k, b_v = np.array([0, 1]), np.array([np.log(5), np.log(2)]), 2
    values = np.array([8, 4])
    first_of = lambda scores: np.exp(scores)[0] / np.exp(scores).sum()
    bare = first_of(keys @ q)
    with_key = first_of((keys + b_k) @ q)
    with_query = first_of(keys @ (q + b_q))
    with_both = first_of((keys + b_k) @ (q + b_q))
    found = bare * values[0] + (1 - bare) * values[1]
    without = found * W_O
    with_value = (found + b_v) * W_O
    instead = b_v * W_O
    numbers = np.array([bare, with_key, with_query, with_both, without, with_value, instead])
    return numbers


TASK = Facts(
    kind="predict",
    practises=("run a published language model",),
    mistakes="own",
    cases={"paper": {}},
    holds={
        "There are seven numbers.": lambda numbers: np.shape(numbers) == (7,),
        "The first four are weights, from 0 to 1.": lambda numbers: (
            0 <= np.min(numbers[:4]) <= np.max(numbers[:4]) <= 1
        ),
        "One more number in every value moves the output.": lambda numbers: numbers[5] > numbers[4],
    },
)

# %% weights-of-the-second-key
# These are the weights of the second key, where those of the first are asked for.
# Which key has the larger score without any bias?
assert near(result[:4], 1 - right.numbers[:4])
bare, with_key, with_query, with_both = 0.25, 0.25, 0.75, 0.75
found = 7

# %% shares-without-exp
# The scores themselves are shared out, without exponentials.
# What does softmax do with scores before it divides by their sum?
assert near(result[0], 1)
first_of = lambda scores: scores[0] / scores.sum()
found = 7
# or
first_of = lambda scores: scores[0] / scores.sum()

# %% scores-as-weights
# A score, or its exponential, stands where a weight is asked for.
# What must the weights of both keys add up to?
assert near(result[0], np.log(3)) or near(result[0], 3)
# for score in np.log(3) 3
bare = score
found = 7
# or
bare, with_key, with_query, with_both = np.log([3, 15, 3, 30])
found = 7
# or
bare, with_key, with_query, with_both = 3, 15, 3, 30
found = 7

# %% key-bias-on-one-key
# b_k is added to one key only.
# Which keys of a layer get b_k?
assert near(with_key, 15 / 16) or near(with_key, 3 / 8)
# for one in 15/16 3/8
with_key = one
# or
with_key = 15 / 16
with_both = 30 / 39
# or
with_key = 3 / 8
with_both = 3 / 93

# %% key-bias-evens-out
# With b_k, the weights are said to be equal.
# By how much does b_k raise each of the two scores, and what is left between them?
assert near(with_key, 1 / 2)
with_key = 0.5
# or
with_key = 0.5
with_both = 0.5

# %% key-bias-without-its-key
# b_k takes the place of a key's numbers, where it is added to those of both keys.
# What is (a + c) - (b + c)?
assert near(with_key, 5 / 6) or near(with_key, 5 / 8) or near(with_key, 5 / 7)
# for one in 5/6 5/8 5/7
with_key = one

# %% query-bias-ignored
# b_q is said to change nothing either.
# Which score does the second number of the query take part in?
assert near(with_query, bare)
with_query = 0.75
with_both = 0.75

# %% query-replaced
# The query is replaced by b_q, where b_q is added to it.
# What is (1, 0) + (0, 1)?
assert near(with_query, 1 / 10)
with_query = 0.1
# or
with_query = 0.1
with_both = 0.1

# %% query-bias-evens-out
# With b_q, the weights are said to be equal.
# Which exponentials do the two scores have, once the query is (1, 1)?
assert near(with_query, 1 / 2)
with_query = 0.5
# or
with_query = 0.5
with_both = 0.5

# %% biases-cancel
# With both biases it is the weight without any, as if they undid each other.
# Which of the two biases changed the weight, and is it still there?
assert near(with_both, bare) and not near(with_query, bare)
with_both = 0.75

# %% biases-beside-their-products
# The product of b_q and b_k is the same for both keys, but here it moves the weight.
# Which of the two keys does that product depend on, and what does softmax do with it?
assert near(with_both, 2 / 5) or near(with_both, 3 / 5) or near(with_both, 2 / 3)
# for one in 2/5 3/5 2/3
with_both = one

# %% output-projection-forgotten
# The output is the weighted mean of the values, which has not met W_o yet.
# What happens to the mean of the values before it leaves the layer?
assert near(result[4], found)
without = 7
with_value = 9
# or
without = 7
with_value = 9
instead = 2
# or
without = 7

# %% values-added-up
# The values are added up, or averaged with equal weights.
# How much of each value does the query take?
assert near(result[4], 24) or near(result[4], 12)
without = 24
with_value = 28
# or
without = 24
with_value = 32
# or
without = 12
with_value = 16
# or
without = 24
# or
without = 12

# %% weights-exchanged-in-output
# The larger weight meets the second value, or the weights are those with b_q.
# Whose value is 8, and which weight belongs to it without any bias?
assert near(result[4], 10)
without = 10
with_value = 14
# or
without = 10

# %% value-bias-ignored
# b_v is said to change nothing, but b_k alone does that.
# If every value is larger by 2, what is their weighted mean?
assert near(with_value, without)
with_value = without

# %% value-bias-for-each-key
# b_v is counted once for each key, although weights that sum to 1 share it out.
# How much of b_v arrives from each key, and how much in all?
assert near(with_value, (found + 2 * b_v) * W_O)
with_value = (found + 2 * b_v) * W_O

# %% value-bias-of-one-key
# b_v is added to one of the values only.
# Which values of a layer get b_v?
assert near(with_value, without + 3) or near(with_value, without + 1)
# for more in 3 1
with_value = without + more

# %% value-bias-after-projection
# b_v is added behind W_o, but it belongs to the values, which are in front of it.
# Which is multiplied by W_o: the values before b_v is added, or after it?
assert near(with_value, without + b_v)
with_value = without + b_v
# or
with_value = without + b_v
instead = 2

# %% output-bias-not-projected
# The last number is b_v itself, but b_o is added where W_o has already been.
# By how much did the output change when b_v came, and which b_o does the same?
assert near(instead, b_v) and not near(with_value, without + b_v)
instead = 2

# %% output-bias-is-the-output
# The last number is the whole output, and not what b_o has to add to it.
# What is the difference of the two outputs?
assert near(instead, with_value)
instead = with_value

# %% output-bias-inverted
# The last number is divided by W_o, where it should be multiplied.
# b_v passes W_o on its way: what arrives?
assert near(instead, 1)
instead = 1
