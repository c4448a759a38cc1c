"""Bugs from public reports, by the probe that finds them."""

import re
from collections.abc import Mapping
from typing import NamedTuple

THREAD = re.compile(r"([\w.-]+/[\w.-]+), (issue|pull request) (\d+)")
PATHS = {"issue": "issues", "pull request": "pull"}


class Bug(NamedTuple):
    """A bug that somebody reported, or warned of, in public."""

    source: str  # "owner/name, issue 1; owner/name, pull request 2"
    found_by: str  # the names of all probes that find it wherever they are asked
    fits: str = ""  # a pattern that the words of the finding match
    alone: bool = False  # whether no other probe finds it

    @property
    def probes(self) -> set[str]:
        """The names of the probes.

        >>> sorted(KNOWN["mask dropped on one path"].probes)
        ['fused']
        """
        return set(self.found_by.split(", "))

    @property
    def links(self) -> list[str]:
        """The addresses of the source.

        >>> KNOWN["positions restart with the cache"].links
        ['https://github.com/Blaizzy/mlx-vlm/issues/1983']
        """
        return addresses(self.source)


SECOND_ROW = "(?i)^(?!.*(word by word, they agree|raises|word by word .* rows? [3-9]))"
"""Word by word, the second row differs already."""
KNOWN: Mapping[str, Bug] = {
    "causal mask at the top left": Bug(
        "pytorch/pytorch, issue 108108; onnx/onnx, pull request 8068", "cache", SECOND_ROW
    ),
    "positions restart with the cache": Bug("Blaizzy/mlx-vlm, issue 1983", "cache", SECOND_ROW),
    "several words behind a cache are read as one": Bug(
        "huggingface/transformers, issue 46032", "cache", "(?i)word by word, they agree"
    ),
    "window counted from where the piece begins": Bug(
        "trymirai/lalamo, pull request 200", "cache", "Word by word .* rows? [3-9]"
    ),
    "distances of the new words alone": Bug(
        "keras-team/keras-hub, issue 2861", "cache", "In pieces, it raises"
    ),
    "behind padding, positions come from the length of the cache": Bug(
        "unslothai/unsloth, issue 3699", "padding and cache", alone=True
    ),
    "0 and 1 added as a mask": Bug("pytorch/pytorch, issue 21518", "future"),
    "causal mask removed by an update": Bug("huggingface/transformers, issue 48745", "future"),
    "a norm over all words": Bug(
        "bkitano/llama-from-scratch, issue 4", "future, left padding, right padding, gap"
    ),
    "mask dropped on one path": Bug("keras-team/keras, issue 23038", "fused", alone=True),
    "a window one word wider on one path": Bug("huggingface/transformers, issue 39408", "fused"),
    "hidden scores are set to almost 0": Bug(
        "hyunwoongko/transformer, issue 10", "future, left padding, right padding, gap"
    ),
    "mask turned round": Bug(
        "nyu-mll/jiant, pull request 465; lucidrains/halonet-pytorch, issue 4", "masks", "turned"
    ),
    "causal unless there is a mask": Bug("huggingface/transformers, issue 48172", "masks"),
    "a number that float16 does not have": Bug(
        "bentrevett/pytorch-seq2seq, issue 191; NVIDIA/apex, issue 1052", "float16"
    ),
    "padding is looked for after positions were added": Bug(
        "Kyubyong/transformer, issue 33", "right padding", "hides nothing"
    ),
    "mask after softmax": Bug(
        "huggingface/pytorch-image-models, pull request 2236",
        "equal rows, future, left padding, right padding, gap",
    ),
    "padding hidden on the wrong axis": Bug(
        "hyunwoongko/transformer, pull request 40; bentrevett/pytorch-seq2seq, issue 96",
        "left padding, gap",
        "hides nothing",
    ),
    "padding skipped for a batch of one": Bug(
        "huggingface/transformers, pull request 46773", "left padding, gap", "hides nothing"
    ),
    "padding lets a state decay": Bug(
        "fla-org/flash-linear-attention, issue 1272", "gap", alone=True
    ),
    "the mask of another text": Bug(
        "line/lighthouse, pull request 77", "beside a shorter text, nothing to see"
    ),
    "heads merged without moving them back": Bug(
        "jsbaan/transformer-from-scratch, pull request 6", "heads"
    ),
    "keys of a group in the order of another": Bug("onnx/onnx, pull request 7274", "heads"),
    "pairs of the other layout": Bug(
        "NeuraLegion/shainet, pull request 111", "reference", alone=True
    ),
    "float16 overflows before it is scaled": Bug(
        "flashlight/flashlight, pull request 448", "overflow"
    ),
    "x + x for a residual": Bug("kyegomez/BitNet, issue 32", "identity"),
    "dropout outside training": Bug("huggingface/pytorch-image-models, pull request 1978", "twice"),
}
"""By cause. `course.clinic` has layers with most of them."""
MOST = 2
"""How many are named beside a finding."""


def addresses(source: str) -> list[str]:
    """Write the addresses of a source's threads.

    >>> addresses("kyegomez/BitNet, issue 32")
    ['https://github.com/kyegomez/BitNet/issues/32']
    """
    return [
        f"https://github.com/{repository}/{PATHS[thread]}/{number}"
        for repository, thread, number in THREAD.findall(source)
    ]


def looks_like(probe: str, words: str, findings: set[str], held: set[str]) -> tuple[str, ...]:
    """Name known bugs that a probe finds, those that explain most findings first.

    A bug is left out if a probe that finds it holds, if one finds something that it should not, or if
    the words do not fit.

    Parameters
    ----------
    probe, words : str
        The finding, and what is said of it.
    findings, held : set of str
        The names of all probes that found something, and of those that did not.

    Examples
    --------
    >>> looks_like("heads", "", {"heads"}, {"future"})
    ('heads merged without moving them back', 'keys of a group in the order of another')
    """
    fitting = [
        name
        for name, bug in KNOWN.items()
        if probe in bug.probes
        and not bug.probes & held
        and not (bug.alone and findings - bug.probes)
        and re.search(bug.fits, words)
    ]
    return tuple(sorted(fitting, key=lambda name: -len(KNOWN[name].probes & findings))[:MOST])
