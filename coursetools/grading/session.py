"""Grade one notebook: its answers run in a sandbox, and the examiner computes the verdict.

The sandbox has the inputs, but no right answers. The examiner has the right answers, but runs no
student's code. This module passes messages between them.
"""

import ast
import hashlib
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from typing import Any, cast

from coursetools.errors import UnusableInput
from coursetools.grading.bench import SECONDS_TO_END, Bench, Step
from coursetools.grading.isolation import Sandbox, Setting
from coursetools.grading.json_process import SILENT, Ended
from coursetools.grading.lent import cells_of_library
from coursetools.grading.made_with import digest_of_code
from coursetools.grading.patience import CLOCK, Moment
from coursetools.grading.worker_context import worker_context
from coursetools.graft import Submission, advised, graft, read_submission, restorable
from coursetools.import_policy import OWN_PACKAGES, parsed
from coursetools.judge import ENDINGS, TaskResult, points_of
from coursetools.notebook import Notebook, parse_notebook, parse_repaired
from coursetools.result import VERSION, NotebookResult, cut
from coursetools.roles import cells_by_task, checked_as, code_cells, has_tag
from coursetools.trimming import trim
from coursetools.wording import one_line

OPEN_SEED = 0  # as in the student's own check, so that both give the same message
NEXT_TRY = 1_000  # on the seed: the cell that is left out may tell what an earlier try has seen
MUCH_OUTPUT = 5_000_000  # bytes: nobody keeps them, but the student should know
SHARES = 2  # of a cell's time, for each task: its cell, and others before it
MOST_LOST = 0.25  # of a time that is up: if more was spent waiting, no verdict would be fair
SECONDS_TO_SHRINK = 5  # to look for the smallest input that shows a mistake
TOO_LONG = {
    "status": "error",
    "mistakes": [],
    "message": "What your answer returned takes too long to compare.",
}
SECONDS_TO_JUDGE = 30  # for the verdict on a task; a cell's limit is for the student's code
MOST_TOLD = 100_000_000  # bytes that the outcomes of an attempt may take in memory
SIGNALS = {-25: "it wrote a file that was too large", -11: "it crashed"}
OUT_OF_PROCESSOR_TIME = -24
LONGEST_ERROR = 600
EXERCISES_KEPT = 32


@dataclass(frozen=True)
class Job:
    """One notebook to grade.

    Attributes
    ----------
    name : str
        Of the exercise.
    content : bytes or str
        The submitted file or, if it cannot be read, the reason.
    solution : bytes
        The solution's file.
    setting : Setting
    seed : int
        For the hidden inputs. It stays outside the sandbox.
    handed_in_as : str
        The digest of the file as it was handed in; "" if that is the digest of the content.
    student : str
        Whose notebook it is: those of one student may share a sandbox. "" shares none.
    notes : tuple of str
        What is known of the file before it is read.
    """

    name: str
    content: bytes | str
    solution: bytes
    setting: Setting
    seed: int
    handed_in_as: str = ""
    student: str = ""
    notes: tuple[str, ...] = ()

    @property
    def sha256(self) -> str:
        """The digest of the submission, as it was handed in."""
        if self.handed_in_as:
            return self.handed_in_as
        content = self.content if isinstance(self.content, bytes) else b""
        return hashlib.sha256(content).hexdigest()

    @property
    def graded_with(self) -> str:
        """A digest of all that the result depends on, apart from the submission."""
        how = [VERSION, self.setting.level, asdict(self.setting.limits), digest_of_code()]
        return hashlib.sha256(self.solution + json.dumps(how).encode()).hexdigest()


def grade(job: Job) -> NotebookResult:
    """Grade a single notebook, as `grade_together` does."""
    (result,) = grade_together([job])
    return result


