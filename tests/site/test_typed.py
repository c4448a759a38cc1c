"""A reader's own words: what the page computes with them is what the lesson's own cell computes.

`make site` builds it first. The numbers of the page are rounded to 16 bits, so the models are given
the same here.
"""

import ast
import json
import re
import zlib
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from axe import COLOURS, look
from film import rounded
from folder_server import offline_chromium, serving
from playwright.sync_api import Browser, Locator, Page, expect
from typed import BITS, MODELS

from attnlib import attention_weights, softmax
from attnlib.words import KNOWN_WORDS, MEANINGS, PATTERNS, feature_vectors, pattern
from course.lessons import stages
from course.models.learning import language_model, trained, twins
from course.models.learning.training import Checkpoint
from course.views import arcs, bars
from course.views.drawing import Drawing
from course.views.explore import View
from course.views.widgets import Panel
from coursetools.notebook import read_notebook
from coursetools.roles import code_cells

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "site" / "html"
VIEWS = SITE / "_static" / "views"
# The cells of a lesson that its view needs.
LIVE = {
    "01_dot_product/hook": ["imports", "hook"],
    "03_softmax_axis/hook": ["imports", "hook"],
    "04_causal_mask/patterns-explore": ["imports", "patterns-explore"],
    "05_multi_head/two-heads-explore": ["imports", "head", "two-heads-explore"],
    "06_positions/reason-explore": ["imports", "reason-explore"],
    "06_positions/it-found": ["imports", "reason-explore", "it-found"],
    "08_block/hook": ["imports", "hook-function", "hook"],
    "11_training/roles": ["imports", "roles-show", "roles"],
    "11_training/ask": ["imports", "hook-show", "ask-show", "ask"],
    "15_bug_clinic/loaded": ["imports", "loaded-code", "loaded"],
}
RECORDED = {
    "01_dot_product/alike": "vectors of real words would be megabytes",
    "02_scaling/hook-explore": "a figure, of random vectors seeded with SHA-256",
    "05_multi_head/cross-explore": "a table of numbers, which no other live view draws",
    "11_training/induction": "its model is trained when the lecture runs, and is not kept",
    "12_generation/hook": "it draws with NumPy's random numbers",
    "17_real_model/hook": "a real model",
    "17_real_model/yours": "a real model, and the learner's own functions",
    "17_real_model/writing": "a real model",
    "17_real_model/heads": "a real model",
    "17_real_model/parked": "a real model",
}
MOVES = 100  # in each view
ODD = [
    "",
    " . ",
    "the",
    "a'b",
    "STRASSE straße",
    "the <b>cat</b> & it",
    "the cat saw the moon and the sea",
]
ODD += [
    "The CAT, sat: on (the) mat",
    "'it' - half-red",
    "the " * 33,
    "it it it it",
    "she saw him",
    "a " * 8,
]
ODD += ["was it tired", "mat the on sat cat the", "the constructor sat"]
MOST_LINES = 150  # of each script
PHONE = {"width": 360, "height": 740}
pytestmark = pytest.mark.xdist_group("site")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with offline_chromium("tests/site") as browser:
        yield browser


@pytest.fixture(scope="module")
def scripts(browser: Browser) -> Iterator[Page]:
    """An empty page that holds the site's script and models, without the site's views."""
    assert (VIEWS / "typed.js").exists(), "run make site"
    page = browser.new_page()
    page.evaluate(
        "() => { window.attnlibSite = { keep: (name, held) => { window.typed = held; } }; }"
    )
    page.add_script_tag(path=VIEWS / "typed.js")
    page.evaluate("(files) => { window.files = files; }", {name: kept(name) for name in MODELS})
    yield page
    page.close()


def kept(name: str) -> Any:
    text = (VIEWS / "typed" / f"{name}.js").read_text(encoding="utf-8")
    return json.loads(zlib.decompress(b64decode(text.split('"')[3])))


class Lesson(NamedTuple):
    view: View
    drawn: list[np.ndarray]  # the numbers of the pictures that were drawn last


@pytest.fixture(scope="module")
def lessons() -> dict[str, Lesson]:
    """The views as the lessons make them, with the numbers that the page has."""
    with pytest.MonkeyPatch.context() as patched:
        for name, (_, load) in MODELS.items():
            parameters = rounded(load(), BITS)
            patched.setattr(trained, name, lambda parameters=parameters: parameters)
        last = trained.twins_film()._replace(checkpoints=[Checkpoint(1000, trained.twins())])
        patched.setattr(trained, "twins_film", lambda: last)
        return {name: lesson_of(name, cells) for name, cells in LIVE.items()}


