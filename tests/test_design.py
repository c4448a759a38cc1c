"""docs/DESIGN.md and CONTRIBUTING.md are short, and what they show of the repository is in it."""

import re

import design_tree
import pytest

from checks.catalogue import TASKS

BESIDE_THE_CODE = (
    "course/views/README.md",
    "coursetools/README.md",
    "coursetools/grading/README.md",
    "docs/site/README.md",
    "tests/README.md",
)


def test_the_tree_is_up_to_date() -> None:
    text = design_tree.DESIGN.read_text(encoding="utf-8")
    assert design_tree.page(text) == text, "run make table"
    first = next(design_tree.tree())
    assert design_tree.page(text.replace(first, "attnlib/ something else")) == text


def test_it_is_two_pages() -> None:
    assert len(design_tree.DESIGN.read_text(encoding="utf-8").splitlines()) <= 110


def test_every_folder_of_the_course_has_a_line_and_no_other_has() -> None:
    described = {*design_tree.PACKAGES, *design_tree.OTHERS}
    assert [name for name in described if not (design_tree.ROOT / name).is_dir()] == []
    folders = {path.name for path in design_tree.ROOT.iterdir() if path.is_dir()}
    made = {name for name in folders if name.startswith((".", "_")) or name.endswith(".egg-info")}
    assert folders - made - {"build"} - described == set()


@pytest.mark.parametrize("page", ["docs/DESIGN.md", "CONTRIBUTING.md", *BESIDE_THE_CODE])
def test_modules_that_a_page_for_developers_names_exist(page: str) -> None:
    text = (design_tree.ROOT / page).read_text(encoding="utf-8")
    named = set(re.findall(r"[\w/]+\.py\b", text))
    rooms = (design_tree.ROOT / room for room in (*design_tree.PACKAGES, "docs", "tests"))
    files = [path.as_posix() for room in rooms for path in room.rglob("*.py")]
    at_the_root = {path.name for path in design_tree.ROOT.glob("*.py")}
    there = {one for one in named if any(path.endswith(f"/{one}") for path in files)}
    assert named - there - at_the_root == set()


def test_contributing_shows_a_whole_task_with_many_mistakes_on_one_screen() -> None:
    text = (design_tree.ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    said = re.search(
        r"This is `(.*)`, whose check names (\w+) mistakes:\n\n```python\n(.*?)```", text, re.S
    )
    assert said is not None
    path, count, code = said.groups()
    assert code == (design_tree.ROOT / path).read_text(encoding="utf-8"), "copy the task again"
    assert len(code.splitlines()) <= 60
    assert len(text.splitlines()) - len(code.splitlines()) <= 90
    assert (count, len(TASKS["causal_visibility"].mistakes)) == ("thirteen", 13)
