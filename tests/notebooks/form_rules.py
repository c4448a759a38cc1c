"""What a notebook of the course must look like: each rule takes a notebook and lists complaints."""

import ast
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import groupby
from statistics import median, quantiles

from nbformat.v4 import new_code_cell

from coursetools.notebook import Cell, Notebook
from coursetools.roles import code_cells, has_tag, task_of

Rule = Callable[[Notebook], list[str]]

VIEWS = {"explore", "explore_yours"}
DRAWING = VIEWS | {"arcs", "bars", "curves", "head_grid", "heat_map", "heat_table", "histogram"}
DRAWING |= {"predict", "shape_diagram", "words"}
FLICKERING = re.compile(
    r"\binteract\w*\(|\binteractive_output\b|\bOutput\(|\bclear_output\b|%matplotlib|\bpyplot\b"
)
PLACEHOLDER = re.compile(r"\b(TODO|FIXME|XXX|TBD)\b|\?\?\?|(?i:\blorem\b)")
MACHINE_DEPENDENT = {
    "a path": re.compile(r"(?<![\w.])/(home|tmp|usr|opt|root|var|mnt|Users)/|\b[A-Z]:\\"),
    "an address in memory": re.compile(r"\b0x[0-9a-fA-F]{4,}"),
    "the id of a widget": re.compile(r"\bmodel_id\b|IPY_MODEL_"),
    "a negative zero": re.compile(r"(?<![\w.])-0\.0*(?!\d)"),
    "a repr that depends on NumPy's version": re.compile(r"\bnp\.(float|int|bool|str)\w*\("),
}
READABLE_ID = re.compile(r"[a-z][a-z0-9_]*(-[a-z0-9_]+)*")
RANDOM_ID = re.compile(r"(?=.*\d)[0-9a-f]{8}(-?[0-9a-f]+)*")
MARKDOWN_IMAGE = re.compile(r"!\[(?P<alt>[^\]]*)\]\((?P<target>[^)\s]*)")
ITALIC_QUESTION = re.compile(r"^\*(?!\*)[^*]+\?\*$", re.MULTILINE)
NUMBERED = re.compile(r"^\d+\. ", re.MULTILINE)
BULLET = re.compile(r"^- ", re.MULTILINE)

MOST_LINES = 15
MOST_IMPORTS = 6


# What every notebook keeps to.


def shows_nothing_that_flickers(notebook: Notebook) -> list[str]:
    return [
        f"{cell.id}: {found[0]} flickers, and nbval cannot follow it; use explore or a picture"
        for cell in code_cells(notebook)
        for found in FLICKERING.finditer(cell.source)
    ]


def stores_no_errors(notebook: Notebook) -> list[str]:
    return [
        f"{cell.id}: an error or a warning is stored"
        for cell, output in _outputs(notebook)
        if output.output_type == "error" or output.get("name") == "stderr"
    ]


def ends_no_line_with_a_semicolon(notebook: Notebook) -> list[str]:
    return [
        f"{cell.id}: a semicolon ends the line {line.strip()!r}"
        for cell in code_cells(notebook)
        for line in cell.source.splitlines()
        if line.rstrip().endswith(";")
    ]


def has_no_long_code_cell(notebook: Notebook) -> list[str]:
    return [
        f"{cell.id}: {_lines(cell)} lines of code, {MOST_LINES} at most"
        for cell in code_cells(notebook)
        if _lines(cell) > MOST_LINES
    ]


def imports_little(notebook: Notebook) -> list[str]:
    return [
        f"{cell.id}: {count} import lines, {MOST_IMPORTS} at most"
        for cell in code_cells(notebook)
        if (count := sum(isinstance(node, ast.Import | ast.ImportFrom) for node in _nodes(cell)))
        > MOST_IMPORTS
    ]


def defines_and_draws_in_different_cells(notebook: Notebook) -> list[str]:
    return [
        f"{cell.id}: it defines a function and also draws"
        for cell in code_cells(notebook)
        if _defines(cell) and _calls_at_top_level(cell) & DRAWING
    ]


