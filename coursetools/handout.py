"""Pack the files that students get: exercises, lessons, library, environment. Never a solution."""

import hashlib
import io
import json
import os.path
import re
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from coursetools.atomic import write_whole
from coursetools.canonical import canonical_text
from coursetools.errors import UnusableInput
from coursetools.lessons import LESSON, numbers_in, of_lessons
from coursetools.manifest import MANIFEST, Files, digests
from coursetools.notebook import parse_notebook, read_notebook
from coursetools.release import SOLUTION
from coursetools.roles import cells_by_task, code_cells, has_tag

HANDED_OUT = (
    "exercises/*.ipynb",
    "notebooks/*.ipynb",
    "notebooks/practice/*.ipynb",
    "attnlib/**/*",
    "attnprobes/**/*",
    "course/**/*",
    "checks/**/*",
    "coursetools/**/*",  # installed, too; students use `doctor`, `check` and `update`
    "notebooks/START.md",
    "docs/GLOSSARY.md",
    "docs/CONVENTIONS.md",
    "docs/CHECKLIST.md",
    "docs/FIELD.md",
    "docs/field/*.py",
    "docs/images/sentence.svg",
    "pyproject.toml",
    "setup.py",
    "constraints.txt",
    "environment.yml",
    "LICENSE",
    "NOTICE",
)
PRINT_ANSWERS = (  # for instructors
    *("checks/paper.py", "checks/changes.py", "checks/viva.py"),
    *("checks/before_after.py", "checks/before_after.toml"),
)
FOR_STUDENTS = {"docs/STUDENTS.md": "README.md", "docs/students.mk": "Makefile"}
FOLDER = "course"
LINK = re.compile(r"(?<!!)\[(?P<words>[^\]\[]*)\]\((?P<target>[^)\s#]+\.\w+(#[^)\s]*)?)\)")
DEFINITION = re.compile(r"^\[[^\]]+\]: (?P<target>\S+)\n", re.MULTILINE)
ONLY_WITH = re.compile(
    r"<!-- only with lessons (?P<lessons>[\d,-]+) -->\n(?P<paragraph>(?:.+\n)+\n)"
)


def write_handout(course: Path, lessons: Collection[int] | None = None) -> list[Path]:
    """Write build/course.zip if its content has changed.

    Parameters
    ----------
    course : Path
        The folder with `solutions/`, and with exercises that are up to date.
    lessons : collection of int, optional
        Their numbers. Default: all.

    Returns
    -------
    list of Path
        The zip, if it was written.

    Raises
    ------
    UnusableInput
        If a file that students would get contains an answer, or a lesson does not exist.
    """
    path, content = course / "build" / f"{FOLDER}.zip", handout(course, lessons)
    if path.is_file() and path.read_bytes() == content:
        return []
    path.parent.mkdir(exist_ok=True)
    write_whole(path, content)
    return [path]


def handout(course: Path, lessons: Collection[int] | None = None) -> bytes:
    """Pack the files that students get.

    Parameters
    ----------
    course : Path
    lessons : collection of int, optional
        Their numbers. Default: all.

    Returns
    -------
    bytes
        A zip that is the same on every machine: files are sorted, dated 1980, and stored uncompressed,
        because versions of zlib compress differently. Each release unpacks into a folder of its own,
        so it never overwrites work in another.

    Raises
    ------
    UnusableInput
        If one of the files contains an answer, or a lesson does not exist.
    """
    sources = _sources(course, lessons)
    _require_no_answers(sources, course)
    files = _packed(sources)
    manifest = json.dumps(digests(files), indent=1).encode() + b"\n"
    folder = f"{FOLDER}-{hashlib.sha256(manifest).hexdigest()[:6]}"
    return _zipped(
        {f"{folder}/{name}": text for name, text in (files | {MANIFEST: manifest}).items()}
    )


def _zipped(files: Files) -> bytes:
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as archive:
        for name, content in sorted(files.items()):
            entry = ZipInfo(name)
            entry.create_system, entry.external_attr = 3, (stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, content)
    return packed.getvalue()


def _sources(course: Path, lessons: Collection[int] | None) -> dict[str, Path]:
    """Find the files to pack, by their names in the course."""
    files = sources(course, (*HANDED_OUT, *FOR_STUDENTS))
    for name in PRINT_ANSWERS:
        files.pop(name, None)
    return {name: files[name] for name in of_lessons(files, lessons)}


