"""What the course's own cells take from its library, so that answers have it when they are graded.

A sandbox has no library. So the examiner runs those lines of the solution that take something from it,
and the sandbox gets the values.
"""

import ast
from collections.abc import Iterator
from typing import Any

from coursetools.import_policy import VIEWS, imports_library, parsed
from coursetools.notebook import Cell, Notebook
from coursetools.roles import code_cells

IMPORTS = ast.Import | ast.ImportFrom
PICTURES = (*VIEWS, "course.lessons", "from course import lessons", "from course import views")


def cells_of_library(solution: Notebook) -> list[dict[str, Any]]:
    r"""Find the course's own cells that take something from the library other than views.

    Parameters
    ----------
    solution : notebook

    Returns
    -------
    list of dict
        In their order. `cell` is the id; `run` has the lines that import from the library, that assign
        what was computed with it, and all other imports; `names` are the names that these lines define,
        and the parts of modules that the cell uses, such as `grammar.VOCABULARY`.

    Examples
    --------
    >>> from nbformat.v4 import new_code_cell, new_notebook
    >>> source = "from attnlib.words import tokens_of\nn = 3\ntext = tokens_of('the cat sat')"
    >>> (found,) = cells_of_library(new_notebook(cells=[new_code_cell(source)]))
    >>> found["names"]
    ['tokens_of', 'text']
    """
    imported: set[str] = set()
    known: set[str] = set()
    found = []
    for cell in code_cells(solution):
        run, names = [], []
        for line in _lines(cell):
            takes = _takes(line, known)
            new = _defined(line) if takes else []
            imported.update(new if isinstance(line, IMPORTS) else [])
            known.update(new)
            names += [*new, *_parts(line, imported)]
            run += [ast.unparse(line)] if takes or _imports_others(line) else []
        if names:
            found.append({"cell": cell.id, "run": "\n".join(run), "names": names})
    return found


def _lines(cell: Cell) -> list[ast.stmt]:
    """Parse one of the course's own cells, which have no tag; others have no lines."""
    tree = parsed(cell.source) if not cell.metadata.get("tags") else None
    return tree.body if tree is not None else []


def _takes(line: ast.stmt, known: set[str]) -> bool:
    """Tell whether a line imports from the library, or assigns something computed with it."""
    if isinstance(line, IMPORTS):
        return imports_library(ast.unparse(line)) and not _draws(line)
    return isinstance(line, ast.Assign | ast.For) and not known.isdisjoint(_names(line))


def _imports_others(line: ast.stmt) -> bool:
    return isinstance(line, IMPORTS) and not _draws(line)


def _draws(line: ast.stmt) -> bool:
    return any(package in ast.unparse(line) for package in PICTURES)


def _defined(line: ast.stmt) -> list[str]:
    if isinstance(line, IMPORTS):
        return [alias.asname or alias.name for alias in line.names]
    targets = [line.target] if isinstance(line, ast.For) else getattr(line, "targets", ())
    return [name for target in targets for name in _names(target)]


def _names(code: ast.AST) -> list[str]:
    return [node.id for node in ast.walk(code) if isinstance(node, ast.Name)]


def _parts(line: ast.stmt, imported: set[str]) -> Iterator[str]:
    """Yield the attributes of what was imported: parts of modules."""
    for node in ast.walk(line):
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") in imported:
            yield ast.unparse(node)
