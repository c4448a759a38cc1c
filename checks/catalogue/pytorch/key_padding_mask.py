"""A padding mask for nn.MultiheadAttention, True where a key is padding: a function to repair."""

from typing import Any

import numpy as np

from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.mask import KIND
from checks.catalogue.families.padding import PADDING, length_probes, lengths_fit
from checks.catalogue.families.pytorch import READING
from checks.catalogue.families.result import RESULT, SQUEEZED
from checks.catalogue.properties import has_shape
from checks.catalogue.pytorch.mha_mask import additive
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def key_padding_mask(lengths: Any, n: int) -> Any:
    """Tell nn.MultiheadAttention which keys of each sentence are padding.

    Parameters
    ----------
    lengths : (batch,) of int
        The first `lengths[b]` tokens of sentence b are real, those after are padding; from 1 to n.
    n : int

    Returns
    -------
    (batch, n) of bool
        True for padding, which is blocked.

    Examples
    --------
    >>> key_padding_mask(np.array([1, 3]), 3)
    array([[False,  True,  True],
           [False, False, False]])
    """
    return np.arange(n) >= lengths[:, None]


STARTER = '''
def key_padding_mask(lengths, n):
    """Bool (batch, n) for nn.MultiheadAttention: True where a key is padding."""
    position = np.arange(n)
    return position <= lengths[:, None]
'''


def _pipeline(step: Any, lengths: Any, n: int) -> Any:
    taken = step.arguments.take(lengths)
    real = step.padding.real(np.arange(n), taken[:, None])
    return step.kind.returned(step.key_padding.blocked(real))


def _probes(seed: int) -> list[Probe]:
    return length_probes(np.random.default_rng([7, 5, seed]))


def _is_padding(probe: Probe) -> Any:
    lengths, n = probe.arguments.values()
    return np.array([[position >= length for position in range(n)] for length in lengths])


def _all_padding(probe: Probe, mask: Any) -> bool:
    return bool(np.asarray(mask)[_is_padding(probe)].all())


def _no_real_key(probe: Probe, mask: Any) -> bool:
    return not np.asarray(mask)[~_is_padding(probe)].any()


KEY_PADDING = Family(
    "key_padding",
    {"blocked": np.logical_not},
    (
        Mistake(
            "mha-mask-polarity",
            "nn.MultiheadAttention blocks the keys where the mask is True, but here True means real.",
            "Is the first token ever padding, and what does your mask say of it?",
        ).by({"key_padding.blocked": lambda real: real}),
        Mistake(
            "mask-transposed",
            "The mask has a row for each token and a column for each sentence.",
            "Which axis comes first, the sentences or their tokens?",
        ).by({"kind.returned": np.transpose}),
        Mistake(
            "batch-meets-tokens",
            "`lengths` has no axis for the tokens, so each length meets a single position.",
            "Which shape must `lengths` have, so that each length meets all n positions?",
            breaks=("broadcast",),
        ).by({"padding.real": lambda positions, lengths: positions < lengths[:, 0]}),
        READING["everything-hidden"].by({"padding.real": lambda position, n: position + n < 0}),
        RESULT["extra-axis"].by({"kind.returned": lambda mask: mask[:, None]}),
    ),
)

TASK = Task(
    reference=key_padding_mask,
    kind="repair",
    starter=STARTER,
    valid=lengths_fit,
    order=(7, 5),
    practises=("hand each of PyTorch's",),
    pipeline=_pipeline,
    families=(PADDING.only("real"), KEY_PADDING, KIND, additive(True), ARGUMENTS),
    probes=_probes,
    excluding=("mask-inverted",),  # that is the polarity
    overriding=(
        SQUEEZED.by({"kind.returned": np.squeeze}),
        RESULT["return-in-loop"].by(
            {"kind.returned": lambda mask: mask[0]}, {"kind.returned": lambda mask: mask[:1]}
        ),
    ),
    properties=(
        Property(
            "There is a row for each sentence and a column for each token.",
            has_shape(lambda probe: _is_padding(probe).shape),
        ),
        Property("All padding is True.", _all_padding),
        Property("No real token is True.", _no_real_key),
    ),
)
