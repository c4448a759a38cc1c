"""XLNet, *future*: how far the first three words change when two more follow."""

import torch
from transformers import XLNetConfig, XLNetLMHeadModel

size = {"d_model": 32, "n_layer": 1, "n_head": 4, "d_inner": 64}
config = XLNetConfig(vocab_size=99, initializer_range=0.3, **size)
words = torch.arange(20, 25)[None]
for hidden in (torch.zeros(1, 5, 5), torch.ones(1, 5, 5).triu(1)):  # nothing, or what is later
    torch.manual_seed(0)
    model = XLNetLMHeadModel(config).eval()
    with torch.no_grad():
        whole = model(words, perm_mask=hidden).logits[:, :3]
        alone = model(words[:, :3], perm_mask=hidden[:, :3, :3]).logits
    far = (whole - alone).abs().max() / whole.abs().max()
    print(f"{round(far.item(), 5):.2g}")
