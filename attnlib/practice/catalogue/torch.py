"""PyTorch's own conventions, mistaken."""

from attnlib.practice.mistake import Mistake

TORCH: tuple[Mistake, ...] = ()
