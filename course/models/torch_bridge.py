"""The same attention in PyTorch: convert weights and masks in both directions, and compare results.

PyTorch is imported only by functions that compute with it. Matrices and masks are
NumPy arrays as everywhere else, so you can look at them without PyTorch; `torch.from_numpy` turns
them into tensors. Source of everything here: PyTorch 2.13, `torch.nn.MultiheadAttention`,
`torch.nn.functional.scaled_dot_product_attention`, `torch.nn.TransformerEncoderLayer` and
`torch.nn.Linear`.
"""

from collections.abc import Callable, Collection, Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from attnlib.heads import MATRICES, head_shapes
from attnlib.shapes import Bools, Floats, as_arrays, as_floats, as_visible
from attnprobes import detached


class Difference(NamedTuple):
    """The largest difference between two arrays; its repr is a sentence. Made by `compare`."""

    largest: float  # nan if only one of the two numbers is nan
    where: tuple[int, ...]  # the first index, if there are several
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
    """Pack three projections the way `nn.MultiheadAttention` keeps them.

    Each is transposed, because PyTorch's linear layers compute x W^T.

    Parameters
    ----------
    W_q, W_k, W_v : (d_model, d_model)
        Applied on the right, `X @ W_q`.

    Returns
    -------
    (3 * d_model, d_model)
        W_q^T, W_k^T and W_v^T, one below the other.

    Raises
    ------
    ValueError
        If one of them is not (d_model, d_model).

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
    square = "d_model d_model"
    matrices = as_arrays(W_q, W_k, W_v, W_q=square, W_k=square, W_v=square)
    return np.concatenate([W.T for W in matrices])


def mha_mask(visible: ArrayLike) -> Bools:
    """Turn `visible` into the mask for `nn.MultiheadAttention(attn_mask=...)`.

    Returns
    -------
    bool, same shape as `visible`
        True where this query may NOT attend to this key: the opposite of `sdpa_mask`.

    Raises
    ------
    TypeError
        If `visible` is not bool.

    Examples
    --------
    >>> mha_mask([[True, False], [True, True]])
    array([[False,  True],
           [False, False]])
    """
    return np.logical_not(as_visible(detached(visible)))


def sdpa_mask(visible: ArrayLike) -> Bools:
    """Turn `visible` into the mask for `F.scaled_dot_product_attention(attn_mask=...)`.

    This is a copy of `visible`: True means that this query may attend to this key, the opposite of
    `mha_mask`. It raises the same errors.

    Examples
    --------
    >>> sdpa_mask([[True, False], [True, True]])
    array([[ True, False],
           [ True,  True]])
    """
    return as_visible(detached(visible)).copy()


def torch_attention(
    X: ArrayLike,
    W_q: ArrayLike,
    W_k: ArrayLike,
    W_v: ArrayLike,
    W_o: ArrayLike,
    num_heads: int,
    visible: ArrayLike | None = None,
) -> tuple[Floats, Floats]:
    """Compute multi-head self-attention with an `nn.MultiheadAttention` that has our weights.

    `average_attn_weights=False` keeps the heads apart; by default PyTorch returns their mean. For a
    token that may attend to nothing, PyTorch returns nan in output and weights; `attnlib` returns
    zeros.

    Parameters
    ----------
    X : (n, d_model)
    W_q, W_k, W_v, W_o, num_heads
        As for `multi_head_steps`, with the same errors.
    visible : bool, broadcastable to (n, n), optional

    Returns
    -------
    output : (n, d_model)
    weights : (num_heads, n, n)

    Raises
    ------
    ImportError
        If PyTorch is not installed.
    ValueError
        If X has a batch axis, or `visible` does not fit.

    Examples
    --------
    Queries of zeros give all keys the same score, so each output is the mean of the tokens.

    >>> eye = np.eye(2)
    >>> output, weights = torch_attention([[1, 0], [3, 8]], 0 * eye, eye, eye, eye, num_heads=2)
    >>> output
    array([[2., 4.],
           [2., 4.]])
    >>> weights.shape
    (2, 2, 2)
    """
    X, W_q, W_k, W_v, W_o = as_arrays(X, W_q, W_k, W_v, W_o, X="n d_model", **MATRICES)
    module = to_torch(W_q, W_k, W_v, W_o, num_heads)
    X = X.astype(np.result_type(X, W_q, W_k, W_v, W_o))
    mask = None
    if visible is not None:
        mask = mha_mask(as_visible(detached(visible), (len(X), len(X))))
    module = module.to(getattr(import_torch(), X.dtype.name))
    results: tuple[Floats, Floats] = call_torch(
        module, X, X, X, attn_mask=mask, average_attn_weights=False
    )
    return results


def to_torch(
    W_q: ArrayLike,
    W_k: ArrayLike,
    W_v: ArrayLike,
    W_o: ArrayLike,
    num_heads: int,
    *,
    batch_first: bool = False,
) -> Any:
    """Make an `nn.MultiheadAttention` that holds our matrices; `from_torch` is the inverse.

    It is created on the device "meta", without numbers, so that no random numbers are drawn only to
    be replaced by ours. It has no biases.

    Parameters
    ----------
    W_q, W_k, W_v, W_o : (d_model, d_model)
        The module gets their dtype: float64 if any of them is float64.
    num_heads : int
    batch_first : bool
        Whether the module reads (batch, n, d_model). PyTorch's default is (n, batch, d_model).

    Raises
    ------
    ImportError
        If PyTorch is not installed.
    ValueError
        If a matrix is not (d_model, d_model), or num_heads does not divide d_model.

    Examples
    --------
    >>> module = to_torch(np.eye(4), np.eye(4), np.eye(4), 2 * np.eye(4), num_heads=2)
    >>> module.in_proj_weight.shape
    torch.Size([12, 4])
    >>> from_torch(module)[3][0]
    array([2., 0., 0., 0.])
    """
    *projections, W_o = as_arrays(W_q, W_k, W_v, W_o, **MATRICES)
    d_model = len(W_o)
    head_shapes(1, d_model, num_heads)  # raises a clear error if num_heads does not divide d_model
    module = import_torch().nn.MultiheadAttention(
        d_model, num_heads, bias=False, batch_first=batch_first, device="meta"
    )
    packed, out = _tensors(in_proj_weight(*projections), W_o.T)
    module.load_state_dict({"in_proj_weight": packed, "out_proj.weight": out}, assign=True)
    return module


def encoder_layer(
    projections: Sequence[ArrayLike],
    feed: Sequence[ArrayLike],
    norm_1: Sequence[ArrayLike],
    norm_2: Sequence[ArrayLike],
    num_heads: int,
    *,
    norm_first: bool = True,
    activation: str = "relu",
) -> Any:
    """Make an `nn.TransformerEncoderLayer`, PyTorch's block, that holds our numbers.

    It is in evaluation mode, without dropout, and reads (n, d_model) or (batch, n, d_model). Its
    attention has biases of zero. PyTorch's own default for `norm_first` is False.

    Parameters
    ----------
    projections : W_q, W_k, W_v, W_o
        As for `to_torch`, with the same errors.
    feed : W_1, b_1, W_2, b_2
        As for `attnlib.block.feed_forward`.
    norm_1, norm_2 : gain, shift
        Each (d_model,).
    num_heads : int
    norm_first : bool
    activation : str
        "relu" or "gelu".

    Raises
    ------
    ImportError
        If PyTorch is not installed.
    ValueError
        If a shape does not fit.

    Examples
    --------
    >>> eye, zero, norm = np.eye(2), np.zeros(2), (np.ones(2), np.zeros(2))
    >>> layer = encoder_layer([eye] * 4, (eye, zero, -eye, zero), norm, norm, num_heads=1)
    >>> call_torch(layer, [[1.0, 3.0]]).round(3)
    array([[0., 3.]])
    """
    parameters = _encoder_parameters(projections, feed, norm_1, norm_2)
    d_ff, d_model = parameters["linear1.weight"].shape
    head_shapes(1, d_model, num_heads)
    layer = import_torch().nn.TransformerEncoderLayer(
        d_model,
        num_heads,
        d_ff,
        dropout=0.0,
        activation=activation,
        batch_first=True,
        norm_first=norm_first,
        device="meta",
    )
    tensors = _tensors(*parameters.values())
    layer.load_state_dict(dict(zip(parameters, tensors, strict=True)), assign=True)
    return layer.eval()


def call_torch(function: Callable[..., Any], *arrays: ArrayLike, **arguments: Any) -> Any:
    """Call a function or module of PyTorch with arrays, and get arrays back.

    Parameters
    ----------
    function : callable
    *arrays : array_like
        They become tensors of the same dtype.
    **arguments
        Arrays among them become tensors too; everything else is passed on unchanged.

    Returns
    -------
    array, or a tuple of arrays
        With None wherever PyTorch returns None.

    Raises
    ------
    ImportError
        If PyTorch is not installed.

    Examples
    --------
    >>> import torch
    >>> call_torch(torch.softmax, [0.0, 0.0], dim=-1)
    array([0.5, 0.5])
    """
    tensors = [_tensor(np.asarray(array)) for array in arrays]
    named = {
        name: _tensor(one) if isinstance(one, np.ndarray) else one
        for name, one in arguments.items()
    }
    with import_torch().no_grad():
        results = function(*tensors, **named)
    if isinstance(results, tuple):
        return tuple(None if one is None else one.numpy() for one in results)
    return results.numpy()


def from_torch(module: Any) -> tuple[Floats, Floats, Floats, Floats]:
    """Read the projections from an `nn.MultiheadAttention`, without changing it.

    Dropout, which only matters in training, is ignored.

    Returns
    -------
    W_q, W_k, W_v, W_o : (d_model, d_model)
        `multi_head_attention(X, *from_torch(module), module.num_heads)` computes what the module
        does.

    Raises
    ------
    TypeError
        If `module` is not an `nn.MultiheadAttention`.
    ValueError
        If it has something that ours lacks: biases other than zero (which even an untrained module
        may have), keys or values of another width, or an added key.

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


