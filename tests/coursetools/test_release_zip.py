"""The zip for students has all they need, and no line that would give an answer away."""

import io
import json
import os
import re
import shutil
from functools import cache
from pathlib import Path
from zipfile import ZipFile

import pytest
from submissions import NAME, ROOT, SOLUTION, cell, save, solution

from attnlib.practice.lessons import TASKS
from coursetools import handout as handout_module
from coursetools.cli import main
from coursetools.handout import handout
from coursetools.notebook import read_notebook

CUT = re.compile(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", re.DOTALL)
TELLING = 10  # characters: a shorter line, such as `else:`, tells nothing


@pytest.fixture(scope="module")
def packed() -> dict[str, bytes]:
    with ZipFile(io.BytesIO(handout(ROOT))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course of one solution, released, and we stand in it."""
    save(solution(), tmp_path / "solutions" / f"{NAME}.ipynb")
    shutil.copytree(ROOT / "attnlib" / "practice", tmp_path / "attnlib")
    monkeypatch.chdir(tmp_path)
    assert main(["release"]) == 0
    return tmp_path


@cache
def answers() -> dict[str, list[str]]:
    """The lines of each answer, read without any code that the release uses."""
    found = {}
    for path in sorted(SOLUTION.parent.glob("*.ipynb")):
        for one in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            cuts = "".join(CUT.findall("".join(one["source"])))
            if cuts:
                found[f"{path.stem} {one['id']}"] = cuts.splitlines()
    return found


@cache
def to_repair() -> set[str]:
    """The lines of code that students are given to repair."""
    cells = [one for path in SOLUTION.parent.glob("*.ipynb") for one in read_notebook(path).cells]
    sources = [one.source for one in cells if one.id.endswith("-starter")]
    return {line.strip() for source in sources for line in source.splitlines()}


def test_every_task_has_an_answer_to_look_for():
    assert len(answers()) == len(TASKS)


def test_no_line_of_an_answer_stands_in_the_code_of_its_exercise(packed):
    for name, lines in answers().items():
        cells = json.loads(packed[f"course/exercises/{name.split()[0]}.ipynb"])["cells"]
        sources = ["".join(one["source"]) for one in cells if one["cell_type"] == "code"]
        code = {line.strip() for source in sources for line in source.splitlines()}
        telling = {line.strip() for line in lines if len(line.strip()) > TELLING} - to_repair()
        assert not telling & code, name


def test_no_whole_answer_stands_in_any_file(packed):
    wholes = {answer: squeezed("".join(lines)) for answer, lines in answers().items()}
    for name, content in packed.items():
        text = content.decode(errors="replace").replace('\\n",\n    "', "\n").replace('\\"', '"')
        file = squeezed(text)
        for answer, whole in wholes.items():
            # `return 4` may stand anywhere.
            assert len(whole) <= TELLING or whole not in file, (name, answer)


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_nothing_hidden_is_packed(packed):
    assert not [name for name in packed if "solution" in name.lower() or "/tests/" in name]
    for name, content in packed.items():
        if name.endswith(".ipynb"):
            assert "BEGIN SOLUTION" not in content.decode()
            cells = json.loads(content)["cells"]
            assert not [one["id"] for one in cells if "hidden" in one["metadata"].get("tags", [])]


def test_what_prints_the_answers_on_paper_is_not_packed(packed):
    assert (ROOT / "attnlib" / "practice" / "paper.py").is_file()
    assert [name for name in packed if name.endswith("practice/paper.py")] == []


def test_students_get_all_that_the_readme_and_the_install_speak_of(packed):
    present = {name.removeprefix("course/") for name in packed}
    assert {"README.md", "pyproject.toml", "constraints.txt", "environment.yml"} <= present
    assert {"Makefile", "attnlib/__init__.py", "attnlib/py.typed"} <= present
    assert {f"{kind}/{NAME}.ipynb" for kind in ("exercises", "notebooks")} <= present
    assert "Hand in" in packed["course/README.md"].decode()
    tracked = {path.name for path in (ROOT / "exercises").glob("*.ipynb")}
    assert {name[10:] for name in present if name.startswith("exercises/")} == tracked


def test_the_bytes_are_the_same_from_another_folder_at_another_time(course, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "copy"
    shutil.copytree(course, elsewhere)
    (elsewhere / "attnlib" / "__pycache__").mkdir(exist_ok=True)
    (elsewhere / "attnlib" / "__pycache__" / "more.cpython-311.pyc").write_bytes(b"\0")
    for path in elsewhere.rglob("*.py"):
        os.utime(path, (0, 0))
        path.chmod(0o700)
    assert handout(elsewhere) == handout(course)
    entries = ZipFile(io.BytesIO(handout(course))).infolist()
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert {entry.external_attr >> 16 for entry in entries} == {0o100644}
    names = [entry.filename for entry in entries]
    assert names == sorted(names)


def test_release_writes_the_zip_once_and_says_so(course, capsys):
    path = course / "build" / "course.zip"
    assert path.read_bytes() == handout(course)
    capsys.readouterr()
    assert main(["release"]) == 0
    assert capsys.readouterr().out == ""
    path.write_bytes(b"torn")
    assert main(["release"]) == 0
    assert capsys.readouterr().out == f"{Path('build', 'course.zip')}: updated\n"
    assert ZipFile(path).testzip() is None


@pytest.mark.parametrize("place", ["attnlib/copied.py", "notebooks/lecture.ipynb"])
@pytest.mark.parametrize("indent", ["", "        "])
def test_an_answer_in_what_students_get_is_refused(course, capsys, place, indent):
    inside = CUT.findall(cell(solution(), "softmax-answer").source)[0]
    copied = "def f(scores, axis):\n" + "\n".join(indent + line for line in inside.splitlines())
    before = (course / "build" / "course.zip").read_bytes()
    if place.endswith(".py"):
        (course / place).write_text(copied)
    else:
        lecture = read_notebook(ROOT / place.replace("lecture", NAME))
        lecture.cells[-1].source = copied
        save(lecture, course / place)
    assert main(["release"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(
        f"coursetools: {place}: contains the answer of solutions/{NAME}.ipynb, cell softmax"
    )
    assert (course / "build" / "course.zip").read_bytes() == before


def test_a_hidden_cell_in_what_students_get_is_refused(course, capsys):
    hidden = cell(solution(), "softmax-second-way").source
    (course / "attnlib" / "copied.py").write_text(hidden)
    assert main(["release"]) == 2
    assert (
        "contains the answer of solutions/03_softmax_axis.ipynb, cell softmax-second-way,"
        in capsys.readouterr().err
    )


def test_what_is_no_text_is_packed_as_it_is(course):
    weights = b"\x93NUMPY\xff\x00"
    (course / "attnlib" / "weights.npz").write_bytes(weights)
    with ZipFile(io.BytesIO(handout(course))) as archive:
        assert archive.read("course/attnlib/weights.npz") == weights


def test_links_are_not_packed(course):
    (course / "attnlib" / "link.py").symlink_to(course / "solutions" / f"{NAME}.ipynb")
    with ZipFile(io.BytesIO(handout(course))) as archive:
        assert "course/attnlib/link.py" not in archive.namelist()


def test_check_writes_no_zip(course):
    shutil.rmtree(course / "build")
    assert main(["release", "--check"]) == 0
    assert not (course / "build").exists()


def test_the_readme_for_students_is_part_of_the_course():
    assert (ROOT / handout_module.FOR_STUDENTS).is_file()
