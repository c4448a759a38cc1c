"""Bring a new release into a folder where somebody has worked, and keep their work."""

import io
import json
import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path, PurePosixPath
from typing import Any
from zipfile import BadZipFile, ZipFile
from zipfile import Path as PathInZip

from coursetools.atomic import write_whole
from coursetools.errors import UnusableInput
from coursetools.lessons import MOVED
from coursetools.manifest import MANIFEST, NOTEBOOK, Digests, Files, digest, digests
from coursetools.moved_imports import with_imports_as_they_are_now

INSTALLED_BY = {"pyproject.toml", "constraints.txt", "setup.py"}
INSTALL = "What the course needs has changed: run `python -m pip install -c constraints.txt -e .` "
INSTALL += "(`make lab` does this for you)."
NAME_IT = "Name the new release: coursetools update course.zip, or the folder it was unpacked to."
COMMIT = "Commits of your own are kept. Commit the update, too: git commit --all"


def update_from(course: Path, source: Path) -> list[str]:
    """Bring in a release that was handed out.

    Parameters
    ----------
    course : Path
        The folder where somebody works.
    source : Path
        The zip of the new release, or the folder it was unpacked to.

    Returns
    -------
    list of str
        A line for each file that the reader should look at.

    Raises
    ------
    UnusableInput
        If the source is not a release, or a file cannot be written.
    """
    old, new = _manifest(course), _released(source)
    lines = [*_bring_in(course, old, new, restore=True)]
    write_whole(course / MANIFEST, json.dumps({**old, **digests(new)}, indent=1) + "\n")
    return lines


def update_by_git(course: Path) -> list[str]:
    """Bring in the upstream branch, as `git pull` would, but without conflicts.

    Parameters
    ----------
    course : Path
        A clone. Changes are kept, whether they are committed or not.

    Returns
    -------
    list of str
        A line for each file that the reader should look at.

    Raises
    ------
    UnusableInput
        If git cannot do it, or a file cannot be written.
    """
    if not (course / ".git").exists():
        raise UnusableInput(f"{course}: is not a clone. {NAME_IT}")
    _git(course, "fetch", "--quiet")
    theirs = _git(course, "rev-parse", "@{upstream}").decode().strip()
    base = _git(course, "merge-base", "HEAD", theirs).decode().strip()
    old, new = digests(_committed(course, base)), _committed(course, theirs)
    lines = [*_bring_in(course, old, new, restore=False)]
    if base == _git(course, "rev-parse", "HEAD").decode().strip():
        _git(course, "reset", "--quiet", theirs)  # moves the branch, and touches no file
        return lines
    _git(course, "merge", "--quiet", "--no-edit", "--strategy=ours", theirs)
    return [*lines, COMMIT]


def _manifest(course: Path) -> Digests:
    """Read the manifest of the old release. Without one, every file that differs counts as changed."""
    try:
        return dict(json.loads((course / MANIFEST).read_bytes()))
    except (OSError, ValueError, TypeError):
        return {}


def _bring_in(course: Path, old: Digests, new: Files, restore: bool) -> Iterator[str]:
    """Write each file of the new release, or put it beside the user's own version.

    With `restore`, files that only the user changed are replaced, too, as STUDENTS.md promises.
    """
    changed = set()
    try:
        yield from _rename(course, old, new)
        for name, content in sorted(new.items()):
            path = course / name
            if not path.is_file() or path.read_bytes() != content:
                changed.add(name)
                if restore or old.get(name) != digest(name, content) or not path.is_file():
                    yield from _bring_in_one(path, name, old.get(name), content)
        yield from _remove(course, old, new)
    except OSError as error:
        raise UnusableInput(f"{error.filename}: cannot be written ({error.strerror}).") from None
    if changed & INSTALLED_BY:
        yield INSTALL


