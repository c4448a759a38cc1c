"""One hunt: a function with a wrong line, and what is said to each guess and to each repair."""

import ast
import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

from checks.bugs import Bug, bugs_with, defined
from checks.checking import check
from checks.hunt.evidence import Evidence, alike, evidence_of
from checks.hunt.values import values_by_line
from checks.hunt.worth import is_worth_reading, without_comments
from checks.lines import RESULT, label_of
from checks.mistake import Mistake
from checks.outcome import call
from checks.task import Task

Said = tuple[str, ...]  # sentences, a line each

KINDS = ("write", "repair")
MOST_LINES = 26  # they fit on a screen, beside what shows that they are wrong

FIND, REPAIR, OVER = "find", "repair", "over"


@dataclass
class Hunt:
    """A function with one wrong line, and how far a learner has come with it.

    Attributes
    ----------
    bug : Bug
        With a single wrong line.
    evidence : Evidence
        What shows that the function is wrong.
    stage : str
        find, repair or over.
    innocent : list of int
        The lines that were accused in vain, in this order.
    later : list of int
        The lines that were accused and come out wrong, but only because an earlier one does.
    asked : bool
        Whether the question of the mistake was asked.
    shown : bool
        Whether the learner asked to be shown the line or its repair.
    repaired : str
        The learner's own line, once it has made the function right.
    """

    bug: Bug
    evidence: Evidence
    stage: str = FIND
    innocent: list[int] = field(default_factory=list)
    later: list[int] = field(default_factory=list)
    asked: bool = False
    shown: bool = False
    repaired: str = ""

    @property
    def mistake(self) -> Mistake:
        """What is wrong."""
        return self.bug.mistakes[0]

    @property
    def number(self) -> int:
        """The number of the wrong line, counted from 1."""
        return self.bug.lines[0]

    @property
    def lines(self) -> list[str]:
        """The lines of the function with its bug."""
        return self.bug.code.splitlines()

    @property
    def wrong_line(self) -> str:
        """The wrong line, without its indentation."""
        return self.lines[self.number - 1].strip()

    @property
    def alone(self) -> bool:
        """Whether no innocent line was accused, and nothing was shown."""
        return not self.innocent and not self.shown

    @cached_property
    def right_lines(self) -> Said:
        """What should stand in place of the wrong line; nothing if the line should go."""
        right = self.bug.right.splitlines()
        edits = difflib.SequenceMatcher(None, self.lines, right, autojunk=False).get_opcodes()
        changed = (right[low:high] for what, _, _, low, high in edits if what != "equal")
        return tuple(line.strip() for lines in changed for line in lines)

    def guess(self, number: int) -> Said:
        """Accuse a line.

        Parameters
        ----------
        number : int
            Counted from 1.

        Returns
        -------
        tuple of str
            What to say to it: for another line, what is true of it; and once, for a line that the
            mistake has reached, the question about the mistake.
        """
        if number == self.number:
            self.stage = REPAIR
            return (f"✓ Line {number} is the wrong one. What would you type there?",)
        comes_out_right, what = self._comes_out_right(number), self._what(number)
        if comes_out_right is False:  # so the wrong line has run before
            _note(number, self.later)
            said = f"✗ Line {number}: {what} comes out wrong here, but it goes wrong earlier."
            return self._asking(said)
        _note(number, self.innocent)
        if comes_out_right:
            return (f"✗ Line {number} is innocent: {what} comes out right on this input.",)
        return (f"✗ Line {number} is innocent: it is a line of the right function, too.",)

    def repair(self, line: str) -> Said:
        """Try a line in place of the wrong one, by the check of the task.

        Parameters
        ----------
        line : str
            Without its indentation; empty if the wrong line should go.

        Returns
        -------
        tuple of str
            What to say to it. Any line that makes the function right ends the hunt.
        """
        if line.strip() == self.wrong_line:
            return ("This is the line as it stands. What would you type instead?",)
        name = self.bug.task.name
        try:
            answer = defined(self._with(line))[name]
        except SyntaxError as error:
            return (f"✗ Python cannot read this line: {error.msg}.",)
        tried = call(answer, self.evidence.probe)
        if isinstance(tried.error, NameError):
            return (f"✗ Python stops: {tried.error}. Is it spelled as in the lines above?",)
        verdict = check(name, cast("Callable[..., Any]", answer))
        if verdict.status == "pass":
            self.repaired = line.strip()
            return self._ended("✓ Right: with this line, the function passes its check.")
        return "✗ Not yet.", *verdict.lines

    def show(self) -> Said:
        """Show the wrong line, or, once it is found, its repair, which ends the hunt."""
        self.shown = True
        if self.stage == REPAIR:
            return self._ended("This is how the line should read.")
        self.stage = REPAIR
        return self._asking(f"→ Line {self.number} is the wrong one.")

    def _asking(self, said: str) -> Said:
        """Add the question about the mistake, unless it was asked before."""
        if self.asked:
            return (said,)
        self.asked = True
        return said, self.mistake.question

    def _ended(self, said: str) -> Said:
        self.stage = OVER
        return said, self.mistake.does

    def _with(self, line: str) -> str:
        lines = self.lines
        wrong = lines[self.number - 1]
        indent = wrong[: len(wrong) - len(wrong.lstrip())]
        lines[self.number - 1] = indent + line.strip() if line.strip() else ""
        return "\n".join(lines)

    def _comes_out_right(self, number: int) -> bool | None:
        """Compare what a line gives, each time that it runs; None if that cannot be compared."""
        wrong, right = self._values
        around = self._around(number)
        line = around[-1].lineno if around else 0
        below = len(self.bug.right.splitlines()) - len(self.lines) if line > self.number else 0
        pairs = list(zip(wrong[line], right[line + below], strict=False))
        probe = self.evidence.probe
        try:
            comparable = pairs and all(alike(probe, value, value) for _, value in pairs)
            return all(alike(probe, *pair) for pair in pairs) if comparable else None
        except ValueError:  # a list of arrays, for example
            return None

    def _what(self, number: int) -> str:
        """Name what a line gives."""
        around = self._around(number)
        given = label_of(around[-1]).removesuffix("+") if around else ""
        functions = [one.name for one in around if isinstance(one, ast.FunctionDef)]
        if given != RESULT or functions[-1] == self.bug.task.name:
            return "the result" if given == RESULT else f"`{given}`"
        return f"what `{functions[-1]}` returns"

    @cached_property
    def _values(self) -> tuple[Mapping[int, Sequence[Any]], ...]:
        """What each line gives: with the bug, and without it."""
        name, probe = self.bug.task.name, self.evidence.probe
        return tuple(values_by_line(code, name, probe) for code in (self.bug.code, self.bug.right))

    def _around(self, number: int) -> list[ast.stmt]:
        """The statements that a line belongs to, from the outermost to the innermost."""
        statements = (
            one for one in ast.walk(ast.parse(self.bug.code)) if isinstance(one, ast.stmt)
        )
        return [one for one in statements if one.lineno <= number <= (one.end_lineno or 0)]


