"""What became of the layers and language models that were examined: the recorded table."""

import json
from pathlib import Path
from typing import NamedTuple

PATH = Path(__file__).with_name("field.json")


class Entry(NamedTuple):
    """A layer of PyTorch, or a model of `transformers`."""

    kind: str  # "torch", "causal" or "masked"
    model_type: str  # such as "gpt2", or "MultiheadAttention, causal"
    name: str  # such as "GPT2LMHeadModel"
    status: str  # "clean", "found" or "not probed"
    note: str  # the precision that results were compared in, or why it was not probed
    found: dict[str, str]  # what each finding says, by the name of the probe
    not_asked: dict[str, str]  # why a probe was not asked


def field() -> list[Entry]:
    """Read the table, which `python -m attnprobes.record_field` writes.

    >>> {entry.kind for entry in field()} == {"torch", "causal", "masked"}
    True
    """
    return [Entry(*row) for row in json.loads(PATH.read_text(encoding="utf-8"))]
