"""The safetensors format: the length of a header, the header in JSON, and the numbers.

Source: https://github.com/huggingface/safetensors, README, "Format".
"""

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

DTYPES = {"F32": "<f4", "I64": "<i8"}


def tensors_of(data: bytes) -> dict[str, NDArray[Any]]:
    """Read the arrays of a safetensors file.

    Raises
    ------
    ValueError
        If it is not such a file, ends early, or has numbers of a type that is not in `DTYPES`.

    Examples
    --------
    >>> header = b'{"x": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}'
    >>> numbers = np.array([1, 2], "<f4").tobytes()
    >>> tensors_of(len(header).to_bytes(8, "little") + header + numbers)["x"]
    array([1., 2.], dtype=float32)
    """
    start = 8 + int.from_bytes(data[:8], "little")
    numbers = memoryview(data)[start:]
    try:
        described = json.loads(data[8:start])
        described.pop("__metadata__", None)
        return {name: _tensor(name, numbers, **own) for name, own in described.items()}
    except _UnknownType:
        raise
    except (ValueError, TypeError, AttributeError) as problem:
        raise ValueError(
            "This is not a whole safetensors file. Was its download cut short?"
        ) from problem


class _UnknownType(ValueError):
    """Numbers of a type that cannot be read here."""


def _tensor(
    name: str, numbers: memoryview, dtype: str, shape: list[int], data_offsets: tuple[int, int]
) -> NDArray[Any]:
    if dtype not in DTYPES:
        raise _UnknownType(
            f"The tensor {name} has numbers of type {dtype}, and only {', '.join(DTYPES)} are "
            "understood here."
        )
    return np.frombuffer(numbers[slice(*data_offsets)], DTYPES[dtype]).reshape(shape)
