"""XLM, causal, *left padding*: how far two hidden words before them move the others."""

import torch
from transformers import XLMConfig, XLMWithLMHeadModel

torch.manual_seed(0)
size = {"emb_dim": 32, "n_layers": 1, "n_heads": 4, "embed_init_std": 0.3}
config = XLMConfig(vocab_size=99, causal=True, init_std=0.3, **size)
model = XLMWithLMHeadModel(config).eval()
words = torch.arange(20, 25)[None]
padded, real = torch.arange(18, 25)[None], torch.tensor([[0, 0, 1, 1, 1, 1, 1]])
places = (real.cumsum(1) - 1).clamp(0)
with torch.no_grad():
    alone = model(words).logits
    behind = model(padded, attention_mask=real, position_ids=places).logits[:, 2:]
print(f"{(behind - alone).abs().max() / alone.abs().max():.2g}")
