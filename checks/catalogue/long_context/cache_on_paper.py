"""Predict how much memory the keys and values of a real model need."""

from typing import Any

import numpy as np

from attnlib.long_context import cache_bytes
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT
from checks.task import Property, Task

LAYERS, QUERY_HEADS, KV_HEADS, D_HEAD = 32, 32, 8, 128  # Mistral 7B
BYTES, TOKENS, WINDOW = 2, 32_768, 4_096


def cache_on_paper() -> Any:
    """Predict five sizes of the cache of Mistral 7B.

    Returns
    -------
    (5,)

    Examples
    --------
    >>> len(cache_on_paper())
    5
    """
    model = {"num_layers": LAYERS, "d_head": D_HEAD, "bytes_per_number": BYTES}
    numbers = cache_bytes(1, KV_HEADS, D_HEAD, bytes_per_number=1)
    token = cache_bytes(num_kv_heads=KV_HEADS, **model)
    text, window, all_heads = (
        cache_bytes(num_kv_heads=heads, n_tokens=tokens, **model)
        for heads, tokens in ((KV_HEADS, TOKENS), (KV_HEADS, WINDOW), (QUERY_HEADS, TOKENS))
    )
    return np.array([numbers, token / 2**10, *(size / 2**30 for size in (text, window, all_heads))])


def _pipeline(step: Any) -> Any:
    own = step.cache
    numbers = own.kinds * own.heads * D_HEAD
    token = numbers * own.layers * own.bytes
    text = token * TOKENS
    all_heads = own.all_heads(text, own.heads)
    gibibytes = [size / own.gibi for size in (text, own.window(text), all_heads)]
    return own.order(np.array([numbers, token / own.kibi, *gibibytes], dtype=float))


def _text_of_tokens(probe: Probe, sizes: Any) -> bool:
    return bool(np.isclose(sizes[1] * TOKENS, sizes[2] * 2**20))


def _an_eighth(probe: Probe, sizes: Any) -> bool:
    return bool(np.isclose(sizes[3] * 8, sizes[2]))


def _four_times(probe: Probe, sizes: Any) -> bool:
    return bool(np.isclose(sizes[4], 4 * sizes[2]))


CACHE = Family(
    "cache",
    {
        "kinds": 2,
        "heads": KV_HEADS,
        "layers": LAYERS,
        "bytes": BYTES,
        "kibi": 2**10,
        "gibi": 2**30,
        "window": lambda text: text * WINDOW / TOKENS,
        "all_heads": lambda text, heads: text * QUERY_HEADS / heads,
        "order": lambda sizes: sizes,
    },
    (
        Mistake(
            "keys-only",
            "Only half is counted: the keys without the values, or the other way round.",
            "Which two vectors of each old token does a new query need?",
        ).by({"cache.kinds": 1}),
        Mistake(
            "query-heads",
            "32 heads are counted for each token, but only 8 have keys and values.",
            "Which heads leave something in the cache?",
        ).by(
            {"cache.heads": QUERY_HEADS},
            {"cache.heads": QUERY_HEADS, "cache.all_heads": lambda text, heads: 4 * text},
        ),
        Mistake(
            "one-head-only",
            "A single head of keys and values is counted, but there are 8.",
            "How many keys does each layer keep for one token?",
        ).by(
            {"cache.heads": 1},
            {"cache.heads": 1, "cache.all_heads": lambda text, heads: 4 * text},
        ),
        Mistake(
            "one-layer-only",
            "A single layer is counted after the first number, but each layer has a cache.",
            "Do two layers have the same keys?",
        ).by({"cache.layers": 1}),
        Mistake(
            "bits-for-bytes",
            "Each number counts as 16 bytes: these are bits.",
            "How many bytes are 16 bits?",
        ).by({"cache.bytes": 16}),
        Mistake(
            "four-bytes-each",
            "Each number counts as 4 bytes, as in float32.",
            "How many bits has a number in bfloat16?",
        ).by({"cache.bytes": 4}),
        Mistake(
            "numbers-for-bytes",
            "Numbers are counted where bytes are asked for.",
            "How many bytes does one number take?",
        ).by({"cache.bytes": 1}),
        Mistake(
            "thousand-not-1024",
            "A thousand bytes are taken for one KiB, or a billion for one GiB.",
            "How many bytes is 1 KiB, and how many KiB is 1 GiB?",
        ).by(
            {"cache.kibi": 10**3, "cache.gibi": 10**9},
            {"cache.kibi": 10**3, "cache.gibi": KEPT},
            {"cache.kibi": KEPT, "cache.gibi": 10**9},
            {"cache.kibi": KEPT, "cache.gibi": 2**10 * 10**6},
        ),
        Mistake(
            "window-ignored",
            "With a window the cache is as large as without.",
            "How many tokens can a new query see, and do the others have to be kept?",
        ).by({"cache.window": lambda text: text}),
        Mistake(
            "saved-not-kept",
            "The fourth number is what the window saves, not what is kept.",
            "How many tokens are still in the cache?",
        ).by({"cache.window": lambda text: text * (1 - WINDOW / TOKENS)}),
        Mistake(
            "groups-make-no-difference",
            "With 32 heads of keys and values the cache is as large as with 8.",
            "Does each head of keys and values take memory of its own?",
        ).by({"cache.all_heads": lambda text, heads: text}),
        Mistake(
            "times-query-heads",
            "The last number is 32 times the third, but 8 heads were counted there already.",
            "How many times as many heads are 32 as 8?",
        ).by({"cache.all_heads": lambda text, heads: text * QUERY_HEADS}),
        Mistake(
            "fewer-with-all-heads",
            "The last number is smaller than the third, as if more heads took less.",
            "Do 32 heads keep more than 8, or less?",
        ).by({"cache.all_heads": lambda text, heads: text / 4}),
        Mistake(
            "numbers-in-another-order",
            "The numbers are right, but they are in another order.",
            "Which is the third, and which the fourth?",
        ).by(
            *(
                {
                    "cache.window": KEPT,
                    "cache.all_heads": KEPT,
                    "cache.order": lambda sizes, places=places: sizes[list(places)],
                }
                for places in ((0, 1, 2, 4, 3), (0, 1, 3, 2, 4), (0, 1, 4, 2, 3), (0, 1, 4, 3, 2))
            )
        ),
    ),
)

TASK = Task(
    reference=cache_on_paper,
    kind="predict",
    order=(11, 1),
    practises=("write word by word",),
    pipeline=_pipeline,
    families=(CACHE,),
    probes=lambda seed: [Probe("paper", {})],
    properties=(
        Property("There are five numbers.", has_shape(lambda probe: (5,))),
        Property("32,768 tokens take 32,768 times what one token takes.", _text_of_tokens),
        Property("A window of 4,096 tokens keeps an eighth of them.", _an_eighth),
        Property("32 heads keep four times what 8 heads keep.", _four_times),
    ),
)
