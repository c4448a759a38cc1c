"""Heads cut, joined or projected the wrong way.

Mistakes of other lessons that look different in code where there are heads have their words in
the other groups, and their code at the end of this one.
"""

from typing import Any

import numpy as np

from attnlib.practice.catalogue.scaling import divided_by_root
from attnlib.practice.mistake import Mistake
from attnlib.practice.pipelines import Steps
from attnlib.practice.pipelines.heads import cut_rows, exchange, join_pieces


def _straight_split(X: Any, num_heads: int) -> Any:
    *batch, n, d_model = X.shape
    return X.reshape(*batch, num_heads, n, d_model // num_heads)


def _straight_merge(heads: Any) -> Any:
    *batch, num_heads, n, d_head = heads.shape
    return heads.reshape(*batch, n, num_heads * d_head)


def _cut_in_turns(X: Any, num_heads: int) -> Any:
    """Deal the columns out to the heads in turns."""
    return X.reshape(*X.shape[:-1], -1, num_heads).swapaxes(-2, -1)


def _join_in_turns(pieces: Any) -> Any:
    return join_pieces(pieces.swapaxes(-2, -1))


def _rows_below_each_other(pieces: Any) -> Any:
    *batch, n, num_heads, d_head = pieces.shape
    return exchange(pieces).reshape(*batch, num_heads * n, d_head)


def _as_it_is(array: Any) -> Any:
    return array


def _averaged_pieces(heads: Any) -> Any:
    return np.concatenate([heads.mean(axis=-3)] * heads.shape[-3], axis=-1)


def _diagonal_blocks(W: Any, num_heads: int) -> Any:
    width = W.shape[-1] // num_heads
    return W * np.kron(np.eye(num_heads), np.ones((width, width)))


def _no_context(X: Any, context: Any) -> Any:
    if context is not None:
        raise ValueError("the truth value of an array is ambiguous")
    return X, X, X


def _same_length(X: Any, context: Any) -> Any:
    source = X if context is None else context
    if source.shape != X.shape:
        raise ValueError("cannot reshape array")
    return X, source, source


HEADS = (
    Mistake(
        "scale-by-sqrt-d_model",
        "The scores are divided by the root of d_model, so the weights are too flat.",
        "How many numbers of a query take part in one head's score?",
        ({"scale": divided_by_root(lambda Q, K, V: Q.shape[-3] * Q.shape[-1])},),
    ),
    Mistake(
        "scale-by-sqrt-num_heads",
        "The scores are divided by the root of the number of heads.",
        "How many numbers of a query take part in one head's score?",
        ({"scale": divided_by_root(lambda Q, K, V: Q.shape[-3])},),
    ),
    Mistake(
        "softmax-over-heads",
        "Softmax runs over the heads: they share a weight of 1 for each pair.",
        "Should one head's weights depend on the scores of another?",
        (
            {"total": lambda exponentials, axis: exponentials.sum(axis=-3, keepdims=True)},
            {"total": lambda exponentials, axis: exponentials.sum(axis=0, keepdims=True)},
            {
                "shift": lambda scores, axis: scores - scores.max(axis=-1, keepdims=True),
                "total": lambda exponentials, axis: exponentials.sum(axis=-3, keepdims=True),
            },
        ),
    ),
    Mistake(
        "split-without-transpose",
        "Reshape goes straight to heads first, so a head gets whole tokens.",
        "Which numbers of the first token are in the first head?",
        (
            {"cut": _straight_split, "move": _as_it_is},
            {"split": _straight_split},
        ),
    ),
    Mistake(
        "merge-without-transpose",
        "Reshape joins heads straight away, so a row mixes several tokens.",
        "Which axes lie side by side when reshape joins two into one?",
        (
            {"line_up": _as_it_is, "join": _straight_merge},
            {"merge": _straight_merge},
        ),
    ),
    Mistake(
        "heads-interleaved",
        "Columns go to the heads in turns, not in blocks of neighbours.",
        "Where in a row do the numbers of the first head lie?",
        (
            {"cut": _cut_in_turns},
            {"join": _join_in_turns},
            {
                "line_up": _as_it_is,
                "join": lambda heads: np.dstack(list(heads)).reshape(heads.shape[1], -1),
            },
            {"split": lambda array, num_heads: exchange(_cut_in_turns(array, num_heads))},
            {"merge": lambda heads: _join_in_turns(exchange(heads))},
            {
                "split": lambda array, num_heads: exchange(_cut_in_turns(array, num_heads)),
                "merge": lambda heads: _join_in_turns(exchange(heads)),
            },
        ),
    ),
    Mistake(
        "heads-averaged",
        "The heads are averaged, so what each found alone is lost.",
        "What did one head find that the others did not?",
        (
            {"join": lambda pieces: pieces.mean(axis=-2)},
            {"collect": lambda weights: weights.mean(axis=-3)},
            {"merge": lambda heads: heads.mean(axis=-3)},
            {"merge": _averaged_pieces},
            {"weights": lambda scores, n: (n, n)},
            {"merged": lambda flat, count, n, width: (n, width)},
        ),
    ),
    Mistake(
        "heads-summed",
        "The heads are added up, not put side by side.",
        "How wide must a row be so that every head keeps its place?",
        ({"join": lambda pieces: pieces.sum(axis=-2)},),
    ),
    Mistake(
        "heads-axis-not-moved",
        "The axis of heads stays behind the tokens.",
        "Which two axes must come last where tokens are compared with tokens?",
        (
            {"move": _as_it_is},
            {"split": cut_rows, "merge": join_pieces},
            {"by_head": lambda count, n, width: (n, count, width)},
            {
                "by_head": lambda count, n, width: (n, count, width),
                "pairs": lambda count, n, width: (n, count, count),
            },
        ),
    ),
    Mistake(
        "heads-last",
        "The axis of heads comes last of all.",
        "Which two axes belong to one head's own table?",
        (
            {"move": lambda cut: np.moveaxis(cut, -2, -1)},
            {
                "by_head": lambda count, n, width: (n, width, count),
                "pairs": lambda count, n, width: (n, n, count),
            },
        ),
    ),
    Mistake(
        "heads-and-width-exchanged",
        "The number of heads is taken for the width of one head.",
        "With 2 heads and 6 columns, how wide is one head?",
        (
            {"cut": lambda X, num_heads: X.reshape(*X.shape[:-1], -1, num_heads)},
            {"heads": lambda d_model, num_heads: (d_model // num_heads, num_heads)},
        ),
    ),
    Mistake(
        "heads-full-width",
        "Every head gets all the columns instead of its share.",
        "How do the heads share d_model out among themselves?",
        (
            {"cut": lambda X, num_heads: np.stack([X] * num_heads, axis=-2)},
            {
                "heads": lambda d_model, num_heads: (num_heads, d_model),
                "merged": lambda flat, count, n, width: (n, count * width),
            },
        ),
    ),
    Mistake(
        "heads-not-merged",
        "The heads keep an axis of their own and are not joined.",
        "How many axes has a table with one row for each token?",
        (
            {"join": _as_it_is},
            {"merged": lambda flat, count, n, width: (n, count, width)},
        ),
    ),
    Mistake(
        "heads-stacked-as-rows",
        "The heads stand one below the other, not side by side.",
        "How many rows must be left when the heads are merged?",
        (
            {"join": _rows_below_each_other},
            {"line_up": _as_it_is, "join": np.vstack},
            {"merged": lambda flat, count, n, width: (count * n, width)},
        ),
    ),
    Mistake(
        "embeddings-as-columns",
        "Rows and columns are exchanged: the tokens stand in the columns.",
        "Which axis of X counts the tokens?",
        (
            {"move": lambda cut: np.moveaxis(cut, -3, -1)},
            {"turn": lambda merged: merged.swapaxes(-1, -2)},
            {
                "flat": lambda n, d_model: (d_model, n),
                "by_head": lambda count, n, width: (count, width, n),
            },
        ),
    ),
    Mistake(
        "float-division",
        "A single slash makes d_head a float, and a float is no size.",
        "Which division of whole numbers gives a whole number?",
        (
            {"heads": lambda d_model, num_heads: (num_heads, d_model / num_heads)},
            {
                "heads": lambda d_model, num_heads: (num_heads, d_model / num_heads),
                "merged": lambda flat, count, n, width: (n, count * width),
            },
        ),
    ),
    Mistake(
        "scores-over-features",
        "Columns are compared with columns: the scores are Q^T K.",
        "One score compares which two things?",
        ({"pairs": lambda count, n, width: (count, width, width)},),
    ),
    Mistake(
        "scores-without-heads",
        "There is one table of scores for all heads together.",
        "How many tables of scores do several heads fill?",
        ({"pairs": lambda count, n, width: (n, n)},),
    ),
    Mistake(
        "q-of-one-head",
        "Q is only as wide as one head.",
        "For how many heads does W_q make queries at once?",
        ({"projected": lambda flat, width: (flat[0], width)},),
    ),
    Mistake(
        "single-head",
        "num_heads is never used: one head attends with all columns.",
        "Where does the number of heads enter the computation?",
        ({"split": lambda array, num_heads: array, "merge": _as_it_is},),
    ),
    Mistake(
        "split-before-projection",
        "Each head sees only its own part of every embedding.",
        "What comes first: projecting, or splitting into heads?",
        (
            {
                "project": lambda sources, matrices, num_heads: [
                    source @ _diagonal_blocks(W, num_heads)
                    for source, W in zip(sources, matrices, strict=True)
                ]
            },
        ),
    ),
    Mistake(
        "projections-transposed",
        "X is multiplied by transposed projections, as nn.Linear would do it.",
        "Which axis of W_q does each row of X meet?",
        (
            {
                "project": lambda sources, matrices, num_heads: [
                    source @ W.T for source, W in zip(sources, matrices, strict=True)
                ]
            },
        ),
    ),
    Mistake(
        "projections-exchanged",
        "W_q makes the keys, and W_k the queries.",
        "Which matrix should make the queries?",
        (
            {
                "project": lambda sources, matrices, num_heads: [
                    sources[0] @ matrices[1],
                    sources[1] @ matrices[0],
                    sources[2] @ matrices[2],
                ]
            },
        ),
    ),
    Mistake(
        "output-projection-missing",
        "The merged heads are returned as they are: W_o is never used.",
        "What still has to mix the numbers of different heads?",
        ({"project_output": lambda merged, W_o: merged},),
    ),
    Mistake(
        "output-projection-transposed",
        "The merged heads are multiplied by the transposed W_o.",
        "Which axis of W_o does each merged row meet?",
        ({"project_output": lambda merged, W_o: merged @ W_o.T},),
    ),
    Mistake(
        "context-for-queries",
        "The roles are exchanged: queries come from the context, keys from X.",
        "Who asks in cross-attention: X, or the context?",
        ({"sources": lambda X, context: (X, X, X) if context is None else (context, X, X)},),
    ),
    Mistake(
        "context-ignored",
        "The context is never used: keys and values still come from X.",
        "Where should keys and values come from when there is a context?",
        ({"sources": lambda X, context: (X, X, X)},),
    ),
    Mistake(
        "context-for-keys-only",
        "Keys come from the context, but values still come from X.",
        "Whose value goes with each key?",
        ({"sources": lambda X, context: (X, X if context is None else context, X)},),
    ),
    Mistake(
        "array-as-truth",
        "An array is asked whether it is true, which only None can answer.",
        "Which test tells None from an array, whatever it holds?",
        ({"sources": _no_context},),
        breaks=("truth",),
    ),
    Mistake(
        "lengths-assumed-equal",
        "The context is taken to be as long as X.",
        "How many keys are there when there is a context?",
        ({"sources": _same_length},),
        breaks=("reshape", "product", "broadcast", "mask", "stack", "index"),
    ),
)


def _only(axes: int) -> Any:
    def take(array: Any) -> Any:
        if array.ndim != axes:
            raise ValueError(f"not enough values to unpack (expected {axes})")
        return array

    return take


def _own_maximum(scores: Any, axis: int) -> Any:
    return scores - scores.max(axis=axis, keepdims=True)


def _with_or_without_maximum(total: Any) -> tuple[Steps, ...]:
    return ({"total": total}, {"total": total, "shift": _own_maximum})


def _sum_in_a_loop_over_axis_0(exponentials: Any, axis: int) -> Any:
    """Axis 0 of one head's scores: the queries, but the batch where there is one."""
    return exponentials.sum(axis=-2 if exponentials.ndim == 3 else 0, keepdims=True)


def _one_hot(scores: Any, axis: int) -> Any:
    return (scores == scores.max(axis=axis, keepdims=True)) * 1.0


def _columns_of_axis_1(X: Any, num_heads: int) -> Any:
    width = X.shape[-1] // num_heads
    return np.stack([X[:, h * width : (h + 1) * width] for h in range(num_heads)])


BATCHES_WHERE_HEADS_SPLIT: dict[str, tuple[Steps, ...]] = {
    "batch-axis-breaks": (
        {"take": _only(2)},
        {"move": lambda cut: np.moveaxis(cut, -2, 0)},
        {"cut": _columns_of_axis_1, "move": _as_it_is},
    )
}

BATCHES_WHERE_HEADS_MERGE: dict[str, tuple[Steps, ...]] = {
    "batch-axis-breaks": (
        {"take": _only(3)},
        {"line_up": lambda heads: np.moveaxis(heads, 0, -2)},
        {"line_up": lambda heads: heads.swapaxes(0, 1).reshape(heads.shape[-2], -1, 1)},
        {"line_up": _as_it_is, "join": np.hstack},
    )
}

SHARED_WHERE_HEADS_ATTEND: dict[str, tuple[Steps, ...]] = {
    "scale-by-sqrt-n": (
        {"scale": divided_by_root(lambda Q, K, V: K.shape[-2])},
        {"scale": divided_by_root(lambda Q, K, V: Q.shape[-2])},
    ),
    "softmax-over-queries": (
        *_with_or_without_maximum(
            lambda exponentials, axis: exponentials.sum(axis=-2, keepdims=True)
        ),
        {"total": _sum_in_a_loop_over_axis_0},
    ),
    "softmax-over-everything": (
        *_with_or_without_maximum(lambda exponentials, axis: exponentials.sum()),
        *_with_or_without_maximum(
            lambda exponentials, axis: exponentials.sum(axis=(-2, -1), keepdims=True)
        ),
    ),
    "softmax-not-normalised": _with_or_without_maximum(lambda exponentials, axis: 1.0),
    "hard-argmax": ({"exponential": _one_hot},),
    "keepdims-missing": _with_or_without_maximum(
        lambda exponentials, axis: exponentials.sum(axis=axis)
    ),
    "exp-missing": ({"exponential": lambda scores, axis: scores},),
    "log-softmax": ({"afterwards": lambda weights, Q: np.log(weights)},),
    "q-k-swapped": ({"scores": lambda Q, K: K @ Q.swapaxes(-1, -2)},),
    "self-scores": (
        {"scores": lambda Q, K: Q @ Q.swapaxes(-1, -2)},
        {"scores": lambda Q, K: K @ K.swapaxes(-1, -2)},
    ),
    "negated": ({"scores": lambda Q, K: -Q @ K.swapaxes(-1, -2)},),
    "batch-axis-breaks": (
        {"take": _only(2)},
        {"collect": lambda weights: np.moveaxis(weights, -3, 0)},
    ),
    "weights-transposed": ({"mix": lambda weights, K, V: weights.swapaxes(-1, -2) @ V},),
}
