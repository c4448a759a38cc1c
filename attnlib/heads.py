"""Multi-head attention: several heads side by side, each with its own part of d_model.

Source of everything here: Vaswani et al. 2017, section 3.2.2,
head_i = Attention(X W_i^Q, X W_i^K, X W_i^V), MultiHead(X) = Concat(head_1, ..., head_h) W^O;
for heads that share keys and values, Ainslie et al. 2023, *GQA*, section 2.2.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from attnlib.attention import AttentionSteps, attention, attention_steps
from attnlib.shapes import Bools, Floats, as_arrays, as_floats, as_size, as_visible
from attnlib.softmax import softmax

MATRICES = dict.fromkeys(("W_q", "W_k", "W_v", "W_o"), "d_model d_model")
OF_LAYER = {  # what a published model stores for the attention of a layer
    "W_q": "d_model num_heads*d_head",
    "W_k": "d_model num_key_heads*d_head",
    "W_v": "d_model num_key_heads*d_head",
    "W_o": "num_heads*d_head d_model",
    "b_q": "num_heads*d_head",
    "b_k": "num_key_heads*d_head",
    "b_v": "num_key_heads*d_head",
    "b_o": "d_model",
}


class MultiHeadSteps(NamedTuple):
    """The steps of multi-head attention, in order."""

    X: Floats  # (..., n, d_model): the embeddings
    Q: Floats  # (..., n, d_model): queries, all heads side by side
    K: Floats  # (..., n_k, d_model): keys; n_k is n unless there is a context
    V: Floats  # (..., n_k, d_model): values
    Q_heads: Floats  # (..., num_heads, n, d_head): queries, head by head
    K_heads: Floats  # (..., num_heads, n_k, d_head)
    V_heads: Floats  # (..., num_heads, n_k, d_head)
    scores: Floats  # (..., num_heads, n, n_k): as in AttentionSteps, head by head
    scaled: Floats  # (..., num_heads, n, n_k)
    weights: Floats  # (..., num_heads, n, n_k)
    head_outputs: Floats  # (..., num_heads, n, d_head): averages of values
    merged: Floats  # (..., n, d_model): all heads side by side again
    output: Floats  # (..., n, d_model): merged @ W_o, which mixes the heads


class LayerAttention(NamedTuple):
    """What the attention of one layer computes."""

    K_heads: Floats  # (..., num_key_heads, n_k, d_head): keys of the past and new ones, turned
    V_heads: Floats  # (..., num_key_heads, n_k, d_head)
    steps: AttentionSteps  # (..., num_heads, n, n_k), and averages of values: head by head
    output: Floats  # (..., n, d_model)


def head_shapes(n: int, d_model: int, num_heads: int) -> dict[str, tuple[int, ...]]:
    """Predict the shape of every step of multi-head self-attention over n tokens.

    Returns
    -------
    dict of str to tuple of int
        X, Q (K and V have the same shape), Q_heads, scores, weights, head_outputs, merged, output.

    Raises
    ------
    ValueError
        If n is negative, another is below 1, or num_heads does not divide d_model.

    Examples
    --------
    >>> shapes = head_shapes(6, d_model=64, num_heads=8)
    >>> shapes["X"], shapes["Q_heads"], shapes["weights"]
    ((6, 64), (8, 6, 8), (8, 6, 6))
    """
    n, d_head = as_size(n, "n", 0), _width_of_heads(d_model, num_heads)
    d_model, num_heads = int(d_model), int(num_heads)  # NumPy's would be shown as np.int64(8)
    side_by_side, by_head, pairs = (n, d_model), (num_heads, n, d_head), (num_heads, n, n)
    return {
        "X": side_by_side,
        "Q": side_by_side,
        "Q_heads": by_head,
        "scores": pairs,
        "weights": pairs,
        "head_outputs": by_head,
        "merged": side_by_side,
        "output": side_by_side,
    }


def split_heads(X: ArrayLike, num_heads: int) -> Floats:
    """Cut each row into one piece for each head.

    This takes two steps, (n, d_model) to (n, num_heads, d_head) to (num_heads, n, d_head): each row
    is cut, then two axes are swapped. A reshape straight to the final shape would run without an
    error, but give each head whole tokens instead of a piece of each.

    Parameters
    ----------
    X : (..., n, d_model)
        In multi-head attention, X holds queries, keys or values.
    num_heads : int
        It must divide d_model.

    Returns
    -------
    (..., num_heads, n, d_head)
        The heads are now a batch axis. The result may be a view of X, so writing into it can change
        X.

    Raises
    ------
    ValueError
        If num_heads is below 1 or does not divide d_model.

    Examples
    --------
    >>> split_heads([[1, 2, 3, 4], [5, 6, 7, 8]], num_heads=2)
    array([[[1., 2.],
            [5., 6.]],
    <BLANKLINE>
           [[3., 4.],
            [7., 8.]]])
    """
    X = as_floats(X, "X", 2)
    *batch, n, d_model = X.shape
    cut = X.reshape(*batch, n, num_heads, _width_of_heads(d_model, num_heads))
    return np.swapaxes(cut, -3, -2)


def merge_heads(heads: ArrayLike) -> Floats:
    """Put the pieces of each row back side by side: the inverse of `split_heads`.

    The axes are swapped back before the reshape. Otherwise, tokens would be mixed up.

    Parameters
    ----------
    heads : (..., num_heads, n, d_head)

    Returns
    -------
    (..., n, num_heads * d_head)
        The first d_head columns are the first head's.

    Raises
    ------
    ValueError
        If there are fewer than three axes.

    Examples
    --------
    >>> merge_heads([[[1, 2], [5, 6]], [[3, 4], [7, 8]]])
    array([[1., 2., 3., 4.],
           [5., 6., 7., 8.]])
    """
    heads = as_floats(heads, "heads")
    if heads.ndim < 3:
        raise ValueError(
            "heads: three axes are needed, (num_heads, n, d_head), but the shape is "
            f"{heads.shape}. Is it one head alone, or merged already?"
        )
    *batch, num_heads, n, d_head = heads.shape
    return np.swapaxes(heads, -3, -2).reshape(*batch, n, num_heads * d_head)


def multi_head_steps(
    X: ArrayLike,
    W_q: ArrayLike,
    W_k: ArrayLike,
    W_v: ArrayLike,
    W_o: ArrayLike,
    num_heads: int,
    context: ArrayLike | None = None,
    visible: ArrayLike | None = None,
) -> MultiHeadSteps:
    """Compute multi-head attention and keep every step.

    One matrix projects for all heads at once. The heads then become a batch axis, and
    `attention_steps` does the rest. So scores are divided by the root of d_head, not of d_model.

    Parameters
    ----------
    X : (..., n, d_model)
        The queries are made from X.
    W_q, W_k, W_v, W_o : (d_model, d_model)
        Applied on the right, `X @ W_q`; W_o to the merged heads.
    num_heads : int
        It must divide d_model.
    context : (..., n_k, d_model), optional
        Keys and values are made from it (cross-attention). The default is X (self-attention).
    visible : bool, broadcastable to (..., n, n_k), optional
        The same for all heads, so it has no axis for them.

    Raises
    ------
    ValueError
        If num_heads does not divide d_model, a matrix is not (d_model, d_model), or X, context
        and `visible` do not fit together.
    TypeError
        If `visible` is not bool, or num_heads is not a whole number.

    Examples
    --------
    Two tokens, two heads of one number each. The second head sees only zeros, so its weights are
    equal.

    >>> eye = np.eye(2)
    >>> steps = multi_head_steps([[np.log(2), 0], [0, 0]], eye / np.log(2), eye, eye, eye, 2)
    >>> steps.weights.round(4)
    array([[[0.6667, 0.3333],
            [0.5   , 0.5   ]],
    <BLANKLINE>
           [[0.5   , 0.5   ],
            [0.5   , 0.5   ]]])
    """
    X, source, W_q, W_k, W_v, W_o = _as_embeddings_and_matrices(X, context, W_q, W_k, W_v, W_o)
    Q, K, V = X @ W_q, source @ W_k, source @ W_v
    Q_heads, K_heads, V_heads = (split_heads(array, num_heads) for array in (Q, K, V))
    steps = attention_steps(Q_heads, K_heads, V_heads, _for_all_heads(visible, Q, K))
    merged = merge_heads(steps.output)
    output = merged @ W_o
    return MultiHeadSteps(X, Q, K, V, Q_heads, K_heads, V_heads, *steps, merged, output)


def multi_head_attention(
    X: ArrayLike,
    W_q: ArrayLike,
    W_k: ArrayLike,
    W_v: ArrayLike,
    W_o: ArrayLike,
    num_heads: int,
    context: ArrayLike | None = None,
    visible: ArrayLike | None = None,
) -> tuple[Floats, Floats]:
    """Let several heads attend side by side, and mix their outputs.

    These are two of `multi_head_steps`, in the order in which PyTorch returns them. The other steps
    are not kept, so `attention` can compute them for a block of queries at a time.

    Parameters
    ----------
    X, W_q, W_k, W_v, W_o, num_heads, context, visible
        As for `multi_head_steps`, with the same errors.

    Returns
    -------
    output : (..., n, d_model)
    weights : (..., num_heads, n, n_k)
        The weights of each head, not averaged over heads.

    Examples
    --------
    Queries of zeros give all keys the same score, so each output is the mean of the tokens.

    >>> eye = np.eye(2)
    >>> output, weights = multi_head_attention([[1, 0], [3, 8]], 0 * eye, eye, eye, eye, 2)
    >>> output
    array([[2., 4.],
           [2., 4.]])
    """
    X, source, W_q, W_k, W_v, W_o = _as_embeddings_and_matrices(X, context, W_q, W_k, W_v, W_o)
    Q, K, V = X @ W_q, source @ W_k, source @ W_v
    Q_heads, K_heads, V_heads = (split_heads(array, num_heads) for array in (Q, K, V))
    outputs, weights = attention(Q_heads, K_heads, V_heads, _for_all_heads(visible, Q, K))
    return merge_heads(outputs) @ W_o, weights


def layer_attention(
    X: ArrayLike,
    own: Mapping[str, ArrayLike],
    num_heads: int,
    visible: ArrayLike | None = None,
    turn: Callable[[Floats], Floats] | None = None,
    past: tuple[ArrayLike, ArrayLike] | None = None,
) -> LayerAttention:
    """Compute the attention of one layer of a published model.

    It is multi-head self-attention with what such models add to it. There may be biases. Several
    heads may share their keys and values, because W_k and W_v have fewer columns than W_q: with nine
    heads and three key heads, heads 0, 1 and 2 share the first (grouped-query attention). Queries
    and keys may be turned by their positions. A cache may hold keys and values of tokens before X.

    Parameters
    ----------
    X : (..., n, d_model)
    own : dict of arrays
        W_q (d_model, num_heads * d_head), W_k and W_v (d_model, num_key_heads * d_head), W_o
        (num_heads * d_head, d_model), and any of the biases b_q, b_k, b_v and b_o. Other names are
        left alone.
    num_heads : int
        The number of query heads. That of key heads follows from the columns of W_k.
    visible : bool, broadcastable to (..., n, n_k), optional
        The same for all heads, so it has no axis for them.
    turn : callable, optional
        Turns queries (..., num_heads, n, d_head) and keys, such as `rotate` with the positions of X.
    past : pair of (..., num_key_heads, n_past, d_head), optional
        `K_heads` and `V_heads` of the tokens before. Its keys are turned already.

    Returns
    -------
    LayerAttention

    Raises
    ------
    ValueError
        If shapes do not fit together, or the heads cannot share the keys evenly.

    Examples
    --------
    Two heads share one key head. The second one's queries are longer, so it attends more sharply.

    >>> own = {"W_q": [[1, 2]], "W_k": [[1]], "W_v": [[1]], "W_o": [[1], [1]]}
    >>> found = layer_attention([[1], [2]], own, num_heads=2)
    >>> found.K_heads.shape, found.steps.weights[:, 0].round(2).tolist()
    ((1, 2, 1), [[0.27, 0.73], [0.12, 0.88]])
    """
    axes = {name: text for name, text in OF_LAYER.items() if name in own}
    X, *arrays = as_arrays(X, *(own[name] for name in axes), X="* n d_model", **axes)
    owned = dict(zip(axes, arrays, strict=True))
    Q, K, V = (_projected(X, owned, x) for x in "qkv")
    Q_heads = split_heads(Q, num_heads)
    num_key_heads = _number_of_key_heads(K.shape[-1], *Q_heads.shape[-3::2])
    K_heads, V_heads = (split_heads(rows, num_key_heads) for rows in (K, V))
    if turn is not None:
        Q_heads, K_heads = turn(Q_heads), turn(K_heads)
    if past is not None:
        K_heads, V_heads = (
            np.concatenate(both, axis=-2) for both in zip(past, (K_heads, V_heads), strict=True)
        )
    if visible is not None:
        visible = as_visible(visible, (*X.shape[:-1], K_heads.shape[-2]))[..., None, :, :]
    K_shared, V_shared = (
        np.repeat(rows, num_heads // num_key_heads, axis=-3) for rows in (K_heads, V_heads)
    )
    steps = attention_steps(Q_heads, K_shared, V_shared, visible)
    output = _projected(merge_heads(steps.output), owned, "o")
    return LayerAttention(K_heads, V_heads, steps, output)


def weights_per_head(W: ArrayLike, num_heads: int) -> Floats:
    """Cut W_q, W_k or W_v of `multi_head_attention` into one matrix for each head.

    Each column of W produces one column of `X @ W`, so W can be split in the same way as `X @ W`:
    projecting and then splitting gives the same as splitting and then projecting.

    Parameters
    ----------
    W : (d_model, d_model)
    num_heads : int

    Returns
    -------
    (num_heads, d_model, d_head)
        In the form that `multi_head_by_loop` and `multi_head_by_einsum` expect. W_o is not cut.

    Raises
    ------
    ValueError
        If W has batch axes, or num_heads does not divide its columns.

    Examples
    --------
    >>> weights_per_head([[1, 2], [3, 4]], num_heads=2)
    array([[[1.],
            [3.]],
    <BLANKLINE>
           [[2.],
            [4.]]])
    """
    W = as_floats(W, "W", 2)
    if W.ndim > 2:
        raise ValueError(
            f"W: one matrix is needed, (d_model, d_model), but the shape is {W.shape}. "
            "Is it cut into heads already?"
        )
    return split_heads(W, num_heads)


def multi_head_by_loop(
    X: ArrayLike, W_q: ArrayLike, W_k: ArrayLike, W_v: ArrayLike, W_o: ArrayLike
) -> tuple[Floats, Floats]:
    """Compute multi-head self-attention one head after the other, as the paper writes it.

    Parameters
    ----------
    X : (..., n, d_model)
    W_q, W_k, W_v : (num_heads, d_model, d_head)
        One matrix for each head; `weights_per_head` makes them.
    W_o : (num_heads * d_head, d_model)

    Returns
    -------
    output : (..., n, d_model)
    weights : (..., num_heads, n, n)

    Raises
    ------
    ValueError
        If the shapes do not fit together.

    Examples
    --------
    One head of one number, with queries of zeros: the output is 10 times the mean of the tokens.

    >>> output, weights = multi_head_by_loop([[1], [3]], [[[0]]], [[[1]]], [[[1]]], [[10]])
    >>> output, weights.shape
    (array([[20.],
           [20.]]), (1, 2, 2))
    """
    X, W_q, W_k, W_v, W_o = _as_weights_per_head(X, W_q, W_k, W_v, W_o)
    heads = [attention(X @ q, X @ k, X @ v) for q, k, v in zip(W_q, W_k, W_v, strict=True)]
    outputs, weights = zip(*heads, strict=True)
    return np.concatenate(outputs, axis=-1) @ W_o, np.stack(weights, axis=-3)


def multi_head_by_einsum(
    X: ArrayLike, W_q: ArrayLike, W_k: ArrayLike, W_v: ArrayLike, W_o: ArrayLike
) -> tuple[Floats, Floats]:
    """Compute multi-head self-attention by naming every axis.

    It has the same arguments, results and errors as `multi_head_by_loop`.

    The letters: m counts the numbers of a token (d_model), h the heads, d the numbers in each head
    (d_head), q the queries, k the keys. A letter that is missing on the right of an arrow is summed
    over. Nothing is merged. Instead, W_o is cut into the rows that belong to each head.

    Examples
    --------
    >>> output, weights = multi_head_by_einsum([[1], [3]], [[[0]]], [[[1]]], [[[1]]], [[10]])
    >>> output, weights.shape
    (array([[20.],
           [20.]]), (1, 2, 2))
    """
    X, W_q, W_k, W_v, W_o = _as_weights_per_head(X, W_q, W_k, W_v, W_o)
    num_heads, d_model, d_head = W_q.shape
    Q = np.einsum("...qm,hmd->...hqd", X, W_q)
    K = np.einsum("...km,hmd->...hkd", X, W_k)
    V = np.einsum("...km,hmd->...hkd", X, W_v)
    scores = np.einsum("...hqd,...hkd->...hqk", Q, K)
    weights = softmax(scores / np.sqrt(d_head, dtype=scores.dtype))
    head_outputs = np.einsum("...hqk,...hkd->...hqd", weights, V)
    W_o = W_o.reshape(num_heads, d_head, d_model)
    return np.einsum("...hqd,hdm->...qm", head_outputs, W_o), weights


def _projected(X: Floats, own: Mapping[str, Floats], name: str) -> Floats:
    """Multiply by W_q, W_k, W_v or W_o, and add the bias if there is one."""
    projected: Floats = X @ own[f"W_{name}"]
    return projected + own[f"b_{name}"] if f"b_{name}" in own else projected


def _number_of_key_heads(width: int, num_heads: int, d_head: int) -> int:
    count, rest = divmod(width, d_head)
    if rest or count == 0 or num_heads % count:
        fits = [str(count * d_head) for count in range(1, num_heads + 1) if num_heads % count == 0]
        raise ValueError(
            f"W_k: {num_heads} heads of {d_head} numbers can share the keys evenly if it has "
            f"{' or '.join(fits)} columns, but it has {width}. Is it transposed, or num_heads wrong?"
        )
    return count


def _width_of_heads(d_model: int, num_heads: int) -> int:
    d_model, num_heads = as_size(d_model, "d_model"), as_size(num_heads, "num_heads")
    if d_model % num_heads:
        fits = [str(count) for count in range(1, d_model + 1) if d_model % count == 0]
        raise ValueError(
            f"num_heads must divide d_model, but d_model is {d_model} and num_heads is "
            f"{num_heads}: heads would be {d_model / num_heads:.4g} wide. "
            f"Should it be one of {', '.join(fits)}?"
        )
    return d_model // num_heads


def _as_embeddings_and_matrices(
    X: ArrayLike, context: ArrayLike | None, *matrices: ArrayLike
) -> tuple[Floats, ...]:
    """Check that all have one d_model. Without a context, keys and values are made from X."""
    X, *arrays = as_arrays(X, *matrices, X="* n d_model", **MATRICES)
    if context is not None:
        X, context = as_arrays(X, context, X="* n d_model", context="* n_k d_model")
    return X, X if context is None else context, *arrays


def _for_all_heads(visible: ArrayLike | None, Q: Floats, K: Floats) -> Bools | None:
    """Give `visible` an axis for the heads."""
    if visible is None:
        return None
    batch = np.broadcast_shapes(Q.shape[:-2], K.shape[:-2])
    return as_visible(visible, (*batch, Q.shape[-2], K.shape[-2]))[..., None, :, :]


def _as_weights_per_head(*arguments: ArrayLike) -> tuple[Floats, ...]:
    axes = dict.fromkeys(("W_q", "W_k", "W_v"), "num_heads d_model d_head")
    axes = {"X": "* n d_model", **axes, "W_o": "num_heads*d_head d_model"}
    arrays = as_arrays(*arguments, **axes)
    (num_heads, d_model, d_head), W_o = arrays[1].shape, arrays[-1]
    if len(W_o) != num_heads * d_head:
        raise ValueError(
            f"W_o: shape (num_heads * d_head, d_model) = ({num_heads * d_head}, {d_model}) is "
            f"needed, but it is {W_o.shape}. Is it transposed, or cut into heads?"
        )
    return arrays
