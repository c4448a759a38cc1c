"""The slides in Chromium, as files, without other hosts. `make slides` builds them first."""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe import look
from folder_server import offline_chromium
from playwright.sync_api import Browser, Page, expect

from coursetools.lecture import Thought, Vote, questions
from coursetools.notebook import read_notebook
from coursetools.sentences import sentences

ROOT = Path(__file__).parents[2]
SLIDES = ROOT / "build" / "slides"
LESSONS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
OFTEN = LESSONS[1]  # tables, figures, a film of controls, code
PAIRED = LESSONS[3]  # two pictures in a view
DECKS = [OFTEN, *(pytest.param(one, marks=pytest.mark.thorough) for one in LESSONS if one != OFTEN)]
SCREENS = {
    "1280 x 720": (1280, 720),
    "1920 x 1080": (1920, 1080),
    "1024 x 768": (1024, 768),
}
EACH_SCREEN = [
    pytest.param(one, marks=pytest.mark.thorough if n else ()) for n, one in enumerate(SCREENS)
]
THEMES = ("light", "projector", "dark")
SMALLEST_WORDS = 24  # pixels, of 720
SMALLEST_ZOOM = 0.75  # for pictures, whose words are 13 pixels high; in figures, 16
# What is wider or higher than its box, and the size of words and pictures on a screen of 720 lines.
MEASURED = """() => {
    const slide = document.querySelector('.slide.current');
    const boxes = [...slide.querySelectorAll('.shown, .shown > *, .controls, .drawing, pre, pre > span')];
    const shown = slide.querySelector('.shown').getBoundingClientRect();
    const out = boxes.filter((box) => {
        const { right, bottom } = box.getBoundingClientRect();
        return box.scrollWidth > box.clientWidth + 1 && box.clientWidth || right > shown.right + 1 || bottom > shown.bottom + 1;
    });
    const large = [...slide.querySelectorAll('.shown > :is(p, ul, ol), .caption')].filter((one) => one.clientWidth);
    const words = large.map((one) => parseFloat(getComputedStyle(one).fontSize));
    const scale = Math.min(innerWidth / 1280, innerHeight / 720);
    const picture = slide.querySelector('.see:has(table, svg, .drawing, .live)');
    const figures = [...slide.querySelectorAll('canvas')].filter((one) => one.clientWidth);
    const zooms = figures.map((one) => one.getBoundingClientRect().width / parseFloat(one.style.width) * 16 / 13);
    if (picture) zooms.push((picture.querySelector('.pictures') ?? picture).currentCSSZoom);
    return {
        out: out.map((box) => box.outerHTML.slice(0, 80)),
        words: Math.min(...words, 1000) / scale,
        zoom: Math.min(...zooms, 1000) / scale,
    };
}"""
pytestmark = pytest.mark.xdist_group("slides")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert (SLIDES / "index.html").exists(), "run make slides"
    with offline_chromium("tests/slides") as browser:
        yield browser


def opened(
    browser: Browser, deck: str, screen: str = "1280 x 720", theme: str = ""
) -> tuple[Page, list[str]]:
    """Open a deck; its errors and its requests to other hosts are collected in the list."""
    width, height = SCREENS[screen]
    page = browser.new_page(viewport={"width": width, "height": height})
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "request",
        lambda one: (
            None if one.url.startswith(("file:", "data:", "blob:")) else complaints.append(one.url)
        ),
    )
    page.goto(f"file://{SLIDES}/{deck}.html")
    for _ in range(THEMES.index(theme) if theme else 0):
        page.keyboard.press("t")
    return page, complaints


def awake(page: Page) -> None:
    """Wait for the views of the current slide."""
    for view in page.locator(".slide.current .live").all():
        expect(view.locator(".attnlib-view:is(.quiz, :has(.controls))")).to_have_count(1)
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def turned(page: Page) -> Iterator[int]:
    """Go through all slides, with the views of each active."""
    for number in range(page.locator(".slide").count()):
        page.evaluate("number => show(number)", number)
        awake(page)
        yield number + 1


