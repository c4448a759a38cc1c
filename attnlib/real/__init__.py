"""A published model on the course's sentences: recorded facts of all-MiniLM-L6-v2.

The sentence-transformers project trained this encoder of 22.7 million parameters, starting from
Microsoft's MiniLM, and published it under the Apache License 2.0. NOTICE, beside LICENSE, names the
authors. Everything recorded here was computed from the published weights with the functions of
`attnlib`, so that no lesson needs a download.

- `attnlib.real.minilm`: the model
- `attnlib.real.recordings`: what was recorded of it, and what the names below mean
- `attnlib.real.measure`: how it was measured
- `attnlib.real.broken`: the model with one bug at a time, and what is left of it
- `attnlib.real.record`: the command that records it, from the published file alone
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
