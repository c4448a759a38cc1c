"""Attention over long texts: block by block, and one new token at a time; and what a word costs.

Both give the same result as `attention`, up to rounding. Only the memory they need differs. What
other models do instead comes last: linear attention, sinks, and windows in some of the layers.
"""

from collections.abc import Sequence
from typing import NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike

from attnlib.attention import attention
from attnlib.masks import window_visibility
from attnlib.scaling import scaled_scores
from attnlib.shapes import Bools, Floats, as_arrays, as_floats, as_size, as_visible
from attnlib.softmax import softmax


class PartialAttention(NamedTuple):
    """Attention to some of the keys, before the division, so that other keys can be added."""

    largest: Floats  # (..., n_q, 1): the largest scaled score so far; -inf if nothing was visible
    total: Floats  # (..., n_q, 1): sum of exp(score - largest)
    weighted: Floats  # (..., n_q, d_v): sum of exp(score - largest) times the value

    def output(self) -> Floats:
        """Divide by the total: attention to all keys so far (..., n_q, d_v), or zeros."""
        divided: Floats = self.weighted / np.where(self.total == 0, 1, self.total)
        return divided


def attend_to_piece(
    Q: ArrayLike, K: ArrayLike, V: ArrayLike, visible: ArrayLike | None = None
) -> PartialAttention:
    """Attend to a piece of the keys, and keep what is needed to add other pieces.

    Parameters
    ----------
    Q : (..., n_q, d_k)
    K : (..., n, d_k)
        Some of the keys, with their values V (..., n, d_v).
    visible : bool, broadcastable to (..., n_q, n), optional

    Raises
    ------
    ValueError, TypeError
        As `attention_steps`.

    Examples
    --------
    >>> attend_to_piece([[0.0]], [[1.0], [2.0]], [[10.0], [30.0]]).output()
    array([[20.]])
    """
    Q, K, V = as_arrays(Q, K, V, Q="* n_q d_k", K="* n_k d_k", V="* n_k d_v")
    scaled = scaled_scores(Q, K)
    if visible is not None:
        scaled = np.where(as_visible(visible, scaled.shape), scaled, -np.inf)
    largest = scaled.max(axis=-1, keepdims=True, initial=-np.inf)
    exponentials = np.exp(scaled - _finite(largest))
    return PartialAttention(largest, exponentials.sum(axis=-1, keepdims=True), exponentials @ V)


def merge_pieces(one: PartialAttention, other: PartialAttention) -> PartialAttention:
    """Add two pieces, after rescaling both to the larger of their two largest scores.

    The order of the pieces does not matter. Source: Milakov and Gimelshein 2018, section 3;
    Dao et al. 2022 (FlashAttention), section 3.1.

    Examples
    --------
    The scores 0 and ln 3, read one after the other: their weights are 1/4 and 3/4.

    >>> first = attend_to_piece([[1.0]], [[0.0]], [[8.0]])
    >>> second = attend_to_piece([[1.0]], [[np.log(3)]], [[4.0]])
    >>> merge_pieces(first, second).output()
    array([[5.]])
    """
    largest = np.maximum(one.largest, other.largest)
    old, new = (np.exp(piece.largest - _finite(largest)) for piece in (one, other))
    return PartialAttention(
        largest,
        old * one.total + new * other.total,
        old * one.weighted + new * other.weighted,
    )


def attention_in_blocks(
    Q: ArrayLike, K: ArrayLike, V: ArrayLike, block_size: SupportsIndex, causal: bool = False
) -> Floats:
    """Compute attention without ever holding the whole table of weights in memory.

    Each block of queries reads the keys block by block. Nothing is left out: the result is the
    output of `attention`, up to rounding. Source: Dao et al. 2022 (FlashAttention), algorithm 1,
    with the loops exchanged as in Dao 2023, section 3.1.

    Parameters
    ----------
    Q : (..., n_q, d_k)
    K : (..., n_k, d_k)
    V : (..., n_k, d_v)
    block_size : int
        How many queries, and how many keys, to take at a time. It need not divide n_q or n_k.
    causal : bool
        Whether to hide the keys after each query; the last query then belongs to the same token as
        the last key. Blocks that are completely hidden are not computed.

    Returns
    -------
    (..., n_q, d_v)

    Raises
    ------
    ValueError
        If the shapes do not fit, or block_size is below 1.

    Examples
    --------
    >>> attention_in_blocks([[0.0, 0.0]], [[1.0, 2.0], [3.0, 4.0]], [[10.0], [30.0]], block_size=1)
    array([[20.]])
    """
    Q, K, V = as_arrays(Q, K, V, Q="* n_q d_k", K="* n_k d_k", V="* n_k d_v")
    n_q, n_k, size = Q.shape[-2], K.shape[-2], as_size(block_size, "block_size")
    batch = np.broadcast_shapes(Q.shape[:-2], V.shape[:-2])
    output = np.empty((*batch, n_q, V.shape[-1]), dtype=np.result_type(Q, K, V))
    for first in range(0, n_q, size):
        rows = slice(first, min(first + size, n_q))
        end = n_k - n_q + rows.stop if causal else n_k
        so_far = attend_to_piece(Q[..., rows, :], K[..., :0, :], V[..., :0, :])
        for key in range(0, end, size):
            keys = slice(key, min(key + size, n_k))
            visible = _not_later(rows, keys, n_k - n_q) if causal else None
            piece = attend_to_piece(Q[..., rows, :], K[..., keys, :], V[..., keys, :], visible)
            so_far = merge_pieces(so_far, piece)
        output[..., rows, :] = so_far.output()
    return output


