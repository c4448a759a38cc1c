"""The checkpoints of the small model of lesson 11, packed for the front page."""

import json
from base64 import b64encode
from pathlib import Path

import numpy as np

from attnlib.shapes import Floats
from course.models.learning import trained, twins
from course.models.learning.training import Parameters
from course.views.word_paints import paints

BITS = np.int8  # with a sign


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


def packed(parameters: Parameters, bits: type[np.signedinteger] = BITS) -> bytes:
    """Give for each array its scales in float32, and its numbers in whole numbers of 8 or 16 bits."""
    return b"".join(
        part.tobytes() for array in parameters.values() for part in _rounded(array, bits)
    )


def rounded(parameters: Parameters, bits: type[np.signedinteger] = BITS) -> Parameters:
    """Give the numbers that the page computes with.

    >>> rounded({"b_1": np.array([1.0, -0.5])})["b_1"].round(4)
    array([ 1.    , -0.5039])
    """
    pairs = {name: _rounded(array, bits) for name, array in parameters.items()}
    return {name: scales.astype(np.float64) * small for name, (scales, small) in pairs.items()}


def _rounded(array: Floats, bits: type[np.signedinteger]) -> tuple[Floats, Floats]:
    """Round to 127 steps (of 8 bits) on either side of zero, in each column by its largest number."""
    steps, largest = np.iinfo(bits).max, np.abs(array).max(axis=0 if array.ndim > 1 else None)
    scales = (np.where(largest, largest, 1) / steps).astype("<f4")
    return scales, np.round(array / scales).clip(-steps, steps).astype(bits)
