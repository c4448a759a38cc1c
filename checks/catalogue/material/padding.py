"""Lengths of sentences that padding fills up."""

from typing import Any

import numpy as np


def some_lengths(rng: np.random.Generator, sentences: int, n: int) -> Any:
    """Draw lengths of sentences, all different and shorter than n."""
    return rng.permutation(np.arange(1, n))[:sentences]


def lengths_fit(lengths: Any, n: int) -> bool:
    """Check that each sentence has from 1 to n real tokens."""
    return lengths.dtype.kind == "i" and bool(((lengths >= 1) & (lengths <= n)).all())


def _all_lengths(rng: np.random.Generator, n: int) -> Any:
    return rng.permutation(n) + 1


LENGTHS = {
    "2 sentences of up to 5 tokens": {"sentences": 2, "n": 5},
    "3 sentences of up to 4 tokens": {"sentences": 3, "n": 4},
    "4 sentences, filled up to 4 tokens": {"lengths": _all_lengths, "n": 4},
    "a single sentence": {"sentences": 1, "n": 4},
    "2 sentences without padding": {"lengths": np.array([3, 3]), "n": 3},
}
"""The cases of tasks that take `lengths` and `n`, in the words that learners see."""
