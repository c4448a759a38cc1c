"""environment.yml and constraints.txt agree with pyproject.toml."""

import re
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8")


def pins() -> dict[str, Version]:
    """The versions of constraints.txt, by canonical name."""
    lines = [line for line in CONSTRAINTS.splitlines() if line and not line.startswith("#")]
    pairs = [line.split("==") for line in lines]
    return {canonicalize_name(name): Version(version) for name, version in pairs}


def environment() -> tuple[list[str], list[str]]:
    """The packages that environment.yml installs with conda, and those with pip."""
    entries = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    return entries[:-1], entries[-1]["pip"]


def ranges(lines: list[str]) -> dict[str, Any]:
    return {canonicalize_name((one := Requirement(line)).name): one.specifier for line in lines}


def test_conda_brings_python_and_pip_alone():
    assert [re.split("[=<>]", entry)[0] for entry in environment()[0]] == ["python", "pip"]


def test_conda_takes_the_python_of_the_pins():
    (python,) = re.findall(r"^python=(\d+\.\d+)$", "\n".join(environment()[0]), re.MULTILINE)
    assert Requirement(f"python{PROJECT['requires-python']}").specifier.contains(python)
    assert f"with Python {python}." in CONSTRAINTS


def test_pip_is_told_of_the_pins_first_and_installs_the_course_last():
    lines = environment()[1]
    assert (lines[0], lines[-1]) == ("--constraint constraints.txt", "--editable .")


def test_pip_gets_the_ranges_of_pyproject():
    assert ranges(environment()[1][1:-1]) == ranges(PROJECT["dependencies"])


def test_constraints_are_versions_and_never_ranges():
    lines = [line for line in CONSTRAINTS.splitlines() if not line.startswith("#")]
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==\d[\w.]*", line)] == []


@pytest.mark.parametrize("extra", [None, *PROJECT["optional-dependencies"]])
def test_each_dependency_is_pinned_within_its_range(extra):
    lines = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    needed = ranges(lines)
    needed.pop(PROJECT["name"], None)  # an extra may include another
    for name, allowed in needed.items():
        assert pins()[name] in allowed, name


def test_these_tests_run_with_the_pins_and_each_would_install_on_the_oldest_python():
    (oldest,) = re.findall(r"^>=([\d.]+)$", PROJECT["requires-python"])
    found = {canonicalize_name(one.name): one for one in metadata.distributions()}
    for name, version in pins().items():
        if name in found:  # a few are only for some systems
            assert Version(found[name].version).public == str(version), name
            allowed = SpecifierSet(found[name].metadata.get("Requires-Python") or "")
            assert oldest in allowed, f"{name}: make pins with an older Python"


@pytest.mark.filterwarnings("ignore:pythonjsonlogger")  # repo2docker imports it under its old name
def test_binder_builds_the_conda_environment_once_the_course_is_there(monkeypatch):
    from repo2docker.app import Repo2Docker

    monkeypatch.chdir(ROOT)
    binder = next(pack for kind in Repo2Docker().buildpacks if (pack := kind("any")).detect())
    assert type(binder).__name__ == "CondaBuildPack"
    assert environment()[0][0] == f"python={binder.python_version}"
    binder.platform = "linux/amd64"
    before, copy, after = binder.render().partition("\nCOPY --chown=1000:1000 src/ ${REPO_DIR}/\n")
    assert copy
    assert ("env update" in before, "env update" in after) == (False, True)


def test_every_file_beside_the_code_is_installed_with_it():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for package, patterns in settings["tool"]["setuptools"]["package-data"].items():
        installed = {path for pattern in patterns for path in (ROOT / package).glob(pattern)}
        beside = {
            path
            for path in (ROOT / package).rglob("*.*")
            if path.suffix not in (".py", ".pyc") and path.is_file() and path.name != "README.md"
        }
        assert beside - installed == set()


def test_what_is_cited_is_this_version() -> None:
    version = PROJECT["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\n## {version}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
