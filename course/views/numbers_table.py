"""The numbers of a figure as a small HTML table, for screen readers and where no figure is kept."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats
from course.views.drawing import header, plain_cell, table
from course.views.sentence import fixed, short

ALL_DIGITS = 17  # digits of a float


def numbers_table(
    about: str, corner: str, columns: Sequence[str], rows: Mapping[str, Sequence[str]]
) -> str:
    """Write a table of texts with a caption and headers.

    Parameters
    ----------
    about : str
        The caption.
    corner : str
        What the columns stand for, written above the names of the rows.
    columns : sequence of m str
    rows : mapping from name to sequence of m str

    Returns
    -------
    str

    Examples
    --------
    >>> html = numbers_table("Growth", "n", ["1", "2"], {"slow": ["0.1", "0.2"]})
    >>> html.count("<th scope="), html.count("<td ")
    (4, 2)
    """
    heads = [header(text, "col") for text in [corner, *columns]]
    body = [[header(name, "row"), *map(plain_cell, texts)] for name, texts in rows.items()]
    return table(about, heads, body)


def decimals_of(values: ArrayLike, digits: int = 3) -> int:
    """Choose the decimals that give the largest of some numbers this many digits.

    >>> decimals_of([0.5, 12.0]), decimals_of([20480.0]), decimals_of([0.0])
    (1, 0, 2)
    """
    sizes = np.abs(values)
    largest = float(sizes[np.isfinite(sizes)].max(initial=0)) or 1.0
    return max(0, digits - 1 - int(np.floor(np.log10(largest))))


def all_fixed(values: ArrayLike, digits: int = 3) -> list[str]:
    """Write numbers with the same decimals, chosen by the digits of the largest.

    >>> all_fixed([0.123456, 12])
    ['0.1', '12.0']
    """
    decimals = decimals_of(values, digits)
    return [fixed(value, decimals) for value in np.ravel(values)]


def all_short(values: Sequence[float] | Floats) -> list[str]:
    """Write numbers short, but so that different numbers still differ.

    >>> all_short([1, 2.5]), all_short([100.001, 100.002])
    (['1', '2.5'], ['100.001', '100.002'])
    """
    texts = [short(value) for value in values]
    digits = 3
    while len(set(texts)) < len(texts) and digits < ALL_DIGITS:
        digits += 1
        texts = all_fixed(values, digits)
    return texts


def evenly(count: int, most: int) -> list[int]:
    """Pick a limited number of places in a row, including the first and the last.

    >>> evenly(9, 5), evenly(3, 5)
    ([0, 2, 4, 6, 8], [0, 1, 2])
    """
    return [int(place) for place in np.linspace(0, count - 1, min(count, most)).round()]
