"""docs/DESIGN.md and CONTRIBUTING.md are short, and what they show of the repository is in it."""

import ast
import re
from pathlib import Path

import pytest

from checks.catalogue import TASKS

ROOT = Path(__file__).parents[1]
DESIGN = (ROOT / "docs" / "DESIGN.md").read_text(encoding="utf-8")
PACKAGES = ("attnlib", "attnprobes", "course", "checks", "coursetools")
BESIDE_THE_CODE = (
    "course/views/README.md",
    "coursetools/README.md",
    "coursetools/grading/README.md",
    "docs/site/README.md",
    "tests/README.md",
)


def described() -> dict[str, str]:
    """The folders in the tree, with what it says of each."""
    tree = re.search(r"```\n(attnlib/.*?)```", DESIGN, re.DOTALL)[1]
    folders, above = {}, []
    for indent, name, words in re.findall(r"^( *)(\S+)/ +(.+)$", tree, re.MULTILINE):
        above = [*above[: len(indent) // 4], name]
        folders["/".join(above)] = words
    return folders


def test_the_tree_says_of_each_package_what_its_docstring_says() -> None:
    for path in (path for name in PACKAGES for path in (ROOT / name).rglob("__init__.py")):
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
        folder = path.parent.relative_to(ROOT).as_posix()
        old_name = folder == "attnlib/view"
        assert old_name or docstring.splitlines()[0] == described().get(folder), folder


def test_it_is_two_pages() -> None:
    assert len(DESIGN.splitlines()) <= 110


def test_every_folder_of_the_course_has_a_line_and_no_other_has() -> None:
    assert [name for name in described() if not (ROOT / name).is_dir()] == []
    folders = {path.name for path in ROOT.iterdir() if path.is_dir()}
    made = {name for name in folders if name.startswith((".", "_")) or name.endswith(".egg-info")}
    assert folders - made - {"build"} - {*described()} == set()


@pytest.mark.parametrize("page", ["docs/DESIGN.md", "CONTRIBUTING.md", *BESIDE_THE_CODE])
def test_modules_that_a_page_for_developers_names_exist(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = set(re.findall(r"[\w/]+\.py\b", text))
    rooms = (ROOT / room for room in (*PACKAGES, "docs", "tests"))
    files = [path.as_posix() for room in rooms for path in room.rglob("*.py")]
    at_the_root = {path.name for path in ROOT.glob("*.py")}
    there = {one for one in named if any(path.endswith(f"/{one}") for path in files)}
    assert named - there - at_the_root == set()


def test_contributing_shows_a_whole_task_with_many_mistakes_on_one_screen() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    said = re.search(
        r"This is `(.*)`, whose check names (\w+) mistakes:\n\n```python\n(.*?)```", text, re.S
    )
    assert said is not None
    path, count, code = said.groups()
    assert code == (ROOT / path).read_text(encoding="utf-8"), "copy the task again"
    assert len(code.splitlines()) <= 60
    assert len(text.splitlines()) - len(code.splitlines()) <= 90
    assert (count, len(TASKS["causal_visibility"].mistakes)) == ("fifteen", 15)
