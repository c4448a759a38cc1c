"""Write HTML pages: one about the class, and one for each student. Each is one file without scripts."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import islice, takewhile
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from coursetools.atomic import write_whole
from coursetools.downloads import MADE_BY_A_PROGRAM, folder_in_download
from coursetools.filenames import distinct
from coursetools.handed_in import HandedInFile, not_graded
from coursetools.report.overrides import decided
from coursetools.report.reading import GradedClass, StudentResult, by_student, notebooks_of
from coursetools.report.similar import Alike, answers_alike, by_students
from coursetools.report.statistics import count_tasks, topics_of
from coursetools.wording import OTHER_SYMBOL, SYMBOLS, WORDS, shown

ISOLATIONS = {
    "none": "none (answers ran with the rights of the person who graded them)",
    "bwrap": "bwrap (no access to the network, to solutions or to other students' work)",
}
MOST_ALIKE_SHOWN = 200


def write_pages(graded: GradedClass, folder: Path) -> Path:
    """Write class.html, similar.html, and students/<name>.html for each student."""
    (folder / "students").mkdir(exist_ok=True)
    files = {student: f"{name}.html" for student, name in distinct(graded.students).items()}
    students, handed_in = by_student(graded.results), graded.handed_in.by_student()
    for student in graded.students:
        results = list(students.get(student, {}).values())
        page = student_page(student, results, handed_in.get(student, []), graded.expected)
        write_whole(folder / "students" / files[student], page)
    links = {student: quote(f"students/{name}") for student, name in files.items()}
    alike = answers_alike(graded.results)
    write_whole(folder / "similar.html", _similar_page(alike, links))
    write_whole(folder / "class.html", _class_page(graded, links, bool(alike)))
    return folder / "class.html"


def student_page(
    student: str,
    results: Sequence[StudentResult],
    files: Sequence[HandedInFile] = (),
    expected: Mapping[str, float] | None = None,
) -> str:
    """Make the page for a student.

    Parameters
    ----------
    student : str
    results : sequence of StudentResult
    files : sequence of HandedInFile
        The files that the student handed in.
    expected : mapping of notebook to points, optional
        Those that the total is of. Default: those of the results.

    Returns
    -------
    str
        HTML without scripts that needs no other file. Everything that a student wrote is escaped.
    """
    if expected is None:
        expected = {one.notebook: one.max_points for one in results}
    page = environment().get_template("student.html")
    return page.render(
        student=student, results=results, files=files, expected=expected, total=_total
    )


def _similar_page(alike: Sequence[Alike], links: dict[str, str]) -> str:
    common = [answers for answers in alike if answers.is_common]
    groups = by_students([answers for answers in alike if not answers.is_common])
    shown_first = dict(islice(groups.items(), MOST_ALIKE_SHOWN))
    page = environment().get_template("similar.html")
    left_out = len(groups) - len(shown_first)
    return page.render(alike=shown_first, left_out=left_out, common=common, links=links)


def _class_page(graded: GradedClass, links: dict[str, str], has_alike: bool) -> str:
    results = [result for result in graded.results if result.was_graded]
    tasks = count_tasks([result for result in results if not result.unreadable])
    mistakes = [mistake for task in tasks for mistake in task.mistakes]
    files, notebooks = graded.handed_in.files, notebooks_of(results)
    nothing = graded.nothing_from()
    return (
        environment()
        .get_template("class.html")
        .render(
            results=results,
            tasks=[task for task in tasks if task.notebook in graded.expected],
            mistakes=sorted(mistakes, key=lambda mistake: -mistake.count),
            topics={name: topics_of(name, tasks) for name in reversed(notebooks)},
            newest=max(graded.expected, default=""),
            expected=graded.expected,
            share=_share(results),
            statuses=[one for one in WORDS if any(task.statuses[one] for task in tasks)],
            members=graded.members,
            students=by_student(graded.results),
            untouched=by_student(graded.untouched),
            nothing=nothing,
            elsewhere=graded.elsewhere(),
            unwritten=_unwritten(graded, nothing),
            links=links,
            notebooks=notebooks,
            isolations=Counter(result.isolation for result in results),
            total=_total,
            not_graded=not_graded(files),
            nobodys=[one for one in files if not one.student and one.outcome != MADE_BY_A_PROGRAM],
            unreadable=[result for result in results if result.unreadable],
            late=[result for result in results if result.late],
            handing_in={one.student for one in results} | not_graded(files).keys(),
            has_roster=bool(graded.handed_in.roster),
            missing=graded.missing(),
            notes=_notes(results),
            has_alike=has_alike,
        )
    )


def _unwritten(graded: GradedClass, nothing: Collection[str]) -> dict[str, list[str]]:
    """List, for each notebook that counts, who left it as it was and handed in others."""
    found: dict[str, list[str]] = {}
    for one in graded.untouched:
        if one.notebook in graded.expected and one.student not in nothing:
            found.setdefault(one.notebook, []).append(one.student)
    return found


def _notes(results: Iterable[StudentResult]) -> dict[str, list[str]]:
    """List, for each note on a file, the students; the rarest notes come first."""
    found: dict[str, list[str]] = {}
    for one in results:
        for note in one.notes:
            found.setdefault(f"{one.notebook}: {note}", []).append(one.student)
    return dict(sorted(found.items(), key=lambda item: len(item[1])))


def _total(results: Iterable[StudentResult], expected: Mapping[str, float]) -> tuple[float, float]:
    """Add up points of the notebooks that count, and the points that they can give."""
    return sum(one.points for one in results if one.notebook in expected), sum(expected.values())


def _share(results: Iterable[StudentResult]) -> float:
    """Compute the share of the points that everybody together could get for what they handed in."""
    pairs = [(one.points, one.max_points) for one in results]
    most = sum(most for _, most in pairs)
    return sum(points for points, _ in pairs) / most if most else 0


@cache
def environment() -> Environment:
    """Give what fills in the templates beside this file; it escapes everything."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent, encoding="utf-8"),
        autoescape=True,
        finalize=_harmless,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "points": _points,
        "sentences": _sentences,
        "lines": _lines,
        "anchor": _anchor,
        "code": _with_code,
    }
    environment.globals |= {
        "folder_in_download": folder_in_download,
        "decided": decided,
        "words": WORDS,
        "symbols": {status: SYMBOLS.get(status, OTHER_SYMBOL) for status in WORDS},
        "isolation_words": ISOLATIONS,
    }
    return environment


