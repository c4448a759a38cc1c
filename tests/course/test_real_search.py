"""Search by words and meaning: paragraphs, scores, an index that goes on, and the recorded table.

A small random model reads here; the published one does so in `make thorough`, where it is.
"""

import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from course.models.learning.own_text import TextError
from course.models.real import fetch, minilm, search
from course.models.real.search import Index, Paragraph, bm25, open_index, paragraphs_of, vectors_of

D_MODEL, POSITIONS = 24, 40
NOTES = {
    "pets.md": "Before all.\n\n# Our pets\n\nThe cat likes to eat fish.\n\n## The *dog*\n\n"
    "```\n# a comment, and no heading at all\n```\n\nThe dog likes to chase the cat.",
    "deep/garden.txt": "# In plain text this is no heading.\n\nThe roses  want\nwater every day.",
    ".secret/diary.md": "Nobody may find this line here.",
    "picture.png": "This is a picture, not a text.",
}
MARKDOWN = {"cell_type": "markdown", "source": ["# Lesson\n", "\n", "Five words of a lesson."]}
CODE = {"cell_type": "code", "source": ["print('five words of some code')"]}
TWO_ERRORS = 2 * 0.08  # of a share of 40


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    for name, text in NOTES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    notebook = {"cells": [MARKDOWN, CODE]}
    (tmp_path / "09_lesson.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def small() -> minilm.Model:
    """A random model of two layers that knows every word of the notes."""
    words = {
        "[CLS]",
        "[SEP]",
        "[UNK]",
        *re.findall(r"\w+|[^\w\s]", " ".join(NOTES.values()).lower()),
    }
    vocabulary = {word: row for row, word in enumerate(sorted(words))}
    rng, d = np.random.default_rng(0), D_MODEL
    shapes: dict[str, tuple[int, ...]] = dict.fromkeys(minilm.ENDS.values(), (d,))
    shapes |= {minilm.ENDS["embedding"]: (len(vocabulary), d)}
    shapes |= {minilm.ENDS["positions"]: (POSITIONS, d), minilm.ENDS["segments"]: (2, d)}
    special = {"W_1": (36, d), "b_1": (36,), "W_2": (d, 36)}
    for layer in range(2):
        for ours, theirs in minilm.PARTS.items():
            usual = (d, d) if ours.startswith("W_") else (d,)
            shapes[f"encoder.layer.{layer}.{theirs}"] = special.get(ours, usual)
    tensors = {name: rng.normal(size=shape) for name, shape in shapes.items()}
    return minilm.model_of(tensors, vocabulary)


@pytest.fixture
def loaded(small: minilm.Model, monkeypatch: pytest.MonkeyPatch) -> minilm.Model:
    """The small model is where the published one would be."""
    monkeypatch.setattr(search, "load_minilm", lambda: small)
    return small


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def load() -> minilm.Model:
        raise fetch.ModelError("It is not on this machine.")

    monkeypatch.setattr(search, "load_minilm", load)


# Paragraphs


def test_paragraphs_know_their_title_and_heading(notes: Path) -> None:
    assert paragraphs_of(notes) == [
        Paragraph("09_lesson.ipynb", "Lesson", "", "Five words of a lesson."),
        Paragraph("deep/garden.txt", "garden", "", "# In plain text this is no heading."),
        Paragraph("deep/garden.txt", "garden", "", "The roses want water every day."),
        Paragraph("pets.md", "pets", "Our pets", "The cat likes to eat fish."),
        Paragraph("pets.md", "pets", "The dog", "The dog likes to chase the cat."),
    ]


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({}, "has no text to search: 0 files"),
        ({"a.md": "", "b.txt": "too few words"}, "2 files .* no paragraph of 5 words"),
        ({"a.ipynb": ""}, r"a\.ipynb cannot be read as a notebook\. Does it open"),
        ({"a.ipynb": "[]"}, "cannot be read as a notebook"),
        ({"a.ipynb": '{"cells": [1]}'}, "cannot be read as a notebook"),
    ],
)
def test_a_folder_without_texts_is_refused(tmp_path: Path, files: Any, says: str) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(TextError, match=says):
        paragraphs_of(tmp_path)


def test_other_encodings_and_endings_in_capitals_are_read(tmp_path: Path) -> None:
    (tmp_path / "OLD.TXT").write_bytes("Ein Café in der schönen Stadt".encode("latin-1"))
    (one,) = paragraphs_of(tmp_path)
    assert one.text.endswith("Stadt")


def test_the_course_has_seventeen_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [search.lesson_of(one.file) or 0 for one in search.lessons()]
    assert numbers == sorted(numbers)
    assert {*numbers} == {*range(1, 18)}
    monkeypatch.setattr(search, "LESSONS", ("nowhere/[0-9]*.ipynb",))
    with pytest.raises(TextError, match="lectures are not here"):
        search.lessons()


