"""The loss of a language model on a batch of texts of different lengths: a function to repair."""

from typing import Any

import numpy as np

from attnlib.learning.gradients import cross_entropy
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.result import RESULT
from checks.catalogue.inputs import in_float32
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT
from checks.task import Property, Task


def next_token_loss(logits: Any, tokens: Any, lengths: Any) -> float:
    """Average the loss over all predictions of real next tokens.

    Parameters
    ----------
    logits : (batch, n, V)
        Row i of text b predicts token i + 1.
    tokens : (batch, n) of int
    lengths : (batch,) of int
        The tokens of text b from `lengths[b]` on are padding; from 2 to n.

    Returns
    -------
    float

    Examples
    --------
    >>> round(next_token_loss(np.zeros((1, 3, 4)), np.zeros((1, 3), dtype=int), np.array([2])), 3)
    1.386
    """
    real = np.arange(1, tokens.shape[1]) < lengths[:, None]
    loss, _ = cross_entropy(logits[:, :-1][real], tokens[:, 1:][real])
    return loss


STARTER = '''
def next_token_loss(logits, tokens, lengths):
    """Mean loss of guessing the next token: logits (batch, n, V), tokens (batch, n), lengths (batch,)."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_chances = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    losses = -np.take_along_axis(log_chances, tokens[..., None], axis=-1)[..., 0]
    real = np.arange(tokens.shape[1]) < lengths[:, None]
    return (losses * real).mean()
'''


def _pipeline(step: Any, logits: Any, tokens: Any, lengths: Any) -> Any:
    text = step.text
    logits = step.arguments.take(logits)
    guesses, targets = text.pair(logits, tokens)
    lowered = guesses - guesses.max(axis=-1, keepdims=True)
    logs = lowered - np.log(np.exp(lowered).sum(axis=-1, keepdims=True))
    losses = text.sign(np.take_along_axis(logs, targets[..., None], axis=-1)[..., 0])
    # Of n - 1 guesses, the last of a full text is for its last token; of n there is one more.
    last = text.last(lengths) - (tokens.shape[1] - losses.shape[1] - 1)
    real = text.real(np.arange(losses.shape[1]) < last[:, None] - 1)
    return step.result.give(text.mean(losses, real))


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([9, 3, seed])

    def draw(batch: int, n: int, V: int, lengths: list[int]) -> dict[str, Any]:
        tokens = rng.integers(V, size=(batch, n))
        logits = rng.normal(size=(batch, n, V))
        return {"logits": 1.5 * logits, "tokens": tokens, "lengths": np.array(lengths)}

    equal = draw(2, 5, 6, [3, 5])
    equal["logits"][:] = 0.5
    return [
        Probe("2 texts, 5 and 3 tokens long", draw(2, 5, 4, [5, 3])),
        Probe("3 texts, 4, 7 and 2 tokens long", draw(3, 7, 5, [4, 7, 2])),
        Probe("a single text without padding", draw(1, 6, 3, [6])),
        Probe("a single text with padding", draw(1, 6, 5, [4])),
        Probe("2 texts, none of them full", draw(2, 8, 6, [6, 3])),
        Probe("texts of the same length", draw(4, 5, 3, [5, 5, 5, 5])),
        Probe("equal logits for 6 tokens", equal),
        Probe("float32 logits", in_float32(draw(3, 5, 4, [2, 5, 4]))),
    ]


def _mean_of_real(losses: Any, real: Any) -> Any:
    return losses[real].sum() / real.sum()


def _mean_of_all(losses: Any, real: Any) -> Any:
    return (losses * real).mean()


def _mean_of_means(losses: Any, real: Any) -> Any:
    return ((losses * real).sum(axis=1) / real.sum(axis=1)).mean()


def _guess_next(logits: Any, tokens: Any) -> Any:
    return logits[:, :-1], tokens[:, 1:]


def _guess_itself(logits: Any, tokens: Any) -> Any:
    return logits, tokens


