"""The examination: ten patients are found, healthy layers of every make are left in peace."""

import re
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from healthy_layers import (
    NUMPY,
    OTHERS,
    TORCH,
    Own,
    causal,
    examined_function,
    examined_module,
    examined_other,
    hidden,
)
from torch import nn

from attnlib import attention
from attnprobes import (
    AdapterError,
    FunctionSubject,
    NotAsked,
    Subject,
    as_subject,
    examine,
)
from attnprobes.__main__ import main
from attnprobes.battery import PROBES
from attnprobes.known import KNOWN
from course.clinic import CASES, Case
from course.clinic.probes import LayerSubject

NEAREST, FARTHEST = 0.5, 1000
"""A healthy layer stays below the first share of what is allowed; a known bug is above the second."""
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
    assert all(one.share > FARTHEST for one in report.found.values() if one.allowed)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_what_is_to_be_pasted_runs_and_shows_the_difference(
    case: Case, capsys: pytest.CaptureFixture[str]
) -> None:
    if case.name in ("dropout outside training", "float16 overflows before it is scaled"):
        pytest.skip("another number each time; a text that is not drawn")
    for answer in examine(LayerSubject(case.layer)).found.values():
        exec(answer.code, {"layer": LayerSubject(case.layer)})
        np.testing.assert_allclose(float(capsys.readouterr().out), answer.shortest)
        assert answer.words <= 6


@pytest.mark.parametrize("make", NUMPY)
def test_healthy_functions_are_left_in_peace(make: str) -> None:
    report = examined_function(make)
    report.raise_if_found()
    assert max(one.share for one in report.answers) < NEAREST
    assert len(report.answers) == len(PROBES)


@pytest.mark.parametrize("make", TORCH)
def test_healthy_modules_are_left_in_peace(make: str) -> None:
    with warnings.catch_warnings(action="ignore"):
        report = examined_module(make)
    report.raise_if_found()
    assert max(one.share for one in report.answers) < NEAREST
    assert report.note == "Compared in float64."


@pytest.mark.parametrize("scale", [0.1, 1, 4])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("make", OTHERS)
def test_healthy_layers_of_other_kinds_are_left_in_peace(
    make: str, seed: int, scale: float
) -> None:
    with warnings.catch_warnings(action="ignore"):
        examined_other(make, seed, scale).raise_if_found()


@pytest.mark.parametrize("name", ["llama", "gpt2", "bert", "roberta"])
def test_healthy_language_models_are_left_in_peace(name: str) -> None:
    pytest.importorskip("transformers")
    from attnprobes.record_field import build

    with warnings.catch_warnings(action="ignore"):
        model = build("masked" if "bert" in name else "causal", name)
        report = examine(model)
    report.raise_if_found()
    assert max(one.share for one in report.answers) < NEAREST
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


def test_a_mask_turned_round_is_found_and_named() -> None:
    report = examine(NUMPY["layer"][0], causal=True, padded=lambda X, real: hidden(X, ~real))
    assert "turned round" in report.found["left padding"].remark
    assert "turned round" in report.found["masks"].remark
    assert "mask turned round" in report.found["masks"].known


def test_a_mask_that_changes_what_it_does_not_hide_is_found_and_not_called_turned() -> None:
    report = examine(NUMPY["layer"][0], causal=True, padded=lambda X, real: 2 * hidden(X, real))
    assert "turned" not in report.found["masks"].remark
    rows = {"shifts": False, "alike": False, "probes": ["masks"]}
    assert examine(NUMPY["layer"][0], padded=lambda X, real: X, **rows).found


def test_masks_of_two_forms_are_compared() -> None:
    class Forms(FunctionSubject):
        forms = ("bool", "float")

        def in_form(self, form: str) -> Subject:
            return FunctionSubject(self._function, padded=lambda X, real: 0 * X)

    report = examine(Forms(lambda X: X, padded=lambda X, real: X), probes="masks")
    assert report.found["masks"].sentence.startswith("With a mask as float and as bool")


def test_a_model_whose_low_precision_is_wrong_is_found() -> None:
    class Coarse(Own):
        def forward(self, X: Any) -> Any:
            return super().forward(X) * (1 if X.dtype == torch.float64 else 1.25)

    assert {"float32", "float16", "bfloat16"} <= set(examine(Coarse(True), causal=True).found)


