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

# %% rows-of-another-head
# What the head fetched enters the stream by rows of `W_o` that belong to other heads.
# Which rows of `W_o` does a head have, if those of the heads lie one after the other?
assert rows != own
rows = slice(head, None, num_heads)

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

# %% stream-of-other-run
# The last token goes on with the stream of the other run, not only with what one head fetched.
# How much of the stream behind a layer comes from one head?
assert layer + 1 < len(layers) or near(X[-1], Y[-1])
X = np.concatenate([new[:-1], Y[-1:]]) if number == layer else new

# %% heads-counted-from-1
# The heads are counted from 1.
# Which numbers side by side has head 0 fetched?
assert head != given.head
head = head - 1

# %% all-layers-patched
# The head with this number is patched in every layer.
# Where does your code ask in which layer it is?
assert patched == range(len(layers))
patched = range(len(layers))
