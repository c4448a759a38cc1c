"""axe-core finds no faults in the pages of a class report, light or dark, wide or narrow."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe import look
from graded import class_of_30, result, save, task
from playwright.sync_api import Page

from coursetools.handed_in import REPORTED, HandedIn, HandedInFile, write_handed_in
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
    path = f"student 00_1234_assignsubmission_file/{'long_' * 30}.ipynb"
    other = HandedInFile("student 00", path, f"not graded: {path} counts instead")
    write_handed_in(HandedIn([other]), out / REPORTED)
    write_reports(out)
    return out / "report"


@pytest.fixture(params=["light", pytest.param("dark", marks=pytest.mark.thorough)])
def tab(request: pytest.FixtureRequest, page: Page) -> Iterator[Page]:
    browser = page.context.browser
    assert browser
    context = browser.new_context(color_scheme=request.param, bypass_csp=True)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.thorough), 360])
@pytest.mark.parametrize("name", PAGES)
def test_pages_have_no_violations(name: str, width: int, tab: Page, report: Path) -> None:
    assert _violations(report / name, width, tab) == []
    assert not tab.evaluate(WIDER_THAN_THE_WINDOW)


def test_the_bars_are_as_long_as_their_numbers(tab: Page, report: Path) -> None:
    tab.goto((report / "class.html").as_uri())
    bar = tab.locator(".bars li", has_text="multi_head_attention")
    assert "23 of 30 right" in bar.inner_text()
    filled, track = (bar.locator(place).bounding_box() for place in (".filled", ".track"))
    assert filled
    assert track
    assert filled["width"] / (track["width"] - 2) == pytest.approx(23 / 30, abs=0.005)


def test_a_mistake_leads_to_what_a_student_wrote(tab: Page, report: Path) -> None:
    tab.goto((report / "class.html").as_uri())
    topic = tab.locator(".topics > li", has_text="task_fail").first
    topic.evaluate("one => { one.closest('details').open = true; }")
    topic.locator("summary").click()
    topic.get_by_role("link", name="student 01").click()
    task = tab.locator(":target")
    assert "task_fail" in task.inner_text()
    assert task.locator("pre").is_visible()


def test_what_is_planted_is_found(tab: Page, report: Path) -> None:
    found = _violations(report / PAGES[0], 1280, tab, PLANT)
    light = tab.evaluate("() => matchMedia('(prefers-color-scheme: light)').matches")
    assert bool(found) == light


def _violations(path: Path, width: int, tab: Page, change: str = "() => {}") -> list[str]:
    tab.set_viewport_size({"width": width, "height": 900})
    tab.goto(path.as_uri())
    tab.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")
    tab.evaluate(change)
    return look(tab, "html", {})
