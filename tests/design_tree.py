"""Writes the tree of docs/DESIGN.md: the folders, and what each of them is for.

make table
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DESIGN = ROOT / "docs" / "DESIGN.md"
TREE = re.compile(r"(?<=<!-- tree: made by make table -->\n\n```\n).*?(?=```\n)", re.DOTALL)
PACKAGES = ("attnlib", "attnprobes", "course", "checks", "coursetools")
OTHERS = {
    "checks/catalogue/mistakes": "Mistakes that several tasks share: wrong lines, and words.",
    "coursetools/templates": "The files and cells that `coursetools new-task` fills in.",
    "notebooks": "The lectures, with sliders, and START.md, where JupyterLab opens.",
    "solutions": "The exercises with their answers, executed: the source of the exercises.",
    "exercises": "Made from the solutions, and committed.",
    "tests": "Tests, a folder for each room; answers/ has answers as students write them.",
    "benchmarks": "Measurements of speed and memory, and the scripts that make them.",
    "docs": "Pages for learners, teachers and developers; field/ has scripts for FIELD.md.",
    "docs/lite": "The course in the browser: its packages, and the code that builds it.",
    "docs/site": "The website: its own pages, and the code that builds it.",
    "docs/slides": "The slides of the lectures: which cell becomes which slide.",
}


def page(text: str) -> str:
    """Put the tree between its marks."""
    return TREE.sub(lambda _: "".join(f"{line}\n" for line in tree()), text)


def tree() -> Iterator[str]:
    """List the folders: packages first, and each before the folders in it."""
    said = {**_packages(), **OTHERS}
    rooms = list(dict.fromkeys(name.split("/")[0] for name in said))
    for name in sorted(said, key=lambda name: (rooms.index(name.split("/")[0]), name)):
        *above, last = name.split("/")
        yield f"{'    ' * len(above) + last + '/':<18} {said[name]}"


def _packages() -> dict[str, str]:
    """Read the first line of each package's docstring."""
    found = (path for name in PACKAGES for path in (ROOT / name).rglob("__init__.py"))
    named = {path.parent.relative_to(ROOT).as_posix(): _first_line(path) for path in found}
    return {name: line for name, line in named.items() if name != "attnlib/view"}  # an old name


def _first_line(path: Path) -> str:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring, f"{path} needs a docstring"
    return docstring.partition("\n")[0]


if __name__ == "__main__":
    DESIGN.write_text(page(DESIGN.read_text(encoding="utf-8")), encoding="utf-8")
