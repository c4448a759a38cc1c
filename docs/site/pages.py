"""The sources of the site: lectures with recorded views, exercises, docs, and a page for each module."""

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import nbformat
from address import BELOW_TITLE
from execution import executed
from folding import fold_sources
from front import RAW, write_front
from lesson_drawings import drawing
from live import up_to_date
from nbformat import NotebookNode
from puzzles import write_puzzles
from recordings import place_recordings
from typed import write_typed

from checks.one_line import WAITS as LINE_WAITS

ROOT = Path(__file__).parents[2]
SITE = ROOT / "docs" / "site"
WIDGETS = ROOT / "course" / "views"
MADE = "made"  # copied to _static, beside docs/site/static
COPIED = "copied"  # copied beside the pages: images that HTML in Markdown refers to
CALLS_VIEW = re.compile(r"^explore_yours\(", re.MULTILINE)
WAITS = "<p><em>The picture waits for your answer: it moves in JupyterLab.</em></p>"
LINK = re.compile(r'(href=\\"[^":]+)\.ipynb\\"')  # in an output, which is written down as JSON
# Raw HTML: Sphinx does not know the page. As a file it would not run, and site.js hides it.
LIVE = """<span class="open-live">{link}
<small>Opens a page of its own in which Python runs, with nothing to install. {longer}Your work stays in this browser, until its data are
cleared; <em>File</em>, <em>Download</em> saves it.</small></span>"""
# What a line says that waits for a learner's, where no kernel could take it.
LINE_ASKS = """○ Your turn: what would you put in place of the dots? <span class="open-live">{link}, and your line is
checked.</span> The lecture goes on without it."""
CAPSTONE = "16_capstone"  # has no lecture of its own
LESSON_PAGE = re.compile(rf"(?:notebooks|exercises(?=/{CAPSTONE}))/(\d+)_")
TRAINS = ("09_gradient_descent", "10_train_it_yourself", "11_training", "14_relative_positions")
LONGER = "The models of this lesson learn for some minutes there. "
HOME = re.compile(r"\]\([./]*(?:notebooks/)?START\.md\)")  # the first page of JupyterLab


def write_sources(target: Path) -> None:
    """Fill a folder with everything that Sphinx reads."""
    shutil.rmtree(target, ignore_errors=True)
    for folder in ("notebooks/practice", "exercises", "docs", "api", MADE):
        (target / folder).mkdir(parents=True)
    write_scripts(target / MADE)
    _write_lectures(target)
    _write_exercises(target)
    _write_docs(target)
    write_puzzles(target)
    _write_modules(target)


def write_scripts(target: Path) -> None:
    """Make one classic script of both halves, and those that it loads: a file loads no modules."""
    widgets = (WIDGETS / "widgets.js").read_text(encoding="utf-8")
    classic = widgets.replace("export default", "const widgets =")
    own = (SITE / "static" / name for name in ("recorded.js", "site.js"))
    site = "\n".join(path.read_text(encoding="utf-8") for path in own)
    (target / "views.js").write_text(f"(() => {{\n{classic}\n{site}\n}})();\n", encoding="utf-8")
    shutil.copy(WIDGETS / "widgets.css", target / "widgets.css")
    write_typed(target / "views")


def lectures() -> dict[str, Path]:
    """Find the lectures by name, in their order."""
    return {path.stem: path for path in sorted((ROOT / "notebooks").glob("*.ipynb"))}


def _write_lectures(target: Path) -> None:
    sources = {name: nbformat.read(path, as_version=4) for name, path in lectures().items()}
    capstone = nbformat.read(ROOT / "exercises" / f"{CAPSTONE}.ipynb", as_version=4)
    write_front(_in_order(sources, capstone), target)
    notebooks = executed(sources | _practice())
    for name, notebook in notebooks.items():
        root = _root(f"notebooks/{name}")
        run = "Run this lesson" if name in sources else "Run this page"
        _link_pages(notebook)
        _ask_for_lines(notebook, _run_link(run, "notebooks", name))
        place_recordings(notebook, name, target / MADE, root)
        fold_sources(notebook)
        _lead_on(notebook, run, "notebooks", name, "Exercises")
        nbformat.write(notebook, target / "notebooks" / f"{name}.ipynb")
    _page(target / "notebooks" / "index.md", "Lessons", LESSONS, "\n".join(notebooks))


def _practice() -> dict[str, NotebookNode]:
    """Read the notebooks beside the lectures: bug hunts, whose first one is stored, and the search."""
    folder = ROOT / "notebooks" / "practice"
    paths = sorted(folder.glob("*.ipynb"))
    return {f"practice/{path.stem}": nbformat.read(path, as_version=4) for path in paths}


def _root(page: str) -> str:
    """Give the way from a page to the front page."""
    return "../" * page.count("/")


def _link_pages(notebook: NotebookNode) -> None:
    """Let links in outputs lead to pages; Sphinx does that for all others."""
    for cell in notebook.cells:
        if cell.get("outputs"):
            linked = LINK.sub(r"\1.html\"", json.dumps(cell.outputs))
            cell.outputs = nbformat.from_dict(json.loads(linked))


def _ask_for_lines(notebook: NotebookNode, link: str) -> None:
    """Ask for the lines to complete in words that are true where no cell can be run."""
    for output in (one for cell in notebook.cells for one in cell.get("outputs", [])):
        html = output.get("data", {}).get("text/html", "")
        if LINE_WAITS in html:
            output.data["text/html"] = html.replace(LINE_WAITS, LINE_ASKS.format(link=link))


