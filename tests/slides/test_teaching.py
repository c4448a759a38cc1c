"""Slides and quiz need `.[teaching]` alone, and no PyTorch."""

import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# Python as if what `.[teaching]` does not bring were not installed; then the line of the test.
ALONE = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(f"{{name}} is not installed by .[teaching]")

sys.meta_path.insert(0, Missing())
sys.path.insert(0, "docs/slides")
{line}
"""
SLIDES = """
import build
from pathlib import Path
build.executed = dict
sys.exit(build.main(Path(sys.argv[1]), "1"))
"""
QUIZ = """
from coursetools.cli import main
sys.exit(main(["quiz", "--out", sys.argv[1]]))
"""


def brought(requirements: Iterable[str], extras: Iterable[str] = ("",)) -> set[str]:
    """Name the installed packages that these bring, with what they need themselves."""
    found: set[str] = set()
    for one in map(Requirement, requirements):
        name = canonicalize_name(one.name)
        wanted = one.marker is None or any(one.marker.evaluate({"extra": it}) for it in extras)
        if wanted and name not in found:
            try:
                needs = metadata.requires(name) or []
            except metadata.PackageNotFoundError:
                continue  # for another system or an older Python
            found |= {name, *brought(needs, ("", *one.extras))}
    return found


def missing_modules() -> set[str]:
    there = brought([*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["teaching"]])
    there |= {canonicalize_name(PROJECT["name"]), "pip", "setuptools"}
    modules = metadata.packages_distributions()
    return {one for one, of in modules.items() if not there & {canonicalize_name(it) for it in of}}


def test_pytorch_and_sphinx_are_among_what_is_missing() -> None:
    assert {"torch", "sphinx", "playwright"} <= missing_modules()


@pytest.mark.parametrize(
    ("line", "made"),
    [
        pytest.param(SLIDES, {"01_dot_product.html", "index.html"}, id="slides"),
        pytest.param(QUIZ, {"canvas.zip", "moodle.xml"}, id="quiz", marks=pytest.mark.thorough),
    ],
)
def test_nothing_else_is_imported_or_made(tmp_path: Path, line: str, made: set[str]) -> None:
    code = ALONE.format(missing=missing_modules(), line=line)
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert {path.name for path in tmp_path.iterdir() if path.is_file()} == made
