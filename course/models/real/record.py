"""Record what the course shows of all-MiniLM-L6-v2, from the files that `course.models.real.fetch` gets.

    make real-model
    python -m course.models.real.record

writes the recordings beside this file, in a minute. `texts.toml` has what the model is asked.
"""

import json
import sys
import tomllib
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from course.models.real import measure, recordings
from course.models.real.fetch import ModelError, load_minilm
from course.models.real.minilm import Model, Reading, read

TEXTS = Path(__file__).with_name("texts.toml")
HASHES = "recordings.sha256"
DECIMALS = 4


class WrongTextError(ValueError):
    """The model cannot be asked this; the message is addressed to whoever wrote `texts.toml`."""


def record(model: Model, asked: Mapping[str, Any], folder: Path) -> None:
    """Ask the model, and write the recordings and their hashes into a folder.

    Parameters
    ----------
    model : Model
    asked : dict
        What `texts.toml` holds.
    folder : Path
    """
    _say("vectors of words")
    words = sorted(asked["words"].split())
    _write(folder / recordings.WORDS, words=np.array(words), **_vectors(model, words))
    _say("all heads on the sentences that are shown")
    shown = [read(model, text) for text in asked["shown"]]
    _write(folder / recordings.HEADS, **{str(i): _in_bytes(one) for i, one in enumerate(shown)})
    facts = {
        "shown": [
            {"text": text, "tokens": reading.tokens}
            for text, reading in zip(asked["shown"], shown, strict=True)
        ],
        **_measured(model, asked),
    }
    text = json.dumps(_plain(facts), indent=1)
    (folder / recordings.FACTS).write_text(text + "\n", encoding="utf-8")
    (folder / HASHES).write_text(hashes(folder), encoding="utf-8")
    _say("done\n")


def hashes(folder: Path) -> str:
    """List the hashes of the recordings in a folder, as `sha256sum` does."""
    names = (recordings.WORDS, recordings.HEADS, recordings.FACTS)
    return "".join(
        f"{sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in names
    )


def _measured(model: Model, asked: Mapping[str, Any]) -> dict[str, Any]:
    _say("scores")
    readings = [read(model, text) for text in asked["measured"]]
    scores = measure.score_table(readings)
    _say("the bias of the keys")
    bias = measure.key_bias(model, asked["measured"])
    _say("each head silenced")
    silencing = measure.silencing(model, asked["shown"])
    _say("pairs of sentences")
    pairs = [measure.sentence_pair(model, *pair) for pair in asked["pairs"]]
    _say("twins, and what each head does")
    twins = [measure.twin(model, text, nouns, endings) for text, nouns, endings in asked["twins"]]
    return {
        "head_measures": measure.head_measures(model, readings, twins),
        "key_bias": bias,
        "silencing": silencing,
        "score_table": scores,
        "sentence_pairs": pairs,
        "twins": twins,
    }


def _vectors(model: Model, words: Sequence[str]) -> dict[str, NDArray[Any]]:
    """Look up each word's vector, and round it to 127 steps on both sides of 0."""
    split = [word for word in words if word not in model.vocabulary]
    if split:
        raise WrongTextError(
            f"texts.toml: words must be single pieces of the model, but {', '.join(split)} "
            "would be cut. Can they go?"
        )
    vectors = model.embedding["embedding"][[model.vocabulary[word] for word in words]]
    scales = abs(vectors).max(axis=1, keepdims=True) / 127
    numbers = (vectors / scales).round().astype(np.int8)
    return {"numbers": numbers, "scales": scales[:, 0].astype(np.float32)}


def _in_bytes(reading: Reading) -> NDArray[np.uint8]:
    return (255 * reading.weights).round().astype(np.uint8)


def _write(path: Path, **arrays: NDArray[Any]) -> None:
    np.savez_compressed(path, allow_pickle=False, **arrays)


def _plain(facts: Any) -> Any:
    """Turn named tuples and arrays into what JSON knows, with numbers rounded."""
    if hasattr(facts, "_asdict"):
        return _plain(facts._asdict())
    if isinstance(facts, dict):
        return {name: _plain(value) for name, value in facts.items()}
    if isinstance(facts, list):
        return [_plain(value) for value in facts]
    if isinstance(facts, np.ndarray):
        return (facts.round(DECIMALS) + 0.0).tolist()  # + 0.0 makes 0 of -0
    return round(facts, DECIMALS) if isinstance(facts, float) else facts


def _say(step: str) -> None:
    sys.stderr.write(f"\rRecording: {step:<45}")


def main() -> None:
    """Record from the model that is on this machine."""
    try:
        _say("loading the model")
        model = load_minilm()
    except ModelError as problem:
        sys.exit(f"\n{problem}")
    record(model, tomllib.loads(TEXTS.read_text(encoding="utf-8")), recordings.FOLDER)


if __name__ == "__main__":
    main()
