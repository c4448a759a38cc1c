"""How models learn W_q, W_k and W_v: gradients by hand, small models.

Each of these modules imports only those listed above it, and the mathematics of `attnlib`.

- `attnlib.learning.gradients`: the backward pass of attention, written by hand
- `attnlib.learning.autograd`: operations that know their own gradient
- `attnlib.learning.training`: Adam, and a training loop that keeps checkpoints
- `attnlib.learning.layers`: multi-head attention built from these operations
- `attnlib.learning.library`: a single attention head learns to find books
- `attnlib.learning.induction`: two layers learn what came after this token last time
- `attnlib.learning.language`: what a language model needs of a language
- `attnlib.learning.grammar`: sentences in which a pronoun refers to somebody
- `attnlib.learning.twins`: sentences in which one adjective decides who *it* is
- `attnlib.learning.language_model`: a small transformer that continues such sentences
- `attnlib.learning.generation`: the language model writes, one word at a time, with a cache
- `attnlib.learning.trained`: the weights that come with the course

Everything is computed in float64: in float32, two processors might learn different numbers.
"""
