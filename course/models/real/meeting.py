"""A learner's own functions run SmolLM2-135M-Instruct, and what they should find is recorded.

What computes is the learner's. The course reads the file, and cuts a text into tokens.
"""

import json
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from attnlib.relative_positions import to_half_split
from attnlib.shapes import Floats, Integers
from attnlib.softmax import softmax
from attnlib.words import SentenceError
from course.models.real import fetch
from course.models.real.smollm import END, END_OF_TEXT, Model, Written

RECORD = Path(__file__).with_name("meeting.json")
MOST_TOKENS = 60  # of a beginning

Answer = Callable[..., Any]
Say = Callable[[str], None]  # is told what is being done


class Functions(NamedTuple):
    """The answers that run the model."""

    rms_norm: Answer
    swiglu: Answer
    from_half_split: Answer
    llama_attention: Answer
    llama_logits: Answer

    @property
    def not_passed(self) -> list[str]:
        """The names of those whose check has not passed, by the mark that `%check` gives."""
        return [name for name, one in self._asdict().items() if not getattr(one, "passed", False)]


class Recorded(NamedTuple):
    """What `transformers` computed with the same model."""

    text: str
    tokens: list[str]  # forty of them: the likeliest after this text, and others
    ids: Integers  # (40,): their places in the vocabulary
    logits: Floats  # (40,)
    transformers: str  # its version


class Run(NamedTuple):
    """The model, with queries and keys in the order of a learner's function, run by all five."""

    functions: Functions
    model: Model

    def tokens(self, text: str) -> Integers:
        """Cut a text into tokens, (n,)."""
        return np.array(self.model.words.encode(text), np.int64)

    def next_logits(self, tokens: Integers) -> Floats:
        """Compute the logits of the token that follows (n,) tokens, (V,), with `llama_logits`.

        Their dtype is what the learner's functions have made of the model's float32.
        """
        logits = self.functions.llama_logits(self.model.weights, tokens, self.model.num_heads)
        return np.asarray(logits[-1])

    def write(self, text: str) -> Iterator[Written]:
        """Write the likeliest token each time, until the model ends its text.

        There is no cache, so all tokens are read again for each new one.

        Raises
        ------
        SentenceError
            If the text has no token, or more than 60.
        """
        tokens = self.tokens(text)
        if not 0 < len(tokens) <= MOST_TOKENS:
            raise SentenceError(
                f"Your beginning has {len(tokens)} tokens, and from 1 to {MOST_TOKENS} are read here. "
                "Would another one do?"
            )
        return self._written(tokens)

    def _written(self, tokens: Integers) -> Iterator[Written]:
        ends = {self.model.words.ids[mark] for mark in (END, END_OF_TEXT)}
        while True:
            logits = self.next_logits(tokens)
            token = int(logits.argmax())
            if token in ends:
                return
            yield Written(token, softmax(logits))
            tokens = np.append(tokens, token)


def run(functions: Functions, say: Say) -> Run:
    """Read the model for a learner's functions, or give what was read already.

    Parameters
    ----------
    functions : Functions
    say : callable
        Is told what is being done, since reading takes some seconds.

    Raises
    ------
    SentenceError
        If a check has not passed yet, or the model is not on this machine. The message says what to
        do.
    """
    if names := functions.not_passed:
        raise SentenceError(_not_passed(names))
    say("The file is read, and your from_half_split puts queries and keys in order ...")
    try:
        model = _in_order(functions.from_half_split)
    except fetch.ModelError as missing:
        raise SentenceError(f"Your functions are ready. {missing}") from None
    say("Your llama_logits computes ...")
    return Run(functions, model)


def recorded() -> Recorded:
    """Look up the logits that `transformers` computed after a text.

    >>> france = recorded()
    >>> france.text, france.tokens[:2], france.logits.shape
    ('The capital of France is', [' Paris', ' the'], (40,))
    """
    facts = _facts()
    arrays = {name: np.array(facts[name]) for name in ("ids", "logits")}
    return Recorded(**facts | arrays)


def difference(yours: Floats, theirs: Floats) -> str:
    """Say how far apart two sets of logits are.

    >>> difference(np.array([3.00002, -23.7]), np.array([3, -23.7]))
    'The largest difference is 0.00002, on logits up to 23.7.'
    """
    largest = np.format_float_positional(abs(yours - theirs).max(), 1, fractional=False, trim="-")
    return f"The largest difference is {largest}, on logits up to {abs(theirs).max():.1f}."


@lru_cache(maxsize=1)
def _in_order(from_half_split: Answer) -> Model:
    """Read the model, and let the learner's function put queries and keys in order."""
    model = fetch.load_smollm()
    ordered = {
        f"{layer}.{name}": from_half_split(*_half_split(model, f"{layer}.{name}"))
        for layer in range(model.num_layers)
        for name in ("W_q", "W_k")
    }
    return model._replace(weights=model.weights | ordered)


def _half_split(model: Model, name: str) -> tuple[Floats, int]:
    """Arrange a matrix as its authors published it, and count its heads: the file has pairs."""
    d_head = model.weights["0.W_q"].shape[1] // model.num_heads
    W = model.weights[name]
    by_head = W.reshape(len(W), -1, d_head)
    return to_half_split(by_head).reshape(W.shape), by_head.shape[1]


def _not_passed(names: list[str]) -> str:
    *others, last = [f"`{name}`" for name in names]
    if not others:
        return (
            f"Your {last} has not passed its check yet. Once it has, choose this again, and your "
            "functions run the real model. Until then, you see what was recorded."
        )
    return (
        f"Your {', '.join(others)} and {last} have not passed their checks yet. Once they have, choose "
        "this again, and your functions run the real model. Until then, you see what was recorded."
    )


@cache
def _facts() -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
    return facts
