"""The block compared with PyTorch's, its parts with their definitions, and error messages."""

from functools import partial
from math import erf, erfc
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlib import causal_visibility
from attnlib.block import (
    block,
    feed_forward,
    gelu,
    layer_norm,
    parameter_count,
    relu,
    rms_norm,
    silu,
    swiglu,
)
from attnlib.heads import multi_head_attention
from course.models.torch_bridge import call_torch, encoder_layer, mha_mask

D, D_FF, HEADS = 8, 12, 2
ACTIVATIONS = {"relu": relu, "gelu": gelu}


def draw(seed: int, dtype: Any, *batch: int) -> Any:
    """Tokens, four projections, a feed-forward with biases, and two norms: all random."""
    rng = np.random.default_rng(seed)

    def some(*shape: int) -> Any:
        return (rng.normal(size=shape) / shape[0] ** 0.5).astype(dtype)

    X = rng.normal(size=(*batch, 5, D)).astype(dtype)
    feed = some(D, D_FF), some(D_FF), some(D_FF, D), some(D)
    norms = [(1 + some(D), some(D)) for _ in range(2)]
    return X, [some(D, D) for _ in range(4)], feed, norms


def ours(X: Any, W: Any, feed: Any, norms: Any, visible: Any = None, **options: Any) -> Any:
    activation = ACTIVATIONS[options.pop("activation", "relu")]
    W_1, b_1, W_2, b_2 = feed
    return block(
        X,
        lambda X: multi_head_attention(X, *W, HEADS, visible=visible)[0],
        lambda X: feed_forward(X, W_1, b_1, W_2, b_2, activation),
        *(partial(layer_norm, gain=gain, shift=shift) for gain, shift in norms),
        **options,
    )


@pytest.mark.parametrize("activation", ACTIVATIONS)
@pytest.mark.parametrize("norm_first", [True, False])
@pytest.mark.parametrize(("dtype", "bound"), [(np.float32, 2e-6), (np.float64, 4e-15)])
@pytest.mark.parametrize("seed", range(5))
def test_one_block_is_torchs(
    activation: str, norm_first: bool, dtype: Any, bound: float, seed: int
) -> None:
    X, W, feed, norms = draw(seed, dtype)
    options = {"norm_first": norm_first, "activation": activation}
    theirs = call_torch(encoder_layer(W, feed, *norms, HEADS, **options), X)
    result = ours(X, W, feed, norms, **options)
    assert result.dtype == theirs.dtype == dtype
    assert np.abs(result - theirs).max() < bound * np.abs(theirs).max()


@pytest.mark.parametrize("norm_first", [True, False])
def test_a_batch_with_a_mask_is_torchs(norm_first: bool) -> None:
    X, W, feed, norms = draw(0, np.float64, 3)
    layer = encoder_layer(W, feed, *norms, HEADS, norm_first=norm_first)
    theirs = call_torch(layer, X, src_mask=mha_mask(causal_visibility(5)))
    result = ours(X, W, feed, norms, causal_visibility(5), norm_first=norm_first)
    np.testing.assert_allclose(result, theirs, rtol=1e-12, atol=1e-12)


def test_torch_has_as_many_parameters_as_are_counted() -> None:
    for d_model, d_ff, num_heads in [(8, 12, 2), (16, 64, 4), (16, 64, 1)]:
        layer = torch.nn.TransformerEncoderLayer(d_model, num_heads, d_ff, device="meta")
        theirs = sum(parameter.numel() for parameter in layer.parameters())
        assert parameter_count(d_model, d_ff, 1) == theirs
        assert parameter_count(d_model, d_ff, 6) == 6 * theirs


@pytest.mark.parametrize("d", [1, 4, 512])
def test_parameters_by_the_formula(d: int) -> None:
    assert parameter_count(d, 4 * d, 1) == 12 * d**2 + 13 * d
    assert parameter_count(d, 4 * d, 0) == 0


