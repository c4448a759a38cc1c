"""Write wrong lines into the text of a right function, where the rules of `checks.lines` put them.

All other lines keep their formatting and their comments.
"""

import ast
import copy
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from checks.lines import FIRST_OF_ALL, RESULT, Body, Lines

Numbered = list[tuple[str, bool]]  # lines of code, and whether each is wrong


class Written(NamedTuple):
    """Code with wrong lines in it, and the numbers of these lines, counted from 1."""

    code: str
    lines: tuple[int, ...]


class Text:
    r"""The text of a right function, into which wrong lines can be written.

    Parameters
    ----------
    source : str
        Python that defines the function.
    name : str
        The name of the function.
    namespace : dict of str to value
        What the function and the wrong lines may use besides its own names.

    Examples
    --------
    >>> text = Text("def double(x):\n    y = 2 * x  # twice\n    return y", "double", {})
    >>> written = text.with_wrong(["y = -y"])
    >>> print(written.code, written.lines)
    def double(x):
        y = 2 * x  # twice
        y = -y
        return y
     (3,)
    """

    def __init__(self, source: str, name: str, namespace: Mapping[str, Any]) -> None:
        self._source = source.splitlines()
        self._lines = Lines(source, name, namespace)
        defined = [one for one in ast.parse(source).body if isinstance(one, ast.FunctionDef)]
        (self._node,) = (one for one in defined if one.name == name)

    def with_wrong(self, ways: Sequence[str]) -> Written | None:
        """Write wrong lines into the text.

        Parameters
        ----------
        ways : sequence of str
            The lines of each mistake, as Python.

        Returns
        -------
        Written or None
            None if some lines do not apply or change nothing, or if two mistakes replace the same
            line.
        """
        replaced: dict[str, str] = {}
        added: dict[str, list[str]] = {}
        for way in ways:
            wrong = {
                label: lines
                for label, lines in (self._lines.places(ast.parse(way).body) or {}).items()
                if not self._stays(label, lines)
            }
            if not wrong or wrong.keys() & replaced.keys():
                return None
            for label, lines in wrong.items():
                if self._lines.right_line(label):
                    replaced[label] = _text_of(lines, way)
                else:
                    added.setdefault(label.removesuffix("+"), []).append(_text_of(lines, way))
        return self._put_together(replaced, added)

    def _stays(self, label: str, lines: Body) -> bool:
        """Check whether this only repeats a right line."""
        right = self._lines.right_line(label)
        return right is not None and [ast.unparse(one) for one in lines] == [ast.unparse(right)]

    def _put_together(self, replaced: Mapping[str, str], added: Mapping[str, list[str]]) -> Written:
        lines: Numbered = [(line, False) for line in self._source]
        for start, end, new in sorted(self._edits(replaced, added), key=_place, reverse=True):
            lines[start:end] = new
        code = "".join(f"{line}\n" for line, _ in lines)
        return Written(code, tuple(n for n, (_, wrong) in enumerate(lines, 1) if wrong))

    def _edits(
        self, replaced: Mapping[str, str], added: Mapping[str, list[str]]
    ) -> Iterator[tuple[int, int, Numbered]]:
        """Yield the source lines that give way, from and to, and those that come instead."""
        documented = ast.get_docstring(self._node) is not None
        top = self._node.body[documented]
        known = {label: self._lines.right_line(label) for label in [*replaced, *added]}
        first = [name for name in (FIRST_OF_ALL, *self._lines.arguments) if not known.get(name)]
        before = [
            one for name in first for text in added.get(name, ()) for one in _wrong(text, top)
        ]
        yield top.lineno - 1, top.lineno - 1, before
        for label, line in known.items():
            if line is not None:
                start, end = line.lineno - 1, line.end_lineno or line.lineno
                new = [(one, False) for one in self._source[start:end]]
                if label in replaced:
                    new = _wrong(replaced[label], line)
                after = [one for text in added.get(label, ()) for one in _wrong(text, line)]
                yield start, end, _returning(new, after) if label == RESULT else new + after


def _place(edit: tuple[int, int, Numbered]) -> tuple[int, int]:
    return edit[:2]


def _text_of(lines: Body, way: str) -> str:
    return "\n".join(way.splitlines()[lines[0].lineno - 1 : lines[-1].end_lineno])


def _wrong(text: str, beside: ast.stmt) -> Numbered:
    """Indent wrong lines like the line that they replace or follow."""
    return [(one, True) for one in textwrap.indent(text, " " * beside.col_offset).splitlines()]


