"""Words as vectors: the same on every machine; patterns do what their tables say."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlib import attention_weights
from attnlib.words import (
    FEATURES,
    KNOWN_WORDS,
    LABELS,
    PATTERNS,
    SentenceError,
    feature_vectors,
    pattern,
    random_vectors,
    tokens_of,
)


def weights_of(name: str, text: str) -> Any:
    X = feature_vectors(tokens_of(text))
    W_q, W_k = pattern(name)
    return attention_weights(X @ W_q, X @ W_k)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("  The cat\tsat\n on-mat ", ["The", "cat", "sat", "on-mat"]),
        ("The cat, the dog: mat?!", ["The", "cat", "the", "dog", "mat"]),
        ("cat,dog...mat/(red)\u2014'king'", ["cat", "dog", "mat", "red", "king"]),
        ("it\u2019s half\u2010red --", ["it\u2019s", "half\u2010red"]),
        ("\u201cIt was\u2026\u201d (she said) \u2013 no.", ["It", "was", "she", "said", "no"]),
        (
            "it's d_k \u0939\u093f\u0928\u094d\u0926\u0940\u0964",
            ["it's", "d_k", "\u0939\u093f\u0928\u094d\u0926\u0940"],
        ),
    ],
)
def test_tokens_are_words_without_the_punctuation_between_them(
    text: str, tokens: list[str]
) -> None:
    assert tokens_of(text) == tokens


def test_a_typed_sentence_needs_no_care_for_case_and_punctuation() -> None:
    typed, plain = "The cat, it SAT.", "the cat it sat"
    np.testing.assert_array_equal(*(feature_vectors(tokens_of(text)) for text in (typed, plain)))


def test_the_vector_of_a_word_is_fixed_for_good() -> None:
    np.testing.assert_allclose(
        random_vectors(["cat"], 4), [[-0.4508597, 0.8238171, 0.0261879, -0.8097626]], atol=1e-7
    )
    assert (random_vectors(["cat"], 4) != random_vectors(["cat"], 4, seed=1)).all()


def test_random_vectors_do_not_change_from_run_to_run() -> None:
    code = (
        "from attnlib.words import random_vectors; print(random_vectors(['cat', 'é'], 3).tolist())"
    )
    command = [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}; {code}"]
    runs = [
        subprocess.run(command, capture_output=True, text=True, check=True, env=env).stdout
        for env in ({"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2"})
    ]
    assert runs[0] == runs[1] == f"{random_vectors(['cat', 'é'], 3).tolist()}\n"


@given(words=st.lists(st.text("abcé", min_size=1), max_size=6), d=st.integers(1, 9))
def test_a_word_has_its_vector_whatever_stands_beside_it(words: list[str], d: int) -> None:
    vectors = random_vectors(words, d)
    assert vectors.shape == (len(words), d)
    for word, vector in zip(words, vectors, strict=True):
        np.testing.assert_array_equal(vector, random_vectors([word], 12)[0, :d])


def test_case_and_the_spelling_of_accents_play_no_part() -> None:
    vectors = random_vectors(["The", "the", "caf\u00e9", "cafe\u0301"], 4)
    np.testing.assert_array_equal(vectors[0], vectors[1])
    np.testing.assert_array_equal(vectors[2], vectors[3])
    np.testing.assert_array_equal(feature_vectors(["CAT"]), feature_vectors(["cat"]))


def test_random_vectors_are_standard_normal_and_independent() -> None:
    vectors = random_vectors([f"word{i}" for i in range(2000)], 8)
    assert abs(vectors.mean()) < 0.03
    assert abs(vectors.var() - 1) < 0.05
    assert np.abs(np.corrcoef(vectors.T) - np.eye(8)).max() < 0.1
    assert np.abs(np.corrcoef(vectors[:50]) - np.eye(50)).mean() < 0.5


def test_features_say_what_a_word_is() -> None:
    vectors = dict(zip(KNOWN_WORDS, (feature_vectors([w])[0] for w in KNOWN_WORDS), strict=True))
    named = {
        word: {f: v for f, v in zip(FEATURES[:-2], vectors[word], strict=False) if v}
        for word in ("the", "queen", "small", "green", "tired", "soft", "old", "it", "children")
    }
    assert named == {
        "the": {},
        "queen": {"being": 1, "feminine": 1},
        "small": {"describes": 1, "size": -1},
        "green": {"describes": 1, "colour": 1},
        "tired": {"describes": 1, "fits beings": 1},
        "soft": {"describes": 1, "fits things": 1},
        "old": {"describes": 1},
        "it": {"stands for": 1, "masculine": -1, "feminine": -1, "plural": -1},
        "children": {"being": 1, "plural": 1},
    }
    assert len(KNOWN_WORDS) >= 40


def test_positions_get_less_alike_the_further_apart_they_are() -> None:
    hands = feature_vectors(["the"] * 32)[:, -2:]
    likeness = hands @ hands[0]
    assert (np.diff(likeness) < 0).all()
    np.testing.assert_allclose(np.linalg.norm(hands, axis=1), 1)
    np.testing.assert_allclose(
        hands @ hands[5], np.cos(np.pi / 32 * (np.arange(32) - 5)), atol=1e-12
    )


def test_a_noun_attends_to_the_adjectives_in_front_of_it() -> None:
    text = "a fluffy blue creature roamed the verdant forest"
    weights, words = weights_of("adjective-noun", text), tokens_of(text)
    creature, forest = words.index("creature"), words.index("forest")
    assert weights[creature, [1, 2]].sum() > 0.9
    assert weights[forest, words.index("verdant")] > 0.8
    assert weights[creature, words.index("verdant")] < 0.05


@pytest.mark.parametrize(
    ("text", "pronoun", "meant"),
    [
        ("The cat sat on the mat because it was tired", "it", "cat"),
        ("the king saw the queen because she was old", "she", "queen"),
        ("the king saw the queen because he was old", "he", "king"),
        ("the man saw the dog because it ran", "it", "dog"),
        ("the children saw the cat because they ran", "they", "children"),
    ],
)
def test_a_pronoun_attends_to_what_it_may_stand_for(text: str, pronoun: str, meant: str) -> None:
    words = tokens_of(text)
    row = weights_of("coreference", text)[words.index(pronoun)]
    assert row.argmax() == words.index(meant)
    assert row.max() > 0.75


@pytest.mark.parametrize("reason", ["tired", "soft", "old"])
def test_one_head_finds_the_cat_whatever_was_said_of_it(reason: str) -> None:
    text = f"the cat sat on the mat because it was {reason}"
    np.testing.assert_allclose(weights_of("coreference", text)[7, [1, 5]], [0.79, 0.11], atol=0.01)
    np.testing.assert_allclose(weights_of("candidates", text)[7, [1, 5]], 0.47, atol=0.01)
    fetched = weights_of("reason", text)[7, 9]
    assert fetched == pytest.approx(0.1 if reason == "old" else 0.86, abs=0.01)


def test_the_next_reason_is_the_one_after_the_pronoun() -> None:
    text = "the soft cat sat on the mat because it was tired"
    np.testing.assert_allclose(weights_of("reason", text)[8, [1, 10]], 0.46, atol=0.01)
    assert weights_of("next reason", text)[8, 10] > 0.9


def test_patterns_of_pronouns_have_the_same_keys() -> None:
    (first, *others) = (pattern(name)[1] for name in ("coreference", "candidates", "reason"))
    assert first.shape == (len(FEATURES), len(LABELS))
    for W_k in others:
        np.testing.assert_array_equal(first, W_k)


def test_words_without_an_errand_attend_to_all_alike() -> None:
    weights = weights_of("coreference", "The cat sat on the mat because it was tired")
    np.testing.assert_allclose(weights[0], 0.1)


def test_local_is_a_bell_around_each_word_whatever_the_words() -> None:
    weights = weights_of("local", "the big red ball and the small green tree was old")
    distances = np.arange(11) - np.arange(11)[:, None]
    bell = np.exp(-(distances**2) / 2)
    np.testing.assert_allclose(weights, bell / bell.sum(axis=1, keepdims=True), atol=0.01)
    np.testing.assert_array_equal(weights, weights_of("local", "the " * 11))


@pytest.mark.parametrize(("name", "d_k"), list(zip(PATTERNS, (3, 9, 9, 9, 11, 2), strict=True)))
def test_patterns_are_matrices_of_one_shape_and_ones_own(name: str, d_k: int) -> None:
    for W in pattern(name):
        assert W.shape == (len(FEATURES), d_k)
        W += 1
    assert pattern(name)[1].sum() == d_k  # each column picks one feature


@pytest.mark.parametrize("text", ["", "  \n", "... !"])
def test_a_text_without_words_is_refused(text: str) -> None:
    with pytest.raises(SentenceError, match=r"no word in this sentence yet\. Type at least one"):
        tokens_of(text)


def test_a_list_of_words_is_no_text() -> None:
    with pytest.raises(TypeError, match=r"a string is needed, but it is a list.*cut into tokens"):
        tokens_of(["The", "cat"])  # type: ignore[arg-type]


@pytest.mark.parametrize("vectors_of", [lambda words: random_vectors(words, 4), feature_vectors])
@pytest.mark.parametrize(("words", "found"), [("cat", "the text 'cat'"), (["cat", 3], "holds 3")])
def test_a_text_is_no_list_of_words(vectors_of: Any, words: Any, found: str) -> None:
    with pytest.raises(TypeError, match=rf"{found}.*try tokens_of\(text\)"):
        vectors_of(words)


def test_unknown_words_are_refused_with_a_way_on() -> None:
    """People who type a sentence need to know which words work, not names of functions."""
    with pytest.raises(SentenceError) as raised:
        feature_vectors(["The", "dragon", "wyvern", "dragon"])
    known = ", ".join(KNOWN_WORDS)
    assert str(raised.value) == (
        f"Nobody has written numbers for dragon, wyvern yet. These words have some: {known}."
    )


def test_a_sentence_longer_than_half_the_clock_is_refused() -> None:
    with pytest.raises(SentenceError, match="room for 32 words, but there are 33"):
        feature_vectors(["the"] * 33)


def test_an_unknown_pattern_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'adjective-noun', 'coreference', .*'grammar'"):
        pattern("grammar")


def test_sizes_and_seeds_are_whole_numbers() -> None:
    with pytest.raises(ValueError, match="d: at least 1 is needed, but it is 0"):
        random_vectors(["cat"], 0)
    with pytest.raises(TypeError, match=r"d: a whole number is needed, but it is 4\.0"):
        random_vectors(["cat"], 8 / 2)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"seed: a whole number is needed, but it is 0\.5"):
        random_vectors(["cat"], 4, seed=0.5)  # type: ignore[arg-type]
