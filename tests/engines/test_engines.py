"""The website, the course in the browser, and JupyterLab in Firefox and in WebKit.

Everything else is tested in Chromium; here, one thing of each kind is done in the other engines.
`make lite` builds the website first.
"""

import pytest
from bank import answers
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from window import Window

from checks import catalogue

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.xdist_group("engines"),
    # Selenium's class for WebKit warns of its own call.
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
]
HARMLESS = (
    # Pyodide's own: in WebKit, one promise is broken while cells run, and everything goes on.
    "NoGilError: Attempted to use PyProxy when Python GIL not held",
    # In Firefox, JupyterLite's boxes go on changing while they are measured: they are measured again.
    "ResizeObserver loop completed with undelivered notifications.",
)
TOO_WIDE = """() => [...document.querySelectorAll(".cell_output, .cell_output .output")]
    .filter(place => place.scrollWidth > place.clientWidth)
    .map(place => place.textContent.slice(0, 200))"""


def view_of(name: str, window: Window) -> WebElement:
    """Scroll to a view of the website, which becomes active then."""
    window.one(f".live[data-recording$='/{name}']")
    return window.one(f".live[data-recording$='/{name}'] .attnlib-view:has(.controls)")


def test_the_front_page_learns_by_the_keyboard(window: Window, site: str) -> None:
    window.open(f"{site}/index.html")
    screen = window.one(".first-screen.alive")
    told = window.one(".said", screen)
    window.press(window.one("[type=range]", screen), Keys.END)
    window.sees(told, "It looks at “cat”")
    window.press(
        window.one(".sentence", screen), Keys.END, *len("tired") * [Keys.BACKSPACE], "soft"
    )
    window.sees(told, "It looks at “mat”")
    assert window.complaints() == []


def test_a_word_is_clicked_an_arrow_dragged_and_a_question_answered(
    window: Window, site: str
) -> None:
    window.open(f"{site}/notebooks/01_dot_product.html")
    view = view_of("hook", window)
    window.follows(view, window.one("[data-to]", view).click)
    view = view_of("turn", window)
    arrow = window.one("[data-drag]", view)
    window.follows(view, lambda: window.press(arrow, Keys.ARROW_UP))
    window.follows(view, lambda: window.drag(window.one("circle", arrow), -40, -20))
    assert sum(verdict.startswith("✓") for verdict in verdicts(window)) == 1, window.engine
    assert window.complaints() == []


def verdicts(window: Window) -> list[str]:
    """Check each answer of the first question."""
    window.one(".live[data-quiz]")
    quiz = window.one(".quiz:has([type=radio])")
    found = []
    for choice in window.all("label", quiz):
        choice.click()
        window.one("button", quiz).click()
        found.append(window.one(".verdict", quiz).text)
    return found


def test_a_slider_moves_and_a_cell_is_chosen(window: Window, site: str) -> None:
    window.open(f"{site}/notebooks/03_softmax_axis.html")
    view = view_of("change", window)
    window.follows(view, lambda: window.press(window.one("[type=range]", view), Keys.END))
    view = view_of("follow", window)
    window.follows(view, window.all("td[data-to]", view)[-1].click)
    chosen = window.one("[aria-selected=true]", view)
    window.follows(view, lambda: window.press(chosen, Keys.ARROW_UP))
    assert window.complaints() == []


def test_a_figure_is_drawn_again(window: Window, site: str) -> None:
    window.open(f"{site}/notebooks/02_scaling.html")
    view = view_of("hook-explore", window)
    window.follows(view, lambda: window.press(window.one("[type=range]", view), Keys.END))
    assert window.complaints() == []


@pytest.mark.parametrize("lesson", ["01_dot_product", "02_scaling", "03_softmax_axis"])
def test_views_are_no_wider_than_their_place(lesson: str, window: Window, site: str) -> None:
    window.open(f"{site}/notebooks/{lesson}.html")
    for place in window.all(".live"):
        window.show(place)
        window.one(".attnlib-view:is(.quiz, :has(.controls))", place)
    assert window.evaluate(TOO_WIDE) == [], window.engine


def test_a_slider_moves_in_jupyterlab(window: Window, lab: str) -> None:
    window.open(lab)
    window.settle()
    window.open_notebook("notebooks/02_scaling.ipynb")
    window.run_all()
    view = window.one("[data-name=hook-explore] .attnlib-view")
    window.follows(view, lambda: window.press(window.one("[type=range]", view), Keys.ARROW_RIGHT))


def test_a_check_names_a_mistake_in_jupyterlab(window: Window, lab: str) -> None:
    wrong = answers("dot_scores", "wrong")[0]
    mistake = {one.slug: one for one in catalogue.TASKS["dot_scores"].mistakes}[wrong.slugs[0]]
    window.open(lab)
    window.settle()
    window.open_notebook("exercises/01_dot_product.ipynb")
    window.run_all()
    check = window.one("[data-name=dot_scores-check]")
    window.sees(check, "not attempted yet")
    keys = wrong.source.strip().replace("\n    ", Keys.ENTER)  # JupyterLab indents
    window.write(window.one("[data-name=dot_scores-answer]"), keys)
    window.sees(check, mistake.does)
    window.sees(check, mistake.question)


def test_the_live_course_runs_a_lesson_and_its_slider_moves(window: Window, site: str) -> None:
    window.open(f"{site}/notebooks/03_softmax_axis.html")
    # In this window: the link opens another one, where all cells begin to run.
    window.open(window.one("a[href*='live/lab']").get_property("href"))
    view = window.one(".attnlib-view:has([type=range])")
    window.follows(view, lambda: window.press(window.one("[type=range]", view), Keys.END))
    assert [one for one in window.complaints() if not any(map(one.count, HARMLESS))] == []
