"""The README shows what a check says: is that still what it says?"""

import re
from pathlib import Path

import numpy as np
import pytest
from readme_tables import page

from attnlib.practice import check

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_check_in_the_readme_says_what_the_readme_shows() -> None:
    match = re.search(r"```python\n(.*?)```.*?```\n(.*?)\n```", README, re.DOTALL)
    assert match is not None
    code, shown = match.groups()
    namespace = {"np": np}
    exec(code, namespace)
    assert repr(check("attention_weights", namespace["attention_weights"])) == shown


def test_what_the_readme_links_to_exists() -> None:
    links = re.findall(r"\]\((?!http)([^)#]+)\)", README)
    assert len(links) >= 5
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.parametrize(
    ("source", "mark", "least"),
    [
        ("benchmarks/SPEED.md", "|", 7),
        ("benchmarks/LATENCY.md", "|", 4),
    ],
)
def test_the_readme_quotes_what_was_measured(source: str, mark: str, least: int) -> None:
    lines = (ROOT / source).read_text(encoding="utf-8").partition("\n## ")[0].splitlines()
    measured = [line for line in lines if line.startswith(mark)]
    assert len(measured) >= least
    assert [line for line in measured if line not in README] == []


def test_what_the_readme_says_of_tasks_and_checks_is_up_to_date() -> None:
    assert page(README) == README, "run make table"


def test_a_lesson_that_lost_its_exercises_would_be_noticed() -> None:
    assert page(README.replace("`softmax`, ", "")) == README
