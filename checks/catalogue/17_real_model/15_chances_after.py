"""The empty page: read a model as it is published, by its names and its config, up to the next token."""

import numpy as np

from attnlib import softmax
from checks.facts import Facts, near

CONFIG = {
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "rms_norm_eps": 1e-5,
    "rope_theta": 10_000.0,
}

SIZES = {"V": 20, "d_model": 8, "d_ff": 12, "layers": 2, "wide": 16, "narrow": 8}
SIZES |= {"tied": True, "loudness": 1}


def published(rng, V, d_model, d_ff, layers, wide, narrow, tied, loudness):
    """Draw a model under the names of a published file, each matrix of shape (out, in)."""
    shapes = {
        **{"self_attn.q_proj": (wide, d_model), "self_attn.k_proj": (narrow, d_model)},
        **{"self_attn.v_proj": (narrow, d_model), "self_attn.o_proj": (d_model, wide)},
        **{"mlp.gate_proj": (d_ff, d_model), "mlp.up_proj": (d_ff, d_model)},
        "mlp.down_proj": (d_model, d_ff),
    }
    weights = {"model.embed_tokens.weight": loudness * rng.normal(size=(V, d_model))}
    for layer in range(layers):
        for name, shape in shapes.items():
            drawn = 1.5 * rng.normal(size=shape) / np.sqrt(shape[1])
            weights[f"model.layers.{layer}.{name}.weight"] = drawn
        for name in ("input_layernorm", "post_attention_layernorm"):
            weights[f"model.layers.{layer}.{name}.weight"] = rng.uniform(0.5, 2, size=d_model)
    weights["model.norm.weight"] = rng.uniform(0.5, 2, size=d_model)
    return weights if tied else weights | {"lm_head.weight": rng.normal(size=(V, d_model))}


def text(rng, n, weights):
    return rng.integers(len(weights["model.embed_tokens.weight"]), size=n)


def turned(heads, theta):
    """Turn heads (h, n, d_head), whose pairs of columns are half a row apart."""
    n, d_head = heads.shape[1:]
    angles = np.arange(n)[:, None] * theta ** -(np.arange(0, d_head, 2) / d_head)
    first, second = np.split(heads, 2, axis=-1)
    pairs = (first + 1j * second) * np.exp(1j * angles)
    return np.concatenate([pairs.real, pairs.imag], axis=-1)


def chances_after(weights: published, config, tokens: text):
    num_heads, h_kv, eps, theta = (config[name] for name in CONFIG)

    def norm(rows, name):
        root = np.sqrt((rows**2).mean(axis=-1, keepdims=True) + eps)
        return rows / root * weights[f"{name}.weight"]

    def project(rows, name):
        return rows @ weights[f"{name}.weight"].T

    def heads(rows, name, count):
        return project(rows, name).reshape(len(rows), count, -1).swapaxes(0, 1)

    X = weights["model.embed_tokens.weight"][tokens]
    visible = np.tri(len(tokens), dtype=bool)
    for layer in range(sum("q_proj" in name for name in weights)):
        here = f"model.layers.{layer}"
        N = norm(X, f"{here}.input_layernorm")
        Q = turned(heads(N, f"{here}.self_attn.q_proj", num_heads), theta)
        K = turned(heads(N, f"{here}.self_attn.k_proj", h_kv), theta)
        V = heads(N, f"{here}.self_attn.v_proj", h_kv)
        K, V = (np.repeat(shared, num_heads // h_kv, axis=0) for shared in (K, V))
        scaled = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
        fetched = softmax(np.where(visible, scaled, -np.inf)) @ V
        merged = fetched.swapaxes(0, 1).reshape(len(tokens), -1)
        X = X + project(merged, f"{here}.self_attn.o_proj")
        N = norm(X, f"{here}.post_attention_layernorm")
        gate = project(N, f"{here}.mlp.gate_proj")
        hidden = gate / (1 + np.exp(-gate)) * project(N, f"{here}.mlp.up_proj")
        X = X + project(hidden, f"{here}.mlp.down_proj")
    tied = "lm_head.weight" not in weights
    last = norm(X[-1:], "model.norm")
    chances = softmax(project(last, "model.embed_tokens" if tied else "lm_head"))[0]
    return chances


def model(n, config=CONFIG, **sizes):
    return {**SIZES, "n": n, "config": {**CONFIG, **config}, **sizes}


TASK = Facts(
    practises=("run a published language model",),
    valid=lambda *arguments: False,  # a model is too large to be shown
    asks="Which part of the model can you compare by itself with what you wrote for `llama_logits`?",
    cases={
        "9 tokens and 2 layers": model(9),
        "a single token": model(1),
        "6 tokens and a read-out of its own": model(6, tied=False),
        "30 tokens and another rope_theta": model(30, {"rope_theta": 500.0}),
        "5 quiet tokens and a large rms_norm_eps": model(5, {"rms_norm_eps": 0.02}, loudness=0.1),
        "12 tokens and 12 layers": model(12, layers=12),
        "7 tokens and a single head of keys": model(7, {"num_key_value_heads": 1}, narrow=4),
        "8 tokens, 6 heads and 6 heads of keys": model(
            8, {"num_attention_heads": 6, "num_key_value_heads": 6}, wide=24, narrow=24
        ),
        "100 tokens and a single layer": model(100, layers=1),
    },
    holds={
        "V chances, which add up to 1.": lambda weights, result: (
            np.shape(result) == (len(weights["model.embed_tokens.weight"]),)
            and near(np.sum(result), 1)
        ),
    },
)
