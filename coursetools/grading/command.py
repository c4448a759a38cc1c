"""The command `coursetools grade`: its options, what it prints, and its exit status."""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import replace
from itertools import chain
from math import ceil
from pathlib import Path
from typing import Any

from coursetools.errors import UnusableInput
from coursetools.grading.cgroup import NOWHERE, Delegated, delegated
from coursetools.grading.classroom import Classroom
from coursetools.grading.isolation import LEVELS, Limits, require
from coursetools.grading.session import Job
from coursetools.grading.submitted import SubmittedFile
from coursetools.grading.worker_pool import (
    MOST_TOGETHER,
    WorkerPool,
    cluster_pool,
    grade_all,
    local_pool,
)
from coursetools.handed_in import NOT_GRADED, REPORTED, write_handed_in
from coursetools.progress import counted
from coursetools.report import write_reports
from coursetools.result import NotebookResult, reusable_result, write_result
from coursetools.wording import shown

LIMITS = {  # by name: the unit, and what an answer may use
    "seconds": (1, "{} seconds for a cell, not counting those spent waiting for the processor"),
    "memory": (2**20, "{} MiB of memory"),
    "processes": (1, "{} processes and threads"),
    "file_size": (1_000_000, "{} MB in one file"),
}
USUAL_SECONDS = 1  # for a notebook, or less
TOO_BUSY = "This machine is too busy. Repeat the command when less is running."
WORDS_ON = {
    "none": "answers run with all your rights, as if you ran them yourself",
    "bwrap": "answers have no access to the network, to the solutions or to other students' work",
}


def add_options(grade: argparse.ArgumentParser) -> None:
    """Declare the options of `coursetools grade`, with their defaults."""
    usual = Limits()
    grade.add_argument("folder", type=Path, metavar="DIR", help="holds <student>/<notebook>.ipynb")
    grade.add_argument("--out", type=Path, required=True, help="where results go")
    grade.add_argument(
        "--jobs",
        type=_positive,
        default=os.cpu_count() or 1,
        metavar="N",
        help="notebooks at a time (default: one for each processor)",
    )
    grade.add_argument(
        "--isolation",
        choices=LEVELS,
        default=LEVELS[0],
        help="what protects this machine from answers: bubblewrap (the default), or nothing",
    )
    grade.add_argument(
        "--scheduler", metavar="ADDRESS", help="a Dask cluster to use, instead of --jobs"
    )
    for name, (unit, words) in LIMITS.items():
        default = getattr(usual, name) // unit
        may = f"an answer may use {words.format('N')} (default: {default})"
        option = f"--{name.replace('_', '-')}"
        grade.add_argument(option, type=_positive, default=default, help=may, metavar="N")


def run(options: argparse.Namespace) -> int:
    """Grade a class, and write the reports."""
    limits = Limits(**{name: getattr(options, name) * unit for name, (unit, _) in LIMITS.items()})
    level = options.isolation
    require(level)
    classroom = Classroom.open(options.folder, options.out, level, limits)
    submissions, handed_in = classroom.submissions(_print_to_stderr)
    if not submissions:
        refused = any(one.outcome.startswith(NOT_GRADED) for one in handed_in.files)
        which = "that can be graded here" if refused else "of this course"
        raise UnusableInput(f"{options.folder}: holds no <student>/<notebook>.ipynb {which}")
    with (
        _groups(level, options.scheduler) as groups,
        closing(_pool(options.scheduler, options.jobs)) as pool,
    ):
        classroom = replace(classroom, groups=groups)
        _print_to_stderr(_plan(classroom, submissions, pool.size))
        try:
            passed, failing = _grade(classroom, submissions, pool)
        except KeyboardInterrupt:
            raise UnusableInput("stopped. Repeat the command to continue from here.") from None
    write_handed_in(handed_in.without(failing), options.out / REPORTED)
    for path in write_reports(options.out):
        print(shown(str(path)))
    return int(not passed)


def _groups(level: str, scheduler: str | None) -> AbstractContextManager[Delegated]:
    """Find where sandboxes get cgroups. The workers of a cluster are on other machines."""
    return nullcontext(NOWHERE) if scheduler or level == "none" else delegated()


def _pool(scheduler: str | None, jobs: int) -> WorkerPool:
    return cluster_pool(scheduler) if scheduler else local_pool(jobs)


