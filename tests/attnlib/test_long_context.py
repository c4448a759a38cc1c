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
    linear_attention,
    merge_pieces,
    price_of_a_word,
    reach,
    softmax_with_sink,
    walk_through_blocks,
)
from attnlib.masks import masked_softmax, window_visibility


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


def test_one_vector_for_keys_and_values_takes_half_of_two():
    assert 2 * cache_bytes(3, 4, 5, 7, vectors=1) == cache_bytes(3, 4, 5, 7)
    assert cache_bytes(61, 1, 576, vectors=1) == 61 * 576 * 2
    with pytest.raises(ValueError, match="vectors: at least 1"):
        cache_bytes(61, 1, 576, vectors=0)


def test_a_word_reads_all_weights_and_the_whole_cache():
    few, many = (price_of_a_word(1000, 2, 8, 2, 16, n) for n in (10, 11))
    assert few.bytes_read == 2 * 1000 + cache_bytes(2, 2, 16, 10)
    assert many.bytes_read - few.bytes_read == cache_bytes(2, 2, 16)
    assert many.multiplications - few.multiplications == 2 * 8 * (16 + 16)
    assert few.seconds_to_read(1e-9) == few.bytes_read


def test_shared_heads_save_reading_but_no_multiplication():
    full, shared = (price_of_a_word(1000, 2, 8, kv, 16, 50) for kv in (8, 1))
    assert full.multiplications == shared.multiplications
    assert full.bytes_read - 2000 == 8 * (shared.bytes_read - 2000)
    with pytest.raises(ValueError, match="must divide num_heads, but they are 8 and 2"):
        price_of_a_word(1000, 2, 2, 8, 16, 50)


@pytest.mark.parametrize(("n", "size"), [(12, 4), (10, 4), (7, 1), (3, 100), (0, 2)])
def test_the_walk_covers_what_is_visible_once(n, size):
    met = np.zeros((n, n), int)
    for block in walk_through_blocks(n, size):
        assert causal_visibility(n)[block].any()
        met[block] += 1
    assert (met[causal_visibility(n)] == 1).all()
    assert met.max(initial=1) == 1


@pytest.mark.parametrize("batches", [((), (), ()), ((2, 3), (), (3,)), ((), (2,), ())])
def test_a_matrix_of_sums_is_a_table_of_weights(rng, batches):
    Q, K, V = (rng.normal(size=(*batch, 9, d)) for batch, d in zip(batches, (4, 4, 3), strict=True))
    asked, offered = (np.where(X > 0, X + 1, np.exp(X)) for X in (Q, K))
    weights = np.tril(asked @ np.swapaxes(offered, -1, -2))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    np.testing.assert_allclose(linear_attention(Q, K, V), weights @ V, atol=1e-13)
    assert linear_attention(*(X.astype(np.float32) for X in (Q, K, V))).dtype == np.float32


def test_large_keys_do_not_overflow_in_linear_attention():
    with np.errstate(over="raise"):
        assert linear_attention([[1e3]], [[1e3]], [[7.0]]) == 7


def test_a_sink_is_a_key_whose_value_is_zero(rng):
    Q, K, V = drawn(rng, 2, 5, 5, 4, 3)
    scaled, sinks = Q @ np.swapaxes(K, -1, -2), rng.normal(size=(2, 1, 1))
    seen = causal_visibility(5)
    weights = softmax_with_sink(np.where(seen, scaled, -np.inf), sinks)
    columns = np.concatenate([scaled, np.broadcast_to(sinks, (2, 5, 1))], axis=-1)
    whole = masked_softmax(columns, np.c_[seen, np.ones(5, bool)])
    values = np.concatenate([V, np.zeros((2, 1, 3))], axis=-2)
    np.testing.assert_allclose(weights @ V, whole @ values, atol=1e-14)
    assert (weights.sum(axis=-1) < 1).all()
    assert not softmax_with_sink(np.full((1, 3), -np.inf), 0).any()
    assert softmax_with_sink(np.zeros((1, 3), np.float32), 0.5).dtype == np.float32


def test_a_sink_that_does_not_fit_the_heads_is_explained():
    with pytest.raises(
        ValueError, match=r"sink: .* shape is \(2,\) and that of the scores \(2, 5, 5\)"
    ):
        softmax_with_sink(np.zeros((2, 5, 5)), [0.0, 1.0])


def test_windows_add_up_and_one_full_layer_reaches_all():
    for count, width in [(1, 4), (3, 4), (2, 1)]:
        reached = reach(40, [width] * count)
        np.testing.assert_array_equal(reached, window_visibility(40, 40, count * (width - 1) + 1))
    np.testing.assert_array_equal(reach(40, [2, None, 2]), causal_visibility(40))
    np.testing.assert_array_equal(reach(3, []), np.eye(3))
