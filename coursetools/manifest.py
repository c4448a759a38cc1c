"""The manifest of a release: a digest of each file, so that an update sees which files were changed."""

import hashlib
import json
from collections.abc import Mapping

from coursetools.errors import UnusableInput
from coursetools.notebook import parse_notebook

MANIFEST = ".release.json"
NOTEBOOK = ".ipynb"

Files = Mapping[str, bytes]
Digests = dict[str, str]


def digest(name: str, content: bytes) -> str:
    """Return the same short text for files with the same content.

    Parameters
    ----------
    name : str
    content : bytes
        In a notebook, only the source of the cells counts, so running it does not change the digest.

    Returns
    -------
    str
        16 hexadecimal digits.

    Examples
    --------
    >>> digest("softmax.py", b"a line") == digest("softmax.py", b"another line")
    False
    """
    told = _cells(name, content) if name.endswith(NOTEBOOK) else content.replace(b"\r\n", b"\n")
    return hashlib.sha256(told).hexdigest()[:16]


def digests(files: Files) -> Digests:
    """Compute the digest of each file of a release."""
    return {name: digest(name, content) for name, content in sorted(files.items())}


def _cells(name: str, content: bytes) -> bytes:
    try:
        cells = parse_notebook(content, name).cells
    except UnusableInput:
        return content
    return json.dumps([[cell.cell_type, cell.source] for cell in cells]).encode()