def can_be_hunted(task: Task) -> bool:
    """Check whether a task asks for a function that is short enough to be read at a glance."""
    return task.kind in KINDS and len(task.right_code.splitlines()) <= MOST_LINES


def hunt_of(task: Task, slug: str, seed: int = 0, silly: bool = False) -> Hunt | None:
    """Put a mistake into the right function of a task.

    Parameters
    ----------
    task : Task
    slug : str
        The mistake.
    seed : int
        Which of several ways to make it, and which numbers show it.
    silly : bool
        Whether a line may be taken that only a learner who wrote it has to look for.

    Returns
    -------
    Hunt or None
        None if the mistake cannot be made by one wrong line that shows in a value.

    Examples
    --------
    >>> from checks.checking import find_task
    >>> hunt = hunt_of(find_task("scaled_scores"), "scale-by-d_k")
    >>> hunt.wrong_line, *hunt.guess(3)
    ('scaled = scores / Q.shape[-1]', '✗ Line 3 is innocent: `scores` comes out right on this input.')
    """
    found = bugs_with(task, slug, seed, without_comments(task.right_code))
    for bug in found:
        if not _one_line_differs(bug) or not (silly or is_worth_reading(bug)):
            continue
        evidence = evidence_of(task, defined(bug.code)[task.name], seed)
        # Nobody has to look for the line that returns None.
        if evidence is not None and evidence.found is not None:
            return Hunt(bug, evidence)
    return None


def _one_line_differs(bug: Bug) -> bool:
    """Check this, and that no comment gives the line away."""
    lines = bug.code.splitlines()
    others = {line for number, line in enumerate(lines, 1) if number not in bug.lines}
    alone = len(bug.lines) == 1 and "#" not in lines[bug.lines[0] - 1]
    return alone and others <= set(bug.right.splitlines())


def _note(number: int, numbers: list[int]) -> None:
    if number not in numbers:
        numbers.append(number)
