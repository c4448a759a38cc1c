"""Unpack a download of submissions from Moodle or Canvas: DIR/<student>/<exercise>.ipynb.

Only the names of the student and of the file are taken from each path in a download. Nothing is
overwritten. DIR/handed_in.json lists what became of each file.
"""

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count, takewhile
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from coursetools import downloads
from coursetools.atomic import write_whole
from coursetools.downloads import (
    Budget,
    LeftOut,
    Owner,
    Upload,
    contents,
    folder_in_download,
    uploads,
    without_copy_mark,
)
from coursetools.errors import UnusableInput
from coursetools.filenames import distinct, portable
from coursetools.handed_in import (
    HOW,
    NAME,
    NO_EXERCISE,
    TO_BE_GRADED,
    HandedIn,
    HandedInFile,
    identity,
    read_handed_in,
    without_repetitions,
    write_handed_in,
)
from coursetools.recognition import Tasks, exercise_in
from coursetools.roster import Person, find_person, has_number
from coursetools.strip import stripped
from coursetools.wording import shown

ENDINGS = (".ipynb", ".txt", ".json", ".ipynb")  # as in exercise.ipynb.txt


@dataclass
class Collected:
    """What became of a download.

    Attributes
    ----------
    files : list of Path
        The notebooks: new ones, and those that were already there with the same content.
    late : list of str
        A line for each file that was handed in late. All lines begin with the student.
    uploads : list of str
        A line for each choice among several uploads.
    names : list of str
        A line for each file or student saved under another name, or not found on the roster.
    left_out : list of str
        A line for each file that was not unpacked.
    removed : Counter of str
        What was removed because JupyterLab could run it, and from how many notebooks.
    missing : list of str
        Students on the roster who have no file in this download.
    """

    files: list[Path] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    uploads: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    removed: Counter[str] = field(default_factory=Counter)
    missing: list[str] = field(default_factory=list)


def collect(
    download: Path,
    into: Path,
    tasks: Tasks,
    newest: bool = True,
    roster: Sequence[Person] = (),
) -> Collected:
    """Unpack the notebooks of a download, each into the folder of its student.

    Parameters
    ----------
    download : Path
        The zip that Moodle or Canvas makes of all submissions to an assignment.
    into : Path
        Created if needed. Other files in it are not touched.
    tasks : mapping of exercise to its tasks
        Notebooks are recognised by these.
    newest : bool
        Whether the newest of several uploads of an exercise counts, or the first.
    roster : sequence of Person
        Gives each student the same folder, whatever number a download uses.

    Returns
    -------
    Collected

    Raises
    ------
    UnusableInput
        If the download is not a zip, or `into` cannot be written.
    """
    known = read_handed_in(into / NAME)
    # Lateness belongs to one assignment, and an older roster may be about another one.
    people = list(roster) or [replace(person, late=False) for person in known.roster]
    try:
        with ZipFile(download) as archive:
            folder = ClassFolder(into, HandedIn(known.files, people), tasks)
            folder.unpack(archive)
        folder.choose(newest)
        folder.note_names()
        write_handed_in(folder.known, into / NAME)
    except (BadZipFile, NotImplementedError, EOFError):
        raise UnusableInput(f"{shown(str(download))}: is not a zip. Download it again.") from None
    except OSError as error:
        place = shown(str(error.filename or download))
        raise UnusableInput(f"{place}: cannot be used ({error.strerror}).") from None
    return folder.collected


