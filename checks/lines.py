"""The lines of a right function, and the wrong lines that students write in their place.

A line is known by the name that it assigns; `return` assigns `result`. If several lines assign the
same name, it belongs to the first. Four rules say where a wrong line goes:

1. It replaces the line that assigns the same name.
2. If it reads the name that it assigns (`scores = scores / 2`), it is added after that line, unless
   the function has such a line itself, which it replaces. Arguments are assigned first of all.
3. A line that assigns another name goes along with the next one. If none follows that has a place,
   it comes first of all, provided that it reads an argument.
4. Wrong lines apply to a function that has their lines and knows, there, all names that they read.

A right line, repeated in a mistake, stays right, and no second mistake may replace it.

All wrong lines of a function are compiled once, each behind a number (mutant schemata: Untch,
Offutt and Harrold 1993), so to combine mistakes costs a call and not a compilation.
"""

import ast
import builtins
import copy
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any

Body = list[ast.stmt]
Exchanged = Mapping[str, int]  # by slot: the number of the line that takes it

FIRST_OF_ALL = "(first)"
RESULT = "result"
HEAR = "_hear"
VALUE = "_value"
TOLD = f"""
if {HEAR}:
    {HEAR}(locals())
return {RESULT}
"""


class Lines:
    r"""A right function, line by line, with every wrong line that may replace or follow one.

    Parameters
    ----------
    source : str
        Python that defines the function, at any place in it.
    name : str
        The name of the function.
    namespace : dict of str to value
        What the function and the wrong lines may use besides its own names.

    Attributes
    ----------
    arguments : list of str
    returned : list of str
        The names of its results, as written after `return`; more than one if it is a tuple.

    Examples
    --------
    >>> lines = Lines("def double(x):\n    y = 2 * x\n    return y", "double", {})
    >>> tripled, negative = lines.placed("y = 3 * x"), lines.placed("y = -y")
    >>> lines.going_wrong({})(5), lines.going_wrong({**tripled, **negative})(5)
    (10, -15)
    """

    def __init__(self, source: str, name: str, namespace: Mapping[str, Any]) -> None:
        defined = [one for one in ast.parse(source).body if isinstance(one, ast.FunctionDef)]
        (self._node,) = (one for one in defined if one.name == name)
        self._namespace = namespace
        self.arguments = [one.arg for one in self._node.args.args]
        self.returned: list[str] = []
        self._right: dict[str, ast.stmt] = {}  # by label
        self._known_from = dict.fromkeys(self.arguments, 0)  # by name: the line that assigns it
        for line in _lines_in(self._node):
            self._learn(line)
        # By slot: each choice by its text; the first is the right line, or that nothing is added.
        self._choices: dict[str, dict[str, Body]] = {}

    def _learn(self, line: ast.stmt) -> None:
        for name in _assigned_by(line):
            self._known_from.setdefault(name, line.lineno)
        label = label_of(line)
        if label:
            self._right.setdefault(label, line)
        if isinstance(line, ast.Return) and line.value is not None:
            parts = line.value.elts if isinstance(line.value, ast.Tuple) else [line.value]
            self.returned = [ast.unparse(part) for part in parts]

    def placed(
        self, way: str, names: Mapping[str, str] | None = None, origin: str = ""
    ) -> dict[str, int] | None:
        """Find the places of some wrong lines in this function.

        Parameters
        ----------
        way : str
            The lines, as Python.
        names : mapping of str to str
            This function's names for those in the lines.
        origin : str
            Added lines of one origin exclude each other.

        Returns
        -------
        dict of str to int or None
            For each slot the number of the line that takes it; None if the lines do not apply.
        """
        places = self.places(_renamed(ast.parse(way).body, names or {}))
        if places is None:
            return None
        return dict(self._numbered(label, lines, origin) for label, lines in places.items())

    def places(self, body: Body) -> dict[str, Body] | None:
        """Find the places of some wrong lines, by label; None if the lines do not apply."""
        places = self._places(body)
        return places if places is not None and self._knows(places) else None

    def right_line(self, label: str) -> ast.stmt | None:
        """The line that is known by a label, if the function has one."""
        return self._right.get(label)

    @cached_property
    def completable(self) -> list[str]:
        """The names, as on the left of `=`, that one line alone assigns from what is known there."""
        times = Counter(label_of(line).removesuffix("+") for line in _lines_in(self._node))
        return [
            label
            for label, line in self._right.items()
            if times[label] == 1
            and label != RESULT
            and not label.endswith("+")
            and self._reads_what_is_known(label, line)
        ]

    def _reads_what_is_known(self, label: str, line: ast.stmt) -> bool:
        known = {*self.known_before(label), *dir(builtins)}
        others = (self._namespace.get(name) for name in _read_by(line) - known)
        return all(callable(one) or isinstance(one, ModuleType) for one in others)

    def known_before(self, label: str) -> list[str]:
        """The arguments, and the names that have a value whenever a line is reached."""
        known = _known_before(self._right[label], self._node.body)
        return list(dict.fromkeys([*self.arguments, *(known or ())]))

    def completed(
        self, label: str, value: Callable[..., Any], names: Sequence[str]
    ) -> Callable[..., Any]:
        r"""Make the right function with another function in place of what one line computes.

        Parameters
        ----------
        label : str
            One of `completable`.
        value : callable
            Computes what the line should give its name.
        names : sequence of str
            The names whose values it takes, some of `known_before(label)`.

        Returns
        -------
        callable

        Examples
        --------
        >>> lines = Lines("def double(x):\n    y = 2 * x\n    return y", "double", {})
        >>> lines.completed("y", lambda x: 3 * x, ["x"])(5)
        15
        """
        right = self._right[label]
        read: list[ast.expr] = [ast.Name(name, ast.Load()) for name in names]
        new = ast.Assign(_targets_of(right), ast.Call(ast.Name(VALUE, ast.Load()), read, []))
        node = copy.deepcopy(self._node)
        _Instead(ast.copy_location(new, right)).visit(node)
        return self._maker(node, [VALUE])(value)

    def _places(self, body: Body) -> dict[str, Body] | None:
        places: dict[str, Body] = {}
        waiting: Body = []
        for line in body:
            waiting.append(line)
            label = self._place_of(label_of(line))
            if label:
                places.setdefault(label, []).extend(waiting)
                waiting = []
        if not waiting:
            return places
        read = {name for line in waiting for name in _read_by(line)}
        return None if places or read.isdisjoint(self.arguments) else {f"{FIRST_OF_ALL}+": waiting}

    def _place_of(self, label: str) -> str:
        if not label or label in self._right:
            return label
        name = label.removesuffix("+")
        added = name in self.arguments or (label.endswith("+") and name in self._right)
        return f"{name}+" if added else ""

    def _knows(self, places: Mapping[str, Body]) -> bool:
        """Check that each line reads only what is known in its place, or what a line above assigns."""
        assigned: set[str] = set()
        for label, lines in places.items():
            known = {*self._known_at(label), *assigned}
            for line in lines:
                if not all(self._is_global(name) for name in _read_by(line) - known):
                    return False
                bound = bound_in(line)
                known |= bound
                assigned |= bound
        return True

    def _known_at(self, label: str) -> Iterable[str]:
        name = label.removesuffix("+")
        if label in self._right:
            before = self._right[label].lineno
        elif name in self._right:
            before = self._right[name].lineno + 1
        else:
            before = 1
        known = [other for other, line in self._known_from.items() if line < before]
        returned = RESULT in self._right and self._right[RESULT].lineno < before
        return [*known, RESULT] if returned else known

    def _is_global(self, name: str) -> bool:
        return name in self._namespace or hasattr(builtins, name)

    def _numbered(self, label: str, lines: Body, origin: str) -> tuple[str, int]:
        assert "_make" not in vars(self), "all ways have to be placed before the first is made"
        replaces = label in self._right
        slot = label if replaces else f"{label}{origin}"
        if slot not in self._choices:
            right: Body = [_as_assignment(self._right[label]) if replaces else ast.Pass()]
            self._choices[slot] = {_text(right): right}
        body = [_as_assignment(line) for line in lines]
        choices = self._choices[slot]
        choices.setdefault(_text(body), body)
        return slot, list(choices).index(_text(body))

    def going_wrong(self, exchanged: Exchanged) -> Callable[..., Any]:
        """Make the function with some of its lines replaced.

        Parameters
        ----------
        exchanged : mapping of str to int
            As `placed` gives them; empty for the right function. All ways have to be placed
            before the first function is made.

        Returns
        -------
        callable
        """
        return self._made(exchanged, None)

    def names_of(
        self, run: Callable[[Callable[..., Any]], Any], exchanged: Exchanged
    ) -> list[dict[str, Any]]:
        """Run the function with some of its lines replaced, and return the names that it assigns.

        Parameters
        ----------
        run : callable
            Gets the function, and calls it.
        exchanged : mapping of str to int
            As `placed` gives them; empty for the right function.

        Returns
        -------
        list of dict of str to value
            For each call that returned, every name with its value at the end.
        """
        heard: list[dict[str, Any]] = []
        run(self._made(exchanged, lambda names: heard.append(dict(names))))
        return heard

    def _made(
        self, exchanged: Exchanged, hear: Callable[[dict[str, Any]], None] | None
    ) -> Callable[..., Any]:
        made: Callable[..., Any] = self._make(
            hear, *(exchanged.get(slot, 0) for slot in self._flags)
        )
        return made

    @cached_property
    def _flags(self) -> dict[str, str]:
        return {slot: f"_slot_{number}" for number, slot in enumerate(self._choices)}

    @cached_property
    def _make(self) -> Callable[..., Callable[..., Any]]:
        """Compile the function with all its lines, inside one that takes a number for each slot."""
        node = copy.deepcopy(self._node)
        first = [line for name in (FIRST_OF_ALL, *self.arguments) for line in self._added(name)]
        node.body = [*first, *self._with_choices(node.body, set(self._right))]
        return self._maker(node, [HEAR, *self._flags.values()])

    def _with_choices(self, body: Body, labels: set[str]) -> Body:
        return [new for line in body for new in self._line_with_choices(line, labels)]

    def _line_with_choices(self, line: ast.stmt, labels: set[str]) -> Body:
        """Put the choices in place of a line; the first line of a label takes it from the set."""
        label = label_of(line)
        if label == RESULT and label not in labels:
            return [_as_assignment(line), *ast.parse(TOLD).body]
        if label not in labels:
            for part in ("body", "orelse"):
                if hasattr(line, part):
                    setattr(line, part, self._with_choices(getattr(line, part), labels))
            return [line]
        labels.remove(label)
        new = self._chosen(label) if label in self._choices else [_as_assignment(line)]
        if not label.endswith("+"):
            new += self._added(label)
        return [*new, *ast.parse(TOLD).body] if label == RESULT else new

    def _chosen(self, slot: str) -> Body:
        """Choose a line by its number; the first one first, because most lines stay right."""
        chosen: Body = []
        for number, body in reversed(list(enumerate(self._choices[slot].values()))):
            test = ast.Compare(
                ast.Name(self._flags[slot], ast.Load()), [ast.Eq()], [ast.Constant(number)]
            )
            chosen = [ast.If(test, body, chosen)]
        return chosen

    def _added(self, name: str) -> Body:
        added = (one for one in self._choices if one.startswith(f"{name}+"))
        return [line for slot in added if slot not in self._right for line in self._chosen(slot)]

    def _maker(
        self, node: ast.FunctionDef, parameters: Sequence[str]
    ) -> Callable[..., Callable[..., Any]]:
        """Compile a function inside one that takes what it needs, and returns it."""
        (make,) = ast.parse(f"def _make({', '.join(parameters)}): return {node.name}").body
        assert isinstance(make, ast.FunctionDef)
        make.body.insert(0, node)
        namespace = dict(self._namespace)
        module = ast.fix_missing_locations(ast.Module([make], []))
        exec(compile(module, f"<the lines of {self._node.name}>", "exec"), namespace)
        made: Callable[..., Callable[..., Any]] = namespace["_make"]
        return made


