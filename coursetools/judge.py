"""Judge each task by the values that its checks published. A kernel's own verdict does not count."""

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from coursetools.notebook import Cell, Notebook
from coursetools.roles import cells_by_task
from coursetools.wording import one_line

CHECK_TYPE = "application/vnd.attnlib.check+json"
SLUG = re.compile(r"[\w-]{1,60}")

# Maps each (task, values that a kernel published, values stored in the solution) to a bool.
Compare = Callable[[Sequence[tuple[str, Any, Any]]], list[bool]]


@dataclass(frozen=True)
class Run:
    """What became of one cell.

    Attributes
    ----------
    outputs : list of output
        The outputs as the kernel sent them.
    ended : str
        done, timeout, dead, or not_reached.
    """

    outputs: list[Any] = field(default_factory=list)
    ended: str = "done"

    @property
    def error(self) -> str | None:
        """What the cell raised, as text; None if nothing."""
        errors = (output for output in self.outputs if output.output_type == "error")
        return next((f"{error.ename}: {error.evalue}" for error in errors), None)

    @property
    def published(self) -> dict[str, Any] | None:
        """The typed output of a check, if there is one."""
        bundles = (output.get("data", {}).get(CHECK_TYPE) for output in self.outputs)
        return next((bundle for bundle in bundles if isinstance(bundle, dict)), None)


@dataclass(frozen=True)
class TaskResult:
    """The result of one task, as check-result.schema.json defines it."""

    id: str
    status: str
    points: float
    max_points: float
    mistakes: list[str]
    message: str


def judge(
    solution: Notebook, runs: Mapping[str, Run], refused: Mapping[str, str], compare: Compare
) -> list[TaskResult]:
    """Judge every task of a notebook.

    Parameters
    ----------
    solution : notebook
        It was executed, so its check and hidden cells store the values to compare with.
    runs : mapping of cell id to Run
        The runs of the solution's cells with the submission's answers.
    refused : mapping of task id to str
        Tasks whose answers were not run, and why.
    compare : callable
        Tells which published values equal those of the solution, as `examiner.compare` does.

    Returns
    -------
    list of TaskResult
        One for every task, in order.
    """
    checks, hidden = cells_by_task(solution, "check"), cells_by_task(solution, "hidden")
    agreeing = _agreeing(solution, runs, compare)
    results = []
    for task, shown in checks.items():
        cells = [*shown, *hidden.get(task, [])]
        status, mistakes, message = _verdict(task, cells, runs, refused, agreeing)
        most = points_of(cells)
        points = most if status == "pass" else 0.0
        results.append(TaskResult(task, status, points, most, mistakes, one_line(message)))
    return results


def points_of(cells: Sequence[Cell]) -> float:
    """Add up the points of a task's check and hidden cells."""
    return sum(float(cell.metadata.get("nbgrader", {}).get("points", 0)) for cell in cells)


def _agreeing(solution: Notebook, runs: Mapping[str, Run], compare: Compare) -> set[str]:
    """Find the cells that published the values that the solution stores."""
    found = {}
    for kind in ("check", "hidden"):
        for task, cells in cells_by_task(solution, kind).items():
            for cell in cells:
                published, stored = runs.get(cell.id, Run()).published, Run(cell.outputs).published
                if published and stored:
                    found[cell.id] = (task, published.get("values"), stored["values"])
    agrees = compare(list(found.values()))
    return {cell for cell, same in zip(found, agrees, strict=True) if same}


def _verdict(
    task: str,
    cells: Sequence[Cell],
    runs: Mapping[str, Run],
    refused: Mapping[str, str],
    agreeing: Container[str],
) -> tuple[str, list[str], str]:
    if task in refused:
        return "fail", [], refused[task]
    answer = runs.get(f"{task}-answer", Run(ended="not_reached"))
    for run in (answer, *(runs.get(cell.id, Run(ended="not_reached")) for cell in cells)):
        if run.ended != "done":
            return run.ended, [], ENDINGS[run.ended]
    for cell in cells:
        verdict = _cell_verdict(cell, runs, answer, agreeing)
        if verdict[0] != "pass":
            return verdict
    return "pass", [], str((runs[cells[0].id].published or {}).get("message", ""))


def _cell_verdict(
    cell: Cell, runs: Mapping[str, Run], answer: Run, agreeing: Container[str]
) -> tuple[str, list[str], str]:
    published = runs[cell.id].published
    stored = Run(cell.outputs).published
    if stored is None:
        return "error", [], f"The solution's cell {cell.id} stores no values to compare with."
    if published is None:
        errors = (run.error for run in (answer, *runs.values()) if run.error)
        return "error", [], f"The check could not run: {next(errors, 'it printed no result')}."
    if cell.id in agreeing:
        return "pass", [], ""
    status, message = str(published.get("status")), str(published.get("message", ""))
    if status == "not_attempted" and answer.error:
        return "error", [], f"The answer cell stopped: {answer.error}."
    if status not in ("fail", "error", "not_attempted"):
        return "fail", [], "The values that your answer returns are not those of the definition."
    return status, _slugs(published.get("mistakes")), message


ENDINGS = {
    "timeout": "It was still running when its time was up. Is there a loop that never ends?",
    "dead": "It ended the kernel. Does it exit, or need more memory than there is?",
    "not_reached": "The run ended before this task, so no check could run on it.",
    "starved": "The machine was too busy to run it, so nobody knows yet whether it is right.",
}


def _slugs(mistakes: Any) -> list[str]:
    """Keep the valid slugs among the mistakes that a kernel sent."""
    names = mistakes if isinstance(mistakes, list) else []
    return [name for name in names if isinstance(name, str) and SLUG.fullmatch(name)]