def grade_together(jobs: Sequence[Job]) -> list[NotebookResult]:
    """Grade notebooks of one student, one after another.

    Parameters
    ----------
    jobs : sequence of Job
        With the same setting. They share a sandbox as long as each notebook leaves it clean.

    Returns
    -------
    list of NotebookResult
        Each with every task of the exercise, whatever the submission contains.

    Raises
    ------
    UnusableInput
        If no sandbox or examiner can be started.
    """
    imports = frozenset[str]().union(*(_imports(job.solution, job.name) for job in jobs))
    bench = Bench(replace(jobs[0].setting, imports=imports))
    try:
        return [_grade(job, bench) for job in jobs]
    finally:
        bench.close()


def _grade(job: Job, bench: Bench) -> NotebookResult:
    solution = _solution(job.solution, job.name)
    try:
        submission = _read(job, solution)
    except UnusableInput as error:
        return _result(job, _all("error", solution, str(error)), [])
    session = GradingSession(job, solution, submission, bench)
    tasks, notes = session.results()
    assert isinstance(job.content, bytes)  # as it could be read
    result = _result(job, advised(tasks, submission, job.content), notes)
    *answers, writing = cut([*submission.answers.values(), "\n\n".join(submission.writing)])
    by_task = dict(zip(submission.answers, answers, strict=True))
    return replace(result, answers=by_task, writing=[writing] if writing else [])


def ungraded(job: Job, reason: str) -> NotebookResult:
    """Make the result of a notebook that could not be graded. The next run will try it again.

    Parameters
    ----------
    job : Job
    reason : str

    Returns
    -------
    NotebookResult
    """
    tasks = _all("not_reached", parse_notebook(job.solution, job.name), reason)
    return NotebookResult(job.name, job.sha256, job.setting.level, tasks, [])


def most_seconds(solution: Notebook, cell_seconds: float) -> float:
    """Bound the time that grading a notebook takes on the patient clock, whatever is in it."""
    tasks = len(cells_by_task(solution, "answer"))
    return (SHARES * cell_seconds + SECONDS_TO_JUDGE) * tasks + SECONDS_TO_END * (tasks + 1)


@dataclass
class Attempt:
    """One run of the cells up to an answer, and of the answer on its inputs.

    Attributes
    ----------
    at : int
        The step that was reached; one past the last step is the answer on its inputs.
    told : list
        What the candidate reported, for the examiner.
    raised : dict of step to str
    ended : str
        done, timeout or dead.
    reason : str
        Why it ended that way.
    stopped : str
        What the answer raised, if that was no exception that a function may raise.
    told_bytes : int
        What is told takes about so much memory.
    verdict : dict, optional
        The examiner's, once all is told.
    """

    at: int = -1
    told: list[Any] = field(default_factory=list)
    raised: dict[int, str] = field(default_factory=dict)
    ended: str = "dead"
    reason: str = "its process ended"
    stopped: str = ""
    told_bytes: int = 0
    verdict: dict[str, Any] | None = None

    def tell(self, outcome: Any, size: int) -> None:
        """Keep what the candidate reported, unless it is too much."""
        self.told_bytes += size
        if self.told_bytes > MOST_TOLD:
            raise Ended("dead", "it returned too much")
        self.told.append(outcome)

    def reach(self, step: Any, steps: int) -> None:
        """Note the step that was reached. None counts twice: each renews the time."""
        if type(step) is not int or not self.at < step <= steps:
            raise Ended("dead", "it sent something that is not a message")
        self.at = step


class Starved(Exception):
    """A time is up that went by while others used the processor, so no verdict would be fair."""


