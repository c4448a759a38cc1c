"""Record what the course shows of SmolLM2-135M-Instruct.

    make real-model
    python -m course.models.real.record_smollm

writes the recordings beside this file, in two minutes. `smollm_texts.toml` has what the model is
asked, and `texts.toml` has the sentences that both models read.
"""

import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from attnlib.block import layer_norm
from attnlib.shapes import Floats
from attnlib.softmax import softmax
from course.models.real import fetch, smollm_recordings
from course.models.real.smollm import PARTS, Model, Reading, read, write
from course.models.real.smollm_recordings import NAMED_HEADS

TEXTS = Path(__file__).with_name("texts.toml")
OWN_TEXTS = Path(__file__).with_name("smollm_texts.toml")
HASHES = "smollm.sha256"
DECIMALS = 4
GUESSES, CANDIDATES = 8, 5  # how many of the likeliest tokens: after a beginning, at each step
LENGTH = 40  # in tokens, at most
TEMPERATURE, SEED = 0.8, 0
QUESTION = "The thing that was {} was the"
CAT_SENTENCE = "The cat sat on the mat because it was {}"
CAPITAL = "The capital of France is"
SAID_TWICE, WORDS_SAID = 3, 24  # texts of random words, and how many words of each

ReadTokens = Callable[[Sequence[int]], Reading]


class Looks(NamedTuple):
    """The weights of all heads to the two nouns of a twin; each is (num_layers, num_heads, 2)."""

    it: Floats
    first: Floats  # from the ending that fits the first noun
    second: Floats


def asked_of_both() -> dict[str, Any]:
    """Load what the model is asked; where both files have a name, its own file counts."""
    shared, own = (tomllib.loads(path.read_text(encoding="utf-8")) for path in (TEXTS, OWN_TEXTS))
    return shared | own


def record(model: Model, asked: Mapping[str, Any], folder: Path) -> None:
    """Ask the model, and write the recordings and their hashes into a folder.

    Parameters
    ----------
    model : Model
    asked : dict
        What `asked_of_both` gives.
    folder : Path
    """
    say("heads on the sentences that are shown")
    shown = [read(model, model.words.encode(text)) for text in asked["shown"]]
    named = tuple(zip(*NAMED_HEADS.values(), strict=True))
    weights = {
        str(i): (255 * one.weights[named]).round().astype(np.uint8) for i, one in enumerate(shown)
    }
    say("twins")
    looks = [looks_of_twin(model, *one) for one in asked["twins"]]
    right = np.array([endings_right(*pair) for _, *pair in looks])
    np.savez_compressed(
        folder / smollm_recordings.HEADS, allow_pickle=False, right=right, **weights
    )
    facts = {
        "shown": [{"text": text, "tokens": _words(model, text)} for text in asked["shown"]],
        "twins": [twin(model, *one) for one in asked["twins"]],
        **_measured(model, asked, looks),
    }
    text = json.dumps(facts, indent=1, ensure_ascii=False)
    (folder / smollm_recordings.FACTS).write_text(text + "\n", encoding="utf-8")
    (folder / HASHES).write_text(hashes(folder), encoding="utf-8")
    say("done\n")


def hashes(folder: Path) -> str:
    """List the hashes of the recordings in a folder, as `sha256sum` does."""
    names = (smollm_recordings.HEADS, smollm_recordings.FACTS)
    return "".join(hash_of(folder / name) for name in names)


def hash_of(path: Path) -> str:
    """Give the line of `sha256sum` for a file."""
    return f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n"


def next_token(model: Model, text: str) -> dict[str, Any]:
    """Ask for the likeliest next tokens; `smollm_recordings.NextToken` says what comes back."""
    chances = softmax(_logits(model, text))
    return {"text": text, **_likeliest(model, chances, GUESSES)}


def written_text(
    model: Model, beginning: str, tokens: Sequence[int], count: int, temperature: float
) -> dict[str, Any]:
    """Let the model write; `smollm_recordings.WrittenText` says what comes back."""
    rng = np.random.default_rng(SEED)
    written = list(write(model, tokens, count, temperature, rng))
    candidates = [_likeliest(model, one.chances, CANDIDATES) for one in written]
    return {
        "beginning": beginning,
        "temperature": temperature,
        "tokens": [model.words.decode([one.token]) for one in written],
        "chances": [rounded(one.chances[one.token]) for one in written],
        "likeliest": [one["tokens"] for one in candidates],
        "likeliest_chances": [one["chances"] for one in candidates],
    }


