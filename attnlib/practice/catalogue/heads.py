"""Heads cut, joined or projected the wrong way."""

from attnlib.practice.mistake import Mistake

HEADS: tuple[Mistake, ...] = ()
