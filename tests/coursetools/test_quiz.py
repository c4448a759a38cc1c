"""The question bank agrees with the course, and has the form that Moodle and Canvas read."""

import io
import re
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from zipfile import ZipFile

import pytest

from checks.before_after import both_forms
from checks.catalogue import TASKS
from coursetools.cli import main
from coursetools.lecture import Thought, Vote, questions
from coursetools.notebook import read_notebook
from coursetools.quiz.bank import UNKNOWN, bank, forms
from coursetools.quiz.canvas import canvas_zip
from coursetools.quiz.moodle import cloze, moodle_xml
from coursetools.quiz.question import Blanks, Choices, Essay, Lesson, Part, close

ROOT = Path(__file__).parents[2]
QTI = "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"
# The order of elements in QTI 1.2, including optional ones.
ORDER = {
    "assessment": ["qtimetadata", "section"],
    "section": ["selection_ordering", "section", "item"],
    "item": ["itemmetadata", "presentation", "resprocessing", "itemfeedback"],
    "presentation": ["material", "response_lid", "response_str"],
    "resprocessing": ["outcomes", "respcondition"],
    "respcondition": ["conditionvar", "setvar", "displayfeedback"],
}
# How Moodle reads an answer of an embedded question (question/type/multianswer): fraction, answer, feedback.
FIELD = re.compile(r"\{1:(NUMERICAL|SHORTANSWER):(.*?)(?<!\\)\}", re.DOTALL)
ALTERNATIVE = re.compile(
    r"(=|%0%)(.+?)(?<!\\)(?=[~#]|$)(?:#(.*?)(?<!\\)(?=~|$))?(?:~|$)", re.DOTALL
)

pytestmark = pytest.mark.xdist_group("quiz")


@pytest.fixture(scope="module")
def lessons() -> list[Lesson]:
    return bank(ROOT)


@pytest.fixture(scope="module")
def moodle(lessons: list[Lesson]) -> ET.Element:
    return ET.fromstring(moodle_xml([*lessons, *forms()]))


@pytest.fixture(scope="module")
def canvas(lessons: list[Lesson]) -> dict[str, ET.Element]:
    archive = ZipFile(io.BytesIO(canvas_zip([*lessons, *forms()])))
    return {name: ET.fromstring(archive.read(name)) for name in archive.namelist()}


def parts(lessons: list[Lesson]) -> list[tuple[str, Part]]:
    blanks = [one for lesson in lessons for one in lesson.questions if isinstance(one, Blanks)]
    return [(one.name.removeprefix("On paper: "), part) for one in blanks for part in one.parts]


def test_nothing_that_a_lecture_asks_is_missing(lessons: list[Lesson]) -> None:
    asked = [
        one
        for path in (ROOT / "notebooks").glob("*.ipynb")
        for one in questions(read_notebook(path))
    ]
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "notebooks").glob("*.ipynb")]
    assert sum(isinstance(one, Vote) for one in asked) == sum(
        one.count('"predict(\\n"') for one in sources
    )
    assert all(one.answer for one in asked if isinstance(one, Thought))
    kinds = Counter(type(one) for lesson in lessons for one in lesson.questions)
    assert kinds[Choices] == sum(isinstance(one, Vote) for one in asked) >= 12
    assert kinds[Essay] == sum(isinstance(one, Thought) for one in asked) + len(lessons)
    assert {name for name, _ in parts(lessons)} == {
        name for name, task in TASKS.items() if task.kind == "predict"
    }


def test_the_first_option_of_a_lecture_is_the_right_one(lessons: list[Lesson]) -> None:
    (puzzle,) = [one for one in lessons[0].questions if "(puzzle)" in one.name]
    assert isinstance(puzzle, Choices)
    assert puzzle.right.startswith("cat is the longer vector")
    assert dict(puzzle.options)[puzzle.right].startswith("A dot product rewards two things")


def test_numbers_and_what_is_said_about_wrong_ones_come_from_the_checks(
    lessons: list[Lesson],
) -> None:
    spread = [part for name, part in parts(lessons) if name == "predicted_spread"]
    assert [part.right for part in spread] == [2, 8, 16, 1]
    assert spread[0].wrong[4].startswith("The first three are variances, and")
    assert 8 not in spread[3].wrong, "two mistakes lead to it, so no cause is named"


def test_no_wrong_number_counts_as_right_or_as_another_wrong_one(lessons: list[Lesson]) -> None:
    for name, part in parts(lessons):
        values = [part.right, *part.wrong]
        if isinstance(part.right, tuple):
            assert len(set(values)) == len(values), name
        else:
            pairs = [(a, b) for n, a in enumerate(values) for b in values[:n] if close(a, b)]
            assert pairs == [], (name, part.label)


def test_statements_speak_of_a_form_and_not_of_code(lessons: list[Lesson]) -> None:
    for lesson in lessons:
        for question in lesson.questions:
            if isinstance(question, Blanks):
                assert not re.search(
                    r"Write\s+`|Return |a dict|takes\s+no\s+arguments", question.text
                )


def test_moodle_finds_each_kind_as_it_reads_it(moodle: ET.Element) -> None:
    for question in moodle:
        kind = question.get("type")
        if kind == "category":
            assert question.findtext("category/text", "").startswith(
                "$course$/top/Attention, by hand/"
            )
            continue
        assert question.findtext("name/text")
        assert question.find("questiontext").get("format") == "html"  # type: ignore[union-attr]
        assert kind in ("multichoice", "essay", "cloze", "description")
        if kind == "multichoice":
            fractions = sorted(answer.get("fraction", "") for answer in question.iter("answer"))
            assert fractions == ["0"] * (len(fractions) - 1) + ["100"]
            assert all(one.findtext("feedback/text") for one in question.iter("answer"))
    assert moodle[0].get("type") == "category"