def _harmless(value: Any) -> Any:
    """Clean a value that a template is about to print. It is escaped after that."""
    return shown(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _lines(text: str) -> Markup:
    """Escape text of several lines, such as code, and keep the lines."""
    lines = (shown(line.expandtabs(4)) for line in text.splitlines())
    return Markup("\n").join(lines)


def _with_code(sentence: str) -> Markup:
    """Escape a sentence, and mark what stands in backticks as code."""
    parts = shown(sentence).split("`")
    if len(parts) % 2 == 0:  # one of them is alone, so none is sure to begin code
        return escape(shown(sentence))
    return Markup().join(
        Markup("<code>{}</code>").format(part) if number % 2 else escape(part)
        for number, part in enumerate(parts)
    )


def _anchor(task: str) -> str:
    return quote(f"task-{shown(task)}")


def _points(number: float) -> str:
    return f"{number:.3g}" if number < 100 else f"{number:.0f}"


def _sentences(message: str) -> tuple[list[str], str]:
    """Split a check's message into its sentences and the question at the end."""
    if message.startswith("✓ "):
        return [f"✓ {known.strip()}" for known in message.split("✓ ")[1:]], ""
    sentences = re.split(r"(?<=[.!?])(?<!\.\.\.) (?!\()", message)
    questions = list(takewhile(lambda one: one.endswith("?"), reversed(sentences)))
    return sentences[: len(sentences) - len(questions)], " ".join(reversed(questions))
