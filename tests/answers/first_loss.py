"""Answers to `first_loss()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: np.log of the numbers of answers
return [np.log(16), np.log(50257), (np.log(2) + np.log(8)) / 2, -15 / 16, 1 / 16]
# %% right: minus the log of the chances
return -np.log(1 / 16), -np.log(1 / 50257), -np.log([1 / 2, 1 / 8]).mean(), 1 / 16 - 1, 1 / 16
# %% right: decimals from a calculator
return [2.772589, 10.824905, 1.386294, -0.9375, 0.0625]
# %% right: four decimals, which is near enough
return [2.7726, 10.8249, 1.3863, -0.9375, 0.0625]
# %% right: three decimals, from a calculator
return [2.773, 10.825, 1.386, -0.938, 0.063]

# %% right: the geometric mean is 1/4
import math


def first_loss():
    return np.array([4 * math.log(2), math.log(50_257), math.log(4), -0.9375, 0.0625])

# %% right: softmax of zeros, and one-hot
def first_loss():
    chances = np.ones(16) / np.ones(16).sum()
    slopes = chances - np.eye(16)[0]
    losses = [-np.log(chances[0]), np.log(50257), -np.log([0.5, 0.125]).mean()]
    return np.concatenate([losses, slopes[:2]])

# %% right: slopes by nudging
def first_loss():
    def loss(logits):
        return np.log(np.exp(logits).sum()) - logits[0]

    zero = np.zeros(16)
    slopes = []
    for place in (0, 1):
        nudge = np.eye(16)[place] * 1e-4
        slopes.append((loss(nudge) - loss(-nudge)) / 2e-4)
    return [loss(zero), np.log(50257), 2 * np.log(2), *slopes]

# %% right: a helper, and a tuple of fractions
from fractions import Fraction


def first_loss():
    surprise = lambda chance: float(np.log(1 / chance))
    return (
        surprise(1 / 16),
        surprise(1 / 50257),
        (surprise(1 / 2) + surprise(1 / 8)) / 2,
        float(Fraction(1, 16) - 1),
        float(Fraction(1, 16)),
    )

# %% wrong: log-base-2 | bits
return [4, np.log2(50257), 2, -15 / 16, 1 / 16]

# %% wrong: log-base-10 | the log key of the calculator
def first_loss():
    return [math_log10(16), math_log10(50257), math_log10(4), -15 / 16, 1 / 16]


def math_log10(number):
    return float(np.log10(number))

# %% wrong: sign-missing | log of the chances
return [np.log(1 / 16), np.log(1 / 50257), np.mean(np.log([0.5, 0.125])), -15 / 16, 1 / 16]
# %% wrong: log-missing | the chances
return [1 / 16, 1 / 50257, (1 / 2 + 1 / 8) / 2, -15 / 16, 1 / 16]
# %% wrong: log-missing | the share of wrong guesses
return [15 / 16, 1 - 1 / 50257, 1 - 0.3125, -15 / 16, 1 / 16]
# %% wrong: chance-inverted | one in how many
return [16, 50257, 5, -15 / 16, 1 / 16]
# %% wrong: log-of-mean-chance | averages first
return [np.log(16), np.log(50257), -np.log((1 / 2 + 1 / 8) / 2), -15 / 16, 1 / 16]
# %% wrong: not-averaged | both surprises together
return [np.log(16), np.log(50257), np.log(2) + np.log(8), -15 / 16, 1 / 16]
# %% wrong: one-not-subtracted | the slope is the chance
return [np.log(16), np.log(50257), np.log(4), 1 / 16, 1 / 16]
# %% wrong: gradient-sign | the direction to go
return [np.log(16), np.log(50257), np.log(4), 15 / 16, -1 / 16]
# %% wrong: size-not-slope | how far from 1
return [np.log(16), np.log(50257), np.log(4), 15 / 16, 1 / 16]
# %% wrong: gradient-of-chances | the slope of -log p
return [np.log(16), np.log(50257), np.log(4), -16, 0]
# %% wrong: gradient-of-chances | for the right answer alone
return [np.log(16), np.log(50257), np.log(4), -16, 1 / 16]
# %% wrong: slopes-exchanged | small one first
return [np.log(16), np.log(50257), np.log(4), 1 / 16, -15 / 16]
# %% wrong: rounded | two decimals
return [2.77, 10.82, 1.39, -0.94, 0.06]
# %% wrong: rounded | some digits for each, as they come to mind
return [2.773, 10.8249, 1.39, -0.9375, 0.0625]
# %% wrong: rounded | the first from memory
return [2.77, np.log(50257), np.log(4), -15 / 16, 1 / 16]
# %% wrong: rounded, gradient-sign | a rounded loss, and the slopes point the other way
return [2.77, np.log(50257), np.log(4), 15 / 16, -1 / 16]
# %% wrong: log-base-2, log-of-mean-chance | bits of the mean
return [4, np.log2(50257), -np.log2(0.3125), -15 / 16, 1 / 16]
# %% wrong: log-of-mean-chance, one-not-subtracted | two slips
return [np.log(16), np.log(50257), -np.log(0.3125), 1 / 16, 1 / 16]
# %% wrong: own-chance-forgotten, right-answer-only | thinks a random model is always wrong
return [np.inf, np.inf, np.log(4), -1, 0]
# %% unnamed | the natural log of 2 everywhere
return [np.log(2)] * 3 + [-0.5, 0.5]
# %% unnamed | forgot the slopes
return [np.log(16), np.log(50257), np.log(4)]
# %% wrong: own-chance-forgotten | one-hot, minus the others' shares
return [np.log(16), np.log(50257), np.log(4), -1.0, 1 / 15]
# %% wrong: own-chance-forgotten | minus one for the right answer
return [2.7726, 10.8249, 1.3863, -1, 0.0625]

# %% blind

# %% wrong: right-answer-only | Believes that only the logit of the right token has a slope, because the loss reads only its chance, so the others get 0
return [np.log(16), np.log(50257), (np.log(2) + np.log(8)) / 2, 1 / 16 - 1, 0.0]
