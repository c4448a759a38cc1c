"""Models that were trained for the course, so that no lesson has to wait for training.

    python -m course.models.learning.trained

trains everything again, in about 50 minutes, and writes the files beside this one; with a name after
it, such as `networks`, it records this alone. Processors
sum in different orders, so the weights of two trainings differ by up to 1e-8. Rounding removes that,
but for a number that happens to lie between two decimals: its last one may differ by 1. The models
of twins and without a mask soon make no mistakes, and then Adam follows rounding errors as well. So
another processor gives the same model, heads and all, but only nearly the same numbers.
"""

import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from attnlib.shapes import Floats, as_indices
from course.models.learning import induction, language_model, unlike_training
from course.models.learning import roles as roles_language
from course.models.learning import twins as twins_language
from course.models.learning.language import END
from course.models.learning.training import Checkpoint, Parameters, Run, as_variables
from course.models.learning.twins import Sentence
from course.models.learning.unlike_training import TwinLanguage

WEIGHTS = Path(__file__).with_name("cat_sentence.npz")
NARROW_WEIGHTS = Path(__file__).with_name("cat_sentence_narrow.npz")
CHEATER_WEIGHTS = Path(__file__).with_name("cheater.npz")
TWINS_WEIGHTS = Path(__file__).with_name("twins.npz")
TWINS_RUNS = Path(__file__).with_name("twins.json")
TWINS_FILM = Path(__file__).with_name("twins_film.npz")
ROLES_WEIGHTS = Path(__file__).with_name("roles.npz")
NETWORKS_RUNS = Path(__file__).with_name("networks.json")
RUNS = Path(__file__).with_name("fingerprints.json")
SEED = 1
"""The seed of the language model, chosen because one head is easy to read, not for accuracy."""
NARROW = 6
"""The narrow model's window: too small to reach *cat* from *it* in one layer, but not in two."""
CHEATER_SEED = 3
"""The seed of the model without a mask: of 0 to 4, the one whose nonsense is the easiest to see."""
TWINS_SEED = 21
"""The seed of the model of twins, chosen because its heads are easy to read, not for accuracy."""
FINGERPRINT_SEEDS = range(3)
"""The seeds of `fingerprints`."""
TWINS_SEEDS = range(32)
"""All seeds that were tried; `twins_runs` has what they learned."""
FILM_STEPS = (0, 50, 100, 150, 200, 225, 250, 275, 300, 350, 500, 1000)
"""The steps of `twins_film`: most of them from the time in which the model finds out who is meant."""
LANGUAGES: dict[str, TwinLanguage] = {"twins": twins_language, "roles": roles_language}
NETWORKS: dict[str, dict[str, Any]] = {
    "one layer of attention": {"num_layers": 1, "feed_forward": False},
    "one block": {"num_layers": 1, "feed_forward": True},
    "two layers of attention": {"num_layers": 2, "feed_forward": False},
    "two blocks": {"num_layers": 2, "feed_forward": True},
}
"""The networks of `networks_runs`, from small to large, as `language_model.learn` takes them."""
NETWORKS_SEEDS = range(10)
ROLES_NETWORK, ROLES_SEED = "two layers of attention", 1
"""Chosen because one head fetches and another chooses, though this one gives the one who is meant
less than .9: in three other runs of `NETWORKS_SEEDS`, a head gives more."""


class Fingerprint(NamedTuple):
    """The result of a training run, with or without a bug."""

    losses: Floats  # (50,): the training loss, averaged over 20 steps each
    honest: float  # the final loss when the model is shown only the past of each token
    accuracy: float  # the share of predictable tokens that are right, with the future shown


class TwinsRun(NamedTuple):
    """What a model of `twins` or `roles` makes of sentences that are held out."""

    right: float  # the share of sentences after which the right verb is the likeliest of all verbs
    both: float  # the share of twins of which both are right
    looks: Floats  # (2, layers, heads, 3): how the second *it* attends, see `examine_twins`

    @property
    def can_be_read(self) -> bool:
        """Whether a single head tells who is meant.

        In the row of the second *it*, it gives the noun that is meant more than .9 of its weight on
        average, after either adjective.
        """
        return bool((self.looks[..., 0] > 0.9).all(axis=0).any())


