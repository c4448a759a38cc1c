"""Does code import the course's own packages? Students may import the views, and nothing else."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, TypeGuard

from IPython.core.inputtransformer2 import TransformerManager, make_tokens_by_line

from coursetools.errors import UnusableInput

VIEWS = ("course.views", "attnlib.view")  # the second until 30 June 2027
CHECKS = "checks"
OWN_PACKAGES = ("attnlib", "attnprobes", CHECKS, "course")
LOADS_CHECKS = ["load_ext", CHECKS]
BACK_DOORS = {"__builtins__", "__import__", "importlib", "modules", "pkgutil", "runpy"}
BACK_DOORS |= {"globals", "locals", "vars"}
BACK_DOORS |= {"eval", "exec", "subprocess"}  # these run text as code, here or in another process
COMMANDS = {"getoutput", "popen", "run_line_magic", "system"}
CELLS = {"ev", "ex", "run_cell", "run_cell_magic"}
NAMELESS = (ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)
UNWRITTEN = "raise NotImplementedError"
MOST_PASSES = 5  # one pass finds nearly all magics; each takes seconds for a megabyte
MOST_MAGICS = 1_000  # of a cell: a megabyte of them would take a minute to read
MOST_BRACES = 10_000  # of a cell: in an f-string, Python 3.11 searches for each one from the start
TOO_MUCH = "Your cell has more than {} {}, too many to read. Leave them out."
IMPORTS_COURSE = "Your answer imports code of the course. Write the function with NumPy alone."
STANDS_IN = "from coursetools.grading.cell_runner import Nothing"
FENCED = "Python cannot read your answer. Delete its lines that begin with ```, such as"
FENCE = re.compile(r"^[ \t]*```.{0,20}", re.MULTILINE)
HIDDEN_MAGICS = "A cell's magics hide one another. Give each a line of its own."
NAMED = f"({'|'.join(OWN_PACKAGES)})"
IN_TEXT = re.compile(rf"^{NAMED}$|\b(import|from)\s+{NAMED}\b|['\"]{NAMED}\b|\b{NAMED}[./\\]\w")

StandIns = Callable[[list[str]], list[ast.stmt]]


@dataclass(frozen=True)
class Code:
    """What the tools need to know about a cell's code. The cell is parsed only once for it.

    Attributes
    ----------
    refusal : str
        Why it is not run as an answer: it imports the library, or nobody can read it. Empty if it
        is run.
    defined : frozenset of str
        The functions, classes and variables that it defines at its top level.
    unwritten : frozenset of str
        The functions among them that are still to be written.
    is_read : bool
        Whether this Python can read it.
    """

    refusal: str
    defined: frozenset[str]
    unwritten: frozenset[str] = frozenset()
    is_read: bool = True

    @classmethod
    def read(cls, source: str) -> "Code":
        """Parse a cell's source."""
        try:
            tree = parsed(source)
            refusal = IMPORTS_COURSE if _imports_library(tree) else ""
        except UnusableInput as error:
            return cls(str(error), frozenset())
        fence = FENCE.search(source) if tree is None else None
        why = f"{FENCED} {fence[0]}" if fence else refusal
        return cls(why, _defined(tree), frozenset(_unwritten(tree)), tree is not None)


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
    >>> imports_library("from course.views import explore\n%load_ext checks")
    False
    """
    return Code.read(source).refusal == IMPORTS_COURSE


def without_library(source: str) -> str | None:
    r"""Replace what code imports from the library by stand-ins, as in a sandbox, where there is none.

    Parameters
    ----------
    source : str

    Returns
    -------
    str or None
        Names that are defined already stay as they are. None if the code has other ways in.

    Examples
    --------
    >>> replaced = without_library("import math\nfrom attnlib import softmax as theirs")
    >>> print(replaced)
    import math
    from coursetools.grading.cell_runner import Nothing
    theirs = globals().get('theirs', Nothing())
    """
    rest = _replaced(source, lambda _: [ast.Pass()])  # our own stand-ins are not to be judged
    return None if imports_library(rest) else _replaced(source, _stand_ins)


def _replaced(source: str, stand_ins: StandIns) -> str:
    tree = parsed(source)
    return ast.unparse(_StandingIn(stand_ins).visit(tree)) if tree is not None else source


class _StandingIn(ast.NodeTransformer):
    def __init__(self, stand_ins: StandIns) -> None:
        self._stand_ins = stand_ins

    def visit_Import(self, node: ast.Import) -> ast.AST | list[ast.stmt]:
        ours = [
            alias for alias in node.names if _is_library(alias.name) and alias.name not in VIEWS
        ]
        node.names = [alias for alias in node.names if alias not in ours]
        names = [alias.asname or alias.name.partition(".")[0] for alias in ours]
        return [*([node] if node.names else []), *self._stand_ins(names)]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.stmt]:
        if not _imports(node, 0) or _is_for_everyone(node):
            return node
        return self._stand_ins([alias.asname or alias.name for alias in node.names])


def _stand_ins(names: list[str]) -> list[ast.stmt]:
    lines = [f"{name} = globals().get({name!r}, Nothing())" for name in names if name != "*"]
    return ast.parse("\n".join([STANDS_IN, *lines])).body if lines else []


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
        If some of its magics hide others, or there are too many of them, or of braces, to read.
    """
    if source.count("{") > MOST_BRACES:
        raise UnusableInput(TOO_MUCH.format(MOST_BRACES, "opening braces"))
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
    raise UnusableInput(HIDDEN_MAGICS)


