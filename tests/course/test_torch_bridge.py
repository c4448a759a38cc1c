"""Our attention and PyTorch's: weights both ways, both mask polarities, PyTorch's behaviour."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn
from torch.nn.functional import scaled_dot_product_attention

from attnlib import attention, causal_visibility
from attnlib.heads import multi_head_attention
from course.models.torch_bridge import (
    Difference,
    by_our_names,
    call_torch,
    compare,
    from_torch,
    in_proj_weight,
    mha_mask,
    sdpa_mask,
    to_torch,
    torch_attention,
)


def draw(seed: int, n: int, d_model: int, dtype: Any = np.float64) -> Any:
    rng = np.random.default_rng(seed)
    X = 0.5 * rng.normal(size=(n, d_model))
    return [X.astype(dtype), *(0.3 * rng.normal(size=(4, d_model, d_model))).astype(dtype)]


def by_loops(X: Any, W_q: Any, W_k: Any, W_v: Any, W_o: Any, num_heads: int, visible: Any) -> Any:
    """Compute the definition, head by head and query by query."""
    n, d_head = len(X), X.shape[1] // num_heads
    merged, weights = np.zeros_like(X), np.zeros((num_heads, n, n))
    for h in range(num_heads):
        part = slice(h * d_head, (h + 1) * d_head)
        Q, K, V = X @ W_q[:, part], X @ W_k[:, part], X @ W_v[:, part]
        for i in range(n):
            raw = [np.exp(Q[i] @ K[j] / d_head**0.5) * visible[i, j] for j in range(n)]
            weights[h, i] = np.array(raw) / sum(raw)
            merged[i, part] = sum(weights[h, i, j] * V[j] for j in range(n))
    return merged @ W_o, weights


@settings(deadline=None)
@given(
    n=st.integers(1, 5), num_heads=st.integers(1, 4), d_head=st.integers(1, 3), seed=st.integers(0)
)
def test_torch_ours_and_loops_agree(n: int, num_heads: int, d_head: int, seed: int) -> None:
    arrays = draw(seed, n, num_heads * d_head)
    visible = np.random.default_rng(seed).random((n, n)) < 0.5
    np.fill_diagonal(visible, True)
    theirs = torch_attention(*arrays, num_heads, visible)
    ours = multi_head_attention(*arrays, num_heads, visible=visible)
    for one, two, loops in zip(ours, theirs, by_loops(*arrays, num_heads, visible), strict=True):
        assert one.shape == two.shape
        assert compare(one, two).largest < 1e-12
        assert compare(loops, two).largest < 1e-12


def test_four_tokens_in_float32_differ_by_less_than_a_ten_millionth() -> None:
    arrays = draw(1, 4, 8, np.float32)
    theirs, ours = torch_attention(*arrays, 2), multi_head_attention(*arrays, 2)
    for one, two in zip(ours, theirs, strict=True):
        assert one.dtype == two.dtype == np.float32
        assert compare(one, two).largest < 1e-7


def test_one_float64_among_the_inputs_makes_all_float64() -> None:
    arrays = draw(0, 4, 8, np.float32)
    arrays[4] = arrays[4].astype(np.float64)
    assert [result.dtype for result in torch_attention(*arrays, 2)] == [np.float64] * 2


def test_lists_work_and_inputs_stay_as_they_are() -> None:
    eye = [[1, 0], [0, 1]]
    output, weights = torch_attention([[1, 2], [1, 2], [1, 2]], eye, eye, eye, eye, 1)
    np.testing.assert_allclose(output, [[1, 2]] * 3)
    np.testing.assert_allclose(weights, 1 / 3)
    arrays = draw(0, 4, 8)
    copies = [array.copy() for array in arrays]
    for result in torch_attention(*arrays, 2, causal_visibility(4)):
        result += 1
    for array, copy in zip(arrays, copies, strict=True):
        np.testing.assert_array_equal(array, copy)


def test_transposed_views_and_negative_strides_are_copied_right() -> None:
    X, *W = draw(3, 4, 8)
    views = [np.asfortranarray(X), *(w.T[::-1] for w in W)]
    theirs = torch_attention(*views, 2)[0]
    assert compare(multi_head_attention(*views, 2)[0], theirs).largest < 1e-12


def test_a_visible_row_serves_all_queries() -> None:
    arrays, padding = draw(4, 3, 4), np.array([True, True, False])
    theirs = torch_attention(*arrays, 2, padding)[1]
    assert (theirs[..., 2] == 0).all()
    assert (theirs[..., :2] > 0).all()


def test_random_numbers_and_the_default_device_of_torch_are_left_alone() -> None:
    arrays = draw(0, 4, 8)
    state = torch.get_rng_state()
    expected = torch_attention(*arrays, 2)[0]
    assert torch.equal(torch.get_rng_state(), state)
    with torch.device("meta"):
        np.testing.assert_array_equal(
            torch_attention(*arrays, 2, causal_visibility(4))[0][3], expected[3]
        )


def test_weights_go_across_and_come_back() -> None:
    X, *W = draw(5, 4, 8, np.float32)
    module = nn.MultiheadAttention(8, 2)
    with torch.no_grad():
        module.in_proj_weight.copy_(torch.from_numpy(in_proj_weight(*W[:3])))
        module.out_proj.weight.copy_(torch.from_numpy(W[3].T))
    for back, gone in zip(from_torch(module), W, strict=True):
        np.testing.assert_array_equal(back, gone)
        assert back.dtype == np.float32
    tokens = torch.from_numpy(X)
    theirs = module(tokens, tokens, tokens)[0]
    assert compare(multi_head_attention(X, *from_torch(module), 2)[0], theirs).largest < 1e-6


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_module_made_of_our_matrices_gives_them_back(dtype: Any) -> None:
    X, *W = draw(6, 4, 8, dtype)
    module = to_torch(*W, num_heads=2)
    for back, gone in zip(from_torch(module), W, strict=True):
        np.testing.assert_array_equal(back, gone)
        assert back.dtype == dtype
    output, weights = call_torch(module, X, X, X)
    ours, each = multi_head_attention(X, *W, 2)
    assert compare(ours, output).largest < 1e-6
    assert compare(each.mean(axis=0), weights).largest < 1e-6


def test_a_module_of_ours_may_read_batches_first() -> None:
    _, *W = draw(6, 4, 8)
    batch = np.random.default_rng(0).normal(size=(3, 4, 8))
    output, _ = call_torch(to_torch(*W, num_heads=2, batch_first=True), batch, batch, batch)
    assert compare(multi_head_attention(batch, *W, 2)[0], output).largest < 1e-12


def test_matrices_and_slopes_have_our_names_and_our_way_round() -> None:
    blocks = nn.ModuleList(nn.ModuleDict({"W": nn.Linear(2, 3, bias=False)}) for _ in range(11))
    model = nn.ModuleDict({"words": nn.Embedding(5, 2), "blocks": blocks}).double()
    W = {f"{place}.W": np.full((2, 3), 1.0 * place) for place in range(11)}
    W["words"] = np.arange(10.0).reshape(5, 2)
    for name, matrix in by_our_names(model, W).items():
        matrix.copy_(torch.tensor(W[name]))
    X = model["words"](torch.tensor([4, 4, 1]))
    sum(block["W"](X)[:, 0].sum() for block in blocks).backward()
    slopes = by_our_names(model, W, slopes=True)
    np.testing.assert_array_equal(slopes["10.W"], [[18, 0, 0], [21, 0, 0]])
    np.testing.assert_array_equal(slopes["words"][4], [110, 110])
    for fewer_or_other in ([*W][1:], [*W, "11.W"], [*W, "W"]):
        with pytest.raises(LookupError, match=r"blocks\.10\.W\.weight there, and .*bias"):
            by_our_names(model, fewer_or_other)


def test_arrays_go_to_torch_and_come_back_as_arrays() -> None:
    Q, K, V = np.random.default_rng(0).normal(size=(3, 4, 8))
    mask = sdpa_mask(causal_visibility(4))
    found = call_torch(scaled_dot_product_attention, Q, K, V, attn_mask=mask)
    assert type(found) is np.ndarray
    assert compare(attention(Q, K, V, causal_visibility(4))[0], found).largest < 1e-12
    module = to_torch(*draw(6, 4, 8)[1:], num_heads=2)
    assert call_torch(module, Q, K, V, need_weights=False)[1] is None


def test_what_from_torch_gives_is_ones_own() -> None:
    module = nn.MultiheadAttention(4, 2)
    before = [parameter.detach().clone() for parameter in module.parameters()]
    for W in from_torch(module):
        W += 1
    assert all(map(torch.equal, module.parameters(), before))


def test_the_three_blocks_are_transposed_and_in_order() -> None:
    W_q, W_k, W_v = np.random.default_rng(0).normal(size=(3, 4, 4)).astype(np.float32)
    packed = in_proj_weight(W_q, W_k, W_v)
    assert packed.dtype == np.float32
    x = np.arange(4.0)
    np.testing.assert_allclose(packed @ x, np.concatenate([x @ W_q, x @ W_k, x @ W_v]), rtol=1e-5)


# What PyTorch does by itself. -----------------------------------------------------------------


def test_the_two_masks_have_opposite_polarity() -> None:
    visible = causal_visibility(4)
    np.testing.assert_array_equal(mha_mask(visible), ~sdpa_mask(visible))
    Q, K, V = np.random.default_rng(0).normal(size=(3, 4, 8))
    theirs = scaled_dot_product_attention(
        *map(torch.from_numpy, (Q, K, V)), attn_mask=torch.from_numpy(sdpa_mask(visible))
    )
    assert compare(attention(Q, K, V, visible)[0], theirs).largest < 1e-12
    weights = torch_attention(*draw(0, 4, 8), 2, visible)[1]
    assert (weights[:, ~visible] == 0).all()
    assert (weights[:, visible] > 0).all()


def test_masks_are_new_arrays_and_visible_stays_as_it_is() -> None:
    visible = causal_visibility(3)
    for mask in (mha_mask(visible), sdpa_mask(visible)):
        assert mask.dtype == np.bool_
        mask[:] = True
    np.testing.assert_array_equal(visible, causal_visibility(3))
    assert mha_mask(torch.tensor([True, False])).tolist() == [False, True]


@pytest.fixture
def one_row_hidden() -> Any:
    torch.manual_seed(0)
    visible = causal_visibility(4)
    visible[2] = False
    return nn.MultiheadAttention(8, 2), torch.randn(4, 8), visible


@pytest.mark.parametrize("training", [True, False])
def test_a_hidden_row_of_mha_is_nan_with_weights_and_zeros_without(
    one_row_hidden: Any, training: bool
) -> None:
    module, X, visible = one_row_hidden
    module.train(training)
    mask = torch.from_numpy(mha_mask(visible))
    output, weights = module(X, X, X, attn_mask=mask, need_weights=True)
    assert output[2].isnan().all()
    assert weights[2].isnan().all()
    assert not output[[0, 1, 3]].isnan().any()
    output, nothing = module(X, X, X, attn_mask=mask, need_weights=False)
    assert nothing is None
    assert (output[2] == 0).all()
    assert (output[[0, 1, 3]] != 0).all()


def test_a_hidden_row_of_sdpa_is_zeros_as_ours_is(one_row_hidden: Any) -> None:
    _, X, visible = one_row_hidden
    theirs = scaled_dot_product_attention(X, X, X, attn_mask=torch.from_numpy(sdpa_mask(visible)))
    assert (theirs[2] == 0).all()
    assert compare(attention(X, X, X, visible)[0], theirs).largest < 1e-6


def test_torch_attention_says_nan_where_ours_says_zeros(one_row_hidden: Any) -> None:
    visible = one_row_hidden[2]
    output, weights = torch_attention(*draw(0, 4, 8), 2, visible)
    assert np.isnan(output[2]).all()
    assert np.isnan(weights[:, 2]).all()
    ours = multi_head_attention(*draw(0, 4, 8), 2, visible=visible)[0]
    assert (ours[2] == 0).all()
    assert compare(ours[[0, 1, 3]], output[[0, 1, 3]]).largest < 1e-12


def test_by_default_the_weights_are_averaged_over_heads() -> None:
    torch.manual_seed(0)
    module, X = nn.MultiheadAttention(8, 2), torch.randn(4, 8)
    averaged = module(X, X, X)[1]
    each = module(X, X, X, average_attn_weights=False)[1]
    assert averaged.shape == (4, 4)
    assert each.shape == (2, 4, 4)
    assert compare(each.mean(dim=0), averaged).largest < 1e-6
    _, weights = torch_attention(X.numpy(), *from_torch(module), 2)
    assert compare(weights, each).largest < 1e-6


def test_without_batch_first_a_batch_is_read_as_tokens() -> None:
    torch.manual_seed(0)
    module = nn.MultiheadAttention(8, 2, batch_first=True)
    other = nn.MultiheadAttention(8, 2)
    other.load_state_dict(module.state_dict())
    X = torch.randn(3, 4, 8)
    right, wrong = module(X, X, X), other(X, X, X)
    assert right[1].shape == (3, 4, 4)
    assert wrong[1].shape == (4, 3, 3)
    ours = multi_head_attention(X.numpy(), *from_torch(module), 2)[0]
    assert compare(ours, right[0]).largest < 1e-6
    assert compare(ours, wrong[0]).largest > 1e-3


# Comparing. -----------------------------------------------------------------------------------


def test_the_largest_difference_and_where_it_is() -> None:
    ours = np.zeros((2, 3, 4))
    ours[1, 2, 3], ours[0, 0, 0] = -0.5, 0.25
    found = compare(ours, torch.zeros(2, 3, 4, requires_grad=True))
    assert found == Difference(0.5, (1, 2, 3), -0.5, 0.0)
    assert repr(found) == (
        "The largest difference is 0.5, at index (1, 2, 3): -0.5 ours, 0 theirs."
    )


def test_equal_numbers_do_not_differ() -> None:
    assert repr(compare([1, 2], [1.0, 2.0])) == "There is no difference."
    both = [np.nan, np.inf, -np.inf, 1]
    assert compare(both, both).largest == 0
    assert compare(np.float32(0.5), 0.5) == Difference(0.0, (), 0.5, 0.5)


@pytest.mark.parametrize(("ours", "theirs"), [(0.0, np.nan), (np.nan, 0.0)])
def test_nan_on_one_side_is_the_largest_difference(ours: float, theirs: float) -> None:
    found = compare([5.0, ours], [0.0, theirs])
    assert np.isnan(found.largest)
    assert found.where == (1,)
    assert "nan" in repr(found)


def test_infinity_on_one_side_is_infinitely_far() -> None:
    assert compare([1.0, np.inf], [0.0, -np.inf])[:2] == (np.inf, (1,))


def test_differences_are_not_rounded_to_float32() -> None:
    assert compare(np.float32(1), 1 + 1e-9).largest == pytest.approx(1e-9, rel=1e-6)
    assert compare(np.float32(3e38), np.float32(-3e38)).largest == pytest.approx(6e38)


@pytest.mark.parametrize(("one", "two"), [((2, 3), (3,)), ((0, 3), (0, 3))])
def test_what_cannot_be_compared_is_refused(one: Any, two: Any) -> None:
    with pytest.raises(ValueError, match=r"must have the same shape.*Are heads averaged"):
        compare(np.zeros(one), np.zeros(two))


# Refusals. ------------------------------------------------------------------------------------


def test_without_torch_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ImportError, match=r'pip install -c constraints.txt -e "\.\[torch\]"'):
        torch_attention(*draw(0, 4, 8), 2)


def test_matrices_masks_and_comparisons_work_without_torch() -> None:
    code = (
        "import sys; sys.modules['torch'] = None;"
        "from course.models.torch_bridge import compare, in_proj_weight, mha_mask, sdpa_mask;"
        "print(compare(in_proj_weight([[1]], [[2]], [[3]]), [[1], [2], [3]]));"
        "print(mha_mask([True]), sdpa_mask([True]))"
    )
    command = [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}; {code}"]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert out == "There is no difference.\n[False] [ True]\n"


@pytest.mark.parametrize(
    ("place", "wrong", "words"),
    [
        (0, np.zeros((2, 4, 8)), r"X: 2 axes are needed.*\(2, 4, 8\).*Is it a batch"),
        (0, np.zeros((4, 6)), r"X and W_q must agree in d_model.*X \(n, d_model\) is \(4, 6\)"),
        (1, np.zeros((8, 4)), r"X and W_q must agree in d_model.*one head alone\?"),
        (2, np.zeros((8, 4)), r"X and W_k must agree in d_model, .* W_k .* is \(8, 4\)"),
        (3, np.zeros((2, 8, 8)), r"W_v: 2 axes are needed, .* W_v .* is \(2, 8, 8\)"),
        (4, np.zeros((4, 8)), r"X and W_o must agree in d_model, .* W_o .* is \(4, 8\)"),
        (5, 3, "num_heads"),
        (
            6,
            np.ones((3, 3), dtype=bool),
            r"visible of shape \(3, 3\) does not fit scores of shape \(4, 4\)",
        ),
    ],
)
def test_shapes_that_do_not_fit_are_refused(place: int, wrong: Any, words: str) -> None:
    arguments = [*draw(0, 4, 8), 2, None]
    arguments[place] = wrong
    with pytest.raises(ValueError, match=words):
        torch_attention(*arguments)


@pytest.mark.parametrize("convert", [mha_mask, sdpa_mask])
@pytest.mark.parametrize("visible", [[[0, 1]], [[0.0, -np.inf]]])
def test_masks_of_another_convention_are_refused(convert: Any, visible: Any) -> None:
    with pytest.raises(TypeError, match="another convention"):
        convert(visible)


def test_modules_that_compute_something_else_are_refused() -> None:
    biased = nn.MultiheadAttention(4, 2)
    nn.init.ones_(biased.out_proj.bias)
    for module, words in [
        (biased, "all biases must be zero"),
        (nn.MultiheadAttention(4, 2, kdim=3), "kdim is 3 and vdim is 4"),
        (nn.MultiheadAttention(4, 2, add_bias_kv=True), "only the tokens may have keys"),
        (nn.MultiheadAttention(4, 2, add_zero_attn=True), "only the tokens may have keys"),
    ]:
        with pytest.raises(ValueError, match=words):
            from_torch(module)
    layer = nn.TransformerEncoderLayer(4, 2)
    with pytest.raises(TypeError, match=r"TransformerEncoderLayer.*try layer\.self_attn"):
        from_torch(layer)
    assert len(from_torch(layer.self_attn)) == 4
