"""scaled_dot_product_attention, *cache*: how far two rows behind a cache are from all rows at once."""

import torch
from torch.nn.functional import scaled_dot_product_attention

torch.manual_seed(0)
X = torch.randn(1, 5, 8)
whole = scaled_dot_product_attention(X, X, X, is_causal=True)[:, 3:]
rest = scaled_dot_product_attention(X[:, 3:], X, X, is_causal=True)
print(f"{(whole - rest).abs().max() / whole.abs().max():.2g}")