def _magics(lines: list[str]) -> list[Any]:
    """Find the first magic of each line, if it is visible."""
    kinds: list[Any] = TransformerManager().token_transformers
    tokens = make_tokens_by_line(lines)
    found = [[magic for kind in kinds if (magic := kind.find([line]))] for line in tokens]
    magics = [min(some, key=lambda one: one.sortby()) for some in found if some]
    if len(magics) > MOST_MAGICS:
        raise UnusableInput(TOO_MUCH.format(MOST_MAGICS, "lines with magics"))
    return magics


def _defined(tree: ast.Module | None) -> frozenset[str]:
    body = tree.body if tree is not None else []
    functions = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    targets = (target for node in body if isinstance(node, ast.Assign) for target in node.targets)
    return frozenset(functions | {name.id for name in targets if isinstance(name, ast.Name)})


def _unwritten(tree: ast.Module | None) -> Iterator[str]:
    """Yield the functions that return nothing and end as an exercise hands them out."""
    for node in tree.body if tree is not None else []:
        if isinstance(node, ast.FunctionDef) and ast.unparse(node.body[-1]) == UNWRITTEN:
            returns = (isinstance(inner, ast.Return) for inner in ast.walk(node))
            if not any(returns):
                yield node.name


def _imports_library(tree: ast.Module | None, depth: int = 0) -> bool:
    return not all(map(_is_for_everyone, _ways_in(tree, depth)))


def _ways_in(tree: ast.Module | None, depth: int) -> Iterator[ast.AST]:
    """Yield the nodes by which a cell gets access to the library."""
    nodes = [node for node in ast.walk(tree) if not isinstance(node, NAMELESS)] if tree else []
    reached = {id(node.value): node.attr for node in nodes if isinstance(node, ast.Attribute)}
    views = {id(node) for node in nodes if _is_views(node)}
    names, packages = {*_names_of_views(nodes)}, {*_packages(nodes)}
    for node in nodes:
        name = node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) else ""
        part = reached.get(id(node))
        outside = name in packages and f"{name}.{part}" not in VIEWS
        inside = (id(node) in views or name in names) and part not in pictures()
        if outside or inside or _imports(node, depth):
            yield node
    texts = [*_texts_in(nodes)]
    said = (part for _, text in texts for part in text.split("."))
    if not BACK_DOORS.isdisjoint(chain(said, *map(_names, nodes))):
        yield from (node for node, text in texts if IN_TEXT.search(text))


