"""The entropy of each row of weights says how spread out the attention of a query is."""

from typing import Any

import numpy as np

from attnlib import softmax
from checks.catalogue.families.arguments import ARGUMENTS, with_axes
from checks.catalogue.families.result import RESULT, ROUNDED, SQUEEZED
from checks.catalogue.families.softmax import TWICE
from checks.catalogue.inputs import in_float32
from checks.catalogue.properties import has_shape
from checks.errors import OF_SHAPES
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT
from checks.task import Property, Task


def attention_entropy(weights: Any) -> Any:
    """Measure how spread out the attention of each query is.

    Parameters
    ----------
    weights : (..., n_q, n_k)

    Returns
    -------
    (..., n_q)
        In nats: 0 where one key has all the weight, ln n_k where all keys have the same. A weight of 0
        adds nothing, so a row of zeros has entropy 0.

    Examples
    --------
    >>> attention_entropy(np.array([[0.5, 0.5], [0.0, 1.0]])).round(3) + 0.0
    array([0.693, 0.   ])
    """
    return -(weights * np.log(np.where(weights > 0, weights, 1))).sum(axis=-1)


def _pipeline(step: Any, weights: Any) -> Any:
    entropy, weights = step.entropy, step.entropy.read(step.arguments.take(weights))
    surprise = entropy.logarithm(entropy.guard(weights))
    total = entropy.total(entropy.term(weights, surprise))
    return entropy.finish(entropy.sign * total, weights)


def _hidden_row(weights: Any) -> Any:
    weights[1] = 0
    return weights


def _without_key_0(weights: Any) -> Any:
    weights[:, 0] = 0
    return weights / weights.sum(axis=-1, keepdims=True)


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([3, 5, seed])

    def rows(*shape: int) -> Any:
        return softmax(rng.normal(size=shape))

    causal = softmax(np.where(np.tri(4, dtype=bool), rng.normal(size=(4, 4)), -np.inf))
    cases = {
        "3 queries and 5 keys": rows(3, 5),
        "4 queries and 4 keys": rows(4, 4),
        "4 tokens that see nothing later": causal,
        "one query and 3 keys": rows(1, 3),
        "a query with all its weight on one key": np.eye(3, 4)[rng.permutation(3)],
        "a query that may attend to nothing": _hidden_row(rows(3, 4)),
        "a batch of two, 3 queries and 4 keys": rows(2, 3, 4),
        "2 sequences with 3 heads each": rows(2, 3, 4, 5),
    }
    drawn = [Probe(label, {"weights": weights}) for label, weights in cases.items()]
    return [
        *drawn,
        Probe("float32 weights", in_float32({"weights": rows(2, 6)})),
        Probe(
            "float32 weights, one row of zeros", in_float32({"weights": _hidden_row(rows(3, 4))})
        ),
        Probe("3 queries that may not attend to key 0", {"weights": _without_key_0(rows(3, 4))}),
    ]


def _never_nan(probe: Probe, entropy: Any) -> bool:
    return not np.isnan(entropy).any()


def _never_negative(probe: Probe, entropy: Any) -> bool:
    return bool((np.asarray(entropy) >= -1e-6).all())


def _at_most_that_of_equal_weights(probe: Probe, entropy: Any) -> bool:
    return bool((np.asarray(entropy) <= np.log(probe.arguments["weights"].shape[-1]) + 1e-4).all())


def _zero_where_certain(probe: Probe, entropy: Any) -> bool:
    certain = probe.arguments["weights"].max(axis=-1) == 1
    return bool(np.allclose(np.asarray(entropy)[certain], 0, atol=1e-4))


def _stopping_log(weights: Any) -> Any:
    """Act like math.log: raise an error, instead of returning minus infinity, if a number is 0."""
    if not np.all(weights):
        raise ValueError("math domain error")
    return np.log(weights)


def _along_all_but_the_first(terms: Any) -> Any:
    return terms.reshape(len(terms), -1).sum(axis=1)


def _first_alone(entropy: Any, weights: Any) -> Any:
    kept = np.zeros_like(entropy)
    kept.flat[0] = entropy.flat[0]
    return kept


def _uniform_where_blind(entropy: Any, weights: Any) -> Any:
    return np.where(weights.any(axis=-1), entropy, np.log(weights.shape[-1]))


def _rows_are_shares(weights: Any) -> bool:
    sums = weights.sum(axis=-1)
    return bool((weights >= 0).all() and ((np.abs(sums - 1) < 1e-6) | (sums == 0)).all())


