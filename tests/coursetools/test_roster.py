"""A roster joins the names that Moodle and Canvas use, and says who is missing."""

from dataclasses import replace

import pytest

from coursetools.errors import UnusableInput
from coursetools.roster import Person, find_person, read_roster

ANA = Person("Ana Núñez", "m1", "ana@example.org", "anunez")
JANE = Person("Jane Doe", "1234", "jane@example.org", "jdoe")
TWINS = [Person("Kim Lee", "7"), Person("Kim Lee", "8")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name,id,email,login\nAna Núñez,m1,ana@example.org,anunez\n", ANA),
        ("\ufeffname;id;email;login\r\nAna Núñez;m1;ana@example.org;anunez\r\n", ANA),
        ("First name,Surname,ID number\nAna,Núñez,m1\n", Person("Ana Núñez", "m1")),
        ("Student,ID,SIS Login ID\n    Points Possible,,\nJane Doe,1234,jdoe\n", Person("Jane Doe", "1234", login="jdoe")),
        ('Identifier,Full name,Status\nParticipant 55,Ana Núñez,"Submitted for grading - 2 days late"\n', Person("Ana Núñez", participant="55", late=True)),
        ("name,late\nAna Núñez,no\n", Person("Ana Núñez")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_the_files_that_moodle_canvas_and_spreadsheets_write_are_rosters(
    tmp_path, text, expected, encoding
):
    path = tmp_path / "students.csv"
    path.write_bytes(text.removeprefix("\ufeff" * (encoding != "utf-8")).encode(encoding))
    assert read_roster(path) == [replace(expected, folder=expected.name)]


@pytest.mark.parametrize("content", ["", "a,b\n1,2\n", "name\n"])
def test_a_file_without_students_is_unusable(tmp_path, content):
    path = tmp_path / "students.csv"
    path.write_text(content)
    with pytest.raises(UnusableInput, match="column `name`"):
        read_roster(path)


@pytest.mark.parametrize(
    ("student", "number", "expected"),
    [
        ("Ana Núñez", "55", ANA),
        ("Núñez Ana", "", ANA),
        ("nunezana", "", ANA),
        ("doejane", "1234", JANE),
        ("jane@example.org", "", JANE),
        ("jdoe", "", JANE),
        ("Somebody", "1234", None),  # a Moodle number from one assignment is not a student id
        ("Kim Lee", "3", None),
        ("kimlee", "8", TWINS[1]),
    ],
)
def test_whose_a_folder_is(student, number, expected):
    assert find_person(student, number, [ANA, JANE, *TWINS]) == expected


def test_the_number_of_a_grading_worksheet_tells_two_of_a_name_apart():
    twins = [Person("Kim Lee", participant="3"), Person("Kim Lee", participant="4")]
    assert find_person("Kim Lee", "4", twins) == twins[1]
    assert find_person("Ana Núñez", "4", twins) is None  # the worksheet of another assignment


def test_each_person_has_a_folder_of_their_own(tmp_path):
    path = tmp_path / "students.csv"
    path.write_text("name,id\nAna,m1\nKim Lee,7\nKim Lee,8\n..,2\n")
    folders = [person.folder for person in read_roster(path)]
    assert folders[:3] == ["Ana", "Kim Lee 7", "Kim Lee 8"]
    assert not folders[3].startswith(".")
