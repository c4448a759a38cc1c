"""Predict the shapes that nn.MultiheadAttention returns, for a batch."""

from checks.facts import Facts

TOKENS = (3, 4, 12)  # three sentences of four tokens
HEADS = 2


def torch_shapes():
    n, batch = 3, 4  # as the module reads TOKENS by default
    output = TOKENS
    weights = (batch, n, n)
    sentences, length = 3, 4  # as it reads them with batch_first=True
    batch_first = (sentences, length, length)
    each_head = (sentences, HEADS, length, length)
    return dict(output=output, weights=weights, batch_first=batch_first, each_head=each_head)


TASK = Facts(
    kind="predict",
    practises=("say what PyTorch's attention returns",),
    cases={"paper": {}},
    holds={
        "Weights have as many queries as keys.": lambda result: all(
            result[name][-1] == result[name][-2] for name in ("weights", "batch_first")
        ),
        "As many numbers come out as went in.": lambda result: (
            sorted(result["output"]) == sorted(TOKENS)
        ),
        "Keeping the heads apart takes one axis more.": lambda result: (
            len(result["each_head"]) == len(result["batch_first"]) + 1
        ),
    },
)

# %% batch-first-mixup
# Axis 0 is read as the batch, though nobody asked for batch_first=True.
# Which axis does the module read as the tokens by default?
n, batch = 4, 3

# %% batch-first-ignored
# The weights are the same with batch_first=True as without.
# Which axis is the batch with batch_first=True?
sentences, length = 4, 3

# %% averaged-weights
# The weights are averaged over the heads, though average_attn_weights is False.
# How many tables of weights does each sentence have then?
each_head = (sentences, length, length)

# %% heads-not-averaged
# The heads are kept apart, but by default the module averages over them.
# How many tables are left of two, once their mean is taken?
weights = (batch, HEADS, n, n)
# and/or
batch_first = (sentences, HEADS, length, length)

# %% heads-before-batch
# The axis of the heads comes before that of the batch.
# Which axis comes first in a batch: its sentences or their heads?
each_head = (HEADS, sentences, length, length)

# %% heads-last
each_head = (sentences, length, length, HEADS)

# %% batch-left-out
# The weights have no axis for the batch.
# How many sentences have a table of weights of their own?
weights = (n, n)
batch_first = (length, length)
each_head = (HEADS, length, length)

# %% batch-in-the-middle
# The batch is in the middle of the weights, where the tokens have it.
# Which two axes make the table of one sentence, and do they stay together?
weights = (n, batch, n)

# %% output-turned
# The output has its first two axes exchanged, compared with the input.
# Can the next layer read the output as this one read its input?
output = (4, 3, 12)

# %% weights-like-output
# Weights are given the shape of the output, with an axis of features.
# A weight joins a query with what?
weights = TOKENS
batch_first = TOKENS
