"""Run a function, and note what each of its lines assigns or returns."""

import ast
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from checks.lines import label_of
from checks.outcome import Probe, call, own

NOTE = "_note"
RETURNED = "_returned"


def values_by_line(code: str, name: str, probe: Probe) -> Mapping[int, Sequence[Any]]:
    r"""Call a function of some code on a probe, and collect what its lines give to names.

    Parameters
    ----------
    code : str
        Code for a notebook in which NumPy is np.
    name : str
        The function; lines of those that it calls are noted, too.
    probe : Probe

    Returns
    -------
    mapping of int to sequence
        By the number of the line, counted from 1: what it assigned or returned, each time that it
        ran. Where it assigned a part of an array, this is the whole array.

    Examples
    --------
    >>> code = "def total(x):\n    s = 0\n    for one in x:\n        s += one\n    return s"
    >>> dict(values_by_line(code, "total", Probe("three", {"x": [3, 1, 2]})))
    {2: [0], 4: [3, 4, 6], 5: [6]}
    """
    noted = defaultdict[int, list[Any]](list)
    names: dict[str, Any] = {"np": np, NOTE: lambda line, value: noted[line].append(_kept(value))}
    module = ast.fix_missing_locations(_Noting().visit(ast.parse(code)))
    exec(compile(module, "<a hunt>", "exec"), names)
    call(names[name], probe)
    return noted


def _kept(value: Any) -> Any:
    try:
        return own(value)
    except TypeError:  # an iterator, of which there is no copy
        return value


class _Noting(ast.NodeTransformer):
    """Puts a note behind each line that assigns, and before each that returns."""

    def visit_Return(self, line: ast.Return) -> list[ast.stmt]:
        value = line.value or ast.Constant(None)
        kept: ast.stmt = ast.Assign([ast.Name(RETURNED, ast.Store())], value)
        return [kept, *ast.parse(f"{NOTE}({line.lineno}, {RETURNED})\nreturn {RETURNED}").body]

    def visit_Assign(self, line: ast.Assign) -> list[ast.stmt]:
        return self._noted(line)

    def visit_AugAssign(self, line: ast.AugAssign) -> list[ast.stmt]:
        return self._noted(line)

    def _noted(self, line: ast.stmt) -> list[ast.stmt]:
        given = label_of(line).removesuffix("+")
        return [line, *ast.parse(f"{NOTE}({line.lineno}, ({given}))").body]
