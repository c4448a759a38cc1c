"""Modules of PyTorch that take rows: its own attention and transformer layers, and yours."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from attnlib.shapes import Bools, Floats
from attnprobes.battery import WORDS
from attnprobes.subject import NotAsked, checked_width, loud_rows, random_rows, read_pieces
from attnprobes.tensors import TensorSubject

PADDING = ("key_padding_mask", "src_key_padding_mask", "tgt_key_padding_mask")
SIZES = ("embed_dim", "d_model", "hidden_size", "in_features")


class ModuleSubject(TensorSubject):
    """A module from rows (batch, n, width) to as many rows.

    Parameters
    ----------
    module : torch.nn.Module
    width : int, optional
        Otherwise found in the module or in its first linear layer.
    causal : bool, optional
        Whether words may not see later ones. PyTorch's own layers get the mask for it.
    call : callable, optional
        `call(module, X)` or, with padding, `call(module, X, real)`, if its arguments are others.
    piece : callable, optional
        `piece(module, X, past)` returns rows and the new past, which is None at first.
    shifts, alike : bool
        False if positions are added to the rows: see `Subject`.
    """

    def __init__(
        self,
        module: Any,
        *,
        width: int | None = None,
        causal: bool | None = None,
        call: Callable[..., Any] | None = None,
        piece: Callable[..., Any] | None = None,
        shifts: bool = True,
        alike: bool = True,
    ) -> None:
        super().__init__(module)
        self._width = checked_width(_width(module) if width is None else width)
        self._call, self._piece = call, piece
        self.causal, self.shifts, self.alike = causal, shifts, alike

    def draw(self, n: int, seed: int = 0) -> Any:
        """Draw n rows."""
        return random_rows(n, self._width, seed)

    def read(self, texts: Any, real: Bools | None = None) -> Floats:
        """Read all texts together."""
        with self._path():
            return _rows(
                self._result(self._given(texts), None if real is None else torch.tensor(real))
            )

    def read_in_pieces(self, texts: Any, cuts: Sequence[int]) -> Floats:
        """Hand the past on from piece to piece, for all texts together."""
        if self._piece is None:
            raise NotAsked("it has no cache, or none is known (see piece=)")
        with self._path():
            return read_pieces(self._one_piece, texts, cuts, axis=1)

    def _one_piece(self, texts: Any, past: Any) -> tuple[Floats, Any]:
        assert self._piece is not None
        rows, past = self._piece(self.module, self._given(texts), past)
        return _rows(rows), past

    def _given(self, texts: Any) -> Any:
        return torch.tensor(np.asarray(texts), dtype=self.dtype)

    def _result(self, X: Any, real: Any) -> Any:
        if self._call is not None:
            return self._call(self.module, X, *([] if real is None else [real]))
        if real is None:
            return self.module(X)
        arguments = inspect.signature(self.module.forward).parameters
        name = next((name for name in PADDING if name in arguments), None)
        if name is None:
            raise NotAsked("it takes no mask of padding, or none is known (see call=)")
        return self.module(X, **{name: ~real})


class TorchSubject(ModuleSubject):
    """One of PyTorch's own layers. True hides in their masks, and minus infinity does, too."""

    forms = ("bool", "float")

    def __init__(self, module: Any, *, causal: bool = False) -> None:
        super().__init__(module, causal=causal)
        self._form = "bool"
        self._attention = next(
            one for one in self.module.modules() if isinstance(one, torch.nn.MultiheadAttention)
        )

    def in_form(self, form: str) -> "TorchSubject":
        """Let True be minus infinity."""
        other = self._changed()
        other._form = form
        return other

    def exchanged(self) -> "TorchSubject":
        """Move the first head of each attention behind the others."""
        other = self._changed()
        with torch.no_grad():
            for one in other.module.modules():
                if isinstance(one, torch.nn.MultiheadAttention):
                    _exchange_heads(one)
        return other

    def silenced(self) -> "TorchSubject":
        """Fill with zeros the last matrix of the attention, and of the feed-forward part."""
        if isinstance(self.module, torch.nn.MultiheadAttention):
            last = ["out_proj"]
        elif getattr(self.module, "norm_first", False):
            last = ["self_attn.out_proj", "multihead_attn.out_proj", "linear2"]
        else:
            raise NotAsked("it ends with a norm, so the stream cannot pass unchanged")
        other = self._changed()
        with torch.no_grad():
            for name, one in other.module.named_parameters():
                if name.rpartition(".")[0] in last:
                    one.zero_()
        return other

    def stream(self, texts: Any) -> Floats:
        """Return zeros for an attention alone, which has no residual."""
        alone = isinstance(self.module, torch.nn.MultiheadAttention)
        return np.asarray(0 * texts if alone else texts, np.float64)

    def loud(self) -> tuple["TorchSubject", Any]:
        """Set all matrices of an attention alone to one that repeats 64 numbers of size 40."""
        attention = self.module
        if not isinstance(attention, torch.nn.MultiheadAttention) or not attention.batch_first:
            raise NotAsked("its weights cannot be set from outside")
        heads = 2
        wide = torch.nn.MultiheadAttention(64 * heads, heads, bias=False, batch_first=True)
        with torch.no_grad():
            wide.in_proj_weight.copy_(torch.eye(64 * heads).repeat(3, 1))
            wide.out_proj.weight.copy_(torch.eye(64 * heads))
        text = loud_rows(WORDS, 64 * heads)
        return TorchSubject(wide.half(), causal=bool(self.causal)), text

    def _result(self, X: Any, real: Any) -> Any:
        first = getattr(self.module, "batch_first", self._attention.batch_first)
        X = X if first else X.transpose(0, 1)
        n = X.shape[1 if first else 0]
        masks = {"mask": self._mask(torch.ones(n, n).triu(1).bool()) if self.causal else None}
        masks["padding"] = None if real is None else self._mask(~real)
        result = self._named(X, masks["mask"], masks["padding"], first)
        return result if first else result.transpose(0, 1)

    def _named(self, X: Any, mask: Any, padding: Any, first: bool) -> Any:
        """Call the layer with its own names for the masks."""
        if isinstance(self.module, torch.nn.MultiheadAttention):
            return self.module(X, X, X, key_padding_mask=padding, attn_mask=mask)[0]
        if isinstance(self.module, torch.nn.TransformerEncoderLayer):
            return self.module(X, src_mask=mask, src_key_padding_mask=padding)
        if isinstance(self.module, torch.nn.TransformerEncoder):
            return self.module(X, mask=mask, src_key_padding_mask=padding)
        memory = torch.tensor(self.draw(3, seed=3), dtype=self.dtype)
        shape = (len(X), -1, -1) if first else (-1, X.shape[1], -1)
        memory = (memory[None] if first else memory[:, None]).expand(shape)
        return self.module(X, memory, tgt_mask=mask, tgt_key_padding_mask=padding)

    def _mask(self, hidden: Any) -> Any:
        if self._form == "bool":
            return hidden
        return torch.zeros(hidden.shape, dtype=self.dtype).masked_fill(hidden, -torch.inf)


