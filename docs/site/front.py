"""The front page: a model that learns in the page, a map, and a card for each lesson."""

import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from film import write_film
from nbformat import NotebookNode
from PIL import Image, ImageOps

from attnlib.words import tokens_of
from course.lessons import model_map
from course.models.learning import language_model, trained, twins
from course.views import arcs

SITE = Path(__file__).parent
SCRIPTS = ("film.js", "small_model.js", "first_screen.js")
PICTURES = {  # of docs/images/views, one for each lesson
    "01": "plane",
    "02": "histogram",
    "03": "linked_steps",
    "04": "heat_table",
    "05": "cells",
    "06": "clock",
    "07": "head_grid",
    "08": "block_diagram",
    "09": "descent",
    "10": "linked_slopes",
    "11": "film_of",
    "12": "written",
    "13": "blocks",
    "14": "curves",
    "15": "probes_list",
    "16": "stages",
    "17": "mixture",
}
PARTS = {
    "The course, lessons 1 to 10: at its end you train a transformer alone": range(1, 11),
    "Further, lessons 11 to 17, each for itself": range(11, 18),
}
MINUTES = re.compile(r"\b\d+ minutes\b")
EMPHASIS = re.compile(r"\*([^*]+)\*")
CARD = """<li><a class="card-of-lesson" href="{page}.html">
<img class="only-light" src="_static/cards/{picture}.webp" alt="" loading="lazy">
<img class="only-dark" src="_static/cards/{picture}-dark.webp" alt="" loading="lazy">
<strong>{title}</strong> <span>{minutes}</span></a></li>"""
CARD_SIZE = (480, 225)
VIEWS = SITE.parent / "images" / "views"
RAW = "```{{raw}} html\n{}\n```\n"


def write_front(pages: Mapping[str, NotebookNode], target: Path) -> None:
    """Write the page with a map, a card for each of these pages, and the script with the model's numbers."""
    text = (SITE / "index.md").read_text(encoding="utf-8")
    text = text.replace("{first_screen}", RAW.format(_first_screen()))
    text = text.replace("{map}", RAW.format(_map(pages)))
    text = text.replace("{lessons}", RAW.format("\n".join(_parts(pages))))
    (target / "index.md").write_text(text.replace("{first}", next(iter(pages))), encoding="utf-8")
    write_film(target / "made" / "film.js")
    _write_card_pictures(target / "made" / "cards")


def _map(pages: Mapping[str, NotebookNode]) -> str:
    links = {int(Path(page).name[:2]): f"{page}.html" for page in pages}
    return str(model_map(links=links)._repr_html_())


def _parts(pages: Mapping[str, NotebookNode]) -> Iterator[str]:
    for words, numbers in PARTS.items():
        there = (page for page in pages if int(Path(page).name[:2]) in numbers)
        cards = "\n".join(_card(page, pages[page]) for page in there)
        yield f'<h3>{words}</h3>\n<ol class="cards">\n{cards}\n</ol>'


def title_of(notebook: NotebookNode) -> str:
    """Give the first heading of a notebook."""
    return str(notebook.cells[0].source.partition("\n")[0].lstrip("# "))


def _card(page: str, notebook: NotebookNode) -> str:
    minutes = MINUTES.search(notebook.cells[0].source)
    return CARD.format(
        page=page,
        picture=PICTURES[Path(page).name[:2]],
        title=EMPHASIS.sub(r"<em>\1</em>", escape(title_of(notebook))),
        minutes=minutes[0] if minutes else "",
    )


def _write_card_pictures(folder: Path) -> None:
    """Cut the upper part out of a picture of each lesson, light and dark."""
    folder.mkdir()
    for name in PICTURES.values():
        for path in (VIEWS / f"{name}.png", VIEWS / f"{name}-dark.png"):
            with Image.open(path) as picture:
                card = ImageOps.fit(picture.convert("RGB"), CARD_SIZE, centering=(0, 0.3))
            card.save(folder / f"{path.stem}.webp")


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
