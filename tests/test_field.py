"""docs/FIELD.md: its tables are those of the recording, its lines run, its scripts print what it says."""

import re
import runpy
import warnings
from pathlib import Path

import field_table
import pytest

from attnlib.probes import field

TEXT = field_table.FIELD.read_text(encoding="utf-8")
SCRIPTS = sorted((field_table.FIELD.parent / "field").glob("*.py"))
QUOTED = dict(re.findall(r"\[(\w+\.py)\]\(field/\1\) \| ([\w.-]+) \|", TEXT))
VERSION = re.search(r"`transformers` (\d+\.\d+)", TEXT)


def test_the_tables_are_made() -> None:
    assert field_table.page(TEXT) == TEXT


def test_its_lines_run() -> None:
    for code in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        exec(code, {})


def test_each_finding_is_explained() -> None:
    explained = {
        name
        for row in re.findall(r"^\| (`.+?) \|.*\(field/", TEXT, re.MULTILINE)
        for name in re.findall(r"`(.+?)`", row)
    }
    assert {entry.model_type for entry in field() if entry.found} <= explained


def test_each_script_is_linked() -> None:
    assert [script.name for script in SCRIPTS] == sorted(QUOTED)


@pytest.mark.thorough
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_prints_what_the_page_says(
    script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    why = "the scripts of docs/field examine transformers itself: pip install transformers"
    installed = pytest.importorskip("transformers", reason=why).__version__
    assert VERSION
    if not installed.startswith(f"{VERSION[1]}."):
        pytest.skip(f"the page speaks of transformers {VERSION[1]}, and here is {installed}")
    with warnings.catch_warnings(action="ignore"):
        runpy.run_path(str(script))
    assert capsys.readouterr().out.strip() == QUOTED[script.name]
