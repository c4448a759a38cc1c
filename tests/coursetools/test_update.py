"""A new release is unpacked into a folder with work in it, and nothing of this work is lost."""

import io
import json
import shutil
import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest
from submissions import NAME, ROOT, SOLUTION, cell, save

from coursetools.cli import main
from coursetools.handout import handout
from coursetools.manifest import MANIFEST
from coursetools.notebook import read_notebook

EXERCISE, LECTURE = f"exercises/{NAME}.ipynb", f"notebooks/{NAME}.ipynb"
ANSWER = "def softmax(scores, axis=-1):\n    return 'mine'"
IDENTITY = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"]


@pytest.fixture(scope="module")
def releases(tmp_path_factory) -> tuple[Path, Path]:
    """Two releases of a small course: the second has other words, and another file of the library."""
    course = tmp_path_factory.mktemp("teacher")
    for folder in ("solutions", "exercises", "notebooks", "attnlib", "docs"):
        (course / folder).mkdir()
    shutil.copy(SOLUTION, course / "solutions")
    shutil.copy(ROOT / LECTURE, course / LECTURE)
    write(course, {"attnlib/old.py": "old", "attnlib/sums.py": "sums", "docs/STUDENTS.md": "hello"})
    shutil.copy(ROOT / EXERCISE, course / EXERCISE)
    shutil.copy(ROOT / "docs" / "students.mk", course / "docs")
    write(course, {"pyproject.toml": "pins", "constraints.txt": "", "setup.py": ""})
    first = course / "first.zip"
    first.write_bytes(handout(course))
    for path in (course / EXERCISE, course / LECTURE):
        edit(path, lambda notebook: setattr(notebook.cells[0], "source", "# Another title"))
    write(course, {"attnlib/new.py": "new", "attnlib/sums.py": "better", "pyproject.toml": "more"})
    (course / "attnlib" / "old.py").unlink()
    second = course / "second.zip"
    second.write_bytes(handout(course))
    return first, second


@pytest.fixture
def mine(releases, tmp_path, monkeypatch) -> Path:
    """Unpack the first release for a student, and change to its folder."""
    with ZipFile(releases[0]) as archive:
        archive.extractall(tmp_path)
    (folder,) = tmp_path.iterdir()
    monkeypatch.chdir(folder)
    return folder


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).write_text(text)


def edit(path: Path, change) -> None:
    notebook = read_notebook(path)
    change(notebook)
    save(notebook, path)


def answer(folder: Path) -> bytes:
    """Write an answer into the exercise, and return the bytes of the file."""
    path = folder / EXERCISE
    edit(path, lambda notebook: setattr(cell(notebook, "softmax-answer"), "source", ANSWER))
    return path.read_bytes()


def title(path: Path) -> str:
    return read_notebook(path).cells[0].source.partition("\n")[0]


def told(capsys, folder: Path) -> list[str]:
    """Return the output lines of a successful update, without the last."""
    *lines, last = capsys.readouterr().out.splitlines()
    assert last == f"{folder}: up to date"
    return lines


def test_what_was_not_touched_is_replaced_and_what_is_gone_is_removed(mine, releases, capsys):
    assert main(["update", str(releases[1])]) == 0
    (line,) = told(capsys, mine)
    assert line.startswith("What the course needs has changed: run `python -m pip install")
    assert title(mine / EXERCISE) == title(mine / LECTURE) == "# Another title"
    assert (mine / "attnlib" / "sums.py").read_text() == "better"
    assert sorted(path.name for path in (mine / "attnlib").iterdir()) == ["new.py", "sums.py"]


def test_a_notebook_with_answers_stays_and_the_new_one_is_beside_it(mine, releases, capsys):
    written = answer(mine)
    assert main(["update", str(releases[1])]) == 0
    line = told(capsys, mine)[0]
    new = mine / "exercises" / f"{NAME}.new.ipynb"
    assert line == (
        f"{EXERCISE}: you wrote in it, so it stays as it is. The new version is beside it: {new.name}"
    )
    assert (mine / EXERCISE).read_bytes() == written
    assert title(new) == "# Another title"


def test_imports_of_what_has_moved_are_rewritten_in_a_notebook_that_stays(mine, releases, capsys):
    answer(mine)
    old = "from attnlib.view import bars, mixture\n\n%load_ext checks"
    edit(mine / EXERCISE, lambda notebook: setattr(cell(notebook, "imports"), "source", old))
    before = read_notebook(mine / EXERCISE)
    assert main(["update", str(releases[1])]) == 0
    assert "only its imports were brought up to date" in told(capsys, mine)[0]
    after = read_notebook(mine / EXERCISE)
    assert cell(after, "imports").source == (
        "from course.lessons import mixture\nfrom course.views import bars\n\n%load_ext checks"
    )
    cell(after, "imports").source = old
    assert after == before


