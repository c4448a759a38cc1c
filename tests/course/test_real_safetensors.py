"""Safetensors files are read as the package of this name reads them, and damaged ones are refused."""

import json
from typing import Any

import numpy as np
import pytest

from course.models.real.safetensors import tensors_of


def written(described: Any, numbers: bytes = b"", padding: int = 0) -> bytes:
    header = json.dumps(described).encode() + b" " * padding
    return len(header).to_bytes(8, "little") + header + numbers


def of(dtype: str, shape: list[int], first: int, end: int) -> dict[str, Any]:
    return {"dtype": dtype, "shape": shape, "data_offsets": [first, end]}


def test_tensors_are_found_where_the_header_says() -> None:
    matrix, places = np.arange(6, dtype="<f4").reshape(2, 3), np.array([7, -1], "<i8")
    described = {
        "__metadata__": {"format": "pt"},
        "places": of("I64", [2], 24, 40),
        "matrix": of("F32", [2, 3], 0, 24),
        "number": of("F32", [], 0, 4),
        "nothing": of("F32", [0, 3], 24, 24),
    }
    data = written(described, matrix.tobytes() + places.tobytes(), padding=5)
    found = tensors_of(data)
    assert list(found) == ["places", "matrix", "number", "nothing"]
    np.testing.assert_array_equal(found["matrix"], matrix)
    np.testing.assert_array_equal(found["places"], places)
    assert found["number"].shape == ()
    assert found["nothing"].shape == (0, 3)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"short",
        written({})[:-1],
        b"PK\x03\x04 this is a zip",
        written([1]),
        written({"x": of("F32", [2], 0, 8)}, bytes(4)),  # cut short
        written({"x": of("F32", [3], 0, 8)}, bytes(8)),
        written({"x": {"dtype": "F32"}}),
    ],
)
def test_a_damaged_file_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a whole safetensors file"):
        tensors_of(data)


def test_numbers_that_are_not_understood_are_named() -> None:
    with pytest.raises(
        ValueError, match="The tensor x has numbers of type BF16, and only F32, I64"
    ):
        tensors_of(written({"x": of("BF16", [2], 0, 4)}, bytes(4)))


@pytest.mark.thorough
def test_the_package_of_this_name_reads_and_writes_the_same() -> None:
    from safetensors.numpy import save

    rng = np.random.default_rng(0)
    tensors = {
        f"layer.{i}": rng.normal(size=rng.integers(0, 5, size=i % 4)).astype(np.float32)
        for i in range(20)
    }
    tensors["places"] = rng.integers(-9, 9, size=7)
    found = tensors_of(save(tensors, {"format": "np"}))
    assert found.keys() == tensors.keys()
    for name, tensor in tensors.items():
        np.testing.assert_array_equal(found[name], tensor)
        assert found[name].dtype == tensor.dtype
