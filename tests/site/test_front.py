"""The first screen of the website: a model that learns in the page, as a visitor meets it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from axe import COLOURS, look
from film import rounded
from folder_server import offline_chromium, serving
from lesson_drawings import drawing
from playwright.sync_api import Browser, Page, expect

from course.models.learning import language_model, trained, twins

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "site" / "html"
WINDOW, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
OWN = "A sentence of your own, from its 51 words"
COPIES, REFUSES = (f"{{writeText: async () => {{ {does} }}}}" for does in ("", "throw 0"))
LONGER = 2500  # milliseconds, than it waits before it learns by itself
MOST_BYTES = 1_000_000  # that the first screen loads, half of them the model's numbers
MOST_BYTES_OF_DRAWINGS = 60_000
MOST_LINES = 270  # of JavaScript, for the model and the picture together
BESIDE_ITS_WORD = """() => {
    const word = document.querySelector("text.found").getBBox(), arc = document.querySelectorAll(".first-screen path")[1];
    return arc.getPointAtLength(0).x - parseFloat(arc.style.strokeWidth) / 2 - word.x - word.width;
}"""
pytestmark = pytest.mark.xdist_group("site")


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    assert (SITE / "index.html").exists(), "run make site"
    with serving(SITE) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with offline_chromium("tests/site") as browser:
        yield browser


@pytest.fixture
def page(browser: Browser, served: str) -> Iterator[Page]:
    page = browser.new_page(viewport=WINDOW)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{served}/index.html")
    expect(page.locator(".first-screen.alive")).to_have_count(1)
    yield page
    page.close()
    assert complaints == []


def test_the_page_computes_what_numpy_computes(page: Page) -> None:
    """On 288 sentences about pairs that were held out, at every fourth checkpoint."""
    texts = [
        sentence.words[: sentence.pronoun + 1] for pair in twins.held_out() for sentence in pair
    ]
    for place, checkpoint in [*enumerate(trained.twins_film().checkpoints)][::-4]:
        parameters = rounded(checkpoint.parameters)
        numbers = [twins.numbers_of([".", *text]).tolist() for text in texts]
        found = page.evaluate(
            """([place, texts]) => {
                const parameters = smallModel.unpacked(film.checkpoints[place].packed, film.shapes);
                return texts.map((text) => smallModel.read(parameters, text));
            }""",
            [place, numbers],
        )
        for text, one in zip(texts, found, strict=True):
            reading = language_model.read(parameters, [".", *text], twins)
            np.testing.assert_allclose(one["chances"], reading.chances[-1], atol=1e-5)
            looks = [[head[-1] for head in layer] for layer in one["weights"]]
            np.testing.assert_allclose(looks, reading.weights[:, :, -1], atol=1e-5)


def test_the_first_screen_is_light(page: Page) -> None:
    page.wait_for_load_state("load")
    sizes = page.evaluate(
        """() => [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]
            .map(({ name, encodedBodySize }) => [name, encodedBodySize])"""
    )
    assert sum(size for _, size in sizes) <= MOST_BYTES, sizes


def test_it_learns_who_is_meant_while_one_looks_on(page: Page) -> None:
    told = page.locator(".said")
    expect(told).to_contain_text("After 0 of 1000 steps")
    page.get_by_role("button", name="Let it learn").click()
    expect(told).to_contain_text(re.compile(r"After \d\d\d of 1000 steps"))  # not only at its ends
    expect(told).to_contain_text("After 1000 of 1000 steps. It looks at “cat”", timeout=30_000)
    expect(told).to_have_attribute("aria-live", "polite")
    expect(page.locator(".guesses li").first).to_contain_text("purred")
    expect(page.get_by_role("button", name="Let it learn")).to_be_visible()
    page.get_by_label(OWN).fill("the cat sat on the mat because it was soft")
    expect(told).to_contain_text("It looks at “mat”")
    expect(page.locator(".guesses li").first).to_contain_text("frayed")
    expect(page.get_by_role("img", name=re.compile("It looks at “mat”"))).to_be_visible()


def test_it_learns_once_by_itself_and_can_be_stopped(page: Page) -> None:
    speech, learn = page.locator(".said"), page.locator(".learn")
    expect(learn).to_have_text("Stop")
    learn.click()
    stopped = speech.inner_text()
    page.wait_for_timeout(LONGER)
    expect(speech).to_have_text(stopped)
    page.reload()
    expect(speech).to_contain_text("After 1000 of 1000 steps", timeout=30_000)
    expect(speech).to_have_attribute("aria-live", "off")


def test_a_sentence_can_be_sent(page: Page, served: str) -> None:
    page.get_by_role("button", name="a hungry horse").click()
    sent = page.url
    assert sent.endswith("#the-horse-ran-to-the-bench-because-it-was-hungry")
    page.goto("about:blank")
    page.goto(sent)
    box = page.get_by_label(OWN)
    expect(box).to_have_value("the horse ran to the bench because it was hungry")
    page.evaluate("location.hash = 'the-sofa-stood-by-the-fox-because-it-was-dusty'")
    expect(page.get_by_role("img", name=re.compile("it, of: the sofa stood"))).to_be_visible()
    page.go_back()
    expect(box).to_have_value("the horse ran to the bench because it was hungry")


@pytest.mark.parametrize("clipboard", [COPIES, REFUSES, "undefined"])
def test_it_says_whether_the_address_was_copied(page: Page, clipboard: str) -> None:
    page.evaluate(f"Object.defineProperty(navigator, 'clipboard', {{value: {clipboard}}})")
    page.get_by_role("button", name="a dusty sofa").click()
    page.get_by_role("button", name="Copy the address").click()
    reply = "on the clipboard" if clipboard == COPIES else page.url
    expect(page.locator(".sent")).to_contain_text(reply)


@pytest.mark.parametrize(
    ("typed", "meanwhile", "answer"),
    [
        ("the cat sat on the moon", "", "does not know moon. Its 51 words are below"),
        ("my dog is ti", "does not know my, is, ti. Its", "does not know my, is, ti. Its"),
        ("", "", "Two to twenty words"),
        ("the " * 30, "", "Two to twenty words"),
        ("<img src=x onerror=alert(1)>", "not know img", "not know img, src, x, onerror, alert, 1"),
    ],
)
def test_what_it_cannot_read_gets_a_sentence(
    page: Page, typed: str, meanwhile: str, answer: str
) -> None:
    box = page.get_by_label(OWN)
    box.fill(typed)
    speech, drawn = page.locator(".said"), page.locator(".drawn")
    expect(speech).to_contain_text(meanwhile or re.compile("^This is still the sentence before"))
    expect(drawn).to_have_css("opacity", "0.3")
    page.get_by_role("button", name="Let it learn").click()
    expect(speech).to_contain_text(answer)
    expect(page.get_by_text("barked")).to_be_visible(visible="not know" in answer)
    expect(page.get_by_role("button", name="Let it learn")).to_be_visible()  # nothing plays
    box.press("Enter")
    expect(speech).to_contain_text(answer)
    assert look(page, "main", {}) == []
    page.get_by_label(OWN).fill("The dog, stood by the BED because it was happy!")
    expect(speech).to_contain_text(re.compile("^After"))
    expect(drawn).to_have_css("opacity", "1")


def test_an_address_made_by_somebody_else_does_no_harm(page: Page, served: str) -> None:
    for address in ("#%E0%A4%A", "#moon-rocks", "#the"):
        page.goto("about:blank")
        page.goto(f"{served}/index.html{address}")
        expect(page.locator(".first-screen.alive")).to_have_count(1)
        expect(page.get_by_label(OWN)).to_have_value(re.compile("^the cat sat"))


def test_it_is_used_by_keyboard_alone(page: Page) -> None:
    page.get_by_label(OWN).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".first-screen.alive")).to_have_count(1)
    page.get_by_role("link", name="Start with lesson 1").focus()
    page.wait_for_timeout(LONGER)  # it does not begin under somebody's hands
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Stop")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    slider = page.get_by_label("Steps of learning")
    page.keyboard.press("End")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("After 1000 of 1000 steps"))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("window", [WINDOW, PHONE], ids=["wide", "phone"])
def test_everybody_can_read_it(browser: Browser, served: str, theme: str, window: dict) -> None:
    page = browser.new_page(color_scheme=theme, viewport=window, reduced_motion="reduce")
    page.goto(f"{served}/index.html")
    page.wait_for_timeout(LONGER)  # nothing moves
    expect(page.locator(".said")).to_contain_text("After 1000 of 1000 steps. It looks at “cat”")
    across = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(across) <= 0
    for part in (".story", ".start", ".asks", ".drawn", ".said", ".guesses"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert window is WINDOW or page.evaluate(BESIDE_ITS_WORD) > 0
    drawn = page.locator(".first-screen svg").bounding_box()
    words = page.locator(".first-screen svg text, .first-screen svg path")
    for box in (one.bounding_box() for one in words.all()):
        assert box["x"] >= drawn["x"] - 1
        assert box["x"] + box["width"] <= drawn["x"] + drawn["width"] + 1
    assert look(page, "main", COLOURS if theme == "dark" else {}) == []
    page.close()


def test_every_lesson_has_a_drawing_of_its_own() -> None:
    paths = [*ROOT.glob("notebooks/[0-9]*.ipynb"), *ROOT.glob("exercises/[0-9]*.ipynb")]
    drawings = [drawing(lesson) for lesson in {int(path.name[:2]) for path in paths}]
    names = [re.search(r'role="img" aria-label="([^"]{30,})"', drawing)[1] for drawing in drawings]
    marks = [drawing.partition(">")[2] for drawing in drawings]
    assert len({*names}) == len({*marks}) == len(drawings)
    assert sum(len(drawing.encode()) for drawing in drawings) <= MOST_BYTES_OF_DRAWINGS


def test_a_card_and_its_lesson_show_the_same_drawing(page: Page) -> None:
    expect(page.locator(".card-of-lesson svg")).to_have_count(17)
    page.get_by_role("link", name="Your own language model capstone · 180 minutes").click()
    expect(page.get_by_role("img", name="the model writes “it purred”")).to_be_visible()


def test_without_scripts_there_is_the_picture_of_the_trained_model(served: str) -> None:
    text = (SITE / "index.html").read_text(encoding="utf-8")
    assert "2nd it attends to cat (1.00)" in text


def test_the_code_of_the_first_screen_stays_small() -> None:
    scripts = [SITE / "_static" / name for name in ("small_model.js", "first_screen.js")]
    assert sum(len(one.read_text(encoding="utf-8").splitlines()) for one in scripts) <= MOST_LINES
    film = (SITE / "_static" / "film.js").read_text(encoding="utf-8")
    held = json.loads(film.removeprefix("const film = ").rstrip(";\n"))
    assert [one["step"] for one in held["checkpoints"]][-1] == 1000