def twin(
    model: Model, sentence: str, nouns: Sequence[str], endings: Sequence[str]
) -> dict[str, Any]:
    """Ask which noun is meant, with the sentence and alone; `smollm_recordings.AskedTwin` says how.

    A noun of several pieces is known by its first.
    """
    first = [model.words.encode(f" {noun}")[0] for noun in nouns]

    def logits(before: str) -> list[Any]:
        asked = [f"{before.format(one)}{QUESTION.format(one)}" for one in endings]
        return [rounded(_logits(model, text)[first]) for text in asked]

    return {
        "sentence": sentence,
        "nouns": nouns,
        "endings": endings,
        "logits": logits(f"{sentence}. "),
        "logits_alone": logits(""),
    }


def looks_of_twin(
    model: Model, sentence: str, nouns: Sequence[str], endings: Sequence[str]
) -> Looks:
    """Cut out the weights to both nouns, from *it* and from each ending."""

    def looks(text: str, word: str) -> Floats:
        row, *columns = (_place(model, text, one) for one in (word, *nouns))
        weights: Floats = read(model, model.words.encode(text)).weights[..., row, columns]
        return weights

    first, second = (sentence.format(ending) for ending in endings)
    return Looks(looks(first, "it"), looks(first, endings[0]), looks(second, endings[1]))


def endings_right(first: Floats, second: Floats) -> NDArray[np.uint8]:
    """Count the endings from which the noun that fits gets more weight, (num_layers, num_heads)."""
    fits = (first[..., 0] > first[..., 1], second[..., 1] > second[..., 0])
    count: NDArray[np.uint8] = np.sum(fits, axis=0, dtype=np.uint8)
    return count


def head_measures(
    model: Model, asked: Mapping[str, Any], looks: Sequence[Looks]
) -> dict[str, Floats]:
    """Measure what each head does, (num_layers, num_heads); `smollm_recordings` says what names mean."""
    weights = [read(model, model.words.encode(text)).weights for text in asked["measured"]]
    cat_sentence = looks_of_twin(model, CAT_SENTENCE, ["cat", "mat"], ["tired", "soft"])
    found = dict(zip(("it", "tired", "soft"), cat_sentence, strict=True))
    return {
        "one back": _mean(_beside(one) for one in weights),
        "first word": _mean(one[..., 1:, 0].mean(axis=-1) for one in weights),
        "what came next": _mean(_came_next(model, text) for text in random_texts(model, asked)),
        "its nouns": _mean(one.it.sum(axis=-1) for one in looks),
        "right": _mean(endings_right(one.first, one.second) / 2 for one in looks),
        "shifts": _mean((_share(one.first) > _share(one.second)) + 0.0 for one in looks),
        **{f"{word} to cat": look[..., 0] for word, look in found.items()},
        **{f"{word} to mat": look[..., 1] for word, look in found.items()},
    }


def random_texts(model: Model, asked: Mapping[str, Any]) -> list[list[int]]:
    """Draw words that are one token each, and say them twice."""
    pieces = [model.words.encode(f" {word}") for word in asked["words"].split()]
    whole = [tokens[0] for tokens in pieces if len(tokens) == 1]
    rng = np.random.default_rng(SEED)
    drawn = [rng.choice(whole, WORDS_SAID, replace=False).tolist() for _ in range(SAID_TWICE)]
    return [words + words for words in drawn]


def with_slips(model: Model) -> dict[str, ReadTokens]:
    """Make one slip at a time. No shape changes, and no error is raised.

    Where a slip only exchanges columns, they are exchanged in the weights.
    """

    def changed(change: Callable[[dict[str, Floats]], dict[str, Floats]]) -> ReadTokens:
        weights = dict(model.weights)
        for layer in range(model.num_layers):
            new = change(model.layer(layer))
            weights |= {f"{layer}.{name}": new[name] for name in PARTS}
        return partial(read, model._replace(weights=weights))

    def shared_in_turn(own: dict[str, Floats]) -> dict[str, Floats]:
        times = own["W_q"].shape[1] // own["W_k"].shape[1]
        return own | {name: np.tile(own[name], times) for name in ("W_k", "W_v")}

    def half_split(own: dict[str, Floats]) -> dict[str, Floats]:
        d_head = own["W_q"].shape[1] // model.num_heads
        return own | {name: _as_if_half_split(own[name], d_head) for name in ("W_q", "W_k")}

    return {
        "none": partial(read, model),
        "rotary pairs half-split": changed(half_split),
        "layer norm for RMSNorm": partial(read, model, norm=layer_norm),
        "base 10,000 for 100,000": partial(read, model._replace(base=1e4)),
        "tile for repeat": changed(shared_in_turn),
        "gate and up exchanged": changed(
            lambda own: own | {"W_gate": own["W_up"], "W_up": own["W_gate"]}
        ),
    }