def _run_link(run: str, folder: str, name: str) -> str:
    """Link to the course in the browser, where a page runs, or else to how one installs it."""
    root = _root(f"{folder}/{name}")
    if not up_to_date():
        return f'<a href="{root}docs/INSTALL.html">{run}</a>'
    address = f"{root}live/lab/index.html?reset&amp;run=1&amp;path={folder}/{name}.ipynb"
    return f'<a href="{address}" target="_blank">{run}</a>'


def _in_order(
    sources: Mapping[str, NotebookNode], capstone: NotebookNode
) -> dict[str, NotebookNode]:
    """Give the pages of all lessons; that of the capstone is its exercise."""
    pages = {f"notebooks/{name}": notebook for name, notebook in sources.items()}
    pages[f"exercises/{CAPSTONE}"] = capstone
    return dict(sorted(pages.items(), key=lambda item: Path(item[0]).name))


START = (ROOT / "notebooks" / "START.md").read_text(encoding="utf-8")
LISTS = re.compile(r"^(?:## The way\n|(?=## Prac))(.*?)(?=^## (?!Prac))", re.MULTILINE | re.DOTALL)
LESSONS = "".join(LISTS.findall(START)).replace("### ", "## ")
ROW = r"(?m)^\| (\d+) \| \[?(.+?)(?:\]\(\S+\))? \| (.+?) \| .+? \| \[(.+?)\]\((\S+)\) \| (.+?) \|$"
LISTED = "\n".join(row.expand(r"- [\1 · \2](\5) (\3): \4, \6") for row in re.finditer(ROW, START))
EXERCISES = f"""
The exercises of each lesson, without their answers. Solve them in the browser, with the first button of each page, or
[install the course](../docs/INSTALL.md): a check below each one tells you what is right, and names the mistake if it knows it.

{LISTED}"""


def _lead_on(notebook: NotebookNode, run: str, folder: str, name: str, other: str = "") -> None:
    """Put buttons below the title, to run the page and to its partner, and a lesson's drawing."""
    root = _root(f"{folder}/{name}")
    for cell in notebook.cells:
        cell.source = HOME.sub(f"]({root}index.md)", cell.source)
    title = notebook.cells[0]
    longer = LONGER if folder == "notebooks" and name in TRAINS else ""
    link = _run_link(run, folder, name)
    buttons = [LIVE.format(link=link, longer=longer) if up_to_date() else link]
    partner = "exercises" if folder == "notebooks" else "notebooks"
    if other and (ROOT / partner / f"{name}.ipynb").exists():
        buttons.insert(0, f"[{other}]({root}{partner}/{name}.ipynb)")
    heading, _, rest = title.source.partition("\n")
    rest = BELOW_TITLE.sub("", rest)  # it leads here
    number = LESSON_PAGE.match(f"{folder}/{name}")
    drawn = RAW.format(drawing(int(number[1]))) if number else ""
    title.source = f"{heading}\n\n{{.try}}\n{' '.join(buttons[::-1])}\n\n{drawn}\n{rest}"


def _write_exercises(target: Path) -> None:
    names = []
    for path in sorted((ROOT / "exercises").glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            if cell.cell_type == "code" and CALLS_VIEW.search(cell.source):
                waiting = nbformat.v4.new_output("display_data", {"text/html": WAITS})
                cell.outputs = [waiting]
        fold_sources(notebook)
        _lead_on(notebook, "Answer here", "exercises", path.stem, "The lesson")
        nbformat.write(notebook, target / "exercises" / path.name)
        names.append(path.stem)
    _page(target / "exercises" / "index.md", "Exercises", EXERCISES, "\n".join(names))


def _write_docs(target: Path) -> None:
    for path in (ROOT / "docs").glob("*.md"):
        shutil.copy(path, target / "docs" / path.name)
    shutil.copytree(ROOT / "docs" / "images", target / COPIED / "docs" / "images")
    for path in set(SITE.glob("*.md")) - {SITE / "README.md"}:
        if path.stem != "index":
            shutil.copy(path, target / path.name)


def _write_modules(target: Path) -> None:
    """Write a page for each public module, from the mathematics to the checks, and what it says first."""
    names, lines = [], [API]
    for path in (path for name in DOCUMENTED for path in sorted((ROOT / name).glob("[!_]*.py"))):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        text = f"# {name}\n\n```{{eval-rst}}\n.. automodule:: {name}\n```\n"
        (target / "api" / f"{name}.md").write_text(text, encoding="utf-8")
        names.append(name)
        _, docstring, *_ = path.read_text(encoding="utf-8").split('"""')
        lines.append(f"- [{name}]({name}.md): {docstring.splitlines()[0]}")
    _page(target / "api" / "index.md", "attnlib and checks", "\n".join(lines), "\n".join(names))


DOCUMENTED = ("attnlib", "course/models", "course/models/learning", "course/views")
DOCUMENTED += ("course/lessons", "checks")
API = """
The library behind the lessons, written to be read, and the checks of the exercises. Every function says its shapes, its
errors, and shows an example that is run as a test.
"""


def _page(path: Path, title: str, text: str, entries: str) -> None:
    toctree = f"```{{toctree}}\n:hidden:\n\n{entries}\n```\n"
    path.write_text(f"# {title}\n{text}\n\n{toctree}", encoding="utf-8")
