"""Predict the shapes that nn.MultiheadAttention returns, for a batch."""

from checks.facts import Facts

SENTENCES, LENGTH, D_MODEL, HEADS = 3, 4, 12, 2


def torch_shapes():
    n, batch = SENTENCES, LENGTH  # as the module reads them by default
    output = (SENTENCES, LENGTH, D_MODEL)
    weights = (batch, n, n)
    sentences, length = SENTENCES, LENGTH  # as it reads them with batch_first=True
    batch_first = (sentences, length, length)
    each_head = (sentences, HEADS, length, length)
    return dict(output=output, weights=weights, batch_first=batch_first, each_head=each_head)


TASK = Facts(
    kind="predict",
    practises=("read attention as people write it",),
    cases={"paper": {}},
    numbers={
        "SENTENCES, LENGTH": ("4, 5", "5, 4", "4, 6", "6, 4", "5, 6", "6, 5"),
        "D_MODEL": ("18", "24", "30"),
        "HEADS": ("2", "3"),
    },
    holds={
        "Weights have as many queries as keys.": lambda result: all(
            result[name][-1] == result[name][-2] for name in ("weights", "batch_first")
        ),
        "As many numbers come out as went in.": lambda result: (
            sorted(result["output"]) == sorted((SENTENCES, LENGTH, D_MODEL))
        ),
        "Keeping the heads apart takes one axis more.": lambda result: (
            len(result["each_head"]) == len(result["batch_first"]) + 1
        ),
    },
)

# %% batch-first-mixup
# The first axis is read as the batch, though nobody asked for batch_first=True.
# Which axis does the module read as the tokens by default?
assert weights[-1] == LENGTH
n, batch = LENGTH, SENTENCES

# %% batch-first-ignored
# The second axis is read as the batch, though batch_first=True says that it is the first.
# Which axis is the batch with batch_first=True?
assert SENTENCES in (batch_first[-1], each_head[-1])
sentences, length = LENGTH, SENTENCES
# or
each_head = (batch, HEADS, n, n)

# %% heads-in-the-batch
# The heads are counted with the sentences, as if each head made the batch longer.
# How many sentences does each head read?
assert HEADS * sentences in each_head
each_head = (HEADS * sentences, length, length)

# %% averaged-weights
# The weights are averaged over the heads, though average_attn_weights is False.
# How many tables of weights does each sentence have then?
assert HEADS not in each_head
each_head = (sentences, length, length)

# %% heads-not-averaged
# The heads are kept apart, but by default the module averages over them.
# Once the mean of all tables is taken, how many tables are left?
assert HEADS in weights or HEADS in batch_first
weights = (batch, HEADS, n, n)
# and/or
batch_first = (sentences, HEADS, length, length)

# %% heads-before-batch
# The axis of the heads comes before that of the batch.
# Which axis comes first in a batch: its sentences or their heads?
assert each_head[0] == HEADS
each_head = (HEADS, sentences, length, length)

# %% heads-last
assert each_head[-1] == HEADS
each_head = (sentences, length, length, HEADS)

# %% batch-left-out
# The weights have no axis for the batch.
# How many sentences have a table of weights of their own?
assert len(weights) == 2
weights = (n, n)
batch_first = (length, length)
each_head = (HEADS, length, length)

# %% batch-in-the-middle
# The batch is in the middle of the weights, where the tokens have it.
# Which two axes make the table of one sentence, and do they stay together?
assert weights[0] == weights[-1] != weights[1]
weights = (n, batch, n)

# %% output-turned
# The output has its first two axes exchanged, compared with the input.
# Can the next layer read the output as this one read its input?
assert output == (LENGTH, SENTENCES, D_MODEL)
output = (LENGTH, SENTENCES, D_MODEL)

# %% output-of-one-head
# The output has the width of a single head.
# How wide are all heads side by side, and what does W_o make of them?
assert output[-1] == D_MODEL / HEADS
output = (SENTENCES, LENGTH, D_MODEL // HEADS)

# %% weights-like-output
# Weights are given the shape of the input, with an axis of features.
# What does a weight join a query with?
assert weights == (SENTENCES, LENGTH, D_MODEL)
weights = (SENTENCES, LENGTH, D_MODEL)
batch_first = (SENTENCES, LENGTH, D_MODEL)
