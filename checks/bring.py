"""Bring answers of earlier exercises, as their learner wrote them: what is behind `%bring`.

    python -m checks.bring TASK

judges an answer, whose code it reads from standard input. A process can be ended, so an answer that
never returns does not stop the notebook.
"""

import ast
import contextlib
import dis
import inspect
import io
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import CodeType
from typing import Any

from IPython.core.inputtransformer2 import TransformerManager

from checks.catalogue import EXERCISES, FOLDER
from checks.checking import check, find_task
from checks.task import Task
from checks.verdict import as_html

SECONDS = 30  # for one answer; a search for its mistake takes up to seven
COURSE = ("attnlib", "attnprobes", "course", "checks")
APART = "\n\n\n"
NO_PROCESSES = sys.platform == "emscripten"  # in the browser


class NotBrought(Exception):
    """Why an answer was not brought, in words that follow its name and a colon."""


@dataclass(frozen=True)
class Brought:
    """What `%bring` has found.

    Attributes
    ----------
    code : str
        For a cell of the learner's own; empty if nothing was brought.
    count, asked : int
        How many answers were brought, and how many were asked for.
    lines : tuple of str
        What is to be said about each answer.
    """

    code: str
    count: int
    asked: int
    lines: tuple[str, ...]

    def __repr__(self) -> str:
        return "\n  ".join((self._headline, *self.lines))

    def _repr_html_(self) -> str:
        status = "pass" if self.count == self.asked else "not_attempted"
        return as_html(status, self._headline, self.lines)

    @property
    def _headline(self) -> str:
        symbol = "✓" if self.count == self.asked else "○"
        then = ". Run the cell with their code" if self.code else ""
        return f"{symbol} {self.count} of {self.asked} brought{then}."


class Statement:
    """A statement at the top level of a notebook's cell.

    Parameters
    ----------
    text : str
    node : ast.stmt
        The same, parsed.
    """

    def __init__(self, text: str, node: ast.stmt) -> None:
        self.text = text
        self._node = node

    @cached_property
    def binds(self) -> set[str]:
        """The names that it gives a value."""
        return {
            one.argval for one in dis.get_instructions(self._code) if one.opname == "STORE_NAME"
        }

    @cached_property
    def loads(self) -> set[str]:
        """The names of the notebook that it needs, now or when it is called."""
        return set(_loaded_by(self._code))

    @property
    def is_import(self) -> bool:
        """Whether it imports something, and does nothing else."""
        return isinstance(self._node, ast.Import | ast.ImportFrom)

    @property
    def of_course(self) -> bool:
        """Whether it imports code of the course."""
        nodes = [*ast.walk(self._node)]
        names = [alias.name for one in nodes if isinstance(one, ast.Import) for alias in one.names]
        names += [one.module or "" for one in nodes if isinstance(one, ast.ImportFrom)]
        return any(name.split(".")[0] in COURSE for name in names)

    @property
    def _code(self) -> CodeType:
        return compile(ast.Module([self._node], []), "<notebook>", "exec")


def bring(names: Sequence[str], folder: Path, notebook: Mapping[str, Any]) -> Brought:
    """Find answers in their exercises, check them, and collect them with what they need.

    Parameters
    ----------
    names : sequence of str
        Tasks.
    folder : Path
        Where the notebooks of the exercises are.
    notebook : mapping of str to value
        The names of the notebook that wants the answers. None of them gets another value.

    Returns
    -------
    Brought

    Raises
    ------
    LookupError
        If there is no such task.

    Examples
    --------
    >>> bring(["softmax"], Path("nowhere"), {})
    ○ 0 of 1 brought.
      ○ softmax (exercise 3, task 2): there is no 03_softmax_axis.ipynb beside this notebook.
    """
    tasks = [find_task(name) for name in dict.fromkeys(names)]
    notes = json.loads(next(FOLDER.glob("*_capstone/bring.json")).read_text(encoding="utf-8"))
    written: dict[str, str] = {}
    parts, lines = [], []
    for task in tasks:
        exercise, place = task.order
        origin = f"{task.name} (exercise {exercise}, task {place})"
        try:
            needed, doubled = _answer_to(task, folder)
            new = [one for one in needed if not _is_here(one, task.name, notebook, written)]
            _make_sure_it_passes(task, APART.join(one.text for one in needed))
        except NotBrought as why:
            lines.append(f"○ {origin}: {why}")
            continue
        written |= {name: one.text for one in new for name in one.binds}
        parts.append("\n\n".join([f"# {origin}", APART.join(one.text for one in new)]))
        lines.append(" ".join([f"✓ {origin}.", *_remarks(task.name, new, doubled, notes)]))
    return Brought(APART.join(parts), len(parts), len(tasks), tuple(lines))


def functions_from(folder: Path | str, names: Sequence[str]) -> dict[str, Callable[..., Any]]:
    """Find answers in their exercises, check them, and define them.

    Parameters
    ----------
    folder : Path or str
        Where the notebooks of the exercises are.
    names : sequence of str
        Tasks.

    Returns
    -------
    dict of name to function
        Marked as passed, as `%check` does it.

    Raises
    ------
    LookupError
        If one of them is missing or does not pass; the message says of each what to do.

    Examples
    --------
    >>> functions_from("nowhere", ["softmax"])
    Traceback (most recent call last):
    LookupError: softmax (exercise 3, task 2): there is no 03_softmax_axis.ipynb beside this notebook.
    """
    brought = bring(names, Path(folder), {})
    if brought.count < brought.asked:
        missing = (line for line in brought.lines if line.startswith("○"))
        raise LookupError(" ".join(line.removeprefix("○ ") for line in missing))
    defined: dict[str, Any] = {}
    exec(brought.code, defined)
    functions = {name: defined[name] for name in names}
    for function in functions.values():
        function.passed = True
    return functions


