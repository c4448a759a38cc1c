"""Write the likeliest word, again and again; one step of a decoder reads each."""

import numpy as np

from checks.catalogue.material import decoders
from checks.facts import Facts


def few_words(rng, n):
    return rng.integers(decoders.V, size=n)


def write(step, tokens: few_words, count):
    text = [int(token) for token in tokens]
    read = text
    cache = None
    for token in read:
        logits, cache = step(token, cache)
    past = cache
    rounds = count
    for _ in range(rounds):
        newest = int(np.argmax(logits))
        text.append(newest)
        logits, past = step(newest, past)
    return np.array(text)


def read_on_top(step, text, cache):
    for token in text:
        logits, cache = step(token, cache)
    return logits, cache


def logits_after(step, tokens):
    logits, _ = read_on_top(step, tokens, None)
    return logits


def examined(name, n, count):
    return {"step": getattr(decoders, name), "n": n, "count": count}


TASK = Facts(
    practises=("write text with a cache",),
    cases={
        "a text of 4 words, 5 to write": examined("waves", 4, 5),
        "a text of one word, 6 to write": examined("waves", 1, 6),
        "a text of 3 words, one to write": examined("circle", 3, 1),
        "a text of 5 words, 4 to write": examined("circle", 5, 4),
        "logits that are all negative": examined("below_zero", 2, 7),
        "a text of 3 words, 8 to write": examined("waves", 3, 8),
    },
    stages={
        "the choice by the logits": {**examined("unmoved", 2, 2), "tokens": np.array([2, 0])},
        "the first new word, so in what was read before it": examined("telling", 4, 1),
        "a later new word, so in what was read before it": examined("telling", 4, 4),
    },
    valid=lambda step, tokens, count: len(tokens) > 0 and min(tokens) >= 0 and count >= 1,
    holds={
        "There are count more tokens than before.": lambda result, tokens, count: (
            np.shape(result) == (len(tokens) + count,)
        ),
        "It begins with the text that it continues.": lambda result, tokens: np.array_equal(
            np.asarray(result)[: len(tokens)], tokens
        ),
    },
)

# %% prompt-not-returned
# Only the new words are returned, without the text that they continue.
# How many tokens should come back for n tokens and a count?
assert list(result) == text[len(tokens) :]
return np.array(text)[len(tokens) :]

# %% one-too-few
# One word too few is written.
# How many words does your loop add?
assert len(text) == len(tokens) + count - 1
rounds = count - 1

# %% one-too-many
# One word too many is written.
# How many words does your loop add?
assert len(text) == len(tokens) + count + 1
rounds = count + 1

# %% first-new-lost
# A new word is read before it is written down, so the first new one is lost.
# Which word do the logits after the text choose, and is it in your result?
assert list(result[len(tokens) :]) == text[len(tokens) + 1 :]
rounds = count + 1
return np.delete(text, len(tokens))

# %% only-last-read
# When writing begins, the decoder knows only the last word of the text.
# What does the decoder know of the words before?
assert list(read) == list(tokens[-1:])
read = text[-1:]

# %% only-first-read
# Of the text so far, only the first word is read.
# How often is `step` called before the first new word is chosen?
assert list(read) == list(tokens[:1])
read = text[:1]

# %% last-not-read
# The last word of the text is not read before the first new word is chosen.
# After which word are the logits that choose the first new one?
assert list(read) == list(tokens[:-1]) or len(tokens) == 1
read = text[:-1] or text

# %% last-read-twice
# The last word of the text is read twice: once with the text, and once more.
# How often is `step` called for 4 words and 1 new one?
assert list(read) == [*tokens, tokens[-1]]
read = [*text, text[-1]]

# %% cache-lost
# Each new word is read with an empty cache, as if a text began.
# Which cache does `step` get for the second new word?
assert past is None or len(past) == 1
logits, past = step(newest, None)

# %% cache-not-updated
# The cache of the text is used for every new word, and the new ones are not kept.
# Which line takes the cache that `step` returns?
assert past is None or len(past) == len(read[: len(tokens)]) + 1
logits, past = step(newest, cache)

# %% text-read-on-top
# All words are read again, on top of a cache that holds them already.
# Which words does the cache not know yet?
assert past is None or len(past) > len(text)
logits, past = read_on_top(step, text, past)

# %% logits-not-updated
# The logits after the text choose every new word, so one word is repeated.
# Which logits choose the second new word?
assert len(set(text[len(tokens) :])) == 1
logits, past = logits, step(newest, past)[1]

# %% least-likely
# The least likely word is chosen.
# Should a large logit make a word more likely, or less?
assert text[len(tokens)] == np.argmin(logits_after(step, tokens))
newest = int(np.argmin(logits))

# %% largest-size-chosen
# The logit that is farthest from 0 is chosen, which may be a very negative one.
# Which is likelier: a logit of 1, or a logit of -5?
assert text[len(tokens)] == np.argmax(abs(logits_after(step, tokens)))
newest = int(np.argmax(np.abs(logits)))

# %% value-not-index
# The largest logit itself is taken for the word, not the place where it stands.
# What does np.max return, and which function says where the largest is?
assert text[len(tokens)] in (max(logits_after(step, tokens)), int(max(logits_after(step, tokens))))
newest = np.max(logits)
# or
newest = int(np.max(logits))

# %% count-of-the-whole
# `count` is taken for the length of the whole text.
# How many new words should come after a text of 4 words, if `count` is 5?
assert len(text) == max(count, len(tokens))
rounds = max(count - len(text), 0)
