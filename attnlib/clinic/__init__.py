"""A clinic for layers of attention: ten bugs that were published, and probes that find them.

- `attnlib.clinic.weights`: what every layer takes, slow loops to compare with, and a layer for the cat sentence
- `attnlib.clinic.patients`: ten layers, one wrong line in each
- `attnlib.clinic.probes`: nine things that a right layer does, and how far another is off
- `attnlib.clinic.cases`: symptom, source, wrong line and repair of each patient
- `attnlib.clinic.record`: which probe finds which bug
"""

from attnlib.clinic.cases import CASES, Case, compiled
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
