"""PyTorch's own conventions, mistaken."""

from itertools import permutations
from typing import Any

import numpy as np

from attnlib.practice.mistake import Mistake


def _in_turns(blocks: Any, num_heads: int) -> Any:
    d_model = blocks[0].shape[1]
    return np.stack(blocks, axis=1).reshape(-1, d_model)


def _head_by_head(blocks: Any, num_heads: int) -> Any:
    d_model = blocks[0].shape[1]
    by_head = [block.reshape(num_heads, -1, d_model) for block in blocks]
    return np.concatenate(by_head, axis=1).reshape(-1, d_model)


def _in_order(*places: int) -> Any:
    return {"order": lambda *matrices: [matrices[place] for place in places]}


def _as_it_is(array: Any) -> Any:
    return array


def _side_by_side(blocks: Any, num_heads: int) -> Any:
    return np.concatenate(blocks, axis=1)


def _each_alone(scores: Any, blocked: Any) -> Any:
    """In a batch of n sequences of one token, a token sees itself and a mask of n by n is refused."""
    if blocked is not None:
        raise RuntimeError("The shape of the 2D attn_mask is wrong")
    return np.where(np.eye(scores.shape[-1]), scores, -np.inf)


def _no_mask() -> Any:
    raise TypeError("bad operand type for unary ~: 'NoneType'")


def _only(dtype: Any) -> Any:
    def accept(X: Any) -> Any:
        if X.dtype != dtype:
            raise RuntimeError("mat1 and mat2 must have the same dtype")
        return X

    return accept


_KEYS_FIRST = (1, 0, 2)
_OTHER_ORDERS = tuple(
    _in_order(*places)
    for places in permutations(range(3))
    if places not in ((0, 1, 2), _KEYS_FIRST)
)

TORCH = (
    Mistake(
        "in-proj-not-transposed",
        "The matrices are packed untransposed, but PyTorch multiplies by W^T.",
        "X @ W here, x W^T there: which W does PyTorch need?",
        ({"turn": _as_it_is},),
    ),
    Mistake(
        "in-proj-order",
        "The three blocks stand in another order than PyTorch reads them.",
        "Which rows does nn.MultiheadAttention take for the queries?",
        (_in_order(*_KEYS_FIRST), *_OTHER_ORDERS),
    ),
    Mistake(
        "in-proj-interleaved",
        "Rows of queries, keys and values take turns, but PyTorch reads three blocks.",
        "Whose rows are the first d_model of the packed matrix?",
        ({"join": _in_turns},),
    ),
    Mistake(
        "in-proj-side-by-side",
        "The blocks stand side by side, not one below the other.",
        "Which axis of the packed matrix is three times as long?",
        (
            {"turn": _as_it_is, "join": _side_by_side},
            {"join": _side_by_side},
        ),
    ),
    Mistake(
        "mha-mask-polarity",
        "nn.MultiheadAttention blocks where the mask is True, but here True means visible.",
        "What does True mean in the attn_mask of nn.MultiheadAttention?",
        ({"polarity": _as_it_is},),
    ),
    Mistake(
        "sdpa-mask-polarity",
        "scaled_dot_product_attention attends where the mask is True, but here True means blocked.",
        "What does True mean in the attn_mask of scaled_dot_product_attention?",
        ({"polarity": np.logical_not},),
    ),
    Mistake(
        "visible-ignored",
        "The mask is causal, whatever `visible` says.",
        "Where does the argument `visible` enter the mask?",
        ({"consult": lambda visible: np.tril(np.ones_like(visible))},),
    ),
    Mistake(
        "averaged-weights",
        "The weights are averaged over the heads: PyTorch's default.",
        "Which option of the module keeps the weights of each head apart?",
        (
            {"collect": lambda weights: weights.mean(axis=0)},
            {"collect": lambda weights: np.repeat(weights.mean(0)[None], len(weights), axis=0)},
        ),
    ),
    Mistake(
        "batch-first-mixup",
        "Tokens are read as a batch, so each attends to itself.",
        "Which axis of its input does the module read as the batch?",
        ({"fill": _each_alone, "crop": lambda weights: weights[:, :1, :1]},),
    ),
    Mistake(
        "batch-axis-kept",
        "The batch axis of length 1 comes back with the results.",
        "How many axes should the output have?",
        ({"unbatch": lambda array: array[None]},),
    ),
    Mistake(
        "none-not-handled",
        "Without `visible` it stops: None is treated like an array.",
        "What should happen where no `visible` is given?",
        ({"absent": _no_mask},),
        breaks=("none",),
    ),
    Mistake(
        "dtype-mismatch",
        "The module and the tokens differ in dtype.",
        "Which dtype has X, and which have the module's weights?",
        ({"accept": _only(np.float32)}, {"accept": _only(np.float64)}),
        breaks=("dtype",),
    ),
)

