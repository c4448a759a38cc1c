"""The rules for notebooks of the course. Each takes a notebook and yields the places that break it."""

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

from nbformat.v4 import new_code_cell

from coursetools.import_policy import OWN_PACKAGES
from coursetools.lint.code import (
    DRAWING,
    VIEWS,
    assigned,
    calls_at_top_level,
    defines,
    lines,
    names_used,
    nodes,
    parses,
    shown_functions,
    statements,
)
from coursetools.lint.prose import (
    BULLET,
    ITALIC_QUESTION,
    MARKDOWN_IMAGE,
    NUMBERED,
    html_outputs,
    markdown_cells,
    nameless_images,
    outputs,
    sections,
    targets_of_named_images,
    text,
    under_heading,
)
from coursetools.notebook import Cell, Notebook
from coursetools.release import STALE, stale_checks
from coursetools.roles import code_cells, has_readable_id, has_tag, is_folded, task_of

FLICKERING = re.compile(
    r"\binteract\w*\(|\binteractive_output\b|\bOutput\(|\bclear_output\b|%matplotlib|\bpyplot\b"
)
OWN = {*OWN_PACKAGES}
IPYWIDGETS_SLIDER = re.compile(r"\b(Int|Float|FloatLog|Selection)Slider\(")
PLACEHOLDER = re.compile(r"\b(TODO|FIXME|XXX|TBD)\b|\?\?\?|(?i:\blorem\b)")
MACHINE_DEPENDENT = {
    "a path": re.compile(r"(?<![\w.])/(home|tmp|usr|opt|root|var|mnt|Users)/|\b[A-Z]:\\"),
    "an address in memory": re.compile(r"\b0x[0-9a-fA-F]{4,}"),
    "the id of a widget": re.compile(r"\bmodel_id\b|IPY_MODEL_"),
    "a negative zero": re.compile(r"(?<![\w.])-0\.0*(?!\d)"),
    "a repr that depends on NumPy's version": re.compile(r"\bnp\.(float|int|bool|str)\w*\("),
}

MOST_LINES, MOST_FOLDED_LINES = 15, 25
MOST_IMPORTS, MOST_PACKAGES = 10, 3


@dataclass(frozen=True)
class Finding:
    """A place where a rule is broken, and what to do about it.

    Attributes
    ----------
    cell_id : str
        "" if it concerns the notebook as a whole.
    message : str
    """

    cell_id: str
    message: str


Rule = Callable[[Notebook], Iterator[Finding]]


# Rules for every notebook.


def parses_as_python(notebook: Notebook) -> Iterator[Finding]:
    """Find cells that are not Python; the other rules treat them as empty."""
    for cell in code_cells(notebook):
        if not parses(cell):
            yield Finding(cell.id, "is not valid Python; run it and correct the error")


def shows_nothing_that_flickers(notebook: Notebook) -> Iterator[Finding]:
    """Find code that redraws its output in a way that nbval cannot follow."""
    for cell in code_cells(notebook):
        for found in FLICKERING.finditer(cell.source):
            yield Finding(cell.id, f"{found[0]} flickers; use explore or a picture")


def has_an_ipywidgets_slider(notebook: Notebook) -> Iterator[Finding]:
    """Find notebooks whose views use no ipywidgets slider by its name."""
    views = [cell for cell in code_cells(notebook) if calls_at_top_level(cell) & VIEWS]
    if not any(IPYWIDGETS_SLIDER.search(cell.source) for cell in views):
        yield Finding("", "no view has an ipywidgets slider; write explore(..., n=IntSlider(...))")


def stores_no_errors(notebook: Notebook) -> Iterator[Finding]:
    """Find stored errors and warnings."""
    for cell, output in outputs(notebook):
        if output.output_type == "error" or output.get("name") == "stderr":
            yield Finding(cell.id, "an error or a warning is stored; fix it, then run make execute")


def ends_no_line_with_a_semicolon(notebook: Notebook) -> Iterator[Finding]:
    """Find semicolons at line ends, which hide an output."""
    for cell in code_cells(notebook):
        for line in cell.source.splitlines():
            if line.rstrip().endswith(";"):
                yield Finding(cell.id, f"remove the semicolon at the end of {line.strip()!r}")


def has_no_long_code_cell(notebook: Notebook) -> Iterator[Finding]:
    """Find cells that are too long to be read at a glance. There is another rule for imports."""
    for cell in code_cells(notebook):
        most = MOST_FOLDED_LINES if is_folded(cell) else MOST_LINES
        others = [s for s in statements(cell) if not isinstance(s, ast.Import | ast.ImportFrom)]
        if lines(cell) > most and (others or not statements(cell)):
            yield Finding(cell.id, f"{lines(cell)} lines of code; split it, at most {most}")


