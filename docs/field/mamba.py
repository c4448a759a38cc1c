"""Mamba, *cache*: how far two words at once behind a cache are from all words at once."""

import torch
from transformers import MambaConfig, MambaForCausalLM

torch.manual_seed(0)
config = MambaConfig(vocab_size=99, hidden_size=32, num_hidden_layers=1, initializer_range=0.3)
model = MambaForCausalLM(config).eval()
words = torch.arange(20, 25)[None]
with torch.no_grad():
    whole = model(words).logits[:, 3:]
    past = model(words[:, :3], use_cache=True).cache_params
    rest = model(words[:, 3:], cache_params=past, use_cache=True).logits
print(f"{(whole - rest).abs().max() / whole.abs().max():.2g}")
