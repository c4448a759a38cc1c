"""A language model of one's own: trained on a text of one's own, saved, loaded, and examined.

It is the model of `course.models.learning.language_model`, wider and with another vocabulary, so its
weights have the same names.
"""

from __future__ import annotations

import copy
import json
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from attnlib.shapes import Floats, Integers
from course.models.learning import language_model
from course.models.learning.generation import choose
from course.models.learning.language_model import Reading
from course.models.learning.own_text import Corpus, TextError, Tokenizer, cut
from course.models.learning.training import Parameters, as_variables
from course.models.learning.training_parts import PARTS_OF_COURSE, Parts, Step, read_again

D_MODEL, BATCH = 64, 16
CONTEXT = {"letters": 64, "words": 32}  # tokens
EVERY = 100  # steps from one report to the next
SAMPLE = {"letters": 160, "words": 30}  # tokens in the sample of a report
TEMPERATURE = 0.7  # of samples: easier to read than with 1


class Report(NamedTuple):
    """How training goes: losses in nats a token, and what the model writes."""

    step: int
    training: float  # the mean loss of the steps since the report before; the first is of no step
    validation: float  # on the part of the text that is kept back
    sample: str  # drawn with temperature 0.7


@dataclass
class Model:
    """The weights, and all that is needed to use them.

    Attributes
    ----------
    weights : dict of arrays
        With the names that `cat_logits` and `cat_step` know.
    tokenizer : Tokenizer
    context : int
        How many tokens the model was trained to see at once.
    steps : int
        How many steps it was trained for.
    reports : list of Report
        How its training went.
    """

    weights: Parameters
    tokenizer: Tokenizer
    context: int
    steps: int = 0
    reports: list[Report] = field(default_factory=list)

    def save(self, path: str | Path) -> None:
        """Write the model to a file; its name gets the ending .npz, whatever it ends in.

        Raises
        ------
        TextError
            If there is such a file already, and it holds something that this model cannot replace:
            a model of another text, one that was trained for more steps, or no model at all.
        """
        if _npz(path).is_file():
            self._replaces(load(path), _npz(path))
        about = {
            "unit": self.tokenizer.unit,
            "vocabulary": self.tokenizer.VOCABULARY,
            "context": self.context,
            "steps": self.steps,
            "reports": self.reports,
        }
        np.savez(_npz(path), about=np.array(json.dumps(about)), **self.weights)  # type: ignore[arg-type]

    def _replaces(self, stored: Model, path: Path) -> None:
        other = "" if self.tokenizer == stored.tokenizer else " of another text"
        if other or self.steps < stored.steps:
            raise TextError(
                f"Nothing was saved: {path} holds a model{other} that was trained for "
                f"{stored.steps:,} steps, and this one has {self.steps:,}. Save it under another name."
            )


def _npz(path: str | Path) -> Path:
    return Path(path).with_suffix(".npz")


def load(path: str | Path) -> Model:
    """Load a model that was saved.

    Raises
    ------
    TextError
        If there is no such file, or if it holds no such model.
    """
    path = _npz(path)
    if not path.is_file():
        raise TextError(f"There is no file {path}. Was the model saved, and under this name?")
    try:
        with np.load(path, allow_pickle=False) as stored:
            weights = dict(stored)
        about = json.loads(str(weights.pop("about")))
        tokenizer = Tokenizer(about["unit"], tuple(about["vocabulary"]))
        shapes = {
            name: array.shape
            for name, array in language_model.initial(
                language=tokenizer, d_model=weights["W_u"].shape[0]
            ).items()
        }
        if shapes != {name: array.shape for name, array in weights.items()}:
            raise ValueError
        reports = [Report(*report) for report in about["reports"]]
        return Model(weights, tokenizer, about["context"], about["steps"], reports)
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        raise TextError(
            f"{path} is not a model that save() wrote. Is it another file, or was it changed?"
        ) from None


