"""Statistics of a class: task by task, mistake by mistake."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from coursetools.import_policy import IMPORTS_COURSE
from coursetools.judge import TaskResult
from coursetools.report.reading import StudentResult
from coursetools.wording import WORDS

STOPPED = ("error", "timeout", "dead")
MOST_TOPICS = 5
FEWEST = 1 / 3  # of the students who handed in the most common notebook
Tried = tuple[str, TaskResult]  # a student's name, and the result


@dataclass(frozen=True)
class MistakeCount:
    """How many students made a mistake in a task.

    Attributes
    ----------
    notebook, task : str
    slug : str
        "" for a mistake that has no name.
    of : int
        Students who handed the notebook in.
    message : str
        What the check tells most of the students who made only this mistake.
    students : tuple of str
        The students who made it.
    status : str
        fail; or error, timeout or dead if the answers are counted by their message.
    """

    notebook: str
    task: str
    slug: str
    of: int
    message: str
    students: tuple[str, ...]
    status: str = "fail"

    @property
    def count(self) -> int:
        """The number of students who made it."""
        return len(self.students)

    @property
    def words(self) -> str:
        """The mistake in words."""
        if self.status != "fail":
            return WORDS[self.status]
        if self.message == IMPORTS_COURSE:
            return "imports code of the course"
        return self.slug.replace("-", " ") or "wrong in a way that has no name"


@dataclass(frozen=True)
class TaskCount:
    """The results of a class in one task.

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
        """The number of students who handed in the notebook."""
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
    sorted_tasks: dict[tuple[str, str], list[Tried]] = {}
    for result in sorted(results, key=lambda result: result.notebook):
        for task in result.tasks:
            key = (result.notebook, task.id)
            sorted_tasks.setdefault(key, []).append((result.student, task))
    return [_count(*key, tried) for key, tried in sorted_tasks.items()]


def topics_of(notebook: str, tasks: Sequence[TaskCount]) -> list[MistakeCount]:
    """Choose what to talk about: the most frequent mistakes, if several students made them.

    Parameters
    ----------
    notebook : str
    tasks : sequence of TaskCount

    Returns
    -------
    list of MistakeCount
        At most five.
    """
    made = [one for task in tasks if task.notebook == notebook for one in task.mistakes]
    return sorted((one for one in made if one.count > 1), key=lambda one: -one.count)[:MOST_TOPICS]


def newest_notebook(results: Iterable[StudentResult]) -> str:
    """Choose the class's current lesson: the last one that more than a few have handed in."""
    times = Counter(result.notebook for result in results)
    return max((one for one in times if times[one] >= FEWEST * max(times.values())), default="")


def _count(notebook: str, name: str, tried: Sequence[Tried]) -> TaskCount:
    tasks = [task for _, task in tried]
    return TaskCount(
        notebook,
        name,
        Counter(task.status for task in tasks),
        sum(task.points for task in tasks) / len(tasks),
        max(task.max_points for task in tasks),
        list(_mistakes(notebook, name, tried)),
    )


def _mistakes(notebook: str, name: str, tried: Sequence[Tried]) -> Iterator[MistakeCount]:
    """Yield mistakes by their names, and answers that stopped by their status and message."""
    who: dict[tuple[str, str, str], list[str]] = {}
    for student, task in tried:
        stopped = task.status in STOPPED and not task.mistakes
        keys = [("", task.status, task.message)] if stopped else []
        said = task.message if task.message == IMPORTS_COURSE else ""
        keys += [(slug, "fail", said) for slug in dict.fromkeys(_slugs(task))]
        for key in keys:
            who.setdefault(key, []).append(student)
    tasks = [task for _, task in tried]
    for (slug, status, said), students in sorted(who.items(), key=lambda one: (-len(one[1]), one)):
        message = said or _message(slug, tasks)
        yield MistakeCount(notebook, name, slug, len(tasks), message, tuple(students), status)


def _slugs(task: TaskResult) -> list[str]:
    return task.mistakes or [""] * (task.status == "fail")


def _message(slug: str, tasks: Sequence[TaskResult]) -> str:
    messages = Counter(task.message for task in tasks if slug and task.mistakes == [slug])
    return messages.most_common(1)[0][0] if messages else ""
