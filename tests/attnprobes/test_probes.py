"""Probes on right and wrong functions with known answers, in NumPy and PyTorch."""

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attnlib import attention, causal_visibility, softmax
from attnprobes import (
    depends_on_scale,
    detached,
    is_equivariant,
    leaks_future,
    rows_sum_to_one,
)

rng = np.random.default_rng(0)
X = rng.normal(size=(5, 4))
W_q, W_k, W_v = rng.normal(size=(3, 4, 4))
ORDER = [3, 0, 4, 1, 2]


def everything(X: Any) -> Any:
    return attention(X @ W_q, X @ W_k, X @ W_v)[0]


def causal(X: Any) -> Any:
    return attention(X @ W_q, X @ W_k, X @ W_v, causal_visibility(X.shape[-2]))[0]


def moving_average(X: Any) -> Any:
    return (X + np.roll(X, 1, axis=-2)) / 2


def cosine_attention(X: Any) -> Any:
    unit = X / np.linalg.norm(X, axis=-1, keepdims=True)
    return softmax(5 * unit @ unit.swapaxes(-1, -2)) @ X


def masked_too_late(X: Any) -> Any:
    return (softmax(X @ X.T) * causal_visibility(len(X))) @ X


def all_projections(X: Any) -> Any:
    return X @ W_q @ (X @ W_k).T


class TorchAttention(torch.nn.Module):
    """Rows in, rows out, with weights that require gradients."""

    def __init__(self, causal: bool) -> None:
        super().__init__()
        self.mha = torch.nn.MultiheadAttention(4, 2)
        self.causal = causal

    def forward(self, X: Any) -> Any:
        mask = torch.ones(len(X), len(X)).triu(1).bool() if self.causal else None
        return self.mha(X, X, X, attn_mask=mask)[0]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rows_of_weights_sum_to_one(dtype: Any) -> None:
    weights = softmax(rng.normal(size=(2, 3, 5)).astype(dtype))
    assert rows_sum_to_one(weights)
    assert not rows_sum_to_one(weights.swapaxes(-1, -2))
    assert rows_sum_to_one(weights[0, 0])
    assert rows_sum_to_one(torch.from_numpy(weights).requires_grad_())


@pytest.mark.parametrize("row", [[0.0, 0.0], [np.nan, 1.0], [0.5, 0.5 + 1e-5], [0.5, 0.499]])
def test_a_row_that_does_not_sum_to_one_is_seen(row: Any) -> None:
    assert not rows_sum_to_one([[0.5, 0.5], row])


def test_one_hundred_thousandth_is_rounding_in_float32() -> None:
    assert rows_sum_to_one(np.array([0.5, 0.5 + 1e-5], dtype=np.float32))
    assert not rows_sum_to_one(np.array([0.5, 0.501], dtype=np.float32))


@given(
    n=st.integers(2, 7),
    later=st.integers(1, 6),
    earlier=st.integers(0, 5),
    size=st.sampled_from([1.0, 30.0]),
)
def test_one_hole_in_the_mask_is_found_wherever_it_is(
    n: int, later: int, earlier: int, size: float
) -> None:
    later, earlier = later % n, earlier % n
    visible = causal_visibility(n)
    visible[earlier, later] = True
    X = size * np.random.default_rng(n).normal(size=(n, 4))
    leaks = leaks_future(lambda X: attention(X @ W_q, X @ W_k, X @ W_v, visible)[0], X)
    assert leaks == (later > earlier)


@pytest.mark.parametrize(
    ("attend", "leaks"),
    [
        (causal, False),
        (everything, True),
        (masked_too_late, True),
        (moving_average, True),  # the first row meets the last one
        (lambda X: np.cumsum(X, axis=0), False),
        (lambda X: X - X.mean(axis=0), True),
        (lambda X: X + 1e-4 * X[-1], True),
        (lambda X: X + X.max(axis=0), True),
        (lambda X: X + np.abs(X).max(), True),
        (lambda X: X * [[1e9], [1], [1], [1], [1]] + 1e-3 * np.eye(5)[1][:, None] * X[2], True),
        (lambda X: np.eye(5)[0][:, None] * (X[4] - X[3]), True),  # all others are zeros
        (lambda X: X[np.argmax(X @ X.T, axis=1)], True),
        (lambda X: 0 * X, False),
    ],
)
def test_the_future_leaks_or_it_does_not(attend: Any, leaks: bool) -> None:
    assert leaks_future(attend, X) is leaks


