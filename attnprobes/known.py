"""Bugs from public reports, by the probe that finds them."""

import re
from collections.abc import Mapping
from typing import NamedTuple

THREAD = re.compile(r"([\w.-]+/[\w.-]+), (issue|pull request) (\d+)")
PATHS = {"issue": "issues", "pull request": "pull"}


class Bug(NamedTuple):
    """A bug that somebody reported, or warned of, in public."""

    source: str  # "owner/name, issue 1; owner/name, pull request 2"
    found_by: str  # the names of the probes that find it, most telling first

    @property
    def links(self) -> list[str]:
        """The addresses of the source.

        >>> KNOWN["positions restart with the cache"].links
        ['https://github.com/Blaizzy/mlx-vlm/issues/1983']
        """
        return addresses(self.source)


KNOWN: Mapping[str, Bug] = {
    "causal mask at the top left": Bug(
        "pytorch/pytorch, issue 108108; onnx/onnx, pull request 8068", "cache"
    ),
    "several words behind a cache are read as one": Bug(
        "huggingface/transformers, issue 46032", "cache"
    ),
    "positions restart with the cache": Bug("Blaizzy/mlx-vlm, issue 1983", "cache"),
    "0 and 1 added as a mask": Bug("pytorch/pytorch, issue 21518", "future"),
    "causal mask removed by an update": Bug("huggingface/transformers, issue 48745", "future"),
    "mask dropped on one path": Bug("keras-team/keras, issue 23038", "future, fused"),
    "hidden scores are set to almost 0": Bug(
        "hyunwoongko/transformer, issue 10", "future, left padding, right padding"
    ),
    "mask turned round": Bug(
        "nyu-mll/jiant, pull request 465; lucidrains/halonet-pytorch, issue 4", "masks"
    ),
    "a number that float16 does not have": Bug(
        "bentrevett/pytorch-seq2seq, issue 191; NVIDIA/apex, issue 1052", "float16"
    ),
    "padding is looked for after positions were added": Bug(
        "Kyubyong/transformer, issue 33", "right padding"
    ),
    "mask after softmax": Bug(
        "huggingface/pytorch-image-models, pull request 2236", "equal rows, future"
    ),
    "padding hidden on the wrong axis": Bug(
        "hyunwoongko/transformer, pull request 40; bentrevett/pytorch-seq2seq, issue 96",
        "left padding, right padding, batch",
    ),
    "heads merged without moving them back": Bug(
        "jsbaan/transformer-from-scratch, pull request 6", "heads"
    ),
    "pairs of the other layout": Bug("NeuraLegion/shainet, pull request 111", "reference"),
    "float16 overflows before it is scaled": Bug(
        "flashlight/flashlight, pull request 448", "overflow"
    ),
    "x + x for a residual": Bug("kyegomez/BitNet, issue 32", "identity"),
    "dropout outside training": Bug("huggingface/pytorch-image-models, pull request 1978", "twice"),
}
"""By cause. `course.clinic` has layers with most of them."""


def addresses(source: str) -> list[str]:
    """Write the addresses of a source's threads.

    >>> addresses("kyegomez/BitNet, issue 32")
    ['https://github.com/kyegomez/BitNet/issues/32']
    """
    return [
        f"https://github.com/{repository}/{PATHS[thread]}/{number}"
        for repository, thread, number in THREAD.findall(source)
    ]


def looks_like(probe: str) -> list[str]:
    """Name the known bugs that a probe finds.

    >>> looks_like("identity")
    ['x + x for a residual']
    """
    return [name for name, bug in KNOWN.items() if probe in bug.found_by.split(", ")]
