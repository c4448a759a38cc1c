"""Probes of attention: questions about any function, and `examine`, which asks a layer all of them.

- `attnlib.probes.questions`: does the future leak, do rows move along, does the size matter
- `attnlib.probes.subject`: what a layer may be able to do, such as padding, a cache or float16
- `attnlib.probes.battery`: the probes, each of which compares two runs that must agree
- `attnlib.probes.known`: bugs from public reports, by the probe that finds them
- `attnlib.probes.report`: what the probes found, in words, with code to paste
- `attnlib.probes.examination`: `examine`, which runs all probes
- `attnlib.probes.functions`, `modules`, `keras_layers`, `language_models`: adapters, which know how a layer is called
- `attnlib.probes.tiny_models`, `torch_layers`: what `attnlib.probes.record_field` examines
- `attnlib.probes.recordings`: what became of it
- `attnlib.probes.plugin`: `examine` as a fixture of pytest

On the command line: `python -m attnlib.probes module:object`.
"""

from attnlib.probes.examination import as_subject, examine
from attnlib.probes.functions import FunctionSubject
from attnlib.probes.questions import (
    Attend,
    depends_on_scale,
    detached,
    first_leak,
    is_equivariant,
    leaks_future,
    rows_sum_to_one,
)
from attnlib.probes.recordings import field
from attnlib.probes.report import Report
from attnlib.probes.subject import NotAsked, Subject

__all__ = [
    "Attend",
    "FunctionSubject",
    "NotAsked",
    "Report",
    "Subject",
    "as_subject",
    "depends_on_scale",
    "detached",
    "examine",
    "field",
    "first_leak",
    "is_equivariant",
    "leaks_future",
    "rows_sum_to_one",
]