def names_every_image(notebook: Notebook) -> list[str]:
    markdown = [(cell, cell.source) for cell in _markdown_cells(notebook)]
    html = [*markdown, *_html_outputs(notebook)]
    return [
        *(
            f"{cell.id}: the image {image['target']} has no alternative text"
            for cell, text in markdown
            for image in MARKDOWN_IMAGE.finditer(text)
            if not image["alt"].strip()
        ),
        *(
            f"{cell.id}: an <img> has no alternative text"
            for cell, text in html
            for _ in range(_nameless_images(text))
        ),
    ]


def shows_every_attachment(notebook: Notebook) -> list[str]:
    return [
        f"{cell.id}: the attachment {name} is not shown by an image with alternative text"
        for cell in notebook.cells
        for name in cell.get("attachments", {})
        if f"attachment:{name}" not in _targets_of_named_images(cell)
    ]


def has_readable_ids(notebook: Notebook) -> list[str]:
    return [
        f"{cell.id}: an id in words is needed, such as softmax-check"
        for cell in notebook.cells
        if not READABLE_ID.fullmatch(cell.id) or RANDOM_ID.fullmatch(cell.id)
    ]


def has_unique_ids(notebook: Notebook) -> list[str]:
    times = Counter(cell.id for cell in notebook.cells)
    return [f"{name}: {count} cells have this id" for name, count in times.items() if count > 1]


def stores_nothing_of_the_machine(notebook: Notebook) -> list[str]:
    return [
        f"{cell.id}: the output holds {what}: {found[0]!r}"
        for cell, output in _outputs(notebook)
        for what, pattern in MACHINE_DEPENDENT.items()
        for found in pattern.finditer(_text(output))
    ]


def has_no_placeholders(notebook: Notebook) -> list[str]:
    return [
        f"{cell.id}: something is still to be written: {found[0]}"
        for cell in notebook.cells
        for found in PLACEHOLDER.finditer(cell.source)
    ]


def keeps_what_its_views_use(notebook: Notebook) -> list[str]:
    """A view runs long after its cell: a name that a later cell gives to something else breaks it."""
    functions = {
        node.name: (place, node)
        for place, cell in enumerate(notebook.cells)
        if cell.cell_type == "code"
        for node in _statements(cell)
        if isinstance(node, ast.FunctionDef)
    }
    return [
        f"{cell.id}: it gives {name} to something else, but the view of {shown} uses it"
        for shown in sorted(_shown_functions(notebook) & functions.keys())
        for name, since in _names_used(shown, functions).items()
        for cell in notebook.cells[since + 1 :]
        if cell.cell_type == "code" and name in _assigned(cell)
    ]


# What the folder decides: executed or not.


def was_executed(notebook: Notebook) -> list[str]:
    return [
        f"{cell.id}: it has no execution count, so nbval would not compare it"
        for cell in code_cells(notebook)
        if cell.execution_count is None
    ]


def was_not_executed(notebook: Notebook) -> list[str]:
    return [
        f"{cell.id}: an exercise comes without execution counts and outputs"
        for cell in code_cells(notebook)
        if cell.execution_count is not None or cell.outputs
    ]


# What makes a lecture.


def has_40_to_60_cells(notebook: Notebook) -> list[str]:
    count = len(notebook.cells)
    return [] if 40 <= count <= 60 else [f"{count} cells, 40 to 60 are meant"]


def has_short_code_cells(notebook: Notebook) -> list[str]:
    lines = [_lines(cell) for cell in code_cells(notebook)]
    middle, ninth_tenth = median(lines), quantiles(lines, n=10, method="inclusive")[-1]
    return [
        *([f"the median code cell has {middle} lines, 4 at most"] if middle > 4 else []),
        *([f"a tenth has more than {ninth_tenth} lines, 10 at most"] if ninth_tenth > 10 else []),
    ]


