"""The attention mechanism in NumPy: a small library to be read.

The mathematics lives in the modules below, lowest first; each imports only those before it.

- `attnlib.shapes`: arrays in, worded errors out
- `attnlib.similarity`: dot products and cosines
- `attnlib.softmax`: scores to weights
- `attnlib.masks`: who may attend to whom
- `attnlib.scaling`: why scores are divided, and what softmax does to gradients
- `attnlib.attention`: all of it, step by step
- `attnlib.heads`: several attentions side by side, in three ways
- `attnlib.positions`: waves that tell where a token stands
- `attnlib.filters`: averages with fixed weights, to compare
- `attnlib.words`: words as vectors, drawn at random or made by hand
- `attnlib.probes`: questions to any attention function
- `attnlib.trace`: the shapes of all steps, as a table
- `attnlib.torch_bridge`: the same with PyTorch, which it alone needs

`attnlib.view` draws, `attnlib.practice` checks exercises; importing `attnlib` loads neither.
docs/CONVENTIONS.md says what the axes mean.
"""

from attnlib.attention import AttentionSteps, attention, attention_steps, attention_weights
from attnlib.masks import causal_visibility, masked_softmax
from attnlib.similarity import cosine_scores, dot_scores
from attnlib.softmax import softmax

__all__ = [
    "AttentionSteps",
    "attention",
    "attention_steps",
    "attention_weights",
    "causal_visibility",
    "cosine_scores",
    "dot_scores",
    "masked_softmax",
    "softmax",
]
