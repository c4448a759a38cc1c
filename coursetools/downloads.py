"""Read the zip that Moodle or Canvas makes of all submissions: each file's owner and content.

The download is not trusted. Zips inside it are unpacked, too, as far as the limits allow.
"""

import io
import re
import stat
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from zipfile import BadZipFile, ZipFile, ZipInfo

from coursetools.errors import UnusableInput
from coursetools.notebook import LARGEST_FILE
from coursetools.recognition import is_notebook, looks_like_notebook
from coursetools.wording import shown

# If a name contains several marks, Moodle made the last one: a student's profile may contain others.
MARK = r"_assignsubmission_(?:file|onlinetext)"
OWNER = r"(?P<name>.+?)(?:_(?P<number>\d{1,18}))?"
MOODLE_FOLDER = re.compile(rf"{OWNER}{MARK}_?")
MOODLE_FILE = re.compile(rf"{OWNER}{MARK}_(?P<file>(?:(?!{MARK}).)+)")
CANVAS = re.compile(
    r"((?P<early>LATE_)?(?P<anonymous>anon_\w{5})|(?P<name>\w+?)_(?P<late>LATE_)?(?P<number>\d+))"
    r"_(?P<attachment>\d+)_(?P<file>.+)"
)
FOLDER = re.compile(rf".*{MARK}(?:_/|[_/])")
COPY = re.compile(r"(-\d{1,3}| ?\(\d{1,3}\))$")  # Canvas and browsers add this to a second upload
NOT_BY_STUDENTS = {".ipynb_checkpoints", "__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini"}
MADE_BY_A_PROGRAM = "a program made it, not a student"
KINDS = {
    **dict.fromkeys((".pdf",), "a PDF"),
    **dict.fromkeys((".html", ".htm"), "a web page"),
    **dict.fromkeys((".py",), "a Python script"),
    **dict.fromkeys((".doc", ".docx", ".odt"), "a text document"),
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".heic"), "a picture"),
    **dict.fromkeys((".rar", ".7z", ".tar", ".gz", ".tgz"), "an archive (only zips are unpacked)"),
}
MOST_ENTRIES = 200_000
MOST_BYTES = 4_000_000_000
MOST_ENTRIES_INSIDE = 2_000  # in one student's zip, including the zips in it
MOST_BYTES_INSIDE = 200_000_000
DEEPEST = 3  # zips in a zip in the download
IS_UTF_8, IS_ENCRYPTED = 0x800, 0x1  # bits of a zip entry's flags
HEAD = 100


class LeftOut(Exception):
    """Raised for a file that is left out; the message gives the reason."""


@dataclass(frozen=True)
class Owner:
    """The owner of a file, according to the download: the name, and the number or ""."""

    name: str
    number: str

    @property
    def folder(self) -> str:
        """The name of the student's folder, according to the download."""
        return f"{self.name}_{self.number}" if self.number else self.name


@dataclass(frozen=True)
class Upload:
    """A file in a download.

    Attributes
    ----------
    path : str
        In the download. For a file in a student's zip, it includes the path of that zip.
    name : str
        The name that the student gave it.
    owner : Owner or None
    late : bool
    age : str
        The key by which the uploads of a student are sorted, oldest first.
    problem : str
        Why it is left out, or "".
    ignored : bool
        Whether a program made it, so that nobody has to be told that it was left out.
    zips : int
        How many of the student's zips it is nested in.
    unpacked : bool
        Whether it is a zip, and its files follow in the list.
    """

    path: str
    name: str
    owner: Owner | None
    late: bool = False
    age: str = ""
    problem: str = ""
    ignored: bool = False
    zips: int = 0
    unpacked: bool = False


@dataclass
class Budget:
    """How much may still be read."""

    bytes: int
    entries: int


