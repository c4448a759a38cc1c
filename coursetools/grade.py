"""Grade one notebook: its answers run in a sandbox, the verdict is computed by the examiner.

Neither sees what the other keeps. The sandbox has inputs and no right answer; the examiner has right
answers and runs no code of a student. What lies between them, here, passes messages on.
"""

import ast
import hashlib
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from coursetools.cells import (
    Notebook,
    UnusableInput,
    cells_by_task,
    code_cells,
    has_tag,
    parse_notebook,
)
from coursetools.desk import own_desk
from coursetools.graft import Submission, graft, read_submission, restorable
from coursetools.isolation import Sandbox, Setting
from coursetools.judge import ENDINGS, REFUSAL, TaskResult, one_line, points_of
from coursetools.peer import Ended
from coursetools.refusal import LIBRARY, parsed
from coursetools.results import SCHEMA, NotebookResult

OPEN_SEED = 0  # that of the student's own check, so that both say the same words
MOST_CODE = 1_000_000
MOST_CELLS = 1_000
SHARES = 3  # of a cell's time, for each task: its cell, others before it, the verdict
SIGNALS = {-25: "it wrote a file that was too large", -11: "it crashed"}
OUT_OF_PROCESSOR_TIME = -24


@dataclass(frozen=True)
class Job:
    """One notebook to grade.

    Attributes
    ----------
    name : str
        Of the exercise.
    content : bytes or str
        The submitted file; or, if it cannot be read, why.
    solution : bytes
        The solution's file.
    setting : Setting
    seed : int
        Draws the hidden inputs. It stays outside the sandbox.
    """

    name: str
    content: bytes | str
    solution: bytes
    setting: Setting
    seed: int

    @property
    def sha256(self) -> str:
        """Of the submission."""
        content = self.content if isinstance(self.content, bytes) else b""
        return hashlib.sha256(content).hexdigest()

    @property
    def graded_with(self) -> str:
        """A digest of all that the result depends on, apart from the submission."""
        limits = json.dumps([SCHEMA, self.setting.level, asdict(self.setting.limits)])
        return hashlib.sha256(self.solution + limits.encode()).hexdigest()


def grade(job: Job) -> dict[str, Any]:
    """Grade a notebook.

    Parameters
    ----------
    job : Job

    Returns
    -------
    dict
        The result, as docs/check-result.schema.json lays it down. Every task is in it, whatever
        the submission is.

    Raises
    ------
    UnusableInput
        If no sandbox or no examiner starts.
    """
    solution = parse_notebook(job.solution, f"solutions/{job.name}")
    try:
        submission = _read(job, solution)
    except UnusableInput as error:
        return _result(job, _all("error", solution, str(error)), []).as_json()
    return _result(job, *Sitting(job, solution, submission).results()).as_json()


def ungraded(job: Job, why: str) -> dict[str, Any]:
    """Give the result of a notebook that could not be graded; it is not kept for the next run.

    Parameters
    ----------
    job : Job
    why : str

    Returns
    -------
    dict
    """
    tasks = _all("not_reached", parse_notebook(job.solution, job.name), why)
    return NotebookResult(job.name, job.sha256, job.setting.level, tasks, []).as_json()


def most_seconds(solution: Notebook, cell_seconds: float) -> float:
    """Bound the time that grading a notebook takes, whatever is in it."""
    return SHARES * cell_seconds * len(cells_by_task(solution, "answer"))


@dataclass
class Attempt:
    """What came of running the cells up to one answer, and of trying the answer.

    Attributes
    ----------
    at : int
        The step that was reached: the cell that ran last, or one past all, the trying.
    told : list
        What the candidate told, for the examiner.
    raised : dict of step to str
    how, says : str
        How it ended: done, timeout or dead; and why.
    """

    at: int = 0
    told: list[Any] = field(default_factory=list)
    raised: dict[int, str] = field(default_factory=dict)
    how: str = "dead"
    says: str = "its process ended"