def test_a_crash_in_low_precision_is_found() -> None:
    class Hiding(Own):
        def forward(self, X: Any) -> Any:
            return super().forward(X).masked_fill(X > 100, -1e9)

    report = examine(Hiding(True), causal=True)
    assert list(report.found) == ["float16"]
    assert "without overflow" in report.found["float16"].sentence
    assert "a number that float16 does not have" in report.found["float16"].known


def test_a_function_that_is_float32_alone_is_compared_in_float32() -> None:
    report = examine(lambda X: np.float32(NUMPY["running mean"][0](X)), causal=True)
    assert report.note.startswith("Compared in float32 (in float64: its own numbers do not become")
    assert report.note.endswith("below 0.0001, it is rounding.")
    report.raise_if_found()


def test_a_module_with_a_cache_is_asked_for_it() -> None:
    def piece(module: Any, X: Any, past: Any) -> Any:
        past = X[:, :0] if past is None else past
        whole = torch.cat([past, X], 1)
        return module(whole)[:, past.shape[1] :], whole

    report = examine(Own(True), causal=True, piece=piece, probes=["cache"])
    assert [one.status for one in report.answers] == ["holds"]
    wrong = examine(
        Own(True), causal=True, piece=lambda module, X, past: (module(X), X), probes=["cache"]
    )
    assert list(wrong.found) == ["cache"]


@pytest.mark.parametrize(
    ("forgets", "remark"),
    [
        (
            lambda words, pieces: words > 1 and pieces > 0,
            "As one piece and word by word, they agree.",
        ),
        (lambda words, pieces: pieces > 1, "As one piece, they agree."),
        (
            lambda words, pieces: words == 1 and pieces > 3,
            "As one piece and in pieces, they agree.",
        ),
        (
            lambda words, pieces: 1 / (words - 2),
            "In pieces, it raises ZeroDivisionError. As one piece, they agree.",
        ),
    ],
    ids=["several words", "the third piece", "the fourth piece", "two words"],
)
def test_a_cache_is_asked_in_three_ways(forgets: Any, remark: str) -> None:
    def piece(X: Any, past: Any) -> Any:
        total, pieces = (0, 0) if past is None else past
        rows = np.cumsum(X, axis=-2) + (0 if forgets(len(X), pieces) else total)
        return rows, (rows[-1], pieces + 1)

    sums = examine(
        lambda X: np.cumsum(X, axis=-2), width=4, causal=True, piece=piece, probes="cache"
    )
    assert sums.found["cache"].remark == remark


def windowed(X: Any, reach: int = 20) -> Any:
    back = np.arange(len(X))[:, None] - np.arange(len(X))
    return attention(X, X, X, causal(X) & (back < reach))[0]


def test_what_begins_late_is_reached_by_longer_texts() -> None:
    adapters = {"causal": True, "other": lambda X: windowed(X, reach=30), "probes": "fused"}
    short, long = examine(windowed, **adapters), examine(windowed, words=64, **adapters)
    assert not short.found
    assert "Texts had 6 words, besides padding." in repr(short)
    assert long.found["fused"].words == 21  # the first text that the shorter window cuts
    assert "in rows 21 to 64 of 64" in long.found["fused"].sentence


def test_a_window_that_no_text_leaves_is_named() -> None:
    module = Own(True)
    module.sliding_window = 128
    assert "It names a window of 128 words, which no text left: words=130?" in repr(examine(module))


def test_what_has_to_be_asked_and_is_not_is_an_error() -> None:
    report = examine(lambda X: X, causal=True)
    report.raise_if_found(asked=["future"])
    with pytest.raises(AssertionError, match="Not asked, although it has to be: cache"):
        report.raise_if_found(asked=["future", "cache"])


def test_nan_that_stands_in_both_runs_is_no_difference_and_is_found() -> None:
    def undefined(X: Any) -> Any:
        return np.where(np.arange(len(X))[:, None] == 3, np.nan, X)

    assert list(examine(undefined, causal=True).found) == ["finite"]
    half = examine(lambda X: X, causal=True, other=undefined, probes="fused").found["fused"]
    assert "are finite in one of the two alone, in row 4 of 6" in half.sentence


@pytest.mark.parametrize(("cut", "finds"), [(True, []), (False, ["neighbours"])])
@pytest.mark.parametrize("shifts", [True, False])
def test_packed_texts_are_asked_for(cut: bool, finds: list[str], shifts: bool) -> None:
    def packed(X: Any, segments: Any) -> Any:
        same = segments[:, None] == segments if cut else True
        return attention(X, X, X, causal(X) & same)[0]

    plain = NUMPY["causal"][0]
    report = examine(plain, causal=True, packed=packed, shifts=shifts, probes="neighbours")
    assert list(report.found) == finds


