"""Nemotron-H, *cache*: how far one word behind a cache is from all words at once."""

import inspect

import torch
from transformers import NemotronHConfig
from transformers.models.nemotron_h import modeling_nemotron_h

source = inspect.getsource(modeling_nemotron_h)
changed = source.replace("torch.clamp(dt, min=dt_limit[0], max=dt_limit[1])", "dt")  # no minimum

size = {"hidden_size": 32, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 8}
state = {"mamba_num_heads": 4, "mamba_head_dim": 8, "n_groups": 1, "ssm_state_size": 8}
layers = {"layers_block_type": ["mamba", "attention"] * 2, "initializer_range": 0.4}
config = NemotronHConfig(vocab_size=99, intermediate_size=64, **size, **state, **layers)
words = torch.arange(20, 25)[None]
for code in (source, changed):
    library = dict(vars(modeling_nemotron_h))
    exec(compile(code, modeling_nemotron_h.__file__, "exec"), library)
    torch.manual_seed(0)
    model = library["NemotronHForCausalLM"](config).eval()
    with torch.no_grad():
        whole = model(words).logits[:, 4:]
        past = model(words[:, :4], use_cache=True).past_key_values
        rest = model(words[:, 4:], past_key_values=past, use_cache=True).logits
    far = (whole - rest).abs().max() / whole.abs().max()
    print(f"{round(far.item(), 5):.2g}")
