"""A question to answer before seeing the result."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from course.views.sentence import paragraph
from course.views.widgets import Quiz, widget_bundle


@dataclass(frozen=True, repr=False)
class Prediction:
    """A question, its options, and a reason for each; made by `predict`.

    Attributes
    ----------
    question : str
    options : tuple of (option, reason)
        In the order in which they are shown.
    right : str
        The right option.
    """

    question: str
    options: tuple[tuple[str, str], ...]
    right: str

    def __repr__(self) -> str:
        listed = [f"  - {option}" for option, _ in self.options]
        return "\n".join([f"Predict: {self.question}", *listed])

    def _repr_html_(self) -> str:
        items = "".join(f"<li>{escape(option)}</li>" for option, _ in self.options)
        answer = paragraph(f"{self.right}. {dict(self.options)[self.right]}")
        folded = f"<details><summary>Think first, then open</summary>{answer}</details>"
        return f"{paragraph(f'Predict: {self.question}')}\n<ul>{items}</ul>\n{folded}"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        static = {"text/html": self._repr_html_(), "text/plain": repr(self)}
        return widget_bundle(self.quiz()) | static

    def quiz(self) -> Quiz:
        """Make the live widget."""
        names, reasons = zip(*self.options, strict=True)
        return Quiz(
            question=self.question,
            options=list(names),
            reasons=list(reasons),
            right=names.index(self.right),
        )


def predict(question: str, options: Sequence[str], because: Sequence[str]) -> Prediction:
    """Let the learner choose an answer before the result is shown.

    Parameters
    ----------
    question : str
    options : sequence of at least two str
        The first is the right one. They are shown in an order that depends only on the question, so
        it is the same in every run.
    because : sequence of str
        For each option, a reason: why it is right, or what it overlooks. It is shown once the
        learner has checked that option.

    Returns
    -------
    Prediction
        Make it the last line of a cell. Without a kernel, readers see the question, the options and
        a folded answer.

    Raises
    ------
    ValueError
        If there are fewer than two options, if two are the same, or if there is not one reason for
        each.

    Examples
    --------
    >>> predict(
    ...     "All scores are equal. What are the weights of 4 keys?",
    ...     ["1/4 each", "all 0"],
    ...     ["Equal scores share the total of 1 equally.", "Weights always sum to 1."],
    ... )
    Predict: All scores are equal. What are the weights of 4 keys?
      - 1/4 each
      - all 0
    """
    if len(set(options)) < 2 or len(set(options)) != len(options):
        raise ValueError(
            f"options: at least two different ones are needed, but they are {list(options)}. "
            "Is one of them repeated?"
        )
    if len(because) != len(options):
        raise ValueError(
            f"because: {len(options)} options need as many reasons, but there are {len(because)}. "
            "Does an option lack its reason?"
        )
    shown = sorted(zip(options, because, strict=True), key=lambda pair: _draw(question, pair[0]))
    return Prediction(question, tuple(shown), options[0])


def _draw(question: str, option: str) -> bytes:
    return hashlib.sha256(f"{question}\n{option}".encode()).digest()
