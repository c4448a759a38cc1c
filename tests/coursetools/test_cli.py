"""The command line: output, streams and exit status. Other tests cover the work itself."""

import io
import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions

import jsonschema
import pytest
from submissions import EXERCISE, NAME, ROOT

from coursetools import cli, validate
from coursetools.judge import TaskResult
from coursetools.validate import NotebookResult

SCHEMA = json.loads((ROOT / "coursetools" / "check-result.schema.json").read_text(encoding="utf-8"))


def task(status: str, name: str = "softmax", mistakes=(), message: str = "Words.") -> TaskResult:
    return TaskResult(name, status, 3.0 * (status == "pass"), 3.0, list(mistakes), message)


def result(*tasks: TaskResult, notes=()) -> NotebookResult:
    return NotebookResult(NAME, "0" * 64, "none", list(tasks), list(notes))


@pytest.fixture
def check(monkeypatch):
    """Run `coursetools check` on one notebook, with this result."""

    def run(known: NotebookResult, *options: str) -> int:
        monkeypatch.setattr(validate, "validate", lambda path: known)
        return cli.main(["check", str(EXERCISE), *options])

    return run


def test_it_starts_without_what_only_teachers_and_developers_install():
    """Students and their repositories have the packages of a plain install."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    optional = {re.split(r"[^\w-]", line)[0] for lines in extras.values() for line in lines}
    code = "import sys, coursetools.cli; print(*sys.modules)"
    names = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True).split()
    packages = {name.partition(".")[0] for name in names}
    distributions = packages_distributions()
    loaded = {
        re.sub("[-_.]+", "-", known).lower()  # PyYAML is listed as pyyaml
        for name in packages
        for known in distributions.get(name, [])
    }
    assert "jinja2" in loaded
    assert loaded & optional == {"attention-course"}  # an extra may name the course itself


def test_all_right_is_status_0(check, capsys):
    assert check(result(task("pass"))) == 0
    assert capsys.readouterr().out.splitlines() == [
        str(EXERCISE),
        "  ✓ softmax: right (3 of 3 points)",
        "  3 of 3 points",
    ]


@pytest.mark.parametrize(
    "status", ["fail", "error", "timeout", "dead", "not_attempted", "not_reached", "starved"]
)
def test_anything_else_is_status_1_and_has_its_words(check, capsys, status):
    assert check(result(task("pass"), task(status, "attention"))) == 1
    printed = capsys.readouterr().out
    assert f" attention: {cli.WORDS[status]} (0 of 3 points)" in printed
    assert printed.endswith("  3 of 6 points\n")


def test_the_words_of_a_check_stand_under_what_is_wrong(check, capsys):
    check(result(task("fail", message="Wrong axis."), notes=["cell a was edited"]))
    assert capsys.readouterr().out.splitlines()[1:4] == [
        "  ✗ softmax: not right yet (0 of 3 points)",
        "      Wrong axis.",
        "  note: cell a was edited",
    ]


def test_json_is_one_line_that_keeps_to_its_schema(check, capsys):
    known = result(
        task("pass"), task("fail", "attention", ["no-scale"], "Is “√d” there?"), notes=["n"]
    )
    assert check(known, "--json") == 1
    (line,) = capsys.readouterr().out.splitlines()
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(line))
    assert json.loads(line) == known.as_json()


@pytest.mark.parametrize(
    "spoilt",
    [
        {"status": "excellent"},
        {"points": 1, "status": "fail"},
        {"mistakes": ["two words"]},
        {"mistakes": ["no-scale"], "status": "pass"},
        {"extra": 1},
    ],
)
def test_the_schema_refuses_what_no_result_says(spoilt):
    known = result(task("fail")).as_json()
    validator = jsonschema.Draft202012Validator(SCHEMA)
    assert validator.is_valid(known)
    known["tasks"][0] |= spoilt
    assert not validator.is_valid(known)


def test_the_schema_knows_every_status_that_has_words():
    assert set(SCHEMA["$defs"]["task"]["properties"]["status"]["enum"]) == set(cli.WORDS)


def test_an_unusable_notebook_does_not_keep_the_others_from_being_checked(monkeypatch, capsys):
    def validated(path):
        if path.name == "missing.ipynb":
            raise cli.UnusableInput(f"{path}: does not exist.")
        return result(task("fail"))

    monkeypatch.setattr(validate, "validate", validated)
    assert cli.main(["check", "a.ipynb", "missing.ipynb", "b.ipynb"]) == 2
    printed, complaint = capsys.readouterr()
    assert complaint == "coursetools: missing.ipynb: does not exist.\n"
    assert [line for line in printed.splitlines() if line.endswith("ipynb")] == [
        "a.ipynb",
        "b.ipynb",
    ]


def test_a_console_without_check_marks_gets_question_marks(check, monkeypatch):
    console = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    monkeypatch.setattr("sys.stdout", console)
    assert check(result(task("pass"), task("error", message="half a pair: \ud800"))) == 1
    console.flush()
    assert b"? softmax: right (3 of 3 points)" in console.buffer.getvalue()


@pytest.mark.parametrize("arguments", [[], ["grdae"], ["check"], ["release", "--chekc"]])
def test_a_command_line_that_is_none_is_status_2_and_shows_the_usage(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(arguments)
    assert stopped.value.code == 2
    assert "usage: coursetools" in capsys.readouterr().err
