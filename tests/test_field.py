"""docs/FIELD.md: its tables are those of the recording, its lines run, its scripts print what it says."""

import re
import runpy
import warnings
from pathlib import Path

import field_table
import pytest

from attnlib.probes import examine, field
from attnlib.probes.torch_layers import LAYERS

TEXT = field_table.FIELD.read_text(encoding="utf-8")
SCRIPTS = sorted((field_table.FIELD.parent / "field").glob("*.py"))
QUOTED = dict(re.findall(r"\[(\w+\.py)\]\(field/\1\)\s+prints ([\w.-]+)\.\n", TEXT))
VERSION = re.search(r"`transformers` (\d+\.\d+)", TEXT)


def test_the_tables_are_made() -> None:
    assert field_table.page(TEXT) == TEXT


def test_its_lines_run() -> None:
    for code in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        exec(code, {})


def test_each_finding_is_explained() -> None:
    findings = re.findall(r"^- (`[^*]+), \*(?:(?!^-).)+\(field/", TEXT, re.MULTILINE | re.DOTALL)
    explained = {name for names in findings for name in re.findall(r"`(.+?)`", names)}
    assert {entry.model_type for entry in field() if entry.found} <= explained


def test_each_script_is_linked() -> None:
    assert [script.name for script in SCRIPTS] == sorted(QUOTED)


def test_each_layer_of_torch_is_recorded() -> None:
    assert {entry.model_type for entry in field() if entry.kind == "torch"} == {*LAYERS}


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name", ["gpt2", "fuyu", "musicgen", "reformer", "yoso", "TransformerDecoder, causal"]
)
def test_what_was_recorded_is_found_again(name: str) -> None:
    """With a model whose parts become tiny, one that has positions without weights, and others."""
    pytest.importorskip("transformers", reason="the recording examines transformers")
    from attnlib.probes.record_field import subject

    entry = next(one for one in field() if one.model_type == name)
    with warnings.catch_warnings(action="ignore"):
        assert examine(subject(entry.kind, name)).found.keys() == entry.found.keys()


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
