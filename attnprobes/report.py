"""What the probes found, in words, with code to paste."""

from collections.abc import Collection, Sequence
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
    shortest: float = 0.0  # the largest difference there
    code: str = ""  # the comparison there, to paste
    remark: str = ""
    allowed: float = 0.0  # up to which number it is taken for rounding
    known: tuple[str, ...] = ()  # public bugs that the same question finds

    @property
    def share(self) -> float:
        """The difference as a share of what is taken for rounding: above 1, it is a finding."""
        return self.number / self.allowed if self.allowed else 0.0

    def __str__(self) -> str:
        said = " ".join(part for part in (self.sentence, self.remark) if part)
        line = f"{self.status:<9}  {self.probe}: {said}"
        if self.status != "found":
            return line
        bugs = [
            f"    the same question also finds: {name} ({', '.join(KNOWN[name].links)})"
            for name in self.known
        ]
        plural = "s" * (self.words != 1)
        shortest = f"    shortest text: {self.words} word{plural}, apart by {self.shortest:.2g}"
        code = "\n".join(f"    {row}".rstrip() for row in self.code.split("\n"))
        expected = f"    a right layer: {self.expected}"
        return "\n".join([line, expected, *bugs, *([shortest, code] if self.code else [])])


def with_bugs(answers: Sequence[Answer]) -> list[Answer]:
    """Name public bugs beside each finding, without those that another answer excludes."""
    findings, held = (
        {answer.probe for answer in answers if answer.status == status}
        for status in ("found", "holds")
    )
    return [
        answer._replace(
            known=looks_like(answer.probe, f"{answer.sentence} {answer.remark}", findings, held)
        )
        if answer.status == "found"
        else answer
        for answer in answers
    ]


class Report:
    """What all probes say about one layer; its repr is a page of text.

    Attributes
    ----------
    name : str
    answers : tuple of Answer
        One for each probe, in the order in which they were asked.
    note : str
        The precision in which results were compared.
    words : int
        How many words a text had.
    window : int
        How many words back the layer looks at most, as far as it says so; otherwise 0.
    """

    def __init__(
        self, name: str, answers: Sequence[Answer], note: str, words: int, window: int = 0
    ) -> None:
        self.name, self.answers, self.note = name, tuple(answers), note
        self.words, self.window = words, window

    @property
    def found(self) -> dict[str, Answer]:
        """The findings, by the name of the probe."""
        return {one.probe: one for one in self.answers if one.status == "found"}

    def raise_if_found(self, asked: Collection[str] = ()) -> None:
        """Raise an AssertionError with the report if there is a finding.

        Parameters
        ----------
        asked : collection of str
            Probes that must have been asked, so that none is left out unseen.
        """
        answered = {answer.probe for answer in self.answers if answer.status != "not asked"}
        left = [name for name in asked if name not in answered]
        if self.found or left:
            lines = [f"Not asked, although it has to be: {', '.join(left)}."] * bool(left)
            raise AssertionError("\n".join([*lines, repr(self)]))

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
        end.append(
            f"Texts had {self.words} words, besides padding. What begins later is not reached (words=)."
        )
        if self.window >= self.words:
            end.append(
                f"It names a window of {self.window} words, which no text left: words={self.window + 2}?"
            )
        return "\n".join([head, *map(str, answers), *end])