def uploads(archive: ZipFile) -> list[tuple[Upload, ZipInfo]]:
    """List the files of a download.

    Parameters
    ----------
    archive : ZipFile

    Returns
    -------
    list of (Upload, ZipInfo)

    Raises
    ------
    UnusableInput
        If there are far too many of them.
    """
    infos = archive.infolist()
    if len(infos) > MOST_ENTRIES:
        raise UnusableInput(
            f"{shown(str(archive.filename))}: has {len(infos)} entries. Is it a download of submissions?"
        )
    return [(_upload(info), info) for info in infos if not info.is_dir()]


def contents(
    archive: ZipFile, upload: Upload, info: ZipInfo, budget: Budget
) -> Iterator[tuple[Upload, bytes]]:
    """Read a file, or each file in a zip.

    Parameters
    ----------
    archive : ZipFile
    upload : Upload
    info : ZipInfo
    budget : Budget

    Yields
    ------
    upload : Upload
        With the problem, if there is one.
    content : bytes
        Empty for anything but a notebook.
    """
    try:
        if upload.problem:
            raise LeftOut(upload.problem)
        content = _content(archive, upload, info, budget)
    except LeftOut as reason:
        yield replace(upload, problem=str(reason)), b""
        return
    if upload.name.lower().endswith(".ipynb") or is_notebook(content):
        yield upload, content
    else:
        yield from _unzipped(content, upload, budget)


def owner_of(path: str) -> Owner | None:
    """Tell whose file it is, by its path in a download."""
    parts = path.split("/")
    found = _moodle(parts) or _canvas(parts[0])
    return found.owner if found else None


def is_from_moodle(path: str) -> bool:
    """Tell whether a path in a download was made by Moodle."""
    return _moodle(path.split("/")) is not None


def folder_in_download(path: str) -> str:
    """Return the part that Moodle put in front of the student's own path; "" if there is none.

    Examples
    --------
    >>> folder_in_download("Ana_7_assignsubmission_file/work.zip/03.ipynb")
    'Ana_7_assignsubmission_file/'
    """
    found = FOLDER.match(path)
    return found[0] if found else ""


def canvas_attachment(path: str) -> str:
    """Give the number of a file in Canvas, by its path in a download; "" if there is none."""
    found = _canvas(path.split("/")[0])
    return found.age if found else ""


def without_copy_mark(stem: str) -> str:
    """Remove the mark that Canvas and browsers add to the name of a second upload."""
    return COPY.sub("", stem)


def described(name: str) -> str:
    """Describe a file that is not a notebook, judging by its name."""
    if name.lower().endswith(".zip"):
        return "a zip that cannot be unpacked: it is damaged, or contains too much"
    kind = _kind(name)
    return f"{kind}, not a notebook (.ipynb)" if kind else "not a notebook (.ipynb)"


def _upload(info: ZipInfo) -> Upload:
    path = _path(info)
    parts = path.split("/")
    found = _moodle(parts) or _canvas(parts[-1])
    unknown = "because its name does not say whose it is; names from Moodle and Canvas do"
    if found is None:
        found = Upload(path, parts[-1], None, problem=unknown)
    serial = found.age or _copy_number(found.name)
    upload = replace(found, path=path, age=f"{_time(info)} {serial.zfill(20)}")
    return _judged(upload, info)


def _judged(upload: Upload, info: ZipInfo) -> Upload:
    """Note what is wrong with a file before it is read."""
    problem = _problem_of_file(upload.path, info)
    if not problem and _is_made_by_program(upload.path):
        made = f"because {MADE_BY_A_PROGRAM}"
        return replace(upload, problem=made, ignored=True)
    return replace(upload, problem=problem or upload.problem)


def _problem_of_file(path: str, info: ZipInfo) -> str:
    parts = re.split(r"[/\\]", path)
    if {"", ".", ".."} & set(parts) or ":" in parts[0] or "\0" in path or "\\" in path:
        return "because its path leads outside the folder"
    if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG):
        return "because it is a link or another special file"
    return "because it is encrypted" if info.flag_bits & IS_ENCRYPTED else ""


