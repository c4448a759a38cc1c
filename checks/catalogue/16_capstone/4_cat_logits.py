"""The whole model: the logits of the next word, after every word of a text."""
# ruff: noqa: E731  what all norms have in common is a line for each thing that can go wrong

from functools import partial

import numpy as np

from attnlib import softmax
from attnlib.block import feed_forward
from attnlib.heads import multi_head_attention
from checks.catalogue.material import language_models as models
from checks.facts import Facts
from checks.published import TOLERANCE
from course.models.learning import grammar, trained


def cat_logits(weights: models.random_weights, tokens: models.words):
    embedded = weights["embedding"][tokens]
    n, d_model = embedded.shape
    positions = np.arange(n)
    columns = np.arange(d_model)
    exponents = 2 * (columns // 2) / d_model
    angles = positions[:, None] / 10000**exponents
    sines = np.sin(angles)
    cosines = np.cos(angles)
    encoding = np.where(columns % 2 == 0, sines, cosines)
    entered = embedded + encoding / 2

    eps = 1e-5
    mean = lambda rows: rows.mean(axis=-1, keepdims=True)
    centred = lambda rows: rows - mean(rows)
    variance = lambda rows: ((rows - mean(rows)) ** 2).mean(axis=-1, keepdims=True)
    root = lambda rows: np.sqrt(variance(rows) + eps)
    finish = lambda rows, gain, shift: rows * gain + shift
    norm = lambda name, rows: finish(
        centred(rows) / root(rows), weights[f"{name}.gain"], weights[f"{name}.shift"]
    )

    X = entered
    layers = (0, 1)
    for layer in layers:
        W_q, W_k, W_v, W_o = (weights[f"{layer}.{name}"] for name in ("W_q", "W_k", "W_v", "W_o"))
        W_1, b_1, W_2, b_2 = (weights[f"{layer}.{name}"] for name in ("W_1", "b_1", "W_2", "b_2"))
        norm_1, norm_2 = (partial(norm, f"{layer}.{name}") for name in ("norm_1", "norm_2"))
        normed_X = norm_1(X)
        queries = normed_X @ W_q
        keys = normed_X @ W_k
        values = normed_X @ W_v
        num_heads = 2
        Q, K, V = (
            array.reshape(n, num_heads, -1).swapaxes(0, 1) for array in (queries, keys, values)
        )
        scores = Q @ K.swapaxes(-1, -2)
        scaled = scores / np.sqrt(Q.shape[-1])
        visible = np.tri(n, dtype=bool)
        scaled = np.where(visible, scaled, -np.inf)
        axis = -1
        shifted = scaled - scaled.max(axis=axis, keepdims=True)
        exponentials = np.exp(shifted)
        exponentials = np.where(visible, exponentials, 0)  # of a row that sees nothing, too
        total = exponentials.sum(axis=axis, keepdims=True)
        shares = exponentials / total
        found = shares @ V
        merged = found.swapaxes(0, 1).reshape(n, d_model)
        attended = merged @ W_o
        H = X + attended
        normed_H = norm_2(H)
        products = normed_H @ W_1
        raw = products + b_1
        hidden = np.maximum(raw, 0)
        results = hidden @ W_2
        fed = results + b_2
        pre_norm = H + fed
        X = pre_norm
    last = norm("norm", X)
    logits = last @ weights["W_u"]
    return logits


def not_surprised(logits, tokens, case):
    """Check that the trained model knows the next words better than equal chances do."""
    chances = softmax(logits)[np.arange(len(tokens) - 1), tokens[1:]]
    return "trained" not in case or -np.log(chances).mean() < np.log(len(grammar.VOCABULARY))


def coming_again(rng, V):
    return rng.integers(V, size=4)[[0, 1, 0, 0]]


WEIGHTS = trained.cat_sentence()
FIRST_WORD_0 = np.array([0, 3, 2])

TASK = Facts(
    practises=("assemble a language model", "compare a model"),
    asks="What does each of your lines read, and what should it read, by the plan?",
    valid=lambda *arguments: False,  # it is not defined what a model should return here
    at_once=2,
    mistakes="""
        residual-missing residual-of-normalised second-residual-from-X one-residual-for-both
        norm-1-twice norms-exchanged norm-missing norm-of-part-only feed-reads-first-X
        parts-exchanged second-half-missing post-norm-not-pre norm-over-tokens
        sample-variance root-forgotten eps-outside-root eps-missing mean-kept gain-missing
        shift-missing gain-and-shift-missing relu-missing relu-before-bias relu-last
        bias-forgotten gelu-not-relu scale.no-scale scale.scale-by-d_k scale.scale-by-sqrt-n
        scale-by-sqrt-d_model scale-of-one-size split-without-transpose
        merge-without-transpose heads-interleaved heads-reversed single-head
        projections-exchanged output-projection-missing output-projection-transposed entry
        sin-cos-concatenated sin-cos-swapped final-norm-missing another-eps
        final-norm-of-block one-layer-for-both array-of-block-0-twice
        attention-of-block-0-twice feed-forward-of-block-0-twice layer-missing
        layers-reversed tied-read-out chances-not-logits mask.mask-missing
        mask.mask-inverted mask.mask-hides-diagonal mask.mask-transposed mask.sees-next
        hiding.mask-after-softmax mask-filled-with-zero softmax.softmax-over-queries
        last-row-only return-missing
    """,
    without="position-always-0",  # here no word comes before the first
    names={"weights": "shares", "output": "fed"},
    cases={
        "5 words and the trained model": dict(n=5, weights=WEIGHTS, tokens=models.sentence),
        "4 words and the trained model in float32": dict(
            n=4,
            weights=WEIGHTS,
            tokens=models.sentence,
            dtype="float32",
            tolerance=TOLERANCE,
        ),
        "5 words and d_model 6": dict(n=5, V=60, d_model=6, d_ff=9),
        "2 words and d_model 4": dict(n=2, V=5, d_model=4, d_ff=4),
        "4 words and d_model 4": dict(n=4, V=4, d_model=4, d_ff=4),
        "a single word": dict(n=1, V=6, d_model=8, d_ff=5),
        "words that come again": dict(V=5, d_model=8, d_ff=12, tokens=coming_again),
        "a first word whose numbers are nearly equal, where eps matters": dict(
            V=6, d_model=8, weights=models.hardly_varying, tokens=FIRST_WORD_0
        ),
        "a first word whose numbers are all equal": dict(
            V=6, d_model=8, weights=models.not_varying, tokens=FIRST_WORD_0
        ),
    },
    stages={
        part: {"n": 4, "weights": models.working, **model}
        for part, model in {
            "the sums, the last norm or the read-out": models.LOUD,
            "how words enter the stream": models.SILENT,
            "attention of layer 1": models.ATTENTION_0,
            "the feed-forward of layer 1": models.BLOCK_0,
            "attention of layer 2": models.ATTENTION_1,
            "the feed-forward of layer 2": models.BLOCKS,
        }.items()
    },
    holds={
        "There is a row of V logits for each word.": lambda logits, weights, tokens: (
            logits.shape == (len(tokens), weights["W_u"].shape[1])
        ),
        "The trained model is not surprised by the next words.": not_surprised,
    },
)

# %% residual-missing
# What attention or the feed-forward finds replaces the stream, and is not added to it.
# If W_o and W_2 were zeros, what should be left of the stream?
...

# %% residual-of-normalised
# The sum starts from the normalised copy, so the stream itself is lost.
# To what is the result of each half added: to the normalised rows, or to the stream?
...

# %% second-residual-from-X
# The second sum starts from the rows that came in, not from what the first half made.
# To which rows is the result of the feed-forward added?
assert near(pre_norm - fed, H - attended)
...

# %% one-residual-for-both
# There is one sum around both halves, so the feed-forward gets attention's result alone.
# How many sums are in a block, and what does the feed-forward read?
assert near(H, attended)
assert not near(pre_norm, H + fed)
...

# %% norm-1-twice
# norm_1 is used in both halves of a block, and norm_2 never.
# Which norm comes before the feed-forward?
assert near(normed_H, norm_1(H))
...

# %% norms-exchanged
# norm_2 comes before attention, and norm_1 before the feed-forward.
# Which norm comes before attention, and which before the feed-forward?
assert near(normed_H, norm_1(H))
...

# %% norm-missing
# A norm of a block is left out.
# How many norms does a block have, and how many does your code compute?
assert near(normed_H, H) or near(normed_X, H - attended)
...

# %% projection-of-raw-stream
# Queries, keys or values are made of the stream itself, without norm_1.
# Which rows does each of W_q, W_k and W_v multiply, and which should it multiply?
assert (
    near(queries, (H - attended) @ W_q)
    or near(keys, (H - attended) @ W_k)
    or near(values, (H - attended) @ W_v)
)
queries = X @ W_q
# or
keys = X @ W_k
# and/or
values = X @ W_v

# %% norm-of-part-only
# A norm gets what attention or the feed-forward returns, and not what they read.
# What should each norm get: the stream, or what is added to it?
assert near(normed_X + norm_1(attended), H) or near(pre_norm, H + norm_2(fed))
...

# %% feed-reads-first-X
# The feed-forward reads the rows that came in, as if attention had not been there.
# Which rows should the feed-forward read: those before attention, or those after it?
assert near(normed_H, norm_2(H - attended))
...

# %% parts-exchanged
# The feed-forward comes first, and attention second.
# Which has to come first, so that the feed-forward can use what attention found?
assert near(pre_norm, H + heard)
H = X + feed_forward(normed_X, W_1, b_1, W_2, b_2)
heard, _ = multi_head_attention(normed_H, W_q, W_k, W_v, W_o, num_heads, visible=visible)
pre_norm = H + heard

# %% second-half-missing
# Only the first half of a block is there: the feed-forward is missing.
# Which arrays whose names begin with `0.` does your code never use?
...

# %% post-norm-not-pre
# The sums are normalised: this is post-norm.
# Which norm may touch the stream itself, in a pre-norm block?
assert near(pre_norm, norm_2(H + fed))
normed_X = X
H = norm_1(X + attended)
normed_H = H
pre_norm = norm_2(H + fed)

# %% norm-over-tokens
assert np.ndim(mean(X)) == 1 or np.ndim(variance(X)) == 1 or near(centred(X), X - X.mean(axis=0))
mean = lambda rows: rows.mean(axis=0)
# and/or
variance = lambda rows: rows.var(axis=0)
# or
centred = lambda rows: rows - rows.mean(axis=0)

# %% sample-variance
assert near(variance(X), X.var(axis=-1, ddof=1, keepdims=True))
variance = lambda rows: rows.var(axis=-1, ddof=1, keepdims=True)

# %% root-forgotten
assert near(root(embedded), variance(embedded))
root = lambda rows: variance(rows) + eps
# or
root = variance

# %% eps-outside-root
assert np.allclose(root(np.zeros((1, 4))), eps, rtol=1e-6, atol=0)
root = lambda rows: np.sqrt(variance(rows)) + eps

# %% eps-missing
assert not root(np.zeros((1, 4))).any()
root = lambda rows: np.sqrt(variance(rows))

# %% mean-kept
assert near(centred(X), X)
centred = lambda rows: rows
# or
mean = lambda rows: 0

# %% gain-missing
assert near(finish(X, 2, 0), X)
finish = lambda rows, gain, shift: rows + shift

# %% shift-missing
assert near(finish(X, 1, 5), X)
finish = lambda rows, gain, shift: rows * gain

# %% gain-and-shift-missing
# Neither gain nor shift is used.
# Which arrays with `norm` in their names does your code never use?
assert near(finish(X, 2, 5), X)
finish = lambda rows, gain, shift: rows

# %% bias-forgotten
# A bias is never added.
# Which arrays whose names begin with `0.` does your code never use?
assert near(raw, products) or near(fed, results)
...

# %% gelu-not-relu
# The hidden numbers go through GELU, as in GPT-2; this model has ReLU.
# Which activation does the plan name?
assert not raw.any() or not np.array_equal(hidden, np.maximum(raw, 0))
hidden = raw / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (raw + 0.044715 * raw**3)))
# or
hidden = raw / (1 + np.exp(-1.702 * raw))