class Training:
    """A model in training, which can stop after any step and go on.

    Iterate over it to train without end: it reports every hundred steps.

    Attributes
    ----------
    model : Model
        As it is now.
    best : Model
        As it was at the report with the lowest validation loss.

    Parameters
    ----------
    corpus : Corpus
    parts : Parts, optional
        The functions that cut the text, walk back, take a step and read. Default: the course's.
    model : Model, optional
        Go on with this one, which must have the vocabulary of the corpus. Default: a new one.
    d_model : int
        The width of a new model.
    context : int, optional
        How many tokens a new model sees at once. Default: 64 letters or 32 words.
    batch : int
        The windows in a step.
    seed : int

    Raises
    ------
    TextError
        If the model has another vocabulary, or the text is shorter than a window.

    Examples
    --------
    >>> from course.models.learning import own_text, twins
    >>> corpus = own_text.Corpus.of(own_text.stories(twins, 3000), "words")
    >>> training = Training(corpus, d_model=16, context=16, batch=4)
    >>> losses = [training.step() for _ in range(30)]
    >>> losses[-1] < losses[0]
    True
    """

    def __init__(
        self,
        corpus: Corpus,
        parts: Parts = PARTS_OF_COURSE,
        model: Model | None = None,
        *,
        d_model: int = D_MODEL,
        context: int | None = None,
        batch: int = BATCH,
        seed: int = 0,
    ) -> None:
        if model is None:
            weights = language_model.initial(seed, corpus.tokenizer, d_model)
            unit = corpus.tokenizer.unit
            model = Model(weights, corpus.tokenizer, context or CONTEXT[unit])
        elif model.tokenizer != corpus.tokenizer:
            raise TextError(
                "The model has learned another text, whose tokens have other numbers. "
                "Go on with the text that it began with, or begin a new model."
            )
        self.corpus, self.parts, self.model, self.batch = corpus, parts, model, batch
        self._rng = np.random.default_rng([seed, model.steps])
        self._move = parts.optimizer(model.weights)
        self._losses: list[float] = []
        self._held_back = corpus.held_back(model.context)
        if not model.reports:
            self.report()
        self.best = copy.deepcopy(model)

    def step(self) -> float:
        """Train for one step; return the loss of its batch.

        Raises
        ------
        TextError
            If a function of the learner's cannot be used yet.
        """
        inputs, targets = self._drawn()
        with threadpool_limits(1):  # for such small products, threads only wait for one another
            loss, slopes = self.parts.loss_and_slopes(self.model.weights, inputs, targets)
            self._move(slopes)
        self.model.steps += 1
        self._losses.append(loss)
        if self.model.steps % EVERY == 0:
            self.report()
        return loss

    def _drawn(self) -> Integers:
        """Draw windows (2, batch, context): what the model reads, and what it should guess."""
        length, numbers = self.model.context, self.corpus.training
        begins = self._rng.integers(len(numbers) - length, size=self.batch)
        try:
            read = np.array(self.parts.windows(numbers, begins, length), dtype=np.int64)
            fits = read.shape == (2, self.batch, length)
        except Exception:
            fits = False
        if not fits:
            raise TextError(
                "Training cuts your text with your `windows`, which does not work yet. Do exercise 1 "
                "first, until its check passes, then run this cell again."
            )
        return read

    def report(self) -> Report:
        """Measure where the model stands, and let it write."""
        inputs, targets = self._held_back[:, :-1], self._held_back[:, 1:]
        validation = float(self.parts.loss_and_slopes(self.model.weights, inputs, targets)[0])
        training = float(np.mean(self._losses)) if self._losses else validation
        count = SAMPLE[self.model.tokenizer.unit]
        sample = "".join(
            write(self.model, "", count, step=self.parts.step, temperature=TEMPERATURE)
        )
        report = Report(self.model.steps, training, validation, sample)
        self.model.reports.append(report)
        if validation <= min(before.validation for before in self.model.reports):
            self.best = copy.deepcopy(self.model)
        self._losses.clear()
        return report

    def __iter__(self) -> Iterator[Report]:
        while True:
            for _ in range(EVERY - self.model.steps % EVERY):
                self.step()
            yield self.model.reports[-1]


