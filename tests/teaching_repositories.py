"""Attention as repositories that teach it compute it, in our own words, and what the probes say.

Nothing here is copied. Each class was written from what a file does at the commit that its entry
names: how it scales, what it hides and with which number, where norm and residual sit. Sizes are
ours: rows of 8 numbers, two heads. The website lists them on the page of docs/FIELD.md.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import nn

from attnprobes import Report, examine

LONGEST = 16


class Attention(nn.Module):
    """Two heads, scaled by the root of their width. What is hidden, and how, is up to `hide`."""

    def __init__(self, bias: bool = True) -> None:
        super().__init__()
        self.project, self.merge = nn.Linear(8, 24, bias), nn.Linear(8, 8, bias)

    def forward(self, X: Any, real: Any = None) -> Any:
        Q, K, V = self.heads(X)
        return self.merged(self.hide(Q @ K.mT / 2, real).softmax(-1) @ V)

    def hide(self, scores: Any, real: Any) -> Any:
        return scores.masked_fill(~past(scores), -torch.inf)

    def heads(self, X: Any) -> Any:
        """Return queries, keys and values, (batch, 2, n, 4) each."""
        return self.project(X).unflatten(-1, (3, 2, 4)).permute(2, 0, 3, 1, 4)

    def merged(self, heads: Any) -> Any:
        return self.merge(heads.transpose(1, 2).flatten(2))


def past(scores: Any) -> Any:
    """True on and below the diagonal."""
    return torch.ones_like(scores[0, 0], dtype=torch.bool).tril()


def keys(real: Any) -> Any:
    """Padding, on the axis of the keys."""
    return True if real is None else real[:, None, None, :]


def queries(real: Any) -> Any:
    """Padding, on the axis of the queries."""
    return True if real is None else real[:, None, :, None]


class SampleNorm(nn.Module):
    """A norm that divides by the deviation of a sample, to which it adds the tiny number."""

    def __init__(self) -> None:
        super().__init__()
        self.gain, self.shift = nn.Parameter(torch.ones(8)), nn.Parameter(torch.zeros(8))

    def forward(self, X: Any) -> Any:
        return (
            self.gain * (X - X.mean(-1, keepdim=True)) / (X.std(-1, keepdim=True) + 1e-6)
            + self.shift
        )


def places(n: int, start: int = 0) -> Any:
    """Sines and cosines of positions, (n, 8)."""
    angles = torch.arange(start, start + n)[:, None] / 10_000 ** (torch.arange(4) / 4)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


class FusedFunction(Attention):
    def forward(self, X: Any) -> Any:
        Q, K, V = self.heads(X)
        attend = nn.functional.scaled_dot_product_attention
        return self.merged(attend(Q, K, V, is_causal=True, dropout_p=0.1 if self.training else 0))


class TableOfTheLongestText(Attention):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("seen", torch.ones(LONGEST, LONGEST).tril())

    def forward(self, X: Any) -> Any:
        return super().forward(X)

    def hide(self, scores: Any, real: Any) -> Any:
        n = scores.shape[-1]
        return scores.masked_fill(self.seen[:n, :n] == 0, -torch.inf)


class CacheInside(Attention):
    """It keeps the cache itself, counts the words, and hides before it scales."""

    whole = True  # whether a row of the mask is as long as the cache

    def __init__(self) -> None:
        super().__init__(bias=False)
        self.forget()

    def forget(self) -> None:
        self.kept, self.count = None, 0

    def forward(self, X: Any, cached: bool = False) -> Any:
        Q, K, V = self.heads(X)
        start = self.count if cached else 0
        if cached:
            old = self.kept or (K[:, :, :0], V[:, :, :0])
            self.kept = K, V = [torch.cat(both, 2) for both in zip(old, (K, V), strict=True)]
            self.count += X.shape[1]
        later = torch.ones(LONGEST, LONGEST).triu(1).bool()
        n, width = Q.shape[2], K.shape[2] if self.whole else Q.shape[2]
        rows = later[start : start + n, :width] if self.whole else later[:n, :width]
        return self.merged((Q @ K.mT).masked_fill(rows, -torch.inf).div(2).softmax(-1) @ V)


class CacheInsideBefore(CacheInside):
    whole = False


def piece_inside(module: Any, X: Any, past: Any) -> Any:
    if past is None:
        module.forget()
    return module(X, cached=True), True


class PreNorm(Attention):
    def __init__(self) -> None:
        super().__init__()
        self.norm = SampleNorm()

    def forward(self, X: Any, real: Any = None) -> Any:
        return X + super().forward(self.norm(X), real)

    def hide(self, scores: Any, real: Any) -> Any:
        return scores.masked_fill(~(past(scores) & keys(real)), -1e9)


class EncoderPreNorm(PreNorm):
    def hide(self, scores: Any, real: Any) -> Any:
        seen = torch.ones_like(scores, dtype=torch.bool) & keys(real)
        return scores.masked_fill(~seen, -1e9)


class PostNorm(Attention):
    def __init__(self) -> None:
        super().__init__(bias=False)
        self.norm = nn.LayerNorm(8, eps=1e-6)

    def forward(self, X: Any, real: Any = None) -> Any:
        Q, K, V = self.heads(X)
        return self.norm(self.merged(self.hide(Q / 2 @ K.mT, real).softmax(-1) @ V) + X)

    def hide(self, scores: Any, real: Any) -> Any:
        return scores.masked_fill(~(past(scores) & keys(real)), -1e9)


class LogarithmOfTheTriangle(nn.Module):
    """PyTorch's encoder, words first, with a float mask that it keeps while the length is the same."""

    def __init__(self) -> None:
        super().__init__()
        self.layer, self.mask = nn.TransformerEncoderLayer(8, 2, 16), None

    def forward(self, X: Any) -> Any:
        n = X.shape[1]
        if self.mask is None or len(self.mask) != n:
            self.mask = torch.ones(n, n).tril().log()
        return self.layer(X.transpose(0, 1), self.mask).transpose(0, 1)


