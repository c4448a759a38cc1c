"""ProphetNet, *future*: how far the first three words change when two more follow."""

import inspect

import torch
from transformers import ProphetNetConfig
from transformers.models.prophetnet import modeling_prophetnet

source = inspect.getsource(modeling_prophetnet)
changed = source.replace(  # now by stream, head and word, as they are read
    "rel_pos_embeddings.permute(0, 2, 1, 4, 3)", "rel_pos_embeddings.permute(0, 1, 4, 2, 3)"
)

size = {"hidden_size": 32, "num_decoder_layers": 1, "num_decoder_attention_heads": 4}
config = ProphetNetConfig(vocab_size=99, decoder_ffn_dim=64, init_std=0.2, **size)
words = torch.arange(20, 25)[None]
for code in (source, changed):
    library = dict(vars(modeling_prophetnet))
    exec(compile(code, modeling_prophetnet.__file__, "exec"), library)
    torch.manual_seed(0)
    model = library["ProphetNetForCausalLM"](config).eval()
    with torch.no_grad():
        whole, alone = model(words).logits[:, :3], model(words[:, :3]).logits
    far = (whole - alone).abs().max() / whole.abs().max()
    print(f"{round(far.item(), 5):.2g}")
