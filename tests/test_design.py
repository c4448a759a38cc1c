"""docs/DESIGN.md is short, and its tree is that of the folders."""

import re

import design_tree

CODE = re.compile(r"```python\n(.*?)```", re.DOTALL)


def test_the_tree_is_up_to_date() -> None:
    text = design_tree.DESIGN.read_text(encoding="utf-8")
    assert design_tree.page(text) == text, "run make table"
    first = next(design_tree.tree())
    assert design_tree.page(text.replace(first, "attnlib/ something else")) == text


def test_it_is_two_pages() -> None:
    assert len(design_tree.DESIGN.read_text(encoding="utf-8").splitlines()) <= 120


def test_every_folder_of_the_course_has_a_line() -> None:
    described = {*design_tree.PACKAGES, *design_tree.OTHERS, "build"}
    folders = {path.name for path in design_tree.ROOT.iterdir() if path.is_dir()}
    made = {name for name in folders if name.startswith((".", "_")) or name.endswith(".egg-info")}
    assert folders - made - described == set()


def test_what_contributing_quotes_is_in_the_catalogue() -> None:
    quoted = CODE.findall((design_tree.ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert len(quoted) == 2
    catalogue = design_tree.ROOT / "checks" / "catalogue"
    for code, path in zip(
        quoted, ("03_softmax_axis/4_attention_weights.py", "mistakes/scale.py"), strict=True
    ):
        assert code in (catalogue / path).read_text(encoding="utf-8")
