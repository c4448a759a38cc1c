"""Statistics of a class: task by task, mistake by mistake."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from coursetools.import_policy import IMPORTS_COURSE
from coursetools.judge import TaskResult
from coursetools.report.reading import StudentResult
from coursetools.wording import WORDS

STOPPED = ("error", "timeout", "dead")
MOST_TOPICS = 5
Tried = tuple[str, TaskResult]  # a student's name, and the result


@dataclass(frozen=True)
class MistakeCount:
    """How many students made a mistake in a task, or in several tasks of a notebook.

    Attributes
    ----------
    notebook : str
    tasks : tuple of str
    slug : str
        "" for a mistake that has no name.
    of : int
        Students who handed the notebook in.
    message : str
        What the check tells most of the students who made only this mistake.
    students : dict of str
        The students who made it, each with the first task in which they did.
    status : str
        fail; or error, timeout or dead if the answers are counted by their message.
    """

    notebook: str
    tasks: tuple[str, ...]
    slug: str
    of: int
    message: str
    students: dict[str, str]
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

    A student who made the same mistake in two tasks counts once.

    Parameters
    ----------
    notebook : str
    tasks : sequence of TaskCount

    Returns
    -------
    list of MistakeCount
        At most five.
    """
    named: dict[tuple[str, ...], list[MistakeCount]] = {}
    for task in tasks:
        for one in task.mistakes if task.notebook == notebook else ():
            key = (one.slug,) if one.slug else (task.task, one.status, one.message)
            named.setdefault(key, []).append(one)
    made = [_together(several) for several in named.values()]
    return sorted((one for one in made if one.count > 1), key=lambda one: -one.count)[:MOST_TOPICS]


def _together(several: Sequence[MistakeCount]) -> MistakeCount:
    """Add up the same mistake in several tasks. The words are those that most students read."""
    students: dict[str, str] = {}
    for one in reversed(several):
        students |= one.students
    return replace(
        max(several, key=lambda one: one.count),
        tasks=tuple(task for one in several for task in one.tasks),
        of=max(one.of for one in several),
        students=dict(sorted(students.items())),
    )


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
        made_by = dict.fromkeys(students, name)
        yield MistakeCount(notebook, (name,), slug, len(tasks), message, made_by, status)


def _slugs(task: TaskResult) -> list[str]:
    return task.mistakes or [""] * (task.status == "fail")


def _message(slug: str, tasks: Sequence[TaskResult]) -> str:
    messages = Counter(task.message for task in tasks if slug and task.mistakes == [slug])
    return messages.most_common(1)[0][0] if messages else ""
