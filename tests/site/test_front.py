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
WINDOW, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}
MOST_BYTES = (
    1_000_000  # of everything that the first screen loads, half of them the model's numbers
)
MOST_BYTES_OF_DRAWINGS = 60_000
MOST_LINES = 250  # of JavaScript, for the model and the picture together
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
    expect(page.locator(".steps")).to_have_text("step 0")
    page.get_by_role("button", name="Learn").click()
    expect(told).to_contain_text(re.compile(r"After \d\d\d of 1000 steps"))  # not only at its ends
    expect(page.locator(".steps")).to_have_text("step 1000", timeout=30_000)
    expect(told).to_contain_text("It looks at cat")
    expect(page.locator(".guesses li").first).to_contain_text("purred")
    expect(page.get_by_role("button", name="Learn")).to_be_visible()
    page.get_by_label("A sentence with it").fill("the cat sat on the mat because it was soft")
    expect(told).to_contain_text("It looks at mat")
    expect(page.locator(".guesses li").first).to_contain_text("frayed")
    expect(page.get_by_role("img", name=re.compile("It looks at mat"))).to_be_visible()


def test_a_sentence_can_be_sent(page: Page, served: str) -> None:
    page.get_by_role("button", name="horse … hungry").click()
    sent = page.url
    assert sent.endswith("#the-horse-ran-to-the-bench-because-it-was-hungry")
    page.goto("about:blank")
    page.goto(sent)
    box = page.get_by_label("A sentence with it")
    expect(box).to_have_value("the horse ran to the bench because it was hungry")


@pytest.mark.parametrize(
    ("typed", "meanwhile", "answer"),
    [
        ("the cat sat on the moon", "", "does not know moon. It knows 51 words: barked"),
        ("my dog is ti", "does not know my, is, ti. It", "does not know my, is, ti. It"),
        ("", "", "Two to twenty words"),
        ("the " * 30, "", "Two to twenty words"),
        ("<img src=x onerror=alert(1)>", "does not know img", "img, src, x, onerror, alert, 1"),
    ],
)
def test_what_it_cannot_read_gets_a_sentence(
    page: Page, typed: str, meanwhile: str, answer: str
) -> None:
    box = page.get_by_label("A sentence with it")
    box.fill(typed)
    expect(page.locator(".complaint")).to_contain_text(meanwhile or re.compile("^$"))
    page.get_by_role("button", name="Learn").click()
    expect(page.locator(".complaint")).to_contain_text(answer)
    expect(page.get_by_role("button", name="Learn")).to_be_visible()  # nothing plays
    box.press("Enter")
    expect(page.locator(".complaint")).to_contain_text(answer)
    page.get_by_label("A sentence with it").fill("The dog, stood by the BED because it was happy!")
    expect(page.locator(".complaint")).to_have_text("")


def test_an_address_made_by_somebody_else_does_no_harm(page: Page, served: str) -> None:
    for address in ("#%E0%A4%A", "#moon-rocks", "#the"):
        page.goto("about:blank")
        page.goto(f"{served}/index.html{address}")
        expect(page.locator(".first-screen.alive")).to_have_count(1)
        expect(page.get_by_label("A sentence with it")).to_have_value(re.compile("^the cat sat"))


def test_it_is_used_by_keyboard_alone(page: Page) -> None:
    page.get_by_label("A sentence with it").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".first-screen.alive")).to_have_count(1)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Stop")).to_be_focused()
    page.keyboard.press("Space")
    slider = page.get_by_label("How much it has learned")
    slider.focus()
    page.keyboard.press("End")
    expect(page.locator(".steps")).to_have_text("step 1000")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("After 1000 of 1000 steps"))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("window", [WINDOW, PHONE], ids=["wide", "phone"])
def test_everybody_can_read_it(browser: Browser, served: str, theme: str, window: dict) -> None:
    page = browser.new_page(color_scheme=theme, viewport=window, reduced_motion="reduce")
    page.goto(f"{served}/index.html")
    page.get_by_label("How much it has learned").press("End")
    expect(page.locator(".said")).to_contain_text("cat")
    across = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(across) <= 0
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
    names = [re.search(r'role="img" aria-label="([^"]{30,})"', one)[1] for one in drawings]
    marks = [one.partition(">")[2] for one in drawings]
    assert len({*names}) == len({*marks}) == len(drawings)
    assert sum(len(one.encode()) for one in drawings) <= MOST_BYTES_OF_DRAWINGS


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
