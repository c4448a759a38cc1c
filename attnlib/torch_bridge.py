"""The same attention in PyTorch, and back: weights, masks, results.

The only module that imports PyTorch, and only where it computes with it: matrices and masks are
NumPy arrays here as everywhere, so what they look like can be seen without an installed PyTorch.
`torch.from_numpy` makes tensors of them.
"""

from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from attnlib.heads import head_shapes
from attnlib.probes import detached
from attnlib.shapes import Bools, Floats, as_floats, check_same_size


class Difference(NamedTuple):
    """Where two arrays differ most; its repr is a sentence. Made by `compare`.

    Attributes
    ----------
    largest : float
        The largest size of a difference; nan where one of the two is nan and the other is not.
    where : tuple of int
        Its index, the first if there are several.
    ours, theirs : float
        The two numbers there.
    """

    largest: float
    where: tuple[int, ...]
    ours: float
    theirs: float

    def __repr__(self) -> str:
        if self.largest == 0:
            return "There is no difference."
        return (
            f"The largest difference is {self.largest:.3g}, at index {self.where}: "
            f"{self.ours:.6g} ours, {self.theirs:.6g} theirs."
        )


def in_proj_weight(W_q: ArrayLike, W_k: ArrayLike, W_v: ArrayLike) -> Floats:
    """Pack three projections as `nn.MultiheadAttention` keeps them.

    Parameters
    ----------
    W_q, W_k, W_v : (d_model, d_model)
        Applied on the right, `X @ W_q`.

    Returns
    -------
    (3 * d_model, d_model)
        W_q, W_k, W_v below one another, each transposed. float32 if all three are.

    Raises
    ------
    ValueError
        If one of them is not (d_model, d_model).
    TypeError
        If one does not hold real numbers.

    Notes
    -----
    Transposed, because PyTorch's linear layers compute x W^T. Source: PyTorch 2.13,
    `torch.nn.Linear` and `in_proj_weight` of `torch.nn.MultiheadAttention`.

    Examples
    --------
    >>> in_proj_weight([[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]])
    array([[ 1.,  3.],
           [ 2.,  4.],
           [ 5.,  7.],
           [ 6.,  8.],
           [ 9., 11.],
           [10., 12.]])
    """
    W_q = as_floats(W_q, "W_q", 2)
    named = {"W_q": W_q, "W_k": W_k, "W_v": W_v}
    return np.concatenate([_as_square(W, name, len(W_q)).T for name, W in named.items()])


def mha_mask(visible: ArrayLike) -> Bools:
    """Say who may attend to whom as `nn.MultiheadAttention(attn_mask=...)` wants it.

    Parameters
    ----------
    visible : bool, (n_q, n_k) or any other shape
        True where this query may attend to this key.

    Returns
    -------
    bool, same shape
        True where this query may NOT attend to this key.

    Raises
    ------
    TypeError
        If `visible` is not bool.

    Notes
    -----
    The opposite of `sdpa_mask`. Source: PyTorch 2.13, `torch.nn.MultiheadAttention.forward`.

    Examples
    --------
    >>> mha_mask([[True, False], [True, True]])
    array([[False,  True],
           [False, False]])
    """
    return np.logical_not(_as_visible(visible))


def sdpa_mask(visible: ArrayLike) -> Bools:
    """Say who may attend to whom as `F.scaled_dot_product_attention(attn_mask=...)` wants it.

    Parameters
    ----------
    visible : bool, (n_q, n_k) or any other shape
        True where this query may attend to this key.

    Returns
    -------
    bool, same shape
        The same, in an array of its own.

    Raises
    ------
    TypeError
        If `visible` is not bool.

    Notes
    -----
    The opposite of `mha_mask`. Source: PyTorch 2.13,
    `torch.nn.functional.scaled_dot_product_attention`.

    Examples
    --------
    >>> sdpa_mask([[True, False], [True, True]])
    array([[ True, False],
           [ True,  True]])
    """
    return _as_visible(visible).copy()