def label_of(line: ast.stmt) -> str:
    r"""The name by which a line is known, with a + if it reads the name that it assigns.

    Examples
    --------
    >>> [label_of(line) for line in ast.parse("y = 2 * x\ny = -y\na, b = y\nx[0] = 1").body]
    ['y', 'y+', 'a, b', 'x+']
    """
    if isinstance(line, ast.Return):
        return RESULT
    if isinstance(line, ast.AugAssign):
        return f"{_base(line.target)}+"
    if not isinstance(line, ast.Assign):
        return ""
    target = line.targets[0]
    if isinstance(target, ast.Subscript):
        return f"{_base(target)}+"
    name = ast.unparse(target).strip("()")
    return f"{name}+" if name in _read_by(line.value) else name


class _Instead(ast.NodeTransformer):
    """Puts a statement in the place that it names."""

    def __init__(self, new: ast.stmt) -> None:
        self._new = new

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.stmt) and node.lineno == self._new.lineno:
            return self._new
        return self.generic_visit(node)


def _targets_of(line: ast.stmt) -> list[ast.expr]:
    if isinstance(line, ast.Assign):
        return line.targets
    return [line.target] if isinstance(line, ast.AugAssign | ast.For) else []


def _known_before(line: ast.stmt, body: Body) -> list[str] | None:
    """The names that are assigned on every way to a line; None if the line is elsewhere."""
    known: list[str] = []
    for one in body:
        if one is line:
            return known
        given = [name for target in _targets_of(one) for name in sorted(bound_in(target))]
        inside = (_known_before(line, getattr(one, part, [])) for part in ("body", "orelse"))
        there = next((names for names in inside if names is not None), None)
        if there is not None:
            return [*known, *given, *there]
        known += given if not isinstance(one, ast.For) else []
    return None


