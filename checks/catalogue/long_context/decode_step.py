"""One step of writing: the newest token attends to itself and to all tokens in the cache."""

from typing import Any

import numpy as np

from attnlib.long_context import decode_step
from checks.catalogue.families.arguments import ARGUMENTS, with_axes
from checks.catalogue.families.output import OUTPUT
from checks.catalogue.families.result import RESULT
from checks.catalogue.families.scale import SCALE
from checks.catalogue.families.scores import SCORES
from checks.catalogue.families.softmax import SOFTMAX
from checks.catalogue.inputs import in_float32
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def _pipeline(step: Any, q: Any, k: Any, v: Any, K_past: Any, V_past: Any) -> Any:
    own, q = step.decode, step.arguments.take(q)
    K, V = own.append(K_past, own.key(q, k)), own.append(V_past, own.value(k, v))
    keys, values = own.attended(K, V)
    scores = (keys @ own.asks(q, k)[..., None])[..., 0] / own.divisor(q, K, V)
    exponentials = own.exponential(own.shift(scores))
    weights = own.hide(exponentials / own.total(exponentials))
    output = (weights[..., None, :] @ own.averaged(keys, values))[..., 0, :]
    return own.result(output, K, V)


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([11, 4, 2, seed])

    def draw(*batch: int, n: int, d: tuple[int, int]) -> dict[str, Any]:
        names = {"q": (d[0],), "k": (d[0],), "v": (d[1],), "K_past": (n, d[0]), "V_past": (n, d[1])}
        return {name: rng.normal(size=(*batch, *shape)) for name, shape in names.items()}

    return [
        Probe("3 tokens in the cache", draw(n=3, d=(4, 2))),
        Probe("5 tokens in the cache, d_k 2 and d_v 3", draw(n=5, d=(2, 3))),
        Probe("an empty cache", draw(n=0, d=(3, 2))),
        Probe("4 tokens in the cache, d_k and d_v 3", draw(n=4, d=(3, 3))),
        Probe("a single token in the cache", draw(n=1, d=(2, 4))),
        Probe("a batch of two, 4 tokens in the cache", draw(2, n=4, d=(3, 2))),
        Probe("a batch of 3 with 2 heads", draw(3, 2, n=5, d=(4, 2))),
        Probe("float32 arrays", in_float32(draw(n=2, d=(5, 3)))),
    ]


def _fits(q: Any, k: Any, v: Any, K_past: Any, V_past: Any) -> bool:
    batch, n = q.shape[:-1], K_past.shape[-2:-1]
    same_batch = q.shape == k.shape and v.shape[:-1] == batch
    caches = (
        K_past.shape == (*batch, *n, *k.shape[-1:]),
        V_past.shape == (*batch, *n, *v.shape[-1:]),
    )
    return bool(n) and same_batch and all(caches)


def _one_longer(probe: Probe, results: Any) -> bool:
    _, K, V = results
    past = probe.arguments["K_past"], probe.arguments["V_past"]
    return all(
        np.shape(new) == (*old.shape[:-2], old.shape[-2] + 1, old.shape[-1])
        for new, old in zip((K, V), past, strict=True)
    )


def _newest_last(probe: Probe, results: Any) -> bool:
    _, K, V = map(np.asarray, results)
    newest = probe.arguments["k"], probe.arguments["v"]
    return all(
        np.allclose(cache[..., -1, :], row, atol=1e-4)
        for cache, row in zip((K, V), newest, strict=True)
    )


def _output_shape(probe: Probe, results: Any) -> bool:
    return bool(np.shape(results[0]) == probe.arguments["v"].shape)


def _within_the_values(probe: Probe, results: Any) -> bool:
    """Check that no average is outside the range of the numbers averaged."""
    newest = probe.arguments["v"][..., None, :]
    V = np.concatenate([probe.arguments["V_past"], newest], axis=-2)
    low, high = V.min(axis=-2) - 1e-4, V.max(axis=-2) + 1e-4
    return bool(((results[0] >= low) & (results[0] <= high)).all())


def _append(past: Any, newest: Any) -> Any:
    return np.concatenate([past, newest[..., None, :]], axis=-2)


def _without_the_newest(K: Any, V: Any) -> Any:
    return K[..., :-1, :], V[..., :-1, :]


def _without_the_newest_of_many(K: Any, V: Any) -> Any:
    return _without_the_newest(K, V) if K.shape[-2] > 1 else (K, V)


def _first_alone(weights: Any) -> Any:
    return np.broadcast_to(np.arange(weights.shape[-1]) == 0, weights.shape) * 1.0


