"""All notebooks: their views are controlled by keyboard alone, and axe-core checks them.

Each control can be reached, it works, and nothing jumps; axe finds nothing, on a light or a dark
page. `make test` opens the first lecture and moves every kind of control in the first view that has it: the
gallery has the parts of all views, and nbval runs all notebooks. `make thorough` opens all other
lectures and solutions, moves the controls of all other views, and runs axe on all lectures on a dark page.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from axe import COLOURS, violations
from lab import DARK, Lab
from playwright.sync_api import Keyboard, Locator, expect

from coursetools.lint.code import statements
from coursetools.notebook import Cell, read_notebook
from coursetools.roles import code_cells

ROOT = Path(__file__).parents[2]
CALLS_VIEW = re.compile(r"^explore(_yours)?\(", re.MULTILINE)
CALLS_PREDICT = re.compile(r"^predict\(", re.MULTILINE)
KINDS = {
    "slider": ("IntSlider", "FloatSlider", "Tuple", "SelectionSlider"),
    "choice": ("List", "Dict", "DictComp"),
}
PATHS = [
    path.relative_to(ROOT).as_posix()
    for folder in ("notebooks", "solutions")
    for path in sorted((ROOT / folder).glob("*.ipynb"))
]
LECTURES = [path for path in PATHS if path.startswith("notebooks/")]
EACH_TIME = LECTURES[:1]


@cache
def cells_that(call: re.Pattern[str]) -> list[tuple[str, Cell]]:
    return [
        (path, cell)
        for path in PATHS
        for cell in code_cells(read_notebook(ROOT / path))
        if call.search(cell.source)
    ]


def kinds_of_controls(source: str, assigned: dict[str, ast.expr]) -> set[str]:
    """The kinds of controls that a cell passes to `explore`, as far as its code shows."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    views = [call for call in calls if ast.unparse(call.func) in ("explore", "explore_yours")]
    given = [one.value for view in views for one in view.keywords]
    return {_kind(assigned.get(ast.unparse(value), value)) for value in given}


def _kind(value: ast.expr) -> str:
    name = value.func if isinstance(value, ast.Call) else value
    for kind, what in KINDS.items():
        if ast.unparse(name).rpartition(".")[-1] in what or type(value).__name__ in what:
            return kind
    return ast.unparse(name)


def assigned_in(path: str) -> dict[str, ast.expr]:
    cells = code_cells(read_notebook(ROOT / path))
    nodes = (node for cell in cells for node in statements(cell) if isinstance(node, ast.Assign))
    return {ast.unparse(target): node.value for node in nodes for target in node.targets}


def views() -> Iterator[Any]:
    """List all views; those of kinds seen earlier in the notebook are thorough."""
    known: dict[str, set[str]] = {path: set() for path in PATHS}
    assigned = {path: assigned_in(path) for path in PATHS}
    for path, cell in cells_that(CALLS_VIEW):
        kinds = kinds_of_controls(cell.source, assigned[path])
        marks = [pytest.mark.thorough] if kinds <= known[path] or path not in EACH_TIME else []
        known[path] |= kinds
        yield pytest.param(path, str(cell.id), marks=marks, id=f"{path}:{cell.id}")


def has_controls(path: str, name: str) -> bool:
    (cell,) = [cell for place, cell in cells_that(CALLS_VIEW) if (place, cell.id) == (path, name)]
    return bool(kinds_of_controls(cell.source, assigned_in(path)))


def mostly_thorough(paths: list[str], each_time: list[str]) -> list[Any]:
    """Mark all notebooks but a few as thorough."""
    marks = {True: [], False: [pytest.mark.thorough]}
    return [pytest.param(path, marks=marks[path in each_time]) for path in paths]


LEFT_EDGES = "all => all.map(one => one.getBoundingClientRect().x)"
OPENED = mostly_thorough(PATHS, EACH_TIME)
VIEWS = list(views())
MOVED = [view for view in VIEWS if has_controls(*view.values)]
# Controls, by their places (a slider has two), that change nothing before another one has moved, or a model is trained.
WAITING = {
    ("notebooks/02_scaling.ipynb", "it-explore"): [3, 4],  # seeds, as long as nothing is random
    ("notebooks/08_block.ipynb", "again"): [2],  # what happens to the output of no attention
    ("notebooks/09_gradient_descent.ipynb", "asks-film"): [0],  # what is read at later steps
    ("solutions/16_capstone.ipynb", "write-view"): [3, 4],  # dice at temperature 0
    ("solutions/16_capstone.ipynb", "own-writes"): [*range(5)],  # no model is trained yet
}
PREDICTIONS = [
    pytest.param(
        path,
        str(cell.id),
        marks=[] if path in EACH_TIME else [pytest.mark.thorough],
        id=f"{path}:{cell.id}",
    )
    for path, cell in cells_that(CALLS_PREDICT)
]


@pytest.mark.parametrize("path", OPENED)
def test_every_cell_runs(path: str, lab: Lab) -> None:
    notebook = lab.executed(path)
    assert notebook.not_executed() == []
    expect(notebook.errors).to_have_count(0)
    assert lab.complaints == []