def _base(target: ast.expr) -> str:
    while isinstance(target, ast.Subscript | ast.Attribute):
        target = target.value
    return ast.unparse(target)


def bound_in(node: ast.AST) -> set[str]:
    """The names that are assigned in some lines, or are arguments there."""
    found = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Name):
            if isinstance(one.ctx, ast.Store):
                found.add(one.id)
        elif isinstance(one, ast.arg):
            found.add(one.arg)
        elif isinstance(one, ast.FunctionDef):
            found.add(one.name)
        elif isinstance(one, ast.alias):
            found.add(one.asname or one.name)
    return found


def _read_by(node: ast.AST) -> set[str]:
    """The names that have to be known before; not those of a comprehension, a lambda or a loop."""
    nodes = list(ast.walk(node))
    inner = (ast.comprehension, ast.Lambda, ast.FunctionDef, ast.For)
    own = {name for one in nodes if isinstance(one, inner) for name in bound_in(one)}
    names = [one for one in nodes if isinstance(one, ast.Name)]
    read = {one.id for one in names if isinstance(one.ctx, ast.Load)}
    changed = [one.target for one in nodes if isinstance(one, ast.AugAssign)]
    return (read | {one.id for one in changed if isinstance(one, ast.Name)}) - own


def _assigned_by(line: ast.stmt) -> set[str]:
    """The names that a line assigns itself, and not the lines inside it."""
    if isinstance(line, ast.If):
        return set()
    return bound_in(line.target) if isinstance(line, ast.For) else bound_in(line)


def _lines_in(node: ast.FunctionDef) -> list[ast.stmt]:
    found = (one for one in ast.walk(node) if isinstance(one, ast.stmt) and one is not node)
    return sorted(found, key=lambda line: line.lineno)


def renamed(expression: str, names: Mapping[str, str]) -> str:
    """Write an expression with other names; also those after a dot, as in `right.scores`.

    Examples
    --------
    >>> renamed("near(K, 2 * right.K)", {"K": "keys"})
    'near(keys, 2 * right.keys)'
    """
    body = _renamed(ast.parse(expression).body, names)
    for node in ast.walk(body[0]):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            node.attr = names.get(node.attr, node.attr)
    return _text(body)


def _renamed(body: Body, names: Mapping[str, str]) -> Body:
    for node in (node for line in body for node in ast.walk(line)):
        if isinstance(node, ast.Name):
            node.id = names.get(node.id, node.id)
    return body


def _as_assignment(line: ast.stmt) -> ast.stmt:
    if not isinstance(line, ast.Return):
        return line
    return ast.Assign([ast.Name(RESULT, ast.Store())], line.value or ast.Constant(None), lineno=0)


def _text(lines: Body) -> str:
    return "\n".join(map(ast.unparse, lines))
