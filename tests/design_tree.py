"""Writes the tree of docs/DESIGN.md: the folders, each with the first line of its docstring.

make table
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DESIGN = ROOT / "docs" / "DESIGN.md"
TREE = re.compile(r"(?<=<!-- tree: made by make table -->\n\n```\n).*?(?=```\n)", re.DOTALL)
PACKAGES = ("attnlib", "checks", "coursetools")
OTHERS = {
    "notebooks": "The lectures, with sliders; JupyterLab opens START.md.",
    "solutions": "Exercises with their answers, executed: the source of everything that follows.",
    "exercises": "Made from the solutions, and committed.",
    "tests": "Tests of all rooms; answers/ is the bank of answers, as students write them.",
    "benchmarks": "Measurements of speed and memory, and the scripts that make them.",
    "classroom": "What a student's repository needs besides the course, for GitHub Classroom.",
    "docs": "This page and its sisters; site/, slides/ and lite/ build what is published.",
}


def page(text: str) -> str:
    """Put the tree between its marks."""
    return TREE.sub(lambda _: "".join(f"{line}\n" for line in tree()), text)


def tree() -> Iterator[str]:
    """List the folders: packages with their subpackages, then the others."""
    for package in PACKAGES:
        yield _line(package, 0, _said(ROOT / package))
        for path in sorted((ROOT / package).glob("*/__init__.py")):
            yield _line(path.parent.name, 1, _said(path.parent))
    for name, said in OTHERS.items():
        yield _line(name, 0, said)


def _line(name: str, depth: int, said: str) -> str:
    return f"{'    ' * depth + name + '/':<18} {said}"


def _said(package: Path) -> str:
    text = (package / "__init__.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]


if __name__ == "__main__":
    DESIGN.write_text(page(DESIGN.read_text(encoding="utf-8")), encoding="utf-8")