class RowsThatSeeNothingAreZero(Attention):
    def __init__(self) -> None:
        super().__init__(bias=False)

    def forward(self, X: Any, real: Any = None) -> Any:
        return self.piece(X, None, real)[0]

    def piece(self, X: Any, kept: Any, real: Any = None) -> Any:
        Q, K, V = self.heads(X)
        if kept is not None:
            K, V = (torch.cat(both, 2) for both in zip(kept, (K, V), strict=True))
        scores, least = Q @ K.mT / 2, -torch.finfo(X.dtype).max
        if real is not None:
            scores = scores.masked_fill(~keys(real), least)
        if len(Q[0, 0]) > 1:  # a single word behind a cache sees all
            n, m = scores.shape[-2:]
            scores = scores.masked_fill(torch.ones(n, m).triu(m - n + 1).bool(), least)
        mixed = scores.softmax(-1) @ V
        if real is not None:
            mixed = mixed.masked_fill(~real.any(-1)[:, None, None, None], 0)
        return self.merged(mixed), (K, V)


class AlmostZeroForHidden(Attention):
    def hide(self, scores: Any, real: Any) -> Any:
        return scores.masked_fill(~(past(scores) & keys(real) & queries(real)), -1e-12)


class PaddingOfQueries(Attention):
    number = -1e4

    def hide(self, scores: Any, real: Any) -> Any:
        return scores.masked_fill(~(past(scores) & queries(real)), self.number)


class PaddingOfQueriesBefore(PaddingOfQueries):
    number = -1e10


class PaddingOfKeys(Attention):
    def hide(self, scores: Any, real: Any) -> Any:
        return scores.masked_fill(~(past(scores) & keys(real)), -1e10)


