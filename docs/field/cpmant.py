"""CPM-Ant, *future*: how far the first three words change when two more follow."""

import inspect

import torch
from transformers import CpmAntConfig
from transformers.models.cpmant import modeling_cpmant

source = inspect.getsource(modeling_cpmant)
changed = source.replace(  # no word is context
    "context = torch.full((batch, seq_length), 1", "context = torch.full((batch, seq_length), 0"
)

size = {"hidden_size": 32, "num_attention_heads": 4, "dim_head": 8, "dim_ff": 64}
config = CpmAntConfig(vocab_size=99, num_hidden_layers=1, **size)
words = torch.arange(20, 25)[None]
for code in (source, changed):
    library = dict(vars(modeling_cpmant))
    exec(compile(code, modeling_cpmant.__file__, "exec"), library)
    torch.manual_seed(0)
    model = library["CpmAntForCausalLM"](config).eval()
    with torch.no_grad():
        whole, alone = model(words).logits[:, :3], model(words[:, :3]).logits
    far = (whole - alone).abs().max() / whole.abs().max()
    print(f"{round(far.item(), 5):.2g}")
