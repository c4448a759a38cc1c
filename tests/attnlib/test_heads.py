"""Multi-head attention: three ways, one result; compared with loops and PyTorch; its messages."""

import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attnlib.attention import attention
from attnlib.heads import (
    head_shapes,
    layer_attention,
    merge_heads,
    multi_head_attention,
    multi_head_by_einsum,
    multi_head_by_loop,
    multi_head_steps,
    split_heads,
    weights_per_head,
)
from attnlib.masks import causal_visibility

sizes = st.integers(1, 4)
batches = st.lists(st.integers(1, 3), max_size=2)


def embeddings_and_weights(rng: Any, n: int, d_model: int, batch: Any = ()) -> tuple[Any, ...]:
    X = rng.normal(size=(*batch, n, d_model))
    return X, *(0.3 * rng.normal(size=(d_model, d_model)) for _ in range(4))


def torch_attention(
    X: Any, W: Any, num_heads: int, context: Any, visible: Any, need_weights: bool, average: bool
) -> tuple[Any, Any]:
    """Compute `nn.MultiheadAttention` with the same weights; X and context have a batch axis."""
    dtype = torch.from_numpy(X).dtype
    module = torch.nn.MultiheadAttention(
        X.shape[-1], num_heads, bias=False, batch_first=True, dtype=dtype
    ).eval()
    W_q, W_k, W_v, W_o = map(torch.from_numpy, W)
    with torch.no_grad():
        module.in_proj_weight.copy_(torch.cat([W_q.T, W_k.T, W_v.T]))
        module.out_proj.weight.copy_(W_o.T)
        output, weights = module(
            torch.from_numpy(X),
            *[torch.from_numpy(X if context is None else context)] * 2,
            attn_mask=None if visible is None else ~torch.from_numpy(visible),
            need_weights=need_weights,
            average_attn_weights=average,
        )
    return output.numpy(), None if weights is None else weights.numpy()


