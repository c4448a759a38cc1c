"""Find out what the code of a cell defines, calls and uses."""

import ast
import re
from collections.abc import Iterator
from functools import cache

from coursetools.notebook import Cell, Notebook
from coursetools.roles import code_cells

VIEWS = {"explore", "explore_yours"}
DRAWING = VIEWS | {
    "arcs",
    "bars",
    "block_diagram",
    "blocks",
    "cells",
    "clock",
    "curves",
    "descent",
    "head_grid",
    "head_map",
    "heat_map",
    "heat_table",
    "histogram",
    "linked_slopes",
    "linked_steps",
    "listing",
    "live_training",
    "mixture",
    "model_map",
    "plane",
    "predict",
    "stages",
    "words",
    "written",
}


def lines(cell: Cell) -> int:
    """Count lines of code, without blank lines and the marks around a solution."""
    stripped = (line.strip() for line in cell.source.splitlines())
    return sum(bool(line) and not line.endswith("SOLUTION") for line in stripped)


def parses(cell: Cell) -> bool:
    """Tell whether a cell is valid Python, apart from its magics."""
    return _parsed(cell.source) is not None


def statements(cell: Cell) -> list[ast.stmt]:
    """List the statements of a cell; none if it is not valid Python."""
    tree = _parsed(cell.source)
    return tree.body if tree is not None else []


def nodes(cell: Cell) -> Iterator[ast.AST]:
    """Yield all nodes of a cell's syntax tree."""
    return (node for statement in statements(cell) for node in ast.walk(statement))


def defines(cell: Cell) -> bool:
    """Tell whether a cell defines a function."""
    return any(isinstance(statement, ast.FunctionDef) for statement in statements(cell))


def calls_at_top_level(cell: Cell) -> set[str]:
    """Collect the names of the functions that a cell calls at its top level."""
    inside = (node for statement in _top_level(cell) for node in ast.walk(statement))
    called = (node.func for node in inside if isinstance(node, ast.Call))
    return {name.id for name in called if isinstance(name, ast.Name)}


def shown_functions(notebook: Notebook) -> set[str]:
    """Collect the names of the functions that are passed to a view."""
    calls = (node for cell in code_cells(notebook) for node in nodes(cell))
    return {
        call.args[0].id
        for call in calls
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in VIEWS
        and call.args
        and isinstance(call.args[0], ast.Name)
    }


def only_draws(cell: Cell) -> bool:
    """Tell whether a cell draws and does nothing else: it may import, and name literals such as labels."""
    parts = statements(cell)
    return any(map(_draws, parts)) and all(_draws(one) or _prepares(one) for one in parts)


def names_used(function: str, functions: dict[str, tuple[int, ast.FunctionDef]]) -> dict[str, int]:
    """Map the global names that a function uses, directly or through others, to the cell that uses them."""
    used: dict[str, int] = {}
    waiting = [function]
    while waiting:
        place, node = functions[waiting.pop()]
        inside = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
        own = {part.id for part in inside if isinstance(part.ctx, ast.Store)}
        own |= {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
        names = {part.id for part in inside} - own - used.keys()
        used |= dict.fromkeys(names, place)
        waiting += [name for name in names if name in functions]
    return used


def assigned(cell: Cell) -> set[str]:
    """Collect the names that a cell assigns or defines, outside of functions."""
    outside = _top_level(cell)
    comprehended = {
        name.id
        for it in outside
        for part in ast.walk(it)
        if isinstance(part, ast.comprehension)
        for name in ast.walk(part.target)
        if isinstance(name, ast.Name)
    }
    stored = {
        part.id
        for it in outside
        for part in ast.walk(it)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }
    defined = {it.name for it in statements(cell) if isinstance(it, ast.FunctionDef)}
    return (stored - comprehended) | defined


@cache
def _parsed(source: str) -> ast.Module | None:
    try:
        return ast.parse(re.sub(r"^[%!].*$", "pass", source, flags=re.MULTILINE))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _draws(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Expr):
        return False
    shown = statement.value
    pictures = shown.elts if isinstance(shown, ast.Tuple) else [shown]
    return all(
        isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id in DRAWING
        for one in pictures
    )


def _prepares(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return True
    if not isinstance(statement, ast.Assign):
        return False
    try:
        ast.literal_eval(statement.value)
    except ValueError:
        return False
    return True


def _top_level(cell: Cell) -> list[ast.stmt]:
    return [one for one in statements(cell) if not isinstance(one, ast.FunctionDef)]
