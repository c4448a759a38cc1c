"""Mamba, *cache*: how far two words behind a cache, with a mask for all, are from all at once."""

import inspect

import torch
from transformers import MambaConfig
from transformers.models.mamba import modeling_mamba

source = inspect.getsource(modeling_mamba)
masked = source.replace(  # the mask of these words alone
    "attention_mask[:, :, None]", "attention_mask[:, -hidden_states.shape[1] :, None]"
)
changed = masked.replace(  # and the scan begins with the state that the cache has
    "scan_outputs = []", "ssm_state, scan_outputs = ssm_state if state is None else state, []"
).replace("use_mambapy: bool = False,", "use_mambapy: bool = False, state=None,")
changed = changed.replace("use_mambapy=self.", "state=recurrent_state, use_mambapy=self.")

config = MambaConfig(vocab_size=99, hidden_size=32, num_hidden_layers=1, initializer_range=0.3)
words, real = torch.arange(20, 25)[None], torch.ones(1, 5).long()
for code in (source, masked, changed):
    library = dict(vars(modeling_mamba))
    exec(compile(code, modeling_mamba.__file__, "exec"), library)
    torch.manual_seed(0)
    model = library["MambaForCausalLM"](config).eval()
    with torch.no_grad():
        whole = model(words).logits[:, 3:]
        past = model(words[:, :3], use_cache=True).cache_params
        try:
            rest = model(words[:, 3:], attention_mask=real, cache_params=past).logits
            far = (whole - rest).abs().max() / whole.abs().max()
            print(f"{round(far.item(), 5):.2g}")
        except RuntimeError as failed:
            print(type(failed).__name__)
