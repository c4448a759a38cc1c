"""Answers to `both_twins_right(chances, meant)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: argmax, all, mean
def both_twins_right(chances, meant):
    """Share of pairs (pairs, 2) in which the likeliest of V verbs is the one meant, both times."""
    return (chances.argmax(axis=-1) == meant).all(axis=-1).mean()

# %% right: columns with &
def both_twins_right(chances, meant):
    guess = np.argmax(chances, axis=2)
    first = guess[:, 0] == meant[:, 0]
    second = guess[:, 1] == meant[:, 1]
    return np.mean(first & second)

# %% right: loop with a counter
def both_twins_right(chances, meant):
    count = 0
    for i in range(len(meant)):
        if chances[i, 0].argmax() == meant[i, 0] and chances[i, 1].argmax() == meant[i, 1]:
            count += 1
    return count / len(meant)

# %% right: zip and a list
def both_twins_right(chances, meant):
    hits = [
        bool(np.all(np.argmax(pair, axis=-1) == who)) for pair, who in zip(chances, meant)
    ]
    return sum(hits) / len(hits)

# %% right: product of bools
def both_twins_right(chances, meant):
    ok = (chances.argmax(-1) == meant).astype(float)
    return float(np.prod(ok, axis=1).mean())

# %% right: the smaller of both
def both_twins_right(chances, meant):
    ok = chances.argmax(-1) == meant
    return ok.min(axis=1).mean()

# %% right: the chance of the one meant is the largest
def both_twins_right(chances, meant):
    of_meant = np.take_along_axis(chances, meant[..., None], axis=-1)[..., 0]
    ok = of_meant == chances.max(axis=-1)
    return np.all(ok, axis=1).mean()

# %% right: not any wrong
def both_twins_right(chances, meant):
    wrong = np.argmax(chances, axis=-1) != meant
    return 1 - wrong.any(axis=1).mean()

# %% right: argsort
def both_twins_right(chances, meant):
    said = np.argsort(chances, axis=-1)[..., -1]
    return np.mean((said == meant).all(axis=1))

# %% right: array_equal of rows
def both_twins_right(chances, meant):
    said = chances.argmax(axis=-1)
    return np.mean([np.array_equal(a, b) for a, b in zip(said, meant)])

# %% right: count_nonzero
def both_twins_right(chances, meant):
    both = np.logical_and.reduce(chances.argmax(axis=-1) == meant, axis=-1)
    return np.count_nonzero(both) / both.size

# %% right: plain lists
def both_twins_right(chances, meant):
    total = 0
    for pair, who in zip(chances.tolist(), meant.tolist()):
        total += all(row.index(max(row)) == right for row, right in zip(pair, who))
    return total / len(meant)

# %% right: one-hot
def both_twins_right(chances, meant):
    hot = np.eye(chances.shape[-1], dtype=bool)[meant]
    said = chances == chances.max(axis=-1, keepdims=True)
    return (said == hot).all(axis=(1, 2)).mean()

# %% right: distance zero
def both_twins_right(chances, meant):
    off = np.abs(chances.argmax(axis=-1) - meant).sum(axis=1)
    return (off == 0).mean()

# %% wrong: sentences-counted | accuracy
return (chances.argmax(axis=-1) == meant).mean()
# %% wrong: one-is-enough | any
return (chances.argmax(axis=-1) == meant).any(axis=-1).mean()
# %% wrong: along-the-pairs | axis 0
return (chances.argmax(axis=-1) == meant).all(axis=0).mean()
# %% wrong: all-or-nothing | all without an axis
return (chances.argmax(axis=-1) == meant).all().mean()
# %% wrong: not-divided | a count
return (chances.argmax(axis=-1) == meant).all(axis=1).sum()
# %% wrong: divided-by-sentences | size of meant
return (chances.argmax(axis=-1) == meant).all(axis=1).sum() / meant.size

# %% wrong: shares-multiplied | both means
def both_twins_right(chances, meant):
    ok = chances.argmax(axis=-1) == meant
    return ok[:, 0].mean() * ok[:, 1].mean()

# %% wrong: same-answer-counted | the model says two different verbs
def both_twins_right(chances, meant):
    said = chances.argmax(axis=-1)
    return (said[:, 0] != said[:, 1]).mean()

# %% wrong: one-sentence-judged | only the first
return (chances[:, 0].argmax(axis=-1) == meant[:, 0]).mean()
# %% wrong: right-just-as-often | equal | like: both means
-    return ok[:, 0].mean() * ok[:, 1].mean()
+    return (ok[:, 0] == ok[:, 1]).mean()

# %% wrong: least-likely | argsort, first
def both_twins_right(chances, meant):
    said = np.argsort(chances, axis=-1)[..., 0]
    return (said == meant).all(axis=1).mean()

# %% wrong: chances-not-answers | mean chance
return np.take_along_axis(chances, meant[..., None], axis=-1).mean()

# %% wrong: wrong-counted | error rate
def both_twins_right(chances, meant):
    wrong = chances.argmax(axis=-1) != meant
    return wrong.any(axis=1).mean()

# %% wrong: both-wrong | not equal
return (chances.argmax(axis=-1) != meant).all(axis=1).mean()
# %% unnamed | a list of bools for each pair
return (chances.argmax(axis=-1) == meant).all(axis=1)
# %% unnamed | in percent
return 100 * (chances.argmax(axis=-1) == meant).all(axis=1).mean()

# %% wrong: return-missing | computed, not returned
def both_twins_right(chances, meant):
    share = (chances.argmax(axis=-1) == meant).all(axis=1).mean()

# %% wrong: chance-not-verb | max instead of argmax
def both_twins_right(chances, meant):
    top = chances.max(axis=-1)
    return (top == meant).all(axis=1).mean()

# %% blind

# %% wrong: more-than-half | calls a sentence right only if the right verb has more than half of the chances, instead of the largest chance
def both_twins_right(chances, meant):
    of_right = np.take_along_axis(chances, meant[..., None], axis=-1)[..., 0]
    right = of_right > 0.5
    return (right[:, 0] & right[:, 1]).mean()
