"""Recordings of SmolLM2: they are whole, they are what the texts ask, and what is said of them is so.

What records them is tried on a small random model. The published one is read only by the last test.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attnlib.block import layer_norm
from attnlib.heads import layer_attention
from attnlib.masks import causal_visibility
from attnlib.relative_positions import rotate
from attnlib.words import SentenceError
from course.models.real import fetch, record_smollm, smollm, smollm_recordings
from course.models.real.published import SMOLLM
from course.models.real.smollm_recordings import (
    NAMED_HEADS,
    AskedTwin,
    endings_right,
    head_measures,
    heads,
    known_sentences,
    next_tokens,
    slips,
    twins,
    written_texts,
)

ASKED = record_smollm.asked_of_both()
FILES = [smollm_recordings.FACTS, smollm_recordings.HEADS]
MOST_BYTES = 300_000
NAMED_IN_SMALL = {"one back": (0, 1), "its nouns": (2, 5)}


@pytest.fixture(scope="module")
def small() -> smollm.Model:
    return smollm.small_model()


class WholeWords:
    """Stands in for byte pairs: each word of the texts, with the space before it, is one token."""

    def __init__(self) -> None:
        others = [record_smollm.QUESTION, *map(chr, range(32, 127))]
        spoken = [*texts_in(ASKED), *others]
        words = {
            word for text in spoken for word in self.cut(" ".join([*text.split(), *text.split()]))
        }
        self.tokens = [*smollm.MARKS, "\n", *sorted(words)]
        self.ids = {token: i for i, token in enumerate(self.tokens)}

    @staticmethod
    def cut(text: str) -> list[str]:
        return re.findall(r" ?[A-Za-z]+|.|\n", text)

    def encode(self, text: str) -> list[int]:
        return [self.ids[word] for word in self.cut(text)]

    def decode(self, ids: Sequence[int]) -> str:
        return "".join(self.tokens[i] for i in ids)


def texts_in(asked: Any) -> list[str]:
    if isinstance(asked, str):
        return [asked]
    parts = asked.values() if isinstance(asked, dict) else asked
    return [text for part in parts for text in texts_in(part)]


@pytest.fixture(scope="module")
def whole_words(small: smollm.Model) -> smollm.Model:
    words: Any = WholeWords()
    embedding = np.random.default_rng(0).normal(size=(len(words.tokens), 24)).astype(np.float32)
    return small._replace(words=words, weights=small.weights | {"embedding": embedding / 5})


@pytest.fixture
def recorded_small(
    whole_words: smollm.Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[dict[str, Any]]:
    """What a small model was asked; its recordings stand where the published one's stood."""
    few = {name: ASKED[name][:2] for name in ("shown", "begun", "continued", "twins")}
    asked = {**ASKED, **few, "measured": ASKED["measured"][:3]}
    for module in (record_smollm, smollm_recordings):
        monkeypatch.setattr(module, "NAMED_HEADS", NAMED_IN_SMALL)
    monkeypatch.setattr(record_smollm, "LENGTH", 6)
    record_smollm.record(whole_words, asked, tmp_path)
    monkeypatch.setattr(smollm_recordings, "FOLDER", tmp_path)
    forget()
    yield asked
    forget()


def forget() -> None:
    for kept in (smollm_recordings._facts, smollm_recordings._weights):
        kept.cache_clear()


# The files


def test_the_recordings_are_the_ones_that_were_written_and_small() -> None:
    folder = smollm_recordings.FOLDER
    listed = (folder / record_smollm.HASHES).read_text(encoding="utf-8")
    assert record_smollm.hashes(folder) == listed
    assert sum((folder / name).stat().st_size for name in FILES) <= MOST_BYTES


def test_they_are_what_the_texts_ask() -> None:
    again = "the texts have changed: make real-model, python -m course.models.real.record_smollm"
    assert known_sentences() == ASKED["shown"], again
    assert [one.text for one in next_tokens()] == ASKED["begun"], again
    assert [one.beginning for one in written_texts()[::2]] == ASKED["continued"], again
    assert [[one.sentence, one.nouns, one.endings] for one in twins()] == ASKED["twins"], again


def test_no_number_has_more_than_four_decimals() -> None:
    text = (smollm_recordings.FOLDER / smollm_recordings.FACTS).read_text(encoding="utf-8")
    assert not re.search(r"^ *-?\d+\.\d{5}", text, re.MULTILINE)


