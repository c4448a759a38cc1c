"""The checkpoints of the small model of lesson 10, packed for the front page."""

import json
from base64 import b64encode
from pathlib import Path

import numpy as np

from attnlib.learning import trained, twins
from attnlib.learning.training import Parameters
from attnlib.shapes import Floats
from attnlib.view.word_paints import paints

LARGEST = 127  # of 8 bits with a sign


def write_film(path: Path) -> None:
    """Write a classic script that hands over all checkpoints and the words that the model knows."""
    checkpoints = trained.twins_film().checkpoints
    film = {
        "vocabulary": twins.VOCABULARY,
        "colours": [paints([word])[0].colour for word in twins.VOCABULARY],
        "shapes": {name: array.shape for name, array in checkpoints[0].parameters.items()},
        "checkpoints": [
            {"step": step, "packed": b64encode(packed(parameters)).decode()}
            for step, parameters in checkpoints
        ],
    }
    path.write_text(f"const film = {json.dumps(film)};\n", encoding="utf-8")


def packed(parameters: Parameters) -> bytes:
    """Give for each array its scales in float32, and its numbers in 8 bits."""
    return b"".join(part.tobytes() for array in parameters.values() for part in _rounded(array))


def rounded(parameters: Parameters) -> Parameters:
    """Give the numbers that the page computes with.

    >>> rounded({"b_1": np.array([1.0, -0.5])})["b_1"].round(4)
    array([ 1.    , -0.5039])
    """
    pairs = {name: _rounded(array) for name, array in parameters.items()}
    return {name: scales.astype(np.float64) * small for name, (scales, small) in pairs.items()}


def _rounded(array: Floats) -> tuple[Floats, Floats]:
    """Round to 127 steps on either side of zero, in each column of a matrix by its largest number."""
    largest = np.abs(array).max(axis=0 if array.ndim > 1 else None)
    scales = (np.where(largest, largest, 1) / LARGEST).astype("<f4")
    return scales, np.round(array / scales).clip(-LARGEST, LARGEST).astype(np.int8)
