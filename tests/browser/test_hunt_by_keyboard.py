"""A bug hunt by keyboard alone: a wrong guess, the right one, a wrong repair, a right one, the next."""

from axe import COLOURS, violations
from lab import DARK, LIGHT, Lab
from playwright.sync_api import Locator, Page, expect

PATH = "notebooks/practice/hunts.ipynb"
WRONG, RIGHT = "key_norms = 2", "key_norms = np.sqrt((keys**2).sum(axis=1))[:, None]"


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def replace(page: Page, text: str) -> None:
    press(page, "ControlOrMeta+A")
    page.keyboard.insert_text(text)
    press(page, "Enter")


def said(hunt: Locator) -> Locator:
    return hunt.get_by_role("status")


def test_a_hunt_by_keyboard_alone(lab: Lab) -> None:
    notebook, page = lab.executed(PATH), lab.page
    view = notebook.view("first")
    hunt = view.body
    expect(hunt).to_contain_text("One line of this function is wrong. Which one?")
    notebook.select("first")
    notebook.tab_into(view)
    press(page, "Home", "Enter")
    expect(said(hunt)).to_contain_text("✗ Line 1 is innocent")
    press(page, "ArrowDown", "ArrowDown", "ArrowDown", "Enter")
    expect(said(hunt)).to_contain_text("✓ Line 4 is the wrong one.")
    box = hunt.get_by_role("textbox", name="Line 4 should be")
    expect(box).to_be_focused()
    replace(page, WRONG)
    expect(said(hunt)).to_contain_text("✗ Not yet.")
    expect(box).to_be_focused()
    replace(page, RIGHT)
    expect(said(hunt)).to_contain_text("✓ Right: with this line, the function passes its check.")
    expect(said(hunt)).to_contain_text(
        "It belongs to lesson 1 (dot product), exercise cosine_scores."
    )
    expect(hunt.get_by_role("button", name="Another hunt")).to_be_focused()
    assert violations(page) == []
    lab.set_theme(DARK)
    assert violations(page, COLOURS) == []
    lab.set_theme(LIGHT)
    press(page, "Enter")
    expect(said(hunt)).to_contain_text("Click the line that you suspect.")
    expect(hunt.locator(".code button").first).to_be_focused()
    assert lab.complaints == []


def test_show_me_shows_the_line_and_then_its_repair(lab: Lab) -> None:
    hunt = lab.executed(PATH).view("first").body
    for words in ("→ Line", "This is how the line should read."):
        hunt.get_by_role("button", name="Show me").press("Enter")
        expect(said(hunt)).to_contain_text(words)
    expect(hunt.get_by_role("button", name="Show me")).to_be_hidden()
    expect(said(hunt)).to_contain_text("It belongs to lesson")