def measurements(page: Page) -> Iterator[dict[str, Any]]:
    """Measure a slide as it opens, and after each key that shows more of it."""
    yield page.evaluate(MEASURED)
    while page.evaluate("() => more(slides[now])"):
        yield page.evaluate(MEASURED)


EACH_THEME = ["light", *(pytest.param(one, marks=pytest.mark.thorough) for one in THEMES[1:])]


@pytest.mark.parametrize("theme", EACH_THEME[:2])  # in the third, only colours differ
@pytest.mark.parametrize("screen", EACH_SCREEN)
@pytest.mark.parametrize("deck", DECKS)
def test_everything_fits_and_is_large_enough(
    browser: Browser, deck: str, screen: str, theme: str
) -> None:
    page, complaints = opened(browser, deck, screen, theme)
    found = {}
    for number in turned(page):
        for part, measured in enumerate(measurements(page)):
            if (
                measured["out"]
                or measured["words"] < SMALLEST_WORDS
                or measured["zoom"] < SMALLEST_ZOOM
            ):
                found[number, part] = measured
    assert found == {}
    assert complaints == []
    page.close()


def test_the_next_key_opens_the_answer_before_it_turns_the_slide(browser: Browser) -> None:
    page, _ = opened(browser, OFTEN)
    number = page.evaluate("() => slides.findIndex((one) => one.querySelector('.answer'))")
    page.evaluate("number => show(number)", number)
    answer = page.locator(".slide.current .answer")
    expect(answer).not_to_have_attribute("open", "")
    page.keyboard.press("ArrowRight")
    expect(answer).to_have_attribute("open", "")
    assert page.url.endswith(f"#s{number + 1}")
    page.keyboard.press("ArrowRight")
    assert page.url.endswith(f"#s{number + 2}")
    page.close()


def test_pictures_that_do_not_fit_together_come_one_after_another(browser: Browser) -> None:
    page, _ = opened(browser, PAIRED)
    page.add_style_tag(content=".pictures > * { min-height: 500px; width: 100% }")
    number = page.evaluate("() => slides.findIndex((one) => pictures(one).length === 2)")
    page.evaluate("number => show(number)", number)
    awake(page)
    pictures = page.locator(".slide.current .pictures > *")
    expect(pictures.first).to_be_visible()
    expect(pictures.last).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(pictures.first).to_be_hidden()
    expect(pictures.last).to_be_visible()
    expect(page.locator(".bar output")).to_contain_text("picture 2 of 2")
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    expect(pictures.first).to_be_visible()
    expect(pictures.last).to_be_visible()
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    page.evaluate("() => { while (more(slides[now])); }")
    page.keyboard.press("ArrowRight")
    assert page.url.endswith(f"#s{number + 2}")
    page.close()


def test_words_come_with_the_picture_before_them(browser: Browser) -> None:
    page, _ = opened(browser, PAIRED)
    page.add_style_tag(content=".pictures > div { min-height: 400px; width: 100% }")
    number = page.evaluate("() => slides.findIndex((one) => pictures(one).length === 2)")
    page.evaluate("number => show(number)", number)
    awake(page)
    page.evaluate("""() => {
        const [first, last] = slides[now].querySelectorAll('.pictures > *');
        for (const one of [first, last]) one.insertAdjacentHTML('afterend', '<p>words</p>');
    }""")
    page.evaluate("() => show(now)")
    parts = page.locator(".slide.current .pictures > *")
    said = page.locator(".bar output")
    for turn in (1, 2):
        expect(said).to_contain_text(f"picture {turn} of 2")
        visible = [one.is_visible() for one in parts.all()]
        assert visible == [turn == 1, turn == 1, turn == 2, turn == 2]
        page.keyboard.press("ArrowRight")
    page.close()


