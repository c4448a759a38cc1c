"""RecurrentGemma, *left padding*: how far two hidden words before them move the others."""

import torch
from transformers import RecurrentGemmaConfig, RecurrentGemmaForCausalLM

CHANGE = {"conv1d_width": 1}  # instead of 4
size = {"hidden_size": 32, "intermediate_size": 64}
words = torch.arange(20, 25)[None]
padded, real = torch.arange(18, 25)[None], torch.tensor([[0, 0, 1, 1, 1, 1, 1]])
places = (real.cumsum(1) - 1).clamp(0)
for change in ({}, CHANGE):
    torch.manual_seed(0)
    config = RecurrentGemmaConfig(
        vocab_size=99, num_hidden_layers=3, num_attention_heads=4, **size | change
    )
    model = RecurrentGemmaForCausalLM(config).eval()
    with torch.no_grad():
        alone = model(words).logits
        behind = model(padded, attention_mask=real, position_ids=places).logits[:, 2:]
    far = (behind - alone).abs().max() / alone.abs().max()
    print(f"{round(far.item(), 5):.2g}")
