"""The canonical form of notebooks in git: no images, and nothing that changes from run to run.

    python -m coursetools.canonical [--check] NOTEBOOK_OR_FOLDER...

Text and HTML outputs are kept; images, widget states, kernel versions and run times are removed.
Execution counts are renumbered, so a change to one cell is a diff of one cell.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import nbformat

from coursetools.atomic import write_whole
from coursetools.errors import UnusableInput
from coursetools.notebook import Cell, Notebook, read_notebook
from coursetools.roles import code_cells

NOTEBOOK_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "pygments_lexer": "ipython3"},
}
CELL_METADATA = ("jupyter", "nbgrader", "tags")  # jupyter: whether the source is folded
TRANSIENT_TYPES = ("image/", "application/vnd.jupyter.widget-view", "application/vnd.attnlib.view")


def canonical_text(notebook: Notebook) -> str:
    """Write a notebook in its canonical form.

    Parameters
    ----------
    notebook : notebook
        In nbformat 4.5; it is changed in place.

    Returns
    -------
    str
        The same text for notebooks that differ only in traces of a run or of a machine.
    """
    notebook.metadata = nbformat.from_dict(NOTEBOOK_METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for cell in notebook.cells:
        kept = {key: cell.metadata[key] for key in CELL_METADATA if cell.metadata.get(key)}
        cell.metadata = nbformat.from_dict(kept)
    executed = (cell for cell in code_cells(notebook) if cell.execution_count is not None)
    for cell, number in zip(executed, count(1), strict=False):
        _canonical_outputs(cell, number)
    return str(nbformat.writes(notebook)) + "\n"


def differing(paths: Iterable[Path]) -> list[Path]:
    """List the notebooks that are not in canonical form."""
    return [
        path for path in paths if canonical_text(read_notebook(path)).encode() != path.read_bytes()
    ]


def notebooks_in(places: Iterable[Path]) -> list[Path]:
    """List the given notebooks, and those in the given folders.

    Parameters
    ----------
    places : iterable of Path

    Returns
    -------
    list of Path

    Raises
    ------
    UnusableInput
        If a place does not exist.
    """
    paths: list[Path] = []
    for place in places:
        if not place.exists():
            raise UnusableInput(f"{place}: does not exist. Name a notebook or a folder of them.")
        paths += sorted(place.glob("*.ipynb")) if place.is_dir() else [place]
    return paths


def main(arguments: Sequence[str] | None = None) -> int:
    """Rewrite notebooks in canonical form, or only list those that are not (exit status 1)."""
    parser = argparse.ArgumentParser(prog="python -m coursetools.canonical", description=__doc__)
    parser.add_argument("places", nargs="+", type=Path, metavar="NOTEBOOK_OR_FOLDER")
    parser.add_argument("--check", action="store_true", help="only list them")
    options = parser.parse_args(arguments)
    try:
        paths = differing(notebooks_in(options.places))
    except UnusableInput as error:
        print(error, file=sys.stderr)
        return 2
    for path in paths:
        if options.check:
            print(f"{path}: not in canonical form. Run python -m coursetools.canonical {path}")
        else:
            write_whole(path, canonical_text(read_notebook(path)))
            print(f"{path}: rewritten")
    return int(options.check and bool(paths))


def _canonical_outputs(cell: Cell, number: int) -> None:
    cell.execution_count = number
    cell.outputs = [_canonical_output(output, number) for output in cell.outputs]


def _canonical_output(output: Any, number: int) -> Any:
    if "execution_count" in output:
        output.execution_count = number
    if "data" in output:
        output.metadata = nbformat.from_dict({})
        output.data = nbformat.from_dict(
            {kind: data for kind, data in output.data.items() if not _transient(kind)}
        )
    return output


def _transient(mime_type: str) -> bool:
    return mime_type.startswith(TRANSIENT_TYPES)


if __name__ == "__main__":
    sys.exit(main())
