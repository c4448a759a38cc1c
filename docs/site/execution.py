"""What the cells of a notebook display, recorded by the kernel that runs them, and once for the same code.

    IPYTHONDIR=$(python docs/site/execution.py) pytest --nbval notebooks

So started, the kernels of lectures keep a recording of what is displayed. The website finds it, and
executes itself only what has changed since.
"""

import asyncio
import hashlib
import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Mapping
from difflib import get_close_matches, unified_diff
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode
from states import name_of

ROOT = Path(__file__).resolve().parents[2]
LECTURES = ROOT / "notebooks"
CACHE = ROOT / "build" / "site" / "kernels"
RECORDING = [ROOT / "docs" / "site" / name for name in ("states.py", "png_layers.py")]
SECONDS = 600  # for one cell, on a machine with much else to do
MOST_LINES, MOST_LETTERS = 8, 100  # of a difference
OF_THE_BROWSER = {".js", ".css"}  # what is recorded comes before them
# The solutions are run by the same kernels, but are not on the site.
CONFIGURATION = f"""\
import sys
from pathlib import Path

if Path.cwd().is_relative_to({str(LECTURES)!r}):
    sys.path.append({str(RECORDING[0].parent)!r})
    get_config().InteractiveShellApp.extensions = ["states"]
"""


class NotAsStoredError(Exception):
    """A notebook displays something else than what is stored in it."""


def executed(notebooks: Mapping[str, NotebookNode], cache: Path = CACHE) -> dict[str, NotebookNode]:
    """Add to the outputs of notebooks a recording of each, as `states.MIME`.

    Their names are their paths in the folder of the lectures, without the ending. Where a cell has
    no outputs, it is given what it displays. The first notebook whose stored outputs are not what
    it displays ends everything, the kernels of the others too.
    """
    kernels = kernel_folder(cache)
    try:
        with patch.dict(os.environ, IPYTHONDIR=str(kernels)):
            asyncio.run(_record_all(notebooks, kernels))
    except NotAsStoredError as error:
        sys.exit(str(error))
    return {**notebooks}


async def _record_all(notebooks: Mapping[str, NotebookNode], kernels: Path) -> None:
    free = asyncio.Semaphore(os.cpu_count() or 1)

    async def record(name: str, notebook: NotebookNode) -> None:
        if not _is_recorded(notebook, kernels):
            async with free:
                await _execute(name, notebook)
        for cell, file in _recordings(notebook, kernels):
            _add(json.loads(file.read_text(encoding="utf-8")), cell, name)

    # After the first error, asyncio.run cancels the others, and so shuts their kernels down.
    await asyncio.gather(*(record(*pair) for pair in notebooks.items()))


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
    packages = (ROOT / name for name in ("attnlib", "attnprobes", "course"))
    for path in sorted([*RECORDING, *(path for one in packages for path in one.rglob("*"))]):
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in OF_THE_BROWSER:
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


async def _execute(name: str, notebook: NotebookNode) -> None:
    print(f"executing {name}", flush=True)
    client = NotebookClient(
        nbformat.from_dict(notebook),
        timeout=SECONDS,
        resources={"metadata": {"path": str((LECTURES / name).parent)}},
        store_widget_state=False,
        shutdown_kernel="immediate",
    )
    await client.async_execute()


def _add(shown: list[dict[str, Any]], cell: NotebookNode, name: str) -> None:
    if not cell.outputs:
        cell.outputs = [nbformat.v4.new_output("display_data", bundle) for bundle in shown]
    outputs = [one.data for one in cell.outputs if "text/html" in one.get("data", {})]
    varies = "nbval-ignore-output" in cell.metadata.get("tags", [])
    for bundle in shown:
        fitting = [one for one in outputs if varies or one["text/html"] == bundle["text/html"]]
        if not fitting:
            raise NotAsStoredError(
                _differs(name, cell, [one["text/html"] for one in outputs], bundle)
            )
        fitting[0].update(bundle)


def _differs(name: str, cell: NotebookNode, stored: list[str], bundle: dict[str, Any]) -> str:
    """Say which cell displays something else than what is stored, how they differ, and what to do."""
    displayed = bundle["text/html"]
    before = next(iter(get_close_matches(displayed, stored, n=1, cutoff=0)), "")
    pieces = (re.sub("(?<=>)|(?=<)", "\n", html).split("\n") for html in (before, displayed))
    _, _, *lines = unified_diff(*pieces, n=0, lineterm="")
    found = [f"  {line[:MOST_LETTERS]}" for line in lines if not line.startswith("@@")]
    return "\n".join(
        [
            f"notebooks/{name}.ipynb, cell {cell.id}: what is stored (-) is not what it displays (+).",
            *islice(found, MOST_LINES),
            "If the new output is right, run make execute and commit the notebook. If it differs from "
            "machine to machine, tag the cell nbval-ignore-output.",
        ]
    )


if __name__ == "__main__":
    print(kernel_folder())
