"""A clinic for attention layers: ten bugs from public reports, and probes that find them.

- `course.clinic.weights`: the arguments of every layer, slow loops to compare with, and a layer for the cat sentence
- `course.clinic.patients`: ten layers, each with one wrong line
- `course.clinic.probes`: nine properties of a correct layer, and how far another layer is off
- `course.clinic.cases`: symptom, source and what it is, wrong line and repair of each patient
- `course.clinic.record`: which probe finds which bug
"""

from course.clinic.cases import CASES, KINDS, Case, compiled
from course.clinic.probes import PROBES, LayerSubject, Verdict, expectation
from course.clinic.record import record
from course.clinic.weights import (
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
    "LayerSubject",
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
