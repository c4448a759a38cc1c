"""Mistakes that several lessons share, told in the words of one of them."""

from dataclasses import dataclass

from attnlib.practice.catalogue import CATALOGUE
from attnlib.practice.mistake import Mistake
from attnlib.practice.task import Task


@dataclass(frozen=True)
class RetoldTask(Task):
    """A task where some mistakes of the catalogue read, and run, differently.

    Attributes
    ----------
    retold : tuple of Mistake
        Each takes the place of the mistake with its slug, here alone.
    """

    retold: tuple[Mistake, ...] = ()

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The mistakes that make a difference here, in the order of the catalogue."""
        told = {**CATALOGUE, **{mistake.slug: mistake for mistake in self.retold}}
        return tuple(mistake for slug, mistake in told.items() if slug in self.slugs)
