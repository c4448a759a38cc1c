"""Pack what students get: exercises, lessons, the library, the environment. Never a solution."""

import io
import stat
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from coursetools.atomic import write_whole
from coursetools.errors import UnusableInput
from coursetools.notebook import read_notebook
from coursetools.release import SOLUTION
from coursetools.roles import cells_by_task, code_cells, has_tag

HANDED_OUT = (
    "exercises/*.ipynb",
    "notebooks/*.ipynb",
    "attnlib/**/*",
    "coursetools/**/*",  # pyproject.toml installs both; `coursetools doctor` is for students
    "pyproject.toml",
    "constraints.txt",
    "environment.yml",
    "Makefile",
    "LICENSE",
)
PRINTS_ANSWERS = "attnlib/practice/paper.py"  # those of all tasks on paper, for `coursetools quiz`
FOR_STUDENTS = "docs/STUDENTS.md"
FOLDER = "course"

Lines = list[str]


def write_handout(course: Path) -> list[Path]:
    """Write build/course.zip if its content has changed.

    Parameters
    ----------
    course : Path
        The folder with `solutions/`, and with exercises that are up to date.

    Returns
    -------
    list of Path
        The zip, if it was written.

    Raises
    ------
    UnusableInput
        If a file that students would get contains an answer.
    """
    path, content = course / "build" / f"{FOLDER}.zip", handout(course)
    if path.is_file() and path.read_bytes() == content:
        return []
    path.parent.mkdir(exist_ok=True)
    write_whole(path, content)
    return [path]


def handout(course: Path) -> bytes:
    """Pack the files that students get.

    Parameters
    ----------
    course : Path

    Returns
    -------
    bytes
        A zip, the same on every machine: sorted, all dated 1980, and stored rather than compressed,
        because not every zlib compresses alike.

    Raises
    ------
    UnusableInput
        If one of the files contains an answer.
    """
    files = _files(course)
    _require_no_answers(files, course)
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as archive:
        for name, path in sorted(files.items()):
            entry = ZipInfo(f"{FOLDER}/{name}")
            entry.create_system, entry.external_attr = 3, (stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, path.read_bytes())
    return packed.getvalue()


def _files(course: Path) -> dict[str, Path]:
    found = (path for pattern in HANDED_OUT for path in course.glob(pattern))
    files = {path.relative_to(course).as_posix(): path for path in found if _is_source(path)}
    files.pop(PRINTS_ANSWERS, None)
    readme = course / FOR_STUDENTS
    return {**files, "README.md": readme} if readme.is_file() else files


def _is_source(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and path.suffix != ".pyc"


def _require_no_answers(files: dict[str, Path], course: Path) -> None:
    answers = dict(_answers(course))
    for name, path in sorted(files.items()):
        lines = _lines_of(path)
        for cell, answer in answers.items():
            if _contains(lines, answer):
                raise UnusableInput(
                    f"{name}: contains the answer of {cell}, so students would get it. "
                    "Was it copied from the solution?"
                )


def _answers(course: Path) -> Iterator[tuple[str, Lines]]:
    """Yield what students must not get: what is cut from answers, and the code of hidden cells."""
    for path in sorted((course / "solutions").glob("*.ipynb")):
        solution = read_notebook(path)
        for cells in cells_by_task(solution, "answer").values():
            for number, cut in enumerate(SOLUTION.finditer(cells[0].source)):
                yield f"solutions/{path.name}, cell {cells[0].id} ({number})", _lines(cut[0])[1:-1]
        for cell in code_cells(solution):
            if has_tag(cell, "hidden") or has_tag(cell, "own"):
                yield f"solutions/{path.name}, cell {cell.id}", _lines(cell.source)


def _lines_of(path: Path) -> Lines:
    if path.suffix == ".ipynb":
        return [line for cell in read_notebook(path).cells for line in _lines(cell.source)]
    # Trained weights are no text, and hold no lines that could be an answer.
    return _lines(path.read_text(encoding="utf-8", errors="replace"))


def _lines(source: str) -> Lines:
    return [line.strip() for line in source.splitlines() if line.strip()]


def _contains(lines: Lines, answer: Lines) -> bool:
    starts = (place for place, line in enumerate(lines) if line == answer[0])
    return any(lines[start : start + len(answer)] == answer for start in starts)
