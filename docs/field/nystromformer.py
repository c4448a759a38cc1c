"""Nyströmformer, *right padding*: how far two hidden words behind them move the others."""

import inspect

import torch
from transformers import NystromformerConfig
from transformers.models.nystromformer import modeling_nystromformer

source = inspect.getsource(modeling_nystromformer)
changed = source.replace(  # the convolution reads no padding
    "self.conv(value_layer)",
    "self.conv(value_layer * (1 if attention_mask is None else attention_mask[:, :, :1].mT == 0))",
)

size = {"hidden_size": 32, "intermediate_size": 64, "initializer_range": 0.3}
config = NystromformerConfig(vocab_size=99, num_hidden_layers=1, num_attention_heads=4, **size)
words = torch.arange(20, 25)[None]
padded, real = torch.arange(20, 27)[None], torch.tensor([[1, 1, 1, 1, 1, 0, 0]])
for code in (source, changed):
    library = dict(vars(modeling_nystromformer))
    exec(compile(code, modeling_nystromformer.__file__, "exec"), library)
    torch.manual_seed(0)
    model = library["NystromformerForMaskedLM"](config).eval()
    with torch.no_grad():
        alone = model(words).logits
        before = model(padded, attention_mask=real).logits[:, :5]
    far = (before - alone).abs().max() / alone.abs().max()
    print(f"{round(far.item(), 5):.2g}")
