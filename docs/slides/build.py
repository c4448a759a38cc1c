"""Write the lectures as slides, all or one: python docs/slides/build.py FOLDER [NUMBER].

The pages need nothing from anywhere else: open index.html, or copy the folder.
"""

import shutil
import sys
from pathlib import Path

import nbformat
from jinja2 import Environment, FileSystemLoader
from nbformat import NotebookNode

HERE = Path(__file__).parent
SITE = HERE.parent / "site"
sys.path[:0] = [str(HERE), str(SITE), str(HERE.parent / "lite")]

from deck import Slide, slides_of, together  # noqa: E402
from execution import executed  # noqa: E402
from front import title_of  # noqa: E402
from pages import ROOT, lectures, write_scripts  # noqa: E402
from recordings import place_recordings  # noqa: E402
from teacher import with_advice  # noqa: E402

COPIED = (HERE / "slides.css", HERE / "slides.js", SITE / "static" / "icon.svg")
TEMPLATES = Environment(loader=FileSystemLoader(HERE), trim_blocks=True)  # all of it is ours


def main(folder: Path, lesson: str = "") -> int:
    """Take the lectures with their recordings, as the website does, and write a deck for each.

    With the number of a lesson, only this lecture is taken.
    """
    paths = lectures()
    chosen = [name for name in paths if not lesson or name.startswith(f"{lesson:0>2}_")]
    if not chosen:
        sys.exit(f"There is no lesson {lesson}. The last is {max(paths)}.")
    static = folder / "_static"
    shutil.rmtree(folder, ignore_errors=True)
    static.mkdir(parents=True)
    write_scripts(static)
    for path in COPIED:
        shutil.copy(path, static)
    done = executed({name: nbformat.read(paths[name], as_version=4) for name in chosen})
    decks = [write_deck(name, notebook, folder) for name, notebook in done.items()]
    page = TEMPLATES.get_template("index.html").render(decks=decks)
    (folder / "index.html").write_text(page, encoding="utf-8")
    return 0


def write_deck(name: str, lecture: NotebookNode, folder: Path) -> tuple[str, str, int]:
    place_recordings(lecture, name, folder / "_static", "")
    slides: list[Slide] = with_advice(slides_of(lecture), name, ROOT)
    title = title_of(lecture).replace("*", "")
    page = TEMPLATES.get_template("deck.html").render(title=title, slides=slides)
    (folder / f"{name}.html").write_text(together(page), encoding="utf-8")
    return name, slides[0].heading, len(slides)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
