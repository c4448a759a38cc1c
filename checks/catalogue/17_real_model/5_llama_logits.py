"""A model of the shape of Llama, put together: the logits of the next token, after every token."""
# ruff: noqa: E731  what all norms have in common is a line for each thing that can go wrong

from functools import partial

import numpy as np

from checks.catalogue.material.language_models import words
from checks.catalogue.material.llama import (
    SIZES,
    cut,
    model,
    small_model,
    turned_halves,
    turned_pairs,
)
from checks.facts import Facts


def working(rng, parts):
    """Draw a model in which only some parts add to the stream, such as "0.W_o 0.W_down".

    A norm before a part that adds nothing changes no row, so it does not show if it is misplaced.
    """
    weights = small_model(rng, **SIZES)
    embedding = weights["embedding"]
    embedding /= np.sqrt((embedding**2).mean(axis=-1, keepdims=True))
    for name, array in weights.items():
        if name.endswith(("W_o", "W_down")) and name not in parts.split():
            array[:] = 0
            weights[name.replace("W_o", "norm_1").replace("W_down", "norm_2")][:] = 1
    return weights


def llama_logits(weights: small_model, tokens: words, num_heads):
    eps = 1e-5
    squares = lambda rows: (rows**2).mean(axis=-1, keepdims=True)
    root = lambda rows: np.sqrt(squares(rows) + eps)
    finish = lambda rows, gain: rows * gain
    norm = lambda name, rows: finish(rows / root(rows), weights[name])

    n = len(tokens)
    embedded = weights["embedding"][tokens]
    X = embedded
    layers = tuple(range(sum(name.endswith(".W_q") for name in weights)))
    for layer in layers:
        W_q, W_k, W_v, W_o = (weights[f"{layer}.{name}"] for name in ("W_q", "W_k", "W_v", "W_o"))
        W_gate, W_up, W_down = (weights[f"{layer}.{name}"] for name in ("W_gate", "W_up", "W_down"))
        norm_1, norm_2 = (partial(norm, f"{layer}.{name}") for name in ("norm_1", "norm_2"))
        normed_X = norm_1(X)
        queries = normed_X @ W_q
        keys = normed_X @ W_k
        values = normed_X @ W_v
        d_head = W_q.shape[1] // num_heads
        h_kv = W_k.shape[1] // d_head
        base = 100_000.0
        exponents = np.arange(0, d_head, 2) / d_head
        angles = np.arange(n)[:, None] * base**-exponents
        turn = turned_pairs
        Q = turn(cut(queries, num_heads), angles)
        own_keys = turn(cut(keys, h_kv), angles)
        own_values = cut(values, h_kv)
        times = num_heads // h_kv
        share = partial(np.repeat, repeats=times, axis=0)
        K = share(own_keys)
        V = share(own_values)
        scores = Q @ K.swapaxes(-1, -2)
        scaled = scores / np.sqrt(d_head)
        visible = np.tri(n, dtype=bool)
        scaled = np.where(visible, scaled, -np.inf)
        exponentials = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
        shares = exponentials / exponentials.sum(axis=-1, keepdims=True)
        found = shares @ V
        merged = found.swapaxes(0, 1).reshape(n, -1)
        attended = merged @ W_o
        H = X + attended
        normed_H = norm_2(H)
        gate = normed_H @ W_gate
        up = normed_H @ W_up
        gated = gate / (1 + np.exp(-gate))
        hidden = gated * up
        fed = hidden @ W_down
        pre_norm = H + fed
        X = pre_norm
    last = norm("norm", X)
    logits = last @ weights["embedding"].T
    return logits


TASK = Facts(
    practises=("run a published language model",),
    asks="What does each of your lines read, and what should it read, by the plan?",
    valid=lambda *arguments: False,  # it is not defined what a model should return here
    at_once=2,
    mistakes="own mask.mask-missing chances-not-logits return-missing",
    cases={
        "5 tokens": model(),
        "4 tokens, 3 layers": model(n=4, layers=3, V=9),
        "3 tokens, a single layer": model(n=3, layers=1, h_kv=1),
        "4 tokens, 6 heads with 2 heads of keys": model(n=4, num_heads=6, d_ff=8),
        "4 tokens, each head with its own keys": model(n=4, h_kv=4, d_head=2),
        "7 tokens, 4 heads with a single head of keys": model(n=7, h_kv=1, V=7),
        "a single token": model(n=1),
        "6 tokens of a vocabulary of 8": model(n=6, V=8),
        "tokens that come again": model(tokens=np.array([3, 1, 3, 3, 1])),
        "tokens whose numbers are small, where eps matters": model(loudness=0.005),
        "float32 arrays": model(n=3, layers=1, dtype="float32"),
        "2 tokens, 11 layers": model(n=2, layers=11, d_model=4, d_ff=4, d_head=2),
    },
    stages={
        part: model(weights=working, parts=parts)
        for part, parts in {
            "the sums, the last norm or the read-out": "",
            "attention of layer 0": "0.W_o",
            "the feed-forward of layer 0": "0.W_o 0.W_down",
            "attention of layer 1": "0.W_o 0.W_down 1.W_o",
            "the feed-forward of layer 1": "0.W_o 0.W_down 1.W_o 1.W_down",
        }.items()
    },
    holds={
        "There is a row of V logits for each token.": lambda logits, weights, tokens: (
            logits.shape == (len(tokens), len(weights["embedding"]))
        ),
    },
)