class NetworkRun(NamedTuple):
    """What a network learned from one seed, in 1,000 steps."""

    loss: float  # nats a word, over the last 100 steps
    found: TwinsRun  # on sentences that are held out
    says: dict[str, Floats]
    """For each kind of `unlike_training`, and each example in it: how often the network names the one
    who is meant, and how often the other noun (examples, 2)."""


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

    >>> from course.models.learning import generation, grammar
    >>> words = ". the cat sat on the mat".split()
    >>> chances = language_model.read(cheater(), words, causal=False).chances
    >>> " ".join(grammar.VOCABULARY[best] for best in chances[:-1].argmax(axis=-1))
    'the cat sat on the mat'
    >>> " ".join(one.word for one in generation.write(cheater(), words[:4], 9))
    'the queen because it growled . the garden because'
    """
    return _loaded(CHEATER_WEIGHTS)


def twins() -> Parameters:
    """Load the parameters of the model that learned the language of `course.models.learning.twins`.

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


def twins_film() -> Run:
    """Load how the model of twins was trained: its losses, and its parameters at `FILM_STEPS`.

    The parameters are stored as float16, which moves the last model less than .001
    in its weights of attention.

    Examples
    --------
    >>> words = ". the cat sat on the mat because it was tired . it".split()
    >>> for step, parameters in twins_film().checkpoints[2::2]:
    ...     chances = language_model.read(parameters, words, twins_language).chances[-1]
    ...     print(f"{step:4} {twins_language.VOCABULARY[chances.argmax()]}")
     100 broke
     200 neighed
     250 hid
     300 purred
     500 purred
    """
    with np.load(TWINS_FILM) as stored:
        frames = {name: stored[name].astype(np.float64) for name in stored}
    losses = frames.pop("losses")
    checkpoints = [
        Checkpoint(step, {name: kept[i] for name, kept in frames.items()})
        for i, step in enumerate(FILM_STEPS)
    ]
    return Run(losses, checkpoints)


def roles() -> Parameters:
    """Load two layers of attention alone that learned the language of `course.models.learning.roles`.

    >>> words = ". the cat chased the dog because it was slow . it".split()
    >>> reading = language_model.read(roles(), words, roles_language)
    >>> roles_language.VOCABULARY[reading.chances[-1].argmax()]
    'barked'
    """
    return _loaded(ROLES_WEIGHTS)


def networks_runs(language: str) -> dict[str, list[NetworkRun]]:
    """Load what each of `NETWORKS` learned of a language, from each of `NETWORKS_SEEDS`.

    Parameters
    ----------
    language : str
        One of `LANGUAGES`: "twins" or "roles".

    Raises
    ------
    ValueError
        If there is no such language.

    Examples
    --------
    >>> for network, runs in networks_runs("roles").items():
    ...     print(f"{network:24} {np.mean([run.found.both for run in runs]):.2f}")
    one layer of attention   0.00
    one block                0.12
    two layers of attention  0.91
    two blocks               0.81
    """
    if language not in LANGUAGES:
        raise ValueError(
            f"language: there is no recording of {language!r}. Try one of {', '.join(LANGUAGES)}."
        )
    kept = json.loads(NETWORKS_RUNS.read_text(encoding="utf-8"))[language]
    return {network: [_network_run(*run) for run in runs] for network, runs in kept.items()}