TORCH = (
    torch.nn.MultiheadAttention,
    torch.nn.TransformerEncoderLayer,
    torch.nn.TransformerEncoder,
    torch.nn.TransformerDecoderLayer,
    torch.nn.TransformerDecoder,
)


def adapted(module: Any, **told: Any) -> ModuleSubject:
    """Make a subject of a module.

    >>> adapted(torch.nn.Linear(4, 3)).read(np.ones((2, 5, 4))).shape
    (2, 5, 3)
    """
    own = type(module) in TORCH
    return TorchSubject(module, **told) if own else ModuleSubject(module, **told)


def _rows(result: Any) -> Floats:
    """Return the rows of what a module returned, alone or as the first of several results."""
    rows = result[0] if isinstance(result, tuple) else result
    if not isinstance(rows, torch.Tensor):
        raise TypeError(
            f"it returned a {type(rows).__name__} in place of rows. Could call=... pick them out of it?"
        )
    found: Floats = rows.double().numpy()
    return found


def _exchange_heads(attention: Any) -> None:
    """Roll the columns of each projection by one head, and the rows of the last one."""
    width = attention.head_dim
    for name in ("in_proj_weight", "in_proj_bias"):
        packed = getattr(attention, name)
        if packed is not None:
            packed.copy_(torch.cat([part.roll(width, 0) for part in packed.chunk(3)]))
    attention.out_proj.weight.copy_(attention.out_proj.weight.roll(width, 1))


def _width(module: Any) -> int:
    for one in module.modules():
        for name in SIZES:
            if isinstance(getattr(one, name, None), int):
                return int(getattr(one, name))
    raise TypeError(
        f"layer: how many numbers a row of {type(module).__name__} has is not known. "
        "Could you say so with width=...?"
    )
