"""ConvBERT, *right padding*: how far two hidden words behind them move the others."""

import inspect

import torch
from transformers import ConvBertConfig
from transformers.models.convbert import modeling_convbert

source = inspect.getsource(modeling_convbert)
changed = source.replace(  # neither convolution reads padding
    "mixed_key_conv_attn_layer = self.key_conv_attn_layer(hidden_states.",
    "real = 1 if attention_mask is None else attention_mask[:, 0, :1].mT == 0; "
    "mixed_key_conv_attn_layer = self.key_conv_attn_layer((hidden_states * real).",
).replace("conv_out_layer(hidden_states)", "conv_out_layer(hidden_states) * real")

size = {"embedding_size": 32, "hidden_size": 32, "intermediate_size": 64, "initializer_range": 0.3}
config = ConvBertConfig(vocab_size=99, num_hidden_layers=1, num_attention_heads=4, **size)
words = torch.arange(20, 25)[None]
padded, real = torch.arange(20, 27)[None], torch.tensor([[1, 1, 1, 1, 1, 0, 0]])
for code in (source, changed):
    library = dict(vars(modeling_convbert))
    exec(compile(code, modeling_convbert.__file__, "exec"), library)
    torch.manual_seed(0)
    model = library["ConvBertForMaskedLM"](config).eval()
    with torch.no_grad():
        alone = model(words).logits
        before = model(padded, attention_mask=real).logits[:, :5]
    far = (before - alone).abs().max() / alone.abs().max()
    print(f"{round(far.item(), 5):.2g}")
