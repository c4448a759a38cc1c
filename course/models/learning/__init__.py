"""How models learn W_q, W_k and W_v: gradients by hand, small models.

Each of these modules imports only those listed above it, and the mathematics of `attnlib`.

- `course.models.learning.gradients`: the backward pass of attention, written by hand
- `course.models.learning.autograd`: operations that know their own gradient
- `course.models.learning.training`: Adam, and a training loop that keeps checkpoints
- `course.models.learning.layers`: multi-head attention built from these operations
- `course.models.learning.library`: a single attention head learns to find books
- `course.models.learning.induction`: two layers learn what came after this token last time
- `course.models.learning.language`: what a language model needs of a language
- `course.models.learning.grammar`: sentences in which a pronoun refers to somebody
- `course.models.learning.twins`: sentences in which one adjective decides who *it* is
- `course.models.learning.roles`: sentences about two beings, in which no vote of words decides who *it* is
- `course.models.learning.unlike_training`: kinds of sentences that training never shows
- `course.models.learning.language_model`: a small transformer that continues such sentences
- `course.models.learning.generation`: the language model writes, one word at a time, with a cache
- `course.models.learning.longer_texts`: which models still work on texts longer than those of the training
- `course.models.learning.recall`: which word stood so many words back? A state of fixed size, and a head
- `course.models.learning.beginnings`: the training of lesson 10, from ten beginnings
- `course.models.learning.trained`: the weights that come with the course
- `course.models.learning.own_text`: a text of one's own, as numbers
- `course.models.learning.own_model`: a model of one's own, trained on it
- `course.models.learning.own_runs`: four of its trainings on record

Everything is computed in float64: in float32, two processors might learn different numbers.
"""
