"""The tables that the website has in the pages of docs: each has a place, and nothing is missing in it."""

import re
from functools import cache
from pathlib import Path

import pytest
from bank import answers
from lesson_tables import lessons
from tables import PLACE, TABLES, filled
from teaching_repositories import REPOSITORIES

from attnprobes import field
from checks.catalogue import TASKS

DOCS = Path(__file__).parents[2] / "docs"
OF_TASK = re.compile(r"^\| `(\w+)` \| (.+) \|$", re.MULTILINE)
EMPTY = re.compile(r"^\|(?:.*\|)? *\|.*$", re.MULTILINE)

pytestmark = pytest.mark.xdist_group("tables")  # made once


@cache
def made(name: str) -> str:
    return TABLES[name]()


def test_each_table_has_a_place() -> None:
    pages = "\n".join(path.read_text(encoding="utf-8") for path in DOCS.glob("*.md"))
    assert sorted(PLACE.findall(pages)) == sorted(TABLES)


def test_a_table_takes_the_place_of_the_words_for_readers_of_the_repository() -> None:
    text = "Before.\n\n<!-- table: layers -->\n[There](x) it is,\nnot here.\n\nAfter.\n"
    assert filled(text) == f"Before.\n\n{made('layers')}\nAfter.\n"


# Of repositories, there is nothing to explain where nothing is found.
@pytest.mark.parametrize("name", [name for name in TABLES if name != "repositories"])
def test_no_cell_is_empty(name: str) -> None:
    assert EMPTY.findall(made(name)) == []


@pytest.mark.parametrize("name", ["bank", "objectives"])
def test_each_task_has_a_row(name: str) -> None:
    assert [task for task, _ in OF_TASK.findall(made(name))] == [*TASKS]


def test_each_lesson_and_each_objective_has_a_row() -> None:
    for lesson in lessons():
        assert f"| [{lesson.title}](" in made("lesson_list")
        for objective in lesson.objectives:
            assert made("objectives").count(f"| {objective} | ") == 1


def test_each_answer_is_counted() -> None:
    rows = [row.split(" | ") for _, row in OF_TASK.findall(made("bank"))]
    assert sum(int(row[column]) for row in rows for column in (2, 3, 5)) == len(answers())


def test_each_layer_model_and_repository_is_listed() -> None:
    for entry in field():
        listed = made("layers" if entry.kind == "torch" else "models")
        assert re.search(rf"(?<![\w-]){re.escape(entry.model_type)}(?![\w-])", listed), entry
    assert all(f"[{code.name}](https://" in made("repositories") for code in REPOSITORIES)
