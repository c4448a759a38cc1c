"""Scores that are not dot products, or not cosines."""

from attnlib.practice.mistake import Mistake

SIMILARITY: tuple[Mistake, ...] = ()
