"""The name and shape of everything that multi-head self-attention computes."""

from typing import Any

import numpy as np

from attnlib.heads import head_shapes
from checks.catalogue.families import heads as parts
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def _pipeline(step: Any, n: int, d_model: int, num_heads: int) -> Any:
    shapes = step.shapes
    count, width = shapes.heads(d_model, num_heads)
    flat, by_head = shapes.flat(n, d_model), shapes.by_head(count, n, width)
    scores = shapes.pairs(count, n, width)
    return {
        "X": flat,
        "Q": shapes.projected(flat, width),
        "Q_heads": by_head,
        "scores": scores,
        "weights": shapes.weights(scores, n),
        "head_outputs": by_head,
        "merged": shapes.merged(flat, count, n, width),
        "output": flat,
    }


def _shape_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([5, 1, seed])
    n, num_heads, d_head = (int(size) for size in rng.permutation([3, 4, 5]))
    same, wide = (int(size) for size in rng.choice([2, 3, 4, 6, 7], size=2, replace=False))
    return [
        _shape_probe(n, num_heads * d_head, num_heads),
        _shape_probe(same, same * same, same),
        _shape_probe(wide, wide + 2, 1),
        _shape_probe(1, 2 * wide, 2),
        _shape_probe(wide + 8, num_heads * wide, wide),
    ]


def _shape_probe(n: int, d_model: int, num_heads: int) -> Probe:
    tokens, heads = f"{n} token{'s' * (n > 1)}", f"{num_heads} head{'s' * (num_heads > 1)}"
    arguments = {"n": n, "d_model": d_model, "num_heads": num_heads}
    return Probe(f"{tokens}, d_model {d_model} and {heads}", arguments)


def _sizes(probe: Probe) -> tuple[int, int, int]:
    n, d_model, num_heads = probe.arguments.values()
    return n, d_model, num_heads


def _share_the_columns(probe: Probe, shapes: Any) -> bool:
    n, d_model, num_heads = _sizes(probe)
    return all(
        tuple(shapes[name]) == (num_heads, n, d_model // num_heads)
        for name in ("Q_heads", "head_outputs")
    )


def _compare_tokens(probe: Probe, shapes: Any) -> bool:
    n, _, num_heads = _sizes(probe)
    return all(tuple(shapes[name]) == (num_heads, n, n) for name in ("scores", "weights"))


def _like_the_input(probe: Probe, shapes: Any) -> bool:
    n, d_model, _ = _sizes(probe)
    flat = ("X", "Q", "merged", "output")
    return all(tuple(shapes[name]) == (n, d_model) for name in flat)


SHAPES = Family(
    "shapes",
    {
        "heads": lambda d_model, num_heads: (num_heads, d_model // num_heads),
        "flat": lambda n, d_model: (n, d_model),
        "projected": lambda flat, width: flat,
        "by_head": lambda count, n, width: (count, n, width),
        "pairs": lambda count, n, width: (count, n, n),
        "weights": lambda scores, n: scores,
        "merged": lambda flat, count, n, width: flat,
    },
    (
        parts.AVERAGED.by(
            {"shapes.weights": lambda scores, n: (n, n)},
            {"shapes.merged": lambda flat, count, n, width: (n, width)},
        ),
        parts.NOT_MOVED.by(
            {"shapes.by_head": lambda count, n, width: (n, count, width)},
            {
                "shapes.by_head": lambda count, n, width: (n, count, width),
                "shapes.pairs": lambda count, n, width: (n, count, count),
            },
            {
                "shapes.by_head": lambda count, n, width: (n, count, width),
                "shapes.pairs": lambda count, n, width: (n, count, n),
            },
        ),
        parts.HEADS_LAST.by(
            {
                "shapes.by_head": lambda count, n, width: (n, width, count),
                "shapes.pairs": lambda count, n, width: (n, n, count),
            }
        ),
        parts.WIDTH_EXCHANGED.by(
            {"shapes.heads": lambda d_model, num_heads: (d_model // num_heads, num_heads)}
        ),
        parts.FULL_WIDTH.by(
            {
                "shapes.heads": lambda d_model, num_heads: (num_heads, d_model),
                "shapes.merged": lambda flat, count, n, width: (n, count * width),
            }
        ),
        parts.NOT_MERGED.by({"shapes.merged": lambda flat, count, n, width: (n, count, width)}),
        parts.STACKED_AS_ROWS.by(
            {"shapes.merged": lambda flat, count, n, width: (count * n, width)}
        ),
        parts.AS_COLUMNS.by(
            {
                "shapes.flat": lambda n, d_model: (d_model, n),
                "shapes.by_head": lambda count, n, width: (count, width, n),
            }
        ),
        Mistake(
            "float-division",
            "A single slash makes d_head a float, and a float is no size.",
            "Which division of whole numbers gives a whole number?",
        ).by(
            {"shapes.heads": lambda d_model, num_heads: (num_heads, d_model / num_heads)},
            {"shapes.merged": lambda flat, count, n, width: (n, float(count * width))},
            {
                "shapes.heads": lambda d_model, num_heads: (num_heads, d_model / num_heads),
                "shapes.merged": lambda flat, count, n, width: (n, count * width),
            },
        ),
        Mistake(
            "scores-over-features",
            "Columns are compared with columns: the scores are Q^T K.",
            "One score compares which two things?",
        ).by({"shapes.pairs": lambda count, n, width: (count, width, width)}),
        Mistake(
            "scores-without-heads",
            "There is one table of scores for all heads together.",
            "How many tables of scores do several heads fill?",
        ).by({"shapes.pairs": lambda count, n, width: (n, n)}),
        Mistake(
            "q-of-one-head",
            "Q is only as wide as one head.",
            "For how many heads does W_q make queries at once?",
        ).by({"shapes.projected": lambda flat, width: (flat[0], width)}),
    ),
)

TASK = Task(
    reference=head_shapes,
    order=(5, 2),
    practises=("cut a table of tokens",),
    pipeline=_pipeline,
    families=(SHAPES,),
    probes=_shape_probes,
    properties=(
        Property(
            "Every entry is a shape, and every size a whole number.",
            lambda probe, shapes: all(
                isinstance(size, int | np.integer) for shape in shapes.values() for size in shape
            ),
        ),
        Property("X, Q, merged and output have a row for each token.", _like_the_input),
        Property("The heads come first and share out the columns.", _share_the_columns),
        Property("Each head compares every token with every token.", _compare_tokens),
    ),
)
