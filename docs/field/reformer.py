"""Reformer, *masks*: what becomes of five words in chunks of four if positions are given."""

import inspect

import torch
from transformers import ReformerConfig
from transformers.models.reformer import modeling_reformer

source = inspect.getsource(modeling_reformer)
changed = source.replace(  # from the last word on, and not overwritten
    "torch.arange(input_shape[-1], padded_seq_length,",
    "torch.arange(input_shape[-1] - padding_length, input_shape[-1],",
).replace("padded_position_ids = position_ids.", "padded_position_ids = padded_position_ids.")

size = {"hidden_size": 32, "num_attention_heads": 4, "axial_pos_embds": False}
config = ReformerConfig(attn_layers=["local"], local_attn_chunk_length=4, is_decoder=True, **size)
words, places = torch.arange(20, 25)[None], torch.arange(5)[None]
for code in (source, changed):
    library = dict(vars(modeling_reformer))
    exec(compile(code, modeling_reformer.__file__, "exec"), library)
    torch.manual_seed(0)
    model = library["ReformerModelWithLMHead"](config).eval()
    with torch.no_grad():
        alone = model(words).logits  # without positions, which are counted then, it reads them
        try:
            far = (model(words, position_ids=places).logits - alone).abs().max() / alone.abs().max()
            print(f"{round(far.item(), 5):.2g}")
        except RuntimeError as failed:
            print(type(failed).__name__)