def by_our_names(module: Any, names: Collection[str], *, slopes: bool = False) -> dict[str, Any]:
    """Find the matrices of a module, or their slopes, under our names and our way round.

    The layer `blocks.0.W_q` holds our `0.W_q`. Linear layers keep matrices transposed, and so are
    transposed back. The tensors are views: what is copied into one is in the module.

    Parameters
    ----------
    module : nn.Module
        Its parameters are the weights of linear layers and embeddings.
    names : collection of str
    slopes : bool
        Whether to find what `backward` has left in `.grad`.

    Raises
    ------
    LookupError
        If the names and the parameters are not the same in number, or do not go together.

    Examples
    --------
    >>> from torch import nn
    >>> model = nn.ModuleDict({"words": nn.Embedding(9, 4), "W_u": nn.Linear(4, 9, bias=False)})
    >>> [tuple(matrix.shape) for matrix in by_our_names(model, ["words", "W_u"]).values()]
    [(9, 4), (4, 9)]
    """
    parameters = dict(module.named_parameters())
    pairs = [(name, path) for name in names for path in parameters]
    ours = {name: path for name, path in pairs if f".{path}".endswith(f".{name}.weight")}
    if len(ours) < len(names) or sorted(ours.values()) != sorted(parameters):
        raise LookupError(
            f"each parameter must have one of our names, but they are {', '.join(parameters)} there, "
            f"and {', '.join(names)} here. Has a layer a bias?"
        )
    views = {}
    for name, path in ours.items():
        tensor = parameters[path].grad if slopes else parameters[path].detach()
        layer = module.get_submodule(path.removesuffix(".weight"))
        views[name] = tensor.T if isinstance(layer, import_torch().nn.Linear) else tensor
    return views


