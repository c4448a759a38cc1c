"""Tests that look in the wrong place, or answer another question."""

from attnlib.practice.catalogue.equivariance import EQUIVARIANCE
from attnlib.practice.mistake import Mistake

DETECTORS: tuple[Mistake, ...] = (*EQUIVARIANCE,)