def test_a_mask_that_is_not_used_is_told_from_one_that_hides_too_little() -> None:
    plain, probes = NUMPY["layer"][0], ["left padding"]
    unused = examine(plain, padded=lambda X, real: plain(X), probes=probes)
    assert "it hides nothing from them" in unused.found["left padding"].remark
    some = np.array([False] + [True] * 7)
    half = examine(plain, padded=lambda X, real: hidden(X, some[: len(X)]), probes=probes)
    assert "hides something from them, but not all" in half.found["left padding"].remark


class Normed(nn.Module):
    """Small numbers, and a norm whose eps hangs on the dtype."""

    def __init__(self) -> None:
        super().__init__()
        self.norm, self.own = nn.RMSNorm(8), Own(True)

    def forward(self, X: Any) -> Any:
        return self.own(self.norm(1e-4 * X))


def test_an_eps_that_hangs_on_the_dtype_is_no_rounding() -> None:
    report = examine(Normed(), causal=True)
    report.raise_if_found(asked=["float32", "float16"])
    assert max(answer.share for answer in report.answers) < NEAREST


class Heads(nn.Module):
    """A module that takes its rows twice."""

    def __init__(self) -> None:
        super().__init__()
        self.attend = nn.MultiheadAttention(8, 2, batch_first=True)

    def forward(self, X: Any, Y: Any) -> Any:
        return self.attend(X, Y, Y, need_weights=False)[0]


def test_a_module_is_asked_with_everything_that_is_told() -> None:
    def exchange(module: Any) -> None:
        packed, last = module.attend.in_proj_weight, module.attend.out_proj.weight
        packed.copy_(torch.cat([part.roll(4, 0) for part in packed.chunk(3)]))
        last.copy_(last.roll(4, 1))

    def slow(module: Any, X: Any) -> Any:
        return torch.cat([module(text[None], text[None]) for text in X])

    adapters = {"call": lambda module, X: module(X, X), "alike": True, "width": 8}
    right = examine(Heads(), exchanged=exchange, other=slow, reference=slow, **adapters)
    right.raise_if_found(asked=["fused", "heads", "reference", "equal rows"])
    wrong = dict.fromkeys(("other", "reference"), lambda module, X: 2 * module(X, X))
    zeros = examine(
        Heads(), exchanged=lambda module: module.attend.out_proj.weight.zero_(), **wrong, **adapters
    )
    assert list(zeros.found) == ["heads", "fused", "reference"]


def test_what_cannot_be_asked_is_said() -> None:
    report = examine(lambda X: X)
    said = {one.probe: one.sentence for one in report.answers if one.status == "not asked"}
    assert said["future"] == "nobody said that it is causal."
    assert said["cache"].startswith("it has no cache")
    assert not report.found


class Nameless(nn.Module):
    """A module whose width nobody knows."""

    def forward(self, X: Any) -> Any:
        return {"rows": X}


