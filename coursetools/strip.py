"""Remove everything from a submitted notebook that JupyterLab could run when somebody opens it.

A notebook stores the state of its widgets, and a widget may contain its author's JavaScript. JupyterLab
restores widgets when it opens a notebook, without running a cell and without asking for trust.
"""

import json
import re
from typing import Any

KEPT_METADATA = {"kernelspec", "language_info", "jupyter", "nbgrader", "tags", "variant"}

# JupyterLab runs the command that such an attribute names when somebody clicks: a button, in Markdown.
COMMAND = re.compile("data-commandlinker", re.IGNORECASE)
DISARMED = "data-removed"


def stripped(content: bytes) -> tuple[bytes, set[str]]:
    r"""Remove stored outputs, all metadata and attachments except those known to be harmless, and commands.

    Parameters
    ----------
    content : bytes
        A notebook file of any format, or anything else.

    Returns
    -------
    content : bytes
        Unchanged if there is nothing to remove, or if it is not JSON and therefore not a notebook.
    removed : set of str
        The things that were removed, in words.

    Raises
    ------
    RecursionError
        If it is nested too deeply.

    Examples
    --------
    >>> stripped(b'{"cells": [], "metadata": {"widgets": {"state": 1}}}')
    (b'{\n "cells": [],\n "metadata": {}\n}\n', {'widgets'})
    """
    try:
        notebook = json.loads(content.decode("utf-8-sig"))
    except ValueError:
        return content, set()
    removed: set[str] = set()
    kept = _harmless(notebook, removed)
    if not removed:
        return content, removed
    text = json.dumps(kept, indent=1, ensure_ascii=False) + "\n"
    # Half a surrogate pair is written as \udc00 or similar, which is valid in JSON.
    return text.encode(errors="backslashreplace"), removed


def _harmless(value: Any, removed: set[str]) -> Any:
    """Copy a part of a notebook. Formats store things in different places, so look everywhere."""
    if isinstance(value, list):
        return [_harmless(part, removed) for part in value]
    if not isinstance(value, dict):
        return value
    if value.get("cell_type") != "code" and COMMAND.search(_text(value.get("source"))):
        removed.add("buttons that run commands")
        value = {**value, "source": COMMAND.sub(DISARMED, _text(value["source"]))}
    return {key: _harmless(_allowed(key, part, removed), removed) for key, part in value.items()}


def _text(source: Any) -> str:
    """Join the parts of a cell's source, which need not be whole lines."""
    parts = source if isinstance(source, list) else [source]
    return "".join(part for part in parts if isinstance(part, str))


def _allowed(key: str, part: Any, removed: set[str]) -> Any:
    if key == "outputs" and part:
        removed.add("outputs")
        return []
    if key == "metadata" and isinstance(part, dict):
        unknown = part.keys() - KEPT_METADATA
        removed |= {"widgets" if name == "widgets" else "other metadata" for name in unknown}
        return {name: part[name] for name in part if name in KEPT_METADATA}
    if key == "attachments" and isinstance(part, dict):
        images = {name: bundle for name, bundle in part.items() if _is_image(bundle)}
        removed |= {"attachments"} if len(images) < len(part) else set()
        return images
    return part


def _is_image(bundle: Any) -> bool:
    return isinstance(bundle, dict) and all(kind.startswith("image/") for kind in bundle)