def lesson_of(name: str, cells: list[str]) -> Lesson:
    notebook = read_notebook(ROOT / "notebooks" / f"{name.partition('/')[0]}.ipynb")
    sources = {
        cell.id: re.sub("^%.*", "", cell.source, flags=re.M) for cell in code_cells(notebook)
    }
    *lines, last = ast.parse("\n".join(sources[cell] for cell in cells)).body
    known: dict[str, Any] = {}
    exec(compile(ast.Module(lines, []), name, "exec"), known)
    drawn: list[np.ndarray] = []
    for draw in (arcs, bars, stages):
        known[draw.__name__] = noting(draw, drawn)
    view = eval(compile(ast.Expression(last.value), name, "eval"), known)
    return Lesson(view, drawn)


def noting(draw: Callable[..., Drawing], drawn: list[np.ndarray]) -> Callable[..., Drawing]:
    def drawing(*arguments: Any, **named: Any) -> Drawing:
        numbers = arguments[1 if draw is arcs else 0]
        drawn.append(np.ravel([*numbers.values()] if draw is stages else numbers))
        return draw(*arguments, **named)

    return drawing


def texts_for(name: str, rng: np.random.Generator) -> list[str]:
    """Give sentences of the words that a view knows, of many lengths, and some that it cannot use."""
    model = {"11": "twins", "15": "twins"}.get(name[:2])
    known = (
        KNOWN_WORDS
        if not model
        else MODELS["roles" if "roles" in name else model][0].VOCABULARY[1:]
    )
    some = [" ".join(rng.choice(known, size=rng.integers(1, 14))) for _ in range(40)]
    ends = ["tired", "soft", "hungry", "slow", "flat", "old"]
    story = [
        f"the {one} sat on the {other} because it was {end}"
        for one, other, end in zip(
            rng.choice(known, 20), rng.choice(known, 20), rng.choice(ends, 20), strict=True
        )
    ]
    return [*some, *story, *ODD]


def test_each_text_box_is_live_or_stays_recorded_for_a_reason(scripts: Page) -> None:
    boxes = {
        name
        for name in re.findall(
            r'data-recording="([^"]*)"',
            "".join(
                path.read_text(encoding="utf-8") for path in (SITE / "notebooks").glob("*.html")
            ),
        )
        if any(form["kind"] == "text" for form in recording(name)["controls"])
    }
    assert {*scripts.evaluate("() => Object.keys(typed.ANSWERS)")} == {*LIVE}
    assert boxes == {*LIVE} | {*RECORDED}


def recording(name: str) -> Any:
    text = (VIEWS / f"{name}.js").read_text(encoding="utf-8")
    return json.loads(zlib.decompress(b64decode(text.split('"')[3])))


@pytest.mark.parametrize("name", LIVE)
def test_the_page_answers_as_the_lesson_does(
    name: str, scripts: Page, lessons: dict[str, Lesson]
) -> None:
    """Texts, words and choices in any order: pictures, sentences, buttons and complaints."""
    lesson, rng = lessons[name], np.random.default_rng(len(name))
    texts, panel = texts_for(name, rng), lesson.view.panel
    sent, wanted = [], []
    for _ in range(MOVES):
        form = rng.choice(panel.controls)
        lesson.drawn.clear()
        moved = {**panel.state, form["name"]: value_of(form, panel, texts, rng)}
        if moved == panel.state:
            continue  # the page would not send it
        sent.append(moved)
        panel.state = sent[-1]
        answer = {"state": panel.state, "message": panel.message}
        if not panel.message:
            answer |= {"rows": panel.rows, "buttons": panel.buttons}
        wanted.append((answer, is_clear(lesson.drawn)))
    found = computed(
        scripts,
        """async ([name, recording, sent]) => {
            const load = (file) => files[file.split("/").at(-1)];
            const answering = await typed.answering(name, recording, load);
            answering.answer(recording.start);
            return sent.map((state) => answering.answer(state));
        }""",
        [name, {"controls": panel.controls, "start": panel.start}, sent],
    )
    for state, answer, (right, clear) in zip(sent, found, wanted, strict=True):
        if not clear:
            answer["rows"] = right["rows"]
        assert answer == right, state
    assert sum(clear for _, clear in wanted) > 0.8 * len(sent) > 40
    assert {bool(right["message"]) for right, _ in wanted} == {True, False}


