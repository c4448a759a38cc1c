"""TransformerEncoder, *left padding*: how far two hidden rows before them move the others."""

import torch
from torch.nn import TransformerEncoder, TransformerEncoderLayer

torch.manual_seed(0)
layer = TransformerEncoderLayer(8, 2, 16, batch_first=True)
model = TransformerEncoder(layer, 2, enable_nested_tensor=False).eval()
X, later = torch.randn(1, 5, 8), torch.ones(5, 5).triu(1).bool()
padding = torch.tensor([[True, True, False, False, False]])
for fast in (True, False):
    torch.backends.mha.set_fastpath_enabled(fast)
    with torch.no_grad():
        alone = model(X[:, 2:], mask=later[2:, 2:])
        behind = model(X, mask=later, src_key_padding_mask=padding)[:, 2:]
    far = (behind - alone).abs().max() / alone.abs().max()
    print(f"{round(far.item(), 5):.2g}")
