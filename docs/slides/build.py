"""Write the lectures as slides: python docs/slides/build.py [folder]; default build/slides.

The pages need nothing from anywhere else: open index.html, or copy the folder.
"""

import shutil
import sys
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from nbformat import NotebookNode

HERE = Path(__file__).parent
SITE = HERE.parent / "site"
sys.path[:0] = [str(HERE), str(SITE)]

from deck import Slide, slides_of  # noqa: E402
from execution import executed  # noqa: E402
from pages import ROOT, title_of, to_execute, write_scripts  # noqa: E402
from recordings import place_recordings  # noqa: E402
from teacher import with_advice  # noqa: E402

FROM_SITE = ("icon.svg",)
OURS = ("slides.css", "slides.js")
TEMPLATES = Environment(loader=FileSystemLoader(HERE), trim_blocks=True)  # all of it is ours


def main(folder: Path) -> int:
    """Execute the lectures, as the website does and with its cache, and write a deck for each."""
    static = folder / "_static"
    shutil.rmtree(folder, ignore_errors=True)
    static.mkdir(parents=True)
    write_scripts(static)
    for name in OURS:
        shutil.copy(HERE / name, static)
    for name in FROM_SITE:
        shutil.copy(SITE / "static" / name, static)
    done = executed(to_execute(), ROOT / "build" / "site" / "executed")
    del done["index"]
    decks = [_write(name, notebook, folder) for name, notebook in done.items()]
    page = TEMPLATES.get_template("index.html").render(decks=decks)
    (folder / "index.html").write_text(page, encoding="utf-8")
    return 0


def _write(name: str, lecture: NotebookNode, folder: Path) -> tuple[str, str, int]:
    place_recordings(lecture, name, folder / "_static", "")
    slides: list[Slide] = with_advice(slides_of(lecture), name, ROOT)
    title = title_of(lecture).replace("*", "")
    page = TEMPLATES.get_template("deck.html").render(title=title, slides=slides)
    (folder / f"{name}.html").write_text(page, encoding="utf-8")
    return name, slides[0].heading, len(slides)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "build" / "slides"))
