"""What PyTorch modules and language models have in common: casting, nudging, the plain path."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy, deepcopy
from typing import Any, Self

import torch

from attnprobes.subject import Subject


class TensorSubject(Subject):
    """A module, copied and put into evaluation mode. It computes without gradients.

    Parameters
    ----------
    module : torch.nn.Module
    """

    def __init__(self, module: Any) -> None:
        self.module = deepcopy(module).eval()
        self.name = type(module).__name__
        self._plainly = False
        self._weights: list[Any] | None = None  # while it reads, in place of the module's own
        kinds = [one.dtype for one in self.module.parameters() if one.is_floating_point()]
        self.precision = str(kinds[0] if kinds else torch.float32).removeprefix("torch.")

    @property
    def dtype(self) -> Any:
        """The dtype of PyTorch that it computes in."""
        return getattr(torch, self.precision)

    def cast(self, precision: str) -> Self:
        """Cast all weights and buffers."""
        other = self._changed()
        other.module.to(getattr(torch, precision))
        other.precision = precision
        return other

    def nudged(self, size: float, seed: int) -> Self:
        """Nudge all weights. The module is not copied, because large ones take long."""
        other, dice = copy(self), torch.Generator().manual_seed(seed)
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
