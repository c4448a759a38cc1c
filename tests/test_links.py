"""The path of a student: from the start page to each lesson, its exercises, and the next lesson."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from coursetools.notebook import read_notebook

ROOT = Path(__file__).parents[1]
LECTURES = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
EXERCISES = sorted(path.stem for path in (ROOT / "exercises").glob("*.ipynb"))
START = (ROOT / "notebooks" / "START.md").read_text(encoding="utf-8")
NUMBERS = {"Six": 6, "Seven": 7, "Eight": 8, "Nine": 9, "Fifteen": 15}
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "notebooks" / "START.md"]
PAGES += [ROOT / "tests" / "README.md"]
PAGES += [
    page
    for room in ("docs", "attnlib", "attnprobes", "course", "coursetools")
    for page in sorted((ROOT / room).rglob("*.md"))
]
ON_THE_SITE_ALONE = {*(ROOT / "docs" / "site").glob("*.md")} - {ROOT / "docs/site/README.md"}
LESSONS = {int(name[:2]) for name in EXERCISES}
# "[lesson 5](05_multi_head.ipynb)", "[5](...)", "[exercises/05_...](...)", "[lesson 5]: ..."
NUMBERED = re.compile(
    r"\[(?:(\d+)|[^\]]*\b(?:lessons?|exercises?)(?:\s|/)(\d+)[^\]]*)\]"
    r"(?:: |\()[^\s)]*?(\d\d)_\w+\.(?:ipynb|html)",
    re.IGNORECASE,
)
SERIES = r"\d+(?:(?:,|,? and|,? or| to)\s\d+)*"
MENTIONED = re.compile(rf"\b(?:lesson|lecture)(?:\s\d+|s\s{SERIES})", re.IGNORECASE)
COMMAND = re.compile(r"^```\n(?:[^`]*\n)?(?P<command>(?:coursetools|jupyter) .*)", re.MULTILINE)


def words_of(place: str) -> str:
    """The Markdown text of a notebook."""
    cells = read_notebook(ROOT / f"{place}.ipynb").cells
    return "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def targets(text: str) -> list[str]:
    return re.findall(r"(?<!!)\]\(([^)\s#]+\.(?:ipynb|md))", text)


ONWARD = [pair for pair in pairwise([*EXERCISES, None]) if pair[0] in LECTURES]


@pytest.mark.parametrize(("name", "following"), ONWARD)
def test_a_lecture_leads_to_its_exercises_and_to_the_next(name, following):
    folder = "" if following in LECTURES else "../exercises/"
    onward = [f"{folder}{following}.ipynb"] if following else []
    last = [*onward, f"../exercises/{name}.ipynb"]
    assert targets(words_of(f"notebooks/{name}"))[-len(last) :] == last


@pytest.mark.parametrize("name", EXERCISES)
def test_an_exercise_leads_to_its_lecture_and_to_the_start(name):
    lecture = [f"../notebooks/{name}.ipynb"] if name in LECTURES else []
    assert targets(words_of(f"exercises/{name}")) == [*lecture, "../notebooks/START.md"]


def minutes_of_lecture(name):
    """Repeat what the first cell of a lecture says; the capstone has none."""
    opening = words_of(f"notebooks/{name}") if name in LECTURES else ""
    stated = re.search(r"About (\d+ minutes)", opening)
    return stated[1] if stated else "-"


def rows() -> list[str]:
    """The rows that the table of lessons should have."""
    found = []
    for name in EXERCISES:
        exercise, number = words_of(f"exercises/{name}"), int(name[:2])
        count, minutes = re.search(r"(\w+) functions, about (\d+) minutes", exercise).groups()
        work = f"[{NUMBERS[count]} exercises](../exercises/{name}.ipynb) | {minutes} minutes |"
        title = re.match(r"# (?:Exercises )?\d+ · (.+)", exercise)[1]
        lesson = f"[{title}]({name}.ipynb)" if name in LECTURES else title
        found.append(f"| {number} | {lesson} | {minutes_of_lecture(name)} | {work}")
    return found


ABOUT = re.compile(r"^(\| \d+ \| [^|]+ \|) ([^|]+) \|", re.MULTILINE)


def test_the_start_page_lists_every_lesson_as_it_is():
    listed = ABOUT.sub(r"\1", START.replace(", from all you have written", ""))
    assert [line for line in listed.splitlines() if re.match(r"\| \d", line)] == rows()


def test_the_start_page_says_what_each_lesson_is_about():
    topics = [topic for _, topic in ABOUT.findall(START)]
    assert len({*topics}) == len(EXERCISES), topics


def test_the_picture_of_the_start_page_has_the_words_that_are_read_out():
    (words, place) = re.search(r"!\[([^\]]+)\]\(([^)]+)\)", START).groups()
    drawn = (ROOT / "notebooks" / place).read_text(encoding="utf-8")
    assert words.startswith(" ".join(re.findall(r"<text[^>]*>([^<]+)<", drawn)))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_can_be_typed_as_they_stand(page):
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"jupyter lab (notebooks|exercises)", text), (
        "start it in the course folder"
    )
    assert "pip install" not in text or "'.[" not in text, "cmd.exe knows double quotes alone"
    if command := COMMAND.search(text):
        assert re.search(r"activate|\*Terminal\*", text[: command.end()]), command["command"]


@pytest.mark.parametrize("page", [one for one in PAGES if one not in ON_THE_SITE_ALONE])
def test_links_of_pages_lead_somewhere(page):
    found = re.findall(r"(?<!!)\]\(([^)\s#]+)", page.read_text(encoding="utf-8"))
    near = [target for target in found if "://" not in target]
    assert [target for target in near if not (page.parent / target).exists()] == []


NOTEBOOKS = [f"notebooks/{name}" for name in LECTURES]
NOTEBOOKS += [f"notebooks/practice/{name}" for name in ("search", "tutorials")]
NOTEBOOKS += [f"{folder}/{name}" for folder in ("exercises", "solutions") for name in EXERCISES]


@pytest.mark.parametrize("place", [*NOTEBOOKS, *(str(page.relative_to(ROOT)) for page in PAGES)])
def test_a_lesson_has_the_number_by_which_it_is_called(place):
    text = (ROOT / place).read_text(encoding="utf-8") if place.endswith(".md") else words_of(place)
    links = [(int(number or other), int(path)) for number, other, path in NUMBERED.findall(text)]
    assert [link for link in links if len({*link}) > 1] == []
    mentioned = re.findall(r"\d+", " ".join(MENTIONED.findall(text)))
    assert {*map(int, mentioned)} <= LESSONS
