"""docs/DESIGN.md is short, and its tree is that of the folders."""

import design_tree


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
