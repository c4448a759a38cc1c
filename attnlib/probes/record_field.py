"""Examine every causal and masked language model of `transformers`, built tiny and at random.

    python -m attnlib.probes.record_field            # those that are not recorded yet
    python -m attnlib.probes.record_field gpt2 bert  # these alone, and again

Each model is built and examined in a process of its own, with a limit of time. What becomes of it
is stored in field.json; `attnlib.probes.recordings` reads that file without `transformers`.
"""

import json
import multiprocessing
import sys
import time
import warnings
from importlib import import_module
from typing import Any

import torch
import transformers
from transformers.models.auto import modeling_auto
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

from attnlib.probes.examination import examine
from attnlib.probes.language_models import LanguageModel
from attnlib.probes.recordings import PATH, Entry

SECONDS = 120
"""The limit of time for one model."""
LARGEST = 30_000_000
"""A model with more parameters is not tiny."""
KINDS = {
    "causal": modeling_auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES,
    "masked": modeling_auto.MODEL_FOR_MASKED_LM_MAPPING_NAMES,
}
NUMBERS = (
    ({"hidden_size", "d_model", "n_embd", "dim", "emb_dim", "word_embed_proj_dim"}, 32),
    ({"embedding_size", "input_embedding_size", "output_embedding_size", "d_embed"}, 32),
    ({"num_hidden_layers", "n_layer", "n_layers", "num_layers", "encoder_layers"}, 2),
    ({"decoder_layers", "num_encoder_layers", "num_decoder_layers"}, 2),
    ({"num_attention_heads", "n_head", "n_heads", "num_heads"}, 4),
    ({"encoder_attention_heads", "decoder_attention_heads"}, 4),
    ({"num_encoder_attention_heads", "num_decoder_attention_heads"}, 4),
    ({"num_key_value_heads", "num_kv_heads", "linear_num_key_heads"}, 2),
    ({"linear_num_value_heads", "mamba_n_heads", "mamba_num_heads"}, 4),
    ({"head_dim", "d_kv", "attention_head_dim", "v_head_dim", "kv_channels", "d_head"}, 8),
    ({"qk_nope_head_dim", "qk_rope_head_dim", "linear_key_head_dim", "linear_value_head_dim"}, 8),
    ({"intermediate_size", "ffn_dim", "encoder_ffn_dim", "decoder_ffn_dim", "n_inner", "d_ff"}, 64),
    ({"ffn_hidden_size", "d_inner", "hidden_dim", "shared_expert_intermediate_size"}, 64),
    ({"moe_intermediate_size", "intermediate_size_mlp", "expert_ffn_hidden_size"}, 32),
    ({"q_lora_rank", "kv_lora_rank"}, 16),
    ({"num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts"}, 4),
    ({"num_experts_per_tok", "moe_topk", "n_group", "topk_group", "n_shared_experts"}, 1),
    ({"vocab_size", "vocab_size_per_layer_input"}, 99),
    ({"max_position_embeddings", "n_positions", "max_seq_len"}, 64),
    ({"sliding_window", "attention_window_size", "window_size"}, 4),
    ({"hidden_size_per_layer_input"}, 8),
    ({"rotary_dim", "moe_k", "attn_layer_period", "full_attention_interval"}, 2),
    ({"attn_layer_offset", "layer_group_size", "expert_layer_offset"}, 1),
    ({"state_size", "mamba_d_state", "ssm_state_size"}, 8),
    ({"pad_token_id", "pad_index"}, 1),
    ({"bos_token_id", "cls_token_id", "decoder_start_token_id"}, 2),
    ({"eos_token_id", "sep_token_id"}, 3),
)
"""What makes a configuration tiny, by the names that configurations have for it."""
TINY = {name: number for names, number in NUMBERS for name in names}
OWN: dict[str, dict[str, Any]] = {
    "gpt_neo": {"attention_types": [[["global", "local"], 1]]},
    "granitemoehybrid": {"layer_types": ["mamba", "attention"]},
    "kimi_linear": {"num_hidden_layers": 4},
    "qwen3_5_text": {"num_hidden_layers": 4},
    "qwen3_5_moe_text": {"num_hidden_layers": 4},
    "qwen3_next": {"num_hidden_layers": 4},
    "qwen4_exp_text": {"num_hidden_layers": 4},
    "recurrent_gemma": {"num_hidden_layers": 3},
    "xlm": {"causal": True},
    "mamba2": {"num_heads": 8, "n_groups": 1},
}
"""What some models need besides, so that their parts fit together, or all occur."""


