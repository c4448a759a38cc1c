"""Predict what each of the four biases of attention changes, and which of them changes nothing."""
# ruff: noqa: E731  softmax is a line of its own, because it can go wrong as a whole

import numpy as np

from checks.facts import Facts

FIRST, SECOND = 3, 9  # behind the logarithms of the keys
K_1, K_2 = 5, 2  # behind those of b_k
VALUES, W_O, B_V = (8, 4), 2, 2


def bias_that_does_nothing():
    q = np.array([1, 0])
    keys = np.array([[np.log(FIRST), 0], [0, np.log(SECOND)]])
    b_q, b_k, b_v = np.array([0, 1]), np.log([K_1, K_2]), B_V
    values = np.array(VALUES)
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


def share(part, rest):
    return part / (part + rest)


def mean():
    return share(FIRST, 1) * VALUES[0] + share(1, FIRST) * VALUES[1]


TASK = Facts(
    kind="predict",
    practises=("run a published language model",),
    mistakes="own",
    cases={"paper": {}},
    numbers={
        "FIRST, SECOND": ("3, 12", "3, 7", "3, 17", "9, 6", "9, 15"),
        "K_1, K_2": ("7, 2", "6, 5", "8, 5", "7, 5"),
        "VALUES": ("10, 5", "12, 2", "6, 1", "14, 2"),
        "W_O, B_V": ("2, 3", "3, 2", "3, 4", "2, 5", "3, 5"),
    },
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
bare, with_key = share(1, FIRST), share(1, FIRST)
with_query, with_both = share(SECOND, FIRST), share(SECOND, FIRST)
found = mean()

# %% shares-without-exp
# The scores themselves are shared out, without exponentials.
# What does softmax do with scores before it divides by their sum?
assert near(result[0], 1)
first_of = lambda scores: scores[0] / scores.sum()
found = mean()
# or
first_of = lambda scores: scores[0] / scores.sum()

# %% scores-as-weights
# A score, or its exponential, stands where a weight is asked for.
# What must the weights of both keys add up to?
assert near(result[0], np.log(FIRST)) or near(result[0], FIRST)
# for score in np.log(FIRST) FIRST
bare = score
found = mean()
# or
bare, with_key, with_query, with_both = np.log([FIRST, FIRST * K_1, FIRST, FIRST * K_1 * K_2])
found = mean()
# or
bare, with_key, with_query, with_both = FIRST, FIRST * K_1, FIRST, FIRST * K_1 * K_2
found = mean()

# %% key-bias-on-one-key
# b_k is added to one key only.
# Which keys of a layer get b_k?
assert near(with_key, share(FIRST * K_1, 1)) or near(with_key, share(FIRST, K_1))
# for one in share(FIRST*K_1,1) share(FIRST,K_1)
with_key = one
# or
with_key = share(FIRST * K_1, 1)
with_both = share(FIRST * K_1 * K_2, SECOND)
# or
with_key = share(FIRST, K_1)
with_both = share(FIRST, SECOND * K_1 * K_2)

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
assert any(near(with_key, share(K_1, rest)) for rest in (1, FIRST, K_2))
# for one in share(K_1,1) share(K_1,FIRST) share(K_1,K_2)
with_key = one

# %% query-bias-ignored
# b_q is said to change nothing either.
# Which score does the second number of the query take part in?
assert near(with_query, bare)
with_query = share(FIRST, 1)
with_both = share(FIRST, 1)

# %% query-replaced
# The query is replaced by b_q, where b_q is added to it.
# What is the sum of the query and b_q?
assert near(with_query, share(1, SECOND))
with_query = share(1, SECOND)
# or
with_query = share(1, SECOND)
with_both = share(1, SECOND)

# %% query-bias-evens-out
# With b_q, the weights are said to be equal.
# Which exponentials do the two scores have, once b_q is added to the query?
assert near(with_query, 1 / 2)
with_query = 0.5
# or
with_query = 0.5
with_both = 0.5

# %% biases-cancel
# With both biases it is the weight without any, as if they undid each other.
# Which of the two biases changed the weight, and is it still there?
assert near(with_both, bare) and not near(with_query, bare)
with_both = share(FIRST, 1)

# %% biases-beside-their-products
# The product of b_q and b_k is the same for both keys, but here it moves the weight.
# Which of the two keys does that product depend on, and what does softmax do with it?
assert any(
    near(with_both, share(part, rest))
    for part, rest in ((FIRST * K_2, SECOND), (SECOND, FIRST * K_2), (K_2, 1))
)
# for one in share(FIRST*K_2,SECOND) share(SECOND,FIRST*K_2) share(K_2,1)
with_both = one

# %% output-projection-forgotten
# The output is the weighted mean of the values, which has not met W_o yet.
# What happens to the mean of the values before it leaves the layer?
assert near(result[4], found)
without = mean()
with_value = mean() + B_V
# or
without = mean()
with_value = mean() + B_V
instead = B_V
# or
without = mean()

# %% values-added-up
# The values are added up, or averaged with equal weights.
# How much of each value does the query take?
assert near(result[4], W_O * sum(VALUES)) or near(result[4], W_O * sum(VALUES) / 2)
without = W_O * sum(VALUES)
with_value = W_O * (sum(VALUES) + B_V)
# or
without = W_O * sum(VALUES)
with_value = W_O * (sum(VALUES) + 2 * B_V)
# or
without = W_O * sum(VALUES) / 2
with_value = W_O * (sum(VALUES) / 2 + B_V)
# or
without = W_O * sum(VALUES)
# or
without = W_O * sum(VALUES) / 2

# %% weights-exchanged-in-output
# The larger weight meets the second value, or the weights are those with b_q.
# Which weight belongs to the first value without any bias?
assert near(result[4], W_O * (sum(VALUES) - mean()))
without = W_O * (sum(VALUES) - mean())
with_value = W_O * (sum(VALUES) - mean() + B_V)
# or
without = W_O * (sum(VALUES) - mean())

# %% value-bias-ignored
# b_v is said to change nothing, but b_k alone does that.
# If every value is larger by b_v, what is their weighted mean?
assert near(with_value, without)
with_value = without

# %% value-bias-for-each-key
# b_v is counted once for each key, although the weights share it out.
# How much of b_v arrives from each key, and how much in all?
assert near(with_value, (found + 2 * b_v) * W_O)
with_value = (found + 2 * b_v) * W_O

# %% value-bias-of-one-key
# b_v is added to one of the values only.
# Which values of a layer get b_v?
assert any(near(with_value, without + W_O * B_V * share(*two)) for two in ((FIRST, 1), (1, FIRST)))
# for weight in share(FIRST,1) share(1,FIRST)
with_value = without + W_O * B_V * weight

# %% value-bias-after-projection
# b_v is added behind W_o, but it belongs to the values, which are in front of it.
# Which is multiplied by W_o: the values before b_v is added, or after it?
assert near(with_value, without + b_v)
with_value = without + b_v
# or
with_value = without + b_v
instead = B_V

# %% output-bias-not-projected
# The last number is b_v itself, but b_o is added where W_o has already been.
# By how much did the output change when b_v came, and which b_o does the same?
assert near(instead, b_v) and not near(with_value, without + b_v)
instead = B_V

# %% output-bias-is-the-output
# The last number is the whole output, and not what b_o has to add to it.
# What is the difference of the two outputs?
assert near(instead, with_value)
instead = with_value

# %% output-bias-inverted
# The last number is divided by W_o, where it should be multiplied.
# b_v passes W_o on its way: what arrives?
assert near(instead, B_V / W_O)
instead = B_V / W_O
