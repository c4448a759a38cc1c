"""Read notebook files, including malformed and hostile ones."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4

import nbformat

from coursetools.errors import UnusableInput

Notebook = Any
Cell = Any

LARGEST_FILE = 50_000_000
# Windows has neither flag; there, links are rare and pipes are not files.
NEVER_WAIT_OR_FOLLOW = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
NEVER_WAIT_OR_FOLLOW |= getattr(os, "O_BINARY", 0)


def read_notebook(path: Path) -> Notebook:
    """Read a notebook file of any format since version 3.

    Parameters
    ----------
    path : Path
        A regular file; links are not followed.

    Returns
    -------
    notebook
        In nbformat 4.5, every cell with an id; duplicate ids are kept.

    Raises
    ------
    UnusableInput
        If there is no such file, or it is not a notebook, or larger than 50 MB.
    """
    return parse_notebook(read_file(path, str(path)), str(path))


def parse_notebook(content: bytes, name: str) -> Notebook:
    """Read a notebook from the bytes of its file, as `read_notebook` does.

    Parameters
    ----------
    content : bytes
    name : str
        Its name in error messages.

    Returns
    -------
    notebook

    Raises
    ------
    UnusableInput
        If it is not a notebook, or not in UTF-8.
    """
    try:
        return _upgraded(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UnusableInput(f"{name}: not in UTF-8. Save it again from JupyterLab.") from None
    except Exception as error:  # nbformat raises whatever a malformed file provokes
        reason = str(error).splitlines()[0][:100] if str(error) else type(error).__name__
        raise UnusableInput(
            f"{name}: not a notebook ({reason}). Save it again from JupyterLab."
        ) from None


def read_file(path: Path, name: str) -> bytes:
    """Read a submitted file, which may be anything, of any size.

    Parameters
    ----------
    path : Path
        Links are not followed.
    name : str
        Its name in error messages.

    Returns
    -------
    bytes

    Raises
    ------
    UnusableInput
        If it is not a regular file, cannot be read, or is larger than 50 MB.
    """
    with opened(path, name) as file:
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        megabytes = LARGEST_FILE // 1_000_000
        raise UnusableInput(
            f"{name}: larger than {megabytes} MB. Clear its outputs and save it again."
        )
    return content


@contextmanager
def opened(path: Path, name: str) -> Iterator[BinaryIO]:
    """Open a submitted file, but no link, pipe or device, not even one that appears meanwhile.

    Parameters
    ----------
    path : Path
    name : str
        Its name in error messages.

    Yields
    ------
    binary file

    Raises
    ------
    UnusableInput
        If it is not a regular file, or cannot be read.
    """
    special = UnusableInput(f"{name}: is not a regular file. Name a notebook file (.ipynb).")
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            raise special
        with os.fdopen(os.open(path, NEVER_WAIT_OR_FOLLOW), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise special
            yield file
    except FileNotFoundError:
        raise UnusableInput(f"{name}: does not exist. Name a notebook file (.ipynb).") from None
    except OSError as error:
        remedy = "Name a notebook file (.ipynb) of yours."
        raise UnusableInput(f"{name}: cannot be read ({error.strerror}). {remedy}") from None


def _upgraded(text: str) -> Notebook:
    # Not nbformat.reads: it would give a duplicated cell a new id, and hide the duplication.
    notebook = nbformat.convert(nbformat.reader.reads(text), 4)
    notebook.nbformat_minor = 5
    if not isinstance(notebook.get("cells"), list):
        raise ValueError("it has no list of cells")
    for cell in notebook.cells:
        cell.setdefault("id", uuid4().hex)
        _require_readable(cell)
    return notebook


def _require_readable(cell: Cell) -> None:
    for part, kind in (("id", str), ("cell_type", str), ("source", str), ("metadata", dict)):
        if not isinstance(cell.get(part), kind):
            raise ValueError(f"a cell has no {part}")
    if not isinstance(cell.metadata.get("tags", []), list):
        raise ValueError("the tags of a cell are not a list")
    cell.source.encode()  # half a surrogate pair is not text
