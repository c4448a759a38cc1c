"""MobileBERT, *right padding*: how far two hidden words behind them move the others."""

import torch
from transformers import MobileBertConfig, MobileBertForMaskedLM

CHANGE = {"trigram_input": False}  # neighbours are not joined
size = {"embedding_size": 32, "hidden_size": 32, "intermediate_size": 64, "initializer_range": 0.3}
words = torch.arange(20, 25)[None]
padded, real = torch.arange(20, 27)[None], torch.tensor([[1, 1, 1, 1, 1, 0, 0]])
for change in ({}, CHANGE):
    torch.manual_seed(0)
    config = MobileBertConfig(
        vocab_size=99, num_hidden_layers=1, num_attention_heads=4, **size | change
    )
    model = MobileBertForMaskedLM(config).eval()
    with torch.no_grad():
        alone = model(words).logits
        before = model(padded, attention_mask=real).logits[:, :5]
    far = (before - alone).abs().max() / alone.abs().max()
    print(f"{round(far.item(), 5):.2g}")
