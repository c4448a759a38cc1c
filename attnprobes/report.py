"""What the probes found, in words, with code to paste."""

from collections.abc import Sequence
from typing import NamedTuple

from attnprobes.known import KNOWN, looks_like


class Answer(NamedTuple):
    """What became of one probe."""

    probe: str
    status: str  # "found", "holds" or "not asked"
    expected: str  # what a right layer does
    sentence: str  # what was measured, or why the probe was not asked
    number: float = 0.0  # the largest difference
    words: int = 0  # the length of the shortest text that shows it
    code: str = ""  # the smallest input and the comparison, to paste
    remark: str = ""
    allowed: float = 0.0  # up to which number it is taken for rounding

    @property
    def share(self) -> float:
        """The difference as a share of what is taken for rounding: above 1, it is a finding."""
        return self.number / self.allowed if self.allowed else 0.0

    @property
    def known(self) -> list[str]:
        """The known bugs that the same probe finds."""
        return looks_like(self.probe) if self.status == "found" else []

    def __str__(self) -> str:
        said = " ".join(part for part in (self.sentence, self.remark) if part)
        line = f"{self.status:<9}  {self.probe}: {said}"
        if self.status != "found":
            return line
        bugs = [f"    known: {name} ({', '.join(KNOWN[name].links)})" for name in self.known]
        shortest = f"    shortest text: {self.words} word{'s' * (self.words != 1)}"
        code = "\n".join(f"    {row}".rstrip() for row in self.code.split("\n"))
        expected = f"    a right layer: {self.expected}"
        return "\n".join([line, expected, *bugs, *([shortest, code] if self.code else [])])


class Report:
    """What all probes say about one layer; its repr is a page of text.

    Attributes
    ----------
    name : str
    answers : tuple of Answer
        One for each probe, in the order in which they were asked.
    note : str
        The precision in which results were compared.
    """

    def __init__(self, name: str, answers: Sequence[Answer], note: str) -> None:
        self.name, self.answers, self.note = name, tuple(answers), note

    @property
    def found(self) -> dict[str, Answer]:
        """The findings, by the name of the probe."""
        return {one.probe: one for one in self.answers if one.status == "found"}

    def raise_if_found(self) -> None:
        """Raise an AssertionError with the report if there is a finding."""
        if self.found:
            raise AssertionError(repr(self))

    def __repr__(self) -> str:
        counted = {
            status: sum(one.status == status for one in self.answers)
            for status in ("found", "holds", "not asked")
        }
        total = ", ".join(f"{number} {status}" for status, number in counted.items())
        head = f"{self.name}: {total}. {self.note}"
        order = ("found", "holds", "not asked")
        answers = sorted(self.answers, key=lambda one: order.index(one.status))
        end = ["A finding is a question, not a verdict."] * bool(self.found)
        return "\n".join([head, *map(str, answers), *end])
