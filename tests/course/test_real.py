"""Recordings of a published model: they are whole, they are what the texts ask, and they are right.

No test reads the published model. What records it is tried on small random models.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attnlib.words import KNOWN_WORDS, SentenceError
from course.models.real import (
    NAMED_HEADS,
    head_measures,
    heads,
    key_bias,
    known_sentences,
    known_words,
    measure,
    minilm,
    nearest,
    record,
    recordings,
    score_table,
    sentence_pairs,
    twins,
    word_vectors,
)
from course.models.real.fetch import fetch, load_minilm
from course.models.real.published import MINILM
from course.models.real.safetensors import tensors_of
from course.models.real.wordpieces import pieces as pieces_of

ASKED = tomllib.loads(record.TEXTS.read_text(encoding="utf-8"))
FILES = [recordings.WORDS, recordings.HEADS, recordings.FACTS]
CUT_BY_THE_MODEL = {"roamed", "verdant"}  # into several pieces
MOST_BYTES = 450_000
D_MODEL, D_FF, NUM_LAYERS = 24, 36, 4
SMALL = 1e-9  # float64 rounds to much less, and no change of a model does so little


def importing(test: Any) -> Any:
    """Mark what imports transformers, which takes seconds: one process does it."""
    return pytest.mark.thorough(pytest.mark.xdist_group("transformers")(test))


def small_tensors(vocabulary_size: int, seed: int = 0) -> dict[str, Any]:
    """Draw tensors with the names of the published ones, of a small model."""
    rng, d = np.random.default_rng(seed), D_MODEL
    shapes: dict[str, tuple[int, ...]] = {
        minilm.ENDS["embedding"]: (vocabulary_size, d),
        minilm.ENDS["positions"]: (32, d),
        minilm.ENDS["segments"]: (2, d),
        minilm.ENDS["norm.gain"]: (d,),
        minilm.ENDS["norm.shift"]: (d,),
    }
    special = {"W_1": (D_FF, d), "b_1": (D_FF,), "W_2": (d, D_FF)}
    for layer in range(NUM_LAYERS):
        for ours, theirs in minilm.PARTS.items():
            usual = (d, d) if ours.startswith("W_") else (d,)
            shapes[f"encoder.layer.{layer}.{theirs}"] = special.get(ours, usual)
    return {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}


def safetensors(tensors: dict[str, Any]) -> bytes:
    """Write a file of this format by hand."""
    described, numbers = {"__metadata__": {"format": "np"}}, b""
    for name, tensor in tensors.items():
        end = len(numbers) + tensor.nbytes
        described[name] = {
            "dtype": "F32",
            "shape": tensor.shape,
            "data_offsets": [len(numbers), end],
        }
        numbers += tensor.tobytes()
    header = json.dumps(described).encode()
    return len(header).to_bytes(8, "little") + header + numbers


def small_model(seed: int = 0) -> minilm.Model:
    """A random model of four layers that knows every word of every text."""
    words = re.findall(r"\w+|\S", json.dumps(ASKED).lower())
    vocabulary = {piece: row for row, piece in enumerate(sorted({"[CLS]", "[SEP]", *words}))}
    return minilm.model_of(
        tensors_of(safetensors(small_tensors(len(vocabulary), seed))), vocabulary
    )


@pytest.fixture(scope="module")
def small() -> minilm.Model:
    return small_model()


@pytest.fixture
def recorded_small(
    small: minilm.Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[dict[str, Any]]:
    """What the small model was asked; its recordings stand where the published one's stood."""
    few = {name: ASKED[name][:2] for name in ("shown", "pairs", "twins")}
    asked = {**few, "measured": ASKED["measured"][:5], "words": "mat paris cat"}
    record.record(small, asked, tmp_path)
    monkeypatch.setattr(recordings, "FOLDER", tmp_path)
    forget()
    yield asked
    forget()


def forget() -> None:
    for kept in (recordings._facts, recordings._vectors, recordings._weights):
        kept.cache_clear()


# The files


def test_the_recordings_are_the_ones_that_were_written_and_small() -> None:
    listed = (recordings.FOLDER / record.HASHES).read_text(encoding="utf-8")
    assert record.hashes(recordings.FOLDER) == listed
    assert sum((recordings.FOLDER / name).stat().st_size for name in FILES) <= MOST_BYTES


