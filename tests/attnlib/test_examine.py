"""The examination: ten patients are found, healthy layers of every make are left in peace."""

import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from attnlib import attention, causal_visibility
from attnlib.block import block, layer_norm, rms_norm
from attnlib.clinic import CASES, Case
from attnlib.clinic.probes import LayerSubject
from attnlib.heads import layer_attention, multi_head_attention
from attnlib.long_context import attention_in_blocks, linear_attention
from attnlib.probes import FunctionSubject, NotAsked, as_subject, examine
from attnlib.probes.__main__ import main
from attnlib.probes.battery import PROBES
from attnlib.probes.known import KNOWN
from attnlib.relative_positions import alibi_bias, alibi_slopes, rotate
from attnlib.softmax import softmax

rng = np.random.default_rng(7)
W = {f"W_{name}": rng.normal(size=(8, 8)) / 8**0.5 for name in "qkvo"}
GQA = {**W, "W_k": W["W_k"][:, :4], "W_v": W["W_v"][:, :4]}
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


def causal(X: Any) -> Any:
    return causal_visibility(X.shape[-2])


def turned(X: Any) -> Any:
    places = np.arange(len(X))
    return layer_attention(X, W, 2, causal(X), lambda rows: rotate(rows, places)).output


def hidden(X: Any, real: Any) -> Any:
    return layer_attention(X, W, 2, causal(X) & real).output


def piece(X: Any, past: Any) -> Any:
    start = 0 if past is None else past[0].shape[1]
    visible = np.tri(len(X), start + len(X), k=start, dtype=bool)
    done = layer_attention(X, W, 2, visible, past=past)
    return done.output, (done.K_heads, done.V_heads)


def alibi(X: Any) -> Any:
    scores = X @ W["W_q"] @ (X @ W["W_k"]).T + alibi_bias(len(X), alibi_slopes(1))[0]
    return softmax(np.where(causal(X), scores, -np.inf)) @ X


def a_block(X: Any, first: bool) -> Any:
    attend = lambda X: multi_head_attention(X, *W.values(), 2, visible=causal(X))[0]  # noqa: E731
    return block(X, attend, lambda X: np.tanh(X @ W["W_q"]), layer_norm, rms_norm, first)


NUMPY: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "attention": (lambda X: attention(X, X, X)[0], {"batched": True, "causal": False}),
    "causal": (lambda X: attention(X, X, X, causal(X))[0], {"batched": True, "causal": True}),
    "heads": (lambda X: multi_head_attention(X, *W.values(), 2)[0], {"batched": True}),
    "layer": (
        lambda X: layer_attention(X, W, 2, causal(X)).output,
        {"causal": True, "padded": hidden, "piece": piece},
    ),
    "shared keys": (lambda X: layer_attention(X, GQA, 4, causal(X)).output, {"causal": True}),
    "RoPE": (turned, {"causal": True}),
    "ALiBi": (alibi, {"causal": True}),
    "pre-norm": (lambda X: a_block(X, True), {"causal": True}),
    "post-norm": (lambda X: a_block(X, False), {"causal": True}),
    "blocks": (
        lambda X: attention_in_blocks(X, X, X, 2),
        {"other": lambda X: attention(X, X, X)[0]},
    ),
    "linear": (lambda X: linear_attention(X, X, X), {"causal": True}),
    "running mean": (
        lambda X: np.cumsum(X, axis=0) / np.arange(1, len(X) + 1)[:, None],
        {"causal": True},
    ),
}
SMALL = {"dim_feedforward": 16, "batch_first": True}
TORCH: dict[str, tuple[Callable[[], Any], dict[str, Any]]] = {
    "attention": (lambda: nn.MultiheadAttention(8, 2, batch_first=True), {}),
    "causal": (lambda: nn.MultiheadAttention(8, 2, batch_first=True), {"causal": True}),
    "words first": (lambda: nn.MultiheadAttention(8, 4, bias=False), {"causal": True}),
    "dropout": (lambda: nn.MultiheadAttention(8, 2, dropout=0.5, batch_first=True), {}),
    "encoder": (lambda: nn.TransformerEncoderLayer(8, 2, **SMALL), {}),
    "causal encoder": (lambda: nn.TransformerEncoderLayer(8, 2, **SMALL), {"causal": True}),
    "pre-norm": (lambda: nn.TransformerEncoderLayer(8, 2, norm_first=True, **SMALL), {}),
    "decoder": (lambda: nn.TransformerDecoderLayer(8, 2, **SMALL), {"causal": True}),
    "pre-norm decoder": (
        lambda: nn.TransformerDecoderLayer(8, 2, norm_first=True, **SMALL),
        {"causal": True},
    ),
    "two layers": (
        lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, **SMALL), 2),
        {},
    ),
    "own": (lambda: Own(True), {"causal": True}),
}


class Own(nn.Module):
    """A module that somebody writes; its dropout may stay on."""

    def __init__(self, right: bool) -> None:
        super().__init__()
        self.packed, self.right = nn.Linear(8, 24), right

    def forward(self, X: Any) -> Any:
        q, k, v = self.packed(X).chunk(3, dim=-1)
        rate = 0.1 if self.training or not self.right else 0.0
        return nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True, dropout_p=rate)


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
    function, told = NUMPY[make]
    report = examine(function, **told)
    report.raise_if_found()
    assert len(report.answers) == len(PROBES)


@pytest.mark.parametrize("make", TORCH)
def test_healthy_modules_are_left_in_peace(make: str) -> None:
    torch.manual_seed(0)
    module, told = TORCH[make]
    with warnings.catch_warnings(action="ignore"):
        report = examine(module(), **told)
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
