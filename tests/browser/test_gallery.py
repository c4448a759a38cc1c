"""The gallery, docs/VIEWS.md: complete, up to date, accessible, and usable by keyboard."""

import json
from collections.abc import Iterator
from io import BytesIO

import gallery
import numpy as np
import pytest
from axe import violations
from gallery import GALLERY
from lab import DARK, LIGHT, Lab, OpenNotebook
from matplotlib.image import imread
from playwright.sync_api import Locator, expect
from view_functions import PICTURES, that_return

PLANT = """() => {
    const view = document.querySelector('.attnlib-view:has(input[type=range]):has(canvas)');
    view.querySelector('.controls label').style.color = 'silver';
    view.querySelector('input').removeAttribute('id');
    view.querySelector('canvas').removeAttribute('aria-label');
    view.querySelector('button').textContent = '';
}"""
CHOSEN = "[data-chosen]"
# If colours only distinguish lines and bars, high contrast mode sets its own: here, white on black.
LINE_ART = (
    "plane svg",
    "descent svg",
    "arcs svg",
    "clock svg",
    "block_diagram svg",
    "bars tbody td div",
)
UNSEEN_BORDERS = """panel => [...panel.querySelectorAll('.drawing span, .drawing div')]
    .filter(one => getComputedStyle(one).borderStyle !== 'none' && one.getClientRects().length)
    .filter(one => getComputedStyle(one).color !== 'rgb(255, 255, 255)')
    .map(one => one.outerHTML.slice(0, 200))"""
UNSEEN_TEXT = """panel => [...panel.querySelectorAll('.drawing :not(svg, svg *)')]
    .filter(one => [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim()))
    .filter(one => getComputedStyle(one).color !== 'rgb(255, 255, 255)')
    .filter(one => !one.closest('[style*="background:#"], [style*="background:repeating"]'))
    .map(one => one.outerHTML.slice(0, 200))"""
HATCHED = """panel => [...panel.querySelectorAll('td')]
    .filter(cell => getComputedStyle(cell).backgroundImage.includes('gradient')).length"""


def test_the_page_is_up_to_date() -> None:
    run = "run PYTHONPATH=tests/browser python -m gallery NAME"
    assert gallery.PAGE.read_text(encoding="utf-8") == gallery.page(), run


def test_every_picture_is_there_and_has_its_images() -> None:
    there = {entry.name for entry in gallery.ENTRIES}
    pictures = that_return(PICTURES)
    assert len(pictures) >= 12
    assert pictures <= there, "give each an Entry in tests/browser/gallery.py"
    names = {f"{entry.name}{suffix}.png" for entry in gallery.ENTRIES for suffix in gallery.THEMES}
    assert {path.name for path in gallery.IMAGES.iterdir()} == names


@pytest.mark.thorough
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


@pytest.mark.thorough
@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_the_gallery_has_no_violations(theme: str, lab: Lab) -> None:
    lab.executed(GALLERY)
    lab.set_theme(theme)
    assert violations(lab.page) == []


@pytest.mark.thorough
def test_what_is_planted_is_found(lab: Lab) -> None:
    lab.executed(GALLERY)
    lab.set_theme(LIGHT)  # on which the planted colour is too pale
    lab.page.evaluate(PLANT)
    rules = {said.partition(":")[0] for said in violations(lab.page)}
    lab.close()
    assert rules == {"color-contrast", "label", "role-img-alt", "button-name"}


@pytest.fixture
def high_contrast(lab: Lab) -> Iterator[OpenNotebook]:
    notebook = lab.executed(GALLERY)
    lab.page.emulate_media(forced_colors="active", color_scheme="dark")
    yield notebook
    lab.page.emulate_media(forced_colors="none", color_scheme="light")


@pytest.mark.thorough
@pytest.mark.parametrize("place", LINE_ART)
def test_lines_and_bars_are_seen_in_high_contrast(place: str, high_contrast: OpenNotebook) -> None:
    name, part = place.split(maxsplit=1)
    seen = pixels(high_contrast.output(name).locator(part).first)
    assert np.ptp(seen, axis=-1).max() < 0.01, "a colour of our own is left"
    assert (seen.min(axis=-1) == 1).sum() > 20


@pytest.mark.thorough
def test_text_boxes_and_hatching_are_seen_in_high_contrast(high_contrast: OpenNotebook) -> None:
    assert high_contrast.panel.evaluate(UNSEEN_TEXT) == []
    assert high_contrast.panel.evaluate(UNSEEN_BORDERS) == []
    assert high_contrast.output("heat_table").evaluate(HATCHED) == 21
    chosen = high_contrast.view("linked_steps").body.locator(CHOSEN)
    expect(chosen).not_to_have_css("box-shadow", "none")


def pixels(part: Locator) -> np.ndarray:
    """The visible pixels, (height, width, 3), from 0 to 1."""
    return np.asarray(imread(BytesIO(part.screenshot()))[..., :3])


def _at(step: str, row: int, column: int, body: Locator) -> Locator:
    wanted = json.dumps([step, row, column])
    return body.locator(f"[data-to='{wanted}']")


def _of(step: str, chosen: Locator) -> Locator:
    return chosen.and_(chosen.page.locator(f"[data-to*='{step}']")).first
