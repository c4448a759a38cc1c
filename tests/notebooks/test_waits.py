"""Lesson 12 quotes what its view of the wait for memory computes."""

from pathlib import Path

import pytest

from attnlib.long_context import cache_bytes
from coursetools.notebook import read_notebook

LECTURE = Path(__file__).parents[2] / "notebooks" / "12_generation.ipynb"
TOLD = " ".join(" ".join(cell.source for cell in read_notebook(LECTURE).cells).split())
WEIGHTS = 2 * 70_600_000_000 / 3350e6  # milliseconds


def cache(words: int, kv_heads: int = 8) -> float:
    """The milliseconds to read the cache of a text."""
    return cache_bytes(80, kv_heads, 128, words) / 3350e6


def steps(words: int) -> list[str]:
    """The milliseconds of a step that writes 1 text, and of one that writes 64."""
    return [f"{WEIGHTS + texts * cache(words):.0f}" for texts in (1, 64)]


@pytest.mark.parametrize(
    "quote",
    [
        "After 5,000 words, a step takes {} ms for one text and {} for 64".format(*steps(5000)),
        "After 100,000 it takes {} and {}".format(*steps(100_000)),
        f"pays {WEIGHTS / 64:.1f}".replace("0.", ".") + " ms for the weights",
        f"but {cache(100_000):.1f} for its cache",
        f"overtakes the weights after {WEIGHTS / cache(1000, 64):.0f},000 words",
        f"does not happen before {WEIGHTS / cache(1000):.0f},000 words",
    ],
)
def test_the_lecture_quotes_the_view(quote: str) -> None:
    assert quote in TOLD
