"""Jamba, *cache*: how far two words at once behind a cache are from all words at once."""

import inspect

import torch
from transformers import JambaConfig
from transformers.models.jamba import modeling_jamba

source = inspect.getsource(modeling_jamba)
changed = source.replace(  # the scan begins with the state that the cache has
    "scan_outputs = []", "ssm_state, scan_outputs = ssm_state if state is None else state, []"
).replace("use_mambapy: bool = False,", "use_mambapy: bool = False, state=None,")
changed = changed.replace("use_mambapy=self.", "state=recurrent_state, use_mambapy=self.")

size = {"hidden_size": 32, "intermediate_size": 64, "initializer_range": 0.3, "num_experts": 1}
layers = {"num_hidden_layers": 2, "attn_layer_period": 2, "attn_layer_offset": 1}
config = JambaConfig(vocab_size=99, num_attention_heads=4, num_key_value_heads=2, **size, **layers)
words = torch.arange(20, 25)[None]
for code in (source, changed):
    library = dict(vars(modeling_jamba))
    exec(compile(code, modeling_jamba.__file__, "exec"), library)
    torch.manual_seed(0)
    model = library["JambaForCausalLM"](config).eval()
    with torch.no_grad():
        whole = model(words).logits[:, 3:]
        past = model(words[:, :3], use_cache=True).past_key_values
        rest = model(words[:, 3:], past_key_values=past).logits
    far = (whole - rest).abs().max() / whole.abs().max()
    print(f"{round(far.item(), 5):.2g}")