def test_moodle_reads_back_all_that_is_filled_in(lessons: list[Lesson]) -> None:
    for lesson in lessons:
        for question in (one for one in lesson.questions if isinstance(one, Blanks)):
            fields = FIELD.findall(cloze(question))
            assert len(fields) == len(question.parts)
            for (kind, body), part in zip(fields, question.parts, strict=True):
                read = ALTERNATIVE.findall(body)
                right, wrong = (4, 2) if kind == "SHORTANSWER" else (1, 1)
                signs = ["="] * right + ["%0%"] * wrong * len(part.wrong)
                assert [sign for sign, _, _ in read] == signs
                assert "\n" not in body, "Moodle looks for the end of an answer on the same line"
                if kind == "NUMERICAL":
                    values = [float(value.partition(":")[0]) for _, value, _ in read]
                    assert values == pytest.approx([part.right, *part.wrong])
                assert all(told for sign, _, told in read if sign == "%0%")


def test_formulas_are_written_as_each_platform_reads_them(
    lessons: list[Lesson], canvas: dict[str, ET.Element]
) -> None:
    text = moodle_xml(lessons)
    assert r"\(d_k\)" in text
    assert "$d_k$" not in text
    images = [one.text or "" for one in canvas["02_scaling/assessment.xml"].iter(f"{QTI}mattext")]
    assert any('src="/equation_images/d_k"' in one for one in images)
    assert not any("$d_k$" in one for one in images)


def test_canvas_finds_its_elements_in_the_order_of_qti(canvas: dict[str, ET.Element]) -> None:
    manifest = canvas.pop("imsmanifest.xml")
    named = {one.get("href") for one in manifest.iter() if one.tag.endswith("}file")}
    assert named == canvas.keys()
    for name, root in canvas.items():
        for element in root.iter():
            order = ORDER.get(element.tag.removeprefix(QTI))
            if order and name.endswith("assessment.xml"):
                tags = [child.tag.removeprefix(QTI) for child in element]
                places = [
                    order.index(tag) if tag != "item" or "section" not in tags else 1
                    for tag in tags
                ]
                assert places == sorted(places), (name, tags)


def test_canvas_links_every_feedback_and_names_nothing_twice(canvas: dict[str, ET.Element]) -> None:
    for name, root in canvas.items():
        items = list(root.iter(f"{QTI}item"))
        assert len({item.get("ident") for item in items}) == len(items)
        for item in items:
            linked = {one.get("linkrefid") for one in item.iter(f"{QTI}displayfeedback")}
            assert linked == {one.get("ident") for one in item.iter(f"{QTI}itemfeedback")}, name
            labels = {one.get("ident") for one in item.iter(f"{QTI}response_label")}
            for right in item.iter(f"{QTI}varequal"):
                assert right.text in labels or "answer1" in labels


def test_students_of_canvas_never_get_the_notes_of_instructors(lessons: list[Lesson]) -> None:
    packed = canvas_zip(lessons)
    assert b"For instructors" not in packed
    assert "For instructors" in moodle_xml(lessons)


def test_two_forms_have_six_topics_each_and_no_two_options_that_look_alike() -> None:
    questions = [question for form in forms() for question in form.questions]
    assert "".join(question.name[:2] for question in questions) == "A1A2A3A4A5A6B1B2B3B4B5B6"
    assert len({question.name[4:] for question in questions}) == 12
    for question in questions:
        assert isinstance(question, Choices)
        assert len(dict(question.options)) == 5, question.name
        assert question.right != UNKNOWN[0] == question.options[-1][0]


def test_the_numbers_of_a_form_are_those_that_its_options_are_computed_from() -> None:
    for entry in (entry for entries in both_forms().values() for entry in entries):
        given = f"{entry.get('given')} {entry.get('numbers')} {entry['options'][0][0]}"
        assert whole_numbers(entry["text"]) <= whole_numbers(given), entry["topic"]


def whole_numbers(text: str) -> set[str]:
    return set(re.findall(r"-?\d+", text.replace("\N{MINUS SIGN}", "-")))


def test_above_a_form_stands_that_nobody_has_taken_it_and_it_is_not_shuffled(
    moodle: ET.Element, canvas: dict[str, ET.Element]
) -> None:
    texts = [element.findtext("questiontext/text", "") for element in moodle]
    assert sum("Not validated: no learner has taken it" in text for text in texts) == 2
    assert [element.findtext("shuffleanswers") for element in moodle].count("false") == 12
    for name, is_form in {"form_A": True, "form_B": True, "08_block": False}.items():
        text = ET.tostring(canvas[f"{name}/meta.xml"], encoding="unicode")
        assert ("Not validated" in text) == ("shuffle_answers>false" in text) == is_form


def test_the_command_writes_both(
    lessons: list[Lesson],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("coursetools.quiz.bank", lambda course: lessons)
    assert main(["quiz", "--out", str(tmp_path / "new")]) == 0
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == [
        "canvas.zip",
        "moodle.xml",
    ]
    assert re.search(r"moodle.xml: \d+ questions", capsys.readouterr().out)


def test_what_is_missing_is_said_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "coursetools.quiz", None)
    assert main(["quiz"]) == 2
    assert (
        "Run python -m pip install -c constraints.txt -e '.[teaching]'" in capsys.readouterr().err
    )