def computed(page: Page, function: str, argument: Any) -> Any:
    """Hand over a text: Playwright takes ten times as long for each number."""
    answer = page.evaluate(
        f"async (text) => JSON.stringify(await ({function})(JSON.parse(text)))",
        json.dumps(argument),
    )
    return json.loads(answer)


def value_of(form: Mapping[str, Any], panel: Panel, texts: list[str], rng: Any) -> Any:
    places = {
        "words": len(panel.buttons.get(form["name"], [])),
        "choice": len(form.get("options", [])),
        "checkbox": 2,
        "text": len(texts),
    }
    place = int(rng.integers(places[form["kind"]]))
    return {"text": texts[place], "checkbox": place == 1}.get(form["kind"], place)


def is_clear(drawn: list[np.ndarray]) -> bool:
    """Whether no number is so near the middle between two decimals that a processor could decide."""
    numbers = np.concatenate([*drawn, [0]])
    scaled = numbers[:, None] * 10.0 ** np.arange(2, 8)
    return bool((abs(scaled % 1 - 0.5) > 1e-6).all())


def test_pictures_are_written_letter_by_letter_as_in_python(scripts: Page) -> None:
    """From the same numbers, among them those in the middle between two decimals."""
    rng = np.random.default_rng(0)
    rows = []
    for n in [*range(1, 33)] * 8:
        tokens = [str(word) for word in rng.choice(KNOWN_WORDS[: max(2, n)], size=n)]
        weights = softmax(rng.normal(size=n) * rng.choice([0, 1, 4]))
        halves = rng.integers(0, 9, size=n) / rng.choice([8, 16])
        rows.append(
            (tokens, (weights if n % 3 else np.minimum(halves, 1)).tolist(), int(rng.integers(n)))
        )
    found = computed(
        scripts,
        """(rows) => rows.map(([tokens, weights, clicked], n) => [
            typed.arcs(tokens, weights, clicked, "A & B", n % 2 ? "word" : ""),
            typed.bars(weights, tokens, "A < 'B'", "chance"),
        ])""",
        rows,
    )
    for n, ((tokens, weights, clicked), pictures) in enumerate(zip(rows, found, strict=True)):
        told = arcs(tokens, weights, clicked, title="A & B", control="word" if n % 2 else "")
        high = bars(weights, tokens, title="A < 'B'", ylabel="chance", ylim=(0, 1))
        assert pictures == [{"html": one.html, "sentence": one.sentence} for one in (told, high)]


def test_weights_are_those_of_numpy(scripts: Page) -> None:
    """By hand for all words of 96 texts, and of the trained models at the end of 150."""
    rng = np.random.default_rng(1)
    ways = ["likeness", *PATTERNS]
    texts = [[str(word) for word in rng.choice(KNOWN_WORDS, size=1 + n % 32)] for n in range(96)]
    told = [
        [one.tolist() for one in rng.choice(language.VOCABULARY, size=(50, 13))]
        for language, _ in MODELS.values()
    ]
    by_hand, trained_ones = computed(
        scripts,
        """([ways, texts, told]) => [
            texts.map((text, n) => text.map((_, word) => (n % ways.length
                ? typed.byPattern(ways[n % ways.length], text, word) : typed.byLikeness(text, word)))),
            Object.values(files).map((file, n) => told[n].map((text) => (
                typed.readBy(typed.unpackedModel(file), text)))),
        ]""",
        [ways, texts, told],
    )
    for n, (text, rows) in enumerate(zip(texts, by_hand, strict=True)):
        X = feature_vectors(text)
        if way := n % len(ways):
            right = attention_weights(*(X @ matrix for matrix in pattern(ways[way])))
        else:
            right = softmax(X[:, :MEANINGS] @ X[:, :MEANINGS].T)
        np.testing.assert_allclose(rows, right, atol=1e-5)
    for (language, load), some, answers in zip(MODELS.values(), told, trained_ones, strict=True):
        parameters = rounded(load(), BITS)
        for text, answer in zip(some, answers, strict=True):
            reading = language_model.read(parameters, text, language)
            np.testing.assert_allclose(answer["chances"], reading.chances[-1], atol=1e-5)
            looks = [[head[-1] for head in layer] for layer in answer["weights"]]
            np.testing.assert_allclose(looks, reading.weights[:, :, -1], atol=1e-5)


