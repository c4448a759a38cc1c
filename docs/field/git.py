"""GIT, *padding and cache*: how far the words behind padding are, one by one, from all at once."""

import inspect

import torch
from transformers import GitConfig
from transformers.models.git import modeling_git

source = inspect.getsource(modeling_git)
two_axes = "attention_mask.ndim == 2"  # then it is made as long as if there were an image
changed = source.replace(
    two_axes, f"{two_axes} and past_key_values_length >= attention_mask.shape[1]"
)

size = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4}
config = GitConfig(vocab_size=99, intermediate_size=64, initializer_range=0.4, **size)
words, real = torch.arange(20, 28)[None], torch.tensor([[0, 0, 1, 1, 1, 1, 1, 1]])
for code in (source, changed):
    library = dict(vars(modeling_git))
    exec(compile(code, modeling_git.__file__, "exec"), library)
    torch.manual_seed(0)
    model = library["GitForCausalLM"](config).eval()
    with torch.no_grad():
        whole = model(words, attention_mask=real).logits[:, 7:]
        past = model(words[:, :7], attention_mask=real[:, :7], use_cache=True).past_key_values
        rest = model(words[:, 7:], attention_mask=real, past_key_values=past, use_cache=True).logits
    far = (whole - rest).abs().max() / whole.abs().max()
    print(f"{round(far.item(), 5):.2g}")