def test_they_are_what_the_texts_ask() -> None:
    again = "texts.toml has changed: make real-model, python -m course.models.real.record"
    assert known_words() == sorted(ASKED["words"].split()), again
    assert known_sentences() == ASKED["shown"], again
    assert [[pair.first, pair.second] for pair in sentence_pairs()] == ASKED["pairs"], again
    assert [[twin.sentence, twin.nouns, twin.endings] for twin in twins()] == ASKED["twins"], again


def test_the_words_of_the_course_are_recorded() -> None:
    assert set(KNOWN_WORDS) - set(known_words()) <= CUT_BY_THE_MODEL


def test_notice_credits_the_model_that_is_read() -> None:
    notice = (recordings.FOLDER.parents[2] / "NOTICE").read_text(encoding="utf-8")
    assert MINILM.files[0].sha256 in notice
    assert f"{len(known_words())} rows of the embedding" in notice


# What is said about the published model


def test_a_named_head_does_what_its_name_says_more_than_almost_all_others() -> None:
    for name, means in head_measures().items():
        assert means.shape == (6, 12)
        assert (means > means[NAMED_HEADS[name]]).sum() <= 1, name
    assert NAMED_HEADS.keys() == head_measures().keys()


def test_random_words_are_not_alike_and_opposites_are() -> None:
    vectors = word_vectors(known_words())
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = (unit @ unit.T)[np.triu_indices(len(unit), 1)]
    assert round(float(cosines.mean()), 2) == 0.04
    assert round(float(cosines.std()), 2) == 0.08
    opposites = {"hot": "cold", "yes": "no", "buy": "sell", "soft": "hard", "seven": "eight"}
    for word, opposite in opposites.items():
        assert float(np.dot(*(unit[known_words().index(one)] for one in (word, opposite)))) > 0.35


def test_without_positions_the_order_of_words_makes_no_difference() -> None:
    turned = [
        pair
        for pair in sentence_pairs()
        if sorted(pair.first.split()) == sorted(pair.second.split())
    ]
    assert len(turned) == 3
    assert all(pair.without_positions == 1 > pair.cosine for pair in turned)


def test_the_share_shifts_more_often_than_the_right_noun_wins() -> None:
    recorded = twins()
    assert sum(twin.shifts for twin in recorded) == 24
    assert sum(twin.shifts_without_reading for twin in recorded) == 25
    assert sum(twin.right for twin in recorded) == 38


def test_training_keeps_the_scaled_scores_small() -> None:
    table = score_table()
    assert ((table.spread > 6) & (table.spread < 12)).all()
    np.testing.assert_allclose(table.spread / np.sqrt(32), table.spread_scaled, atol=1e-4)
    assert (table.largest_weight_unscaled > 0.8).all()
    assert (table.largest_weight < 0.65).all()


def test_the_bias_of_the_keys_moves_whole_rows_of_scores_and_no_weight() -> None:
    recorded = key_bias()
    moved = recorded.scores[2] - recorded.scores[0]
    assert abs(moved).max() > 50
    np.testing.assert_allclose(moved, np.broadcast_to(moved[:, :1], moved.shape), atol=1e-3)
    assert (recorded.weights == recorded.weights[0]).all()
    assert recorded.largest_change == 0
    assert (recorded.b_k_lengths * 100 < recorded.b_q_lengths).all()


# Looking something up


def test_a_word_is_not_its_own_neighbour() -> None:
    assert "king" not in [word for word, _ in nearest("King", len(known_words()))]
    assert len(nearest("king", 10_000)) == len(known_words()) - 1


@pytest.mark.parametrize("ask", [lambda: word_vectors(["cat", "blorp"]), lambda: nearest("blorp")])
def test_an_unknown_word_is_named(ask: Any) -> None:
    with pytest.raises(SentenceError, match=r"No vector of blorp is recorded\..*Would another"):
        ask()


def test_a_sentence_is_found_whatever_its_case_and_punctuation() -> None:
    tokens, weights = heads("the dog saw the bird, and the bird saw the dog!")
    assert tokens[:3] == ["[CLS]", "the", "dog"]
    assert weights.shape == (6, 12, len(tokens), len(tokens))
    np.testing.assert_allclose(weights.sum(axis=-1), 1)


