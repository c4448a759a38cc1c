"""Moshi, *cache*: how far a word behind a window of four is from all words at once."""

import inspect

import torch
from transformers import MoshiConfig
from transformers.models.moshi import modeling_moshi

source = inspect.getsource(modeling_moshi)
changed = source.replace("DynamicCache(config=self.config)", "DynamicCache()")  # no window

size = {"hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 4, "ffn_dim": 64}
config = MoshiConfig(vocab_size=99, audio_vocab_size=99, sliding_window=4, **size)
words = torch.arange(20, 25)[None]
for code in (source, changed):
    library = dict(vars(modeling_moshi))
    exec(compile(code, modeling_moshi.__file__, "exec"), library)
    torch.manual_seed(0)
    model = library["MoshiForCausalLM"](config).eval()
    with torch.no_grad():
        whole = model(words).logits[:, 4:]
        past = model(words[:, :4], use_cache=True).past_key_values
        rest = model(words[:, 4:], past_key_values=past, use_cache=True).logits
    far = (whole - rest).abs().max() / whole.abs().max()
    print(f"{round(far.item(), 5):.2g}")
