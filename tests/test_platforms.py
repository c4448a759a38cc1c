"""Everything that the pages on platforms quote exists: commands, options, files, versions."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.version import Version

from coursetools.cli import main

ROOT = Path(__file__).parents[1]
PAGES = ("docs/PLATFORMS.md", "docs/HUB.md", "tests/README.md")
PLATFORMS = (ROOT / "docs" / "PLATFORMS.md").read_text(encoding="utf-8")
EVIDENCE = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
CODE = re.compile(r"^```\n(.*?)^```|`([^`\n]+)`", re.MULTILINE | re.DOTALL)
PLACES = re.compile(
    r"(?<![\w./-])(?:\.ci|\.devcontainer|\.github|docs|exercises|notebooks|tests)/[\w./*]+\w|"
    r"(?<![\w./-])(?:constraints\.txt|environment\.yml|pyproject\.toml|Makefile)"
)


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def code_in(page: str) -> str:
    return "\n".join("".join(found) for found in CODE.findall(text_of(page)))


@pytest.mark.parametrize("page", PAGES)
def test_every_command_exists(page, capsys):
    rules = text_of("Makefile") + text_of("docs/students.mk")
    targets = set(re.findall(r"^([\w-]+):.*##", rules, re.MULTILINE))
    assert set(re.findall(r"^make ([a-z-]+)", code_in(page), re.MULTILINE)) <= targets
    for command in set(re.findall(r"\bcoursetools ([a-z-]+)", code_in(page))):
        with pytest.raises(SystemExit) as stopped:
            main([command, "--help"])
        assert stopped.value.code == 0, command


@pytest.mark.parametrize("page", PAGES)
def test_every_file_exists(page):
    places = PLACES.findall(code_in(page))
    assert len(places) >= 2 or page == "docs/PLATFORMS.md"  # which names commands alone
    assert [place for place in places if not any(ROOT.glob(place))] == []


def test_every_page_is_linked_and_its_links_lead_somewhere():
    linked = "\n".join(
        text_of(page)
        for page in ("docs/TEACHING.md", "docs/GRADING.md", "README.md", "CONTRIBUTING.md")
    )
    for page in PAGES:
        assert page.removeprefix("docs/") in linked, page
        links = re.findall(r"\]\((?!http)([^)#]+)\)", text_of(page))
        assert [link for link in links if not (ROOT / page).parent.joinpath(link).exists()] == []


def test_the_options_of_grade_that_are_named_are_its_own(capsys):
    with pytest.raises(SystemExit):
        main(["grade", "--help"])
    assert re.search(r"--isolation \{bwrap,none\}", capsys.readouterr().out)
    assert "--isolation none" in PLATFORMS


def test_the_oldest_versions_are_those_of_pyproject():
    text = EVIDENCE.partition("## The oldest versions")[2]
    named = dict(re.findall(r"(\w+)\s(\d+\.\d+\.\d+)", text))
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    bounds = dict(line.split(">=") for line in project["dependencies"])
    assert len(named) >= 6
    for name, version in named.items():
        assert Version(version) == Version(bounds[name.lower()]), name


def test_the_versions_in_the_browser_are_those_that_it_is_built_from():
    ((core, pyodide),) = re.findall(r"JupyterLite ([\d.]+) and Pyodide ([\d.]+),", EVIDENCE)
    assert f"\njupyterlite-core=={core}\n" in text_of("constraints.txt")
    assert f'"pyodide": "{pyodide}"' in text_of("docs/lite/package.json")


def test_the_pythons_are_those_of_the_workflow():
    workflow = text_of(".github/workflows/tests.yml")
    versions = re.findall(r'python: \["(3\.\d+)",.*"(3\.\d+)"\]', workflow)
    ((oldest, newest),) = versions
    assert f"Linux, Python {oldest} to {newest} " in PLATFORMS
    assert f"Linux, Python {oldest} " in EVIDENCE
    assert f"to {newest} " in EVIDENCE
