"""Write files whole or not at all."""

import os
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file to a draft beside it, which then takes its place.

    Parameters
    ----------
    path : Path
    content : str or bytes
        Text is written in UTF-8, its line ends as they are.

    Raises
    ------
    OSError
        If the file cannot be written. The old one is unchanged then, and the draft removed.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(content.encode() if isinstance(content, str) else content)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