def losses_by_place(model: Model, windows: Integers) -> Floats:
    """Compute the mean loss (context,) at each place of some windows (m, context + 1)."""
    logits, _ = language_model.forward(as_variables(model.weights), windows[:, :-1])
    highest = logits.value.max(axis=-1, keepdims=True)
    totals = np.log(np.exp(logits.value - highest).sum(axis=-1)) + highest[..., 0]
    right = np.take_along_axis(logits.value, windows[:, 1:, None], axis=-1)[..., 0]
    losses: Floats = (totals - right).mean(axis=0)
    return losses


def write(
    model: Model,
    begun: str,
    count: int,
    *,
    step: Step = read_again,
    temperature: float = 1.0,
    top_k: int | None = None,
    seed: int = 0,
) -> Iterator[str]:
    """Let the model go on with a text.

    A model knows only the places that it was trained with. So when its window is full, it forgets
    all but the last half of it, and reads that again as if the text began there.

    Parameters
    ----------
    model : Model
    begun : str
        The text so far. If it is empty, the model begins after a line break or a full stop.
    count : int
        How many tokens to add.
    step : function, optional
        How one more token is read: (weights, token, cache) to the logits and the next cache, which
        is None at first. `cat_step` of the capstone is such a function.
    temperature, top_k
        As for `generation.chances`.
    seed : int

    Yields
    ------
    str
        What is added, token by token; joined, it continues the text. A token for unknown letters or
        words is never chosen.
    """
    rng, tokenizer = np.random.default_rng(seed), model.tokenizer
    tokens = tokenizer.tokens_of(begun) or [_beginning(tokenizer)]
    numbers = tokenizer.numbers_of(tokens)[-model.context :].tolist()
    logits, cache = _read(model, numbers, step)
    for done in range(count):
        number = 1 + choose(logits[1:], rng, temperature, top_k)
        tokens.append(tokenizer.VOCABULARY[number])
        yield _added(tokenizer, tokens, first=not begun and not done)
        if len(numbers) == model.context:
            numbers = [*numbers[-(model.context // 2) :], number]
            logits, cache = _read(model, numbers, step)
        else:
            numbers.append(number)
            logits, cache = step(model.weights, number, cache)


def _read(model: Model, numbers: list[int], step: Step) -> tuple[Floats, Any]:
    cache = None
    for number in numbers:
        logits, cache = step(model.weights, number, cache)
    return logits, cache


def _beginning(tokenizer: Tokenizer) -> str:
    known = tokenizer.VOCABULARY
    return next((token for token in ("\n", ".") if token in known), known[1])


def _added(tokenizer: Tokenizer, tokens: list[str], *, first: bool) -> str:
    """Return what the last token adds to the text, with the space before it if it needs one."""
    if first:
        return tokens[-1]
    before, now = tokenizer.text_of(tokens[-2:-1]), tokenizer.text_of(tokens[-2:])
    return now[len(before) :]


def read(model: Model, words: Sequence[str]) -> tuple[list[str], Reading]:
    """Let the model read tokens, fewer than its window holds, after the one that begins a text.

    Parameters
    ----------
    model : Model
    words : sequence of n str
        Tokens such as `model.tokenizer.tokens_of(text)`. For words that are buttons in `arcs`,
        `attnlib.words.tokens_of(text)`, without punctuation marks.

    Returns
    -------
    tokens : list of n + 1 str
        With the beginning; what the model does not know is a mark.
    reading : Reading
        The chances after each token, and the weights of all heads.

    Raises
    ------
    TextError
        If these are too many tokens for the window.

    Examples
    --------
    >>> from course.models.learning import own_text, twins
    >>> corpus = Corpus.of(own_text.stories(twins, 3000), "words")
    >>> tokens, reading = read(Training(corpus, d_model=16).model, ["The", "cat", "flies"])
    >>> tokens, reading.weights.shape
    (['.', 'the', 'cat', '□'], (2, 2, 4, 4))
    """
    known = model.tokenizer.VOCABULARY
    numbers = model.tokenizer.numbers_of([_beginning(model.tokenizer), *words])
    tokens = [known[number] for number in numbers]
    if len(tokens) > model.context:
        raise TextError(
            f"The text has {len(tokens) - 1} {model.tokenizer.unit}, but the model can see only "
            f"{model.context - 1} at once. Shorten it?"
        )
    return tokens, language_model.read(model.weights, tokens, model.tokenizer)


class Baselines(NamedTuple):
    """What simple counting achieves on the part of a text that is kept back, in nats a token."""

    single: float  # counts of tokens: how common is it?
    pairs: float  # counts of pairs: how common is it after the token before?


def baselines(corpus: Corpus) -> Baselines:
    """Predict by counting in the training part.

    A pair that never occurred needs a chance too. So its count is mixed with how common the second
    token is, as if that had been seen m times; m is the best of seven, which favours the baseline.

    Examples
    --------
    >>> from course.models.learning import own_text, twins
    >>> corpus = Corpus.of(own_text.stories(twins, 3000), "words")
    >>> [round(loss, 1) for loss in baselines(corpus)]
    [3.2, 1.1]
    """
    V = len(corpus.tokenizer.VOCABULARY)
    common = np.bincount(corpus.training, minlength=V) + 1
    common = common / common.sum()
    pairs = np.zeros((V, V))
    np.add.at(pairs, (corpus.training[:-1], corpus.training[1:]), 1)
    before, after = corpus.validation[:-1], corpus.validation[1:]

    def loss(m: float) -> float:
        seen = pairs[before, after] + m * common[after]
        return float(-np.log(seen / (pairs[before].sum(axis=-1) + m)).mean())

    single = float(-np.log(common[after]).mean())
    return Baselines(single, min(loss(m) for m in (1, 3, 10, 30, 100, 300, 1000)))


class Examination(NamedTuple):
    """What a model can do, and what it cannot."""

    loss: float  # on the part that is kept back, in nats a token
    baselines: Baselines  # the loss of counting, on the same part
    by_place: Floats  # (context,): the loss after 1, 2, 3 ... tokens of the window
    written: str  # what it wrote, with temperature 1
    real_words: float  # the share of words written that occur in the text
    new_sentences: float  # the share of sentences written, of four words or more, that do not
    longest_copy: str  # the longest run of words written that occurs in the text as it is


def examine(model: Model, corpus: Corpus, *, count: int = 2000, seed: int = 0) -> Examination:
    """Measure what a model has learned from its text.

    Parameters
    ----------
    model : Model
    corpus : Corpus
        The text that it learned from.
    count : int
        How many tokens it writes.
    seed : int
        For what it writes.

    Examples
    --------
    >>> from course.models.learning import own_text, twins
    >>> corpus = Corpus.of(own_text.stories(twins, 3000), "words")
    >>> model = Training(corpus, d_model=16, context=16).model
    >>> untrained = examine(model, corpus, count=50)
    >>> untrained.loss > untrained.baselines.single, untrained.new_sentences
    (True, 1.0)
    """
    by_place = losses_by_place(model, corpus.held_back(model.context, most=200))
    written = "".join(write(model, "", count, seed=seed))
    text, said = _words(corpus.source), _words(written)
    known = set(text.split())
    sentences = [" ".join(part.split()) for part in re.split(r" [.!?] ", f"{said} ")[1:-1]]
    long = [part for part in sentences if len(part.split()) >= 4]
    return Examination(
        float(by_place.mean()),
        baselines(corpus),
        by_place,
        written,
        float(np.mean([word in known for word in said.split()])),
        float(np.mean([f" {part} " not in f" {text} " for part in long])) if long else np.nan,
        _longest_copy(said.split(), f" {text} "),
    )


def _words(text: str) -> str:
    return " ".join(cut(text, "words"))


def _longest_copy(words: list[str], text: str) -> str:
    longest: list[str] = []
    for begin in range(len(words)):
        while f" {' '.join(words[begin : begin + len(longest) + 1])} " in text:
            if begin + len(longest) >= len(words):
                break
            longest = words[begin : begin + len(longest) + 1]
    return " ".join(longest)
