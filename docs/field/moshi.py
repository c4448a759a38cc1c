"""Moshi, *cache*: how far a word behind a window of four is from all words at once."""

import torch
from transformers import MoshiConfig, MoshiForCausalLM

torch.manual_seed(0)
size = {"hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 4, "ffn_dim": 64}
config = MoshiConfig(vocab_size=99, audio_vocab_size=99, sliding_window=4, **size)
model = MoshiForCausalLM(config).eval()
words = torch.arange(20, 25)[None]
with torch.no_grad():
    whole = model(words).logits[:, 4:]
    past = model(words[:, :4], use_cache=True).past_key_values
    rest = model(words[:, 4:], past_key_values=past, use_cache=True).logits
print(f"{(whole - rest).abs().max() / whole.abs().max():.2g}")