def torch_attention(
    X: ArrayLike,
    W_q: ArrayLike,
    W_k: ArrayLike,
    W_v: ArrayLike,
    W_o: ArrayLike,
    num_heads: int,
    visible: ArrayLike | None = None,
) -> tuple[Floats, Floats]:
    """Compute multi-head self-attention by `nn.MultiheadAttention`, with our weights in it.

    Parameters
    ----------
    X : (n, d_model)
        A token on each row.
    W_q, W_k, W_v, W_o : (d_model, d_model)
        Applied on the right, `X @ W_q`; W_o to the merged heads.
    num_heads : int
        How many heads; it must divide d_model.
    visible : bool, broadcastable to (n, n), optional
        True where this token may attend to this key; everything, if left out.

    Returns
    -------
    output : (n, d_model)
    weights : (num_heads, n, n)
        NumPy arrays; float32 when all inputs are.

    Raises
    ------
    ImportError
        If PyTorch is not installed.
    ValueError
        If a matrix is not (d_model, d_model), num_heads does not divide d_model, or X or
        `visible` has another shape.
    TypeError
        If num_heads is not a whole number, `visible` is not bool, or an input does not hold
        real numbers.

    Notes
    -----
    `average_attn_weights=False` keeps the heads apart; by default PyTorch returns their mean.
    A token that may attend to nothing has nan in output and weights: so says PyTorch (2.13), while
    ours has zeros. The module is made on the device "meta", that is without numbers, and then
    given ours: nothing is drawn from PyTorch's random numbers for weights that nobody wants.

    Examples
    --------
    Queries of zeros like all keys equally: each output is the mean of the tokens.

    >>> eye = np.eye(2)
    >>> output, weights = torch_attention([[1, 0], [3, 8]], 0 * eye, eye, eye, eye, num_heads=2)
    >>> output
    array([[2., 4.],
           [2., 4.]])
    >>> weights.shape
    (2, 2, 2)
    """
    torch = _torch()
    X, packed = _as_one_sequence(X), in_proj_weight(W_q, W_k, W_v)
    check_same_size(X, packed, -1, ("X", "in_proj_weight"), "d_model", "Is X transposed?")
    n, d_model = X.shape
    out = _as_square(W_o, "W_o", d_model).T
    head_shapes(n, d_model, num_heads)  # refuses, in words, heads that do not divide d_model
    tokens, *weights = _tensors(X, packed, out)
    module = torch.nn.MultiheadAttention(d_model, num_heads, bias=False, device="meta")
    names = "in_proj_weight", "out_proj.weight"
    module.load_state_dict(dict(zip(names, weights, strict=True)), assign=True)
    mask = None if visible is None else torch.tensor(mha_mask(_broadcast(visible, n)), device="cpu")
    with torch.no_grad():
        results = module(tokens, tokens, tokens, attn_mask=mask, average_attn_weights=False)
    return results[0].numpy(), results[1].numpy()


def from_torch(module: Any) -> tuple[Floats, Floats, Floats, Floats]:
    """Read the projections out of an `nn.MultiheadAttention`.

    Parameters
    ----------
    module : nn.MultiheadAttention

    Returns
    -------
    W_q, W_k, W_v, W_o : (d_model, d_model)
        Applied on the right, so that `multi_head_attention(X, *from_torch(module),
        module.num_heads)` computes what the module does. Copies: the module stays as it is.

    Raises
    ------
    TypeError
        If `module` is no `nn.MultiheadAttention`.
    ValueError
        If it computes what ours does not: biases other than zero, keys or values of
        another width, an added key.

    Notes
    -----
    PyTorch's biases start at zero, so an untrained module may have them. Dropout, which takes part in
    training alone, is not looked at.

    Examples
    --------
    >>> from torch import nn
    >>> W_q, W_k, W_v, W_o = from_torch(nn.MultiheadAttention(embed_dim=8, num_heads=2))
    >>> W_v.shape
    (8, 8)
    """
    if not hasattr(module, "in_proj_weight") or not hasattr(module, "out_proj"):
        raise TypeError(
            f"module: an nn.MultiheadAttention is needed, but it is a {type(module).__name__}. "
            "Is it a layer that holds one (try layer.self_attn)?"
        )
    _check_computes_as_ours(module)
    packed = as_floats(detached(module.in_proj_weight), "in_proj_weight", 2)
    W_q, W_k, W_v = (block.T.copy() for block in np.split(packed, 3))
    return W_q, W_k, W_v, as_floats(detached(module.out_proj.weight), "out_proj.weight").T.copy()