@pytest.mark.parametrize("sign", [1, -1])
def test_a_leak_in_one_direction_alone_is_found(sign: int) -> None:
    threshold = np.abs(X).max() * 0.999
    assert leaks_future(lambda X: X + np.maximum(0, sign * X[-1, 0] - threshold), X)


def test_an_overflow_in_a_far_away_row_is_no_leak_and_no_warning() -> None:
    def by_bare_exp(X: Any) -> Any:
        exponentials = np.exp(X @ X.T) * causal_visibility(len(X))
        return exponentials / exponentials.sum(axis=1, keepdims=True) @ X

    assert not leaks_future(by_bare_exp, 9 * np.sign(X))


def test_changes_of_two_later_rows_that_cancel_are_found() -> None:
    def differences(X: Any) -> Any:  # does not react to a change that all later rows share
        return np.eye(5)[0][:, None] * np.diff(X[1:], axis=0).sum(axis=0) + X

    assert leaks_future(differences, X)


@pytest.mark.parametrize("attend", [causal, np.zeros_like])
def test_rows_that_stay_nan_are_no_leak(attend: Any) -> None:
    def first_row_undefined(X: Any) -> Any:
        output = attend(X)
        output[0] = np.nan
        return output

    assert not leaks_future(first_row_undefined, X)


def test_nan_that_comes_from_the_future_is_a_leak() -> None:
    assert leaks_future(lambda Y: Y + 0 * np.where(Y[-1:] == X[-1:], 1, np.nan), X)


def test_a_single_row_has_no_future() -> None:
    assert not leaks_future(everything, X[:1])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("seed", range(5))
