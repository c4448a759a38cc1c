"""Waves of the wrong frequency, order or direction."""

from attnlib.practice.mistake import Mistake

POSITIONS: tuple[Mistake, ...] = ()
