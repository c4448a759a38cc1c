"""Ten attention layers, each with one wrong line, written without type hints, as most people write.

They are all meant to compute the same thing: `X + merge(heads) @ W.o`, where each head is causal
attention with queries and keys turned by their positions (RoPE, half-split pairs).
`course.clinic.cases` says which line of each is wrong, and what it should be.

X (n, d_model) holds the new rows. `past` is None, or the cache that the last call returned: the
keys and values so far, (heads, n_past, d_head) each. `real` (n_past + n,) is False where a row is
padding; None means that every row is a word.

`rotate` turns float16 into float64, so all ten layers convert back to the dtype of the rows, as on
a GPU. With float16, scores are then safe only if the queries are scaled before the product.
"""

import numpy as np

from attnlib.relative_positions import rotate
from attnlib.softmax import softmax
from course.clinic.weights import Layer


def top_left(X, W, past=None, real=None):
    n, start = len(X), 0 if past is None else past[0].shape[1]
    Q, K, V = ((X @ M).reshape(n, W.heads, -1).swapaxes(0, 1) for M in (W.q, W.k, W.v))
    places = np.arange(start, start + n)
    Q, K = (rotate(rows, places, half_split=True).astype(rows.dtype) for rows in (Q, K))
    if past is not None:
        K, V = (np.concatenate(both, axis=1) for both in zip(past, (K, V), strict=True))
    scores = (Q * Q.shape[-1] ** -0.5) @ K.swapaxes(1, 2)
    visible = np.tri(n, start + n, dtype=bool)
    if real is not None:
        visible = visible & real
    weights = softmax(np.where(visible, scores, -np.inf))
    mixed = (weights @ V).swapaxes(0, 1).reshape(n, -1)
    return X + mixed @ W.o, (K, V)


def positions_restart(X, W, past=None, real=None):
    Q, K, V = (np.stack(np.split(X @ M, W.heads, axis=1)) for M in (W.q, W.k, W.v))
    n, start = len(X), 0 if past is None else past[0].shape[1]
    places = np.arange(n)
    Q, K = (rotate(rows, places, half_split=True).astype(rows.dtype) for rows in (Q, K))
    if past is not None:
        K, V = np.concatenate([past[0], K], axis=1), np.concatenate([past[1], V], axis=1)
    scaled = np.einsum("hqd,hkd->hqk", Q / Q.shape[-1] ** 0.5, K)
    hidden = np.arange(start + n) > np.arange(start, start + n)[:, None]
    if real is not None:
        hidden = hidden | ~real
    weights = softmax(np.where(hidden, -np.inf, scaled))
    return X + np.concatenate([*(weights @ V)], axis=1) @ W.o, (K, V)


def added_mask(X, W, past=None, real=None):
    n, start = len(X), 0 if past is None else past[0].shape[1]
    Q, K, V = (np.reshape(X @ M, (n, W.heads, -1)).swapaxes(0, 1) for M in (W.q, W.k, W.v))
    places = np.arange(start, start + n)
    Q, K = (rotate(rows, places, half_split=True).astype(rows.dtype) for rows in (Q, K))
    if past is not None:
        K, V = np.hstack([past[0], K]), np.hstack([past[1], V])
    mask = np.tri(n, start + n, k=start)
    if real is not None:
        mask = mask + np.where(real, 0, -np.inf)
    scores = np.einsum("hqd,hkd->hqk", Q * Q.shape[-1] ** -0.5, K)
    weights = softmax(scores + mask)
    mixed = np.einsum("hqk,hkd->qhd", weights, V).reshape(n, -1)
    return X + mixed @ W.o, (K, V)


def late_mask(X, W, past=None, real=None):
    n, start = len(X), 0 if past is None else past[0].shape[1]
    places = np.arange(start, start + n)
    Q, K, V = ((X @ M).reshape(n, W.heads, -1).swapaxes(0, 1) for M in (W.q, W.k, W.v))
    Q, K = (rotate(rows, places, half_split=True).astype(rows.dtype) for rows in (Q, K))
    if past is not None:
        K, V = np.concatenate((past[0], K), axis=1), np.concatenate((past[1], V), axis=1)
    visible = np.tri(n, start + n, k=start, dtype=bool)
    if real is not None:
        visible = visible & real
    scores = (Q / Q.shape[-1] ** 0.5) @ K.swapaxes(1, 2)
    weights = softmax(scores) * visible
    mixed = np.moveaxis(weights @ V, 0, 1).reshape(n, -1)
    return X + mixed @ W.o, (K, V)


def padded_queries(X, W, past=None, real=None):
    n, start = len(X), 0 if past is None else past[0].shape[1]
    places, width = np.arange(start, start + n), W.q.shape[1] // W.heads
    visible = np.tri(n, start + n, k=start, dtype=bool)
    if real is not None:
        visible = visible & real[-n:, None]
    outputs, keys, values = [], [], []
    for h in range(W.heads):
        columns = slice(h * width, (h + 1) * width)
        Q, K, V = (X @ M[:, columns] for M in (W.q, W.k, W.v))
        Q, K = (rotate(rows, places, half_split=True).astype(rows.dtype) for rows in (Q, K))
        if past is not None:
            K, V = np.concatenate([past[0][h], K]), np.concatenate([past[1][h], V])
        scores = np.where(visible, (Q / width**0.5) @ K.T, -np.inf)
        outputs.append(softmax(scores) @ V)
        keys.append(K)
        values.append(V)
    return X + np.hstack(outputs) @ W.o, (np.stack(keys), np.stack(values))


