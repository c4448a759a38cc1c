"""A probe that checks whether a layer gives the same rows piece by piece as all at once."""

import numpy as np

from checks.catalogue.material import layers
from checks.facts import Facts


def cache_agrees(layer, X: layers.draw_rows, sizes):
    whole, kept = layer(X, None)
    pieces = np.split(X, np.cumsum(sizes)[:-1])
    past = None
    by_piece = []
    for piece in pieces:
        rows, newest = layer(piece, past)
        by_piece.append(rows)
        handed_on = newest
        past = handed_on
    found = np.concatenate(by_piece)
    expected = whole
    allowed = 1e-6 * np.abs(expected).max()
    close = np.abs(found - expected) <= allowed
    same = close.all()
    return bool(same)


def equal_rows(rng, n, d):
    return np.repeat(layers.draw_rows(rng, 1, d), n, axis=0)


def between_steps(rng, n, d):
    """Draw rows that the smallest difference rounds to another fourth, fifth or sixth decimal."""
    return np.tile(0.5 + 0.5 * 0.1 ** np.arange(4, 4 + d), (n, 1))


def examined(name, d, *sizes, **given):
    layer = getattr(layers, name)
    return {"layer": layer, "n": sum(sizes), "d": d, "sizes": np.array(sizes), **given}


def answers(wanted, *names, beyond=0):
    of_these = [getattr(layers, name) for name in names]
    return lambda layer, sizes, result: (
        layer not in of_these or len(sizes) <= beyond or bool(result) is wanted
    )


TASK = Facts(
    redrawn=4,
    practises=("test a layer without",),
    shuffled=True,  # the answers are the same for every seed
    mistakes="compared own arguments",
    names={"Q": "X"},
    cases={
        "causal attention in pieces of 3, 2 and 1": examined("causal_attention", 3, 3, 2, 1),
        "causal attention row by row": examined("causal_attention", 2, 1, 1, 1, 1),
        "a running average in pieces of 1, 3 and 3": examined("running_average", 3, 1, 3, 3),
        "a running average in two pieces": examined("running_average", 2, 2, 4),
        "each row doubled, in pieces of 2 and 3": examined("each_row_alone", 3, 2, 3),
        "the row before, in pieces of 1, 2 and 2": examined("row_before", 3, 1, 2, 2),
        "places added, in pieces of 2, 2 and 1": examined("places_added", 2, 2, 2, 1),
        "causal attention in a single piece": examined("causal_attention", 3, 4),
        "a mask at the top left, in pieces of 3 and 1": examined("mask_at_top_left", 3, 3, 1),
        "a mask at the top left, all at once": examined("mask_at_top_left", 3, 4),
        "a layer that forgets its mask behind a cache, in pieces of 2 and 3": examined(
            "mask_forgotten", 3, 2, 3
        ),
        "a layer that forgets its mask behind a cache, row by row": examined(
            "mask_forgotten", 3, 1, 1, 1
        ),
        "no mask, in pieces of 2 and 2": examined("no_mask", 3, 2, 2),
        "a layer that keeps only the newest piece, in three pieces": examined(
            "newest_piece_kept", 3, 2, 2, 2
        ),
        "a layer that keeps only the newest piece, in two pieces": examined(
            "newest_piece_kept", 3, 3, 2
        ),
        "places that restart, in pieces of 1 and 3": examined("places_restart", 2, 1, 3),
        "places one too far, in pieces of 3 and 2": examined("places_one_too_far", 2, 3, 2),
        "places one too near, in pieces of 3 and 2": examined("places_one_too_near", 2, 3, 2),
        "a layer that loses the row before a piece": examined("first_row_of_a_piece", 3, 2, 3),
        "a layer that forgets after four rows, in pieces of 2": examined(
            "lost_after_four", 3, 2, 2, 2
        ),
        "one that forgets after four rows, pieces of 2 and 3": examined("lost_after_four", 3, 2, 3),
        "a ten-thousandth added behind a cache": examined("slightly_off", 3, 1, 2),
        "a half moved to the next column": examined("opposite_columns", 4, 2, 2),
        "a layer that changes single rows, in pieces of 3 and 1": examined(
            "single_rows_differ", 3, 3, 1
        ),
        "a layer that changes single rows, in pieces of 2 and 2": examined(
            "single_rows_differ", 3, 2, 2
        ),
        "longer pieces changed at the end, in 1, 2 and 2": examined(
            "longer_pieces_differ", 2, 1, 2, 2
        ),
        "longer pieces changed at the end, in 1, 1 and 1": examined(
            "longer_pieces_differ", 2, 1, 1, 1
        ),
        "longer pieces changed at the end, in 1, 2 and 1": examined(
            "longer_pieces_differ", 2, 1, 2, 1
        ),
        "rows divided by their number": examined("divided_by_number", 3, 2, 2),
        "two columns divided by the number of rows": examined("columns_divided", 3, 3, 1),
        "a layer that marks the last row of each piece": examined("last_row_marked", 3, 2, 2),
        "a layer that reverses the second piece": examined("second_piece_reversed", 3, 2, 3),
        "equal rows doubled, in pieces of 2 and 2": examined(
            "each_row_alone", 3, 2, 2, X=equal_rows
        ),
        "less than a billionth added behind a cache": examined(
            "barely_off", 3, 2, 1, X=between_steps
        ),
    },
    valid=lambda layer, X, sizes: bool(sizes.size) and (sizes >= 1).all() and sizes.sum() == len(X),
    holds={
        "Causal attention and a running average agree, in any pieces.": answers(
            True, "causal_attention", "running_average"
        ),
        "So does a layer that keeps nothing, or a single row, or a number.": answers(
            True, "each_row_alone", "row_before", "places_added"
        ),
        "A mask at the top left and places that restart are found.": answers(
            False, "mask_at_top_left", "places_restart", beyond=1
        ),
        "A layer that goes wrong in the third piece is found.": answers(
            False, "newest_piece_kept", beyond=2
        ),
        "One wrong row is found, and so is a difference of a ten-thousandth.": answers(
            False, "first_row_of_a_piece", "slightly_off"
        ),
    },
)

