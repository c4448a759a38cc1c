"""Attention that reads the keys block by block, with a running maximum and a running sum."""

import numpy as np

from attnlib import attention
from checks.facts import Facts, near

# The scores of these queries rise to 2,000, fall from 2,000, stay below -700, and stay near 0.
FAR_APART = np.array([(1.0, 800.0), (-1.0, 2000.0), (1.0, -2000.0), (0.001, 0.0)]) * np.sqrt(2)


def twice_as_far(rng, batch, n_q, d_k):
    return 2 * rng.normal(size=(*batch, n_q, d_k))


def rising(rng):
    return np.stack([np.linspace(0, 1200, 6) + rng.uniform(0, 20, 6), np.ones(6)], -1)


def attention_in_blocks(Q: twice_as_far, K: "* n_k d_k", V: "* n_k d_v", block_size):
    divisor = np.sqrt(Q.shape[-1])
    largest = np.full((*Q.shape[:-1], 1), -np.inf)
    lower = np.zeros((*Q.shape[:-1], 1))
    upper = np.zeros((*Q.shape[:-1], V.shape[-1]))
    starts = range(0, K.shape[-2], block_size)
    for first in starts:
        keys = K[..., first : first + block_size, :]
        values = V[..., first : first + block_size, :]
        scores = Q @ np.swapaxes(keys, -1, -2) / divisor
        peak = scores.max(axis=-1, keepdims=True)
        now = np.maximum(largest, peak)
        factor = np.exp(largest - now)
        exponentials = np.exp(scores - now)
        total = exponentials.sum(axis=-1, keepdims=True)
        weighted = exponentials @ values
        new_lower = factor * lower + total
        new_upper = factor * upper + weighted
        largest, lower, upper = now, new_lower, new_upper
    output = upper / lower
    return output


def filled_up(X, block_size):
    return np.pad(X, [(0, 0)] * (X.ndim - 2) + [(0, -X.shape[-2] % block_size), (0, 0)])


def on_the_diagonal(Q, K, V, block_size):
    output = np.zeros((*Q.shape[:-1], V.shape[-1]))
    for first in range(0, Q.shape[-2], block_size):
        if first >= K.shape[-2]:
            raise ValueError("zero-size array")
        rows = np.s_[..., first : first + block_size, :]
        output[rows], _ = attention(Q[rows], K[rows], V[rows])
    return output


def fits(Q, K, V, block_size):
    same_batch = Q.shape[:-2] == K.shape[:-2] == V.shape[:-2]
    same_keys = K.shape[-2] == V.shape[-2] and K.shape[-1] == Q.shape[-1]
    return block_size >= 1 and same_batch and same_keys


def within_the_values(output, V):
    low, high = V.min(axis=-2, keepdims=True), V.max(axis=-2, keepdims=True)
    return ((output >= low - 1e-4) & (output <= high + 1e-4)).all()


def clear_winners(output, Q, K, V):
    """Check that the output is the value of the largest score if it is far above the others."""
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    *_, second, largest = np.moveaxis(np.sort(scores, axis=-1), -1, 0)
    winners = np.take_along_axis(V, scores.argmax(axis=-1)[..., None], axis=-2)
    clear = largest - second > 50
    return near(output[clear], winners[clear])


HALF_A_TABLE = 32 * 2048 * 8 // 2  # bytes: blocks need a sixth of it, and a table twice as many

