"""The catalogue of mistakes: what goes wrong, in words and as code, and the question to ask.

Each mistake exchanges steps of the pipelines in `attnlib.practice.pipelines`. It may have
several variants: different code by which people arrive at the same mistake. The order matters:
where two mistakes compute the same for a task, the first is named.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from attnlib.practice.pipelines import Steps, close_to_one


@dataclass(frozen=True)
class Mistake:
    """One wrong way to compute.

    Attributes
    ----------
    slug : str
        Its name in results and reports.
    does : str
        What the code does instead, in one sentence.
    question : str
        A question that leads to the repair without giving it away.
    variants : tuple of steps
        The steps exchanged, once for each way in which people write it.
    """

    slug: str
    does: str
    question: str
    variants: tuple[Steps, ...]


def _no_shift(scores: Any, axis: int | None) -> Any:
    return scores


def _bare_shift(scores: Any, axis: int | None) -> Any:
    return scores - scores.max(axis=axis, keepdims=True)


def _bare_divide(exponentials: Any, total: Any) -> Any:
    return exponentials / total


def _narrow_shift(scores: Any, axis: int | None) -> Any:
    largest = scores.max(axis=axis)
    return scores - np.where(np.isneginf(largest), 0, largest)


def _bare_narrow_shift(scores: Any, axis: int | None) -> Any:
    return scores - scores.max(axis=axis)


def _narrow_total(exponentials: Any, axis: int | None) -> Any:
    return exponentials.sum(axis=axis)


def _math_exp(shifted: Any, axis: int | None) -> Any:
    """Like math.exp: an error, not inf, where the result is too large."""
    if (shifted > 709).any():
        raise OverflowError("math range error")
    return np.exp(shifted)


def _hidden(scores: Any, axis: int | None) -> Any:
    return np.all(scores == -np.inf, axis=axis, keepdims=True)


def _two_axes_only(array: Any) -> Any:
    if array.ndim != 2:
        raise ValueError("not enough values to unpack (expected 2)")
    return array


_LOG_SUM_EXP = {
    "exponential": lambda shifted, axis: shifted,
    "total": lambda shifted, axis: np.log(np.exp(shifted).sum(axis=axis, keepdims=True)),
    "divide": lambda shifted, logarithm: shifted - logarithm,
}


def _one_hot(shifted: Any, axis: int | None) -> Any:
    if axis is None:
        return (np.arange(shifted.size) == shifted.argmax()).reshape(shifted.shape) * 1.0
    places = np.arange(shifted.shape[axis])
    moved = np.moveaxis(shifted, axis, -1)
    hot = moved.argmax(axis=-1)[..., None] == places
    return np.moveaxis(hot * 1.0, -1, axis)


def _spoil(array: Any) -> Any:
    taken = array.copy()
    array += 1
    return taken


def _divided_by_root(size: Any) -> Any:
    return lambda scores, Q, K, V: scores / np.sqrt(size(Q, K, V))


SCALE = (
    Mistake(
        "no-scale",
        "The scores go into softmax unscaled, so the weights are too sharp.",
        "What is the spread of a dot product of d_k numbers?",
        ({"scale": lambda scores, Q, K, V: scores},),
    ),
    Mistake(
        "scale-by-d_k",
        "The scores are divided by d_k itself, so the weights are too flat.",
        "Which power of d_k keeps the spread of the scores at 1?",
        ({"scale": lambda scores, Q, K, V: scores / Q.shape[-1]},),
    ),
    Mistake(
        "scale-by-sqrt-n",
        "The scores are divided by the root of a number of tokens.",
        "Over which axis does the dot product sum, and how long is it?",
        tuple(
            {"scale": _divided_by_root(size)}
            for size in (
                lambda Q, K, V: K.shape[-2],
                lambda Q, K, V: Q.shape[-2],
                lambda Q, K, V: len(K),
                lambda Q, K, V: len(Q),
            )
        ),
    ),
    Mistake(
        "scale-by-sqrt-d_v",
        "The scores are divided by the root of d_v, the width of the values.",
        "Do the values take part in the scores at all?",
        ({"scale": _divided_by_root(lambda Q, K, V: V.shape[-1])},),
    ),
    Mistake(
        "scale-inverted",
        "The scores are multiplied by the root of d_k, which makes them larger still.",
        "Should the scaling make large scores smaller or larger?",
        ({"scale": lambda scores, Q, K, V: scores * np.sqrt(Q.shape[-1])},),
    ),
    Mistake(
        "scale-after-softmax",
        "The weights are divided after softmax, so no row sums to 1 any more.",
        "What has to be scaled: what goes into softmax, or what comes out?",
        (
            {
                "scale": lambda scores, Q, K, V: scores,
                "afterwards": lambda weights, Q: weights / np.sqrt(Q.shape[-1]),
            },
        ),
    ),
)

SOFTMAX = (
    Mistake(
        "softmax-over-queries",
        "Softmax runs down the columns: they sum to 1, not the rows.",
        "Who shares out a weight of 1: each key, or each query?",
        (
            {"axis": lambda given: -2},
            {"axis": lambda given: 0},
            {"axis": lambda given: given[0] if given else 0},
            {"axis": lambda given: given[0] if given else -2},
            {"total": lambda exponentials, axis: exponentials.sum(axis=-2, keepdims=True)},
            {"total": lambda exponentials, axis: exponentials.sum(axis=0, keepdims=True)},
        ),
    ),
    Mistake(
        "softmax-over-everything",
        "One sum over the whole array: all weights together make 1, not each row.",
        "How much attention has each single query to give?",
        (
            {"axis": lambda given: None},
            {"axis": lambda given: (-2, -1)},
            {"total": lambda exponentials, axis: exponentials.sum()},
        ),
    ),
    Mistake(
        "softmax-not-normalised",
        "The exponentials are never divided by their sum.",
        "What must the weights of one query add up to?",
        (
            {"total": lambda exponentials, axis: 1.0},
            {"total": lambda exponentials, axis: 1.0, "shift": _no_shift},
            {"total": lambda exponentials, axis: 1.0, "shift": _bare_shift},
        ),
    ),
    Mistake(
        "softmax-overflow",
        "No maximum is subtracted, so exp of a large score is infinite.",
        "What may be subtracted from all scores of a row without changing its weights?",
        (
            {"shift": _no_shift},
            {"shift": _no_shift, "divide": _bare_divide},
            {"shift": _no_shift, "exponential": _math_exp},
            {"shift": _no_shift, "exponential": _math_exp, "divide": _bare_divide},
        ),
    ),
    Mistake(
        "softmax-base-2",
        "Powers of 2 stand where powers of e belong.",
        "Which base does exp have?",
        ({"exponential": lambda shifted, axis: np.exp2(shifted)},),
    ),
    Mistake(
        "hard-argmax",
        "The largest score takes all the weight, the others get nothing.",
        "Where has the second best key gone?",
        (
            {"exponential": _one_hot},
            {"exponential": lambda shifted, axis: (shifted == 0) * 1.0},
            {"shift": _no_shift, "exponential": _one_hot},
        ),
    ),
    Mistake(
        "keepdims-missing",
        "A maximum or a sum lost its axis, so rows use each other's.",
        "What does keepdims=True change about the shape of a sum?",
        (
            {"shift": _narrow_shift},
            {"shift": _bare_narrow_shift},
            *(
                {"total": _narrow_total, **shift, **divide}
                for shift in (
                    {},
                    {"shift": _no_shift},
                    {"shift": _bare_shift},
                    {"shift": _narrow_shift},
                    {"shift": _bare_narrow_shift},
                )
                for divide in ({}, {"divide": _bare_divide})
            ),
        ),
    ),
    Mistake(
        "axis-ignored",
        "The argument `axis` is never used: the sums always run along the last axis.",
        "What should softmax(scores, axis=0) add up?",
        ({"axis": lambda given: -1},),
    ),
    Mistake(
        "maximum-over-everything",
        "One maximum of the whole array is subtracted, so rows far below it vanish.",
        "Whose maximum must be subtracted from a row?",
        (
            {"shift": lambda scores, axis: scores - scores.max()},
            {"shift": lambda scores, axis: scores - scores.max(), "divide": _bare_divide},
        ),
    ),
    Mistake(
        "exp-missing",
        "The scores are divided by their sum without exp, so negative scores go wrong.",
        "What makes a weight positive even where the score is negative?",
        (
            {
                "shift": _no_shift,
                "exponential": lambda shifted, axis: shifted,
                "divide": _bare_divide,
            },
            {
                "shift": _no_shift,
                "exponential": lambda shifted, axis: np.where(_hidden(shifted, axis), 0, shifted),
            },
        ),
    ),
    Mistake(
        "log-softmax",
        "The logarithms of the weights are returned, all of them negative.",
        "Do weights that share out 1 lie between 0 and 1 here?",
        (
            {
                "divide": lambda exponentials, total: np.log(
                    exponentials / np.where(total == 0, 1, total)
                )
            },
            {"divide": lambda exponentials, total: np.log(exponentials / total)},
            *(
                {**_LOG_SUM_EXP, **shift}
                for shift in ({}, {"shift": _no_shift}, {"shift": _bare_shift})
            ),
        ),
    ),
    Mistake(
        "hidden-row-nan",
        "A slice that is -inf throughout becomes nan: 0 divided by 0.",
        "What are the weights where there is nothing to attend to?",
        ({"shift": _bare_shift, "divide": _bare_divide},),
    ),
    Mistake(
        "hidden-row-uniform",
        "A slice that is -inf throughout gets equal weights, as if all were visible.",
        "What are the weights where there is nothing to attend to?",
        (
            {
                "divide": lambda exponentials, total: np.where(
                    total == 0, total.size / exponentials.size, exponentials / total
                )
            },
        ),
    ),
)

SCORES = (
    Mistake(
        "q-k-swapped",
        "The scores are K Q^T: keys on the rows and queries on the columns.",
        "Whose row should one row of scores be?",
        (
            {"scores": lambda Q, K: K @ np.swapaxes(Q, -1, -2)},
            {"scores": lambda Q, K: K @ Q.T},
        ),
    ),
    Mistake(
        "self-scores",
        "One array is scored against itself, so the other plays no part.",
        "Which two arrays does a score compare?",
        (
            {"scores": lambda Q, K: Q @ np.swapaxes(Q, -1, -2)},
            {"scores": lambda Q, K: K @ np.swapaxes(K, -1, -2)},
            {"scores": lambda Q, K: Q @ Q.T},
            {"scores": lambda Q, K: K @ K.T},
        ),
    ),
    Mistake(
        "keys-not-transposed",
        "Q is multiplied by K as it stands, which fits only where K is square.",
        "Along which axis of K must a query be summed?",
        ({"scores": lambda Q, K: Q @ K},),
    ),
    Mistake(
        "negated",
        "The sign is turned round: the least similar key gets the most weight.",
        "Should a larger dot product give more weight or less?",
        (
            {"take": lambda array: -array},
            {"take": lambda array: -array, "divide": _bare_divide, "shift": _bare_shift},
            {
                "take": lambda array: -array,
                "shift": lambda scores, axis: np.where(
                    _hidden(-scores, axis), -np.inf, _bare_shift(scores, axis)
                ),
            },
            {
                "exponential": lambda shifted, axis: np.where(
                    _hidden(shifted, axis), 0, np.exp(-shifted)
                )
            },
        ),
    ),
    Mistake(
        "batch-axis-breaks",
        "It holds for two axes only: with batch axes in front it breaks.",
        "Which axes does the code name from the front, and which does .T move?",
        (
            {"scores": lambda Q, K: Q @ K.T},
            {"scores": lambda Q, K: np.dot(Q, K.T)},
            {"scores": lambda Q, K: np.dot(Q, np.swapaxes(K, -1, -2))},
            {"scale": _divided_by_root(lambda Q, K, V: Q.shape[1])},
            {"scores": lambda Q, K: Q @ K.T, "scale": _divided_by_root(lambda Q, K, V: Q.shape[1])},
            {"axis": lambda given: given[0] if given else 1},
            {"take": _two_axes_only},
            {"mix": lambda weights, K, V: np.dot(weights, V)},
        ),
    ),
)

OUTPUT = (
    Mistake(
        "weights-transposed",
        "The weights are transposed before they meet the values.",
        "Which axis of the weights belongs to the rows of V?",
        (
            {"mix": lambda weights, K, V: np.swapaxes(weights, -1, -2) @ V},
            {"mix": lambda weights, K, V: weights.T @ V},
            {"mix": lambda weights, K, V: np.einsum("...ij,...iv->...jv", weights, V)},
        ),
    ),
    Mistake(
        "values-from-keys",
        "The weights average the keys, and V is never used.",
        "What is each key there for, and what is handed over when it fits?",
        ({"mix": lambda weights, K, V: weights @ K},),
    ),
    Mistake(
        "returned-in-wrong-order",
        "The weights come first and the output second.",
        "In which order does the exercise ask for its two results?",
        ({"result": lambda output, weights: (weights, output)},),
    ),
    Mistake(
        "weights-not-returned",
        "Only the output is returned, the weights are not.",
        "Which two results does the exercise ask for?",
        ({"result": lambda output, weights: output},),
    ),
)

WHICH_AXIS = (
    Mistake(
        "axes-exchanged",
        "Rows and columns are exchanged: for row sums of 1 it names axis -2.",
        "Which axis disappears when each row is added up?",
        (
            {"name": lambda axis: {-1: -2, -2: -1}[axis]},
            {"name": lambda axis: {-1: -2, -2: -1}[axis], "order": (-2, -1)},
        ),
    ),
    Mistake(
        "columns-first",
        "Where rows and columns both sum to 1 it names the columns.",
        "Which of the two does the exercise want tested first?",
        ({"order": (-2, -1)},),
    ),
    Mistake(
        "exact-equality",
        "The sums are compared with 1 exactly, though floats are rounded.",
        "Is 0.1 + 0.2 equal to 0.3 in floating point?",
        ({"close": lambda sums, weights, axis: sums == 1},),
    ),
    Mistake(
        "tolerance-too-loose",
        "Sums that are off by a thousandth or more still pass as 1.",
        "How far from 1 can rounding alone take a sum?",
        tuple(
            {"close": lambda sums, weights, axis, loose=loose: np.abs(sums - 1) < loose}
            for loose in (0.05, 0.5)
        ),
    ),
    Mistake(
        "only-first-row-tested",
        "Only the first row, or the first column, is looked at.",
        "What if a later row does not sum to 1?",
        ({"quantify": lambda each: each[0]},),
    ),
    Mistake(
        "only-last-row-tested",
        "Only the last row, or the last column, is looked at.",
        "What if an earlier row does not sum to 1?",
        ({"quantify": lambda each: each[-1]},),
    ),
    Mistake(
        "any-row-is-enough",
        "A single row, or column, that sums to 1 is taken as proof.",
        "Must some rows sum to 1, or all of them?",
        ({"quantify": np.any},),
    ),
    Mistake(
        "total-only",
        "Only the total is tested, so rows of 0.5 and 1.5 pass.",
        "Can the total be right while every single row is wrong?",
        (
            {"sums": lambda weights, axis: weights.sum(axis=axis).mean(keepdims=True)},
            {"sums": lambda weights, axis: weights.sum(keepdims=True)[0]},
        ),
    ),
    Mistake(
        "zero-row-accepted",
        "A row of zeros passes as if it summed to 1.",
        "What is the sum of a row of zeros?",
        (
            {"close": lambda sums, weights, axis: close_to_one(sums, weights) | (sums == 0)},
            {
                "close": lambda sums, weights, axis: (
                    close_to_one(sums, weights) | ((sums == 0) & (axis == -1))
                )
            },
        ),
    ),
    Mistake(
        "positive-axis",
        "The axis is counted from the front, 1 or 0, not from the end.",
        "Which numbers does the exercise use for the two axes?",
        ({"count": lambda axis: axis + 2},),
    ),
    Mistake(
        "false-for-none",
        "Where neither rows nor columns sum to 1 it returns something other than None.",
        "What does the exercise want where there is no such axis?",
        tuple({"neither": other} for other in (False, "None", "none", "neither")),
    ),
    Mistake(
        "columns-assumed",
        "Whatever is not normalised along the rows is taken for column sums.",
        "Can both kinds of sums be wrong?",
        ({"neither": -2},),
    ),
)

MUTATES = (
    Mistake(
        "mutates-input",
        "It writes into its argument, so the caller's array is changed afterwards.",
        "Which line assigns into an array that belongs to the caller?",
        ({"take": _spoil},),
    ),
)

CATALOGUE: dict[str, Mistake] = {
    mistake.slug: mistake
    for group in (SCALE, SOFTMAX, SCORES, OUTPUT, WHICH_AXIS, MUTATES)
    for mistake in group
}
