"""Answers to `steps_on_paper()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the numbers
return [1.8, 1.08, -1.8, 5.88, 0.25, 0.5]

# %% right: a tuple of fractions
from fractions import Fraction


def steps_on_paper():
    return Fraction(9, 5), Fraction(27, 25), Fraction(-9, 5), Fraction(147, 25), Fraction(1, 4), Fraction(1, 2)

# %% right: a loop that walks
def steps_on_paper():
    def walk(rate, steps):
        w = 3
        for _ in range(steps):
            w = w - rate * 4 * w
        return w

    return [walk(0.1, 1), walk(0.1, 2), walk(0.4, 1), walk(0.6, 2), 0.25, 0.5]

# %% right: powers of the factor
def steps_on_paper():
    factor = lambda rate: 1 - 4 * rate
    return np.array([3 * factor(0.1), 3 * factor(0.1) ** 2, 3 * factor(0.4), 3 * factor(0.6) ** 2, 1 / 4, 2 / 4])

# %% right: minus the step, one by one
return [3 - 1.2, 1.8 - 0.72, 3 - 4.8, -4.2 + 10.08, 3 / 12, 6 / 12]

# %% right: the formula of the lecture, 1 - 2cr
def steps_on_paper():
    c = 2
    r = np.array([0.1, 0.1, 0.4, 0.6])
    steps = np.array([1, 2, 1, 2])
    places = 3 * (1 - 2 * c * r) ** steps
    return [*places, 1 / (2 * c), 1 / c]

# %% right: the slope by nudging
def steps_on_paper():
    loss = lambda w: 2 * w * w
    slope = lambda w: (loss(w + 1e-3) - loss(w - 1e-3)) / 2e-3
    a = 3 - 0.1 * slope(3)
    b = a - 0.1 * slope(a)
    c = 3 - 0.4 * slope(3)
    d = 3 - 0.6 * slope(3)
    d = d - 0.6 * slope(d)
    return a, b, c, d, 3 / slope(3), 6 / slope(3)

# %% right: a column of a list
return np.float64(1.8), np.float64(1.08), np.float64(-1.8), np.float64(5.88), 1 / 4, 1 / 2

# %% right: a recursive walk
def after(w, rate, steps):
    return w if steps == 0 else after(w - 4 * rate * w, rate, steps - 1)


def steps_on_paper():
    places = [after(3, 0.1, 1), after(3, 0.1, 2), after(3, 0.4, 1), after(3, 0.6, 2)]
    return places + [0.25, 0.5]

# %% right: written out
def steps_on_paper():
    one = 3 - 0.1 * 4 * 3
    two = one - 0.1 * 4 * one
    other_side = 3 - 0.4 * 4 * 3
    far = 3 - 0.6 * 4 * 3
    farther = far - 0.6 * 4 * far
    bottom = 0.25  # 1 - 4r = 0
    border = 0.5  # 1 - 4r = -1
    return [one, two, other_side, farther, bottom, border]

# %% right: a dict of places, then a list
def steps_on_paper():
    factors = {0.1: 0.6, 0.4: -0.6, 0.6: -1.4}
    return [3 * factors[0.1], 3 * factors[0.1] ** 2, 3 * factors[0.4], 3 * factors[0.6] ** 2, 1 / 4, 1 / 2]

# %% right: solved with polynomials
def steps_on_paper():
    slope = np.polyder(np.poly1d([2, 0, 0]))
    step = lambda w, r: w - r * slope(w)
    best = 3 / slope(3)
    return [step(3, 0.1), step(step(3, 0.1), 0.1), step(3, 0.4), step(step(3, 0.6), 0.6), best, 2 * best]

# %% right: all rates at once
def steps_on_paper():
    rates = np.array([0.1, 0.4, 0.6])
    w1 = 3 - rates * 12
    w2 = w1 - rates * 4 * w1
    return np.concatenate([[w1[0], w2[0], w1[1], w2[2]], [0.25, 0.5]])

# %% right: strings of digits made to numbers
return [float(x) for x in "1.8 1.08 -1.8 5.88 .25 .5".split()]

# %% right: the limit from an inequality
def steps_on_paper():
    r = np.linspace(0, 1, 1001)
    grows = np.abs(1 - 4 * r) > 1 + 1e-9
    limit = r[np.argmax(grows[1:]) + 1] - 0.001
    return [1.8, 1.08, -1.8, 5.88, 0.25, round(limit, 3)]

# %% wrong: factor-of-loss-missing | the slope of w², everywhere
return [3 - 0.6, 2.4 - 0.48, 3 - 2.4, 3 * 0.04, 0.5, 1]
# %% wrong: factor-of-loss-missing | the slope of w² for the places alone
return [2.4, 1.92, 0.6, 0.12, 0.25, 0.5]
# %% wrong: slope-not-computed-again | 12 twice
return [1.8, 0.6, -1.8, -11.4, 0.25, 0.5]
# %% wrong: slope-not-computed-again | only where it goes far
return [1.8, 1.08, -1.8, -11.4, 0.25, 0.5]
# %% wrong: uphill | plus
return [4.2, 5.88, 7.8, 3 * 3.4**2, 0.25, 0.5]

# %% wrong: loss-for-slope | 2 w² is the slope
def steps_on_paper():
    f = lambda w, r: w - r * 2 * w**2
    return [f(3, 0.1), f(f(3, 0.1), 0.1), f(3, 0.4), f(f(3, 0.6), 0.6), 0.25, 0.5]

# %% wrong: steps-not-places | how far it goes
return [1.2, 0.72, 4.8, 10.08, 0.25, 0.5]
# %% wrong: losses-not-places | the loss there
return [2 * 1.8**2, 2 * 1.08**2, 2 * 1.8**2, 2 * 5.88**2, 0.25, 0.5]
# %% wrong: sign-of-place-missing | the distance from 0
return [1.8, 1.08, 1.8, 5.88, 0.25, 0.5]
# %% wrong: sign-of-place-missing | thinks that two jumps end on the left
return [1.8, 1.08, -1.8, -5.88, 0.25, 0.5]
# %% wrong: one-step-instead-of-two | overlooks "two"
return [1.8, 1.08, -1.8, -4.2, 0.25, 0.5]
# %% wrong: best-is-limit | the two rates exchanged
return [1.8, 1.08, -1.8, 5.88, 0.5, 0.25]
# %% wrong: two-of-square-missing | 1/c and 2/c
return [1.8, 1.08, -1.8, 5.88, 0.5, 1]
# %% wrong: limit-too-large | the first rate seen to diverge
return [1.8, 1.08, -1.8, 5.88, 0.25, 0.6]
# %% wrong: rate-from-the-start | 1 over the slope at 3
return [1.8, 1.08, -1.8, 5.88, 1 / 12, 1 / 6]
# %% wrong: stopped-at-the-bottom | it cannot roll up
return [1.8, 1.08, 0, 0, 0.25, 0.5]
# %% wrong: one-step-too-many | three steps
return [1.8, 0.648, -1.8, -8.232, 0.25, 0.5]
# %% wrong: factor-of-loss-missing, best-is-limit | two slips
return [2.4, 1.92, 0.6, 0.12, 0.5, 0.25]
# %% wrong: limit-too-small | the largest rate that was tried and works
return [1.8, 1.08, -1.8, 5.88, 0.25, 0.4]
# %% unnamed | lists every place on the way
return [1.8, 1.8, 1.08, -1.8, -4.2, 5.88, 0.25, 0.5]
# %% unnamed | no idea of the rates
return [1.8, 1.08, -1.8, 5.88, 0, 0]
# %% unnamed | moves by the rate itself
return [2.9, 2.8, 2.6, 1.8, 3, 6]
# %% wrong: slope-without-place | the slope of 2w² is 4
return [2.6, 2.2, 1.4, -1.8, 0.25, 0.5]
# %% wrong: sign-of-place-missing | counts to the left
return [-1.8, -1.08, 1.8, -5.88, 0.25, 0.5]
