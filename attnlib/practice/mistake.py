"""A mistake: what goes wrong, in words and as code, and the question to ask."""

from dataclasses import dataclass, replace

from attnlib.practice.steps import Steps


@dataclass(frozen=True)
class Mistake:
    """One wrong way to compute.

    Attributes
    ----------
    slug : str
        Its name in results and reports.
    does : str
        What the code does instead, in one sentence.
    question : str
        A question that leads to the repair without giving it away.
    variants : tuple of steps
        The steps exchanged, once for each way in which people write it.
    breaks : tuple of str
        Where all that shows of the mistake is an error: the causes (`errors.CAUSES`) that such
        errors have. Empty for a mistake that has to show in a value.
    """

    slug: str
    does: str
    question: str
    variants: tuple[Steps, ...] = ()
    breaks: tuple[str, ...] = ()

    def by(self, *variants: Steps) -> "Mistake":
        """Give the same mistake, in the same words, made by other code."""
        return replace(self, variants=variants)