@pytest.mark.parametrize("path", OPENED)
def test_every_view_is_drawn(path: str, lab: Lab) -> None:
    notebook = lab.executed(path)
    for name in (one.values[1] for one in VIEWS if one.values[0] == path):
        view = notebook.view(name)
        expect(view.pictures).not_to_be_empty()
        for choice in view.body.locator(
            "[role=radiogroup]:visible"
        ).all():  # axe checks all other names
            expect(choice).to_have_accessible_name(re.compile(r"\w"))
        expect(view.body.locator("canvas:not([data-turn])")).to_have_count(0)
        assert len(set(view.body.locator("input[type=range]").evaluate_all(LEFT_EDGES))) <= 1, name
        expect(view.message).to_have_text("")


@pytest.mark.parametrize(("path", "name"), MOVED)
def test_every_control_works_by_keyboard(path: str, name: str, lab: Lab) -> None:
    notebook = lab.executed(path)
    view = notebook.view(name)
    expect(view.pictures).not_to_be_empty()
    expect(view.body.locator("canvas:not([data-turn])")).to_have_count(0)
    start = view.state()
    view.watch()
    notebook.select(name)
    notebook.tab_into(view)
    for place, control in enumerate(view.controls.all()):
        before = view.state(counted=True)
        _operate(control, lab.page.keyboard)
        assert place in WAITING.get((path, name), ()) or view.is_drawn_after(before), control
        expect(view.message).to_have_text("")  # once it is drawn, after what it says meanwhile
        # At an extreme, another control might have no effect.
        view.reset.press("Enter")
        assert view.returns_to(start)
        _leave(control, lab.page.keyboard)
    expect(view.reset).to_be_focused()
    expect(view.message).to_have_text("")
    heights, blank_frames = view.seen()
    assert [seen for seen in heights if len(seen) > 1] == []
    assert blank_frames == 0
    assert lab.complaints == []


@pytest.mark.parametrize(("path", "name"), PREDICTIONS)
def test_a_prediction_answers_to_every_option(path: str, name: str, lab: Lab) -> None:
    notebook = lab.executed(path)
    quiz = notebook.view(name).body
    options = quiz.get_by_role("radio")
    expect(options).not_to_have_count(0)
    notebook.select(name)
    notebook.tab_into(notebook.view(name))
    lab.page.keyboard.press("Space")
    verdicts = []
    for place in range(options.count()):
        expect(options.nth(place)).to_be_focused()
        lab.page.keyboard.press("Tab")
        lab.page.keyboard.press("Enter")
        verdicts.append(quiz.locator(".verdict").inner_text())
        lab.page.keyboard.press("Shift+Tab")
        lab.page.keyboard.press("ArrowDown")
    assert sum(said.startswith("✓") for said in verdicts) == 1
    assert len(set(verdicts)) == len(verdicts)
    assert all(len(said) > 30 for said in verdicts)
    assert lab.complaints == []


# After the tests above, because a dark page stays dark until the next notebook is opened.
@pytest.mark.parametrize("path", OPENED)
def test_outputs_have_no_violations(path: str, lab: Lab) -> None:
    lab.executed(path)
    assert violations(lab.page) == []


# The gallery tests every kind of picture on a dark page, so one lecture is enough in make test.
@pytest.mark.parametrize("path", mostly_thorough(LECTURES, EACH_TIME))
def test_outputs_have_no_violations_on_a_dark_page(path: str, lab: Lab) -> None:
    lab.executed(path)
    lab.set_theme(DARK)
    assert violations(lab.page, COLOURS) == []


def _operate_text(box: Locator, keyboard: Keyboard) -> None:
    """Take the last word away, or write one."""
    keyboard.press("End")
    keyboard.press("ControlOrMeta+Backspace" if box.input_value() else "x")


def _operate(control: Locator, keyboard: Keyboard) -> None:
    """Use the control that has the focus, so that the pictures change, and keep the focus on it."""
    kind = control.get_attribute("type") or "choice"
    control = _focusable(control)
    expect(control).to_be_focused()
    {
        "range": _operate_slider,
        "number": _operate_number,
        "checkbox": lambda _, keyboard: keyboard.press("Space"),
        "text": _operate_text,
        "choice": lambda _, keyboard: keyboard.press("ArrowDown"),
    }[kind](control, keyboard)


def _leave(control: Locator, keyboard: Keyboard) -> None:
    """Move on to the next control; films and twins have buttons beside it."""
    _focusable(control).focus()
    beside = "xpath=following-sibling::*[1][contains(@class, 'film') or @class='twins']//button"
    buttons = control.locator(beside)
    for _ in range(1 + buttons.count()):
        keyboard.press("Tab")


def _focusable(control: Locator) -> Locator:
    """In a choice, this is the chosen button."""
    grouped = control.get_attribute("role") == "radiogroup"
    return control.locator("input:checked") if grouped else control


def _operate_slider(slider: Locator, keyboard: Keyboard) -> None:
    """It ends at the other end than the one it may have started from."""
    value = slider.input_value()
    at_end = value == slider.get_attribute("max")
    keyboard.press("ArrowLeft" if at_end else "ArrowRight")
    expect(slider).not_to_have_value(value)
    keyboard.press("Home" if at_end else "End")


def _operate_number(box: Locator, keyboard: Keyboard) -> None:
    value, low = box.input_value(), str(box.get_attribute("min"))
    keyboard.press("ControlOrMeta+A")
    keyboard.type(str(box.get_attribute("max")) if value == low else low)
    keyboard.press("Enter")


def _press(keyboard: Keyboard, *keys: str) -> None:
    for key in keys:
        keyboard.press(key)
