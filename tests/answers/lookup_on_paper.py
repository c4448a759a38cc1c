"""Answers to `lookup_on_paper()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: fractions in a list
return [1 / 5, 4 / 5, 6, 16 / 17]
# %% right: a tuple
return 2 / 10, 8 / 10, 2 + 4, 64 / 68
# %% right: an array
return np.array([0.2, 0.8, 6, 64 / (4 + 64)])

# %% right: computed with exp and log
def lookup_on_paper():
    scores = np.log([2, 8])
    weights = np.exp(scores) / np.exp(scores).sum()
    longer = np.exp(2 * scores) / np.exp(2 * scores).sum()
    return [*weights, weights @ [10, 5], longer[1]]

# %% right: softmax as a function of its own, math only
import math

def share(scores):
    powers = [math.exp(s) for s in scores]
    return [power / sum(powers) for power in powers]

def lookup_on_paper():
    a, b = share([math.log(2), math.log(8)])
    return [a, b, 10 * a + 5 * b, share([2 * math.log(2), 2 * math.log(8)])[1]]

# %% right: by the ratio: 1 to 4, then 1 to 16
def lookup_on_paper():
    ratio = 8 / 2
    second = ratio / (1 + ratio)
    return [1 - second, second, 10 - 5 * second, ratio**2 / (1 + ratio**2)]

# %% right: exact fractions
from fractions import Fraction

def lookup_on_paper():
    answers = [Fraction(2, 10), Fraction(8, 10), Fraction(6), Fraction(16, 17)]
    return [float(answer) for answer in answers]

# %% right: five digits, which is close enough
return [0.2, 0.8, 6, 0.94118]

# %% right: a sigmoid of the difference, the same for two keys
def lookup_on_paper():
    sigmoid = lambda x: 1 / (1 + np.exp(-x))
    w = sigmoid(np.log(8) - np.log(2))
    return [1 - w, w, (1 - w) * 10 + w * 5, sigmoid(2 * (np.log(8) - np.log(2)))]

# %% wrong: logarithm-missing | took the scores for 2 and 8
def lookup_on_paper():
    small, large = np.exp(2), np.exp(8)
    total = small + large
    return [small / total, large / total, (10 * small + 5 * large) / total, np.exp(16) / (np.exp(4) + np.exp(16))]

# %% wrong: softmax-not-normalised | stopped after the exponentials
return [2, 8, 60, 64]

# %% wrong: softmax-not-normalised | the same with exp
def lookup_on_paper():
    w = np.exp(np.log([2, 8]))
    return [*w, w @ [10, 5], np.exp(2 * np.log(8))]

# %% wrong: hard-argmax | the best key takes it all
return [0, 1, 5, 1]
# %% wrong: weights-exchanged | gave the larger weight to the lower score
return [0.8, 0.2, 9, 1 / 17]
# %% wrong: divided-by-n | average of two, so divided by two
return [0.2, 0.8, (0.2 * 10 + 0.8 * 5) / 2, 16 / 17]
# %% wrong: plain-average | forgot the weights in the output
return [1 / 5, 4 / 5, 7.5, 16 / 17]
# %% wrong: best-value-only | the second key fits better, so its value
return [1 / 5, 4 / 5, 5, 16 / 17]
# %% wrong: length-ignored | a longer query points the same way
return [0.2, 0.8, 6, 0.8]
# %% wrong: ratio-doubled | four times as much becomes eight times as much
return [0.2, 0.8, 6, 8 / 9]
# %% wrong: rounded | two decimals
return [0.2, 0.8, 6, 0.94]
# %% wrong: plain-average, length-ignored | no weights in the output, and a longer query changes nothing
return [0.2, 0.8, 7.5, 0.8]
# %% wrong: exp-missing, best-value-only | shares of the scores, and the better value
return [0.25, 0.75, 5, 0.75]
# %% wrong: divided-by-n, ratio-doubled | halved the output, and doubled the ratio
return [0.2, 0.8, 3, 8 / 9]
# %% wrong: equal-weights | equal shares for both
return [0.5, 0.5, 7.5, 0.5]
# %% wrong: weight-doubled | doubled the weight itself
return [0.2, 0.8, 6, 1.6]
# %% wrong: values-added | added the values up
return [0.2, 0.8, 15, 16 / 17]
# %% wrong: ratio-not-weight | 16 to 1, so 16
return [0.2, 0.8, 6, 16]
# %% unnamed | three numbers: forgot the longer query
return [0.2, 0.8, 6]
# %% unnamed | both weights of the longer query
return [0.2, 0.8, 6, 1 / 17, 16 / 17]
# %% wrong: output-of-longer | the output of the longer query, not the weight
return [0.2, 0.8, 6, 1 / 17 * 10 + 16 / 17 * 5]
# %% wrong: other-weight-of-longer | the first weight of the longer query
return [0.2, 0.8, 6, 1 / 17]
# %% unnamed | percent
return [20, 80, 6, 94.117647]

# %% unnamed | values first
return [6, 0.2, 0.8, 16 / 17]
# %% unnamed | text
return "1/5, 4/5, 6, 16/17"
# %% unnamed | in a nested pair
return [[0.2, 0.8], [6, 16 / 17]]

# %% unnamed | prints and returns nothing
def lookup_on_paper():
    print(0.2, 0.8, 6, 16 / 17)

# %% unnamed | takes the scores (TypeError)
def lookup_on_paper(scores):
    return [0.2, 0.8, 6, 16 / 17]

# %% unnamed | log without NumPy or math (NameError)
return [log(2) / log(16), log(8) / log(16), 6, 16 / 17]

# %% blind

# %% wrong: weight-squared | squares the weight 4/5 for the query of twice the length, but forgets to share out again, so the two squared weights do not sum to 1
def lookup_on_paper():
    mat, cat = 2 / 10, 8 / 10
    return [mat, cat, mat * 10 + cat * 5, cat**2]

# %% wrong: exp-missing | shares out the scores themselves without exponentials: ln 2 to ln 8 is 1 to 3, and it stays so when both double
return [1 / 4, 3 / 4, 10 / 4 + 15 / 4, 3 / 4]
# %% wrong: one-score-doubled | squared only the exponential of the second key, because only its weight was asked for, and left the first at 2: 64 / 66
return [1 / 5, 4 / 5, 6, 32 / 33]
# %% wrong: values-exchanged | mixed up whose age is whose: gives the weight of cat to the age 10 and that of mat to the age 5
return [1 / 5, 4 / 5, 5 * 1 / 5 + 10 * 4 / 5, 16 / 17]
