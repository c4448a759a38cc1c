"""The arguments for PyTorch, made with NumPy step by step.

Nothing here needs PyTorch, so mistakes can be simulated where it is not installed.
"""

from itertools import permutations
from typing import Any

import numpy as np

from checks.family import Family
from checks.mistake import Mistake
from checks.steps import KEPT, Steps


def packed(step: Any, matrices: Any, num_heads: int) -> Any:
    """Pack three matrices into (3 * d_model, d_model), as nn.MultiheadAttention keeps them."""
    blocks = [step.packing.turn(W) for W in step.packing.order(*matrices)]
    return step.packing.join(blocks, num_heads)


def in_convention(step: Any, visible: Any) -> Any:
    """Convert `visible` (n, n) to one of PyTorch's two conventions."""
    laid = step.reading.lay(step.reading.consult(visible))
    return step.polarity.of(step.reading.diagonal(laid))


def as_it_is(array: Any) -> Any:
    """Leave a step out."""
    return array


def _in_turns(blocks: Any, num_heads: int) -> Any:
    d_model = blocks[0].shape[1]
    return np.stack(blocks, axis=1).reshape(-1, d_model)


def in_order(*places: int) -> Steps:
    """Pack the matrices in another order."""
    return {"packing.order": lambda *matrices: [matrices[place] for place in places]}


def _side_by_side(blocks: Any, num_heads: int) -> Any:
    return np.concatenate(blocks, axis=1)


KEYS_FIRST = in_order(1, 0, 2)
OTHER_ORDERS = tuple(
    in_order(*places) for places in permutations(range(3)) if places not in ((0, 1, 2), (1, 0, 2))
)

PACKING = Family(
    "packing",
    {
        "order": lambda W_q, W_k, W_v: (W_q, W_k, W_v),
        "turn": lambda W: W.T,
        "join": lambda blocks, num_heads: np.concatenate(blocks),
    },
    (
        Mistake(
            "in-proj-not-transposed",
            "The matrices are packed untransposed, but PyTorch multiplies by W^T.",
            "X @ W here, x W^T there: which W does PyTorch need?",
        ).by({"packing.turn": as_it_is}),
        Mistake(
            "in-proj-order",
            "The three blocks stand in another order than PyTorch reads them.",
            "Which rows does nn.MultiheadAttention take for the queries?",
        ).by(KEYS_FIRST, *OTHER_ORDERS),
        Mistake(
            "in-proj-interleaved",
            "Rows of queries, keys and values take turns, but PyTorch reads three blocks.",
            "Whose rows are the first d_model of the packed matrix?",
        ).by({"packing.join": _in_turns}),
        Mistake(
            "in-proj-side-by-side",
            "The blocks stand side by side, not one below the other.",
            "Which axis of the packed matrix is three times as long?",
        ).by(
            {"packing.turn": as_it_is, "packing.join": _side_by_side},
            {"packing.join": _side_by_side},
        ),
    ),
)

READING = Family(
    "reading",
    {"consult": as_it_is, "lay": as_it_is, "diagonal": as_it_is},
    (
        Mistake(
            "mask-missing",
            "Nothing is hidden: every token attends to every token.",
            "Which entries of the mask keep a token from being seen?",
        ).by({"reading.consult": np.ones_like, "polarity.of": KEPT}),
        Mistake(
            "mask-transposed",
            "The mask is transposed: queries and keys are exchanged.",
            "Does a row of PyTorch's mask belong to a query or a key?",
        ).by({"reading.lay": np.transpose}),
        Mistake(
            "mask-hides-diagonal",
            "No token may attend to itself, even where `visible` allows it.",
            "What does `visible` say on its diagonal?",
        ).by({"reading.diagonal": lambda visible: visible & ~np.eye(len(visible), dtype=bool)}),
        Mistake(
            "diagonal-opened",
            "The diagonal is always open, whatever `visible` says.",
            "What does `visible` say on its diagonal?",
        ).by({"reading.diagonal": lambda visible: visible | np.eye(len(visible), dtype=bool)}),
        Mistake(
            "everything-hidden",
            "Everything is hidden: no token may attend to any.",
            "Which entries of your mask let a token be seen?",
        ).by({"reading.consult": np.zeros_like, "polarity.of": KEPT}),
    ),
)

IGNORED = Mistake(
    "visible-ignored",
    "The mask is causal, whatever `visible` says.",
    "Where does the argument `visible` enter the mask?",
).by({"reading.consult": lambda visible: np.tril(np.ones_like(visible))})

MHA_POLARITY = Family(
    "polarity",
    {"of": np.logical_not},
    (
        Mistake(
            "mha-mask-polarity",
            "nn.MultiheadAttention blocks where the mask is True, but here True means visible.",
            "What does True mean in the attn_mask of nn.MultiheadAttention?",
        ).by({"polarity.of": as_it_is}),
        IGNORED,
    ),
)

SDPA_POLARITY = Family(
    "polarity",
    {"of": as_it_is},
    (
        Mistake(
            "sdpa-mask-polarity",
            "scaled_dot_product_attention attends where the mask is True, but here True means blocked.",
            "What does True mean in the attn_mask of scaled_dot_product_attention?",
        ).by({"polarity.of": np.logical_not}),
        IGNORED,
    ),
)
