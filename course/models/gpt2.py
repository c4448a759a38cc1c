"""GPT-2 as plain arrays, named as in the capstone, and the logits it computes.

    python -m course.models.gpt2

records what `transformers` computes for a small random model, for readers who have not installed it.

It is tested on small random models of the same architecture, built by `transformers`. Source: `transformers` 5.23,
`GPT2LMHeadModel`; Radford et al. 2019, section 2.3.
"""

from functools import partial
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from attnlib.block import block, feed_forward, layer_norm
from attnlib.heads import layer_attention
from attnlib.masks import causal_visibility
from attnlib.shapes import Floats, as_indices, check_length

Weights = dict[str, Floats]

RECORD = Path(__file__).with_name("gpt2.npz")
SMALL = {"V": 40, "d_model": 32, "num_layers": 2, "n_positions": 16}
NUM_HEADS = 2  # of the small model
TEXT = (7, 0, 31, 7, 12, 39, 3, 3)
PARTS = {  # our name: their name, in each layer
    "norm_1.gain": "ln_1.weight",
    "norm_1.shift": "ln_1.bias",
    "W_o": "attn.c_proj.weight",
    "b_o": "attn.c_proj.bias",
    "norm_2.gain": "ln_2.weight",
    "norm_2.shift": "ln_2.bias",
    "W_1": "mlp.c_fc.weight",
    "b_1": "mlp.c_fc.bias",
    "W_2": "mlp.c_proj.weight",
    "b_2": "mlp.c_proj.bias",
}
ENDS = {
    "embedding": "wte.weight",
    "positions": "wpe.weight",
    "norm.gain": "ln_f.weight",
    "norm.shift": "ln_f.bias",
}


def weights_of(model: Any) -> Weights:
    """Turn the parameters of a `GPT2LMHeadModel` into arrays with the names of the capstone.

    Parameters
    ----------
    model : transformers.GPT2LMHeadModel

    Returns
    -------
    dict of arrays
        "embedding" (V, d_model), "positions" (n, d_model), and for each layer the arrays of the
        capstone, plus the biases b_q, b_k, b_v and b_o of the attention matrices. There is no W_u:
        GPT-2 computes logits with the transposed embedding. Matrices are applied on the right, `X @
        W_q`.
    """
    theirs = {
        name: tensor.detach().numpy() for name, tensor in model.transformer.named_parameters()
    }
    weights = {ours: theirs[name] for ours, name in ENDS.items()}
    for layer in range(model.config.n_layer):
        weights |= {f"{layer}.{ours}": theirs[f"h.{layer}.{name}"] for ours, name in PARTS.items()}
        for kind, name in (("W", "weight"), ("b", "bias")):
            packed = theirs[f"h.{layer}.attn.c_attn.{name}"]
            thirds = np.split(packed, 3, axis=-1)
            weights |= {f"{layer}.{kind}_{x}": one for x, one in zip("qkv", thirds, strict=True)}
    return weights


def model_of(weights: Weights, num_heads: int) -> Any:
    """Build a `GPT2LMHeadModel` that holds these arrays: the inverse of `weights_of`."""
    torch, transformers = import_module("torch"), import_module("transformers")
    (V, d_model), n = weights["embedding"].shape, len(weights["positions"])
    sizes = {"vocab_size": V, "n_embd": d_model, "n_positions": n, "n_head": num_heads}
    sizes |= {"bos_token_id": None, "eos_token_id": None}  # a small vocabulary has none
    config = transformers.GPT2Config(
        **sizes, n_layer=_num_layers(weights), attn_implementation="eager"
    )
    theirs = {name: weights[ours] for ours, name in ENDS.items()}
    for layer in range(config.n_layer):
        theirs |= {f"h.{layer}.{name}": weights[f"{layer}.{ours}"] for ours, name in PARTS.items()}
        for kind, name in (("W", "weight"), ("b", "bias")):
            thirds = [weights[f"{layer}.{kind}_{x}"] for x in "qkv"]
            theirs[f"h.{layer}.attn.c_attn.{name}"] = np.concatenate(thirds, axis=-1)
    model = transformers.GPT2LMHeadModel(config).to(torch.from_numpy(weights["embedding"]).dtype)
    model.transformer.load_state_dict({name: torch.from_numpy(one) for name, one in theirs.items()})
    return model.eval()


