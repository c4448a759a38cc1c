"""Find the text, images and outputs of a notebook."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser

from coursetools.notebook import Cell, Notebook
from coursetools.roles import code_cells

MARKDOWN_IMAGE = re.compile(r"!\[(?P<alt>[^\]]*)\]\((?P<target>[^)\s]*)")
ITALIC_QUESTION = re.compile(r"^\*(?!\*)[^*]+\?\*$", re.MULTILINE)
NUMBERED = re.compile(r"^\d+\. ", re.MULTILINE)
BULLET = re.compile(r"^- ", re.MULTILINE)


def markdown_cells(notebook: Notebook) -> Iterator[Cell]:
    """Yield the Markdown cells of a notebook."""
    return (cell for cell in notebook.cells if cell.cell_type == "markdown")


def outputs(notebook: Notebook) -> Iterator[tuple[Cell, Cell]]:
    """Yield the stored outputs of a notebook, each with its cell."""
    return ((cell, output) for cell in code_cells(notebook) for output in cell.outputs)


def html_outputs(notebook: Notebook) -> list[tuple[Cell, str]]:
    """List the stored HTML of a notebook, each with its cell."""
    return [
        (cell, output.data["text/html"])
        for cell, output in outputs(notebook)
        if "text/html" in output.get("data", {})
    ]


def text(output: Cell) -> str:
    """Join everything in an output as text."""
    kept = [output.get("text", ""), *output.get("data", {}).values()]
    return "\n".join(part if isinstance(part, str) else json.dumps(part) for part in kept)


class _Images(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.nameless = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count an image without alternative text."""
        if tag == "img":
            self.nameless += not (dict(attrs).get("alt") or "").strip()


def nameless_images(html: str) -> int:
    """Count the images in HTML or Markdown that have no alternative text."""
    parser = _Images()
    parser.feed(html)
    return parser.nameless


def targets_of_named_images(cell: Cell) -> set[str]:
    """Collect the targets of the images of a Markdown cell that have alternative text."""
    images = MARKDOWN_IMAGE.finditer(cell.source)
    return {image["target"] for image in images if image["alt"].strip()}


def sections(notebook: Notebook) -> list[tuple[str, list[Cell]]]:
    """List the second-level headings, each with its cells."""
    found: list[tuple[str, list[Cell]]] = []
    for cell in notebook.cells:
        headings = re.findall(r"^## (.*)$", cell.source, re.MULTILINE)
        if cell.cell_type == "markdown" and headings:
            found += [(heading, [cell]) for heading in headings]
        elif found:
            found[-1][1].append(cell)
    return found


def under_heading(markdown: str, heading: str) -> str:
    """Cut out the text of a second-level section."""
    _, _, rest = markdown.partition(f"## {heading}\n")
    return re.split(r"^## ", rest, maxsplit=1, flags=re.MULTILINE)[0]