DECODE = Family(
    "decode",
    {
        "asks": lambda q, k: q,
        "key": lambda q, k: k,
        "value": lambda k, v: v,
        "append": _append,
        "attended": lambda K, V: (K, V),
        "divisor": lambda q, K, V: np.sqrt(q.shape[-1]),
        "shift": lambda scores: scores - scores.max(axis=-1, keepdims=True),
        "exponential": np.exp,
        "total": lambda exponentials: exponentials.sum(axis=-1, keepdims=True),
        "hide": lambda weights: weights,
        "averaged": lambda keys, values: values,
        "result": lambda output, K, V: (output, K, V),
    },
    (
        Mistake(
            "newest-missing",
            "The newest token attends to the tokens before it, but not to itself.",
            "With an empty cache, which token is there to attend to?",
        ).by(
            {"decode.attended": _without_the_newest},
            {"decode.attended": _without_the_newest, "decode.shift": lambda scores: scores},
            {"decode.attended": _without_the_newest_of_many},
        ),
        Mistake(
            "past-ignored",
            "The newest token attends to itself alone, so the output is `v`.",
            "What is in the cache for?",
        ).by({"decode.attended": lambda K, V: (K[..., -1:, :], V[..., -1:, :])}),
        Mistake(
            "first-key-only",
            "The newest token sees the first key alone: a mask is aligned at the top left.",
            "Is anything in the cache later than the newest token?",
        ).by({"decode.hide": _first_alone}),
        Mistake(
            "newest-first",
            "The newest token is put before the old ones; the caches have another order.",
            "Which row of the caches should belong to the newest token?",
        ).by(
            {
                "decode.append": lambda past, newest: np.concatenate(
                    [newest[..., None, :], past], axis=-2
                )
            }
        ),
        Mistake(
            "cache-not-grown",
            "The caches come back as they were, without the newest token.",
            "Where will the next token find the key and the value of this one?",
        ).by({"decode.result": lambda output, K, V: (output, *_without_the_newest(K, V))}),
        Mistake(
            "newest-alone-returned",
            "Only the newest key and value come back, without the old ones.",
            "What will the next step be given as `K_past`?",
        ).by(
            {"decode.result": lambda output, K, V: (output, K[..., -1:, :], V[..., -1:, :])},
            {"decode.result": lambda output, K, V: (output, K[..., -1, :], V[..., -1, :])},
        ),
        Mistake(
            "oldest-dropped",
            "The oldest token leaves the cache when the newest comes in.",
            "How many rows should the new cache have?",
        ).by({"decode.append": lambda past, newest: _append(past[..., 1:, :], newest)}),
        Mistake(
            "last-overwritten",
            "The newest token takes the place of the one before it.",
            "How many rows should the new cache have?",
        ).by({"decode.append": lambda past, newest: _append(past[..., :-1, :], newest)}),
        Mistake(
            "key-for-query",
            "The newest key is compared with the keys, and the query plays no part.",
            "Which of q, k and v asks, and which are asked?",
        ).by({"decode.asks": lambda q, k: k}),
        Mistake(
            "query-cached",
            "The query is put into the cache where its key should be.",
            "Which of q, k and v will later tokens still need?",
        ).by({"decode.key": lambda q, k: q}),
        Mistake(
            "key-for-value",
            "The key is put into the cache of the values as well.",
            "What does `V_past` hold, and what should follow it?",
        ).by({"decode.value": lambda k, v: k}),
        Mistake(
            "output-with-an-axis",
            "The output has kept an axis for the tokens, of length 1.",
            "Which shape has the output for a single `q` of shape (d_k,)?",
        ).by({"decode.result": lambda output, K, V: (output[..., None, :], K, V)}),
        SCALE["no-scale"].by({"decode.divisor": lambda q, K, V: 1}),
        SCALE["scale-by-d_k"].by({"decode.divisor": lambda q, K, V: q.shape[-1]}),
        SCALE["scale-by-sqrt-n"].by(
            {"decode.divisor": lambda q, K, V: np.sqrt(K.shape[-2])},
            {"decode.divisor": lambda q, K, V: np.sqrt(len(q))},
        ),
        SCALE["scale-by-sqrt-d_v"].by({"decode.divisor": lambda q, K, V: np.sqrt(V.shape[-1])}),
        SOFTMAX["softmax-not-normalised"].by(
            {"decode.total": lambda exponentials: 1.0},
            {"decode.total": lambda exponentials: 1.0, "decode.shift": lambda scores: scores},
        ),
        Mistake(
            "softmax-over-one",
            "Softmax runs over an axis of length 1, so every weight is 1.",
            "Which axis of your scores counts the keys?",
        ).by({"decode.total": lambda exponentials: exponentials}),
        SOFTMAX["softmax-over-everything"].by(
            {"decode.total": np.sum},
            {"decode.total": np.sum, "decode.shift": lambda scores: scores},
        ),
        OUTPUT["values-from-keys"].by({"decode.averaged": lambda keys, values: keys}),
        Mistake(
            "results-in-another-order",
            "The three results are there, but in another order.",
            "Which of the three does the exercise ask for first, and which last?",
        ).by(
            {"decode.result": lambda output, K, V: (K, V, output)},
            {"decode.result": lambda output, K, V: (output, V, K)},
        ),
        Mistake(
            "caches-not-returned",
            "Only the output is returned, without the two caches.",
            "Which three results does the exercise ask for?",
        ).by({"decode.result": lambda output, K, V: output}),
        RESULT["return-missing"].by({"decode.result": lambda output, K, V: None}),
    ),
)

BATCHES = Family(
    "batches",
    {},
    (SCORES["batch-axis-breaks"].by({"arguments.take": with_axes(1)}),),
)

TASK = Task(
    reference=decode_step,
    order=(11, 4),
    practises=("write word by word",),
    pipeline=_pipeline,
    families=(DECODE, BATCHES, ARGUMENTS),
    probes=_probes,
    valid=_fits,
    properties=(
        Property("Both caches are one token longer.", _one_longer),
        Property("The newest key and the newest value are last.", _newest_last),
        Property("The output is as wide as the values, and has no axis for tokens.", _output_shape),
        Property(
            "The output is an average of values, so it is never outside their range.",
            _within_the_values,
        ),
    ),
)
