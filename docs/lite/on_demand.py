"""An extension of IPython in the browser: matplotlib comes with the first figure, and not before.
Modules are looked for beside the notebook last, because each look asks the page, which is busy.

An import cannot wait for what Pyodide loads, because that ends only after the cell. So this asks for
the wheels as an import reads files: one after another, and nothing else happens meanwhile.
"""

import hashlib
import importlib
import io
import sys
import zipfile
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urljoin

import js
import pyodide_js
from IPython.core.error import UsageError
from pyodide.ffi import JsException

DRAWS = "matplotlib"
NAMES = (DRAWS, "PIL")
NUMPY = "numpy"
REMEDY = "Reload the page; if that does not help, this network may not let it through."
SITE = Path(__file__).parent


class FirstFigure:
    """Finds matplotlib when it is imported, by loading what Pyodide's lock file names for it."""

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Load the wheels; if they are out of reach, the module is simply missing."""
        packages = pyodide_js.lockfile.packages.to_py()
        if name not in NAMES or DRAWS not in packages:
            return None
        try:
            for wheel in [DRAWS, *packages[DRAWS]["depends"]]:
                _install(packages[wheel])
        except (JsException, OSError):
            return None
        sys.meta_path.remove(cls)
        importlib.invalidate_caches()
        return PathFinder.find_spec(name, path, target)


def _install(package: dict[str, Any]) -> None:
    address = urljoin(pyodide_js.lockfileBaseUrl, package["file_name"])
    request = js.XMLHttpRequest.new()
    request.open("GET", address, False)
    request.responseType = "arraybuffer"
    request.send()
    content = request.response.to_bytes() if request.status == 200 else b""
    if hashlib.sha256(content).hexdigest() != package["sha256"]:
        raise OSError(f"{address} is not there, or not the file that Pyodide's lock names.")
    with zipfile.ZipFile(io.BytesIO(content)) as wheel:
        wheel.extractall(SITE)


class NotHere:
    """Says of NumPy, which the page loads before any cell runs, from where it did not arrive."""

    @staticmethod
    def find_spec(name: str, *_: object) -> None:
        """Asked last, so only if it is missing."""
        package = pyodide_js.lockfile.packages.to_py().get(name)
        if name == NUMPY and package:
            address = urljoin(pyodide_js.lockfileBaseUrl, package["file_name"])
            raise UsageError(f"NumPy did not arrive from {address}. {REMEDY}")  # no traceback


def load_ipython_extension(shell: Any) -> None:
    """Ask last, after everything that is installed."""
    sys.meta_path += [FirstFigure, NotHere]
    sys.path.append("")
    shell.Completer.use_jedi = False  # it is not there
