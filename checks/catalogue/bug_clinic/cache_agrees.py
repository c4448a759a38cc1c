"""A probe that checks whether a layer gives the same rows piece by piece as all at once."""

from collections.abc import Callable
from typing import Any

import numpy as np

from checks.catalogue.bug_clinic import layers
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.compared import COMPARED, same
from checks.catalogue.properties import Holds
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT, Steps
from checks.task import Property, Task


def cache_agrees(layer: Any, X: Any, sizes: Any) -> bool:
    """Check whether a layer gives the same rows piece by piece, with its cache, as all at once.

    Parameters
    ----------
    layer : callable
        Takes rows and what the last call kept (None at first); returns new rows and what to keep.
    X : (n, d)
    sizes : (m,) of int
        How many rows each piece has; they add up to n.

    Returns
    -------
    bool

    Examples
    --------
    >>> X, sizes = np.ones((3, 2)), np.array([2, 1])
    >>> cache_agrees(lambda X, past: (2 * X, None), X, sizes)
    True
    >>> cache_agrees(lambda X, past: (X if past is None else 2 * X, X), X, sizes)
    False
    """
    whole, past, pieces = layer(X, None)[0], None, []
    for piece in np.split(X, np.cumsum(sizes)[:-1]):
        rows, past = layer(piece, past)
        pieces.append(rows)
    off = np.abs(np.concatenate(pieces) - whole)
    return bool((off <= 1e-6 * np.abs(whole).max()).all())


def _pipeline(step: Any, layer: Any, X: Any, sizes: Any) -> Any:
    own, X = step.pieces, step.arguments.take(X)
    whole, kept = layer(X, None)
    past, found = own.at_first(kept), []
    for piece in own.cut(X, sizes):
        rows, newest = layer(piece, past)
        found.append(rows)
        past = own.next(past, newest)
    expected = own.expected(layer, X, whole, own.cut(X, sizes))
    verdicts = [same(step, *pair) for pair in own.pairs(found, expected)]
    return own.every(verdicts)


# A description, the layer, the number of columns of X, and the sizes of the pieces.
EXAMINED: tuple[tuple[str, Any, int, tuple[int, ...]], ...] = (
    ("causal attention in pieces of 3, 2 and 1", layers.causal_attention, 3, (3, 2, 1)),
    ("causal attention row by row", layers.causal_attention, 2, (1, 1, 1, 1)),
    ("a running average in pieces of 1, 3 and 3", layers.running_average, 3, (1, 3, 3)),
    ("a running average in two pieces", layers.running_average, 2, (2, 4)),
    ("each row doubled, in pieces of 2 and 3", layers.each_row_alone, 3, (2, 3)),
    ("the row before, in pieces of 1, 2 and 2", layers.row_before, 3, (1, 2, 2)),
    ("places added, in pieces of 2, 2 and 1", layers.places_added, 2, (2, 2, 1)),
    ("causal attention in a single piece", layers.causal_attention, 3, (4,)),
    ("a mask at the top left, in pieces of 3 and 1", layers.mask_at_top_left, 3, (3, 1)),
    ("a mask at the top left, all at once", layers.mask_at_top_left, 3, (4,)),
    (
        "a layer that forgets its mask behind a cache, in pieces of 2 and 3",
        layers.mask_forgotten,
        3,
        (2, 3),
    ),
    (
        "a layer that forgets its mask behind a cache, row by row",
        layers.mask_forgotten,
        3,
        (1, 1, 1),
    ),
    ("no mask, in pieces of 2 and 2", layers.no_mask, 3, (2, 2)),
    (
        "a layer that keeps only the newest piece, in three pieces",
        layers.newest_piece_kept,
        3,
        (2, 2, 2),
    ),
    (
        "a layer that keeps only the newest piece, in two pieces",
        layers.newest_piece_kept,
        3,
        (3, 2),
    ),
    ("places that restart, in pieces of 1 and 3", layers.places_restart, 2, (1, 3)),
    ("places one too far, in pieces of 3 and 2", layers.places_one_too_far, 2, (3, 2)),
    ("places one too near, in pieces of 3 and 2", layers.places_one_too_near, 2, (3, 2)),
    ("a layer that loses the row before a piece", layers.first_row_of_a_piece, 3, (2, 3)),
    (
        "a layer that forgets its sum after four rows, in pieces of 2",
        layers.lost_after_four,
        3,
        (2, 2, 2),
    ),
    (
        "a layer that forgets its sum after four rows, in pieces of 2 and 3",
        layers.lost_after_four,
        3,
        (2, 3),
    ),
    ("a ten-thousandth added behind a cache", layers.slightly_off, 3, (1, 2)),
    ("a half moved to the next column", layers.opposite_columns, 4, (2, 2)),
    (
        "a layer that changes single rows, in pieces of 3 and 1",
        layers.single_rows_differ,
        3,
        (3, 1),
    ),
    (
        "a layer that changes single rows, in pieces of 2 and 2",
        layers.single_rows_differ,
        3,
        (2, 2),
    ),
    (
        "a layer that changes the end of longer pieces, in 1, 2 and 2",
        layers.longer_pieces_differ,
        2,
        (1, 2, 2),
    ),
    (
        "a layer that changes the end of longer pieces, in 1, 1 and 1",
        layers.longer_pieces_differ,
        2,
        (1, 1, 1),
    ),
    (
        "a layer that changes the end of longer pieces, in 1, 2 and 1",
        layers.longer_pieces_differ,
        2,
        (1, 2, 1),
    ),
    ("rows divided by their number", layers.divided_by_number, 3, (2, 2)),
    ("two columns divided by the number of rows", layers.columns_divided, 3, (3, 1)),
    ("a layer that marks the last row of each piece", layers.last_row_marked, 3, (2, 2)),
    ("a layer that reverses the second piece", layers.second_piece_reversed, 3, (2, 3)),
)


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([12, 711, seed])
    probes = [
        Probe(
            description,
            {"layer": layer, "X": layers.draw_rows(rng, sum(sizes), d), "sizes": np.array(sizes)},
        )
        for description, layer, d, sizes in EXAMINED
    ]
    equal = np.repeat(layers.draw_rows(rng, 1, 3), 4, axis=0)
    arguments = {"layer": layers.each_row_alone, "X": equal, "sizes": np.array([2, 2])}
    probes.append(Probe("equal rows doubled, in pieces of 2 and 2", arguments))
    # The answers are the same for every seed, but their order differs.
    return [probes[place] for place in rng.permutation(len(probes))]


