"""Read a file of the catalogue: Python at the top, then one cell for each mistake.

    # %% no-scale
    # The scores are not divided by the root of d_k.
    # What is the spread of a dot product of d_k numbers?
    scaled = scores

The first comment says what goes wrong, the second asks a question about it. Then comes the wrong
line, as a student types it. Before it may stand what the sentence claims, as Python that is true
of every answer that is given this name (`checks/claims.py` says what it may speak of):

    assert near(scaled, scores)

Marks between the lines:

- `# or`: another way to make the same mistake.
- `# and/or`: the mistake can be made in one place or in several.
- `# for n in 2 3`, above a way: the way is written once for each value (no value has a space).
- `...` as the only line of a way: those of the shared mistake of this name as well. If several files
  have one, it is that of a file that the task lists.
- No line at all, in a file of shared mistakes: only the words are shared.
- `# %% slug (errors: shapes)`: this mistake may show in errors alone; in brackets stand the causes,
  as in `errors.CAUSES`, or `shapes` for all that have to do with shapes.
"""

import ast
import itertools
import re
from dataclasses import dataclass
from pathlib import Path

from checks.errors import OF_SHAPES

MARK = re.compile(r"^# %% (?P<slug>[\w-]+)(?: \(errors: (?P<breaks>[\w ,-]+)\))?$", re.MULTILINE)
OR = re.compile(r"^# or$", re.MULTILINE)
AND_OR = re.compile(r"^# and/or$", re.MULTILINE)
WORDS = re.compile(r"\s*((?:# (?!or\n|and/or\n|for \w+ in ).*\n)*)")
LOOP = re.compile(r"# for (\w+) in (.*)\n")
AS_SHARED = "..."


@dataclass(frozen=True)
class Cell:
    """A mistake as it is written.

    Attributes
    ----------
    slug, does, question, breaks
        As in `Mistake`; the words are empty in a cell that takes those of a shared mistake.
    claims : tuple of str
        What the sentence claims, as Python expressions.
    ways : tuple of str
        The wrong lines, once for each way to make the mistake; empty if only words are given.
    """

    slug: str
    does: str
    question: str
    breaks: tuple[str, ...]
    claims: tuple[str, ...]
    ways: tuple[str, ...]


@dataclass(frozen=True)
class Cells:
    """What a file of the catalogue holds.

    Attributes
    ----------
    path : Path
    top : str
        The Python above the first mistake.
    mistakes : dict of slug to Cell
    """

    path: Path
    top: str
    mistakes: dict[str, Cell]


def read_cells(path: Path) -> Cells:
    """Read a file of the catalogue.

    Parameters
    ----------
    path : Path

    Returns
    -------
    Cells

    Raises
    ------
    ValueError
        If two cells have the same slug, or a way is empty.
    """
    text = path.read_text(encoding="utf-8")
    marks = list(MARK.finditer(text))
    ends = [*(one.start() for one in marks), len(text)]
    mistakes: dict[str, Cell] = {}
    for mark, end in zip(marks, ends[1:], strict=True):
        cell = _cell(mark, text[mark.end() : end])
        if cell.slug in mistakes:
            raise ValueError(
                f"{path.name}: two cells are called {cell.slug}. Are they one mistake?"
            )
        if "" in cell.ways:
            raise ValueError(f"{path.name}: {cell.slug} has a way without a line.")
        mistakes[cell.slug] = cell
    return Cells(path, text[: ends[0]], mistakes)


def _cell(mark: re.Match[str], text: str) -> Cell:
    said = WORDS.match(text)
    assert said is not None  # it matches nothing, too
    does, *question = [line[2:] for line in said[1].splitlines()] or [""]
    named = (mark["breaks"] or "").replace(",", " ").split()
    breaks = tuple(each for one in named for each in (OF_SHAPES if one == "shapes" else (one,)))
    claims, lines = _claims_first(text[said.end() :].strip())
    ways = tuple(one for way in OR.split(lines) for one in _written_out(way)) if lines else ()
    return Cell(mark["slug"], does, " ".join(question), breaks, claims, ways)


def _claims_first(text: str) -> tuple[tuple[str, ...], str]:
    """Split what a cell claims, which is asserted above the first way, from its ways."""
    claims, end = [], 0
    for line in ast.parse(text).body:
        if not isinstance(line, ast.Assert):
            break
        claims.append(ast.unparse(line.test))
        end = line.end_lineno or 0
    return tuple(claims), "\n".join(text.splitlines()[end:]).strip()


def _written_out(way: str) -> list[str]:
    """Write a way once for each value of its loop, or for each choice of its places."""
    way = way.strip()
    loop = LOOP.match(way)
    if loop:
        name, values = re.compile(rf"\b{loop[1]}\b"), loop[2].split()
        rest = _written_out(way[loop.end() :])
        return [name.sub(value, one) for value in values for one in rest]
    places = [place.strip() for place in AND_OR.split(way)]
    counts = range(1, len(places) + 1)
    return ["\n".join(some) for count in counts for some in itertools.combinations(places, count)]
