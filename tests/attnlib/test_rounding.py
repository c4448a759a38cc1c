"""bfloat16: the numbers of PyTorch, and what it does to the angles of RoPE."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from attnlib.positions import frequencies
from attnlib.rounding import to_bfloat16

Rounding = Callable[[Any], Any]


def test_a_number_between_two_goes_to_the_even_one() -> None:
    assert to_bfloat16([257, 258, 259, -257, 1 + 1 / 256, 1 + 3 / 256]).tolist() == [
        *(256, 258, 260, -256),
        *(1, 1 + 1 / 64),
    ]


def test_the_ends_of_the_range() -> None:
    assert to_bfloat16([3.38e38, 3.4e38, -1e300, np.inf, 0]).tolist()[1:] == [
        *(np.inf, -np.inf),
        *(np.inf, 0),
    ]
    assert np.isfinite(to_bfloat16(3.38e38))
    assert np.isnan(to_bfloat16(np.nan))
    assert to_bfloat16(1).shape == ()
    with pytest.raises(TypeError, match="x: real numbers"):
        to_bfloat16("one")


def test_all_patterns_of_bits_are_rounded_as_by_torch() -> None:
    torch = pytest.importorskip("torch")
    bits = np.random.default_rng(0).integers(0, 2**32, 10**5, dtype=np.uint32)
    numbers = np.r_[bits, np.arange(0x7F800000, 0x7F800009, dtype=np.uint32)].view(np.float32)
    wanted = torch.tensor(numbers).to(torch.bfloat16).float().numpy()
    np.testing.assert_array_equal(to_bfloat16(numbers), wanted)


def change_of_scores(start: int, rounded: Rounding) -> float:
    """Move 20 random queries and keys from 0 to start, where angles are computed with rounding."""
    Q, K = np.random.default_rng(0).normal(size=(2, 20, 64))

    def scores(places: Any, rounded: Rounding) -> Any:
        angles = rounded(rounded(places)[:, None] * rounded(frequencies(64)))
        turned = [(X[:, 0::2] + 1j * X[:, 1::2]) * np.exp(1j * angles) for X in (Q, K)]
        return (turned[0] @ turned[1].conj().T).real

    places = np.arange(20.0)
    return float(abs(scores(start + places, rounded) - scores(places, np.asarray)).max())


@pytest.mark.parametrize(
    ("rounded", "changes"),
    [
        (lambda x: x.astype(np.float32).astype(float), [0.0, 0.0, 0.0, 0.0]),
        (lambda x: x.astype(np.float16).astype(float), [0.02, 0.14, 3.33, 14.94]),
        (lambda x: to_bfloat16(x).astype(float), [0.44, 3.61, 15.76, 24.72]),
    ],
)
def test_the_further_on_the_less_16_bits_know_of_an_angle(
    rounded: Rounding, changes: list[float]
) -> None:
    found = [round(change_of_scores(start, rounded), 2) for start in (10, 100, 1000, 5000)]
    assert found == changes
