"""The map of a model: each lesson has its place, and nothing lies on anything else."""

import re
from itertools import combinations

import pytest

from course.lessons.model_map import BLOCKS, HEAD, MODEL, PARTS, WIDTH, Part, model_map

LESSONS = range(1, 18)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_is_in_one_place_and_only_that_is_framed(lesson: int) -> None:
    (part,) = (part for part in (*PARTS, MODEL) if lesson in part.lessons)
    drawing = model_map(lesson)
    assert drawing.sentence.endswith(f"You are here: {part.name}.")
    assert drawing.html.count("you are here") == 1
    (framed,) = re.findall(r'<rect x="(\d+)" y="(\d+)"[^>]*stroke-width="4"', drawing.html)
    assert framed == (str(part.x), str(part.y))


def test_no_box_lies_on_another_and_all_are_in_the_picture() -> None:
    def apart(part: Part, other: Part) -> bool:
        beside = part.x + part.width < other.x or other.x + other.width < part.x
        return beside or part.y + part.height < other.y or other.y + other.height < part.y

    boxes = [part for part in PARTS if part not in (BLOCKS, HEAD)]
    assert all(apart(part, other) for part, other in combinations(boxes, 2))
    assert max(part.x + part.width for part in PARTS) < WIDTH


def test_numbers_lead_to_their_lessons() -> None:
    html = model_map(links={2: "scaling.html"}).html
    assert re.findall(r'<a href="([^"]*)" aria-label="Lesson (\d+)">', html) == [
        ("scaling.html", "2")
    ]


def test_a_lesson_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="1 to 17, but it is 18"):
        model_map(18)
