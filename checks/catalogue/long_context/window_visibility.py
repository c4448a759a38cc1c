"""A sliding window for queries of the last tokens: a function to repair."""

from typing import Any

import numpy as np

from attnlib.masks import window_visibility
from checks.catalogue.families.mask import KIND, VISIBLE
from checks.catalogue.families.result import RESULT
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task

STARTER = '''
def window_visibility(n_q, n_k, width):
    """Which of n_k keys each of the last n_q tokens may attend to (n_q, n_k), True for visible."""
    queries, keys = np.arange(n_q)[:, None], np.arange(n_k)
    return (keys <= queries) & (keys >= queries - width)
'''


def _pipeline(step: Any, n_q: int, n_k: int, width: int) -> Any:
    own = step.window
    behind = own.first(n_q, n_k) + np.arange(own.rows(n_q, n_k))[:, None] - np.arange(n_k)
    visible = own.past(behind, width) & own.near(behind, width)
    return own.give(step.kind.returned(own.polarity(own.turn(visible))))


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([11, 3, seed])
    n_k, n_q = (int(size) for size in (rng.integers(8, 12), rng.integers(3, 6)))

    def asked(n_q: int, n_k: int, width: int) -> Probe:
        new = "the newest token" if n_q == 1 else f"the {n_q} newest"
        which = f"all {n_k} tokens" if n_q == n_k else f"{new} of {n_k} tokens"
        words = f"{which} and a width of {width}"
        return Probe(words, {"n_q": n_q, "n_k": n_k, "width": width})

    return [
        asked(3, 7, 2),
        asked(5, 5, 3),
        asked(1, 6, 4),
        asked(2, 4, 9),
        asked(4, 6, 1),
        asked(n_q, n_k, 3),
    ]


def _fits(n_q: int, n_k: int, width: int) -> bool:
    return 1 <= n_q <= n_k and width >= 1


def _last_sees_last(probe: Probe, visible: Any) -> bool:
    return bool(np.asarray(visible)[-1, -1])


def _no_future(probe: Probe, visible: Any) -> bool:
    n_q, n_k, _ = probe.arguments.values()
    return not np.triu(visible, n_k - n_q + 1).any()


def _at_most_width(probe: Probe, visible: Any) -> bool:
    return bool((np.sum(visible, axis=-1) <= probe.arguments["width"]).all())


def _as_many_as_there_are(probe: Probe, visible: Any) -> bool:
    n_q, n_k, width = probe.arguments.values()
    return bool((np.sum(visible, axis=-1) == np.minimum(width, np.arange(n_k)[-n_q:] + 1)).all())


WINDOW = Family(
    "window",
    {
        "first": lambda n_q, n_k: n_k - n_q,
        "rows": lambda n_q, n_k: n_q,
        "past": lambda behind, width: behind >= 0,
        "near": lambda behind, width: behind < width,
        "turn": lambda visible: visible,
        "polarity": lambda visible: visible,
        "give": lambda visible: visible,
    },
    (
        Mistake(
            "top-left",
            "The window begins at the top left, as if the queries were the first tokens.",
            "Which token is query 0, if the queries are the last n_q of n_k?",
        ).by({"window.first": lambda n_q, n_k: 0}),
        Mistake(
            "offset-backwards",
            "The queries are moved to before the first key, not to the end.",
            "Which token is query 0: n_k - n_q, or n_q - n_k?",
        ).by({"window.first": lambda n_q, n_k: n_q - n_k}),
        Mistake(
            "one-place-off",
            "The newest key of each row is one place off: it is not the query itself.",
            "Which key is the last query itself?",
        ).by(
            {"window.first": lambda n_q, n_k: n_k - n_q + 1},
            {"window.first": lambda n_q, n_k: n_k - n_q - 1},
        ),
        Mistake(
            "width-and-one",
            "A query sees itself and `width` more tokens: one too many.",
            "Does the token itself count among the `width`?",
        ).by({"window.near": lambda behind, width: behind <= width}),
        Mistake(
            "width-less-one",
            "A query sees one token fewer than `width`.",
            "How many tokens does your last query see, counted with itself?",
        ).by({"window.near": lambda behind, width: behind < width - 1}),
        Mistake(
            "window-ignored",
            "Every earlier token is visible, however far back it is.",
            "Where does the argument `width` enter?",
        ).by({"window.near": lambda behind, width: np.full_like(behind, True, dtype=bool)}),
        Mistake(
            "future-visible",
            "All later tokens are visible: the window has no end on that side.",
            "May a token attend to one that comes after it?",
        ).by({"window.past": lambda behind, width: np.full_like(behind, True, dtype=bool)}),
        Mistake(
            "window-both-ways",
            "The window reaches as far forwards as backwards.",
            "May a token attend to one that comes after it?",
        ).by(
            {"window.past": lambda behind, width: behind > -width},
            {"window.past": lambda behind, width: behind >= -width},
        ),
        Mistake(
            "rows-for-all-tokens",
            "There is a row for each of the n_k tokens, not for the queries alone.",
            "How many queries are there?",
        ).by(
            {
                "window.rows": lambda n_q, n_k: n_k,
                "window.first": lambda n_q, n_k: 0,
            }
        ),
        VISIBLE["mask-hides-diagonal"].by({"window.past": lambda behind, width: behind > 0}),
        VISIBLE["mask-inverted"].by({"window.polarity": np.logical_not}),
        VISIBLE["mask-transposed"].by({"window.turn": np.transpose}),
        RESULT["return-missing"].by({"window.give": lambda visible: None}),
    ),
)

TASK = Task(
    reference=window_visibility,
    kind="repair",
    starter=STARTER,
    order=(11, 3),
    practises=("say what a model may forget",),
    pipeline=_pipeline,
    families=(WINDOW, KIND),
    probes=_probes,
    valid=_fits,
    properties=(
        Property(
            "There is a row for each query, and a column for each key.",
            has_shape(lambda probe: (probe.arguments["n_q"], probe.arguments["n_k"])),
        ),
        Property("The last query sees the last key, which is itself.", _last_sees_last),
        Property("No query sees a later key.", _no_future),
        Property("No query sees more than `width` keys.", _at_most_width),
        Property("Each sees `width` keys, or all that there are so far.", _as_many_as_there_are),
    ),
)
