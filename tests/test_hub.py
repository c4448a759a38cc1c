"""The claims of docs/HUB.md: links work on a hub and on Binder, and updates keep students' work."""

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from address import kept

ROOT = Path(__file__).parents[1]
HUB = (ROOT / "docs" / "HUB.md").read_text(encoding="utf-8")
OWN = kept((ROOT / "README.md").read_text(encoding="utf-8")).repository
NBGITPULLER = "nbgitpuller==1.3.0"
AUTHOR = ["-c", "user.name=A", "-c", "user.email=a@b.c"]


def link(start: str) -> tuple[str, dict[str, list[str]]]:
    (found,) = re.findall(rf"^({re.escape(start)}\S+)$", HUB, re.MULTILINE)
    return urlsplit(found).path, parse_qs(urlsplit(found).query, strict_parsing=True)


def test_the_link_for_a_hub_names_repository_branch_and_an_existing_notebook():
    path, query = link("https://HUB/")
    assert path == "/hub/user-redirect/git-pull"
    assert query["repo"] == [f"https://github.com/{OWN}"]
    assert query["branch"] == ["main"]
    (opened,) = query["urlpath"]
    assert (ROOT / opened.removeprefix(f"lab/tree/{Path(OWN).name}/")).is_file()


def test_the_link_for_binder_opens_an_existing_notebook():
    path, query = link("https://mybinder.org/")
    assert path == f"/v2/gh/{OWN}/main"
    assert (ROOT / query["urlpath"][0].removeprefix("lab/tree/")).is_file()


def run(*command: str | Path, cwd: Path, **environment: str) -> None:
    known = {**os.environ, **environment}
    subprocess.run(command, cwd=cwd, env=known, check=True, capture_output=True)


def commit(teacher: Path, **files: str) -> None:
    for name, text in files.items():
        (teacher / f"{name}.ipynb").write_text(text, encoding="utf-8")
    run("git", "add", "-A", cwd=teacher)
    run("git", *AUTHOR, "commit", "--quiet", "-m", "Next", cwd=teacher)


@pytest.mark.thorough  # installs nbgitpuller
def test_a_second_click_brings_what_is_new_and_keeps_what_a_student_wrote(tmp_path):
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    run(*pip, "--target", tmp_path / "packages", NBGITPULLER, cwd=tmp_path)
    teacher, student = tmp_path / "teacher", tmp_path / "student"
    teacher.mkdir()
    run("git", "init", "--quiet", "--initial-branch=main", cwd=teacher)
    pull = "from nbgitpuller.pull import main; main()"
    click = [sys.executable, "-c", pull, str(teacher), "main", str(student)]
    packages = {"PYTHONPATH": str(tmp_path / "packages")}

    commit(teacher, answered="raise NotImplementedError\n", lecture="old\n", deleted="here\n")
    run(*click, cwd=tmp_path, **packages)
    (student / "answered.ipynb").write_text("return 1\n", encoding="utf-8")
    (student / "own.ipynb").write_text("mine\n", encoding="utf-8")
    (student / "deleted.ipynb").unlink()
    commit(teacher, answered="raise SomethingElse\n", lecture="new\n", added="fresh\n")
    run(*click, cwd=tmp_path, **packages)

    found = {path.stem: path.read_text(encoding="utf-8") for path in student.glob("*.ipynb")}
    assert found == {
        "answered": "return 1\n",
        "lecture": "new\n",
        "added": "fresh\n",
        "own": "mine\n",
        "deleted": "here\n",
    }
