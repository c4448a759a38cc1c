"""The gallery is docs/VIEWS.md: complete, up to date, accessible; what can be chosen is chosen by keys."""

import inspect
import json

import gallery
import pytest
from axe import violations
from conftest import GALLERY
from lab import DARK, LIGHT, Lab
from playwright.sync_api import Locator, expect

from attnlib import view

PLANT = """() => {
    const view = document.querySelector('.attnlib-view:has(input[type=range]):has(canvas)');
    view.querySelector('.controls label').style.color = 'silver';
    view.querySelector('input').removeAttribute('id');
    view.querySelector('canvas').removeAttribute('aria-label');
    view.querySelector('button').textContent = '';
}"""
CHOSEN = "[data-chosen]"


def test_the_page_is_up_to_date() -> None:
    run = "run PYTHONPATH=tests/browser python -m gallery"
    assert gallery.PAGE.read_text(encoding="utf-8") == gallery.page(), run


def test_every_picture_is_there_and_has_its_images() -> None:
    there = {entry.name for entry in gallery.ENTRIES}
    drawing = {"Drawing", "Picture"}
    pictures = {
        name
        for name in view.__all__
        if inspect.isfunction(one := getattr(view, name))
        and inspect.signature(one).return_annotation in drawing | {view.Drawing, view.Picture}
    }
    assert len(pictures) >= 12
    assert pictures <= there
    names = {f"{entry.name}{suffix}.png" for entry in gallery.ENTRIES for suffix in gallery.THEMES}
    assert {path.name for path in gallery.IMAGES.iterdir()} == names


def test_every_line_of_it_runs(lab: Lab) -> None:
    notebook = lab.executed(GALLERY)
    expect(notebook.code_cells.last.locator(".jp-OutputArea-output").first).to_be_visible()
    expect(notebook.errors).to_have_count(0)
    expect(notebook.panel.locator(".attnlib-view [role=alert]:not(:empty)")).to_have_count(0)
    assert lab.complaints == []


def test_a_number_is_chosen_by_arrow_keys_and_by_a_click(lab: Lab) -> None:
    notebook = lab.executed(GALLERY)
    body = notebook.view("linked_steps").body
    chosen = body.locator(CHOSEN)
    expect(_of("output", chosen)).to_be_visible()
    chosen.first.focus()
    lab.page.keyboard.press("ArrowUp")
    expect(_at("output", 1, 0, body)).to_be_focused()
    expect(_at("output", 1, 0, body)).to_have_attribute("aria-selected", "true")
    lab.page.keyboard.press("ArrowLeft")
    expect(_at("weights", 1, 2, body)).to_be_focused()
    _at("scores", 2, 0, body).click()
    expect(_at("scores", 2, 0, body)).to_have_attribute("aria-selected", "true")
    expect(body.locator("td[tabindex='0']")).to_have_count(1)
    notebook.view("linked_steps").reset.click()
    expect(_at("output", 2, 0, body)).to_have_attribute("aria-selected", "true")


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_the_gallery_has_no_violations(theme: str, lab: Lab) -> None:
    lab.executed(GALLERY)
    lab.set_theme(theme)
    assert violations(lab.page) == []


def test_what_is_planted_is_found(lab: Lab) -> None:
    lab.executed(GALLERY)
    lab.page.evaluate(PLANT)
    rules = {said.partition(":")[0] for said in violations(lab.page)}
    lab.close()
    assert rules == {"color-contrast", "label", "role-img-alt", "button-name"}


def _at(step: str, row: int, column: int, body: Locator) -> Locator:
    wanted = json.dumps([step, row, column])
    return body.locator(f"[data-to='{wanted}']")


def _of(step: str, chosen: Locator) -> Locator:
    return chosen.and_(chosen.page.locator(f"[data-to*='{step}']")).first
