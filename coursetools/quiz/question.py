"""The kinds of questions, independent of the platform. Texts are Markdown unless stated otherwise."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Choices:
    """A question with options.

    Attributes
    ----------
    name, text : str
    options : tuple of (option, reason)
        Plain text: an option, and the reply to those who choose it.
    right : str
        One of the options.
    """

    name: str
    text: str
    options: tuple[tuple[str, str], ...]
    right: str


@dataclass(frozen=True)
class Essay:
    """A question to be answered in words.

    Attributes
    ----------
    name, text : str
    feedback : str
        HTML for the learner, once the answer is written.
    notes : str
        Notes for graders; "" if there is nothing to grade.
    """

    name: str
    text: str
    feedback: str = ""
    notes: str = ""


@dataclass(frozen=True)
class Part:
    """One field to fill in: a number, or a shape.

    Attributes
    ----------
    label : str
        Its place in the answer: "2", "row 2, column 3", or a name.
    right : float or tuple of int
    wrong : dict
        Maps wrong answers with a known cause to the explanation for the learner.
    """

    label: str
    right: float | tuple[int, ...]
    wrong: dict[float | tuple[int, ...], str]


@dataclass(frozen=True)
class Blanks:
    """A question with parts to fill in.

    Attributes
    ----------
    name, text : str
    rows : tuple of rows of Part
        The layout; a plain list has one part in each row.
    """

    name: str
    text: str
    rows: tuple[tuple[Part, ...], ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts, row by row."""
        return tuple(part for row in self.rows for part in row)


Question = Choices | Essay | Blanks


@dataclass(frozen=True)
class Lesson:
    """The questions of a lesson.

    Attributes
    ----------
    name : str
        The name of its files.
    title : str
        Plain text.
    questions : tuple of Question
    note : str
        Markdown above the questions of a test, which is taken once and keeps the order of its options.
    """

    name: str
    title: str
    questions: tuple[Question, ...]
    note: str = ""


TOLERANCE = 0.006  # two decimals are enough


def close(one: float, other: float) -> bool:
    """Tell whether a number counts as another one."""
    return abs(one - other) <= TOLERANCE