def merged_as_is(X, W, past=None, real=None):
    n, start = len(X), 0 if past is None else past[0].shape[1]
    cut = (n, W.heads, -1)
    Q, K, V = (np.swapaxes((X @ M).reshape(cut), 0, 1) for M in (W.q, W.k, W.v))
    places = start + np.arange(n)
    Q, K = (rotate(rows, places, half_split=True).astype(rows.dtype) for rows in (Q, K))
    if past is not None:
        K, V = np.concatenate([past[0], K], axis=1), np.concatenate([past[1], V], axis=1)
    visible = np.arange(start + n) <= places[:, None]
    if real is not None:
        visible = visible & real
    scores = np.matmul(Q * Q.shape[-1] ** -0.5, np.swapaxes(K, 1, 2))
    heads = softmax(np.where(visible, scores, -np.inf)) @ V
    merged = heads.reshape(n, -1)
    return X + merged @ W.o, (K, V)


def wrong_pairs(X, W, past=None, real=None):
    n, start = len(X), 0 if past is None else past[0].shape[1]
    Q, K, V = (np.swapaxes((X @ M).reshape(n, W.heads, -1), 0, 1) for M in (W.q, W.k, W.v))
    places = start + np.arange(n)
    Q, K = (rotate(rows, places).astype(rows.dtype) for rows in (Q, K))
    if past is not None:
        K, V = np.concatenate([past[0], K], axis=1), np.concatenate([past[1], V], axis=1)
    scores = np.einsum("hqd,hkd->hqk", Q / Q.shape[-1] ** 0.5, K)
    visible = np.tri(n, start + n, k=start, dtype=bool)
    if real is not None:
        visible = np.logical_and(visible, real)
    weights = softmax(np.where(visible, scores, -np.inf))
    return X + np.einsum("hqk,hkd->qhd", weights, V).reshape(n, -1) @ W.o, (K, V)


def half_overflow(X, W, past=None, real=None):
    n, start = len(X), 0 if past is None else past[0].shape[1]
    Q, K, V = ((X @ M).reshape(n, W.heads, -1).swapaxes(0, 1) for M in (W.q, W.k, W.v))
    places, scale = np.arange(start, start + n), Q.shape[-1] ** -0.5
    Q, K = (rotate(rows, places, half_split=True).astype(rows.dtype) for rows in (Q, K))
    if past is not None:
        K, V = np.concatenate([past[0], K], axis=1), np.concatenate([past[1], V], axis=1)
    visible = np.tri(n, start + n, k=start, dtype=bool)
    if real is not None:
        visible = visible & real
    scores = (Q @ K.swapaxes(1, 2)) * scale
    weights = softmax(np.where(visible, scores, -np.inf))
    mixed = (weights @ V).swapaxes(0, 1).reshape(n, -1)
    return X + mixed @ W.o, (K, V)


def no_residual(X, W, past=None, real=None):
    n, start = len(X), 0 if past is None else past[0].shape[1]
    places = np.arange(start, start + n)
    Q, K, V = (np.stack(np.split(X @ M, W.heads, axis=-1)) for M in (W.q, W.k, W.v))
    Q, K = (rotate(rows, places, half_split=True).astype(rows.dtype) for rows in (Q, K))
    if past is not None:
        K, V = (np.concatenate(both, axis=1) for both in zip(past, (K, V), strict=True))
    visible = np.arange(start + n) <= places[:, None]
    if real is not None:
        visible = visible & real
    scores = (Q * Q.shape[-1] ** -0.5) @ K.swapaxes(-1, -2)
    heads = softmax(np.where(visible, scores, -np.inf)) @ V
    x = np.hstack([*heads]) @ W.o
    return x + x, (K, V)


DROPOUT, TRAINING = 0.2, False
dice = np.random.default_rng(0)


def always_dropping(X, W, past=None, real=None):
    n, start = len(X), 0 if past is None else past[0].shape[1]
    Q, K, V = ((X @ M).reshape(n, W.heads, -1).swapaxes(0, 1) for M in (W.q, W.k, W.v))
    places = np.arange(start, start + n)
    Q, K = (rotate(rows, places, half_split=True).astype(rows.dtype) for rows in (Q, K))
    if past is not None:
        K, V = np.concatenate([past[0], K], axis=1), np.concatenate([past[1], V], axis=1)
    visible = np.tri(n, start + n, k=start, dtype=bool)
    if real is not None:
        visible = visible & real
    scores = (Q / Q.shape[-1] ** 0.5) @ K.swapaxes(1, 2)
    weights = softmax(np.where(visible, scores, -np.inf))
    rate = DROPOUT
    weights = weights * (dice.random(weights.shape) >= rate) / (1 - rate)
    return X + (weights @ V).swapaxes(0, 1).reshape(n, -1) @ W.o, (K, V)


PATIENTS: tuple[Layer, ...] = (
    top_left,
    positions_restart,
    added_mask,
    late_mask,
    padded_queries,
    merged_as_is,
    wrong_pairs,
    half_overflow,
    no_residual,
    always_dropping,
)
