"""Positions: the formula of the encoding, the shift as a rotation, products by distance."""

from collections.abc import Callable
from math import cos, sin
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlib.heads import multi_head_attention
from attnlib.positions import products_by_distance, shift_matrix, sinusoidal_encoding


@given(n=st.integers(0, 8), d_model=st.integers(1, 9))
def test_the_encoding_is_its_formula_one_number_at_a_time(n: int, d_model: int) -> None:
    encoding = sinusoidal_encoding(n, d_model)
    assert encoding.shape == (n, d_model)
    for position in range(n):
        for column in range(d_model):
            pair = column // 2
            angle = position / 10000 ** (2 * pair / d_model)
            wanted = cos(angle) if column % 2 else sin(angle)
            assert encoding[position, column] == pytest.approx(wanted, abs=1e-12)


def test_an_odd_d_model_ends_on_a_sine() -> None:
    encoding = sinusoidal_encoding(3, 5)
    np.testing.assert_allclose(encoding[:, 4], np.sin(np.arange(3) / 10000 ** (4 / 5)))
    np.testing.assert_array_equal(encoding[0], [0, 1, 0, 1, 0])


def test_the_products_of_the_lesson() -> None:
    encoding = sinusoidal_encoding(20, 64)
    products = encoding @ encoding[0]
    by_distance = products_by_distance(encoding)
    for values in (products, by_distance):
        np.testing.assert_array_equal(values[[0, 1, 19]].round(3), [32, 30.917, 19.974])
        np.testing.assert_array_equal(values[[16, 18]].round(2), [19.37, 20.30])
        assert (np.diff(values) > 0).any()
        assert (np.diff(values)[:5] < 0).all()


@given(n=st.integers(1, 8), d_model=st.integers(1, 4), seed=st.integers(0, 99))
def test_products_by_distance_are_means_over_pairs(n: int, d_model: int, seed: int) -> None:
    encoding = np.random.default_rng(seed).normal(size=(n, d_model))
    wanted = np.zeros(n)
    for distance in range(n):
        for position in range(n - distance):
            for column in range(d_model):
                product = encoding[position, column] * encoding[position + distance, column]
                wanted[distance] += product / (n - distance)
    np.testing.assert_allclose(products_by_distance(encoding), wanted, atol=1e-12)


def test_position_zero_speaks_for_all_where_d_model_is_even_only() -> None:
    even, odd = sinusoidal_encoding(200, 4), sinusoidal_encoding(200, 3)
    np.testing.assert_allclose(products_by_distance(even), even @ even[0])
    assert not np.allclose(products_by_distance(odd), odd @ odd[0], atol=1e-3)


def test_products_of_a_batch_are_those_of_each_and_float32_stays() -> None:
    batch = np.random.default_rng(0).normal(size=(2, 3, 5, 4)).astype(np.float32)
    before = batch.copy()
    products = products_by_distance(batch)
    assert products.shape == (2, 3, 5)
    assert products.dtype == np.float32
    np.testing.assert_allclose(products[1, 2], products_by_distance(batch[1, 2]), rtol=1e-5)
    np.testing.assert_array_equal(batch, before)


@given(k=st.integers(-50, 50), pairs=st.integers(1, 8))
def test_a_shift_moves_every_position_by_a_rotation(k: int, pairs: int) -> None:
    encoding, shift = sinusoidal_encoding(120, 2 * pairs), shift_matrix(k, 2 * pairs)
    for position in range(50, 70):
        moved = shift @ encoding[position]
        np.testing.assert_allclose(moved, encoding[position + k], atol=1e-12)
    np.testing.assert_allclose(shift @ shift.T, np.eye(2 * pairs), atol=1e-12)
    assert np.linalg.det(shift) == pytest.approx(1)
    np.testing.assert_array_equal(shift_matrix(-k, 2 * pairs), shift.T)


def test_no_shift_is_the_identity_without_negative_zeros() -> None:
    np.testing.assert_array_equal(shift_matrix(0, 6), np.eye(6))
    assert not np.signbit(shift_matrix(0, 6)).any()
    assert not np.signbit(shift_matrix(1, 6)[shift_matrix(1, 6) == 0]).any()


def test_positions_repair_what_attention_does_not_see() -> None:
    rng = np.random.default_rng(0)
    X, W = rng.normal(size=(6, 64)), 0.3 * rng.normal(size=(4, 64, 64))
    order = [3, 0, 5, 1, 4, 2]
    here = sinusoidal_encoding(6, 64)

    def attend(X: Any) -> Any:
        return multi_head_attention(X, *W, num_heads=8)[0]

    np.testing.assert_allclose(attend(X[order]), attend(X)[order], atol=1e-10)
    assert attend(X + here).shape == (6, 64)
    assert abs(attend(X[order] + here) - attend(X + here)[order]).max() > 0.1


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: sinusoidal_encoding(-1, 4), ValueError, "n: at least 0 is needed, but it is -1"),
        (lambda: sinusoidal_encoding(4, 0), ValueError, "d_model: at least 1 is needed"),
        (lambda: sinusoidal_encoding(4, 8 / 2), TypeError, "d_model: a whole .* 4.0. Was / used"),
        (
            lambda: shift_matrix(1, 5),
            ValueError,
            "even number is needed, but it is 5, .* no cosine",
        ),
        (lambda: shift_matrix(1, 0), ValueError, "d_model: at least 1 is needed"),
        (lambda: shift_matrix(0.5, 4), TypeError, "k: a whole number is needed, but it is 0.5"),
        (lambda: products_by_distance(np.ones(4)), ValueError, "encoding: at least 2 axes"),
        (lambda: products_by_distance(np.ones((0, 4))), ValueError, "n, the number .* it is 0"),
        (lambda: products_by_distance([["a"]]), TypeError, "encoding: real numbers"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(
    call: Callable[[], Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        call()
