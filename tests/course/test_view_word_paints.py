"""Words keep their colour and pattern, and words of one sentence are told apart without colour."""

from itertools import product

from attnlib.words import KNOWN_WORDS
from course.views.colours import WORD_COLOURS
from course.views.word_paints import PATTERNS, STORY, paints

TWINS = [
    f"the cat {verb} the {other} because it was {reason}"
    for verb, other, reasons in (("sat on", "mat", "tired soft"), ("chased", "dog", "hungry slow"))
    for reason in reasons.split()
]


def test_a_word_of_the_story_is_painted_the_same_in_every_sentence() -> None:
    alone = {word: paints([word])[0] for word in STORY}
    for sentence in TWINS:
        words = sentence.split()
        assert paints(words) == [alone[word] for word in words]
    assert paints(["Cat"]) == paints(["cat"])


def test_the_stories_need_no_colour_to_tell_their_nouns_and_reasons_apart() -> None:
    grey = dict.fromkeys(WORD_COLOURS, "grey")
    for sentence in TWINS:
        words = [
            word
            for word in sentence.split()
            if word in ("cat", "mat", "dog", "it", *sentence.split()[-1:])
        ]
        patterns = set()
        for paint in paints(words):
            patterns.add(paint.fill.replace(paint.colour, grey[paint.colour]))
        assert len(patterns) == len(set(words)) == 4


def test_no_two_words_of_a_sentence_look_alike() -> None:
    assert len(set(STORY.values())) == len(STORY)
    most = len(WORD_COLOURS) * len(PATTERNS) - len(STORY)
    others = [word for word in KNOWN_WORDS if word not in STORY][:most]
    assert len(set(paints([*STORY, *others]))) == len(STORY) + most


def test_more_words_than_paints_are_painted_too() -> None:
    numbers = [str(number) for number in range(60)]
    assert len(paints(numbers)) == 60


def test_every_pattern_shows_its_colour() -> None:
    for colour, pattern in product(WORD_COLOURS, PATTERNS):
        assert colour in pattern.format(colour)
