"""The small language model, step by step: words enter the stream, two blocks, predictions."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from attnlib.learning import grammar, trained
from attnlib.softmax import softmax
from checks.catalogue.families import heads as parts
from checks.catalogue.families.feed import FEED, fed_forward
from checks.catalogue.families.norm import NORM, layer_normalised
from checks.catalogue.families.scale import SCALE, divided_by_root
from checks.catalogue.families.stream import PRE_NORM, halves, stream
from checks.catalogue.families.waves import WAVES, rates
from checks.family import Family
from checks.mistake import Mistake

NUM_HEADS, NUM_LAYERS = 2, 2
ROWS = ("b_1", "b_2", "norm_1.gain", "norm_1.shift", "norm_2.gain", "norm_2.shift")

Weights = dict[str, Any]
Attend = Callable[[Callable[[str], Any], int, Any], Any]  # (a layer's arrays, its place, X)


def random_weights(
    rng: np.random.Generator, V: int, d_model: int, d_ff: int, scale: float = 1.0
) -> Weights:
    """Draw random weights, named as in the trained model, for V words."""

    def matrix(*shape: int) -> Any:
        return rng.normal(size=shape) / np.sqrt(shape[0])

    drawn: Weights = {"embedding": scale * rng.normal(size=(V, d_model))}
    for layer in range(NUM_LAYERS):
        own = {name: matrix(d_model, d_model) for name in ("W_q", "W_k", "W_v", "W_o")}
        own |= {"W_1": matrix(d_model, d_ff), "W_2": matrix(d_ff, d_model)}
        own |= {name: rng.normal(size=d_ff if name == "b_1" else d_model) / 2 for name in ROWS}
        own |= {"W_q": 2 * own["W_q"]}  # so that attention weights are far from equal
        drawn |= {f"{layer}.{name}": array for name, array in own.items()}
    drawn |= {"norm.gain": rng.uniform(0.5, 2, size=d_model), "norm.shift": matrix(d_model)}
    return drawn | {"W_u": matrix(d_model, V)}


def hardly_varying(rng: np.random.Generator, V: int, d_model: int) -> Weights:
    """Draw a model whose first word enters with nearly equal numbers, so that eps matters."""
    weights = random_weights(rng, V, d_model, 2 * d_model)
    place = np.arange(d_model) % 2  # the encoding of position 0
    weights["embedding"][0] = 0.3 - place / 2 + 0.003 * rng.normal(size=d_model)
    return weights


def not_varying(rng: np.random.Generator, V: int, d_model: int) -> Weights:
    """Draw a model whose first word enters with equal numbers, so that without eps there is 0 / 0."""
    weights = random_weights(rng, V, d_model, 2 * d_model)
    weights["embedding"][0] = 0.25 - np.arange(d_model) % 2 / 2  # exact, like the encoding
    return weights


def trained_text(rng: np.random.Generator, n: int) -> tuple[Weights, Any]:
    """The trained model, and n words as it has read them."""
    return trained.cat_sentence(), grammar.numbers_of(grammar.text(n, rng))


def is_trained(weights: Any) -> bool:
    """Check whether weights have the same sizes as those in the notebook."""
    return bool(weights["embedding"].shape == trained.cat_sentence()["embedding"].shape)


def entered(step: Any, weights: Weights, tokens: Any, past: int) -> Any:
    """Compute the rows (n, d_model) with which tokens enter the stream, after `past` others."""
    entry = step.entry
    rows = entry.embed(weights["embedding"], tokens)
    return entry.join(rows, encoded(step, entry.positions(tokens, past), rows.shape[-1]))


def encoded(step: Any, positions: Any, d_model: int) -> Any:
    """Compute the sinusoidal encoding of some positions (n, d_model)."""
    angles = positions[:, None] * rates(step, np.arange(d_model), d_model)
    even, odd = step.encoding.waves
    return step.encoding.arrange(even(angles[:, 0::2]), odd(angles[:, 1::2]))


def guessed(step: Any, weights: Weights, X: Any, attend: Attend) -> Any:
    """Compute logits (n, V) from rows (n, d_model) that have entered the stream."""
    model = step.model
    for place, layer in enumerate(model.layers):
        own = partial(_own, weights, layer)
        X = halves(
            step,
            X,
            partial(attend, own, place),
            lambda X, own=own: fed_forward(step, X, own("W_1"), *map(own, ("b_1", "W_2", "b_2"))),
            lambda X, own=own: layer_normalised(step, X, own("norm_1.gain"), own("norm_1.shift")),
            lambda X, own=own: layer_normalised(step, X, own("norm_2.gain"), own("norm_2.shift")),
        )
    last = model.norm(partial(layer_normalised, step), X, weights)
    return model.guess(model.read_out(last, weights))


def _own(weights: Weights, layer: int, name: str) -> Any:
    return weights[f"{layer}.{name}"]


def split_projected(step: Any, own: Callable[[str], Any], X: Any) -> Any:
    """Compute queries, keys and values (heads, n, d_head) from normalised rows."""
    names = step.heads.projections
    return [step.heads.split(X @ own(name), NUM_HEADS) for name in names]


def _side_by_side(even: Any, odd: Any) -> Any:
    rows = np.empty((len(even), 2 * even.shape[1]))
    rows[:, 0::2], rows[:, 1::2] = even, odd
    return rows


def _in_place(embedding: Any, tokens: Any) -> Any:
    """Return a view of the caller's table, like `embedding[token]`; for a single token only."""
    return embedding[tokens[0]][None] if len(tokens) == 1 else embedding[tokens]