def test_all_that_was_written_can_be_shown_token_by_token() -> None:
    for one in written_texts():
        n = len(one.tokens)
        assert one.chances.shape == (n,)
        assert one.likeliest_chances.shape == (n, 5)
        assert [len(five) for five in one.likeliest] == [5] * n
        assert "\ufffd" not in "".join(one.tokens)  # a letter that was cut in two
        for token, chance, five, chances in zip(
            one.tokens, one.chances, one.likeliest, one.likeliest_chances, strict=True
        ):
            assert (np.diff(chances) <= 0).all()
            assert one.temperature > 0 or (token, chance) == (five[0], chances[0])
            assert token not in five or chance == chances[five.index(token)]


def test_notice_credits_the_model_that_is_read() -> None:
    notice = (smollm_recordings.FOLDER.parents[2] / "NOTICE").read_text(encoding="utf-8")
    assert SMOLLM.files[0].sha256 in notice
    assert f"{SMOLLM.package} {SMOLLM.version}" in notice
    assert SMOLLM.licence in notice


# What is said about the published model


def test_it_knows_paris_and_not_the_capital_of_australia() -> None:
    guesses = {one.text: one for one in next_tokens()}
    assert guesses["The capital of France is"].tokens[0] == " Paris"
    assert guesses["The capital of Australia is"].tokens[:2] == [" Sydney", " Canberra"]
    assert " tired" not in guesses["The cat sat on the mat because it was"].tokens


def test_a_named_head_does_what_its_name_says_more_than_all_others() -> None:
    measures = head_measures()
    names = dict(zip(NAMED_HEADS, NAMED_HEADS, strict=True)) | {"the right noun": "right"}
    for name, measure in names.items():
        assert measures[measure].shape == (30, 9)
        assert measures[measure][NAMED_HEADS[name]] == measures[measure].max(), name


def test_what_it_says_shifts_with_the_ending_but_so_it_does_without_the_sentence() -> None:
    recorded = twins()
    assert sum(twin.shifts for twin in recorded) == 28
    assert sum(twin.shifts_alone for twin in recorded) == 28
    assert sum(twin.right for twin in recorded) == 36
    assert sum(twin.right_alone for twin in recorded) == 33


def test_one_head_finds_the_right_noun_where_the_words_do_not() -> None:
    right = head_measures()["right"]
    assert right[NAMED_HEADS["the right noun"]] > 0.8
    assert abs(right.mean() - 0.5) < 0.05
    tired, soft = (head_measures()[f"{word} to cat"][13, 8] for word in ("tired", "soft"))
    assert tired > 0.7 > 0.2 > soft


def test_the_best_head_is_good_on_twins_on_which_it_was_not_chosen() -> None:
    right, rng = endings_right(), np.random.default_rng(0)
    np.testing.assert_allclose(right.mean(axis=0) / 2, head_measures()["right"], atol=1e-4)
    assert right.sum(axis=0)[NAMED_HEADS["the right noun"]] == 50
    assert right.sum(axis=0)[NAMED_HEADS["its nouns"]] == 36
    elsewhere = []
    for _ in range(200):
        order = rng.permutation(30)
        best = right[order[:15]].sum(axis=0).argmax()
        elsewhere.append(right[order[15:]].sum(axis=0).ravel()[best] / 30)
    assert 0.74 < np.mean(elsewhere) < 0.79


def test_most_heads_park_more_than_half_of_their_weight_on_the_first_word() -> None:
    assert (head_measures()["first word"] > 0.5).sum() == 196


def test_half_of_the_slips_still_know_paris() -> None:
    right, *others = slips()
    assert right.name == "none"
    assert [one.name for one in others if one.token == " Paris"] == [
        "rotary pairs half-split",
        "layer norm for RMSNorm",
        "base 10,000 for 100,000",
    ]
    assert all(one.loss > right.loss for one in others)


# Looking something up


def test_a_sentence_is_found_whatever_its_case_and_punctuation() -> None:
    tokens, weights = heads("the dog saw the bird, and the bird saw the dog!")
    assert tokens[:3] == ["The", "dog", "saw"]
    for of_head in weights.values():
        np.testing.assert_allclose(of_head.sum(axis=-1), 1)
        assert (of_head[~causal_visibility(len(tokens))] == 0).all()


def test_another_sentence_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(SentenceError, match=r'not recorded on "A cow"\. .*; The dog saw'):
        heads("A cow")


