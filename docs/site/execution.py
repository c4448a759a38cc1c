"""What the cells of a notebook display, recorded by the kernel that runs them, and once for the same code.

    IPYTHONDIR=$(python docs/site/execution.py) pytest --nbval notebooks

So started, the kernels of lectures keep a recording of what is displayed. The website finds it, and
executes itself only what has changed since.
"""

import hashlib
import json
import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import patch

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

from attnlib.view.recording import name_of

ROOT = Path(__file__).resolve().parents[2]
LECTURES = ROOT / "notebooks"
CACHE = ROOT / "build" / "site" / "kernels"
SECONDS = 600  # for one cell, on a machine with much else to do
IGNORED = {"__pycache__", "practice"}  # no lecture uses the checks
OF_THE_BROWSER = {".js", ".css"}  # what is recorded comes before them
# The solutions are run by the same kernels, but are not on the site.
CONFIGURATION = f"""\
from pathlib import Path

if Path.cwd() == Path({str(LECTURES)!r}):
    get_config().InteractiveShellApp.extensions = ["attnlib.view.recording"]
"""


def executed(notebooks: Mapping[str, NotebookNode], cache: Path = CACHE) -> dict[str, NotebookNode]:
    """Add to the outputs of notebooks a recording of each, as `attnlib.view.recording.MIME`.

    Where a cell has no outputs, it is given what it displays.
    """
    kernels = kernel_folder(cache)
    missing = [name for name in notebooks if not _is_recorded(notebooks[name], kernels)]
    with (
        patch.dict(os.environ, IPYTHONDIR=str(kernels)),
        ThreadPoolExecutor(os.cpu_count()) as pool,
    ):
        list(pool.map(lambda name: _execute(name, notebooks[name]), missing))
    for name, notebook in notebooks.items():
        for cell, file in _recordings(notebook, kernels):
            _add(json.loads(file.read_text(encoding="utf-8")), cell, f"{name}:{cell.id}")
    return {**notebooks}


def kernel_folder(cache: Path = CACHE) -> Path:
    """Make the folder for kernels that record; there is a new one for each state of the library."""
    kernels = cache / _digest(_library())
    settings = kernels / "profile_default" / "ipython_kernel_config.py"
    if not settings.exists():
        shutil.rmtree(cache, ignore_errors=True)
        settings.parent.mkdir(parents=True)
        settings.write_text(CONFIGURATION, encoding="utf-8")
    return kernels


def _library() -> Iterable[bytes]:
    """Everything that the outputs depend on beside the notebooks themselves."""
    yield sys.version.encode()
    yield CONFIGURATION.encode()
    yield (ROOT / "constraints.txt").read_bytes()
    for path in sorted((ROOT / "attnlib").rglob("*")):
        if path.is_file() and not IGNORED & {*path.parts} and path.suffix not in OF_THE_BROWSER:
            yield path.relative_to(ROOT).as_posix().encode()
            yield path.read_bytes()


def _digest(parts: Iterable[bytes]) -> str:
    total = hashlib.sha256()
    for part in parts:
        total.update(hashlib.sha256(part).digest())
    return total.hexdigest()[:24]


def _recordings(notebook: NotebookNode, kernels: Path) -> list[tuple[NotebookNode, Path]]:
    """Say for each cell with code in which file its recordings are."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
    names = (name_of(cell.source for cell in cells[: n + 1]) for n in range(len(cells)))
    folder = kernels / "recordings"
    return [(cell, folder / f"{name}.json") for cell, name in zip(cells, names, strict=True)]


def _is_recorded(notebook: NotebookNode, kernels: Path) -> bool:
    return all(file.exists() for _, file in _recordings(notebook, kernels))


def _execute(name: str, notebook: NotebookNode) -> None:
    print(f"executing {name}", flush=True)
    folder = {"metadata": {"path": str(LECTURES)}}
    copy = nbformat.from_dict(notebook)
    NotebookClient(copy, timeout=SECONDS, resources=folder, store_widget_state=False).execute()


def _add(shown: list[dict[str, object]], cell: NotebookNode, place: str) -> None:
    if not cell.outputs:
        cell.outputs = [nbformat.v4.new_output("display_data", bundle) for bundle in shown]
    outputs = [one.data for one in cell.outputs if "text/html" in one.get("data", {})]
    varies = "nbval-ignore-output" in cell.metadata.get("tags", [])
    for bundle in shown:
        fitting = [one for one in outputs if varies or one["text/html"] == bundle["text/html"]]
        if not fitting:
            sys.exit(f"{place}: its stored output is not what it displays. Run make execute.")
        fitting[0].update(bundle)


if __name__ == "__main__":
    print(kernel_folder())
