"""Scores of queries and keys in float16: a function to repair."""

from typing import Any

import numpy as np

from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.result import RESULT
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task

WIDTHS = (16, 256)  # their square roots and fourth roots are exact in float16
LARGEST = 65_504.0


def half_scores(Q: Any, K: Any) -> Any:
    """Compute scaled scores of queries and keys in float16, without an overflow on the way.

    Parameters
    ----------
    Q : (n_q, d_k) of float16
    K : (n_k, d_k) of float16
        d_k is 16 or 256.

    Returns
    -------
    (n_q, n_k) of float32

    Examples
    --------
    >>> Q = np.full((1, 16), 64, dtype=np.float16)
    >>> half_scores(Q, Q)
    array([[16384.]], dtype=float32)
    """
    scaled = Q.astype(np.float32) / np.sqrt(np.float32(Q.shape[-1]))
    return scaled @ K.astype(np.float32).T


STARTER = '''
def half_scores(Q, K):
    """Scores (n_q, n_k) in float32, divided by the root of d_k, of Q and K in float16."""
    scale = np.float16(1 / np.sqrt(Q.shape[-1]))
    scores = (Q @ K.T) * scale
    return scores.astype(np.float32)
'''


def _pipeline(step: Any, Q: Any, K: Any) -> Any:
    own, Q = step.half, step.arguments.take(Q).astype(float)
    product = own.product(Q @ K.astype(float).T)
    return step.result.give(own.scores(own.scale(product, Q, K)).astype(np.float32))


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([12, 2, seed])

    def draw(n_q: int, n_k: int, d_k: int, size: float) -> dict[str, Any]:
        """Draw keys, some of them along or against a query; all scores are exact in float16."""
        sizes = size * np.tile([1, 2], d_k // 2)
        Q = rng.choice([-1, 1], (n_q, d_k)) * sizes
        K = rng.choice([-1, 1], (n_k, d_k)) * sizes
        signs = (-1.0) ** np.arange(min(n_q, n_k))
        K[: len(signs)] = signs[:, None] * Q[rng.permutation(n_q)[: len(signs)]]
        return {"Q": Q.astype(np.float16), "K": K.astype(np.float16)}

    return [
        Probe("2 queries and 4 keys of 256 large numbers", draw(2, 4, 256, 16)),
        Probe("3 queries and 3 keys of 16 small numbers", draw(3, 3, 16, 1)),
        Probe("4 queries and 3 keys of 16 large numbers", draw(4, 3, 16, 64)),
        Probe("3 queries and 5 keys of 256 small numbers", draw(3, 5, 256, 0.5)),
        Probe("16 queries and 16 keys of 16 large numbers", draw(16, 16, 16, 64)),
        Probe("a single query, and a key in its direction", draw(1, 1, 256, 16)),
    ]


def _fits(Q: Any, K: Any) -> bool:
    return (
        Q.dtype == K.dtype == np.float16
        and Q.shape[-1] == K.shape[-1]
        and Q.shape[-1] in WIDTHS
        and bool(np.abs(half_scores(Q, K)).max() <= LARGEST)
    )


def _shape(probe: Probe) -> tuple[int, ...]:
    Q, K = probe.arguments.values()
    return len(Q), len(K)


def _finite(probe: Probe, scores: Any) -> bool:
    return bool(np.isfinite(scores).all())


def _not_capped(probe: Probe, scores: Any) -> bool:
    Q, K = probe.arguments.values()
    largest = max(np.linalg.norm(X.astype(float), axis=1).max() for X in (Q, K))
    return bool(np.abs(scores).max() * np.sqrt(Q.shape[-1]) > 0.9 * largest**2)


def _in_half(product: Any) -> Any:
    return np.where(np.abs(product) > LARGEST, np.sign(product) * np.inf, product)


HALF_SCORES = Family(
    "half",
    {
        "product": lambda product: product,
        "scale": lambda product, Q, K: product / np.sqrt(Q.shape[-1]),
        "scores": lambda scores: scores,
    },
    (
        Mistake(
            "overflow-capped",
            "What became infinite is replaced by another number, and the score is lost.",
            "Which score should be there, and where on the way was it still finite?",
        ).by(
            {"half.product": lambda product: np.clip(product, -LARGEST, LARGEST)},
            {
                "half.product": _in_half,
                "half.scores": lambda scores: np.nan_to_num(
                    scores, posinf=LARGEST, neginf=-LARGEST
                ),
            },
            {
                "half.product": _in_half,
                "half.scores": lambda scores: np.minimum(scores, LARGEST),
            },
            {"half.product": lambda product: np.nan_to_num(_in_half(product), posinf=0, neginf=0)},
            {
                "half.product": _in_half,
                "half.scores": lambda scores: np.nan_to_num(scores.astype(np.float32)),
            },
        ),
        Mistake(
            "no-scale",
            "The scores are not divided by the root of d_k any more.",
            "Which line of the code that you were given used `scale`, and what became of it?",
        ).by({"half.scale": lambda product, Q, K: product}),
        Mistake(
            "scaled-twice",
            "The root of d_k divides twice: together that is d_k.",
            "Q and K both divided by 4: by how much is their product smaller?",
        ).by(
            {"half.scale": lambda product, Q, K: product / Q.shape[-1]},
            {
                "half.product": _in_half,
                "half.scale": lambda product, Q, K: product / Q.shape[-1],
            },
        ),
        Mistake(
            "scale-inverted",
            "The scores are multiplied by the root of d_k.",
            "Should the scores become larger with d_k?",
        ).by({"half.scale": lambda product, Q, K: product * np.sqrt(Q.shape[-1])}),
        Mistake(
            "scale-by-fourth-root",
            "The scores are divided by the fourth root of d_k.",
            "How many roots does your code take of d_k, and how many should it take?",
        ).by({"half.scale": lambda product, Q, K: product / Q.shape[-1] ** 0.25}),
        Mistake(
            "scale-by-sqrt-n",
            "The scores are divided by the root of a number of tokens.",
            "Should a score depend on the number of tokens?",
        ).by(
            {"half.scale": lambda product, Q, K: product / np.sqrt(len(Q))},
            {"half.scale": lambda product, Q, K: product / np.sqrt(len(K))},
        ),
        Mistake(
            "maximum-subtracted",
            "The largest score of each row is subtracted, which changes the scores.",
            "Are these scores, or what softmax makes of scores on its way?",
        ).by(
            {"half.scores": lambda scores: scores - scores.max(axis=-1, keepdims=True)},
        ),
        Mistake(
            "divided-by-largest",
            "Rows are divided by their largest number, and it is not multiplied back.",
            "By which numbers may a score be divided, and who undoes the others?",
        ).by(
            {
                "half.scale": lambda product, Q, K: (
                    product / np.sqrt(Q.shape[-1]) / np.abs(Q).max() / np.abs(K).max()
                )
            },
            {"half.scale": lambda product, Q, K: product / np.sqrt(Q.shape[-1]) / np.abs(Q).max()},
        ),
        Mistake(
            "q-k-swapped",
            "Queries and keys have changed places: the scores are transposed.",
            "Does a row of the scores belong to a query or to a key?",
        ).by({"half.scores": np.transpose}),
    ),
)

TASK = Task(
    reference=half_scores,
    kind="repair",
    starter=STARTER,
    order=(12, 2),
    practises=("turn a symptom",),
    pipeline=_pipeline,
    families=(HALF_SCORES, RESULT.only("give"), ARGUMENTS),
    probes=_probes,
    valid=_fits,
    excluding=("extra-axis",),
    properties=(
        Property("There is a row for each query, a column for each key.", has_shape(_shape)),
        Property("Every score is finite.", _finite),
        Property("A query and a key in its direction keep their full score.", _not_capped),
    ),
)
