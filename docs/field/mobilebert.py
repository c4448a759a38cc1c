"""MobileBERT, *right padding*: how far two hidden words behind them move the others."""

import torch
from transformers import MobileBertConfig, MobileBertForMaskedLM

torch.manual_seed(0)
size = {
    "hidden_size": 32,
    "num_hidden_layers": 1,
    "num_attention_heads": 4,
    "intermediate_size": 64,
}
config = MobileBertConfig(vocab_size=99, embedding_size=32, initializer_range=0.3, **size)
model = MobileBertForMaskedLM(config).eval()
words = torch.arange(20, 25)[None]
padded, real = torch.arange(20, 27)[None], torch.tensor([[1, 1, 1, 1, 1, 0, 0]])
with torch.no_grad():
    alone = model(words).logits
    before = model(padded, attention_mask=real).logits[:, :5]
print(f"{(before - alone).abs().max() / alone.abs().max():.2g}")
