"""Modules of PyTorch that take rows: its own attention and transformer layers, and yours."""

import inspect
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, Self

import numpy as np
import torch

from attnlib.shapes import Bools, Floats
from attnprobes.battery import WORDS
from attnprobes.subject import (
    NotAsked,
    Subject,
    arguments_of,
    check_adapters,
    checked_rows,
    checked_width,
    loud_rows,
    random_rows,
    read_pieces,
    rows_and_past,
)
from attnprobes.tensors import TensorSubject

PADDING = ("key_padding_mask", "src_key_padding_mask", "tgt_key_padding_mask")
ARGUMENTS = {
    "call": "module, X",
    "piece": "module, X, past",
    "packed": "module, X, segments",
    "other": "module, X",
    "exchanged": "module",
    "reference": "module, X",
}
"""What each adapter takes."""
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
        `piece(module, X, past)` returns rows and the new past, which is None at first. With
        `piece(module, X, past, real)`, padding and the cache are asked for together.
    packed : callable, optional
        `packed(module, X, segments)` reads texts that stand in one row; `segments` numbers them.
    other : callable, optional
        `other(module, X)` computes the same on another path.
    exchanged : callable, optional
        `exchanged(module)` gives heads of a module another order, in place.
    reference : callable, optional
        `reference(module, X)` computes the same, slowly and simply.
    shifts : bool
        False if positions are added to the rows: see `Subject`.
    alike : bool, optional
        True if equal words must get equal rows: see `Subject`. Without it, that is not asked.
    """

    def __init__(
        self,
        module: Any,
        *,
        width: int | None = None,
        causal: bool | None = None,
        call: Callable[..., Any] | None = None,
        piece: Callable[..., Any] | None = None,
        packed: Callable[..., Any] | None = None,
        other: Callable[..., Any] | None = None,
        exchanged: Callable[..., Any] | None = None,
        reference: Callable[..., Any] | None = None,
        shifts: bool = True,
        alike: bool | None = None,
    ) -> None:
        super().__init__(module)
        self._width = checked_width(_width(module) if width is None else width)
        check_adapters(ARGUMENTS, locals())
        self._call, self._piece, self._packed = call, piece, packed
        self._other, self._exchanged, self._reference = other, exchanged, reference
        self.causal, self.shifts, self.alike = causal, shifts, alike

    def draw(self, n: int, seed: int = 0) -> Any:
        """Draw n rows."""
        return random_rows(n, self._width, seed)

    def read(self, texts: Any, real: Bools | None = None) -> Floats:
        """Read all texts together."""
        with self._path():
            rows = _rows(self._result(self._given(texts), self._masked(real)))
        return rows if self._call is None else checked_rows("call", rows, texts, 1)

    def read_in_pieces(self, texts: Any, cuts: Sequence[int], real: Bools | None = None) -> Floats:
        """Hand the past on from piece to piece, for all texts together."""
        if self._piece is None:
            raise NotAsked("it has no cache, or none is known (see piece=)")
        if real is not None and arguments_of(self._piece, 4) < 4:
            raise NotAsked("its cache takes no mask of padding (see piece(module, X, past, real))")
        with self._path():
            return read_pieces(self._one_piece, texts, cuts, real, axis=1)

    def read_packed(self, texts: Any, segments: Any) -> Floats:
        """Read all texts together."""
        why = "it reads no packed texts, or nobody said how (see packed=)"
        return self._read_by(self._packed, why, texts, self._placed(segments))

    def plain(self) -> Self:
        """Return a copy that computes on the other path, or else without fast paths and kernels."""
        if self._other is None:
            return super().plain()
        other = copy(self)
        other._call = self._other
        return other

    def exchanged(self) -> Subject:
        """Let `exchanged` change a copy of the module."""
        if self._exchanged is None:
            raise NotAsked("where its heads are is not known (see exchanged=)")
        other = self._changed()
        with torch.no_grad():
            self._exchanged(other.module)
        return other

    def reference(self, texts: Any) -> Floats:
        """Return what the slow function gives."""
        return self._read_by(self._reference, "there is no reference (see reference=)", texts)

    def _read_by(
        self, function: Callable[..., Any] | None, why: str, texts: Any, *more: Any
    ) -> Floats:
        if function is None:
            raise NotAsked(why)
        with self._path():
            return _rows(function(self.module, self._given(texts), *more))

    def _one_piece(self, texts: Any, past: Any, *real: Any) -> tuple[Floats, Any]:
        assert self._piece is not None
        masks = map(self._placed, real)
        rows, past = rows_and_past(self._piece(self.module, self._given(texts), past, *masks))
        return _rows(rows), past

    def _masked(self, real: Bools | None) -> Any:
        return None if real is None else self._placed(real)

    def _given(self, texts: Any) -> Any:
        return self._placed(texts).to(self.dtype)

    def _result(self, X: Any, real: Any) -> Any:
        if self._call is not None:
            if real is not None and arguments_of(self._call, 3) < 3:
                raise NotAsked("its call takes no mask of padding (see call(module, X, real))")
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
        super().__init__(module, causal=causal, alike=True)
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
        masks = {"mask": self._mask(X.new_ones(n, n).triu(1).bool()) if self.causal else None}
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
        memory = self._given(self.draw(3, seed=3))
        shape = (len(X), -1, -1) if first else (-1, X.shape[1], -1)
        memory = (memory[None] if first else memory[:, None]).expand(shape)
        return self.module(X, memory, tgt_mask=mask, tgt_key_padding_mask=padding)

    def _mask(self, hidden: Any) -> Any:
        if self._form == "bool":
            return hidden
        return torch.zeros_like(hidden, dtype=self.dtype).masked_fill(hidden, -torch.inf)


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
    found: Floats = rows.detach().cpu().double().numpy()
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