def _returning(new: Numbered, after: Numbered) -> Numbered:
    """Write the end of a function, in which a wrong line may go on with the `result`."""
    place = max(
        (n for n, (text, _) in enumerate(new) if text.split()[:1] == ["return"]), default=None
    )
    if place is not None and not after:
        return new
    if place is not None:
        text, wrong = new[place]
        new[place] = (text.replace("return", f"{RESULT} =", 1), wrong)
    indent = " " * (len(new[0][0]) - len(new[0][0].lstrip()))
    return [*new, *after, (f"{indent}return {RESULT}", False)]


def with_names(way: str, names: Mapping[str, str]) -> str:
    """Write other names for some of those in a few lines of Python.

    Examples
    --------
    >>> with_names("scores = scores / K.T  # K", {"K": "keys", "T": "t"})
    'scores = scores / keys.T  # K'
    """
    lines = way.splitlines()
    found = [one for one in ast.walk(ast.parse(way)) if isinstance(one, ast.Name)]
    for name in sorted(found, key=lambda one: one.col_offset, reverse=True):
        line = lines[name.lineno - 1].encode()  # offsets are counted in bytes
        start, end = line[: name.col_offset], line[name.end_col_offset :]
        new = names.get(name.id, name.id).encode()
        lines[name.lineno - 1] = (start + new + end).decode()
    return "\n".join(lines)


def for_readers(top: str, name: str, said: str | None = None) -> str:
    r"""Cut out a function of the catalogue, with what it calls, and without annotations.

    Parameters
    ----------
    top : str
        The Python at the top of a file of the catalogue.
    name : str
        The name of the function.
    said : str, optional
        Its docstring. Default: the axes of its arguments, if they are given.

    Returns
    -------
    str
        Code that needs NumPy as np, and nothing else that it does not import.

    Examples
    --------
    >>> top = 'def scores(Q: "* n_q d_k", K: "n_k d_k"):\n    return Q @ K.T'
    >>> for_readers(top, "scores").splitlines()[::2]
    ['def scores(Q, K):', '    return Q @ K.T']
    """
    lines = top.splitlines()
    imports: list[str] = []
    parts: list[str] = []
    for one in _needed(name, ast.parse(top).body):
        text = "\n".join(lines[one.lineno - 1 : one.end_lineno])
        if isinstance(one, ast.FunctionDef) and one.name == name:
            parts.append(
                "\n".join([*_head(one, said), *lines[one.body[0].lineno - 1 : one.end_lineno]])
            )
        else:
            (imports if isinstance(one, ast.Import | ast.ImportFrom) else parts).append(text)
    return "\n\n\n".join(filter(None, ["\n".join(imports), *parts])) + "\n"


def _needed(name: str, top: Body) -> Body:
    """List the lines at the top of a file that a function needs, and its own."""
    defined = {bound: line for line in top for bound in _bound_by(line)}
    wanted, needed = [name], set[str]()
    while wanted:
        new = wanted.pop()
        needed.add(new)
        wanted += [one for one in _loaded_by(defined[new]) & defined.keys() if one not in needed]
    return [line for line in top if needed.intersection(_bound_by(line)) - {"np"}]


def _bound_by(line: ast.stmt) -> set[str]:
    if isinstance(line, ast.Import | ast.ImportFrom):
        return {one.asname or one.name for one in line.names}
    if isinstance(line, ast.FunctionDef):
        return {line.name}
    targets = line.targets if isinstance(line, ast.Assign) else []
    return {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}


def _loaded_by(line: ast.stmt) -> set[str]:
    parts = line.body if isinstance(line, ast.FunctionDef) else [line]
    names = (one for part in parts for one in ast.walk(part) if isinstance(one, ast.Name))
    return {one.id for one in names if isinstance(one.ctx, ast.Load)}


def _head(function: ast.FunctionDef, said: str | None) -> list[str]:
    """Write `def` without annotations, and a docstring below it."""
    arguments = copy.deepcopy(function.args)
    axes = {}
    for one in arguments.args:
        if isinstance(one.annotation, ast.Constant):
            axes[one.arg] = _shape(str(one.annotation.value))
        one.annotation = None
    head = [f"def {function.name}({ast.unparse(arguments)}):"]
    given = ", ".join(f"{argument} {shape}" for argument, shape in axes.items())
    words = said or (f"{given}." if given else "")
    return [*head, f'    """{words}"""'] if words else head


def _shape(axes: str) -> str:
    names = axes.replace("*", "...").split()
    return f"({names[0]},)" if len(names) == 1 else f"({', '.join(names)})"
