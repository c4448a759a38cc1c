"""Record the logits that `transformers` computes with SmolLM2, so that learners can compare theirs.

    make real-model
    python -m pip install -c constraints.txt -e ".[gpt2]"
    python -m course.models.real.record_meeting

writes `meeting.json` and its hash beside this file, in half a minute.
"""

import json
import sys
from hashlib import sha256
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

import numpy as np

from attnlib.relative_positions import to_half_split
from attnlib.shapes import Floats
from course.models.real import fetch, meeting
from course.models.real.smollm import Model

THEIRS = {  # our name: their name, in each layer
    "norm_1": "input_layernorm",
    "W_q": "self_attn.q_proj",
    "W_k": "self_attn.k_proj",
    "W_v": "self_attn.v_proj",
    "W_o": "self_attn.o_proj",
    "norm_2": "post_attention_layernorm",
    "W_gate": "mlp.gate_proj",
    "W_up": "mlp.up_proj",
    "W_down": "mlp.down_proj",
}
TEXT = "The capital of France is"
LIKELIEST, SPREAD = 20, 20  # tokens: the likeliest, and some from all of the vocabulary
DECIMALS = 6  # as many as float32 has
HASH = "meeting.sha256"


def of_transformers(model: Model) -> Any:
    """Build a `LlamaForCausalLM` of the same tensors, with rotary pairs half-split as it has them."""
    torch, transformers = import_module("torch"), import_module("transformers")
    V, d_model = model.weights["embedding"].shape
    first = model.layer(0)
    d_head = d_model // model.num_heads
    config = transformers.LlamaConfig(
        vocab_size=V,
        hidden_size=d_model,
        intermediate_size=first["W_up"].shape[1],
        num_hidden_layers=model.num_layers,
        num_attention_heads=model.num_heads,
        num_key_value_heads=first["W_k"].shape[1] // d_head,
        rms_norm_eps=model.eps,
        rope_parameters={"rope_type": "default", "rope_theta": model.base},
        tie_word_embeddings=True,
        bos_token_id=None,
        eos_token_id=None,
        attn_implementation="eager",
    )

    def theirs(name: str, array: Floats) -> Any:
        if name in ("W_q", "W_k"):
            by_head = array.reshape(d_model, -1, d_head)
            array = to_half_split(by_head).reshape(array.shape)
        return torch.tensor(array.T if name.startswith("W_") else array)

    tensors = {
        f"model.layers.{layer}.{THEIRS[name]}.weight": theirs(name, array)
        for layer in range(model.num_layers)
        for name, array in model.layer(layer).items()
    }
    tensors["model.norm.weight"] = torch.tensor(model.weights["norm"])
    for name in ("model.embed_tokens", "lm_head"):
        tensors[f"{name}.weight"] = torch.tensor(model.weights["embedding"])
    built = transformers.LlamaForCausalLM(config).eval()
    built.load_state_dict(tensors)
    return built


def record(model: Model, path: Path) -> None:
    """Let `transformers` compute the logits after `TEXT`, and write them, and beside them a hash."""
    torch = import_module("torch")
    with torch.no_grad():
        logits = of_transformers(model)(torch.tensor([model.words.encode(TEXT)])).logits[0, -1]
    V = len(logits)
    likeliest = logits.argsort(descending=True)[:LIKELIEST].tolist()
    ids = [*likeliest, *range(V // SPREAD // 2, V, V // SPREAD)][: LIKELIEST + SPREAD]
    facts = {
        "text": TEXT,
        "tokens": [model.words.decode([one]) for one in ids],
        "ids": ids,
        "logits": np.round(logits.numpy()[ids].astype(np.float64), DECIMALS).tolist(),
        "transformers": metadata.version("transformers"),
    }
    path.write_text(json.dumps(facts, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    path.with_name(HASH).write_text(hash_of(path), encoding="utf-8")


def hash_of(path: Path) -> str:
    """Write the hash of the recording as `sha256sum` does."""
    return f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n"


def main() -> None:
    """Record from the model that `make real-model` has fetched."""
    try:
        model = fetch.load_smollm()
    except fetch.ModelError as problem:
        sys.exit(str(problem))
    record(model, meeting.RECORD)


if __name__ == "__main__":
    main()