class GradingSession:
    """Grades one notebook, task after task."""

    def __init__(self, job: Job, solution: Notebook, submission: Submission, bench: Bench) -> None:
        self._job, self._solution, self._submission = job, solution, submission
        self._frame = graft(solution, submission)
        self._lent = _lent(job.solution, job.name)
        self._left_out: set[str] = set()
        self._failed: set[str] = set()
        self._flooding: dict[str, None] = {}  # an ordered set
        self._bench, self._examiner = bench, worker_context().examiner
        self._raised: dict[int, str] = {}  # in the current run, by step
        self._seconds = job.setting.limits.seconds

    def results(self) -> tuple[list[TaskResult], list[str]]:
        """Grade every task; return the results and the notes."""
        answers = cells_by_task(self._solution, "answer")
        time_in_all = SHARES * self._seconds * len(answers)
        self._deadline = CLOCK.now() + time_in_all
        self._begun = CLOCK.moment()
        tasks: list[TaskResult] = []
        try:
            for task in answers:
                tasks.append(self._result(task, *self._verdict(task)))
        except Starved:
            self._bench.close()
            left = list(answers)[len(tasks) :]
            tasks += [self._result(task, "starved", [], ENDINGS["starved"]) for task in left]
        finally:
            self._bench.leave()
        own = [cell_id for cell_id in sorted(self._left_out) if "-own-" in cell_id]
        left_out = ["a cell of your own did not finish: it was left out" for _ in own]
        return tasks, self._submission.notes + left_out + _floods(list(self._flooding))

    def _result(self, task: str, status: str, mistakes: list[str], message: str) -> TaskResult:
        cells = [one for kind in ("check", "hidden") for one in self._cells(task, kind)]
        most = points_of(cells)
        points = most if status == "pass" else 0.0
        if status != "pass":
            self._failed.add(task)
        return TaskResult(task, status, points, most, mistakes, one_line(message))

    def _cells(self, task: str, kind: str) -> list[Any]:
        return cells_by_task(self._solution, kind).get(task, [])

    def _verdict(self, task: str) -> tuple[str, list[str], str]:
        if refusal := self._submission.refused.get(task):
            return "fail", [], refusal
        while CLOCK.now() < self._deadline:
            steps, inputs = self._opened(task)
            attempt = self._attempt(task, steps, inputs)
            if attempt.ended != "done":
                self._bench.close()
            if attempt.ended == "done" or attempt.verdict is not None:
                return self._judged(task, steps, attempt)
            cell = steps[attempt.at].get("cell") if 0 <= attempt.at < len(steps) else None
            if cell in (None, f"{task}-answer"):
                return attempt.ended, [], _ending(attempt)
            self._left_out.add(cell)
        _require_processor(self._begun)
        return "not_reached", [], ENDINGS["not_reached"]

    def _steps(self, task: str) -> list[Step]:
        """List what happens before an answer is tried: cells run, right answers are restored."""
        steps: list[Step] = []
        number = 0  # of the cell in the notebook, if all cells are run once
        for cell in code_cells(self._frame):
            if cell.id == f"{task}-check":
                break
            tasks = restorable(cell)
            number += tasks is None and not has_tag(cell, "hidden")
            judges = has_tag(cell, "check") or has_tag(cell, "hidden")
            if tasks is not None:
                steps.append({"give": [one for one in tasks if one in self._failed]})
            elif not judges and cell.id not in self._left_out:
                steps.append({"cell": cell.id, "number": number, "run": cell.source})
        return steps

    def _opened(self, task: str) -> tuple[list[Step], int]:
        """Start the examination of a task; return the steps before its answer, and how many inputs it has.

        A right answer that would do the work of this task is not given.
        """
        steps = self._steps(task)
        wanted = {name for step in steps for name in step.get("give", [])}
        seeds = [OPEN_SEED, self._job.seed + NEXT_TRY * len(self._left_out)]
        called = checked_as(self._solution, task)
        inputs, given = self._examiner.open(called, sorted(wanted), seeds)
        for step in steps:
            if "give" in step:
                step["give"] = [name for name in step["give"] if name in given]
        return steps, inputs

    def _attempt(self, task: str, steps: Sequence[Step], inputs: int) -> Attempt:
        ran = {step.get("cell") for step in steps}
        lent = self._examiner.lend([cell for cell in self._lent if cell["cell"] in ran])
        sandbox, first = self._bench.begin(task, steps, lent)
        attempt = Attempt(first - 1, raised=dict(self._raised) if first else {})
        self._raised, begun = attempt.raised, CLOCK.moment()
        try:
            self._relay(sandbox, attempt, steps, inputs)
        except Ended as ended:
            if ended.reason.startswith(SILENT):
                _require_processor(begun)
            attempt.ended, attempt.reason = ended.how, ended.reason
        if sandbox.printed_bytes > MUCH_OUTPUT:
            self._flooding[task] = None
        return attempt

    def _relay(
        self, sandbox: Sandbox, attempt: Attempt, steps: Sequence[Step], inputs: int
    ) -> None:
        """Pass messages on until the sandbox has finished. None of them is trusted."""
        deadline = self._cell_deadline()
        while True:
            message = sandbox.receive(deadline)
            if "ask" in message and (attempt.ended != "done" or _has_outcome(message)):
                self._answer(sandbox, attempt, message, deadline)
            elif "tell" in message and len(attempt.told) <= inputs:
                attempt.tell(message["tell"], sandbox.received_bytes)
            elif "raised" in message:
                attempt.raised[attempt.at] = str(message["raised"])[:LONGEST_ERROR]
            elif "stopped" in message:
                attempt.stopped = str(message["stopped"])[:LONGEST_ERROR]
            elif "cell" in message:
                attempt.reach(message["cell"], len(steps))
                deadline = self._cell_deadline()
            elif "finished" in message:
                attempt.ended = "done"
            else:
                self._bench.note(message, steps)
                _note_ending(attempt, message.get("tried", message.get("ended")))
                return

    def _answer(
        self, sandbox: Sandbox, attempt: Attempt, message: dict[str, Any], deadline: float
    ) -> None:
        """Pass a question on, or judge the answer while the candidate waits for further inputs."""
        if not _has_outcome(message):
            self._pass_on(sandbox, message, deadline)
            return
        _require_read(sandbox)
        waiting = Waiting(sandbox, message, CLOCK.now())
        if attempt.verdict is None:
            self._judge(attempt, lambda inputs: self._again(waiting, inputs))
        if waiting.message:
            sandbox.send(_reply(waiting.message, {"again": None}))

    def _pass_on(self, sandbox: Sandbox, message: dict[str, Any], deadline: float) -> None:
        """Have the examiner answer a question of the candidate."""
        _require_read(sandbox)
        sandbox.send(_reply(message, self._examiner.reply(message["ask"], deadline)))

    def _again(self, waiting: "Waiting", inputs: Any) -> Any:
        """Have the candidate try one more input; None if it does not in time."""
        message, waiting.message = waiting.message, {}
        sandbox, deadline = waiting.sandbox, waiting.since + SECONDS_TO_SHRINK
        if not message or CLOCK.now() > deadline:
            return None
        with suppress(Ended):
            sandbox.send(_reply(message, {"again": inputs}))
            while "ask" in (message := sandbox.receive(deadline)):
                if _has_outcome(message):
                    waiting.message = message
                    return message["ask"]["again"]
                # To give up in the middle of a reply would end the examiner, and lose the verdict.
                self._pass_on(sandbox, message, waiting.since + SECONDS_TO_JUDGE)
        return None

    def _judge(self, attempt: Attempt, again: Callable[[Any], Any] | None = None) -> None:
        begun = CLOCK.moment()
        try:
            deadline = begun.counted + SECONDS_TO_JUDGE
            attempt.verdict = self._examiner.verdict(attempt.told, deadline, again)
        except Ended:
            _require_processor(begun)
            attempt.verdict = TOO_LONG

    def _cell_deadline(self) -> float:
        return min(CLOCK.now() + self._seconds, self._deadline)

    def _judged(
        self, task: str, steps: Sequence[Step], attempt: Attempt
    ) -> tuple[str, list[str], str]:
        if attempt.stopped:
            return "error", [], f"Your answer stopped: {attempt.stopped}."
        if attempt.verdict is None:
            self._judge(attempt)
        verdict = cast("dict[str, Any]", attempt.verdict)
        cells = [step.get("cell") for step in steps]
        place = cells.index(f"{task}-answer") if f"{task}-answer" in cells else -1
        if verdict["status"] == "not_attempted" and place in attempt.raised:
            return "error", [], f"The answer cell stopped: {attempt.raised[place]}."
        return verdict["status"], verdict["mistakes"], verdict["message"]


