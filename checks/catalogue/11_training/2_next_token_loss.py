"""The loss of a language model on a batch of texts of different lengths: a function to repair."""

import numpy as np

from checks.facts import Facts

STARTER = '''
def next_token_loss(logits, tokens, lengths):
    """Mean loss of guessing the next token: logits (batch, n, V), tokens (batch, n), lengths (batch,)."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_chances = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    losses = -np.take_along_axis(log_chances[:, :-1], tokens[:, 1:, None], axis=-1)[..., 0]
    real = np.arange(1, tokens.shape[1]) < lengths[:, None]
    return (losses * real).sum() / real.sum()
'''


def bold(rng, lengths, n, V):
    return 1.5 * rng.normal(size=(len(lengths), n, V))


def drawn(rng, lengths, n, V):
    return rng.integers(V, size=(len(lengths), n))


def next_token_loss(logits: bold, tokens: drawn, lengths):
    guesses = logits[:, :-1]
    targets = tokens[:, 1:]
    lowered = guesses - guesses.max(axis=-1, keepdims=True)
    logs = lowered - np.log(np.exp(lowered).sum(axis=-1, keepdims=True))
    losses = -np.take_along_axis(logs, targets[..., None], axis=-1)[..., 0]
    skipped = tokens.shape[1] - targets.shape[1]
    counts = lengths - skipped
    real = np.arange(targets.shape[1]) < counts[:, None]
    loss = losses[real].mean()
    return loss


def fit(logits, tokens, lengths):
    if logits.shape[:2] != tokens.shape or lengths.shape != tokens.shape[:1] or not tokens.size:
        return False
    in_range = 2 <= lengths.min() <= lengths.max() <= tokens.shape[1]
    return in_range and tokens.max() < logits.shape[-1]


def texts(*lengths, n, V, **given):
    return {"lengths": np.array(lengths), "n": n, "V": V, **given}


TASK = Facts(
    kind="repair",
    starter=STARTER,
    slips={
        "not-shifted": (
            "losses = -np.take_along_axis(log_chances, tokens[..., None], axis=-1)[..., 0]\n"
            "real = np.arange(tokens.shape[1]) < lengths[:, None]"
        ),
        "padding-in-the-mean": "return (losses * real).mean()",
    },
    practises=("say what a model's loss",),
    mistakes="own result.return-missing arguments",
    names={"Q": "logits"},
    cases={
        "2 texts, 5 and 3 tokens long": texts(5, 3, n=5, V=4),
        "3 texts, 4, 7 and 2 tokens long": texts(4, 7, 2, n=7, V=5),
        "a single text without padding": texts(6, n=6, V=3),
        "a single text with padding": texts(4, n=6, V=5),
        "2 texts, none of them full": texts(6, 3, n=8, V=6),
        "texts of the same length": texts(5, 5, 5, 5, n=5, V=3),
        "equal logits for 6 tokens": texts(3, 5, n=5, V=6, logits=np.full((2, 5, 6), 0.5)),
        "float32 logits": texts(2, 5, 4, n=5, V=4, dtype="float32"),
        "right tokens with almost no chance": texts(
            3,
            n=3,
            V=2,
            logits=np.array([[[17.0, 0], [0, 17], [0, 0]]]),
            tokens=np.array([[0, 1, 0]]),
        ),
    },
    valid=fit,
    holds={
        "Equal chances for V tokens have the loss ln V.": lambda loss, logits: (
            np.ptp(logits) > 0 or np.isclose(loss, np.log(logits.shape[-1]))
        ),
        "The loss is never negative.": lambda loss: loss >= -1e-6,
    },
)

# %% not-shifted
# Row i is compared with token i, which the model has just read.
# Which token should row 0 guess? And which one does it know already?
assert (targets == tokens[:, : targets.shape[1]]).all() == (guesses[:, 0] == logits[:, 0]).all()
guesses = logits
targets = tokens
# or
guesses = logits[:, 1:]
targets = tokens[:, 1:]
# or
guesses = logits[:, :-1]
targets = tokens[:, :-1]

# %% shifted-backwards
# Row i is compared with token i - 1: the past is guessed.
# Which of the two loses its first entry, and which its last?
assert (targets[:, -1] == tokens[:, -2]).all()
assert near(guesses[:, -1], logits[:, -1])
guesses = logits[:, 1:]
targets = tokens[:, :-1]
# or
guesses = logits
targets = np.roll(tokens, 1, axis=1)
# or
guesses = logits
targets = np.roll(tokens, 1, axis=1)
counts = lengths - 1

# %% shifted-twice
# Row i is compared with token i + 2: one token is skipped.
# Token 0 has been read. Which token comes next?
assert near(guesses, logits[:, :-2])
assert (targets == tokens[:, 2:]).all()
guesses = logits[:, :-2]
targets = tokens[:, 2:]
loss = losses[real].mean()

# %% end-meets-start
# The last row is compared with token 0, because the tokens go round in a circle.
# Which token follows the last one of a text?
assert (targets[:, -1] == tokens[:, 0]).all()
guesses = logits
targets = np.roll(tokens, -1, axis=1)
counts = lengths - skipped

# %% padding-in-the-mean
# The losses of padding are 0, but they are still counted when the mean is taken.
# By which number is the sum divided, and how many guesses were real?
assert near(loss, (losses * real).sum() / losses.size)
loss = (losses * real).mean()

# %% padding-guessed
# The guesses of padding count as well.
# Which rows have a real token to guess?
assert real.all()
real = np.ones(losses.shape, dtype=bool)

# %% first-padding-guessed
# The last real row counts as well, though what comes next is padding.
# A text has 3 real tokens. How many of its rows have a real next token?
assert (counts == lengths).all()
counts = lengths

# %% last-guess-missing
# The last guess of each text is left out.
# A text has 3 real tokens. How many of its rows have a real next token?
assert (counts == lengths - 2).all()
counts = lengths - skipped - 1

# %% mean-of-means
# Each text has its own mean first, so tokens of short texts count more than others.
# Texts of 2 and 101 tokens: what share of the loss does the single guess of the first get?
assert near(loss, np.mean([row[kept].mean() for row, kept in zip(losses, real)]))
loss = ((losses * real).sum(axis=1) / real.sum(axis=1)).mean()

# %% not-averaged
# The losses are added up, not averaged.
# Should the loss be twice as large if every text comes twice?
assert near(loss, losses[real].sum())
loss = losses[real].sum()

# %% divided-by-tokens
# The sum is divided by the number of real tokens, but each text has one guess less.
# How many guesses does a text of 3 tokens have?
assert near(loss * lengths.sum(), losses[real].sum())
loss = losses[real].sum() / lengths.sum()

# %% divided-by-texts
# The sum is divided by the number of texts, not by that of guesses.
# How many guesses does a text of 3 tokens have?
assert near(loss * len(tokens), losses[real].sum())
loss = losses[real].sum() / len(losses)

# %% sign-missing
# The logarithm of a chance is negative, and so is this loss.
# Should a loss get smaller or larger when the guesses get better?
assert (losses < 0).all()
losses = np.take_along_axis(logs, targets[..., None], axis=-1)[..., 0]
