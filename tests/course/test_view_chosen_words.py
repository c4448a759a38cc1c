"""The chosen word stays chosen while a sentence is typed, also before the page knows its new place."""

import pytest

from course.views import explore, twins_of, word_of, words

CAT = "the cat sat on the mat because it was tired"
QUEEN = "the queen saw the king because she was tired"


def view_of(sentence: str = CAT, word: int = 7) -> object:
    def show(sentence: str = sentence, word: int = word) -> object:
        if "nothing" in sentence:
            raise ValueError("nothing")
        return words(sentence.split()[word])

    return explore(show, sentence=twins_of("tired", "soft"), word=word_of("sentence"))


def chosen(view: object) -> str:
    return view.values["sentence"].split()[view.values["word"]]


def typed(view: object, text: str, place: int | None = None) -> str:
    """Send the text, with the place that the page knows."""
    known = view.values["word"] if place is None else place
    view.panel.state = {"sentence": text, "word": known}
    return chosen(view)


@pytest.mark.parametrize("page_knows", [True, False])
def test_a_sentence_typed_letter_by_letter_ends_with_its_pronoun(page_knows: bool) -> None:
    view = view_of()
    for end in range(1, len(QUEEN) + 1):
        typed(view, QUEEN[:end], None if page_knows else 7)
    assert chosen(view) == "she"
    assert typed(view, CAT) == "it"


def test_a_word_moves_with_its_sentence() -> None:
    view = view_of(word=5)
    assert typed(view, "yesterday the cat sat on the mat") == "mat"
    assert typed(view, "the mat") == "mat"
    assert typed(view, "a dog saw it") == "it"
    assert typed(view, "a dog") == "dog"
    assert typed(view, "the mat") == "mat"


def test_the_nearest_of_several_is_chosen() -> None:
    view = view_of(word=4)
    assert typed(view, f"now {CAT}") == "the"
    assert view.values["word"] == 5


def test_a_word_that_is_exchanged_stays_chosen() -> None:
    view = view_of(word=9)
    assert typed(view, CAT.replace("tired", "soft")) == "soft"
    assert typed(view, CAT) == "tired"


def test_what_is_chosen_by_hand_counts_also_after_an_error() -> None:
    view = view_of()
    view.panel.state = {"sentence": "nothing", "word": 7}
    assert view.panel.message
    assert typed(view, QUEEN, 7) == "she"
    assert typed(view, QUEEN, 4) == "king"
    assert typed(view, "the king saw it") == "king"


def test_reset_takes_back_the_choice_too() -> None:
    view = view_of()
    assert typed(view, CAT, 1) == "cat"
    typed(view, CAT.replace("tired", "soft"))
    view.panel.state = view.panel.start
    assert chosen(view) == "it"
    assert typed(view, QUEEN) == "she"


def test_python_chooses_a_sentence_and_a_word_at_once() -> None:
    view = view_of()
    view.set(sentence=QUEEN, word=1)
    assert chosen(view) == "queen"
