"""Masks turned round, put in the wrong place, or filled with the wrong number."""

from attnlib.practice.mistake import Mistake

MASKS: tuple[Mistake, ...] = ()