def _rename(course: Path, old: Digests, new: Files) -> Iterator[str]:
    """Give the notebooks of lessons with new numbers their new names, unless both may hold work."""
    renamed = {}
    for (before, now), folder in product(MOVED.items(), ("notebooks", "exercises", "solutions")):
        source, target = (f"{folder}/{name}{NOTEBOOK}" for name in (before, now))
        path = course / source
        if source in new or not path.is_file():
            continue
        there = (course / target).read_bytes() if (course / target).is_file() else None
        if there is None or (source in old and digest(target, there) == old.get(target)):
            path.replace(course / target)
            old[target] = old.pop(source, "")
            renamed[before] = f"{before}{NOTEBOOK} to {now}{NOTEBOOK}"
        else:
            yield f"{source}: is {target} now, which is there already, so both stay."
    if renamed:
        yield f"Lessons have new numbers, so files were renamed: {', '.join(renamed.values())}"


def _bring_in_one(path: Path, name: str, old: str | None, content: bytes) -> Iterator[str]:
    path.parent.mkdir(parents=True, exist_ok=True)
    latest = digest(name, content)
    theirs = digest(name, path.read_bytes()) if path.is_file() else old
    if theirs is None and name.endswith(NOTEBOOK):
        yield f"{name}: added"
    if theirs in (None, old, latest):
        write_whole(path, content)
    elif name.endswith(NOTEBOOK):
        if old == latest:
            return
        beside = _beside(path, "new", content)
        write_whole(beside, content)
        written = path.read_bytes()
        if (moved := with_imports_as_they_are_now(written)) != written:
            write_whole(path, moved)
        stays = (
            "only its imports were brought up to date" if moved != written else "it stays as it is"
        )
        yield f"{name}: you wrote in it, so {stays}. The new version is beside it: {beside.name}"
    else:
        beside = _beside(path, "yours", path.read_bytes())
        write_whole(beside, path.read_bytes())
        write_whole(path, content)
        yield f"{name}: was replaced. The version that you changed is beside it: {beside.name}"


def _beside(path: Path, word: str, content: bytes) -> Path:
    """Find a free name beside a file, or one that already has the same content."""
    number = 1
    while True:
        mark = word if number == 1 else f"{word}-{number}"
        beside = path.with_name(f"{path.stem}.{mark}{path.suffix}")
        if not beside.exists() or beside.read_bytes() == content:
            return beside
        number += 1


def _remove(course: Path, old: Digests, new: Files) -> Iterator[str]:
    """Remove files that the course no longer has. Notebooks stay: a release may have only some lessons."""
    for name in sorted(old.keys() - new.keys()):
        path = course / name
        if name.endswith(NOTEBOOK) or not path.is_file():
            continue
        if digest(name, path.read_bytes()) == old[name]:
            path.unlink()
        else:
            yield f"{name}: is no longer part of the course. You changed it, so it stays."


def _released(source: Path) -> dict[str, bytes]:
    try:
        zipped = source.is_file()
        root = _root(PathInZip(ZipFile(io.BytesIO(source.read_bytes()))) if zipped else source)
        names = json.loads((root / MANIFEST).read_text(encoding="utf-8"))
        return {name: _read(root, name) for name in names}
    except (OSError, KeyError, ValueError, TypeError, BadZipFile) as error:
        raise UnusableInput(f"{source}: is not a release ({error}). {NAME_IT}") from None


def _root(place: Any) -> Any:
    """Find the folder of a release: this one, or a folder in it."""
    for folder in (place, *place.iterdir()):
        if folder.is_dir() and (folder / MANIFEST).is_file():
            return folder
    raise ValueError(f"it has no {MANIFEST}")


def _read(root: Any, name: str) -> bytes:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name:
        raise ValueError(f"{name!r} leads out of its folder")
    if not (root / name).is_file():
        raise ValueError(f"{name} is missing")
    return bytes((root / name).read_bytes())


def _committed(course: Path, revision: str) -> dict[str, bytes]:
    with ZipFile(io.BytesIO(_git(course, "archive", "--format=zip", revision))) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def _git(course: Path, *words: str) -> bytes:
    try:
        done = subprocess.run(["git", *words], cwd=course, capture_output=True, check=True)
    except FileNotFoundError:
        raise UnusableInput(f"git is not installed. {NAME_IT}") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip() or "it failed"
        raise UnusableInput(f"git {words[0]}: {said.splitlines()[-1]}") from None
    return done.stdout
