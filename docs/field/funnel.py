"""Funnel, *right padding*: how far two words of padding, which the mask hides, move the others."""

import torch
from transformers import FunnelConfig, FunnelForMaskedLM

torch.manual_seed(0)
model = FunnelForMaskedLM(
    FunnelConfig(
        vocab_size=99,
        d_model=32,
        block_sizes=[1, 1],
        n_head=4,
        d_head=8,
        d_inner=64,
        initializer_range=0.3,
    )
).eval()
words = torch.arange(20, 25)[None]
padded, mask = torch.arange(20, 27)[None], torch.tensor([[1, 1, 1, 1, 1, 0, 0]])
with torch.no_grad():
    alone = model(words).logits
    before = model(padded, attention_mask=mask).logits[:, :5]
print(f"{(before - alone).abs().max() / alone.abs().max():.2g}")
