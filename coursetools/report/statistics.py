"""Statistics of a class: task by task, mistake by mistake."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from coursetools.judge import TaskResult
from coursetools.report.reading import StudentResult


@dataclass(frozen=True)
class MistakeCount:
    """How many students made a mistake in a task.

    Attributes
    ----------
    notebook, task : str
    slug : str
        "" for what is wrong in a way that has no name.
    count, of : int
        Students who made it, of those who handed the notebook in.
    message : str
        What the check tells most of them, where it is their only mistake.
    """

    notebook: str
    task: str
    slug: str
    count: int
    of: int
    message: str

    @property
    def words(self) -> str:
        """The mistake in words."""
        return self.slug.replace("-", " ") or "wrong in a way that has no name"


@dataclass(frozen=True)
class TaskCount:
    """How a task went.

    Attributes
    ----------
    notebook, task : str
    statuses : Counter of status
    points, max_points : float
        The average, and the points that were possible.
    mistakes : list of MistakeCount
        The most frequent first.
    """

    notebook: str
    task: str
    statuses: Counter[str]
    points: float
    max_points: float
    mistakes: list[MistakeCount]

    @property
    def of(self) -> int:
        """How many handed the notebook in."""
        return self.statuses.total()


def count_tasks(results: Sequence[StudentResult]) -> list[TaskCount]:
    """Count statuses and mistakes for each task.

    Parameters
    ----------
    results : sequence of StudentResult

    Returns
    -------
    list of TaskCount
        By notebook, then in the order of the tasks.
    """
    sorted_tasks: dict[tuple[str, str], list[TaskResult]] = {}
    for result in sorted(results, key=lambda result: result.notebook):
        for task in result.tasks:
            sorted_tasks.setdefault((result.notebook, task.id), []).append(task)
    return [_count(*key, tasks) for key, tasks in sorted_tasks.items()]


def _count(notebook: str, name: str, tasks: Sequence[TaskResult]) -> TaskCount:
    return TaskCount(
        notebook,
        name,
        Counter(task.status for task in tasks),
        sum(task.points for task in tasks) / len(tasks),
        max(task.max_points for task in tasks),
        list(_mistakes(notebook, name, tasks)),
    )


def _mistakes(notebook: str, name: str, tasks: Sequence[TaskResult]) -> Iterator[MistakeCount]:
    slugs = Counter(slug for task in tasks for slug in set(_slugs(task)))
    for slug, count in sorted(slugs.items(), key=lambda pair: (-pair[1], pair[0])):
        yield MistakeCount(notebook, name, slug, count, len(tasks), _message(slug, tasks))


def _slugs(task: TaskResult) -> list[str]:
    return task.mistakes or [""] * (task.status == "fail")


def _message(slug: str, tasks: Sequence[TaskResult]) -> str:
    messages = Counter(task.message for task in tasks if slug and task.mistakes == [slug])
    return messages.most_common(1)[0][0] if messages else ""