def examine_twins(parameters: Parameters, language: TwinLanguage = twins_language) -> TwinsRun:
    """Ask a model of `twins` or `roles` for the last verb of all sentences that are held out.

    Parameters
    ----------
    parameters : dict of arrays
    language : module
        The one that the model has learned: `twins` or `roles`.

    Returns
    -------
    TwinsRun
        Its `looks` are mean weights in the row of the second *it*. The first axis is for sentences
        in which the being is meant (*tired*), or the thing (*soft*); in roles, the one who chases
        (*hungry*), or the one who is chased (*slow*). The last is for the weight of the noun that is
        meant, of the other noun, and of the adjective.

    Examples
    --------
    >>> examine_twins(language_model.initial(0, twins_language)).right < 0.2
    True
    """
    asked = [sentence for pair in language.held_out() for sentence in pair]
    named, weights = _ask(parameters, asked, language)
    right = (named == [one.meant for one in asked]).reshape(-1, 2)
    places = [
        [1 + one.words.index(one.meant), 1 + one.words.index(one.other), 1 + one.reason]
        for one in asked
    ]
    rows = weights[..., -1, :]  # (layers, sentences, heads, n)
    found = np.take_along_axis(rows, np.array(places)[None, :, None], axis=-1)
    looks = np.stack([found[:, kind::2].mean(axis=1) for kind in (0, 1)])
    return TwinsRun(float(right.mean()), float(right.all(axis=-1).mean()), looks)


def examine_unlike_training(
    parameters: Parameters, language: TwinLanguage = twins_language
) -> dict[str, Floats]:
    """Ask a model for the last verb of sentences of each kind in `unlike_training`.

    Parameters
    ----------
    parameters : dict of arrays
    language : module
        The one that the model has learned: `twins` or `roles`.

    Returns
    -------
    dict of (examples, 2)
        For each kind, and each example in it, how often the model names the one who is meant, and
        how often the other noun.

    Examples
    --------
    >>> examine_unlike_training(twins())["as in training"]
    array([[1., 0.],
           [1., 0.]])
    """
    return {
        kind: np.array([_shares(parameters, asked, language) for asked in examples])
        for kind, examples in unlike_training.kinds(language).items()
    }


def _shares(
    parameters: Parameters, asked: Sequence[Sentence], language: TwinLanguage
) -> tuple[float, float]:
    named, _ = _ask(parameters, asked, language)
    meant = named == [one.meant for one in asked]
    other = named == [one.other for one in asked]
    return float(meant.mean()), float(other.mean())


def _ask(
    parameters: Parameters, asked: Sequence[Sentence], language: TwinLanguage
) -> tuple[NDArray[np.str_], Floats]:
    """Find whose verb is the likeliest after the last pronoun of each sentence, and all weights."""
    begun = [language.numbers_of([END, *one.words[: one.pronoun + 1]]) for one in asked]
    logits, weights = language_model.forward(as_variables(parameters), np.array(begun))
    verbs = logits.value[:, -1][:, language.numbers_of([*language.DOES.values()])]
    return np.array([*language.DOES])[verbs.argmax(axis=-1)], np.array(weights)


def _network_run(
    loss: float, right: float, both: float, looks: list[Any], says: dict[str, list[Any]]
) -> NetworkRun:
    shares = {kind: np.array(of_examples) for kind, of_examples in says.items()}
    return NetworkRun(loss, TwinsRun(right, both, np.array(looks)), shares)