@given(n=sizes, n_k=sizes, num_heads=sizes, d_head=sizes, seed=st.integers(0, 99))
def test_multi_head_attention_is_attention_of_columns_head_by_head(
    n: int, n_k: int, num_heads: int, d_head: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    X, *W = embeddings_and_weights(rng, n, num_heads * d_head)
    context = rng.normal(size=(n_k, num_heads * d_head))
    visible = rng.random((n, n_k)) < 0.7
    output, weights = multi_head_attention(X, *W, num_heads, context, visible)
    wanted = np.zeros_like(X)
    for head in range(num_heads):
        part = slice(head * d_head, (head + 1) * d_head)
        Q, K, V = X @ W[0][:, part], context @ W[1][:, part], context @ W[2][:, part]
        found, shares = attention(Q, K, V, visible)
        np.testing.assert_allclose(weights[head], shares, atol=1e-12)
        wanted += found @ W[3][part]
    np.testing.assert_allclose(output, wanted, atol=1e-12)


@given(batch=batches, n=sizes, num_heads=sizes, d_head=sizes, seed=st.integers(0, 99))
def test_three_ways_one_result(
    batch: list[int], n: int, num_heads: int, d_head: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    X, *W = embeddings_and_weights(rng, n, num_heads * d_head, batch)
    per_head = [weights_per_head(matrix, num_heads) for matrix in W[:3]]
    output, weights = multi_head_attention(X, *W, num_heads)
    for way in (multi_head_by_loop, multi_head_by_einsum):
        same_output, same_weights = way(X, *per_head, W[3])
        assert same_weights.shape == (*batch, num_heads, n, n)
        np.testing.assert_allclose(same_output, output, atol=1e-12)
        np.testing.assert_allclose(same_weights, weights, atol=1e-12)


def test_heads_need_not_share_out_d_model_exactly() -> None:
    rng = np.random.default_rng(0)
    X, W_o = rng.normal(size=(5, 7)), rng.normal(size=(6, 7))
    per_head = rng.normal(size=(3, 2, 7, 3))
    loop, einsum = (way(X, *per_head, W_o) for way in (multi_head_by_loop, multi_head_by_einsum))
    assert loop[0].shape == (5, 7)
    np.testing.assert_allclose(loop[0], einsum[0])
    np.testing.assert_allclose(loop[1], einsum[1])


@given(n=sizes, num_heads=sizes, d_head=sizes, batch=batches)
def test_split_is_its_definition_in_loops_and_merge_undoes_it(
    n: int, num_heads: int, d_head: int, batch: list[int]
) -> None:
    X = np.random.default_rng(0).normal(size=(*batch, n, num_heads * d_head))
    heads = split_heads(X, num_heads)
    assert heads.shape == (*batch, num_heads, n, d_head)
    for head in range(num_heads):
        for token in range(n):
            for place in range(d_head):
                theirs = X[..., token, head * d_head + place]
                np.testing.assert_array_equal(heads[..., head, token, place], theirs)
    np.testing.assert_array_equal(merge_heads(heads), X)


def test_projecting_then_splitting_is_splitting_then_projecting() -> None:
    X, W_q, *_ = embeddings_and_weights(np.random.default_rng(0), 5, 6)
    np.testing.assert_allclose(split_heads(X @ W_q, 3), X @ weights_per_head(W_q, 3))


def test_the_shapes_of_the_lesson_are_foretold_and_come_true() -> None:
    shapes = head_shapes(6, 64, 8)
    lesson = [shapes[step] for step in ("X", "Q_heads", "weights", "head_outputs", "output")]
    assert lesson == [(6, 64), (8, 6, 8), (8, 6, 6), (8, 6, 8), (6, 64)]
    names = ["X", "Q", "Q_heads", "scores", "weights", "head_outputs", "merged", "output"]
    assert list(shapes) == names
    assert repr(head_shapes(*np.array([6, 64, 8]))) == repr(shapes)


@given(n=sizes, num_heads=sizes, d_head=sizes)
def test_every_step_has_the_shape_foretold(n: int, num_heads: int, d_head: int) -> None:
    rng = np.random.default_rng(0)
    d_model = num_heads * d_head
    steps = multi_head_steps(*embeddings_and_weights(rng, n, d_model), num_heads)
    for name, shape in head_shapes(n, d_model, num_heads).items():
        assert getattr(steps, name).shape == shape


def test_the_steps_build_on_one_another() -> None:
    rng = np.random.default_rng(1)
    X, *W = embeddings_and_weights(rng, 4, 6, (2,))
    context = rng.normal(size=(2, 5, 6))
    steps = multi_head_steps(X, *W, 3, context)
    np.testing.assert_array_equal(steps.X, X)
    for name, source, matrix in zip("QKV", (X, context, context), W, strict=False):
        together = getattr(steps, name)
        np.testing.assert_allclose(together, source @ matrix)
        np.testing.assert_array_equal(getattr(steps, f"{name}_heads"), split_heads(together, 3))
    np.testing.assert_allclose(steps.scaled, steps.scores / 2**0.5)
    np.testing.assert_allclose(steps.weights.sum(axis=-1), 1)
    np.testing.assert_allclose(steps.head_outputs, steps.weights @ steps.V_heads)
    np.testing.assert_array_equal(steps.merged, merge_heads(steps.head_outputs))
    np.testing.assert_allclose(steps.output, steps.merged @ W[3])
    assert multi_head_attention(X, *W, 3, context)[1].shape == (2, 3, 4, 5)


@pytest.mark.parametrize(("dtype", "atol"), [(np.float32, 1e-6), (np.float64, 1e-14)])
@pytest.mark.parametrize(("need_weights", "average"), [(True, True), (True, False), (False, False)])
@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("crossed", [False, True])
def test_multi_head_attention_agrees_with_torch(
    dtype: Any, atol: float, need_weights: bool, average: bool, masked: bool, crossed: bool
) -> None:
    rng = np.random.default_rng(0)
    arrays = (*embeddings_and_weights(rng, 5, 12, (2,)), rng.normal(size=(2, 7, 12)))
    X, *W, context = (array.astype(dtype) for array in arrays)
    context = context if crossed else None
    visible = rng.random((5, 7 if crossed else 5)) < 0.6 if masked else None
    if visible is not None:
        visible[:, 0] = True  # with need_weights, PyTorch returns nan for a query that sees nothing
    output, weights = multi_head_attention(X, *W, 3, context, visible)
    theirs = torch_attention(X, W, 3, context, visible, need_weights, average)
    assert output.dtype == weights.dtype == dtype
    np.testing.assert_allclose(output, theirs[0], atol=atol)
    if need_weights:
        ours = weights.mean(axis=-3) if average else weights
        np.testing.assert_allclose(ours, theirs[1], atol=atol)


def test_the_four_tokens_of_the_lesson_agree_with_torch_to_1e_7() -> None:
    rng = np.random.default_rng(0)
    X, *W = embeddings_and_weights(rng, 4, 8, (1,))
    X, *W = (array.astype(np.float32) for array in (0.3 * X, *W))  # outputs near 0.2
    theirs, _ = torch_attention(X, W, 2, None, None, True, False)
    difference = abs(multi_head_attention(X, *W, 2)[0] - theirs).max()
    assert difference < 1e-7


def test_a_token_that_sees_nothing_gets_zeros_as_torch_says_without_weights() -> None:
    X, *W = embeddings_and_weights(np.random.default_rng(0), 4, 6, (1,))
    visible = causal_visibility(4)
    visible[2] = False
    output, weights = multi_head_attention(X, *W, 2, visible=visible)
    assert (weights[0, :, 2] == 0).all()
    assert (output[0, 2] == 0).all()
    theirs, _ = torch_attention(X, W, 2, None, visible, False, False)
    np.testing.assert_allclose(output, theirs, atol=1e-14)


def layer_of(rng: Any, d_model: int, num_heads: int, num_key_heads: int, d_head: int) -> Any:
    """Draw the matrices and biases of a layer's attention."""
    queries, keys = num_heads * d_head, num_key_heads * d_head
    shapes = {"q": (d_model, queries), "k": (d_model, keys), "v": (d_model, keys)}
    shapes["o"] = (queries, d_model)
    matrices = {f"W_{x}": rng.normal(size=shape) for x, shape in shapes.items()}
    return matrices | {f"b_{x}": rng.normal(size=shape[1]) for x, shape in shapes.items()}


def test_a_layer_without_biases_is_multi_head_attention() -> None:
    rng = np.random.default_rng(0)
    X, *W = embeddings_and_weights(rng, 5, 6, (2,))
    visible = rng.random((2, 5, 5)) < 0.7
    steps = multi_head_steps(X, *W, 3, visible=visible)
    own = dict(zip(("W_q", "W_k", "W_v", "W_o"), W, strict=True))
    found = layer_attention(X, own | {"norm.gain": np.ones(3)}, 3, visible)
    np.testing.assert_allclose(found.output, steps.output, atol=1e-14)
    for name in ("scores", "scaled", "weights"):
        np.testing.assert_array_equal(getattr(found.steps, name), getattr(steps, name))
    np.testing.assert_array_equal(found.K_heads, steps.K_heads)
    np.testing.assert_array_equal(found.V_heads, steps.V_heads)


@given(
    n=sizes,
    d_model=sizes,
    shared_by=sizes,
    num_key_heads=sizes,
    d_head=sizes,
    biased=st.sets(st.sampled_from("qkvo")),
    seed=st.integers(0, 99),
)
def test_a_layer_is_its_definition_one_head_at_a_time(
    n: int,
    d_model: int,
    shared_by: int,
    num_key_heads: int,
    d_head: int,
    biased: set[str],
    seed: int,
) -> None:
    rng = np.random.default_rng(seed)
    num_heads = shared_by * num_key_heads
    own = layer_of(rng, d_model, num_heads, num_key_heads, d_head)
    own = {name: array for name, array in own.items() if name[0] == "W" or name[2] in biased}
    X = rng.normal(size=(n, d_model))

    def columns(x: str, head: int) -> Any:
        part = slice(head * d_head, (head + 1) * d_head)
        rows = X @ own[f"W_{x}"][:, part]
        return rows + own[f"b_{x}"][part] if x in biased else rows

    found = layer_attention(X, own, num_heads, causal_visibility(n), turn=np.negative)
    wanted = np.zeros((n, d_model)) + (own["b_o"] if "o" in biased else 0)
    for head in range(num_heads):
        Q, K, V = (columns(x, head if x == "q" else head // shared_by) for x in "qkv")
        output, weights = attention(-Q, -K, V, causal_visibility(n))
        np.testing.assert_allclose(found.steps.weights[head], weights, atol=1e-12)
        wanted += output @ own["W_o"][head * d_head : (head + 1) * d_head]
    np.testing.assert_allclose(found.output, wanted, atol=1e-12)


@pytest.mark.parametrize("cut", [0, 1, 4])
def test_a_layer_with_a_past_continues_where_it_stopped(cut: int) -> None:
    rng = np.random.default_rng(0)
    own, X = layer_of(rng, 7, 6, 2, 4), rng.normal(size=(3, 5, 7))

    def turn_from(start: int) -> Callable[[Any], Any]:
        return lambda heads: heads * (1 + start + np.arange(heads.shape[-2])[:, None])

    whole = layer_attention(X, own, 6, causal_visibility(5), turn_from(0))
    first = layer_attention(X[:, :cut], own, 6, causal_visibility(cut), turn_from(0))
    past, seen = (first.K_heads, first.V_heads), causal_visibility(5)[cut:]
    rest = layer_attention(X[:, cut:], own, 6, seen, turn_from(cut), past)
    np.testing.assert_allclose(rest.output, whole.output[:, cut:], atol=1e-12)
    np.testing.assert_allclose(rest.K_heads, whole.K_heads, atol=1e-12)
    np.testing.assert_allclose(rest.steps.weights, whole.steps.weights[..., cut:, :], atol=1e-12)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            {"W_k": np.ones((6, 5))},
            r"W_k and W_v must agree in num_key_heads\*d_head.*transposed",
        ),
        (
            {"W_k": np.ones((6, 8)), "W_v": np.ones((6, 8)), "b_k": np.ones(8), "b_v": np.ones(8)},
            "W_k: 3 heads of 2 numbers .* if it has 2 or 6 columns, but it has 8. Is it transposed",
        ),
        (
            {"W_k": np.ones((6, 3)), "W_v": np.ones((6, 3)), "b_k": np.ones(3), "b_v": np.ones(3)},
            "W_k: 3 heads of 2 numbers .* if it has 2 or 6 columns, but it has 3",
        ),
        ({"b_o": np.ones(5)}, r"must agree in d_model.*b_o \(d_model,\) is \(5,\)"),
        ({"W_o": np.ones((7, 6))}, r"W_q and W_o must agree in num_heads\*d_head"),
    ],
)
def test_a_layer_whose_parts_do_not_fit_is_refused(wrong: Any, message: str) -> None:
    own = layer_of(np.random.default_rng(0), 6, 3, 1, 2) | wrong
    with pytest.raises(ValueError, match=message):
        layer_attention(np.ones((4, 6)), own, 3)


@given(batch=batches, num_heads=sizes, seed=st.integers(0, 99))
def test_batches_are_just_many_at_once_each_with_its_own_visibility(
    batch: list[int], num_heads: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    X, *W = embeddings_and_weights(rng, 3, 2 * num_heads, batch)
    visible = rng.random((*batch, 3, 3)) < 0.6
    output, weights = multi_head_attention(X, *W, num_heads, visible=visible)
    for index in np.ndindex(*batch):
        one, shares = multi_head_attention(X[index], *W, num_heads, visible=visible[index])
        np.testing.assert_allclose(output[index], one, atol=1e-12)
        np.testing.assert_allclose(weights[index], shares, atol=1e-12)


def test_one_context_serves_a_batch_and_one_row_of_visible_all_queries() -> None:
    rng = np.random.default_rng(0)
    X, *W = embeddings_and_weights(rng, 4, 6, (2,))
    context, seen = rng.normal(size=(5, 6)), np.array([True, True, False, True, False])
    output, weights = multi_head_attention(X, *W, 3, context, seen)
    assert (weights[..., ~seen] == 0).all()
    for one, same in zip(X, output, strict=True):
        alone = multi_head_attention(one, *W, 3, context[seen])[0]
        np.testing.assert_allclose(same, alone, atol=1e-12)


def test_a_batch_of_contexts_for_one_sequence_each_with_its_own_visibility() -> None:
    rng = np.random.default_rng(0)
    X, *W = embeddings_and_weights(rng, 4, 6)
    contexts, visible = rng.normal(size=(2, 5, 6)), rng.random((2, 4, 5)) < 0.6
    output, _ = multi_head_attention(X, *W, 3, contexts, visible)
    for index in range(2):
        alone, _ = multi_head_attention(X, *W, 3, contexts[index], visible[index])
        np.testing.assert_allclose(output[index], alone, atol=1e-12)


def test_reordered_tokens_give_reordered_outputs() -> None:
    X, *W = embeddings_and_weights(np.random.default_rng(0), 5, 6)
    order = [4, 2, 0, 1, 3]
    output, weights = multi_head_attention(X, *W, 2)
    reordered, shares = multi_head_attention(X[order], *W, 2)
    np.testing.assert_allclose(reordered, output[order], atol=1e-12)
    np.testing.assert_allclose(shares, weights[:, order][:, :, order], atol=1e-12)


def test_float32_stays_and_inputs_stay_as_they_are() -> None:
    arrays = embeddings_and_weights(np.random.default_rng(0), 3, 4)
    X, *W = (array.astype(np.float32) for array in arrays)
    kept = [array.copy() for array in (X, *W)]
    per_head = [weights_per_head(matrix, 2) for matrix in W[:3]]
    results = [*multi_head_steps(X, *W, 2), *multi_head_by_loop(X, *per_head, W[3])]
    results += multi_head_by_einsum(X, *per_head, W[3])
    assert {result.dtype for result in results} == {np.dtype(np.float32)}
    for array, copy in zip((X, *W), kept, strict=True):
        np.testing.assert_array_equal(array, copy)
    assert multi_head_attention(X.astype(np.float64), *W, 2)[0].dtype == np.float64


def test_lists_and_integers_work() -> None:
    eye = [[1, 0], [0, 1]]
    output, _ = multi_head_attention([[1, 2], [1, 2]], eye, eye, eye, eye, 2)
    np.testing.assert_array_equal(output, [[1, 2], [1, 2]])


EYE, TOKENS = np.eye(6), np.ones((4, 6))


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (
            lambda: split_heads(TOKENS, 4),
            ValueError,
            r"d_model is 6 and num_heads is 4: heads would be 1.5 wide. Should it be one of 1, 2, 3, 6\?",
        ),
        (lambda: head_shapes(6, 10, 3), ValueError, "num_heads must divide d_model"),
        (lambda: head_shapes(-1, 10, 5), ValueError, "n: at least 0 is needed"),
        (lambda: head_shapes(6, 3, 12), ValueError, "Should it be one of 1, 3"),
        (lambda: split_heads(TOKENS, 0), ValueError, "num_heads: at least 1 .* swapped"),
        (lambda: split_heads(TOKENS, 6 / 2), TypeError, "num_heads: a whole .* 3.0. Was / used"),
        (lambda: split_heads(np.ones((4, 0)), 2), ValueError, "d_model: at least 1 is needed"),
        (lambda: split_heads(np.ones(6), 2), ValueError, "X: at least 2 axes"),
        (lambda: merge_heads(TOKENS), ValueError, r"three axes .* \(4, 6\). Is it one head alone"),
        (lambda: weights_per_head(np.ones((2, 6, 6)), 2), ValueError, "cut into heads already"),
        (lambda: weights_per_head(EYE, 4), ValueError, "num_heads must divide d_model"),
    ],
)
def test_heads_that_do_not_fit_are_refused_in_words(
    call: Callable[[], Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        call()


@pytest.mark.parametrize("place", ["W_q", "W_k", "W_v", "W_o"])
@pytest.mark.parametrize("W", [np.ones((6, 3)), np.ones((2, 6, 3)), np.eye(5), np.ones(6)])
def test_matrices_that_are_not_d_model_by_d_model_are_refused(place: str, W: Any) -> None:
    matrices = dict.fromkeys(("W_q", "W_k", "W_v", "W_o"), EYE) | {place: W}
    with pytest.raises(
        ValueError, match=rf"{place}( must agree in d_model,|: at least 2 axes|: 2 axes) .* head"
    ):
        multi_head_attention(TOKENS, **matrices, num_heads=2)


@pytest.mark.parametrize(
    ("more", "error", "words"),
    [
        ({"num_heads": 5}, ValueError, "num_heads must divide d_model"),
        ({"context": np.ones((4, 5))}, ValueError, "X and context must agree in d_model"),
        ({"context": np.ones(6)}, ValueError, "context: at least 2 axes"),
        ({"visible": np.ones((4, 4))}, TypeError, "another convention"),
        ({"visible": np.ones((2, 4, 4), bool)}, ValueError, "an axis too many"),
        (
            {"visible": np.ones((4, 5), bool), "context": np.ones((3, 6))},
            ValueError,
            r"visible of shape \(4, 5\) does not fit scores of shape \(4, 3\)",
        ),
        (
            {"visible": np.ones((4, 3), bool), "X": np.ones((3, 6)), "context": TOKENS},
            ValueError,
            r"visible of shape \(4, 3\) does not fit .* Were queries and keys swapped",
        ),
        (
            {"X": np.ones((2, 4, 6)), "context": np.ones((3, 4, 6))},
            ValueError,
            r"batch axes of X and context must fit .* X .* is \(2, 4, 6\)",
        ),
    ],
)
@pytest.mark.parametrize("function", [multi_head_attention, multi_head_steps])
def test_arguments_that_do_not_fit_are_refused_in_words(
    function: Callable[..., Any], more: dict[str, Any], error: type[Exception], words: str
) -> None:
    arguments = {"X": TOKENS, "W_q": EYE, "W_k": EYE, "W_v": EYE, "W_o": EYE, "num_heads": 2}
    with pytest.raises(error, match=words):
        function(**arguments | more)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"W_q": EYE}, r"W_q: at least 3 axes .* is \(6, 6\), .* \(try weights_per_head\)\?"),
        (
            {"W_k": np.ones((2, 6, 2))},
            r"W_q and W_k must agree in d_head, .* W_k .* is \(2, 6, 2\)",
        ),
        (
            {"W_v": np.ones((3, 6, 3))},
            r"W_q and W_v must agree in num_heads, .* W_v .* is \(3, 6, 3\)",
        ),
        ({"W_q": np.ones((2, 5, 3))}, r"X and W_q must agree in d_model, .* W_q .* is \(2, 5, 3\)"),
        ({"W_q": np.ones((2, 6, 0))}, r"d_head must be at least 1, .* W_q .* is \(2, 6, 0\)"),
        ({"W_o": np.ones((5, 6))}, r"W_o: shape .* \(6, 6\) is needed, but it is \(5, 6\)"),
        ({"W_o": np.ones((2, 3, 6))}, r"W_o: 2 axes are needed, .* cut into heads"),
        ({"X": np.ones(6)}, "X: at least 2 axes"),
    ],
)
@pytest.mark.parametrize("function", [multi_head_by_loop, multi_head_by_einsum])
def test_weights_per_head_that_do_not_fit_are_refused_in_words(
    function: Callable[..., Any], more: dict[str, Any], words: str
) -> None:
    arguments = dict.fromkeys(("W_q", "W_k", "W_v"), np.ones((2, 6, 3))) | {"X": TOKENS, "W_o": EYE}
    with pytest.raises(ValueError, match=words):
        function(**arguments | more)


def test_many_scores_are_taken_in_blocks_with_the_same_result() -> None:
    rng = np.random.default_rng(0)
    X, *W = embeddings_and_weights(rng, 600, 4)
    visible = rng.random((600, 600)) < 0.5
    steps = multi_head_steps(X, *W, 2, visible=visible)
    tracemalloc.start()
    output, weights = multi_head_attention(X, *W, 2, visible=visible)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    np.testing.assert_allclose(output, steps.output, atol=1e-12)
    np.testing.assert_allclose(weights, steps.weights, atol=1e-12)
    assert most < 4 * weights.nbytes  # all steps at once take 5
