"""Answers to `held_out_pairs(nouns, pairs)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: both repaired in place
def held_out_pairs(nouns, pairs):
    """Bool (n,): True for each sentence whose two nouns are one of the pairs (m, 2), in any order."""
    as_written = (nouns[:, None] == pairs).all(axis=-1)
    turned_round = (nouns[:, None] == pairs[:, ::-1]).all(axis=-1)
    return (as_written | turned_round).any(axis=1)

# %% right: sorted rows
def held_out_pairs(nouns, pairs):
    one, other = np.sort(nouns, axis=1), np.sort(pairs, axis=1)
    return (one[:, None] == other).all(axis=-1).any(axis=-1)

# %% right: sets of frozensets
def held_out_pairs(nouns, pairs):
    kept = {frozenset(pair) for pair in pairs.tolist()}
    return [len(set(row)) == 2 and frozenset(row) in kept for row in nouns.tolist()]

# %% right: two loops
def held_out_pairs(nouns, pairs):
    held = np.zeros(len(nouns), dtype=bool)
    for i, (a, b) in enumerate(nouns):
        for c, d in pairs:
            if (a == c and b == d) or (a == d and b == c):
                held[i] = True
    return held

# %% right: tuples in a list
def held_out_pairs(nouns, pairs):
    both = [tuple(pair) for pair in pairs] + [tuple(pair[::-1]) for pair in pairs]
    return np.array([tuple(row) in both for row in nouns])

# %% right: pairs stacked on their mirror
def held_out_pairs(nouns, pairs):
    either = np.concatenate([pairs, pairs[:, ::-1]])
    return (nouns[:, None] == either).all(-1).any(-1)

# %% right: the nouns turned instead
def held_out_pairs(nouns, pairs):
    straight = (nouns[:, None] == pairs).all(axis=-1)
    turned = (nouns[:, None, ::-1] == pairs).all(axis=-1)
    return np.logical_or(straight, turned).any(axis=1)

# %% right: a code for each pair
def held_out_pairs(nouns, pairs):
    def code(rows):
        return rows.min(axis=1) * 1000 + rows.max(axis=1)

    return np.isin(code(nouns), code(pairs))

# %% right: sum over the pairs
def held_out_pairs(nouns, pairs):
    held = np.zeros(len(nouns), dtype=int)
    for pair in pairs:
        held += (nouns == pair).all(axis=1) | (nouns == pair[::-1]).all(axis=1)
    return held > 0

# %% right: column by column
def held_out_pairs(nouns, pairs):
    a, b = nouns[:, :1], nouns[:, 1:]
    c, d = pairs[:, 0], pairs[:, 1]
    return (((a == c) & (b == d)) | ((a == d) & (b == c))).any(axis=1)

# %% right: any over generators
return [any(sorted(row) == sorted(pair) for pair in pairs.tolist()) for row in nouns.tolist()]

# %% right: a look-up table
def held_out_pairs(nouns, pairs):
    size = max(nouns.max(), pairs.max()) + 1
    table = np.zeros((size, size), dtype=bool)
    table[pairs[:, 0], pairs[:, 1]] = True
    table[pairs[:, 1], pairs[:, 0]] = True
    return table[nouns[:, 0], nouns[:, 1]]

# %% right: set comparison
return np.array([any({*row} == {*pair} for pair in pairs.tolist()) for row in nouns.tolist()])

# %% right: product of comparisons
def held_out_pairs(nouns, pairs):
    straight = np.prod(nouns[:, None] == pairs, axis=-1)
    turned = np.prod(nouns[:, None] == pairs[:, ::-1], axis=-1)
    return (straight + turned).sum(axis=1) > 0

# %% right: einsum count
def held_out_pairs(nouns, pairs):
    hits = lambda p: np.einsum("nmk->nm", (nouns[:, None] == p).astype(int)) == 2
    return (hits(pairs) | hits(pairs[:, ::-1])).any(axis=1)

# %% wrong: one-noun-enough | only the order repaired
def held_out_pairs(nouns, pairs):
    as_written = (nouns[:, None] == pairs).any(axis=-1)
    turned_round = (nouns[:, None] == pairs[:, ::-1]).all(axis=-1)
    return (as_written | turned_round).any(axis=1)

# %% wrong: one-order-alone | only the any repaired
def held_out_pairs(nouns, pairs):
    as_written = (nouns[:, None] == pairs).all(axis=-1)
    turned_round = (nouns[:, None] == pairs).all(axis=-1)
    return (as_written | turned_round).any(axis=1)

# %% wrong: one-noun-enough | any everywhere | like: only the order repaired
-    turned_round = (nouns[:, None] == pairs[:, ::-1]).all(axis=-1)
+    turned_round = (nouns[:, None] == pairs[:, ::-1]).any(axis=-1)
# %% unnamed | columns apart
return np.isin(nouns[:, 0], pairs[:, 0]) & np.isin(nouns[:, 1], pairs[:, 1])
# %% wrong: nouns-counted-twice | subset of a pair
return [any({*row} <= {*pair} for pair in pairs.tolist()) for row in nouns.tolist()]

# %% wrong: every-pair-wanted | all at the end
def held_out_pairs(nouns, pairs):
    as_written = (nouns[:, None] == pairs).all(axis=-1)
    turned_round = (nouns[:, None] == pairs[:, ::-1]).all(axis=-1)
    return (as_written | turned_round).all(axis=1)

# %% wrong: along-the-sentences | axis 0 | like: all at the end
-    return (as_written | turned_round).all(axis=1)
+    return (as_written | turned_round).any(axis=0)
# %% wrong: both-orders-wanted | and | like: all at the end
-    return (as_written | turned_round).all(axis=1)
+    return (as_written & turned_round).any(axis=1)
# %% wrong: learned-not-held | those that may be learned | like: sorted rows
-    return (one[:, None] == other).all(axis=-1).any(axis=-1)
+    return ~(one[:, None] == other).all(axis=-1).any(axis=-1)
# %% wrong: numbers-added | sums
return np.isin(nouns.sum(axis=1), pairs.sum(axis=1))
# %% wrong: single-answer | any without an axis | like: sorted rows
-    return (one[:, None] == other).all(axis=-1).any(axis=-1)
+    return (one[:, None] == other).all(axis=-1).any()
# %% unnamed | how many | like: sorted rows
-    return (one[:, None] == other).all(axis=-1).any(axis=-1)
+    return np.flatnonzero((one[:, None] == other).all(axis=-1).any(axis=-1))
# %% unnamed | only the first pair
return np.array([sorted(row) == sorted(pairs[0].tolist()) for row in nouns.tolist()])

# %% wrong: return-missing | filled in, not returned
def held_out_pairs(nouns, pairs):
    held = np.zeros(len(nouns), dtype=bool)
    for pair in pairs:
        held |= (nouns == pair).all(axis=1) | (nouns == pair[::-1]).all(axis=1)

# %% blind

# %% wrong: sentences-turned-round | turns the list of the sentences round with [::-1] instead of the two nouns of each | like: only the any repaired
-    turned_round = (nouns[:, None] == pairs).all(axis=-1)
+    turned_round = (nouns[::-1][:, None] == pairs).all(axis=-1)

# %% wrong: pairs-unsorted | sorts the nouns of each sentence but not the pairs, so a pair whose larger number comes first is never found
def held_out_pairs(nouns, pairs):
    ordered = np.sort(nouns, axis=1)
    return (ordered[:, None] == pairs).all(axis=-1).any(axis=1)

# %% wrong: pairs-mixed | Only asks whether both nouns occur among the held-out ones, so two nouns of different pairs are held out, too
return np.isin(nouns, pairs).all(axis=1)
