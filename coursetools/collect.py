"""Unpack a download of submissions from Moodle or Canvas: DIR/<student>/<notebook>.ipynb.

The download is not trusted. Of each path in it, only the names of the student and the notebook are
used. Nothing is overwritten. A line reports each file that is left out or renamed.
"""

import hashlib
import os
import re
import stat
import zlib
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path
from zipfile import BadZipFile, ZipFile, ZipInfo

from coursetools.atomic import write_whole
from coursetools.errors import UnusableInput
from coursetools.filenames import distinct, portable
from coursetools.notebook import LARGEST_FILE
from coursetools.strip import stripped
from coursetools.wording import shown

MOODLE = re.compile(r"(?P<student>.+?_\d+)_assignsubmission_file(_?|_(?P<notebook>.+))")
CANVAS = re.compile(
    r"((LATE_)?(?P<anonymous>anon_\w{5})|(?P<name>\w+?)_(LATE_)?(?P<number>\d+))_\d+_(?P<notebook>.+)"
)
COPY = re.compile(r"(-\d{1,3}| ?\(\d{1,3}\))$")  # what Canvas and browsers add to a second upload
MOST_ENTRIES = 200_000
MOST_BYTES = 4_000_000_000
IS_UTF_8, IS_ENCRYPTED = 0x800, 0x1  # bits of a zip entry's flags


@dataclass
class Collected:
    """What became of a download.

    Attributes
    ----------
    files : list of Path
        The notebooks: new ones, and those already there with the same content.
    notes : list of str
        A line for each file that was renamed or handed in late.
    left_out : list of str
        A line for each file that was not unpacked.
    removed : Counter of str
        What was removed because JupyterLab could run it, and from how many notebooks.
    """

    files: list[Path] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    removed: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Entry:
    """A notebook in a download: whose it is, its name, and where it is."""

    path: str
    student: str
    notebook: str
    info: ZipInfo


class LeftOut(Exception):
    """Raised for an entry that is left out; the message is the reason."""


def collect(download: Path, into: Path) -> Collected:
    """Unpack the notebooks of a download, each into the folder of its student.

    Parameters
    ----------
    download : Path
        The zip that Moodle or Canvas makes of all submissions to an assignment.
    into : Path
        Created if needed. Other files in it are not touched.

    Returns
    -------
    Collected

    Raises
    ------
    UnusableInput
        If the download is not a zip, or `into` cannot be written.
    """
    collected = Collected()
    try:
        with ZipFile(download) as archive:
            _unpack(archive, into, collected)
    except (BadZipFile, NotImplementedError, EOFError):
        raise UnusableInput(f"{shown(str(download))}: is not a zip. Download it again.") from None
    except OSError as error:
        place = shown(str(error.filename or download))
        raise UnusableInput(f"{place}: cannot be used ({error.strerror}).") from None
    return collected


def _unpack(archive: ZipFile, into: Path, collected: Collected) -> None:
    entries = _entries(archive, collected)
    folders = distinct({entry.student for entry in entries})
    collected.notes += [
        f"{shown(name)}: was saved as {folder}"
        for name, folder in folders.items()
        if name != folder
    ]
    taken: dict[Path, bytes] = {}
    left = MOST_BYTES
    for entry in entries:
        try:
            raw = _content(archive, entry.info, left)
            content, removed = _stripped(raw)
            path = _place(into / folders[entry.student], entry, content, taken, collected)
            _keep(content, path)
        except LeftOut as reason:
            collected.left_out.append(f"{shown(entry.path)}: left out, {reason}")
        else:
            left -= len(raw)
            collected.files.append(path)
            collected.removed.update(removed)


def _entries(archive: ZipFile, collected: Collected) -> list[Entry]:
    infos = archive.infolist()
    if len(infos) > MOST_ENTRIES:
        raise UnusableInput(
            f"{shown(str(archive.filename))}: has {len(infos)} entries. Is it a download of submissions?"
        )
    found = []
    for info in infos:
        path = _path(info)
        try:
            if not info.is_dir():
                found.append(_entry(path, info, collected))
        except LeftOut as reason:
            collected.left_out.append(f"{shown(path)}: left out, {reason}")
    return found


