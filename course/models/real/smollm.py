"""SmolLM2-135M-Instruct, a published model of 134.5 million parameters, computed with attnlib.

Thirty pre-norm blocks read a text from left to right, and after each word the model says how likely
every other word is to come next. Its parts are RMSNorm, nine heads that share three heads of keys
and values, queries and keys turned by RoPE, SwiGLU, and logits from the transposed embedding. All
numbers are float32. Source: Ben Allal et al. 2025, *SmolLM2*; for the parts, Touvron et al. 2023,
*LLaMA*, section 2.2, and Ainslie et al. 2023, *GQA*, section 2.2.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from attnlib.block import block, rms_norm, swiglu
from attnlib.heads import LayerAttention, layer_attention
from attnlib.masks import window_visibility
from attnlib.relative_positions import rotate
from attnlib.shapes import Floats, as_indices
from attnlib.softmax import softmax
from course.models.real.bytepairs import LETTERS, BytePairs
from course.models.real.gguf import File

BEGIN, END, END_OF_TEXT = MARKS = ("<|im_start|>", "<|im_end|>", "<|endoftext|>")
ENDS = {"embedding": "token_embd", "norm": "output_norm"}  # our name: their name
PARTS = {  # in each layer; their matrices are (out, in)
    "norm_1": "attn_norm",
    "W_q": "attn_q",
    "W_k": "attn_k",
    "W_v": "attn_v",
    "W_o": "attn_output",
    "norm_2": "ffn_norm",
    "W_gate": "ffn_gate",
    "W_up": "ffn_up",
    "W_down": "ffn_down",
}
SMALL = {"d_model": 24, "d_ff": 40, "num_layers": 3, "num_heads": 6, "num_key_heads": 2}

Cache = list[tuple[Floats, Floats]]  # for each layer K and V, (num_key_heads, n, d_head)


class Model(NamedTuple):
    """A model that can write."""

    words: BytePairs
    weights: dict[str, Floats]  # "embedding", "norm", and for each layer "0.W_q" and so on
    num_layers: int
    num_heads: int
    base: float  # of RoPE
    eps: float  # of all norms

    def layer(self, layer: int) -> dict[str, Floats]:
        """Give the arrays of one layer, under the names in `PARTS`."""
        return {name: self.weights[f"{layer}.{name}"] for name in PARTS}


class Reading(NamedTuple):
    """What the model computes while it reads n tokens."""

    hidden: Floats  # (n, d_model): the stream after the last norm
    logits: Floats  # (n, V): for the token after each
    weights: Floats  # (num_layers, num_heads, n, n_k); n_k counts those in the cache too
    cache: Cache  # with the tokens that were read


class Written(NamedTuple):
    """A token that the model wrote."""

    token: int
    chances: Floats  # (V,): from which it was chosen, before the temperature


def model_of(file: File) -> Model:
    """Name the tensors of a GGUF file as the course does; matrices are applied on the right."""
    sizes = {name.removeprefix("llama."): value for name, value in file.values.items()}
    num_layers = sizes["block_count"]
    weights = {ours: file.tensors[f"{theirs}.weight"] for ours, theirs in ENDS.items()}
    for layer in range(num_layers):
        for ours, theirs in PARTS.items():
            array = file.tensors[f"blk.{layer}.{theirs}.weight"]
            weights[f"{layer}.{ours}"] = array.T if ours.startswith("W_") else array
    return Model(
        BytePairs(file.values["tokenizer.ggml.tokens"], file.values["tokenizer.ggml.merges"]),
        weights,
        num_layers,
        num_heads=sizes["attention.head_count"],
        base=sizes["rope.freq_base"],
        eps=sizes["attention.layer_norm_rms_epsilon"],
    )


def read(
    model: Model,
    tokens: ArrayLike,
    cache: Cache | None = None,
    norm: Callable[..., Floats] = rms_norm,
    visible: ArrayLike | None = None,
) -> Reading:
    """Let the model read tokens, and keep what it computes.

    Parameters
    ----------
    model : Model
    tokens : (n,) ints
        As `model.words.encode` makes them.
    cache : Cache, optional
        That of the `Reading` of all tokens before these. Default: there are none.
    norm : callable
        What normalises. `layer_norm` shows what this slip would cost.
    visible : bool (n, n_k), optional
        Default: each token sees itself and all before it.

    Raises
    ------
    ValueError
        If a token is unknown.

    Examples
    --------
    >>> model = small_model()
    >>> first = read(model, model.words.encode("The cat"))
    >>> first.logits.shape, first.weights.shape
    ((7, 259), (3, 6, 7, 7))
    >>> read(model, model.words.encode(" sat"), first.cache).weights.shape
    (3, 6, 4, 11)
    """
    embedding = model.weights["embedding"]
    X = embedding[as_indices(tokens, "tokens", len(embedding))]
    pasts: Sequence[tuple[Floats, Floats] | None] = cache or [None] * model.num_layers
    start = cache[0][0].shape[-2] if cache else 0
    end = start + len(X)
    turn = partial(rotate, positions=np.arange(start, end), base=model.base)
    normalise = partial(norm, eps=model.eps)
    visible = window_visibility(len(X), end) if visible is None else visible
    kept: list[LayerAttention] = []
    for layer, past in enumerate(pasts):
        own = model.layer(layer)
        attend = partial(
            layer_attention,
            own=own,
            num_heads=model.num_heads,
            visible=visible,
            turn=turn,
            past=past,
        )
        X = block(
            X,
            partial(_kept, kept, attend),
            partial(_feed, own),
            partial(normalise, gain=own["norm_1"]),
            partial(normalise, gain=own["norm_2"]),
        )
    hidden = normalise(X, gain=model.weights["norm"])
    weights = np.array([found.steps.weights for found in kept])
    new_cache = [(found.K_heads, found.V_heads) for found in kept]
    return Reading(hidden, hidden @ embedding.T, weights, new_cache)


def write(
    model: Model,
    beginning: str | Sequence[int],
    count: int,
    temperature: float = 0.0,
    rng: np.random.Generator | None = None,
) -> Iterator[Written]:
    """Let the model continue a text, one token at a time, with a cache.

    It stops early where the model ends its answer.

    Parameters
    ----------
    model : Model
    beginning : str, or (n,) ints
        A text, or its tokens.
    count : int
        How many tokens to write at most.
    temperature : float
        0 stands for the likeliest token, always. 1 draws each with its chance.
    rng : numpy.random.Generator, optional
        It draws. Default: a new one with seed 0.

    Raises
    ------
    ValueError
        If the beginning is empty, or temperature is negative.

    Examples
    --------
    >>> model = small_model()
    >>> written = [one.token for one in write(model, "The cat", 5)]
    >>> len(written), len(model.words.decode(written)) > 0
    (5, True)
    """
    tokens = model.words.encode(beginning) if isinstance(beginning, str) else beginning
    if not len(tokens):
        raise ValueError(
            "beginning: the model continues what is there, so at least one word is needed, but it "
            "is empty. Would The do?"
        )
    if not temperature >= 0:
        raise ValueError(
            f"temperature: 0 or more is needed, but it is {temperature}. Is its sign wrong?"
        )
    return _written(model, tokens, count, temperature, rng or np.random.default_rng(0))


def small_file(seed: int = 0) -> File:
    """Draw a GGUF file of the same kind: random tensors of a small model that knows single bytes."""
    rng, (d, d_ff, num_layers, num_heads, num_key_heads) = (
        np.random.default_rng(seed),
        SMALL.values(),
    )
    shared = d // num_heads * num_key_heads
    shapes: dict[str, tuple[int, ...]] = {"norm": (d,), "norm_1": (d,), "norm_2": (d,)}
    shapes |= {"W_q": (d, d), "W_k": (shared, d), "W_v": (shared, d), "W_o": (d, d)}
    shapes |= {"W_gate": (d_ff, d), "W_up": (d_ff, d), "W_down": (d, d_ff)}
    tokens = [*LETTERS, *MARKS]
    shapes["embedding"] = (len(tokens), d)
    named = {f"{theirs}.weight": shapes[ours] for ours, theirs in ENDS.items()}
    for layer in range(num_layers):
        named |= {f"blk.{layer}.{theirs}.weight": shapes[ours] for ours, theirs in PARTS.items()}
    values = {
        "llama.block_count": num_layers,
        "llama.attention.head_count": num_heads,
        "llama.attention.head_count_kv": num_key_heads,
        "llama.attention.layer_norm_rms_epsilon": 1e-5,
        "llama.rope.freq_base": 1e5,
        "tokenizer.ggml.tokens": tokens,
        "tokenizer.ggml.merges": [],
    }
    return File(values, {name: _drawn(rng, shape) for name, shape in named.items()})


def small_model(seed: int = 0) -> Model:
    """Draw a random model of the same architecture: three layers of six heads, and no download."""
    return model_of(small_file(seed))


def _kept(
    kept: list[LayerAttention], attend: Callable[[Floats], LayerAttention], X: Floats
) -> Floats:
    kept.append(attend(X))
    return kept[-1].output


def _feed(own: Mapping[str, Floats], X: Floats) -> Floats:
    return swiglu(X, own["W_gate"], own["W_up"], own["W_down"])


def _written(
    model: Model, tokens: Sequence[int], count: int, temperature: float, rng: np.random.Generator
) -> Iterator[Written]:
    ends = {model.words.ids[mark] for mark in (END, END_OF_TEXT)}
    cache = None
    for _ in range(count):
        reading = read(model, tokens, cache)
        logits, cache = reading.logits[-1].astype(np.float64), reading.cache
        token = int(logits.argmax())
        if temperature:
            token = int(rng.choice(len(logits), p=softmax(logits / temperature)))
        if token in ends:
            return
        yield Written(token, softmax(logits))
        tokens = [token]


def _drawn(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """Draw a gain near 1, or a matrix that keeps the size of what it is applied to."""
    numbers = rng.normal(size=shape)
    drawn = 1 + numbers / 5 if len(shape) == 1 else numbers / shape[-1] ** 0.5
    return drawn.astype(np.float32)
