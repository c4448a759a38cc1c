"""The README and benchmarks/README.md quote what the checks print and the scripts measured."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from address import BELOW_TITLE, UNKNOWN, Addresses, addressed, kept, pages
from hero import HERO, hero

from checks import check
from coursetools.notebook import read_notebook

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MOST_WORDS = 700
SPEED = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")


def test_the_check_in_the_readme_says_what_the_readme_shows() -> None:
    match = re.search(r"```python\n(.*?)```.*?```\n(.*?)\n```", README, re.DOTALL)
    assert match is not None
    code, shown = match.groups()
    namespace = {"np": np}
    exec(code, namespace)
    assert repr(check("attention_weights", namespace["attention_weights"])) == shown


def test_it_is_short() -> None:
    prose = re.sub(
        r"```.*?```|<!--.*?-->|\]\([^)]*\)|^\|[-|]+$|[|·]", " ", README, flags=re.DOTALL | re.M
    )
    assert len(prose.split()) <= MOST_WORDS


def test_it_lists_every_lesson_and_leads_to_its_page() -> None:
    rows = re.findall(r"^\| \[(\d+)\]\((\S+)\.ipynb\) \| \[(.*)\]\((\S+)\.\w+\) \|", README, re.M)
    titles = {
        path.relative_to(ROOT).with_suffix("").as_posix(): read_notebook(path).cells[0].source
        for folder in ("exercises", "notebooks")
        for path in (ROOT / folder).glob("*.ipynb")
    }
    lessons = sorted({Path(name).name for name in titles})
    assert [Path(name).name for _, name, _, _ in rows] == lessons
    for number, name, title, address in rows:
        assert f"{number} · {title}" in titles[name].splitlines()[0]
        assert address.endswith(name)


@pytest.mark.parametrize("page", ["README.md", "docs/site/teachers.md"])
def test_it_says_how_long_lectures_take(page: str) -> None:
    lectures = (ROOT / "notebooks").glob("[0-9]*.ipynb")
    firsts = [read_notebook(path).cells[0].source for path in lectures]
    minutes = [int(re.findall(r"About (\d+) minutes", first)[0]) for first in firsts]
    text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
    assert f"A lecture takes {min(minutes)} to {max(minutes)} minutes" in text


def test_the_picture_shows_what_the_model_computes() -> None:
    assert HERO.read_text(encoding="utf-8") == hero(), "run python docs/site/hero.py"


OURS = kept(README)
THEIRS = Addresses("https://me.github.io/mine", "me/mine")
PAGES = {page: (ROOT / page).read_text(encoding="utf-8") for page in pages()}


def given(addresses: Addresses) -> dict[str, str]:
    """All pages and notebooks with these addresses in them."""
    return {page: addressed(text, page, OURS, addresses) for page, text in PAGES.items()}


def test_a_fork_gets_its_own_addresses() -> None:
    mine = given(THEIRS)
    readme = mine["README.md"]
    assert "[Look at it in your browser](https://me.github.io/mine/)" in readme
    assert "(https://me.github.io/mine/notebooks/01_dot_product.html)" in readme
    assert "(https://github.com/me/mine/actions/workflows/tests.yml)" in readme
    assert "](https://me.github.io/mine/docs/CHECKS.html#where-it" in mine["docs/CHECKS.md"]
    assert "github.com%2Fme%2Fmine&branch" in mine["docs/HUB.md"]
    for page in ("README", "docs/INSTALL", "docs/CLASS", "docs/PLATFORMS", "docs/HUB"):
        assert re.search(r"git clone .*https://github.com/me/mine ", mine[f"{page}.md"])
    assert [page for page, text in mine.items() if "OWNER" in text] == []


def test_addresses_can_be_replaced_and_taken_back() -> None:
    other = Addresses("https://a.org/", "a/b")
    for page, text in given(other).items():
        for new in (UNKNOWN, THEIRS, other):
            assert addressed(text, page, other, new) == addressed(PAGES[page], page, OURS, new)


def test_before_there_is_a_website_every_link_of_the_readme_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#\s]+)", given(UNKNOWN)["README.md"])
    assert len(links) >= 40
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.parametrize("folder", ["notebooks", "exercises", "solutions"])
def test_a_notebook_says_below_its_title_where_it_is_live(folder: str) -> None:
    for path in (ROOT / folder).glob("*.ipynb"):
        page = f"{folder}/{path.name}"
        mine = addressed(PAGES[page], page, OURS, THEIRS)
        _, _, line, empty, *_ = json.loads(mine)["cells"][0]["source"]
        place = page.replace("solutions", "exercises").replace(".ipynb", ".html")
        assert line.startswith(f"[Live on the website](https://me.github.io/mine/{place}), or")
        assert BELOW_TITLE.sub("", line) == empty == "\n"


def test_a_readme_without_addresses_is_refused() -> None:
    with pytest.raises(ValueError, match="comment"):
        kept("no comment")


@pytest.mark.parametrize(
    ("website", "repository", "word"),
    [("a.org", "a/b", "address"), ("https://a.org", "b", "repository")],
)
def test_other_addresses_are_refused(website: str, repository: str, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        addressed(README, "README.md", OURS, Addresses(website, repository))


def table_of(benchmark: str) -> list[list[str]]:
    """The rows of a table of measurements, cell by cell, without its header."""
    text = (ROOT / "benchmarks" / benchmark).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def numbers_in(words: str) -> list[str]:
    """The numbers in a sentence of benchmarks/README.md; in `words`, # stands for one or a range."""
    number = r"(\d+\.\d+(?: to \d+\.\d+)?)"
    pattern = r"\s+".join(map(re.escape, words.split())).replace(r"\#", number)
    match = re.search(pattern, SPEED)
    assert match is not None, f"the page does not say: {words}"
    return list(match.groups())


def test_the_page_says_how_fast_views_were_measured_to_be() -> None:
    ratios = sorted(row[1].split()[0] for row in table_of("LATENCY.md"))
    assert numbers_in("a live view takes # to # of the time") == [ratios[0], ratios[-1]]


def test_the_page_says_how_fast_attention_was_measured_to_be() -> None:
    ratios = {
        (what, against): ratio for what, _, against, ratio, _, aim in table_of("SPEED.md") if aim
    }
    textbook = "textbook, output and weights"
    time, memory = (
        ratios["time of attention", textbook],
        ratios["peak memory of attention", textbook],
    )
    assert numbers_in("in # of the time and # of the memory of the textbook") == [time, memory]
    torch = ratios["time of attention", "PyTorch, fused, output alone"]
    assert numbers_in("in # times the time of PyTorch's fused kernel") == [torch]


def test_the_page_says_whether_the_aims_of_speed_are_reached() -> None:
    aims = [(float(ratio.split()[-1]), aim) for *_, ratio, _, aim in table_of("SPEED.md") if aim]
    assert len(aims) >= 4
    for ratio, aim in aims:
        most = re.fullmatch(r"at most ([\d.]+): (reached|\*\*not reached\*\*)", aim)
        assert most is not None, aim
        assert (most[2] == "reached") == (ratio <= float(most[1])), aim
    missed = sum("not reached" in aim for _, aim in aims)
    verb = "is" if missed == 1 else "are"
    assert f"{missed} of {len(aims)} aims {verb} not reached" in " ".join(SPEED.split())