# %% residual-missing
# What attention or the feed-forward finds replaces the stream, and is not added to it.
# If W_o and W_down were zeros, what should be left of the stream?
assert near(H, attended) or near(pre_norm, fed)
H = attended
# and/or
pre_norm = fed

# %% residual-of-normalised
# The sum starts from the normalised copy, so the stream itself is lost.
# To what is the result of each half added: to the normalised rows, or to the stream?
assert near(H, normed_X + attended) or near(pre_norm, normed_H + fed)
H = normed_X + attended
# and/or
pre_norm = normed_H + fed

# %% second-residual-from-X
# The second sum starts from the rows that came in, not from what attention made of them.
# To which rows is the result of the feed-forward added?
assert near(pre_norm - fed, H - attended)
pre_norm = X + fed

# %% feed-reads-first-X
# The feed-forward reads the rows that came in, as if attention had not been there.
# Which rows should the feed-forward read: those before attention, or those after it?
assert near(normed_H, norm_2(H - attended))
normed_H = norm_2(X)

# %% norm-1-twice
# norm_1 is used in both halves of a layer, and norm_2 never.
# Which norm comes before the feed-forward?
assert near(normed_H, norm_1(H))
normed_H = norm_1(H)

# %% norms-exchanged
# norm_2 comes before attention, and norm_1 before the feed-forward.
# Which norm comes before attention, and which before the feed-forward?
assert near(normed_X, norm_2(H - attended)) and near(normed_H, norm_1(H))
normed_X = norm_2(X)
normed_H = norm_1(H)

# %% norm-missing
# A norm of a layer is left out.
# How many norms does a layer have, and how many does your code compute?
assert near(normed_H, H) or near(normed_X, H - attended)
normed_X = X
# and/or
normed_H = H

# %% norm-after-part
# A norm gets what attention or the feed-forward returns, and not what they read.
# What should each norm get: the stream, or what is added to it?
assert near(pre_norm, H + norm_2(fed)) or near(normed_X + norm_1(attended), H)
normed_X = X
H = X + norm_1(attended)
# and/or
normed_H = H
pre_norm = H + norm_2(fed)

# %% post-norm-not-pre
# The sums are normalised, so the stream does not pass the layers untouched: this is post-norm.
# Which norm may touch the stream itself, in a pre-norm layer?
assert near(pre_norm, norm_2(H + fed))
normed_X = X
H = norm_1(X + attended)
normed_H = H
pre_norm = norm_2(H + fed)

# %% feed-forward-missing
# The feed-forward is left out, and only attention adds to the stream.
# Which arrays whose names begin with `0.` does your code never use?
assert near(pre_norm, H)
pre_norm = H

# %% attention-missing
# Attention is left out, and only the feed-forward adds to the stream.
# Which arrays whose names begin with `0.` does your code never use?
assert near(attended, 0)
attended = 0 * X

# %% mean-subtracted
# The mean is subtracted in the norms: that is layer norm, and this model has RMSNorm.
# What does your function of exercise 1 subtract?
assert near(norm_1(X), norm_1(X + 1))
norm = lambda name, rows: finish(
    (rows - rows.mean(axis=-1, keepdims=True)) / root(rows - rows.mean(axis=-1, keepdims=True)),
    weights[name],
)

# %% gain-missing
# The norms have no gain.
# Which arrays with `norm` in their names does your code never use?
assert near(finish(X, 2), X)
finish = lambda rows, gain: rows

# %% another-eps
# eps is not 1e-5 in the norms.
# Which eps does the plan give, and which does your norm add?
assert eps != 1e-5
# for other in 0 1e-12 1e-8 1e-6 1e-4 1e-3
eps = other

# %% final-norm-missing
# The stream is read out as it is, without the last norm.
# Which norm of the plan has no number of a layer before its name?
assert near(last, X)
last = X

# %% final-norm-of-layer
# The last norm takes the gain of a layer, not its own.
# Which gain has no number of a layer before its name?
assert near(last, norm("0.norm_1", X)) or near(last, norm("0.norm_2", X)) or near(last, norm_2(X))
# for own in norm_1 norm_2
last = norm("0.own", X)
# or
last = norm_2(X)

# %% final-norm-without-gain
# The last norm has no gain.
# Which array of the table does your code never use?
assert near(last, X / root(X))
last = X / root(X)

# %% read-out-at-every-layer
# The last norm is applied after every layer, and its result flows on.
# How often should the norm without a number be used?
assert near(pre_norm, norm("norm", H + fed))
pre_norm = norm("norm", H + fed)
last = X

