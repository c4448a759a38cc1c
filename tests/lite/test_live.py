"""From the website into the course in the browser: it runs, pictures move, and checks name mistakes.

`make lite` builds both first. A notebook takes fifteen seconds or more, so only few are opened.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, ClassVar

import pytest
from bank import answers
from folder_server import Quiet, serving
from lab import COMES, IN_TIME, IS_OPEN, RUN_ALL, SAVE, STATE, OpenNotebook
from packages import DRAWING
from playwright.sync_api import Browser, Locator, Page, Request, ViewportSize, expect

from checks import catalogue
from course.views.figure import NOT_DRAWN

ROOT = Path(__file__).parents[2]
WINDOW: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}
MOST_BESIDE = 45  # pixels, of the tabs that open what is beside a lesson
SECONDS = 300  # for a kernel to start and to run its cells, on a busy machine
WAITS = "Python is on its way"
MOST_BYTES = 45e6  # of the first lesson, uncompressed; 20 Mbit/s take 18 seconds for them
ERRORS = ", ".join(
    f'[data-mime-type="application/vnd.jupyter.{kind}"]' for kind in ("error", "stderr")
)
pytestmark = pytest.mark.xdist_group("lite")


@dataclass
class Live:
    """A notebook in JupyterLite, and the requests of the page to other hosts."""

    page: Page
    outside: list[str] = field(default_factory=list)

    def cell(self, text: str) -> Locator:
        return self.page.locator(".jp-CodeCell").filter(has_text=text)

    def write(self, text: str, source: str) -> None:
        """Replace the source of the cell that has this text, run it, and run the next one."""
        self.cell(text).locator(".cm-content").click()
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.insert_text(source)
        for _ in range(2):
            self.page.keyboard.press("Shift+Enter")

    @property
    def unfinished(self) -> Locator:
        return self.page.locator(".jp-InputPrompt").filter(has_text="[*]")

    def finished(self) -> None:
        """Wait until no cell is running or waiting; check for errors and requests elsewhere."""
        expect(self.unfinished).to_have_count(0)
        assert self.page.locator(ERRORS).all_inner_texts() == []
        assert self.outside == []


@contextmanager
def opened_live(
    browser: Browser, address: str, name: str, window: ViewportSize = WINDOW
) -> Iterator[Live]:
    """Open a page of the website, and follow its link to the course, where all cells begin to run."""
    page = browser.new_page(viewport=window)
    page.set_default_timeout(SECONDS * 1000)
    expect.set_options(timeout=SECONDS * 1000)
    live = Live(page)
    host = address.rpartition("/")[0]  # JupyterLite asks for its heartbeat above its own folder

    def note(request: Request) -> None:
        if not request.url.startswith((host, "data:", "blob:")):
            live.outside.append(request.url)

    page.context.on("request", note)
    page.goto(f"{address}/{name}.html")
    expect(page.locator(".try .open-live")).to_contain_text("Your work stays in this browser")
    with page.expect_popup() as opened:  # so that the page stays, with all that was written in it
        page.locator(".try .open-live a").click()
    page = live.page = opened.value
    page.set_default_timeout(SECONDS * 1000)
    waiting = page.get_by_role("status").filter(has_text=WAITS)
    expect(waiting).to_be_visible()
    expect(live.unfinished.first).to_be_attached()  # nobody has run it
    expect(waiting).to_have_count(0)
    yield live
    page.context.close()


def moved_by_keyboard(view: Locator, key: str = "ArrowRight") -> bool:
    """Move the first slider, by one step or to its end; check whether the pictures follow."""
    slider, pictures = view.get_by_role("slider").first, view.locator(".pictures")
    before = pictures.evaluate(STATE)
    slider.focus()
    slider.page.keyboard.press(key)
    return bool(pictures.evaluate(COMES, [before, False]))


@pytest.mark.parametrize("window", [WINDOW, PHONE], ids=["wide", "narrow"])
def test_only_where_there_is_room_something_stands_beside_the_lesson(
    window: ViewportSize, browser: Browser, address: str
) -> None:
    # It opens another notebook twice, for fifteen seconds each.
    with opened_live(browser, address, "notebooks/03_softmax_axis", window) as live:
        expect(live.page.locator(".jp-FileBrowser")).to_be_visible(visible=window == WINDOW)
        lesson = live.page.locator(".jp-NotebookPanel").bounding_box()
        assert lesson
        beside = window["width"] - lesson["width"]
        assert (beside <= MOST_BESIDE) == (window == PHONE)


class Counting(Quiet):
    """A server that notes what it has sent."""

    sent: ClassVar[list[tuple[str, int]]] = []

    def copyfile(self, source: BinaryIO, outputfile: BinaryIO) -> None:
        """Note the path and the size."""
        content = source.read()
        self.sent.append((self.path, len(content)))
        outputfile.write(content)


def test_the_first_lesson_loads_little_and_its_first_slider_moves(
    browser: Browser, site: Path
) -> None:
    with (
        serving(site.parent, Counting) as host,
        opened_live(browser, f"{host}/{site.name}", "notebooks/01_dot_product") as live,
    ):
        view = live.page.locator(".attnlib-view:has(input[type=range])").first
        expect(view).to_be_visible()
        live.finished()
        assert moved_by_keyboard(view, "End")  # one step changes nothing there
        expect(live.page.get_by_text(NOT_DRAWN)).to_have_count(0)
    loaded = [(path, size) for path, size in Counting.sent if "/live/" in path]
    total, paths = sum(size for _, size in loaded), [path for path, _ in loaded]
    print(f"{total / 1e6:.1f} MB in {len(loaded)} requests")
    assert total < MOST_BYTES
    assert sorted(paths) == sorted({*paths})  # nothing twice
    draws = tuple(f"{name.replace('-', '_')}-" for name in DRAWING)
    assert not [path for path in paths if Path(path).name.startswith(draws)]


@pytest.mark.parametrize(
    "name", ["notebooks/09_gradient_descent", "exercises/08_block", "exercises/12_generation"]
)
def test_a_notebook_runs_to_its_end(name: str, browser: Browser, address: str) -> None:
    with opened_live(browser, address, name) as live:
        live.finished()


def test_what_nobody_has_run_and_what_was_run_and_saved_shows_its_pictures(
    browser: Browser, address: str
) -> None:
    lesson = "notebooks/01_dot_product.ipynb"
    stored = (ROOT / lesson).read_text(encoding="utf-8")
    page = browser.new_page(viewport=WINDOW)
    page.set_default_timeout(SECONDS * 1000)
    page.goto(f"{address}/live/lab/index.html?reset&path={lesson}")
    page.wait_for_function(IS_OPEN)
    assert OpenNotebook(page).missing(stored) == []
    page.evaluate(IN_TIME % RUN_ALL)
    page.evaluate(IN_TIME % SAVE)
    page.reload()
    page.wait_for_function(IS_OPEN)
    assert OpenNotebook(page).missing(stored) == []
    page.context.close()


def test_a_figure_that_cannot_be_drawn_shows_its_numbers(browser: Browser, address: str) -> None:
    with opened_live(browser, address, "notebooks/02_scaling") as live:
        view = live.page.locator(".attnlib-view", has_text=NOT_DRAWN).first
        expect(view.locator("table").first).to_be_visible(timeout=SECONDS * 1000)
        live.finished()
        assert moved_by_keyboard(view, "Home")  # it begins at its end


def test_a_check_names_the_mistake(browser: Browser, address: str) -> None:
    wrong = answers("softmax", "wrong")[0]
    right = answers("softmax", "right")[0]
    mistake = {one.slug: one for one in catalogue.TASKS["softmax"].mistakes}[wrong.slugs[0]]
    with opened_live(browser, address, "exercises/03_softmax_axis") as live:
        check = live.cell("%check softmax")
        expect(check).to_contain_text("not attempted yet")
        live.finished()
        live.write("def softmax", wrong.source)
        expect(check).to_contain_text(mistake.does)
        expect(check).to_contain_text(mistake.question)
        live.write("def softmax", right.source)
        expect(check).to_contain_text("✓ softmax: right")
        live.finished()


OWN = """
import importlib
from pathlib import Path
Path("mine.py").write_text("three = 3")
importlib.invalidate_caches()
import mine
print("three is", mine.three, "and completed is", *get_ipython().complete("np.arang")[1])
"""


@pytest.mark.thorough
def test_a_module_beside_the_notebook_is_found_and_names_are_completed(
    browser: Browser, address: str
) -> None:
    with opened_live(browser, address, "exercises/01_dot_product") as live:
        live.finished()
        live.write("def dot_scores", OWN)
        expect(live.cell("mine.three")).to_contain_text("three is 3 and completed is .arange")


@pytest.mark.thorough
def test_a_bug_is_hunted_and_remembered(browser: Browser, address: str) -> None:
    with opened_live(browser, address, "notebooks/practice/hunts") as live:
        hunt = live.page.locator(".attnlib-view.hunt")
        said = hunt.get_by_role("status")
        expect(said).to_contain_text("Click the line that you suspect.")
        hunt.locator(".code button").nth(3).press("Enter")
        box = hunt.get_by_role("textbox", name="Line 4 should be")
        box.fill("key_norms = np.linalg.norm(keys, axis=1)[:, None]")
        box.press("Enter")
        expect(said).to_contain_text("This week you found 1 of 1 at first sight.")
        assert "this session only" not in said.inner_text()
        live.finished()
