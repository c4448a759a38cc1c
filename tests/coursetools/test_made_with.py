"""Results record what they were made with: if that changes, a class is graded again."""

import importlib.machinery
import shutil

import pytest
from submissions import NAME, ROOT

from coursetools.grading import made_with
from coursetools.grading.isolation import Limits, Setting
from coursetools.grading.session import Job


def graded_with() -> str:
    made_with.digest_of_code.cache_clear()
    return Job(NAME, b"", b"{}", Setting("none", Limits()), 7).graded_with


@pytest.fixture(params=["attnlib", "attnprobes", "course", "checks"])
def library(request, tmp_path, monkeypatch):
    """A small package, used instead of one of the course."""
    copy = shutil.copytree(ROOT / "checks" / "catalogue" / "mistakes", tmp_path / request.param)
    spec = importlib.machinery.ModuleSpec(request.param, None, is_package=True)
    spec.submodule_search_locations = [str(copy)]
    monkeypatch.setattr("importlib.util.find_spec", {request.param: spec}.get)
    yield copy
    made_with.digest_of_code.cache_clear()


def test_the_same_code_and_versions_are_the_same(library):
    assert graded_with() == graded_with()


def test_a_changed_line_of_the_library_grades_again(library):
    before = graded_with()
    with (library / "softmax.py").open("a") as file:
        file.write("# changed\n")
    assert graded_with() != before


@pytest.mark.parametrize("package", ["numpy", "torch"])
def test_another_version_grades_again(library, monkeypatch, package):
    before = graded_with()
    known = made_with.version
    monkeypatch.setattr(
        made_with, "version", lambda name: "0.0" if name == package else known(name)
    )
    assert graded_with() != before