class ClassFolder:
    """The folder DIR while a download is unpacked into it."""

    def __init__(self, into: Path, known: HandedIn, tasks: Tasks) -> None:
        self.into, self.known, self.collected = into, known, Collected()
        self._tasks = tasks
        self._folders: dict[Owner, str] = {}
        self._late: set[str] = set()
        self._names: dict[tuple[str, str], Upload] = {}  # new files, by folder and name
        self._saved = {(one.student, one.saved_as, one.saved_sha256) for one in known.files}

    def unpack(self, archive: ZipFile) -> None:
        """Store the notebooks, and note what became of every file."""
        listed = uploads(archive)
        self._assign_folders({upload.owner for upload, _ in listed if upload.owner})
        budget = Budget(downloads.MOST_BYTES, downloads.MOST_ENTRIES)
        new = [
            self._taken(one, content)
            for upload, info in listed
            for one, content in contents(archive, upload, info, budget)
        ]
        late = {identity(one) for one in self.known.files if one.late}
        new = [replace(one, late=one.late or identity(one) in late) for one in new]
        self.known.files = without_repetitions([*self.known.files, *new])

    def choose(self, newest: bool) -> None:
        """Choose one of several uploads of an exercise, and note which."""
        saved: dict[tuple[str, str], list[HandedInFile]] = {}
        for one in self.known.files:
            if one.notebook and self._is_known(self.into / one.student / one.saved_as):
                saved.setdefault((one.student, one.notebook), []).append(one)
        chosen = [
            entry
            for (student, notebook), several in saved.items()
            if any((student, one.saved_as) in self._names for one in several)
            and not self._is_changed(self.into / student / f"{notebook}.ipynb")
            for entry in self._chosen(several, newest)
        ]
        self.known.files = without_repetitions([*self.known.files, *chosen])

    def note_names(self) -> None:
        """Note which new files were saved under a name that the student did not choose."""
        for (student, name), upload in self._names.items():
            if name != upload.name:
                self.collected.names.append(f"{_told(student, upload.path)}, was saved as {name}")

    def _assign_folders(self, owners: Iterable[Owner]) -> None:
        """Find each student on the roster. Of several who match one person, the one with the number counts."""
        sure = sorted(owners, key=lambda owner: owner.folder)
        roster = self.known.roster
        claims: dict[Person, list[Owner]] = {}
        for owner in sure:
            if who := find_person(owner.name, owner.number, roster):
                claims.setdefault(who, []).append(owner)
        joined: dict[Owner, Person] = {}
        for who, rivals in claims.items():
            numbered = [owner for owner in rivals if has_number(owner.name, owner.number, who)]
            if len(best := numbered or rivals) == 1:
                joined[best[0]] = who
        self._late = {who.folder for who in joined.values() if who.late}
        names = distinct({one.folder for one in sure if one not in joined})
        for owner in sure:
            person = joined.get(owner)
            self._folders[owner] = person.folder if person else names[owner.folder]
            self._note_folder(owner, person)
        present = {who.folder for who in claims}
        self.collected.missing = [one.folder for one in roster if one.folder not in present]

    def _note_folder(self, owner: Owner, person: Person | None) -> None:
        folder, name = self._folders[owner], shown(owner.folder)
        if self.known.roster and person is None:
            self.collected.names.append(f"{name}: matches nobody on the roster, or several people")
        elif person is None and folder != owner.folder:
            self.collected.names.append(f"{name}: was saved as {folder}")

    def _taken(self, upload: Upload, content: bytes) -> HandedInFile:
        student = self._folders[upload.owner] if upload.owner else ""
        late = upload.late or student in self._late
        entry = HandedInFile(student, upload.path, "", late=late, age=upload.age)
        if late and not upload.problem:
            self.collected.late.append(_told(student, upload.path))
        try:
            if upload.problem:
                raise LeftOut(upload.problem)
            return self._stored(upload, entry, content)
        except LeftOut as reason:
            if not upload.ignored:
                self.collected.left_out.append(f"{_told(student, upload.path)}, {reason}")
            words = str(reason).removeprefix("because ").removeprefix("it is ")
            return replace(entry, outcome=words)

    def _stored(self, upload: Upload, entry: HandedInFile, raw: bytes) -> HandedInFile:
        if upload.unpacked:
            return replace(entry, outcome="zip, unpacked")
        content, removed = _stripped(raw)
        notebook = exercise_in(raw, _stem(upload.name), self._tasks) or ""
        stem = notebook or portable(_stem(upload.name))
        path = self._place(self.into / entry.student, stem, content)
        _write(content, path)
        self.collected.files.append(path)
        self.collected.removed.update(removed)
        self._names[entry.student, path.name] = upload
        digests = [hashlib.sha256(one).hexdigest() for one in (raw, content)]
        self._saved.add((entry.student, path.name, digests[1]))
        found = replace(entry, outcome=_how(upload, notebook), notebook=notebook)
        return replace(found, saved_as=path.name, sha256=digests[0], saved_sha256=digests[1])

    def _place(self, folder: Path, stem: str, content: bytes) -> Path:
        """Find the path where this content is already stored, or a free one."""
        names = chain([stem], (f"{stem}-{number}" for number in count(2)))
        paths = (folder / f"{name}.ipynb" for name in names)
        taken = list(takewhile(os.path.lexists, paths))
        same = next((path for path in taken if _is_same(path, content)), None)
        if same is not None:
            return same
        changed = next((path for path in taken if not self._is_known(path)), None)
        if changed is not None:
            raise LeftOut(f"because a different {shown(str(changed))} is already there")
        return folder / f"{stem}-{len(taken) + 1}.ipynb" if taken else folder / f"{stem}.ipynb"

    def _is_known(self, path: Path) -> bool:
        """Tell whether a file is as it was collected: nobody has changed or replaced it since."""
        if path.is_symlink() or not path.is_file():
            return False
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        return (path.parent.name, path.name, digest) in self._saved

    def _is_changed(self, path: Path) -> bool:
        return os.path.lexists(path) and not self._is_known(path)

    def _chosen(self, several: Sequence[HandedInFile], newest: bool) -> list[HandedInFile]:
        wanted = f"{several[0].notebook}.ipynb"
        first = next((one for one in several if one.saved_as == wanted), several[0])
        last = max(several, key=lambda one: one.age)
        best = last if newest else first
        if best.saved_as != wanted:
            several = self._swapped(several, best.saved_as, wanted)
            best = next(one for one in several if one.file == best.file and one.saved_as == wanted)
        others = [one for one in several if one.saved_as != wanted]
        if others:
            self.collected.uploads.append(_choice(best, others, newest, last))
        return [_with_ending(one, best) for one in several]

    def _swapped(self, several: Sequence[HandedInFile], one: str, other: str) -> list[HandedInFile]:
        """Exchange the names of two files of a student."""
        folder = self.into / several[0].student
        if (folder / other).exists():
            (folder / other).rename(folder / f".{other}")
            (folder / one).rename(folder / other)
            (folder / f".{other}").rename(folder / one)
        else:
            (folder / one).rename(folder / other)
        names = {one: other, other: one}
        uploads_here = {name: self._names.pop((several[0].student, name), None) for name in names}
        for name, upload in uploads_here.items():
            if upload:
                self._names[several[0].student, names[name]] = upload
        return [replace(file, saved_as=names.get(file.saved_as, file.saved_as)) for file in several]