def test_a_key_waits_for_no_frame(browser: Browser) -> None:
    """A view that has just come to life shows all pictures until the next frame."""
    page, _ = opened(browser, PAIRED)
    page.add_style_tag(content=".pictures > * { min-height: 500px; width: 100% }")
    number = page.evaluate("() => slides.findIndex((one) => pictures(one).length === 2)")
    page.evaluate("number => show(number)", number)
    awake(page)
    turned_to = page.evaluate("""() => {
        for (const one of slides[now].querySelectorAll('.pictures > *')) one.hidden = false;
        next();
        return now;
    }""")
    assert turned_to == number
    expect(page.locator(".bar output")).to_contain_text("picture 2 of 2")
    page.close()


def test_the_next_key_says_what_one_has_seen_in_place_of_the_caption(browser: Browser) -> None:
    page, _ = opened(browser, OFTEN)
    number = page.evaluate(
        "() => slides.findIndex((one) => one.querySelectorAll('.caption').length === 2)"
    )
    page.evaluate("number => show(number)", number)
    awake(page)
    caption, found = page.locator(".slide.current .caption").all()
    expect(caption).to_be_visible()
    expect(found).to_be_hidden()
    page.evaluate("() => { while (more(slides[now])); }")
    expect(caption).to_be_hidden()
    expect(found).to_be_visible()
    assert page.url.endswith(f"#s{number + 1}")
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    expect(caption).to_be_visible()
    page.close()


def test_a_number_and_enter_go_to_a_slide(browser: Browser) -> None:
    page, _ = opened(browser, OFTEN)
    page.keyboard.type("12")
    expect(page.locator(".bar output")).to_have_text("Go to 12 ⏎")
    page.keyboard.press("Enter")
    assert page.url.endswith("#s12")
    for forgotten in ("7", "ArrowRight", "Enter"):
        page.keyboard.press(forgotten)
    expect(page.locator(".bar output")).not_to_contain_text("Go to")
    assert not page.url.endswith("#s7")
    page.close()


def test_the_overview_is_used_by_keyboard_alone(browser: Browser) -> None:
    page, complaints = opened(browser, OFTEN)
    page.keyboard.press("o")
    links = page.locator(".jump:visible")
    expect(links).to_have_count(page.locator(".slide").count())
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    expect(links.nth(9)).to_be_focused()
    page.keyboard.press("Enter")
    assert page.url.endswith("#s10")
    expect(page.locator(".slide:visible")).to_have_count(1)
    page.keyboard.press("o")
    page.keyboard.press("Escape")
    expect(page.locator(".slide:visible")).to_have_count(1)
    expect(page.locator(".slide.current .shown")).not_to_have_attribute("inert", "")
    assert complaints == []
    page.close()


def test_a_theme_is_chosen_by_a_key_and_remembered(browser: Browser) -> None:
    page, _ = opened(browser, OFTEN)
    paper = "() => getComputedStyle(document.body).backgroundColor"
    words = "() => parseFloat(getComputedStyle(slides[0]).fontSize)"
    white, usual = page.evaluate(paper), page.evaluate(words)
    page.keyboard.press("t")
    assert page.evaluate(words) > usual
    page.keyboard.press("t")
    assert page.evaluate(paper) != white
    page.reload()
    assert page.evaluate(paper) != white
    expect(page.locator("body")).to_have_attribute("data-jp-theme-light", "false")
    page.keyboard.press("t")
    assert page.evaluate(paper) == white
    page.close()


def test_the_keys_are_listed_until_the_first_press_and_when_asked_for(browser: Browser) -> None:
    page, _ = opened(browser, OFTEN)
    keys = page.locator(".keys")
    expect(keys).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(keys).to_be_hidden()
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    page.keyboard.press("?")
    expect(keys).to_be_hidden()
    page.close()


def test_a_view_keeps_its_keys_and_a_remote_control_turns_slides_all_the_same(
    browser: Browser,
) -> None:
    page, _ = opened(browser, OFTEN)
    number = page.evaluate(
        "() => slides.findIndex((one) => one.querySelector('.live[data-recording]'))"
    )
    page.evaluate("number => show(number)", number)
    slider = page.locator(".slide.current input[type=range]").first
    slider.focus()
    before = slider.input_value()
    page.keyboard.press("ArrowRight")
    assert slider.input_value() != before
    assert page.url.endswith(f"#s{number + 1}")
    page.keyboard.press("PageDown")
    assert page.url.endswith(f"#s{number + 2}")
    page.close()


