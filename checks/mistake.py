"""A mistake: what goes wrong, in words, and a question about it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace


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
    breaks : tuple of str
        The causes (`errors.CAUSES`) of its errors, for a mistake that may show only in errors.
        Empty for a mistake that has to change a value.
    claims : tuple of str
        What the sentence claims, as Python expressions (`checks.claims`).
    """

    slug: str
    does: str
    question: str
    breaks: tuple[str, ...] = ()
    claims: tuple[str, ...] = field(default=(), repr=False)

    def speaking_of(self, symbols: Mapping[str, str]) -> "Mistake":
        """Return the same mistake with other symbols in its words.

        Examples
        --------
        >>> Mistake("values-missing", "V is not used.", "Where is V?").speaking_of({"V": "`values`"})
        Mistake(slug='values-missing', does='`values` is not used.', question='Where is `values`?', breaks=())
        """
        if not symbols:
            return self
        every = re.compile(rf"\b({'|'.join(symbols)})\b")
        does, question = (
            every.sub(lambda found: symbols[found[0]], words)
            for words in (self.does, self.question)
        )
        return replace(self, does=does, question=question)
