"""Models that were trained for the course, so that no lesson has to wait for training.

    python -m attnlib.learning.trained

trains everything again, in about ten minutes, and writes the files beside this one. Processors
sum in different orders, so the weights of two trainings differ by up to 1e-8. Rounding removes that,
but for a number that happens to lie between two decimals: its last one may differ by 1. The models
of twins and without a mask soon make no mistakes, and then Adam follows rounding errors as well. So
another processor gives the same model, heads and all, but only nearly the same numbers.
"""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from attnlib.learning import induction, language_model
from attnlib.learning import twins as twins_language
from attnlib.learning.language import END
from attnlib.learning.training import Parameters, as_variables
from attnlib.shapes import Floats

WEIGHTS = Path(__file__).with_name("cat_sentence.npz")
NARROW_WEIGHTS = Path(__file__).with_name("cat_sentence_narrow.npz")
CHEATER_WEIGHTS = Path(__file__).with_name("cheater.npz")
TWINS_WEIGHTS = Path(__file__).with_name("twins.npz")
TWINS_RUNS = Path(__file__).with_name("twins.json")
RUNS = Path(__file__).with_name("fingerprints.json")
SEED = 1
"""The seed of the language model, chosen because one head is easy to read, not for accuracy."""
NARROW = 6
"""The narrow model's window: too small to reach *cat* from *it* in one layer, but not in two."""
CHEATER_SEED = 3
"""The seed of the model without a mask: of 0 to 4, the one whose nonsense is the easiest to see."""
TWINS_SEED = 21
"""The seed of the model of twins, chosen because its heads are easy to read, not for accuracy."""
TWINS_SEEDS = range(32)
"""All seeds that were tried; `twins_runs` has what they learned."""


class Fingerprint(NamedTuple):
    """The result of a training run, with or without a bug."""

    losses: Floats  # (50,): the training loss, averaged over 20 steps each
    honest: float  # the final loss when the model is shown only the past of each token
    accuracy: float  # the share of predictable tokens that are right, with the future shown


class TwinsRun(NamedTuple):
    """What a model of `twins` makes of sentences that are held out."""

    right: float  # the share of sentences after which the right verb is the likeliest of all verbs
    both: float  # the share of twins of which both are right
    looks: Floats  # (2, layers, heads, 3): how the second *it* attends, see `examine_twins`


def cat_sentence() -> Parameters:
    """Load the parameters of the language model, as trained by `language_model.learn(seed=SEED)`.

    >>> sum(array.size for array in cat_sentence().values())
    28480
    """
    return _loaded(WEIGHTS)


def narrow_cat_sentence() -> Parameters:
    """Load the parameters of a language model that was trained with a window of `NARROW` words.

    >>> narrow_cat_sentence()["0.W_q"].shape
    (32, 32)
    """
    return _loaded(NARROW_WEIGHTS)


def cheater() -> Parameters:
    """Load the parameters of a language model that was trained without a mask.

    While it reads, it is certain of each next word, because it sees it. While it writes, there is
    nothing to see yet.

    >>> from attnlib.learning import generation, grammar
    >>> words = ". the cat sat on the mat".split()
    >>> chances = language_model.read(cheater(), words, causal=False).chances
    >>> " ".join(grammar.VOCABULARY[best] for best in chances[:-1].argmax(axis=-1))
    'the cat sat on the mat'
    >>> " ".join(one.word for one in generation.write(cheater(), words[:4], 9))
    'the queen because it growled . the garden because'
    """
    return _loaded(CHEATER_WEIGHTS)


def twins() -> Parameters:
    """Load the parameters of the model that learned the language of `attnlib.learning.twins`.

    >>> words = ". the cat sat on the mat because it was soft . it".split()
    >>> reading = language_model.read(twins(), words, twins_language)
    >>> twins_language.VOCABULARY[reading.chances[-1].argmax()]
    'frayed'
    """
    return _loaded(TWINS_WEIGHTS)


def twins_runs() -> list[TwinsRun]:
    """Load what the model of twins learned from each of `TWINS_SEEDS`.

    >>> len(twins_runs()), sum(run.both == 1 for run in twins_runs())
    (32, 30)
    """
    kept = json.loads(TWINS_RUNS.read_text(encoding="utf-8"))
    return [TwinsRun(right, both, np.array(looks)) for right, both, looks in kept]