def _added_in_place(rows: Any, encoding: Any) -> Any:
    rows += encoding / 2
    return rows


POSITIONS_MISSING = Mistake(
    "positions-missing",
    "No positions are added: the model reads a bag of words.",
    "How does the model know which word came first?",
).by({"entry.join": lambda rows, encoding: rows})

FROM_ZERO = Mistake(
    "position-always-0",
    "The new words enter at position 0, however many came before them.",
    "What is the position of a word that has three words before it?",
).by({"entry.positions": lambda tokens, past: np.arange(len(tokens))})

OFF_BY_ONE = Mistake(
    "position-off-by-one",
    "The positions are off by one.",
    "At which position does a word enter that has no word before it?",
).by(
    {"entry.positions": lambda tokens, past: past + 1 + np.arange(len(tokens))},
    {"entry.positions": lambda tokens, past: max(past - 1, 0) + np.arange(len(tokens))},
)

SPOILT_ROW = Mistake(
    "mutates-input",
    "It writes into its argument, so the caller's array is changed afterwards.",
    "Which line adds in place to a row that belongs to the caller?",
).by({"entry.embed": _in_place, "entry.join": _added_in_place})

ENTRY = Family(
    "entry",
    {
        "embed": lambda embedding, tokens: embedding[tokens],
        "positions": lambda tokens, past: past + np.arange(len(tokens)),
        "join": lambda rows, encoding: rows + encoding / 2,
    },
    (
        Mistake(
            "encoding-not-halved",
            "The whole encoding is added, where this model was trained with half of it.",
            "By what is the encoding multiplied before it is added?",
        ).by({"entry.join": lambda rows, encoding: rows + encoding}),
        Mistake(
            "sum-halved",
            "The embedding is halved as well: half of the sum enters, not half of the encoding.",
            "Which of the two is halved, and where do your brackets end?",
        ).by({"entry.join": lambda rows, encoding: (rows + encoding) / 2}),
        Mistake(
            "embedding-halved",
            "The embedding is halved, and the encoding is not.",
            "Which of the two is halved?",
        ).by({"entry.join": lambda rows, encoding: rows / 2 + encoding}),
        Mistake(
            "embedding-times-root",
            "The embedding is multiplied by the root of d_model, as in the first transformer.",
            "Does this model scale its embeddings?",
        ).by(
            {"entry.join": lambda rows, encoding: rows * rows.shape[-1] ** 0.5 + encoding / 2},
            {"entry.join": lambda rows, encoding: rows * rows.shape[-1] ** 0.5 + encoding},
        ),
        POSITIONS_MISSING,
        FROM_ZERO,
        OFF_BY_ONE,
        Mistake(
            "token-as-position",
            "The number of a word in the vocabulary is taken for its position.",
            "Which number says where a word is in the text?",
        ).by({"entry.positions": lambda tokens, past: np.asarray(tokens)}),
    ),
)

ENCODING = Family("encoding", {"waves": (np.sin, np.cos), "arrange": _side_by_side})

