"""Probes of attention: questions about any function, and `examine`, which asks a layer all of them.

- `attnprobes.questions`: does the future leak, do rows move along, does the size matter
- `attnprobes.subject`: what a layer may be able to do, such as padding, a cache or float16
- `attnprobes.battery`: the probes, each of which compares two runs that must agree
- `attnprobes.known`: bugs from public reports, by the probe that finds them
- `attnprobes.report`: what the probes found, in words, with code to paste
- `attnprobes.examination`: `examine`, which runs all probes
- `attnprobes.functions`, `modules`, `keras_layers`, `language_models`: adapters, which know how a layer is called
- `attnprobes.tiny_models`, `torch_layers`: what `attnprobes.record_field` examines
- `attnprobes.recordings`: what became of it
- `attnprobes.plugin`: `examine` as a fixture of pytest

On the command line: `python -m attnprobes module:object`.
"""

from attnprobes.examination import as_subject, examine
from attnprobes.functions import FunctionSubject, exchanged_heads
from attnprobes.questions import (
    Attend,
    depends_on_scale,
    detached,
    first_leak,
    is_equivariant,
    leaks_future,
    rows_sum_to_one,
)
from attnprobes.recordings import field
from attnprobes.report import Report
from attnprobes.subject import AdapterError, NotAsked, Subject

__all__ = [
    "AdapterError",
    "Attend",
    "FunctionSubject",
    "NotAsked",
    "Report",
    "Subject",
    "as_subject",
    "depends_on_scale",
    "detached",
    "examine",
    "exchanged_heads",
    "field",
    "first_leak",
    "is_equivariant",
    "leaks_future",
    "rows_sum_to_one",
]
