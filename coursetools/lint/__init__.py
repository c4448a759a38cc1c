"""Check notebooks against the rules of the course, without running a kernel."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from coursetools.errors import UnusableInput
from coursetools.lint.glossary import used_too_early
from coursetools.lint.rules import RULES, Finding
from coursetools.notebook import Notebook, read_notebook


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
    rules = next((rules for folder, rules in RULES.items() if place.endswith(f"/{folder}")), None)
    if rules is None:
        raise UnusableInput(
            f"{path}: there are rules only for notebooks in {', '.join(RULES)}. Move it to one of these."
        )
    notebook = read_notebook(path)
    if not notebook.cells:
        yield Finding("", "has no cells; write some")
        return
    for rule in rules:
        yield from rule(notebook)
    yield from _introduces_its_terms(path.absolute(), notebook)


def _introduces_its_terms(path: Path, notebook: Notebook) -> Iterator[Finding]:
    lesson = re.match(r"\d+", path.name)
    glossary = path.parents[1] / "docs" / "GLOSSARY.md"
    if path.parent.name == "notebooks" and lesson and glossary.exists():
        yield from used_too_early(notebook, int(lesson[0]), glossary.read_text(encoding="utf-8"))


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
