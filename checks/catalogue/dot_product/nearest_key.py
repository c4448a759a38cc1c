"""The key whose direction is closest to that of a query: a function to repair."""

from typing import Any

import numpy as np

from attnlib.similarity import cosine_scores
from checks.catalogue.dot_product.cosine_scores import LENGTHS
from checks.catalogue.dot_product.dot_scores import SYMBOLS
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.result import RESULT
from checks.catalogue.families.vectors import row_norms
from checks.catalogue.inputs import in_float32
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT
from checks.task import Property, Task

CLEARLY = 1e-3  # the best cosine beats the next by more than this


def nearest_key(query: Any, keys: Any) -> int:
    """Give the index of the key with the largest cosine.

    Parameters
    ----------
    query : (d,)
    keys : (n, d)

    Returns
    -------
    int

    Examples
    --------
    A key that is long does not win by its length.

    >>> nearest_key(np.array([1, 0]), np.array([[5, 5], [1, 0]]))
    1
    """
    return int(cosine_scores(query, keys).argmax())


STARTER = '''
def nearest_key(query, keys):
    """Index of the row of keys (n, d) whose direction is closest to that of the query (d,)."""
    lengths = np.linalg.norm(query) * np.linalg.norm(keys)
    cosines = keys @ query / lengths
    return int(np.argmax(cosines))
'''


def _pipeline(step: Any, query: Any, keys: Any) -> Any:
    query, keys = step.arguments.take(query), step.arguments.take(keys)
    cosines = step.nearest.compare(keys @ query, query, keys, step.nearest.lengths(keys))
    return step.result.give(step.nearest.choose(cosines, keys))


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([1, 4, seed])

    def draw(n: int, d: int) -> dict[str, Any]:
        # Columns and rows of different sizes, so that it matters which of them are divided.
        sizes = np.exp(rng.normal(scale=0.5, size=(n, 1)) + rng.normal(size=d))
        return {"query": rng.normal(size=d), "keys": sizes * rng.normal(size=(n, d))}

    def draw_misleading() -> dict[str, Any]:
        drawn = draw(20, 3)
        query, across = drawn["query"], np.cross(drawn["query"], rng.normal(size=3))
        largest = np.abs(query) == np.abs(query).max()
        # Each of these wins if lengths are replaced by something else:
        drawn["keys"][3] = (query + across) / 100  # their squares,
        drawn["keys"][5] = np.sign(query)  # the largest absolute value,
        drawn["keys"][7] = np.where(largest, 5 * query, 0)  # the sum of absolute values,
        drawn["keys"][11] = query + 30 * across  # or if lengths are multiplied.
        return drawn

    along, away = draw_misleading(), draw_misleading()
    along["keys"][-1] = along["query"] / 5
    away["keys"] *= -np.sign(away["keys"] @ away["query"])[:, None]
    return [
        Probe("30 keys of 2 numbers", draw(30, 2)),
        Probe("40 keys of 3 numbers", draw(40, 3)),
        Probe("50 keys of 6 numbers", draw(50, 6)),
        Probe("a square of 20 keys of 20 numbers", draw(20, 20)),
        Probe("20 keys, the last one short and along the query", along),
        Probe("20 keys, all at more than 90 degrees", away),
        Probe("a single key", draw(1, 4)),
        Probe("float32 vectors", in_float32(draw(30, 4))),
    ]


def _has_a_winner(query: Any, keys: Any) -> bool:
    if not (query.any() and keys.any(axis=-1).all()):
        return False
    best_first = np.sort(cosine_scores(query, keys))[::-1]
    return len(keys) == 1 or bool(best_first[0] - best_first[1] > CLEARLY)


def _is_an_index(probe: Probe, index: Any) -> bool:
    return np.ndim(index) == 0 and index in range(len(probe.arguments["keys"]))


def _beats_shorter_ones(probe: Probe, index: Any) -> bool:
    cosines = cosine_scores(**probe.arguments)
    lengths = row_norms(probe.arguments["keys"])[:, 0]
    return not (cosines > cosines[index])[lengths <= lengths[index]].any()


