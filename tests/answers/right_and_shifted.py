"""Answers to `right_and_shifted(weights)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: diagonal and shares
def right_and_shifted(weights):
    fitting = np.diagonal(weights, axis1=1, axis2=2)
    other = weights.sum(axis=2) - fitting
    shares = weights[:, :, 0] / weights.sum(axis=2)
    return (fitting > other).mean(), (shares[:, 0] > shares[:, 1]).mean()

# %% right: loop with counters
def right_and_shifted(weights):
    right = shifted = 0
    for pair in weights:
        (a, b), (c, d) = pair
        right += int(a > b) + int(d > c)
        if a / (a + b) > c / (c + d):
            shifted += 1
    return right / (2 * len(weights)), shifted / len(weights)

# %% right: the second noun's share
def right_and_shifted(weights):
    a, b, c, d = weights.reshape(-1, 4).T
    right = (np.sum(a > b) + np.sum(d > c)) / (2 * len(a))
    return right, np.mean(d / (c + d) > b / (a + b))

# %% right: a list
def right_and_shifted(weights):
    both = [[w[0, 0] > w[0, 1], w[1, 1] > w[1, 0]] for w in weights]
    moved = [w[0, 0] * w[1, 1] > w[0, 1] * w[1, 0] for w in weights]
    return [np.mean(both), np.mean(moved)]

# %% right: ratios in place of shares
def right_and_shifted(weights):
    first, second = weights[..., 0], weights[..., 1]
    ratio = first / second
    right = 0.5 * (ratio[:, 0] > 1).mean() + 0.5 * (ratio[:, 1] < 1).mean()
    shifted = (ratio[:, 0] > ratio[:, 1]).mean()
    return right, shifted

# %% right: logarithms
def right_and_shifted(weights):
    lead = np.log(weights[:, :, 0]) - np.log(weights[:, :, 1])
    lead_of_fitting = lead * [1, -1]
    return float((lead_of_fitting > 0).mean()), float((lead_of_fitting.sum(axis=1) > 0).mean())

# %% right: the determinant
def right_and_shifted(weights):
    right = np.mean([w[i, i] > w[i, 1 - i] for w in weights for i in (0, 1)])
    return right, np.mean(np.linalg.det(weights.astype(float)) > 0)

# %% right: einsum and eye
def right_and_shifted(weights):
    fitting = np.einsum("pii->pi", weights)
    total = weights.sum(axis=-1)
    share_of_fitting = fitting / total
    right = (share_of_fitting > 0.5).mean()
    shifted = (share_of_fitting.sum(axis=1) > 1).mean()
    return right, shifted

# %% right: mask with eye
def right_and_shifted(weights):
    eye = np.eye(2, dtype=bool)
    fits = weights[:, eye]
    not_fits = weights[:, ::-1][:, eye][:, ::-1]
    right = np.count_nonzero(fits > not_fits) / fits.size
    first_share = weights[..., 0] / (weights[..., 0] + weights[..., 1])
    shifted = np.count_nonzero(np.diff(first_share, axis=1) < 0) / len(weights)
    return np.array([right, shifted])

# %% right: shares of a column: the same question
def right_and_shifted(weights):
    right = (weights.argmax(axis=2) == [0, 1]).mean()
    p = weights / weights.sum(axis=1, keepdims=True)
    return right, (p[:, 0, 0] > p[:, 0, 1]).mean()

# %% right: plain lists
def right_and_shifted(weights):
    right, shifted = [], []
    for (a, b), (c, d) in weights.tolist():
        right += [a > b, d > c]
        shifted.append(a / (a + b) > c / (c + d))
    return sum(right) / len(right), sum(shifted) / len(shifted)

# %% wrong: both-right-counted | like in lesson 11
def right_and_shifted(weights):
    c = weights.argmax(axis=2) == [0, 1]
    right = c.all(axis=1).mean()
    s = weights[:, :, 0] / weights.sum(axis=2)
    shifted = (s[:, 0] > s[:, 1]).mean()
    return right, shifted

# %% wrong: one-right-is-enough | any | like: like in lesson 11
-    right = c.all(axis=1).mean()
+    right = c.any(axis=1).mean()
# %% wrong: endings-compared-not-nouns | down the columns | like: like in lesson 11
-    c = weights.argmax(axis=2) == [0, 1]
-    right = c.all(axis=1).mean()
+    right = np.mean([weights[:, 0, 0] > weights[:, 1, 0], weights[:, 1, 1] > weights[:, 0, 1]])

# %% wrong: shares-along-endings | sum over axis 1
def right_and_shifted(weights):
    right = np.mean([weights[:, 0, 0] > weights[:, 0, 1], weights[:, 1, 1] > weights[:, 1, 0]])
    s = weights[:, :, 0] / weights.sum(axis=1)
    shifted = (s[:, 0] > s[:, 1]).mean()
    return right, shifted

# %% wrong: pair-counted-once | two bools
def right_and_shifted(weights):
    s = weights[:, :, 0] / weights.sum(axis=2)
    right = 0
    for (a, b), (c, d) in weights:
        right += (a > b) + (d > c)
    right /= 2 * len(weights)
    shifted = (s[:, 0] > s[:, 1]).mean()
    return right, shifted

# %% wrong: first-noun-expected | the cat is always first | like: down the columns
-    right = np.mean([weights[:, 0, 0] > weights[:, 1, 0], weights[:, 1, 1] > weights[:, 0, 1]])
+    right = (weights[:, :, 0] > weights[:, :, 1]).mean()

# %% wrong: weights-not-shares | first column
def right_and_shifted(weights):
    right = np.mean([weights[:, 0, 0] > weights[:, 0, 1], weights[:, 1, 1] > weights[:, 1, 0]])
    return right, (weights[:, 0, 0] > weights[:, 1, 0]).mean()

# %% wrong: weights-not-shares | in a loop
def right_and_shifted(weights):
    right = np.mean([weights[:, 0, 0] > weights[:, 0, 1], weights[:, 1, 1] > weights[:, 1, 0]])
    shifted = 0
    for w in weights:
        if w[0][0] > w[1][0]:
            shifted += 1 / len(weights)
    return right, shifted

# %% wrong: difference-not-share | the lead | like: first column
-    return right, (weights[:, 0, 0] > weights[:, 1, 0]).mean()
+    lead = weights[:, :, 0] - weights[:, :, 1]
+    return right, (lead[:, 0] > lead[:, 1]).mean()
# %% wrong: compared-with-one-half | more than half | like: sum over axis 1
-    s = weights[:, :, 0] / weights.sum(axis=1)
-    shifted = (s[:, 0] > s[:, 1]).mean()
+    s = weights[:, :, 0] / weights.sum(axis=2)
+    shifted = (s[:, 0] > 0.5).mean()
# %% wrong: compared-with-one-half | from above one half to below | like: more than half
-    shifted = (s[:, 0] > 0.5).mean()
+    shifted = np.mean((s[:, 0] > 0.5) & (s[:, 1] < 0.5))
# %% wrong: compared-with-one-half | both sentences against one half | like: more than half
-    shifted = (s[:, 0] > 0.5).mean()
+    shifted = np.mean([s[:, 0] > 0.5, s[:, 1] < 0.5])
# %% wrong: choice-has-to-change | another noun | like: first column
-    return right, (weights[:, 0, 0] > weights[:, 1, 0]).mean()
+    c = weights.argmax(axis=2)
+    return right, (c[:, 0] != c[:, 1]).mean()
# %% wrong: shift-the-other-way | smaller | like: more than half
-    shifted = (s[:, 0] > 0.5).mean()
+    shifted = (s[:, 0] < s[:, 1]).mean()
# %% wrong: both-weights-must-move | both up | like: first column
-    return right, (weights[:, 0, 0] > weights[:, 1, 0]).mean()
+    a, b, c, d = weights.reshape(-1, 4).T
+    return right, ((a > c) & (d > b)).mean()
# %% wrong: other-noun-not-fitting | less than | like: down the columns
-    right = np.mean([weights[:, 0, 0] > weights[:, 1, 0], weights[:, 1, 1] > weights[:, 0, 1]])
+    right = np.mean([weights[:, 0, 0] < weights[:, 0, 1], weights[:, 1, 1] < weights[:, 1, 0]])
# %% wrong: results-exchanged | shift first | like: sum over axis 1
-    s = weights[:, :, 0] / weights.sum(axis=1)
+    s = weights[:, :, 0] / weights.sum(axis=2)
-    return right, shifted
+    return shifted, right
# %% wrong: counts-not-shares | only the second | like: first column
-    return right, (weights[:, 0, 0] > weights[:, 1, 0]).mean()
+    s = weights[:, :, 0] / weights.sum(axis=2)
+    return right, np.sum(s[:, 0] > s[:, 1])
# %% wrong: counts-not-shares | only the first | like: down the columns
-    right = np.mean([weights[:, 0, 0] > weights[:, 1, 0], weights[:, 1, 1] > weights[:, 0, 1]])
+    right = np.count_nonzero(weights.argmax(axis=2) == [0, 1])
# %% wrong: divided-by-pairs | sum over pairs | like: down the columns
-    right = np.mean([weights[:, 0, 0] > weights[:, 1, 0], weights[:, 1, 1] > weights[:, 0, 1]])
+    right = (weights.argmax(axis=2) == [0, 1]).sum() / len(weights)
# %% wrong: pairs-divided-by-sentences | half of it | like: only the second
-    return right, np.sum(s[:, 0] > s[:, 1])
+    return right, (s[:, 0] > s[:, 1]).sum() / s.size
# %% wrong: one-ending-judged | the first | like: down the columns
-    right = np.mean([weights[:, 0, 0] > weights[:, 1, 0], weights[:, 1, 1] > weights[:, 0, 1]])
+    right = (weights[:, 0, 0] > weights[:, 0, 1]).mean()
# %% wrong: one-ending-judged | the second | like: down the columns
-    right = np.mean([weights[:, 0, 0] > weights[:, 1, 0], weights[:, 1, 1] > weights[:, 0, 1]])
+    right = (weights[:, 1, 1] > weights[:, 1, 0]).mean()
# %% wrong: percent | times 100 | like: only the second
-    return right, np.sum(s[:, 0] > s[:, 1])
+    return 100 * right, 100 * (s[:, 0] > s[:, 1]).mean()
# %% wrong: weight-not-choice | mean of the diagonal | like: down the columns
-    right = np.mean([weights[:, 0, 0] > weights[:, 1, 0], weights[:, 1, 1] > weights[:, 0, 1]])
+    right = np.diagonal(weights, axis1=1, axis2=2).mean()
# %% wrong: weight-not-choice | mean share of what fits | like: down the columns
-    right = np.mean([weights[:, 0, 0] > weights[:, 1, 0], weights[:, 1, 1] > weights[:, 0, 1]])
+    p = weights / weights.sum(axis=2, keepdims=True)
+    right = np.einsum('pii->pi', p).mean()
# %% wrong: fixed-number | 60 alone | like: down the columns
-    right = np.mean([weights[:, 0, 0] > weights[:, 1, 0], weights[:, 1, 1] > weights[:, 0, 1]])
+    right = (weights.argmax(axis=2) == [0, 1]).sum() / 60

# %% wrong: fixed-number, both-right-counted | and / 30 for the shift
def right_and_shifted(weights):
    right = (weights.argmax(axis=2) == [0, 1]).all(axis=1).mean()
    s = weights[:, :, 0] / weights.sum(axis=2)
    return right, (s[:, 0] > s[:, 1]).sum() / 30

# %% wrong: weights-not-shares, one-ending-judged | only tired
def right_and_shifted(weights):
    right = np.mean(weights[:, 0, 0] > weights[:, 0, 1])
    return right, np.mean(weights[:, 0, 0] > weights[:, 1, 0])

# %% wrong: return-missing | forgotten | like: shift first
-    return shifted, right
# %% unnamed | one number | like: first column
-    return right, (weights[:, 0, 0] > weights[:, 1, 0]).mean()
+    return right
# %% unnamed | a table for each pair | like: only the second
-    return right, np.sum(s[:, 0] > s[:, 1])
+    return weights[:, 0, 0] > weights[:, 0, 1], s[:, 0] > s[:, 1]
# %% unnamed | nothing but guesses
return 0.6, 0.9
# %% unnamed | the recorded numbers
return 38 / 60, 24 / 30
# %% unnamed | threshold in the middle of nowhere | like: only the second
-    return right, np.sum(s[:, 0] > s[:, 1])
+    return right, (s[:, 0] - s[:, 1] > 0.1).mean()
# %% unnamed | axis does not exist | like: sum over axis 1
-    s = weights[:, :, 0] / weights.sum(axis=1)
+    s = weights[:, :, 0] / weights.sum(axis=3)
