"""Record what SmolLM2-135M-Instruct does without some tokens or heads, or with a head's other find.

    make real-model
    python -m course.models.real.record_interventions

writes the recordings beside this file, in half an hour. `smollm_texts.toml` has the texts on which
tokens are hidden, and `texts.toml` the sentences about which the model is asked.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from attnlib.masks import causal_visibility
from attnlib.shapes import Bools, Floats
from attnlib.softmax import softmax
from course.models.real import fetch, interventions_recorded
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
        "sinks": [sink(model, *one) for one in asked["sinks"].items()],
        "patched": patched_cat(model),
        "moved": rounded(moved_by_each(model, after)),
        "silenced": {"after": without_each(model, after), "alone": without_each(model, alone)},
        "triples": [without_heads(model, heads, after, alone) for heads in triples(model)],
    }
    path = folder / interventions_recorded.FACTS
    path.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    digest = sha256(path.read_bytes()).hexdigest()
    (folder / HASH).write_text(f"{digest}  {path.name}\n", encoding="utf-8")
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
    """Measure the loss on a text with some tokens hidden; `Sink` says what comes back."""
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
        "count": len(tokens),
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

    `Patched` says what comes back.
    """
    ((tired, soft),) = questions_of(
        model, [(CAT_SENTENCE, ["cat", "mat"], ["tired", "soft"])], "{sentence}. "
    )
    here, there = (run(model, one.tokens) for one in (tired, soft))
    differs = [
        i for i, both in enumerate(zip(tired.tokens, soft.tokens, strict=True)) if len({*both}) > 1
    ]
    places = {
        "the ending": differs[0],
        "the ending in the question": differs[1],
        "the last word": -1,
    }
    leads = {
        name: [
            lead(
                model,
                hidden_after(model, layer, each_patched(here, there, layer, place)),
                tired.nouns,
            )
            for layer in _each_layer(model, f"patching {name}")
        ]
        for name, place in places.items()
    }
    own, other = (lead(model, one.hidden, tired.nouns) for one in (here, there))
    return rounded_all({"own": own, "other": other, "leads": leads})


def moved_by_each(model: Model, pairs: Sequence[Pair]) -> Floats:
    """Average how far one head's find at the last word moves the lead, (num_layers, num_heads).

    It is put from each twin into the other. What moves towards that other is positive.
    """
    moves = []
    for pair in _each(pairs, "patching the twins"):
        runs = [run(model, one.tokens) for one in pair]
        for here, there, towards in ((*runs, -1), (*runs[::-1], 1)):
            own = lead(model, here.hidden, pair[0].nouns)
            leads = np.array(
                [
                    _patched_at_the_end(model, here, there, layer, pair[0].nouns)
                    for layer in range(model.num_layers)
                ]
            )
            moves.append(towards * (leads - own))
    mean: Floats = np.mean(moves, axis=0)
    return mean


def _patched_at_the_end(model, here, there, layer, nouns):
    """Only the last word changes, so those before come from the cache."""
    before = [(K[..., :-1, :], V[..., :-1, :]) for K, V in here.cache]
    last = each_patched(here, there, layer, -1)[..., -1:, :]
    return lead(model, hidden_after(model, layer, last, before), nouns)


def without_each(model: Model, pairs: Sequence[Pair]) -> dict[str, Any]:
    """Silence each head in turn; `Silenced` says what comes back, (num_layers, num_heads) each."""
    leads = np.array(
        [
            [_leads_without_each(model, question) for question in pair]
            for pair in _each(pairs, "silencing each head")
        ]
    )
    return measures(np.moveaxis(leads, (0, 1), (-2, -1)))


def _leads_without_each(model: Model, question: Question) -> list[Floats]:
    whole = run(model, question.tokens)
    return [
        lead(model, hidden_after(model, layer, each_silenced(whole, layer)), question.nouns)
        for layer in range(model.num_layers)
    ]


def triples(model: Model) -> list[list[tuple[int, int]]]:
    """Draw three heads of different layers, thirty times."""
    rng = np.random.default_rng(SEED)
    return [
        [
            (int(layer), int(rng.integers(model.num_heads)))
            for layer in rng.choice(model.num_layers, 3, replace=False)
        ]
        for _ in range(TRIPLES)
    ]


def without_heads(
    model: Model, heads: Sequence[tuple[int, int]], *ways: Sequence[Pair]
) -> dict[str, Any]:
    """Silence some heads together, and ask with the sentence and without it."""
    silent = silenced(model, heads)
    leads = [
        np.array(
            [
                [lead(model, run(silent, one.tokens).hidden, one.nouns) for one in pair]
                for pair in pairs
            ]
        )
        for pairs in ways
    ]
    after, alone = map(measures, leads)
    return {"heads": heads, "after": after, "alone": alone}


def measures(leads: Floats) -> dict[str, Any]:
    """Count what is right, and average the shift, of leads (..., twins, 2)."""
    right = (leads * [1, -1] > 0).sum(axis=(-1, -2))
    return {
        "right": right.tolist(),
        "shift": rounded((leads[..., 0] - leads[..., 1]).mean(axis=-1)),
    }
