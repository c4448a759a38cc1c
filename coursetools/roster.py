"""The roster of a class: the students who should hand in, and the names they have in each system."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from coursetools.errors import UnusableInput
from coursetools.filenames import distinct
from coursetools.tables import Row, read_table
from coursetools.wording import shown

NAME = ("name", "full name", "fullname", "student")
FIRST = ("first name", "firstname", "given name", "vorname")
LAST = ("last name", "lastname", "surname", "nachname")
NUMBER = ("id", "id number", "idnumber", "sis user id")
EMAIL = ("email", "email address", "e-mail", "e-mail address")
LOGIN = ("login", "username", "user name", "sis login id")
IDENTIFIER = re.compile(r"(?:.*\D)?(\d{1,18})")
LATE = re.compile(r"\blate\b", re.IGNORECASE)
NO = {"", "0", "no", "false", "nein"}


@dataclass(frozen=True)
class Person:
    """A student on the roster.

    Attributes
    ----------
    name, id, email, login : str
        Empty if the roster does not say.
    participant : str
        The number that Moodle gives the student in one assignment, from its grading worksheet.
    late : bool
        Whether the roster says that the assignment was handed in late.
    folder : str
        The name of the student's folder.
    """

    name: str
    id: str = ""
    email: str = ""
    login: str = ""
    participant: str = ""
    late: bool = False
    folder: str = ""


def read_roster(path: Path) -> list[Person]:
    """Read a roster: a CSV file with a column `name`, and any of id, email, login, late.

    Moodle's list of participants, its grading worksheet and Canvas's gradebook are such files, too.

    Parameters
    ----------
    path : Path

    Returns
    -------
    list of Person

    Raises
    ------
    UnusableInput
        If it cannot be read, or nobody on it has a name.
    """
    people = [_person(row) for row in read_table(path)]
    named = [person for person in people if person.name and person.name != "Points Possible"]
    if not named:
        raise UnusableInput(
            f"{shown(str(path))}: no student in it. A roster is a CSV file with a column `name`, "
            "and others such as id, email and login."
        )
    return _with_folders(named)


def find_person(student: str, number: str, roster: Sequence[Person]) -> Person | None:
    """Find the person to whom a folder or a file in a download belongs.

    Parameters
    ----------
    student : str
        The name in the download, without its number.
    number : str
        The number, or "".
    roster : sequence of Person

    Returns
    -------
    Person or None
        None if nobody fits, or several people do.
    """
    whole = f"{student}_{number}" if number else student
    ways: tuple[Callable[[Person], object], ...] = (
        lambda one: has_number(student, number, one),
        lambda one: whole in (one.id, one.email, one.login, one.name),
        lambda one: student in (one.id, one.email, one.login),
        lambda one: _fits(student, one),
        lambda one: _fits(_without_accents(student), replace(one, name=_without_accents(one.name))),
    )
    for fits in ways:
        found = [one for one in roster if fits(one)]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def has_number(student: str, number: str, person: Person) -> bool:
    """Tell whether the number in a download is a person's, and the name fits, too."""
    return number in {person.participant or person.id} - {""} and _fits(student, person)


def _with_folders(roster: Sequence[Person]) -> list[Person]:
    """Give each person a folder: their name, plus the id, login or e-mail if two share a name."""
    names = [person.name for person in roster]
    wanted = [
        one.name if names.count(one.name) == 1 else f"{one.name} {_mark(one)}".strip()
        for one in roster
    ]
    folders = distinct(wanted)
    return [replace(one, folder=folders[name]) for one, name in zip(roster, wanted, strict=True)]


def _person(row: Row) -> Person:
    name = row.get(*NAME) or f"{row.get(*FIRST)} {row.get(*LAST)}".strip()
    identifier = IDENTIFIER.fullmatch(row.get("identifier"))
    late = row.get("late").lower() not in NO or LATE.search(row.get("status")) is not None
    known = (row.get(*NUMBER), row.get(*EMAIL), row.get(*LOGIN))
    return Person(name, *known, identifier[1] if identifier else "", late)


def _mark(person: Person) -> str:
    return person.id or person.login or person.email or person.participant


def _fits(student: str, person: Person) -> bool:
    """Compare only letters, in any order of the names, because Canvas writes Jane Doe as doejane."""
    words = [_letters(word) for word in re.split(r"[\s,]+", person.name)]
    turns = {"".join(words[n:] + words[:n]) for n in range(len(words))}
    return _letters(student) in turns


def _without_accents(text: str) -> str:
    return "".join(
        one for one in unicodedata.normalize("NFD", text) if unicodedata.category(one) != "Mn"
    )


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))
