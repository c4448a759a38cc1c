"""Variances of something else, and derivatives that forget half."""

from attnlib.practice.mistake import Mistake

STATISTICS: tuple[Mistake, ...] = ()
