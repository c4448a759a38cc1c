"""Layers of Keras are examined through their own names for masks, and come back as they were.

Importing Keras takes five seconds, so that one process does it, and only when a test begins.
"""

import os
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from attnprobes import as_subject, examine
from attnprobes.battery import PROBES

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("keras"),
    pytest.mark.filterwarnings("ignore:__array__ implementation"),  # NumPy's, of Keras
]


@pytest.fixture(scope="module")
def keras(tmp_path_factory: pytest.TempPathFactory) -> Any:
    os.environ.setdefault("KERAS_BACKEND", "torch")
    os.environ.setdefault("KERAS_HOME", str(tmp_path_factory.mktemp("keras")))
    keras = pytest.importorskip("keras", reason="NOT RUN: Keras is not installed (make check does)")
    keras.utils.set_random_seed(0)
    return keras


def block(keras: Any) -> Any:
    """A pre-norm block as people write it."""
    layers = keras.layers

    class Block(layers.Layer):
        def __init__(self) -> None:
            super().__init__()
            self.attend = layers.MultiHeadAttention(2, 4)
            self.before, self.between = layers.LayerNormalization(), layers.LayerNormalization()
            self.wide, self.narrow = layers.Dense(16, activation="gelu"), layers.Dense(8)

        def call(self, X: Any, mask: Any = None) -> Any:
            rows = self.before(X)
            X = X + self.attend(rows, rows, value_mask=mask, use_causal_mask=True)
            return X + self.narrow(self.wide(self.between(X)))

    return Block()


CAUSAL = {"causal": True}
HEALTHY: dict[str, tuple[Callable[[Any], Any], dict[str, Any]]] = {
    "heads": (lambda keras: keras.layers.MultiHeadAttention(2, 4), CAUSAL),
    "block": (block, CAUSAL),
}
MORE: dict[str, tuple[Callable[[Any], Any], dict[str, Any]]] = {
    "not causal": (lambda keras: keras.layers.MultiHeadAttention(2, 4), {}),
    "dropout": (lambda keras: keras.layers.MultiHeadAttention(2, 4, dropout=0.5), CAUSAL),
    "window": (lambda keras: keras.layers.MultiHeadAttention(2, 4, sliding_window=3), CAUSAL),
    "gate": (lambda keras: keras.layers.MultiHeadAttention(2, 4, use_gate=True), CAUSAL),
    "shared keys": (lambda keras: keras.layers.GroupQueryAttention(4, 4, 2), CAUSAL),
    "shared, dropout": (
        lambda keras: keras.layers.GroupQueryAttention(4, 4, 2, dropout=0.5),
        CAUSAL,
    ),
    "one head": (lambda keras: keras.layers.Attention(), CAUSAL),
    "scaled": (lambda keras: keras.layers.Attention(use_scale=True), {}),
    "additive": (lambda keras: keras.layers.AdditiveAttention(), CAUSAL),
    "rows alone": (lambda keras: keras.Sequential([keras.layers.Dense(8)]), CAUSAL),
}


@pytest.mark.parametrize(
    "make", [*HEALTHY, *(pytest.param(name, marks=pytest.mark.thorough) for name in MORE)]
)
def test_healthy_layers_are_left_in_peace(keras: Any, make: str) -> None:
    layer, told = {**HEALTHY, **MORE}[make]
    report = examine(layer(keras), **told)
    report.raise_if_found()
    assert len(report.answers) == len(PROBES)


def test_all_but_cache_and_reference_are_asked_of_its_heads(keras: Any) -> None:
    subject = as_subject(keras.layers.MultiHeadAttention(2, 4), causal=True).cast("float64")
    asked = {"identity", "heads", "masks", "fused", "overflow"}
    report = examine(subject, probes=asked)
    assert {one.probe for one in report.answers if one.status == "holds"} == asked


def test_a_mask_that_one_path_drops_is_found(keras: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Keras was from commit 5a52400 to 75a660e: without the fused function, nothing is hidden."""
    all_seen = lambda self, query, value=None: np.ones((1, query.shape[1], value.shape[1]), bool)  # noqa: E731
    monkeypatch.setattr(keras.layers.MultiHeadAttention, "_compute_causal_mask", all_seen)
    report = examine(keras.layers.MultiHeadAttention(2, 4), causal=True, probes=["future", "fused"])
    assert list(report.found) == ["fused"]
    assert "mask dropped on one path" in report.found["fused"].known
    dropout = keras.layers.MultiHeadAttention(2, 4, dropout=0.5)
    assert "future" in examine(dropout, causal=True, probes=["future"]).found


def test_a_mask_turned_round_is_found(keras: Any) -> None:
    call = lambda layer, X, real=None: layer(X, X, value_mask=None if real is None else ~real)  # noqa: E731
    report = examine(keras.layers.MultiHeadAttention(2, 4), call=call, probes=["masks"])
    assert "turned round" in report.found["masks"].remark


def test_a_layer_comes_back_as_it_was(keras: Any) -> None:
    layer = keras.layers.MultiHeadAttention(2, 4)
    layer.build((None, None, 8), (None, None, 8))
    before = layer.get_weights()
    examine(layer, causal=True, probes=["heads", "float16"])
    assert layer.dtype_policy.name == "float32"
    assert all((one == other).all() for one, other in zip(before, layer.get_weights(), strict=True))


def test_a_layer_that_cannot_read_gets_one_clear_error(keras: Any) -> None:
    with pytest.raises(TypeError, match="head: MultiHeadAttention cannot be told this"):
        as_subject(keras.layers.MultiHeadAttention(2, 4), head=2)
    with pytest.raises(ValueError, match="could not read a text of 6 words"):
        examine(keras.layers.Embedding(3, 8))
