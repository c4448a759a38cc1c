"""Predict the shapes that nn.MultiheadAttention returns, for a batch."""

from typing import Any

from checks.catalogue.families.heads import HEADS_LAST
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task

TOKENS = (3, 4, 12)  # three sentences of four tokens
NUM_HEADS = 2


def torch_shapes() -> Any:
    """Predict what `nn.MultiheadAttention(12, num_heads=2)` returns for X of shape (3, 4, 12).

    Returns
    -------
    dict of str to tuple of int
        `output` and `weights` of the module with default options; `batch_first`, its weights with
        that option; `each_head`, its weights with that option and `average_attn_weights=False`.

    Examples
    --------
    >>> torch_shapes()["output"]
    (3, 4, 12)
    """
    sentences, tokens, _ = TOKENS
    return {
        "output": TOKENS,
        "weights": _tables(tokens, sentences),
        "batch_first": _tables(sentences, tokens),
        "each_head": _for_each_head(sentences, tokens),
    }


def _pipeline(step: Any) -> Any:
    shapes = step.shapes
    plain, first = shapes.plain(*TOKENS[:2]), shapes.first(*TOKENS[:2])
    return {
        "output": shapes.output(*TOKENS),
        "weights": shapes.by_default(*plain),
        "batch_first": shapes.averaged(*first),
        "each_head": shapes.apart(*first),
    }


def _tables(batch: int, n: int) -> tuple[int, ...]:
    return (batch, n, n)


def _for_each_head(batch: int, n: int) -> tuple[int, ...]:
    return (batch, NUM_HEADS, n, n)


def _transposed(rows: int, columns: int) -> tuple[int, int]:
    return columns, rows


def _as_given(rows: int, columns: int) -> tuple[int, int]:
    return rows, columns


def _weights_are_square(probe: Probe, shapes: Any) -> bool:
    return all(shapes[name][-1] == shapes[name][-2] for name in ("weights", "batch_first"))


def _as_many_numbers_out_as_in(probe: Probe, shapes: Any) -> bool:
    return sorted(shapes["output"]) == sorted(TOKENS)


def _one_axis_more(probe: Probe, shapes: Any) -> bool:
    return len(shapes["each_head"]) == len(shapes["batch_first"]) + 1


SHAPES = Family(
    "shapes",
    {
        "plain": _transposed,
        "first": _as_given,
        "output": lambda *tokens: tokens,
        "by_default": _tables,
        "averaged": _tables,
        "apart": _for_each_head,
    },
    (
        Mistake(
            "batch-first-mixup",
            "Axis 0 is read as the batch, though nobody asked for batch_first=True.",
            "Which axis does the module read as the tokens by default?",
        ).by({"shapes.plain": _as_given}),
        Mistake(
            "batch-first-ignored",
            "The weights are the same with batch_first=True as without.",
            "Which axis is the batch with batch_first=True?",
        ).by({"shapes.first": _transposed}),
        Mistake(
            "averaged-weights",
            "The weights are averaged over the heads, though average_attn_weights is False.",
            "How many tables of weights does each sentence have then?",
        ).by({"shapes.apart": _tables}),
        Mistake(
            "heads-not-averaged",
            "The heads are kept apart, but by default the module averages over them.",
            "How many tables are left of two, once their mean is taken?",
        ).by(
            {"shapes.by_default": _for_each_head, "shapes.averaged": _for_each_head},
            {"shapes.by_default": _for_each_head},
            {"shapes.averaged": _for_each_head},
        ),
        Mistake(
            "heads-before-batch",
            "The axis of the heads comes before that of the batch.",
            "Which axis comes first in a batch: its sentences or their heads?",
        ).by({"shapes.apart": lambda batch, n: (NUM_HEADS, batch, n, n)}),
        HEADS_LAST.by({"shapes.apart": lambda batch, n: (batch, n, n, NUM_HEADS)}),
        Mistake(
            "batch-left-out",
            "The weights have no axis for the batch.",
            "How many sentences have a table of weights of their own?",
        ).by(
            {
                "shapes.by_default": lambda batch, n: (n, n),
                "shapes.averaged": lambda batch, n: (n, n),
                "shapes.apart": lambda batch, n: (NUM_HEADS, n, n),
            },
        ),
        Mistake(
            "batch-in-the-middle",
            "The batch is in the middle of the weights, where the tokens have it.",
            "Which two axes make the table of one sentence, and do they stay together?",
        ).by({"shapes.by_default": lambda batch, n: (n, batch, n)}),
        Mistake(
            "output-turned",
            "The output has its first two axes exchanged, compared with the input.",
            "Can the next layer read the output as this one read its input?",
        ).by({"shapes.output": lambda rows, columns, d_model: (columns, rows, d_model)}),
        Mistake(
            "weights-like-output",
            "Weights are given the shape of the output, with an axis of features.",
            "A weight joins a query with what?",
        ).by(
            {
                "shapes.by_default": lambda batch, n: TOKENS,
                "shapes.averaged": lambda batch, n: TOKENS,
            },
        ),
    ),
)

TASK = Task(
    reference=torch_shapes,
    kind="predict",
    order=(7, 1),
    practises=("say what PyTorch's attention returns",),
    pipeline=_pipeline,
    families=(SHAPES,),
    probes=lambda seed: [Probe("paper", {})],
    properties=(
        Property("Weights have as many queries as keys.", _weights_are_square),
        Property("As many numbers come out as went in.", _as_many_numbers_out_as_in),
        Property("Keeping the heads apart takes one axis more.", _one_axis_more),
    ),
)
