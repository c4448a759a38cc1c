"""What students run before the kernel is there waits for it, and then runs."""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from lab import CLOSE, END_ALL, IN_TIME, Lab, OpenNotebook
from playwright.sync_api import Browser, Page, Route, expect
from server import jupyterlab, visit

ROOT = Path(__file__).parents[2]
SEVERAL = 5
RUN_SO_FAR = """() => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    const above = notebook.widgets.slice(0, notebook.activeCellIndex);
    return above.filter(cell => cell.model.type === 'code').length;
}"""
# They are read from the models, because a cell whose source is hidden shows none.
PROMPTS = """() => {
    const cells = window.jupyterapp.shell.currentWidget.content.widgets.map(cell => cell.model);
    return cells.filter(cell => cell.type === 'code').map(
        cell => cell.executionState === 'running' ? '*' : cell.executionCount
    );
}"""
NONE_WAITS = f"() => !({PROMPTS})().includes('*')"
# JupyterLab looks for a kernel that the notebook may have already, and then starts one.
LOOKS, STARTS = "GET", "POST"


def press_again_and_again(window: Page) -> int:
    """Press Shift+Enter, as the start page says; return how many cells with code were run."""
    while (count := window.evaluate(RUN_SO_FAR)) < SEVERAL:
        window.keyboard.press("Shift+Enter")
    return int(count)


def run_all(window: Page) -> int:
    """Choose it from the menu; return how many cells with code the notebook has."""
    for name in ("Run", "Run All Cells"):
        window.get_by_role("menuitem", name=name, exact=True).click()
    return len(window.evaluate(PROMPTS))


@contextmanager
def start_page(address: str, browser: Browser | None) -> Iterator[Page]:
    """Open it in a new window; the kernel of the notebook that is in front at the end ends, too."""
    assert browser
    window = browser.new_page(viewport={"width": 1280, "height": 900})
    visit(window, address.replace("/lab?", "/lab/tree/notebooks/START.md?reset&"))
    yield window
    window.evaluate(IN_TIME % CLOSE)
    window.close()


@contextmanager
def held(window: Page, method: str) -> Iterator[None]:
    """Hold back what JupyterLab asks the server about kernels, as a slow machine would."""
    requests: list[Route] = []
    holding = True

    def hold(route: Route) -> None:
        if holding and route.request.method == method:
            requests.append(route)
        else:
            route.continue_()

    window.route(re.compile("/api/sessions"), hold)
    yield
    for _ in range(300):  # on a busy machine, the keys are pressed before the server is asked
        if requests:
            break
        window.wait_for_timeout(100)
    assert requests
    holding = False  # first, so that none is held that nobody lets go
    for request in requests:
        request.continue_()
    window.unroute_all()


def begin(window: Page) -> None:
    window.get_by_role("link", name="Begin with lesson 1").click()
    expect(window.locator(".jp-NotebookPanel .jp-Notebook-cell").first).to_be_visible()


def check_all_ran(window: Page, count: int) -> None:
    window.wait_for_function(NONE_WAITS)
    assert window.evaluate(PROMPTS)[:count] == list(range(1, count + 1))
    expect(OpenNotebook(window).errors).to_have_count(0)


@pytest.fixture
def start(lab: Lab, address: str) -> Iterator[Page]:
    lab.close()
    # A notebook whose kernel another test has left is connected to it at once, and nothing waits.
    lab.page.evaluate(IN_TIME % END_ALL)
    with start_page(address, lab.page.context.browser) as window:
        yield window


@pytest.mark.parametrize(
    ("run", "phase"),
    [
        (press_again_and_again, STARTS),
        pytest.param(run_all, LOOKS, marks=pytest.mark.thorough),
    ],
)
def test_what_is_run_before_the_kernel_is_there_waits_for_it(
    run: Callable[[Page], int], phase: str, start: Page
) -> None:
    with held(start, phase):
        begin(start)
        count = run(start)
        start.wait_for_function(
            f"count => ({PROMPTS})().slice(0, count).every(one => one === '*')", arg=count
        )
        # A folded cell shows no number; its prompt is counted above.
        shown = start.locator(".jp-CodeCell .jp-InputPrompt:not(.jp-Placeholder-prompt)")
        expect(shown.filter(has_text="[*]:").first).to_be_attached()
    check_all_ran(start, count)


@pytest.mark.thorough
@pytest.mark.parametrize("time", range(5))
@pytest.mark.parametrize("run", [press_again_and_again, run_all])
def test_at_once(run: Callable[[Page], int], time: int, start: Page) -> None:
    begin(start)
    check_all_ran(start, run(start))


@pytest.mark.thorough
def test_at_once_on_a_server_that_has_just_started(lab: Lab, tmp_path: Path) -> None:
    for name in ("docs", "notebooks"):
        shutil.copytree(ROOT / name, tmp_path / "course" / name)
    with (
        jupyterlab(tmp_path / "course", tmp_path) as address,
        start_page(address, lab.page.context.browser) as window,
    ):
        begin(window)
        check_all_ran(window, press_again_and_again(window))
