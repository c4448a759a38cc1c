"""docs/TEACHING.md quotes notebooks and checks correctly."""

import re

import numpy as np
from lesson_tables import ROOT, lessons

from checks import check
from checks.catalogue import TASKS
from coursetools.notebook import read_notebook

TEACHING = ROOT / "docs" / "TEACHING.md"
TEXT = TEACHING.read_text(encoding="utf-8")
LESSONS = lessons()
SECTIONS = {
    int(number): section
    for number, section in re.findall(
        r"^### (\d+)\. [^\n]+\n\n(.+?)(?=^##)", TEXT, re.MULTILINE | re.DOTALL
    )
}
TIMETABLES = re.findall(r"^### [^\n]+ \((\d+) minutes(.+?)(?=^#)", TEXT, re.MULTILINE | re.DOTALL)


def test_every_exercise_practises_an_objective_of_its_lesson() -> None:
    for lesson in LESSONS:
        assert len(lesson.objectives) >= 3
        for task in lesson.points:
            assert TASKS[task].practises, f"{task} does not say what it practises"
            for words in TASKS[task].practises:
                begun = [objective.startswith(words) for objective in lesson.objectives]
                assert sum(begun) == 1, (
                    f"practises= of {task} says {words!r}, which begins {sum(begun)} objectives of "
                    f"{lesson.name} and must begin one: {'; '.join(lesson.objectives)}"
                )
    assert [task for lesson in LESSONS for task in lesson.points] == list(TASKS)


def test_each_lesson_has_mistakes_that_its_checks_name() -> None:
    assert list(SECTIONS) == [int(lesson.name[:2]) for lesson in LESSONS]
    for lesson, section in zip(LESSONS, SECTIONS.values(), strict=True):
        named = {mistake.slug for task in lesson.points for mistake in TASKS[task].mistakes}
        slugs = re.findall(r"^- `(.+?)`: ", section, re.MULTILINE)
        assert len(slugs) >= 4, lesson.name
        assert [slug for slug in slugs if slug not in named] == [], lesson.name


def test_the_check_that_is_shown_says_what_is_shown() -> None:
    match = re.search(r"```python\n(.*?)```.*?```\n(.*?)\n```", TEXT, re.DOTALL)
    assert match is not None
    code, shown = match.groups()
    namespace = {"np": np}
    exec(code, namespace)
    assert repr(check("masked_softmax", namespace["masked_softmax"])) == shown


def test_the_minutes_of_a_timetable_add_up() -> None:
    assert len(TIMETABLES) == 3
    for total, table in TIMETABLES:
        minutes = re.findall(r"^\| (\d+) \|", table, re.MULTILINE)
        assert sum(map(int, minutes)) == int(total)


def test_a_timetable_names_sections_that_exist() -> None:
    named = {one for _, table in TIMETABLES for one in re.findall(r"\*([^*]+)\*", table)}
    assert len(named) >= 3
    assert [one for one in named if not any(one in heading for heading in _headings())] == []


def test_what_may_be_left_out_is_in_the_lecture_and_every_lecture_has_advice() -> None:
    count = 0
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        advice = " ".join(SECTIONS[int(path.name[:2])].partition("\n\n")[0].split())
        assert re.match(r"\*\*Leave out\*\* .+ minutes\)\. \*\*Keep\*\* ", advice), path.name
        text = "\n".join(cell.source for cell in read_notebook(path).cells)
        for section in re.findall(r"\*([A-Z0-9][^*]{9,})\*", advice):
            count += 1
            assert re.search(rf"^##+ {re.escape(section)}$", text, re.MULTILINE), section
    assert count >= 15


def _headings() -> list[str]:
    lectures = [read_notebook(path) for path in (ROOT / "notebooks").glob("*.ipynb")]
    texts = (cell.source for lecture in lectures for cell in lecture.cells)
    return [line for text in texts for line in text.splitlines() if line.startswith("## ")]


def test_what_is_linked_to_exists() -> None:
    links = re.findall(r"\]\((?!http)([^)#]+)", TEXT)
    assert len(links) >= 5
    assert [link for link in links if not (TEACHING.parent / link).exists()] == []
