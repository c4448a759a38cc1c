"""The website as visitors see it in Chromium, from a subfolder of a server and as plain files.

`make site` builds it first. Nothing here needs a kernel.
"""

import html
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import numpy as np
import pytest
from axe import COLOURS, look
from extension import TOPICS
from folder_server import offline_chromium, serving
from playwright.sync_api import Browser, Page, Request, TimeoutError, expect
from sphinx.cmd.build import main as sphinx
from sphinx.search.en import SearchEnglish

from course.views.figure import ON_PAGE
from course.views.maps import TINY
from coursetools.lecture import Vote, questions, telling_cells
from coursetools.notebook import read_notebook
from coursetools.roles import code_cells, is_folded
from coursetools.sentences import sentences

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "site" / "html"
LESSONS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
EXERCISES = sorted(path.stem for path in (ROOT / "exercises").glob("*.ipynb"))
LECTURE = f"notebooks/{LESSONS[2]}.html"
REPRESENTATIVE = ["index.html", LECTURE, f"exercises/{EXERCISES[2]}.html"]
MOST_ON_PAGE = 3_000_000
SMALLEST_WORDS = 9  # pixels, as they are seen on a phone
SHORTEST_BAR = 48
SMALLEST_PRINT = TINY / 72 * ON_PAGE  # of a figure in its own size
AFTER_RESIZING = 500  # the theme waits for 300 ms before it makes scrolling parts focusable
# What is wider than its box, though the theme says that it does not scroll.
UNFOCUSABLE = """() => [...document.querySelectorAll(':is(pre, .output, .pst-scrollable-table-container)[tabindex="-1"]')]
    .filter((box) => box.scrollWidth > box.clientWidth)
    .map((box) => `${box.scrollWidth} in ${box.clientWidth}: ${box.outerHTML.slice(0, 200)}`)"""
LINK = re.compile(r'<[^<>]* (?:href|src)="([^"]*)"')
TABLE = re.compile(r'<table class="table">.*?</table>', re.DOTALL)
SCROLLS = re.compile('<div class="pst-scrollable-table-container"[^>]*>')
WHOLE = re.compile(r"\A.*\Z", re.DOTALL)
ANSWER = re.compile(r"### BEGIN SOLUTION\s*(.*?)\s*### END SOLUTION", re.DOTALL)
RUNS_CELLS = re.compile(
    r"Shift\+Enter|\brun (?:the|this|its|these) (?:\w+ )*cells?\b", re.IGNORECASE
)
# Words of pictures that are shown smaller than this, and how large.
SHOWN_SMALL = """([smallest, print]) => [...document.querySelectorAll('.cell_output')].flatMap((place) => {
    const figures = [...place.querySelectorAll('canvas, .picture img')].filter((one) => one.checkVisibility());
    const whole = (one) => parseFloat(one.style.width || one.getAttribute('width'));
    const found = figures.map((one) => [one.ariaLabel || one.alt, one.clientWidth / whole(one) * print]);
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode, one = text.parentElement;
        const turned = one.getScreenCTM?.() ?? { a: 1, b: 0 };
        const size = parseFloat(getComputedStyle(one).fontSize) * Math.hypot(turned.a, turned.b);
        if (text.data.trim() && one.checkVisibility()) found.push([text.data, size]);
    }
    return found.filter(([, size]) => size < smallest);
})"""
# The room for each bar; its number stands before it.
BARS = """() => [...document.querySelectorAll('.cell_output th ~ td > div > span + div')]
    .filter((one) => one.checkVisibility()).map((one) => one.clientWidth)"""
# What is wider than its box, if the keyboard cannot scroll it.
OUT_OF_REACH = """() => [...document.querySelectorAll('.drawing')]
    .filter((box) => box.scrollWidth > box.clientWidth && box.tabIndex < 0 && !box.querySelector('[tabindex="0"]'))
    .map((box) => box.innerHTML.slice(0, 200))"""
WINDOW, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}
ALL_RULES = {
    "rules": {"label-content-name-mismatch": {"enabled": True}}
}  # one that axe calls experimental
FOLDERS = (".", "notebooks", "notebooks/practice", "exercises", "docs", "api")
pytestmark = pytest.mark.xdist_group("site")


