"""Controls in a picture: by keyboard, mouse and touch, at once, and without losing the focus."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from lab import Lab, OpenNotebook
from pictures import PICTURES
from playwright.sync_api import CDPSession, Locator, expect
from test_gallery import pixels

TOGGLE_SIDE_BAR = "() => window.jupyterapp.commands.execute('application:toggle-left-area')"
MOVES = 5
# On a busy machine, a click from outside may come after the end.
PAUSE_ON_THE_WAY = """view => new Promise(resolve => {
    const slider = view.querySelector('input[type=range]');
    const pause = [...view.querySelectorAll('.film button')].find(one => one.textContent === 'Pause');
    const observer = new MutationObserver(() => {
        if (slider.value < 2) return;
        observer.disconnect();
        pause.click();
        resolve();
    });
    observer.observe(slider, {attributeFilter: ['aria-valuetext']});
})"""
IN_THE_WINDOW = """() => {
    const panel = document.querySelector('.jp-NotebookPanel').getBoundingClientRect();
    return panel.left >= 0 && panel.right <= window.innerWidth;
}"""
FITS = "view => view.scrollWidth - view.clientWidth <= 1"
TIP = "group => group.querySelector('line').getAttribute('x2')"


@dataclass(frozen=True)
class Finger:
    """A finger on the page."""

    browser: CDPSession

    def tap(self, part: Locator) -> None:
        self.drag(part, 0, 0)

    def drag(self, part: Locator, across: float, down: float) -> None:
        """Put the finger on the middle of a part and drag it elsewhere."""
        x, y = _middle(part)
        self._touch("touchStart", [(x, y)])
        for move in range(1, MOVES + 1) if across or down else ():
            self._touch("touchMove", [(x + across * move / MOVES, y + down * move / MOVES)])
        self._touch("touchEnd", [])

    def _touch(self, kind: str, places: list[tuple[float, float]]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        self.browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.fixture
def finger(lab: Lab) -> Iterator[Finger]:
    browser = lab.page.context.new_cdp_session(lab.page)
    browser.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    yield Finger(browser)
    browser.send("Emulation.setTouchEmulationEnabled", {"enabled": False})


@pytest.fixture
def notebook(lab: Lab) -> Iterator[OpenNotebook]:
    notebook = lab.executed(PICTURES)
    yield notebook
    assert lab.complaints == []
    expect(notebook.errors).to_have_count(0)


@pytest.fixture
def query(notebook: OpenNotebook) -> Locator:
    view = notebook.view("plane")
    view.reset.click()
    query = view.body.get_by_role("slider", name="query")
    expect(query).to_have_attribute("aria-valuetext", "at 1, 1; 45 degrees")
    expect(view.pictures).to_contain_text("query (1.00, 1.00)")
    return query


def test_an_arrow_is_moved_by_arrow_keys_and_keeps_the_focus(notebook, query, lab) -> None:
    notebook.select("plane")
    notebook.tab_into(notebook.view("plane"))
    lab.page.keyboard.press("Tab")  # from Reset
    expect(query).to_be_focused()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "Shift+ArrowLeft"):
        lab.page.keyboard.press(key)
    expect(query).to_have_attribute("aria-valuetext", "at 0.5, 1.25; 68 degrees")
    expect(notebook.view("plane").pictures).to_contain_text("query (0.50, 1.25), length 1.35")
    expect(query).to_be_focused()


def test_an_arrow_follows_the_mouse_before_the_kernel_knows(notebook, query, lab) -> None:
    x, y = _middle(query.locator("circle"))
    before = float(query.evaluate(TIP))
    lab.page.mouse.move(x, y)
    lab.page.mouse.down()
    lab.page.mouse.move(x - 60, y - 30, steps=4)
    assert float(query.evaluate(TIP)) < before - 40
    expect(notebook.view("plane").pictures).to_contain_text("query (1.00, 1.00)")
    lab.page.mouse.up()
    expect(notebook.view("plane").pictures).not_to_contain_text("query (1.00, 1.00)")


@pytest.mark.parametrize(("across", "down", "end"), [(66, 0, "2, 1"), (0, 83, "1, -0.25")])
def test_an_arrow_follows_a_finger(notebook, query, finger, across, down, end) -> None:
    finger.drag(query.locator("circle"), across, down)
    expect(query).to_have_attribute("aria-valuetext", re.compile(f"at {end};"))
    x, y = (float(number) for number in end.split(", "))
    expect(notebook.view("plane").pictures).to_contain_text(f"query ({x:.2f}, {y:.2f})")


def test_a_part_of_a_picture_and_a_word_are_chosen_by_a_finger(notebook, finger) -> None:
    body = notebook.view("steps").body
    cell = body.locator("""[data-to='["weights", 0, 1]']""")
    finger.tap(cell)
    expect(cell).to_have_attribute("aria-selected", "true")
    expect(body.locator(".sentence")).to_contain_text("Weight of it for mat")
    view = notebook.view("words")
    finger.tap(view.body.locator(".buttons span").last)
    expect(view.pictures).to_contain_text("chosen: sat")
    view.reset.click()


def test_a_sentence_is_announced_and_then_heard_once(notebook) -> None:
    """Its picture does not say it again, nor does the announcement stay."""
    view = notebook.view("story")
    view.body.get_by_role("button", name="soft").first.click()
    expect(view.body.locator(".told")).to_contain_text("attends to soft")
    expect(view.body.locator(".told")).to_be_empty()
    assert view.body.aria_snapshot().count("attends to soft") == 1
    view.reset.click()


def test_a_film_is_moved_by_a_finger(notebook, finger) -> None:
    view = notebook.view("film")
    slider = view.body.get_by_role("slider", name="step")
    finger.tap(view.body.get_by_role("button", name="step: one on"))
    expect(slider).to_have_value("1")
    finger.drag(slider, 60, 0)
    expect(slider).to_have_value(re.compile("7|8"))
    finger.tap(view.body.get_by_role("button", name="Play"))
    expect(slider).to_have_value("11")
    view.reset.click()


def test_reset_takes_an_arrow_back(notebook, query, lab) -> None:
    query.focus()
    lab.page.keyboard.press("ArrowUp")
    expect(query).to_have_attribute("aria-valuetext", "at 1, 1.25; 51 degrees")
    notebook.view("plane").reset.click()
    expect(query).to_have_attribute("aria-valuetext", "at 1, 1; 45 degrees")


def test_an_arrow_stops_at_the_edges_of_the_plane(notebook, lab) -> None:
    query = notebook.view("quarter").body.get_by_role("slider", name="query")
    query.focus()
    for key, place in (("ArrowLeft", "at 0, 1; 90 degrees"), ("ArrowRight", "at 3, 1; 18 degrees")):
        for _ in range(4):
            lab.page.keyboard.press(f"Shift+{key}")
        expect(query).to_have_attribute("aria-valuetext", place)
    expect(notebook.view("quarter").pictures).to_contain_text("query (3.00, 1.00)")


def test_a_film_plays_to_its_end_pauses_and_steps(notebook, lab) -> None:
    view = notebook.view("film")
    slider = view.body.get_by_role("slider", name="step")
    view.body.get_by_role("button", name="Play").click()
    view.body.evaluate(PAUSE_ON_THE_WAY)
    paused = slider.input_value()
    assert 2 <= int(paused) < 11
    lab.page.wait_for_timeout(600)
    assert slider.input_value() == paused
    view.body.get_by_role("button", name="step: one back").click()
    expect(slider).to_have_value(str(int(paused) - 1))
    view.body.get_by_role("button", name="Play").click()
    expect(slider).to_have_value("11")
    expect(view.body.get_by_role("button", name="Play")).to_be_visible()
    expect(view.body.locator("output")).to_have_text("step 110")
    view.reset.click()


def test_nothing_plays_for_those_who_asked_for_less_motion(notebook, lab) -> None:
    view = notebook.view("film")
    lab.page.emulate_media(reduced_motion="reduce")
    expect(view.body.get_by_role("button", name="Play")).to_be_hidden()
    view.body.get_by_role("button", name="step: one on").click()
    expect(view.body.get_by_role("slider", name="step")).to_have_value("1")
    lab.page.emulate_media(reduced_motion="no-preference")
    expect(view.body.get_by_role("button", name="Play")).to_be_visible()
    view.reset.click()


def test_a_view_and_ipywidgets_own_slider_move_each_other(notebook, lab) -> None:
    view, own = notebook.view("native"), notebook.cell("both")
    slider = view.body.get_by_role("slider", name="angle")
    slider.focus()
    lab.page.keyboard.press("ArrowRight")
    readout = own.locator(".widget-readout").first
    expect(readout).to_have_text("65")
    own.get_by_role("slider").first.focus()
    lab.page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("70")
    expect(view.pictures).to_contain_text("angle 70, width 8")
    expect(view.body.locator("sub").first).to_have_text("k")


@pytest.mark.parametrize("place", [0, 1], ids=["range", "list"])
def test_every_key_moves_a_slider_and_its_number_box(notebook, lab, place) -> None:
    body = notebook.view("native").body
    slider = body.get_by_role("slider").nth(place)
    box = body.get_by_role("spinbutton").nth(place)
    for control, keys in {
        slider: "Home ArrowRight ArrowUp ArrowLeft ArrowUp ArrowDown PageUp PageDown End",
        box: "PageDown ArrowUp ArrowDown PageUp",
    }.items():
        control.focus()
        for key in keys.split():
            before = slider.input_value()
            lab.page.keyboard.press(key)
            expect(slider).not_to_have_value(before)
            expect(control).to_be_focused()
    notebook.view("native").reset.click()


def test_twins_and_words_in_the_picture_are_buttons_for_every_key(notebook, lab) -> None:
    view = notebook.view("story")
    twins = view.body.get_by_role("group", name="sentence, with")
    expect(view.body.get_by_role("radiogroup")).to_be_hidden()
    twins.get_by_role("button", name="soft").press("Enter")
    expect(twins.get_by_role("button", pressed=True)).to_have_text("soft")
    expect(view.body.get_by_role("textbox")).to_have_value("it was soft")
    words = view.pictures.get_by_role("button")
    expect(words).to_have_text(["it", "was", "soft"])
    words.first.focus()
    for key, word in (("ArrowRight", "was"), ("End", "was"), ("ArrowRight", "soft")):
        lab.page.keyboard.press(key)
        expect(view.pictures.get_by_role("button", pressed=True)).to_have_text(word)
    expect(words.last).to_be_focused()
    twins.get_by_role("button", name="tired").click()
    expect(view.pictures.get_by_role("button", pressed=True)).to_have_text("tired")
    view.reset.click()
    expect(view.pictures.get_by_role("button", pressed=True)).to_have_text("it")


def test_what_is_typed_quickly_stays_and_its_pronoun_is_chosen(notebook, lab) -> None:
    view = notebook.view("story")
    box = view.body.get_by_role("textbox")
    box.fill("")
    box.press_sequentially("the queen slept because she was tired")
    expect(view.pictures.get_by_role("button", pressed=True)).to_have_text("she")
    expect(box).to_have_value("the queen slept because she was tired")
    view.reset.click()


def test_arcs_move_only_for_those_who_have_not_asked_for_less_motion(notebook, lab) -> None:
    arc = notebook.view("story").pictures.locator(".arcs path").first
    expect(arc).to_have_css("transition-duration", "0.15s, 0.15s")
    lab.page.emulate_media(reduced_motion="reduce")
    expect(arc).to_have_css("transition-duration", "0s")
    lab.page.emulate_media(reduced_motion="no-preference")


@pytest.mark.parametrize(("width", "zoom"), [(360, 1), (1280, 2)])
def test_views_fit_a_phone_and_a_page_at_twice_its_size(notebook, lab, width, zoom) -> None:
    usual = lab.page.viewport_size
    lab.page.evaluate(TOGGLE_SIDE_BAR)
    lab.page.set_viewport_size({"width": width // zoom, "height": 900})
    lab.page.wait_for_function(IN_THE_WINDOW)
    for name in ("plane", "film", "native", "story"):
        lab.page.wait_for_function(FITS, arg=notebook.view(name).body.element_handle())
    lab.page.set_viewport_size(usual)
    lab.page.evaluate(TOGGLE_SIDE_BAR)


def test_the_chosen_word_is_told_apart_in_high_contrast(notebook, lab) -> None:
    lab.page.emulate_media(forced_colors="active")
    other, chosen, _ = notebook.view("words").body.locator(".buttons span").all()
    left_edges = [pixels(one)[5:-5, 4] for one in (other, chosen)]
    lab.page.emulate_media(forced_colors="none")
    assert (left_edges[0] == 1).all()
    assert (left_edges[1] != 1).any(axis=-1).all()


def _middle(part: Locator) -> tuple[float, float]:
    part.scroll_into_view_if_needed()
    box = part.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
