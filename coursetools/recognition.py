"""Tell by its tasks which exercise a file belongs to, whatever its name, and even if it is damaged."""

import re
from collections.abc import Collection, Mapping

from coursetools.lessons import MOVED
from coursetools.notebook import parse_notebook
from coursetools.roles import cells_by_task

IDS = re.compile(rb'"(?:id|grade_id)"\s*:\s*"(\w{1,80})-answer"')
FUNCTIONS = re.compile(rb'(?:"|\\n)def (\w{1,80})')
VARIANTS = [
    re.compile(rb'"variant"\s*:\s*"(\w{1,80})"'),
    re.compile(rb"%check \w{1,80}@(\w{1,80})"),
]
CELLS = re.compile(rb'"(?:cells|worksheets)"\s*:')
START = re.compile(rb"\s*\{")
MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")  # byte order marks of UTF-8 and UTF-16

Tasks = Mapping[str, Collection[str]]


def tasks_of_solutions(solutions: Mapping[str, bytes]) -> dict[str, frozenset[str]]:
    """List the tasks of each exercise.

    Parameters
    ----------
    solutions : mapping of exercise to bytes
        What the files contain.

    Returns
    -------
    dict of exercise to its tasks
    """
    return {
        name: frozenset(cells_by_task(parse_notebook(content, name), "answer"))
        for name, content in solutions.items()
    }


def looks_like_notebook(content: bytes) -> bool:
    """Tell whether a file begins like a notebook, whatever its name.

    Parameters
    ----------
    content : bytes

    Returns
    -------
    bool

    Examples
    --------
    >>> looks_like_notebook(b' {"cells": []}'), looks_like_notebook(b"%PDF-1.7")
    (True, False)
    """
    return START.match(_plain(content[:100])) is not None


def is_notebook(content: bytes) -> bool:
    """Tell whether a file is a notebook, or was one before it was damaged, whatever its name."""
    return looks_like_notebook(content) and CELLS.search(_plain(content)) is not None


def exercise_in(content: bytes, stem: str, tasks: Tasks) -> str | None:
    """Find the exercise that a notebook file fills in.

    The bytes are searched, not parsed, so a hostile file takes no more memory than an honest one.

    Parameters
    ----------
    content : bytes
    stem : str
        The file's name without its ending. It decides if the content does not, and it may be the
        name that the exercise had before.
    tasks : mapping of exercise to its tasks

    Returns
    -------
    str or None
        The exercise that most of the file's answer cells belong to; or one of which the file defines
        at least half of the functions; or else the exercise that has the file's name.
    """
    plain, stem = _plain(content), MOVED.get(stem, stem)
    ids, functions = _found(IDS, plain), _found(FUNCTIONS, plain)
    scores = {
        name: (_count(ids, known), _count(functions, known), stem == name)
        for name, known in tasks.items()
        if _count(ids, known) or 2 * _count(functions, known) >= len(known) or stem == name
    }
    return max(scores, key=lambda name: scores[name], default=None)


def other_variant(content: bytes, solution: bytes) -> str:
    """Say that a file belongs to other solutions; "" if it does not.

    Parameters
    ----------
    content, solution : bytes
        Two notebook files. The digest of a variant is in their metadata and their checks.

    Returns
    -------
    str
    """
    made, expected = map(variant_in, (content, solution))
    if made == expected:
        return ""
    words = [f"of variant {name}" if name else "of no variant" for name in (made, expected)]
    return (
        f"it is {words[0]}, but the solutions that belong here are {words[1]}. "
        "Run this in the folder of the variant, or of the course."
    )


def variant_in(content: bytes) -> str:
    """Find which variant a notebook is of, by its metadata or else its checks; "" if of none."""
    plain = _plain(content)
    named = (pattern.search(plain) for pattern in VARIANTS)
    return next((name[1].decode() for name in named if name), "")


def _found(pattern: re.Pattern[bytes], content: bytes) -> set[str]:
    return {name.decode(errors="replace") for name in pattern.findall(content)}


def _count(found: set[str], known: Collection[str]) -> int:
    return len(found & set(known))


def _plain(content: bytes) -> bytes:
    """Turn UTF-16 into ASCII where possible; other encodings contain ASCII unchanged."""
    for mark in MARKS:
        content = content.removeprefix(mark)
    return content.replace(b"\0", b"") if b"\0" in content[:4] else content