def _is_made_by_program(path: str) -> bool:
    parts = path.split("/")
    return not NOT_BY_STUDENTS.isdisjoint(parts) or parts[-1].startswith("._")


def _path(info: ZipInfo) -> str:
    """Read an entry's path, which many programs write in UTF-8 without declaring it."""
    if info.flag_bits & IS_UTF_8:
        return info.orig_filename
    try:
        return info.orig_filename.encode("cp437").decode()
    except UnicodeError:
        return info.orig_filename


def _moodle(parts: list[str]) -> Upload | None:
    """Find the student from the top folder down, because students choose the names further down."""
    for part in parts[:-1]:
        folder = MOODLE_FOLDER.fullmatch(part)
        if folder:
            return Upload("", parts[-1], Owner(folder["name"], folder["number"] or ""))
    file = MOODLE_FILE.fullmatch(parts[-1])
    owner = Owner(file["name"], file["number"] or "") if file else None
    return Upload("", file["file"], owner) if file else None


def _canvas(name: str) -> Upload | None:
    found = CANVAS.fullmatch(name)
    if found is None:
        return None
    owner = Owner(found["anonymous"] or found["name"], found["number"] or "")
    late = bool(found["early"] or found["late"])
    return Upload("", found["file"], owner, late, age=found["attachment"])


def _copy_number(name: str) -> str:
    copied = COPY.search(name.rpartition(".")[0])
    return re.sub(r"\D", "", copied[0]) if copied else "0"


def _time(info: ZipInfo) -> str:
    year, month, day, hour, minute, second = info.date_time
    return f"{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"


def _content(archive: ZipFile, upload: Upload, info: ZipInfo, budget: Budget) -> bytes:
    """Read a notebook or a zip, but no more than the limit, whatever size it claims."""
    most = min(LARGEST_FILE, budget.bytes)
    try:
        with archive.open(info) as file:
            content = file.read(HEAD)
            if _may_hold_notebooks(upload.name, content):
                content += file.read(most + 1 - len(content))
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error):
        raise LeftOut("because it is damaged") from None
    if len(content) > most:
        raise LeftOut(
            f"because it is larger than {LARGEST_FILE // 10**6} MB, or the files are together larger than 4 GB"
        )
    budget.bytes -= len(content)
    return content


def _may_hold_notebooks(name: str, head: bytes) -> bool:
    return (
        name.lower().endswith((".ipynb", ".zip"))
        or looks_like_notebook(head)
        or head.startswith(b"PK\x03\x04")
    )


def _unzipped(content: bytes, upload: Upload, budget: Budget) -> Iterator[tuple[Upload, bytes]]:
    """Read the files of a student's zip, which must not use up the budget of other students."""
    own = budget
    if not upload.zips:
        own = Budget(min(MOST_BYTES_INSIDE, budget.bytes), MOST_ENTRIES_INSIDE)
        budget.bytes -= own.bytes
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            yield from _files_inside(archive, upload, own)
    except (BadZipFile, NotImplementedError, EOFError, ValueError):
        yield replace(upload, problem=f"because it is {described(upload.name)}"), b""
    if own is not budget:
        budget.bytes += own.bytes


def _files_inside(
    archive: ZipFile, upload: Upload, budget: Budget
) -> Iterator[tuple[Upload, bytes]]:
    inside = [info for info in archive.infolist() if not info.is_dir()]
    budget.entries -= len(inside)
    if _kind(upload.name) or upload.zips == DEEPEST or budget.entries < 0:
        raise BadZipFile
    yield replace(upload, unpacked=True), b""
    for info in inside:
        yield from contents(archive, _inside(upload, info), info, budget)


def _inside(upload: Upload, info: ZipInfo) -> Upload:
    path = _path(info)
    within = replace(upload, path=path, name=path.rpartition("/")[2], zips=upload.zips + 1)
    return replace(_judged(within, info), path=f"{upload.path}/{path}")


def _kind(name: str) -> str:
    return next((words for end, words in KINDS.items() if name.lower().endswith(end)), "")