class WordsFirst(Attention):
    """Scores are (queries, keys, batch, heads), so softmax is over the second axis."""

    def forward(self, X: Any, real: Any = None) -> Any:
        Q, K, V = self.heads(X).permute(0, 3, 1, 2, 4)
        scores = torch.einsum("qbhd,kbhd->qkbh", Q, K) * 0.5
        seen = torch.ones(len(Q), len(K)).tril().bool()[:, :, None, None]
        if real is not None:
            seen = seen & real.T[None, :, :, None]
        mixed = torch.einsum("qkbh,kbhd->bhqd", scores.masked_fill(~seen, -torch.inf).softmax(1), V)
        return self.merged(mixed)


class PositionsBeginAnewInTheCache(Attention):
    def forward(self, X: Any, real: Any = None) -> Any:
        return self.piece(X, None, real)[0]

    def piece(self, X: Any, kept: Any, real: Any = None) -> Any:
        Q, K, V = self.heads(X * 8**0.5 + places(X.shape[1]).to(X))
        if kept is not None:  # new words before the old ones
            K, V = (torch.cat(both, 2) for both in zip((K, V), kept, strict=True))
        scores = Q @ K.mT / 2
        if X.shape[1] > 1:
            hidden = ~(torch.ones(X.shape[1], X.shape[1]).tril().bool() & keys(real))
            scores = scores.masked_fill(hidden.expand_as(scores), -1e18)
        return self.merged(scores.softmax(-1) @ V), (K, V)


class SquareMask(Attention):
    """Queries and keys are turned as complex numbers in float32, as softmax is computed."""

    behind = True  # whether the mask reaches over the cache

    def __init__(self) -> None:
        super().__init__(bias=False)

    def forward(self, X: Any) -> Any:
        return self.piece(X, None)[0]

    def piece(self, X: Any, kept: Any) -> Any:
        n, start = X.shape[1], 0 if kept is None else kept[0].shape[2]
        Q, K, V = self.heads(X)
        Q, K = self.turned(Q, start), self.turned(K, start)
        if kept is not None:
            K, V = (torch.cat(both, 2) for both in zip(kept, (K, V), strict=True))
        scores = Q @ K.mT / 2
        if n > 1:
            mask = torch.full((n, n), -torch.inf).triu(1 if self.behind else start + 1).to(X)
            added = torch.hstack([torch.zeros(n, start).to(X), mask]) if self.behind else mask
            scores = scores + added
        return self.merged(scores.float().softmax(-1).to(X) @ V), (K, V)

    def turned(self, rows: Any, start: int) -> Any:
        angles = torch.arange(start, start + rows.shape[2])[:, None] / torch.tensor([1.0, 100.0])
        pairs = torch.view_as_complex(rows.float().unflatten(-1, (2, 2)).contiguous())
        return (
            torch.view_as_real(pairs * torch.polar(torch.ones_like(angles), angles))
            .flatten(3)
            .to(rows)
        )


class SquareMaskBefore(SquareMask):
    behind = False


class PaddingReadOffTheRows(Attention):
    """Padding is a row of zeros, to which a position is added before anybody looks for zeros."""

    def __init__(self) -> None:
        super().__init__(bias=False)
        self.norm = nn.LayerNorm(8)

    def forward(self, X: Any, real: Any = None) -> Any:
        X = X if real is None else X * real[..., None]
        X = X + places(X.shape[1]).to(X)
        Q, K, V = self.heads(X)
        padding = (K.abs().sum(-1) == 0)[:, :, None]
        scores = torch.where(padding, torch.tensor(1 - 2.0**32).to(X), Q @ K.mT / 2)
        return self.norm((scores.softmax(-1) @ V).transpose(1, 2).flatten(2) + X)


def padded(module: Any, X: Any, real: Any = None) -> Any:
    return module(X, real)


def piece(module: Any, X: Any, kept: Any) -> Any:
    return module.piece(X, kept)


class Repository(NamedTuple):
    """One repository at one commit."""

    name: str
    commit: str
    path: str  # the file that says it
    particular: str
    layer: Callable[[], nn.Module]
    told: dict[str, Any]
    found: tuple[str, ...]  # which probes find something
    why: str  # what it is, and where it was talked about

    def report(self) -> Report:
        torch.manual_seed(0)
        return examine(self.layer(), **self.told)


