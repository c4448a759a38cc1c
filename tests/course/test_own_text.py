"""A text of one's own: how it is cut, and what is said of texts that cannot be used."""

from pathlib import Path

import numpy as np
import pytest

from course.models.learning import own_text
from course.models.learning.own_text import UNKNOWN, Corpus, TextError

STORY = "It's soft, isn't it? The cat (tired) sat.\n" * 100


@pytest.mark.parametrize("unit", ["letters", "words"])
def test_numbers_become_the_text_again(unit: own_text.Unit) -> None:
    corpus = Corpus.of(STORY, unit)
    numbers = np.concatenate([corpus.training, corpus.validation])
    written = corpus.tokenizer.text_of([corpus.tokenizer.VOCABULARY[n] for n in numbers])
    assert written.split() == (STORY if unit == "letters" else STORY.lower()).split()


def test_the_last_tenth_is_kept_back() -> None:
    corpus = Corpus.of("ab" * 900 + "c" * 200)
    assert len(corpus.validation) == 200
    assert "c" not in corpus.tokenizer.VOCABULARY  # known is only what the training part has
    assert not corpus.validation.any()
    assert f"10.0% of the letters are too rare, and become {UNKNOWN}" in repr(corpus)


def test_windows_are_stretches_of_what_is_kept_back() -> None:
    corpus = Corpus.of("".join(chr(ord("a") + n % 26) for n in range(3000)))
    windows, part = corpus.held_back(8), corpus.validation
    assert windows.shape[1] == 9
    stretches = {tuple(part[begin : begin + 9]) for begin in range(len(part) - 8)}
    assert {tuple(window) for window in windows} <= stretches
    assert (windows[-1] == part[-9:]).all()


def test_other_alphabets_are_letters_and_words_too() -> None:
    greek = "μια γάτα κάθισε στο χαλί. " * 200
    assert "ά" in Corpus.of(greek).tokenizer.VOCABULARY
    assert "γάτα" in Corpus.of(greek, "words").tokenizer.VOCABULARY


def test_only_the_commonest_letters_are_known() -> None:
    many = "".join(chr(0x4E00 + n % 3000) for n in range(6000)) + "猫" * 3000
    corpus = Corpus.of(many)
    assert len(corpus.tokenizer.VOCABULARY) == own_text.MOST_LETTERS + 1
    assert "100 of them known" in repr(corpus)


def test_what_is_too_long_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_text, "LONGEST", 2000)
    corpus = Corpus.of("ab" * 2000)
    assert len(corpus.training) + len(corpus.validation) == 2000
    assert "only its first 2,000 letters are used" in repr(corpus)
    assert "only" not in repr(Corpus.of("ab" * 1000))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "no file"),
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"PK\x03\x04\0\0", "not plain text"),
        ("Käse".encode("latin-1"), "not plain text"),
    ],
)
def test_a_file_that_cannot_be_read_gets_a_sentence(
    tmp_path: Path, content: bytes | None, said: str
) -> None:
    path = tmp_path / "mine.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(TextError, match=said):
        own_text.from_file(path)


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("the cat", encoding="utf-8-sig")
    assert own_text.from_file(path) == "the cat"


@pytest.mark.parametrize(
    ("text", "unit", "said"),
    [
        ("three short words", "words", "has 3 words, but .* at least 1,000"),
        ("a" * 2000, "letters", "repeats a single one of its letters, 'a'"),
        ("the cat sat. " * 150, "words", "or cut it into letters"),
    ],
)
def test_a_text_that_teaches_nothing_gets_a_sentence(
    text: str, unit: own_text.Unit, said: str
) -> None:
    with pytest.raises(TextError, match=said):
        Corpus.of(text, unit)


def test_a_unit_is_letters_or_words() -> None:
    with pytest.raises(ValueError, match="unit"):
        Corpus.of(STORY, "bytes")  # type: ignore[arg-type]


def test_lectures_that_are_not_there_get_a_sentence() -> None:
    with pytest.raises(TextError, match="no folder nowhere"):
        own_text.lectures("nowhere")


def test_lectures_are_prose() -> None:
    text = own_text.lectures()
    assert not any(mark in text for mark in ("](", "<div", "$", "**", "|---"))


def test_a_notebook_shows_the_sentence_alone() -> None:
    assert TextError("No text.")._render_traceback_() == ["No text."]