TASK = Facts(
    valid=fits,
    practises=("compute softmax piece by piece",),
    mistakes="own return-missing scores.batch-axis-breaks arguments",
    cases={
        "7 keys in blocks of 2": dict(n_q=3, n_k=7, d_k=4, d_v=2, block_size=2),
        "6 keys in blocks of 3": dict(n_q=4, n_k=6, d_k=2, d_v=3, block_size=3),
        "5 keys in blocks of 4": dict(n_q=2, n_k=5, d_k=4, d_v=3, block_size=4),
        "4 keys in blocks of 1": dict(n_q=5, n_k=4, d_k=3, d_v=2, block_size=1),
        "3 keys in blocks of 8": dict(n_q=2, n_k=3, d_k=5, d_v=2, block_size=8),
        "scores from -2,000 to 2,000": dict(Q=FAR_APART, K=rising, n_k=6, d_v=3, block_size=2),
        "a batch of two, 5 keys in blocks of 2": dict(
            batch=(2,), n_q=4, n_k=5, d_k=3, d_v=3, block_size=2
        ),
        "a batch of 3 with 2 heads": dict(batch=(3, 2), n_q=3, n_k=7, d_k=2, d_v=4, block_size=3),
        "32 queries and 2,048 keys in blocks of 32": dict(
            n_q=32, n_k=2048, d_k=2, d_v=1, block_size=32, most_memory=HALF_A_TABLE
        ),
        "float32 arrays": dict(n_q=3, n_k=5, d_k=4, d_v=2, block_size=2, dtype="float32"),
    },
    more_cases={
        "the example by hand": {
            "Q": np.array([[1.0]]),
            "K": np.array([[0], [np.log(3)]]),
            "V": np.array([[8.0], [4]]),
            "block_size": 1,
        },
        "scores around -2,000": {
            "Q": np.array([[-2000.0, 0], [0, -1999]]) * np.sqrt(2),
            "K": np.array([[1.0, 1], [0.9995, 0.9985], [0.999, 0.9995]]),
            "V": np.array([[3.0, 1, 0], [1, 4, 2], [2, -5, 7]]),
            "block_size": 2,
        },
    },
    holds={
        "The output has a row for each query, as wide as the values.": lambda result, Q, V: (
            np.shape(result) == (*Q.shape[:-1], V.shape[-1])
        ),
        "Each output is an average of values, so it is never outside their range.": (
            within_the_values
        ),
        "Where one score is far above the others, its value is the output.": clear_winners,
    },
)

# %% not-rescaled
# What was added up before is not rescaled when a block has another maximum.
# Old exponentials are measured from the old maximum: what makes up for the difference?
assert not near(lower, right.lower) or not near(upper, right.upper)
new_lower = lower + total
new_upper = upper + weighted
# or
now = peak
new_lower = lower + total
new_upper = upper + weighted

# %% only-one-rescaled
# Of the two sums, lower and upper, only one is rescaled.
# Which of the two are made of exponentials?
assert not near(output, right.output)
new_lower = lower + total
# or
new_upper = upper + weighted
# or
now = peak
new_lower = lower + total
# or
now = peak
new_upper = upper + weighted

# %% factor-upside-down
# The factor does not shrink the old sums when a larger maximum comes.
# When the maximum grows, should the old exponentials grow or shrink?
assert near(factor, 1) or (factor >= 1).any()
factor = np.exp(now - largest)
# or
factor = np.where(largest == -np.inf, 0, np.exp(now - largest))

# %% new-rescaled
# The factor multiplies what the block adds, not what was there before.
# Which exponentials were measured from the old maximum?
assert not near(output, right.output)
new_lower = lower + factor * total
new_upper = upper + factor * weighted

# %% mean-of-blocks
# Each block has a softmax of its own, and the outputs are averaged.
# Should a block with large scores count for more than one with small scores?
assert near(output * len(starts), upper) or near(output * K.shape[-2], upper)
now = peak
new_upper = upper + weighted / total
output = upper / len(starts)
# or
now = peak
new_upper = upper + weighted / total * keys.shape[-2]
output = upper / K.shape[-2]

# %% sum-of-blocks
# Each block has a softmax of its own, and the outputs are added.
# What do all weights of one query add up to, with three blocks?
assert near(output, upper)
now = peak
new_upper = upper + weighted / total
output = upper

# %% sum-as-wide-as-Q (errors: shapes)
# The upper sum has the shape of Q, but it adds up values.
# How wide is an output: as a query, or as a value?
assert upper.shape[-1] == Q.shape[-1]
upper = np.zeros(Q.shape)
# or
upper = np.zeros_like(Q)
output = upper / lower

# %% divided-each-round
# The output is divided by the sum in every round, and not multiplied back.
# When is the sum complete, and what should be divided by it before?
assert not near(lower * output, right.upper)
new_upper = (factor * upper + weighted) / new_lower
# or
new_upper = (factor * upper + weighted) / new_lower
output = upper

# %% sum-of-last-block
# The output is divided by the sum of the last block alone.
# Over which keys does softmax run?
assert near(lower, total)
new_lower = total