def compare(ours: ArrayLike, theirs: ArrayLike) -> Difference:
    """Find where two arrays differ most.

    Parameters
    ----------
    ours, theirs : arrays or tensors of the same shape
        At least one number each.

    Returns
    -------
    Difference
        largest, where, ours, theirs; its repr is a sentence. Two nan, or two equal infinities, in
        the same place do not differ.

    Raises
    ------
    ValueError
        If the shapes differ, or there is nothing to compare.
    TypeError
        If one does not hold real numbers.

    Notes
    -----
    Differences are taken in float64, so that they are not themselves rounded to float32.

    Examples
    --------
    >>> compare([[0.5, 0.5], [0.25, 0.75]], [[0.5, 0.5], [0.5, 0.5]])
    The largest difference is 0.25, at index (1, 0): 0.25 ours, 0.5 theirs.
    """
    one, other = as_floats(detached(ours), "ours", 0), as_floats(detached(theirs), "theirs", 0)
    _check_comparable(one, other)
    same = (one == other) | (np.isnan(one) & np.isnan(other))
    with np.errstate(invalid="ignore"):  # inf - inf
        sizes = np.where(same, 0, np.abs(np.subtract(one, other, dtype=np.float64)))
    where = tuple(int(place) for place in np.unravel_index(np.argmax(sizes), sizes.shape))
    return Difference(float(sizes[where]), where, float(one[where]), float(other[where]))


def _torch() -> ModuleType:
    try:
        import torch
    except ModuleNotFoundError as missing:
        raise ImportError(
            "PyTorch is needed to compute this, but it is not installed. Is it left out because it "
            "is large? In the folder of the course: "
            "python -m pip install -c constraints.txt -e '.[torch]'"
        ) from missing
    return torch


def _tensors(*arrays: Floats) -> list[Any]:
    """Copies in one dtype, on the processor whatever PyTorch's default device is."""
    dtype, tensor = np.result_type(*arrays), _torch().tensor
    return [tensor(np.ascontiguousarray(array, dtype), device="cpu") for array in arrays]


def _as_square(W: ArrayLike, name: str, d_model: int) -> Floats:
    array = as_floats(W, name, 2)
    if array.shape != (d_model, d_model):
        raise ValueError(
            f"{name}: a matrix of shape {(d_model, d_model)} is needed, d_model by d_model, but the "
            f"shape is {array.shape}. Is it the part of one head?"
        )
    return array


def _as_one_sequence(X: ArrayLike) -> Floats:
    array = as_floats(X, "X", 2)
    if array.ndim > 2:
        raise ValueError(
            f"X: one sequence is needed, (n, d_model), but the shape is {array.shape}. Is it a "
            "batch (try X[0])?"
        )
    return array


def _as_visible(visible: ArrayLike) -> Bools:
    array = np.asarray(detached(visible))
    if array.dtype != np.bool_:
        raise TypeError(
            f"visible: True and False are needed, but the dtype is {array.dtype}. Is it a mask of "
            "PyTorch's already, to be added to the scores?"
        )
    return array


def _broadcast(visible: ArrayLike, n: int) -> Bools:
    array = _as_visible(visible)
    try:
        return np.broadcast_to(array, (n, n))
    except ValueError:
        raise ValueError(
            f"visible of shape {array.shape} does not fit {n} tokens, that is {(n, n)}. "
            "Does it have a row for each query and a column for each key?"
        ) from None


def _check_computes_as_ours(module: Any) -> None:
    if module.in_proj_weight is None:
        raise ValueError(
            f"module: keys and values of width {module.embed_dim} are needed, but kdim is "
            f"{module.kdim} and vdim is {module.vdim}. Is it made for another context?"
        )
    if module.bias_k is not None or module.add_zero_attn:
        raise ValueError(
            "module: no key but the tokens' is needed, but add_bias_kv or add_zero_attn adds one. "
            "Can it be made without?"
        )
    if any(b is not None and b.any() for b in (module.in_proj_bias, module.out_proj.bias)):
        raise ValueError(
            "module: biases of zero are needed, since ours has none, but some are not. "
            "Is it trained, and would bias=False do?"
        )


def _check_comparable(ours: Floats, theirs: Floats) -> None:
    if ours.shape != theirs.shape or not ours.size:
        raise ValueError(
            "ours and theirs must have the same shape, with at least one number, but ours is "
            f"{ours.shape} and theirs is {theirs.shape}. Are heads averaged, or is a batch axis in "
            "one of them?"
        )