@settings(deadline=None)
@given(n=st.integers(1, 4), d=st.integers(1, 5), seed=st.integers(0, 2**32 - 1))
def test_layer_norm_is_its_definition_one_number_at_a_time(n: int, d: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, gain, shift, eps = 3 * rng.normal(size=(n, d)), *rng.normal(size=(2, d)), 0.01
    result = layer_norm(X, gain, shift, eps)
    for i in range(n):
        mean = sum(X[i]) / d
        variance = sum((x - mean) ** 2 for x in X[i]) / d
        for j in range(d):
            wanted = gain[j] * (X[i, j] - mean) / (variance + eps) ** 0.5 + shift[j]
            assert result[i, j] == pytest.approx(wanted, abs=1e-12)


def test_layer_norm_is_torchs_on_any_batch_axes() -> None:
    X = np.random.default_rng(0).normal(size=(2, 3, 5, 7))
    np.testing.assert_allclose(layer_norm(X), call_torch(torch.nn.LayerNorm(7).double(), X))
    np.testing.assert_allclose(layer_norm(X)[1, 2, 3], layer_norm(X[1, 2, 3]), rtol=1e-12)


def test_layer_norm_ignores_scale_and_offset_and_other_rows() -> None:
    X = np.random.default_rng(0).normal(size=(3, 6))
    plain = layer_norm(X, eps=0)
    np.testing.assert_allclose(layer_norm(100 * X + 7, eps=0), plain, rtol=1e-9)
    changed = X.copy()
    changed[2] *= 5
    np.testing.assert_array_equal(layer_norm(changed)[:2], layer_norm(X)[:2])


def test_a_constant_row_becomes_zero() -> None:
    np.testing.assert_array_equal(layer_norm([[2, 2, 2]]), [[0, 0, 0]])


@pytest.mark.parametrize(("dtype", "rtol"), [(np.float32, 1e-6), (np.float64, 1e-14)])
def test_rms_norm_is_torchs_on_any_batch_axes(dtype: Any, rtol: float) -> None:
    X = 3 * np.random.default_rng(0).normal(size=(2, 3, 5, 7)).astype(dtype) + 1
    gain = np.random.default_rng(1).normal(size=7).astype(dtype)
    norm = torch.nn.RMSNorm(7, eps=0.01, dtype=torch.from_numpy(X).dtype)
    theirs = call_torch(norm.requires_grad_(False), X)
    assert rms_norm(X, eps=0.01).dtype == dtype
    np.testing.assert_allclose(rms_norm(X, eps=0.01), theirs, rtol=rtol)
    norm.weight.copy_(torch.from_numpy(gain))
    np.testing.assert_allclose(rms_norm(X, gain, eps=0.01), call_torch(norm, X), rtol=rtol)
    np.testing.assert_array_equal(rms_norm(X)[1, 2, 3], rms_norm(X[1, 2, 3]))


def test_rms_norm_is_layer_norm_where_the_mean_is_0_and_only_there() -> None:
    X = np.random.default_rng(0).normal(size=(4, 6))
    centred = X - X.mean(axis=-1, keepdims=True)
    np.testing.assert_allclose(rms_norm(centred), layer_norm(X), rtol=1e-10)
    assert np.abs(rms_norm(X) - layer_norm(X)).max() > 0.1
    np.testing.assert_array_equal(rms_norm([[0, 0, 0]]), [[0, 0, 0]])


def test_silu_is_torchs_and_never_overflows() -> None:
    for dtype, rtol in ((np.float32, 1e-6), (np.float64, 1e-14)):
        X = np.linspace(-1000, 1000, 2001).astype(dtype)
        assert silu(X).dtype == dtype
        theirs = call_torch(torch.nn.functional.silu, X)
        np.testing.assert_allclose(silu(X), theirs, rtol=rtol, atol=1e-36)


def test_swiglu_is_its_definition_by_torch() -> None:
    rng = np.random.default_rng(0)
    X, W_gate, W_up, W_down = (
        rng.normal(size=shape) for shape in ((2, 5, D), (D, D_FF), (D, D_FF), (D_FF, D))
    )

    def theirs(*arrays: Any) -> Any:
        X, W_gate, W_up, W_down = arrays
        return (torch.nn.functional.silu(X @ W_gate) * (X @ W_up)) @ W_down

    arrays = [X, W_gate, W_up, W_down]
    wanted = theirs(*map(torch.from_numpy, arrays)).numpy()
    np.testing.assert_allclose(swiglu(*arrays), wanted, rtol=1e-10)
    exchanged = swiglu(X, W_up, W_gate, W_down)
    assert np.abs(exchanged - wanted).max() > 0.1


def test_gelu_is_its_definition_and_torchs() -> None:
    X = np.linspace(-6, 6, 25)
    np.testing.assert_allclose(gelu(X), [x * (1 + erf(x / 2**0.5)) / 2 for x in X], rtol=1e-14)
    theirs = call_torch(torch.nn.functional.gelu, X)
    np.testing.assert_allclose(gelu(X), theirs, rtol=1e-12, atol=1e-14)
    by_tanh = call_torch(torch.nn.functional.gelu, X, approximate="tanh")
    assert 1e-4 < np.abs(gelu(X) - by_tanh).max() < 5e-4


def test_gelu_in_float32_is_exact_up_to_rounding() -> None:
    """Relative to each result, also where 1 + erf would cancel, as far as float32 has all digits."""
    X = np.concatenate([np.linspace(-12.5, 12.5, 20_001), np.logspace(-30, 1, 2_000)])
    X = np.concatenate([X, -X]).astype(np.float32)
    exact = np.array([x * erfc(-x / 2**0.5) / 2 for x in X.tolist()])
    found = gelu(X)
    assert found.dtype == np.float32
    precise = np.abs(exact) >= np.finfo(np.float32).tiny
    error = np.abs(found - exact) / np.where(precise, np.abs(exact), np.inf)
    assert error.max() < 0.55 * np.finfo(np.float32).eps  # rounding alone may take 0.5
    assert np.abs(found - exact)[~precise].max() <= 1.5e-45  # one step of the numbers there


def test_gelu_in_float32_at_the_ends() -> None:
    largest = np.finfo(np.float32).max
    ends = np.array([-largest, -20, -0.0, 0, 20, largest, np.inf, np.nan], dtype=np.float32)
    np.testing.assert_array_equal(gelu(ends), [0, 0, 0, 0, 20, largest, np.inf, np.nan])
    for shape in ((), (0,), (2, 0, 3)):
        result = gelu(np.ones(shape, dtype=np.float32))
        assert (result.shape, result.dtype) == (shape, np.float32)


def test_feed_forward_computes_xor() -> None:
    four = [[0, 0], [0, 1], [1, 0], [1, 1]]
    W_1, b_1, W_2 = [[1, 1], [1, 1]], [0, -1], [[1, 0], [-2, 0]]
    result = feed_forward(four, W_1, b_1, W_2, [0, 0])
    np.testing.assert_array_equal(result[:, 0], [0, 1, 1, 0])


def test_feed_forward_takes_each_token_by_itself() -> None:
    X, _, feed, _ = draw(1, np.float64, 2)
    each = np.stack([[feed_forward(row, *feed) for row in rows] for rows in X])
    np.testing.assert_allclose(feed_forward(X, *feed), each, rtol=1e-12)


def test_pre_norm_without_output_is_the_identity_and_post_norm_is_not() -> None:
    X, W, (W_1, b_1, W_2, b_2), norms = draw(2, np.float64)
    silent = [*W[:3], 0 * W[3]], (W_1, b_1, 0 * W_2, 0 * b_2), norms
    np.testing.assert_array_equal(ours(X, *silent), X)
    assert np.abs(ours(X, *silent, norm_first=False) - X).max() > 0.1


@pytest.mark.parametrize("norm_first", [True, False])
def test_the_order_of_the_parts(norm_first: bool) -> None:
    seen: list[tuple[str, float]] = []

    def noting(name: str, factor: float) -> Any:
        def note(X: Any) -> Any:
            seen.append((name, X.item()))
            return factor * X

        return note

    parts = noting("attend", 10), noting("feed", 100), noting("norm_1", 2), noting("norm_2", 3)
    result = block([[1]], *parts, norm_first=norm_first).item()
    if norm_first:
        assert seen == [("norm_1", 1), ("attend", 2), ("norm_2", 21), ("feed", 63)]
        assert result == 21 + 6300
    else:
        assert seen == [("attend", 1), ("norm_1", 11), ("feed", 22), ("norm_2", 2222)]
        assert result == 6666


def test_inputs_stay_as_they_are() -> None:
    X, W, feed, norms = draw(3, np.float64)
    copies = [array.copy() for array in (X, *feed, *norms[0])]
    ours(X, W, feed, norms)
    for array, copy in zip((X, *feed, *norms[0]), copies, strict=True):
        np.testing.assert_array_equal(array, copy)


def nothing(X: Any) -> Any:
    return 0 * X


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: layer_norm([[1, 2]], gain=[1]),
            ValueError,
            r"X and gain must agree in d, .* gain \(d,\) is \(1,\)",
        ),
        (lambda: layer_norm([[1, 2]], shift=[[1, 2]]), ValueError, r"shift: .*is \(1, 2\)"),
        (lambda: layer_norm([[1, 2]], eps=-1), ValueError, "eps: at least 0"),
        (lambda: layer_norm([[1, 2]], eps=np.nan), ValueError, "eps: at least 0"),
        (lambda: layer_norm(np.zeros((3, 0))), ValueError, "d, the last axis of X: at least 1"),
        (lambda: rms_norm([[1, 2]], gain=[1]), ValueError, "X and gain must agree in d"),
        (lambda: rms_norm([[1, 2]], eps=-1), ValueError, "eps: at least 0"),
        (lambda: rms_norm(np.zeros((3, 0))), ValueError, "d, the last axis of X: at least 1"),
        (
            lambda: swiglu([[1, 2]], np.ones((2, 3)), np.ones((3, 2)), np.ones((3, 2))),
            ValueError,
            r"X and W_up must agree in d, .* W_up \(d, d_ff\) is \(3, 2\).*transposed",
        ),
        (
            lambda: swiglu([[1, 2]], np.ones((2, 3)), np.ones((2, 4)), np.ones((3, 2))),
            ValueError,
            "W_gate and W_up must agree in d_ff",
        ),
        (lambda: layer_norm(["a"]), TypeError, "X: real numbers"),
        (
            lambda: feed_forward([[1, 2]], np.ones((3, 2)), [0, 0], np.ones((2, 2)), [0, 0]),
            ValueError,
            r"X and W_1 must agree in d, .* W_1 \(d, d_ff\) is \(3, 2\).*transposed",
        ),
        (
            lambda: feed_forward([[1, 2]], np.ones((2, 3)), [0] * 3, np.ones((2, 3)), [0, 0]),
            ValueError,
            r"W_2 \(d_ff, d\) is \(2, 3\)",
        ),
        (
            lambda: feed_forward([[1, 2]], np.ones((2, 3)), [0, 0], np.ones((3, 2)), [0, 0]),
            ValueError,
            r"W_1 and b_1 must agree in d_ff, .* b_1 \(d_ff,\) is \(2,\)",
        ),
        (
            lambda: block(np.eye(2), lambda X: (X, X), nothing, nothing, nothing),
            TypeError,
            r"attend: one array .*tuple of 2.*weights \(try \[0\]\)",
        ),
        (
            lambda: block(np.eye(2), nothing, lambda X: X[:, :1], nothing, nothing),
            ValueError,
            r"feed: the shape of its input, \(2, 2\).*returned \(2, 1\)",
        ),
        (lambda: block([1, 2], *[nothing] * 4), ValueError, "X: at least 2 axes"),
        (lambda: parameter_count(512, 2048.0, 1), TypeError, "d_ff: a whole number"),
        (lambda: parameter_count(0, 4, 1), ValueError, "d_model: at least 1"),
        (lambda: parameter_count(4, 4, -1), ValueError, "num_layers: at least 0"),
    ],
)
def test_errors_say_what_is_needed(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_torchs_block_is_given_the_same_errors() -> None:
    _, W, (W_1, b_1, W_2, b_2), norms = draw(0, np.float64)
    with pytest.raises(ValueError, match=r"W_o?.* and W_1 must agree in d_model, .*transposed"):
        encoder_layer(W, (W_1.T, b_1, W_2, b_2), *norms, HEADS)
    with pytest.raises(ValueError, match=r"num_heads must divide"):
        encoder_layer(W, (W_1, b_1, W_2, b_2), *norms, 3)
    with pytest.raises(ValueError, match="W_q and gain_1 must agree in d_model"):
        encoder_layer(W, (W_1, b_1, W_2, b_2), (b_1, b_2), norms[1], HEADS)
