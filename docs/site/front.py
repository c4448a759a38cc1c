"""The front page: a model that learns in the page, a map, and a card for each lesson."""

import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from film import write_film
from lesson_drawings import drawing
from nbformat import NotebookNode

from attnlib.words import tokens_of
from course.lessons import model_map
from course.models.learning import language_model, trained, twins
from course.views import arcs

SITE = Path(__file__).parent
START = SITE.parents[1] / "notebooks" / "START.md"
SCRIPTS = ("film.js", "small_model.js", "first_screen.js")
PARTS = {
    "The course, lessons 1 to 10: at its end you train a transformer alone": range(1, 11),
    "Further, lessons 11 to 17, each for itself": range(11, 18),
}
MINUTES = re.compile(r"\b\d+ minutes\b")
EMPHASIS = re.compile(r"\*([^*]+)\*")
ABOUT = re.compile(r"^\| (\d+) \|[^|]*\| ([^|]+) \|", re.MULTILINE)  # in the table of lessons
CARD = """<li><a class="card-of-lesson" href="{page}.html"><span aria-hidden="true">{drawing}</span>
<strong>{title}</strong> <span>{about} · {minutes}</span></a></li>"""
RAW = "```{{raw}} html\n{}\n```\n"


def write_front(pages: Mapping[str, NotebookNode], target: Path) -> None:
    """Write the page with a map, a card for each of these pages, and the script with the model's numbers."""
    text = (SITE / "index.md").read_text(encoding="utf-8")
    text = text.replace("{first_screen}", RAW.format(_first_screen()))
    text = text.replace("{map}", RAW.format(_map(pages)))
    text = text.replace("{lessons}", RAW.format("\n".join(_parts(pages))))
    (target / "index.md").write_text(text.replace("{first}", next(iter(pages))), encoding="utf-8")
    write_film(target / "made" / "film.js")


def _map(pages: Mapping[str, NotebookNode]) -> str:
    links = {int(Path(page).name[:2]): f"{page}.html" for page in pages}
    return str(model_map(links=links)._repr_html_())


def _parts(pages: Mapping[str, NotebookNode]) -> Iterator[str]:
    about = dict(ABOUT.findall(START.read_text(encoding="utf-8")))
    for words, numbers in PARTS.items():
        there = (page for page in pages if int(Path(page).name[:2]) in numbers)
        cards = "\n".join(_card(page, pages[page], about) for page in there)
        yield f'<h3>{words}</h3>\n<ol class="cards">\n{cards}\n</ol>'


def title_of(notebook: NotebookNode) -> str:
    """Give the first heading of a notebook."""
    return str(notebook.cells[0].source.partition("\n")[0].lstrip("# "))


def _card(page: str, notebook: NotebookNode, about: Mapping[str, str]) -> str:
    number = int(Path(page).name[:2])
    minutes = MINUTES.search(notebook.cells[0].source)
    return CARD.format(
        page=page,
        drawing=drawing(number),
        about=about[str(number)],
        title=EMPHASIS.sub(r"<em>\1</em>", escape(title_of(notebook))),
        minutes=minutes[0] if minutes else "",
    )


def _first_screen() -> str:
    """Give the form, with a picture for readers without scripts: the model when it has learned."""
    words = [".", *tokens_of("the cat sat on the mat because it was tired"), ".", "it"]
    reading = language_model.read(trained.twins(), words, twins)
    picture = arcs(
        words[1:], reading.weights[1, 1, -1, 1:], len(words) - 2, title="Where the last it looks"
    )
    form = (SITE / "first_screen.html").read_text(encoding="utf-8")
    scripts = "".join(f'<script defer src="_static/{name}"></script>\n' for name in SCRIPTS)
    return form.replace("{picture}", picture._repr_html_()) + scripts
