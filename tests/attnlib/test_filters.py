"""Fixed-weight filters compared with their definitions, and with attention without content."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlib.filters import distance_bias, exponential_average, moving_average
from attnlib.masks import causal_visibility, masked_softmax

sizes = st.integers(1, 8)
decays = st.floats(0.01, 1)
FILTERS: list[Callable[[Any], Any]] = [
    lambda values: moving_average(values, 3),
    lambda values: exponential_average(values, 0.7),
]


@given(n=sizes, width=st.integers(1, 12), seed=st.integers(0, 99))
def test_moving_average_is_its_definition_in_loops(n: int, width: int, seed: int) -> None:
    values = np.random.default_rng(seed).normal(size=(n, 2))
    wanted = np.zeros((n, 2))
    for i in range(n):
        seen = range(max(0, i - width + 1), i + 1)
        for j in seen:
            for d in range(2):
                wanted[i, d] += values[j, d] / len(seen)
    np.testing.assert_allclose(moving_average(values, width), wanted, atol=1e-12)


@given(n=sizes, decay=decays, seed=st.integers(0, 99))
def test_exponential_average_is_its_definition_in_loops(n: int, decay: float, seed: int) -> None:
    values = np.random.default_rng(seed).normal(size=(n, 2))
    wanted = np.zeros((n, 2))
    for i in range(n):
        total = sum(decay ** (i - j) for j in range(i + 1))
        for j in range(i + 1):
            for d in range(2):
                wanted[i, d] += decay ** (i - j) / total * values[j, d]
    np.testing.assert_allclose(exponential_average(values, decay), wanted, atol=1e-12)


@given(n=sizes, decay=decays, seed=st.integers(0, 99))
def test_attention_without_content_is_the_exponential_average(
    n: int, decay: float, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    weights = masked_softmax(distance_bias(n, decay), causal_visibility(n))
    for values in (rng.normal(size=n), rng.normal(size=(n, 3)), rng.normal(size=(2, n, 3))):
        averages = exponential_average(values, decay)
        np.testing.assert_allclose(weights @ values, averages, atol=1e-12)


def test_moving_average_is_attention_that_sees_a_window_evenly() -> None:
    values = np.random.default_rng(0).normal(size=(7, 2))
    window = causal_visibility(7) & ~np.tri(7, k=-3, dtype=bool)
    weights = masked_softmax(np.zeros((7, 7)), window)
    np.testing.assert_allclose(weights @ values, moving_average(values, 3))


def test_decay_one_and_a_wide_window_are_the_mean_so_far() -> None:
    values = [2.0, 4.0, 9.0]
    np.testing.assert_allclose(exponential_average(values, 1), [2, 3, 5])
    np.testing.assert_allclose(moving_average(values, 3), [2, 3, 5])
    np.testing.assert_allclose(moving_average(values, 1000), [2, 3, 5])


@pytest.mark.parametrize("average", FILTERS)
def test_weights_sum_to_one_from_the_first_value_on(average: Callable[[Any], Any]) -> None:
    np.testing.assert_allclose(average(np.full(50, 7.0)), 7.0, rtol=1e-14)


@pytest.mark.parametrize("average", FILTERS)
def test_the_future_does_not_enter(average: Callable[[Any], Any]) -> None:
    values = np.arange(6.0)
    changed = np.where(np.arange(6) < 4, values, 99.0)
    np.testing.assert_array_equal(average(values)[:4], average(changed)[:4])
    assert average(values)[4] != average(changed)[4]


def test_a_nan_spoils_its_window_alone() -> None:
    averages = moving_average([1.0, np.nan, 3.0, 5.0, 7.0], 2)
    np.testing.assert_array_equal(averages, [1, np.nan, np.nan, 4, 6])


def test_large_values_leave_no_trace_in_later_windows() -> None:
    averages = moving_average([1e16, 1.0, 2.0, 3.0], 2)
    np.testing.assert_array_equal(averages[2:], [1.5, 2.5])


@pytest.mark.parametrize("average", FILTERS)
@pytest.mark.parametrize("shape", [(0,), (5,), (0, 2), (5, 2), (2, 5, 3), (2, 1, 5, 3)])
def test_batches_are_just_many_at_once(average: Callable[[Any], Any], shape: Any) -> None:
    values = np.random.default_rng(0).normal(size=shape)
    averages = average(values)
    assert averages.shape == shape
    for index in np.ndindex(shape[:-2]):
        for column in range(shape[-1] if len(shape) > 1 else 0):
            one = (*index, slice(None), column)
            np.testing.assert_allclose(averages[one], average(values[one]))


@pytest.mark.parametrize("average", FILTERS)
def test_float32_stays_ints_become_float64_and_inputs_stay_as_they_are(
    average: Callable[[Any], Any],
) -> None:
    ints = np.array([3, 1, 4, 1, 5])
    assert average(ints.astype(np.float32)).dtype == np.float32
    assert average(ints[:, None].astype(np.float32)).dtype == np.float32
    np.testing.assert_array_equal(average(ints.tolist()), average(ints.astype(float)))
    values = ints.astype(float)
    average(values)
    np.testing.assert_array_equal(values, ints)


def test_the_bias_is_linear_in_the_distance_and_has_no_negative_zero() -> None:
    bias = distance_bias(4, 0.5)
    np.testing.assert_allclose(bias[3], np.log(0.5) * np.array([3, 2, 1, 0]))
    np.testing.assert_array_equal(bias, bias.T)
    assert not np.signbit(np.diagonal(bias)).any()
    assert distance_bias(0, 0.5).shape == (0, 0)


def test_a_tiny_decay_still_gives_numbers() -> None:
    weights = masked_softmax(distance_bias(50, 1e-300), causal_visibility(50))
    np.testing.assert_allclose(weights, np.eye(50), atol=1e-200)
    np.testing.assert_array_equal(exponential_average([1.0, 2.0], 1e-300), [1, 2])


@pytest.mark.parametrize("decay", [0, -0.5, 1.5, np.nan, [0.5, 0.5]])
@pytest.mark.parametrize(
    "function", [lambda d: distance_bias(3, d), lambda d: exponential_average([1.0], d)]
)
def test_decays_that_are_none_are_refused(function: Callable[[Any], Any], decay: Any) -> None:
    with pytest.raises(
        ValueError, match=r"decay: one number above 0 .* Is it the weight of the new value"
    ):
        function(decay)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: exponential_average([1.0], "half"), TypeError, "decay: real numbers are needed"),
        (lambda: moving_average([1.0], 0), ValueError, "width: at least 1 is needed, but it is 0"),
        (lambda: moving_average([1.0], 1.5), TypeError, "width: a whole number .* 1.5"),
        (lambda: moving_average(3.0, 1), ValueError, "values: at least 1 axes"),
        (lambda: exponential_average(["a"], 0.5), TypeError, "values: real numbers are needed"),
        (lambda: distance_bias(-1, 0.5), ValueError, "n: at least 0 is needed, but it is -1"),
        (lambda: distance_bias(2.0, 0.5), TypeError, "n: a whole number"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(
    call: Callable[[], Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        call()
