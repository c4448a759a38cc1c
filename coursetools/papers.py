"""Whose paper is whose in an exam: `papers.json` beside the solutions.

It holds a secret, too, from which all that differs between papers is drawn, so that nobody can work
out a paper from what is handed out.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from coursetools.course import notebooks_in
from coursetools.recognition import variant_in

NAME = "papers.json"
SOLUTIONS = "solutions"


@dataclass(frozen=True)
class Papers:
    """Whose paper is whose.

    Attributes
    ----------
    solutions : mapping of student to mapping of exercise to bytes
        The solutions of each student's paper.
    owners : mapping of str to str
        The student to whom a paper with this mark belongs.
    """

    solutions: Mapping[str, Mapping[str, bytes]]
    owners: Mapping[str, str]

    @property
    def example(self) -> Mapping[str, bytes]:
        """The solutions of one of the papers: all have the same tasks."""
        return next(iter(self.solutions.values()))

    def complaint(self, student: str, exercise: str) -> str:
        """Say why an exercise of a student cannot be graded; "" if it can."""
        if exercise in self.solutions.get(student, {}):
            return ""
        return "there is no such paper for this student. Did collect use the roster of the exam?"

    def notes(self, student: str, content: bytes | str) -> tuple[str, ...]:
        """Say whose paper a student has handed in, if it is somebody else's."""
        owner = self.owners.get(variant_in(content) if isinstance(content, bytes) else "", student)
        return () if owner == student else (f"This is the paper of {owner}.",)


def stored(exam: Path) -> tuple[str, dict[str, str]] | None:
    """Read the secret of an exam, and whose each paper is; None if this is not the folder of one."""
    path = exam / NAME
    if not path.is_file():
        return None
    known = json.loads(path.read_text(encoding="utf-8"))
    return known["secret"], known["owners"]


def read_papers(exam: Path) -> Papers | None:
    """Read the solutions of all papers; None if this is not the folder of an exam."""
    if not (known := stored(exam)):
        return None
    _, owners = known
    solutions = {owner: notebooks_in(exam / SOLUTIONS / mark) for mark, owner in owners.items()}
    return Papers(solutions, owners)
