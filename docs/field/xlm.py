"""XLM, causal, *left padding*: how far two hidden words before them move the others."""

import inspect

import torch
from transformers import XLMConfig
from transformers.models.xlm import modeling_xlm

source = inspect.getsource(modeling_xlm)
changed = source.replace(  # both masks joined
    "<= alen[None, :, None]", "<= alen[None, :, None]; attn_mask = attn_mask * mask[:, None]"
)

size = {"emb_dim": 32, "n_layers": 1, "n_heads": 4, "embed_init_std": 0.3}
config = XLMConfig(vocab_size=99, causal=True, init_std=0.3, **size)
words = torch.arange(20, 25)[None]
padded, real = torch.arange(18, 25)[None], torch.tensor([[0, 0, 1, 1, 1, 1, 1]])
places = (real.cumsum(1) - 1).clamp(0)
for code in (source, changed):
    library = dict(vars(modeling_xlm))
    exec(compile(code, modeling_xlm.__file__, "exec"), library)
    torch.manual_seed(0)
    model = library["XLMWithLMHeadModel"](config).eval()
    with torch.no_grad():
        alone = model(words).logits
        behind = model(padded, attention_mask=real, position_ids=places).logits[:, 2:]
    far = (behind - alone).abs().max() / alone.abs().max()
    print(f"{round(far.item(), 5):.2g}")