def test_a_notebook_that_was_only_run_is_replaced(mine, releases):
    def run(notebook):
        for one in notebook.cells:
            if one.cell_type == "code":
                one.execution_count, one.outputs = 7, []

    edit(mine / LECTURE, run)
    main(["update", str(releases[1])])
    assert title(mine / LECTURE) == "# Another title"
    assert len([*(mine / "notebooks").iterdir()]) == 1


def test_of_the_library_the_new_version_counts_and_a_changed_one_is_kept(mine, releases, capsys):
    write(mine, {"attnlib/sums.py": "my own", "attnlib/old.py": "mine, too"})
    assert main(["update", str(releases[1])]) == 0
    told_of = [line.partition(": ")[0] for line in told(capsys, mine)]
    assert told_of == ["attnlib/sums.py", "attnlib/old.py", "What the course needs has changed"]
    texts = {path.name: path.read_text() for path in (mine / "attnlib").iterdir()}
    assert texts == {
        "new.py": "new",
        "old.py": "mine, too",
        "sums.py": "better",
        "sums.yours.py": "my own",
    }


def test_a_file_that_only_the_student_changed_is_restored_and_theirs_is_kept(
    mine, releases, capsys
):
    write(mine, {"README.md": "my notes"})
    assert main(["update", str(releases[1])]) == 0
    assert (
        "README.md: was replaced. The version that you changed is beside it: README.yours.md"
        in (told(capsys, mine))
    )
    assert (mine / "README.md").read_text() == "hello"
    assert (mine / "README.yours.md").read_text() == "my notes"


def test_new_notebooks_are_listed(mine, releases, capsys):
    for name in (EXERCISE, LECTURE):
        (mine / name).unlink()
    (mine / MANIFEST).write_text(json.dumps({"README.md": "an older release without the lesson"}))
    assert main(["update", str(releases[0])]) == 0
    assert [line for line in told(capsys, mine) if "added" in line] == [
        f"{EXERCISE}: added",
        f"{LECTURE}: added",
    ]


def test_a_second_update_changes_nothing(mine, releases, capsys):
    answer(mine)
    main(["update", str(releases[1])])
    before = {path: path.read_bytes() for path in mine.rglob("*") if path.is_file()}
    capsys.readouterr()
    assert main(["update", str(releases[1])]) == 0
    assert told(capsys, mine) == []
    assert {path: path.read_bytes() for path in mine.rglob("*") if path.is_file()} == before


def test_what_an_update_put_beside_is_not_overwritten_by_the_next(mine, releases):
    answer(mine)
    main(["update", str(releases[1])])
    beside = mine / "exercises" / f"{NAME}.new.ipynb"
    edit(beside, lambda notebook: setattr(notebook.cells[1], "source", "notes"))
    notes = beside.read_bytes()
    main(["update", str(releases[0])])  # a third release, which is the same as the first
    main(["update", str(releases[1])])
    assert beside.read_bytes() == notes
    assert title(mine / "exercises" / f"{NAME}.new-3.ipynb") == "# Another title"


def test_answers_to_an_exercise_that_is_still_the_same_raise_no_question(mine, releases, capsys):
    written = answer(mine)
    assert main(["update", str(releases[0])]) == 0
    assert told(capsys, mine) == []
    assert (mine / EXERCISE).read_bytes() == written
    assert len([*(mine / "exercises").iterdir()]) == 1


def test_a_file_that_was_renamed_comes_back_as_it_was_at_first(mine, releases):
    (mine / EXERCISE).rename(mine / "exercises" / "my answers.ipynb")
    main(["update", str(releases[0])])
    assert (mine / EXERCISE).read_bytes() == (ROOT / EXERCISE).read_bytes()
    assert (mine / "exercises" / "my answers.ipynb").is_file()


@pytest.fixture
def called_before(mine, monkeypatch) -> dict[str, Path]:
    """The lesson had another number and name when the student's release was made."""
    monkeypatch.setattr("coursetools.update.MOVED", {"02_before": NAME})
    known = json.loads((mine / MANIFEST).read_text())
    paths = {}
    for name in (EXERCISE, LECTURE):
        paths[name] = mine / name.replace(NAME, "02_before")
        (mine / name).rename(paths[name])
        known[name.replace(NAME, "02_before")] = known.pop(name)
    (mine / MANIFEST).write_text(json.dumps(known))
    return paths


