"""What screen readers hear of the stored pictures has no fault of a kind that was heard before."""

import itertools
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("notebooks", "exercises", "solutions")
HEARD = re.compile(
    r' (?:aria-label|aria-valuetext|alt|title)="([^"]*)"|<(?:caption|title|desc)\b.*?>(.*?)</(?:caption|title|desc)>',
    re.DOTALL,
)
NOUN = r"(\w+ )?[^\W\d]*[^\Ws]"  # one word or two, and no plural
FAULTS = {
    "an axis is not called by a singular noun": (
        rf"(A|x \d+ [^,:]*, a) row for each (?!{NOUN}, a column for each {NOUN}([:;.]|$))"
    ),
    "what is counted has the name of an axis": r"x \d+ (\w+ )*(\w+?)s?, .*for each \2[,:;]",
    "a word stands twice": r"\b([a-z]{2,}) \1\b",
    "two prepositions meet": r"\b(for|in) (after|at|before|by|for|in|of|on|to|with) (?!and )\w",
    "brackets follow the brackets of a number": r"\([\d.]+\) \(",
    "a number is written as Python writes it": r"\de-0\d|\.\d+e[-+]?\d",
    "an arrow is made of two characters": r"->",
    "a tie is told as a winner": r"highest (\S+) for [^;]*lowest \1 for",
    "a plural follows 1": r"(?<![+=] )\b1 (bars|groups|heads|layers|lines|tokens|words)\b",
}


def pictures() -> Iterator[tuple[str, list[str], list[str]]]:
    """Give the cell, the sentences and the other texts of each output that is a picture."""
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            for output in cell.get("outputs", []):
                html, sentences = (
                    "".join(output.get("data", {}).get(kind, ""))
                    for kind in ("text/html", "text/plain")
                )
                if html:
                    heard = [
                        unescape(re.sub("<.*?>", "", "".join(one))) for one in HEARD.findall(html)
                    ]
                    yield f"{path.stem}: {cell['id']}", sentences.splitlines(), heard


PICTURES = list(pictures())


@pytest.mark.parametrize("fault", FAULTS)
def test_no_text_alternative_has_a_fault_of_a_known_kind(fault: str) -> None:
    assert len(PICTURES) > 300
    lines = [(cell, line) for cell, *texts in PICTURES for line in itertools.chain(*texts)]
    assert [(cell, line) for cell, line in lines if re.search(FAULTS[fault], line)] == []


def test_no_sentence_is_heard_once_more_as_the_name_of_its_picture() -> None:
    assert [cell for cell, sentences, heard in PICTURES if {*sentences} & {*heard}] == []
