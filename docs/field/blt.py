"""BLT, *left padding*: how far two hidden bytes before them move the others."""

import torch
from transformers import BltConfig, BltForCausalLM

torch.manual_seed(0)
part = {
    "hidden_size": 32,
    "num_hidden_layers": 1,
    "num_attention_heads": 4,
    "intermediate_size": 64,
}
local = part | {"hidden_size_global": 32, "vocab_size": 99}
config = BltConfig(
    vocab_size=99,
    encoder_hash_byte_group_vocab=99,
    patcher_config=part | {"vocab_size": 99},
    encoder_config=local,
    decoder_config=local,
    global_config=part,
)
model = BltForCausalLM(config).eval()
words = torch.arange(20, 25)[None]
padded, real = torch.arange(18, 25)[None], torch.tensor([[0, 0, 1, 1, 1, 1, 1]])
places = (real.cumsum(1) - 1).clamp(0)
with torch.no_grad():
    alone = model(words, use_cache=False).logits
    behind = model(padded, attention_mask=real, position_ids=places, use_cache=False).logits[:, 2:]
far = (behind - alone).abs().max() / alone.abs().max()
print(f"{round(far.item(), 5):.2g}")
