"""Where the course for the browser is, and whether it was built from what is here now."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

LITE = Path(__file__).parent
ROOT = LITE.parents[1]
BUILD = ROOT / "build" / "lite"
LIVE = BUILD / "live"
LAB_PLUGINS = ROOT / "coursetools" / "lab" / "labextension"  # those of JupyterLab serve here, too
# Everything that the start page leads to.
CONTENT = (
    "notebooks",
    "exercises",
    "docs/GLOSSARY.md",
    "docs/CONVENTIONS.md",
    "docs/CHECKLIST.md",
    "docs/images/sentence.svg",
)
NOTE = "built-from"  # a digest, in the folder


def note_sources() -> None:
    """Say in the folder what it was built from."""
    (LIVE / NOTE).write_text(_digest(), encoding="utf-8")


@cache
def up_to_date() -> bool:
    """Tell whether the folder is there and was built from the files as they are."""
    note = LIVE / NOTE
    if not note.exists():
        return False
    current = note.read_text(encoding="utf-8") == _digest()
    if not current:
        print("The course in the browser is out of date, and left out. To build it: make live")
    return current


def library() -> list[Path]:
    """List the files of the library and of the checks."""
    return _files(ROOT / name for name in ("attnlib", "attnprobes", "course", "checks"))


def content() -> list[Path]:
    """List the notebooks, and what they lead to."""
    return _files(ROOT / name for name in CONTENT)


def _digest() -> str:
    total = hashlib.sha256()
    for path in [*library(), *_files([LITE, LAB_PLUGINS]), *content()]:
        total.update(path.relative_to(ROOT).as_posix().encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def _files(places: Iterable[Path]) -> list[Path]:
    found = (path for one in places for path in [one, *sorted(one.rglob("*"))] if path.is_file())
    return [path for path in found if not {"__pycache__", ".ipynb_checkpoints"} & {*path.parts}]
