"""Writes parts of README.md: the exercises of each lesson, and the totals of the bank.

make table
"""

import re
from pathlib import Path

from checks_table import totals
from teaching_table import Lesson, lessons

README = Path(__file__).parents[1] / "README.md"
BANK = re.compile(
    r"(?<=<!-- bank: made by make table -->\n\n).*?(?=\n<!-- end of bank -->)", re.DOTALL
)


def page(text: str) -> str:
    """Put the exercises into the table of lessons, and the totals between their marks."""
    for lesson in lessons():
        text = re.sub(
            rf"\[[^\]|]*\](?=\(exercises/{lesson.name}\.ipynb\))", _exercises(lesson), text
        )
    return BANK.sub(lambda _: totals(), text)


def _exercises(lesson: Lesson) -> str:
    return f"[{', '.join(f'`{task}`' for task in lesson.points)}]"


if __name__ == "__main__":
    README.write_text(page(README.read_text(encoding="utf-8")), encoding="utf-8")