UNUSABLE: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "another width": (
        lambda: examine(lambda X: X @ np.eye(5), width=8),
        ValueError,
        r"could not read a text of 6 words.*another width",
    ),
    "a number": (lambda: as_subject(3), TypeError, "a function, a module or a Subject is needed"),
    "a class": (
        lambda: examine(Nameless),
        TypeError,
        "Nameless is a class. Could you give an inst",
    ),
    "no such probe": (
        lambda: examine(lambda X: X, probes="twise"),
        ValueError,
        "each has to be one of twice.*but one is 'twise'",
    ),
    "no bfloat16": (
        lambda: FunctionSubject(lambda X: X).cast("bfloat16"),
        NotAsked,
        "NumPy has no bfloat16",
    ),
    "misspelled": (
        lambda: examine(lambda X: X, causl=True),
        TypeError,
        "causl: a function cannot be told this",
    ),
    "a subject that is told": (
        lambda: examine(FunctionSubject(lambda X: X), causal=True),
        TypeError,
        "causal: a Subject cannot be told this",
    ),
    "no width": (lambda: examine(lambda X: X, width=0), ValueError, "width: how many numbers"),
    "unknown width": (
        lambda: examine(Nameless()),
        TypeError,
        "how many numbers a row of Nameless has is not known. Could you say so with width",
    ),
    "a tuple": (
        lambda: examine(lambda X: attention(X, X, X)),
        ValueError,
        "it returned a tuple of 2 in place of rows. Does it also return weights",
    ),
    "nothing": (lambda: examine(lambda X: None), ValueError, "it returned a NoneType in place of"),
    "a layer": (
        lambda: examine(lambda width=8: Own(True)),
        ValueError,
        "it returned a Own in place of rows. Does it make the layer",
    ),
    "a summary": (
        lambda: examine(lambda X: X.mean(axis=0)),
        ValueError,
        r"A row for each of 6 words is needed, of shape \(1, 6, ...\), but it returned shape \(1, 8\)",
    ),
    "no device": (
        lambda: examine(nn.Linear(4, 4, device="meta")),
        ValueError,
        'the weights of Linear have no numbers yet: they are on the device "meta"',
    ),
    "one word": (lambda: examine(lambda X: X, words=1), ValueError, "words: a whole number of at"),
    "a piece without a past": (
        lambda: examine(lambda X: X, piece=lambda X: X),
        AdapterError,
        r"piece: it has to take 2 arguments, piece\(X, past\)",
    ),
    "a piece that is none": (
        lambda: examine(lambda X: X, piece=3),
        AdapterError,
        "piece: a function is needed, but it is a int",
    ),
    "a piece that returns no past": (
        lambda: examine(lambda X: X, piece=lambda X, past: X),
        AdapterError,
        "piece: two results are needed, the rows and the new past, but it returned a ndarray",
    ),
    "a piece that returns all rows": (
        lambda: examine(lambda X: X, piece=lambda X, past: (np.ones((9, 8)), past)),
        AdapterError,
        r"piece: a row for each of 6 words is needed, padding included, but it returned shape \(9, 8\)",
    ),
    "padding that is cut off": (
        lambda: examine(lambda X: X, padded=lambda X, real: X[real]),
        AdapterError,
        r"padded: a row for each of 8 words is needed, padding included",
    ),
    "weights beside padded rows": (
        lambda: examine(lambda X: X, padded=lambda X, real: (X, real)),
        AdapterError,
        "padded: it returned a tuple of 2 in place of rows",
    ),
    "a call of another layer": (
        lambda: examine(Own(True), call=lambda module: module),
        AdapterError,
        r"call: it has to take 2 arguments, call\(module, X\)",
    ),
    "a dictionary": (
        lambda: examine(Nameless(), width=4),
        ValueError,
        "it returned a dict in place of rows. Could call=... pick them out of it",
    ),
    "three arguments": (
        lambda: examine(lambda Q, K, V: Q),
        ValueError,
        "missing 2 required positional arguments.*a wrapper that takes rows and returns rows",
    ),
}


@pytest.mark.parametrize("misuse", UNUSABLE)
def test_what_cannot_be_examined_gets_one_clear_error(misuse: str) -> None:
    examined, kind, words = UNUSABLE[misuse]
    with pytest.raises(kind, match=words):
        examined()


def test_a_list_of_rows_will_do() -> None:
    examine(lambda X: X.tolist(), causal=True).raise_if_found()


def test_it_is_a_fixture(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["attnprobes.plugin"]\n')
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
    (tmp_path / "my_layers.py").write_text(
        "number = 3\ndef sums(X):\n    return X + X.sum(axis=0)\n"
        "class Needs:\n    def __init__(self, width):\n        pass\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["my_layers:sums", "--causal", "--width", "4"]) == 1
    assert "found      future" in capsys.readouterr().out
    assert main(["my_layers:sums"]) == 0
    capsys.readouterr()
    (tmp_path / "broken.py").write_text("import nothing_of_this_name\n")
    for layer, words in {
        "my_layers": "is not module:object",
        "my_layers:": "is not module:object",
        "my_layers:sum": "my_layers has no sum. Is it sums?",
        "my_layer:sums": "my_layer could not be imported: ModuleNotFoundError",
        "broken:sums": "broken could not be imported: ModuleNotFoundError",
        "my_layers:Needs": "could not make the layer: TypeError.*a function without arguments that",
        "my_layers:number": "a function, a module or a Subject is needed, but it is a int",
    }.items():
        assert main([layer]) == 2
        said = capsys.readouterr()
        assert re.search(words, said.err)
        assert said.err.count("\n") == 1
        assert not said.out
    assert main(["my_layers:sums", "--width", "-1"]) == 2
