"""A real JupyterLab on a copy of the course, and Chromium to open it."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import gallery
import nbformat
import pictures
import pytest
from lab import SECONDS, Lab
from playwright.sync_api import ConsoleMessage, Page, expect
from server import chromium_at, jupyterlab

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def chromium() -> str:
    path = shutil.which("chromium")
    if path is None:
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop("NOT RUN: tests/browser needs Chromium (apt-get install chromium)")
    return path


@pytest.fixture(scope="session")
def address(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("lab")
    for name in ("docs", "notebooks", "exercises", "solutions"):
        shutil.copytree(ROOT / name, folder / "course" / name)
    nbformat.write(pictures.notebook(), folder / "course" / pictures.PICTURES)
    nbformat.write(gallery.notebook(), folder / "course" / gallery.GALLERY)
    with jupyterlab(folder / "course", folder) as address:
        yield address


@pytest.fixture(scope="session")
def page(chromium: str, address: str) -> Iterator[Page]:
    with chromium_at(address, chromium) as page:
        yield page


@pytest.fixture(scope="session")
def lab(page: Page) -> Lab:
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(message.text)

    expect.set_options(timeout=SECONDS * 1000)
    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(error.stack or str(error)))
    return Lab(page, complaints)


@pytest.hookimpl(tryfirst=True)  # pytest-xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of one notebook together, so that it is opened and run only once.

    They come after all others, which could use neither asyncio nor a Playwright of their own
    while the one of this folder runs.
    """
    here = [item for item in items if item.path.parent == Path(__file__).parent]
    elsewhere = [item for item in items if item not in here]
    items[:] = [*elsewhere, *sorted(here, key=_notebook_of)]
    for item in here:
        item.add_marker(pytest.mark.xdist_group(_notebook_of(item)))


def _notebook_of(item: pytest.Item) -> str:
    call = getattr(item, "callspec", None)
    return str(call.params.get("path", item.path.name)) if call else item.path.name