def walk_through_blocks(n: SupportsIndex, block_size: SupportsIndex) -> list[tuple[slice, slice]]:
    """List the blocks that `attention_in_blocks` computes for n causal tokens, in its order.

    Returns
    -------
    list of (queries, keys)
        Each block is `scores[queries, keys]`. Those that the mask hides altogether are left out.

    Raises
    ------
    ValueError
        If n is negative, or block_size is below 1.

    Examples
    --------
    >>> [(rows.start, keys.start) for rows, keys in walk_through_blocks(10, 4)]
    [(0, 0), (4, 0), (4, 4), (8, 0), (8, 4), (8, 8)]
    """
    n, size = as_size(n, "n", 0), as_size(block_size, "block_size")
    parts = [slice(first, min(first + size, n)) for first in range(0, n, size)]
    return [(rows, keys) for rows in parts for keys in parts if keys.start < rows.stop]


def decode_step(
    q: ArrayLike, k: ArrayLike, v: ArrayLike, K_past: ArrayLike, V_past: ArrayLike
) -> tuple[Floats, Floats, Floats]:
    """Attend from the newest token to itself and to all tokens in the cache.

    No mask is needed: nothing in the cache is later than the newest token. Heads are batch axes.
    Source: Shazeer 2019, section 2.4.

    Parameters
    ----------
    q, k : (..., d_k)
        The query and the key of the newest token.
    v : (..., d_v)
    K_past : (..., n, d_k)
        The cache: the keys of the n tokens before. n may be 0.
    V_past : (..., n, d_v)

    Returns
    -------
    output : (..., d_v)
    K : (..., n + 1, d_k)
        The new cache, with the newest token last.
    V : (..., n + 1, d_v)

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> output, K, V = decode_step([0.0], [2.0], [30.0], [[1.0]], [[10.0]])
    >>> output, K.tolist(), V.tolist()
    (array([20.]), [[1.0], [2.0]], [[10.0], [30.0]])
    """
    q, k, v = (
        as_floats(row, name)[..., None, :] for row, name in zip((q, k, v), "qkv", strict=True)
    )
    K = _appended(as_floats(K_past, "K_past", 2), k, ("K_past", "k"))
    V = _appended(as_floats(V_past, "V_past", 2), v, ("V_past", "v"))
    return attention(q, K, V)[0][..., 0, :], K, V


def cache_bytes(
    num_layers: SupportsIndex,
    num_kv_heads: SupportsIndex,
    d_head: SupportsIndex,
    n_tokens: SupportsIndex = 1,
    bytes_per_number: SupportsIndex = 2,
    vectors: SupportsIndex = 2,
) -> int:
    """Count the bytes of a cache: a key and a value for each token, head and layer.

    The number of query heads does not matter. Multi-query attention (MQA) has one head of keys and
    values, grouped-query attention (GQA) a few. Source: Ainslie et al. 2023, section 2.2.

    Parameters
    ----------
    num_layers, num_kv_heads, d_head, n_tokens : int
    bytes_per_number : int
        2 in float16 and bfloat16.
    vectors : int
        2: a key and a value. 1: a single vector from which all heads make their keys and values,
        as in multi-head latent attention (MLA). Source: DeepSeek-AI 2024 (DeepSeek-V2), section
        2.1.

    Raises
    ------
    ValueError
        If n_tokens is negative, or another is below 1.

    Examples
    --------
    Llama 2 7B has 32 layers with 32 heads of 128 numbers: half a mebibyte for each token.

    >>> cache_bytes(32, 32, 128) / 2**20
    0.5

    DeepSeek-V3 keeps a vector of 576 numbers in each of 61 layers: about 69 kibibytes.

    >>> cache_bytes(61, 1, 576, vectors=1) / 2**10
    68.625
    """
    numbers = as_size(num_layers, "num_layers") * as_size(num_kv_heads, "num_kv_heads")
    numbers *= as_size(d_head, "d_head") * as_size(n_tokens, "n_tokens", 0)
    return as_size(vectors, "vectors") * numbers * as_size(bytes_per_number, "bytes_per_number")


