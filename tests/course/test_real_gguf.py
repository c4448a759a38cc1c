"""GGUF files: values and tensors are read as the format says, and damaged files are refused."""

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attnlib.shapes import Floats
from course.models.real import gguf

F32, Q4_1, Q8_0 = 0, 3, 8
TEXT, LIST = 8, 9
Tensors = dict[str, tuple[list[int], int, bytes]]  # name: shape, kind, bytes


def text(words: str) -> bytes:
    return struct.pack("<Q", len(words.encode())) + words.encode()


def value(kind: int, found: Any) -> bytes:
    """Write a value without its kind; a list is given as the kind of its elements and itself."""
    if kind == TEXT:
        return text(found)
    if kind == LIST:
        of, elements = found
        return struct.pack("<IQ", of, len(elements)) + b"".join(value(of, one) for one in elements)
    return struct.pack(f"<{gguf.NUMBERS[kind]}", found)


def written(
    values: dict[str, tuple[int, Any]], tensors: Tensors, alignment: int = 32, version: int = 3
) -> bytes:
    """Write a GGUF file by hand."""
    described, numbers = b"", b""
    for name, (shape, kind, data) in tensors.items():
        numbers += b"\xff" * (-len(numbers) % alignment)
        described += text(name) + struct.pack("<I", len(shape))
        described += struct.pack(f"<{len(shape)}Q", *reversed(shape))
        described += struct.pack("<IQ", kind, len(numbers))
        numbers += data
    said = b"".join(
        text(name) + struct.pack("<I", own[0]) + value(*own) for name, own in values.items()
    )
    head = b"GGUF" + struct.pack("<IQQ", version, len(tensors), len(values)) + said + described
    return head + b"\xff" * (-len(head) % alignment) + numbers


VALUES: dict[str, tuple[int, Any]] = {
    "general.name": (TEXT, "Größe ½"),
    "llama.block_count": (4, 30),
    "llama.rope.freq_base": (6, 100000.0),
    "tokenizer.add_space": (7, False),
    "a long number": (10, 2**60),
    "a negative one": (5, -7),
    "tokenizer.tokens": (LIST, (TEXT, ["Ġthe", "", "猫"])),
    "nested": (LIST, (LIST, [(4, [1, 2]), (4, [])])),
}


def drawn(shape: list[int], kind: int, seed: int = 0) -> tuple[list[int], int, bytes]:
    """Draw the bytes of a tensor."""
    rng = np.random.default_rng(seed)
    count = int(np.prod(shape))
    if kind == F32:
        return shape, kind, rng.normal(size=count).astype("<f4").tobytes()
    halves, rest = {Q4_1: (2, 16), Q8_0: (1, 32)}[kind]
    blocks = (
        rng.normal(size=halves).astype("<f2").tobytes() + rng.bytes(rest)
        for _ in range(count // 32)
    )
    return shape, kind, b"".join(blocks)


TENSORS: Tensors = {
    "norm.weight": drawn([3], F32),
    "blk.0.attn_q.weight": drawn([2, 96], Q4_1),
    "token_embd.weight": drawn([3, 2, 32], Q8_0),
}


def read(tmp_path: Path, data: bytes) -> gguf.File:
    path = tmp_path / "model.gguf"
    path.write_bytes(data)
    return gguf.read(path)


def unpacked_one_by_one(kind: int, data: bytes) -> list[float]:
    """Unpack as the format's documentation says, a number at a time."""
    found: list[float] = []
    size = {F32: 4, Q4_1: 20, Q8_0: 34}[kind]
    for block in (data[i : i + size] for i in range(0, len(data), size)):
        if kind == F32:
            found += struct.unpack("<f", block)
        elif kind == Q8_0:
            (scale,), integers = struct.unpack("<e", block[:2]), struct.unpack("<32b", block[2:])
            found += [scale * integer for integer in integers]
        else:
            scale, least = struct.unpack("<ee", block[:4])
            found += [scale * (byte % 16) + least for byte in block[4:]]
            found += [scale * (byte // 16) + least for byte in block[4:]]
    return found


@pytest.mark.parametrize("version", gguf.VERSIONS)
@pytest.mark.parametrize("alignment", [32, 128])
def test_values_and_tensors_are_read(version: int, alignment: int, tmp_path: Path) -> None:
    values = VALUES | {"general.alignment": (4, alignment)}
    found = read(tmp_path, written(values, TENSORS, alignment, version))
    plain = {name: own[1] for name, own in values.items()}
    assert found.values == plain | {"tokenizer.tokens": ["Ġthe", "", "猫"], "nested": [[1, 2], []]}
    assert list(found.tensors) == list(TENSORS)
    for name, (shape, kind, data) in TENSORS.items():
        tensor: Floats = found.tensors[name]
        assert tensor.dtype == np.float32
        assert list(tensor.shape) == shape
        np.testing.assert_allclose(tensor.ravel(), unpacked_one_by_one(kind, data), atol=1e-5)


def test_another_function_may_unpack_the_blocks_of_four_bits(tmp_path: Path) -> None:
    asked = []

    def zeros(blocks: gguf.Bytes) -> Floats:
        asked.append(blocks.shape)
        return np.zeros((len(blocks), 32))

    path = tmp_path / "model.gguf"
    path.write_bytes(written(VALUES, TENSORS))
    usual, found = gguf.read(path).tensors, gguf.read(path, zeros).tensors
    assert asked == [(6, 20)]
    tensor = found.pop("blk.0.attn_q.weight")
    assert (tensor.dtype, tensor.shape, tensor.any()) == (np.float32, (2, 96), False)
    for name, tensor in found.items():
        np.testing.assert_array_equal(tensor, usual[name])


def test_the_alignment_is_32_where_nothing_is_said(tmp_path: Path) -> None:
    found = read(tmp_path, written(VALUES, TENSORS))
    np.testing.assert_array_equal(
        found.tensors["norm.weight"], np.frombuffer(TENSORS["norm.weight"][2], "<f4")
    )


def test_a_file_may_be_changed_once_it_is_read(tmp_path: Path) -> None:
    found = read(tmp_path, written(VALUES, TENSORS))
    with (tmp_path / "model.gguf").open("r+b") as file:
        file.write(bytes((tmp_path / "model.gguf").stat().st_size))
    for name, (_, kind, data) in TENSORS.items():
        numbers = unpacked_one_by_one(kind, data)
        np.testing.assert_allclose(found.tensors[name].ravel(), numbers, atol=1e-5)


@pytest.mark.parametrize("data", [b"", b"GG", b"PK\x03\x04 a zip", written({}, {}, version=1)])
def test_another_file_is_refused(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match=r"^model\.gguf should be a GGUF file of version 2 or 3, but"
    ):
        read(tmp_path, data)


def test_a_file_that_is_cut_anywhere_is_refused(tmp_path: Path) -> None:
    whole = written(VALUES, TENSORS)
    for size in range(8, len(whole), 7):
        with pytest.raises(
            ValueError, match=r"^model\.gguf ends early. Was the download cut short"
        ):
            read(tmp_path, whole[:size])
    read(tmp_path, whole)


def test_what_is_not_understood_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"tensor x is stored as kind 2 .*F32, Q4_1, Q8_0"):
        read(tmp_path, written({}, {"x": ([32], 2, bytes(18))}))
    odd = written({"x": (4, 1)}, {}).replace(text("x") + b"\x04", text("x") + b"\x63")
    with pytest.raises(ValueError, match="A value of kind 99 is not part of GGUF"):
        read(tmp_path, odd)
