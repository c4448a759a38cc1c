"""What PyTorch modules and language models have in common: casting, nudging, the plain path."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy, deepcopy
from typing import Any, Self

import numpy as np
import torch

from attnprobes.subject import Subject


class TensorSubject(Subject):
    """A module, copied and put into evaluation mode. It computes without gradients.

    Parameters
    ----------
    module : torch.nn.Module

    Raises
    ------
    ValueError
        If its weights have no numbers yet.
    """

    def __init__(self, module: Any) -> None:
        self.device = next((weight.device for weight in module.parameters()), torch.device("cpu"))
        if self.device.type == "meta":
            raise ValueError(
                f"layer: the weights of {type(module).__name__} have no numbers yet: they are on the "
                'device "meta". Could you load them, or give it some with .to_empty(device="cpu")?'
            )
        self.module = deepcopy(module).eval()
        self.name = type(module).__name__
        self.window = _window(module)
        self._plainly = False
        self._weights: list[Any] | None = None  # while it reads, in place of the module's own
        kinds = [one.dtype for one in self.module.parameters() if one.is_floating_point()]
        self.precision = str(kinds[0] if kinds else torch.float32).removeprefix("torch.")

    def _placed(self, values: Any) -> Any:
        """Return a tensor on the module's device."""
        return torch.as_tensor(np.array(values), device=self.device)

    @property
    def dtype(self) -> Any:
        """The dtype of PyTorch that it computes in."""
        return getattr(torch, self.precision)

    def cast(self, precision: str) -> Self:
        """Cast all weights and buffers. What hangs on the dtype by itself stays what it was."""
        other = self._changed()
        turns = {buffer: buffer.data for buffer in other.module.buffers() if buffer.is_complex()}
        for buffer in turns:
            buffer.data = torch.zeros_like(buffer.data.real)  # a cast would drop the imaginary part
        other.module.to(getattr(torch, precision))
        for buffer, values in turns.items():
            buffer.data = values.to(torch.complex128 if precision == "float64" else torch.complex64)
        for norm in other.module.modules():
            if isinstance(norm, torch.nn.RMSNorm) and norm.eps is None:
                norm.eps = torch.finfo(self.dtype).eps
        other.precision = precision
        return other

    def nudged(self, size: float, seed: int) -> Self:
        """Nudge all weights. The module is not copied, because large ones take long."""
        other, dice = copy(self), torch.Generator(self.device).manual_seed(seed)
        with torch.no_grad():
            other._weights = [
                one * torch.empty_like(one).uniform_(1 - size, 1 + size, generator=dice)
                if one.is_floating_point()
                else one
                for one in self.module.parameters()
            ]
        return other

    def plain(self) -> Self:
        """Switch the fast path of encoder layers and the fused kernels off."""
        other = copy(self)
        other._plainly = True
        return other

    @contextmanager
    def _path(self) -> Iterator[None]:
        """Compute without gradients, with its own weights, on the plain path or the usual one."""
        fast = torch.backends.mha.get_fastpath_enabled()
        kinds = torch.nn.attention.SDPBackend
        usual = [kinds.FLASH_ATTENTION, kinds.EFFICIENT_ATTENTION, kinds.MATH]
        torch.backends.mha.set_fastpath_enabled(fast and not self._plainly)
        weights = [*self.module.parameters()] if self._weights is not None else []
        its_own = [one.data for one in weights]
        try:
            _set(weights, self._weights or [])
            with (
                torch.no_grad(),
                torch.nn.attention.sdpa_kernel([kinds.MATH] if self._plainly else usual),
            ):
                yield
        finally:
            _set(weights, its_own)
            torch.backends.mha.set_fastpath_enabled(fast)

    def _changed(self) -> Self:
        """Copy with the module, which is about to change."""
        other = copy(self)
        other.module = deepcopy(self.module)
        return other


def _set(weights: list[Any], values: list[Any]) -> None:
    for one, value in zip(weights, values, strict=True):
        one.data = value


def _window(module: Any) -> int:
    """Find the longest window that a module or a configuration names; 0 if there is none."""
    named = [vars(part) for part in module.modules()]
    named += [vars(part["config"]) for part in named if hasattr(part.get("config"), "__dict__")]
    sizes = (part[name] for part in named for name in part if "window" in name)
    return max((size for size in sizes if type(size) is int), default=0)