CAUSAL: dict[str, Any] = {"causal": True}
PADDED = {**CAUSAL, "call": padded}
HALF = "float16 has no number of that size, so PyTorch refuses to write it"
REPOSITORIES = (
    Repository(
        "karpathy/nanoGPT",
        "3adf61e154c3fe3fca428ad6bc3818b27a3b8291",
        "model.py",
        "PyTorch's fused function; dropout while training alone",
        FusedFunction,
        CAUSAL,
        (),
        "",
    ),
    Repository(
        "karpathy/minGPT",
        "37baab71b9abea1b76ab957409a1cc2fbfba8a26",
        "mingpt/model.py",
        "a table for the longest text, of which it takes a corner; -inf",
        TableOfTheLongestText,
        CAUSAL,
        (),
        "",
    ),
    Repository(
        "rasbt/LLMs-from-scratch",
        "28c65cdfbc3338e2e040016eea4b7fdf556e4d57",
        "ch04/03_kv-cache/gpt_with_kv_cache.py",
        "the layer keeps the cache; -inf before scaling",
        CacheInside,
        {**CAUSAL, "piece": piece_inside},
        (),
        "",
    ),
    Repository(
        "rasbt/LLMs-from-scratch",
        "ece59ba58768db7b34d9b5d5f88677de8c1e84ea",
        "ch04/03_kv-cache/gpt_with_kv_cache.py",
        "an earlier version: a square mask behind the cache, too",
        CacheInsideBefore,
        {**CAUSAL, "piece": piece_inside},
        (),
        "One word at a time, which is how it is used, all is well. Longer pieces stop with an error. "
        "Repaired in [697](https://github.com/rasbt/LLMs-from-scratch/pull/697).",
    ),
    Repository(
        "harvardnlp/annotated-transformer",
        "debc9fd747bb2123160a98046ad1c2d4da44a567",
        "the_annotated_transformer.py",
        "pre-norm, its own norm; -1e9",
        PreNorm,
        PADDED,
        ("float16",),
        f"{HALF}. When the text was revised, [-inf was wished for]"
        "(https://github.com/harvardnlp/annotated-transformer/pull/67).",
    ),
    Repository(
        "pytorch/examples",
        "77f55b912142e11fcfdf5b530231fb9c52f181e8",
        "word_language_model/model.py",
        "words first; the mask is the logarithm of zeros and ones, and is kept",
        LogarithmOfTheTriangle,
        {**CAUSAL, "width": 8},
        (),
        "Its mask stays float32. An older mask was [the wrong way round]"
        "(https://github.com/pytorch/examples/issues/649), because of a bug in PyTorch 1.3.",
    ),
    Repository(
        "lucidrains/x-transformers",
        "9252ed7838021ee61e6c5be0930b3a9a88efdf06",
        "x_transformers/attend.py",
        "the smallest number of the dtype; rows that see nothing become 0",
        RowsThatSeeNothingAreZero,
        {**PADDED, "piece": piece},
        (),
        "Rows of nan [were reported](https://github.com/lucidrains/x-transformers/issues/263) before.",
    ),
    Repository(
        "hyunwoongko/transformer",
        "4351995d113b3cd742eb83438730231641fe2169",
        "models/layers/scale_dot_product_attention.py",
        "hidden scores become -1e-12, which is almost 0",
        AlmostZeroForHidden,
        PADDED,
        ("future", "left padding", "right padding", "gap"),
        "Nothing is hidden: 0 is a score like others. [Reported]"
        "(https://github.com/hyunwoongko/transformer/issues/10), and -10000 since.",
    ),
    Repository(
        "hyunwoongko/transformer",
        "63286547b9cd174a6cfc204832271814d685181f",
        "models/model/transformer.py",
        "decoder: padding on the axis of the queries; -10000",
        PaddingOfQueries,
        PADDED,
        ("left padding", "gap"),
        "Padding is seen. Behind the words, the causal mask hides it. "
        "[Open](https://github.com/hyunwoongko/transformer/pull/40).",
    ),
    Repository(
        "bentrevett/pytorch-seq2seq",
        "e8209a7b0207cde55871be352819cac3dd5c05ce",
        "6 - Attention is All You Need.ipynb",
        "the same axis; -1e10",
        PaddingOfQueriesBefore,
        PADDED,
        ("left padding", "gap", "float16"),
        "[Reported](https://github.com/bentrevett/pytorch-seq2seq/issues/96) and repaired.",
    ),
    Repository(
        "bentrevett/pytorch-seq2seq",
        "b3cd54c72cd6e4e63f672d334c795b4fe744ef92",
        "legacy/6 - Attention is All You Need.ipynb",
        "the axis of the keys; -1e10",
        PaddingOfKeys,
        PADDED,
        ("float16",),
        f"{HALF}: [reported](https://github.com/bentrevett/pytorch-seq2seq/issues/191).",
    ),
    Repository(
        "jadore801120/attention-is-all-you-need-pytorch",
        "132907dd272e2cc92e3c10e6c4e783a87ff8893d",
        "transformer/Modules.py",
        "post-norm, no biases; -1e9",
        PostNorm,
        PADDED,
        ("float16",),
        f"{HALF}. Before that, it was -inf, and [the loss became nan]"
        "(https://github.com/jadore801120/attention-is-all-you-need-pytorch/issues/5).",
    ),
    Repository(
        "labmlai/annotated_deep_learning_paper_implementations",
        "e6b3c8a6a2cdae4071bcde1abeaaf9a2bc37bd53",
        "labml_nn/transformers/mha.py",
        "words first; softmax over the second axis; -inf",
        WordsFirst,
        PADDED,
        (),
        "Rows that see nothing are nan themselves, as its report remarks.",
    ),
    Repository(
        "codertimo/BERT-pytorch",
        "d10dc4f9d5a6f2ca74380f62039526eb7277c671",
        "bert_pytorch/model/attention/single.py",
        "not causal; pre-norm; -1e9",
        EncoderPreNorm,
        {"causal": False, "call": padded},
        ("float16",),
        f"{HALF}. We found no report of it there.",
    ),
    Repository(
        "dreamgonfly/transformer-pytorch",
        "c31e163ed57321e405771ef7fb556d4d92fd5efb",
        "models.py",
        "with the cache, each word gets position 0, and new keys stand before old ones; -1e18",
        PositionsBeginAnewInTheCache,
        {**PADDED, "piece": piece, "shifts": False, "alike": False},
        ("cache", "float16"),
        "Without positions, the order of keys would not matter. We found no report of it.",
    ),
    Repository(
        "meta-llama/llama",
        "54d44631054deae836aec8ceff92dcf8f20ca9e7",
        "llama/model.py",
        "RoPE on neighbours, in float32; a square mask is added behind the cache, too",
        SquareMaskBefore,
        {**CAUSAL, "piece": piece},
        (),
        "One word at a time, all is well. Longer pieces stop with an error: [reported]"
        "(https://github.com/meta-llama/llama/issues/899) and repaired.",
    ),
    Repository(
        "meta-llama/llama",
        "689c7f261b9c5514636ecc3c5fefefcbb3e6eed7",
        "llama/model.py",
        "the same, with a mask as wide as the cache",
        SquareMask,
        {**CAUSAL, "piece": piece},
        (),
        "",
    ),
    Repository(
        "Kyubyong/transformer",
        "6715edcb79022b1a92ba7b9edd1b3c6b53cebf28",
        "modules.py",
        "padding is what has keys of zeros, after positions were added; no W_o",
        PaddingReadOffTheRows,
        {"causal": False, "call": padded, "shifts": False, "alike": False},
        ("right padding",),
        "No key is zero any more, so nothing is hidden: [reported]"
        "(https://github.com/Kyubyong/transformer/issues/33), and repaired in 2019.",
    ),
)