def has_at_most_two_code_cells_in_a_row(notebook: Notebook) -> list[str]:
    rows = [
        list(cells)
        for kind, cells in groupby(notebook.cells, key=lambda cell: cell.cell_type)
        if kind == "code"
    ]
    return [f"{row[2].id}: the third code cell in a row" for row in rows if len(row) > 2]


def explains_code_before_it_comes(notebook: Notebook) -> list[str]:
    before = [None, *notebook.cells]
    bare = [
        cell.id
        for previous, cell in zip(before, notebook.cells, strict=False)
        if cell.cell_type == "code" and (previous is None or previous.cell_type != "markdown")
    ]
    enough = len(bare) <= sum(1 for _ in code_cells(notebook)) / 10
    return [] if enough else [f"{', '.join(bare)}: more than one code cell in ten has no prose"]


def has_three_live_views(notebook: Notebook) -> list[str]:
    count = sum(_is_view(cell) for cell in code_cells(notebook))
    return [] if count >= 3 else [f"{count} live views, 3 at least"]


def opens_with_a_question_and_a_promise(notebook: Notebook) -> list[str]:
    opening = notebook.cells[0].source
    promises = BULLET.findall(opening.partition("Afterwards you can")[2])
    wanted = {
        "its title (# ...)": opening.startswith("# "),
        "a question in italics": ITALIC_QUESTION.search(opening),
        "how many minutes it takes": re.search(r"\b\d+ minutes\b", opening),
        'what the reader can do then: "Afterwards you can" and a list': len(promises) >= 2,
    }
    return [f"the first cell lacks {what}" for what, found in wanted.items() if not found]


def lets_the_reader_predict(notebook: Notebook) -> list[str]:
    asking = [cell for cell in _markdown_cells(notebook) if "**Predict" in cell.source]
    ballots = [cell for cell in code_cells(notebook) if "predict" in _calls_at_top_level(cell)]
    count = len(asking) + len(ballots)
    return [
        *([f"{count} moments to predict, 2 at least"] if count < 2 else []),
        *([] if ballots else ["none of them is live: predict(...)"]),
        *(
            f"{cell.id}: a question to predict has no folded answer below it"
            for cell in asking
            for question in cell.source.split("**Predict")[1:]
            if "<details>" not in question
        ),
        *(
            f"{cell.id}: its source must be folded (metadata jupyter.source_hidden), it tells the answer"
            for cell in ballots
            if not cell.metadata.get("jupyter", {}).get("source_hidden")
        ),
    ]


def shows_a_pitfall(notebook: Notebook) -> list[str]:
    sections = _sections(notebook)
    kinds = [
        {cell.cell_type for cell in cells}
        for title, cells in sections
        if "pitfall" in title.casefold()
    ]
    if not kinds:
        return ["no section has Pitfall in its heading"]
    return [] if "code" in kinds[0] else ["the pitfall section does not run the wrong version"]


def ends_with_three_key_points_and_references(notebook: Notebook) -> list[str]:
    text = "\n\n".join(cell.source for cell in _markdown_cells(notebook))
    points = len(NUMBERED.findall(_under_heading(text, "Key points")))
    references = BULLET.search(_under_heading(text, "References"))
    last = notebook.cells[-1].source.startswith("## References")
    return [
        *([f"{points} numbered key points, 3 are meant"] if points != 3 else []),
        *([] if references and last else ["the last cell is no list under ## References"]),
    ]


# What makes an exercise, and its solution.


def has_complete_tasks(notebook: Notebook) -> list[str]:
    cells = {cell.id: cell for cell in notebook.cells}
    tasks = _tasks(notebook)
    return [
        *([] if tasks else ["there is no task"]),
        *(complaint for task in tasks for complaint in _what_task_lacks(task, cells)),
    ]


