"""The model that learned the twin sentences: what it says, where it looks, what its stream holds."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from attnlib.shapes import Floats
from attnlib.words import SentenceError
from course.models.learning import language_model, trained, twins

MODEL = trained.twins()
TIRED, SOFT = ([".", *one.words[: one.pronoun + 1]] for one in twins.all_twins()[0])
CHOOSING = (1, 1)  # the second head of the second layer


def row_of_it(words: list[str], layer: int, head: int) -> Floats:
    return language_model.read(MODEL, words, twins).weights[layer, head, -1]


def test_twins_differ_in_their_adjective_and_their_last_verb() -> None:
    for tired, soft in twins.all_twins():
        differing = [
            i for i, (a, b) in enumerate(zip(*(tired.words, soft.words), strict=True)) if a != b
        ]
        assert differing == [tired.reason, tired.pronoun + 1]
        assert tired.words[tired.pronoun] == "it"
        assert (tired.meant, tired.other) == (soft.other, soft.meant)
        assert tired.meant in twins.BEINGS
        for one in (tired, soft):
            assert one.words[one.pronoun + 1] == twins.DOES[one.meant]


def test_no_single_word_before_the_adjective_tells_who_is_meant() -> None:
    nouns_in_order = Counter(
        (one.words[1] in twins.BEINGS, one.meant in twins.BEINGS)
        for pair in twins.all_twins()
        for one in pair
    )
    assert nouns_in_order[True, True] == nouns_in_order[True, False]
    assert nouns_in_order[False, True] == nouns_in_order[False, False] > 0


def test_pairs_held_out_never_meet_in_training() -> None:
    words = twins.text(50_000, np.random.default_rng(0))
    together = {
        frozenset(twins.DOES.keys() & sentence.split())
        for sentence in " ".join(words).split(" . ")
        if "because" in sentence and " was " in sentence
    }
    pairs = {pair for pair in together if len(pair) == 2}
    assert not pairs & {frozenset(pair) for pair in twins.HELD_OUT}
    assert len(pairs) == len(twins.BEINGS) * len(twins.THINGS) - len(twins.HELD_OUT)
    assert set(words) == set(twins.VOCABULARY)
    assert ("cat", "mat") in twins.HELD_OUT


def test_no_two_words_share_a_number() -> None:
    assert len(twins.NUMBER) == len(twins.VOCABULARY)
    assert len(set(twins.DOES.values())) == len(twins.DOES)


def test_the_model_knows_who_is_meant_in_all_twins_held_out() -> None:
    found = trained.examine_twins(MODEL)
    assert found.right == found.both == 1
    one, other = twins.held_out()[-1]
    assert language_model.knows_who(MODEL, one, twins) == (True, True)
    assert language_model.knows_who(
        MODEL, one._replace(meant=other.meant, other=one.meant), twins
    ) == (False, False)


def test_the_examination_agrees_with_reading_one_by_one() -> None:
    model, asked = language_model.initial(1, twins), twins.held_out()
    found = trained.examine_twins(model)
    right = [[language_model.knows_who(model, one, twins)[1] for one in pair] for pair in asked]
    assert 0 < found.right == np.mean(right) < 0.5
    assert found.both == np.all(right, axis=1).mean()
    soft = [pair.soft for pair in asked]
    rows = [
        language_model.read(model, [".", *one.words[: one.pronoun + 1]], twins).weights[0, 1, -1]
        for one in soft
    ]
    places = [
        1 + np.array([one.words.index(one.meant), one.words.index(one.other), one.reason])
        for one in soft
    ]
    np.testing.assert_allclose(
        found.looks[1, 0, 1],
        np.mean([row[at] for row, at in zip(rows, places, strict=True)], axis=0),
    )


def test_all_seeds_are_recorded_and_the_chosen_one_is_the_stored_model() -> None:
    runs = trained.twins_runs()
    assert len(runs) == len(trained.TWINS_SEEDS)
    assert {run.looks.shape for run in runs} == {(2, 2, 2, 3)}
    found, kept = trained.examine_twins(MODEL), runs[trained.TWINS_SEED]
    assert (found.right, found.both) == (kept.right, kept.both)
    np.testing.assert_allclose(found.looks, kept.looks, atol=0.006)
    assert np.min([run.right for run in runs]) > 0.9


@pytest.mark.parametrize(
    ("words", "noun", "adjective"), [(TIRED, "cat", "tired"), (SOFT, "mat", "soft")]
)
def test_the_first_layer_fetches_the_reason_and_the_second_chooses(
    words: list[str], noun: str, adjective: str
) -> None:
    assert row_of_it(words, *CHOOSING)[words.index(noun)] > 0.98
    assert words[row_of_it(words, 0, 1).argmax()] == adjective


def test_without_the_choosing_head_the_kind_is_known_but_not_the_name() -> None:
    layer, head = CHOOSING
    silenced = language_model.without_head(MODEL, head, layer)
    for words, own, kind in ((TIRED, "purred", twins.BEINGS), (SOFT, "frayed", twins.THINGS)):
        chances = language_model.read(silenced, words, twins).chances[-1]
        said = twins.VOCABULARY[chances.argmax()]
        assert said in kind.values()
        assert said != own


def test_without_the_fetching_head_both_twins_get_the_same_answer() -> None:
    silenced = language_model.without_head(MODEL, 1, layer=0)
    found = trained.examine_twins(silenced)
    assert found.right == pytest.approx(0.5, abs=0.05)
    assert found.both < 0.05
    weights = language_model.read(silenced, TIRED, twins).weights[(*CHOOSING, -1)]
    assert TIRED[weights.argmax()] == "mat"


@pytest.mark.parametrize(("words", "verb"), [(TIRED, "purred"), (SOFT, "frayed")])
def test_the_end_of_the_stream_is_what_the_model_says(words: list[str], verb: str) -> None:
    stream, reading = (
        one(MODEL, words, twins) for one in (language_model.stream, language_model.read)
    )
    parts = len(language_model.PARTS)
    assert stream.rows.shape == (parts, len(words), language_model.D_MODEL)
    assert stream.chances.shape == (parts, *reading.chances.shape)
    np.testing.assert_array_equal(stream.chances[-1], reading.chances)
    likeliest = [twins.VOCABULARY[i] for i in stream.chances[:, -1].argmax(axis=-1)]
    assert likeliest[-2:] == [verb, verb]
    assert verb not in likeliest[:3]


def test_twins_have_the_same_stream_until_attention_reads_the_adjective() -> None:
    tired, soft = (
        language_model.stream(MODEL, words, twins).rows[:, -1] for words in (TIRED, SOFT)
    )
    differing = np.abs(tired - soft).max(axis=-1) > 0.01
    assert differing.tolist() == [False, True, True, True, True]


def test_an_unknown_word_is_named() -> None:
    with pytest.raises(
        SentenceError, match=r"not know king\. Try .* learned: the, because.* dusty\.$"
    ):
        language_model.read(MODEL, [".", "the", "king"], twins)


@pytest.mark.thorough
def test_training_twins_again_gives_nearly_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights, runs = tmp_path / "twins.npz", tmp_path / "twins.json"
    kept = trained.twins_runs()[trained.TWINS_SEED]
    monkeypatch.setattr(trained, "TWINS_WEIGHTS", weights)
    monkeypatch.setattr(trained, "TWINS_RUNS", runs)
    monkeypatch.setattr(trained, "TWINS_SEEDS", [trained.TWINS_SEED])
    trained.write_twins()
    again = trained.twins()
    both = [np.concatenate([one[name].ravel() for name in MODEL]) for one in (again, MODEL)]
    assert np.corrcoef(both)[0, 1] > 0.99  # another seed gives 0.1
    (run,) = trained.twins_runs()
    assert (run.right, run.both) == (kept.right, kept.both)
    np.testing.assert_allclose(run.looks, kept.looks, atol=0.02)
