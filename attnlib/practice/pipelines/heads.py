"""Shapes of heads, splitting, merging and multi-head attention, step by step."""

from typing import Any

from attnlib.practice.pipelines.attention import ATTENTION_STEPS


def head_shapes(step: Any, n: int, d_model: int, num_heads: int) -> Any:
    """Name and shape of everything that multi-head self-attention computes."""
    count, width = step.heads(d_model, num_heads)
    flat, by_head = step.flat(n, d_model), step.by_head(count, n, width)
    scores = step.pairs(count, n, width)
    return {
        "X": flat,
        "Q": step.projected(flat, width),
        "Q_heads": by_head,
        "scores": scores,
        "weights": step.weights(scores, n),
        "head_outputs": by_head,
        "merged": step.merged(flat, count, n, width),
        "output": flat,
    }


def split_heads(step: Any, X: Any, num_heads: int) -> Any:
    """(..., n, d_model) to (..., num_heads, n, d_head)."""
    return step.move(step.cut(step.take(X), num_heads))


def merge_heads(step: Any, heads: Any) -> Any:
    """(..., num_heads, n, d_head) to (..., n, num_heads * d_head)."""
    return step.turn(step.join(step.line_up(step.take(heads))))


def multi_head_attention(
    step: Any, X: Any, W_q: Any, W_k: Any, W_v: Any, W_o: Any, num_heads: int, context: Any = None
) -> Any:
    """Output (..., n, d_model) and weights (..., num_heads, n, n_k)."""
    asking, asked, told = step.sources(step.take(X), context)
    projected = step.project((asking, asked, told), (W_q, W_k, W_v), num_heads)
    Q, K, V = (step.split(array, num_heads) for array in projected)
    scaled = step.shift(step.scale(step.scores(Q, K), Q, K, V), -1)
    exponentials = step.exponential(scaled, -1)
    weights = step.afterwards(exponentials / step.total(exponentials, -1), Q)
    output = step.project_output(step.merge(step.mix(weights, K, V)), W_o)
    return step.result(output, step.collect(weights))


def cut_rows(X: Any, num_heads: int) -> Any:
    """(..., n, d_model) to (..., n, num_heads, d_head), each row cut into pieces."""
    return X.reshape(*X.shape[:-1], num_heads, X.shape[-1] // num_heads)


def join_pieces(pieces: Any) -> Any:
    """(..., n, num_heads, d_head) to (..., n, num_heads * d_head)."""
    return pieces.reshape(*pieces.shape[:-2], pieces.shape[-2] * pieces.shape[-1])


def exchange(array: Any) -> Any:
    """Exchange the axis of heads with that of tokens; their numbers are -3 and -2."""
    return array.swapaxes(-3, -2)


SHAPE_STEPS: dict[str, Any] = {
    "heads": lambda d_model, num_heads: (num_heads, d_model // num_heads),
    "flat": lambda n, d_model: (n, d_model),
    "projected": lambda flat, width: flat,
    "by_head": lambda count, n, width: (count, n, width),
    "pairs": lambda count, n, width: (count, n, n),
    "weights": lambda scores, n: scores,
    "merged": lambda flat, count, n, width: flat,
}

SPLIT_STEPS: dict[str, Any] = {"take": lambda array: array, "cut": cut_rows, "move": exchange}

MERGE_STEPS: dict[str, Any] = {
    "take": lambda array: array,
    "line_up": exchange,
    "join": join_pieces,
    "turn": lambda merged: merged,
}

_SHARED = ("take", "scores", "scale", "exponential", "total", "afterwards", "mix", "result")

# No guards here: no score is infinite, and bare steps make a diagnosis twice as fast.
MULTI_HEAD_STEPS: dict[str, Any] = {
    **{name: ATTENTION_STEPS[name] for name in _SHARED},
    "sources": lambda X, context: (X, *[X if context is None else context] * 2),
    "project": lambda sources, matrices, num_heads: [
        source @ W for source, W in zip(sources, matrices, strict=True)
    ],
    "split": lambda array, num_heads: exchange(cut_rows(array, num_heads)),
    "shift": lambda scores, axis: scores,
    "merge": lambda heads: join_pieces(exchange(heads)),
    "project_output": lambda merged, W_o: merged @ W_o,
    "collect": lambda weights: weights,
}
