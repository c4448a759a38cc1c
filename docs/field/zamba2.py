"""Zamba2, *cache*: how far one word behind a cache is from all words at once."""

import inspect

import torch
from transformers import Zamba2Config
from transformers.models.zamba2 import modeling_zamba2

source = inspect.getsource(modeling_zamba2)
changed = source.replace("torch.clamp(dt, min=dt_limit[0], max=dt_limit[1])", "dt")  # no minimum

size = {"hidden_size": 32, "num_hidden_layers": 4, "num_attention_heads": 4}
layers = ["linear_attention", "hybrid"] * 2
config = Zamba2Config(vocab_size=99, layers_block_type=layers, initializer_range=0.4, **size)
words = torch.arange(20, 25)[None]
for code in (source, changed):
    library = dict(vars(modeling_zamba2))
    exec(compile(code, modeling_zamba2.__file__, "exec"), library)
    torch.manual_seed(0)
    model = library["Zamba2ForCausalLM"](config).eval()
    with torch.no_grad():
        whole = model(words).logits[:, 4:]
        past = model(words[:, :4], use_cache=True).past_key_values
        rest = model(words[:, 4:], past_key_values=past, use_cache=True).logits
    far = (whole - rest).abs().max() / whole.abs().max()
    print(f"{round(far.item(), 5):.2g}")
