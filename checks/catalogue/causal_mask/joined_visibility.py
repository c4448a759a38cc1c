"""Which token may see which, if the future and the padding are hidden: a function to repair."""

from dataclasses import replace
from typing import Any

import numpy as np

from attnlib import causal_visibility
from checks.catalogue.families.mask import KIND, VISIBLE, triangle
from checks.catalogue.families.padding import PADDING, length_probes, lengths_fit
from checks.catalogue.families.result import RESULT, SQUEEZED
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def joined_visibility(lengths: Any, n: int) -> Any:
    """Mark the keys that are real and not later than the query, in each sentence of a batch.

    Parameters
    ----------
    lengths : (batch,) of int
        The last `lengths[b]` tokens of sentence b are real, those before are padding; from 1 to n.
    n : int

    Returns
    -------
    (batch, n, n) of bool

    Examples
    --------
    >>> joined_visibility(np.array([1, 2]), 2)
    array([[[False, False],
            [False,  True]],
    <BLANKLINE>
           [[ True, False],
            [ True,  True]]])
    """
    return causal_visibility(n) & (np.arange(n) >= n - lengths[:, None, None])


STARTER = '''
def joined_visibility(lengths, n):
    """Bool (batch, n, n): True where query i may attend to key j, real and not later."""
    position = np.arange(n)
    causal = position <= position[:, None]
    real = position >= n - lengths[:, None]
    return causal | real[:, :, None]
'''


def _pipeline(step: Any, lengths: Any, n: int) -> Any:
    real = step.joined.real(np.arange(n), lengths[:, None], n)
    both = step.joined.both(triangle(step, n), step.joined.place(real))
    return step.kind.returned(both)


def _probes(seed: int) -> list[Probe]:
    return length_probes(np.random.default_rng([4, 6, seed]))


def _places(probe: Probe) -> tuple[Any, Any, Any]:
    """Return the query and the key of each entry, and the first real key of its sentence."""
    lengths, n = probe.arguments.values()
    sentence, query, key = np.indices((len(lengths), n, n))
    return query, key, n - lengths[sentence]


def _no_padding(probe: Probe, visible: Any) -> bool:
    _, key, first = _places(probe)
    return not np.asarray(visible)[key < first].any()


def _no_later_key(probe: Probe, visible: Any) -> bool:
    query, key, _ = _places(probe)
    return not np.asarray(visible)[key > query].any()


def _all_others(probe: Probe, visible: Any) -> bool:
    query, key, first = _places(probe)
    return bool(np.asarray(visible)[(first <= key) & (key <= query)].all())


def _length_for_all(choose: Any) -> Any:
    return lambda position, lengths, n: np.broadcast_to(
        position >= n - choose(lengths), (len(lengths), n)
    )


JOINED = Family(
    "joined",
    {
        "real": lambda position, lengths, n: position >= n - lengths,
        "place": lambda real: real[:, None, :],
        "both": lambda causal, real: causal & real,
    },
    (
        Mistake(
            "or-not-and",
            "A key is visible if it is real or not later: one of the two is enough here.",
            "May query 0 attend to the last key, which is real?",
        ).by({"joined.both": lambda causal, real: causal | real}),
        Mistake(
            "padding-visible",
            "Later keys are hidden, but the padding is not.",
            "With a length of 1, which keys may the last query see?",
        ).by({"joined.both": lambda causal, real: causal & (real | True)}),
        Mistake(
            "future-visible",
            "The padding is hidden, but later keys are not.",
            "Which keys may query 0 see?",
        ).by({"joined.both": lambda causal, real: (causal | True) & real}),
        Mistake(
            "mask-on-queries",
            "The padding lies along the queries: their rows are hidden, and real queries see it.",
            "Which of the three axes belongs to the keys?",
        ).by({"joined.place": lambda real: real[:, :, None]}),
        Mistake(
            "batch-meets-queries",
            "`real` has no axis for the queries, so the sentences meet the queries.",
            "Which shapes does `&` put together, counted from the right?",
            breaks=("broadcast",),
        ).by({"joined.place": lambda real: real}),
        Mistake(
            "padding-at-the-end",
            "The first keys of a sentence are taken for real, not the last.",
            "On which side are these sentences filled up?",
        ).by({"joined.real": lambda position, lengths, n: position < lengths}),
        PADDING["padding-off-by-one"].by(
            {"joined.real": lambda position, lengths, n: position > n - lengths},
            {"joined.real": lambda position, lengths, n: position >= n - lengths - 1},
        ),
        PADDING["one-length-for-all"].by(
            *(
                {"joined.real": _length_for_all(choose)}
                for choose in (lambda n: n[0], lambda n: n.max(), lambda n: n.min())
            )
        ),
        VISIBLE["mask-inverted"].by({"kind.returned": np.logical_not}),
        VISIBLE["mask-transposed"].by({"visible.turn": np.transpose}),
        VISIBLE["mask-hides-diagonal"].by({"visible.reach": -1}),
        SQUEEZED.by({"kind.returned": np.squeeze}),
        RESULT["extra-axis"].by({"kind.returned": lambda visible: visible[:, None]}),
        RESULT["return-in-loop"].by({"kind.returned": lambda visible: visible[0]}),
    ),
)

TASK = Task(
    reference=joined_visibility,
    kind="repair",
    starter=STARTER,
    valid=lengths_fit,
    order=(4, 6),
    practises=("say who may see whom",),
    pipeline=_pipeline,
    families=(JOINED, replace(VISIBLE, mistakes=()), KIND),
    probes=_probes,
    properties=(
        Property(
            "There are n rows and n columns for each sentence.",
            has_shape(lambda probe: _places(probe)[0].shape),
        ),
        Property("No padding is visible.", _no_padding),
        Property("No later key is visible.", _no_later_key),
        Property("Every real key up to the query is visible.", _all_others),
    ),
)
