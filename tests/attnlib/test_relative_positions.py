"""RoPE as a rotation, in two layouts, and ALiBi as an exponential average."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlib.filters import distance_bias, exponential_average
from attnlib.masks import causal_visibility, masked_softmax
from attnlib.positions import frequencies, shift_matrix, sinusoidal_encoding
from attnlib.relative_positions import (
    alibi_bias,
    alibi_slopes,
    rotate,
    rotated_scores,
    to_half_split,
)
from attnlib.words import MEANINGS, feature_vectors, pattern, tokens_of

seeds = st.integers(0, 99)
bases = st.sampled_from([100.0, 10000.0, 500000.0])


def rows(seed: int, *shape: int) -> Any:
    return np.random.default_rng(seed).normal(size=shape)


@given(pairs=st.integers(1, 6), start=st.integers(-50, 500), seed=seeds)
def test_a_turned_row_is_the_row_times_the_shift_matrix(pairs: int, start: int, seed: int) -> None:
    X, places = rows(seed, 4, 2 * pairs), start + np.arange(4)
    wanted = [row @ shift_matrix(p, 2 * pairs) for row, p in zip(X, places.tolist(), strict=True)]
    np.testing.assert_allclose(rotate(X, places), wanted, atol=1e-12)


@given(pairs=st.integers(1, 6), base=bases, seed=seeds)
def test_turning_multiplies_complex_numbers(pairs: int, base: float, seed: int) -> None:
    X, places = rows(seed, 5, 2 * pairs), rows(seed + 1, 5) * 100
    turns = np.exp(1j * places[:, None] * base ** (-np.arange(pairs) / pairs))
    interleaved = (X[:, 0::2] + 1j * X[:, 1::2]) * turns
    found = rotate(X, places, base)
    np.testing.assert_allclose(found[:, 0::2] + 1j * found[:, 1::2], interleaved, atol=1e-12)
    halves = (X[:, :pairs] + 1j * X[:, pairs:]) * turns
    found = rotate(X, places, base, half_split=True)
    np.testing.assert_allclose(found[:, :pairs] + 1j * found[:, pairs:], halves, atol=1e-12)


def test_turning_is_what_torch_computes_on_complex_tensors() -> None:
    torch = pytest.importorskip("torch")
    X, places = rows(0, 2, 7, 8), np.arange(7)
    angles = torch.outer(torch.arange(7.0).double(), torch.tensor(frequencies(8)))
    pairs = torch.view_as_complex(torch.tensor(X).reshape(2, 7, 4, 2))
    turned = pairs * torch.polar(torch.ones_like(angles), angles)
    wanted = torch.view_as_real(turned).flatten(-2).numpy()
    np.testing.assert_allclose(rotate(X, places), wanted, atol=1e-13)


@pytest.mark.parametrize(("dtype", "error"), [(np.float64, 1e-11), (np.float32, 1e-4)])
@pytest.mark.parametrize("half_split", [False, True])
@given(offset=st.integers(-100_000, 100_000), base=bases, seed=seeds)
def test_scores_depend_on_distance_alone(
    dtype: Any, error: float, half_split: bool, offset: int, base: float, seed: int
) -> None:
    Q, K = rows(seed, 2, 6, 16).astype(dtype)
    places = np.arange(6)

    def scores(offset: int) -> Any:
        turned = [rotate(rows, places + offset, base, half_split) for rows in (Q, K)]
        return turned[0] @ turned[1].T

    np.testing.assert_allclose(scores(offset), scores(0), atol=error)
    assert scores(offset).dtype == dtype
    apart = rotate(Q, places + 1, base, half_split) @ rotate(K, places, base, half_split).T
    assert abs(apart - scores(0)).max() > 0.01


def test_turning_back_undoes_it_and_lengths_stay() -> None:
    X, places = rows(0, 3, 5, 8), [3, 0, -7, 2.5, 1000]
    turned = rotate(X, places)
    np.testing.assert_allclose(rotate(turned, np.negative(places)), X, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(turned, axis=-1), np.linalg.norm(X, axis=-1))
    np.testing.assert_array_equal(rotate(X, 0), X)
    np.testing.assert_array_equal(rotate(X, 3), rotate(X, [3] * 5))
    np.testing.assert_array_equal(turned[1, 3], rotate(X[1, 3:4], 2.5)[0])


def test_encodings_are_the_first_hand_turned() -> None:
    upright = np.tile([0.0, 1.0], (5, 4))
    np.testing.assert_allclose(rotate(upright, -np.arange(5)), sinusoidal_encoding(5, 8))


@given(pairs=st.integers(1, 6), seed=seeds)
def test_reordered_weights_keep_their_scores_in_the_other_layout(pairs: int, seed: int) -> None:
    X, W_q, W_k = rows(seed, 5, 3), rows(seed + 1, 3, 2 * pairs), rows(seed + 2, 3, 2 * pairs)
    places = np.arange(5)
    wanted = rotate(X @ W_q, places) @ rotate(X @ W_k, places).T
    halves = [rotate(X @ to_half_split(W), places, half_split=True) for W in (W_q, W_k)]
    np.testing.assert_allclose(halves[0] @ halves[1].T, wanted, atol=1e-12)


def test_weights_of_several_heads_and_biases_are_reordered_head_by_head() -> None:
    heads = np.arange(24.0).reshape(2, 2, 6)
    np.testing.assert_array_equal(to_half_split(heads)[1, 0], [12, 14, 16, 13, 15, 17])
    np.testing.assert_array_equal(to_half_split(np.arange(4)), [0, 2, 1, 3])


def test_the_layouts_differ_from_four_columns_on() -> None:
    X = rows(0, 3, 4)
    assert abs(rotate(X, range(3)) - rotate(X, range(3), half_split=True)).max() > 0.1
    np.testing.assert_array_equal(rotate(X[:, :2], range(3)), rotate(X[:, :2], range(3), 1e4, True))


def test_float32_stays_and_inputs_stay_as_they_are() -> None:
    X = rows(0, 3, 4).astype(np.float32)
    before = X.copy()
    far = 1234567.89  # in float32, it would be off by 0.01 radians
    assert rotate(X, [far] * 3).dtype == np.float32
    np.testing.assert_allclose(rotate(X, far), rotate(before.astype(float), far), atol=1e-6)
    assert to_half_split(X).dtype == np.float32
    assert alibi_bias(3, np.float32([0.5])).dtype == np.float32
    np.testing.assert_array_equal(X, before)


@given(pairs=st.integers(1, 4), clipped=st.integers(0, 6), seed=seeds)
def test_far_keys_are_scored_as_if_they_were_nearer(pairs: int, clipped: int, seed: int) -> None:
    Q, K = rows(seed, 2, 6, 2 * pairs)
    found = rotated_scores(Q, K, clipped=clipped)
    for i in range(6):
        for j in range(i + 1):
            wanted = rotate(Q[i : i + 1], min(i - j, clipped)) @ K[j]
            np.testing.assert_allclose(found[i, j], wanted[0], atol=1e-12)


@given(pairs=st.integers(1, 4), slower=st.sampled_from([0.5, 1.0, 8.0]), seed=seeds)
def test_slower_hands_make_all_distances_smaller(pairs: int, slower: float, seed: int) -> None:
    Q, K = rows(seed, 2, 3, 6, 2 * pairs)
    turned_q, turned_k = (rotate(X, np.arange(6) / slower) for X in (Q, K))
    wanted = turned_q @ turned_k.swapaxes(-1, -2)
    np.testing.assert_allclose(rotated_scores(Q, K, slower=slower), wanted, atol=1e-12)
    np.testing.assert_allclose(rotated_scores(Q, K, slower=[slower] * pairs), wanted, atol=1e-12)


def test_hands_that_stand_still_know_no_positions() -> None:
    Q, K = rows(0, 2, 5, 6)
    np.testing.assert_allclose(rotated_scores(Q, K, slower=np.inf), Q @ K.T, atol=1e-12)
    one_hand = rotate(Q[:, 2:4], np.arange(5)) @ rotate(K[:, 2:4], np.arange(5)).T
    alone = rotated_scores(Q[:, :4], K[:, :4], slower=[np.inf, 0.01]) - Q[:, :2] @ K[:, :2].T
    np.testing.assert_allclose(alone, one_hand, atol=1e-12)
    assert rotated_scores(Q.astype(np.float32), K.astype(np.float32), clipped=2).dtype == np.float32


FAST_HAND, SLOW_COLUMNS = 2, [18, 20, 22, 14, 16, 24, 26, 28, 30]


def looks_of_it(text: str, start: int = 0, fast: float = 1.0) -> dict[str, float]:
    """Ask the question of *it* with slow hands, and add a fast one in which every word says 1."""
    tokens = tokens_of(text)
    X = np.c_[feature_vectors(tokens)[:, :MEANINGS], np.ones(len(tokens))]
    into = np.zeros((10, 32))
    into[range(9), SLOW_COLUMNS] = (32 / 9) ** 0.25  # scores are divided by the root of 32, not 9
    into[9, 2 * FAST_HAND] = np.sqrt(fast) * 32**0.25
    Q, K = (np.c_[X[:, :-1] @ W[:MEANINGS], X[:, -1]] @ into for W in pattern("coreference"))
    turned_q, turned_k = (rotate(rows, start + np.arange(len(tokens))) for rows in (Q, K))
    weights = masked_softmax(turned_q @ turned_k.T / np.sqrt(32), causal_visibility(len(tokens)))
    return dict(zip(tokens, weights[tokens.index("it")].tolist(), strict=True))


@pytest.mark.parametrize("start", [0, 1, 10, 100])
def test_a_fast_hand_prefers_the_nearer_being_wherever_the_sentence_stands(start: int) -> None:
    dog_first = looks_of_it("a dog saw the cat because it was tired", start)
    cat_first = looks_of_it("a cat saw the dog because it was tired", start)
    assert [round(dog_first[word], 2) for word in ("dog", "cat")] == [0.29, 0.67]
    np.testing.assert_allclose(list(dog_first.values()), list(cat_first.values()), atol=1e-13)
    slow = looks_of_it("a dog saw the cat because it was tired", start, fast=0)
    assert abs(slow["dog"] - slow["cat"]) < 0.01
    mat = looks_of_it("a cat sat on the mat because it was tired", start)
    assert [round(mat[word], 2) for word in ("cat", "mat")] == [0.62, 0.26]


def authors_slopes(n: int) -> list[float]:
    """Compute the slopes as in ofirpress/attention_with_linear_biases, including the recursion."""
    power = 2 ** math.floor(math.log2(n))
    start = 2 ** (-(2 ** -(math.log2(power) - 3)))
    slopes = [start * start**i for i in range(power)]
    return slopes if power == n else slopes + authors_slopes(2 * power)[0::2][: n - power]


@pytest.mark.parametrize("num_heads", range(1, 41))
def test_slopes_are_those_of_the_authors(num_heads: int) -> None:
    np.testing.assert_allclose(alibi_slopes(num_heads), authors_slopes(num_heads))


def test_eight_heads_have_the_slopes_of_the_paper() -> None:
    np.testing.assert_array_equal(alibi_slopes(8), [1 / 2**k for k in range(1, 9)])
    assert len(set(alibi_slopes(12))) == 12


@given(n=st.integers(0, 8), num_heads=st.integers(1, 12))
def test_each_head_is_a_distance_bias(n: int, num_heads: int) -> None:
    slopes = alibi_slopes(num_heads)
    bias = alibi_bias(n, slopes)
    assert bias.shape == (num_heads, n, n)
    wanted = [distance_bias(n, np.exp(-slope)) for slope in slopes]
    np.testing.assert_allclose(bias, np.reshape(wanted, bias.shape), atol=1e-13)
    assert not np.signbit(alibi_bias(3, slopes)[:, 0, 0]).any()


def test_heads_without_content_are_exponential_averages() -> None:
    values, slopes = rows(0, 50, 3), alibi_slopes(8)
    outputs = masked_softmax(alibi_bias(50, slopes), causal_visibility(50)) @ values
    for output, slope in zip(outputs, slopes, strict=True):
        np.testing.assert_allclose(output, exponential_average(values, np.exp(-slope)), atol=1e-14)


def test_a_bias_by_place_alone_gives_the_same_weights() -> None:
    by_place = alibi_slopes(4)[:, None, None] * np.arange(20)
    visible, scores = causal_visibility(20), rows(0, 4, 20, 20)
    wanted = masked_softmax(scores + alibi_bias(20, alibi_slopes(4)), visible)
    np.testing.assert_allclose(masked_softmax(scores + by_place, visible), wanted, atol=1e-14)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: rotate(np.ones((3, 5)), [0, 1, 2]), ValueError, "X: an even number .* are 5"),
        (lambda: rotate(np.ones((3, 0)), [0, 1, 2]), ValueError, "X: an even number .* are 0"),
        (lambda: rotate(np.ones(4), [0]), ValueError, "X: at least 2 axes"),
        (
            lambda: rotate(np.ones((3, 4)), [0, 1]),
            ValueError,
            r"agree in n, but positions are \(2,\) and X is \(3, 4\). Does every row",
        ),
        (lambda: rotate(np.ones((3, 4)), [[0], [1], [2]]), ValueError, "agree in n"),
        (lambda: rotate(np.ones((3, 4)), ["a"]), TypeError, "positions: real numbers"),
        (lambda: rotate(np.ones((3, 4)), 0, base=0), ValueError, "base: one number above 0"),
        (lambda: rotate(np.ones((3, 4)), 0, base=[1, 2]), ValueError, "base: one number above 0"),
        (lambda: rotate(np.ones((3, 4)), 0, base=np.inf), ValueError, "base: one number above 0"),
        (lambda: rotated_scores(np.ones((3, 5)), np.ones((3, 5))), ValueError, "Q and K: an even"),
        (lambda: rotated_scores(np.ones((3, 4)), np.ones((2, 4))), ValueError, "agree in n"),
        (
            lambda: rotated_scores(np.ones((3, 4)), np.ones((3, 4)), slower=0),
            ValueError,
            "slower: one number above 0 is needed, or one for each of the 2 hands, but it is 0",
        ),
        (
            lambda: rotated_scores(np.ones((3, 4)), np.ones((3, 4)), slower=[1] * 4),
            ValueError,
            "slower: .* a number for each column",
        ),
        (
            lambda: rotated_scores(np.ones((3, 4)), np.ones((3, 4)), clipped=-1),
            ValueError,
            "clipped: at least 0",
        ),
        (lambda: to_half_split(np.ones((2, 3))), ValueError, "W: an even number .* are 3"),
        (lambda: alibi_slopes(0), ValueError, "num_heads: at least 1 is needed"),
        (lambda: alibi_slopes(8.0), TypeError, "num_heads: a whole number"),
        (lambda: alibi_bias(-1, [0.5]), ValueError, "n: at least 0"),
        (lambda: alibi_bias(3, [-0.5]), ValueError, "slopes: one number .* minus sign"),
        (lambda: alibi_bias(3, 8), ValueError, "slopes: one number .* number of heads"),
        (lambda: alibi_bias(3, [np.nan]), ValueError, "slopes: one number for each head"),
        (lambda: alibi_bias(3, [np.inf]), ValueError, "slopes: one number for each head"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(
    call: Callable[[], Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        call()
