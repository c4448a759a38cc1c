"""What is measured on the model: its scores, its heads, and one word through the layers.

Rows of words count, and rows of the marks [CLS] and [SEP] do not, because nobody wrote those.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from attnlib.shapes import Floats
from attnlib.similarity import cosine_scores
from attnlib.softmax import softmax
from course.models.real.minilm import NUM_HEADS, Model, Reading, read
from course.models.real.recordings import NAMED_HEADS, KeyBias, Pair, ScoreTable, Silencing, Twin

OF_WORDS = slice(1, -1)
CAT_SENTENCE = "The cat sat on the mat because it was {}"
FACTORS = (0.0, 1.0, 1000.0)  # of b_k


def score_table(readings: Sequence[Reading]) -> ScoreTable:
    """Measure how far the scores of a row spread, and how large its largest weight is."""

    def mean(of_rows: Callable[[Reading], Floats]) -> Floats:
        return _mean(of_rows(reading)[..., OF_WORDS].mean(axis=(1, 2)) for reading in readings)

    return ScoreTable(
        spread=mean(lambda reading: reading.scores.std(axis=-1)),
        spread_scaled=mean(lambda reading: reading.scaled.std(axis=-1)),
        largest_weight=mean(lambda reading: reading.weights.max(axis=-1)),
        largest_weight_unscaled=mean(lambda reading: softmax(reading.scores).max(axis=-1)),
    )


def head_measures(
    model: Model, readings: Sequence[Reading], twins: Sequence[Twin]
) -> dict[str, Floats]:
    """Measure what each head does, (num_layers, num_heads); `recordings` says what the names mean."""
    words = [reading.weights[..., OF_WORDS, :] for reading in readings]
    return {
        "one back": _mean(_beside(reading, -1) for reading in readings),
        "one ahead": _mean(_beside(reading, 1) for reading in readings),
        "its nouns": _mean(
            _from_it(read(model, twin.sentence.format(ending)), twin.nouns).sum(axis=-1)
            for twin in twins
            for ending in twin.endings
        ),
        "parked": _mean(rows[..., 0].mean(axis=-1) for rows in words),
        "the same word again": _mean(_again(reading) for reading in readings if _repeats(reading)),
        "everywhere": _mean(_evenness(rows).mean(axis=-1) for rows in words),
    }


def key_bias(model: Model, texts: Sequence[str]) -> KeyBias:
    """Multiply b_k by 0, 1 and 1000 in all layers, and compare scores and weights.

    The head that is shown is the one whose scores b_k moves most.
    """
    models = [_with_key_bias(model, factor) for factor in FACTORS]
    of_cat = [read(one, CAT_SENTENCE.format("tired")) for one in models]
    moved = np.ptp([reading.scores for reading in of_cat], axis=0).max(axis=(-2, -1))
    layer, head = map(int, np.unravel_index(moved.argmax(), moved.shape))
    changes = [np.ptp([read(one, text).weights for one in models], axis=0).max() for text in texts]
    return KeyBias(
        layer=layer,
        head=head,
        tokens=of_cat[0].tokens,
        b_q_lengths=np.array([np.linalg.norm(own["b_q"]) for own in model.layers]),
        b_k_lengths=np.array([np.linalg.norm(own["b_k"]) for own in model.layers]),
        factors=np.array(FACTORS),
        scores=np.array([reading.scores[layer, head] for reading in of_cat]),
        weights=np.array([reading.weights[layer, head] for reading in of_cat]),
        largest_change=float(max(changes)),
    )


def silencing(model: Model, texts: Sequence[str]) -> Silencing:
    """Let parts of the model add nothing but their bias, and compare the vectors of the texts."""
    whole = [read(model, text).sentence_vector for text in texts]
    rows_of_heads = np.arange(model.layers[0]["W_o"].shape[0]).reshape(NUM_HEADS, -1)

    def left(layer: int, matrix: str, rows: Any = slice(None)) -> float:
        silent = model.layers[layer][matrix].copy()
        silent[rows] = 0
        layers = list(model.layers)
        layers[layer] = layers[layer] | {matrix: silent}
        rest = [read(model._replace(layers=layers), text).sentence_vector for text in texts]
        return float(np.mean([a @ b for a, b in zip(whole, rest, strict=True)]))

    layers = range(len(model.layers))
    return Silencing(
        head=np.array([[left(layer, "W_o", rows) for rows in rows_of_heads] for layer in layers]),
        attention=np.array([left(layer, "W_o") for layer in layers]),
        feed_forward=np.array([left(layer, "W_2") for layer in layers]),
    )


def sentence_pair(model: Model, first: str, second: str) -> Pair:
    """Compare the vectors of two sentences, with positions and without."""
    cosines = [
        float(
            np.dot(*(read(model, text, with_positions).sentence_vector for text in (first, second)))
        )
        for with_positions in (True, False)
    ]
    return Pair(first, second, *cosines)


def twin(model: Model, sentence: str, nouns: list[str], endings: list[str]) -> Twin:
    """Look from *it* to both nouns, with both endings."""
    found = [_from_it(read(model, sentence.format(ending)), nouns) for ending in endings]
    vectors = model.embedding["embedding"]
    rows = [vectors[[model.vocabulary[word] for word in words]] for words in (endings, nouns)]
    weights = np.array([weights[NAMED_HEADS["its nouns"]] for weights in found])
    return Twin(sentence, nouns, endings, weights, cosine_scores(*rows))


def _with_key_bias(model: Model, factor: float) -> Model:
    layers = [own | {"b_k": factor * own["b_k"]} for own in model.layers]
    return model._replace(layers=layers)


def _mean(arrays: Iterable[Floats]) -> Floats:
    mean: Floats = np.mean(list(arrays), axis=0)
    return mean


def _from_it(reading: Reading, nouns: Sequence[str]) -> Floats:
    """Cut out the weights from *it* to the nouns, (num_layers, num_heads, 2)."""
    columns = [reading.tokens.index(noun) for noun in nouns]
    weights: Floats = reading.weights[..., reading.tokens.index("it"), columns]
    return weights


def _beside(reading: Reading, step: int) -> Floats:
    """Average the weight on the word before (-1) or after (1), where there is one."""
    beside = np.diagonal(reading.weights[..., OF_WORDS, OF_WORDS], step, -2, -1)
    mean: Floats = beside.mean(axis=-1)
    return mean


def _repeats(reading: Reading) -> bool:
    return len(set(reading.tokens)) < len(reading.tokens)


def _again(reading: Reading) -> Floats:
    """Average the weight on other occurrences of a word, over the words that have some."""
    tokens = np.array(reading.tokens)
    others = (tokens[:, None] == tokens) & ~np.eye(len(tokens), dtype=bool)
    mean: Floats = (reading.weights * others).sum(axis=-1)[..., others.any(axis=-1)].mean(axis=-1)
    return mean


def _evenness(rows: Floats) -> Floats:
    """Divide the entropy of each row by that of equal weights, so that it is 1 for these."""
    entropy: Floats = -(rows * np.log(np.maximum(rows, 1e-300))).sum(axis=-1)  # 0 log 0 is 0
    evenness: Floats = entropy / np.log(rows.shape[-1])
    return evenness