def compare(ours: ArrayLike, theirs: ArrayLike) -> Difference:
    """Find where two arrays, or tensors, of the same shape differ most.

    Two nan, or two equal infinities, in the same place count as equal. Differences are computed in
    float64, so that they are not themselves rounded to float32.

    Raises
    ------
    ValueError
        If the shapes differ, or there is nothing to compare.

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


def import_torch() -> ModuleType:
    """Import PyTorch, only when it is needed.

    Raises
    ------
    ImportError
        If it is not installed; the message says how to install it.

    Examples
    --------
    >>> import_torch().zeros(2).numpy()
    array([0., 0.], dtype=float32)
    """
    try:
        import torch
    except ModuleNotFoundError as missing:
        raise ImportError(
            "PyTorch is needed to compute this, but it is not installed. Was it left out because it "
            "is large? In the folder of the course: "
            'python -m pip install -c constraints.txt -e ".[torch]"'
        ) from missing
    return torch


def _encoder_parameters(
    projections: Sequence[ArrayLike],
    feed: Sequence[ArrayLike],
    norm_1: Sequence[ArrayLike],
    norm_2: Sequence[ArrayLike],
) -> dict[str, Floats]:
    """Put our numbers under PyTorch's names: matrices are transposed, attention biases are zero."""
    feed_forward = {"W_1": "d_model d_ff", "b_1": "d_ff", "W_2": "d_ff d_model", "b_2": "d_model"}
    norms = dict.fromkeys(("gain_1", "shift_1", "gain_2", "shift_2"), "d_model")
    W_q, W_k, W_v, W_o, W_1, b_1, W_2, b_2, gain_1, shift_1, gain_2, shift_2 = as_arrays(
        *projections, *feed, *norm_1, *norm_2, **MATRICES, **feed_forward, **norms
    )
    packed, d_model = in_proj_weight(W_q, W_k, W_v), len(W_o)
    return {
        "self_attn.in_proj_weight": packed,
        "self_attn.in_proj_bias": np.zeros(3 * d_model, packed.dtype),
        "self_attn.out_proj.weight": W_o.T,
        "self_attn.out_proj.bias": np.zeros(d_model, packed.dtype),
        "linear1.weight": W_1.T,
        "linear1.bias": b_1,
        "linear2.weight": W_2.T,
        "linear2.bias": b_2,
        "norm1.weight": gain_1,
        "norm1.bias": shift_1,
        "norm2.weight": gain_2,
        "norm2.bias": shift_2,
    }