def has_three_hints_for_each_task(notebook: Notebook) -> list[str]:
    cells = {cell.id: cell for cell in notebook.cells}
    counts = {
        task: cells[f"{task}-hints"].source.count("<details>") if f"{task}-hints" in cells else 0
        for task in _tasks(notebook)
    }
    return [
        f"{task}-hints: {count} folded hints, 3 are meant"
        for task, count in counts.items()
        if count != 3
    ]


def checks_hidden_inputs(notebook: Notebook) -> list[str]:
    hidden = {cell.id for cell in code_cells(notebook) if has_tag(cell, "hidden")}
    return [
        f"{task}-hidden: there is no such cell, tagged hidden"
        for task in _tasks(notebook)
        if f"{task}-hidden" not in hidden
    ]


def says_why(notebook: Notebook) -> list[str]:
    return [
        f"{task}: no cell tagged hidden says **Why after {task}-hidden"
        for task in _tasks(notebook)
        if not any(
            has_tag(cell, "hidden") and "**Why" in cell.source
            for cell in _markdown_cells_of_task_after_hidden(notebook, task)
        )
    ]


# How they are told.


def _markdown_cells(notebook: Notebook) -> Iterator[Cell]:
    return (cell for cell in notebook.cells if cell.cell_type == "markdown")


def _markdown_cells_of_task_after_hidden(notebook: Notebook, task: str) -> list[Cell]:
    ids = [cell.id for cell in notebook.cells]
    start = ids.index(f"{task}-hidden") if f"{task}-hidden" in ids else len(ids)
    return [
        cell
        for cell in notebook.cells[start:]
        if cell.cell_type == "markdown" and task_of(cell) == task
    ]


def _outputs(notebook: Notebook) -> Iterator[tuple[Cell, Cell]]:
    return ((cell, output) for cell in code_cells(notebook) for output in cell.outputs)


def _html_outputs(notebook: Notebook) -> list[tuple[Cell, str]]:
    return [
        (cell, output.data["text/html"])
        for cell, output in _outputs(notebook)
        if "text/html" in output.get("data", {})
    ]


def _text(output: Cell) -> str:
    kept = [output.get("text", ""), *output.get("data", {}).values()]
    return "\n".join(part if isinstance(part, str) else json.dumps(part) for part in kept)


def _lines(cell: Cell) -> int:
    """Lines of code: blank ones do not count, nor the marks of what is cut from an answer."""
    lines = [line.strip() for line in cell.source.splitlines()]
    return sum(bool(line) and not line.endswith("SOLUTION") for line in lines)


def _statements(cell: Cell) -> list[ast.stmt]:
    magics_out = re.sub(r"^[%!].*$", "pass", cell.source, flags=re.MULTILINE)
    return ast.parse(magics_out).body


def _nodes(cell: Cell) -> Iterator[ast.AST]:
    return (node for statement in _statements(cell) for node in ast.walk(statement))


def _called(nodes: Iterator[ast.AST]) -> set[str]:
    called = (node.func for node in nodes if isinstance(node, ast.Call))
    return {name.id for name in called if isinstance(name, ast.Name)}


def _defines(cell: Cell) -> bool:
    return any(isinstance(statement, ast.FunctionDef) for statement in _statements(cell))


def _calls_at_top_level(cell: Cell) -> set[str]:
    outside = (it for it in _statements(cell) if not isinstance(it, ast.FunctionDef))
    return _called(node for statement in outside for node in ast.walk(statement))


def _shown_functions(notebook: Notebook) -> set[str]:
    calls = (node for cell in code_cells(notebook) for node in _nodes(cell))
    return {
        call.args[0].id
        for call in calls
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in VIEWS
        and isinstance(call.args[0], ast.Name)
    }