def test_rounding_is_no_leak_and_breaks_no_equivariance(dtype: Any, seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, (q, k, v) = rng.normal(size=(9, 6)).astype(dtype), rng.normal(size=(3, 6, 6)).astype(dtype)
    mask = causal_visibility(9)
    assert not leaks_future(lambda X: attention(X @ q, X @ k, X @ v, mask)[0], X)
    assert is_equivariant(lambda X: attention(X @ q, X @ k, X @ v)[0], X, rng.permutation(9))


@pytest.mark.parametrize(
    ("attend", "equivariant"),
    [
        (everything, True),
        (cosine_attention, True),
        (causal, False),
        (moving_average, False),
        (lambda X: X + 1e-4 * np.arange(5)[:, None], False),
        (lambda X: np.tile(X.mean(axis=0), (5, 1)), True),
        (lambda X: np.sort(X, axis=0), False),  # invariant, not equivariant
    ],
)
def test_rows_move_along_or_they_do_not(attend: Any, equivariant: bool) -> None:
    assert is_equivariant(attend, X, ORDER) is equivariant


def test_keys_and_values_may_be_reordered_together() -> None:
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    np.testing.assert_allclose(attention(Q, K[ORDER], V[ORDER])[0], attention(Q, K, V)[0])
    assert not np.allclose(everything(X[ORDER]), everything(X))


@pytest.mark.parametrize(
    ("attend", "depends"),
    [
        (everything, True),
        (causal, True),
        (all_projections, False),
        (moving_average, False),
        (cosine_attention, False),
        (lambda X: X / np.linalg.norm(X, axis=1, keepdims=True), False),
        (lambda X: X + 1, True),
        (lambda X: (X > 1) + 0.0 * X, True),
        (lambda X: everything(X)[:, :1], True),
        (lambda X: 0 * X, False),
    ],
)
def test_the_size_of_the_input_matters_or_it_does_not(attend: Any, depends: bool) -> None:
    assert depends_on_scale(attend, X) is depends


def test_rows_that_stay_nan_have_no_say_in_the_factor() -> None:
    first_row_undefined = np.where(np.arange(5)[:, None] == 0, np.nan, 1)
    assert not depends_on_scale(lambda X: X * first_row_undefined, X)
    assert depends_on_scale(lambda X: everything(X) * first_row_undefined, X)


def test_attention_is_linear_in_values_alone() -> None:
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    assert not depends_on_scale(lambda V: attention(Q, K, V)[0], V)
    assert depends_on_scale(lambda Q: attention(Q, K, V)[0], Q)
    assert depends_on_scale(lambda K: attention(Q, K, V)[0], K)


@pytest.mark.parametrize("is_causal", [False, True])
def test_modules_of_torch_are_probed_on_tensors(is_causal: bool) -> None:
    torch.manual_seed(0)
    module, rows = TorchAttention(is_causal), torch.randn(5, 4, requires_grad=True)
    before = rows.detach().clone()
    assert leaks_future(module, rows) is not is_causal
    assert is_equivariant(module, rows, torch.tensor(ORDER)) is not is_causal
    assert depends_on_scale(module, rows)
    assert not depends_on_scale(torch.nn.Linear(4, 3, bias=False), rows)
    assert rows.grad is None
    assert torch.equal(rows, before)


def test_torch_functions_in_double_and_in_batches_are_probed() -> None:
    rows = torch.from_numpy(rng.normal(size=(2, 3, 5, 4)))
    sdpa = torch.nn.functional.scaled_dot_product_attention
    assert leaks_future(lambda X: sdpa(X, X, X), rows)
    assert not leaks_future(lambda X: sdpa(X, X, X, is_causal=True), rows)
    assert is_equivariant(lambda X: sdpa(X, X, X), rows, ORDER)


def test_batches_are_probed_along_their_rows() -> None:
    batch = rng.normal(size=(2, 5, 4))
    assert not leaks_future(causal, batch)
    assert leaks_future(everything, batch)
    assert is_equivariant(everything, batch, ORDER)
    assert not is_equivariant(lambda X: np.cumsum(X, axis=-2), batch, ORDER)


@pytest.mark.parametrize("probe", [leaks_future, depends_on_scale])
def test_lists_of_integers_are_rows_too(probe: Any) -> None:
    rows = [[1, 0], [0, 1], [1, 1]]
    assert probe(lambda X: attention(X, X, X)[0], rows)
    assert rows == [[1, 0], [0, 1], [1, 1]]


@pytest.mark.parametrize(
    "probe", [leaks_future, depends_on_scale, lambda f, X: is_equivariant(f, X, ORDER)]
)
@pytest.mark.parametrize("kind", [np.array, torch.tensor])
def test_what_attend_writes_into_is_a_copy(probe: Any, kind: Any) -> None:
    rows = kind(X)

    def overwrite(X: Any) -> Any:
        X *= 3
        return X

    probe(overwrite, rows)
    np.testing.assert_array_equal(rows, X)


def test_a_result_in_a_reused_array_is_not_overwritten() -> None:
    buffer = np.zeros_like(X)

    def into_buffer(X: Any) -> Any:
        buffer[:] = X + X.sum(axis=0)
        return buffer

    assert leaks_future(into_buffer, X)
    assert depends_on_scale(lambda X: np.add(into_buffer(X), 1, out=buffer), X)


@pytest.mark.parametrize(
    "probe", [leaks_future, depends_on_scale, lambda f, X: is_equivariant(f, X, ORDER)]
)
@pytest.mark.parametrize(
    ("attend", "error", "words"),
    [
        (lambda X: X[1:], ValueError, r"each of the 5 rows.*\(5, 4\) it returned shape \(4, 4\)"),
        (lambda X: X[None], ValueError, r"it returned shape \(1, 5, 4\)"),
        (lambda X: attention(X, X, X), TypeError, r"tuple of 2.*try lambda X: attend\(X\)\[0\]"),
        (lambda X: X.sum(axis=1), ValueError, "what attend returned: at least 2 axes"),
        (lambda X: None, TypeError, "what attend returned: real numbers"),
    ],
)
def test_what_is_not_a_row_for_each_row_is_refused(
    probe: Any, attend: Any, error: Any, words: str
) -> None:
    with pytest.raises(error, match=words):
        probe(attend, X)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (np.zeros((0, 4)), r"at least one row of one number is needed, but the shape is \(0, 4\)"),
        (np.zeros(4), r"X: at least 2 axes are needed"),
        ([[1.0, np.nan]], "finite numbers are needed"),
    ],
)
def test_rows_that_cannot_be_probed_are_refused(rows: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        leaks_future(everything, rows)


@pytest.mark.parametrize(
    "order", [[0, 0, 1, 2, 3], [0, 1, 2], [1, 2, 3, 4, 5], [0.0, 1, 2, 3, 4], [ORDER]]
)
def test_what_reorders_nothing_is_refused(order: Any) -> None:
    with pytest.raises(ValueError, match=r"each of 0 to 4 is needed once.*permutation\(5\)"):
        is_equivariant(everything, X, order)


def test_only_tensors_are_detached() -> None:
    assert detached(X) is X
    tensor = torch.ones(2, requires_grad=True)
    assert not detached(tensor * 2).requires_grad
