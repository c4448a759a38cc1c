"""Why scores are scaled: variances, tails, saturation, and slopes by finite differences."""

from collections.abc import Callable
from math import erfc, sqrt
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnlib.attention import attention_steps
from attnlib.scaling import (
    random_scores,
    saturation,
    scaled_scores,
    score_variance,
    scores_and_scaled,
    softmax_jacobian,
)
from attnlib.softmax import softmax

sizes = st.integers(1, 6)
score_rows = hnp.arrays(np.float64, st.integers(1, 6), elements=st.floats(-20, 20))


@given(n_q=sizes, n_k=sizes, d_k=sizes, seed=st.integers(0, 99))
def test_scores_and_their_variance_are_the_definition_in_loops(
    n_q: int, n_k: int, d_k: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    Q, K = rng.normal(size=(n_q, d_k)), rng.normal(size=(n_k, d_k))
    scores = np.zeros((n_q, n_k))
    for i in range(n_q):
        for j in range(n_k):
            for d in range(d_k):
                scores[i, j] += Q[i, d] * K[j, d]
    mean = sum(scores.flat) / scores.size
    variance = sum((score - mean) ** 2 for score in scores.flat) / scores.size
    np.testing.assert_allclose(scores_and_scaled(Q, K)[0], scores, atol=1e-12)
    np.testing.assert_allclose(scaled_scores(Q, K), scores / d_k**0.5, atol=1e-12)
    assert score_variance(Q, K) == pytest.approx(variance, abs=1e-12)


def test_attention_takes_its_scores_from_here() -> None:
    rng = np.random.default_rng(0)
    Q, K = rng.normal(size=(2, 3, 4)), rng.normal(size=(2, 5, 4))
    steps = attention_steps(Q, K, np.ones((2, 5, 1)))
    np.testing.assert_array_equal(steps.scores, scores_and_scaled(Q, K)[0])
    np.testing.assert_array_equal(steps.scaled, scaled_scores(Q, K))


@pytest.mark.parametrize("d_k", [2, 16, 512])
def test_the_variance_is_d_k_and_scaling_makes_it_one(d_k: int) -> None:
    rng = np.random.default_rng(0)
    Q, K = rng.standard_normal((2, 400, d_k))
    assert score_variance(Q, K) == pytest.approx(d_k, rel=0.1)
    assert scaled_scores(Q, K).var() == pytest.approx(1, rel=0.1)


def test_the_variance_of_a_batch_is_that_of_all_its_scores() -> None:
    Q, K = np.array([[[1.0]], [[3.0]]]), np.ones((2, 1, 1))
    assert score_variance(Q, K) == 1.0
    assert type(score_variance(Q, K)) is float


def test_the_variance_of_float32_is_not_rounded_to_it() -> None:
    Q, K = np.ones((1, 1), np.float32), np.array([[10000], [10001], [10003]], np.float32)
    assert score_variance(Q, K) == pytest.approx(14 / 9, rel=1e-12)


def test_dot_products_of_512_numbers_have_the_spread_of_the_lesson() -> None:
    scores = random_scores(512, 100_000, np.random.default_rng(1))
    assert scores.shape == (100_000,)
    assert scores.mean() == pytest.approx(0, abs=0.3)
    assert scores.std() == pytest.approx(22.6, abs=0.2)
    assert (abs(scores) > 30).mean() == pytest.approx(0.185, abs=0.004)
    assert erfc(30 / sqrt(512) / sqrt(2)) == pytest.approx(0.185, abs=0.0005)


def test_random_scores_of_few_numbers_are_not_normal_but_have_the_variance() -> None:
    scores = random_scores(2, 200_000, np.random.default_rng(1))
    assert scores.var() == pytest.approx(2, rel=0.03)
    # Products of normal numbers: E s^4 = 3 d_k^2 + 6 d_k, where a normal distribution has 3 d_k^2.
    assert (scores**4).mean() == pytest.approx(24, rel=0.1)


def test_random_numbers_come_from_the_generator_alone() -> None:
    one, same, other = (random_scores(8, 5, np.random.default_rng(seed)) for seed in (3, 3, 4))
    np.testing.assert_array_equal(one, same)
    assert not np.allclose(one, other)
    assert random_scores(8, 0, np.random.default_rng(3)).shape == (0,)


@pytest.mark.parametrize(
    ("d_k", "scale", "wanted"),
    [(2, True, 0.38), (512, True, 0.42), (2, False, 0.46), (512, False, 0.96)],
)
def test_scaling_keeps_softmax_as_soft_as_it_is(d_k: int, scale: bool, wanted: float) -> None:
    rng = np.random.default_rng(0)
    Q, K = rng.standard_normal((2, 2000, 6, d_k))
    scores, scaled = scores_and_scaled(Q, K)
    assert saturation(softmax(scaled if scale else scores)) == pytest.approx(wanted, abs=0.006)


def test_saturation_goes_from_one_nth_to_one() -> None:
    assert saturation(np.full((3, 4), 0.25)) == 0.25
    assert saturation(np.eye(4)) == 1.0
    assert saturation([1.0, 0.0]) == 1.0
    assert saturation([[0.5, 0.5], [0.0, 0.0]]) == 0.25
    assert type(saturation(np.eye(2, dtype=np.float32))) is float


@given(scores=score_rows)
def test_the_jacobian_is_the_slope_found_by_finite_differences(scores: Any) -> None:
    n, step = len(scores), 1e-5
    slopes = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            up, down = scores.copy(), scores.copy()
            up[j] += step
            down[j] -= step
            slopes[i, j] = (softmax(up)[i] - softmax(down)[i]) / (2 * step)
    np.testing.assert_allclose(softmax_jacobian(softmax(scores)), slopes, atol=1e-9)


@given(scores=score_rows)
def test_the_jacobian_is_the_one_of_torch(scores: Any) -> None:
    theirs = torch.autograd.functional.jacobian(
        lambda row: torch.softmax(row, -1), torch.from_numpy(scores)
    )
    np.testing.assert_allclose(softmax_jacobian(softmax(scores)), theirs.numpy(), atol=1e-14)


@given(batch=st.lists(sizes, max_size=2), n=sizes, seed=st.integers(0, 99))
def test_jacobians_of_a_batch_are_those_of_its_rows(batch: list[int], n: int, seed: int) -> None:
    weights = softmax(np.random.default_rng(seed).normal(size=(*batch, n)))
    jacobian = softmax_jacobian(weights)
    assert jacobian.shape == (*batch, n, n)
    np.testing.assert_allclose(jacobian.sum(axis=-1), 0, atol=1e-15)
    np.testing.assert_allclose(jacobian.sum(axis=-2), 0, atol=1e-15)
    for index in np.ndindex(*batch):
        np.testing.assert_array_equal(jacobian[index], softmax_jacobian(weights[index]))


def test_the_jacobian_vanishes_where_softmax_saturates_or_sees_nothing() -> None:
    soft, sharp = (abs(softmax_jacobian(softmax([x, 0, 0]))).max() for x in (1, 30))
    assert soft > 0.2
    assert sharp < 1e-12
    np.testing.assert_array_equal(softmax_jacobian([0.0, 0.0]), np.zeros((2, 2)))


@pytest.mark.parametrize("function", [scaled_scores, lambda Q, K: softmax_jacobian(softmax(Q))])
def test_float32_stays(function: Callable[..., Any]) -> None:
    Q, K = np.ones((2, 3, 4), np.float32)
    assert function(Q, K).dtype == np.float32
    assert function(Q.astype(np.float16), K.astype(np.float16)).dtype == np.float64


def test_lists_of_ints_work_and_inputs_stay_as_they_are() -> None:
    Q, weights = np.arange(6).reshape(2, 3), np.array([[0.5, 0.5]])
    np.testing.assert_allclose(scaled_scores(Q.tolist(), Q), Q @ Q.T / 3**0.5)
    np.testing.assert_array_equal(softmax_jacobian([1, 0]), np.zeros((2, 2)))
    softmax_jacobian(weights)
    saturation(weights)
    np.testing.assert_array_equal(Q, [[0, 1, 2], [3, 4, 5]])
    np.testing.assert_array_equal(weights, [[0.5, 0.5]])


@pytest.mark.parametrize("function", [scores_and_scaled, scaled_scores, score_variance])
@pytest.mark.parametrize(
    ("shapes", "words"),
    [
        (((5, 4), (5, 3)), r"Q and K must agree in d_k, .* is \(5, 4\) .* transposed"),
        (((2, 5, 4), (3, 5, 4)), r"batch axes of Q and K must fit .* is \(2, 5, 4\)"),
        (((4,), (5, 4)), r"Q: at least 2 axes"),
        (((5, 4), (4,)), r"K: at least 2 axes"),
        (((5, 0), (5, 0)), r"d_k must be at least 1, but Q .* is \(5, 0\)"),
    ],
)
def test_queries_and_keys_that_do_not_fit_are_refused(
    function: Callable[..., Any], shapes: Any, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        function(*(np.zeros(shape) for shape in shapes))


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (
            lambda: score_variance(np.ones((0, 3)), np.ones((2, 3))),
            ValueError,
            r"Q is \(0, 3\) .*\?",
        ),
        (lambda: random_scores(0, 5, np.random.default_rng()), ValueError, "d_k: at least 1 .* 0"),
        (lambda: random_scores(2, -1, np.random.default_rng()), ValueError, "count: at least 0"),
        (lambda: random_scores(2.5, 5, np.random.default_rng()), TypeError, "d_k: a whole .* 2.5"),
        (lambda: random_scores(2, 5, 42), TypeError, "rng: .* it is 42. Is it the seed"),
        (lambda: softmax_jacobian([2.0, 1.0]), ValueError, r"sums to 3, .*Are these scores"),
        (lambda: saturation([[0.5, 0.5], [2, -1]]), ValueError, r"at \(1,\) .* smallest is -1"),
        (
            lambda: saturation(np.zeros((0, 3))),
            ValueError,
            r"shape is \(0, 3\)\. Is a selection empty",
        ),
        (
            lambda: saturation(np.zeros((3, 0))),
            ValueError,
            r"shape is \(3, 0\)\. Is a selection empty",
        ),
        (lambda: saturation("half"), TypeError, "weights: real numbers are needed"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(
    call: Callable[[], Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        call()