# %% last-block-lost
# The last keys are lost where the block size does not divide their number.
# What is 7 // 2, and how many blocks do 7 keys need?
assert first + block_size < K.shape[-2]
starts = range(0, K.shape[-2] // block_size * block_size, block_size)
# or
starts = range(0, K.shape[-2] // block_size * block_size, block_size)
output = upper / np.where(lower == 0, 1, lower)
# or
starts = range(0, K.shape[-2] // block_size * block_size, block_size)
output = upper / lower if lower.any() else lower / lower
# or
starts = range(0, K.shape[-2] // block_size * block_size, block_size)
output = upper / lower if lower.any() else 0 / 0
# or
starts = range(0, max(1, K.shape[-2] // block_size) * block_size, block_size)

# %% filled-with-zeros
# The last block is filled up with zeros, which are not hidden and get weight.
# What is the score of a key of zeros, and what is its exponential?
assert K.shape[-2] % block_size == 0
K = filled_up(K, block_size)
V = filled_up(V, block_size)

# %% whole-table-made
# A table of all scores is made, and not a block at a time.
# With blocks of 32 keys, how many scores of one query need to be in memory at once?
assert too_much_memory
block_size = K.shape[-2]
# or
output, _ = attention(Q, K, V)

# %% blocks-see-themselves
# A block of queries meets only the block of keys with the same number.
# Which keys should the first query meet?
assert near(output, on_the_diagonal(Q, K, V, block_size))
output = on_the_diagonal(Q, K, V, block_size)

# %% blocks-must-fit (errors: reshape, zero, stack, broadcast)
# It works only where the block size divides the number of keys.
# How can the last block be shorter than the others?
assert K.shape[-2] % block_size > 0
starts = np.arange(K.shape[-2]).reshape(-1, block_size)[:, 0]
# or
parts = np.split(K, K.shape[-2] // block_size, axis=-2)
starts = range(0, K.shape[-2], block_size)

# %% empty-block (errors: empty)
# There is an empty block too many where the block size divides the number of keys.
# What is 6 // 3 + 1, and how many blocks of 3 do 6 keys need?
assert starts[-1] >= K.shape[-2]
starts = [number * block_size for number in range(K.shape[-2] // block_size + 1)]

# %% no-maximum
# No maximum is subtracted, so exp overflows for large scores.
# What is np.exp(1000)?
assert np.max(largest) == 0
peak = 0.0

# %% first-maximum-only
# The maximum of the first block is kept to the end, so later scores may overflow.
# What happens if a later block has a far larger score?
assert near(largest, right.scores.max(axis=-1, keepdims=True)) or not near(largest, right.largest)
now = np.where(largest == -np.inf, peak, largest)

# %% maximum-from-zero
# The running maximum starts at 0, so it is too high where all scores are below.
# Which number is smaller than every score?
assert (largest >= 0).all()
largest = np.zeros((*Q.shape[:-1], 1))
now = np.maximum(largest, peak)

# %% maximum-of-each-block
# The maximum is that of the latest block, even if an older one was larger.
# What is the factor if the old maximum is larger than the new by 1000?
assert near(largest, scores.max(axis=-1, keepdims=True))
now = peak

# %% one-maximum-for-all
# One maximum serves all queries, so exponentials of the others may all become 0.
# Does each query need a maximum of its own?
assert np.size(peak) == 1
peak = scores.max()

# %% no-scale
assert divisor == 1
divisor = 1

# %% scale-by-d_k
assert divisor == Q.shape[-1]
divisor = Q.shape[-1]

# %% scale-by-sqrt-n
assert near(divisor, np.sqrt(K.shape[-2]))
divisor = np.sqrt(K.shape[-2])

# %% softmax-not-normalised
assert near(output, upper)
output = upper

# %% return-in-loop
assert list(starts) == [0]
starts = [0]

# %% loop-keeps-last
# Only the last block counts: nothing is carried over from the rounds before.
# Which three results of a round does the next one need?
assert near(lower, total)
assert near(upper, weighted)
now = peak
new_lower = total
new_upper = weighted

# %% batch-axis-breaks
assert np.ndim(given.Q) > 2
n, d_k = Q.shape
# or
starts = range(0, len(K), block_size)