class Sitting:
    """One notebook, task after task."""

    def __init__(self, job: Job, solution: Notebook, submission: Submission) -> None:
        self._job = replace(job, setting=replace(job.setting, imports=_imports(solution)))
        self._solution, self._submission = solution, submission
        self._frame = graft(solution, submission)
        self._left_out: set[str] = set()
        self._failed: set[str] = set()
        self._desk = own_desk()
        self._sandbox: Sandbox | None = None
        self._seconds = job.setting.limits.seconds

    def results(self) -> tuple[list[TaskResult], list[str]]:
        """Grade every task; give the results, and the notes."""
        answers = cells_by_task(self._solution, "answer")
        time_in_all = (SHARES - 1) * self._seconds * len(answers)
        self._until = time.monotonic() + time_in_all
        try:
            tasks = [self._result(task) for task in answers]
        finally:
            self._put_away()
        own = [cell_id for cell_id in sorted(self._left_out) if "-own-" in cell_id]
        left_out = ["a cell of your own did not come to an end: it was left out" for _ in own]
        return tasks, self._submission.notes + left_out

    def _result(self, task: str) -> TaskResult:
        cells = [one for kind in ("check", "hidden") for one in self._cells(task, kind)]
        status, mistakes, message = self._verdict(task)
        most = points_of(cells)
        points = most if status == "pass" else 0.0
        self._failed |= {task} if status != "pass" else set()
        return TaskResult(task, status, points, most, mistakes, one_line(message))

    def _cells(self, task: str, kind: str) -> list[Any]:
        return cells_by_task(self._solution, kind).get(task, [])

    def _verdict(self, task: str) -> tuple[str, list[str], str]:
        if task in self._submission.refused:
            return "fail", [], REFUSAL
        while time.monotonic() < self._until:
            steps = self._steps(task)
            attempt = self._attempt(task, steps)
            if attempt.how == "done":
                return self._judged(task, steps, attempt)
            self._put_away()
            cell = steps[attempt.at].get("cell") if attempt.at < len(steps) else None
            if cell in (None, f"{task}-answer"):
                return attempt.how, [], _ending(attempt)
            self._left_out.add(cell)
        return "not_reached", [], ENDINGS["not_reached"]

    def _steps(self, task: str) -> list[dict[str, Any]]:
        """All that happens before an answer is tried: cells run, right answers are given."""
        steps: list[dict[str, Any]] = []
        for cell in code_cells(self._frame):
            if cell.id == f"{task}-check":
                break
            tasks = restorable(cell)
            if tasks is not None:
                steps.append({"give": [one for one in tasks if one in self._failed]})
            elif not (has_tag(cell, "check") or has_tag(cell, "hidden") or self._is_out(cell)):
                steps.append({"cell": cell.id, "run": cell.source})
        return steps

    def _is_out(self, cell: Any) -> bool:
        return cell.id in self._left_out

    def _attempt(self, task: str, steps: Sequence[dict[str, Any]]) -> Attempt:
        given = [name for step in steps for name in step.get("give", [])]
        seeds = [OPEN_SEED, self._job.seed]
        paper = self._desk.examiner.open(task, sorted(set(given)), seeds)
        if self._sandbox is None:
            self._sandbox = self._desk.sandbox(self._job.setting)
        self._sandbox.send({"task": task, "steps": steps, "paper": paper})
        attempt = Attempt()
        try:
            self._converse(self._sandbox, attempt, len(steps), len(paper))
        except Ended as ended:
            attempt.how, attempt.says = ended.how, ended.says
        return attempt

    def _converse(self, sandbox: Sandbox, attempt: Attempt, steps: int, inputs: int) -> None:
        """Pass messages on, until the sandbox is through. None of them is trusted."""
        until = self._patience()
        while True:
            message = sandbox.receive(until)
            if "ask" in message:
                sandbox.send({"reply": self._desk.examiner.reply(message["ask"], until)})
            elif "tell" in message and len(attempt.told) <= inputs:
                attempt.told.append(message["tell"])
            elif "raised" in message:
                attempt.raised[attempt.at] = str(message["raised"])
            elif message.get("cell") in range(attempt.at, steps + 1):
                attempt.at, until = message["cell"], self._patience()
            elif "finished" in message:
                attempt.how = "done"
            else:
                _note_ending(attempt, message.get("ended"))
                return

    def _patience(self) -> float:
        return min(time.monotonic() + self._seconds, self._until)

    def _judged(
        self, task: str, steps: Sequence[dict[str, Any]], attempt: Attempt
    ) -> tuple[str, list[str], str]:
        try:
            until = time.monotonic() + self._seconds
            verdict = self._desk.examiner.verdict(attempt.told, until)
        except Ended:
            return "error", [], "What your answer returned takes too long to compare."
        cells = [step.get("cell") for step in steps]
        place = cells.index(f"{task}-answer") if f"{task}-answer" in cells else -1
        if verdict["status"] == "not_attempted" and place in attempt.raised:
            return "error", [], f"The answer cell stopped: {attempt.raised[place]}."
        return verdict["status"], verdict["mistakes"], verdict["message"]

    def _put_away(self) -> None:
        if self._sandbox is not None:
            self._sandbox.kill()
            self._sandbox = None


def _result(job: Job, tasks: list[TaskResult], notes: list[str]) -> NotebookResult:
    level = job.setting.level
    return NotebookResult(job.name, job.sha256, level, tasks, notes, job.graded_with)


def _read(job: Job, solution: Notebook) -> Submission:
    if isinstance(job.content, str):
        raise UnusableInput(job.content)
    notebook = parse_notebook(job.content, f"{job.name}.ipynb")
    sizes = [len(cell.source) for cell in notebook.cells]
    if sum(sizes) > MOST_CODE or len(sizes) > MOST_CELLS:
        raise UnusableInput(
            f"{job.name}.ipynb: more than {MOST_CELLS} cells or a million characters. "
            "Was something pasted into it by mistake?"
        )
    return read_submission(notebook, solution)


def _all(status: str, solution: Notebook, why: str) -> list[TaskResult]:
    checks, hidden = cells_by_task(solution, "check"), cells_by_task(solution, "hidden")
    points = {task: points_of([*cells, *hidden.get(task, [])]) for task, cells in checks.items()}
    return [TaskResult(task, status, 0.0, most, [], one_line(why)) for task, most in points.items()]


def _imports(solution: Notebook) -> frozenset[str]:
    """What a notebook's cells import: a warm process has loaded it once for all of them."""
    trees = [tree for cell in code_cells(solution) if (tree := parsed(cell.source)) is not None]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    plain = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    of = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    roots = {name.partition(".")[0] for name in plain | of}
    return frozenset(roots - {LIBRARY, "", *sys.stdlib_module_names})


def _note_ending(attempt: Attempt, status: Any) -> None:
    if attempt.how == "done":
        return
    if status == OUT_OF_PROCESSOR_TIME:
        attempt.how, attempt.says = "timeout", "its processor time was up"
    attempt.says = SIGNALS.get(status, attempt.says)


def _ending(attempt: Attempt) -> str:
    if attempt.how == "timeout":
        return ENDINGS["timeout"]
    return f"While it was tried, {attempt.says}. {ENDINGS['dead']}"
