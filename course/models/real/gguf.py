"""GGUF, the format in which llama.cpp and its relatives keep a model: named values, then tensors.

A number takes 4 or 8 bits in it: blocks of 32 share a scale. Source:
https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, and for the blocks `ggml-quants.c` there.
"""

import struct
from collections.abc import Callable, Mapping
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from attnlib.shapes import Floats

Bytes = NDArray[np.uint8]
Unpacking = Callable[[Bytes], Floats]  # (n, size) to (n, numbers): what n blocks hold

VERSIONS = (2, 3)  # what lies in them is laid out in the same way
NUMBERS = dict(zip((0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12), "BbHhIif?Qqd", strict=True))
TEXT, LIST = 8, 9  # the kinds of values that are not one number
ALIGNMENT = 32  # of tensors, where the file does not name another


class File(NamedTuple):
    """What a GGUF file holds."""

    values: dict[str, Any]  # such as "llama.block_count", and the vocabulary
    tensors: dict[str, Floats]  # in float32; a matrix is (out, in)


class Kind(NamedTuple):
    """A way to store numbers: so many in a block of so many bytes."""

    numbers: int
    size: int
    unpacked: Unpacking


def read(path: Path, unpack_fours: Unpacking | None = None) -> File:
    """Read a GGUF file. All tensors become float32, whatever they are stored as.

    Parameters
    ----------
    path : Path
    unpack_fours : callable, optional
        What unpacks the blocks of kind Q4_1, such as a learner's own function. Default: `fours`.

    Raises
    ------
    ValueError
        If it is not such a file, or ends early, or stores numbers in a way that is not in `KINDS`.
    OSError
        If it cannot be opened.
    """
    with path.open("rb") as file:
        start = file.read(8)
    if start[:4] != b"GGUF" or int.from_bytes(start[4:], "little") not in VERSIONS:
        raise ValueError(
            f"{path.name} should be a GGUF file of version 2 or 3, but it starts with {start!r}. "
            "Is it another file?"
        )
    kinds = KINDS | {Q4_1: KINDS[Q4_1]._replace(unpacked=unpack_fours or fours)}
    try:
        return _contents(np.memmap(path, np.uint8, "r"), kinds)
    except (struct.error, _EndsEarly):
        raise ValueError(f"{path.name} ends early. Was the download cut short?") from None


def eights(blocks: Bytes) -> Floats:
    """Unpack blocks of kind Q8_0: a scale in float16, and 32 integers from -127 to 127.

    Parameters
    ----------
    blocks : (..., 34) of uint8

    Returns
    -------
    (..., 32) of float32
        scale * integer.

    Examples
    --------
    >>> block = np.float16(0.5).tobytes() + bytes([1, 2, 255] + 29 * [0])
    >>> eights(np.frombuffer(block, np.uint8))[:4]
    array([ 0.5,  1. , -0.5,  0. ], dtype=float32)
    """
    numbers: Floats = _halves(blocks, 0) * blocks[..., 2:].view(np.int8)
    return numbers


def fours(blocks: Bytes) -> Floats:
    """Unpack blocks of kind Q4_1: a scale and a minimum in float16, and 32 integers from 0 to 15.

    A byte holds two integers: the lower half of byte i is the i-th, and its upper half the
    (i + 16)-th.

    Parameters
    ----------
    blocks : (..., 20) of uint8

    Returns
    -------
    (..., 32) of float32
        scale * integer + minimum.

    Examples
    --------
    >>> block = np.array([0.5, -1], "<f2").tobytes() + bytes([0x21] + 15 * [0])
    >>> fours(np.frombuffer(block, np.uint8))[[0, 16, 1]]
    array([-0.5,  0. , -1. ], dtype=float32)
    """
    packed = blocks[..., 4:]
    integers = np.concatenate([packed & 15, packed >> 4], axis=-1)
    numbers: Floats = _halves(blocks, 0) * integers + _halves(blocks, 2)
    return numbers


def _halves(blocks: Bytes, first: int) -> Floats:
    """Read the float16 that each block has at a place, as float32 (..., 1)."""
    halves: Floats = blocks[..., first : first + 2].copy().view("<f2").astype(np.float32)
    return halves


F32, Q4_1, Q8_0 = 0, 3, 8
KINDS = {
    F32: Kind(1, 4, lambda numbers: numbers.view("<f4").astype(np.float32)),
    Q4_1: Kind(32, 20, fours),
    Q8_0: Kind(32, 34, eights),
}
"""The kinds of numbers that are understood here, by their number in the file."""


class _EndsEarly(Exception):
    """More was announced than the file holds."""


class _Cursor:
    """A place in the file that moves on with what is read."""

    def __init__(self, raw: Bytes, place: int) -> None:
        self.raw, self.place = raw.data, place

    def bytes(self, count: int) -> memoryview:
        taken = self.raw[self.place : self.place + count]
        if len(taken) < count:
            raise _EndsEarly
        self.place += count
        return taken

    def number(self, kind: str = "Q") -> Any:
        (number,) = struct.unpack(f"<{kind}", self.bytes(struct.calcsize(kind)))
        return number

    def text(self) -> str:
        return str(self.bytes(self.number()), "utf-8")

    def value(self) -> Any:
        return self.value_of(self.number("I"))

    def value_of(self, kind: int) -> Any:
        if kind == TEXT:
            return self.text()
        if kind == LIST:
            kind, count = self.number("I"), self.number()
            return [self.value_of(kind) for _ in range(count)]
        if kind not in NUMBERS:
            raise ValueError(f"A value of kind {kind} is not part of GGUF. Is the file damaged?")
        return self.number(NUMBERS[kind])

    def tensor(self) -> tuple[str, list[int], int, int]:
        """Read what is said of a tensor: name, shape, kind and place. The file has shapes reversed."""
        name = self.text()
        shape = [self.number() for _ in range(self.number("I"))][::-1]
        return name, shape, self.number("I"), self.number()


def _contents(raw: Bytes, kinds: Mapping[int, Kind]) -> File:
    cursor = _Cursor(raw, place=8)
    num_tensors, num_values = cursor.number(), cursor.number()
    values = {cursor.text(): cursor.value() for _ in range(num_values)}
    described = [cursor.tensor() for _ in range(num_tensors)]
    alignment = values.get("general.alignment", ALIGNMENT)
    start = -(-cursor.place // alignment) * alignment
    return File(
        values,
        {
            name: _tensor(_Cursor(raw, start + offset), name, shape, kind, kinds)
            for name, shape, kind, offset in described
        },
    )


def _tensor(
    cursor: _Cursor, name: str, shape: list[int], kind: int, kinds: Mapping[int, Kind]
) -> Floats:
    if kind not in kinds:
        raise ValueError(
            f"The tensor {name} is stored as kind {kind} of GGUF, and only {sorted(kinds)} "
            "(F32, Q4_1, Q8_0) are understood here. Is there a file with one of them?"
        )
    numbers, size, unpacked = kinds[kind]
    blocks = np.frombuffer(cursor.bytes(prod(shape) // numbers * size), np.uint8)
    found = unpacked(blocks.reshape(-1, size)).reshape(shape)
    tensor: Floats = found.astype(np.float32, copy=False)
    return tensor
