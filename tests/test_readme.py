"""The README shows what a check says: is that still what it says?"""

import re
from pathlib import Path

import numpy as np

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


def test_the_readme_quotes_the_speed_that_was_measured() -> None:
    measured = (ROOT / "benchmarks" / "SPEED.md").read_text(encoding="utf-8")
    rows = [line for line in measured.splitlines() if line.startswith("|")]
    assert len(rows) >= 7
    assert [row for row in rows if row not in README] == []
