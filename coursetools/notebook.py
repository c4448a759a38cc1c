"""Read notebook files, including malformed and hostile ones."""

import json
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

Repairs = dict[str, None]  # an ordered set

KIND = "the kind of a cell was missing"
MOST_PARTS = 2_000_000
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
        If it is not a notebook.
    """
    return parse_repaired(content, name)[0]


def parse_repaired(content: bytes, name: str) -> tuple[Notebook, list[str]]:
    """Read a notebook from the bytes of its file, and say what had to be repaired.

    Parameters
    ----------
    content : bytes
    name : str
        Its name in error messages.

    Returns
    -------
    notebook
    repairs : list of str
        Each in words. A file as Jupyter writes it needs none.

    Raises
    ------
    UnusableInput
        If it is not a notebook.
    """
    repairs: dict[str, None] = {}
    try:
        if content.count(b"{") + content.count(b"[") > MOST_PARTS:
            raise ValueError("more than two million parts")
        return _upgraded(_decoded(content, repairs), repairs), list(repairs)
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


def _decoded(content: bytes, repairs: Repairs) -> str:
    encoding = json.detect_encoding(content)
    try:
        text = content.decode(encoding, errors="surrogatepass" if "8" not in encoding else "strict")
    except UnicodeDecodeError:
        repairs["it was not saved in UTF-8: letters such as ä may be wrong. Save it from JupyterLab"] = None  # fmt: skip
        return content.decode("latin-1")
    if not encoding.startswith("utf-8"):
        repairs[f"it was saved in {encoding}, not in UTF-8"] = None
    return text


def _upgraded(text: str, repairs: Repairs) -> Notebook:
    raw = nbformat.reader.parse_json(text)
    if "cells" not in raw and isinstance(raw.get("worksheets"), list):
        raw = nbformat.convert(nbformat.reader.reads(text), 4)
    elif raw.get("nbformat") != 4 and isinstance(raw.get("cells"), list):
        repairs[f"it claims to be of format {raw.get('nbformat')!r:.20}: it was read as 4"] = None
    if not isinstance(raw.get("cells"), list):
        raise ValueError("it has no list of cells")
    # Not nbformat.reads: it would give a duplicated cell a new id, and hide the duplication.
    repaired = _repaired(raw, repairs)
    try:
        return nbformat.v4.to_notebook_json(repaired)
    except (AttributeError, TypeError):
        repairs["outputs and attachments of the wrong type were left out"] = None
        cells = [_without_extras(cell) for cell in repaired["cells"]]
        return nbformat.v4.to_notebook_json({**repaired, "cells": cells})


def _without_extras(cell: dict[str, Any]) -> dict[str, Any]:
    outputs: dict[str, Any] = {"outputs": []} if "outputs" in cell else {}
    return {key: value for key, value in cell.items() if key != "attachments"} | outputs


def _repaired(raw: dict[str, Any], repairs: Repairs) -> dict[str, Any]:
    if not isinstance(raw.get("metadata"), dict):
        repairs["metadata of the wrong type was left out"] = None
    cells = [_repaired_cell(cell, repairs) for cell in raw["cells"] if isinstance(cell, dict)]
    if len(cells) < len(raw["cells"]):
        repairs["a cell that is none was left out"] = None
    metadata = raw["metadata"] if isinstance(raw.get("metadata"), dict) else {}
    return {**raw, "metadata": metadata, "cells": cells, "nbformat": 4, "nbformat_minor": 5}


def _repaired_cell(cell: dict[str, Any], repairs: Repairs) -> dict[str, Any]:
    metadata = cell.get("metadata")
    known = {
        "cell_type": _or(cell.get("cell_type"), str, _likely_kind(cell), KIND, repairs),
        "metadata": _or(metadata, dict, {}, "metadata of the wrong type was left out", repairs),
        "source": _source(cell.get("source"), repairs),
    }
    if not isinstance(cell.get("id"), str):
        if "id" in cell:
            repairs["ids of cells were missing or no text"] = None
        known["id"] = uuid4().hex
    tags = known["metadata"].get("tags", [])
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        repairs["tags of the wrong type were left out"] = None
        known["metadata"] = {**known["metadata"], "tags": []}
    return {**cell, **known, **_outputs(cell, known["cell_type"], repairs)}


def _or(value: Any, kind: type, instead: Any, repair: str, repairs: Repairs) -> Any:
    if isinstance(value, kind):
        return value
    repairs[repair] = None
    return instead


def _likely_kind(cell: dict[str, Any]) -> str:
    return "code" if "outputs" in cell or "execution_count" in cell else "markdown"


def _source(source: Any, repairs: Repairs) -> str:
    lines = source if isinstance(source, list) else [source]
    text = "".join(line for line in lines if isinstance(line, str))
    if not all(isinstance(line, str) for line in lines):
        repairs["source of the wrong type was left out"] = None
    if not text.isascii() and text != (clean := text.encode(errors="replace").decode()):
        repairs["characters that are none were replaced"] = None
        return clean
    return text


def _outputs(cell: dict[str, Any], kind: str, repairs: Repairs) -> dict[str, Any]:
    outputs = cell.get("outputs", [])
    if kind != "code":
        return {}
    if not isinstance(outputs, list) or not all(isinstance(one, dict) for one in outputs):
        repairs["outputs of the wrong type were left out"] = None
        outputs = []
    return {"outputs": outputs}
