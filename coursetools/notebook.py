"""Read notebook files, including malformed and hostile ones."""

import json
import os
import re
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
METADATA = "metadata of the wrong type was left out"
MOST_CELLS = 100_000
MOST_PARTS = 2_000_000
ALL_BUT_MARKS = bytes(byte for byte in range(256) if byte not in b'"{[')
TEXT = re.compile(b'"[^"]*"')
MARK_OF_GIT = re.compile(b"^[<>]{7} ", re.MULTILINE)
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
    return _parsed(content, name, {}, whole=True)


def parse_repaired(content: bytes, name: str) -> tuple[Notebook, list[str]]:
    """Read a submitted notebook from the bytes of its file, and say what had to be repaired.

    Parameters
    ----------
    content : bytes
    name : str
        Its name in error messages.

    Returns
    -------
    notebook
        Without outputs and attachments, and without metadata other than tags and nbgrader's ids.
    repairs : list of str
        Each in words. A file written by Jupyter needs none.

    Raises
    ------
    UnusableInput
        If it is not a notebook.
    """
    repairs: Repairs = {}
    return _parsed(content, name, repairs, whole=False), list(repairs)


def _parsed(content: bytes, name: str, repairs: Repairs, whole: bool) -> Notebook:
    try:
        if _has_too_many_parts(content):
            raise ValueError("more than two million parts")
        return _upgraded(_decoded(content, repairs), repairs, whole)
    except Exception as error:  # a malformed file may make nbformat raise anything
        reason = str(error).splitlines()[0][:100] if str(error) else type(error).__name__
        if isinstance(error, nbformat.reader.NotJSONError):
            reason = _not_json(content)
        raise UnusableInput(
            f"{name}: not a notebook ({reason}). Save it again from JupyterLab."
        ) from None


def _not_json(content: bytes) -> str:
    """Say in a reader's words why a file is not JSON."""
    if not content:
        return "it is empty"
    if MARK_OF_GIT.search(content):
        return (
            "git has left both sides of a conflict in it, between <<<<<<< and >>>>>>>: keep one with "
            "`git checkout --ours FILE`, or `--theirs`"
        )
    if content.lstrip().startswith(b"{") and not content.rstrip().endswith(b"}"):
        return "only part of the file arrived"
    return f"it begins with {content[:20].decode(errors='replace')!r}"


def _has_too_many_parts(content: bytes) -> bool:
    """Tell whether a file would be too large once parsed; text in quotes does not count."""
    if sum(map(content.count, (b"{", b"["))) <= MOST_PARTS:
        return False
    plain = content.replace(b"\\\\", b"").replace(b'\\"', b"").translate(None, ALL_BUT_MARKS)
    return sum(map(TEXT.sub(b"", plain).count, (b"{", b"["))) > MOST_PARTS


def read_file(path: Path, name: str) -> bytes:
    """Read a submitted file, which may contain anything and have any size.

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
    """Open a submitted file, but not a link, pipe or device, even if one appears in the meantime.

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
        remedy = "Name one of your own notebook files (.ipynb)."
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


def _upgraded(text: str, repairs: Repairs, whole: bool) -> Notebook:
    raw = nbformat.reader.parse_json(text)
    if "cells" not in raw and isinstance(raw.get("worksheets"), list):
        raw = nbformat.convert(nbformat.reader.reads(text), 4)
    elif raw.get("nbformat") != 4 and isinstance(raw.get("cells"), list):
        repairs[f"it claims to be of format {raw.get('nbformat')!r:.20}: it was read as 4"] = None
    cells = raw.get("cells")
    if not isinstance(cells, list):
        raise ValueError("it has no list of cells")
    if len(cells) > MOST_CELLS:
        raise ValueError("more than 100,000 cells")
    metadata = _or(raw.get("metadata"), dict, {}, METADATA, repairs)
    known = {
        "metadata": metadata if whole else {},
        "cells": [_repaired(cell, repairs, whole) for cell in cells if isinstance(cell, dict)],
    }
    if len(known["cells"]) < len(cells):
        repairs["something that is not a cell was left out"] = None
    # Not nbformat.reads: it would give a duplicated cell a new id, and hide the duplication.
    return nbformat.v4.to_notebook_json({**known, "nbformat": 4, "nbformat_minor": 5})


def _repaired(cell: dict[str, Any], repairs: Repairs, whole: bool) -> dict[str, Any]:
    kind = _or(cell.get("cell_type"), str, _likely_kind(cell), KIND, repairs)
    metadata = _or(cell.get("metadata"), dict, {}, METADATA, repairs)
    if not _are_tags(metadata.get("tags", [])):
        repairs["tags of the wrong type were left out"] = None
        metadata = {**metadata, "tags": []}
    if not isinstance(cell.get("id", ""), str):
        repairs["ids of the wrong type were replaced"] = None
    known = {
        "cell_type": kind,
        "id": cell["id"] if isinstance(cell.get("id"), str) else uuid4().hex,
        "metadata": metadata if whole else _identifying(metadata),
        "source": _source(cell.get("source"), repairs),
    }
    rest = cell if whole else {"outputs": []} if kind == "code" else {}
    return {**rest, **known}


def _are_tags(tags: Any) -> bool:
    return isinstance(tags, list) and all(isinstance(tag, str) for tag in tags)


def _identifying(metadata: dict[str, Any]) -> dict[str, Any]:
    """Keep the metadata by which a submitted cell can be recognised."""
    nbgrader = metadata.get("nbgrader")
    grade_id = nbgrader.get("grade_id") if isinstance(nbgrader, dict) else None
    named = {"nbgrader": {"grade_id": grade_id}} if isinstance(grade_id, str) else {}
    return {"tags": metadata.get("tags", []), **named}


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
        repairs["invalid characters were replaced"] = None
        return clean
    return text
