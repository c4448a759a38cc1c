"""Block by block, or one token at a time: the same numbers as all at once."""

import tracemalloc

import numpy as np
import pytest

from attnlib import attention, causal_visibility
from attnlib.long_context import (
    attend_to_piece,
    attention_in_blocks,
    cache_bytes,
    decode_step,
    merge_pieces,
)
from attnlib.masks import window_visibility


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def drawn(rng, *shape):
    n_q, n_k, d_k, d_v = shape[-4:]
    batch = shape[:-4]
    return (rng.normal(size=(*batch, n, d)) for n, d in ((n_q, d_k), (n_k, d_k), (n_k, d_v)))


@pytest.mark.parametrize("block_size", [1, 2, 3, 5, 7, 100])
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("sizes", [(7, 7, 4, 3), (3, 7, 4, 2), (2, 3, 5, 6, 4, 3)])
def test_blocks_are_attention(rng, block_size, causal, sizes):
    Q, K, V = drawn(rng, *sizes)
    visible = window_visibility(Q.shape[-2], K.shape[-2]) if causal else None
    whole = attention(5 * Q, 5 * K, V, visible)[0]
    np.testing.assert_allclose(
        attention_in_blocks(5 * Q, 5 * K, V, block_size, causal), whole, atol=1e-13
    )


def test_blocks_survive_large_scores_and_keep_float32(rng):
    Q, K, V = (array.astype(np.float32) for array in drawn(rng, 5, 6, 4, 3))
    output = attention_in_blocks(1e4 * Q, K, V, 2)
    assert output.dtype == np.float32
    np.testing.assert_allclose(output, attention(1e4 * Q, K, V)[0], rtol=1e-4, atol=1e-5)


def test_blocks_need_less_memory(rng):
    Q, K, V = drawn(rng, 1024, 1024, 16, 16)
    assert peak(lambda: attention(Q, K, V)) > 8 * 1024**2
    assert peak(lambda: attention_in_blocks(Q, K, V, 64)) < 8 * 1024**2 / 10


def peak(compute):
    tracemalloc.start()
    compute()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def test_pieces_may_come_in_any_order(rng):
    Q, K, V = drawn(rng, 3, 9, 4, 2)
    pieces = [attend_to_piece(Q, K[i : i + 3], V[i : i + 3]) for i in (6, 0, 3)]
    merged = merge_pieces(pieces[0], merge_pieces(pieces[1], pieces[2]))
    np.testing.assert_allclose(merged.output(), attention(Q, K, V)[0], atol=1e-14)


def test_a_query_that_sees_nothing_gets_zeros(rng):
    Q, K, V = drawn(rng, 3, 2, 4, 2)
    assert not attend_to_piece(Q, K, V, np.zeros((3, 2), bool)).output().any()
    assert not attention_in_blocks(Q, K, V, 1, causal=True)[0].any()


def test_a_mask_of_another_convention_is_refused(rng):
    Q, K, V = drawn(rng, 2, 3, 4, 2)
    with pytest.raises(TypeError, match="True and False are needed"):
        attend_to_piece(Q, K, V, np.where(np.tri(2, 3), 0.0, -np.inf))
    with pytest.raises(ValueError, match="does not fit scores"):
        attend_to_piece(Q, K, V, np.ones((3, 2), bool))


def test_steps_with_a_cache_are_causal_attention(rng):
    Q, K, V = drawn(rng, 2, 3, 6, 6, 4, 3)
    K_kept, V_kept = K[..., :0, :], V[..., :0, :]
    expected = attention(Q, K, V, causal_visibility(6))[0]
    for i in range(6):
        row = (..., i, slice(None))
        output, K_kept, V_kept = decode_step(Q[row], K[row], V[row], K_kept, V_kept)
        np.testing.assert_allclose(output, expected[row], atol=1e-14)
    np.testing.assert_array_equal(K_kept, K)
    np.testing.assert_array_equal(V_kept, V)


def test_a_cache_of_another_shape_is_explained():
    with pytest.raises(ValueError, match=r"K_past is \(3, 5\) and k is \(4,\)"):
        decode_step(np.ones(4), np.ones(4), np.ones(2), np.ones((3, 5)), np.ones((3, 2)))


def test_windows_are_aligned_with_the_newest_token():
    for n_q, n_k, width in [(4, 4, None), (2, 5, None), (3, 5, 2), (0, 3, 1), (1, 6, 3)]:
        visible = window_visibility(n_q, n_k, width)
        assert visible.shape == (n_q, n_k)
        for i, row in enumerate(visible):
            place = n_k - n_q + i
            nearest = 0 if width is None else place + 1 - width
            assert np.flatnonzero(row).tolist() == list(range(max(0, nearest), place + 1))
    np.testing.assert_array_equal(window_visibility(5, 5), causal_visibility(5))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [((3, 2), "at most n_k = 2"), ((2, 3, 0), "width: at least 1"), ((-1, 3), "n_q: at least 0")],
)
def test_windows_that_cannot_be_are_explained(arguments, message):
    with pytest.raises(ValueError, match=message):
        window_visibility(*arguments)


@pytest.mark.parametrize(
    ("model", "kibibytes"),
    [((32, 32, 128), 512), ((80, 8, 128), 320), ((80, 64, 128), 2560), ((80, 1, 128), 40)],
)
def test_caches_of_real_models(model, kibibytes):
    assert cache_bytes(*model) == 1024 * kibibytes