def _grade(
    classroom: Classroom, submissions: Sequence[SubmittedFile], pool: WorkerPool
) -> tuple[bool, dict[str, str]]:
    """Grade what is not graded yet; tell whether everything passed, and which solutions do not, and why."""
    passed: list[bool] = []
    starved: list[SubmittedFile] = []
    failing: dict[str, str] = {}

    def ungraded() -> Iterator[tuple[SubmittedFile, Job]]:
        for file in submissions:
            job = classroom.job(file)
            known = reusable_result(classroom.result_path(file), job.sha256, job.graded_with)
            if known is None:
                yield file, job
            else:
                count(known)

    def count(result: NotebookResult) -> None:
        passed.append(result.passed)
        advance()

    with counted("graded", len(submissions)) as advance:
        jobs = ungraded()
        first = next(jobs, None)
        if first is not None:
            tests = classroom.self_test({file.name for file in submissions})
            results = grade_all(chain(tests, [first], jobs), pool)
            for file, result in _of_class(results, len(tests), failing):
                write_result(result, classroom.result_path(file))
                count(result)
                starved += [file] * result.starved
    for name, why in failing.items():
        _print_to_stderr(f"{name}: {NOT_GRADED}{why}")
    for file in starved:
        _print_to_stderr(f"{file.student}/{file.name}: not graded to the end. {TOO_BUSY}")
    return all(passed) and not failing, failing


def _of_class(
    results: Iterable[tuple[Any, NotebookResult]], solutions: int, failing: dict[str, str]
) -> Iterator[tuple[SubmittedFile, NotebookResult]]:
    """Hold the class's results back until all solutions are graded, and drop those whose solution fails."""
    held: list[tuple[SubmittedFile, NotebookResult]] = []
    left = solutions
    for graded, result in results:
        if isinstance(graded, SubmittedFile):
            held.append((graded, result))
        else:
            left -= 1
            if why := _failure(result):
                failing[result.notebook] = why
        if not left:
            if len(failing) == solutions:
                raise UnusableInput(next(iter(failing.values())))
            yield from (one for one in held if one[0].name not in failing)
            held.clear()


def _failure(result: NotebookResult) -> str:
    """Say why a solution does not pass: something is missing on this machine."""
    if result.starved:
        raise UnusableInput(f"solutions/{result.notebook}.ipynb: cannot be run in time. {TOO_BUSY}")
    for task in result.tasks:
        if task.status != "pass":
            return (
                f"solutions/{result.notebook}.ipynb: {task.id} does not pass here ({task.status}: "
                f"{task.message}). Run `coursetools doctor`."
            )
    return ""


def _plan(classroom: Classroom, submissions: Sequence[SubmittedFile], at_a_time: int) -> str:
    names = Counter(submission.name for submission in submissions)
    most = _lasting(_most_seconds(classroom, names, at_a_time))
    usual = _lasting(USUAL_SECONDS * len(submissions) / at_a_time)
    *limits, last = (
        words.format(getattr(classroom.limits, name) // unit)
        for name, (unit, words) in LIMITS.items()
    )
    return (
        f"{len(submissions)} notebooks, {at_a_time} at a time. "
        f"Isolation: {classroom.isolation}; {WORDS_ON[classroom.isolation]}.\n"
        f"An answer may use {', '.join(limits)}, and {last}. {_kept_by(classroom)}\n"
        f"This usually takes {usual} or less. It takes at most {most}, even if every answer uses all of its time, "
        "and more only while this machine is busy with other things."
    )


def _lasting(seconds: float) -> str:
    """Put a time into words, rounded up."""
    for unit, length in (("hours", 3600), ("minutes", 60)):
        if seconds > 2 * length:
            return f"{ceil(seconds / length)} {unit}"
    return "a second" if seconds <= 1 else f"{ceil(seconds)} seconds"


def _kept_by(classroom: Classroom) -> str:
    if classroom.groups.folders:
        return "The kernel allows no more memory and processes, in a cgroup for each sandbox."
    return (
        "For a fifth of a second it may use more memory, or start more processes; "
        "docs/GRADING.md says how to prevent that."
    )


def _most_seconds(classroom: Classroom, names: Counter[str], at_a_time: int) -> float:
    """Bound the time of the solutions and then of all notebooks, if nothing waits for a processor."""
    each = {name: classroom.most_seconds(name) for name in names}
    alone = sum((1 + number) * each[name] for name, number in names.items())
    # Graham's bound: the last ones to finish may run while other workers have nothing left to do.
    waiting = (1 + MOST_TOGETHER) * max(each.values()) * (at_a_time - 1)
    return (alone + waiting) / at_a_time


def _positive(text: str) -> int:
    number = int(text)
    if number <= 0:
        raise ValueError(text)
    return number


def _print_to_stderr(line: str) -> None:
    for one in line.splitlines():
        print(shown(one), file=sys.stderr, flush=True)
