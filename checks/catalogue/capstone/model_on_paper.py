"""Predict the shapes in the model, and how many numbers a cache holds."""

from typing import Any

from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task

WORDS, D_MODEL, D_FF, NUM_HEADS, NUM_LAYERS, V = 9, 32, 128, 2, 2, 51


def model_on_paper() -> Any:
    """Predict shapes and counts for a text of nine words, and for the tenth.

    Returns
    -------
    dict of str to tuple of int, or int
        The shapes of `stream`, `queries`, `weights`, `hidden` and `logits` for nine words;
        `scores`, the number of scores in all heads and layers; `cache`, the numbers in the cache
        after these words; `new_scores`, the number of scores for the tenth word alone.

    Examples
    --------
    >>> model_on_paper()["stream"]
    (9, 32)
    """
    d_head, tables = D_MODEL // NUM_HEADS, NUM_HEADS * NUM_LAYERS
    return {
        "stream": (WORDS, D_MODEL),
        "queries": (NUM_HEADS, WORDS, d_head),
        "weights": (NUM_HEADS, WORDS, WORDS),
        "hidden": (WORDS, D_FF),
        "logits": (WORDS, V),
        "scores": tables * WORDS * WORDS,
        "cache": 2 * NUM_LAYERS * WORDS * D_MODEL,
        "new_scores": tables * (WORDS + 1),
    }


def _pipeline(step: Any) -> Any:
    paper = step.paper
    return {
        "stream": paper.stream,
        "queries": paper.placed(paper.heads, WORDS, paper.d_head),
        "weights": (*paper.heads, WORDS, WORDS),
        "hidden": (WORDS, paper.d_ff),
        "logits": paper.logits,
        "scores": paper.scores,
        "cache": paper.cache,
        "new_scores": paper.new_scores,
    }


def _cells(tables: int, rows: int, columns: int) -> int:
    return tables * rows * columns


def _as_many_queries_as_columns(probe: Probe, answer: Any) -> bool:
    heads, words, width = answer["queries"]
    return bool(heads * words * width == WORDS * D_MODEL)


def _tenth_word_is_a_row(probe: Probe, answer: Any) -> bool:
    return bool(answer["new_scores"] * WORDS**2 == answer["scores"] * (WORDS + 1))


PAPER = Family(
    "paper",
    {
        "stream": (WORDS, D_MODEL),
        "heads": (NUM_HEADS,),
        "placed": lambda heads, words, d_head: (*heads, words, d_head),
        "d_head": D_MODEL // NUM_HEADS,
        "d_ff": D_FF,
        "logits": (WORDS, V),
        "scores": _cells(4, WORDS, WORDS),
        "cache": 4 * WORDS * D_MODEL,
        "new_scores": _cells(4, 1, WORDS + 1),
    },
    (
        Mistake(
            "heads-full-width",
            "Every head gets all the columns instead of its share.",
            "How do the heads share d_model out among themselves?",
            ({"paper.d_head": D_MODEL},),
        ),
        Mistake(
            "heads-axis-missing",
            "Queries and weights have no axis of heads.",
            "How many tables of weights does one layer compute?",
            ({"paper.heads": ()},),
        ),
        Mistake(
            "heads-axis-last",
            "The axis of heads is not in front.",
            "In which order are the axes, if each head has a table of its own?",
            (
                {"paper.placed": lambda heads, words, d_head: (words, *heads, d_head)},
                {"paper.placed": lambda heads, words, d_head: (words, d_head, *heads)},
            ),
        ),
        Mistake(
            "hidden-too-narrow",
            "The hidden numbers of the feed-forward are too few.",
            "What is the second size of W_1 in the list of the notebook?",
            ({"paper.d_ff": D_MODEL}, {"paper.d_ff": 2 * D_MODEL}),
        ),
        Mistake(
            "logits-of-last-word",
            "Only one word gets logits, but every word of a text gets a guess.",
            "After how many of the nine words does the model guess?",
            ({"paper.logits": (V,)}, {"paper.logits": (1, V)}),
        ),
        Mistake(
            "logits-too-narrow",
            "The logits are as many as the columns of the stream.",
            "Among how many words does the model choose?",
            ({"paper.logits": (WORDS, D_MODEL)},),
        ),
        Mistake(
            "scores-counted-once",
            "The scores of one layer, of one head, or of one table are counted, not of all.",
            "How many tables of scores are there in two layers of two heads?",
            (
                {"paper.scores": _cells(2, WORDS, WORDS)},
                {"paper.scores": _cells(1, WORDS, WORDS)},
            ),
        ),
        Mistake(
            "hidden-scores-left-out",
            "Only the scores that the mask leaves are counted; the others are computed as well.",
            "When does the mask come: before the scores are computed, or after?",
            ({"paper.scores": 4 * WORDS * (WORDS + 1) // 2},),
        ),
        Mistake(
            "cache-half-counted",
            "Half of the cache is counted: the keys alone, or one layer alone.",
            "What does each layer keep of each word?",
            ({"paper.cache": 2 * WORDS * D_MODEL}, {"paper.cache": WORDS * D_MODEL}),
        ),
        Mistake(
            "cache-heads-counted-twice",
            "The two heads are counted once more, though they share the 32 columns.",
            "How many numbers are the keys of one word in one layer, all heads together?",
            ({"paper.cache": 8 * WORDS * D_MODEL},),
        ),
        Mistake(
            "newest-not-counted",
            "The tenth word's score with itself is left out.",
            "With how many words does the tenth word compare itself?",
            ({"paper.new_scores": _cells(4, 1, WORDS)},),
        ),
        Mistake(
            "all-computed-again",
            "All scores of ten words are counted, as if there were no cache.",
            "Which rows of a table of scores are new when a tenth word comes?",
            ({"paper.new_scores": _cells(4, WORDS + 1, WORDS + 1)},),
        ),
        Mistake(
            "new-scores-counted-once",
            "The tenth word's scores are counted in one table, or in one layer.",
            "How many tables of scores are there in two layers of two heads?",
            (
                {"paper.new_scores": _cells(1, 1, WORDS + 1)},
                {"paper.new_scores": _cells(2, 1, WORDS + 1)},
            ),
        ),
    ),
)

TASK = Task(
    reference=model_on_paper,
    kind="predict",
    order=(13, 1),
    practises=("assemble a language model",),
    pipeline=_pipeline,
    families=(PAPER,),
    probes=lambda seed: [Probe("nine words", {})],
    properties=(
        Property(
            "All heads together have as many columns as the stream.", _as_many_queries_as_columns
        ),
        Property("The tenth word adds one row to each table of scores.", _tenth_word_is_a_row),
    ),
)
