"""Predict dot products of positions, and the distance between neighbours."""

from typing import Any

import numpy as np

from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT
from checks.task import Property, Task

WIDTH, WIDER = 64, 512
OF_NEIGHBOURS = 30.917  # given: positions 0 and 1, for 64 columns


def predicted_products() -> Any:
    """Predict dot products in a sinusoidal encoding E of 64 columns, and one of 512.

    Returns
    -------
    (4,)
        E[7] with itself, E[40] with E[41], the squared distance of these two, and E[7] with itself
        for 512 columns. The product of positions 0 and 1 is given.

    Examples
    --------
    >>> predicted_products().round(3)
    array([ 32.   ,  30.917,   2.166, 256.   ])
    """
    itself = WIDTH / 2
    return np.array([itself, OF_NEIGHBOURS, 2 * itself - 2 * OF_NEIGHBOURS, WIDER / 2])


def _pipeline(step: Any) -> Any:
    own = step.products
    itself, wider = own.itself(WIDTH), own.itself(own.wider)
    neighbours = own.neighbours(itself)
    return own.order(np.array([itself, neighbours, own.apart(itself, neighbours), wider]))


def _half_the_width(probe: Probe, products: Any) -> bool:
    return bool(np.allclose([products[0], products[3]], [WIDTH / 2, WIDER / 2]))


def _distance_alone_counts(probe: Probe, products: Any) -> bool:
    return bool(np.isclose(products[1], OF_NEIGHBOURS, atol=1e-3))


def _multiplied_out(probe: Probe, products: Any) -> bool:
    itself, neighbours, apart = products[:3]
    return bool(np.isclose(apart, 2 * itself - 2 * neighbours, atol=1e-2))


def _right_apart(itself: Any, neighbours: Any) -> float:
    return WIDTH - 2 * OF_NEIGHBOURS


PRODUCTS = Family(
    "products",
    {
        "itself": lambda d_model: d_model / 2,
        "neighbours": lambda itself: OF_NEIGHBOURS,
        "apart": lambda itself, neighbours: 2 * itself - 2 * neighbours,
        "wider": WIDER,
        "order": lambda numbers: numbers,
    },
    (
        Mistake(
            "every-column-counts-one",
            "A dot product of d_model is as if every column held 1.",
            "What do the squares of one sine and its cosine add up to?",
        ).by(
            {"products.itself": lambda d_model: d_model},
            {"products.itself": lambda d_model: d_model, "products.apart": _right_apart},
        ),
        Mistake(
            "whole-row-of-length-one",
            "The whole row is given length 1, but each of its hands has length 1.",
            "How many hands does a row have?",
        ).by(
            {"products.itself": lambda d_model: 1, "products.wider": KEPT},
            {
                "products.itself": lambda d_model: 1,
                "products.wider": KEPT,
                "products.apart": _right_apart,
            },
        ),
        Mistake(
            "length-not-product",
            "A length is given instead of the dot product, which is the length squared.",
            "Which of the two is the sum of all squares?",
        ).by(
            {
                "products.itself": lambda d_model: np.sqrt(d_model / 2),
                "products.apart": _right_apart,
            },
            {"products.itself": lambda d_model: np.sqrt(d_model), "products.apart": _right_apart},
        ),
        Mistake(
            "neighbours-taken-for-equal",
            "Positions 40 and 41 are taken for the same position.",
            "By which angle does hand 0 turn between them?",
        ).by(
            {"products.neighbours": lambda itself: itself},
            {"products.neighbours": lambda itself: itself, "products.apart": _right_apart},
        ),
        Mistake(
            "distance-not-squared",
            "The third number is the distance; its square is asked for.",
            "Which of the two has a root in it?",
        ).by(
            {"products.apart": lambda itself, neighbours: np.sqrt(abs(2 * itself - 2 * neighbours))}
        ),
        Mistake(
            "one-length-missing",
            "The third number has one square too few, or one product too few.",
            "What is (a - b) squared, multiplied out?",
        ).by(
            {"products.apart": lambda itself, neighbours: itself - neighbours},
            {"products.apart": lambda itself, neighbours: 2 * itself - neighbours},
            {"products.apart": lambda itself, neighbours: itself - 2 * neighbours},
        ),
        Mistake(
            "sign-of-the-product",
            "In the third number the products are added, not subtracted.",
            "Are alike vectors close together, or far apart?",
        ).by({"products.apart": lambda itself, neighbours: 2 * itself + 2 * neighbours}),
        Mistake(
            "width-ignored",
            "The last number is that of 64 columns.",
            "How many hands do 512 columns make?",
        ).by({"products.wider": WIDTH}),
        Mistake(
            "numbers-in-another-order",
            "The numbers are right, but they are in another order.",
            "Which comes third, and which comes last?",
        ).by(
            *(
                {
                    "products.itself": KEPT,
                    "products.order": lambda numbers, places=places: numbers[list(places)],
                }
                for places in ((0, 1, 3, 2), (0, 3, 1, 2), (1, 0, 2, 3))
            )
        ),
    ),
)

TASK = Task(
    reference=predicted_products,
    kind="predict",
    order=(6, 3),
    practises=("read a sinusoidal encoding",),
    pipeline=_pipeline,
    families=(PRODUCTS,),
    probes=lambda seed: [Probe("paper", {})],
    properties=(
        Property("There are four numbers.", has_shape(lambda probe: (4,))),
        Property("A row times itself is the number of its hands.", _half_the_width),
        Property("All neighbours have the same dot product.", _distance_alone_counts),
        Property("The squared distance is two squares less two products.", _multiplied_out),
    ),
)