def imports_little(notebook: Notebook) -> Iterator[Finding]:
    """Find cells with a wall of imports."""
    for cell in code_cells(notebook):
        imports = [node for node in nodes(cell) if isinstance(node, ast.Import | ast.ImportFrom)]
        if len(imports) > MOST_IMPORTS:
            yield Finding(cell.id, f"{len(imports)} import lines; use at most {MOST_IMPORTS}")
        modules = [
            alias.name for line in imports for alias in line.names if isinstance(line, ast.Import)
        ]
        modules += [line.module or "" for line in imports if isinstance(line, ast.ImportFrom)]
        packages = {module.partition(".")[0] for module in modules} & OWN
        if len(packages) > MOST_PACKAGES:
            words = f"imports from {len(packages)} packages of the course"
            yield Finding(cell.id, f"{words}; use at most {MOST_PACKAGES}")


def defines_and_draws_in_different_cells(notebook: Notebook) -> Iterator[Finding]:
    """Find open cells that define a function and draw as well."""
    for cell in code_cells(notebook):
        if not is_folded(cell) and defines(cell) and calls_at_top_level(cell) & DRAWING:
            yield Finding(cell.id, "defines a function and also draws; split it in two")


def names_every_image(notebook: Notebook) -> Iterator[Finding]:
    """Find images without alternative text."""
    remedy = "has no alternative text; describe what it shows"
    prose = [(cell, cell.source) for cell in markdown_cells(notebook)]
    for cell, source in prose:
        for image in MARKDOWN_IMAGE.finditer(source):
            if not image["alt"].strip():
                yield Finding(cell.id, f"the image {image['target']} {remedy}")
    for cell, source in [*prose, *html_outputs(notebook)]:
        for _ in range(nameless_images(source)):
            yield Finding(cell.id, f"an <img> {remedy}")


def shows_every_attachment(notebook: Notebook) -> Iterator[Finding]:
    """Find attachments that are not shown, or have no alternative text."""
    for cell in notebook.cells:
        for name in cell.get("attachments", {}):
            if f"attachment:{name}" not in targets_of_named_images(cell):
                yield Finding(
                    cell.id, f"show the attachment {name} in an image with alternative text"
                )


def has_readable_ids(notebook: Notebook) -> Iterator[Finding]:
    """Find ids that are not words."""
    for cell in notebook.cells:
        if not has_readable_id(cell):
            yield Finding(cell.id, "give the cell an id in words, such as softmax-check")


def has_unique_ids(notebook: Notebook) -> Iterator[Finding]:
    """Find ids that several cells share."""
    for name, count in Counter(cell.id for cell in notebook.cells).items():
        if count > 1:
            yield Finding(name, f"{count} cells have this id; give each its own")


def stores_nothing_of_the_machine(notebook: Notebook) -> Iterator[Finding]:
    """Find outputs that another machine would not print."""
    for cell, output in outputs(notebook):
        for what, pattern in MACHINE_DEPENDENT.items():
            for found in pattern.finditer(text(output)):
                yield Finding(
                    cell.id, f"the output contains {what}, {found[0]!r}; print something else"
                )


def has_no_placeholders(notebook: Notebook) -> Iterator[Finding]:
    """Find text that still has to be written."""
    for cell in notebook.cells:
        for found in PLACEHOLDER.finditer(cell.source):
            yield Finding(cell.id, f"replace the placeholder {found[0]}")


def keeps_what_its_views_use(notebook: Notebook) -> Iterator[Finding]:
    """Find names that a later cell overwrites. A view that uses them runs later, and would break."""
    functions = {
        node.name: (place, node)
        for place, cell in enumerate(notebook.cells)
        if cell.cell_type == "code"
        for node in statements(cell)
        if isinstance(node, ast.FunctionDef)
    }
    taken = [assigned(cell) if cell.cell_type == "code" else set() for cell in notebook.cells]
    for shown in sorted(shown_functions(notebook) & functions.keys()):
        for name, since in names_used(shown, functions).items():
            for cell, names in list(zip(notebook.cells, taken, strict=True))[since + 1 :]:
                if name in names:
                    yield Finding(
                        cell.id, f"the view of {shown} still uses {name}; choose another name here"
                    )


# Whether a notebook has to be executed depends on its folder.


def was_executed(notebook: Notebook) -> Iterator[Finding]:
    """Find cells that nbval would not compare, because they have no execution count."""
    for cell in code_cells(notebook):
        if cell.execution_count is None:
            yield Finding(cell.id, "was not executed; run make execute")