def test_another_sentence_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(SentenceError, match=r'not recorded on "A cow"\. .*; Dog bites man; '):
        heads("A cow")


# The command


def test_what_is_recorded_is_what_the_model_computes(
    small: minilm.Model, recorded_small: dict[str, Any]
) -> None:
    for text in recorded_small["shown"]:
        reading, (tokens, weights) = minilm.read(small, text), heads(text)
        assert tokens == reading.tokens
        np.testing.assert_allclose(weights, reading.weights, atol=0.01)
    rows = small.embedding["embedding"][[small.vocabulary[word] for word in known_words()]]
    assert known_words() == ["cat", "mat", "paris"]
    np.testing.assert_allclose(word_vectors(known_words()), rows, atol=abs(rows).max() / 254)
    texts = [minilm.read(small, text).sentence_vector for text in recorded_small["pairs"][0]]
    assert sentence_pairs()[0].cosine == pytest.approx(texts[0] @ texts[1], abs=1e-4)
    assert record.hashes(recordings.FOLDER) == (recordings.FOLDER / record.HASHES).read_text()


def test_a_word_of_several_pieces_cannot_be_recorded(small: minilm.Model, tmp_path: Path) -> None:
    with pytest.raises(record.WrongTextError, match="but blorp would be cut"):
        record.record(small, {**ASKED, "words": "cat blorp"}, tmp_path)


# What is measured


def reading_of(tokens: str, *of_heads: Any) -> minilm.Reading:
    """A reading in one layer, whose heads have these weights."""
    weights = np.array(of_heads, dtype=float)[None]
    return minilm.Reading(tokens.split(), np.zeros((2, 1, 1)), weights, weights, weights)


def test_each_measure_is_1_for_the_head_that_does_just_that(small: minilm.Model) -> None:
    n = 6  # [CLS] a b a b [SEP]
    parked = np.zeros((n, n))
    parked[:, 0] = 1
    again = np.eye(n)
    again[[1, 2, 3, 4]] = again[[3, 4, 1, 2]]
    designed = {
        "one back": np.eye(n, k=-1),
        "one ahead": np.eye(n, k=1),
        "parked": parked,
        "the same word again": again,
        "everywhere": np.full((n, n), 1 / n),
    }
    reading = reading_of("[CLS] a b a b [SEP]", *designed.values(), np.eye(n))
    twin = measure.twin(small, *ASKED["twins"][0])
    found = measure.head_measures(small, [reading], [twin])
    for head, name in enumerate(designed):
        assert found[name][0, head] == pytest.approx(1), name
        others = np.delete(found[name][0], head)
        assert others.max() < 0.5, name


def test_from_it_to_its_nouns(small: minilm.Model) -> None:
    found = measure.head_measures(
        small, [minilm.read(small, "a a")], [measure.twin(small, *ASKED["twins"][0])]
    )
    expected = []
    for ending in ("tired", "soft"):
        tokens, _, _, _, weights = minilm.read(small, measure.CAT_SENTENCE.format(ending))
        it, cat, mat = (tokens.index(word) for word in ("it", "cat", "mat"))
        expected.append(weights[:, :, it, cat] + weights[:, :, it, mat])
    np.testing.assert_allclose(found["its nouns"], np.mean(expected, axis=0))


def test_b_k_does_nothing_in_any_model(small: minilm.Model) -> None:
    found = measure.key_bias(small, ASKED["measured"][:2])
    assert abs(found.scores[1] - found.scores[0]).max() > 0.1
    assert found.largest_change < SMALL


def test_a_part_that_is_silent_adds_only_its_bias(small: minilm.Model) -> None:
    texts = ASKED["shown"][:2]
    layers = [{**own} for own in small.layers]
    layers[2]["W_2"] = np.zeros_like(layers[2]["W_2"])
    layers[1]["W_o"] = small.layers[1]["W_o"].copy()
    layers[1]["W_o"][:2] = 0  # what the first head of two columns adds
    quiet = small._replace(layers=layers)
    found = measure.silencing(quiet, texts)
    assert found.feed_forward[2] == pytest.approx(1, abs=SMALL / 1000)
    assert found.head[1, 0] == pytest.approx(1, abs=SMALL / 1000)
    assert found.head[1, 1] < 1 - SMALL
    assert found.attention[1] < 1 - SMALL


