"""TransformerEncoder, *left padding*: what becomes of the words if the first row sees nothing."""

import torch
from torch.nn import TransformerEncoder, TransformerEncoderLayer

torch.manual_seed(0)
layer = TransformerEncoderLayer(8, 2, 16, batch_first=True)
model = TransformerEncoder(layer, 2, enable_nested_tensor=False).eval()
later, padding = torch.ones(5, 5).triu(1).bool(), torch.tensor([[True, True, False, False, False]])
with torch.no_grad():
    rows = model(torch.randn(1, 5, 8), mask=later, src_key_padding_mask=padding)[:, 2:]
print(f"{rows.abs().max():.2g}")