def was_not_executed(notebook: Notebook) -> Iterator[Finding]:
    """Find outputs in exercises, which must have none."""
    for cell in code_cells(notebook):
        if cell.execution_count is not None or cell.outputs:
            yield Finding(cell.id, "has an execution count or outputs; run coursetools release")


# Rules for lectures.


def explains_code_before_it_comes(notebook: Notebook) -> Iterator[Finding]:
    """Find lectures in which more than one open code cell in ten has no text before it."""
    seen = [cell for cell in notebook.cells if not is_folded(cell)]
    bare = [
        cell.id
        for previous, cell in zip([None, *seen], seen, strict=False)
        if cell.cell_type == "code" and (previous is None or previous.cell_type != "markdown")
    ]
    if len(bare) > sum(1 for cell in seen if cell.cell_type == "code") / 10:
        yield Finding("", f"too many code cells without text before them: {', '.join(bare)}")


def has_three_live_views(notebook: Notebook) -> Iterator[Finding]:
    """Find lectures with little to explore."""
    count = sum(bool(calls_at_top_level(cell) & VIEWS) for cell in code_cells(notebook))
    if count < 3:
        yield Finding("", f"{count} live views; make at least 3")


def opens_with_a_question_and_a_promise(notebook: Notebook) -> Iterator[Finding]:
    """Find parts that are missing from the first cell of a lecture."""
    opening = notebook.cells[0].source
    promises = BULLET.findall(opening.partition("Afterwards you can")[2])
    wanted = {
        "its title (# ...)": opening.startswith("# "),
        "a question in italics": ITALIC_QUESTION.search(opening),
        "how many minutes it takes": re.search(r"\b\d+ minutes\b", opening),
        'what readers can do afterwards: "Afterwards you can" and a list': len(promises) >= 2,
    }
    for what, found in wanted.items():
        if not found:
            yield Finding(notebook.cells[0].id, f"add to the first cell {what}")


def lets_the_reader_predict(notebook: Notebook) -> Iterator[Finding]:
    """Find lectures that do not make readers think first, or that give the answer away."""
    asking = [cell for cell in markdown_cells(notebook) if "**Predict" in cell.source]
    quizzes = [cell for cell in code_cells(notebook) if "predict" in calls_at_top_level(cell)]
    count = len(asking) + len(quizzes)
    if count < 2:
        yield Finding("", f"{count} questions to predict; make at least 2")
    if not quizzes:
        yield Finding("", "no question to predict has buttons; use predict(...)")
    for cell in asking:
        for question in cell.source.split("**Predict")[1:]:
            if "<details>" not in question:
                yield Finding(cell.id, "put a folded answer below the question to predict")
    for cell in quizzes:
        if not is_folded(cell):
            yield Finding(
                cell.id,
                "its source gives the answer away; fold it (metadata jupyter.source_hidden)",
            )


def shows_a_pitfall(notebook: Notebook) -> Iterator[Finding]:
    """Find lectures that do not run a wrong version of their code."""
    kinds = [
        {cell.cell_type for cell in cells}
        for title, cells in sections(notebook)
        if "pitfall" in title.casefold()
    ]
    if not kinds:
        yield Finding("", "no section has Pitfall in its heading; add one")
    elif "code" not in kinds[0]:
        yield Finding("", "the pitfall section runs no code; run the wrong version there")


def ends_with_three_key_points_and_references(notebook: Notebook) -> Iterator[Finding]:
    """Find lectures without a proper ending."""
    prose = "\n\n".join(cell.source for cell in markdown_cells(notebook))
    points = len(NUMBERED.findall(under_heading(prose, "Key points")))
    if points != 3:
        yield Finding("", f"{points} numbered items under ## Key points; write 3")
    last = notebook.cells[-1]
    listed = BULLET.search(under_heading(prose, "References"))
    if not (listed and last.source.startswith("## References")):
        yield Finding(last.id, "the last cell must be a list under ## References")


# Rules for exercises and their solutions.


def has_at_most_two_code_cells_in_a_row(notebook: Notebook) -> Iterator[Finding]:
    """Find code without text in between."""
    for kind, group in groupby(notebook.cells, key=lambda cell: cell.cell_type):
        row = list(group)
        if kind == "code" and len(row) > 2:
            yield Finding(row[2].id, "the third code cell in a row; put some text in between")


def has_complete_tasks(notebook: Notebook) -> Iterator[Finding]:
    """Find tasks that lack one of their cells."""
    cells = {cell.id: cell for cell in notebook.cells}
    if not _tasks(notebook):
        yield Finding("", "there is no task; add cells tagged answer and check")
    for task in _tasks(notebook):
        yield from _missing_of(task, cells)