# %% scale-by-sqrt-d_model
assert near(np.where(visible, scaled * np.sqrt(d_model), scores), scores)
scaled = scores / np.sqrt(d_model)

# %% split-without-transpose
assert near(Q[0], queries.reshape(num_heads, n, -1)[0])
Q, K, V = (array.reshape(num_heads, n, -1) for array in (queries, keys, values))

# %% merge-without-transpose
assert near(merged, found.reshape(n, d_model))
merged = found.reshape(n, d_model)

# %% heads-interleaved
assert near(Q[0], queries[:, ::num_heads])
Q, K, V = (np.moveaxis(array.reshape(n, -1, num_heads), -1, 0) for array in (queries, keys, values))

# %% heads-reversed
assert near(merged[:, : d_model // num_heads], found[-1])
merged = found[::-1].swapaxes(0, 1).reshape(n, d_model)

# %% projections-exchanged
# W_q makes the keys, and W_k the queries.
# Which matrix should make the queries?
assert near(queries, normed_X @ W_k)
assert near(keys, normed_X @ W_q)
queries = normed_X @ W_k
keys = normed_X @ W_q

# %% output-projection-missing
assert near(attended, merged)
attended = merged

# %% output-projection-transposed
assert near(attended, merged @ W_o.T)
attended = merged @ W_o.T

# %% another-eps
# eps is not 1e-5 in the norms.
# Which eps does the plan give, and which does your norm add?
assert eps != 1e-5
# for other in 1e-12 1e-10 1e-8 1e-7 1e-6 1e-4 1e-3
eps = other

# %% final-norm-of-block
# The last norm takes the gain and shift of a block, not its own.
# Which gain and shift have no number of a layer before their name?
assert near(last, norm("0.norm_2", X)) or near(last, norm("1.norm_2", X))
# for layer in 0 1
last = norm("layer.norm_2", X)

# %% array-of-block-0-twice
# Layer 2 uses an array of layer 1.
# Which array whose name begins with `1.` does your code never use?
assert (
    near(W_q, weights["0.W_q"])
    or near(W_k, weights["0.W_k"])
    or near(W_v, weights["0.W_v"])
    or near(W_o, weights["0.W_o"])
    or near(W_1, weights["0.W_1"])
    or near(b_1, weights["0.b_1"])
    or near(W_2, weights["0.W_2"])
)
# for own in W_q W_k W_v W_o
matrices = ("W_q", "W_k", "W_v", "W_o")
W_q, W_k, W_v, W_o = (weights[f"{layer * (name != 'own')}.{name}"] for name in matrices)
# or
# for own in W_1 b_1 W_2
arrays = ("W_1", "b_1", "W_2", "b_2")
W_1, b_1, W_2, b_2 = (weights[f"{layer * (name != 'own')}.{name}"] for name in arrays)

# %% attention-of-block-0-twice
assert near(W_v, weights["0.W_v"]) and near(W_o, weights["0.W_o"])
W_q, W_k, W_v, W_o = (weights[f"0.{name}"] for name in ("W_q", "W_k", "W_v", "W_o"))

# %% feed-forward-of-block-0-twice
assert near(b_2, weights["0.b_2"])
W_1, b_1, W_2, b_2 = (weights[f"0.{name}"] for name in ("W_1", "b_1", "W_2", "b_2"))
# or
arrays = (("W_1", layer), ("b_1", layer), ("W_2", layer), ("b_2", 0))
W_1, b_1, W_2, b_2 = (weights[f"{place}.{name}"] for name, place in arrays)

# %% layer-missing
# Only one block is computed.
# How many blocks does the stream flow through?
assert len(layers) == 1
# for layer in 0 1
layers = (layer,)

# %% layers-reversed
# The second block comes first.
# In which order does the stream flow through the blocks?
assert layers == (1, 0)
layers = (1, 0)

# %% tied-read-out
# The stream is read out with the embedding, as GPT-2 does it; this model has its own W_u.
# Which array of the table turns a row into V logits?
assert near(logits, last @ weights["embedding"].T)
logits = last @ weights["embedding"].T

# %% mask-inverted
assert (visible == ~np.tri(n, dtype=bool)).all()
visible = ~visible
shares = exponentials / np.where(total == 0, 1, total)  # nan would tell no mask from another
# or
visible = ~visible
shares = np.where(total == 0, 1 / n, exponentials / total)
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

# %% last-row-only
# Only the last word's logits are returned.
# After how many of the words does the exercise want a guess?
assert np.size(result) == np.shape(weights["W_u"])[1]
return logits[-1]
# or
return logits[-1:]
