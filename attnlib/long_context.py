"""Attention over long texts: block by block, and one new token at a time.

Both give the same result as `attention`, up to rounding. Only the memory they need differs.
"""

from typing import NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike

from attnlib.attention import attention
from attnlib.scaling import scaled_scores
from attnlib.shapes import Bools, Floats, as_arrays, as_floats, as_size, as_visible


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
) -> int:
    """Count the bytes of a cache: a key and a value for each token, head and layer.

    The number of query heads does not matter. Multi-query attention (MQA) has one head of keys and
    values, grouped-query attention (GQA) a few. Source: Ainslie et al. 2023, section 2.2.

    Parameters
    ----------
    num_layers, num_kv_heads, d_head, n_tokens : int
    bytes_per_number : int
        2 in float16 and bfloat16.

    Raises
    ------
    ValueError
        If n_tokens is negative, or another is below 1.

    Examples
    --------
    Llama 2 7B has 32 layers with 32 heads of 128 numbers: half a mebibyte for each token.

    >>> cache_bytes(32, 32, 128) / 2**20
    0.5
    """
    numbers = as_size(num_layers, "num_layers") * as_size(num_kv_heads, "num_kv_heads")
    numbers *= as_size(d_head, "d_head") * as_size(n_tokens, "n_tokens", 0)
    return 2 * numbers * as_size(bytes_per_number, "bytes_per_number")


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
