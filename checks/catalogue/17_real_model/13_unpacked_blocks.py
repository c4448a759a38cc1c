"""Weights as a file of four bits keeps them: a scale, a minimum and 32 small numbers for a block."""

import numpy as np

from checks.facts import Facts, near

STEP = 1 / 256  # every number is a multiple of it, so that float32 holds them all exactly


def packed_blocks(rng, n, lowest):
    scales = (STEP * rng.integers(129, 256, (n, 1))).astype("<f2")
    minima = (lowest + STEP * rng.integers(-99, 100, (n, 1))).astype("<f2")
    packed = rng.integers(256, size=(n, 16), dtype=np.uint8)
    return np.concatenate([scales.view(np.uint8), minima.view(np.uint8), packed], axis=1)


def with_scale_0(rng):
    blocks = packed_blocks(rng, 2, -0.5)
    blocks[:, :2] = 0
    return blocks


def halves(two_bytes, kind="<f2"):
    """Read two bytes in each row as one number."""
    return np.ascontiguousarray(two_bytes).view(kind).astype(np.float32)


def unpacked_blocks(blocks: packed_blocks):
    scales = halves(blocks[:, :2])
    minima = halves(blocks[:, 2:4])
    packed = blocks[:, 4:]
    low = packed & 15
    high = packed >> 4
    counts = np.concatenate([low, high], axis=1)
    numbers = scales * counts + minima
    return numbers


def coarse(scales, counts, minima):
    """Compute in float16, which rounds every result to 11 binary digits."""
    product = scales.astype(np.float16) * counts.astype(np.float16)
    return (product + minima.astype(np.float16)).astype(np.float32)


TASK = Facts(
    practises=("run a published language model",),
    mistakes="own result.return-missing result.return-in-loop arguments",
    symbols={"Q": "blocks"},
    asks="Take a block whose 16 packed bytes are all 0 but one. Which two numbers should that byte change?",
    valid=lambda blocks: False,  # 20 bytes and 32 numbers are too long to be shown
    cases={
        "3 blocks": {"n": 3, "lowest": -6},
        "a single block": {"n": 1, "lowest": -3},
        "2 blocks of positive numbers": {"n": 2, "lowest": 5},
        "16 blocks": {"n": 16, "lowest": -4},
        "2 blocks of equal numbers, with a scale of 0": {"blocks": with_scale_0},
    },
    holds={
        "There is a row of 32 numbers for each block.": lambda numbers, blocks: (
            np.shape(numbers) == (len(blocks), 32)
        ),
        "No number of a block is below its minimum.": lambda numbers, minima, scales: (
            numbers >= minima - 0.001 * scales
        ).all(),
        "Every number is the minimum plus 0 to 15 scales.": lambda numbers, minima, scales: (
            numbers <= minima + 15.1 * scales
        ).all(),
    },
)

# %% halves-swapped
# The high halves of the bytes come first, and the low ones after them.
# Which half of a byte holds numbers 0 to 15?
assert near(counts, np.concatenate([high, low], axis=1))
counts = np.concatenate([high, low], axis=1)

# %% halves-interleaved
# The two numbers of a byte come out side by side.
# A byte's low half is number 0. Which number is its high half?
assert near(counts.reshape(-1, 2), np.stack([low, high], axis=-1).reshape(-1, 2)) or near(
    counts.reshape(-1, 2), np.stack([high, low], axis=-1).reshape(-1, 2)
)
counts = np.stack([low, high], axis=-1).reshape(len(blocks), 32)
# or
counts = np.stack([high, low], axis=-1).reshape(len(blocks), 32)

# %% blocks-mixed
# The halves of several blocks are put together before the rows are cut.
# Which axis runs over the numbers of one block?
assert near(counts, np.concatenate([low, high]).reshape(-1, 32))
counts = np.concatenate([low, high]).reshape(-1, 32)

