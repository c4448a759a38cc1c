"""Every control of every view, by keyboard alone: it is reached, it works, and nothing jumps."""

import re
from pathlib import Path

import pytest
from lab import Lab, View
from playwright.sync_api import Keyboard, Locator, expect

from coursetools.cells import code_cells, read_notebook

ROOT = Path(__file__).parents[2]
CALLS_VIEW = re.compile(r"^explore(_yours)?\(", re.MULTILINE)
PATHS = [
    path.relative_to(ROOT).as_posix()
    for folder in ("notebooks", "solutions")
    for path in sorted((ROOT / folder).glob("*.ipynb"))
]
VIEWS = [
    (path, str(cell.id))
    for path in PATHS
    for cell in code_cells(read_notebook(ROOT / path))
    if CALLS_VIEW.search(cell.source)
]


@pytest.mark.parametrize("path", PATHS)
def test_every_cell_runs(path: str, lab: Lab) -> None:
    notebook = lab.executed(path)
    expect(notebook.code_cells.last.locator(".jp-InputPrompt")).to_have_text(re.compile(r"\[\d+\]"))
    expect(notebook.errors).to_have_count(0)
    assert lab.complaints == []


@pytest.mark.parametrize(("path", "name"), VIEWS, ids=map(":".join, VIEWS))
def test_every_control_works_by_keyboard(path: str, name: str, lab: Lab) -> None:
    notebook = lab.executed(path)
    view = notebook.view(name)
    expect(view.rows).not_to_have_count(0)
    expect(view.pictures).not_to_be_empty()
    for named in view.body.locator("input, img").all():
        expect(named).to_have_accessible_name(re.compile(r"\w"))
    view.watch_height()
    notebook.select(name)
    notebook.tab_into(view)
    for row in view.rows.all():
        _operate(view, row, lab.page.keyboard)
    expect(view.body.locator(":focus")).to_have_count(0)
    expect(view.message).to_have_text("")
    assert [seen for seen in view.heights().values() if len(seen) > 1] == []
    assert lab.complaints == []


def _operate(view: View, row: Locator, keyboard: Keyboard) -> None:
    """Use a row of controls, the first of which has the focus, and leave it as it was."""
    controls = row.locator("input, [role=slider]")
    shown = view.pictures.inner_text()
    operate = {"number": _operate_slider, "radio": _operate_choice, "checkbox": _operate_checkbox}
    operate[str(controls.first.get_attribute("type"))](view, controls, keyboard)
    expect(controls.last).to_be_focused()
    expect(view.pictures).to_have_text(shown, use_inner_text=True)
    keyboard.press("Tab")


def _operate_slider(view: View, controls: Locator, keyboard: Keyboard) -> None:
    box, handle = controls.all()
    start, at_end = box.input_value(), box.input_value() == box.get_attribute("max")
    expect(box).to_be_focused()
    _press_until_it_changes(view, keyboard, ["ArrowDown" if at_end else "ArrowUp"] * 3)
    _type(box, start, keyboard)
    keyboard.press("Tab")
    expect(handle).to_be_focused()
    before = view.state()
    for key in ("ArrowLeft", "End", "Home") if at_end else ("ArrowRight", "Home", "End"):
        value = box.input_value()
        keyboard.press(key)
        expect(box).not_to_have_value(value)
    view.expect_change_from(before)
    keyboard.press("Shift+Tab")
    _type(box, start, keyboard)
    keyboard.press("Tab")


def _operate_choice(view: View, buttons: Locator, keyboard: Keyboard) -> None:
    chosen = [button.is_checked() for button in buttons.all()].index(True)
    for place, button in enumerate(buttons.all()):
        expect(button).to_be_focused()
        if place != chosen:
            _press_until_it_changes(view, keyboard, ["Space"])
        if place < buttons.count() - 1:
            keyboard.press("Tab")
    behind = buttons.count() - 1 - chosen
    _press(keyboard, "Shift+Tab", behind)
    _press_until_it_changes(view, keyboard, ["Space"])
    _press(keyboard, "Tab", behind)


def _operate_checkbox(view: View, box: Locator, keyboard: Keyboard) -> None:
    expect(box).to_be_focused()
    for _ in ("there", "and back"):
        _press_until_it_changes(view, keyboard, ["Space"])


def _press_until_it_changes(view: View, keyboard: Keyboard, keys: list[str]) -> None:
    before = view.state()
    for key in keys[:-1]:
        keyboard.press(key)
        try:
            return view.expect_change_from(before, timeout=2_000)
        except AssertionError:
            continue
    keyboard.press(keys[-1])
    return view.expect_change_from(before)


def _type(box: Locator, number: str, keyboard: Keyboard) -> None:
    keyboard.press("ControlOrMeta+A")
    keyboard.type(number)
    keyboard.press("Enter")
    expect(box).to_have_value(number)


def _press(keyboard: Keyboard, key: str, times: int) -> None:
    for _ in range(times):
        keyboard.press(key)
