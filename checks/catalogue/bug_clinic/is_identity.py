"""A probe that checks whether a layer passes the stream on unchanged when it adds nothing."""

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


def is_identity(layer: Any, X: Any, W_o: Any) -> bool:
    """Check whether a layer returns X if W_o is replaced by zeros.

    Parameters
    ----------
    layer : callable
        Takes X and W_o, and returns the new rows (n, d).
    X : (n, d)
    W_o : (m, d)

    Returns
    -------
    bool

    Examples
    --------
    >>> X, W_o = np.ones((2, 3)), np.ones((4, 3))
    >>> is_identity(lambda X, W_o: X + W_o.sum(axis=0), X, W_o)
    True
    >>> is_identity(lambda X, W_o: 2 * X + W_o.sum(axis=0), X, W_o)
    False
    """
    passed = layer(X, np.zeros_like(W_o))
    return bool((np.abs(passed - X) <= 1e-6 * np.abs(X).max()).all())


def _pipeline(step: Any, layer: Any, X: Any, W_o: Any) -> Any:
    own, X = step.stream, step.arguments.take(X)
    found = layer(X, own.projection(W_o))
    return same(step, found, own.expected(layer, X, W_o))


# A description, the layer, and the shape of its X.
EXAMINED: tuple[tuple[str, Any, tuple[int, int]], ...] = (
    ("a layer with a residual", layers.with_residual, (5, 3)),
    ("a layer that rounds", layers.with_rounding, (6, 4)),
    ("a layer with its norm first", layers.pre_norm, (4, 3)),
    ("a layer that returns x + x", layers.added_to_itself, (5, 3)),
    ("a layer with its norm last", layers.post_norm, (4, 3)),
    ("a layer that adds to the normalised rows", layers.residual_of_normed, (5, 4)),
    ("a layer that adds a ten-thousandth", layers.small_bias_added, (4, 3)),
    ("a layer that takes a ten-thousandth", layers.small_bias_taken, (4, 3)),
    ("a layer that loses the first row", layers.first_row_lost, (5, 3)),
    ("a layer that loses the last row", layers.last_row_lost, (5, 2)),
    ("a layer that loses a row in the middle", layers.middle_row_lost, (5, 3)),
    ("a layer that moves a half to the next column", layers.column_to_column, (4, 4)),
    ("a layer that reverses the rows", layers.rows_reversed, (4, 3)),
    ("a layer that does not use W_o", layers.projection_ignored, (4, 3)),
    ("a layer that adds nothing at all", layers.nothing_added, (3, 4)),
    ("a layer that returns zeros", layers.always_zero, (3, 2)),
    ("a layer that adds X twice", layers.residual_twice, (4, 3)),
    ("a layer that skips the diagonal of W_o", layers.diagonal_skipped, (5, 4)),
    ("a layer that centres W_o", layers.projection_centred, (4, 2)),
    ("a layer that loses all signs", layers.absolute_stream, (5, 3)),
)


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([12, 74, seed])
    probes = [
        Probe(
            description,
            {
                "layer": layer,
                "X": layers.draw_rows(rng, n, d),
                "W_o": layers.draw_rows(rng, layers.WIDTH, d),
            },
        )
        for description, layer, (n, d) in EXAMINED
    ]
    # The answers are the same for every seed, but their order differs.
    return [probes[place] for place in rng.permutation(len(probes))]


def _fits(layer: Any, X: Any, W_o: Any) -> bool:
    return bool(W_o.shape == (layers.WIDTH, X.shape[1]))


def _answers(wanted: bool, *examined: Any) -> Holds:
    return lambda probe, value: probe.arguments["layer"] not in examined or bool(value) is wanted


# With another matrix, these would always give the same answer, like a function that never calls.
ZEROS_KEPT: Steps = {"stream.projection": KEPT}

STREAM = Family(
    "stream",
    {
        "projection": np.zeros_like,
        "expected": lambda layer, X, W_o: X,
    },
    (
        Mistake(
            "projection-kept",
            "W_o goes in as it is, so even a healthy layer adds something.",
            "What should a layer add to the stream, if nothing is to change?",
        ).by({"stream.projection": lambda W_o: W_o}),
        Mistake(
            "identity-for-zeros",
            "An identity matrix goes in for W_o, so the layer still adds something.",
            "Which matrix makes every product vanish?",
        ).by({"stream.projection": lambda W_o: np.eye(*W_o.shape)}),
        Mistake(
            "ones-for-zeros",
            "Ones go in for W_o, so the layer still adds something.",
            "Which matrix makes every product vanish?",
        ).by({"stream.projection": np.ones_like}),
        Mistake(
            "zeros-expected",
            "Zeros are expected to come out, but the stream should pass.",
            "What does a layer with a residual return, if it adds nothing?",
        ).by({"stream.expected": lambda layer, X, W_o: 0 * X}),
        Mistake(
            "two-runs-compared",
            "It compares the layer with W_o and without, not with what went in.",
            "With W_o = 0, which array should come out?",
        ).by({**ZEROS_KEPT, "stream.expected": lambda layer, X, W_o: layer(X, W_o)}),
        Mistake(
            "residual-counted-twice",
            "Twice X is expected: the residual is already in what the layer returns.",
            "What does a layer with a residual return, if it adds nothing?",
        ).by({**ZEROS_KEPT, "stream.expected": lambda layer, X, W_o: X + X}),
    ),
)


def _spoiling(W_o: Any) -> Any:
    W_o[:] = 0
    return W_o


TASK = Task(
    reference=is_identity,
    order=(12, 3),
    practises=("test a layer without",),
    pipeline=_pipeline,
    families=(COMPARED, STREAM, ARGUMENTS),
    probes=_probes,
    valid=_fits,
    properties=(
        Property(
            "A layer with a residual is the identity, wherever its norm reads.",
            _answers(True, layers.with_residual, layers.pre_norm),
        ),
        Property(
            "A layer that returns x + x is not, nor one that normalises the stream.",
            _answers(False, layers.added_to_itself, layers.post_norm, layers.residual_of_normed),
        ),
        Property("A layer that returns zeros is not.", _answers(False, layers.always_zero)),
        Property(
            "One lost row is found, and so is a difference of a ten-thousandth.",
            _answers(
                False,
                layers.first_row_lost,
                layers.middle_row_lost,
                layers.last_row_lost,
                layers.small_bias_added,
                layers.small_bias_taken,
            ),
        ),
        Property("Rounding is accepted.", _answers(True, layers.with_rounding)),
    ),
    overriding=(
        ARGUMENTS["mutates-input"].by(
            *ARGUMENTS["mutates-input"].variants, {"stream.projection": _spoiling}
        ),
    ),
)