def _names_used(function: str, functions: dict[str, tuple[int, ast.FunctionDef]]) -> dict[str, int]:
    """Global names that a function needs, also through others, and the cell since which it does."""
    used: dict[str, int] = {}
    waiting = [function]
    while waiting:
        place, node = functions[waiting.pop()]
        inside = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
        own = {part.id for part in inside if isinstance(part.ctx, ast.Store)}
        own |= {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
        names = {part.id for part in inside} - own - used.keys()
        used |= dict.fromkeys(names, place)
        waiting += [name for name in names if name in functions]
    return used


def _assigned(cell: Cell) -> set[str]:
    """Names that a cell gives, outside of functions."""
    outside = [it for it in _statements(cell) if not isinstance(it, ast.FunctionDef)]
    comprehended = {
        name.id
        for it in outside
        for part in ast.walk(it)
        if isinstance(part, ast.comprehension)
        for name in ast.walk(part.target)
        if isinstance(name, ast.Name)
    }
    stored = {
        part.id
        for it in outside
        for part in ast.walk(it)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }
    defined = {it.name for it in _statements(cell) if isinstance(it, ast.FunctionDef)}
    return (stored - comprehended) | defined


def _is_view(cell: Cell) -> bool:
    return bool(_calls_at_top_level(cell) & VIEWS)


class _Images(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.nameless = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            self.nameless += not (dict(attrs).get("alt") or "").strip()


def _nameless_images(html: str) -> int:
    parser = _Images()
    parser.feed(html)
    return parser.nameless


def _targets_of_named_images(cell: Cell) -> set[str]:
    images = MARKDOWN_IMAGE.finditer(cell.source)
    return {image["target"] for image in images if image["alt"].strip()}


def _sections(notebook: Notebook) -> list[tuple[str, list[Cell]]]:
    """Headings of the second level, each with the cells from its own on."""
    sections: list[tuple[str, list[Cell]]] = []
    for cell in notebook.cells:
        headings = re.findall(r"^## (.*)$", cell.source, re.MULTILINE)
        if cell.cell_type == "markdown" and headings:
            sections += [(heading, [cell]) for heading in headings]
        elif sections:
            sections[-1][1].append(cell)
    return sections


def _under_heading(text: str, heading: str) -> str:
    _, _, rest = text.partition(f"## {heading}\n")
    return re.split(r"^## ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def _tasks(notebook: Notebook) -> list[str]:
    named = [
        task_of(cell)
        for cell in notebook.cells
        if re.fullmatch(r".+-(task|answer|check)", cell.id)
        or any(has_tag(cell, tag) for tag in ("answer", "check"))
    ]
    return list(dict.fromkeys(named))


def _what_task_lacks(task: str, cells: dict[str, Cell]) -> list[str]:
    nothing = new_code_cell()
    answer, check, view = (
        cells.get(f"{task}-{part}", nothing) for part in ("answer", "check", "view")
    )
    wanted = {
        f"{task}-task: words that state the task": f"{task}-task" in cells,
        f"{task}-answer: a cell tagged answer": has_tag(answer, "answer"),
        f"{task}-check: a cell tagged check, which says %check {task}": has_tag(check, "check")
        and check.source.strip() == f"%check {task}",
        f"{task}-view: a cell that calls explore_yours": "explore_yours(" in view.source,
    }
    return [f"{what}, is missing" for what, found in wanted.items() if not found]


EVERYWHERE: list[Rule] = [
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
LECTURE: list[Rule] = [
    *EVERYWHERE,
    was_executed,
    has_40_to_60_cells,
    has_short_code_cells,
    has_at_most_two_code_cells_in_a_row,
    explains_code_before_it_comes,
    has_three_live_views,
    opens_with_a_question_and_a_promise,
    lets_the_reader_predict,
    shows_a_pitfall,
    ends_with_three_key_points_and_references,
]
EXERCISE: list[Rule] = [
    *EVERYWHERE,
    was_not_executed,
    has_at_most_two_code_cells_in_a_row,
    has_complete_tasks,
    has_three_hints_for_each_task,
]
SOLUTION: list[Rule] = [
    *EVERYWHERE,
    was_executed,
    has_complete_tasks,
    has_three_hints_for_each_task,
    checks_hidden_inputs,
    says_why,
]
RULES = {"notebooks": LECTURE, "exercises": EXERCISE, "solutions": SOLUTION}
