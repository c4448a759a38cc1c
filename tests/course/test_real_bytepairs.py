"""Texts are cut into byte pairs, and put together again, as the package tokenizers does."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest
from all_kinds_of_texts import ODD, code_points, of_random_signs, of_the_course

from course.models.real import fetch, gguf
from course.models.real.bytepairs import BYTES, LETTERS, BytePairs, Pair, merged, words_of


def learned(texts: Sequence[str], count: int) -> list[str]:
    """Learn merges as Sennrich et al. do: again and again the most frequent pair of neighbours."""
    words = Counter(
        tuple(LETTERS[byte] for byte in word.encode()) for text in texts for word in words_of(text)
    )
    merges: list[str] = []
    for rank in range(count):
        pairs: Counter[Pair] = Counter()
        for word, times in words.items():
            for pair in pairwise(word):
                pairs[pair] += times
        best = max(pairs, key=lambda pair: (pairs[pair], pair))
        merges.append(" ".join(best))
        words = Counter({tuple(merged(word, {best: rank})): n for word, n in words.items()})
    return merges


@pytest.fixture(scope="module")
def small() -> tuple[list[str], list[str]]:
    """A vocabulary of all bytes but one, and 200 pieces that are common in a little text."""
    merges = learned([*ODD, "the cat sat on the mat because it was tired " * 3], 200)
    letters = [letter for letter in LETTERS if letter != LETTERS[0]]
    return ["<|mark|>", *letters, *(merge.replace(" ", "") for merge in merges)], merges


def theirs(tokens: Sequence[str], merges: Sequence[str]) -> Any:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    vocabulary = {token: place for place, token in enumerate(tokens)}
    pairs = [tuple(merge.split(" ")) for merge in merges]
    tokenizer = Tokenizer(models.BPE(vocabulary, pairs))  # type: ignore[arg-type]
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def assert_equal_to_theirs(
    tokens: Sequence[str], merges: Sequence[str], texts: Sequence[str]
) -> None:
    ours, their = BytePairs(tokens, merges), theirs(tokens, merges)
    for text in texts:
        ids = their.encode(text).ids
        assert ours.encode(text) == ids, ascii(text)
        assert ours.decode(ids) == their.decode(ids, skip_special_tokens=False), ascii(text)


def test_every_byte_has_a_letter_of_its_own() -> None:
    assert [BYTES[letter] for letter in LETTERS] == list(range(256))
    assert [LETTERS[byte] for byte in b" \n!A~\xa1\xad\xff\x00"] == list("ĠĊ!A~¡Ńÿ\u0100")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("Hello world", ["Hello", " world"]),
        ("a  b   ", ["a", " ", " b", "   "]),
        ("a \n b", ["a", " \n", " b"]),
        ("a\n\nb", ["a", "\n", "\n", "b"]),
        ("in 2017 ½", ["in", " ", "2", "0", "1", "7", " ", "½"]),
        (
            "it's 'sit' !'s 're 'RE",
            ["it", "'s", " '", "sit", "'", " !'", "s", " '", "re", " '", "RE"],
        ),
        ("no (really)!?", ["no", " (", "really", ")!?"]),
        ("猫 が\u00a0座", ["猫", " が", "\u00a0", "座"]),
        ("a\x1c!", ["a", "\x1c!"]),  # no space for Unicode
    ],
)
def test_texts_are_cut_into_words(text: str, words: list[str]) -> None:
    assert list(words_of(text)) == words


@pytest.mark.parametrize(
    ("pieces", "ranks", "found"),
    [
        ("", {}, []),
        ("a", {}, ["a"]),
        ("ab", {}, ["a", "b"]),
        ("aaa", {("a", "a"): 0}, ["aa", "a"]),  # the leftmost first
        ("aaaa", {("a", "a"): 0, ("aa", "aa"): 1}, ["aaaa"]),
        ("abc", {("b", "c"): 0, ("a", "b"): 1}, ["a", "bc"]),  # the lowest rank first
        ("abab", {("b", "a"): 1, ("a", "b"): 0, ("ab", "ab"): 2}, ["abab"]),
        ("xabx", {("a", "b"): 3, ("x", "ab"): 1, ("ab", "x"): 0}, ["x", "abx"]),
    ],
)
def test_the_pair_of_the_lowest_rank_is_merged_first(
    pieces: str, ranks: Mapping[Pair, int], found: list[str]
) -> None:
    assert merged(list(pieces), ranks) == found


def merged_by_looking_everywhere(pieces: Sequence[str], ranks: Mapping[Pair, int]) -> list[str]:
    now = list(pieces)
    while known := [(ranks[pair], i) for i, pair in enumerate(pairwise(now)) if pair in ranks]:
        _, i = min(known)
        now[i : i + 2] = [now[i] + now[i + 1]]
    return now


def test_a_heap_finds_what_looking_everywhere_finds() -> None:
    rng = random.Random(0)
    for _ in range(500):
        word = rng.choices("ab", k=rng.randint(0, 30))
        parts = ["a", "b", "ab", "ba", "aa", "aab", "abab"]
        pairs = [(x, y) for x in parts for y in parts]
        ranks = {pair: rank for rank, pair in enumerate(rng.sample(pairs, 20))}
        assert merged(word, ranks) == merged_by_looking_everywhere(word, ranks)


def test_a_long_word_does_not_take_long() -> None:
    ranks = {("a", "b"): 0, ("ab", "ab"): 1, ("abab", "ab"): 2}
    assert merged(["a", "b"] * 50_000, ranks) == ["abab"] * 25_000


def test_what_is_cut_is_put_together_again(small: tuple[list[str], list[str]]) -> None:
    pairs = BytePairs([*small[0], LETTERS[0]], small[1])
    for text in [*ODD, *of_random_signs(200)]:
        assert pairs.decode(pairs.encode(text)) == text
    assert pairs.decode(pairs.encode("lone \ud800")) == "lone ?"


def test_bytes_without_a_piece_are_left_out_and_half_letters_are_replaced(
    small: tuple[list[str], list[str]],
) -> None:
    pairs = BytePairs(*small)
    assert pairs.decode(pairs.encode("a\x00b")) == "ab"
    assert pairs.decode([pairs.ids[LETTERS[0xE7]], pairs.ids["a"]]) == "\ufffda"


def test_nobody_types_a_mark(small: tuple[list[str], list[str]]) -> None:
    pairs = BytePairs(*small)
    assert pairs.ids["<|mark|>"] not in pairs.encode("<|mark|>")
    assert pairs.decode([pairs.ids["<|mark|>"]]) == "<|mark|>"


def test_a_small_vocabulary_gives_what_tokenizers_gives(
    small: tuple[list[str], list[str]],
) -> None:
    assert_equal_to_theirs(*small, [*ODD, *of_random_signs(2000)])


@pytest.mark.thorough
def test_the_published_vocabulary_gives_what_tokenizers_gives() -> None:
    (path,) = fetch.fetch(fetch.SMOLLM)
    values = gguf.read(path).values
    tokens, merges = (values[f"tokenizer.ggml.{name}"] for name in ("tokens", "merges"))
    between = [f"a{sign} b {sign}{sign}" for sign in code_points()[::3]]
    texts = [*ODD, *of_the_course(), *of_random_signs(20_000), *code_points(), *between]
    assert_equal_to_theirs(tokens, merges, texts)
    ours, their, rng = BytePairs(tokens, merges), theirs(tokens, merges), random.Random(0)
    for _ in range(5000):  # bytes that are no letters
        ids = rng.choices(range(len(tokens)), k=6)
        assert ours.decode(ids) == their.decode(ids, skip_special_tokens=False)
