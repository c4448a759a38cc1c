"""docs/FIELD.md: it counts what was recorded, its lines run, its scripts print what it says."""

import re
import runpy
import warnings
from pathlib import Path
from typing import Any

import pytest
import torch

from attnprobes import examine, field
from attnprobes.torch_layers import LAYERS

DOCS = Path(__file__).parents[1] / "docs"
TEXT = (DOCS / "FIELD.md").read_text(encoding="utf-8")
SCRIPTS = sorted((DOCS / "field").glob("*.py"))
QUOTED = dict(
    re.findall(r"\[(\w+\.py)\]\(field/\1\)\s+prints\s+([\w.]+(?:,\s+then\s+[\w.]+)*)\.\n", TEXT)
)
CHANGED = [
    script for script in SCRIPTS if re.search(r"\b(changed|CHANGE) = ", script.read_text("utf-8"))
]
REMAINS = {
    "cpmant": {"left padding", "gap", "cache", "padding and cache"},
    "recurrent_gemma": {"gap"},
}
"""What the page explains in another way than by the change."""
VERSION = re.search(r"`transformers` (\d+\.\d+)", TEXT)


def test_it_counts_what_was_recorded() -> None:
    counts = re.findall(r"^\| [^|]+" + r" \| (\d+)" * 5 + r" \|$", TEXT, re.MULTILINE)
    for kind, row in zip(("torch", "causal", "masked"), counts, strict=True):
        listed, probed, *by_status = map(int, row)
        statuses = [entry.status for entry in field() if entry.kind == kind]
        assert by_status == [statuses.count(name) for name in ("clean", "found", "not probed")]
        assert (listed, probed) == (len(statuses), listed - by_status[-1])


def test_its_lines_run() -> None:
    for code in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        exec(code, {})


def test_each_finding_is_explained() -> None:
    findings = re.findall(r"^- (`[^*]+), \*(?:(?!^-).)+\(field/", TEXT, re.MULTILINE | re.DOTALL)
    explained = {name for names in findings for name in re.findall(r"`(.+?)`", names)}
    assert {entry.model_type for entry in field() if entry.found} <= explained


def test_no_language_model_is_asked_the_last_six_questions() -> None:
    models = [one for one in field() if one.kind != "torch" and one.status != "not probed"]
    never = set.intersection(*({*one.not_asked} for one in models))
    assert never == {"neighbours", "equal rows", "identity", "heads", "overflow", "reference"}
    assert "Of language models, the last six are not asked." in TEXT


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
    from attnprobes.record_field import subject

    entry = next(one for one in field() if one.model_type == name)
    with warnings.catch_warnings(action="ignore"):
        assert examine(subject(entry.kind, name)).found.keys() == entry.found.keys()


def printed_by(script: Path, capsys: pytest.CaptureFixture[str]) -> tuple[str, dict[str, Any]]:
    """What a script prints, with the names that it leaves."""
    why = "the scripts of docs/field examine transformers itself: pip install transformers"
    installed = pytest.importorskip("transformers", reason=why).__version__
    assert VERSION
    if not installed.startswith(f"{VERSION[1]}."):
        pytest.skip(f"the page speaks of transformers {VERSION[1]}, and here is {installed}")
    with warnings.catch_warnings(action="ignore"):
        left = runpy.run_path(str(script))
    torch.backends.mha.set_fastpath_enabled(True)  # a script switches it off
    return ", then ".join(capsys.readouterr().out.split()), left


@pytest.mark.thorough
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_prints_what_the_page_says(
    script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed, _ = printed_by(script, capsys)
    assert printed == " ".join(QUOTED[script.name].split())


@pytest.mark.thorough
@pytest.mark.parametrize("script", CHANGED, ids=lambda script: script.stem)
def test_with_its_change_the_probes_find_nothing(
    script: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the probes' own tiny model, which has other sizes and weights than that of the script."""
    _, left = printed_by(script, capsys)
    from attnprobes import tiny_models
    from attnprobes.record_field import subject

    examined = [one for one in field() if one.model_type == script.stem and one.found]
    for entry in examined:
        if "library" in left:
            monkeypatch.setattr(tiny_models.transformers, entry.name, left["library"][entry.name])
        else:
            own = tiny_models.OWN.get(script.stem, {}) | left["CHANGE"]
            monkeypatch.setitem(tiny_models.OWN, script.stem, own)
        with warnings.catch_warnings(action="ignore"):
            found = examine(subject(entry.kind, entry.model_type)).found
        assert {*found} == REMAINS.get(script.stem, set())
    assert examined


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["TransformerEncoder, causal", "TransformerDecoder, causal"])
def test_without_the_fast_path_left_padding_is_hidden(name: str) -> None:
    """It costs a second."""
    pytest.importorskip("transformers", reason="the recording examines transformers")
    from attnprobes.record_field import subject

    torch.backends.mha.set_fastpath_enabled(False)
    try:
        assert not examine(subject("torch", name)).found
    finally:
        torch.backends.mha.set_fastpath_enabled(True)
