"""Record what SmolLM2-135M-Instruct does without some tokens or heads, or with a head's other find.

    make real-model
    python -m course.models.real.record_interventions

writes the recordings beside this file, in half an hour. `smollm_texts.toml` has the texts on which
tokens are hidden, and `texts.toml` the sentences about which the model is asked.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from attnlib.masks import causal_visibility
from attnlib.shapes import Bools, Floats
from attnlib.softmax import softmax
from course.models.real import fetch, intervention_recordings
from course.models.real.interventions import (
    Run,
    each_patched,
    each_silenced,
    hidden_after,
    run,
    silenced,
)
from course.models.real.record_smollm import (
    CAT_SENTENCE,
    QUESTION,
    asked_of_both,
    hash_of,
    rounded,
    say,
)
from course.models.real.smollm import Model, read

HASH = "interventions.sha256"
FROM = 32  # the loss is that of the tokens from here on, and a window has as many
HIDDEN = 16  # of these tokens each is hidden in turn
TRIPLES, SEED = 30, 0


class Question(NamedTuple):
    """What the model reads, and the nouns whose logits are compared."""

    tokens: list[int]
    nouns: tuple[int, int]


Pair = list[Question]  # one for each ending


def record(model: Model, asked: Mapping[str, Any], folder: Path) -> None:
    """Intervene, and write what came of it into a folder.

    Parameters
    ----------
    model : Model
    asked : dict
        What `asked_of_both` gives.
    folder : Path
    """
    twins = asked["twins"]
    after, alone = (questions_of(model, twins, before) for before in ("{sentence}. ", ""))
    facts = {
        "sinks": [sink(model, *item) for item in asked["sinks"].items()],
        "patched": patched_cat(model),
        "moved": rounded(moved_by_each(model, after)),
        "silenced": {"after": without_each(model, after), "alone": without_each(model, alone)},
        "triples": [without_heads(model, heads, after, alone) for heads in triples(model)],
    }
    path = folder / intervention_recordings.FACTS
    path.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    (folder / HASH).write_text(hash_of(path), encoding="utf-8")
    say("done\n")


def views_of(n: int) -> dict[str, Bools]:
    """What n tokens see: all that came before, a window, and a window with the first tokens."""
    everything, places = causal_visibility(n), np.arange(n)
    window = everything & (places[:, None] - places < FROM)
    return {
        "everything": everything,
        "window": window,
        "window and first": window | (everything & (places < 1)),
        "window and first four": window | (everything & (places < 4)),
    }


def sink(model: Model, name: str, text: str) -> dict[str, Any]:
    """Measure the loss on a text with some tokens hidden.

    `intervention_recordings.Sink` says what comes back.
    """
    say(f"windows on {name}")
    tokens = model.words.encode(text)
    seen = views_of(len(tokens))
    hidden = []
    for place in range(HIDDEN):
        visible = seen["everything"].copy()
        visible[FROM:, place] = False
        hidden.append(loss_behind(model, tokens, visible))
    return {
        "name": name,
        "text": text,
        "length": len(tokens),
        "first": [model.words.decode([token]) for token in tokens[:HIDDEN]],
        "seen": {way: loss_behind(model, tokens, visible) for way, visible in seen.items()},
        "hidden": hidden,
    }


def loss_behind(model: Model, tokens: Sequence[int], visible: Bools) -> float:
    """Average the loss in nats over the tokens that come after the first 32."""
    logits = read(model, tokens, visible=visible).logits[FROM:-1].astype(np.float64)
    chances = softmax(logits)[np.arange(len(logits)), tokens[FROM + 1 :]]
    return float(rounded(-np.log(chances).mean()))


def questions_of(model: Model, twins: Sequence[Any], before: str) -> list[Pair]:
    """Ask about each twin, with both endings, and put a text with its {sentence} before."""
    pairs = []
    for sentence, nouns, endings in twins:
        first, second = (model.words.encode(f" {noun}")[0] for noun in nouns)
        asked = before.replace("{sentence}", sentence) + QUESTION
        texts = [model.words.encode(asked.replace("{}", ending)) for ending in endings]
        pairs.append([Question(tokens, (first, second)) for tokens in texts])
    return pairs


def lead(model: Model, hidden: Floats, nouns: tuple[int, int]) -> Floats:
    """Compute how far the first noun is ahead after the last token, (...), of (..., n, d_model)."""
    first, second = model.weights["embedding"][list(nouns)].astype(np.float64)
    ahead: Floats = hidden[..., -1, :] @ (first - second)
    return ahead


def patched_cat(model: Model) -> dict[str, Any]:
    """Put what each head found in *soft* into the cat sentence with *tired*, at one place each time.

    `intervention_recordings.Patched` says what comes back.
    """
    asked = [[CAT_SENTENCE, ["cat", "mat"], ["tired", "soft"]]]
    ((tired, soft),) = questions_of(model, asked, "{sentence}. ")
    here, there = (run(model, question.tokens) for question in (tired, soft))
    first, again = np.flatnonzero(np.array(tired.tokens) != soft.tokens).tolist()
    leads = {}
    for place in (first, again, len(tired.tokens) - 1):
        say(f"patching at token {place}")
        streams = (each_patched(here, there, layer, place) for layer in range(model.num_layers))
        leads[place] = rounded(
            [
                lead(model, hidden_after(model, layer, X), tired.nouns)
                for layer, X in enumerate(streams)
            ]
        )
    own, other = (rounded(lead(model, whole.hidden, tired.nouns)) for whole in (here, there))
    words = [model.words.decode([token]).strip() for token in tired.tokens]
    return {"tokens": words, "own": own, "other": other, "leads": leads}


def moved_by_each(model: Model, pairs: Sequence[Pair]) -> Floats:
    """Average how far one head's find at the last token moves the lead, (num_layers, num_heads).

    It is put from each twin into the other. What moves towards the other's lead is positive.
    """
    moves = []
    for pair in _each(pairs, "patching twins"):
        first, second = (run(model, question.tokens) for question in pair)
        for here, there, towards in ((first, second, -1), (second, first, 1)):
            own = lead(model, here.hidden, pair[0].nouns)
            moves.append(towards * (_patched_at_the_end(model, here, there, pair[0].nouns) - own))
    mean: Floats = np.mean(moves, axis=0)
    return mean


def _patched_at_the_end(model: Model, here: Run, there: Run, nouns: tuple[int, int]) -> Floats:
    """Only the last token is read again, since no other can see what has changed."""
    copies = (model.num_heads, 1, 1, 1)  # each head is patched alone, in a copy of its own
    before = [(np.tile(K[:, :-1], copies), np.tile(V[:, :-1], copies)) for K, V in here.cache]
    streams = (each_patched(here, there, layer, -1) for layer in range(model.num_layers))
    return np.array(
        [
            lead(model, hidden_after(model, layer, X[..., -1:, :], before), nouns)
            for layer, X in enumerate(streams)
        ]
    )


def without_each(model: Model, pairs: Sequence[Pair]) -> dict[str, Any]:
    """Silence each head in turn; both measures are (num_layers, num_heads)."""
    leads = [
        [_leads_without_each(model, question) for question in pair]
        for pair in _each(pairs, "silence")
    ]
    return measures(np.moveaxis(np.array(leads), (0, 1), (-2, -1)))


def _leads_without_each(model: Model, question: Question) -> list[Floats]:
    whole = run(model, question.tokens)
    streams = (each_silenced(whole, layer) for layer in range(model.num_layers))
    return [
        lead(model, hidden_after(model, layer, X), question.nouns)
        for layer, X in enumerate(streams)
    ]


def triples(model: Model) -> list[list[tuple[int, int]]]:
    """Draw three heads of different layers, thirty times."""
    rng = np.random.default_rng(SEED)
    layers = [rng.choice(model.num_layers, 3, replace=False) for _ in range(TRIPLES)]
    return [
        [(int(layer), int(rng.integers(model.num_heads))) for layer in three] for three in layers
    ]


def without_heads(
    model: Model, heads: Sequence[tuple[int, int]], after: Sequence[Pair], alone: Sequence[Pair]
) -> dict[str, Any]:
    """Silence some heads together, and ask with the sentence and without it."""
    silent, named = silenced(model, heads), ", ".join(f"{layer}.{head}" for layer, head in heads)

    def leads(pairs: Sequence[Pair]) -> Floats:
        return np.array(
            [
                [lead(model, run(silent, asked.tokens).hidden, asked.nouns) for asked in pair]
                for pair in _each(pairs, f"silence of {named}")
            ]
        )

    return {"heads": heads, "after": measures(leads(after)), "alone": measures(leads(alone))}


def measures(leads: Floats) -> dict[str, Any]:
    """Count what is right, and average the shift, of leads (..., twins, 2)."""
    right = (leads * [1, -1] > 0).sum(axis=(-1, -2))
    shift = (leads[..., 0] - leads[..., 1]).mean(axis=-1)
    return {"right": right.tolist(), "shift": rounded(shift)}


def _each(pairs: Sequence[Pair], step: str) -> Iterator[Pair]:
    for number, pair in enumerate(pairs, 1):
        say(f"{step}: {number} of {len(pairs)}")
        yield pair


def main() -> None:
    """Record from the model that `make real-model` has fetched."""
    try:
        say("reading the model")
        model = fetch.load_smollm()
    except fetch.ModelError as problem:
        sys.exit(f"\n{problem}")
    record(model, asked_of_both(), intervention_recordings.FOLDER)


if __name__ == "__main__":
    main()