def _result(job: Job, tasks: list[TaskResult], notes: list[str]) -> NotebookResult:
    notes = [*job.notes, *notes]
    result = NotebookResult(job.name, job.sha256, job.setting.level, tasks, notes)
    # Without what it was graded with, the next run will grade it again.
    return result if result.starved else replace(result, graded_with=job.graded_with)


@lru_cache(maxsize=EXERCISES_KEPT)
def _solution(content: bytes, name: str) -> Notebook:
    """Parse a solution, which is the same for many submissions; nobody changes it."""
    return parse_notebook(content, f"solutions/{name}")


def _read(job: Job, solution: Notebook) -> Submission:
    if isinstance(job.content, str):
        raise UnusableInput(job.content)
    notebook, repairs = parse_repaired(job.content, f"{job.name}.ipynb")
    repairs += trim(notebook, solution)
    submission = read_submission(notebook, solution)
    submission.notes[:0] = repairs
    return submission


def _all(status: str, solution: Notebook, reason: str) -> list[TaskResult]:
    checks, hidden = cells_by_task(solution, "check"), cells_by_task(solution, "hidden")
    points = {task: points_of([*cells, *hidden.get(task, [])]) for task, cells in checks.items()}
    return [
        TaskResult(task, status, 0.0, most, [], one_line(reason)) for task, most in points.items()
    ]


