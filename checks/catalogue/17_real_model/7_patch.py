"""A head of a published model brings, at the last token, what it fetched in another text."""

import numpy as np

from attnlib.block import rms_norm
from checks.catalogue.material import llama
from checks.catalogue.material.language_models import words
from checks.facts import Facts


def patch(weights: llama.small_model, tokens: words, other: words, num_heads, layer, head):
    here, there = tokens, other
    embedding = weights["embedding"]
    X, Y = embedding[here], embedding[there]
    layers = llama.layers_of(weights)
    patched = (layer,)
    place = -1
    d_head = len(weights["0.W_o"]) // num_heads
    own = slice(head * d_head, (head + 1) * d_head)
    rows = own
    for number, arrays in enumerate(layers):
        fetched, others = (llama.fetched_by_heads(arrays, stream, num_heads) for stream in (X, Y))
        added = fetched @ arrays["W_o"]
        brought = (others - fetched)[place, own]
        added[place] += (number in patched) * brought @ arrays["W_o"][rows]
        new = llama.after_feed_forward(arrays, X + added)
        Y = llama.after_feed_forward(arrays, Y + others @ arrays["W_o"])
        X = new
    logits = rms_norm(X[-1], weights["norm"]) @ embedding.T
    return logits


TASK = Facts(
    practises=("say what its heads do",),
    asks="Which numbers does your code take from the other run, and what still comes from this one?",
    valid=lambda *arguments: False,  # a model is too large to be shown
    at_once=2,
    mistakes="own model.chances-not-logits",
    cases={
        "5 tokens, layer 0 of 2": llama.model(layer=0, head=1),
        "4 tokens, layer 1 of 3": llama.model(n=4, layers=3, V=9, layer=1, head=3),
        "3 tokens, layer 1 of 2": llama.model(n=3, h_kv=1, layer=1, head=0),
        "4 tokens and 6 heads": llama.model(n=4, layers=3, num_heads=6, layer=0, head=2),
        "3 tokens, layer 2 of 11": llama.model(n=3, layers=11, layer=2, head=2),
        "float32 arrays": llama.model(n=3, layer=0, head=3, dtype="float32"),
    },
    holds={
        "There are V logits.": lambda logits, embedding: np.shape(logits) == embedding.shape[:1],
    },
)

# %% all-tokens-patched
# The head brings what it fetched in the other run at every token, not only at the last.
# How many rows are there of what a head fetched, and which of them is to be exchanged?
assert place == slice(None)
place = slice(None)

# %% all-heads-patched
# What all heads of the layer fetched comes from the other run.
# Is what you take still sorted by heads, or has `W_o` mixed it already?
assert own == slice(None)
own = slice(None)

# %% width-from-d_model
# A head is taken to be d_model / num_heads wide.
# How many rows does W_o have, and how many of them belong to each head?
assert d_head == embedding.shape[1] // num_heads
d_head = embedding.shape[1] // num_heads

# %% cache-of-other-run
# After the patch, later layers also see the other run's earlier tokens.
# Whose keys and values should the last token meet in the layers behind the patch?
assert near(X[:-1], Y[:-1])
X = np.concatenate([Y[:-1], new[-1:]]) if number >= layer else new

# %% direction-exchanged
# The other text is read, with what the head fetched in this one.
# Which text is read to its end, and from which comes the one row that is brought?
assert here is other
here, there = other, tokens

# %% group-patched
# All heads that share keys and values with this one are patched.
# Which heads does `head` count: those of the queries, or those of the keys?
assert own.stop - own.start > d_head
wide = len(weights["0.W_o"]) * d_head // weights["0.W_k"].shape[1]
own = slice(head * d_head // wide * wide, head * d_head // wide * wide + wide)

# %% added-not-exchanged
# What the head fetched in the other run is added to what it fetched in this one.
# What should be left of the head's own find?
assert near(brought, others[place, own])
brought = others[place, own]

# %% layers-in-alphabetical-order
# The layers are read in the order of their names as texts.
# Which comes first as a text: "10" or "2"?
assert len(layers) > 10
order = sorted(range(len(layers)), key=str)
layers = [layers[number] for number in order]
patched = (order.index(layer),)

# %% patched-from-here-on
# The head is patched in this layer and in all behind it.
# In how many layers should a head bring something else?
assert patched == range(layer, len(layers))
patched = range(layer, len(layers))

# %% columns-patched
# Columns are exchanged behind `W_o`, which has mixed all heads already.
# Where does what this one head fetched still stand by itself?
assert number not in patched or near(
    added[place, columns], (others @ arrays["W_o"])[place, columns]
)
columns = np.arange(X.shape[1]) // (X.shape[1] // num_heads) == head
added[place] += (number in patched) * columns * ((others - fetched)[place] @ arrays["W_o"])