# Scores


def test_bm25_is_the_formula() -> None:
    paragraphs = ["cat cat dog", "cat bird", "bird bird bird bird", "fish"]
    lengths, mean = [3, 2, 4, 1], 2.5
    expected = []
    for text, length in zip(paragraphs, lengths, strict=True):
        score = 0.0
        for word, having in (("cat", 2), ("bird", 2), ("cat", 2)):  # asked for twice, counts twice
            often = text.split().count(word)
            price = 1.2 * (1 - 0.75 + 0.75 * length / mean)
            score += math.log(1 + (4 - having + 0.5) / (having + 0.5)) * often / (often + price)
        expected.append(score)
    np.testing.assert_allclose(bm25(["Cat, BIRD or cat?"], paragraphs), [expected])


def test_bm25_without_words_is_zero() -> None:
    assert bm25(["?", "mouse"], ["the cat", "!"]).tolist() == [[0, 0], [0, 0]]


def test_numbers_that_differ_by_rounding_are_equal() -> None:
    assert search.standardised([0.1 + 0.2, 0.3, 0.3]).tolist() == [0, 0, 0]


def test_a_long_text_is_cut_where_the_model_ends(small: minilm.Model) -> None:
    longest = " ".join(["cat"] * (POSITIONS - 2))
    assert search._shortened(small, longest) == longest
    for vector in (search.meaning_of, search.mean_of_words):
        expected = vector(small, longest)
        np.testing.assert_array_equal(vector(small, longest + " dog fish"), expected)
        assert abs(vector(small, "dog " + longest) - expected).max() > 1e-3


def test_the_model_is_left_with_whole_words(small: minilm.Model) -> None:
    almost = " ".join(["cat"] * (POSITIONS - 3))
    assert search._shortened(small, almost + " fish. dog") == almost


# Searching


def test_both_scores_decide(small: minilm.Model, tmp_path: Path, notes: Path) -> None:
    paragraphs = paragraphs_of(notes)
    vectors = vectors_of(paragraphs, small, tmp_path / "kept")
    question = "Which dog wants water?"
    words = search.standardised(bm25([question], [one.whole for one in paragraphs])[0])
    meaning = search.standardised(vectors @ search.meaning_of(small, question))
    hits = search.search(Index(paragraphs, vectors, small, ""), question, 5)
    order = [place for place in np.argsort(-(words + meaning)) if (words + meaning)[place] > 0]
    assert [hit.text for hit in hits] == [paragraphs[place].text for place in order]
    assert [hit.words for hit in hits] == [words[place] for place in order]
    assert [hit.meaning for hit in hits] == [meaning[place] for place in order]


def test_a_question_needs_words_and_may_find_nothing(notes: Path) -> None:
    index = Index(paragraphs_of(notes), None, None, "")
    assert search.search(index, "submarine") == []
    with pytest.raises(TextError, match="has no words yet"):
        search.search(index, " ?!")
    with pytest.raises(ValueError, match="count"):
        search.search(index, "cat", 0)


def test_a_long_paragraph_is_shown_shortened() -> None:
    index = Index(
        [Paragraph("a.md", "A", "", "cat " * 99), Paragraph("a.md", "A", "", "dog")], None, None, ""
    )
    (hit,) = search.search(index, "cat")
    assert hit.text.endswith("cat …")
    assert len(hit.text) <= search.SHOWN_LETTERS + 2


def test_without_the_model_words_are_compared_and_it_says_so(
    missing: None, notes: Path, tmp_path: Path
) -> None:
    index = open_index(paragraphs_of(notes), folder=tmp_path / "kept")
    assert index.note == "Only words are compared. It is not on this machine."
    assert [hit.meaning for hit in search.search(index, "fish")] == [None]
    assert not (tmp_path / "kept").exists()


