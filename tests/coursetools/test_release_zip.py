"""The zip for students has everything they need, and no line that gives an answer away."""

import io
import json
import os
import re
import shutil
import subprocess
from functools import cache
from itertools import chain
from pathlib import Path
from zipfile import ZipFile

import pytest
from submissions import NAME, ROOT, SOLUTION, cell, save, solution

from checks.catalogue import TASKS
from coursetools.cli import main
from coursetools.handout import FOR_STUDENTS, handout
from coursetools.manifest import MANIFEST
from coursetools.notebook import read_notebook

CUT = re.compile(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", re.DOTALL)
TELLING = 10  # characters: a shorter line, such as `else:`, reveals nothing


@pytest.fixture(scope="module")
def packed() -> dict[str, bytes]:
    return unpacked(handout(ROOT))


def unpacked(content: bytes) -> dict[str, bytes]:
    """The contents of a zip, by their names in its only folder."""
    with ZipFile(io.BytesIO(content)) as archive:
        assert len({name.partition("/")[0] for name in archive.namelist()}) == 1
        return {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A released course with one solution; it is the current folder."""
    save(solution(), tmp_path / "solutions" / f"{NAME}.ipynb")
    shutil.copytree(ROOT / "checks", tmp_path / "attnlib")
    monkeypatch.chdir(tmp_path)
    assert main(["release"]) == 0
    return tmp_path


@cache
def answers() -> dict[str, list[str]]:
    """The lines of each answer, read without the code that the release uses."""
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
        cells = json.loads(packed[f"exercises/{name.split()[0]}.ipynb"])["cells"]
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
    for module in ("paper.py", "changes.py", "before_after.py", "before_after.toml"):
        assert (ROOT / "checks" / module).is_file()
        assert [name for name in packed if name.endswith(f"checks/{module}")] == []


def test_students_get_all_that_the_readme_and_the_install_speak_of(packed):
    present = set(packed)
    assert {"README.md", "pyproject.toml", "constraints.txt", "environment.yml"} <= present
    assert {"Makefile", "setup.py", "attnlib/py.typed", "checks/py.typed"} <= present
    assert {"notebooks/START.md", "docs/GLOSSARY.md", "docs/CONVENTIONS.md"} <= present
    assert {"LICENSE", "NOTICE"} <= present  # recordings of others' models are in the zip
    assert {f"{kind}/{NAME}.ipynb" for kind in ("exercises", "notebooks")} <= present
    assert "Hand in" in packed["README.md"].decode()
    tracked = {path.name for path in (ROOT / "exercises").glob("*.ipynb")}
    assert {name[10:] for name in present if name.startswith("exercises/")} == tracked


def test_the_only_file_that_is_not_as_in_the_course_is_the_readme(packed):
    own = {"README.md", "Makefile", MANIFEST}
    assert [name for name in packed if name not in own and not same(name, packed)] == []
    assert packed["Makefile"] == (ROOT / "docs" / "students.mk").read_bytes()


def same(name: str, packed: dict[str, bytes]) -> bool:
    return packed[name] == (ROOT / name).read_bytes()


def dead_links(files: dict[str, bytes]) -> list[tuple[str, str]]:
    """Links in pages and notebooks to files that do not exist."""
    found = []
    for name, content in files.items():
        if name.endswith(".md"):
            text = content.decode()
        elif name.endswith(".ipynb"):
            cells = json.loads(content)["cells"]
            words = [one["source"] for one in cells if one["cell_type"] == "markdown"]
            text = "\n".join("".join(lines) for lines in words)
        else:
            continue
        targets = re.findall(
            r"\]\(([^)\s#]+\.\w+)[^)\s]*\)|^\[[^\]]+\]: (\S+)$", text, re.MULTILINE
        )
        for target in filter(None, chain.from_iterable(targets)):
            there = os.path.normpath(Path(name).parent / target)
            if "://" not in target and there not in files:
                found.append((name, target))
    return found


def test_every_link_of_the_zip_leads_somewhere(packed):
    assert "(notebooks/START.md)" in packed["README.md"].decode()
    assert dead_links(packed) == []


def test_every_target_of_the_makefile_works_there(packed, tmp_path):
    for name in ("Makefile", "pyproject.toml", "setup.py", "constraints.txt"):
        (tmp_path / name).write_bytes(packed[name])
    listed = subprocess.run(
        ["make", "--no-print-directory"], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    targets = [line.split()[:2] for line in listed.stdout.splitlines()]
    assert targets == [["make", "lab"], ["make", "real-model"]]
    dry = ["make", "--no-print-directory", "--dry-run", "real-model"]
    done = subprocess.run(dry, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout.endswith("python -m course.models.real.fetch\n")
    dry = ["make", "--dry-run", "lab", "PORT=9000"]
    done = subprocess.run(dry, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert "jupyter-lab --ServerApp.root_dir=. \\\n    --port=9000" in done.stdout


@pytest.fixture(scope="module")
def some() -> dict[str, bytes]:
    return unpacked(handout(ROOT, [1, 2, 16]))


def test_the_readme_speaks_only_of_lessons_that_are_in_the_zip(packed, some):
    assert b"<!--" not in packed["README.md"]
    assert b"\n\nLessons 7 and 10 compare" in packed["README.md"]
    assert b"PyTorch" not in some["README.md"]
    assert b"not in a subfolder.\n\n## Commands" in some["README.md"]


def test_a_zip_of_some_lessons_has_these_and_no_link_to_others(some):
    notebooks = sorted(name for name in some if name.endswith(".ipynb"))
    assert notebooks == [
        "exercises/01_dot_product.ipynb",
        "exercises/02_scaling.ipynb",
        "exercises/16_capstone.ipynb",
        "notebooks/01_dot_product.ipynb",
        "notebooks/02_scaling.ipynb",
        "notebooks/practice/hunts.ipynb",
        "notebooks/practice/search.ipynb",
        "notebooks/practice/tutorials.ipynb",
    ]
    assert dead_links(some) == []
    assert (
        "| 3 | How does *it* find the cat? | softmax, axis | 45 minutes | 9 exercises |"
        in some["notebooks/START.md"].decode()
    )
    last = some["notebooks/02_scaling.ipynb"]
    assert last == (ROOT / "notebooks/02_scaling.ipynb").read_bytes().replace(
        b"[Lesson 3](03_softmax_axis.ipynb)", b"Lesson 3"
    )


def test_exercises_are_the_same_in_every_zip(packed, some):
    """Otherwise, each new lesson would look like a new version of older exercises."""
    assert [name for name in some if "exercises" in name and some[name] != packed[name]] == []


@pytest.mark.parametrize(
    ("lessons", "complaint"),
    [
        ("all", "--lessons all: write numbers and ranges, such as 1-3,13."),
        ("1-", "--lessons 1-: write numbers and ranges, such as 1-3,13."),
        ("3,77", "--lessons: there is no lesson 77."),
    ],
)
def test_lessons_that_are_not_there_are_one_line(course, capsys, lessons, complaint):
    assert main(["release", "--lessons", lessons]) == 2
    assert capsys.readouterr().err == f"coursetools: {complaint}\n"


def test_a_release_by_lessons_writes_the_zip(course):
    assert main(["release", "--lessons", "1-3"]) == 2  # this course has only lesson 3
    assert main(["release", "--lessons", "3"]) == 0
    files = unpacked((course / "build" / "course.zip").read_bytes())
    assert json.loads(files[MANIFEST]).keys() == files.keys() - {MANIFEST}


def test_each_release_has_a_folder_of_its_own(course):
    def folder() -> str:
        with ZipFile(io.BytesIO(handout(course))) as archive:
            return archive.namelist()[0].partition("/")[0]

    first = folder()
    assert re.fullmatch(r"course-[0-9a-f]{6}", first)
    assert folder() == first
    (course / "attnlib" / "more.py").write_text("more")
    assert folder() != first


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
    assert unpacked(handout(course))["attnlib/weights.npz"] == weights


def test_links_are_not_packed(course):
    (course / "attnlib" / "link.py").symlink_to(course / "solutions" / f"{NAME}.ipynb")
    assert "attnlib/link.py" not in unpacked(handout(course))


def test_check_writes_no_zip(course):
    shutil.rmtree(course / "build")
    assert main(["release", "--check"]) == 0
    assert not (course / "build").exists()


def test_the_readme_for_students_is_part_of_the_course():
    assert [name for name in FOR_STUDENTS if not (ROOT / name).is_file()] == []