def written_before(path: Path) -> bytes:
    edit(path, lambda notebook: setattr(cell(notebook, "softmax-answer"), "source", ANSWER))
    return path.read_bytes()


@pytest.mark.parametrize("twice", [False, True], ids=["at once", "by an update without it"])
def test_work_on_a_lesson_with_another_number_gets_the_new_name(
    mine, called_before, releases, capsys, monkeypatch, twice
):
    written = written_before(called_before[EXERCISE])
    if twice:  # the program that brings the new numbers may still be the old one
        with monkeypatch.context() as patch:
            patch.setattr("coursetools.update.MOVED", {})
            main(["update", str(releases[1])])
        capsys.readouterr()
    assert main(["update", str(releases[1])]) == 0
    renamed, beside = told(capsys, mine)[:2]
    assert renamed == (
        f"Lessons have new numbers, so files were renamed: 02_before.ipynb to {NAME}.ipynb"
    )
    assert beside.startswith(f"{EXERCISE}: you wrote in it, so it stays as it is.")
    assert (mine / EXERCISE).read_bytes() == written
    assert title(mine / LECTURE) == title(mine / f"exercises/{NAME}.new.ipynb") == "# Another title"
    assert not any(path.exists() for path in called_before.values())
    before = {path: path.read_bytes() for path in mine.rglob("*") if path.is_file()}
    main(["update", str(releases[1])])
    assert {path: path.read_bytes() for path in mine.rglob("*") if path.is_file()} == before


def test_where_both_names_hold_work_both_stay(mine, called_before, releases, capsys):
    shutil.copy(called_before[EXERCISE], mine / EXERCISE)
    written = answer(mine), written_before(called_before[EXERCISE])
    assert main(["update", str(releases[1])]) == 0
    assert told(capsys, mine)[0] == (
        f"exercises/02_before.ipynb: is {EXERCISE} now, which is there already, so both stay."
    )
    assert ((mine / EXERCISE).read_bytes(), called_before[EXERCISE].read_bytes()) == written


def test_a_folder_is_as_good_as_its_zip_and_cannot_overwrite_another_release(mine, releases):
    written = answer(mine)
    with ZipFile(releases[1]) as archive:
        archive.extractall(mine.parent)  # unpacked on top of it, as people do
    assert (mine / EXERCISE).read_bytes() == written
    (other,) = set(mine.parent.iterdir()) - {mine}
    assert main(["update", f"../{other.name}"]) == 0
    assert (mine / EXERCISE).read_bytes() == written
    assert title(mine / LECTURE) == "# Another title"


@pytest.mark.parametrize("manifest", [None, "", "7", "[1]", "{"])
def test_without_a_manifest_all_that_differs_is_kept(mine, releases, manifest):
    written = answer(mine)
    (mine / MANIFEST).unlink() if manifest is None else (mine / MANIFEST).write_text(manifest)
    main(["update", str(releases[1])])
    assert (mine / EXERCISE).read_bytes() == written
    assert (mine / "attnlib" / "sums.py").read_text() == "better"
    assert (mine / "attnlib" / "sums.yours.py").read_text() == "sums"


def zip_of(path: Path, files: dict[str, str]) -> Path:
    with ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"course/README.md": "no manifest"}, f"it has no {MANIFEST}"),
        (
            {MANIFEST: json.dumps({"../outside.py": "1"}), "../outside.py": "x"},
            "leads out of its folder",
        ),
        ({MANIFEST: json.dumps({"/outside.py": "1"})}, "leads out of its folder"),
        ({MANIFEST: json.dumps({"C:outside.py": "1"})}, "leads out of its folder"),
        ({MANIFEST: json.dumps({"missing.py": "1"})}, "missing.py is missing"),
        ({MANIFEST: "7"}, "not iterable"),
    ],
)
def test_what_is_no_release_is_one_line_and_changes_nothing(mine, tmp_path, capsys, files, reason):
    before = sorted(path.name for path in mine.parent.rglob("*"))
    bad = zip_of(tmp_path.parent / f"{tmp_path.name}.zip", files)
    assert main(["update", str(bad)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"coursetools: {bad}: is not a release (")
    assert reason in line
    assert line.endswith("course.zip, or the folder it was unpacked to.")
    assert sorted(path.name for path in mine.parent.rglob("*")) == before


@pytest.mark.parametrize("source", ["missing.zip", "README.md"])
def test_a_file_that_is_no_zip_is_one_line(mine, capsys, source):
    assert main(["update", source]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"coursetools: {source}: is not a release (")


def test_outside_a_course_is_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["update"]) == 2
    assert "Run this in the folder of the course." in capsys.readouterr().err


