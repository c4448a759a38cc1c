"""The rules for how a page reads: its sentences, its open code, its minutes, and what to do first."""

import ast
import re
from collections.abc import Iterator

from coursetools.lint.code import (
    VIEWS,
    calls_at_top_level,
    lines,
    only_draws,
    shown_functions,
    statements,
)
from coursetools.lint.measures import TYPED, Measures, dearest, measure
from coursetools.lint.rules import Finding, Rule
from coursetools.notebook import Cell, Notebook
from coursetools.roles import code_cells, is_folded, is_of_view

LENGTHS = (13, 19)  # words a sentence, on average
MOST_SHORT_SENTENCES = 1 / 8
FEWEST_CONNECTIVES = 1.3  # in 100 words
MOST_OPEN_LINES = 60
# By the beginning of its title: a lecture whose code its readers write again, on an empty page.
WRITTEN_AGAIN = {"# 10 ·": 130}
FEWEST_TYPED_LINES = 3
MOST_MINUTES = 55
MOST_LINES_THAT_DRAW = 3
FOLD = "only draws; fold it (metadata jupyter.source_hidden)"

STAR = " ★"
STARRED = 3
INVITATION = "If you have time for only three, do those with a ★."

STATED = re.compile(r"\*\*About (\d+) minutes\.\*\*")
TASK_HEADING = re.compile(r"^## \d+\. .*$", re.MULTILINE)


def measures_well(notebook: Notebook) -> Iterator[Finding]:
    """Find lectures that do not flow, show much code, leave nothing to type, or take too long."""
    found = measure(notebook)
    for message in (
        *_of_sentences(found),
        *_of_code(found, notebook),
        *_of_length(found, notebook),
    ):
        yield Finding("", message)


def states_its_minutes(notebook: Notebook) -> Iterator[Finding]:
    """Find lectures that do not say how long they take, to five minutes."""
    minutes = 5 * round(measure(notebook).minutes / 5)
    stated = STATED.search(notebook.cells[0].source)
    if stated is None or int(stated[1]) != minutes:
        yield Finding(notebook.cells[0].id, f"write **About {minutes} minutes.**")


def folds_its_pictures(notebook: Notebook) -> Iterator[Finding]:
    """Find open cells whose only job is a picture."""
    drawing = shown_functions(notebook)
    for cell in code_cells(notebook):
        long = lines(cell) > MOST_LINES_THAT_DRAW
        if not is_folded(cell) and (_defined(cell) & drawing or (long and only_draws(cell))):
            yield Finding(cell.id, FOLD)


def folds_its_views(notebook: Notebook) -> Iterator[Finding]:
    """Find open cells of live views in exercises, where what is to be read or written should be all that is open."""
    drawing = shown_functions(notebook)
    for cell in code_cells(notebook):
        draws = calls_at_top_level(cell) & VIEWS or _defined(cell) & drawing
        if not is_folded(cell) and (draws or is_of_view(cell)):
            yield Finding(cell.id, FOLD)


def marks_three_tasks(notebook: Notebook) -> Iterator[Finding]:
    """Find exercises that do not say which three tasks to do first."""
    headings = [heading for cell in notebook.cells for heading in TASK_HEADING.findall(cell.source)]
    count = sum(heading.endswith(STAR) for heading in headings)
    if count != STARRED:
        yield Finding("", f"{count} headings of tasks end in{STAR}; mark {STARRED}")
    if INVITATION not in " ".join(notebook.cells[0].source.split()):
        yield Finding(notebook.cells[0].id, f"say: {INVITATION}")


def _defined(cell: Cell) -> set[str]:
    return {one.name for one in statements(cell) if isinstance(one, ast.FunctionDef)}


def _of_sentences(found: Measures) -> Iterator[str]:
    least, most = LENGTHS
    if not least <= found.words_a_sentence <= most:
        yield (
            f"{found.words_a_sentence:.1f} words a sentence; join or cut some, {least} to {most} on average"
        )
    if found.share_of_short_sentences > MOST_SHORT_SENTENCES:
        yield (
            f"{found.short} of {found.sentences} sentences have at most six words; join some, at most "
            "one in eight may be so short"
        )
    if found.connectives_in_100_words < FEWEST_CONNECTIVES:
        yield (
            f"{found.connectives_in_100_words:.2f} connectives in 100 words; join sentences with because, "
            f"although or so, at least {FEWEST_CONNECTIVES}"
        )


def _of_code(found: Measures, lecture: Notebook) -> Iterator[str]:
    most = WRITTEN_AGAIN.get(lecture.cells[0].source[:6], MOST_OPEN_LINES)
    if found.open_lines > most:
        yield f"{found.open_lines} open lines of code; fold some, at most {most}"
    if found.typed_lines < FEWEST_TYPED_LINES:
        yield f"{found.typed_lines} lines to type; begin at least {FEWEST_TYPED_LINES} cells with {TYPED} TASK NAME"


def _of_length(found: Measures, lecture: Notebook) -> Iterator[str]:
    if round(found.minutes) > MOST_MINUTES:
        yield (
            f"takes {found.minutes:.0f} minutes, more than {MOST_MINUTES}; take something out (the cells "
            f"{', '.join(dearest(lecture))} take longest), or make it two lessons"
        )


PAGE: dict[str, list[Rule]] = {
    "notebooks": [
        measures_well,
        states_its_minutes,
        folds_its_pictures,
    ],
    "exercises": [marks_three_tasks, folds_its_views],
    "solutions": [marks_three_tasks, folds_its_views],
}
