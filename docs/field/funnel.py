"""Funnel, *left padding*: how far two hidden words before them move the others."""

import torch
from transformers import FunnelConfig, FunnelForMaskedLM

CHANGE = {"block_sizes": [1], "separate_cls": False}  # no pooling, and no word apart
size = {"d_model": 32, "n_head": 4, "d_head": 8, "d_inner": 64, "block_sizes": [1, 1]}
words = torch.arange(20, 25)[None]
padded, real = torch.arange(18, 25)[None], torch.tensor([[0, 0, 1, 1, 1, 1, 1]])
for change in ({}, CHANGE):
    torch.manual_seed(0)
    config = FunnelConfig(vocab_size=99, **size | change)
    model = FunnelForMaskedLM(config).eval()
    with torch.no_grad():
        alone = model(words).logits
        behind = model(padded, attention_mask=real).logits[:, 2:]
    far = (behind - alone).abs().max() / alone.abs().max()
    print(f"{round(far.item(), 5):.2g}")
