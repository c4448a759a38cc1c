"""The course in the browser, with a NumPy that needs no other server, and Chromium to open it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from folder_server import offline_chromium, serving
from playwright.sync_api import Browser
from website import copy_with_numpy, numpy_for_pyodide


@pytest.fixture(scope="session")
def numpy_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from packages import compress  # website.py has put its folder on the path

    folder = tmp_path_factory.mktemp("numpy")
    wheel = numpy_for_pyodide()
    compress(wheel, folder)
    return folder / wheel.name


@pytest.fixture(scope="session")
def site(numpy_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("website")
    copy_with_numpy(numpy_wheel, copy)
    return copy


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    with serving(site.parent) as address:
        yield f"{address}/{site.name}"


@pytest.fixture(scope="module")  # a second Playwright cannot start while this one runs
def browser() -> Iterator[Browser]:
    with offline_chromium("tests/lite") as browser:
        yield browser
