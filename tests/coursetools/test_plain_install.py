"""A plain `pip install` of the packages works as far as it can without the other files."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from graded import class_of_30
from submissions import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("plain install")]  # it installs
COMMAND = [sys.executable, "-c", "import sys, coursetools.cli as c; sys.exit(c.main())"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """A folder with the packages, and nothing else of the course."""
    folder = tmp_path_factory.mktemp("plain")
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("attnlib", "attnprobes", "course", "checks", "coursetools"):
        shutil.copytree(ROOT / name, folder / "source" / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / "source")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", folder / "site", folder / "source"], check=True)
    shutil.rmtree(folder / "source")
    return folder / "site"


def run(installed: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    known = {**os.environ, "PYTHONPATH": str(installed)}
    return subprocess.run([*COMMAND, *words], cwd=folder, env=known, capture_output=True, text=True)


def test_it_is_the_plain_install_that_is_tested(installed, tmp_path):
    where = [sys.executable, "-c", "import coursetools; print(coursetools.__file__)"]
    known = {**os.environ, "PYTHONPATH": str(installed)}
    found = subprocess.run(where, cwd=tmp_path, env=known, capture_output=True, text=True).stdout
    assert Path(found.strip()).parent == installed / "coursetools"
    assert (installed / "checks" / "check-output.schema.json").is_file()


OTHERS = [
    pytest.param(kind, marks=pytest.mark.thorough)
    for kind in ("csv", "junit", "moodle", "gradescope")
]


@pytest.mark.parametrize("kind", ["html", "canvas", *OTHERS])
def test_every_report_is_written(installed, tmp_path, kind):
    done = run(installed, class_of_30(tmp_path), "report", ".", "--format", kind)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / done.stdout.strip()).exists()


def test_the_doctor_says_kindly_what_is_missing(installed, tmp_path):
    done = run(installed, tmp_path, "doctor")
    assert "FAIL" not in done.stdout
    assert done.returncode == 0
    assert (
        "The notebooks and exercises are not here\n      -> Run this in the folder" in done.stdout
    )