def _tensors(*arrays: Floats) -> list[Any]:
    """Copy arrays to tensors of one dtype."""
    dtype = np.result_type(*arrays)
    return [_tensor(array.astype(dtype)) for array in arrays]


def _tensor(array: Floats | Bools) -> Any:
    """Copy an array to the CPU, whatever PyTorch's default device is."""
    return import_torch().tensor(np.ascontiguousarray(array), device="cpu")


def _check_computes_as_ours(module: Any) -> None:
    if module.in_proj_weight is None:
        raise ValueError(
            f"module: keys and values of width {module.embed_dim} are needed, but kdim is "
            f"{module.kdim} and vdim is {module.vdim}. Was it made for a context of another width?"
        )
    if module.bias_k is not None or module.add_zero_attn:
        raise ValueError(
            "module: only the tokens may have keys, but add_bias_kv or add_zero_attn adds another key. "
            "Can you make it without that option?"
        )
    if any(b is not None and b.any() for b in (module.in_proj_bias, module.out_proj.bias)):
        raise ValueError(
            "module: all biases must be zero, since ours has none, but some are not. "
            "Was it trained with biases (bias=False leaves them out)?"
        )


def _check_comparable(ours: Floats, theirs: Floats) -> None:
    if ours.shape != theirs.shape or not ours.size:
        raise ValueError(
            "ours and theirs must have the same shape, with at least one number, but ours is "
            f"{ours.shape} and theirs is {theirs.shape}. Are heads averaged, or does one of them have "
            "a batch axis?"
        )
