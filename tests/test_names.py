"""Names say what they hold: those that CONTRIBUTING.md rules out may only become fewer."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RULED_OUT = {"one", "found", "said", "wanted", "shown", "told"}
# How often code bound them when the rule was made, or fewer. Nobody has to know an older version.
MOST = {
    "attnlib": 5,
    "attnprobes": 49,
    "benchmarks": 17,
    "checks": 332,
    "course": 137,
    "coursetools": 253,
    "docs": 128,
    "tests": 829,
}


def bound(source: str) -> Iterator[str]:
    """Yield each name that some code gives to a value, an argument, a function or a class."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name


def test_all_ways_to_bind_a_name_are_seen() -> None:
    source = "def one(found, *said):\n    wanted: int = one\n    return [shown for told in found]"
    assert sorted(bound(source)) == ["found", "one", "said", "told", "wanted"]


@pytest.mark.parametrize("folder", MOST)
def test_no_name_hides_what_it_holds(folder: str) -> None:
    files = [path for path in (ROOT / folder).rglob("*.py") if "answers" not in path.parts]
    names = [name for path in files for name in bound(path.read_text(encoding="utf-8"))]
    count = sum(name in RULED_OUT for name in names)
    assert count <= MOST[folder], (
        f"{folder} has a new name {' or '.join(sorted(RULED_OUT))}; name what it holds (git diff shows it)"
    )
    assert count == MOST[folder], f"fewer than before: write {count} here, so that it stays"