def test_sixteen_bits_change_no_decimal_that_is_seen() -> None:
    """On twins that the model has not met, as `twins.held_out` lists them."""
    parameters = rounded(trained.twins(), BITS)
    for sentence in [one for pair in twins.held_out()[::6] for one in pair]:
        text = [".", *sentence.words[: sentence.pronoun + 1]]
        right, page = (
            language_model.read(one, text, twins).weights[1, 1, -1]
            for one in (trained.twins(), parameters)
        )
        np.testing.assert_allclose(page, right, atol=0.001)


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    with serving(SITE) as address:
        yield address


@pytest.fixture(params=["server", "files"])
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A page that may ask only its own server, or only this machine, and may not complain."""
    server = request.param == "server"
    address = request.getfixturevalue("served") if server else SITE.as_uri()
    with browser.new_context(base_url=f"{address}/notebooks/", reduced_motion="reduce") as context:
        page = context.new_page()
        complaints: list[str] = []
        page.on(
            "request",
            lambda asked: complaints.append(asked.url) if elsewhere(asked.url, address) else None,
        )
        page.on(
            "console", lambda said: complaints.append(said.text) if said.type == "error" else None
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        yield page
        assert complaints == []


def elsewhere(url: str, address: str) -> bool:
    return not url.startswith((address, "data:", "blob:"))


def view_of(page: Page, lesson: str, cell: str) -> Locator:
    page.goto(f"{lesson}.html")
    place = page.locator(f".live[data-recording='{lesson}/{cell}']")
    place.scroll_into_view_if_needed()
    expect(place.get_by_role("textbox")).to_be_editable()
    return place


def test_a_sentence_of_ones_own_moves_the_picture(page: Page) -> None:
    place = view_of(page, "01_dot_product", "hook")
    box, told, alert = (
        place.get_by_role("textbox"),
        place.locator(".sentence"),
        place.get_by_role("alert"),
    )
    expect(place.locator(".note")).to_have_count(0)
    box.fill("the king saw a horse because it was")
    box.press_sequentially(" hungry")
    expect(told).to_contain_text("it attends to horse")
    expect(told).to_contain_text("among 9 tokens")
    place.get_by_role("button", name="king").click()
    expect(told).to_contain_text("king attends to")
    place.get_by_role("group", name="sentence, with").get_by_role("button", name="soft").click()
    expect(box).to_have_value("the king saw a horse because it was soft")
    expect(told).to_contain_text("king attends to")
    box.fill("the old king saw a moon")
    expect(alert).to_contain_text("Nobody has written numbers for moon yet")
    expect(told).to_contain_text("among 9 tokens")
    box.fill("")
    expect(alert).to_contain_text("There is no word in this sentence yet")
    box.fill("the old king saw a book")
    expect(alert).to_be_empty()
    expect(place.locator("th[aria-current]")).to_have_text("king")
    box.press("Tab")
    box.press("Enter")
    place.get_by_role("button", name="Reset").click()
    expect(told).to_contain_text("it attends to cat")


def test_the_trained_model_reads_a_sentence_of_ones_own(page: Page) -> None:
    place = view_of(page, "11_training", "ask")
    box, told = place.get_by_role("textbox"), place.locator(".sentence").nth(1)
    box.fill("The frog ran to the bench, because it was happy!")
    expect(told).to_contain_text(
        re.compile("What comes next: highest 0.99. for croaked"), timeout=15_000
    )
    expect(place.locator("table").nth(1)).to_contain_text("croaked")
    box.fill("the frog ran to the moon")
    expect(place.get_by_role("alert")).to_contain_text(
        "The model does not know moon. Try the words"
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_use_it(browser: Browser, served: str, theme: str) -> None:
    page = browser.new_page(base_url=f"{served}/notebooks/", color_scheme=theme, viewport=PHONE)
    for lesson, cell in (("01_dot_product", "hook"), ("11_training", "ask")):
        place = view_of(page, lesson, cell)
        box = place.get_by_role("textbox")
        box.fill("the horse stood by the bed because it was happy")
        sentence = place.locator(".sentence").filter(has_text="horse")
        expect(sentence.first).to_be_visible(timeout=15_000)
        across = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(across) <= 0
        assert (
            look(page, f"[data-recording='{lesson}/{cell}']", COLOURS if theme == "dark" else {})
            == []
        )
    page.close()


def test_scripts_stay_short() -> None:
    scripts = [*(ROOT / "docs" / "site" / "typed").glob("*.js")]
    assert scripts
    assert max(len(one.read_text(encoding="utf-8").splitlines()) for one in scripts) <= MOST_LINES