# %% read-out-not-tied
# The rows are returned as they are: nothing compares them with the embedding.
# How many numbers should there be for each token, and where do they come from?
assert near(logits, last)
logits = last

# %% embedding-not-transposed (errors: shapes)
# The rows meet the embedding as it is, where its transpose is needed.
# Which axis of the embedding has d_model numbers?
assert near(logits, last @ weights["embedding"])
logits = last @ weights["embedding"]

# %% embedding-scaled
# The embedding is multiplied by the root of d_model before it enters.
# Does the plan do anything with the embedding before the first layer?
assert near(embedded, weights["embedding"][tokens] * np.sqrt(embedded.shape[1]))
embedded = embedded * np.sqrt(embedded.shape[1])

# %% layers-reversed
# The last layer comes first.
# In which order does the stream flow through the layers?
assert layers[0] > layers[-1]
layers = layers[::-1]

# %% first-layer-only
# Only the first layer is computed.
# How many layers does the dict hold, and how far is your line with `return` indented?
assert layers == (0,)
layers = (0,)

# %% last-layer-only
# Every layer starts again from the embedding, so only the last one counts.
# What does the second layer read?
assert len(layers) == 1
layers = layers[-1:]

# %% last-layer-missing
# The loop ends one layer early.
# Which is the last layer that your code computes, and which should it be?
assert len(layers) + 1 == sum(name.endswith(".W_q") for name in weights)
layers = layers[:-1]

# %% one-layer-again-and-again
# Every layer uses the arrays of the first.
# Where does the number of the layer enter the names of the arrays?
assert len(layers) > 1 and set(layers) == {0}
layers = (0,) * len(layers)

# %% always-two-layers (errors: key)
# There are always two layers, however many the dict holds.
# Where does your code ask how many layers there are?
assert layers == (0, 1)
layers = (0, 1)

# %% base-of-lesson-14
# The base of the rotary positions is 10,000, as in lesson 14; this model has 100,000.
# Which base does the plan give?
assert base == 10_000
base = 10_000.0

# %% positions-missing
# Queries and keys are not turned, so a score does not know how far apart two tokens are.
# Where does your attention learn how far back a token is?
assert near(Q, cut(queries, num_heads)) and near(own_keys, cut(keys, h_kv))
angles = 0 * angles

# %% half-split-pairs
# The pairs that are turned are half a head apart, and here they are neighbours.
# Which two columns are turned together: 0 and 1, or 0 and d_head / 2?
assert turn is turned_halves
turn = turned_halves

# %% values-turned
# The values are turned as well.
# Which two of queries, keys and values does a score compare?
assert near(own_values, turn(cut(values, h_kv), angles))
own_values = turn(cut(values, h_kv), angles)

# %% heads-in-turns
# Heads of keys are dealt out in turns, so neighbouring heads of queries do not share.
# With 4 heads and 2 heads of keys, which keys do the first two heads read?
assert near(K[:h_kv], own_keys)
share = lambda own: np.concatenate([own] * times)

# %% scale-missing
# The scores are not divided by the root of the width of a head.
# What is the spread of a dot product of d_head numbers?
assert near(np.where(visible, scaled, scores), scores)
scaled = scores

# %% scale-by-sqrt-d_model
# The scores are divided by the root of d_model, not of the width of a head.
# How many numbers of a query take part in one head's score?
assert near(np.where(visible, scaled * np.sqrt(X.shape[1]), scores), scores)
scaled = scores / np.sqrt(X.shape[1])

# %% output-projection-missing (errors: shapes)
# The heads are joined, but never multiplied by W_o.
# Which matrix brings the joined heads back to d_model numbers?
assert near(attended, merged)
attended = merged

# %% merge-without-transpose
# Reshape joins heads straight away, so a row mixes several tokens.
# Which axes lie side by side when reshape joins two into one?
assert near(merged, found.reshape(n, -1))
merged = found.reshape(n, -1)

# %% gate-and-up-exchanged
# W_gate and W_up have changed places.
# Which of the two goes through silu?
assert near(gate, normed_H @ W_up) and near(up, normed_H @ W_gate)
gate = normed_H @ W_up
up = normed_H @ W_gate

# %% sigmoid-not-silu
# The gate is a sigmoid, which is not yet multiplied by its own number.
# What is silu of a large number: 1, or the number itself?
assert near(gated, 1 / (1 + np.exp(-gate)))
gated = 1 / (1 + np.exp(-gate))

# %% relu-not-silu
# The gate goes through ReLU, as in lesson 8; this model has silu.
# Which activation did your function of exercise 2 have?
assert near(gated, np.maximum(gate, 0))
gated = np.maximum(gate, 0)

# %% gate-only
# W_up is never used: the gate alone goes on.
# Which two products are multiplied with each other?
assert near(hidden, gated)
hidden = gated

# %% last-row-only
# Only the last token's logits are returned.
# After how many of the tokens does the exercise want a guess?
assert np.size(result) == len(weights["embedding"])
return logits[-1]
# or
return logits[-1:]
