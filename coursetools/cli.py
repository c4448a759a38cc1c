"""The command line of `coursetools`, for students, for instructors, and for authors of lessons.

Exit status: 0 if all passed, 1 if something did not pass, 2 if the input cannot be used.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pathlib import Path

from coursetools.course import course_folder, solutions_of, working_folder
from coursetools.errors import UnusableInput
from coursetools.grading import command as grade_command
from coursetools.grading.isolation import LEVELS
from coursetools.new_task import KINDS, NewTask, lay_down
from coursetools.recognition import tasks_of_solutions
from coursetools.result import NotebookResult
from coursetools.trial import write_page
from coursetools.viva import write_questions
from coursetools.wording import OTHER_SYMBOL, SYMBOLS, WORDS, shown


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Parameters
    ----------
    arguments : sequence of str, optional
        Default: those of the process.

    Returns
    -------
    int
        The exit status.
    """
    options = _parser().parse_args(arguments)
    _survive_narrow_encodings()
    try:
        command: Callable[[argparse.Namespace], int] = options.command
        return command(options)
    except UnusableInput as error:
        print(f"coursetools: {error}", file=sys.stderr)
        return 2


def _survive_narrow_encodings() -> None:
    """Print a question mark where a console, or a pipe on Windows, cannot encode a character."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="coursetools", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    release = commands.add_parser(
        "release", help="make exercises/, and a zip of them for students, from solutions/"
    )
    release.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 if something differs"
    )
    release.add_argument(
        "--lessons",
        metavar="1-3,13",
        help="the lessons to pack into the zip, or to vary; default: all",
    )
    release.add_argument(
        "--variant",
        metavar="SEED",
        help="instead, write a variant to --out: other slips, letters and numbers on paper",
    )
    release.add_argument(
        "--exam",
        type=Path,
        metavar="STUDENTS.csv",
        help="instead, write to --out a paper for each student on this roster",
    )
    release.add_argument(
        "--out", type=Path, metavar="DIR", help="where the variant or the papers go"
    )
    release.set_defaults(command=_release)

    update = commands.add_parser("update", help="get a new release, and keep your own work")
    update.add_argument(
        "release",
        nargs="?",
        type=Path,
        metavar="RELEASE",
        help="course.zip, or the folder it was unpacked to; default, in a git clone: like git pull",
    )
    update.set_defaults(command=_update)

    check = commands.add_parser("check", help="check exercise notebooks")
    check.add_argument("notebooks", nargs="+", type=Path, metavar="NOTEBOOK")
    check.add_argument("--json", action="store_true", help="one JSON object for each notebook")
    check.set_defaults(command=_check)

    grade = commands.add_parser("grade", help="grade a class: DIR/<student>/<notebook>.ipynb")
    grade_command.add_options(grade)
    grade.set_defaults(command=grade_command.run)

    collect = commands.add_parser("collect", help="unpack a download from Moodle or Canvas")
    collect.add_argument("download", type=Path, metavar="DOWNLOAD", help="the zip")
    collect.add_argument("--into", type=Path, metavar="DIR", required=True)
    collect.add_argument(
        "--first", action="store_true", help="grade the first of several uploads, not the newest"
    )
    collect.add_argument(
        "--roster",
        type=Path,
        metavar="STUDENTS.csv",
        help="CSV file of the students who should hand in: name, id, email, login",
    )
    collect.set_defaults(command=_collect)

    report = commands.add_parser("report", help="write reports on a graded class to OUT/report/")
    report.add_argument("out", type=Path, metavar="OUT")
    report.add_argument(
        "--format",
        choices=("csv", "junit", "html", "moodle", "canvas", "gradescope"),
        required=True,
        help="csv, junit or html, or a format for a gradebook",
    )
    report.set_defaults(command=_report_class)

    viva = commands.add_parser("viva", help="write questions on each student's own code to --out")
    viva.add_argument("graded", type=Path, metavar="GRADED", help="what `grade` wrote")
    viva.add_argument("--out", type=Path, metavar="DIR", required=True)
    viva.add_argument("--seed", default="0", help="another one draws other questions")
    viva.add_argument("--isolation", choices=LEVELS, default=LEVELS[0], help="as for grade")
    viva.set_defaults(command=write_questions)

    trial = commands.add_parser("trial", help="make a page from the logs that learners kept")
    trial.add_argument("logs", type=Path, metavar="FOLDER", help="one file of %%log a learner")
    trial.add_argument("--out", type=Path, metavar="PAGE", default=Path("trial.html"))
    trial.set_defaults(command=write_page)

    quiz = commands.add_parser("quiz", help="make a question bank for Moodle and Canvas")
    quiz.add_argument("--out", type=Path, metavar="DIR", default=Path("build/quiz"))
    quiz.set_defaults(command=_quiz)

    starters = commands.add_parser(
        "starters", help="print right answers to earlier exercises, for students without their own"
    )
    starters.add_argument("names", nargs="+", metavar="NAME", help="a task, such as softmax")
    starters.set_defaults(command=_starters)

    lint = commands.add_parser("lint", help="check notebooks against the rules of the course")
    lint.add_argument(
        "notebooks", nargs="*", type=Path, metavar="NOTEBOOK", help="default: all notebooks"
    )
    lint.add_argument(
        "--table",
        action="store_true",
        help="instead, measure the lectures: sentences, code, minutes",
    )
    lint.set_defaults(command=_lint)

    new_task = commands.add_parser("new-task", help="create the files and cells of a new task")
    new_task.add_argument("lesson", metavar="LESSON", help="such as 03_softmax_axis")
    new_task.add_argument("name", metavar="NAME", help="the function that students will write")
    new_task.add_argument("--kind", choices=KINDS, default="write", help="default: write")
    new_task.add_argument("--points", type=int, default=2, help="default: 2")
    new_task.set_defaults(command=_new_task)

    doctor = commands.add_parser("doctor", help="is this machine ready?")
    doctor.set_defaults(command=_doctor)
    return parser


def _release(options: argparse.Namespace) -> int:
    from coursetools.handout import write_handout
    from coursetools.lessons import numbers_in
    from coursetools.release import outdated, release, require_executed

    course = course_folder(Path.cwd())
    lessons = numbers_in(options.lessons) if options.lessons else None
    if options.variant is not None or options.exam:
        return _release_varied(course, options, lessons)
    if options.check:
        require_executed(course)
    changed = (
        outdated(course) if options.check else release(course) + write_handout(course, lessons)
    )
    for path in changed:
        word = "differs: run `coursetools release`" if options.check else "updated"
        print(f"{path.relative_to(course)}: {word}")
    return int(options.check and bool(changed))


def _release_varied(course: Path, options: argparse.Namespace, lessons: set[int] | None) -> int:
    from coursetools.exam import write_exam
    from coursetools.roster import read_roster
    from coursetools.variant import write_variant

    option = "--exam" if options.exam else "--variant"
    if options.out is None:
        raise UnusableInput(f"{option}: where should it go? Name a new folder with --out.")
    if (options.out / "solutions").resolve() == (course / "solutions").resolve():
        raise UnusableInput(f"{options.out}: is the course itself. Name a new folder with --out.")
    if options.exam:
        lines = write_exam(course, options.out, read_roster(options.exam), lessons)
    else:
        written = write_variant(course, options.out, options.variant, lessons)
        lines = [f"{path}: {difference}" for path, difference in written.items()]
    for line in lines:
        print(shown(line))
    return 0


def _update(options: argparse.Namespace) -> int:
    from coursetools.update import update_by_git, update_from

    course = working_folder(Path.cwd())
    source = options.release
    for line in update_from(course, source.expanduser()) if source else update_by_git(course):
        print(line)
    print(f"{course}: up to date")
    return 0


def _check(options: argparse.Namespace) -> int:
    status = 0
    for path in options.notebooks:
        try:
            passed = _check_one(path, options.json)
        except UnusableInput as error:
            print(f"coursetools: {error}", file=sys.stderr)
            status = 2
        else:
            status = max(status, int(not passed))
    return status


def _check_one(path: Path, as_json: bool) -> bool:
    # pytest and nbval take a second to import
    from coursetools.isolated_check import is_collected, validate_isolated
    from coursetools.validate import validate

    result = validate_isolated(path) if is_collected(path) else validate(path)
    print(json.dumps(result.as_json()) if as_json else _report(path, result))
    return result.passed


def _collect(options: argparse.Namespace) -> int:
    from coursetools.collect import collect
    from coursetools.roster import read_roster

    roster = read_roster(options.roster) if options.roster else []
    tasks = tasks_of_solutions(solutions_of(course_folder(Path.cwd())))
    collected = collect(options.download, options.into, tasks, not options.first, roster)
    told = {
        "Late": collected.late,
        "Several uploads": collected.uploads,
        "Names": collected.names,
        "Left out": collected.left_out,
    }
    for heading, lines in told.items():
        if lines:
            print("\n  ".join([f"{heading}:", *sorted(lines)]), file=sys.stderr)
    if collected.removed:
        counts = (f"{what} ({count} notebooks)" for what, count in collected.removed.most_common())
        print(f"Removed, because opening a notebook could run it: {', '.join(counts)}")
    if collected.missing:
        print(f"Handed in nothing: {'; '.join(map(shown, collected.missing))}")
    students = len({path.parent for path in collected.files})
    notebooks = len(set(collected.files))
    print(f"{shown(str(options.into))}: {notebooks} notebooks from {students} students")
    return int(bool(collected.left_out))


def _report_class(options: argparse.Namespace) -> int:
    from coursetools.report import write_reports

    complaints: list[str] = []
    for path in write_reports(options.out, [options.format], complaints.append):
        print(shown(str(path)))
    for line in complaints:
        print(f"coursetools: {line}", file=sys.stderr)
    return 2 if complaints else 0


def _quiz(options: argparse.Namespace) -> int:
    try:
        from coursetools.quiz import write_quiz
    except ModuleNotFoundError as error:
        install = "python -m pip install -c constraints.txt -e '.[teaching]'"
        raise UnusableInput(f"quiz: {error.name} is missing. Run {install}") from None
    for path, count in write_quiz(course_folder(Path.cwd()), options.out).items():
        print(f"{shown(str(path))}: {count} questions")
    return 0


def _starters(options: argparse.Namespace) -> int:
    from coursetools.starters import starters

    print(starters(course_folder(Path.cwd()), options.names), end="")
    return 0


def _lint(options: argparse.Namespace) -> int:
    from coursetools.lint import lint, measures, notebooks_of

    paths = options.notebooks or notebooks_of(course_folder(Path.cwd()))
    if options.table:
        print(measures(paths))
        return 0
    status = 0
    for path in paths:
        for finding in lint(path):
            place = f"{path}:{finding.cell_id}" if finding.cell_id else f"{path}"
            print(f"{shown(place)}: {shown(finding.message)}")
            status = 1
    return status


def _new_task(options: argparse.Namespace) -> int:
    course = course_folder(Path.cwd())
    new = NewTask(options.lesson, options.name, options.kind, options.points)
    for path in lay_down(course, new):
        print(f"{path.relative_to(course)}: written")
    print(
        f"Next: replace every TODO, add a line to docs/EXERCISES.md, then `make task T={new.name}`."
    )
    return 0


def _doctor(_: argparse.Namespace) -> int:
    from coursetools.doctor import examine

    failed = False
    for finding in examine():
        print(finding, flush=True)
        failed |= finding.level == "FAIL"
    return int(failed)


def _report(path: Path, result: NotebookResult) -> str:
    lines = [f"{path}"]
    for task in result.tasks:
        symbol = SYMBOLS.get(task.status, OTHER_SYMBOL)
        points = f"{task.points:g} of {task.max_points:g} points"
        lines.append(f"  {symbol} {task.id}: {WORDS[task.status]} ({points})")
        if task.status not in ("pass", "not_attempted"):
            lines.append(f"      {task.message}")
    lines += [f"  note: {note}" for note in result.notes]
    return "\n".join((*lines, f"  {result.points:g} of {result.max_points:g} points"))