def _fits(layer: Any, X: Any, sizes: Any) -> bool:
    return bool(sizes.size and (sizes >= 1).all() and sizes.sum() == len(X))


def _answers(wanted: bool, *examined: Any, beyond: int = 0) -> Holds:
    return lambda probe, value: (
        probe.arguments["layer"] not in examined
        or len(probe.arguments["sizes"]) <= beyond
        or bool(value) is wanted
    )


def _cut(X: Any, sizes: Any) -> list[Any]:
    return np.split(X, np.cumsum(sizes)[:-1])


def _row_by_row(X: Any, sizes: Any) -> list[Any]:
    return np.split(X, len(X))


def _in_two(place: Callable[[Any, Any], int]) -> Callable[..., Any]:
    return lambda X, sizes: np.split(X, [place(X, sizes)])


def _from_the_last_size(X: Any, sizes: Any) -> list[Any]:
    starts = [0, *sizes[:-1]]
    return [X[start : start + size] for start, size in zip(starts, sizes, strict=True)]


def _always_from_the_front(X: Any, sizes: Any) -> list[Any]:
    return [X[:size] for size in sizes]


def _from_the_front(X: Any, sizes: Any) -> list[Any]:
    return [X[:end] for end in np.cumsum(sizes)]


def _last_of_all(found: list[Any], expected: Any) -> list[Any]:
    return [(found[-1], expected)]


def _newest_of_each(found: list[Any], expected: Any) -> list[Any]:
    starts = [0, *(len(rows) for rows in found[:-1])]
    newest = [rows[start:] for rows, start in zip(found, starts, strict=True)]
    return [(np.concatenate(newest), expected)]


def _whole(found: list[Any], expected: Any) -> list[Any]:
    return [(np.concatenate(found), expected)]


def _by_piece(found: list[Any], expected: Any) -> list[Any]:
    ends = np.cumsum([len(rows) for rows in found])
    return [(rows, expected[end - len(rows) : end]) for rows, end in zip(found, ends, strict=True)]


def _each_alone(layer: Any, X: Any, whole: Any, pieces: Any) -> Any:
    return np.concatenate([layer(piece, None)[0] for piece in pieces])


def _behind_its_pieces(layer: Any, X: Any, whole: Any, pieces: Any) -> Any:
    past = None
    for piece in pieces:
        _, past = layer(piece, past)
    return layer(X, past)[0]


# For mistakes that look at some pieces only: with a mistake about rows on top, they would explain
# too many answers.
ROWS_KEPT: Steps = {"compared.quantify": KEPT}