class Price(NamedTuple):
    """What one more word costs."""

    multiplications: int
    bytes_read: int

    def seconds_to_read(self, gigabytes_per_second: float = 3350) -> float:
        """Divide by the speed of the memory: the least time for this word.

        The default is that of an H100, a graphics card of 2022 (NVIDIA H100 SXM, data sheet).
        """
        return self.bytes_read / (gigabytes_per_second * 1e9)


def price_of_a_word(
    num_weights: SupportsIndex,
    num_layers: SupportsIndex,
    num_heads: SupportsIndex,
    num_kv_heads: SupportsIndex,
    d_head: SupportsIndex,
    n_tokens: SupportsIndex,
) -> Price:
    """Count what a model with a cache does to write one more word, in 16-bit numbers.

    Every weight is read and multiplied once. Every query head is multiplied with all keys and all
    values, but what is read are those of the `num_kv_heads`. Reading takes longer than multiplying,
    which is why heads share keys and values. Source: Shazeer 2019, sections 2.4 and 3.

    Parameters
    ----------
    num_weights : int
        Those of all layers; of a mixture of experts, those that one word needs.
    num_layers, num_heads, num_kv_heads, d_head : int
    n_tokens : int
        The words in the cache, the new one included.

    Raises
    ------
    ValueError
        If an argument is below 1, or num_kv_heads does not divide num_heads.

    Examples
    --------
    Llama 3 70B has 80 layers with 64 heads of 128 numbers, and 8 heads of keys and values. After
    100,000 words, its cache is a fifth of what it reads for the next one.

    >>> price = price_of_a_word(70_600_000_000, 80, 64, 8, 128, 100_000)
    >>> price
    Price(multiplications=201672000000, bytes_read=173968000000)
    >>> round(1000 * price.seconds_to_read())  # milliseconds
    52
    """
    weights, n_tokens = as_size(num_weights, "num_weights"), as_size(n_tokens, "n_tokens")
    num_heads, shared = as_size(num_heads, "num_heads"), as_size(num_kv_heads, "num_kv_heads")
    if num_heads % shared:
        raise ValueError(
            f"num_kv_heads must divide num_heads, but they are {shared} and {num_heads}. "
            "Were they swapped?"
        )
    numbers = 2 * as_size(num_layers, "num_layers") * as_size(d_head, "d_head") * n_tokens
    return Price(weights + num_heads * numbers, 2 * (weights + shared * numbers))


def linear_attention(Q: ArrayLike, K: ArrayLike, V: ArrayLike) -> Floats:
    """Attend to each token and those before it, with one matrix of sums in place of a cache.

    The weight of a key is not exp(q . k) but f(q) . f(k), where f is x + 1 above 0 and exp(x)
    below, divided by the sum of the row. So f(q) can be multiplied last: all that must be kept of
    the past is the sum of f(k) v^T, and the sum of f(k). Neither grows with the text. It is another
    attention, not a faster way to the same result. Source: Katharopoulos et al. 2020, section 3.3.

    Parameters
    ----------
    Q : (..., n, d_k)
    K : (..., n, d_k)
    V : (..., n, d_v)

    Returns
    -------
    (..., n, d_v)

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    The same with a table of weights, row by row:

    >>> Q, K, V = np.random.default_rng(0).normal(size=(3, 100, 4))
    >>> weights = np.tril(_positive(Q) @ _positive(K).T)
    >>> weights /= weights.sum(axis=-1, keepdims=True)
    >>> bool(np.allclose(linear_attention(Q, K, V), weights @ V))
    True
    """
    Q, K, V = as_arrays(Q, K, V, Q="* n d_k", K="* n d_k", V="* n d_v")
    asked, offered = _positive(Q), _positive(K)
    batch = np.broadcast_shapes(Q.shape[:-2], K.shape[:-2], V.shape[:-2])
    output = np.empty((*batch, *V.shape[-2:]), dtype=np.result_type(Q, K, V))
    total, weighted = np.zeros(K.shape[-1]), np.zeros((K.shape[-1], V.shape[-1]))
    for i in range(Q.shape[-2]):
        key, query = offered[..., i, :], asked[..., i, None, :]
        total = total + key
        weighted = weighted + key[..., None] * V[..., i, None, :]
        output[..., i, :] = ((query @ weighted) / (query @ total[..., None]))[..., 0, :]
    return output


