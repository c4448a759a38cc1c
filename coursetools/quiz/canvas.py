"""The bank as QTI 1.2, as Canvas reads it: Settings > Import Course Content > QTI .zip file."""

import io
import stat
from collections.abc import Iterator, Sequence
from html import escape
from urllib.parse import quote
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from jinja2 import Environment, PackageLoader

from coursetools.markdown import as_html, html_with_math
from coursetools.quiz.moodle import ways_to_write
from coursetools.quiz.question import TOLERANCE, Lesson

MOST_ASKED = 6  # numbers of one table; if there are more, Canvas picks four of them at random
DRAWN = 4


def canvas_zip(lessons: Sequence[Lesson]) -> bytes:
    """Pack a practice quiz for each lesson. Canvas also adds the questions to a bank.

    Parameters
    ----------
    lessons : sequence of Lesson

    Returns
    -------
    bytes
        A zip, the same on every machine.
    """
    environment = Environment(loader=PackageLoader("coursetools.quiz", "."), autoescape=True)
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.filters |= {"html": _html, "answer": _answer, "kind": _kind, "ways": ways_to_write}
    environment.globals |= {"tolerance": TOLERANCE, "most_asked": MOST_ASKED, "drawn": DRAWN}
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as archive:
        for name, text in _files(environment, lessons):
            entry = ZipInfo(name)
            entry.create_system, entry.external_attr = 3, (stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, text)
    return packed.getvalue()


def _files(environment: Environment, lessons: Sequence[Lesson]) -> Iterator[tuple[str, str]]:
    yield "imsmanifest.xml", environment.get_template("manifest.xml").render(lessons=lessons)
    for lesson in lessons:
        for kind in ("assessment", "meta"):
            text = environment.get_template(f"{kind}.xml").render(lesson=lesson)
            yield f"{lesson.name}/{kind}.xml", text


def _kind(question: object) -> str:
    return type(question).__name__


def _math(latex: str, display: bool) -> str:
    """Write a formula as Canvas's own editor does: as an image that Canvas draws."""
    source = quote(quote(latex, safe=""), safe="")
    words = f'alt="LaTeX: {escape(latex)}" data-equation-content="{escape(latex)}"'
    image = f'<img class="equation_image" {words} src="/equation_images/{source}">'
    return f"<p>{image}</p>" if display else image


def _html(markdown: str) -> str:
    return as_html(markdown, _math)


def _answer(html: str) -> str:
    return html_with_math(html, _math)