def test_right_and_shifted_twins() -> None:
    def asked(*logits: Any) -> AskedTwin:
        return AskedTwin("", [], [], np.array(logits), np.array(logits)[::-1])

    both = asked([2, 1], [1, 2])
    assert (both.right, both.shifts, both.right_alone, both.shifts_alone) == (2, True, 0, False)
    only_shifted = asked([5, 1], [3, 1])
    assert (only_shifted.right, only_shifted.shifts) == (1, True)


# The command


def test_what_is_recorded_is_what_the_model_computes(
    whole_words: smollm.Model, recorded_small: dict[str, Any]
) -> None:
    model, encode = whole_words, whole_words.words.encode
    for text in recorded_small["shown"]:
        tokens, weights = heads(text)
        assert tokens == text.split()
        all_heads = smollm.read(model, encode(text)).weights
        for name, place in NAMED_IN_SMALL.items():
            np.testing.assert_allclose(weights[name], all_heads[place], atol=0.03)
    guess, logits = next_tokens()[0], smollm.read(model, encode(ASKED["begun"][0])).logits[-1]
    assert guess.tokens[0] == model.words.decode([int(logits.argmax())])
    assert (guess.chances.shape, len(guess.tokens)) == ((8,), 8)
    without_dice, with_dice = written_texts()[:2]
    assert (without_dice.temperature, with_dice.temperature) == (0, 0.8)
    assert without_dice.tokens != with_dice.tokens
    assert slips()[0].name == "none"
    folder = smollm_recordings.FOLDER
    assert record_smollm.hashes(folder) == (folder / record_smollm.HASHES).read_text()


def test_what_twins_are_asked(whole_words: smollm.Model) -> None:
    def logits(text: str) -> Any:
        words = whole_words.words
        nouns = [words.encode(" cat")[0], words.encode(" mat")[0]]
        return smollm.read(whole_words, words.encode(text)).logits[-1][nouns]

    found = record_smollm.twin(whole_words, *ASKED["twins"][0])
    alone = "The thing that was soft was the"
    after = f"The cat sat on the mat because it was soft. {alone}"
    np.testing.assert_allclose(found["logits"][1], logits(after), atol=1e-4)
    np.testing.assert_allclose(found["logits_alone"][1], logits(alone), atol=1e-4)


def test_each_measure_looks_from_and_to_the_words_of_its_name(whole_words: smollm.Model) -> None:
    asked = {**ASKED, "twins": ASKED["twins"][:1], "measured": ["The cat sat", "A dog ran home"]}
    looks = [record_smollm.looks_of_twin(whole_words, *one) for one in asked["twins"]]
    found = record_smollm.head_measures(whole_words, asked, looks)
    encode = whole_words.words.encode
    tired, soft = (
        smollm.read(whole_words, encode(f"The cat sat on the mat because it was {one}")).weights
        for one in ("tired", "soft")
    )
    np.testing.assert_allclose(found["it to cat"], tired[..., 7, 1])
    np.testing.assert_allclose(found["it to cat"], soft[..., 7, 1], atol=1e-5)
    np.testing.assert_allclose(found["tired to mat"], tired[..., 9, 5])
    np.testing.assert_allclose(found["soft to cat"], soft[..., 9, 1])
    np.testing.assert_allclose(found["its nouns"], tired[..., 7, [1, 5]].sum(axis=-1))
    right = (tired[..., 9, 1] > tired[..., 9, 5]) * 0.5 + (soft[..., 9, 5] > soft[..., 9, 1]) * 0.5
    np.testing.assert_array_equal(found["right"], right)
    first = [look[..., 9, 1] / look[..., 9, [1, 5]].sum(axis=-1) for look in (tired, soft)]
    np.testing.assert_array_equal(found["shifts"], first[0] > first[1])
    texts = [smollm.read(whole_words, encode(text)).weights for text in asked["measured"]]
    one_back = [np.mean([of[..., i, i - 1] for i in range(2, of.shape[-1])], 0) for of in texts]
    np.testing.assert_allclose(found["one back"], np.mean(one_back, 0), rtol=1e-5)
    first_word = [of[..., 1:, 0].mean(axis=-1) for of in texts]
    np.testing.assert_allclose(found["first word"], np.mean(first_word, 0), rtol=1e-5)
    said = record_smollm.random_texts(whole_words, asked)
    assert [len(set(text)) for text in said] == [24] * 3
    assert all(text[:24] == text[24:] for text in said)
    looks = [smollm.read(whole_words, text).weights for text in said]
    next_one = [np.mean([of[..., 24 + i, i + 1] for i in range(23)], 0) for of in looks]
    np.testing.assert_allclose(found["what came next"], np.mean(next_one, 0), rtol=1e-5)