def softmax_with_sink(scores: ArrayLike, sink: ArrayLike) -> Floats:
    """Turn scores into weights, and let a head give part of its weight to nothing.

    The sink is one more score in the denominator. It has no key and no value, and each head learns
    its own. With 0, a head that finds only scores far below 0 gets an output near 0. Source: OpenAI
    2025, *gpt-oss-120b & gpt-oss-20b Model Card*, on attention.

    Parameters
    ----------
    scores : (..., n_q, n_k)
        Scaled, and -inf where a key is hidden.
    sink : number, or broadcastable to (..., n_q, 1)
        For several heads (num_heads, 1, 1).

    Returns
    -------
    (..., n_q, n_k)
        Each row sums to less than 1; the rest is the weight of nothing.

    Raises
    ------
    ValueError
        If the sink does not fit.

    Examples
    --------
    Three equal scores and a sink: four quarters. Without a good key, nothing is fetched.

    >>> softmax_with_sink([[0, 0, 0]], 0)
    array([[0.25, 0.25, 0.25]])
    >>> softmax_with_sink([[-9, -9, -9], [9, -9, -9]], 0).sum(axis=-1).round(3)
    array([0., 1.])
    """
    scores, sink = as_floats(scores, "scores", 2), as_floats(sink, "sink", 0)
    try:
        nothing = np.broadcast_to(sink, (*scores.shape[:-1], 1)).astype(scores.dtype)
    except ValueError:
        raise ValueError(
            f"sink: one number is needed, or one for each head, (num_heads, 1, 1), but its shape is "
            f"{sink.shape} and that of the scores {scores.shape}. Are its two last axes missing?"
        ) from None
    return softmax(np.concatenate([scores, nothing], axis=-1))[..., :-1]


def reach(n: SupportsIndex, widths: Sequence[SupportsIndex | None]) -> Bools:
    """Tell which tokens can pass something on to which, through layers with windows and without.

    Each layer lets a token fetch what the tokens in its window have collected in the layers below.
    What can be fetched need not be: a model has to learn to pass it on.

    Parameters
    ----------
    n : int
        How many tokens.
    widths : sequence of int or None
        For each layer, how many tokens each token sees, itself included. None: all up to itself.

    Returns
    -------
    (n, n) bool
        True where token j can reach token i.

    Raises
    ------
    ValueError
        If n is negative or a width is below 1.

    Examples
    --------
    How far back does the last of 100 words reach? Two windows of 4 words reach 6 back, and one
    layer without a window is enough for all.

    >>> [int(reach(100, widths)[-1].sum()) - 1 for widths in ([4], [4, 4], [4, 4, None])]
    [3, 6, 99]
    """
    reached = np.eye(as_size(n, "n", 0), dtype=np.bool_)
    for width in widths:
        reached = window_visibility(len(reached), len(reached), width) @ reached
    return reached


def _positive(X: Floats) -> Floats:
    """Make all numbers positive: x + 1 above 0, exp(x) below."""
    return np.where(X > 0, X + 1, np.exp(np.minimum(X, 0)))


def _finite(largest: Floats) -> Floats:
    """Replace -inf, where no key was visible, by 0: -inf - -inf would be nan."""
    return np.where(largest == -np.inf, 0, largest)


def _not_later(queries: slice, keys: slice, offset: int) -> Bools:
    """Mark the keys that are not later than a query; the first query is at position `offset`."""
    places = np.arange(queries.start, queries.stop)[:, None] + offset
    visible: Bools = np.arange(keys.start, keys.stop) <= places
    return visible


def _appended(past: Floats, newest: Floats, names: tuple[str, str]) -> Floats:
    try:
        return np.concatenate([past, newest], axis=-2)
    except ValueError:
        raise ValueError(
            f"{names[0]} and {names[1]} must agree in all axes but n, but {names[0]} is "
            f"{past.shape} and {names[1]} is {newest.shape[:-2] + newest.shape[-1:]}. Was the "
            "newest token given a row of its own (only the cache has an axis of tokens)?"
        ) from None