# %% eight-subtracted
# Numbers run from -8 to 7 before they are scaled, as in a format without a minimum.
# What should a half of 0 become: the minimum, or something below it?
assert near(numbers, scales * (counts - 8.0) + minima)
numbers = scales * (counts - 8.0) + minima

# %% eight-and-no-minimum
# 8 is subtracted instead of adding the minimum: that is another format, Q4_0.
# Which bytes of the block have you not used?
assert near(numbers, scales * (counts - 8.0))
numbers = scales * (counts - 8.0)

# %% scale-and-minimum-exchanged
# Scale and minimum have changed places.
# Which of the two stands in the first two bytes?
assert near(numbers, minima * counts + scales)
numbers = minima * counts + scales

# %% minimum-subtracted
# The minimum is subtracted.
# What does a half of 0 become, and what should it become?
assert near(numbers, scales * counts - minima)
numbers = scales * counts - minima

# %% minimum-missing
# The minimum is not added.
# What does a half of 0 become, and what should it become?
assert near(numbers, scales * counts)
numbers = scales * counts

# %% minimum-scaled
# The minimum is multiplied by the scale as well.
# By what is the minimum multiplied in the formula?
assert near(numbers, scales * (counts + minima))
numbers = scales * (counts + minima)

# %% scale-missing
# The small numbers are not multiplied by the scale.
# How far apart are two neighbouring numbers of a block?
assert near(numbers, counts + minima)
numbers = counts + minima

# %% divided-by-15
# The scale is divided by 15, though it is already the step from one number to the next.
# What should a half of 15 become?
assert near(numbers, scales * counts / 15 + minima)
numbers = scales * counts / 15 + minima

# %% computed-in-half
# Products and sums are computed in float16, which rounds them.
# Which dtype has a product of float16 and uint8?
assert near(numbers, coarse(scales, counts, minima))
numbers = coarse(scales, counts, minima)

# %% bytes-as-whole-number
# Two bytes are read as a whole number, though they hold a float16.
# What kind of number do these two bytes hold?
assert near(scales, halves(blocks[:, :2], "<u2")) or near(minima, halves(blocks[:, 2:4], "<u2"))
scales = halves(blocks[:, :2], "<u2")
# and/or
minima = halves(blocks[:, 2:4], "<u2")

# %% bytes-in-wrong-order
# The two bytes of a float16 are read in the opposite order.
# Which of its two bytes comes first in the file?
assert np.array_equal(scales, halves(blocks[:, :2], ">f2"), equal_nan=True)
assert np.array_equal(minima, halves(blocks[:, 2:4], ">f2"), equal_nan=True)
scales = halves(blocks[:, :2], ">f2")
minima = halves(blocks[:, 2:4], ">f2")

# %% high-not-shifted
# The high halves stay where they are in the byte, so they count 16 times.
# What is the largest number that four bits can hold?
assert near(high, packed & 240)
high = packed & 240

# %% low-not-cut
# The low numbers still contain the high half of their byte.
# What is the largest number that four bits can hold?
assert near(low, packed)
low = packed

# %% bytes-not-skipped
# The packed bytes are taken from a wrong place in the block.
# How many bytes of a block come before the packed ones?
assert packed.shape[1] == 16 and not near(packed, blocks[:, 4:])
packed = blocks[:, :16]
# or
packed = blocks[:, 2:18]

# %% one-scale-for-all
# The scale and the minimum of the first block are used for all blocks.
# Whose scale does the second block need?
assert near(scales, np.full_like(scales, scales[0])) and near(
    minima, np.full_like(minima, minima[0])
)
scales = halves(blocks[:1, :2]).repeat(len(blocks), axis=0)
minima = halves(blocks[:1, 2:4]).repeat(len(blocks), axis=0)

# %% one-row
# All numbers come in one long row.
# What shape is asked for?
assert np.ndim(result) == 1
result = numbers.ravel()

# %% low-halves-alone
# Only the low halves are returned, 16 numbers for each block.
# How many numbers are packed into 16 bytes?
assert near(result, right.numbers[:, :16])
result = numbers[:, :16]
