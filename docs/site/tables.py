"""The tables of docs that are made from the code and its recordings, for the website alone.

Where a page has room for one, a comment gives its name, and the paragraph below the comment tells
readers of the repository where the table is. On the website, the table takes the place of both.
"""

import re
from pathlib import Path

from bank_tables import bank
from field_tables import layers, models, repositories
from lesson_tables import lesson_list, objectives

PLACE = re.compile(r"^<!-- table: (\w+) -->\n(?:.+\n)+", re.MULTILINE)
MAKERS = (bank, lesson_list, objectives, layers, repositories, models)
TABLES = {maker.__name__: maker for maker in MAKERS}


def write_tables(pages: Path) -> None:
    """Put the tables into all pages of a folder."""
    for path in pages.glob("*.md"):
        path.write_text(filled(path.read_text(encoding="utf-8")), encoding="utf-8")


def filled(text: str) -> str:
    """Put each table in its place."""
    return PLACE.sub(lambda place: TABLES[place[1]](), text)
