"""ProphetNet, *future*: how far the first three words change when two more follow."""

import torch
from transformers import ProphetNetConfig, ProphetNetForCausalLM

torch.manual_seed(0)
size = {"hidden_size": 32, "num_decoder_layers": 1, "num_decoder_attention_heads": 4}
config = ProphetNetConfig(vocab_size=99, decoder_ffn_dim=64, init_std=0.2, **size)
model = ProphetNetForCausalLM(config).eval()
words = torch.arange(20, 25)[None]
with torch.no_grad():
    whole, alone = model(words).logits[:, :3], model(words[:, :3]).logits
print(f"{(whole - alone).abs().max() / whole.abs().max():.2g}")