PRETENDS = """#!/bin/sh
echo "$(basename "$0") $*" >> calls
"""


@pytest.fixture
def calls(mine) -> Path:
    """A file with the calls of `make lab`; nothing is installed, and no server starts."""
    programs = mine / ".venv" / "bin"
    programs.mkdir(parents=True)
    write(programs, {"python": PRETENDS, "jupyter-lab": PRETENDS, "activate": f"{mine}/.venv"})
    for name in ("python", "jupyter-lab"):
        (programs / name).chmod(0o755)
    return mine / "calls"


def make_lab(calls: Path) -> list[str]:
    """Run `make lab`, and return what it called, except for the check of the Python version."""
    calls.write_text("")
    subprocess.run(["make", "lab"], check=True, capture_output=True)
    return [line for line in calls.read_text().splitlines() if not line.startswith("python -c")]


def test_make_lab_installs_what_an_update_changed_and_touches_no_answer(mine, releases, calls):
    written = answer(mine)
    install, start = make_lab(calls)
    assert install == "python -m pip install --constraint constraints.txt --editable ."
    assert start.startswith("jupyter-lab --ServerApp.root_dir=.")
    assert make_lab(calls) == [start]
    main(["update", str(releases[1])])
    assert make_lab(calls) == [install, start]
    assert (mine / EXERCISE).read_bytes() == written
    assert make_lab(calls) == [start]


# A clone.


def git(folder: Path, *words: str) -> str:
    command = ["git", *IDENTITY, *words]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def commit(folder: Path, release: Path) -> None:
    """Make a folder hold exactly the contents of a release, and commit it."""
    git(folder, "rm", "-rq", "--ignore-unmatch", ".")
    with ZipFile(io.BytesIO(release.read_bytes())) as archive:
        for name in archive.namelist():
            path = folder / name.partition("/")[2]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(archive.read(name))
    git(folder, "add", "--all")
    git(folder, "commit", "-qm", release.name)


@pytest.fixture
def clone(releases, tmp_path, monkeypatch) -> Path:
    """A clone of the first release, whose origin now has the second."""
    origin, folder = tmp_path / "origin", tmp_path / "clone"
    git(tmp_path, "init", "-q", str(origin))
    commit(origin, releases[0])
    git(tmp_path, "clone", "-q", str(origin), str(folder))
    commit(origin, releases[1])
    monkeypatch.chdir(folder)
    for name in ("user.name", "user.email"):
        git(folder, "config", name, "ana@example.org")
    return folder


def test_a_clone_gets_what_is_new_and_keeps_what_is_not_committed(clone, capsys):
    written = answer(clone)
    write(clone, {"README.md": "my own"})
    assert main(["update"]) == 0
    assert f"{NAME}.new.ipynb" in told(capsys, clone)[0]
    assert (clone / "README.md").read_text() == "my own"  # as `git pull` would leave it
    git(clone, "checkout", "-q", "README.md")
    assert (clone / EXERCISE).read_bytes() == written
    assert title(clone / LECTURE) == "# Another title"
    assert git(clone, "rev-parse", "HEAD") == git(clone, "rev-parse", "@{upstream}")
    changed = [f" M {EXERCISE}", f"?? exercises/{NAME}.new.ipynb"]
    assert git(clone, "status", "--short").splitlines() == changed
    assert main(["update"]) == 0
    assert told(capsys, clone) == []


def test_a_clone_with_commits_of_its_own_is_merged_without_a_conflict(clone, capsys):
    written = answer(clone)
    git(clone, "commit", "-qam", "my answers")
    assert main(["update"]) == 0
    assert told(capsys, clone)[-1].endswith("Commit the update, too: git commit --all")
    git(clone, "commit", "-qam", "updated")
    assert (clone / EXERCISE).read_bytes() == written
    assert title(clone / LECTURE) == "# Another title"
    assert git(clone, "merge-base", "HEAD", "@{upstream}") == git(clone, "rev-parse", "@{upstream}")
    assert main(["update"]) == 0
    assert (clone / EXERCISE).read_bytes() == written


def test_a_clone_that_follows_nothing_is_one_line(clone, capsys):
    git(clone, "checkout", "-q", "-b", "alone")
    assert main(["update"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("coursetools: git rev-parse: ")


def test_a_folder_without_git_is_asked_for_the_release(mine, capsys):
    git(mine.parent, "init", "-q")  # some people keep their whole home folder in git
    assert main(["update"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"coursetools: {mine}: is not a clone. Name the new release: ")
