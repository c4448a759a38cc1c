"""Ten patients: each has one wrong line, is found by some probes only, and can be repaired."""

import re
from typing import Any

import numpy as np
import pytest

from attnlib.relative_positions import rotate
from course.clinic import (
    CASES,
    KINDS,
    PROBES,
    Case,
    cat_sentence,
    compiled,
    expectation,
    patients,
    random_weights,
    record,
    slow_layer,
)
from course.models.learning.induction import BUGS

rng = np.random.default_rng(3)
X, W = rng.normal(size=(7, 12)), random_weights(12, 3, rng)
every_case = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])


@every_case
def test_patients_run_with_everything_that_a_layer_takes(case: Case) -> None:
    output, past = case.layer(X[:4], W)
    assert (output.shape, past[0].shape, past[1].shape) == ((4, 12), (3, 4, 4), (3, 4, 4))
    output, past = case.layer(X[4:], W, past, np.array([False] + [True] * 6))
    assert (output.shape, past[0].shape, past[1].shape) == ((3, 12), (3, 7, 4), (3, 7, 4))


@every_case
def test_one_repaired_line_heals_a_patient(case: Case) -> None:
    assert case.code.count(case.wrong) == 1
    assert not [name for name, probe in PROBES.items() if probe(case.repaired()).found]


@every_case
def test_a_repaired_patient_computes_what_the_slow_loops_do(case: Case) -> None:
    layer = case.repaired()
    np.testing.assert_allclose(layer(X, W)[0], slow_layer(X, W), atol=1e-12)
    output, past = layer(X[:3], W)
    outputs = [output]
    for row in X[3:]:
        output, past = layer(row[None], W, past)
        outputs.append(output)
    np.testing.assert_allclose(np.vstack(outputs), slow_layer(X, W), atol=1e-12)


@every_case
def test_the_code_that_is_shown_is_the_code_that_runs(case: Case) -> None:
    assert case.code.startswith("def layer(X, W, past=None, real=None):\n    ")
    shown = compiled(case.code)
    past = shown(X[:3], W)[1]
    if case.name != "dropout outside training":
        expected = case.layer(X[3:], W, case.layer(X[:3], W)[1])[0]
        np.testing.assert_array_equal(shown(X[3:], W, past)[0], expected)


@every_case
def test_a_patient_is_short_and_has_no_comments(case: Case) -> None:
    assert len(case.code.splitlines()) <= 18
    assert max(map(len, case.code.splitlines())) <= 100
    assert "#" not in case.code


@every_case
def test_a_file_names_a_public_source(case: Case) -> None:
    one = r"[\w.-]+/[\w.-]+, (issue|pull request) \d+"
    assert re.fullmatch(f"{one}(; {one})*", case.source)
    assert all((case.complaint, case.symptom, case.hidden, case.name, case.evidence))
    assert len(case.links) == case.source.count(";") + 1


def test_the_files_say_how_many_sources_report_a_bug_that_harmed_somebody() -> None:
    kinds = [case.kind for case in CASES]
    counted = {kind: kinds.count(kind) for kind in KINDS}
    assert counted == {"bug": 5, "teaching": 2, "no effect": 1, "documentation": 1, "slip": 1}


def test_bugs_that_lesson_10_trains_have_the_same_name_there() -> None:
    trained = {case.name for case in CASES if case.trained}
    assert trained == {case.name for case in CASES} & BUGS.keys()
    assert len(trained) == 3


@every_case
@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64])
def test_a_cache_keeps_the_type_of_the_rows(case: Case, kind: type) -> None:
    weights = W._replace(**{name: getattr(W, name).astype(kind) for name in "qkvo"})
    assert {rows.dtype for rows in case.layer(X.astype(kind), weights)[1]} == {np.dtype(kind)}


@every_case
@pytest.mark.parametrize("kind", [np.float16, np.float64])
def test_float16_finds_one_patient_whatever_type_rotate_returns(
    case: Case, kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patients, "rotate", lambda *args, **kw: rotate(*args, **kw).astype(kind))
    assert PROBES["float16"](case.layer).found is (case.complaint == "nan after weeks")
    assert not PROBES["float16"](case.repaired()).found


def test_four_patients_compute_in_training_what_they_should() -> None:
    alike = [case.name for case in CASES if np.allclose(case.layer(X, W)[0], slow_layer(X, W))]
    assert alike == [
        "causal mask at the top left",
        "positions restart with the cache",
        "padding hidden on the wrong axis",
        "float16 overflows before it is scaled",
    ]


def test_padding_at_the_end_hides_the_wrong_axis() -> None:
    (case,) = (case for case in CASES if case.name == "padding hidden on the wrong axis")
    real = np.array([True] * 5 + [False] * 2)
    np.testing.assert_allclose(case.layer(X, W, real=real)[0][:5], slow_layer(X, W)[:5])


def test_files_have_names_of_their_own() -> None:
    assert len(CASES) == 10
    for field in ("complaint", "name", "symptom", "layer", "hidden"):
        assert len({getattr(case, field) for case in CASES}) == 10


def test_every_bug_is_found_by_some_probes_and_not_by_all() -> None:
    found = record()
    assert all(0 < len(probes) < len(PROBES) for probes in found.values())
    assert {probe for probes in found.values() for probe in probes} == set(PROBES)


def test_the_record_does_not_depend_on_dice() -> None:
    assert record() == record()


def test_verdicts_say_what_was_measured() -> None:
    top_left, *_ = CASES
    verdict = PROBES["cache"](top_left.layer)
    assert verdict.found
    assert f"{verdict.number:.2g}" in verdict.sentence
    assert PROBES["future"](top_left.layer).sentence.endswith("the rows agree.")


def test_nan_is_a_finding() -> None:
    def spoilt(X: Any, W: Any, past: Any = None, real: Any = None) -> Any:
        return X * np.nan, None

    assert all(probe(spoilt).found for name, probe in PROBES.items() if name != "cache")


@pytest.mark.parametrize("name", PROBES)
def test_probes_say_what_a_right_layer_does(name: str) -> None:
    assert expectation(name).endswith(".")


def test_it_finds_the_cat() -> None:
    words, rows, weights = cat_sentence()
    changed = (slow_layer(rows, weights) - rows)[words.index("it")]
    np.testing.assert_allclose(changed[:2], [0.11, 0.81], atol=0.005)
    np.testing.assert_array_less(abs(changed[2:]), 0.02)