@pytest.fixture(scope="module")
def site() -> Path:
    assert (SITE / "index.html").exists(), "run make site"
    return SITE


@pytest.fixture(scope="module")
def served(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of the site in a subfolder of a server."""
    folder = tmp_path_factory.mktemp("server")
    (folder / "some").mkdir()
    (folder / "some" / "where").symlink_to(site)
    with serving(folder) as address:
        yield f"{address}/some/where"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with offline_chromium("tests/site") as browser:
        yield browser


def opened(browser: Browser, address: str, theme: str = "light") -> tuple[Page, list[str]]:
    """Open a page; its requests to other hosts and its errors are collected in the list."""
    page = browser.new_page(color_scheme=theme, viewport=WINDOW)
    complaints: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith(
            (address.rpartition("/some/")[0] or "file://", "data:", "blob:")
        ):
            complaints.append(request.url)

    page.on("request", note)
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(error.stack or str(error)))
    page.goto(address)
    return page, complaints


def alive(page: Page) -> None:
    """Scroll through the page, so that every view becomes active."""
    for place in page.locator(".live").all():
        place.scroll_into_view_if_needed()
        expect(place.locator(".attnlib-view:is(.quiz, :has(.controls))")).to_have_count(1)
    expect(page.locator("canvas:not([data-turn])")).to_have_count(0)


@cache
def text_of(path: Path) -> str:
    return html.unescape(re.sub("<[^>]*>", "", path.read_text(encoding="utf-8")))


def pages_of(site: Path) -> list[Path]:
    """The pages that Sphinx wrote; the others are tested by tests/lite and tests/slides."""
    others = (path for folder in ("live", "slides") for path in (site / folder).rglob("*.html"))
    return sorted({*site.rglob("*.html")} - {*others})


def test_every_lesson_and_every_exercise_has_its_page(site: Path) -> None:
    pages = {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
    wanted = {f"notebooks/{name}.html" for name in LESSONS}
    wanted |= {f"exercises/{name}.html" for name in EXERCISES}
    wanted |= {
        f"docs/{name}.html"
        for name in ("GLOSSARY", "CONVENTIONS", "CHECKLIST", "TEACHING", "GRADING", "VIEWS")
    }
    assert wanted | {"index.html", "api/attnlib.attention.html"} <= pages


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("notebooks/09_training", "11_training"),
        ("notebooks/11_relative_positions", "14_relative_positions"),
        ("exercises/13_capstone", "16_capstone"),
        ("exercises/16_real_model", "17_real_model"),
        ("notebooks/hunts", "practice/hunts"),
        ("api/attnlib.view.bars", "course.views.bars"),
    ],
)
def test_an_address_that_somebody_kept_leads_to_the_lesson(
    old: str, new: str, browser: Browser, served: str
) -> None:
    page = browser.new_page()
    page.goto(f"{served}/{old}.html")
    page.wait_for_url(f"**/{new}.html")


@pytest.mark.parametrize("name", EXERCISES)
def test_no_answer_is_on_the_site(name: str, site: Path) -> None:
    def found(folder: str, part: re.Pattern[str]) -> list[str]:
        cells = code_cells(read_notebook(ROOT / folder / f"{name}.ipynb"))
        sources = [cell.source for cell in cells if cell.id.endswith("-answer")]
        return [one for source in sources for one in part.findall(source)]

    page = text_of(site / "exercises" / f"{name}.html")
    starters, answers = found("exercises", WHOLE), found("solutions", ANSWER)
    assert len(starters) <= len(answers)
    assert [starter for starter in starters if starter not in page] == []
    assert [answer for answer in answers if answer in page] == []
    assert not (site / "solutions").exists()


def votes_of(name: str) -> list[Vote]:
    lecture = read_notebook(ROOT / "notebooks" / f"{name}.ipynb")
    votes = [one for one in questions(lecture) if isinstance(one, Vote)]
    assert len(votes) == sum("predict(" in cell.source for cell in code_cells(lecture)) >= 1
    return votes


def squeezed(text: str) -> str:
    """Leave out what a line of code puts between the words of a string that goes on below it."""
    return re.sub(r'["\s]', "", text)


@pytest.mark.parametrize("name", LESSONS)
def test_no_reply_can_be_read_before_answering(name: str, site: Path) -> None:
    page = squeezed(text_of(site / "notebooks" / f"{name}.html"))
    replies = [reply for vote in votes_of(name) for reply in vote.reasons]
    assert [reply for reply in replies if squeezed(reply) in page] == []


@pytest.mark.parametrize("name", LESSONS)
def test_no_reply_can_be_searched_for(name: str, site: Path) -> None:
    votes = votes_of(name)
    asked = {vote.cell for vote in votes}
    lecture = read_notebook(ROOT / "notebooks" / f"{name}.ipynb")
    known = [
        json.dumps([cell.source, cell.get("outputs")], ensure_ascii=False)
        for cell in lecture.cells
        if cell.id not in asked
    ]
    known += [" ".join([vote.question, *vote.options]) for vote in votes]
    known.append(button_of(site, name))
    secret = stems(" ".join(reply for vote in votes for reply in vote.reasons)) - stems(
        " ".join(known)
    )
    assert secret
    assert secret & searched(site, f"notebooks/{name}") == set()


def test_the_search_for_a_topic_finds_its_lesson_first(browser: Browser, served: str) -> None:
    page = browser.new_page()
    for number, topic in TOPICS.items():
        page.goto(f"{served}/search.html?q={topic}")
        first = page.locator("ul.search a").first
        expect(first).to_have_attribute("href", re.compile(rf"/{int(number):02}_\w+\.html"))
    page.close()


def button_of(site: Path, name: str) -> str:
    """What the page says beside the button that leads to the course in the browser, if it was built."""
    page = (site / "notebooks" / f"{name}.html").read_text(encoding="utf-8")
    return " ".join(re.findall(r'class="open-live".*?</small>', page, re.DOTALL))


def stems(text: str) -> set[str]:
    # JSON writes the end of a line as two letters.
    return {SearchEnglish({}).stem(word) for word in re.findall(r"\w+", text.replace("\\n", " "))}


def searched(site: Path, page: str) -> set[str]:
    """The words, as stems, with which the site's search finds a page."""
    text = (site / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    number = index["docnames"].index(page)
    found = {term for term, places in index["terms"].items() if number in np.atleast_1d(places)}
    assert found
    assert found & stems("floatslider") == set()  # which code has, and prose has not
    return found


@pytest.mark.parametrize(
    "page",
    [*(f"notebooks/{name}" for name in LESSONS), *(f"exercises/{name}" for name in EXERCISES)],
)
def test_what_jupyterlab_folds_is_folded(page: str, site: Path) -> None:
    notebook = read_notebook(ROOT / f"{page}.ipynb")
    folded = {cell.id for cell in code_cells(notebook) if is_folded(cell)} - telling_cells(notebook)
    written = (site / f"{page}.html").read_text(encoding="utf-8")
    assert written.count("Show code</p>") == len(folded)


@pytest.mark.parametrize("tag", ["<title>(.+)</title>", 'name="description" content="(.+)"/>'])
def test_each_page_is_told_by_words_of_its_own(tag: str, site: Path) -> None:
    pages = [path.read_text(encoding="utf-8") for path in pages_of(site) if not leads_on(path)]
    words = [re.findall(tag, page) for page in pages]
    assert len({text for (text,) in words}) == len(pages)
    assert {page.count('name="viewport"') for page in pages} == {1}


@pytest.mark.parametrize("name", ["notebooks/index", "exercises/index", "reference", "teachers"])
def test_an_index_has_words_for_each_link_and_no_link_twice(name: str, site: Path) -> None:
    page = (site / f"{name}.html").read_text(encoding="utf-8")
    (article,) = re.findall("(?s)<article.*</article>", page)
    links = re.findall('class="reference internal" href="(.*?)"', article)
    assert len(links) == len({*links}) >= 7
    assert re.findall(r"<li[^>]*><(?:p><)?a (?:(?!</a>).)*</a>(?:</p>)?\s*</li>", article) == []


def test_where_its_address_is_known_the_site_lists_its_pages_and_leads_back(tmp_path: Path) -> None:
    (tmp_path / "index.md").write_text("# A page\n\nIts words.\n", encoding="utf-8")
    base, site = "https://me.github.io/mine/", tmp_path / "site"
    known = ["-q", "-D", f"html_baseurl={base}", "-A", f"html_baseurl={base}"]
    assert sphinx(["-c", str(ROOT / "docs" / "site"), *known, str(tmp_path), str(site)]) == 0
    assert f"<loc>{base}index.html</loc>" in (site / "sitemap.xml").read_text(encoding="utf-8")
    lost = (site / "404.html").read_text(encoding="utf-8")
    assert 0 < lost.find(f'<base href="{base}"/>') < lost.index("_static")


def test_no_notebook_and_no_source_is_offered(site: Path) -> None:
    notebooks = {*site.rglob("*.ipynb")} - {*(site / "live").rglob("*.ipynb")}
    assert notebooks | {*(site / "_sources").glob("*")} == set()


def test_links_lead_somewhere(site: Path) -> None:
    broken = [
        f"{path.relative_to(site)}: {link}"
        for path in pages_of(site)
        for link in LINK.findall(path.read_text(encoding="utf-8"))
        if not leads_somewhere(path, html.unescape(link))
    ]
    assert broken == []


def leads_somewhere(path: Path, link: str) -> bool:
    address, anchor = urldefrag(link)
    if address.startswith(("http://", "https://", "data:")):
        return True
    target = path.parent / unquote(address.partition("?")[0]) if address else path
    return target.exists() and (not anchor or anchor in anchors_of(target.resolve()))


@cache
def anchors_of(path: Path) -> set[str]:
    return {
        html.unescape(one) for one in re.findall(r'id="([^"]*)"', path.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("name", LESSONS)
def test_a_page_with_all_its_views_is_light(name: str, site: Path) -> None:
    views = (site / "_static" / "views" / name).glob("*")
    of_one_theme = [path for path in views if not path.stem.endswith("-dark")]
    page = site / "notebooks" / f"{name}.html"
    assert sum(path.stat().st_size for path in [page, *of_one_theme]) <= MOST_ON_PAGE


@pytest.fixture(params=["server", "files"])
def address(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue("served") if request.param == "server" else SITE.as_uri())


def test_views_work_where_the_connection_is_not_encrypted(browser: Browser, served: str) -> None:
    # On such pages, unless they come from this machine, the browser lacks what needs a secure context.
    with browser.new_context() as context:
        context.add_init_script("delete Crypto.prototype.randomUUID")
        page = context.new_page()
        page.goto(f"{served}/{LECTURE}")
        place = page.locator(".live[data-recording$='/change']")
        place.scroll_into_view_if_needed()
        expect(place.get_by_role("slider")).to_be_visible()


def test_a_slider_moves_by_keyboard_and_the_sentence_follows(
    browser: Browser, address: str
) -> None:
    page, complaints = opened(browser, f"{address}/{LECTURE}")
    place = page.locator(".live[data-recording$='/change']")
    place.scroll_into_view_if_needed()
    slider, sentence = place.get_by_role("slider"), place.locator(".sentence")
    slider.focus()
    page.keyboard.press("End")
    expect(place.get_by_role("spinbutton")).to_have_value("2")
    expect(sentence).to_contain_text("0.98")
    page.keyboard.press("Home")
    expect(sentence).to_contain_text("0.10")
    alive(page)
    assert complaints == []
    page.close()


def test_a_text_box_keeps_its_words_and_says_where_to_write_others(
    browser: Browser, served: str
) -> None:
    page, complaints = opened(browser, f"{served}/notebooks/02_scaling.html")
    place = page.locator(".live[data-recording$='/hook-explore']")
    place.scroll_into_view_if_needed()
    box = place.get_by_role("textbox")
    expect(box).to_have_accessible_description(re.compile("In JupyterLab you can write your own"))
    expect(place.locator(".note")).to_be_visible()
    box.press("End")
    box.press("x")
    expect(box).to_have_value("the cat sat on the mat because it was tired")
    assert complaints == []
    page.close()


def test_the_search_answers_its_questions_and_leads_to_pages(
    browser: Browser, site: Path, served: str
) -> None:
    page, complaints = opened(browser, f"{served}/notebooks/practice/search.html")
    place = page.locator(".live[data-recording$='/box']")
    place.scroll_into_view_if_needed()
    place.get_by_role("slider", name="question").press("Home")
    expect(place.get_by_role("spinbutton")).to_have_value("1")
    found = place.locator("ol a")
    expect(found).to_have_count(3)
    links = found.evaluate_all("all => all.map(one => one.getAttribute('href'))")
    here = site / "notebooks" / "practice" / "search.html"
    assert [
        one for one in links if not one.endswith(".html") or not leads_somewhere(here, one)
    ] == []
    assert complaints == []
    page.close()


def test_what_was_not_recorded_gets_a_kind_word(browser: Browser, served: str) -> None:
    page, complaints = opened(browser, f"{served}/notebooks/02_scaling.html")
    place = page.locator(".live[data-recording$='/repeat-explore']")
    place.scroll_into_view_if_needed()
    place.get_by_role("slider", name="times").press("ArrowRight")
    expect(place.get_by_role("alert")).to_be_empty()
    place.get_by_role("slider", name="it").press("ArrowRight")
    expect(place.get_by_role("alert")).to_contain_text("“query” moves only while the other")
    assert complaints == []
    page.close()


def test_figures_follow_the_theme(browser: Browser, served: str) -> None:
    page, complaints = opened(browser, f"{served}/notebooks/02_scaling.html")
    place = page.locator(".live[data-recording$='/hook-explore']")
    place.scroll_into_view_if_needed()
    canvas = place.locator("canvas")
    corner = "canvas => canvas.getContext('2d').getImageData(0, 0, 1, 1).data[0]"
    expect(canvas).to_have_attribute("data-turn", "1")
    assert canvas.evaluate(corner) > 200
    page.emulate_media(color_scheme="dark")
    expect(canvas).to_have_attribute("data-turn", "2")
    assert canvas.evaluate(corner) < 60
    assert complaints == []
    page.close()


def test_formulas_are_whole_and_in_the_middle(browser: Browser, served: str) -> None:
    page, _ = opened(browser, f"{served}/{LECTURE}")
    assert page.evaluate("() => document.fonts.load('17px \"STIX Two Math\"')")
    measured = page.locator("div.math").evaluate_all(
        """all => all.map(one => {
            const box = one.getBoundingClientRect(), formula = one.firstChild.getBoundingClientRect();
            return [formula.left + formula.right - box.left - box.right,
                    one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth];
        })"""
    )
    assert measured
    assert np.abs(measured).max() <= 2
    page.close()


def test_a_sentence_with_its_arcs_fits_on_a_phone(browser: Browser, served: str) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto(f"{served}/notebooks/11_training.html")
    cut = page.locator(".drawing:has(.arcs)").evaluate_all(
        "all => all.map(one => one.scrollWidth - one.clientWidth)"
    )
    assert cut
    assert max(cut) <= 0
    page.close()


@pytest.mark.parametrize("name", LESSONS)
def test_all_words_of_pictures_can_be_read_on_a_phone(
    name: str, browser: Browser, served: str
) -> None:
    """It brings all views of a page to life: half a minute for all lessons, two at a time."""
    page = browser.new_page(viewport=PHONE)
    page.goto(f"{served}/notebooks/{name}.html")
    alive(page)
    page.evaluate(
        "() => document.querySelectorAll('details').forEach((one) => { one.open = true; })"
    )
    page.wait_for_timeout(AFTER_RESIZING)
    assert page.evaluate(SHOWN_SMALL, [SMALLEST_WORDS, SMALLEST_PRINT]) == []
    assert [one for one in page.evaluate(BARS) if one < SHORTEST_BAR] == []
    assert page.evaluate(OUT_OF_REACH) == []
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    page.close()


@pytest.mark.parametrize("name", LESSONS)
def test_a_page_without_a_kernel_asks_nobody_to_run_a_cell(name: str, site: Path) -> None:
    said = sentences(text_of(site / "notebooks" / f"{name}.html"))
    assert [one for one in said if RUNS_CELLS.search(one) and "JupyterLab" not in one] == []


def test_a_column_headed_by_a_formula_has_a_name(site: Path) -> None:
    page = (site / "notebooks" / "09_gradient_descent.html").read_text(encoding="utf-8")
    assert '<span class="visually-hidden">Wq</span><p aria-hidden="true"><math' in page
    assert '<th class="head"><p><math' not in page


def test_rows_below_an_empty_corner_have_heads(site: Path) -> None:
    pages = (path.read_text(encoding="utf-8") for path in pages_of(site))
    tables = [one for page in pages for one in TABLE.findall(page) if "<td></td>" in one]
    assert tables
    assert [one for one in tables if one.count("<tr") - 1 != one.count('<th class="stub">')] == []


def test_a_table_that_scrolls_has_a_role_and_a_name(site: Path) -> None:
    pages = (path.read_text(encoding="utf-8") for path in pages_of(site))
    boxes = [one for page in pages for one in SCROLLS.findall(page)]
    assert boxes
    assert [one for one in boxes if 'role="region" aria-label="Table ' not in one] == []


def test_prints_without_controls(browser: Browser, served: str) -> None:
    page, _ = opened(browser, f"{served}/{LECTURE}")
    place = page.locator(".live[data-recording$='/hook']")
    place.scroll_into_view_if_needed()
    expect(place.locator(".controls")).to_be_visible()
    page.emulate_media(media="print")
    expect(place.locator(".controls")).to_be_hidden()
    expect(place.locator("svg").first).to_be_visible()
    assert look(page, "html", ALL_RULES) == []
    page.close()


def faults(browser: Browser, address: str) -> list[str]:
    """Check a page with dark and light background, in a narrow window, and in print."""
    page, complaints = opened(browser, address, "dark")
    alive(page)
    found = [*complaints]  # axe requests style sheets itself
    found += seen("dark", page, ALL_RULES)
    page.emulate_media(color_scheme="light")
    page.wait_for_selector("html[data-theme=light]")
    found += seen("light", page, COLOURS)
    page.set_viewport_size(PHONE)
    found += unfocusable(page) + seen("phone", page, ALL_RULES)
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    found += [f"phone: wider than the window by {wide}"] if wide > 0 else []
    page.set_viewport_size(WINDOW)
    page.emulate_media(media="print")
    found += seen("print", page, COLOURS)
    page.close()
    return found


def unfocusable(page: Page) -> list[str]:
    """Give the theme time to make what scrolls focusable; tell what it left out."""
    try:
        page.wait_for_function(f"() => ({UNFOCUSABLE})().length === 0")
    except TimeoutError as error:
        return [f"phone: {error.message} Not focusable: {page.evaluate(UNFOCUSABLE)}"]
    return []


def leads_on(path: Path) -> bool:
    """Tell whether a page only leads to the new address of another."""
    return 'http-equiv="refresh"' in path.read_text(encoding="utf-8")


def seen(how: str, page: Page, rules: dict[str, Any]) -> list[str]:
    page.wait_for_function(
        "() => document.getAnimations().every(one => one.playState !== 'running')"
    )
    return [f"{how}: {one}" for one in look(page, "html", rules)]


@pytest.mark.parametrize("path", REPRESENTATIVE)
def test_axe_finds_nothing(path: str, browser: Browser, served: str) -> None:
    assert faults(browser, f"{served}/{path}") == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    "folder", [pytest.param(one, marks=pytest.mark.xdist_group(one)) for one in FOLDERS]
)
def test_axe_finds_nothing_on_any_page(
    folder: str, site: Path, browser: Browser, served: str
) -> None:
    paths = (path for path in sorted((site / folder).glob("*.html")) if not leads_on(path))
    pages = [path.relative_to(site).as_posix() for path in paths]
    assert pages
    found = {name: faults(browser, f"{served}/{name}") for name in pages}
    assert {name: one for name, one in found.items() if one} == {}


@pytest.mark.thorough
def test_no_page_is_in_a_folder_that_is_left_out(site: Path) -> None:
    folders = {path.parent.relative_to(site).as_posix() for path in pages_of(site)}
    assert folders == {*FOLDERS}