# %% cache-not-handed-on
# Every piece is read without a cache, as if nothing came before it.
# What does the second call have to know about the first?
assert past is None
handed_on = None

# %% first-cache-kept
# Every later piece gets the cache of the first, not that of the one before it.
# Which call knows about all pieces so far?
assert repr(past) == repr(layer(pieces[0], None)[1])
handed_on = newest if past is None else past

# %% cache-of-the-whole
# The first piece starts with the cache of the whole text.
# What has a layer read before the first piece?
assert near(by_piece[0], layer(pieces[0], kept)[0])
past = kept

# %% whole-behind-a-cache
# The whole text is read with the cache of the pieces, as if it came after them.
# Which two of your calls should get None?
assert near(expected, layer(X, past)[0])
expected = layer(X, past)[0]

# %% row-by-row
# The text is read row by row, whatever `sizes` says.
# Where does the argument `sizes` say where to cut?
assert {*map(len, pieces)} == {1}
pieces = np.split(X, len(X))

# %% equal-pieces
# There are as many pieces as asked for, but all of about the same size.
# Where does the argument `sizes` say where to cut?
assert len(pieces) == len(sizes) and np.ptp([*map(len, pieces)]) <= 1
pieces = np.array_split(X, len(sizes))

# %% two-pieces
# The text is read in two pieces, whatever `sizes` says.
# Where does the argument `sizes` say how many pieces there are?
assert len(pieces) == 2
# for place in len(X)//2 len(X)-1 1
pieces = np.split(X, [place])

# %% rest-in-one-piece
# Only the first piece is cut off, and the rest is read at once.
# How many calls should there be for three sizes?
assert [*map(len, pieces)] == [sizes[0], len(X) - sizes[0]]
pieces = np.split(X, sizes[:1])

# %% sizes-as-places
# The sizes are taken for places, because np.split cuts where its numbers say.
# Pieces of 2, 2 and 1: at which rows is the text cut?
assert len(pieces) == len(sizes) + 1
pieces = np.split(X, sizes)

# %% start-not-summed
# A piece starts at the size of the one before it, not at the sum of all.
# Pieces of 3, 2 and 1: at which row does the third one start?
assert all(near(piece[0], X[start]) for piece, start in zip(pieces, [0, *sizes]))
pieces = [X[start : start + size] for start, size in zip([0, *sizes], sizes)]

# %% every-piece-from-row-0
# Every piece starts at row 0, so later rows are never read.
# Pieces of 3, 2 and 1: at which row does the third one start?
assert all(near(piece[0], X[0]) for piece in pieces)
pieces = [X[:size] for size in sizes]

# %% rows-read-again
# Every call begins at row 0, so the layer reads again what it has read before.
# Which rows are new in the second call?
assert [*map(len, pieces)] == [*np.cumsum(sizes)]
pieces = [X[:end] for end in np.cumsum(sizes)]
found = by_piece[-1]
same = close.all()
# or
pieces = [X[:end] for end in np.cumsum(sizes)]
found = np.concatenate([rows[-size:] for rows, size in zip(by_piece, sizes)])
same = close.all()

# %% pieces-with-pieces
# Pieces are compared with pieces read alone, not with the whole text.
# Which rows does the layer give when it reads everything at once?
assert near(expected, np.concatenate([layer(piece, None)[0] for piece in pieces]))
expected = np.concatenate([layer(piece, None)[0] for piece in pieces])

# %% pieces-do-not-matter
# The answer is True whatever the pieces give.
# Where do the rows of the pieces meet those of the whole?
assert result
return True

# %% only-last-piece-tested
# Only the rows of the last piece are compared.
# What if an earlier piece differs?
assert len(close) == len(pieces[-1]) and near(found, by_piece[-1])
found = rows
expected = whole[-len(rows) :]
same = close.all()

# %% only-first-piece-tested
# Only the rows of the first piece are compared, where no cache has taken part yet.
# In which piece does the cache first matter?
assert len(close) == len(pieces[0]) and near(found, by_piece[0])
found = by_piece[0]
expected = whole[: len(by_piece[0])]
same = close.all()

# %% one-piece-is-enough
# A single piece or row that agrees is taken as proof.
# Must some of them agree, or all?
assert same and not close.all()
ends = np.cumsum([len(rows) for rows in by_piece])
same = any(part.all() for part in np.split(close, ends[:-1]))

# %% difference-without-return
return True if same else None
