"""scaled_dot_product_attention, *cache*: how far two rows behind a cache are from all rows at once."""

import torch
from torch.nn.functional import scaled_dot_product_attention

torch.manual_seed(0)
X = torch.randn(1, 5, 8)
whole = scaled_dot_product_attention(X, X, X, is_causal=True)[:, 3:]
for mask in ({"is_causal": True}, {"attn_mask": torch.ones(2, 5).tril(3).bool()}):
    rest = scaled_dot_product_attention(X[:, 3:], X, X, **mask)
    far = (whole - rest).abs().max() / whole.abs().max()
    print(f"{round(far.item(), 5):.2g}")