def _path(info: ZipInfo) -> str:
    """Read an entry's path, which many programs write in UTF-8 without declaring it."""
    if info.flag_bits & IS_UTF_8:
        return info.orig_filename
    try:
        return info.orig_filename.encode("cp437").decode()
    except UnicodeError:
        return info.orig_filename


def _entry(path: str, info: ZipInfo, collected: Collected) -> Entry:
    _require_plain_file(path, info)
    if not path.lower().endswith(".ipynb"):
        raise LeftOut("because it is not a notebook (.ipynb)")
    student, name = _student_and_file(path.split("/"))
    if _is_late(path):
        collected.notes.append(f"{shown(path)}: was handed in late")
    notebook = f"{portable(COPY.sub('', name[:-6]))}.ipynb"
    if notebook != name:
        collected.notes.append(f"{shown(path)}: was saved as {notebook}")
    return Entry(path, student, notebook, info)


def _require_plain_file(path: str, info: ZipInfo) -> None:
    parts = re.split(r"[/\\]", path)
    if {"", ".", ".."} & set(parts) or ":" in parts[0] or "\0" in path or "\\" in path:
        raise LeftOut("because its path leads elsewhere")
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        raise LeftOut("because it is a link or another special file")
    if info.flag_bits & IS_ENCRYPTED:
        raise LeftOut("because it is encrypted")


def _student_and_file(parts: list[str]) -> tuple[str, str]:
    """Find the name of a student, from the top down: students choose the names further down."""
    for part in parts:
        moodle = MOODLE.fullmatch(part)
        if moodle:
            return moodle["student"], (moodle["notebook"] if part is parts[-1] else parts[-1]) or ""
    canvas = CANVAS.fullmatch(parts[-1])
    if canvas:
        student = canvas["anonymous"] or f"{canvas['name']}_{canvas['number']}"
        return student, canvas["notebook"]
    raise LeftOut("because its name does not say whose it is, as names from Moodle and Canvas do")


def _is_late(path: str) -> bool:
    canvas = CANVAS.fullmatch(path)  # Canvas makes no folders
    return canvas is not None and "LATE_" in path[: canvas.start("notebook")]


def _content(archive: ZipFile, info: ZipInfo, left: int) -> bytes:
    """Read an entry, but no more than the limit, whatever size it claims."""
    most = min(LARGEST_FILE, left)
    try:
        with archive.open(info) as file:
            content = file.read(most + 1)
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error):
        raise LeftOut("because it is damaged") from None
    if len(content) > most:
        raise LeftOut("because it is larger than 20 MB, or all together are larger than 4 GB")
    return content


def _place(
    folder: Path, entry: Entry, content: bytes, taken: dict[Path, bytes], collected: Collected
) -> Path:
    """Choose a path that no different content of this download has taken."""
    stem = entry.notebook.removesuffix(".ipynb")
    names = chain([entry.notebook], (f"{stem}-{number}.ipynb" for number in count(2)))
    mine = hashlib.sha256(content).digest()
    name = next(name for name in names if taken.setdefault(folder / name, mine) == mine)
    if name != entry.notebook:
        collected.notes.append(f"{shown(entry.path)}: is a second one, saved as {name}")
    return folder / name


def _stripped(content: bytes) -> tuple[bytes, set[str]]:
    try:
        return stripped(content)
    except RecursionError:
        raise LeftOut("because it is nested too deeply for a notebook") from None


def _keep(content: bytes, path: Path) -> None:
    """Write a file whole or not at all, and never over another.

    A file that is already there counts as the same if only outputs and widgets differ.
    """
    if os.path.lexists(path):
        if path.is_symlink() or not path.is_file():
            raise LeftOut(f"because a different {shown(str(path))} is already there")
        present = path.read_bytes()
        if present == content:
            return
        if _stripped(present)[0] != content:
            raise LeftOut(f"because a different {shown(str(path))} is already there")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content)
