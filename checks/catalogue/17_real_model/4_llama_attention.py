"""Causal attention of a published model: turned queries and keys, and keys that heads share."""

import numpy as np

from checks.catalogue.material.llama import cut, turned_halves, turned_pairs
from checks.facts import Facts, near


def matrix(rng, rows, columns):
    return rng.normal(size=(rows, columns)) / np.sqrt(rows)


def asking(rng, d_model, num_heads, d_head):
    return 2 * matrix(rng, d_model, num_heads * d_head)


def offering(rng, d_model, h_kv, d_head):
    return 2 * matrix(rng, d_model, h_kv * d_head)


def joining(rng, d_model, num_heads, d_head):
    return matrix(rng, num_heads * d_head, d_model)


def turned_whole(rows, base):
    """Turn rows as if all their heads were one."""
    n, width = rows.shape
    return turned_pairs(rows, np.arange(n)[:, None] * base ** -(np.arange(0, width, 2) / width))


def llama_attention(
    X: "n d_model",
    W_q: asking,
    W_k: offering,
    W_v: offering,
    W_o: joining,
    num_heads,
    base,
):
    n = len(X)
    d_head = W_q.shape[1] // num_heads
    h_kv = W_k.shape[1] // d_head
    queries = X @ W_q
    keys = X @ W_k
    values = X @ W_v
    positions = np.arange(n)
    exponents = np.arange(0, d_head, 2) / d_head
    frequencies = base**-exponents
    angles = positions[:, None] * frequencies
    turn = turned_pairs
    Q = turn(cut(queries, num_heads), angles)
    own_keys = turn(cut(keys, h_kv), angles)
    own_values = cut(values, h_kv)
    times = num_heads // h_kv
    K = np.repeat(own_keys, times, axis=0)
    V = np.repeat(own_values, times, axis=0)
    scores = Q @ K.swapaxes(-1, -2)
    scaled = scores / np.sqrt(d_head)
    visible = np.tri(n, dtype=bool)
    scaled = np.where(visible, scaled, -np.inf)
    axis = -1
    shifted = scaled - scaled.max(axis=axis, keepdims=True)
    exponentials = np.exp(shifted)
    exponentials = np.where(visible, exponentials, 0)  # of a row that sees nothing, too
    total = exponentials.sum(axis=axis, keepdims=True)
    weights = exponentials / total
    found = weights @ V
    merged = found.swapaxes(0, 1).reshape(n, -1)
    output = merged @ W_o
    return output


def fits(X, W_q, W_k, W_v, W_o, num_heads, base):
    if num_heads < 1 or W_q.shape[1] % (2 * num_heads) or W_k.shape != W_v.shape:
        return False
    d_head = W_q.shape[1] // num_heads
    h_kv, rest = divmod(W_k.shape[1], d_head)
    shapes_agree = len(W_q) == len(W_k) == X.shape[1] and W_o.shape == W_q.shape[::-1]
    return len(X) > 0 and shapes_agree and not rest and h_kv and num_heads % h_kv == 0 and base > 1


