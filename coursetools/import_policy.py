"""Does code import the course's own packages? Students may import the views, and nothing else."""

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeGuard

from IPython.core.inputtransformer2 import TransformerManager, make_tokens_by_line

from coursetools.errors import UnusableInput

LIBRARY = "attnlib"
VIEWS = "attnlib.view"
CHECKS = "checks"
OWN_PACKAGES = (LIBRARY, CHECKS)
LOADS_CHECKS = ["load_ext", CHECKS]
BACK_DOORS = {"__builtins__", "__import__", "importlib", "modules", "pkgutil", "runpy"}
BACK_DOORS |= {"globals", "locals", "vars"}
BACK_DOORS |= {"eval", "exec", "subprocess"}  # these run text as code, here or in another process
COMMANDS = {"getoutput", "popen", "run_line_magic", "system"}
CELLS = {"ev", "ex", "run_cell", "run_cell_magic"}
NAMELESS = (ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)
MOST_PASSES = 5  # one pass finds nearly all magics; each takes seconds for a megabyte
NAMED = f"({'|'.join(OWN_PACKAGES)})"
IN_TEXT = re.compile(rf"^{NAMED}$|\b(import|from)\s+{NAMED}\b|['\"]{NAMED}\b|\b{NAMED}[./\\]\w")


@dataclass(frozen=True)
class Code:
    """What the tools need to know about a cell's code. The cell is parsed only once for it.

    Attributes
    ----------
    imports_library : bool
        The result of the function of this name.
    defined : frozenset of str
        The functions, classes and variables that it defines at its top level.
    """

    imports_library: bool
    defined: frozenset[str]

    @classmethod
    def read(cls, source: str) -> "Code":
        """Parse a cell's source."""
        tree = parsed(source)
        return cls(not all(map(_is_for_everyone, _ways_in(tree))), _defined(tree))


def imports_library(source: str) -> bool:
    r"""Tell whether code visibly imports the library or the checks, other than for views and `%check`.

    Parameters
    ----------
    source : str
        A cell's source, IPython magics allowed.

    Returns
    -------
    bool
        Comments, and strings that are not used to import anything, do not count. Code that does
        not parse cannot run, so it imports nothing.

    Examples
    --------
    >>> imports_library("import numpy as np, attnlib.softmax as s")
    True
    >>> imports_library("__import__('attn' + 'lib')")
    True
    >>> imports_library("print('I could import attnlib here')  # import attnlib")
    False
    >>> imports_library("from attnlib.view import explore\n%load_ext checks")
    False
    """
    return Code.read(source).imports_library


def parsed(source: str) -> ast.Module | None:
    """Parse a cell as IPython would.

    Parameters
    ----------
    source : str
        Magics allowed.

    Returns
    -------
    ast.Module or None
        None if the cell could not run.

    Raises
    ------
    UnusableInput
        If some of its magics hide others.
    """
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        lines = _cleaned(source)
        with suppress(SyntaxError):  # most cells have no magics
            return ast.parse("".join(lines))
        return ast.parse("".join(_without_magics(lines)))
    return None


def _cleaned(source: str) -> list[str]:
    """Remove prompts and indentation, and transform cell magics, as IPython does."""
    manager = TransformerManager()
    lines = f"{source}\n".splitlines(keepends=True)
    transforms: list[Any] = [*manager.cleanup_transforms, *manager.line_transforms]
    for transform in transforms:
        lines = transform(lines)
    return lines


def _without_magics(lines: list[str]) -> list[str]:
    """Transform magics as IPython does, but all in one pass, not in one pass over the cell for each."""
    for _ in range(MOST_PASSES):
        before = lines
        for magic in reversed(_magics(lines)):
            with suppress(SyntaxError):
                lines = magic.transform(lines)
        if lines == before:
            return lines
    raise UnusableInput("A cell's magics hide one another. Give each a line of its own.")


def _magics(lines: list[str]) -> list[Any]:
    """Find the first magic of each line, if it is visible."""
    kinds: list[Any] = TransformerManager().token_transformers
    tokens = make_tokens_by_line(lines)
    found = [[magic for kind in kinds if (magic := kind.find([line]))] for line in tokens]
    return [min(magics, key=lambda one: one.sortby()) for magics in found if magics]


def _defined(tree: ast.Module | None) -> frozenset[str]:
    body = tree.body if tree is not None else []
    functions = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    targets = (target for node in body if isinstance(node, ast.Assign) for target in node.targets)
    return frozenset(functions | {name.id for name in targets if isinstance(name, ast.Name)})


def _ways_in(tree: ast.Module | None) -> Iterator[ast.AST]:
    """Yield the nodes by which a cell gets access to the library."""
    nodes = [node for node in ast.walk(tree) if _has_names(node)] if tree is not None else []
    back_door = any(not BACK_DOORS.isdisjoint(_names(node)) for node in nodes)
    views = {id(node.value) for node in nodes if _is_views(node)}
    for node in nodes:
        named = _is_the_package(node) and id(node) not in views
        if named or _imports(node) or (back_door and IN_TEXT.search(_text(node))):
            yield node


def _has_names(node: ast.AST) -> bool:
    """Tell whether a node may contain names or text; in a table of numbers, few do."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    return not isinstance(node, NAMELESS)


def _imports(node: ast.AST) -> bool:
    if isinstance(node, ast.Import):
        return any(_is_library(alias.name) for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return node.level == 0 and _is_library(node.module or "")
    return isinstance(node, ast.Call) and any(_runs(node.func, text) for text in _texts(node))


def _is_the_package(node: ast.AST) -> bool:
    """Tell whether this is the name that `import attnlib.view` defines."""
    return isinstance(node, ast.Name) and node.id == LIBRARY and isinstance(node.ctx, ast.Load)


def _is_views(node: ast.AST) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and f"{LIBRARY}.{node.attr}" == VIEWS


def _runs(function: ast.expr, text: str) -> bool:
    """Tell whether calling a function with this text would import the library."""
    names = _names(function)
    if not names.isdisjoint(CELLS) and parsed(text) is not None:
        return imports_library(text)
    return not names.isdisjoint(COMMANDS | CELLS) and IN_TEXT.search(text) is not None


def _is_for_everyone(node: ast.AST) -> bool:
    if isinstance(node, ast.Import):
        return all(one.name == VIEWS or not _is_library(one.name) for one in node.names)
    if isinstance(node, ast.ImportFrom):
        named = {f"{node.module}.{alias.name}" for alias in node.names}
        return node.module == VIEWS or named == {VIEWS}
    return isinstance(node, ast.Call) and _texts(node) == LOADS_CHECKS


def _is_library(name: str) -> bool:
    return name.partition(".")[0] in OWN_PACKAGES


def _names(node: ast.AST) -> set[str]:
    """Collect the names that a node defines or uses. Dotted names are split into their parts."""
    found = [getattr(node, part, None) for part in ("attr", "id", "module", "name")]
    return {
        part for name in (*found, _text(node)) if isinstance(name, str) for part in name.split(".")
    }


def _texts(call: ast.Call) -> list[str]:
    return [_text(value) for value in (*call.args, *(keyword.value for keyword in call.keywords))]


def _text(node: ast.AST) -> str:
    """Return the text of a string expression, as far as it consists of literals."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _text(node.left) + _text(node.right)
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_text, node.values))
    if isinstance(node, ast.FormattedValue):
        return _text(node.value)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
