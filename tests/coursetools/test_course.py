"""The course is found wherever a command is run."""

from submissions import ROOT

from coursetools.course import course_folder


def test_the_course_is_found_from_below_then_from_the_next_start_then_beside_the_package(tmp_path):
    course, deep = tmp_path / "course", tmp_path / "course" / "exercises" / "mine"
    deep.mkdir(parents=True)
    (course / "solutions").mkdir()
    elsewhere = tmp_path / "Downloads"
    assert course_folder(deep) == course
    assert course_folder(elsewhere, deep) == course
    assert course_folder(elsewhere) == ROOT
