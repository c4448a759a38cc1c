"""Heads cut, joined or projected wrongly: the words only, as each task has its own code."""

from typing import Any

from checks.family import Family
from checks.mistake import Mistake


def cut_rows(X: Any, num_heads: int) -> Any:
    """Cut each row into pieces: (..., n, d_model) to (..., n, num_heads, d_head)."""
    return X.reshape(*X.shape[:-1], num_heads, X.shape[-1] // num_heads)


def join_pieces(pieces: Any) -> Any:
    """Join the pieces of each row: (..., n, num_heads, d_head) to (..., n, num_heads * d_head)."""
    return pieces.reshape(*pieces.shape[:-2], pieces.shape[-2] * pieces.shape[-1])


def swap(array: Any) -> Any:
    """Swap the axes of heads and tokens, which are -3 and -2."""
    return array.swapaxes(-3, -2)


def straight_split(X: Any, num_heads: int) -> Any:
    """Reshape (..., n, d_model) straight to (..., num_heads, n, d_head)."""
    *batch, n, d_model = X.shape
    return X.reshape(*batch, num_heads, n, d_model // num_heads)


def straight_merge(heads: Any) -> Any:
    """Reshape (..., num_heads, n, d_head) straight to (..., n, num_heads * d_head)."""
    *batch, num_heads, n, d_head = heads.shape
    return heads.reshape(*batch, n, num_heads * d_head)


def cut_in_turns(X: Any, num_heads: int) -> Any:
    """Deal the columns out to the heads in turn."""
    return X.reshape(*X.shape[:-1], -1, num_heads).swapaxes(-2, -1)


def join_in_turns(pieces: Any) -> Any:
    """Take the columns from the heads in turn."""
    return join_pieces(pieces.swapaxes(-2, -1))


def as_it_is(array: Any) -> Any:
    """Leave a step out."""
    return array


SPLIT_STRAIGHT = Mistake(
    "split-without-transpose",
    "Reshape goes straight to heads first, so a head gets whole tokens.",
    "Which numbers of the first token are in the first head?",
)

MERGED_STRAIGHT = Mistake(
    "merge-without-transpose",
    "Reshape joins heads straight away, so a row mixes several tokens.",
    "Which axes lie side by side when reshape joins two into one?",
)

INTERLEAVED = Mistake(
    "heads-interleaved",
    "Columns go to the heads in turns, not in blocks of neighbours.",
    "Where in a row do the numbers of the first head lie?",
)

AVERAGED = Mistake(
    "heads-averaged",
    "The heads are averaged, so what each found alone is lost.",
    "What did one head find that the others did not?",
)

REVERSED = Mistake(
    "heads-reversed",
    "The heads come in reverse order.",
    "Which columns belong to the first head?",
)

NOT_MOVED = Mistake(
    "heads-axis-not-moved",
    "The axis of heads stays behind the tokens.",
    "Which two axes must come last where tokens are compared with tokens?",
)

HEADS_LAST = Mistake(
    "heads-last",
    "The axis of heads comes last of all.",
    "Which two axes belong to one head's own table?",
)

WIDTH_EXCHANGED = Mistake(
    "heads-and-width-exchanged",
    "The number of heads is taken for the width of one head.",
    "With 2 heads and 6 columns, how wide is one head?",
)

FULL_WIDTH = Mistake(
    "heads-full-width",
    "Every head gets all the columns instead of its share.",
    "How do the heads share d_model out among themselves?",
)

NOT_MERGED = Mistake(
    "heads-not-merged",
    "The heads keep an axis of their own and are not joined.",
    "How many axes has a table with one row for each token?",
)

STACKED_AS_ROWS = Mistake(
    "heads-stacked-as-rows",
    "The heads stand one below the other, not side by side.",
    "How many rows must be left when the heads are merged?",
)

AS_COLUMNS = Mistake(
    "embeddings-as-columns",
    "Rows and columns are swapped: the tokens are in the columns.",
    "Which axis of X counts the tokens?",
)


PROJECTION = Family(
    "projection",
    {"output": lambda merged, W_o: merged @ W_o},
    (
        Mistake(
            "output-projection-missing",
            "The merged heads are returned as they are: W_o is never used.",
            "What still has to mix the numbers of different heads?",
        ).by({"projection.output": lambda merged, W_o: merged}),
        Mistake(
            "output-projection-transposed",
            "The merged heads are multiplied by the transposed W_o.",
            "Which axis of W_o does each merged row meet?",
        ).by({"projection.output": lambda merged, W_o: merged @ W_o.T}),
    ),
)
