"""Language models of `transformers`, built tiny and at random."""

from typing import Any

import torch
import transformers
from transformers import AutoConfig
from transformers.models.auto import modeling_auto
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

LARGEST = 30_000_000
"""A model with more parameters is not tiny."""
KINDS = {
    "causal": modeling_auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES,
    "masked": modeling_auto.MODEL_FOR_MASKED_LM_MAPPING_NAMES,
}
NUMBERS = (
    ({"hidden_size", "d_model", "n_embd", "dim", "emb_dim", "word_embed_proj_dim"}, 32),
    ({"embedding_size", "input_embedding_size", "output_embedding_size", "d_embed"}, 32),
    ({"d_latents", "hidden_size_global"}, 32),
    ({"num_hidden_layers", "n_layer", "n_layers", "num_layers", "encoder_layers", "depth"}, 2),
    ({"decoder_layers", "num_encoder_layers", "num_decoder_layers"}, 2),
    ({"num_attention_heads", "n_head", "n_heads", "num_heads"}, 4),
    ({"encoder_attention_heads", "decoder_attention_heads"}, 4),
    ({"num_encoder_attention_heads", "num_decoder_attention_heads"}, 4),
    ({"num_key_value_heads", "num_kv_heads", "linear_num_key_heads"}, 2),
    ({"linear_num_value_heads", "mamba_n_heads", "mamba_num_heads"}, 4),
    ({"head_dim", "d_kv", "attention_head_dim", "v_head_dim", "kv_channels", "d_head"}, 8),
    ({"qk_nope_head_dim", "qk_rope_head_dim", "linear_key_head_dim", "linear_value_head_dim"}, 8),
    ({"attention_head_size"}, 8),
    ({"intermediate_size", "ffn_dim", "encoder_ffn_dim", "decoder_ffn_dim", "n_inner", "d_ff"}, 64),
    ({"ffn_hidden_size", "d_inner", "hidden_dim", "shared_expert_intermediate_size"}, 64),
    ({"feed_forward_size"}, 64),
    ({"moe_intermediate_size", "intermediate_size_mlp", "expert_ffn_hidden_size"}, 32),
    ({"q_lora_rank", "kv_lora_rank"}, 16),
    ({"num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts"}, 4),
    ({"num_experts_per_tok", "moe_topk", "n_group", "topk_group", "n_shared_experts"}, 1),
    ({"vocab_size", "vocab_size_per_layer_input", "entity_vocab_size"}, 99),
    ({"encoder_hash_byte_group_vocab"}, 99),
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
    "cohere_compass_text": {
        "rope_parameters": {"full_attention": {"rope_type": "default", "rope_theta": 10000.0}}
    },
    "dbrx": {"attn_config": {"clip_qkv": 8.0, "kv_n_heads": 2, "rope_theta": 10000.0}},
    "esmc": {"num_key_value_heads": 4},
    "gemma3n_text": {
        "num_hidden_layers": 4,
        "num_kv_shared_layers": 2,
        "layer_types": ["sliding_attention", "full_attention"] * 2,
    },
    "gpt_neo": {"attention_types": [[["global", "local"], 1]]},
    "granitemoehybrid": {"layer_types": ["mamba", "attention"]},
    "kimi_linear": {"layer_types": ["linear_attention", "full_attention"]},
    "lfm2_moe": {"layer_types": ["conv", "full_attention"]},
    "longcat_flash": {"moe_topk": 2, "zero_expert_num": 2},
    "mamba2": {"num_heads": 8, "n_groups": 1},
    "moshi": {"audio_vocab_size": 99},
    "musicgen_decoder": {"num_codebooks": 1},
    "musicgen_melody_decoder": {"num_codebooks": 1},
    "nemotron_h": {"n_groups": 1},
    "neomme": {"head_dim": 16},
    "prophetnet": {"pad_token_id": 0},
    "qwen3_5_text": {"num_hidden_layers": 4},
    "qwen3_5_moe_text": {"num_hidden_layers": 4},
    "qwen3_next": {"num_hidden_layers": 4},
    "qwen4_exp_text": {
        "num_hidden_layers": 4,
        "indexer_n_heads": 2,
        "indexer_kv_heads": 1,
        "indexer_head_dim": 8,
        "indexer_budget": 8,
        "indexer_compress_ratio": 2,
    },
    "recurrent_gemma": {"num_hidden_layers": 3},
    "reformer": {
        "attn_layers": ["local", "lsh"],
        "axial_pos_shape": [8, 8],
        "axial_pos_embds_dim": [8, 24],
        "local_attn_chunk_length": 4,
        "lsh_attn_chunk_length": 4,
        "num_buckets": 2,
        "hash_seed": 0,
    },
    "xlstm": {"hidden_size": 128},
    "xmod": {"default_language": "en_XX"},
    "zamba": {"num_hidden_layers": 5},
    "zamba2": {
        "num_hidden_layers": 4,
        "layers_block_type": ["linear_attention", "hybrid"] * 2,
    },
}
"""What some models need besides, so that their parts fit together, or all occur."""


def tiny(config_class: Any, **given: Any) -> Any:
    """Make a tiny configuration: of all settings that are in `TINY`, the small number.

    Parts of it, such as that for the text in a model that reads pictures, too, become tiny as well.
    """
    known = {name for base in config_class.__mro__ for name in getattr(base, "__annotations__", {})}
    settings = given | {name: TINY[name] for name in known & set(TINY)}
    for name, part in config_class.sub_configs_defaults.items():
        if not part.optional:
            settings[name] = tiny(_class(part), **(part.init_kwargs or {}))
    if "attn_layer_indices" in known:
        settings["attn_layer_indices"] = [1]
    if "qk_rope_head_dim" in settings:
        settings["num_key_value_heads"] = 4
    return config_class(**settings | OWN.get(config_class.model_type, {}))


def build(kind: str, model_type: str) -> Any:
    """Build a model with random weights of a size at which no part of it is negligible.

    Raises
    ------
    ValueError
        If it does not become tiny.
    """
    model_class = getattr(transformers, KINDS[kind][model_type])
    config = tiny(model_class.config_class)
    text = config.get_text_config(decoder=True)
    for name in ("is_decoder", "causal"):
        if hasattr(text, name):
            setattr(config, name, kind == "causal")
            setattr(text, name, kind == "causal")
    with torch.device("meta"):
        size = sum(one.numel() for one in model_class(config).parameters())
    if size > LARGEST:
        raise ValueError(f"{size / 1e6:.0f} million parameters with the tiny configuration")
    torch.manual_seed(0)
    model = model_class(config).float().eval()
    awaken(model)
    return model


def awaken(model: Any) -> None:
    """Give matrices the size 1 / sqrt(d) and biases a tenth: fresh ones leave attention idle."""
    with torch.no_grad():
        for one in model.parameters():
            if one.ndim >= 2 and one.numel() > 1 and 0 < float(one.std()) < one.shape[-1] ** -0.5:
                one *= one.shape[-1] ** -0.5 / one.std()
            elif one.ndim == 1 and not one.any():
                one += 0.1 * torch.randn_like(one)


def _class(part: Any) -> Any:
    return CONFIG_MAPPING[part.model_type] if part.config_class is AutoConfig else part.config_class