TEXT = Family(
    "text",
    {
        "pair": _guess_next,
        "last": lambda lengths: lengths,
        "sign": lambda logs: -logs,
        "real": lambda real: real,
        "mean": _mean_of_real,
    },
    (
        Mistake(
            "not-shifted",
            "Row i is compared with token i, which the model has just read.",
            "Which token should row 0 guess? And which one does it know already?",
        ).by(
            {"text.pair": _guess_itself},
            {"text.pair": lambda logits, tokens: (logits[:, 1:], tokens[:, 1:])},
            {"text.pair": lambda logits, tokens: (logits[:, :-1], tokens[:, :-1])},
        ),
        Mistake(
            "shifted-backwards",
            "Row i is compared with token i - 1: the past is guessed.",
            "Which of the two loses its first entry, and which its last?",
        ).by({"text.pair": lambda logits, tokens: (logits[:, 1:], tokens[:, :-1])}),
        Mistake(
            "shifted-twice",
            "Row i is compared with token i + 2: one token is skipped.",
            "Token 0 has been read. Which token comes next?",
        ).by(
            {
                "text.pair": lambda logits, tokens: (logits[:, :-2], tokens[:, 2:]),
                "text.mean": KEPT,
            },
        ),
        Mistake(
            "end-meets-start",
            "The last row is compared with token 0, because the tokens go round in a circle.",
            "Which token follows the last one of a text?",
        ).by(
            {
                "text.pair": lambda logits, tokens: (logits, np.roll(tokens, -1, axis=1)),
                "text.last": KEPT,
            },
        ),
        Mistake(
            "padding-in-the-mean",
            "The losses of padding are 0, but they are still counted when the mean is taken.",
            "By which number is the sum divided, and how many guesses were real?",
        ).by({"text.mean": _mean_of_all}),
        Mistake(
            "padding-guessed",
            "The guesses of padding count as well.",
            "Which rows have a real token to guess?",
        ).by({"text.real": np.ones_like}),
        Mistake(
            "first-padding-guessed",
            "The last real row counts as well, though what comes next is padding.",
            "A text has 3 real tokens. How many of its rows have a real next token?",
        ).by({"text.last": lambda lengths: lengths + 1}),
        Mistake(
            "last-guess-missing",
            "The last guess of each text is left out.",
            "A text has 3 real tokens. How many of its rows have a real next token?",
        ).by(
            {"text.last": lambda lengths: lengths - 1},
        ),
        Mistake(
            "mean-of-means",
            "Each text has its own mean first, so tokens of short texts count more than others.",
            "Texts of 2 and 101 tokens: which share of the loss has the single guess of the first?",
        ).by({"text.mean": _mean_of_means}),
        Mistake(
            "not-averaged",
            "The losses are added up, not averaged.",
            "Should the loss be twice as large if every text comes twice?",
        ).by({"text.mean": lambda losses, real: losses[real].sum()}),
        Mistake(
            "divided-by-tokens",
            "The sum is divided by the number of real tokens, but each text has one guess less.",
            "How many guesses does a text of 3 tokens have?",
        ).by({"text.mean": lambda losses, real: losses[real].sum() / (real.sum() + len(real))}),
        Mistake(
            "divided-by-texts",
            "The sum is divided by the number of texts, not by that of guesses.",
            "How many guesses does a text of 3 tokens have?",
        ).by({"text.mean": lambda losses, real: losses[real].sum() / len(losses)}),
        Mistake(
            "sign-missing",
            "The logarithm of a chance is negative, and so is this loss.",
            "Should a loss get smaller or larger when the guesses get better?",
        ).by({"text.sign": lambda logs: logs}),
    ),
)


def _equal_chances(probe: Probe, loss: Any) -> bool:
    logits = probe.arguments["logits"]
    return bool(np.ptp(logits) > 0 or np.isclose(loss, np.log(logits.shape[-1])))


def _has_guesses(logits: Any, tokens: Any, lengths: Any) -> bool:
    if logits.shape[:2] != tokens.shape or lengths.shape != tokens.shape[:1] or not tokens.size:
        return False
    return bool(
        tokens.max() < logits.shape[-1] and 2 <= lengths.min() <= lengths.max() <= len(tokens[0])
    )


TASK = Task(
    reference=next_token_loss,
    kind="repair",
    starter=STARTER,
    order=(9, 3),
    practises=("say what a model's loss",),
    pipeline=_pipeline,
    valid=_has_guesses,
    families=(TEXT, RESULT.only("give"), ARGUMENTS),
    probes=_probes,
    properties=(
        Property("Equal chances for V tokens have the loss ln V.", _equal_chances),
        Property("The loss is never negative.", lambda probe, loss: loss >= -1e-6),
    ),
    excluding=("extra-axis",),
)