def logits(weights: Weights, tokens: ArrayLike, num_heads: int) -> Floats:
    """Predict the next token after each token of a text, as GPT-2 does.

    It differs from the model of the capstone in four ways: positions are learned, the attention
    matrices have biases, the activation is GELU (with tanh), and the embedding also computes the
    logits.

    Parameters
    ----------
    weights : dict of arrays
        As returned by `weights_of`.
    tokens : (..., n) ints
        From 0 to V - 1; n is at most the number of learned positions.
    num_heads : int

    Returns
    -------
    (..., n, V)

    Raises
    ------
    ValueError
        If a token is unknown, the text is too long, or num_heads does not divide d_model.
    TypeError
        If tokens are not whole numbers.

    Examples
    --------
    >>> logits(small_weights(), TEXT, NUM_HEADS).shape
    (8, 40)
    """
    X = weights["embedding"][as_indices(tokens, "tokens", len(weights["embedding"]))]
    n = X.shape[-2]
    check_length(n, len(weights["positions"]))
    X = X + weights["positions"][:n]
    for layer in range(_num_layers(weights)):
        own = {
            name.removeprefix(f"{layer}."): array
            for name, array in weights.items()
            if name.startswith(f"{layer}.")
        }
        X = block(
            X,
            partial(_attend, own, num_heads),
            partial(_feed, own),
            partial(_norm, own, "norm_1"),
            partial(_norm, own, "norm_2"),
        )
    read_out: Floats = _norm(weights, "norm", X) @ weights["embedding"].T
    return read_out


def gelu_tanh(X: Floats) -> Floats:
    """Approximate `block.gelu` by tanh, as GPT-2 does.

    >>> gelu_tanh(np.array([-3.0, 0.0, 3.0])).round(3) + 0.0
    array([-0.004,  0.   ,  2.996])
    """
    scaled: Floats = X * (1 + np.tanh(np.sqrt(2 / np.pi).astype(X.dtype) * (X + 0.044715 * X**3)))
    return scaled / 2


def small_weights(seed: int = 0, dtype: Any = np.float32) -> Weights:
    """Draw a random model of GPT-2's architecture: two layers, two heads, 40 tokens."""
    rng, V, d, n = np.random.default_rng(seed), SMALL["V"], SMALL["d_model"], SMALL["n_positions"]
    shapes: dict[str, tuple[int, ...]] = {"embedding": (V, d), "positions": (n, d)}
    for layer in range(SMALL["num_layers"]):
        own = {f"{kind}_{x}": shape for x in "qkvo" for kind, shape in (("W", (d, d)), ("b", (d,)))}
        own |= {"W_1": (d, 4 * d), "b_1": (4 * d,), "W_2": (4 * d, d), "b_2": (d,)}
        own |= {f"norm_{place}.{part}": (d,) for place in (1, 2) for part in ("gain", "shift")}
        shapes |= {f"{layer}.{name}": shape for name, shape in own.items()}
    shapes |= {"norm.gain": (d,), "norm.shift": (d,)}
    return {name: (rng.normal(size=shape) / 3).astype(dtype) for name, shape in shapes.items()}


def small_logits() -> Floats:
    """Load the recorded logits that `transformers` computed for `small_weights()` and `TEXT`.

    >>> small_logits().shape
    (8, 40)
    """
    with np.load(RECORD) as recorded:
        return np.array(recorded["logits"])


def recorded_version() -> str:
    """Return the version of `transformers` that computed the recorded logits."""
    with np.load(RECORD) as recorded:
        return str(recorded["version"])


def of_transformers(weights: Weights, tokens: ArrayLike, num_heads: int) -> Floats:
    """Compute the same logits as `logits`, but with `transformers`."""
    torch = import_module("torch")
    with torch.no_grad():
        guesses = model_of(weights, num_heads)(torch.tensor(tokens)[None]).logits[0]
    return np.asarray(guesses.numpy())


def _attend(own: Weights, num_heads: int, X: Floats) -> Floats:
    return layer_attention(X, own, num_heads, causal_visibility(X.shape[-2])).output


def _feed(own: Weights, X: Floats) -> Floats:
    W_1, b_1, W_2, b_2 = (own[name] for name in ("W_1", "b_1", "W_2", "b_2"))
    return feed_forward(X, W_1, b_1, W_2, b_2, activation=gelu_tanh)


def _norm(weights: Weights, name: str, X: Floats) -> Floats:
    return layer_norm(X, weights[f"{name}.gain"], weights[f"{name}.shift"])


def _num_layers(weights: Weights) -> int:
    return sum(name.endswith(".W_q") for name in weights)


if __name__ == "__main__":
    logits_of_small = of_transformers(small_weights(), TEXT, NUM_HEADS)
    np.savez(RECORD, logits=logits_of_small, version=np.array(metadata.version("transformers")))