def _texts_in(nodes: Iterable[ast.AST]) -> Iterator[tuple[ast.AST, str]]:
    """Yield the strings of a cell, and what is put together from several. Docstrings do nothing."""
    parts: set[int] = set()
    for node in nodes:  # a whole comes before its parts
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            parts.add(id(node.value))
        elif isinstance(node, ast.BinOp | ast.JoinedStr) and id(node) not in parts:
            pieces = [*_pieces(node)]
            parts.update(map(id, pieces))
            strings = [one for one in pieces if isinstance(one, ast.Constant)]
            yield from ((one, _text(one)) for one in strings)
            yield node, "".join(map(_text, strings))
        elif isinstance(node, ast.Constant) and id(node) not in parts:
            yield node, _text(node)


def _imports(node: ast.AST, depth: int) -> bool:
    if isinstance(node, ast.Import):
        return any(_is_library(alias.name) for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return node.level == 0 and _is_library(node.module or "")
    return isinstance(node, ast.Call) and _runs(node, depth)


def _packages(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield `attnlib`, which is never a learner's own name, and what `import course.views` defines."""
    yield "attnlib"
    for node in nodes:
        if isinstance(node, ast.Import):
            names = (one.name for one in node.names if one.asname is None)
            yield from (name.partition(".")[0] for name in names if name in VIEWS)


def _is_views(node: ast.AST) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and ast.unparse(node) in VIEWS


def _names_of_views(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the names that `import ... as` gives to the package of views."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (one.asname for one in node.names if one.name in VIEWS and one.asname)
        elif isinstance(node, ast.ImportFrom):
            named = {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
            yield from (name for name, module in named.items() if module in VIEWS)


def _runs(call: ast.Call, depth: int) -> bool:
    """Tell whether a call runs one of its texts, so that this would import the library."""
    names = {*_names(call.func)}
    texts = [] if names.isdisjoint(COMMANDS | CELLS) else _texts(call)
    for text in texts:
        inner = parsed(text) if not names.isdisjoint(CELLS) else None
        if inner is not None and depth == MOST_PASSES:
            raise UnusableInput(HIDDEN_MAGICS)
        if _imports_library(inner, depth + 1) if inner is not None else IN_TEXT.search(text):
            return True
    return False


def _is_for_everyone(node: ast.AST) -> bool:
    if isinstance(node, ast.Import):
        return all(one.name in VIEWS or not _is_library(one.name) for one in node.names)
    if isinstance(node, ast.ImportFrom):
        names = {alias.name for alias in node.names}
        if node.module in VIEWS:
            return names <= {*pictures(), "*"}
        return {f"{node.module}.{name}" for name in names} <= {*VIEWS}
    return isinstance(node, ast.Call) and _texts(node) == LOADS_CHECKS


@cache
def pictures() -> frozenset[str]:
    """Read what the package of views offers. Its modules hold more, such as `attention_steps`."""
    path = Path(__file__).parents[1].joinpath(*VIEWS[0].split("."), "__init__.py")
    for line in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "__all__":
            return frozenset(ast.literal_eval(line.value))
    raise LookupError(f"{path}: __all__ is missing.")


def _is_library(name: str) -> bool:
    return name.partition(".")[0] in OWN_PACKAGES


def _names(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node defines or uses. Dotted names are split into their parts."""
    found = (getattr(node, part, None) for part in ("attr", "id", "module", "name"))
    return (part for name in found if isinstance(name, str) for part in name.split("."))


def _texts(call: ast.Call) -> list[str]:
    values = (*call.args, *(keyword.value for keyword in call.keywords))
    return ["".join(map(_text, _pieces(value))) for value in values]


def _pieces(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a string expression and all its parts, from left to right."""
    left = [node]
    while left:
        one = left.pop()
        yield one
        if isinstance(one, ast.BinOp) and isinstance(one.op, ast.Add):
            left += [one.right, one.left]
        elif isinstance(one, ast.JoinedStr):
            left += reversed(one.values)
        elif isinstance(one, ast.FormattedValue):
            left.append(one.value)


def _text(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
