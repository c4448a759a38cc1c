"""Check notebooks against the rules of the course, without running a kernel."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from coursetools.errors import UnusableInput
from coursetools.lint.glossary import used_too_early
from coursetools.lint.measures import measure, table
from coursetools.lint.page import PAGE
from coursetools.lint.rules import RULES, Finding
from coursetools.notebook import read_notebook

LECTURES = "notebooks"


def lint(path: Path) -> Iterator[Finding]:
    """Find the places where a notebook breaks the rules; its folder decides which rules apply.

    Parameters
    ----------
    path : Path
        In one of the folders of `RULES`.

    Yields
    ------
    Finding

    Raises
    ------
    UnusableInput
        If it is not a notebook, or is in another folder.
    """
    place = path.absolute().parent.as_posix()
    folder = next((folder for folder in RULES if place.endswith(f"/{folder}")), None)
    if folder is None:
        raise UnusableInput(
            f"{path}: there are rules only for notebooks in {', '.join(RULES)}. Move it to one of these."
        )
    notebook = read_notebook(path)
    if not notebook.cells:
        yield Finding("", "has no cells; write some")
        return
    lesson = _lesson(path)
    for rule in [*RULES[folder], *PAGE.get(folder, [])]:
        yield from rule(notebook)
    glossary = path.absolute().parents[1] / "docs" / "GLOSSARY.md"
    if folder == LECTURES and lesson is not None and glossary.exists():
        yield from used_too_early(notebook, lesson, glossary.read_text(encoding="utf-8"))


def measures(paths: Iterable[Path]) -> str:
    """Measure lectures.

    Parameters
    ----------
    paths : iterable of Path
        Other notebooks are passed over.

    Returns
    -------
    str
        A table in Markdown, one row a lecture.

    Raises
    ------
    UnusableInput
        If one of them is not a notebook.
    """
    lectures = (path for path in paths if path.absolute().parent.name == LECTURES)
    return table((path.stem, measure(read_notebook(path))) for path in lectures)


def _lesson(path: Path) -> int | None:
    number = re.match(r"\d+", path.name)
    return int(number[0]) if number else None


def notebooks_of(course: Path) -> list[Path]:
    """List all notebooks of a course to which rules apply.

    Parameters
    ----------
    course : Path

    Returns
    -------
    list of Path
        Relative to the current folder.
    """
    found = (path for folder in RULES for path in sorted((course / folder).glob("*.ipynb")))
    return [Path(os.path.relpath(path)) for path in found]