def _answer_to(task: Task, folder: Path) -> tuple[list[Statement], list[str]]:
    """Find the statements that an answer needs, its own among them, and names defined twice.

    Of these, the latest is taken, which is the one that the check above which it stands has seen.
    """
    file = next(name for name, tasks in EXERCISES.items() if task.name in tasks) + ".ipynb"
    statements = _seen_by(f"{task.name}-check", _code_cells(folder / file))
    latest = {name: one for one in statements for name in one.binds}
    if task.name not in latest:
        raise NotBrought(f"no cell above its check in {file} that Python can read defines it.")
    wanted, needed = [task.name], set[str]()
    while wanted:
        new = wanted.pop()
        needed.add(new)
        wanted += (latest[new].loads & latest.keys()) - needed
    chosen = [one for one in statements if any(latest[name] is one for name in needed & one.binds)]
    for one in chosen:
        if one.of_course:
            line = one.text if one.is_import else "an import inside a function"
            raise NotBrought(f"it needs code of the course ({line}). Write it with NumPy alone.")
    texts = {name: {one.text for one in statements if name in one.binds} for name in needed}
    return chosen, sorted(name for name in needed if len(texts[name]) > 1)


def _code_cells(path: Path) -> list[tuple[str, str]]:
    """Read the id and the source of each code cell."""
    if not path.exists():
        raise NotBrought(f"there is no {path.name} beside this notebook.")
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        code = [cell for cell in cells if cell["cell_type"] == "code"]
        return [(cell.get("id", ""), "".join(cell["source"])) for cell in code]
    except (ValueError, LookupError, TypeError, AttributeError):
        words = "is not a whole notebook. Open it in JupyterLab and save it first."
        raise NotBrought(f"{path.name} {words}") from None


def _seen_by(check: str, cells: Sequence[tuple[str, str]]) -> list[Statement]:
    """List the statements of all cells above a check that Python can read."""
    found: list[Statement] = []
    for name, source in cells:
        if name == check:
            break
        with contextlib.suppress(SyntaxError, ValueError):
            found += _statements(TransformerManager().transform_cell(source))
    return found


def _statements(code: str) -> Iterator[Statement]:
    lines = code.splitlines()
    for node in ast.parse(code).body:
        decorators = getattr(node, "decorator_list", [])
        start = min(one.lineno for one in (node, *decorators))
        yield Statement("\n".join(lines[start - 1 : node.end_lineno]), node)


def _loaded_by(code: CodeType) -> Iterator[str]:
    """Yield the names that code reads from its notebook, which arguments and local names are not."""
    for one in dis.get_instructions(code):
        if one.opname in ("LOAD_NAME", "LOAD_GLOBAL"):
            yield one.argval
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _loaded_by(inner)


def _is_here(
    one: Statement, task: str, notebook: Mapping[str, Any], written: Mapping[str, str]
) -> bool:
    """Check whether a helper is there already; raise if its name means something else."""
    taken = sorted(one.binds & {*notebook, *written})
    if not taken or one.is_import:
        return len(taken) == len(one.binds)
    if task in taken:
        raise NotBrought("this notebook has it already. Nothing was changed.")
    for name in taken:
        if one.text != (written.get(name) or _source(notebook[name])):
            words = "here this name means something else. Rename it in the exercise, or paste."
            raise NotBrought(f"it needs its {name}, but {words}")
    return True


def _source(value: Any) -> str:
    """The text of a function that a cell defines; empty for other values."""
    try:
        return inspect.getsource(value).strip()
    except (OSError, TypeError):
        return ""


def _make_sure_it_passes(task: Task, code: str) -> None:
    status, words = _judged(task.name, code) if NO_PROCESSES else _judged_apart(task.name, code)
    if status == "not_attempted":
        raise NotBrought("not attempted yet. If you have written it, save its notebook first.")
    if status != "pass":
        raise NotBrought(f"it does not pass yet. {words}")


def _judged_apart(name: str, code: str) -> tuple[str, str]:
    """Judge an answer in a process of its own."""
    command = [sys.executable, "-m", "checks.bring", name]
    try:
        done = subprocess.run(
            command, input=code, capture_output=True, encoding="utf-8", timeout=SECONDS
        )
        status, words = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return "error", f"It was still running after {SECONDS} seconds. Is there an endless loop?"
    except ValueError:
        return "error", "It ended Python. Does it exit, or need more memory than there is?"
    return status, words


def _judged(name: str, code: str) -> tuple[str, str]:
    """Judge an answer, and say in one sentence what is wrong with it."""
    defined: dict[str, Any] = {"__name__": "__main__"}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(code, defined)
            verdict = check(name, defined[name])
    except Exception as error:
        return "error", f"Its cells stop: {type(error).__name__}: {error}."
    named = (one.does for one in find_task(name).mistakes if one.slug in verdict.mistakes)
    return verdict.status, next(named, verdict.lines[0])


def _remarks(
    name: str, new: Sequence[Statement], doubled: Sequence[str], notes: Mapping[str, str]
) -> Iterator[str]:
    helpers = {helper for one in new if not one.is_import for helper in one.binds} - {name}
    if helpers:
        yield f"It brings {', '.join(sorted(helpers))} along."
    for helper in doubled:
        yield f"Two cells there define {helper}: this is the later one."
    if name in notes:
        yield notes[name]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_judged(sys.argv[1], sys.stdin.read())))
