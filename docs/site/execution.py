"""Lectures, executed: afresh when they or the library have changed, and with their views recorded."""

import hashlib
import os
import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

ROOT = Path(__file__).parents[2]
SECONDS = 600  # for one cell, on a machine with much else to do
RECORD = "from attnlib.view.recording import publish\n\npublish()"
IGNORED = {"__pycache__", "practice"}  # no lecture uses the checks


def executed(notebooks: Mapping[str, NotebookNode], cache: Path) -> dict[str, NotebookNode]:
    """Give each notebook its outputs, from the cache where nothing has changed.

    Views, figures and predictions are there as `attnlib.view.recording.MIME`.
    """
    cache.mkdir(parents=True, exist_ok=True)
    library = _digest(_library())
    files = {
        name: cache / f"{name}-{_digest([library, nbformat.writes(notebook).encode()]).hex()}.ipynb"
        for name, notebook in notebooks.items()
    }
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        missing = [name for name, file in files.items() if not file.exists()]
        list(pool.map(lambda name: _execute(name, notebooks[name], files[name]), missing))
    for old in set(cache.iterdir()) - {*files.values()}:
        old.unlink()
    return {name: nbformat.read(file, as_version=4) for name, file in files.items()}


def _library() -> Iterable[bytes]:
    """Everything that the outputs depend on beside the notebooks themselves."""
    yield sys.version.encode()
    yield (ROOT / "constraints.txt").read_bytes()
    for path in sorted((ROOT / "attnlib").rglob("*")):
        if path.is_file() and not IGNORED & {*path.parts}:
            yield path.relative_to(ROOT).as_posix().encode()
            yield path.read_bytes()


def _digest(parts: Iterable[bytes]) -> bytes:
    total = hashlib.sha256()
    for part in parts:
        total.update(hashlib.sha256(part).digest())
    return total.digest()[:12]


def _execute(name: str, notebook: NotebookNode, file: Path) -> None:
    print(f"executing {name}", flush=True)
    notebook.cells.insert(0, nbformat.v4.new_code_cell(RECORD))
    folder = {"metadata": {"path": str(ROOT / "notebooks")}}
    NotebookClient(notebook, timeout=SECONDS, resources=folder, store_widget_state=False).execute()
    del notebook.cells[0]
    draft = file.with_suffix(".draft")
    nbformat.write(notebook, draft)
    draft.rename(file)
