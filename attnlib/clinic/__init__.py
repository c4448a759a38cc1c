"""A clinic for attention layers: ten bugs from public reports, and probes that find them.

- `attnlib.clinic.weights`: the arguments of every layer, slow loops to compare with, and a layer for the cat sentence
- `attnlib.clinic.patients`: ten layers, each with one wrong line
- `attnlib.clinic.probes`: nine properties of a correct layer, and how far another layer is off
- `attnlib.clinic.cases`: symptom, source and what it is, wrong line and repair of each patient
- `attnlib.clinic.record`: which probe finds which bug
"""

from attnlib.clinic.cases import CASES, KINDS, Case, compiled
from attnlib.clinic.probes import PROBES, Verdict, expectation
from attnlib.clinic.record import record
from attnlib.clinic.weights import (
    Layer,
    Past,
    Weights,
    cat_sentence,
    random_weights,
    slow_layer,
)

__all__ = [
    "CASES",
    "KINDS",
    "PROBES",
    "Case",
    "Layer",
    "Past",
    "Verdict",
    "Weights",
    "cat_sentence",
    "compiled",
    "expectation",
    "random_weights",
    "record",
    "slow_layer",
]
