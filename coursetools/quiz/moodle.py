"""The bank as Moodle XML: Question bank > Import > Moodle XML format."""

from collections.abc import Sequence
from html import escape

from jinja2 import Environment, PackageLoader

from coursetools.markdown import as_html, html_with_math
from coursetools.quiz.question import TOLERANCE, Blanks, Lesson, Part

COURSE = "Attention, by hand"
KINDS = {"Choices": "Votes", "Essay": "To think about", "Blanks": "On paper"}


def moodle_xml(lessons: Sequence[Lesson]) -> str:
    """Write the questions, in a category for each lesson and each kind of question.

    Parameters
    ----------
    lessons : sequence of Lesson

    Returns
    -------
    str
    """
    environment = Environment(loader=PackageLoader("coursetools.quiz", "."), autoescape=True)
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.filters |= {"html": _html, "answer": _answer, "cloze": cloze}
    template = environment.get_template("moodle.xml")
    groups = [(*_group(*each), each[0].note) for each in _grouped(lessons)]
    return template.render(groups=groups)


def _grouped(lessons: Sequence[Lesson]) -> list[tuple[Lesson, str]]:
    return [(lesson, kind) for lesson in lessons for kind in KINDS]


def _group(lesson: Lesson, kind: str) -> tuple[str, str, list[object]]:
    """Return the category, the kind and the questions. A slash inside a name is written twice."""
    names = [COURSE, lesson.title, *([] if lesson.note else [KINDS[kind]])]
    category = "/".join(["$course$", "top", *(name.replace("/", "//") for name in names)])
    return category, kind, [one for one in lesson.questions if type(one).__name__ == kind]


def _math(latex: str, display: bool) -> str:
    begin, end = (r"\[", r"\]") if display else (r"\(", r"\)")
    return f"{begin}{escape(latex)}{end}"


def _html(markdown: str) -> str:
    return as_html(markdown, _math)


def _answer(html: str) -> str:
    return html_with_math(html, _math)


def cloze(question: Blanks) -> str:
    """Write a question with its fields in place, each in braces."""
    rows = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in question.rows)
    return f"{_html(question.text)}\n<table>{rows}</table>"


def _cell(part: Part) -> str:
    return f"<td>{escape(part.label)}</td><td>{_field(part)}</td>"


def _field(part: Part) -> str:
    """Write a field with its right answers, and the wrong answers that get an explanation."""
    kind = "SHORTANSWER" if isinstance(part.right, tuple) else "NUMERICAL"
    right = [f"={way}" for way in _ways(part.right)]
    wrong = [
        f"%0%{way}#{_protected(told)}"
        for value, told in part.wrong.items()
        for way in _ways(value)[:2]
    ]
    return f"{{1:{kind}:{'~'.join([*right, *wrong])}}}"


def _ways(answer: float | tuple[int, ...]) -> list[str]:
    return ways_to_write(answer) if isinstance(answer, tuple) else [f"{answer:.10g}:{TOLERANCE}"]


def ways_to_write(shape: tuple[int, ...]) -> list[str]:
    """List how learners may write a shape.

    Examples
    --------
    >>> ways_to_write((2, 9))
    ['(2, 9)', '(2,9)', '2, 9', '2,9']
    """
    inner = [", ".join(map(str, shape)), ",".join(map(str, shape))]
    return [f"({one})" for one in inner] + inner


def _protected(told: str) -> str:
    """Escape the characters that would end an answer or a question in Moodle."""
    text = escape(told.replace("`", ""), quote=False)
    return "".join(f"\\{one}" if one in "~#}" else one for one in text)
