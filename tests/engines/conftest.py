"""A window of each engine, and what it opens: the website, and JupyterLab on a copy of the course."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from engines import ENGINES
from folder_server import serving
from noted import Noting
from server import jupyterlab
from website import copy_with_numpy, numpy_for_pyodide
from window import SECONDS, Window

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module", params=ENGINES)
def window(request: pytest.FixtureRequest) -> Iterator[Window]:
    with ENGINES[request.param]() as driver:
        driver.set_window_rect(width=1280, height=900)
        driver.set_script_timeout(SECONDS)
        yield Window(f"{request.param} {driver.capabilities['browserVersion']}", driver)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    copy = tmp_path_factory.mktemp("website")
    copy_with_numpy(numpy_for_pyodide(), copy)
    with serving(copy.parent, Noting) as address:
        yield f"{address}/{copy.name}"


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("lab")
    for name in ("docs", "notebooks", "exercises"):
        shutil.copytree(ROOT / name, folder / "course" / name)
    with jupyterlab(folder / "course", folder) as address:
        yield address
