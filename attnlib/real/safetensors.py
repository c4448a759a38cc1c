"""The safetensors format: the length of a header, the header in JSON, and the numbers.

Source: https://github.com/huggingface/safetensors, README, "Format".
"""

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

DTYPES = {"F32": "<f4", "I64": "<i8"}


def tensors_of(data: bytes) -> dict[str, NDArray[Any]]:
    """Read the arrays of a safetensors file: the length of a header, the header in JSON, numbers.

    Examples
    --------
    >>> header = b'{"x": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}'
    >>> numbers = np.array([1, 2], "<f4").tobytes()
    >>> tensors_of(len(header).to_bytes(8, "little") + header + numbers)["x"]
    array([1., 2.], dtype=float32)
    """
    start = 8 + int.from_bytes(data[:8], "little")
    described = json.loads(data[8:start])
    described.pop("__metadata__", None)
    tensors = {}
    for name, tensor in described.items():
        first, end = (start + offset for offset in tensor["data_offsets"])
        numbers = np.frombuffer(data[first:end], DTYPES[tensor["dtype"]])
        tensors[name] = numbers.reshape(tensor["shape"])
    return tensors
