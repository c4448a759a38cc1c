"""One line that a learner types in a lecture: it takes its place in a right function.

What comes of it is checked like any answer, so the catalogue's mistakes answer for one line, too.
"""

import ast
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, cast

import numpy as np

from checks.catalogue import IN_LECTURES
from checks.checking import compared, find_task
from checks.lines import Body, bound_in
from checks.outcome import call, quiet
from checks.task import OPEN_SEED, Task
from checks.typed_line import TypedLine, reads
from checks.verdict import Verdict, as_html

WAITS = (
    "○ Your turn: put something in place of the dots, and run the cell again. "
    "The lecture goes on without it."
)
USABLE = "Your line can use the names that the text above gives."
# What is said of a function, and what is true of a line: the line after it may be what stops.
IN_OTHER_WORDS = {
    "your function raised": "Python raised",
    "your function": "your line",
    "the exercise": "the text",
    "it returned None (is `return` missing?)": "it is None",
    "it returned": "it is",
    "Was an argument left out, or is a `return` missing?": "Which call in your line gives nothing back?",
}


@dataclass(frozen=True)
class Reply:
    """What is said to a line.

    Attributes
    ----------
    status : str
        As in `Verdict`.
    headline : str
    lines : tuple of str
        The text below the headline.
    mistakes : tuple of str
        Slugs of catalogued mistakes; empty if nothing fits.
    """

    status: str
    headline: str
    lines: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return "\n  ".join((self.headline, *self.lines))

    def _repr_html_(self) -> str:
        return as_html(self.status, self.headline, self.lines)


def reply_to(name: str, wanted: str, typed: str, notebook: Mapping[str, Any]) -> Reply:
    """Put some lines in place of the one that gives a name its value, and check what comes of it.

    Parameters
    ----------
    name : str
        A task. Its right function has the line.
    wanted : str
        The name on the left of the `=`, such as "scores".
    typed : str
        What the learner typed: the line, and others before it if they help. Dots are still to be
        replaced.
    notebook : mapping of str to value
        The notebook's names. Of these, the line may use functions and modules, but no data.

    Returns
    -------
    Reply

    Raises
    ------
    LookupError
        If there is no such task, or if no single line of its function gives this name its value.

    Examples
    --------
    >>> reply_to("dot_scores", "scores", "scores = keys @ query", {})
    ✓ Right: `scores` is what it should be.
    >>> reply_to("dot_scores", "scores", "scores = keys @ keys", {}).status
    'error'
    """
    task = find_task(name, IN_LECTURES)
    if wanted not in task.lines.completable:
        names = "; ".join(task.lines.completable)
        raise LookupError(f"no line of `{name}` alone assigns `{wanted}`; choose from {names}")
    try:
        body = ast.parse(textwrap.dedent(typed)).body
        if _has_dots(body):
            return Reply("not_attempted", WAITS)
        if not set(wanted.split(", ")) <= {one for line in body for one in bound_in(line)}:
            return Reply(
                "error", f"✗ This line should assign `{wanted}`: let it begin with `{wanted} =`."
            )
        line = _line(task, wanted, body, notebook)
    except SyntaxError as error:
        return Reply("error", f"✗ Python cannot read this line: {error.msg}.")
    answer = line.function()
    probes = task.probes(OPEN_SEED)
    outcomes = [call(answer, probe) for probe in probes]
    for outcome in outcomes:
        if isinstance(outcome.error, NameError):
            return Reply("error", f"✗ Python stops: {outcome.error}.", (USABLE,))
    with quiet():
        verdict = compared(task, probes, outcomes, answer, line)
    shape = None
    if verdict.status == "error":  # and perhaps it is a later line that stops
        stops = next(probe for probe, one in zip(probes, outcomes, strict=True) if one.error)
        shape = getattr(line.given(stops), "shape", None)
    return _said(wanted, verdict, shape)


def _line(task: Task, wanted: str, body: Body, notebook: Mapping[str, Any]) -> TypedLine:
    known, right = task.lines.known_before(wanted), task.lines.right_line(wanted)
    assert right is not None
    read, right_read = reads(ast.Module(body, []), known), reads(right, known)
    value = _compiled(body, wanted, read, _usable(notebook))
    right_value = _compiled([right], wanted, right_read, task.names_for_lines)
    return TypedLine(task, wanted, read, value, right_value, right_read)


def _said(wanted: str, verdict: Verdict, shape: tuple[int, ...] | None) -> Reply:
    if verdict.status == "pass":
        return Reply("pass", f"✓ Right: `{wanted}` is what it should be.")
    lines = "\n".join(verdict.lines)
    for of_function, of_line in IN_OTHER_WORDS.items():
        lines = lines.replace(of_function, of_line)
    if shape is not None:
        asked = f"There `{wanted}` has the shape {tuple(shape)}. Which shape do later lines need?"
        lines = "\n".join((*lines.split("\n")[:-1], asked))
    headline = f"✗ `{wanted}` is not right yet."
    return Reply(verdict.status, headline, tuple(lines.split("\n")), verdict.mistakes)


def _has_dots(body: Body) -> bool:
    """Check whether there are dots to be replaced, unlike those of `x[..., None]`."""
    nodes = [node for line in body for node in ast.walk(line)]
    in_brackets = {
        id(inner)
        for node in nodes
        if isinstance(node, ast.Subscript)
        for inner in ast.walk(node.slice)
    }
    dots = (node for node in nodes if isinstance(node, ast.Constant) and node.value is ...)
    return any(id(node) not in in_brackets for node in dots)


def _compiled(
    body: Body, wanted: str, names: Sequence[str], usable: Mapping[str, Any]
) -> Callable[..., Any]:
    """Compile lines as a function from the names that they read to what they assign."""
    (function,) = ast.parse(f"def typed({', '.join(names)}): return {wanted}").body
    assert isinstance(function, ast.FunctionDef)
    function.body[:0] = body
    module = ast.fix_missing_locations(ast.Module([function], []))
    namespace = dict(usable)
    exec(compile(module, "<your line>", "exec"), namespace)
    return cast("Callable[..., Any]", namespace["typed"])


def _usable(notebook: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out the notebook's data, which would pass silently for data of the function."""
    tools = {
        name: value
        for name, value in notebook.items()
        if callable(value) or isinstance(value, ModuleType)
    }
    return {"np": np, **tools}
