"""Recorded results equal those of PyTorch, and replace them if PyTorch is missing."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from course.models import recorded as module
from course.models.recorded import (
    installed_version,
    origin,
    read,
    recorded,
    results_of_all,
    version,
    write,
)

ROOT = Path(__file__).parents[2]
LESSONS = [
    path
    for path in sorted((ROOT / "notebooks").glob("*.ipynb"))
    if "@recorded(" in path.read_text(encoding="utf-8")
]


@recorded(power=[1, 2], sign=[-1, 1])
def powers(power=1, sign=1):  # type: ignore[no-untyped-def]
    return sign * np.array([1.0, 2.0], dtype=np.float32) ** power


@recorded()
def never_computed() -> None:
    pytest.fail("it was computed")


@pytest.fixture
def no_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "installed_version", lambda: None)


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "recorded.json"
    monkeypatch.setattr(module, "RECORD", path)
    return path


def arrays(result: Any) -> Iterator[Any]:
    for part in result if isinstance(result, tuple) else (result,):
        yield np.asarray(part)


@pytest.mark.thorough
def test_the_lessons_compute_what_is_recorded() -> None:
    live, kept = results_of_all(LESSONS), read()
    assert list(live) == list(kept)
    for key, result in live.items():
        for now, then in zip(arrays(result), arrays(kept[key]), strict=True):
            assert now.dtype == then.dtype, key
            if now.dtype.kind == "U":
                assert now == then, key
                continue
            np.testing.assert_allclose(now, then, rtol=1e-5, atol=1e-5, err_msg=key)


def test_two_notebooks_may_not_record_the_same(tmp_path: Path) -> None:
    source = (
        "from course.models.recorded import recorded\n\n@recorded()\ndef twice():\n    return 1"
    )
    cell = {"cell_type": "code", "source": source}
    for name in ("a.ipynb", "b.ipynb"):
        (tmp_path / name).write_text(json.dumps({"cells": [cell]}), encoding="utf-8")
    assert results_of_all([tmp_path / "a.ipynb"]) == {"twice()": 1}
    with pytest.raises(ValueError, match=r"b.ipynb: twice\(\) is recorded by an earlier"):
        results_of_all([tmp_path / "a.ipynb", tmp_path / "b.ipynb"])


def test_magics_are_left_out(tmp_path: Path) -> None:
    marked = "%load_ext checks\nfrom course.models.recorded import recorded\n\n@recorded()\ndef one():\n    return 1"
    sources = [marked, "%%line mha_mask mask\nmask = ..."]
    cells = [{"cell_type": "code", "source": source} for source in sources]
    (tmp_path / "magic.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    assert results_of_all([tmp_path / "magic.ipynb"]) == {"one()": 1}


def test_the_record_was_made_with_the_pinned_torch() -> None:
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert f"torch=={installed_version()}" in pins
    assert version() == module._load(module.RECORD)["torch"]


@pytest.mark.usefixtures("no_torch")
def test_without_torch_the_record_answers_and_nothing_is_computed(record: Path) -> None:
    write({"never_computed()": np.array([1, 2])}, record)
    np.testing.assert_array_equal(never_computed(), [1, 2])


@pytest.mark.usefixtures("no_torch")
def test_without_torch_each_setting_has_its_result(record: Path) -> None:
    write(powers.results(), record)
    np.testing.assert_array_equal(powers(power=2, sign=-1), [-1, -4])
    np.testing.assert_array_equal(powers(), [1, 2])


@pytest.mark.usefixtures("no_torch")
def test_a_setting_that_is_not_recorded_is_named(record: Path) -> None:
    write(powers.results(), record)
    with pytest.raises(
        LookupError, match=r"powers\(power=3, sign=1\) is not recorded.*pip install"
    ):
        powers(3)


def test_with_torch_any_setting_is_computed() -> None:
    np.testing.assert_array_equal(powers(3), [1, 8])


def test_numbers_come_back_exactly(tmp_path: Path) -> None:
    third = np.array([[1 / 3, np.nan], [-0.1, 1e-30]])
    results = {
        "a": third,
        "b": (third.astype(np.float32), third),
        "c": np.array([3, 4]),
        "d": 5,
        "e": ("a < b", third),
    }
    write(results, tmp_path / "kept.json")
    kept = read(tmp_path / "kept.json")
    for key, result in results.items():
        for then, now in zip(arrays(result), arrays(kept[key]), strict=True):
            assert now.dtype == then.dtype
            np.testing.assert_array_equal(now, then)


def test_the_record_is_strict_json_with_a_result_on_each_line(tmp_path: Path) -> None:
    write({"a": np.array([np.nan]), "b": np.array([1.0])}, tmp_path / "kept.json")
    text = (tmp_path / "kept.json").read_text(encoding="utf-8")
    assert "NaN" not in text
    assert len(text.splitlines()) == 4


def test_all_combinations_of_the_settings_are_computed() -> None:
    assert list(powers.results()) == [
        f"powers(power={power}, sign={sign})" for power in (1, 2) for sign in (-1, 1)
    ]


def test_where_results_come_from_is_said_with_the_version(monkeypatch: pytest.MonkeyPatch) -> None:
    here = origin()
    monkeypatch.setattr(module, "installed_version", lambda: None)
    assert f"PyTorch {version()} is installed" in here
    assert f"recorded with PyTorch {version()}" in origin()
