"""Write the likeliest word, again and again; one step of a decoder reads each."""

from typing import Any

import numpy as np

from checks.catalogue.capstone.probe_functions import V, below_zero, circle, waves
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT
from checks.task import Property, Task


def write(step: Any, tokens: Any, count: int) -> Any:
    """Continue a text with the likeliest words, one after the other.

    Parameters
    ----------
    step : callable
        From (token, cache) to (logits, cache), such as `cat_step` with its weights.
    tokens : (n,)
        The text so far, at least one token.
    count : int
        How many to add.

    Returns
    -------
    (n + count,)

    Examples
    --------
    >>> write(circle, np.array([3]), 2)
    array([3, 5, 8])
    """
    text, cache = [int(token) for token in tokens], None
    for token in text:
        logits, cache = step(token, cache)
    for _ in range(count):
        text.append(int(np.argmax(logits)))
        logits, cache = step(text[-1], cache)
    return np.array(text)


def _pipeline(step: Any, decoder: Any, tokens: Any, count: int) -> Any:
    pen = step.pen
    text, cache = [int(token) for token in tokens], None
    for token in pen.read(text):
        logits, cache = decoder(token, cache)
    for _ in range(pen.rounds(count)):
        text.append(int(pen.choose(logits)))
        again = pen.again(text, len(tokens))
        now, kept = logits, pen.cache(cache)
        for token in again:
            now, kept = decoder(token, kept)
        logits, cache = pen.logits(now, logits), pen.keep(kept, cache)
    return pen.give(np.array(text), len(tokens))


PEN = Family(
    "pen",
    {
        "read": lambda text: text,
        "rounds": lambda count: count,
        "choose": np.argmax,
        "again": lambda text, n: text[-1:],
        "cache": lambda cache: cache,
        "keep": lambda kept, cache: kept,
        "logits": lambda now, before: now,
        "give": lambda text, n: text,
    },
    (
        Mistake(
            "prompt-not-returned",
            "Only the new words are returned, without the text that they continue.",
            "How many tokens should come back for n tokens and a count?",
        ).by({"pen.give": lambda text, n: text[n:]}),
        Mistake(
            "one-too-few",
            "One word too few is written.",
            "How many words does your loop add?",
        ).by({"pen.rounds": lambda count: count - 1}),
        Mistake(
            "one-too-many",
            "One word too many is written.",
            "How many words does your loop add?",
        ).by({"pen.rounds": lambda count: count + 1}),
        Mistake(
            "first-new-lost",
            "A new word is read before it is written down, so the first new one is lost.",
            "Which word do the logits after the text choose, and is it in your result?",
        ).by(
            {
                "pen.rounds": lambda count: count + 1,
                "pen.give": lambda text, n: np.delete(text, n),
            }
        ),
        Mistake(
            "only-last-read",
            "When writing begins, the decoder knows only the last word of the text.",
            "What does the decoder know of the words before?",
        ).by({"pen.read": lambda text: text[-1:]}),
        Mistake(
            "only-first-read",
            "Of the text so far, only the first word is read.",
            "How often is `step` called before the first new word is chosen?",
        ).by({"pen.read": lambda text: text[:1]}),
        Mistake(
            "last-not-read",
            "The last word of the text is not read before the first new word is chosen.",
            "After which word are the logits that choose the first new one?",
        ).by({"pen.read": lambda text: text[:-1] or text}),
        Mistake(
            "last-read-twice",
            "The last word of the text is read twice: once with the text, and once more.",
            "How often is `step` called for 4 words and 1 new one?",
        ).by({"pen.read": lambda text: [*text, text[-1]]}),
        Mistake(
            "cache-lost",
            "Each new word is read with an empty cache, as if a text began.",
            "Which cache does `step` get for the second new word?",
        ).by({"pen.cache": lambda cache: None}),
        Mistake(
            "cache-not-updated",
            "The cache of the text is used for every new word, and the new ones are not kept.",
            "Which line takes the cache that `step` returns?",
        ).by({"pen.keep": lambda kept, cache: cache}),
        Mistake(
            "text-read-on-top",
            "All words are read again, on top of a cache that holds them already.",
            "Which words does the cache not know yet?",
        ).by({"pen.again": lambda text, n: text, "pen.cache": KEPT}),
        Mistake(
            "logits-not-updated",
            "The logits after the text choose every new word, so one word is repeated.",
            "Which logits choose the second new word?",
        ).by({"pen.logits": lambda now, before: before}),
        Mistake(
            "least-likely",
            "The least likely word is chosen.",
            "Should a large logit make a word more likely, or less?",
        ).by({"pen.choose": np.argmin}),
        Mistake(
            "largest-size-chosen",
            "The logit that is farthest from 0 is chosen, which may be a very negative one.",
            "Which is likelier: a logit of 1, or a logit of -5?",
        ).by({"pen.choose": lambda logits: np.argmax(np.abs(logits))}),
    ),
)


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([13, 6, seed])

    def draw(step: Any, n: int, count: int) -> dict[str, Any]:
        return {"step": step, "tokens": rng.integers(V, size=n), "count": count}

    return [
        Probe("a text of 4 words, 5 to write", draw(waves, 4, 5)),
        Probe("a text of one word, 6 to write", draw(waves, 1, 6)),
        Probe("a text of 3 words, one to write", draw(circle, 3, 1)),
        Probe("a text of 5 words, 4 to write", draw(circle, 5, 4)),
        Probe("logits that are all negative", draw(below_zero, 2, 7)),
        Probe("a text of 3 words, 8 to write", draw(waves, 3, 8)),
    ]


def _begins_with_the_text(probe: Probe, text: Any) -> bool:
    tokens = probe.arguments["tokens"]
    return bool(np.array_equal(np.asarray(text)[: len(tokens)], tokens))


TASK = Task(
    reference=write,
    order=(13, 6),
    practises=("write text with a cache",),
    pipeline=_pipeline,
    families=(PEN,),
    probes=_probes,
    properties=(
        Property(
            "There are count more tokens than before.",
            has_shape(lambda probe: (len(probe.arguments["tokens"]) + probe.arguments["count"],)),
        ),
        Property("It begins with the text that it continues.", _begins_with_the_text),
    ),
    valid=lambda step, tokens, count: bool(len(tokens) and min(tokens) >= 0 and count >= 1),
)