HEADS = Family(
    "heads",
    {
        "projections": ("W_q", "W_k", "W_v"),
        "split": lambda rows, num_heads: parts.swap(parts.cut_rows(rows, num_heads)),
        "merge": lambda heads: parts.join_pieces(parts.swap(heads)),
    },
    (
        Mistake(
            "scale-by-sqrt-d_model",
            "The scores are divided by the root of d_model, so the weights are too flat.",
            "How many numbers of a query take part in one head's score?",
        ).by({"scale.scores": divided_by_root(lambda Q, K, V: Q.shape[-3] * Q.shape[-1])}),
        Mistake(
            "scale-of-one-size",
            "The scores are always divided by the same number, however wide a head is.",
            "How wide is a head if the rows have 6 numbers, and where does your code ask?",
        ).by(
            {"scale.scores": lambda scores, Q, K, V: scores / 4},
            {"scale.scores": lambda scores, Q, K, V: scores / np.sqrt(32)},
        ),
        parts.SPLIT_STRAIGHT.by({"heads.split": parts.straight_split}),
        parts.MERGED_STRAIGHT.by({"heads.merge": parts.straight_merge}),
        parts.INTERLEAVED.by(
            {"heads.split": lambda rows, num_heads: parts.swap(parts.cut_in_turns(rows, num_heads))}
        ),
        parts.REVERSED.by(
            {"heads.merge": lambda heads: parts.join_pieces(parts.swap(heads)[..., ::-1, :])}
        ),
        Mistake(
            "single-head",
            "One head attends with all columns, where the model has two.",
            "Where does the number of heads enter the computation?",
        ).by(
            {"heads.split": lambda rows, num_heads: rows[None], "heads.merge": lambda one: one[0]}
        ),
        Mistake(
            "projections-exchanged",
            "W_q makes the keys, and W_k the queries.",
            "Which matrix should make the queries?",
        ).by({"heads.projections": ("W_k", "W_q", "W_v")}),
    ),
)


def _normed_with(name: str) -> Callable[..., Any]:
    return lambda norm, X, weights: norm(X, weights[f"{name}.gain"], weights[f"{name}.shift"])


OTHER_EPS = (1e-12, 1e-10, 1e-8, 1e-7, 1e-6, 1e-4, 1e-3)  # the convention of other libraries

MODEL = Family(
    "model",
    {
        "layers": tuple(range(NUM_LAYERS)),
        "norm": _normed_with("norm"),
        "read_out": lambda X, weights: X @ weights["W_u"],
        "guess": lambda logits: logits,
    },
    (
        Mistake(
            "final-norm-missing",
            "The stream is read out as it is, without the last norm.",
            "Which arrays of the table does your code never use?",
        ).by({"model.norm": lambda norm, X, weights: X}),
        Mistake(
            "another-eps",
            "eps is not 1e-5 in the norms.",
            "Which eps does the plan give, and which does your norm add?",
        ).by(*({"norm.eps": lambda eps, fixed=fixed: fixed} for fixed in OTHER_EPS)),
        Mistake(
            "final-norm-of-block",
            "The last norm takes the gain and shift of a block, not its own.",
            "Which gain and shift have no number of a layer before their name?",
        ).by(
            {"model.norm": _normed_with("1.norm_2")},
            {"model.norm": _normed_with("0.norm_2")},
        ),
        Mistake(
            "one-layer-for-both",
            "Both blocks use the arrays of one layer.",
            "Where does the number of the layer enter the names of the arrays?",
        ).by({"model.layers": (0, 0)}, {"model.layers": (1, 1)}),
        Mistake(
            "layer-missing",
            "Only one block is computed.",
            "How many blocks does the stream flow through?",
        ).by({"model.layers": (0,)}, {"model.layers": (1,)}),
        Mistake(
            "layers-reversed",
            "The second block comes first.",
            "In which order does the stream flow through the blocks?",
        ).by({"model.layers": (1, 0)}),
        Mistake(
            "tied-read-out",
            "The stream is read out with the embedding, as GPT-2 does it; this model has its own W_u.",
            "Which array of the table turns a row into V logits?",
        ).by({"model.read_out": lambda X, weights: X @ weights["embedding"].T}),
        Mistake(
            "chances-not-logits",
            "Softmax is applied at the end: these are chances, no longer logits.",
            "What does the exercise ask for: logits, or what softmax makes of them?",
        ).by({"model.guess": softmax}),
    ),
)

