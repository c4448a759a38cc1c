"""CPM-Ant, *future*: how far the first three words change when two more follow."""

import torch
from transformers import CpmAntConfig, CpmAntForCausalLM

torch.manual_seed(0)
size = {"hidden_size": 32, "num_attention_heads": 4, "dim_head": 8, "dim_ff": 64}
config = CpmAntConfig(vocab_size=99, num_hidden_layers=1, **size)
model = CpmAntForCausalLM(config).eval()
words = torch.arange(20, 25)[None]
with torch.no_grad():
    whole, alone = model(words).logits[:, :3], model(words[:, :3]).logits
print(f"{(whole - alone).abs().max() / whole.abs().max():.2g}")
