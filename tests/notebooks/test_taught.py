"""The empty page of lesson 10 needs nothing that lessons 1 to 10 have not taught before it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from coursetools.import_policy import parsed
from coursetools.notebook import read_notebook
from coursetools.roles import code_cells, has_tag, task_of

ROOT = Path(__file__).parents[2]
PAGE = "predict_answers"
LESSONS = [path.name for path in sorted((ROOT / "solutions").glob("*.ipynb"))[:10]]


def taught(lessons: list[str]) -> Iterator[ast.AST]:
    """Yield the code of lectures and exercises, up to their field notes and to the page itself."""
    for name in lessons:
        for folder in ("notebooks", "solutions"):
            for cell in read_notebook(ROOT / folder / name).cells:
                if "## Field notes" in cell.source or task_of(cell) == PAGE:
                    break
                if cell.cell_type == "code" and not has_tag(cell, "hidden"):
                    yield from nodes(cell.source)


def nodes(source: str) -> Iterator[ast.AST]:
    tree = parsed(source)
    return ast.walk(tree) if tree else iter(())


def tools(code: list[ast.AST]) -> set[str]:
    """Name the functions of NumPy and the methods that code uses, and the functions it defines."""
    attributes = [node for node in code if isinstance(node, ast.Attribute)]
    used = {ast.unparse(node) for node in attributes if ast.unparse(node).startswith("np.")}
    used |= {f".{node.attr}" for node in attributes}
    return used | {node.name for node in code if isinstance(node, ast.FunctionDef)}


@pytest.fixture(scope="module")
def page() -> set[str]:
    notebook = read_notebook(ROOT / "solutions" / LESSONS[-1])
    cells = [cell for cell in code_cells(notebook) if task_of(cell) == PAGE]
    own = [cell.source for cell in cells if has_tag(cell, "own") or has_tag(cell, "answer")]
    written = [line for source in own for line in source.splitlines() if line.strip()]
    assert len(written) <= 90
    return tools([node for source in own for node in nodes(source)]) - {PAGE}


def test_the_page_needs_what_was_taught(page: set[str]) -> None:
    assert sorted(page - tools([*taught(LESSONS)])) == []


def test_the_lessons_before_it_would_not_be_enough(page: set[str]) -> None:
    assert {"backward", "pick", "adam"} <= page - tools([*taught(LESSONS[:-1])])