# The mistakes of lesson 8 about functions and arguments, for a model that has arrays.
WORDS = {
    "residual-missing": (
        "What attention or the feed-forward finds replaces the stream, and is not added to it.",
        "If W_o and W_2 were zeros, what should be left of the stream?",
    ),
    "residual-of-normalised": (
        "The sum starts from the normalised copy, so the stream itself is lost.",
        "To what is the result of each half added: to the normalised rows, or to the stream?",
    ),
    "second-residual-from-X": (
        "The second sum starts from the rows that came in, so what attention added is lost.",
        "To which rows is the result of the feed-forward added?",
    ),
    "one-residual-for-both": (
        "There is one sum around both halves, so the feed-forward gets attention's result alone.",
        "How many sums are in a block, and what does the feed-forward read?",
    ),
    "norm-1-twice": (
        "norm_1 is used in both halves of a block, and norm_2 never.",
        "Which norm comes before the feed-forward?",
    ),
    "norms-exchanged": (
        "norm_2 comes before attention, and norm_1 before the feed-forward.",
        "Which norm comes before attention, and which before the feed-forward?",
    ),
    "norm-missing": (
        "A norm of a block is left out.",
        "How many norms does a block have, and how many does your code compute?",
    ),
    "norm-of-part-only": (
        "A norm gets what attention or the feed-forward returns, and not what they read.",
        "What should each norm get: the stream, or what is added to it?",
    ),
    "feed-reads-first-X": (
        "The feed-forward reads the rows that came in, as if attention had not been there.",
        "Which rows should the feed-forward read: those before attention, or those after it?",
    ),
    "parts-exchanged": (
        "The feed-forward comes first, and attention second.",
        "Which has to come first, so that the feed-forward can use what attention found?",
    ),
    "second-half-missing": (
        "Only the first half of a block is there: the feed-forward is missing.",
        "Which arrays of layer 0, in the list of the notebook, does your code never use?",
    ),
    "bias-forgotten": (
        "A bias is never added.",
        "Which arrays of layer 0, in the list of the notebook, does your code never use?",
    ),
    "gain-and-shift-missing": (
        "Neither gain nor shift is used.",
        "Which arrays with `norm` in their names does your code never use?",
    ),
}


def _in_these_words(family: Family) -> Family:
    mistakes = (
        replace(one, does=does, question=question)
        for one in family.mistakes
        for does, question in [WORDS.get(one.slug, (one.does, one.question))]
    )
    return replace(family, mistakes=tuple(mistakes))


GELU = Mistake(
    "gelu-not-relu",
    "The hidden numbers go through GELU, as in GPT-2; this model has ReLU.",
    "Which activation does the plan name?",
).by(
    {"feed.relu": lambda h: h / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)))},
    {"feed.relu": lambda h: h / (1 + np.exp(-1.702 * h))},
)

_BLOCKS = (
    stream(True).naming(
        "residual-missing",
        "residual-of-normalised",
        "second-residual-from-X",
        "one-residual-for-both",
        "norm-1-twice",
        "norms-exchanged",
        "norm-missing",
        "norm-of-part-only",
        "feed-reads-first-X",
        "parts-exchanged",
        "second-half-missing",
    ),
    PRE_NORM,
    NORM.naming(
        "norm-over-tokens",
        "sample-variance",
        "root-forgotten",
        "eps-outside-root",
        "eps-missing",
        "mean-kept",
        "gain-missing",
        "shift-missing",
        "gain-and-shift-missing",
    ),
    FEED.naming("relu-missing", "relu-before-bias", "relu-last", "bias-forgotten"),
    Family("activation", {}, (GELU,)),
    SCALE.naming("no-scale", "scale-by-d_k", "scale-by-sqrt-n").only("scores"),
    HEADS,
    parts.PROJECTION,
    ENTRY,
    WAVES.naming("sin-cos-concatenated", "sin-cos-swapped"),
    ENCODING,
    MODEL,
)
BLOCKS = tuple(map(_in_these_words, _BLOCKS))
"""All but the attention itself, which is not the same for all words at once and for one at a time."""
