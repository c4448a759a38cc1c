"""XLM, causal, *left padding*: how far two words of padding, which the mask hides, move the others."""

import torch
from transformers import XLMConfig, XLMWithLMHeadModel

torch.manual_seed(0)
model = XLMWithLMHeadModel(
    XLMConfig(
        vocab_size=99,
        emb_dim=32,
        n_layers=1,
        n_heads=4,
        causal=True,
        init_std=0.3,
        embed_init_std=0.3,
    )
).eval()
words = torch.arange(20, 25)[None]
padded, mask = torch.arange(18, 25)[None], torch.tensor([[0, 0, 1, 1, 1, 1, 1]])
with torch.no_grad():
    alone = model(words).logits
    behind = model(padded, attention_mask=mask, position_ids=(mask.cumsum(1) - 1).clamp(0)).logits[
        :, 2:
    ]
print(f"{(behind - alone).abs().max() / alone.abs().max():.2g}")
