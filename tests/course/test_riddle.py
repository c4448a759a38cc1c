"""Two layers written by hand find out who was tired, and what was soft."""

import numpy as np
import pytest

from attnlib.shapes import Floats
from attnlib.words import SentenceError, tokens_of
from course.models import riddle


def column(name: str) -> int:
    return riddle.COLUMNS.index(name)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("the cat sat on the mat because it was tired", "cat"),
        ("the cat sat on the mat because it was soft", "mat"),
        ("the soft cat sat on the mat because it was hungry", "cat"),
        ("the hungry cat sat on the mat because it was soft", "mat"),
        ("the animal crossed the street because it was wide", "street"),
        ("the mat lay under the cat because it was angry", "cat"),
    ],
)
def test_the_second_layer_chooses_by_what_the_first_has_fetched(text: str, meant: str) -> None:
    tokens = tokens_of(text)
    it = riddle.read(tokens).weights["choice"][tokens.index("it")]
    assert it[tokens.index(meant)] > 0.9


def test_a_reason_that_fits_both_decides_nothing() -> None:
    tokens = tokens_of("the cat sat on the mat because it was old")
    it = riddle.read(tokens).weights["choice"][7]
    assert it[1] == pytest.approx(it[5])
    assert it[1] > 0.4


def test_each_part_adds_to_the_stream() -> None:
    tokens = tokens_of("the cat sat on the mat because it was soft")
    stream = riddle.read(tokens).stream
    assert list(stream) == ["embedding", "attention", "feed-forward", "second layer"]
    for rows in stream.values():
        assert rows.shape == (10, len(riddle.COLUMNS))
        assert rows[7, column("stands for")] == 1
    thing, being = (stream["second layer"][7, column(name)] for name in ("thing", "being"))
    assert thing > being + 0.9


def test_only_a_word_that_stands_for_another_concludes_anything() -> None:
    tokens = tokens_of("the cat sat on the mat because it was tired")
    before = riddle.read(tokens).stream["attention"]
    added = riddle.conclusion(before)
    assert added[7, column("seeks a being")] > 0.9
    assert before[9, column("fits beings")] >= 1  # tired itself, which stands for nothing
    np.testing.assert_array_equal(np.delete(added, 7, axis=0), 0)


@pytest.mark.parametrize("without", ["the sum", "the feed-forward", "the first layer"])
def test_without_a_part_the_second_layer_cannot_choose(without: str) -> None:
    stream = riddle.embedding(tokens_of("the cat sat on the mat because it was tired"))
    fetched = riddle.first_layer(stream).added
    if without != "the first layer":
        stream = fetched if without == "the sum" else stream + fetched
    if without != "the feed-forward":
        stream = stream + riddle.conclusion(stream)
    it = riddle.second_layer(stream).weights["choice"][7]
    assert it[1] == pytest.approx(it[5])


def test_every_head_attends_as_it_is_told() -> None:
    calls = []

    def attend(Q: Floats, K: Floats, V: Floats) -> tuple[Floats, Floats]:
        calls.append(Q.shape)
        return np.zeros_like(V), np.zeros((len(Q), len(K)))

    stream = riddle.embedding(["it", "was", "tired"])
    layers = riddle.first_layer(stream, attend), riddle.second_layer(stream, attend)
    assert calls == [(3, 9), (3, 11), (3, 9)]
    assert not any(layer.added.any() for layer in layers)


def test_an_unknown_word_gets_a_sentence() -> None:
    with pytest.raises(SentenceError, match="Nobody has written numbers for dragon yet"):
        riddle.read(["the", "dragon"])
