"""The rule that no term or symbol of the glossary is used before a sentence introduces it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from coursetools.lint.prose import markdown_cells
from coursetools.lint.rules import Finding
from coursetools.notebook import Cell, Notebook

SECTIONS = SYMBOLS, TERMS, EVERYDAY = "Symbols, sizes and names in code", "Terms", "Everyday words"
ENTRY = re.compile(
    r"^- \*\*(?P<term>.+?)\*\*(?: `\(.*?\)`)? \(\[lesson (?P<lesson>\d+)\]\): (?P<says>.+(?:\n  .+)*)",
    re.MULTILINE,
)
IN_TEX = {"θ": r"\theta", "ω_i": r"\omega_i", "√d_k": r"\sqrt{d_k}"}
BOLD = re.compile(r"\*\*[^*]+\*\*")
NO_PROSE = re.compile(
    r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`|\]\([^)]*\)|<[^>]*>|^#[^\n]*", re.DOTALL | re.MULTILINE
)
FORMULAS = re.compile(r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`", re.DOTALL)


class Entry(NamedTuple):
    """One entry of the glossary: a term, the lesson that introduces it, and its explanation."""

    term: str
    lesson: int
    says: str


def entries(glossary: str, section: str) -> list[Entry]:
    """List the entries of a section.

    Parameters
    ----------
    glossary : str
        The text of docs/GLOSSARY.md.
    section : str
        The heading of the section.

    Raises
    ------
    ValueError
        If an entry has the wrong form.
    """
    text = glossary.partition(f"## {section}\n")[2].partition("\n## ")[0]
    found = [
        Entry(entry["term"].replace("`", ""), int(entry["lesson"]), entry["says"])
        for entry in ENTRY.finditer(text)
    ]
    if len(found) != len(re.findall(r"^- ", text, re.MULTILINE)):
        raise ValueError(f"GLOSSARY.md, {section}: an entry does not have the form of the others.")
    return found


def used_too_early(lecture: Notebook, lesson: int, glossary: str) -> Iterator[Finding]:
    """Find terms and symbols that a lecture uses before they are introduced.

    A term is introduced where it is in bold. Everyday words with a special meaning in the course have
    to be introduced, too, but may be used before in their usual sense.

    Parameters
    ----------
    lecture : Notebook
    lesson : int
    glossary : str
        Text of docs/GLOSSARY.md.

    Yields
    ------
    Finding
    """
    for entry in entries(glossary, TERMS):
        yield from _of_term(entry, lecture, lesson)
    for entry in entries(glossary, EVERYDAY):
        in_bold = (bold for cell in _told(lecture) for bold in BOLD.findall(cell.source))
        if entry.lesson == lesson and not any(map(_word(entry.term).search, in_bold)):
            yield Finding("", f"never introduces **{entry.term}**; explain it once, in bold")
    for entry in entries(glossary, SYMBOLS):
        yield from _of_symbol(entry, lecture, lesson)


def _of_term(entry: Entry, lecture: Notebook, lesson: int) -> Iterator[Finding]:
    if entry.lesson < lesson:
        return
    for cell in _told(lecture):
        if entry.lesson == lesson and _bold(entry, cell):
            return
        if _word(entry.term).search(NO_PROSE.sub(" ", cell.source)):
            yield Finding(cell.id, _too_early(entry, lesson))
            return


def _bold(entry: Entry, cell: Cell) -> bool:
    prose = NO_PROSE.sub(" ", cell.source)
    first = _word(entry.term).search(prose)
    return first is not None and any(
        bold.start() <= first.start() < bold.end() for bold in BOLD.finditer(prose)
    )


def _of_symbol(entry: Entry, lecture: Notebook, lesson: int) -> Iterator[Finding]:
    if entry.lesson < lesson:
        return
    told = False
    for cell in lecture.cells:
        if cell.cell_type == "markdown":
            used = _uses(entry, " ".join(FORMULAS.findall(cell.source)))
            told = told or (entry.lesson == lesson and used)
        else:  # a single letter, or a word without an underscore, may be any variable
            used = "_" in entry.term and cell.id != "imports" and _uses(entry, cell.source)
        if used and not told:
            yield Finding(cell.id, _too_early(entry, lesson))
            return


def _too_early(entry: Entry, lesson: int) -> str:
    if entry.lesson > lesson:
        return f"uses {entry.term!r}, which lesson {entry.lesson} introduces; use other words"
    return f"uses {entry.term!r} before it is introduced; explain it first, in bold"


def _told(lecture: Notebook) -> Iterator[Cell]:
    """Yield the cells that teach: not the promises below the title, and not the references."""
    return (cell for cell in markdown_cells(lecture) if cell.id not in ("title", "references"))


def _word(term: str) -> re.Pattern[str]:
    spaced = r"[\s_-]+".join(map(re.escape, re.split(r"[ _-]", term)))
    return re.compile(rf"(?<![\w-]){spaced}(?:e?s)?(?![\w-])", re.IGNORECASE)


def _uses(symbol: Entry, source: str) -> bool:
    written = {re.escape(symbol.term), re.escape(IN_TEX.get(symbol.term, symbol.term))}
    name, _, index = symbol.term.partition("_")
    if index:
        written.add(rf"{re.escape(name)}_\{{{re.escape(index)}\}}")
    return bool(re.search(rf"(?<![\w\\])(?:{'|'.join(sorted(written))})(?!\w)", source))
