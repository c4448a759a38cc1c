"""Does a notebook of the course keep to its rules? No kernel runs for this."""

import os
from collections.abc import Iterator
from pathlib import Path

from coursetools.errors import UnusableInput
from coursetools.lint.rules import RULES, Finding
from coursetools.notebook import read_notebook


def lint(path: Path) -> Iterator[Finding]:
    """Find what breaks the rules in a notebook; its folder decides which rules there are.

    Parameters
    ----------
    path : Path
        In a folder notebooks, exercises or solutions.

    Yields
    ------
    Finding

    Raises
    ------
    UnusableInput
        If it is not a notebook, or in another folder.
    """
    rules = RULES.get(path.absolute().parent.name)
    if rules is None:
        raise UnusableInput(f"{path}: there are only rules for {', '.join(RULES)}. Move it there.")
    notebook = read_notebook(path)
    if not notebook.cells:
        yield Finding("", "has no cells; write some")
        return
    for rule in rules:
        yield from rule(notebook)


def notebooks_of(course: Path) -> list[Path]:
    """List all notebooks of a course that there are rules for.

    Parameters
    ----------
    course : Path

    Returns
    -------
    list of Path
        As seen from the current folder.
    """
    found = (path for folder in RULES for path in sorted((course / folder).glob("*.ipynb")))
    return [Path(os.path.relpath(path)) for path in found]
