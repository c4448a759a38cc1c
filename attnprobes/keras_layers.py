"""Layers of Keras 3, on any of its backends: its own attention, and yours."""

import inspect
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any

import keras
import numpy as np

from attnlib.shapes import Bools, Floats
from attnprobes.battery import WORDS
from attnprobes.subject import (
    NotAsked,
    Subject,
    checked_width,
    loud_rows,
    nudged_rows,
    random_rows,
)

HEADS = (keras.layers.MultiHeadAttention, keras.layers.GroupQueryAttention)
SINGLE = (keras.layers.Attention, keras.layers.AdditiveAttention)


class KerasSubject(Subject):
    """A layer from rows (batch, n, width) to as many rows.

    The layer is not copied, because Keras cannot copy all. While it reads, its weights and its
    dtype are those of the subject, and afterwards they are its own again.

    Parameters
    ----------
    layer : keras.Layer
    width : int, optional
        Otherwise that of its first matrix, or 8 if it has none yet.
    causal : bool, optional
        Whether words may not see later ones. Keras' own attention gets `use_causal_mask` for it.
    call : callable, optional
        `call(layer, X)` or, with padding, `call(layer, X, real)`, if its arguments are others.
    shifts : bool
        False if positions are added to the rows: see `Subject`.
    alike : bool, optional
        True if equal words must get equal rows: see `Subject`. Without it, only Keras' own attention
        is asked.
    """

    def __init__(
        self,
        layer: Any,
        *,
        width: int | None = None,
        causal: bool | None = None,
        call: Callable[..., Any] | None = None,
        shifts: bool = True,
        alike: bool | None = None,
    ) -> None:
        self.name, self.layer, self._call = type(layer).__name__, layer, call
        if alike is None and isinstance(layer, HEADS + SINGLE) and call is None:
            alike = True
        self.causal, self.shifts, self.alike = causal, shifts, alike
        self._width = checked_width(_width(layer) if width is None else width)
        self.precision = layer.dtype_policy.compute_dtype
        self._arguments: dict[str, Any] = {}
        self._nudge: tuple[float, int] | None = None
        if isinstance(layer, HEADS) and call is None:
            self.forms = ("value_mask", "attention_mask")
        self._form = "value_mask"
        self._weights: list[Any] | None = None

    def draw(self, n: int, seed: int = 0) -> Any:
        """Draw n rows."""
        return random_rows(n, self._width, seed)

    def read(self, texts: Any, real: Bools | None = None) -> Floats:
        """Read all texts together."""
        with self._as_told():
            rows = self._rows(self._given(texts), real)
        found: Floats = keras.ops.convert_to_numpy(keras.ops.cast(rows, "float64"))
        return found.astype(np.float64)

    def cast(self, precision: str) -> "KerasSubject":
        """Compute in another dtype. The weights are stored as before, and cast when they are used."""
        other = copy(self)
        other.precision = precision
        with other._as_told():
            rows = other._rows(other._given(other.draw(WORDS)[None]), None)
        if keras.backend.standardize_dtype(rows.dtype) != precision:
            raise NotAsked(f"it does not compute in {precision}, or its backend cannot")
        return other

    def nudged(self, size: float, seed: int) -> "KerasSubject":
        """Nudge the rows that go in, and all weights."""
        other = self._built()
        other._nudge = (size, seed)
        weights = enumerate(other._weights or (), seed)
        other._weights = [nudged_rows(one, size, number) for number, one in weights]
        return other

    def plain(self) -> "KerasSubject":
        """Let Keras compute the weights of attention, too, for which it takes no fused function."""
        if not self.forms:
            raise NotAsked("it has one path only, or no other is known")
        other = copy(self)
        other._arguments = {"return_attention_scores": True}
        return other

    def in_form(self, form: str) -> "KerasSubject":
        """Give the mask as another argument."""
        other = copy(self)
        other._form = form
        return other

    def exchanged(self) -> "KerasSubject":
        """Move the first head of the keys and values behind the others, with all of its queries."""
        if not self.forms:
            raise NotAsked("where its heads are is not known")
        shared = getattr(self.layer, "num_repeats", 1)
        steps = {"key": 1, "value": 1}  # the others belong to the queries

        def rolled(part: str, kind: str, weight: Any) -> Any:
            if (part, kind) == ("attention_output", "bias"):
                return weight
            axis = 0 if kind == "bias" or part == "attention_output" else 1
            return np.roll(weight, steps.get(part, shared), axis)

        return self._with(rolled)

    def silenced(self) -> "KerasSubject":
        """Fill the last matrix with zeros."""
        if not self.forms:
            raise NotAsked("which matrix is its last is not known")
        return self._with(lambda part, _, weight: weight * (part != "attention_output"))

    def stream(self, texts: Any) -> Floats:
        """Return zeros: Keras' attention has no residual."""
        return np.zeros_like(texts)

    def loud(self) -> tuple["KerasSubject", Any]:
        """Set all matrices to one that repeats 64 numbers of size 40."""
        if type(self.layer) is not keras.layers.MultiHeadAttention:
            raise NotAsked("its weights cannot be set from outside")
        wide = keras.layers.MultiHeadAttention(2, 64, use_bias=False)
        subject = KerasSubject(wide, width=128, causal=self.causal)
        eye = np.eye(128)
        weights = [eye.reshape(128, 2, 64)] * 3 + [eye.reshape(2, 64, 128)]
        subject = subject._built()
        subject._weights = weights
        return subject.cast("float16"), loud_rows(WORDS, 128)

    def _rows(self, X: Any, real: Bools | None) -> Any:
        """Call the layer with the names that it has for its arguments."""
        masks = () if real is None else (keras.ops.convert_to_tensor(real),)
        if self._call is not None:
            return self._call(self.layer, X, *masks)
        if isinstance(self.layer, HEADS):
            named = {"use_causal_mask": bool(self.causal), "training": False, **self._arguments}
            if masks:
                named[self._form] = masks[0] if self._form == "value_mask" else masks[0][:, None]
            return _first(self.layer(X, X, **named))
        if isinstance(self.layer, SINGLE):
            mask = [None, *masks] if masks else None
            return self.layer([X, X], mask=mask, use_causal_mask=bool(self.causal), training=False)
        takes = inspect.signature(self.layer.call).parameters
        if masks and "mask" not in takes:
            raise NotAsked("it takes no mask of padding, or none is known (see call=)")
        training = {"training": False} if "training" in takes else {}
        return _first(self.layer(X, **({"mask": masks[0]} if masks else {}), **training))

    def _given(self, texts: Any) -> Any:
        texts = np.asarray(texts, np.float64)
        if self._nudge is not None:
            texts = nudged_rows(texts, *self._nudge)
        return keras.ops.convert_to_tensor(texts, dtype="float64")

    def _built(self) -> "KerasSubject":
        """Copy with the weights, which the layer has once it has read something."""
        self.read(self.draw(WORDS)[None])
        other = copy(self)
        other._weights = self.layer.get_weights() if self._weights is None else self._weights
        return other

    def _with(self, change: Callable[[str, str, Any], Any]) -> "KerasSubject":
        """Copy with other weights: `change` takes the part, "kernel" or "bias", and the weight."""
        other = self._built()
        names = [one.path.split("/")[-2:] for one in self.layer.weights]
        pairs = zip(names, other._weights or (), strict=True)
        other._weights = [change(part, kind, weight) for (part, kind), weight in pairs]
        return other

    @contextmanager
    def _as_told(self) -> Iterator[None]:
        """Give the layer the dtype and the weights of this subject for a while."""
        parts = self.layer._flatten_layers()  # a layer has no public list of its parts
        policies = [part.dtype_policy for part in parts]
        weights = self.layer.get_weights() if self._weights is not None else None
        try:
            for part, policy in zip(parts, policies, strict=True):
                part.dtype_policy = _Computing(self.precision, policy.variable_dtype)
            if self._weights is not None:
                self.layer.set_weights(self._weights)
            with warnings.catch_warnings(action="ignore", category=UserWarning):
                yield  # Keras warns of texts of one word
        finally:
            for part, policy in zip(parts, policies, strict=True):
                part.dtype_policy = policy
            if weights is not None:
                self.layer.set_weights(weights)


class _Computing(keras.DTypePolicy):  # type: ignore[misc]
    """Compute in one dtype with weights that are stored in another, as mixed_float16 does."""

    def __init__(self, compute: str, stored: str) -> None:
        super().__init__(stored)
        self._computed = compute

    @property
    def compute_dtype(self) -> str:
        return self._computed


def adapted(layer: Any, **told: Any) -> KerasSubject:
    """Make a subject of a layer."""
    return KerasSubject(layer, **told)


def _first(result: Any) -> Any:
    """The rows, of what may be several results."""
    return result[0] if isinstance(result, tuple) else result


def _width(layer: Any) -> int:
    matrices: Sequence[Any] = [one.shape for one in layer.weights if len(one.shape) > 1]
    return int(matrices[0][0]) if matrices else 8
