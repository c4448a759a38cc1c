"""Attention with RoPE and a cache, wrong in two places: a function to repair."""

from collections.abc import Callable
from typing import Any

import numpy as np

from attnlib import attention
from attnlib.relative_positions import rotate
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.result import RESULT
from checks.catalogue.inputs import in_float32
from checks.catalogue.properties import has_shape, of_output
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def cached_attention(Q: Any, K: Any, V: Any, K_past: Any, V_past: Any) -> Any:
    """Let new tokens attend to themselves and to a cache.

    Parameters
    ----------
    Q, K : (n, d_k)
        Queries and keys of the new tokens, not turned yet; d_k is even.
    V : (n, d_v)
    K_past : (m, d_k)
        Keys of positions 0 to m - 1, already turned.
    V_past : (m, d_v)

    Returns
    -------
    output : (n, d_v)
    K : (m + n, d_k)
        All keys so far, turned.
    V : (m + n, d_v)

    Examples
    --------
    >>> X, past = np.zeros((1, 2)), np.zeros((3, 2))
    >>> cached_attention(X, X, X + 4, past, past)[0]
    array([[1., 1.]])
    """
    n, m = len(Q), len(K_past)
    places = np.arange(m, m + n)
    K, V = np.concatenate([K_past, rotate(K, places)]), np.concatenate([V_past, V])
    return attention(rotate(Q, places), K, V, np.tri(n, m + n, k=m, dtype=bool))[0], K, V


STARTER = '''
def cached_attention(Q, K, V, K_past, V_past):
    """Output (n, d_v) of the new tokens, and all keys, turned, and values so far."""
    n, m, d = len(Q), len(K_past), Q.shape[-1]
    angles = np.arange(n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
    turned = []
    for X in (Q, K):
        pairs = (X[:, 0::2] + 1j * X[:, 1::2]) * np.exp(1j * angles)
        turned.append(np.stack([pairs.real, pairs.imag], axis=-1).reshape(X.shape))
    K, V = np.concatenate([K_past, turned[1]]), np.concatenate([V_past, V])
    visible = np.tri(n, m + n, dtype=bool)
    scores = np.where(visible, turned[0] @ K.T / np.sqrt(d), -np.inf)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V, K, V
'''


def _pipeline(step: Any, Q: Any, K: Any, V: Any, K_past: Any, V_past: Any) -> Any:
    own, n, m = step.cache, len(Q), len(K_past)
    Q = rotate(step.arguments.take(Q), own.queries(n, m))
    old, new = own.old(K_past), rotate(K, own.keys(n, m))
    keys, values = own.joined(old, new), own.joined(V_past, V)
    output = own.attend(Q, keys, values, own.visible(n, m))
    return step.result.give((output, own.kept(keys, K_past, K), own.kept(values, V_past, V)))


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([12, 8, seed])

    def draw(n: int, m: int, d_k: int, d_v: int) -> dict[str, Any]:
        shapes = {"Q": (n, d_k), "K": (n, d_k), "V": (n, d_v)}
        past = {"K_past": (m, d_k), "V_past": (m, d_v)}
        return {name: rng.normal(size=shape) for name, shape in {**shapes, **past}.items()}

    return [
        Probe("2 new tokens, 3 in the cache", draw(2, 3, 4, 3)),
        Probe("3 new tokens, none in the cache", draw(3, 0, 4, 2)),
        Probe("a single new token, 4 in the cache", draw(1, 4, 6, 4)),
        Probe("4 new tokens, 2 in the cache", draw(4, 2, 2, 6)),
        Probe("3 new tokens, 3 in the cache", draw(3, 3, 4, 4)),
        Probe("2 new tokens, 3 in the cache, in float32", in_float32(draw(2, 3, 4, 4))),
    ]


def _fits(Q: Any, K: Any, V: Any, K_past: Any, V_past: Any) -> bool:
    return (
        len({len(X) for X in (Q, K, V)}) == 1
        and len(K_past) == len(V_past)
        and Q.shape[1] == K.shape[1] == K_past.shape[1]
        and Q.shape[1] % 2 == 0
        and V.shape[1] == V_past.shape[1]
    )


def _both_grow(probe: Probe, results: Any) -> bool:
    given = probe.arguments
    n = sum(len(given[name]) for name in ("K", "K_past"))
    return all(
        np.shape(result) == (n, given[name].shape[1])
        for result, name in zip(results[1:], ("K", "V"), strict=True)
    )


def _past_stays(probe: Probe, results: Any) -> bool:
    return all(
        np.allclose(result[: len(past)], past, atol=1e-4)
        for result, past in zip(
            results[1:], (probe.arguments["K_past"], probe.arguments["V_past"]), strict=True
        )
    )


def _first_sees_itself(probe: Probe, output: Any) -> bool:
    """Check that the first token returns its own value if the cache is empty."""
    given = probe.arguments
    return len(given["K_past"]) > 0 or bool(np.allclose(output[0], given["V"][0], atol=1e-4))


def _lengths_stay(probe: Probe, results: Any) -> bool:
    new = np.asarray(results[1])[len(probe.arguments["K_past"]) :]
    before, after = (np.linalg.norm(X, axis=1) for X in (probe.arguments["K"], new))
    return bool(np.allclose(after, before, atol=1e-4))


def _attend(Q: Any, K: Any, V: Any, visible: Any) -> Any:
    return attention(Q, K, V, visible)[0]


def _nan_where_all_is_hidden(Q: Any, K: Any, V: Any, visible: Any) -> Any:
    return np.where(visible.any(axis=-1, keepdims=True), _attend(Q, K, V, visible), np.nan)


