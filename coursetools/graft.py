"""Put a submission's answers into a copy of the solution.

Only answers and the student's own cells are copied. Anything else that a student changed, deleted or
duplicated has no effect.
"""

import copy
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

import nbformat

from coursetools.import_policy import IMPORTS_COURSE, Code, without_library
from coursetools.judge import TaskResult
from coursetools.notebook import Cell, Notebook
from coursetools.roles import cells_by_task, code_cells, grade_id, has_tag, task_of

VERSION = re.compile(rb'"version"\s*:\s*"3\.(\d{1,3})')
COLAB = 12  # its version of Python 3, which it does not store

LONG = 5_000  # characters
LONGEST_WORD = 50

Rank = tuple[bool, bool, bool, int]  # of a cell that may be an answer; its place comes last


class CodeOf(dict[str, Code]):
    """The code of a submission's cells, by source. Each source is parsed once, on first access.

    Parameters
    ----------
    starters : mapping of task to source
        The code that the repairs begin with.
    """

    def __init__(self, starters: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self._starters = {task: _lines(code) for task, code in (starters or {}).items()}

    def __missing__(self, source: str) -> Code:
        return self.setdefault(source, Code.read(source))

    def defines(self, source: str, task: str) -> bool:
        """Tell whether a cell defines the function that a task asks for."""
        return task in source and task in self[source].defined

    def writes(self, source: str, task: str) -> bool:
        """Tell whether an answer cell has code, and other code than the exercise."""
        if self.defines(source, task) and task in self[source].unwritten:
            return False
        return _lines(source) not in ([], self._starters.get(task))


@dataclass
class Submission:
    """The parts of a submitted notebook that are used.

    Attributes
    ----------
    answers : dict of task id to source
        Only tasks whose answer cell was found.
    extras : dict of cell id to list of sources
        The student's own code cells, by the solution's cell that they follow; "" for the start.
    notes : list of str
        Every repair, in words.
    writing : list of str
        The student's texts in Markdown, such as an answer to the discussion.
    code : mapping of source to Code
    """

    answers: dict[str, str] = field(default_factory=dict)
    extras: dict[str, list[str]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    writing: list[str] = field(default_factory=list)
    code: CodeOf = field(default_factory=CodeOf, repr=False, compare=False)

    @property
    def refused(self) -> dict[str, str]:
        """The tasks whose answers are not run, and why, such as that they import the library."""
        refusals = {task: self.code[source].refusal for task, source in self.answers.items()}
        return {task: why for task, why in refusals.items() if why}


def read_submission(notebook: Notebook, solution: Notebook) -> Submission:
    """Find the answers, and the student's own cells, in a submitted notebook.

    Parameters
    ----------
    notebook, solution : notebook

    Returns
    -------
    Submission
        An answer cell has the task's id, in itself or in its metadata, or defines its function. If
        there are several, the last one in which something is written counts.
    """
    starters = cells_by_task(solution, "starter")
    submission = Submission(
        code=CodeOf({task: cells[0].source for task, cells in starters.items()})
    )
    originals = originals_of(notebook, solution)
    places = match_answers(notebook, solution, submission)
    anchor = ""
    for index, cell in enumerate(notebook.cells):
        original = places.get(index) or originals[index]
        anchor = original.id if original is not None else anchor
        if index in places:
            submission.answers[task_of(places[index])] = cell.source
        elif original is not None:
            _take_edited(cell, original, submission)
        elif cell.cell_type == "code" and _is_own(cell, submission):
            submission.extras.setdefault(anchor, []).append(cell.source)
    _note_missing(originals, solution, submission)
    submission.notes += _note_encoded(submission)
    submission.writing = _writing(notebook, solution)
    return submission


def replace_imports(submission: Submission) -> None:
    """Where there is a library to import, let the student's own cells import stand-ins for it.

    Parameters
    ----------
    submission : Submission
        Changed: a cell that gets at the library in another way is left out, and a note says so.
    """
    for anchor, sources in submission.extras.items():
        kept = [_without_imports(source, submission.code) for source in sources]
        submission.extras[anchor] = [source for source in kept if source is not None]
        left_out = kept.count(None)
        submission.notes += left_out * [
            "a cell of your own imports code of the course: it was left out"
        ]


def _without_imports(source: str, code: CodeOf) -> str | None:
    return without_library(source) if code[source].refusal == IMPORTS_COURSE else source


def advised(tasks: list[TaskResult], submission: Submission, content: bytes) -> list[TaskResult]:
    """Say of each task that stopped with an error which Python to use, if this one may be too old.

    Parameters
    ----------
    tasks : list of TaskResult
    submission : Submission
    content : bytes
        The submitted file, in which most editors note their version of Python.

    Returns
    -------
    list of TaskResult
        With the same messages if this Python reads every cell, or is as new as that of the file.
    """
    version, ours = VERSION.search(content), sys.version_info.minor
    theirs = int(version[1]) if version else COLAB
    sources = chain(submission.answers.values(), *submission.extras.values())
    if theirs <= ours or all(submission.code[source].is_read for source in sources):
        return tasks
    advice = (
        f"Python 3.{ours} cannot read a cell of this notebook. "
        f"If Python 3.{theirs} can, grade it with that version."
    )
    return [
        replace(task, message=f"{task.message} {advice}") if task.status == "error" else task
        for task in tasks
    ]


def graft(solution: Notebook, submission: Submission) -> Notebook:
    """Put answers and extra cells into a copy of the solution.

    Parameters
    ----------
    solution : notebook
    submission : Submission

    Returns
    -------
    notebook
        Before and after each answer, an empty cell marks a place to restore earlier tasks.
    """
    frame = copy.deepcopy(solution)
    cells, frame.cells = frame.cells, _own_cells(submission, "")
    earlier: list[str] = []
    for cell in cells:
        if has_tag(cell, "answer"):
            task = task_of(cell)
            cell.source = _answer_source(submission, task)
            before = _restore(f"{task}-restore-before", earlier)
            earlier.append(task)
            frame.cells += [before, cell, _restore(f"{task}-restore-after", earlier)]
        elif not (has_tag(cell, "starter") or has_tag(cell, "own")):  # neither is a student's
            frame.cells.append(cell)
        frame.cells += _own_cells(submission, cell.id)
    return frame


def match_answers(
    notebook: Notebook, solution: Notebook, submission: Submission
) -> dict[int, Cell]:
    """Map the index of a submitted cell to the answer cell of the solution that it fills in.

    Parameters
    ----------
    notebook, solution : notebook
    submission : Submission
        Its notes get a line for each answer that was not found, or not found by its id.

    Returns
    -------
    dict of int to cell
    """
    places: dict[int, Cell] = {}
    answers = {task: cells[0] for task, cells in cells_by_task(solution, "answer").items()}
    for task, ranks in _ranked(notebook, solution, submission.code).items():
        free = [rank for rank in ranks if rank[-1] not in places]
        if free:
            places[max(free)[-1]] = answers[task]
        submission.notes += _note_choice(task, free, notebook, submission.code)
    return places


def _ranked(notebook: Notebook, solution: Notebook, code: CodeOf) -> dict[str, list[Rank]]:
    """Rank the cells that are marked as the answer to a task, or define its function: the highest counts.

    That is the last definition, as in a notebook, but neither what was handed out nor, if there is
    another one, a cell without a mark below the check.
    """
    marks = {f"{task}-answer": task for task in cells_by_task(solution, "answer")}
    ranks: dict[str, list[Rank]] = {task: [] for task in marks.values()}
    checked = set()  # the tasks whose checks stand above
    cells = zip(notebook.cells, originals_of(notebook, solution), strict=True)
    for place, (cell, original) in enumerate(cells):
        if original is not None:
            checked |= {task_of(original)} if has_tag(original, "check") else set()
        elif cell.cell_type == "code":
            marked = marked_as(cell, marks)
            for task in [marked] if marked else ranks:
                wrote = code.writes(cell.source, task)
                counts = wrote and code.defines(cell.source, task)
                if marked or counts:
                    usual = counts and (bool(marked) or task not in checked)
                    ranks[task].append((usual, counts, wrote, place))
    return ranks


def _note_choice(
    task: str, ranks: Sequence[Rank], notebook: Notebook, code: CodeOf
) -> Iterator[str]:
    """Note which of several answers counts, or that a single one was not found by its id."""
    if not ranks:
        yield f"no answer cell for {task} was found"
        return
    cell = notebook.cells[max(ranks)[-1]]
    cells = [notebook.cells[rank[-1]] for rank in ranks]
    several = [one for one in cells if one is cell or code.defines(one.source, task)]
    if len(several) > 1:
        number = next(n for n, one in enumerate(several, 1) if one is cell)
        yield f"{task} is answered in {len(several)} cells: number {number} counts"
    elif cell.id != f"{task}-answer":
        is_marked = grade_id(cell) == f"{task}-answer"
        how = "its metadata" if is_marked else "the function it defines"
        yield f"the answer to {task} was found by {how}"


def originals_of(notebook: Notebook, solution: Notebook) -> list[Cell | None]:
    """For each cell, find the solution's cell with its id, or else its source, except answer cells."""
    tags = ("answer", "starter", "own")
    known = [one for one in code_cells(solution) if not any(has_tag(one, tag) for tag in tags)]
    by_id = {one.id: one for one in known}
    by_source = {tuple(_lines(one.source)): one for one in reversed(known)}
    return [
        by_id.get(cell.id) or by_source.get(tuple(_lines(cell.source)))
        if cell.cell_type == "code"
        else None
        for cell in notebook.cells
    ]


def marked_as(cell: Cell, marks: Mapping[str, str]) -> str | None:
    """Return the task whose answer cell this is, or a copy of it; `marks` has the task of each id."""
    return marks.get(cell.id) or marks.get(grade_id(cell))


def restorable(cell: Cell) -> list[str] | None:
    """List the tasks that may have to be restored at a cell of a graft.

    Parameters
    ----------
    cell : cell

    Returns
    -------
    list of str, or None
        Tasks that did not pass get a right answer here, so that one mistake costs one task. Answers
        that passed stay, because later ones may rely on their signatures. None for an ordinary cell.
    """
    tasks: list[str] | None = cell.metadata.get("restorable")
    return tasks


def _take_edited(cell: Cell, original: Cell, submission: Submission) -> None:
    if _lines(cell.source) == _lines(original.source):
        return
    if has_tag(original, "check") or has_tag(original, "hidden"):
        submission.notes.append(f"cell {original.id} was edited: the original was used")
    else:
        submission.notes.append(f"cell {original.id} was edited: yours runs after the original")
        submission.extras.setdefault(original.id, []).append(cell.source)


def _is_own(cell: Cell, submission: Submission) -> bool:
    """Tell whether a cell has code, and does not put that of the exercise below an answer."""
    code, source = submission.code, cell.source
    undone = (
        code.defines(source, task) and not code.writes(source, task) for task in submission.answers
    )
    return bool(source.strip()) and not any(undone)


def _note_missing(originals: list[Cell | None], solution: Notebook, submission: Submission) -> None:
    present = {original.id for original in originals if original is not None}
    handed_out = (cell for cell in code_cells(solution) if not has_tag(cell, "hidden"))
    checks = [cell.id for cell in handed_out if has_tag(cell, "check")]
    lost = [cell_id for cell_id in checks if cell_id not in present]
    submission.notes += [f"cell {cell_id} is missing: the original was used" for cell_id in lost]


def _note_encoded(submission: Submission) -> Iterator[str]:
    """Note what nobody can read in a student's own cells: text in base64 and the like has no spaces."""
    for source in chain.from_iterable(submission.extras.values()):
        words = [word for word in source.split() if len(word) > LONGEST_WORD and word.isascii()]
        if (length := sum(map(len, words))) > LONG:
            yield f"a cell of your own holds {length:,} characters of what may be encoded text"


def _writing(notebook: Notebook, solution: Notebook) -> list[str]:
    """Find Markdown that the student wrote. From an edited cell, take only the new lines."""
    given = {line for cell in solution.cells for line in _lines(cell.source)}
    texts = (cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    own = ("\n".join(line for line in _lines(text) if line not in given) for text in texts)
    return [text.strip() for text in own if text.strip()]


def _answer_source(submission: Submission, task: str) -> str:
    refused = task in submission.refused
    return "" if refused else submission.answers.get(task, "")


def _own_cells(submission: Submission, anchor: str) -> list[Cell]:
    sources = submission.extras.get(anchor, [])
    place = anchor or "start"
    return [_code(source, f"{place}-own-{n}") for n, source in enumerate(sources)]


def _code(source: str, cell_id: str) -> Cell:
    # Not new_code_cell: to hold a cell against the schema takes longer than to run it.
    parts = {"id": cell_id[:64], "source": source, "metadata": {}, "outputs": []}
    return nbformat.from_dict({"cell_type": "code", "execution_count": 1, **parts})


def _restore(cell_id: str, tasks: list[str]) -> Cell:
    cell = _code("", cell_id)
    cell.metadata["restorable"] = list(tasks)
    return cell


def _lines(source: str) -> list[str]:
    return [line.rstrip() for line in source.strip().splitlines()]
