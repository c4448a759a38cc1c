"""YOSO, *right padding*: how far two hidden words behind them move the others."""

import inspect

import torch
from transformers import YosoConfig
from transformers.models.yoso import modeling_yoso

source = inspect.getsource(modeling_yoso)
changed = source.replace("1.0 + attention_mask / 10000.0", "attention_mask")  # as it is given

size = {"hidden_size": 32, "intermediate_size": 64, "initializer_range": 0.3}
config = YosoConfig(vocab_size=99, num_hidden_layers=1, num_attention_heads=4, **size)
words = torch.arange(20, 25)[None]
padded, real = torch.arange(20, 27)[None], torch.tensor([[1, 1, 1, 1, 1, 0, 0]])
for code in (source, changed):
    library = dict(vars(modeling_yoso))
    exec(compile(code, modeling_yoso.__file__, "exec"), library)
    torch.manual_seed(0)
    model = library["YosoForMaskedLM"](config).eval()
    with torch.no_grad():
        alone = model(words).logits
        before = model(padded, attention_mask=real).logits[:, :5]
    far = (before - alone).abs().max() / alone.abs().max()
    print(f"{round(far.item(), 5):.2g}")