def test_sentences_of_the_same_words_are_equal_without_positions_in_any_model(
    small: minilm.Model,
) -> None:
    pair = measure.sentence_pair(small, "dog bites man", "man bites dog")
    assert pair.without_positions == pytest.approx(1, abs=SMALL / 1000)
    assert pair.cosine < 1 - SMALL


@pytest.mark.thorough
def test_the_recordings_are_what_this_code_computes_from_the_published_model() -> None:
    fetch(MINILM)
    model = load_minilm()
    for pair in sentence_pairs():
        computed = measure.sentence_pair(model, pair.first, pair.second)
        assert computed[2:] == pytest.approx(pair[2:], abs=1e-3)
    for twin in twins():
        *_, weights, likeness = measure.twin(model, twin.sentence, twin.nouns, twin.endings)
        np.testing.assert_allclose(weights, twin.weights, atol=1e-3)
        np.testing.assert_allclose(likeness, twin.likeness, atol=1e-3)


# The model


def test_a_text_that_is_too_long_is_refused(small: minilm.Model) -> None:
    with pytest.raises(ValueError, match="tokens: at most 32 are allowed"):
        minilm.read(small, "cat " * 31)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", []),
        ("It's", ["it", "'", "s"]),
        ("Sitting, SAT", ["sit", "##ting", ",", "sat"]),
        ("sitt", ["[UNK]"]),
        ("\u00c9t\u00e9_a", ["ete", "_", "a"]),
    ],
)
def test_words_are_cut_into_the_longest_known_pieces(text: str, pieces: list[str]) -> None:
    known = dict.fromkeys(["it", "'", "s", "si", "sit", "##ting", ",", "sat", "ete", "_", "a"], 0)
    assert pieces_of(text, known) == ["[CLS]", *pieces, "[SEP]"]


@importing
def test_it_computes_what_transformers_computes(small: minilm.Model) -> None:
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    config = transformers.BertConfig(
        vocab_size=len(small.vocabulary),
        hidden_size=D_MODEL,
        num_hidden_layers=NUM_LAYERS,
        num_attention_heads=minilm.NUM_HEADS,
        intermediate_size=D_FF,
        max_position_embeddings=32,
        attn_implementation="eager",
    )
    theirs = transformers.BertModel(config, add_pooling_layer=False).double().eval()
    tensors = small_tensors(len(small.vocabulary))
    theirs.load_state_dict({name: torch.tensor(tensor) for name, tensor in tensors.items()})
    for text in ASKED["shown"]:
        reading = minilm.read(small, text)
        tokens = torch.tensor([[small.vocabulary[token] for token in reading.tokens]])
        with torch.no_grad():
            found = theirs(tokens, output_hidden_states=True, output_attentions=True)
        stream, weights = (
            np.array([layer[0].numpy() for layer in kept])
            for kept in (found.hidden_states, found.attentions)
        )
        np.testing.assert_allclose(reading.stream, stream, atol=1e-10)
        np.testing.assert_allclose(reading.weights, weights, atol=1e-10)
        mean = torch.nn.functional.normalize(found.last_hidden_state[0].mean(0), dim=0)
        np.testing.assert_allclose(reading.sentence_vector, mean, atol=1e-10)


@importing
def test_english_is_cut_as_tokenizers_cuts_it(small: minilm.Model) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    pieces = [
        *small.vocabulary,
        "[UNK]",
        *(f"##{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"),
    ]
    vocabulary = {piece: row for row, piece in enumerate(pieces)}
    theirs = tokenizers.BertWordPieceTokenizer(vocab=vocabulary, lowercase=True)
    odd = [
        "Catting around!",
        "h\u00e9r\u00f4ine's  mat...",
        "a_b\tc-d",
        "3.14 cats",
        "\u201cno\u201d",
    ]
    for text in [*ASKED["measured"], *odd]:
        assert pieces_of(text, vocabulary) == theirs.encode(text).tokens, text
