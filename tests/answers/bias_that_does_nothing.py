"""Answers to `bias_that_does_nothing()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: seven numbers
return [0.75, 0.75, 0.25, 0.25, 14, 18, 4]
# %% right: an array
return np.array([0.75, 0.75, 0.25, 0.25, 14.0, 18.0, 4.0])
# %% right: a tuple of fractions
return 3 / 4, 15 / 20, 3 / 12, 30 / 120, 14, 18, 4

# %% right: computed with softmax
def bias_that_does_nothing():
    q = np.array([1, 0])
    K = np.array([[np.log(3), 0], [0, np.log(9)]])
    b_q, b_k = np.array([0, 1]), np.array([np.log(5), np.log(2)])

    def first(q, K):
        e = np.exp(K @ q)
        return e[0] / e.sum()

    weights = [first(q, K), first(q, K + b_k), first(q + b_q, K), first(q + b_q, K + b_k)]
    w = weights[0]
    out = (w * 8 + (1 - w) * 4) * 2
    return [*weights, out, (w * 10 + (1 - w) * 6) * 2, 2 * 2]

# %% right: one after the other
def bias_that_does_nothing():
    without = 3 / (3 + 1)
    with_b_k = without  # the same for all keys of the row
    with_b_q = 3 / (3 + 9)
    both = with_b_q
    output = 2 * (0.75 * 8 + 0.25 * 4)
    with_b_v = output + 2 * 2
    return [without, with_b_k, with_b_q, both, output, with_b_v, with_b_v - output]

# %% right: np.r_
return np.r_[[0.75] * 2, [0.25] * 2, 14, 18, 4]

# %% right: lambda
bias_that_does_nothing = lambda: [0.75, 0.75, 0.25, 0.25, 14, 18, 4]

# %% right: sigmoids of differences of scores
def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def bias_that_does_nothing():
    shift = np.log(5)
    a = sigmoid(np.log(3) - 0)
    b = sigmoid((np.log(3) + shift) - (0 + shift))
    c = sigmoid(np.log(3) - np.log(9))
    d = sigmoid((np.log(3) + np.log(10)) - (np.log(9) + np.log(10)))
    return [a, b, c, d, 14, 18, 4]

# %% right: a list that grows, prints left in
def bias_that_does_nothing():
    numbers = []
    for scores in ([np.log(3), 0], [np.log(15), np.log(5)], [np.log(3), np.log(9)]):
        e = np.exp(scores)
        numbers.append(e[0] / sum(e))
        print(numbers)
    numbers.append(numbers[-1])
    numbers += [7 * 2, 9 * 2, 2 * 2]
    return numbers

# %% right: one column, flattened
def bias_that_does_nothing():
    column = np.array([[3 / 4], [3 / 4], [1 / 4], [1 / 4], [14], [18], [4]])
    return column[:, 0]

# %% wrong: weights-of-the-second-key | the other one
return [0.25, 0.25, 0.75, 0.75, 14, 18, 4]

# %% wrong: shares-without-exp | divided by the sum
def bias_that_does_nothing():
    a = np.log(3) / (np.log(3) + 0)
    b = np.log(15) / (np.log(15) + np.log(5))
    c = np.log(3) / (np.log(3) + np.log(9))
    d = np.log(30) / (np.log(30) + np.log(90))
    return [a, b, c, d, 14, 18, 4]

# %% wrong: shares-without-exp | and the output follows
def bias_that_does_nothing():
    a = 1
    b = np.log(15) / (np.log(15) + np.log(5))
    c = 1 / 3
    d = np.log(30) / np.log(2700)
    return [a, b, c, d, 16, 20, 4]

# %% wrong: scores-as-weights | the score
return [np.log(3), 0.75, 0.25, 0.25, 14, 18, 4]
# %% wrong: scores-as-weights | four scores
return [np.log(3), np.log(15), np.log(3), np.log(30), 14, 18, 4]
# %% wrong: scores-as-weights | four exponentials
return [3, 15, 3, 30, 14, 18, 4]
# %% wrong: key-bias-on-one-key | first key
return [0.75, 15 / 16, 0.25, 0.25, 14, 18, 4]
# %% wrong: key-bias-on-one-key | second key, in both lines
return [0.75, 3 / 8, 0.25, 3 / 93, 14, 18, 4]
# %% wrong: key-bias-on-one-key | first key, in both lines
return [0.75, 15 / (15 + 1), 0.25, 30 / (30 + 9), 14, 18, 4]
# %% wrong: key-bias-evens-out | the bias is the same, so the weights are
return [0.75, 0.5, 0.25, 0.25, 14, 18, 4]
# %% wrong: key-bias-evens-out | one half, with both as well
return [0.75, 1 / 2, 0.25, 1 / 2, 14, 18, 4]
# %% wrong: key-bias-without-its-key | 5 against 3
return [0.75, 5 / 8, 0.25, 0.25, 14, 18, 4]
# %% wrong: query-bias-ignored | also the same for all
return [0.75, 0.75, 0.75, 0.75, 14, 18, 4]
# %% wrong: query-bias-ignored | no bias does anything to the weights
return np.array([3 / 4] * 4 + [14, 18, 4])
# %% wrong: query-replaced | b_q is the query
return [0.75, 0.75, 0.1, 0.25, 14, 18, 4]
# %% wrong: query-replaced | 1 against 9, twice
return [0.75, 0.75, 1 / 10, 1 / 10, 14, 18, 4]
# %% wrong: query-bias-evens-out | (1, 1) sees both alike
return [0.75, 0.75, 0.5, 0.5, 14, 18, 4]
# %% wrong: query-bias-evens-out | only alone
return [0.75, 0.75, 0.5, 0.25, 14, 18, 4]
# %% wrong: biases-cancel | one against the other
return [0.75, 0.75, 0.25, 0.75, 14, 18, 4]
# %% wrong: biases-beside-their-products | times 2 for all but one
return [0.75, 0.75, 0.25, 2 / 3, 14, 18, 4]
# %% wrong: output-projection-forgotten | the mean of the values
return [0.75, 0.75, 0.25, 0.25, 7, 9, 2]
# %% wrong: output-projection-forgotten | only in the outputs
return [0.75, 0.75, 0.25, 0.25, 7, 9, 4]
# %% wrong: output-projection-forgotten | in the first output
return [0.75, 0.75, 0.25, 0.25, 0.75 * 8 + 0.25 * 4, 18, 4]
# %% wrong: values-added-up | the plain mean
return [0.75, 0.75, 0.25, 0.25, 12, 16, 4]
# %% wrong: weights-exchanged-in-output | 2 + 3
return [0.75, 0.75, 0.25, 0.25, 10, 14, 4]
# %% wrong: weights-exchanged-in-output | only once
return [0.75, 0.75, 0.25, 0.25, 2 * (0.25 * 8 + 0.75 * 4), 18, 4]
# %% wrong: value-bias-ignored | it does nothing either
return [0.75, 0.75, 0.25, 0.25, 14, 14, 4]

# %% wrong: value-bias-ignored | the weights do not change
def bias_that_does_nothing():
    output = 2 * (0.75 * 8 + 0.25 * 4)
    return [0.75, 0.75, 0.25, 0.25, output, output, 4]

# %% wrong: value-bias-for-each-key | two keys, two biases
return [0.75, 0.75, 0.25, 0.25, 14, 2 * (7 + 2 + 2), 4]
# %% wrong: value-bias-of-one-key | second value 6
return [0.75, 0.75, 0.25, 0.25, 14, 2 * (0.75 * 8 + 0.25 * 6), 4]
# %% wrong: output-bias-is-the-output | the output with b_o
return [0.75, 0.75, 0.25, 0.25, 14, 18, 18]
# %% wrong: output-bias-inverted | 2 / 2
return [0.75, 0.75, 0.25, 0.25, 14, 18, 1]
# %% wrong: query-bias-ignored, value-bias-ignored | none of them does anything
return [0.75, 0.75, 0.75, 0.75, 14, 14, 4]
# %% wrong: key-bias-on-one-key, output-bias-not-projected | two slips
return [0.75, 15 / 16, 0.25, 0.25, 14, 18, 2]
# %% unnamed | six numbers
return [0.75, 0.75, 0.25, 0.25, 14, 18]
# %% unnamed | weights of both keys
return [[0.75, 0.25], [0.75, 0.25], [0.25, 0.75], [0.25, 0.75], 14, 18, 4]
# %% unnamed | percent
return [75, 75, 25, 25, 14, 18, 4]
# %% unnamed | in words
return ["3/4", "3/4", "1/4", "1/4", 14, 18, 4]
# %% unnamed | guessed
return [0.6, 0.7, 0.3, 0.4, 10, 11, 3]

# %% blind

# %% wrong: output-bias-not-projected | Forgot W_o when b_v was moved behind it: believes that b_o has to be b_v itself
return [3 / 4, 3 / 4, 1 / 4, 1 / 4, 14, 18, 2]
# %% wrong: value-bias-after-projection | forgets that W_o multiplies b_v too: the output only grows by 2, and b_o is 2
return [0.75, 0.75, 0.25, 0.25, 14, 16, 2]