def has_three_hints_for_each_task(notebook: Notebook) -> Iterator[Finding]:
    """Find tasks without three hints, unless the statement says that there are none."""
    sources = {cell.id: cell.source for cell in notebook.cells}
    for task in _tasks(notebook):
        if "There are no hints" in sources.get(f"{task}-task", ""):
            continue
        count = sources.get(f"{task}-hints", "").count("<details>")
        if count != 3:
            yield Finding(f"{task}-hints", f"{count} folded hints; write 3")


def checks_hidden_inputs(notebook: Notebook) -> Iterator[Finding]:
    """Find tasks that are checked only on inputs that students can see."""
    hidden = {cell.id for cell in code_cells(notebook) if has_tag(cell, "hidden")}
    for task in _tasks(notebook):
        if f"{task}-hidden" not in hidden:
            yield Finding(f"{task}-hidden", "add this code cell, tagged hidden")


def stores_what_its_checks_publish(notebook: Notebook) -> Iterator[Finding]:
    """Find checks that do not store a result that passed."""
    for cell_id in stale_checks(notebook):
        yield Finding(cell_id, STALE)


def says_why(notebook: Notebook) -> Iterator[Finding]:
    """Find tasks whose solution is not explained."""
    for task in _tasks(notebook):
        explanations = (cell.source for cell in _words_after_hidden(notebook, task))
        if not any("**Why" in words for words in explanations):
            yield Finding(
                f"{task}-hidden", "explain the answer below it, in a cell tagged hidden: **Why ..."
            )


def _tasks(notebook: Notebook) -> list[str]:
    named = [
        task_of(cell)
        for cell in notebook.cells
        if re.fullmatch(r".+-(task|answer|check)", cell.id)
        or any(has_tag(cell, tag) for tag in ("answer", "check"))
    ]
    return list(dict.fromkeys(named))


def _missing_of(task: str, cells: dict[str, Cell]) -> Iterator[Finding]:
    nothing = new_code_cell()
    answer, check, view = (
        cells.get(f"{task}-{part}", nothing) for part in ("answer", "check", "view")
    )
    wanted = {
        "task": ("a statement of the task", f"{task}-task" in cells),
        "answer": ("a cell tagged answer", has_tag(answer, "answer")),
        "check": (
            f"a cell tagged check with %check {task}",
            has_tag(check, "check") and check.source.strip() == f"%check {task}",
        ),
        "view": ("a cell that calls explore_yours", "explore_yours(" in view.source),
    }
    for part, (what, found) in wanted.items():
        if not found:
            yield Finding(f"{task}-{part}", f"add this cell: {what}")


def _words_after_hidden(notebook: Notebook, task: str) -> Iterator[Cell]:
    ids = [cell.id for cell in notebook.cells]
    start = ids.index(f"{task}-hidden") if f"{task}-hidden" in ids else len(ids)
    for cell in notebook.cells[start:]:
        if cell.cell_type == "markdown" and task_of(cell) == task and has_tag(cell, "hidden"):
            yield cell


EVERYWHERE: list[Rule] = [
    parses_as_python,
    shows_nothing_that_flickers,
    stores_no_errors,
    ends_no_line_with_a_semicolon,
    has_no_long_code_cell,
    imports_little,
    defines_and_draws_in_different_cells,
    names_every_image,
    shows_every_attachment,
    has_readable_ids,
    has_unique_ids,
    stores_nothing_of_the_machine,
    has_no_placeholders,
    keeps_what_its_views_use,
]
WITH_VIEWS: list[Rule] = [*EVERYWHERE, has_an_ipywidgets_slider]
LECTURE: list[Rule] = [
    *WITH_VIEWS,
    was_executed,
    explains_code_before_it_comes,
    has_three_live_views,
    opens_with_a_question_and_a_promise,
    lets_the_reader_predict,
    shows_a_pitfall,
    ends_with_three_key_points_and_references,
]
EXERCISE: list[Rule] = [
    *WITH_VIEWS,
    was_not_executed,
    has_at_most_two_code_cells_in_a_row,
    has_complete_tasks,
    has_three_hints_for_each_task,
]
SOLUTION: list[Rule] = [
    *WITH_VIEWS,
    was_executed,
    has_complete_tasks,
    has_three_hints_for_each_task,
    checks_hidden_inputs,
    stores_what_its_checks_publish,
    says_why,
]
PRACTICE: list[Rule] = [*EVERYWHERE, was_executed]
RULES = {
    "notebooks": LECTURE,
    "notebooks/practice": PRACTICE,
    "exercises": EXERCISE,
    "solutions": SOLUTION,
}
