"""Write HTML pages: one on the class, and one for each student. Each is a single file without scripts."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from coursetools.atomic import write_whole
from coursetools.filenames import distinct
from coursetools.report.reading import StudentResult, by_student, notebooks_of
from coursetools.report.statistics import count_tasks
from coursetools.wording import OTHER_SYMBOL, SYMBOLS, WORDS, shown

ISOLATIONS = {
    "none": "none (answers ran with the rights of whoever graded them)",
    "limits": "limits (on time, memory and the like; answers could still read files on purpose)",
    "bwrap": "bwrap (no access to the network, to solutions or to other students)",
}
MOST_BARS = 12


def write_pages(results: Sequence[StudentResult], folder: Path) -> Path:
    """Write class.html, and students/<name>.html for each student."""
    (folder / "students").mkdir(exist_ok=True)
    students = by_student(results)
    files = {student: f"{name}.html" for student, name in distinct(students).items()}
    for student, found in students.items():
        page = _student_page(student, list(found.values()))
        write_whole(folder / "students" / files[student], page)
    write_whole(folder / "class.html", _class_page(results, files))
    return folder / "class.html"


def _student_page(student: str, results: Sequence[StudentResult]) -> str:
    page = _environment().get_template("student.html")
    return page.render(student=student, results=results, total=_total(results))


def _class_page(results: Sequence[StudentResult], files: dict[str, str]) -> str:
    tasks = count_tasks(results)
    mistakes = [mistake for task in tasks for mistake in task.mistakes]
    return (
        _environment()
        .get_template("class.html")
        .render(
            results=results,
            tasks=tasks,
            mistakes=sorted(mistakes, key=lambda mistake: -mistake.count),
            most_bars=MOST_BARS,
            students=by_student(results),
            links={student: quote(f"students/{name}") for student, name in files.items()},
            notebooks=notebooks_of(results),
            isolations=Counter(result.isolation for result in results),
            total=_total,
        )
    )


def _total(results: Iterable[StudentResult]) -> tuple[float, float]:
    pairs = [(one.points, one.max_points) for one in results]
    return sum(points for points, _ in pairs), sum(most for _, most in pairs)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent, encoding="utf-8"),
        autoescape=True,
        finalize=_harmless,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"points": _points, "sentences": _sentences}
    environment.globals |= {
        "words": WORDS,
        "symbols": {status: SYMBOLS.get(status, OTHER_SYMBOL) for status in WORDS},
        "isolation_words": ISOLATIONS,
    }
    return environment


def _harmless(value: Any) -> Any:
    """Clean whatever a template is about to print; it is escaped after that."""
    return shown(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _points(number: float) -> str:
    return f"{number:.3g}" if number < 100 else f"{number:.0f}"


def _sentences(message: str) -> tuple[list[str], str]:
    """Split a check's message into its sentences and the question at the end."""
    if message.startswith("✓ "):
        return [f"✓ {known.strip()}" for known in message.split("✓ ")[1:]], ""
    *before, last = re.split(r"(?<=[.!?]) ", message)
    return (before, last) if last.endswith("?") else ([*before, last], "")