def sources(course: Path, patterns: Iterable[str]) -> dict[str, Path]:
    """Find files that the course is made of, by their names in it."""
    paths = (path for pattern in patterns for path in course.glob(pattern) if _is_source(path))
    return {path.relative_to(course).as_posix(): path for path in paths}


def _is_source(path: Path) -> bool:
    """Tell what a package needs from what was made, and from pages for those who change it."""
    made = path.suffix == ".pyc"
    return path.is_file() and not path.is_symlink() and not made and path.name != "README.md"


def _packed(sources: Mapping[str, Path]) -> dict[str, bytes]:
    """Read each file, under its name in the zip, and keep only links to files in the zip."""
    places = {name: FOR_STUDENTS.get(name, name) for name in sources}
    lessons = {int(match[1]) for name in sources if (match := LESSON.match(name))}
    return {
        places[name]: _relinked(name, _for_lessons(name, path.read_bytes(), lessons), places)
        for name, path in sources.items()
    }


def _for_lessons(name: str, content: bytes, lessons: set[int]) -> bytes:
    """Leave out the paragraphs of a page about lessons that are not in the zip."""
    if name not in FOR_STUDENTS:
        return content

    def kept(found: re.Match[str]) -> str:
        return found["paragraph"] if numbers_in(found["lessons"]) & lessons else ""

    return ONLY_WITH.sub(kept, content.decode()).encode()


def _relinked(name: str, content: bytes, places: Mapping[str, str]) -> bytes:
    if name.endswith(".md"):
        return _with_links(content.decode(), name, places).encode()
    if not name.startswith("notebooks/"):
        return content
    lecture = parse_notebook(content, name)
    before = [cell.source for cell in lecture.cells]
    for cell in lecture.cells:
        if cell.cell_type == "markdown":
            cell.source = _with_links(cell.source, name, places)
    changed = before != [cell.source for cell in lecture.cells]
    return canonical_text(lecture).encode() if changed else content


def _with_links(text: str, name: str, places: Mapping[str, str]) -> str:
    """Let links point to files in the zip. Replace links to other files by their text."""
    here = PurePosixPath(places[name]).parent

    def led(target: str) -> str | None:
        path, mark, anchor = target.partition("#")
        if "://" in target or not path:
            return target
        there = os.path.normpath(PurePosixPath(name).parent / path).replace("\\", "/")
        if (place := places.get(there)) == there and places[name] == name:
            return target  # neither has moved
        return place and os.path.relpath(place, here).replace("\\", "/") + mark + anchor

    def link(found: re.Match[str]) -> str:
        target = led(found["target"])
        return f"[{found['words']}]({target})" if target else found["words"]

    defined = DEFINITION.sub(lambda found: found[0] if led(found["target"]) else "", text)
    return LINK.sub(link, defined)


def _require_no_answers(files: dict[str, Path], course: Path) -> None:
    answers = dict(_answers(course))
    for name, path in sorted(files.items()):
        text = _text_of(path)
        for cell, answer in answers.items():
            if answer in text:
                raise UnusableInput(
                    f"{name}: contains the answer of {cell}, so students would see it. "
                    "Was it copied from the solution?"
                )


def _answers(course: Path) -> Iterator[tuple[str, str]]:
    """Yield what students must not get: the parts cut from answers, and the code of hidden cells."""
    for path in sorted((course / "solutions").glob("*.ipynb")):
        solution = read_notebook(path)
        for cells in cells_by_task(solution, "answer").values():
            for number, cut in enumerate(SOLUTION.finditer(cells[0].source)):
                yield (
                    f"solutions/{path.name}, cell {cells[0].id} ({number})",
                    _text(cut[0].splitlines()[1:-1]),
                )
        for cell in code_cells(solution):
            if has_tag(cell, "hidden") or has_tag(cell, "own"):
                yield f"solutions/{path.name}, cell {cell.id}", _text(cell.source.splitlines())


def _text_of(path: Path) -> str:
    if path.suffix == ".ipynb":
        return _text(
            line for cell in read_notebook(path).cells for line in cell.source.splitlines()
        )
    # Trained weights are not text, so they contain no lines that could be an answer.
    return _text(path.read_text(encoding="utf-8", errors="replace").splitlines())


def _text(lines: Iterable[str]) -> str:
    """Join lines without indentation, each between line breaks, so that only whole ones are found."""
    return "".join(["\n", *(f"{line.strip()}\n" for line in lines if line.strip())])
