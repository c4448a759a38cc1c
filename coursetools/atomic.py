"""Write files atomically: whole, or not at all."""

import glob
import os
from pathlib import Path

import psutil


def write_whole(path: Path, content: str | bytes) -> None:
    """Write to a draft beside the file, then move the draft into its place.

    Parameters
    ----------
    path : Path
    content : str or bytes
        Text is written as UTF-8, with its line endings unchanged.

    Raises
    ------
    OSError
        If the file cannot be written. The old file is then unchanged, and the draft is removed.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(content.encode() if isinstance(content, str) else content)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def remove_abandoned_drafts(path: Path) -> None:
    """Remove the drafts of processes that were killed while they wrote a file.

    Parameters
    ----------
    path : Path
        The file.
    """
    for draft in path.parent.glob(f".{glob.escape(path.name)}.*"):
        process = draft.name.rpartition(".")[2]
        if process.isdecimal() and not psutil.pid_exists(int(process)):
            draft.unlink(missing_ok=True)
