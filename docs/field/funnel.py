"""Funnel, *right padding*: how far two hidden words behind them move the others."""

import torch
from transformers import FunnelConfig, FunnelForMaskedLM

torch.manual_seed(0)
size = {"d_model": 32, "n_head": 4, "d_head": 8, "d_inner": 64}
config = FunnelConfig(vocab_size=99, block_sizes=[1, 1], **size)
model = FunnelForMaskedLM(config).eval()
words = torch.arange(20, 25)[None]
padded, real = torch.arange(20, 27)[None], torch.tensor([[1, 1, 1, 1, 1, 0, 0]])
with torch.no_grad():
    alone = model(words).logits
    before = model(padded, attention_mask=real).logits[:, :5]
print(f"{(before - alone).abs().max() / alone.abs().max():.2g}")
