"""The language model computes the same with a cache as without."""

import numpy as np
import pytest

from attnlib.softmax import softmax
from attnlib.words import SentenceError
from course.models.learning import generation, grammar, language_model, trained
from course.models.learning.training import as_variables

MODEL, NARROW = trained.cat_sentence(), trained.narrow_cat_sentence()
SENTENCE = [".", "the", "cat", "sat", "on", "the", "mat", "because", "it", "was", "tired", "."]


def test_word_by_word_is_all_at_once():
    at_once, steps = language_model.read(MODEL, SENTENCE), generation.read(MODEL, SENTENCE)
    for place, step in enumerate(steps):
        np.testing.assert_allclose(softmax(step.logits), at_once.chances[place], atol=1e-12)
        seen = at_once.weights[:, :, place, : place + 1]
        np.testing.assert_allclose(step.weights, seen, atol=1e-12)
    assert (step.cache.length, step.cache.numbers) == (12, 2 * 2 * 12 * 32)
    assert step.chance("the") == softmax(step.logits)[grammar.NUMBER["the"]] > 0.99


def test_a_window_is_the_mask_of_a_window():
    parameters, numbers = as_variables(NARROW), grammar.numbers_of(SENTENCE)[None]
    logits, weights = language_model.forward(parameters, numbers, width=6)
    steps = generation.read(NARROW, SENTENCE, width=6)
    np.testing.assert_allclose([step.logits for step in steps], logits.value[0], atol=1e-10)
    assert np.array(weights)[:, 0, :, 11].nonzero()[-1].min() == 6
    everything = language_model.forward(parameters, numbers)[0]
    assert not np.allclose(everything.value, logits.value)


def test_another_value_is_put_at_one_place_of_one_layer():
    ours, other = (
        generation.read(MODEL, [".", "the", being, "sat"])[-1].cache for being in ("cat", "dog")
    )
    before = [array.copy() for array in ours.V]
    swapped = ours.with_value(1, 2, other.V[1][:, 2])
    assert (swapped.K, swapped.length) == (ours.K, ours.length)
    np.testing.assert_array_equal(swapped.V[0], ours.V[0])
    np.testing.assert_array_equal(swapped.V[1][:, 2], other.V[1][:, 2])
    np.testing.assert_array_equal(swapped.V[1][:, [0, 1, 3]], ours.V[1][:, [0, 1, 3]])
    np.testing.assert_array_equal(ours.V, before)
    assert not np.allclose(swapped.V[1][:, 2], ours.V[1][:, 2])


def test_a_window_keeps_the_nearest_words_and_their_positions():
    narrow = list(generation.write(MODEL, SENTENCE[:9], 3, width=4))
    assert all(one.step.weights.shape == (2, 2, 4) for one in narrow)
    whole_cache = list(generation.write(MODEL, SENTENCE[:9], 3))[-1].step.cache
    assert narrow[-1].step.cache.length == whole_cache.length == 11
    # The first layer sees only words and places, which no window changes.
    np.testing.assert_allclose(
        narrow[0].step.cache.K[0], whole_cache.K[0][:, 5:9], atol=1e-12, rtol=0
    )
    wide = generation.write(MODEL, SENTENCE[:9], 3, width=100)
    whole = generation.write(MODEL, SENTENCE[:9], 3)
    assert [one.word for one in wide] == [one.word for one in whole]


def test_because_carries_the_being_to_it():
    ours, other = (
        generation.read(NARROW, [".", "the", being, *SENTENCE[3:8]], 6)[-1].cache
        for being in ("cat", "dog")
    )
    swapped = [ours.with_value(1, place, other.V[1][:, place]) for place in range(1, 6)]
    *others, because = (generation.step(NARROW, "it", cache, 6) for cache in swapped)
    assert because.chance("barked") > 0.4 > 0.01 > because.chance("purred")
    assert all(step.chance("purred") > 0.29 > 0.01 > step.chance("barked") for step in others)


def test_without_the_cat_in_its_window_it_no_longer_purrs():
    def chance(model, width):
        return generation.read(model, SENTENCE[:9], width)[-1].chance("purred")

    assert chance(MODEL, 7) > 0.3 > 10 * chance(MODEL, 6)
    assert chance(NARROW, 6) > 0.3 > 10 * chance(NARROW, 5)  # carried on by "because"


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