def _told(student: str, path: str) -> str:
    """Name a file with its student first, if it says whose it is."""
    file = shown(path.removeprefix(folder_in_download(path)))
    return f"{shown(student)}: {file}" if student else file


def _choice(
    best: HandedInFile, others: Sequence[HandedInFile], newest: bool, last: HandedInFile
) -> str:
    why = "newest" if newest else "first"
    hint = "" if newest or last.saved_as == best.saved_as else ". Without --first, another would"
    if newest and best.age in [one.age for one in others]:
        hint = ". But others are of the same time: look which one is meant"
    chosen, *rest = (
        shown(of.file.removeprefix(folder_in_download(of.file))) for of in (best, *others)
    )
    return (
        f"{shown(best.student)}: {len(others) + 1} uploads of {best.notebook}. "
        f"The {why} one counts, {chosen}, and not {', '.join(rest)}{hint}"
    )


def _with_ending(one: HandedInFile, best: HandedInFile) -> HandedInFile:
    """Say in the outcome which upload counts."""
    how = [part for part in one.outcome.split(", ") if part in HOW]
    counts = one.saved_as == best.saved_as
    same = counts and one.file != best.file
    end = TO_BE_GRADED if counts else f"not to be graded: {best.file} counts instead"
    if same:
        end = f"the same as {best.file}"
    return replace(one, counts=counts and not same, outcome=", ".join([*how, end]))


def _how(upload: Upload, notebook: str) -> str:
    """Say how a file was recognised."""
    how = ["from a zip"] * bool(upload.zips)
    if not upload.name.lower().endswith(".ipynb"):
        how.append("read as a notebook")
    elif notebook and upload.name != f"{notebook}.ipynb":
        how.append("renamed")
    return ", ".join(how if notebook else [*how, NO_EXERCISE])


def _stem(name: str) -> str:
    """Return a file's name without its endings and without the mark of a copy."""
    for ending in ENDINGS:
        name = name[: -len(ending)] if name.lower().endswith(ending) else name
    return without_copy_mark(name)


def _is_same(path: Path, content: bytes) -> bool:
    """Tell whether a file has the same content, apart from outputs and widgets."""
    if path.is_symlink() or not path.is_file():
        return False
    present = path.read_bytes()
    return present == content or _stripped(present)[0] == content


def _stripped(content: bytes) -> tuple[bytes, set[str]]:
    try:
        return stripped(content)
    except RecursionError:
        raise LeftOut("because it is nested too deeply for a notebook") from None


def _write(content: bytes, path: Path) -> None:
    if not path.is_file() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