ENTROPY = Family(
    "entropy",
    {
        "read": lambda weights: weights,
        "guard": lambda weights: np.where(weights > 0, weights, 1),
        "logarithm": np.log,
        "term": lambda weights, surprise: weights * surprise,
        "total": lambda terms: terms.sum(axis=-1),
        "sign": -1,
        "finish": lambda entropy, weights: entropy,
    },
    (
        Mistake(
            "log-of-zero",
            "A weight of 0 turns its row into nan: 0 times the logarithm of 0.",
            "What does a key without weight add to the sum?",
            (
                {"entropy.guard": lambda weights: weights},
                {"entropy.guard": lambda weights: weights + 1e-300},  # 0 in float32
                {"entropy.guard": lambda weights: weights, "entropy.logarithm": _stopping_log},
            ),
            breaks=("domain",),
        ),
        Mistake(
            "nan-replaced-too-late",
            "A row with a 0 in it gets entropy 0: nan is replaced only after the sum.",
            "Which terms of such a row are nan, and which are not?",
            (
                {
                    "entropy.guard": lambda weights: weights,
                    "entropy.finish": lambda entropy, weights: np.nan_to_num(entropy),
                },
            ),
        ),
        Mistake(
            "epsilon-too-large",
            "The small number added to the weights is too large: it changes the entropy.",
            "How small must a number be to disappear beside a weight?",
            tuple(
                steps
                for size in (0.01, 1e-3)
                for steps in (
                    {"entropy.guard": lambda weights, size=size: weights + size},
                    {
                        "entropy.guard": KEPT,
                        "entropy.read": lambda weights, size=size: weights + size,
                    },
                )
            ),
        ),
        TWICE.by({"entropy.read": softmax}),
        Mistake(
            "entropy-sign",
            "The minus sign is missing, so no entropy is above 0.",
            "Which sign has the logarithm of a number between 0 and 1?",
            ({"entropy.sign": 1},),
        ),
        Mistake(
            "entropy-in-bits",
            "The logarithm has base 2, so the entropies are in bits.",
            "Which logarithm does the formula use?",
            ({"entropy.logarithm": np.log2},),
        ),
        Mistake(
            "entropy-base-10",
            "The logarithm has base 10.",
            "Which logarithm does the formula use?",
            ({"entropy.logarithm": np.log10},),
        ),
        Mistake(
            "entropy-of-columns",
            "The columns are added up, so there is a number for each key.",
            "Whose attention is measured: a query's, or a key's?",
            (
                {"entropy.total": lambda terms: terms.sum(axis=-2)},
                {"entropy.total": lambda terms: terms.sum(axis=0)},
            ),
        ),
        Mistake(
            "batch-axis-breaks",
            "It holds without a batch only: with batch axes in front it breaks.",
            "Counting from the end, what is the number of the last axis?",
            (
                {"entropy.total": lambda terms: terms.sum(axis=1)},
                {"entropy.total": _along_all_but_the_first},
                {"arguments.take": with_axes(2)},
            ),
            breaks=OF_SHAPES,
        ),
        Mistake(
            "entropy-of-everything",
            "All queries together get a single number.",
            "How many numbers does the exercise ask for?",
            ({"entropy.total": np.sum},),
        ),
        Mistake(
            "entropy-averaged",
            "The terms of a row are averaged, not added up.",
            "What happens to your result when a key without weight joins the row?",
            ({"entropy.total": lambda terms: terms.mean(axis=-1)},),
        ),
        Mistake(
            "entropy-normalised",
            "The entropy is divided by ln n_k, the largest it could be.",
            "Does the formula divide by anything?",
            ({"entropy.finish": lambda entropy, weights: entropy / np.log(weights.shape[-1])},),
        ),
        Mistake(
            "entropy-as-number-of-keys",
            "e to the power of the entropy is returned: a number of keys.",
            "Is the entropy asked for, or what it says about keys?",
            ({"entropy.finish": lambda entropy, weights: np.exp(entropy)},),
        ),
        Mistake(
            "surprise-unweighted",
            "The logarithms are added up as they are, without their weights.",
            "How much does a logarithm count whose key is hardly attended to?",
            ({"entropy.term": lambda weights, surprise: surprise},),
        ),
        Mistake(
            "axis-kept",
            "The entropies keep an axis of length 1 at the end.",
            "How many axes has one number for each query?",
            ({"entropy.total": lambda terms: terms.sum(axis=-1, keepdims=True)},),
        ),
        Mistake(
            "products-not-summed",
            "The terms of a row are computed, but never added up.",
            "How many numbers does the result have for one query?",
            ({"entropy.total": lambda terms: terms},),
        ),
        Mistake(
            "hidden-row-uniform",
            "A row of zeros gets the entropy of equal weights.",
            "How much does a weight of 0 add to the sum?",
            ({"entropy.finish": _uniform_where_blind},),
        ),
        RESULT["return-in-loop"].by({"entropy.finish": _first_alone}),
        SQUEEZED.by({"entropy.finish": lambda entropy, weights: np.squeeze(entropy)}),
        ROUNDED.by({"entropy.finish": lambda entropy, weights: np.round(entropy, 2)}),
    ),
)

TASK = Task(
    reference=attention_entropy,
    order=(3, 7),
    valid=_rows_are_shares,
    practises=("turn a row of scores",),
    pipeline=_pipeline,
    families=(ENTROPY, ARGUMENTS),
    probes=_probes,
    properties=(
        Property(
            "There is one number for each query.",
            has_shape(lambda probe: probe.arguments["weights"].shape[:-1]),
        ),
        Property("No entropy is nan.", _never_nan),
        Property("No entropy is negative.", _never_negative),
        Property(
            "No entropy is above ln n_k, the entropy of equal weights.",
            _at_most_that_of_equal_weights,
        ),
        Property("It is 0 where one key has all the weight.", _zero_where_certain),
    ),
)