def tiny(config_class: Any) -> Any:
    """Make a tiny configuration: of all settings that are in `TINY`, the small number."""
    known = set(getattr(config_class, "__annotations__", {}))
    for base in config_class.__mro__:
        known |= set(getattr(base, "__annotations__", {}))
    parts = getattr(config_class, "sub_configs", {})
    settings: dict[str, Any] = {name: TINY[name] for name in known & set(TINY)}
    for name, part in parts.items():
        if name in known and hasattr(part, "__mro__") and part.__name__ != "AutoConfig":
            settings[name] = tiny(part).to_dict()
    if "attn_layer_indices" in known:
        settings["attn_layer_indices"] = [1]
    if "qk_rope_head_dim" in settings:
        settings["num_key_value_heads"] = 4
    settings |= OWN.get(getattr(config_class, "model_type", ""), {})
    return config_class(**settings)


def build(kind: str, model_type: str) -> Any:
    """Build a model with random weights of a size at which no part of it is negligible."""
    config = tiny(CONFIG_MAPPING[model_type])
    text = config.get_text_config()
    if kind == "causal" and hasattr(text, "is_decoder"):
        config.is_decoder = text.is_decoder = True
    model_class = getattr(transformers, KINDS[kind][model_type])
    with torch.device("meta"):
        size = sum(one.numel() for one in model_class(config).parameters())
    if size > LARGEST:
        raise ValueError(f"{size / 1e6:.0f} million parameters with the tiny configuration")
    torch.manual_seed(0)
    model = model_class(config).float().eval()
    _awaken(model)
    return model


def _awaken(model: Any) -> None:
    """Give matrices the size 1 / sqrt(d) and biases a tenth: fresh ones leave attention idle."""
    with torch.no_grad():
        for one in model.parameters():
            if one.ndim >= 2 and one.numel() > 1 and 0 < float(one.std()) < one.shape[-1] ** -0.5:
                one *= one.shape[-1] ** -0.5 / one.std()
            elif one.ndim == 1 and not one.any():
                one += 0.1 * torch.randn_like(one)


def _examine(kind: str, model_type: str, queue: Any) -> None:
    warnings.simplefilter("ignore")
    transformers.logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    torch.set_num_threads(1)
    try:
        model = build(kind, model_type)
    except BaseException as failed:
        queue.put(("not probed", f"not built: {type(failed).__name__}: {_first(failed)}", {}, {}))
        return
    try:
        report = examine(LanguageModel(model, causal=kind == "causal"))
    except BaseException as failed:
        queue.put(("not probed", _first(failed), {}, {}))
        return
    found = {name: f"{one.sentence} {one.remark}".strip() for name, one in report.found.items()}
    left = {one.probe: one.sentence for one in report.answers if one.status == "not asked"}
    queue.put(("found" if found else "clean", report.note, found, left))


def _first(failed: BaseException) -> str:
    return str(failed).strip().partition("\n")[0][:200]


def probed(kind: str, model_type: str) -> Entry:
    """Examine one model in a process of its own."""
    name = KINDS[kind][model_type]
    if kind == "masked" and name.endswith("ForConditionalGeneration"):
        why = "it reads a text and writes another: its decoder is examined as a causal model"
        return Entry(kind, model_type, name, "not probed", why, {}, {})
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=_examine, args=(kind, model_type, queue))
    process.start()
    try:
        status, note, found, left = queue.get(timeout=SECONDS)
    except Exception:
        status, note, found, left = "not probed", f"longer than {SECONDS} s, or it crashed", {}, {}
    process.join(1)
    if process.is_alive():
        process.kill()
    return Entry(kind, model_type, name, status, note, found, left)


def main(chosen: list[str]) -> None:
    """Examine what is not recorded yet, or what is chosen, and store it after each model."""
    stored = json.loads(PATH.read_text()) if PATH.exists() else []
    entries = {(row[0], row[1]): Entry(*row) for row in stored}
    for kind, names in KINDS.items():
        for model_type in names:
            if (model_type in chosen) if chosen else ((kind, model_type) not in entries):
                began = time.perf_counter()
                entries[kind, model_type] = entry = probed(kind, model_type)
                rows = sorted(entries.values(), key=lambda one: one[:2])
                PATH.write_text(json.dumps(rows, indent=1) + "\n")
                took = time.perf_counter() - began
                print(f"{took:5.1f} s {kind} {model_type}: {entry.status}", *entry.found)


if __name__ == "__main__":
    import_module("torch._dynamo")  # otherwise each process would import it
    main(sys.argv[1:])
