"""How the numbers in W_q, W_k and W_v are found: gradients by hand, and small models that learn.

The modules below, lowest first; each imports only modules before it, and the mathematics of `attnlib`.

- `attnlib.learning.gradients`: the way back through attention, written by hand
- `attnlib.learning.autograd`: operations that know their own way back
- `attnlib.learning.training`: Adam, and a loop that keeps what was learned on the way
- `attnlib.learning.layers`: multi-head attention made of such operations
- `attnlib.learning.library`: one attention learns to find books
- `attnlib.learning.induction`: two layers learn what came after this token last time
- `attnlib.learning.grammar`: sentences in which somebody is meant
- `attnlib.learning.language_model`: a small transformer that continues such sentences
- `attnlib.learning.generation`: it writes, one word at a time, with a cache
- `attnlib.learning.trained`: the weights that come with the course

Everything is computed in float64: in float32, two processors may learn different numbers.
"""