@pytest.mark.parametrize("name", ["rotary pairs half-split", "tile for repeat"])
def test_a_slip_is_what_its_name_says(small: smollm.Model, name: str) -> None:
    """The first layer, computed with the slip in the code instead of in the weights."""
    tokens = small.words.encode("The cat sat")
    own, X = small.layer(0), small.weights["embedding"][tokens]
    X = smollm.rms_norm(X, own["norm_1"], eps=small.eps)

    def turn(heads: Any) -> Any:
        half_split = name == "rotary pairs half-split"
        return rotate(heads, np.arange(len(tokens)), small.base, half_split=half_split)

    if name == "tile for repeat":
        by_head = [np.split(own[part], 2, axis=1) for part in ("W_k", "W_v")]
        own = own | {
            part: np.concatenate([heads[head % 2] for head in range(6)], axis=1)
            for part, heads in zip(("W_k", "W_v"), by_head, strict=True)
        }
    wanted = layer_attention(X, own, 6, causal_visibility(len(tokens)), turn).steps.weights
    found = record_smollm.with_slips(small)[name](tokens).weights[0]
    np.testing.assert_allclose(found, wanted, atol=1e-5)
    right = smollm.read(small, tokens).weights[0]
    assert abs(found - right).max() > 0.01


def test_every_slip_changes_what_comes_out(small: smollm.Model) -> None:
    tokens = small.words.encode("The cat sat on the mat")
    right, *others = (read(tokens).logits for read in record_smollm.with_slips(small).values())
    np.testing.assert_array_equal(right, smollm.read(small, tokens).logits)
    for logits in others:
        assert abs(logits - right).max() > 1e-4
    by_layer_norm = smollm.read(small, tokens, norm=layer_norm).logits
    np.testing.assert_array_equal(others[1], by_layer_norm)


def test_the_loss_of_a_slip_is_the_mean_surprise(small: smollm.Model) -> None:
    row = record_smollm.slip_row(small, "none", record_smollm.with_slips(small)["none"], "a cat")
    tokens, losses = small.words.encode("a cat"), []
    for i in range(1, len(tokens)):
        logits = smollm.read(small, tokens[:i]).logits[-1].astype(float)
        losses.append(np.log(np.exp(logits).sum()) - logits[tokens[i]])
    assert row["loss"] == pytest.approx(np.mean(losses), abs=1e-4)


def test_without_the_model_the_command_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent() -> Any:
        raise fetch.ModelError("Run `make real-model` in the folder of the course")

    monkeypatch.setattr(fetch, "load_smollm", absent)
    with pytest.raises(SystemExit, match="Run `make real-model`"):
        record_smollm.main()


@pytest.mark.thorough
@pytest.mark.xdist_group("transformers")  # one process has the published model
def test_the_recordings_are_what_this_code_computes_from_the_published_model() -> None:
    """A part of them, because all would take minutes."""
    fetch.fetch(fetch.SMOLLM)
    model = fetch.load_smollm()
    for one in next_tokens()[:4]:
        again = record_smollm.next_token(model, one.text)
        np.testing.assert_allclose(again["chances"], one.chances, atol=1e-3)
        assert again["tokens"][:2] == one.tokens[:2]
    for one in twins()[:3]:
        found = record_smollm.twin(model, one.sentence, one.nouns, one.endings)
        np.testing.assert_allclose(found["logits"], one.logits, atol=0.01)
        np.testing.assert_allclose(found["logits_alone"], one.logits_alone, atol=0.01)
    read_with = record_smollm.with_slips(model)
    for slip in slips():
        row = record_smollm.slip_row(model, slip.name, read_with[slip.name], ASKED["prose"])
        assert row["loss"] == pytest.approx(slip.loss, abs=0.01)
        assert row["token"] == slip.token
    for sentence in known_sentences()[:2]:
        all_heads = smollm.read(model, model.words.encode(sentence)).weights
        for name, weights in heads(sentence).weights.items():
            np.testing.assert_allclose(weights, all_heads[NAMED_HEADS[name]], atol=0.03)
