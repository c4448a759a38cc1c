"""Which code imports the course's own library? An answer that does is no answer."""

import ast
import re

from IPython.core.inputtransformer2 import TransformerManager

LIBRARY = "attnlib"
FOR_EVERYONE = "attnlib.view"
IMPORTERS = {"__import__", "import_module", "find_spec", "load_module", "run_module", "reload"}
RUNNERS = {"exec", "eval", "compile", "run_cell", "run_line_magic", "system", "getoutput"}
IN_TEXT = re.compile(rf"\b(import|from)\s+{LIBRARY}\b|['\"]{LIBRARY}\b|\b{LIBRARY}\.")


def imports_library(source: str) -> bool:
    """Tell whether code visibly imports the library.

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
    """
    tree = _parsed(source)
    return tree is not None and any(map(_imports, ast.walk(tree)))


def only_views(source: str) -> bool:
    """Tell whether all that code imports of the library are its views, which anyone may use.

    Parameters
    ----------
    source : str

    Returns
    -------
    bool

    Examples
    --------
    >>> only_views("from attnlib.view import explore")
    True
    >>> only_views("import attnlib.view")
    False
    """
    tree = _parsed(source)
    return tree is None or not any(
        _imports(node) for node in ast.walk(tree) if not _imports_a_view(node)
    )


def _parsed(source: str) -> ast.Module | None:
    try:
        return ast.parse(TransformerManager().transform_cell(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _imports(node: ast.AST) -> bool:
    if isinstance(node, ast.Import):
        return any(_is_library(alias.name) for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return node.level == 0 and _is_library(node.module or "")
    if isinstance(node, ast.Subscript):
        return _name(node.value) == "modules" and _is_library(_text(node.slice))
    return isinstance(node, ast.Call) and _calls_for_it(node)


def _calls_for_it(call: ast.Call) -> bool:
    name, texts = _name(call.func), [_text(argument) for argument in call.args]
    if name in IMPORTERS or (
        name == "get" and _name(getattr(call.func, "value", None)) == "modules"
    ):
        return any(map(_is_library, texts))
    return name in RUNNERS and any(IN_TEXT.search(text) for text in texts)


def _imports_a_view(node: ast.AST) -> bool:
    return isinstance(node, ast.ImportFrom) and (node.module or "") == FOR_EVERYONE


def _is_library(name: str) -> bool:
    return name == LIBRARY or name.startswith(f"{LIBRARY}.")


def _name(node: ast.AST | None) -> str:
    """The last part of a dotted name."""
    return str(getattr(node, "attr", getattr(node, "id", "")))


def _text(node: ast.AST) -> str:
    """What a string expression says, as far as it is written out."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _text(node.left) + _text(node.right)
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_text, node.values))
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
