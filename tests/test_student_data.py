"""Submissions cannot be committed by mistake, under any name that docs/GRADING.md uses."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GRADING = (ROOT / "docs" / "GRADING.md").read_text(encoding="utf-8")
PLACES = {
    "the download": r"coursetools collect (\S+)",
    "the class": r"--into (\S+)",
    "what is graded": r"coursetools grade (\S+)",
    "the results": r"--out (\S+)",
    "the reports": r"coursetools report (\S+)",
    "the overrides": r"Write `(\S+)`",
    "the roster": r"--roster ([\w.]+)",
    "nbgrader's course": r"nbgrader quickstart (\S+)",
}


def ignored(path: str) -> bool:
    command = ["git", "check-ignore", "--quiet", "--no-index", path]
    return subprocess.run(command, cwd=ROOT).returncode == 0


@pytest.mark.parametrize("what", PLACES)
def test_git_ignores(what):
    names = set(re.findall(PLACES[what], GRADING))
    assert names
    for name in names:
        assert ignored(name if "." in name else f"{name}/Ana_1234/03_softmax_axis.ipynb"), name


def test_git_ignores_what_an_update_puts_beside():
    assert ignored("exercises/03_softmax_axis.new.ipynb")
    assert ignored("exercises/03_softmax_axis.new-2.ipynb")
    assert ignored("attnlib/softmax.yours.py")


def test_git_ignores_nothing_of_the_course():
    tracked = ["git", "ls-files", "--cached", "--ignored", "--exclude-standard"]
    done = subprocess.run(tracked, cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout == ""