def first_row_is_its_own_value(output, X, W_v, W_o, num_heads, h_kv):
    own = np.repeat(cut(X[:1] @ W_v, h_kv), num_heads // h_kv, axis=0)
    return near(output[0], own.reshape(-1) @ W_o)


def sizes(n, d_model, num_heads, h_kv, d_head, base=10000.0, **others):
    sizes_of_heads = {"num_heads": num_heads, "h_kv": h_kv, "d_head": d_head}
    return {"n": n, "d_model": d_model, **sizes_of_heads, "base": base, **others}


ONE_HEAD = sizes(4, 6, 1, 1, 6, base=100.0, W_o=np.eye(6))
TWO_HEADS = sizes(4, 8, 2, 2, 4, base=100.0, W_o=np.eye(8))
SHARED = sizes(4, 8, 4, 2, 4, base=100.0, W_o=np.eye(16, 8))

TASK = Facts(
    practises=("run a published language model",),
    at_once=2,
    asks="Which of the steps have you compared with a loop over the heads?",
    mistakes="""
        own scale.no-scale scale.scale-by-d_k scale-by-sqrt-n scale-by-sqrt-num_heads
        softmax.softmax-over-queries softmax-over-heads q-k-swapped values-from-keys
        mask.mask-missing mask.mask-inverted mask.mask-transposed mask.mask-hides-diagonal
        mask.sees-next hiding.mask-after-softmax mask-filled-with-zero
        split-without-transpose merge-without-transpose heads-interleaved heads-reversed
        output-projection-missing output-projection-transposed
        result.return-missing
    """,
    symbols={"d_k": "d_head"},
    valid=fits,
    cases={
        "4 words, 4 heads of 4 numbers that share 2": sizes(4, 10, 4, 2, 4, base=100.0),
        "5 words, 6 heads of 4 numbers that share 2": sizes(5, 8, 6, 2, 4),
        "3 words, 6 heads of 2 numbers that share 3": sizes(3, 12, 6, 3, 2, base=500.0),
        "4 words, 4 heads of 6 numbers that share 1": sizes(4, 24, 4, 1, 6, base=1000.0),
        "4 words, 3 heads of 4 numbers, each with its own keys": sizes(4, 7, 3, 3, 4, base=300.0),
        "6 words and a single head of 6 numbers": sizes(6, 6, 1, 1, 6, base=50.0),
        "a single word": sizes(1, 9, 4, 2, 2),
        "float32 arrays": sizes(4, 8, 4, 2, 4, base=100000.0, dtype="float32"),
    },
    stages={
        "the values, or in their average under equal weights": {
            **ONE_HEAD,
            "W_q": np.zeros((6, 6)),
        },
        "the turned scores of one head, or in its weights": ONE_HEAD,
        "what changes with several heads": TWO_HEADS,
        "the way heads share their keys and values": SHARED,
        "the product with W_o": {**SHARED, "W_o": joining},
    },
    more_cases={
        "the example by hand": {
            "X": np.array([[2.0, 0], [0, 4]]),
            "W_q": np.zeros((2, 4)),
            "W_k": np.eye(2),
            "W_v": np.eye(2),
            "W_o": np.tile(np.eye(2), (2, 1)),
            "num_heads": 2,
            "base": 2.0,
        }
    },
    holds={
        "The output has the shape of X.": lambda output, X: np.shape(output) == X.shape,
        "The first word attends to itself alone.": first_row_is_its_own_value,
    },
)

# %% heads-in-turns
# Heads of keys are dealt out in turns, so neighbouring heads of queries do not share.
# Which head of keys should the first two heads of queries read, and which do they read?
assert near(K[:h_kv], own_keys) and near(V[:h_kv], own_values)
K = np.concatenate([own_keys] * times)
V = np.concatenate([own_values] * times)

# %% keys-in-turns
# Heads of keys are dealt out in turns, unlike the values.
# With 4 heads and 2 heads of keys, which keys should the first two heads read?
assert near(K[:h_kv], own_keys) and not near(V[:h_kv], own_values)
K = np.concatenate([own_keys] * times)

# %% values-in-turns
# Heads of values are dealt out in turns, unlike the keys.
# With 4 heads and 2 heads of values, which values should the first two heads read?
assert near(V[:h_kv], own_values) and not near(K[:h_kv], own_keys)
V = np.concatenate([own_values] * times)

# %% first-head-for-all
# All heads of queries read the first head of keys and values.
# How many heads of keys are there, and which of them is used?
assert near(K, own_keys[:1]) and near(V, own_values[:1])
K = own_keys[:1]
V = own_values[:1]

# %% mean-of-heads
# The heads of keys and values are averaged, and all queries read the mean.
# Which head of keys should the last head of queries read?
assert near(K, own_keys.mean(axis=0)) and near(V, own_values.mean(axis=0))
K = own_keys.mean(axis=0, keepdims=True)
V = own_values.mean(axis=0, keepdims=True)

# %% group-size-for-groups (errors: index)
# The heads are divided by the number of groups, not by the size of a group.
# With 6 heads of queries and 2 of keys, how many share one?
assert near(K, np.take(own_keys, np.arange(num_heads) // h_kv, axis=0))
K = np.take(own_keys, np.arange(num_heads) // h_kv, axis=0)
V = np.take(own_values, np.arange(num_heads) // h_kv, axis=0)

# %% keys-repeated-before-split
# The columns of keys and values are repeated one by one, before they are cut into heads.
# What is repeated, and how many neighbouring numbers does it hold?
assert near(K[0, :, 0], K[0, :, 1]) or near(V[0, :, 0], V[0, :, 1])
K = turn(cut(np.repeat(keys, times, axis=1), num_heads), angles)
V = cut(np.repeat(values, times, axis=1), num_heads)

# %% width-from-d_model (errors: reshape, product, broadcast, index)
# The width of a head is taken from the stream, not from W_q.
# Which array holds num_heads heads side by side?
assert d_head == X.shape[1] // num_heads
d_head = X.shape[1] // num_heads

# %% width-from-keys (errors: reshape, broadcast, index)
# The width of a head is taken from W_k, which holds fewer heads.
# Which array holds num_heads heads side by side?
assert d_head == W_k.shape[1] // num_heads
d_head = W_k.shape[1] // num_heads
Q = turn(queries.reshape(n, num_heads, d_head).swapaxes(0, 1), angles)

# %% keys-and-values-exchanged
# W_k makes the values, and W_v the keys.
# Which matrix should make what is handed over?
assert near(keys, X @ W_v) and near(values, X @ W_k)
keys = X @ W_v
values = X @ W_k

# %% values-turned
# The values are turned, too, so what is handed over depends on where it stood.
# Which arrays decide where to look, and which is handed over?
assert near(own_values, turn(cut(values, h_kv), angles))
own_values = turn(cut(values, h_kv), angles)

# %% queries-not-turned
# The queries are not turned, so a score depends on the place of the key.
# Query and key move on by 100 together: which angle between them stays?
assert near(Q, cut(queries, num_heads))
Q = cut(queries, num_heads)

# %% keys-not-turned
# The keys are not turned, so a score depends on the place of the query.
# Query and key move on by 100 together: which angle between them stays?
assert near(own_keys, cut(keys, h_kv))
own_keys = cut(keys, h_kv)

# %% nothing-turned
# Queries and keys are not turned, so the weights know no distances.
# Where does `base` enter your computation?
assert near(angles, 0)
angles = 0 * positions[:, None] * frequencies

# %% backwards
# Queries and keys are turned backwards, both of them.
# How far should a row at position 1 turn, and in which direction?
assert near(angles, -positions[:, None] * frequencies)
angles = -positions[:, None] * frequencies

# %% one-of-two-backwards
# Queries and keys turn in opposite directions, so positions are added up.
# What is left between two hands that turn the same way?
assert near(Q, turn(cut(queries, num_heads), -angles)) or near(
    own_keys, turn(cut(keys, h_kv), -angles)
)
own_keys = turn(cut(keys, h_kv), -angles)
# or
Q = turn(cut(queries, num_heads), -angles)

# %% half-split
# The partner of a column is half a head away: another layout than the one asked for.
# Which two columns of a head are pair 0 here?
assert turn is turned_halves
turn = turned_halves

# %% turned-before-split
# Whole rows are turned before they are cut, so the frequencies run on through all heads.
# Does the second head begin with the fastest pair again?
assert near(Q, cut(turned_whole(queries, base), num_heads))
Q = cut(turned_whole(queries, base), num_heads)
own_keys = cut(turned_whole(keys, base), h_kv)

# %% turned-by-head (errors: broadcast, reshape)
# Each head is turned by its own number, where each word should be.
# Which axis counts the words where you turn?
assert near(Q, turn(cut(queries, num_heads), np.arange(num_heads)[:, None, None] * frequencies))
Q = turn(cut(queries, num_heads), np.arange(num_heads)[:, None, None] * frequencies)
own_keys = turn(cut(keys, h_kv), np.arange(h_kv)[:, None, None] * frequencies)
# or
Q = turn(queries.reshape(n, num_heads, -1), angles).swapaxes(0, 1)
own_keys = turn(keys.reshape(n, h_kv, -1), angles).swapaxes(0, 1)

# %% base-ignored
# The base is always the same number, whatever the argument says.
# Where does the argument `base` enter the frequencies?
assert base in (10000, 100000)
# for usual in 10000.0 100000.0
base = usual

# %% exponent-halved
# The exponents grow half as fast as they should.
# What is the exponent of the second pair, if a head has 4 numbers?
assert near(exponents, right.exponents / 2)
exponents = np.arange(d_head // 2) / d_head

# %% exponent-doubled
# The exponents grow twice as fast as they should.
# What is the exponent of the second pair, if a head has 4 numbers?
assert near(exponents, 2 * right.exponents)
exponents = 2 * np.arange(0, d_head, 2) / d_head

# %% wavelengths-inverted
# Later pairs turn faster: the exponent has the wrong sign.
# Should a later pair of columns turn faster or more slowly?
assert (frequencies >= 1).all()
frequencies = base**exponents

# %% exponent-by-whole-width
# The exponents divide by a width that is not that of one head.
# How many numbers has the array whose pairs you count?
assert near(exponents * X.shape[1], right.exponents * d_head) or near(
    exponents * W_q.shape[1], right.exponents * d_head
)
exponents = np.arange(0, d_head, 2) / X.shape[1]
# or
exponents = np.arange(0, d_head, 2) / W_q.shape[1]

# %% pairs-from-one
# The pairs are counted from 1, so each turns as slowly as the next one should.
# How many radians does pair 0 turn from one position to the next?
assert near(exponents, right.exponents + 2 / d_head)
exponents = np.arange(2, d_head + 2, 2) / d_head

# %% scale-by-sqrt-d_model
# The scores are divided by the root of a width that is not that of one head.
# How many numbers of a query take part in one head's score?
assert any(
    near(np.where(visible, scaled * np.sqrt(width), scores), scores)
    for width in (X.shape[1], len(W_o), X.shape[1] / num_heads, X.shape[1] // num_heads)
)
# for width in X.shape[1] len(W_o) X.shape[1]/num_heads X.shape[1]//num_heads
scaled = scores / np.sqrt(width)

# %% scale-by-sqrt-num_heads
assert near(np.where(visible, scaled * np.sqrt(num_heads), scores), scores)
scaled = scores / np.sqrt(num_heads)

# %% scale-by-sqrt-n
# The scores are divided by the root of the number of words.
# Should a score depend on how many words there are?
assert near(np.where(visible, scaled * np.sqrt(n), scores), scores)
scaled = scores / np.sqrt(n)

# %% softmax-over-heads
assert near(np.sum(weights, axis=-3)[visible], 1) or np.isnan(weights).any()
total = exponentials.sum(axis=-3, keepdims=True)
weights = exponentials / np.where(total == 0, 1, total)
# or
shifted = scaled
total = exponentials.sum(axis=-3, keepdims=True)
weights = exponentials / np.where(total == 0, 1, total)
# or
axis = -3

# %% q-k-swapped
# The scores are K Q^T: keys on the rows and queries on the columns.
# Whose row should one row of scores be?
assert near(scores, K @ Q.swapaxes(-1, -2))
scores = K @ Q.swapaxes(-1, -2)

# %% values-from-keys
assert near(found, weights @ K) or near(found, weights @ np.repeat(cut(keys, h_kv), times, axis=0))
found = weights @ K
# or
found = weights @ np.repeat(cut(keys, h_kv), times, axis=0)

# %% mask-inverted
assert (visible == ~np.tri(n, dtype=bool)).all()
visible = ~visible
weights = exponentials / np.where(total == 0, 1, total)  # nan would tell no mask from another
# or
visible = ~visible
weights = np.where(total == 0, 1 / n, exponentials / total)
# or
visible = ~visible
weights = exponentials / total
# or
visible = ~visible
scaled = scaled + np.where(visible, 0, -1e9).astype(scaled.dtype)
exponentials = np.exp(shifted)
exponentials = exponentials

# %% mask-filled-with-zero
assert not np.where(visible, 0, scaled).any()
scaled = np.where(visible, scaled, 0)
exponentials = np.exp(shifted)
exponentials = exponentials

# %% split-without-transpose
assert near(own_values, values.reshape(h_kv, n, -1))
Q = turn(queries.reshape(num_heads, n, -1), angles)
own_keys = turn(keys.reshape(h_kv, n, -1), angles)
own_values = values.reshape(h_kv, n, -1)

# %% merge-without-transpose
assert near(np.ravel(merged), np.ravel(found))
merged = found.reshape(n, -1)

# %% heads-interleaved
assert near(merged[:, ::num_heads], found[0]) or near(own_values[0], values[:, ::h_kv])
merged = np.moveaxis(found, 0, -1).reshape(n, -1)
# or
Q = turn(np.moveaxis(queries.reshape(n, -1, num_heads), -1, 0), angles)
own_keys = turn(np.moveaxis(keys.reshape(n, -1, h_kv), -1, 0), angles)
own_values = np.moveaxis(values.reshape(n, -1, h_kv), -1, 0)

# %% heads-reversed
assert near(merged[:, :d_head], found[-1])
merged = found[::-1].swapaxes(0, 1).reshape(n, -1)

# %% heads-summed
assert near(output, found.sum(axis=0) @ W_o[:d_head])
output = found.sum(axis=0) @ W_o[:d_head]

# %% output-projection-missing
assert near(output, merged)
output = merged

# %% output-projection-transposed (errors: product)
assert near(output, merged @ W_o.T)
output = merged @ W_o.T

# %% last-row-only
# Only the last word's output is returned.
# For how many of the words does the exercise want an output?
assert np.size(result) == X.shape[1]
return output[-1]
# or
return output[-1:]

# %% residual-added
# X is added to the output, which is the job of the block.
# What does attention alone return?
assert near(result - X, output)
return X + output

# %% mutates-input
# for own in X W_q
untouched = own.copy()
own += 1
own = untouched