_VISIBLE_RETOLD = (
    Mistake(
        "mask-transposed",
        "The mask is transposed: queries and keys are exchanged.",
        "Does a row of PyTorch's mask belong to a query or a key?",
        ({"lay": np.transpose},),
    ),
    Mistake(
        "mask-hides-diagonal",
        "No token may attend to itself, even where `visible` allows it.",
        "What does `visible` say on its diagonal?",
        ({"diagonal": lambda visible: visible & ~np.eye(len(visible), dtype=bool)},),
    ),
    Mistake(
        "mask-not-bool",
        "Numbers are returned where True and False are asked for.",
        "Which dtype has an array of True and False?",
        ({"kind": lambda mask: mask * 1.0},),
    ),
)


def _missing(polarity: Any) -> Mistake:
    """With the right polarity, because a mask that is False or True throughout may be anything."""
    return Mistake(
        "mask-missing",
        "Nothing is hidden: every token attends to every token.",
        "Which entries of the mask keep a token from being seen?",
        ({"consult": np.ones_like, "polarity": polarity},),
    )


def _additive(hidden: bool) -> Mistake:
    """Hidden is what a right mask says where a key may not be seen."""
    return Mistake(
        "mask-additive",
        "It returns 0 and minus infinity, to be added to scores.",
        "Which of PyTorch's two kinds of mask is asked for, bool or float?",
        ({"kind": lambda mask: np.where(mask == hidden, -np.inf, 0)},),
    )


MHA_MASK_RETOLD = (_missing(np.logical_not), *_VISIBLE_RETOLD, _additive(True))
SDPA_MASK_RETOLD = (_missing(_as_it_is), *_VISIBLE_RETOLD, _additive(False))

MODULE_RETOLD = (
    _missing(np.logical_not),
    *_VISIBLE_RETOLD,
    Mistake(
        "mask-after-softmax",
        "Weights are hidden after softmax, so the rows no longer sum to 1.",
        "Who should get the weight that hidden keys lose?",
        (
            {
                "fill": lambda scores, blocked: scores,
                "erase": lambda weights, blocked: (
                    weights if blocked is None else np.where(blocked, 0, weights)
                ),
            },
        ),
    ),
    Mistake(
        "mask-added-as-0-1",
        "PyTorch adds a float mask to the scores, and adding 1 hides nothing.",
        "Which dtype must a mask have that is not to be added?",
        (
            {
                "fill": lambda scores, blocked: (
                    scores if blocked is None else scores + np.logical_not(blocked)
                )
            },
        ),
    ),
    Mistake(
        "q-k-swapped",
        "Queries and keys are exchanged, so the scores are K Q^T.",
        "Which of the three matrices does the module read first?",
        (_in_order(*_KEYS_FIRST),),
    ),
    Mistake(
        "in-proj-order",
        "The three blocks stand in another order than PyTorch reads them.",
        "Which rows does nn.MultiheadAttention take for the queries?",
        _OTHER_ORDERS,
    ),
    Mistake(
        "in-proj-interleaved",
        "Rows of queries, keys and values take turns, but PyTorch reads three blocks.",
        "Whose rows are the first d_model of the packed matrix?",
        ({"join": _in_turns}, {"join": _head_by_head}),
    ),
    Mistake(
        "weights-not-returned",
        "Only the output is returned, the weights are not.",
        "Which two results does the exercise ask for?",
        (
            {"result": lambda output, weights: output},
            {"result": lambda output, weights: (output, None)},
        ),
    ),
)
