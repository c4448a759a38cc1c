"""Two published models, run with the functions of `attnlib`, and what was recorded of them.

all-MiniLM-L6-v2 reads: an encoder of 22.7 million parameters, by the sentence-transformers project.
SmolLM2-135M-Instruct writes: 134.5 million parameters, by Hugging Face. Both are published under
the Apache License 2.0, and NOTICE, beside LICENSE, names the authors. What lessons show was recorded
from the published weights, so that no lesson needs a download; `make real-model` gets them.

- `attnlib.real.recordings`, `attnlib.real.smollm_recordings`: what was recorded
- `attnlib.real.published`, `attnlib.real.fetch`: which files they are, and how to get them
- `attnlib.real.safetensors`, `gguf`, `wordpieces`, `bytepairs`: how the files and texts are read
- `attnlib.real.minilm`, `attnlib.real.smollm`: the models
- `attnlib.real.meeting`: the second model, run by a learner's own functions
- `attnlib.real.search`: paragraphs found by words and by meaning
- `attnlib.real.measure`, `attnlib.real.broken`: how the first was measured, also with a bug
- `attnlib.real.record`, `record_smollm`, `record_meeting`: the commands that record
"""

from attnlib.real.recordings import (
    NAMED_HEADS,
    BugRow,
    Heads,
    KeyBias,
    Pair,
    ScoreTable,
    Silencing,
    Twin,
    bugs,
    head_measures,
    heads,
    it_and_its_nouns,
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
    "BugRow",
    "Heads",
    "KeyBias",
    "Pair",
    "ScoreTable",
    "Silencing",
    "Twin",
    "bugs",
    "head_measures",
    "heads",
    "it_and_its_nouns",
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
