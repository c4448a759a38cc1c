"""Attention compared with its definition in loops and with PyTorch, also on random shapes."""

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attnlib import (
    attention,
    attention_steps,
    attention_weights,
    causal_visibility,
    masked_softmax,
    query_blocks,
)

sizes = st.integers(1, 6)


def by_loops(Q: Any, K: Any, V: Any, visible: Any) -> Any:
    """Compute the definition, one number at a time."""
    output = np.zeros((len(Q), V.shape[1]))
    for i in range(len(Q)):
        exponentials = [
            np.exp(sum(Q[i, d] * K[j, d] for d in range(K.shape[1])) / K.shape[1] ** 0.5)
            if visible[i, j]
            else 0.0
            for j in range(len(K))
        ]
        for j in range(len(K)):
            output[i] += exponentials[j] / (sum(exponentials) or 1.0) * V[j]
    return output


def random_qkv(rng: Any, n_q: int, n_k: int, d_k: int, d_v: int, batch: Any = ()) -> Any:
    shapes = ((n_q, d_k), (n_k, d_k), (n_k, d_v))
    return tuple(rng.normal(size=(*batch, *shape)) for shape in shapes)


@given(n_q=sizes, n_k=sizes, d_k=sizes, d_v=sizes, seed=st.integers(0, 99))
def test_attention_is_its_definition_in_loops(
    n_q: int, n_k: int, d_k: int, d_v: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    Q, K, V = random_qkv(rng, n_q, n_k, d_k, d_v)
    visible = rng.random((n_q, n_k)) < 0.7
    steps = attention_steps(Q, K, V, visible)
    np.testing.assert_allclose(steps.output, by_loops(Q, K, V, visible), atol=1e-12)


@given(batch=st.lists(sizes, max_size=2), n_q=sizes, n_k=sizes, d_k=sizes, seed=st.integers(0, 99))
def test_batches_are_just_many_at_once(
    batch: list[int], n_q: int, n_k: int, d_k: int, seed: int
) -> None:
    Q, K, V = random_qkv(np.random.default_rng(seed), n_q, n_k, d_k, 3, batch)
    output, weights = attention(Q, K, V)
    assert output.shape == (*batch, n_q, 3)
    assert weights.shape == (*batch, n_q, n_k)
    for index in np.ndindex(*batch):
        np.testing.assert_allclose(output[index], attention(Q[index], K[index], V[index])[0])


@pytest.mark.parametrize(("dtype", "atol"), [(np.float32, 1e-6), (np.float64, 1e-14)])
@pytest.mark.parametrize("masked", [False, True])
def test_attention_agrees_with_torch(dtype: Any, atol: float, masked: bool) -> None:
    rng = np.random.default_rng(0)
    Q, K, V = (array.astype(dtype) for array in random_qkv(rng, 4, 7, 16, 5, (2, 3)))
    visible = rng.random((4, 7)) < 0.6 if masked else None
    if visible is not None:
        visible[1] = False  # a query that may attend to nothing
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *map(torch.from_numpy, (Q, K, V)),
        attn_mask=None if visible is None else torch.from_numpy(visible),
    )
    ours = attention(Q, K, V, visible)[0]
    assert ours.dtype == dtype
    np.testing.assert_allclose(ours, theirs.numpy(), atol=atol)


def test_the_four_steps_build_on_one_another() -> None:
    Q, K, V = random_qkv(np.random.default_rng(1), 3, 5, 4, 2)
    steps = attention_steps(Q, K, V)
    np.testing.assert_allclose(steps.scores, Q @ K.T)
    np.testing.assert_allclose(steps.scaled, steps.scores / 2)
    np.testing.assert_allclose(steps.weights.sum(axis=-1), 1)
    np.testing.assert_allclose(steps.output, steps.weights @ V)
    np.testing.assert_array_equal(attention_weights(Q, K), steps.weights)


def test_the_five_tokens_of_the_lesson() -> None:
    np.random.seed(42)
    X = np.random.randn(5, 8)
    Q, K, V = (X @ (0.3 * np.random.randn(8, 8)) for _ in range(3))
    the = attention_steps(Q, K, V).weights[0]
    np.testing.assert_array_equal(the.round(3), [0.091, 0.382, 0.192, 0.193, 0.142])


def test_a_query_that_sees_nothing_gets_zeros_and_no_nan() -> None:
    Q, K, V = random_qkv(np.random.default_rng(2), 2, 3, 4, 2)
    visible = np.array([[True, False, True], [False, False, False]])
    output, weights = attention(Q, K, V, visible)
    assert (weights[1] == 0).all()
    assert (output[1] == 0).all()
    assert weights[0, 1] == 0


