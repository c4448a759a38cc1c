"""The page of puzzles: how they are made, without a build, and the page as a visitor meets it."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe import COLOURS, look
from folder_server import offline_chromium, serving
from playwright.sync_api import Browser, Page, expect
from puzzles import LETTERS, MOST_LINES, SUBJECTS, Puzzle, Snippet, has_property, puzzles

from checks.bugs import defined
from checks.catalogue import TASKS
from checks.checking import check

SITE = Path(__file__).parents[2] / "build" / "site" / "html"
WINDOW, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}
ALL_RULES = {"rules": {"label-content-name-mismatch": {"enabled": True}}}
OTHER_INPUTS = range(100, 103)
MOST_CODE = 120  # lines of JavaScript
MOST_BYTES = 150_000  # of the script with all puzzles
CODE = re.compile(r"`([^`]+)`")
pytestmark = pytest.mark.xdist_group("site")


def snippets() -> list[Snippet]:
    """Every snippet once."""
    return list(dict.fromkeys(one for puzzle in puzzles() for one in puzzle.snippets))


def read(words: str) -> str:
    """Words as they are read on the page, where code is set as code."""
    return CODE.sub(r"\1", words)


# The making.


def test_there_are_enough_puzzles_of_several_kinds() -> None:
    assert len(puzzles()) >= 40
    assert len({puzzle.question.asks for puzzle in puzzles()}) >= 3
    assert len({puzzle.snippets[0].subject.task for puzzle in puzzles()}) >= 4
    places = Counter(puzzle.answer for puzzle in puzzles())
    assert min(places[place] for place in range(len(LETTERS))) >= len(puzzles()) / 10
    five = [(puzzle.question, frozenset(puzzle.snippets)) for puzzle in puzzles()]
    assert len(set(five)) == len(five)


def test_exactly_one_snippet_has_the_property_on_other_inputs() -> None:
    for puzzle in puzzles():
        for seed in OTHER_INPUTS:
            there = [has_property(one, puzzle.question, seed).there for one in puzzle.snippets]
            assert [place for place, one in enumerate(there) if one] == [puzzle.answer], puzzle


def test_no_snippet_passes_its_check_which_names_its_mistake() -> None:
    for one in snippets():
        verdict = check(one.subject.task, defined(one.bug.code)[one.subject.task])
        assert verdict.status != "pass"
        assert read(one.bug.mistakes[0].does) in read(" ".join(verdict.lines)), one.bug.code


def test_the_short_function_that_wrong_lines_are_put_into_is_right() -> None:
    for subject in SUBJECTS:
        if subject.code:
            answer = defined(subject.code)[subject.task]
            assert check(subject.task, answer).status == "pass"


def test_replies_are_sentences_of_the_catalogue() -> None:
    for one in snippets():
        known = {(two.does, two.question) for two in TASKS[one.subject.task].mistakes}
        mistake = one.bug.mistakes[0]
        assert (mistake.does, mistake.question) in known


def test_the_five_of_a_puzzle_look_alike() -> None:
    for puzzle in puzzles():
        assert len({one.slug for one in puzzle.snippets}) == len(LETTERS)
        assert len({one.subject for one in puzzle.snippets}) == 1
        assert len({one.lines for one in puzzle.snippets}) == len(LETTERS)
        assert all(len(one.lines) <= MOST_LINES and one.wrong for one in puzzle.snippets)


def test_numbers_show_what_the_answer_does() -> None:
    for puzzle in puzzles():
        rows = dict(puzzle.shown.rows)
        assert puzzle.shown.caption
        assert puzzle.shown.shows
        if set(rows) == {"before", "after"}:
            unmoved = re.search("itself|hides|no notice", puzzle.question.asks)
            assert (rows["before"] == rows["after"]) == bool(unmoved), puzzle


# The page.


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    assert (SITE / "puzzles.html").exists(), "run make site"
    with serving(SITE) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with offline_chromium("tests/site") as browser:
        yield browser


@pytest.fixture(params=["server", "files"])
def address(request: pytest.FixtureRequest) -> str:
    served = request.getfixturevalue("served")
    return f"{served if request.param == 'server' else SITE.as_uri()}/puzzles.html"


def opened(browser: Browser, address: str, **settings: Any) -> tuple[Page, list[str]]:
    """Open the page; its errors and its requests to others are collected in the list."""
    page = browser.new_page(**{"viewport": WINDOW, **settings})
    complaints: list[str] = []
    home = address.partition("/puzzles.html")[0]
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda one: None if one.url.startswith(home) else complaints.append(one.url))
    page.goto(address)
    expect(page.locator(".puzzle.alive")).to_have_count(1)
    return page, complaints


def other_than(puzzle: Puzzle) -> int:
    return (puzzle.answer + 1) % len(LETTERS)


def pick(page: Page, place: int) -> None:
    page.get_by_role("button", name=LETTERS[place], exact=True).click()


def replies(page: Page, place: int) -> Any:
    return page.locator(".reply").nth(place)


def test_wrong_and_right_picks_are_answered(browser: Browser, address: str) -> None:
    page, complaints = opened(browser, f"{address}#17")
    puzzle = puzzles()[16]
    expect(page.get_by_role("heading", name=puzzle.question.asks)).to_be_visible()
    for place, one in enumerate(puzzle.snippets):
        expect(page.locator(".snippet pre").nth(place)).to_have_text("\n".join(one.lines))
    wrong = other_than(puzzle)
    pick(page, wrong)
    mistake = puzzle.snippets[wrong].bug.mistakes[0]
    lacks = read(puzzle.question.lacks.format(LETTERS[wrong]))
    expect(replies(page, wrong)).to_contain_text(f"{lacks} {read(mistake.does)}")
    expect(replies(page, wrong)).to_contain_text(read(mistake.question))
    expect(page.locator(".snippet table")).to_have_count(0)
    marked = [
        puzzle.snippets[wrong].lines[number].strip() for number in puzzle.snippets[wrong].wrong
    ]
    expect(page.locator(".snippet mark")).to_have_text(marked)
    pick(page, puzzle.answer)
    mistake = puzzle.snippets[puzzle.answer].bug.mistakes[0]
    has = read(puzzle.question.has.format(LETTERS[puzzle.answer]))
    expect(replies(page, puzzle.answer)).to_contain_text(f"Yes. {has} {read(mistake.does)}")
    for name, numbers in puzzle.shown.rows:
        row = replies(page, puzzle.answer).get_by_role("row", name=name)
        expect(row).to_contain_text(numbers)
    assert complaints == []
    page.close()


def test_every_puzzle_is_answered_with_what_was_measured(browser: Browser, served: str) -> None:
    page, complaints = opened(browser, f"{served}/puzzles.html#1")
    for number, puzzle in enumerate(puzzles(), 1):
        expect(page.locator(".which")).to_contain_text(f"Puzzle {number} of {len(puzzles())}")
        pick(page, puzzle.answer)
        expect(page.locator(".snippet.found .verdict")).to_have_text("✓ this one")
        expect(page.locator(".snippet caption")).to_have_text(puzzle.shown.caption)
        page.get_by_role("button", name="Another one").click()
    expect(page.locator(".which")).to_contain_text("Puzzle 1 of")  # round again
    assert complaints == []
    page.close()


def test_another_one_has_an_address_that_can_be_sent(browser: Browser, served: str) -> None:
    page, _ = opened(browser, f"{served}/puzzles.html#{len(puzzles())}")
    page.get_by_role("button", name="Another one").click()
    assert page.url.endswith("#1")
    expect(page.get_by_role("heading", name=puzzles()[0].question.asks)).to_be_focused()
    page.get_by_role("link", name="The address of this puzzle").click()
    assert page.url.endswith("#1")
    page.go_back()
    expect(page.locator(".which")).to_contain_text(f"Puzzle {len(puzzles())} of")
    page.close()


@pytest.mark.parametrize("hash_", ["#0", "#999", "#-1", "#1e3", "#<b>", "#%E0%A4%A"])
def test_an_address_made_by_somebody_else_leads_to_todays(
    browser: Browser, served: str, hash_: str
) -> None:
    page, complaints = opened(browser, f"{served}/puzzles.html{hash_}")
    expect(page.locator(".which")).to_contain_text("today")
    assert complaints == []
    page.close()


def test_a_day_lasts_from_midnight_to_midnight_where_the_reader_lives(
    browser: Browser, served: str
) -> None:
    for zone in ("Pacific/Auckland", "America/Los_Angeles"):
        page, _ = opened(browser, f"{served}/puzzles.html", timezone_id=zone)
        days = page.evaluate(
            """() => [[2026, 2, 28, 23, 59], [2026, 2, 29, 0, 0], [2026, 2, 29, 23, 59], [2026, 2, 30, 0, 0]]
                .map((parts) => puzzlePage.dayOf(new Date(...parts)) - puzzlePage.dayOf(new Date(2026, 2, 28)))"""
        )
        assert days == [0, 1, 1, 2]
        page.close()


def test_days_in_a_row_are_counted(browser: Browser, served: str) -> None:
    page, _ = opened(browser, f"{served}/puzzles.html")
    said = page.locator(".streak")
    expect(said).to_have_text("")
    found = page.evaluate(
        "() => [[9, 1], [9, 1], [10, 1], [11, 0], [12, 0], [13, 1]].map(([day, one]) => puzzlePage.streak(day, Boolean(one)))"
    )
    assert found == [1, 1, 2, 2, 0, 1]
    page.evaluate("localStorage.setItem('attention-puzzles', '{broken')")
    assert page.evaluate("puzzlePage.streak(20, true)") == 0
    page.evaluate("localStorage.clear()")
    page.reload()
    todays = page.evaluate("puzzlePage.asked('', puzzlePage.dayOf(new Date()))")
    pick(page, puzzles()[todays].answer)
    expect(said).to_have_text("Found on 1 day.")
    page.reload()
    expect(said).to_have_text("Found on 1 day.")
    page.close()


def test_it_works_where_nothing_may_be_kept(browser: Browser, served: str) -> None:
    with browser.new_context() as context:
        context.add_init_script(
            "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no'); }})"
        )
        page = context.new_page()
        page.goto(f"{served}/puzzles.html")
        expect(page.locator(".puzzle.alive")).to_have_count(1)
        todays = page.evaluate("puzzlePage.asked('', puzzlePage.dayOf(new Date()))")
        pick(page, puzzles()[todays].answer)
        expect(page.locator(".snippet.found table")).to_be_visible()
        expect(page.locator(".streak")).to_have_text("")


def test_it_is_used_by_keyboard_alone(browser: Browser, served: str) -> None:
    page, _ = opened(browser, f"{served}/puzzles.html#1")
    page.get_by_role("button", name="a", exact=True).focus()
    page.keyboard.press("Enter")
    expect(replies(page, 0)).not_to_be_empty()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="b", exact=True)).to_be_focused()
    page.keyboard.press("Space")
    expect(replies(page, 1)).not_to_be_empty()
    expect(page.get_by_role("button", name="b", exact=True)).to_be_focused()
    page.get_by_role("button", name="Another one").press("Enter")
    expect(page.locator(".asks")).to_be_focused()
    expect(replies(page, 0)).to_be_empty()
    page.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("window", [WINDOW, PHONE], ids=["wide", "phone"])
def test_everybody_can_read_it(
    browser: Browser, served: str, theme: str, window: dict[str, int]
) -> None:
    page, _ = opened(
        browser,
        f"{served}/puzzles.html#1",
        color_scheme=theme,
        viewport=window,
        reduced_motion="reduce",
    )
    pick(page, other_than(puzzles()[0]))
    pick(page, puzzles()[0].answer)
    parts = page.locator("html, .bd-article-container, .puzzle, .snippet")  # code may scroll
    across = "all => all.map(one => one.scrollWidth - one.clientWidth)"
    assert max(parts.evaluate_all(across)) <= 0
    if window is PHONE:  # and there it does not
        assert max(page.locator(".snippet pre").evaluate_all(across)) <= 0
    for card in page.locator(".snippet").all():
        box = card.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= window["width"]
    assert look(page, "html", ALL_RULES) == []
    assert look(page, "html", COLOURS) == []
    page.close()


def test_without_scripts_the_first_puzzle_has_its_answer_folded(
    browser: Browser, served: str
) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{served}/puzzles.html")
        first = puzzles()[0]
        expect(page.locator(".asks")).to_have_text(first.question.asks)
        answer = page.locator(".puzzle details p")
        expect(answer).to_be_hidden()
        expect(page.get_by_role("button", name="Another one")).to_be_hidden()
        page.locator(".puzzle summary").click()
        expect(answer).to_contain_text(read(first.snippets[first.answer].bug.mistakes[0].does))


def test_the_page_does_not_give_its_answers_away(served: str) -> None:
    page = (SITE / "puzzles.html").read_text(encoding="utf-8")
    seen = page.partition("<noscript><details>")[0]
    text = (SITE / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    for one in snippets():
        assert one.bug.mistakes[0].does not in seen
    number = str(index["docnames"].index("puzzles"))
    found = {
        term for term, places in index["terms"].items() if number in re.findall(r"\d+", str(places))
    }
    assert found == set()


def test_the_code_of_the_page_stays_small() -> None:
    static = SITE / "_static"
    script = (static / "puzzles.js").read_text(encoding="utf-8")
    assert len(script.splitlines()) <= MOST_CODE
    assert (static / "puzzle_list.js").stat().st_size <= MOST_BYTES