def test_the_model_reads_only_when_it_may_and_only_once(
    loaded: minilm.Model, notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept"
    paragraphs = paragraphs_of(notes)
    assert "has not read" in open_index(paragraphs, reading=False, folder=kept).note
    index = open_index(paragraphs, folder=kept)
    assert index.note == "Words and meaning are compared."
    expected = np.array([search.meaning_of(loaded, one.whole) for one in paragraphs])
    assert index.vectors is not None
    np.testing.assert_allclose(index.vectors, expected, atol=1e-3)  # in float16
    monkeypatch.setattr(search, "meaning_of", None)
    again = open_index(paragraphs, reading=False, folder=kept)
    assert again.vectors is not None
    np.testing.assert_array_equal(again.vectors, index.vectors)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """List the texts that a model reads; "stop" interrupts it."""
    texts: list[str] = []
    meaning_of = search.meaning_of

    def noted(model: minilm.Model, text: str) -> Any:
        if len(texts) == 3 and "stop" not in texts:
            texts.append("stop")
            raise KeyboardInterrupt
        texts.append(text)
        return meaning_of(model, text)

    monkeypatch.setattr(search, "meaning_of", noted)
    return texts


def test_reading_can_be_stopped_and_goes_on(
    small: minilm.Model, notes: Path, tmp_path: Path, read: list[str]
) -> None:
    paragraphs, kept = paragraphs_of(notes), tmp_path / "kept"
    with pytest.raises(KeyboardInterrupt):
        vectors_of(paragraphs, small, kept)
    vectors = vectors_of(paragraphs, small, kept)
    assert sorted(read) == sorted(["stop", *(one.whole for one in paragraphs)])
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-3)
    assert [path.name for path in kept.iterdir()] == [search.VECTORS]


def test_only_what_has_changed_is_read_again(
    small: minilm.Model, notes: Path, tmp_path: Path, read: list[str]
) -> None:
    read.append("stop")
    before = vectors_of(paragraphs_of(notes), small, tmp_path)
    read.clear()
    (notes / "pets.md").write_text(NOTES["pets.md"].replace("fish", "roses"), encoding="utf-8")
    after = vectors_of(paragraphs_of(notes), small, tmp_path)
    assert read == ["pets. Our pets. The cat likes to eat roses."]
    assert (abs(after - before).max(axis=1) > 0).tolist() == [False, False, False, True, False]


@pytest.mark.parametrize("damaged", [b"", b"PK", b"not a zip"])
def test_a_damaged_file_is_written_anew(
    small: minilm.Model, notes: Path, tmp_path: Path, damaged: bytes
) -> None:
    paragraphs = paragraphs_of(notes)
    expected = vectors_of(paragraphs, small, tmp_path)
    whole = (tmp_path / search.VECTORS).read_bytes()
    for half in (damaged, whole[: len(whole) // 2]):
        (tmp_path / search.VECTORS).write_bytes(half)
        np.testing.assert_array_equal(vectors_of(paragraphs, small, tmp_path), expected)


# The recorded table


def test_what_is_measured_can_be_recorded(
    small: minilm.Model, notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = [one._replace(file=f"{place}_a.md") for place, one in enumerate(paragraphs_of(notes))]
    facts = search.measured(named, small, tmp_path / "kept", ["the dog", "roses"], [[4], [1, 2]])
    assert facts.by_chance == pytest.approx((1 / 5 + 2 / 5) / 2)
    assert facts.places[search.WORDS] == [1, 1]
    search.record(tmp_path / "facts.json", facts)
    monkeypatch.setattr(search, "RECORDED", tmp_path / "facts.json")
    search.recorded.cache_clear()
    again = search.recorded()
    search.recorded.cache_clear()
    assert again.places == facts.places
    assert [len(hits) for hits in again.hits] == [3, 3]
    assert again.hits[0][0].words == round(facts.hits[0][0].words, 2)


def test_the_recordings_are_what_the_questions_ask() -> None:
    recorded = search.recorded()
    assert (recorded.questions, recorded.lessons) == search.asked(), (
        "python -m course.models.real.search"
    )
    assert all(len(places) == len(recorded.questions) == 40 for places in recorded.places.values())
    assert tuple(recorded.places) == search.WAYS
    assert search.RECORDED.stat().st_size < 40_000


def test_places_and_hits_agree() -> None:
    recorded = search.recorded()
    for lessons, hits, place in zip(
        recorded.lessons, recorded.hits, recorded.places[search.BOTH], strict=True
    ):
        right = [search.lesson_of(hit.file) in lessons for hit in hits]
        assert [*right, True].index(True) + 1 == min(place, 4)


@pytest.mark.thorough
def test_the_published_model_gives_the_recorded_table(tmp_path: Path) -> None:
    """The course's texts change, so its places may move; on the recorded texts, nothing does."""
    try:
        model = search.in_float32(fetch.load_minilm())
    except fetch.ModelError as problem:
        pytest.skip(str(problem))
    recorded = search.recorded()
    numbers = set().union(*recorded.lessons)
    paragraphs = [one for one in search.lessons() if search.lesson_of(one.file) in numbers]
    found = search.measured(paragraphs, model, tmp_path, recorded.questions, recorded.lessons)
    for way, places in found.places.items():
        ranks, recorded_ranks = (1 / np.array(each) for each in (places, recorded.places[way]))
        assert abs(ranks.mean() - recorded_ranks.mean()) < TWO_ERRORS, way
    if found.texts == recorded.texts:
        assert found.places == recorded.places