def test_it_prints_one_slide_on_each_page_and_all_of_it(browser: Browser) -> None:
    page, _ = opened(browser, OFTEN)
    slides = page.locator(".slide").count()
    assert pages_of(page) == slides
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    assert (
        page.evaluate("() => slides.flatMap((slide, n) => (overflows(slide) ? [n + 1] : []))") == []
    )
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    assert page.locator(".answer[open]").count() == 0
    page.keyboard.press("n")
    assert pages_of(page) > slides + 10, "the notes are printed where they are open"
    page.close()


def pages_of(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


def test_every_question_of_the_lecture_has_a_slide_with_its_answer(browser: Browser) -> None:
    page, _ = opened(browser, OFTEN)
    asked = list(questions(read_notebook(ROOT / "notebooks" / f"{OFTEN}.ipynb")))
    thoughts = sum(isinstance(one, Thought) for one in asked)
    assert page.locator(".question .answer").count() == thoughts >= 3
    assert page.locator(".vote").count() == len(asked) - thoughts >= 1
    page.close()


@pytest.mark.parametrize("deck", LESSONS)
def test_no_reply_can_be_read_before_the_class_votes(deck: str) -> None:
    text = re.sub("<[^>]*>", "", (SLIDES / f"{deck}.html").read_text(encoding="utf-8"))
    shown = html.unescape(text)
    votes = [
        one
        for one in questions(read_notebook(ROOT / "notebooks" / f"{deck}.ipynb"))
        if isinstance(one, Vote)
    ]
    assert all(vote.question in shown for vote in votes)
    assert [reply for vote in votes for reply in vote.reasons if reply in shown] == []


ALL_SLIDES = pytest.param("o", id="overview", marks=pytest.mark.thorough)
# Also the rule that what is read aloud begins with what is seen, which axe calls experimental.
RULES = {"rules": {"label-content-name-mismatch": {"enabled": True}}}


@pytest.mark.parametrize("theme", EACH_THEME)
@pytest.mark.parametrize("key", [pytest.param("n", id="with notes"), ALL_SLIDES])
def test_axe_finds_nothing(browser: Browser, key: str, theme: str) -> None:
    page, _ = opened(browser, OFTEN, theme=theme)
    page.keyboard.press(key)
    assert look(page, "html", RULES) == []
    page.close()


@pytest.mark.thorough
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("deck", LESSONS)
def test_axe_finds_nothing_on_any_slide(browser: Browser, deck: str, theme: str) -> None:
    page, _ = opened(browser, deck, theme=theme)
    page.evaluate("""() => {
        page.classList.remove('presenting'); // all slides are below one another
        for (const answer of document.querySelectorAll('.answer')) answer.open = true;
        slides.forEach(fit);
    }""")
    assert look(page, "main", RULES) == []
    page.close()


@pytest.mark.parametrize("deck", LESSONS)
def test_no_slide_is_a_single_sentence(deck: str) -> None:
    page = (SLIDES / f"{deck}.html").read_text(encoding="utf-8")
    slides = re.findall(r'class="slide idea".*?<h2[^>]*>(.*?)</h2>(.*?)<aside', page, re.DOTALL)
    announced = "Your turn"
    told = [one for heading, one in slides if heading != announced]
    words = [one for one in told if not re.search(r"<(table|ul|ol|pre|blockquote|math )", one)]
    told = [html.unescape(re.sub("<[^>]*>", "", one)).strip() for one in words]
    assert [one for one in told if len(sentences(one)) < 2] == []


def test_axe_finds_nothing_in_the_list_of_decks(browser: Browser) -> None:
    page, _ = opened(browser, "index")
    assert look(page, "html", RULES) == []
    page.close()
