"""The first minute of a student: JupyterLab opens the start page, asks nothing, changes no file."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from lab import IN_TIME, IS_CHANGED, KERNEL_INFO, ON_DISK, SAVE, Lab
from playwright.sync_api import Locator, Page, Response, expect
from server import settle, visit

ROOT = Path(__file__).parents[2]
FOLDERS = ("notebooks", "exercises")
FIRST, *_ = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
NOTEBOOKS = [f"{folder}/{FIRST}" for folder in FOLDERS]
OTHERS = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in FOLDERS
    for path in (ROOT / folder).glob("*.ipynb")
    if path.name != FIRST
)
# JupyterLab writes into a notebook once the kernel has reported its Python version.
SAYS_PYTHON = """() => {
    const panel = window.jupyterapp.shell.currentWidget;
    return Boolean(panel.context.model.getMetadata('language_info').version);
}"""


@pytest.fixture(scope="module")
def start(lab: Lab, address: str) -> Iterator[Page]:
    """A window as it opens when somebody starts JupyterLab."""
    browser = lab.page.context.browser
    assert browser
    window = browser.new_page(viewport={"width": 1280, "height": 900})
    visit(window, address.replace("/lab?", "/?"))
    yield window
    window.close()


def stores(**arranged: object) -> Callable[[Response], bool]:
    """Recognise the request with which JupyterLab stores this of its left sidebar."""

    def found(answer: Response) -> bool:
        if answer.request.method != "PUT" or "/api/workspaces/" not in answer.url:
            return False
        layout = answer.request.post_data_json["data"].get("layout-restorer:data", {})
        return bool(arranged.items() <= layout.get("left", {}).items())

    return found


def front(window: Page) -> Locator:
    return window.locator(".jp-MarkdownViewer, .jp-NotebookPanel").locator("visible=true")


def test_the_start_page_is_in_front_and_nothing_is_asked(start: Page) -> None:
    page = front(start)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Attention, by hand")
    drawn = page.get_by_role("img").first
    expect(drawn).to_be_visible()
    assert (
        drawn.evaluate("async image => { await image.decode(); return image.naturalWidth; }") > 500
    )
    expect(page.get_by_role("link", name="Begin with lesson 1")).to_be_in_viewport()
    expect(start.locator(".jp-Dialog, .jp-toastContainer .Toastify__toast")).to_have_count(0)


def test_links_lead_to_a_lesson_to_its_exercises_and_back(start: Page) -> None:
    front(start).get_by_role("link", name="Begin with lesson 1").click()
    expect(front(start).get_by_role("heading", level=1)).to_contain_text("1 · How alike")
    front(start).get_by_role("link", name=f"exercises/{FIRST}").click()
    expect(front(start).get_by_role("heading", level=1)).to_contain_text("Exercises 1")
    front(start).get_by_role("link", name="start page").click()
    expect(front(start).get_by_role("heading", level=1)).to_contain_text("Attention, by hand")
    front(start).get_by_role("link", name="glossary").click()
    expect(front(start).get_by_role("heading", level=1)).to_contain_text("Glossary")


@pytest.fixture
def new_reader(lab: Lab, address: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A window of somebody who has arranged nothing in JupyterLab yet."""
    browser = lab.page.context.browser
    assert browser
    window = browser.new_page(viewport={"width": 1280, "height": 900})
    place = f"/lab/workspaces/{request.node.name}/tree/notebooks/START.md?"
    visit(window, address.replace("/lab?", place))
    expect(front(window).get_by_role("heading", level=1)).to_be_visible()
    yield window
    window.close()


def test_a_new_reader_sees_the_contents_and_types_into_the_lesson(new_reader: Page) -> None:
    contents = new_reader.locator(".jp-TableOfContents")
    expect(contents).to_contain_text("How an exercise works")
    expect(contents).to_be_visible()
    front(new_reader).get_by_role("link", name="Begin with lesson 1").click()
    expect(contents).to_contain_text("Key points")
    expect(new_reader.locator(".jp-Notebook :focus")).to_have_count(1)


@pytest.mark.thorough
def test_whoever_opens_the_files_or_closes_the_sidebar_finds_it_so_again(new_reader: Page) -> None:
    contents, files = map(new_reader.locator, (".jp-TableOfContents", ".jp-FileBrowser"))
    expect(contents).to_be_visible()
    for arranged in ({"current": "filebrowser"}, {"collapsed": True}):
        with new_reader.expect_response(stores(**arranged)):
            new_reader.get_by_role("tab", name="File Browser").click()
        new_reader.reload()
        settle(new_reader)
        expect(files).to_be_visible(visible="current" in arranged)
        expect(contents).to_be_hidden()


@pytest.mark.thorough
@pytest.mark.parametrize("path", [*NOTEBOOKS, *OTHERS])
def test_no_notebook_is_changed_by_being_opened_or_saved(path: str, lab: Lab) -> None:
    lab.open(path)
    lab.page.evaluate(IN_TIME % KERNEL_INFO)
    lab.page.wait_for_function(SAYS_PYTHON)
    assert not lab.page.evaluate(IS_CHANGED)
    lab.page.evaluate(IN_TIME % SAVE)
    assert lab.page.evaluate(ON_DISK, path) == (ROOT / path).read_text(encoding="utf-8")
