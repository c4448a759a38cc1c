"""The examination: ten patients are found, healthy layers of every make are left in peace."""

import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from healthy_layers import NUMPY, TORCH, Own, causal, examined_function, examined_module, hidden

from attnlib import attention
from attnlib.clinic import CASES, Case
from attnlib.clinic.probes import LayerSubject
from attnlib.probes import FunctionSubject, NotAsked, as_subject, examine
from attnlib.probes.__main__ import main
from attnlib.probes.battery import PROBES
from attnlib.probes.known import KNOWN

FIRST = {
    "causal mask at the top left": "cache",
    "positions restart with the cache": "cache",
    "0 and 1 added as a mask": "future",
    "mask after softmax": "future",
    "padding hidden on the wrong axis": "left padding",
    "heads merged without moving them back": "heads",
    "pairs of the other layout": "reference",
    "float16 overflows before it is scaled": "overflow",
    "x + x for a residual": "identity",
    "dropout outside training": "twice",
}


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_every_patient_is_found_and_healed(case: Case) -> None:
    report = examine(LayerSubject(case.layer))
    assert FIRST[case.name] in report.found
    assert case.name in report.found[FIRST[case.name]].known
    assert KNOWN[case.name].links[0] in repr(report)
    with pytest.raises(AssertionError, match=f"found +{FIRST[case.name]}"):
        report.raise_if_found()
    examine(LayerSubject(case.repaired())).raise_if_found()


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_what_is_to_be_pasted_runs_and_shows_the_difference(
    case: Case, capsys: pytest.CaptureFixture[str]
) -> None:
    if case.name in ("dropout outside training", "float16 overflows before it is scaled"):
        pytest.skip("another number each time; a text that is not drawn")
    for answer in examine(LayerSubject(case.layer)).found.values():
        exec(answer.code, {"layer": LayerSubject(case.layer)})
        np.testing.assert_allclose(float(capsys.readouterr().out), answer.number)
        assert answer.words <= 6


@pytest.mark.parametrize("make", NUMPY)
def test_healthy_functions_are_left_in_peace(make: str) -> None:
    report = examined_function(make)
    report.raise_if_found()
    assert len(report.answers) == len(PROBES)


@pytest.mark.parametrize("make", TORCH)
def test_healthy_modules_are_left_in_peace(make: str) -> None:
    with warnings.catch_warnings(action="ignore"):
        report = examined_module(make)
    report.raise_if_found()
    assert report.note == "Compared in float64."


@pytest.mark.parametrize("name", ["llama", "gpt2", "bert", "roberta"])
def test_healthy_language_models_are_left_in_peace(name: str) -> None:
    pytest.importorskip("transformers")
    from attnlib.probes.record_field import build

    with warnings.catch_warnings(action="ignore"):
        model = build("masked" if "bert" in name else "causal", name)
        report = examine(model)
    report.raise_if_found()
    assert report.found == {}
    assert ("future" in {one.probe for one in report.answers if one.status == "holds"}) is (
        "bert" not in name
    )


def test_a_module_whose_dropout_stays_on_is_asked_nothing_else() -> None:
    report = examine(Own(False), causal=True)
    assert list(report.found) == ["twice"]
    assert sum(one.status == "not asked" for one in report.answers) == len(PROBES) - 1


def test_a_leak_through_one_path_is_found() -> None:
    """As in keras 23038: the mask is dropped on one path."""
    report = examine(
        lambda X: attention(X, X, X, causal(X))[0],
        other=lambda X: attention(X, X, X)[0],
        causal=True,
    )
    assert list(report.found) == ["fused"]
    assert "mask dropped on one path" in report.found["fused"].known


def test_a_mask_turned_round_is_named() -> None:
    report = examine(NUMPY["layer"][0], causal=True, padded=lambda X, real: hidden(X, ~real))
    assert "turned round" in report.found["left padding"].remark


def test_a_model_whose_low_precision_is_wrong_is_found() -> None:
    class Coarse(Own):
        def forward(self, X: Any) -> Any:
            return super().forward(X) * (1 if X.dtype == torch.float64 else 1.5)

    assert {"float32", "float16", "bfloat16"} <= set(examine(Coarse(True), causal=True).found)


def test_what_cannot_be_asked_is_said() -> None:
    report = examine(lambda X: X)
    said = {one.probe: one.sentence for one in report.answers if one.status == "not asked"}
    assert said["future"] == "nobody said that it is causal."
    assert said["cache"].startswith("it has no cache")
    assert not report.found


def test_a_layer_that_cannot_read_gets_one_clear_error() -> None:
    with pytest.raises(ValueError, match=r"could not read a text of 6 words.*another width"):
        examine(lambda X: X @ np.eye(5), width=8)
    with pytest.raises(TypeError, match="a function, a module or a Subject is needed"):
        as_subject(3)
    with pytest.raises(ValueError, match="each has to be one of twice"):
        examine(lambda X: X, probes=["twise"])
    with pytest.raises(NotAsked, match="no bfloat16"):
        FunctionSubject(lambda X: X).cast("bfloat16")


def test_it_is_a_fixture(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["attnlib.probes.plugin"]\n')
    (tmp_path / "test_layers.py").write_text(
        "def test_right(examine):\n    examine(lambda X: X, width=4, causal=True).raise_if_found()\n"
        "def test_wrong(examine):\n"
        "    examine(lambda X: X[::-1], width=4, causal=True).raise_if_found()\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert "1 failed, 1 passed" in done.stdout
    assert "Alone and followed by others" in done.stdout


def test_it_is_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "my_layers.py").write_text("def sums(X):\n    return X + X.sum(axis=0)\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["my_layers:sums", "--causal", "--width", "4"]) == 1
    assert "found      future" in capsys.readouterr().out
    assert main(["my_layers:sums"]) == 0
    assert main(["my_layers:nothing"]) == 2
    assert main(["my_layers"]) == 2
    assert "is not module:object" in capsys.readouterr().err
