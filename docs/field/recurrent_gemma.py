"""RecurrentGemma, *left padding*: how far two hidden words before them move the others."""

import torch
from transformers import RecurrentGemmaConfig, RecurrentGemmaForCausalLM

torch.manual_seed(0)
size = {
    "hidden_size": 32,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "intermediate_size": 64,
}
config = RecurrentGemmaConfig(vocab_size=99, **size)
model = RecurrentGemmaForCausalLM(config).eval()
words = torch.arange(20, 25)[None]
padded, real = torch.arange(18, 25)[None], torch.tensor([[0, 0, 1, 1, 1, 1, 1]])
places = (real.cumsum(1) - 1).clamp(0)
with torch.no_grad():
    alone = model(words).logits
    behind = model(padded, attention_mask=real, position_ids=places).logits[:, 2:]
print(f"{(behind - alone).abs().max() / alone.abs().max():.2g}")
