"""Under bubblewrap, an answer sees the interpreter and its packages, wherever the course is."""

import importlib.machinery
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from coursetools.grading.isolation import _bwrap, bwrap_complaint
from coursetools.grading.visible import masked_places, visible_places

OWN = ("attnlib/softmax", "attnprobes/battery", "checks/checking", "course/views/heat")
PRIVATE = (".git/HEAD", "tests/answers/softmax.py", "solutions/03.ipynb")


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Path:
    """A course whose folder is also its environment, with the library installed in it."""
    folder = tmp_path_factory.mktemp("somewhere") / "course"
    venv.create(folder, symlinks=True)
    for name in (
        *PRIVATE,
        *(f"{packages(folder)}/{name}.py" for name in (*OWN, "other")),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("")
    folder.with_name("link").symlink_to(folder)
    return folder


def packages(folder: Path) -> str:
    return f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"


@pytest.fixture(params=["course", "link"])
def prefix(course, request, monkeypatch) -> Path:
    """The environment as Python names it; Python may have been started through a link."""
    found = course.with_name(request.param)

    def find_spec(name: str) -> importlib.machinery.ModuleSpec:
        spec = importlib.machinery.ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(course / packages(course) / name)]
        return spec

    monkeypatch.setattr("importlib.util.find_spec", find_spec)
    monkeypatch.setattr("sys.prefix", str(found))
    return found


def test_of_the_course_only_the_environment_is_visible(prefix):
    own = [place.relative_to(prefix) for place in visible_places() if place.is_relative_to(prefix)]
    assert {str(place) for place in own} <= {"bin", "lib", "lib64", "share", "pyvenv.cfg"}


@pytest.mark.parametrize("name", ["attnlib", "attnprobes", "course", "checks"])
def test_the_packages_are_covered_under_every_name(prefix, course, name):
    package = f"{packages(course)}/{name}"
    assert {f"{one}/{package}" for one in (prefix, course)} <= set(masked_places([]))


def test_a_class_inside_the_environment_is_covered(prefix, course):
    inside = course / "share" / "class"
    (course / "share").mkdir(exist_ok=True)
    assert str(prefix / "share" / "class") in masked_places([str(inside)])


@pytest.mark.skipif(bool(bwrap_complaint()), reason="bubblewrap does not work here")
def test_nothing_else_is_there_inside(prefix, course):
    names = [*PRIVATE, *(f"{packages(course)}/{name}.py" for name in ("other", *OWN))]
    look = f"from pathlib import Path\nfor n in {names}: print(Path({str(prefix)!r}, n).exists())"
    inside = [*_bwrap([]), str(prefix / "bin" / "python"), "-I", "-c", look]
    found = subprocess.run(inside, capture_output=True, text=True, check=True).stdout.split()
    assert found == [*["False"] * len(PRIVATE), "True", *["False"] * len(OWN)]
    for name in OWN:
        inside[-1] = f"import other, {name.replace('/', '.')}"
        failed = subprocess.run(inside, capture_output=True, text=True).stderr
        assert f"No module named '{name.partition('/')[0]}" in failed
