"""Which word stood so many words back? A network with a state of fixed size answers, and a head of attention.

Both have read a text of `LENGTH` random words and are asked for all of them. The network reads them
one after the other, and what it keeps is its state, (size,); the head keeps a key and a value for
each word.

    python -m course.models.learning.recall

trains and asks all of them, in three minutes, and writes the file beside this one.
"""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

from attnlib.shapes import Floats, Integers
from course.models.learning.autograd import Variable, cross_entropy, rows, softmax
from course.models.learning.training import Parameters, Variables, as_variables, train

RECORD = Path(__file__).with_suffix(".json")
WORDS, LENGTH = 8, 24
SIZES, SEEDS, STEPS, BATCH = (8, 16, 32), range(3), 10_000, 64
KEY = 8  # numbers in each key and each value of the head
Read = Callable[[Variables, Integers], Variable]
"""From parameters and texts (batch, LENGTH) to logits (batch, LENGTH, WORDS): entry i is for i words back."""


def texts(count: int, rng: np.random.Generator) -> Integers:
    """Draw texts of random words.

    >>> texts(2, np.random.default_rng(0)).shape
    (2, 24)
    """
    return rng.integers(WORDS, size=(count, LENGTH))


def read_with_state(parameters: Variables, words: Integers) -> Variable:
    """Read word by word: each makes the next state of the last one. Only the last state is asked."""
    state = Variable(np.zeros((len(words), len(parameters["W"].value))))
    for word in words.T:
        state = _tanh(state @ parameters["W"] + rows(parameters["U"], word))
    return (state @ parameters["W_u"]).reshape(len(words), LENGTH, WORDS)


def read_with_head(parameters: Variables, words: Integers) -> Variable:
    """Let one head look at all words at once; it has a query for each number of words back."""
    X = rows(parameters["embedding"], words) + parameters["positions"]
    scores = parameters["Q"] @ (X @ parameters["W_k"]).swapaxes(-1, -2)
    weights = softmax(scores * KEY**-0.5)
    return weights @ (X @ parameters["W_v"]) @ parameters["W_u"]


def new_state(size: int, seed: int) -> Parameters:
    """Draw the parameters of a network; W begins as a rotation, which keeps the length of a state."""
    rng = np.random.default_rng(seed)
    return {
        "U": rng.normal(size=(WORDS, size)) / 2,
        "W": np.linalg.qr(rng.normal(size=(size, size)))[0],
        "W_u": rng.normal(size=(size, LENGTH * WORDS)) / size**0.5,
    }


def new_head(seed: int) -> Parameters:
    """Draw the parameters of a head, and of what its words and places are."""
    rng = np.random.default_rng(seed)
    shapes = {"embedding": (WORDS, 2 * KEY), "positions": (LENGTH, 2 * KEY), "Q": (LENGTH, KEY)}
    shapes |= {"W_k": (2 * KEY, KEY), "W_v": (2 * KEY, KEY), "W_u": (KEY, WORDS)}
    return {name: rng.normal(size=shape) / 2 for name, shape in shapes.items()}


def right(start: Parameters, read: Read, seed: int, steps: int = STEPS) -> Floats:
    """Train, and ask about 2,000 other texts: the share of right answers, (LENGTH,), by words back."""

    def loss(parameters: Variables, words: Integers) -> Variable:
        return cross_entropy(read(parameters, words), words[:, ::-1])

    rng = np.random.default_rng([seed, 1])
    batches = (texts(BATCH, rng) for _ in range(steps))
    learned = train(start, loss, batches, learning_rate=3e-3, warm_up=50).parameters
    asked = texts(2000, np.random.default_rng(0))
    answers = read(as_variables(learned), asked).value.argmax(axis=-1)
    share: Floats = (answers == asked[:, ::-1]).mean(axis=0)
    return share


def shares() -> dict[str, Floats]:
    """Load the shares of right answers: for each memory, (seeds, LENGTH).

    >>> {memory: share.shape for memory, share in shares().items()}
    {'state of 8': (3, 24), 'state of 16': (3, 24), 'state of 32': (3, 24), 'attention': (3, 24)}
    """
    kept = json.loads(RECORD.read_text(encoding="utf-8"))
    return {memory: np.array(share) for memory, share in kept.items()}


def main() -> None:
    """Train and ask everybody, and write what came out."""
    measured = {
        f"state of {size}": [right(new_state(size, seed), read_with_state, seed) for seed in SEEDS]
        for size in SIZES
    }
    measured["attention"] = [right(new_head(seed), read_with_head, seed) for seed in SEEDS]
    rounded = {memory: np.round(share, 3).tolist() for memory, share in measured.items()}
    RECORD.write_text(json.dumps(rounded) + "\n", encoding="utf-8")


def _tanh(x: Variable) -> Variable:
    value = np.tanh(x.value)
    return Variable(value, [(x, lambda d: d * (1 - value**2))])


if __name__ == "__main__":
    main()
