"""Reformer, *masks*: what becomes of five words in chunks of four if positions are given."""

import torch
from transformers import ReformerConfig, ReformerModelWithLMHead

torch.manual_seed(0)
size = {"hidden_size": 32, "num_attention_heads": 4, "axial_pos_embds": False}
config = ReformerConfig(attn_layers=["local"], local_attn_chunk_length=4, is_decoder=True, **size)
model = ReformerModelWithLMHead(config).eval()
words, places = torch.arange(20, 25)[None], torch.arange(5)[None]
with torch.no_grad():
    alone = model(words).logits  # without positions, which are counted then, it reads them
    try:
        given = model(words, position_ids=places).logits
        print(f"{(given - alone).abs().max() / alone.abs().max():.2g}")
    except RuntimeError as failed:
        print(type(failed).__name__)
