"""Zamba2, *cache*: how far one word behind a cache is from all words at once."""

import torch
from transformers import Zamba2Config, Zamba2ForCausalLM

torch.manual_seed(0)
size = {"hidden_size": 32, "num_hidden_layers": 4, "num_attention_heads": 4}
layers = ["linear_attention", "hybrid"] * 2
config = Zamba2Config(vocab_size=99, layers_block_type=layers, initializer_range=0.4, **size)
model = Zamba2ForCausalLM(config).eval()
words = torch.arange(20, 25)[None]
with torch.no_grad():
    whole = model(words).logits[:, 4:]
    past = model(words[:, :4], use_cache=True).past_key_values
    rest = model(words[:, 4:], past_key_values=past, use_cache=True).logits
print(f"{(whole - rest).abs().max() / whole.abs().max():.2g}")
