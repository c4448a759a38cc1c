"""What axe-core finds in the pages of a class report: nothing, light or dark, wide or narrow."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe import look
from graded import class_of_30, result, save, task
from playwright.sync_api import Page

from coursetools.report import write_reports
from coursetools.wording import WORDS

WIDER_THAN_THE_WINDOW = "() => document.documentElement.scrollWidth > window.innerWidth"
PLANT = "() => { document.querySelector('.soft').style.color = 'silver'; }"
PAGES = ("class.html", "similar.html", "students/student 00.html")
ANSWER = "def f(x):\n    " + "x = x + 1; " * 20 + "\n    return x"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = class_of_30(tmp_path_factory.mktemp("graded"))
    every = [task(f"task_{status}", status, message="A sentence. A question?") for status in WORDS]
    wrote = {"answers": {"task_fail": ANSWER}, "writing": ["Shift the keys."]}
    for student in ("student 00", "student 01"):
        save(out, student, result(*every, notebook="04_causal_mask", notes=["a note"], **wrote))
    save(out, "long" * 40, result())
    write_reports(out)
    return out / "report"


@pytest.fixture(params=["light", "dark"])
def tab(request: pytest.FixtureRequest, page: Page) -> Iterator[Page]:
    browser = page.context.browser
    assert browser
    context = browser.new_context(color_scheme=request.param, bypass_csp=True)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("name", PAGES)
def test_pages_have_no_violations(name: str, width: int, tab: Page, report: Path) -> None:
    assert _violations(report / name, width, tab) == []
    assert not tab.evaluate(WIDER_THAN_THE_WINDOW)


def test_the_bars_are_as_long_as_their_numbers(tab: Page, report: Path) -> None:
    tab.goto((report / "class.html").as_uri())
    bar = tab.locator(".mistakes li").first
    assert bar.inner_text().startswith("7 of 30 scale by sqrt d_model")
    filled, track = (bar.locator(place).bounding_box() for place in (".filled", ".track"))
    assert filled
    assert track
    assert filled["width"] / (track["width"] - 2) == pytest.approx(7 / 30, abs=0.005)


def test_what_is_planted_is_found(tab: Page, report: Path) -> None:
    found = _violations(report / PAGES[0], 1280, tab, PLANT)
    light = tab.evaluate("() => matchMedia('(prefers-color-scheme: light)').matches")
    assert bool(found) == light


def _violations(path: Path, width: int, tab: Page, change: str = "() => {}") -> list[str]:
    tab.set_viewport_size({"width": width, "height": 900})
    tab.goto(path.as_uri())
    tab.evaluate(change)
    return look(tab, "html", {})
