"""The command `coursetools grade`: what it says, and its exit status."""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from itertools import chain
from pathlib import Path
from typing import Any

from coursetools.cells import UnusableInput
from coursetools.classroom import Classroom, Submission
from coursetools.crew import Crew, graded, of_cluster, of_processes
from coursetools.grade import Job
from coursetools.isolation import LEVELS, Limits, require, strongest
from coursetools.progress import counted
from coursetools.report import write_reports
from coursetools.results import keep, kept
from coursetools.wording import shown

LIMITS = (  # name, unit, what it limits
    ("seconds", 1, "wall time of a cell"),
    ("memory", 2**20, "MiB of memory"),
    ("processes", 1, "processes and threads"),
    ("output", 1_000_000, "MB that may be printed"),
    ("file_size", 1_000_000, "MB of one file"),
)
WORDS_ON = {
    "none": "answers run with all the rights that you have. It is for your own work alone",
    "limits": "who means to read your files, or to end your processes, can. Install bubblewrap",
    "bwrap": "answers see no network, no solution, no other student",
}


def add_options(grade: argparse.ArgumentParser) -> None:
    """Declare the options of `coursetools grade`, with their defaults."""
    usual = Limits()
    grade.add_argument("folder", type=Path, metavar="DIR", help="with <student>/<notebook>.ipynb")
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
        choices=("auto", *LEVELS),
        default="auto",
        help="what keeps answers from this machine (default: the strongest that works)",
    )
    grade.add_argument(
        "--scheduler", metavar="ADDRESS", help="of a Dask cluster, instead of --jobs"
    )
    for name, unit, does in LIMITS:
        default = getattr(usual, name) // unit
        words = f"{does} (default: {default})"
        option = f"--{name.replace('_', '-')}"
        grade.add_argument(option, type=_positive, default=default, help=words, metavar="N")


def run(options: argparse.Namespace) -> int:
    """Grade a class, and write the reports."""
    limits = Limits(**{name: getattr(options, name) * unit for name, unit, _ in LIMITS})
    level = strongest() if options.isolation == "auto" else options.isolation
    require(level)
    classroom = Classroom.opened(options.folder, options.out, level, limits)
    submissions = list(classroom.submissions(_say))
    if not submissions:
        raise UnusableInput(
            f"{options.folder}: no <student>/<notebook>.ipynb with an exercise's name"
        )
    crew = of_cluster(options.scheduler) if options.scheduler else of_processes(options.jobs)
    with closing(crew):
        _say(_plan(classroom, submissions, crew.hands))
        try:
            passed = _grade(classroom, submissions, crew)
        except KeyboardInterrupt:
            raise UnusableInput("stopped. The same command again goes on from here.") from None
    for path in write_reports(options.out):
        print(shown(str(path)))
    return int(not passed)


def _grade(classroom: Classroom, submissions: Sequence[Submission], crew: Crew) -> bool:
    """Grade what is not graded yet; tell whether everything passed."""
    passed: list[bool] = []

    def to_do() -> Iterator[tuple[Submission, Job]]:
        for submission in submissions:
            job = classroom.job(submission)
            known = kept(classroom.place(submission), job.sha256, job.graded_with)
            if known is None:
                yield submission, job
            else:
                finish(known)

    def finish(result: dict[str, Any]) -> None:
        passed.append(all(task["status"] == "pass" for task in result["tasks"]))
        advance()

    with counted("graded", len(submissions)) as advance:
        jobs = to_do()
        first = next(jobs, None)
        if first is not None:
            _rehearse(classroom, {one.name for one in submissions}, crew)
            for submission, result in graded(chain([first], jobs), crew):
                keep(result, classroom.place(submission))
                finish(result)
    return all(passed)


def _rehearse(classroom: Classroom, names: Iterable[str], crew: Crew) -> None:
    """Grade the solutions themselves: if one does not pass, something is missing on this machine."""
    jobs = [(name, classroom.rehearsal(name)) for name in sorted(names)]
    for name, result in graded(jobs, crew):
        for task in result["tasks"]:
            if task["status"] != "pass":
                raise UnusableInput(
                    f"solutions/{name}.ipynb: {task['id']} does not pass here ({task['status']}: "
                    f"{task['message']}). Run `coursetools doctor`."
                )


def _plan(classroom: Classroom, submissions: Sequence[Submission], hands: int) -> str:
    names = Counter(submission.name for submission in submissions)
    seconds = sum(count * classroom.most_seconds(name) for name, count in names.items())
    limits = "; ".join(
        f"{does} {getattr(classroom.limits, name) // unit}" for name, unit, does in LIMITS
    )
    return (
        f"{len(submissions)} notebooks, {hands} at a time. "
        f"Isolation: {classroom.isolation}; {WORDS_ON[classroom.isolation]}.\n"
        f"Limits: {limits}.\n"
        f"At most {timedelta(seconds=round(seconds / hands))} hours, whatever is in them."
    )


def _positive(text: str) -> int:
    number = int(text)
    if number <= 0:
        raise ValueError(text)
    return number


def _say(line: str) -> None:
    for one in line.splitlines():
        print(shown(one), file=sys.stderr, flush=True)