def _has_the_largest_cosine(probe: Probe, index: Any) -> bool:
    cosines = cosine_scores(**probe.arguments)
    return bool(cosines[index] >= cosines.max() - CLEARLY)


def _by_column_norms(dots: Any, query: Any, keys: Any, lengths: Any) -> Any:
    return dots / np.linalg.norm(keys, axis=0)


def _of_divided_columns(dots: Any, query: Any, keys: Any, lengths: Any) -> Any:
    return keys / np.linalg.norm(keys, axis=0) @ query


def _nearness_of_tips(dots: Any, query: Any, keys: Any, lengths: Any) -> Any:
    return -np.linalg.norm(keys - query, axis=-1)


NEAREST = Family(
    "nearest",
    {
        "lengths": lambda keys: row_norms(keys)[:, 0],
        "compare": lambda dots, query, keys, lengths: dots / lengths,
        "choose": lambda cosines, keys: np.argmax(cosines),
    },
    (
        LENGTHS["norm-over-columns"].by(
            {"nearest.compare": _by_column_norms}, {"nearest.compare": _of_divided_columns}
        ),
        LENGTHS["norms-keep-an-axis"].by({"nearest.lengths": row_norms}),
        LENGTHS["norm-squared"].by({"nearest.lengths": lambda keys: (keys**2).sum(axis=-1)}),
        LENGTHS["norm-l1"].by({"nearest.lengths": lambda keys: np.abs(keys).sum(axis=-1)}),
        LENGTHS["norm-multiplied"].by(
            {"nearest.compare": lambda dots, query, keys, lengths: dots * lengths}
        ),
        Mistake(
            "distance-not-similarity",
            "The key whose tip is nearest wins, so lengths still count.",
            "Which points the same way as (2, 0): (1, 1) or (9, 0)?",
        ).by({"nearest.compare": _nearness_of_tips, "nearest.choose": KEPT}),
        Mistake(
            "farthest-not-nearest",
            "This is the key with the smallest cosine, not with the largest.",
            "Does a small angle have a large cosine or a small one?",
        ).by({"nearest.choose": lambda cosines, keys: np.argmin(cosines)}),
        Mistake(
            "sign-dropped",
            "A key that points the opposite way counts like one that points the same way.",
            "Which cosine has an angle of 180 degrees?",
        ).by({"nearest.choose": lambda cosines, keys: np.argmax(np.abs(cosines))}),
        Mistake(
            "value-not-index",
            "This is the largest number itself, or the key, not the place where it is.",
            "Which of NumPy's functions gives a maximum, and which one its place?",
        ).by(
            {"nearest.choose": lambda cosines, keys: np.max(cosines)},
            {"nearest.choose": lambda cosines, keys: keys[np.argmax(cosines)]},
        ),
        Mistake(
            "all-not-the-best",
            "All keys are returned in an order; only the best one is asked for.",
            "Which entry of the order is the best key?",
        ).by(
            {"nearest.choose": lambda cosines, keys: np.argsort(cosines)[::-1]},
            {"nearest.choose": lambda cosines, keys: np.argsort(cosines)},
        ),
        Mistake(
            "counted-from-one",
            "The index is one too large.",
            "Which index does the first row have?",
        ).by({"nearest.choose": lambda cosines, keys: np.argmax(cosines) + 1}),
    ),
)

TASK = Task(
    reference=nearest_key,
    kind="repair",
    starter=STARTER,
    valid=_has_a_winner,
    order=(1, 4),
    symbols=SYMBOLS,
    practises=("tell when to compare",),
    pipeline=_pipeline,
    families=(NEAREST, RESULT.only("give"), ARGUMENTS),
    probes=_probes,
    properties=(
        Property("The answer is the index of a key.", _is_an_index),
        Property("No shorter key is closer in direction.", _beats_shorter_ones),
        Property("No other key has a larger cosine.", _has_the_largest_cosine),
    ),
)
