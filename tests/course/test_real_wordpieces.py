"""Texts are cut into word pieces as the package tokenizers does."""

import json
from collections.abc import Mapping, Sequence

import pytest
from all_kinds_of_texts import ODD, code_points, of_random_signs, of_the_course

from course.models.real import fetch
from course.models.real.wordpieces import pieces, words_of

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
SMALL = ["[UNK]", "[CLS]", "[SEP]", *LETTERS, *(f"##{letter}" for letter in LETTERS)]
SMALL += [
    "the",
    "cat",
    "un",
    "##read",
    "##ing",
    ".",
    ",",
    "'",
    "-",
    "[",
    "]",
    "#",
    "猫",
    "σας",
    "€",
]


def assert_equal_to_theirs(vocabulary: Mapping[str, int], texts: Sequence[str]) -> None:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    theirs = Tokenizer(models.WordPiece(dict(vocabulary), unk_token="[UNK]"))
    theirs.normalizer = normalizers.BertNormalizer()
    theirs.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    for text in texts:
        assert pieces(text, vocabulary)[1:-1] == theirs.encode(text).tokens, ascii(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        (" The  CAT\n", ["the", "cat"]),
        ("don't!", ["don", "'", "t", "!"]),
        ("a_b <c> 3.5", ["a", "_", "b", "<", "c", ">", "3", ".", "5"]),
        ("€5 x²", ["€5", "x²"]),  # signs that are no punctuation stay
        ("Déjà ÅNGSTRÖM ß İ", ["deja", "angstrom", "ß", "i"]),
        ("ΣΑΣ", ["\u03c3\u03b1\u03c3"]),  # not with the sigma of an end
        ("猫が座る", ["猫", "か", "座", "る"]),
        ("a\x00b\u200bc\x1cd\x85e\ufffdf", ["abcdef"]),  # not seen, so not there
        ("a\uffffb", ["a\uffffb"]),  # never a sign, so never a control character
        ("a\u00a0b\u2028c", ["a", "b", "c"]),
    ],
)
def test_texts_are_cut_into_words(text: str, words: list[str]) -> None:
    assert words_of(text) == words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("reading", ["[UNK]"]),
        ("unreading", ["un", "##read", "##ing"]),
        ("unread unreader", ["un", "##read", "[UNK]"]),
        ("unr", ["[UNK]"]),
        ("[SEP]", ["[UNK]", "sep", "[UNK]"]),  # the brackets are words
        ("un#x", ["un", "#", "[UNK]"]),
    ],
)
def test_words_are_cut_from_the_start_into_the_longest_pieces(text: str, found: list[str]) -> None:
    known = dict.fromkeys(["un", "##read", "##re", "##ing", "sep", "#"], 0)
    assert pieces(text, known) == ["[CLS]", *found, "[SEP]"]


def test_words_of_more_than_a_hundred_letters_are_not_cut() -> None:
    known = {"a": 0, "##a": 1}
    assert pieces("a" * 100, known)[1:-1] == ["a", *99 * ["##a"]]
    assert pieces("a" * 101, known)[1:-1] == ["[UNK]"]


def test_a_small_vocabulary_gives_what_tokenizers_gives() -> None:
    vocabulary = {piece: place for place, piece in enumerate(SMALL)}
    assert_equal_to_theirs(vocabulary, [*ODD, *of_random_signs(2000)])


@pytest.mark.thorough
def test_the_published_vocabulary_gives_what_tokenizers_gives() -> None:
    _, tokenizer = fetch.fetch(fetch.MINILM)
    vocabulary = json.loads(tokenizer.read_text(encoding="utf-8"))["model"]["vocab"]
    between = [f"a{sign}b {sign}{sign}" for sign in code_points()[::3]]
    texts = [*ODD, *of_the_course(), *of_random_signs(20_000), *code_points(), *between]
    assert_equal_to_theirs(vocabulary, texts)
