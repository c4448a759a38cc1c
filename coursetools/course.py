"""Find the course: the folder that holds its solutions, or at least its exercises."""

from collections.abc import Iterator
from pathlib import Path

from coursetools.errors import UnusableInput


def course_folder(*starts: Path) -> Path:
    """Find the course: the nearest folder with `solutions/` at or above one of the starts.

    Parameters
    ----------
    *starts : Path
        Where to look, in this order. The folder of this package is tried last.

    Returns
    -------
    Path

    Raises
    ------
    UnusableInput
        If none of them is in a course.
    """
    for folder in _upwards(*starts, Path(__file__)):
        if (folder / "solutions").is_dir():
            return folder
    raise UnusableInput(
        f"{starts[0].absolute()}: no folder solutions/ here or above. Run this in the course folder."
    )


def working_folder(*starts: Path) -> Path:
    """Find the folder where somebody works: the nearest with `notebooks/` and `exercises/`.

    Parameters
    ----------
    *starts : Path
        Where to look, each with the folders above it, in this order.

    Returns
    -------
    Path

    Raises
    ------
    UnusableInput
        If none of them is in a course.
    """
    for folder in _upwards(*starts):
        if (folder / "notebooks").is_dir() and (folder / "exercises").is_dir():
            return folder
    raise UnusableInput(
        f"{starts[0].absolute()}: no notebooks/ and exercises/ here or above. "
        "Run this in the folder of the course."
    )


def solutions_of(course: Path) -> dict[str, bytes]:
    """Read the solutions of a course.

    Parameters
    ----------
    course : Path

    Returns
    -------
    dict of exercise to what its file contains
    """
    return notebooks_in(course / "solutions")


def notebooks_in(folder: Path) -> dict[str, bytes]:
    """Read the notebooks in a folder, by their names."""
    return {path.stem: path.read_bytes() for path in sorted(folder.glob("*.ipynb"))}


def solutions_near(*starts: Path) -> dict[str, bytes]:
    """Read the solutions of the nearest course. A student's repository has none.

    Parameters
    ----------
    *starts : Path
        Where to look, as for `course_folder`.

    Returns
    -------
    dict of exercise to what its file contains
    """
    try:
        return solutions_of(course_folder(*starts))
    except UnusableInput:
        return {}


def _upwards(*starts: Path) -> Iterator[Path]:
    """Yield each place, followed by the folders above it."""
    for start in starts:
        yield from (start.absolute(), *start.absolute().parents)
