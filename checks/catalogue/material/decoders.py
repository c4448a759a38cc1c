"""Small decoders to write with: their predictions depend on all words read, and on their order.

The cache is a tuple of these words. So if a text is started again, or a word is left out, the text
continues differently.
"""

from typing import Any

import numpy as np

V = 9


def waves(token: Any, cache: Any) -> Any:
    """One step of a decoder; its logits are waves that each word read makes higher or lower."""
    words = (*(cache or ()), int(token))
    heights = [np.sin((place + 2) * (word + 1) + np.arange(V)) for place, word in enumerate(words)]
    return np.sum(heights, axis=0), words


def circle(token: Any, cache: Any) -> Any:
    """After the first word w, the likeliest is w + 2, after the second w + 3, and so on (modulo 9)."""
    words = (*(cache or ()), int(token))
    return np.cos(np.arange(V) - (words[-1] + 1 + len(words)) % V), words


def unmoved(token: Any, cache: Any) -> Any:
    """The logits are always -5, 3 and -2, whichever words were read."""
    return np.array([-5.0, 3.0, -2.0]), None


def telling(token: Any, cache: Any) -> Any:
    """After nearly every text another word is the likeliest, one of a thousand."""
    words = (*(cache or ()), int(token))
    number = sum((place + 3) ** 3 * (word + 5) ** 2 for place, word in enumerate(words)) % 997
    return np.cos(np.arange(997) - number), words


def below_zero(token: Any, cache: Any) -> Any:
    """One step of a decoder; all its logits are negative, and the sum of all words read decides."""
    words = (*(cache or ()), int(token))
    return -10.0 - np.abs(np.arange(V) - (3 * sum(words) + len(words)) % V), words