def fingerprints(seed: int = 0) -> dict[str, Fingerprint]:
    """Load the runs of `induction` with each bug: two heads, 1,000 steps, loss on all tokens.

    Parameters
    ----------
    seed : int
        One of `FINGERPRINT_SEEDS`. Some bugs look different from another seed.

    Raises
    ------
    ValueError
        If there are no runs from this seed.

    Examples
    --------
    >>> [fingerprints(seed)["mask after softmax"].honest > 4 for seed in FINGERPRINT_SEEDS]
    [True, True, True]
    """
    kept = json.loads(RUNS.read_text(encoding="utf-8"))
    of_seed = int(as_indices(seed, "seed", len(FINGERPRINT_SEEDS), 0))
    return {
        bug: Fingerprint(np.array(losses), honest, accuracy)
        for bug, runs in kept.items()
        for losses, honest, accuracy in [runs[of_seed]]
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


def write_film() -> None:
    """Train the model of twins once more, and store its losses, and its parameters at `FILM_STEPS`."""
    run = language_model.learn(seed=TWINS_SEED, language=twins_language, keep=25)
    kept = [one.parameters for one in run.checkpoints if one.step in FILM_STEPS]
    frames = {name: np.array([parameters[name] for parameters in kept]) for name in kept[0]}
    rounded = {name: array.astype(np.float16) for name, array in frames.items()}
    losses = run.losses.astype(np.float32)
    np.savez_compressed(TWINS_FILM, allow_pickle=False, losses=losses, **rounded)


def write_networks() -> None:
    """Train each of `NETWORKS` on both languages from each seed; store what all of them learned."""
    from rich.progress import track  # here, because the course in the browser is without it

    runs: dict[str, dict[str, list[Any]]] = {
        language: {network: [] for network in NETWORKS} for language in LANGUAGES
    }
    for seed, language, network in track(
        [*product(NETWORKS_SEEDS, LANGUAGES, NETWORKS)], "Networks"
    ):
        parameters, summary = _learned(network, language, seed)
        if (seed, language, network) == (ROLES_SEED, "roles", ROLES_NETWORK):
            _store(ROLES_WEIGHTS, parameters)
        runs[language][network].append(summary)
    NETWORKS_RUNS.write_text(_a_line_each(runs), encoding="utf-8")


def _learned(network: str, language: str, seed: int) -> tuple[Parameters, list[Any]]:
    """Train a network; summarise it as `_network_run` takes it."""
    module = LANGUAGES[language]
    run = language_model.learn(seed=seed, language=module, **NETWORKS[network])
    right, both, looks = examine_twins(run.parameters, module)
    says = examine_unlike_training(run.parameters, module)
    numbers = [round(float(number), 3) for number in (run.losses[-100:].mean(), right, both)]
    shares = {kind: array.round(2).tolist() for kind, array in says.items()}
    return run.parameters, [*numbers, looks.round(2).tolist(), shares]


def _a_line_each(runs: dict[str, dict[str, list[Any]]]) -> str:
    """Write JSON with one line for each run."""
    return json.dumps(runs).replace(": [[", ":\n[[").replace("}], [", "}],\n[") + "\n"


def write_fingerprints() -> None:
    """Train a model with each bug from each seed, and store losses with two decimals."""
    from rich.progress import track  # here, because the course in the browser is without it

    shown = induction.sequences(64, np.random.default_rng(99))
    wanted = [(bug, seed) for bug in induction.BUGS for seed in FINGERPRINT_SEEDS]
    runs: dict[str, list[Any]] = {bug: [] for bug in induction.BUGS}
    for bug, seed in track(wanted, "Training runs"):
        runs[bug].append(_run(bug, seed, shown))
    lines = [f"  {json.dumps(bug)}: {json.dumps(of_seeds)}" for bug, of_seeds in runs.items()]
    RUNS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _store(path: Path, parameters: Parameters) -> None:
    rounded = {name: array.round(4).astype(np.float32) for name, array in parameters.items()}
    np.savez(path, allow_pickle=False, **rounded)


def _loaded(path: Path) -> Parameters:
    with np.load(path) as stored:
        return {name: stored[name].astype(np.float64) for name in stored}


def _run(bug: str, seed: int, shown: induction.Sequences) -> tuple[list[float], float, float]:
    model = induction.Induction(num_heads=2, bug=bug)
    run = model.learn(1000, everywhere=True, seed=seed)
    means = run.losses.reshape(50, 20).mean(axis=-1)
    honest, accuracy = (ask(run.parameters, shown) for ask in (model.honest_loss, model.accuracy))
    return means.round(2).tolist(), round(honest, 2), round(accuracy, 2)


RECORDINGS: dict[str, Callable[[], None]] = {
    "weights": write_weights,
    "narrow": partial(write_weights, NARROW_WEIGHTS, NARROW),
    "cheater": write_cheater,
    "twins": write_twins,
    "film": write_film,
    "networks": write_networks,
    "fingerprints": write_fingerprints,
}

if __name__ == "__main__":
    for name in sys.argv[1:] or RECORDINGS:
        RECORDINGS[name]()
