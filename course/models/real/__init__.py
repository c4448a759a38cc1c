"""Two published models: their files, the functions that run them, and what was recorded.

all-MiniLM-L6-v2 reads: an encoder of 22.7 million parameters, which the sentence-transformers project
trained, starting from Microsoft's MiniLM. SmolLM2-135M-Instruct writes: a decoder of 134.5 million,
by Hugging Face. Both were published under the Apache License 2.0; NOTICE, beside LICENSE, names the
authors. Everything recorded here was computed from the published weights with the functions of
`attnlib`, so that no lesson needs a download. What this module offers itself is of MiniLM.

- `course.models.real.published`, `course.models.real.fetch`: what is known of the files, and how to get them
- `course.models.real.safetensors`, `course.models.real.gguf`: how to read them
- `course.models.real.wordpieces`, `course.models.real.bytepairs`: how each model cuts text into pieces
- `course.models.real.minilm`, `course.models.real.smollm`: the models
- `course.models.real.recordings`, `course.models.real.smollm_recordings`: what was recorded of them
- `course.models.real.measure`: how MiniLM was measured
- `course.models.real.search`: a search by words and by meaning
- `course.models.real.meeting`: SmolLM2, run by a learner's functions
- `course.models.real.record`, `course.models.real.record_smollm`, `course.models.real.record_meeting`: the commands
  that record
"""

from course.models.real.recordings import (
    NAMED_HEADS,
    Heads,
    KeyBias,
    Pair,
    ScoreTable,
    Silencing,
    Twin,
    head_measures,
    heads,
    key_bias,
    known_sentences,
    known_words,
    nearest,
    score_table,
    sentence_pairs,
    silencing,
    twins,
    word_vectors,
)

__all__ = [
    "NAMED_HEADS",
    "Heads",
    "KeyBias",
    "Pair",
    "ScoreTable",
    "Silencing",
    "Twin",
    "head_measures",
    "heads",
    "key_bias",
    "known_sentences",
    "known_words",
    "nearest",
    "score_table",
    "sentence_pairs",
    "silencing",
    "twins",
    "word_vectors",
]
