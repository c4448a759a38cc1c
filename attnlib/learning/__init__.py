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
- `attnlib.learning.roles`: sentences about two beings, in which no vote of words decides who *it* is
- `attnlib.learning.unlike_training`: kinds of sentences that training never shows
- `attnlib.learning.language_model`: a small transformer that continues such sentences
- `attnlib.learning.generation`: the language model writes, one word at a time, with a cache
- `attnlib.learning.longer_texts`: which models still work on texts longer than those of the training
- `attnlib.learning.descents`: the language model with Adam, and with plain gradient descent
- `attnlib.learning.trained`: the weights that come with the course
- `attnlib.learning.own_text`: a text of one's own, as numbers
- `attnlib.learning.own_model`: a model of one's own, trained on it
- `attnlib.learning.own_runs`: four of its trainings on record

Everything is computed in float64: in float32, two processors might learn different numbers.
"""