def slip_row(model: Model, name: str, read_tokens: ReadTokens, prose: str) -> dict[str, Any]:
    """Test what a slip leaves of the model; `smollm_recordings.Slip` says what comes back."""
    tokens = model.words.encode(prose)
    logits = read_tokens(tokens[:-1]).logits.astype(np.float64)
    losses = -np.log(softmax(logits)[np.arange(len(logits)), tokens[1:]])
    chances = softmax(read_tokens(model.words.encode(CAPITAL)).logits[-1].astype(np.float64))
    return {
        "name": name,
        "loss": rounded(losses.mean()),
        "token": model.words.decode([int(chances.argmax())]),
        "chance": rounded(chances.max()),
    }


def _measured(model: Model, asked: Mapping[str, Any], looks: Sequence[Looks]) -> dict[str, Any]:
    say("next tokens")
    next_tokens = [next_token(model, text) for text in asked["begun"]]
    say("texts that it writes")
    written_texts = [
        written_text(model, text, model.words.encode(text), LENGTH, temperature)
        for text in asked["continued"]
        for temperature in (0.0, TEMPERATURE)
    ]
    say("what each head does")
    measures = head_measures(model, asked, looks)
    say("slips")
    slips = [slip_row(model, *one, asked["prose"]) for one in with_slips(model).items()]
    return {
        "next_tokens": next_tokens,
        "written_texts": written_texts,
        "head_measures": {name: rounded(means) for name, means in measures.items()},
        "slips": slips,
    }


def _logits(model: Model, text: str) -> Floats:
    """Compute the logits of the token after a text, in float64."""
    logits: Floats = read(model, model.words.encode(text)).logits[-1].astype(np.float64)
    return logits


def _likeliest(model: Model, chances: Floats, count: int) -> dict[str, Any]:
    best = np.argsort(-chances, kind="stable")[:count]
    tokens = [model.words.decode([int(token)]) for token in best]
    return {"tokens": tokens, "chances": rounded(chances[best])}


def _words(model: Model, text: str) -> list[str]:
    return [model.words.decode([token]).strip() for token in model.words.encode(text)]


def _share(weights: Floats) -> Floats:
    """Compute the first noun's share of the weight that both get."""
    share: Floats = weights[..., 0] / weights.sum(axis=-1)
    return share


def _place(model: Model, text: str, word: str) -> int:
    """Find the token with which a word ends."""
    up_to_word = re.split(rf"(?<=\b{word}\b)", text)[0]
    return len(model.words.encode(up_to_word)) - 1


def _beside(weights: Floats) -> Floats:
    """Average the weight on the token before; the first two have nothing to choose."""
    before = np.diagonal(weights, -1, -2, -1)[..., 1:]
    mean: Floats = before.mean(axis=-1)
    return mean


def _came_next(model: Model, tokens: Sequence[int]) -> Floats:
    """Average the weight from a word that is said again to what followed it the first time."""
    n = len(tokens) // 2
    rows = np.arange(n, 2 * n - 1)
    mean: Floats = read(model, tokens).weights[..., rows, rows - n + 1].mean(axis=-1)
    return mean


def _as_if_half_split(W: Floats, d_head: int) -> Floats:
    """Bring columns i and i + d_head/2 of each head together, where an interleaved pair is read."""
    by_head = W.reshape(len(W), -1, 2, d_head // 2)
    return np.swapaxes(by_head, -1, -2).reshape(W.shape)


def _mean(arrays: Iterable[Floats]) -> Floats:
    mean: Floats = np.mean(list(arrays), axis=0)
    return mean


def rounded(numbers: Any) -> Any:
    """Round numbers to four decimals, in lists."""
    exact = np.asarray(numbers, np.float64)  # float32 would bring back digits
    return (exact.round(DECIMALS) + 0.0).tolist()  # + 0.0 makes 0 of -0


def say(step: str) -> None:
    """Tell whoever waits what is being recorded."""
    sys.stderr.write(f"\rRecording: {step:<45}")


def main() -> None:
    """Record from the model that `make real-model` has fetched."""
    try:
        say("reading the model")
        model = fetch.load_smollm()
    except fetch.ModelError as problem:
        sys.exit(f"\n{problem}")
    record(model, asked_of_both(), smollm_recordings.FOLDER)


if __name__ == "__main__":
    main()
