"""XLNet, *future*: how far the first three words change when two more follow."""

import torch
from transformers import XLNetConfig, XLNetLMHeadModel

torch.manual_seed(0)
size = {"d_model": 32, "n_layer": 1, "n_head": 4, "d_inner": 64}
config = XLNetConfig(vocab_size=99, initializer_range=0.3, **size)
model = XLNetLMHeadModel(config).eval()
words = torch.arange(20, 25)[None]
with torch.no_grad():
    whole, alone = model(words).logits[:, :3], model(words[:, :3]).logits
print(f"{(whole - alone).abs().max() / whole.abs().max():.2g}")
