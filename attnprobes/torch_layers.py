"""PyTorch's own layers of attention, as they are examined for the record."""

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch.nn import functional

from attnprobes.functions import FunctionSubject
from attnprobes.modules import TorchSubject
from attnprobes.subject import Subject

WIDTH, HEADS = 32, 4


def scaled_dot_product(causal: bool) -> Subject:
    """Examine `scaled_dot_product_attention`, with `is_causal` also behind a cache."""

    def attend(Q: Any, K: Any) -> Any:
        Q, K = torch.as_tensor(Q)[None], torch.as_tensor(K)[None]
        return functional.scaled_dot_product_attention(Q, K, K, is_causal=causal)[0]

    def piece(X: Any, past: Any) -> Any:
        past = torch.as_tensor(X) if past is None else torch.cat([past, torch.as_tensor(X)])
        return attend(X, past), past

    def padded(X: Any, real: Any) -> Any:
        X, n = torch.as_tensor(X)[None], len(X)
        seen = torch.as_tensor(real)[None] & (torch.ones(n, n).tril().bool() if causal else True)
        return functional.scaled_dot_product_attention(X, X, X, attn_mask=seen[None])[0]

    return FunctionSubject(
        lambda X: attend(X, X),
        width=WIDTH,
        causal=causal,
        padded=padded,
        piece=piece if causal else None,
        name="scaled_dot_product_attention",
    )


def multihead(causal: bool) -> Subject:
    """Examine `MultiheadAttention`."""
    return TorchSubject(torch.nn.MultiheadAttention(WIDTH, HEADS, batch_first=True), causal=causal)


def encoder_layer(causal: bool, norm_first: bool = False) -> Subject:
    """Examine one layer of an encoder, which has a fast path in evaluation mode."""
    return TorchSubject(_layer(torch.nn.TransformerEncoderLayer, norm_first), causal=causal)


def encoder(causal: bool) -> Subject:
    """Examine two layers, which leave padding out of a batch (`enable_nested_tensor`)."""
    layer = _layer(torch.nn.TransformerEncoderLayer, norm_first=False)
    return TorchSubject(torch.nn.TransformerEncoder(layer, 2), causal=causal)


def decoder_layer(causal: bool, norm_first: bool = False) -> Subject:
    """Examine one layer of a decoder, with three rows of memory."""
    return TorchSubject(_layer(torch.nn.TransformerDecoderLayer, norm_first), causal=causal)


def decoder(causal: bool) -> Subject:
    """Examine two layers of a decoder."""
    layer = _layer(torch.nn.TransformerDecoderLayer, norm_first=False)
    return TorchSubject(torch.nn.TransformerDecoder(layer, 2), causal=causal)


LAYERS: Mapping[str, Callable[[], Subject]] = {
    "scaled_dot_product_attention": lambda: scaled_dot_product(causal=False),
    "scaled_dot_product_attention, is_causal": lambda: scaled_dot_product(causal=True),
    "MultiheadAttention": lambda: multihead(causal=False),
    "MultiheadAttention, causal": lambda: multihead(causal=True),
    "TransformerEncoderLayer": lambda: encoder_layer(causal=False),
    "TransformerEncoderLayer, causal": lambda: encoder_layer(causal=True),
    "TransformerEncoderLayer, norm_first": lambda: encoder_layer(causal=False, norm_first=True),
    "TransformerEncoderLayer, norm_first, causal": lambda: encoder_layer(
        causal=True, norm_first=True
    ),
    "TransformerEncoder": lambda: encoder(causal=False),
    "TransformerEncoder, causal": lambda: encoder(causal=True),
    "TransformerDecoderLayer, causal": lambda: decoder_layer(causal=True),
    "TransformerDecoderLayer, norm_first, causal": lambda: decoder_layer(
        causal=True, norm_first=True
    ),
    "TransformerDecoder, causal": lambda: decoder(causal=True),
}
"""By name, with what was said of it."""


def _layer(kind: Any, norm_first: bool) -> Any:
    return kind(WIDTH, HEADS, 2 * WIDTH, batch_first=True, norm_first=norm_first)
