"""Create a new task from the templates: its file in the catalogue, its bank of answers, and its cells.

Nothing has to be registered. Checks find the file, tests find the bank, and exercises are generated
from the cells.
"""

import re
import string
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import nbformat

from coursetools.atomic import write_whole
from coursetools.canonical import canonical_text
from coursetools.errors import UnusableInput
from coursetools.notebook import Cell, Notebook, read_notebook
from coursetools.roles import cells_by_task, is_of_view

# The answers that the templates begin with: one computes, one is a letter with evidence, one is worked out on paper.
COMPUTED = {"parameters": "x", "right": "x * 1", "wrong": "x + x", "unnamed": "x**3"}
LETTER = {"parameters": "", "right": '"b", 0', "wrong": '"a", 0', "unnamed": '"f", 0'}
ON_PAPER = {"parameters": "", "right": "[1, 2]", "wrong": "[1, 4]", "unnamed": "[2, 1]"}
# By kind: the template of the file, that of the view, and the answers.
TEMPLATES = {
    "write": ("task.py.txt", "view.txt", COMPUTED),
    "repair": ("task.py.txt", "view.txt", COMPUTED),
    "find": ("find.py.txt", "find_view.txt", LETTER),
    "predict": ("predict.py.txt", "predict_view.txt", ON_PAPER),
}
KINDS = tuple(TEMPLATES)
SEPARATOR = re.compile(r"^%% (?P<id>\S+) (?P<kind>markdown|code)(?: (?P<tag>\S+))?\n", re.MULTILINE)
STARTER_FIELD = '\n    starter=STARTER,\n    slips={"todo-slug": "return -x"},'


@dataclass(frozen=True)
class NewTask:
    """The facts about a task that are needed to create it.

    Attributes
    ----------
    lesson : str
        The name of its notebooks, such as 03_softmax_axis.
    name : str
        The function that students will write.
    kind : str
        One of `KINDS`.
    points : int
    """

    lesson: str
    name: str
    kind: str = "write"
    points: int = 2


def lay_down(course: Path, new: NewTask) -> list[Path]:
    """Write the files of a new task, and add its cells to the lesson's solution.

    A lesson that has a lecture but no exercises yet gets a solution.

    Parameters
    ----------
    course : Path
        The folder with `notebooks/` and `solutions/`.
    new : NewTask

    Returns
    -------
    list of Path
        The files that were written, the notebook last.

    Raises
    ------
    UnusableInput
        If there is no such lesson, the name is not valid, or the task exists already.
    """
    notebook = _solution_of(course, new.lesson)
    solution = read_notebook(notebook) if notebook.exists() else _first_cells(new.lesson)
    _require_new(new, solution, notebook)
    place = len(cells_by_task(solution, "check")) + 1
    task, view, answers = TEMPLATES[new.kind]
    words = {**_words(new, place), **answers}
    file = course / "checks" / "catalogue" / new.lesson / f"{place}_{new.name}.py"
    written = {
        file: _filled(task, words),
        course / "tests" / "answers" / f"{new.name}.py": _filled("answers.py.txt", words),
    }
    for path in filter(Path.exists, written):
        raise UnusableInput(f"{path}: exists already. Choose another name, or remove it.")
    for path, text in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    _insert(solution, _cells(view, words))
    write_whole(notebook, canonical_text(solution))
    return [*written, notebook]


def _solution_of(course: Path, lesson: str) -> Path:
    """Return the path of a lesson's solution, or its future path if there is only a lecture."""
    named = {
        path.stem
        for folder in ("notebooks", "solutions")
        for path in (course / folder).glob("*.ipynb")
    }
    if lesson not in named:
        raise UnusableInput(
            f"{lesson}: there is no such lesson. The lessons are {', '.join(sorted(named))}."
        )
    return course / "solutions" / f"{lesson}.ipynb"


def _first_cells(lesson: str) -> Notebook:
    """Make a solution without tasks: title, imports, discussion."""
    words = {"lesson": lesson, "number": str(int(lesson[:2]))}
    return nbformat.v4.new_notebook(cells=_cells_of(_filled("lesson.txt", words), points=0))


def _require_new(new: NewTask, solution: Notebook, notebook: Path) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", new.name):
        raise UnusableInput(
            f"{new.name}: is not a valid task name. Use lower-case letters, digits and _."
        )
    if new.name in cells_by_task(solution, "answer"):
        raise UnusableInput(f"{notebook}: already has a task {new.name}.")


def _words(new: NewTask, place: int) -> dict[str, str]:
    """Collect the values for the templates; `place` is the task's place in its lesson."""
    repair = new.kind == "repair"
    return {
        "task": new.name,
        "kind": new.kind,
        "points": str(new.points),
        "number": str(place),
        "starter": _filled("starter.txt", {"task": new.name}) if repair else "",
        "starter_field": STARTER_FIELD if repair else "",
    }


def _filled(template: str, words: dict[str, str]) -> str:
    text = files("coursetools").joinpath("templates", template).read_text(encoding="utf-8")
    return string.Template(text).substitute(words)


def _cells(view: str, words: dict[str, str]) -> list[Cell]:
    text = _filled("cells.txt", words) + _filled(view, words)
    cells = _cells_of(text, int(words["points"]))
    repair = words["kind"] == "repair"
    return [cell for cell in cells if repair or not cell.id.endswith("-starter")]


def _cells_of(text: str, points: int) -> list[Cell]:
    """Make the cells of a template. Each cell begins with a line that starts with %%."""
    marks = list(SEPARATOR.finditer(text))
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    return [
        _cell(mark, text[mark.end() : end].strip(), points)
        for mark, end in zip(marks, ends, strict=True)
    ]


def _cell(mark: re.Match[str], source: str, points: int) -> Cell:
    make: Callable[..., Cell] = getattr(nbformat.v4, f"new_{mark['kind']}_cell")
    cell = make(source, id=mark["id"])
    if is_of_view(cell):
        cell.metadata["jupyter"] = {"source_hidden": True}
    if mark["tag"]:
        cell.metadata["tags"] = [mark["tag"]]
    if mark["tag"] in ("answer", "check"):
        cell.metadata["nbgrader"] = _nbgrader(cell.id, mark["tag"] == "check", points)
    return cell


def _nbgrader(cell_id: str, is_check: bool, points: int) -> dict[str, object]:
    kept = {"grade_id": cell_id, "schema_version": 3, "task": False}
    if is_check:
        return {**kept, "grade": True, "locked": True, "points": points, "solution": False}
    return {**kept, "grade": False, "locked": False, "solution": True}


def _insert(solution: Notebook, cells: list[Cell]) -> None:
    """Put cells before the discussion that ends every exercise, or at the end if there is none."""
    ids = [cell.id for cell in solution.cells]
    place = ids.index("discussion") if "discussion" in ids else len(ids)
    solution.cells[place:place] = cells
