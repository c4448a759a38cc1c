"""The same views in Notebook 7, on the same server: they run and move without errors."""

import re
from collections.abc import Iterator

import pytest
from lab import IN_TIME, IS_OPEN, RUN_ALL, Lab, OpenNotebook
from pictures import PICTURES
from playwright.sync_api import expect
from server import visit

pytestmark = pytest.mark.thorough  # another server, for the same views


@pytest.fixture(scope="module")
def opened(lab: Lab, address: str) -> Iterator[tuple[OpenNotebook, list[str]]]:
    """The notebook of pictures, run in a window of Notebook 7, and the errors of the browser."""
    lab.close()  # otherwise, both would share a kernel, and it would end for both
    browser = lab.page.context.browser
    assert browser
    window = browser.new_page()
    visit(window, re.sub(r"/lab\?", f"/notebooks/{PICTURES}?", address))
    window.wait_for_function(IS_OPEN)
    complaints: list[str] = []  # only now, because it reports JupyterLab's settings, not ours
    window.on("pageerror", lambda error: complaints.append(str(error)))
    window.evaluate(IN_TIME % RUN_ALL)
    yield OpenNotebook(window), complaints
    window.close()


def test_an_arrow_is_moved_by_arrow_keys(opened) -> None:
    notebook, complaints = opened
    query = notebook.view("plane").body.get_by_role("slider", name="query")
    query.focus()
    notebook.page.keyboard.press("ArrowUp")
    expect(query).to_have_attribute("aria-valuetext", "at 1, 1.25; 51 degrees")
    expect(notebook.view("plane").pictures).to_contain_text("query (1.00, 1.25)")
    expect(query).to_be_focused()
    assert complaints == []


def test_a_film_plays_and_sliders_are_linked(opened) -> None:
    notebook, complaints = opened
    film = notebook.view("film").body
    film.get_by_role("button", name="Play").click()
    expect(film.locator("output")).to_have_text("step 110")
    slider = notebook.view("native").body.get_by_role("slider", name="angle")
    slider.focus()
    notebook.page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("65")
    expect(notebook.cell("both").locator(".widget-readout").first).to_have_text("65")
    expect(notebook.errors).to_have_count(0)
    assert complaints == []