def _triangle(k: Callable[[int], int]) -> Callable[[int, int], Any]:
    return lambda n, m: np.tri(n, m + n, k=k(m), dtype=bool)


CACHE = Family(
    "cache",
    {
        "queries": lambda n, m: np.arange(m, m + n),
        "keys": lambda n, m: np.arange(m, m + n),
        "old": lambda K_past: K_past,
        "joined": lambda past, new: np.concatenate([past, new]),
        "visible": _triangle(lambda m: m),
        "attend": _attend,
        "kept": lambda both, past, new: both,
    },
    (
        Mistake(
            "positions-restart",
            "The positions of the new tokens start at 0 again, whatever is in the cache.",
            "With three keys in the cache, at which position is the first new token?",
        ).by(
            {
                "cache.queries": lambda n, m: np.arange(n),
                "cache.keys": lambda n, m: np.arange(n),
            }
        ),
        Mistake(
            "mask-at-top-left",
            "The triangle starts at the first key, so new tokens see how the text began.",
            "Which key is the last that the first new token may see?",
        ).by({"cache.visible": _triangle(lambda m: 0)}),
        Mistake(
            "only-queries-moved-on",
            "The queries' positions are counted on behind the cache, those of the keys are not.",
            "Which two arrays are turned, and from which position on?",
        ).by({"cache.keys": lambda n, m: np.arange(n)}),
        Mistake(
            "only-keys-moved-on",
            "The keys' positions are counted on behind the cache, those of the queries are not.",
            "Which two arrays are turned, and from which position on?",
        ).by({"cache.queries": lambda n, m: np.arange(n)}),
        Mistake(
            "positions-one-too-far",
            "Behind the cache, the positions are one too large.",
            "Which positions do m tokens have, and which is the next?",
        ).by(
            {
                "cache.queries": lambda n, m: np.arange(m + 1, m + n + 1),
                "cache.keys": lambda n, m: np.arange(m + 1, m + n + 1),
            }
        ),
        Mistake(
            "all-at-the-same-position",
            "All new tokens are turned by one and the same position.",
            "At which position is the second new token?",
        ).by(
            {
                "cache.queries": lambda n, m: np.full(n, m),
                "cache.keys": lambda n, m: np.full(n, m),
            },
        ),
        Mistake(
            "past-turned-again",
            "The keys from the cache are turned once more, but they were turned already.",
            "Which keys have not been turned yet?",
        ).by({"cache.old": lambda K_past: rotate(K_past, np.arange(len(K_past)))}),
        Mistake(
            "mask-missing",
            "Nothing is hidden: every new token sees those after it.",
            "May the first of several new tokens see the last?",
        ).by(
            {"cache.visible": lambda n, m: np.ones((n, m + n), dtype=bool)},
            {"cache.visible": lambda n, m: np.tri(n, m + n, k=0 if m == 0 else m + n) == 1},
        ),
        Mistake(
            "sees-next",
            "Each token also sees the one that follows it.",
            "Which is the last key that the first new token may see?",
        ).by({"cache.visible": _triangle(lambda m: m + 1)}),
        Mistake(
            "mask-hides-diagonal",
            "A new token sees the earlier ones but not itself.",
            "May a token attend to itself?",
        ).by(
            {"cache.visible": _triangle(lambda m: m - 1)},
            {"cache.visible": _triangle(lambda m: m - 1), "cache.attend": _nan_where_all_is_hidden},
        ),
        Mistake(
            "diagonal-moved-by-n",
            "The diagonal of the mask is moved by the number of new tokens.",
            "With three keys in the cache and one new token, by how many keys must it move?",
        ).by({"cache.visible": lambda n, m: np.tri(n, m + n, k=n, dtype=bool)}),
        Mistake(
            "past-hidden",
            "The new tokens see each other, but nothing of the cache.",
            "What is the cache for?",
        ).by({"cache.visible": lambda n, m: np.tri(n, m + n, k=m) > (np.arange(m + n) < m)}),
        Mistake(
            "newest-first",
            "New keys and values are put in front of the old ones.",
            "In which order were the tokens read?",
        ).by(
            {"cache.joined": lambda past, new: np.concatenate([new, past])},
            {
                "cache.joined": lambda past, new: np.concatenate([new, past]),
                "cache.visible": lambda n, m: np.roll(np.tri(n, m + n, k=m) == 1, n, axis=1),
            },
        ),
        Mistake(
            "newest-not-kept",
            "The cache that is handed back is still the old one, or the new rows alone.",
            "What has the next call to know?",
        ).by(
            {"cache.kept": lambda both, past, new: past},
            {"cache.kept": lambda both, past, new: both[len(past) :]},
        ),
    ),
)

TASK = Task(
    reference=cached_attention,
    kind="repair",
    starter=STARTER,
    order=(12, 5),
    practises=("turn a symptom",),
    pipeline=_pipeline,
    families=(CACHE, RESULT.only("give"), ARGUMENTS),
    probes=_probes,
    valid=_fits,
    excluding=("extra-axis",),
    properties=(
        of_output(
            Property(
                "The output has a row for each new token.",
                has_shape(lambda probe: probe.arguments["V"].shape),
            )
        ),
        Property("Keys and values grow by the new tokens.", _both_grow),
        Property("What was in the cache stays as it was.", _past_stays),
        of_output(Property("The first token of all sees itself alone.", _first_sees_itself)),
        Property("A turn changes the length of no key.", _lengths_stay),
    ),
)
