"""Predict the shapes in the model, and how many numbers a cache holds."""

from checks.facts import Facts

WORDS, D_MODEL, D_FF, NUM_HEADS, NUM_LAYERS, V = 9, 32, 128, 2, 2, 51


def model_on_paper():
    d_head = D_MODEL // NUM_HEADS
    stream = (WORDS, D_MODEL)
    queries = (NUM_HEADS, WORDS, d_head)
    weights = (NUM_HEADS, WORDS, WORDS)
    hidden = (WORDS, D_FF)
    logits = (WORDS, V)
    tables = NUM_HEADS * NUM_LAYERS
    scores = tables * WORDS * WORDS
    cache = 2 * NUM_LAYERS * WORDS * D_MODEL
    new_scores = tables * (WORDS + 1)
    return {
        "stream": stream,
        "queries": queries,
        "weights": weights,
        "hidden": hidden,
        "logits": logits,
        "scores": scores,
        "cache": cache,
        "new_scores": new_scores,
    }


def as_many_queries_as_columns(result):
    heads, words, width = result["queries"]
    return heads * words * width == WORDS * D_MODEL


TASK = Facts(
    kind="predict",
    practises=("assemble a language model",),
    cases={"paper": {}},
    numbers={"WORDS": tuple(str(words) for words in range(5, 21) if words not in (9, 16))},
    holds={
        "All heads together have as many columns as the stream.": as_many_queries_as_columns,
        "One more word adds one row to each table of scores.": lambda result: (
            result["new_scores"] * WORDS**2 == result["scores"] * (WORDS + 1)
        ),
    },
)

# %% heads-full-width
# Every head gets all the columns instead of its share.
# How do the heads share d_model out among themselves?
assert result["queries"][-1] == D_MODEL
d_head = D_MODEL

# %% heads-axis-missing
# Queries or weights have no axis of heads.
# How many tables of weights does one layer compute?
assert 2 in (len(result["queries"]), len(result["weights"]))
queries = (WORDS, d_head)
# and/or
weights = (WORDS, WORDS)

# %% heads-axis-last
# The axis of heads is not in front.
# In which order are the axes, if each head has a table of its own?
assert result["queries"][0] != NUM_HEADS
queries = (WORDS, NUM_HEADS, d_head)
# or
queries = (WORDS, d_head, NUM_HEADS)

# %% layers-in-weights
# The weights of both layers are counted.
# How many heads does one layer have?
assert result["weights"] == (NUM_LAYERS * NUM_HEADS, WORDS, WORDS)
weights = (NUM_LAYERS * NUM_HEADS, WORDS, WORDS)

# %% hidden-too-narrow
# The hidden numbers of the feed-forward are too few.
# How wide does the list in the notebook say that the hidden layer is?
assert result["hidden"][1] < D_FF
hidden = (WORDS, D_MODEL)
# or
hidden = (WORDS, 2 * D_MODEL)

# %% logits-of-last-word
# Only one word gets logits, but every word of a text gets a guess.
# After how many of the words does the model guess?
assert result["logits"] in ((V,), (1, V))
logits = (V,)
# or
logits = (1, V)

# %% logits-too-narrow
# The logits are as many as the columns of the stream.
# Among how many words does the model choose?
assert result["logits"][1] == D_MODEL
logits = (WORDS, D_MODEL)

# %% scores-counted-once
# The scores of one layer, of one head, or of one table are counted, not of all.
# How many tables of scores are there in two layers of two heads?
assert result["scores"] in (WORDS**2, 2 * WORDS**2)
scores = 2 * WORDS * WORDS
# or
scores = WORDS * WORDS

# %% hidden-scores-left-out
# Only the scores that the mask leaves are counted; the others are computed as well.
# When does the mask come: before the scores are computed, or after?
assert result["scores"] == 4 * sum(range(1, WORDS + 1))
scores = tables * WORDS * (WORDS + 1) // 2

# %% cache-half-counted
# Only a part of the cache is counted: the keys alone, or one layer alone.
# What does each layer keep of each word?
assert result["cache"] in (2 * WORDS * D_MODEL, WORDS * D_MODEL)
cache = 2 * WORDS * D_MODEL
# or
cache = WORDS * D_MODEL

# %% cache-heads-counted-twice
# The two heads are counted once more, though they share the columns of the stream.
# How many numbers are the keys of one word in one layer, all heads together?
assert result["cache"] == right.cache * NUM_HEADS
cache = 2 * NUM_LAYERS * NUM_HEADS * WORDS * D_MODEL

# %% newest-not-counted
# The new word's score with itself is left out.
# With how many words does the new word compare itself?
assert result["new_scores"] == 4 * WORDS
new_scores = tables * WORDS

# %% all-computed-again
# The scores of all words are counted, as if there were no cache.
# Which rows of a table of scores are new when one more word comes?
assert result["new_scores"] == 4 * (WORDS + 1) ** 2
new_scores = tables * (WORDS + 1) * (WORDS + 1)

# %% new-scores-counted-once
# The new word's scores are counted in one table, or in one layer.
# How many tables of scores are there in two layers of two heads?
assert result["new_scores"] in (WORDS + 1, 2 * (WORDS + 1))
new_scores = WORDS + 1
# or
new_scores = 2 * (WORDS + 1)

# %% one-layer-counted
# One layer is counted, in the scores and in the cache, but the model has two.
# Which of the three counts grow if the model gets another layer?
assert result["scores"] == NUM_HEADS * WORDS**2
assert result["cache"] == 2 * WORDS * D_MODEL
tables = NUM_HEADS
cache = 2 * WORDS * D_MODEL

# %% tenth-word-cached
# The new word is counted in the cache already.
# How many words are in the cache before the new one comes?
assert result["cache"] == 2 * NUM_LAYERS * (WORDS + 1) * D_MODEL
cache = 2 * NUM_LAYERS * (WORDS + 1) * D_MODEL