@lru_cache(maxsize=EXERCISES_KEPT)
def _lent(content: bytes, name: str) -> list[dict[str, Any]]:
    """Find what a solution's cells take from the library; nobody changes it."""
    return cells_of_library(_solution(content, name))


@lru_cache(maxsize=EXERCISES_KEPT)
def _imports(content: bytes, name: str) -> frozenset[str]:
    """Find what a solution's cells import: a warm process loads it once for all of them."""
    cells = code_cells(_solution(content, name))
    trees = [tree for cell in cells if (tree := parsed(cell.source)) is not None]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    plain = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    of = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    roots = {name.partition(".")[0] for name in plain | of}
    return frozenset(roots - {"", *OWN_PACKAGES, *sys.stdlib_module_names})


@dataclass
class Waiting:
    """A candidate that has told everything, and waits for further inputs.

    Attributes
    ----------
    sandbox : Sandbox
    message : dict
        What it sent last; empty while it has an input.
    since : float
        On the patient clock.
    """

    sandbox: Sandbox
    message: dict[str, Any]
    since: float


def _has_outcome(message: dict[str, Any]) -> bool:
    """Tell whether a candidate has told everything, and waits for one more input."""
    return isinstance(message["ask"], dict) and "again" in message["ask"]


def _require_read(sandbox: Sandbox) -> None:
    if sandbox.is_sending:
        raise Ended("dead", "it asked again before it had read the reply")


def _reply(message: dict[str, Any], reply: Any) -> dict[str, Any]:
    number = message.get("number")
    return {"reply": reply, "number": number if type(number) is int else None}


def _floods(tasks: Sequence[str]) -> list[str]:
    words = f"it printed more than {MUCH_OUTPUT // 1_000_000} MB"
    return [f"{', '.join(tasks)}: {words}"] if tasks else []


def _require_processor(begun: Moment) -> None:
    """Where a time is up, make sure that little of it was spent waiting for the processor."""
    if CLOCK.lost_since(begun) > MOST_LOST:
        raise Starved


def _note_ending(attempt: Attempt, status: Any) -> None:
    if attempt.ended == "done" or type(status) is not int:
        return
    if status == OUT_OF_PROCESSOR_TIME:
        attempt.ended, attempt.reason = "timeout", "its processor time was up"
    attempt.reason = SIGNALS.get(status, attempt.reason)


def _ending(attempt: Attempt) -> str:
    if attempt.reason in (SILENT, Attempt.reason):  # of which nothing more is known
        return ENDINGS[attempt.ended]
    return f"While it was running, {attempt.reason}."
