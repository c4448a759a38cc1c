"""The language model with a cache says what it says without."""

import numpy as np
import pytest

from attnlib.learning import generation, grammar, language_model, trained
from attnlib.softmax import softmax
from attnlib.words import SentenceError

MODEL = trained.cat_sentence()
SENTENCE = [".", "the", "cat", "sat", "on", "the", "mat", "because", "it", "was", "tired", "."]


def test_word_by_word_is_all_at_once():
    read, cache = language_model.read(MODEL, SENTENCE), None
    for place, word in enumerate(SENTENCE):
        step = generation.step(MODEL, word, cache)
        cache = step.cache
        np.testing.assert_allclose(softmax(step.logits), read.chances[place], atol=1e-12)
        np.testing.assert_allclose(step.weights, read.weights[:, :, place, : place + 1], atol=1e-12)
    assert (cache.length, cache.numbers) == (12, 2 * 2 * 12 * 32)


def test_a_window_keeps_the_nearest_words_and_their_positions():
    narrow = list(generation.write(MODEL, SENTENCE[:9], 3, width=4))
    assert all(one.step.weights.shape == (2, 2, 4) for one in narrow)
    whole_cache = list(generation.write(MODEL, SENTENCE[:9], 3))[-1].step.cache
    assert narrow[-1].step.cache.length == whole_cache.length == 11
    # The first layer sees words and places alone, which no window changes.
    np.testing.assert_allclose(
        narrow[0].step.cache.K[0], whole_cache.K[0][:, 5:9], atol=1e-12, rtol=0
    )
    wide = generation.write(MODEL, SENTENCE[:9], 3, width=100)
    whole = generation.write(MODEL, SENTENCE[:9], 3)
    assert [one.word for one in wide] == [one.word for one in whole]


def test_without_the_cat_in_its_window_it_no_longer_purrs():
    def chance(width):
        logits = next(generation.write(MODEL, SENTENCE[:9], 1, width=width)).step.logits
        return softmax(logits)[grammar.NUMBER["purred"]]

    assert chance(None) > 10 * chance(3)


def test_words_are_drawn_with_their_chances():
    def text(seed):
        rng = np.random.default_rng(seed)
        return [one.word for one in generation.write(MODEL, ["."], 12, rng)]

    assert text(0) == text(0) != text(1)
    assert {text(seed)[0] for seed in range(10)} == {"the"}  # no sentence begins otherwise


def test_what_cannot_be_continued_is_explained():
    with pytest.raises(ValueError, match="a full stop"):
        list(generation.write(MODEL, [], 1))
    with pytest.raises(SentenceError, match="does not know unicorn"):
        list(generation.write(MODEL, ["unicorn"], 1))