PIECES = Family(
    "pieces",
    {
        "cut": _cut,
        "at_first": lambda kept: None,
        "next": lambda past, newest: newest,
        "expected": lambda layer, X, whole, pieces: whole,
        "pairs": _whole,
        "every": all,
    },
    (
        Mistake(
            "cache-not-handed-on",
            "Every piece is read without a cache, as if nothing came before it.",
            "What does the second call have to know about the first?",
        ).by({"pieces.next": lambda past, newest: None}),
        Mistake(
            "first-cache-kept",
            "Every later piece gets the cache of the first, not that of the one before it.",
            "Which call knows about all pieces so far?",
        ).by({"pieces.next": lambda past, newest: newest if past is None else past}),
        Mistake(
            "cache-of-the-whole",
            "The first piece starts with the cache of the whole text.",
            "What has a layer read before the first piece?",
        ).by({"pieces.at_first": lambda kept: kept}),
        Mistake(
            "whole-behind-a-cache",
            "The whole text is read with the cache of the pieces, as if it came after them.",
            "Which two of your calls should get None?",
        ).by({"pieces.expected": _behind_its_pieces}),
        Mistake(
            "sizes-ignored",
            "The pieces have other sizes than asked for.",
            "Where does the argument `sizes` say where to cut?",
        ).by(
            {"pieces.cut": _row_by_row},
            {"pieces.cut": _in_two(lambda X, sizes: len(X) // 2)},
            {"pieces.cut": _in_two(lambda X, sizes: len(X) - 1)},
            {"pieces.cut": _in_two(lambda X, sizes: 1)},
            {"pieces.cut": lambda X, sizes: np.array_split(X, len(sizes))},
        ),
        Mistake(
            "rest-in-one-piece",
            "Only the first piece is cut off, and the rest is read at once.",
            "How many calls should there be for three sizes?",
        ).by({"pieces.cut": _in_two(lambda X, sizes: int(sizes[0]))}),
        Mistake(
            "sizes-as-places",
            "The sizes are taken for places: np.split cuts where its numbers say.",
            "Pieces of 2, 2 and 1: in front of which rows are the cuts?",
        ).by({"pieces.cut": lambda X, sizes: np.split(X, sizes)}),
        Mistake(
            "start-not-summed",
            "Pieces overlap or skip rows: a piece starts after all those before it.",
            "Pieces of 3, 2 and 1: at which row does the third one start?",
        ).by({"pieces.cut": _from_the_last_size}, {"pieces.cut": _always_from_the_front}),
        Mistake(
            "rows-read-again",
            "Every call begins at row 0, so the layer reads rows again that it keeps already.",
            "Which rows are new in the second call?",
        ).by(
            {**ROWS_KEPT, "pieces.cut": _from_the_front, "pieces.pairs": _last_of_all},
            {**ROWS_KEPT, "pieces.cut": _from_the_front, "pieces.pairs": _newest_of_each},
        ),
        Mistake(
            "pieces-with-pieces",
            "Pieces are compared with pieces read alone, not with the whole text.",
            "Which rows does the layer give when it reads everything at once?",
        ).by({"pieces.expected": _each_alone}),
        Mistake(
            "pieces-do-not-matter",
            "The answer is True whatever the pieces give.",
            "Where do the rows of the pieces meet those of the whole?",
        ).by(
            {
                **{f"compared.{name}": KEPT for name in COMPARED.steps},
                **{f"pieces.{name}": KEPT for name in ("cut", "at_first", "next", "expected")},
                "pieces.every": KEPT,
                "pieces.pairs": lambda found, expected: [(expected, expected)],
            }
        ),
        Mistake(
            "only-last-piece-tested",
            "Only the rows of the last piece are compared.",
            "What if an earlier piece differs?",
        ).by(
            {**ROWS_KEPT, "pieces.pairs": lambda found, whole: _by_piece(found, whole)[-1:]},
        ),
        Mistake(
            "only-first-piece-tested",
            "Only the rows of the first piece are compared, and no cache is behind them.",
            "In which piece does the cache first matter?",
        ).by(
            {**ROWS_KEPT, "pieces.pairs": lambda found, whole: _by_piece(found, whole)[:1]},
        ),
        Mistake(
            "one-piece-is-enough",
            "A single piece or row that agrees is taken as proof.",
            "Must some of them agree, or all?",
        ).by({**ROWS_KEPT, "pieces.pairs": _by_piece, "pieces.every": any}),
    ),
)

TASK = Task(
    reference=cache_agrees,
    order=(12, 4),
    practises=("test a layer without",),
    pipeline=_pipeline,
    families=(COMPARED, PIECES, ARGUMENTS),
    probes=_probes,
    valid=_fits,
    properties=(
        Property(
            "Causal attention and a running average agree, in any pieces.",
            _answers(True, layers.causal_attention, layers.running_average),
        ),
        Property(
            "So does a layer that keeps nothing, or a single row, or a number.",
            _answers(True, layers.each_row_alone, layers.row_before, layers.places_added),
        ),
        Property(
            "A mask at the top left and places that restart are found.",
            _answers(False, layers.mask_at_top_left, layers.places_restart, beyond=1),
        ),
        Property(
            "A layer that goes wrong in the third piece is found.",
            _answers(False, layers.newest_piece_kept, beyond=2),
        ),
        Property(
            "One wrong row is found, and so is a difference of a ten-thousandth.",
            _answers(False, layers.first_row_of_a_piece, layers.slightly_off),
        ),
    ),
)