def test_a_causal_query_does_not_see_the_future() -> None:
    Q, K, V = random_qkv(np.random.default_rng(3), 4, 4, 3, 2)
    before = attention(Q, K, V, causal_visibility(4))[0]
    K[3] += 5
    V[3] -= 5
    after = attention(Q, K, V, causal_visibility(4))[0]
    np.testing.assert_array_equal(after[:3], before[:3])
    assert not np.allclose(after[3], before[3])


def test_hidden_scores_may_be_anything() -> None:
    scores = np.array([[1.0, np.nan, 2.0], [np.inf, 0.0, 0.0]])
    visible = np.array([[True, False, True], [False, True, True]])
    weights = masked_softmax(scores, visible)
    np.testing.assert_allclose(weights.sum(axis=-1), 1)
    assert weights[0, 1] == weights[1, 0] == 0


def test_lists_and_integers_work_and_inputs_stay_as_they_are() -> None:
    Q, K, V = [[1, 0]], [[1, 0], [0, 1]], [[1.0], [2.0]]
    output, _ = attention(Q, K, V)
    assert output.dtype == np.float64
    assert (Q, K, V) == ([[1, 0]], [[1, 0], [0, 1]], [[1.0], [2.0]])


@pytest.mark.parametrize(
    ("shapes", "words"),
    [
        (
            ((5, 4), (5, 3), (5, 2)),
            r"Q and K must agree in d_k, but Q .*, d_k\) is \(5, 4\), K .* is \(5, 3\)",
        ),
        (((5, 4), (6, 4), (5, 2)), r"K and V must agree in n_k, .* Does every key have its value"),
        (
            ((2, 5, 4), (3, 5, 4), (3, 5, 2)),
            r"batch axes of Q, K and V must fit .* Q .* is \(2, 5, 4\)",
        ),
        (((2, 5, 4), (2, 5, 4), (3, 5, 2)), r"batch axes of Q, K and V .* V .* is \(3, 5, 2\)"),
        (((2, 5, 4), (1, 5, 4), (3, 5, 2)), r"batch axes of Q, K and V .* same batch"),
        (((4,), (5, 4), (5, 2)), r"Q: at least 2 axes .*try row\[None, :\]"),
    ],
)
def test_shapes_that_do_not_fit_are_refused_in_words(shapes: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        attention(*(np.zeros(shape) for shape in shapes))


@pytest.mark.parametrize("visible", [[[0, 1]], [[0.0, -np.inf]]])
def test_masks_of_other_conventions_are_refused(visible: Any) -> None:
    with pytest.raises(TypeError, match="another convention"):
        masked_softmax(np.zeros((1, 2)), visible)


def test_visible_of_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\(3, 3\) does not fit scores of shape \(2, 3\)"):
        masked_softmax(np.zeros((2, 3)), np.ones((3, 3), dtype=bool))


def test_a_negative_number_of_tokens_is_refused() -> None:
    with pytest.raises(ValueError, match="n: at least 0 is needed, but it is -1"):
        causal_visibility(-1)
    assert causal_visibility(0).shape == (0, 0)


@pytest.mark.parametrize("masked", [False, True])
def test_blocks_of_queries_give_the_same_as_all_at_once(masked: bool, monkeypatch: Any) -> None:
    rng = np.random.default_rng(4)
    Q, K, V = random_qkv(rng, 7, 5, 4, 3, (2, 3))
    visible = rng.random((3, 7, 5)) < 0.5 if masked else None
    whole = attention_steps(Q, K, V, visible)
    monkeypatch.setattr(query_blocks, "SCORES_AT_ONCE", 12)  # two queries at a time
    output, weights = attention(Q, K, V, visible)
    np.testing.assert_allclose(output, whole.output, atol=1e-14)
    np.testing.assert_allclose(weights, whole.weights, atol=1e-14)


def test_blocks_are_taken_where_there_are_many_scores() -> None:
    sizes: list[int] = []

    def counted(Q: Any, *others: Any) -> Any:
        sizes.append(len(Q))
        return attention_steps(Q, *others)

    arrays = np.zeros((3, 1500, 2), dtype=np.float32)
    query_blocks.in_query_blocks(counted, *arrays, visible=None)
    assert sizes[0] == 174
    assert sum(sizes) == 1500


def test_errors_speak_of_whole_arrays_even_where_blocks_would_be_taken() -> None:
    with pytest.raises(ValueError, match=r"Q .* is \(2000, 4\), K .* is \(2000, 3\)"):
        attention(np.zeros((2000, 4)), np.zeros((2000, 3)), np.zeros((2000, 3)))
    with pytest.raises(ValueError, match=r"fit scores of shape \(2000, 2000\)"):
        attention(*[np.zeros((2000, 3))] * 3, visible=np.ones((3, 3), dtype=bool))
