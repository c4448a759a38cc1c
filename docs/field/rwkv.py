"""RWKV, *left padding*: how far two hidden words before them move the others."""

import torch
from transformers import RwkvConfig, RwkvForCausalLM

torch.manual_seed(0)
config = RwkvConfig(vocab_size=99, hidden_size=32, num_hidden_layers=2)
model = RwkvForCausalLM(config).eval()
words = torch.arange(20, 25)[None]
padded, real = torch.arange(18, 25)[None], torch.tensor([[0, 0, 1, 1, 1, 1, 1]])
with torch.no_grad():
    alone = model(words).logits
    behind = model(padded, attention_mask=real).logits[:, 2:]
far = (behind - alone).abs().max() / alone.abs().max()
print(f"{round(far.item(), 5):.2g}")