def examine_twins(parameters: Parameters) -> TwinsRun:
    """Ask a model of `twins` for the last verb of all sentences that are held out.

    Returns
    -------
    TwinsRun
        Its `looks` are mean weights in the row of the second *it*. The first axis is for sentences
        in which the being is meant (*tired*), or the thing (*soft*); the last is for the weight of the
        noun that is meant, of the other noun, and of the adjective.

    Examples
    --------
    >>> examine_twins(language_model.initial(0, twins_language)).right < 0.2
    True
    """
    asked = [sentence for pair in twins_language.held_out() for sentence in pair]
    begun = [[END, *one.words[: one.pronoun + 1]] for one in asked]
    logits, weights = language_model.forward(
        as_variables(parameters), np.array([twins_language.numbers_of(words) for words in begun])
    )
    nouns = [*twins_language.DOES]
    verbs = logits.value[:, -1][:, twins_language.numbers_of([*twins_language.DOES.values()])]
    meant = [nouns.index(one.meant) for one in asked]
    right = (verbs.argmax(axis=-1) == meant).reshape(-1, 2)
    places = [
        [words.index(one.meant), words.index(one.other), 1 + one.reason]
        for words, one in zip(begun, asked, strict=True)
    ]
    rows = np.array(weights)[..., -1, :]  # (layers, sentences, heads, n)
    found = np.take_along_axis(rows, np.array(places)[None, :, None], axis=-1)
    looks = np.stack([found[:, kind::2].mean(axis=1) for kind in (0, 1)])
    return TwinsRun(float(right.mean()), float(right.all(axis=-1).mean()), looks)


def fingerprints() -> dict[str, Fingerprint]:
    """Load the runs of `induction` with each bug: two heads, 1,000 steps, loss on all tokens.

    >>> list(fingerprints())[0]
    'none'
    """
    kept = json.loads(RUNS.read_text(encoding="utf-8"))
    return {
        bug: Fingerprint(np.array(losses), honest, accuracy)
        for bug, (losses, honest, accuracy) in kept.items()
    }


def write_weights(path: Path = WEIGHTS, width: int | None = None) -> None:
    """Train the language model, and store its parameters with four decimals."""
    _store(path, language_model.learn(seed=SEED, width=width).parameters)


def write_cheater(path: Path = CHEATER_WEIGHTS) -> None:
    """Train the language model without a mask, and store its parameters."""
    _store(path, language_model.learn(seed=CHEATER_SEED, causal=False).parameters)


def write_twins() -> None:
    """Train a model of twins from each seed; store one, and what all of them learned."""
    lines = []
    for seed in TWINS_SEEDS:
        parameters = language_model.learn(seed=seed, language=twins_language).parameters
        if seed == TWINS_SEED:
            _store(TWINS_WEIGHTS, parameters)
        right, both, looks = examine_twins(parameters)
        lines.append(json.dumps([round(right, 3), round(both, 3), looks.round(2).tolist()]))
    TWINS_RUNS.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def write_fingerprints(path: Path = RUNS) -> None:
    """Train a model with each bug, and store losses with two decimals."""
    rng = np.random.default_rng(99)
    shown = induction.sequences(64, rng)
    lines = [f"  {json.dumps(bug)}: {json.dumps(_run(bug, shown))}" for bug in induction.BUGS]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _store(path: Path, parameters: Parameters) -> None:
    rounded = {name: array.round(4).astype(np.float32) for name, array in parameters.items()}
    np.savez(path, allow_pickle=False, **rounded)


def _loaded(path: Path) -> Parameters:
    with np.load(path) as stored:
        return {name: stored[name].astype(np.float64) for name in stored}


def _run(bug: str, shown: induction.Sequences) -> tuple[list[float], float, float]:
    model = induction.Induction(num_heads=2, bug=bug)
    run = model.learn(1000, everywhere=True)
    means = run.losses.reshape(50, 20).mean(axis=-1)
    honest, accuracy = (ask(run.parameters, shown) for ask in (model.honest_loss, model.accuracy))
    return means.round(2).tolist(), round(honest, 2), round(accuracy, 2)


if __name__ == "__main__":
    write_weights()
    write_weights(NARROW_WEIGHTS, NARROW)
    write_cheater()
    write_twins()
    write_fingerprints()
