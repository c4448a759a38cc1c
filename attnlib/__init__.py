"""The attention mechanism in NumPy: a small library to read.

The modules below hold the mathematics. Each imports only modules listed above it.

- `attnlib.shapes`: checks arguments and explains what is wrong with them
- `attnlib.similarity`: dot products and cosines
- `attnlib.rounding`: numbers of 16 bits
- `attnlib.softmax`: from scores to weights
- `attnlib.masks`: which query may attend to which key
- `attnlib.scaling`: why scores are divided, and what softmax does to gradients
- `attnlib.query_blocks`: attention for a few queries at a time, where there are many scores
- `attnlib.attention`: scaled dot-product attention, step by step
- `attnlib.heads`: several attention heads side by side, written in three ways; and the attention of
  a layer as published models have it, with biases, shared keys and a past
- `attnlib.block`: the rest of a transformer block: layer norm, feed-forward, residual sum; and
  RMSNorm and SwiGLU, which newer models have instead
- `attnlib.positions`: sinusoidal encodings of positions
- `attnlib.relative_positions`: rotary embeddings (RoPE), also for longer texts, and ALiBi
- `attnlib.long_context`: attention block by block, and one new token at a time
- `attnlib.filters`: averages with fixed weights, for comparison
- `attnlib.words`: words as vectors, drawn at random or written by hand
- `attnlib.trace`: the shapes of all steps, as a table
- `attnlib.view`: only the old name of what is in `course` now

`attnprobes` asks any attention questions, and `course` is what the lessons run and draw; importing
`attnlib` loads neither.

Conventions that hold everywhere (docs/CONVENTIONS.md has more):

- `Q`, `K`, `V` and `X` have one query, key, value or token on each row; scores and weights have
  queries on rows and keys on columns.
- `...` in a shape means any batch axes, or none.
- `visible` is True where a query may attend to a key. If it is omitted, every query sees every key.
- Arguments may be arrays or nested lists. float32 input gives float32 output; everything else is
  computed in float64. No function changes its arguments.
- Input other than real numbers raises a TypeError; so does a size that is not a whole number.
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
