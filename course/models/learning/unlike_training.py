"""Sentences of a kind that training never shows, made of words that it does show.

What a model of `twins` or `roles` says after them tells what it has learned, and what it has not. Each
kind is an example, and all sentences that it becomes with other names. No two nouns in them are
held out from training, so that only the kind of sentence is new.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Protocol

from course.models.learning import roles, twins
from course.models.learning.language import END, Language
from course.models.learning.twins import Sentence


class TwinLanguage(Language, Protocol):
    """`twins` or `roles`: a language of pairs of sentences that differ in their adjective."""

    def held_out(self) -> Sequence[tuple[Sentence, Sentence]]:
        """List all pairs of sentences about two nouns that never meet in training."""


_Examples = dict[str, tuple[tuple[str, str, str], ...]]

_THREE_TWINS = " . ".join(
    [
        "the frog slept on the box because it was happy . it croaked",
        "the bed stood by the fox because it was dusty . it sagged",
        "the mouse ran to the sofa because it was hungry . it squeaked .",
    ]
)
_THREE_ROLES = " . ".join(
    [
        "the frog hunted the horse because it was bored . it croaked",
        "the fox attacked the mouse because it was small . it squeaked",
        "the horse chased the fox because it was angry . it neighed .",
    ]
)

TWINS: _Examples = {
    "as in training": (
        ("the cat sat on the table because it was tired", "cat", "table"),
        ("the cat sat on the table because it was soft", "table", "cat"),
    ),
    "later than any training text": (
        (f"{_THREE_TWINS} the cat sat on the table because it was tired", "cat", "table"),
        (f"{_THREE_TWINS} the cat sat on the table because it was soft", "table", "cat"),
    ),
    "without articles": (
        ("cat sat on table because it was tired", "cat", "table"),
        ("cat sat on table because it was soft", "table", "cat"),
    ),
    "the thing acts": (
        ("the table sat on the cat because it was tired", "cat", "table"),
        ("the table sat on the cat because it was soft", "table", "cat"),
    ),
    "a third noun": (
        ("the cat sat on the table by the chair because it was tired", "cat", "table"),
        ("the cat sat on the table by the dog because it was soft", "table", "cat"),
    ),
    "a noun instead of it": (
        ("the cat sat on the table because the cat was tired", "cat", "table"),
        ("the cat sat on the table because the table was soft", "table", "cat"),
    ),
    "a noun against the adjective": (
        ("the cat sat on the table because the table was tired", "table", "cat"),
        ("the cat sat on the table because the cat was soft", "cat", "table"),
    ),
    "both fit": (
        ("the cat sat on the dog because it was tired", "cat", "dog"),
        ("the table lay under the chair because it was soft", "table", "chair"),
    ),
}
"""For each kind what was said before the last *it*, who is meant, and the other noun. In the last
kind nobody can say who is meant, and the first noun is called so."""

ROLES: _Examples = {
    "as in training": (
        ("the cat chased the bird because it was hungry", "cat", "bird"),
        ("the cat chased the bird because it was slow", "bird", "cat"),
    ),
    "later than any training text": (
        (f"{_THREE_ROLES} the cat chased the bird because it was hungry", "cat", "bird"),
        (f"{_THREE_ROLES} the cat chased the bird because it was slow", "bird", "cat"),
    ),
    "without articles": (
        ("cat chased bird because it was hungry", "cat", "bird"),
        ("cat chased bird because it was slow", "bird", "cat"),
    ),
    "a noun instead of it": (
        ("the cat chased the bird because the cat was hungry", "cat", "bird"),
        ("the cat chased the bird because the bird was slow", "bird", "cat"),
    ),
    "a noun against the adjective": (
        ("the cat chased the bird because the bird was hungry", "bird", "cat"),
        ("the cat chased the bird because the cat was slow", "cat", "bird"),
    ),
}
"""As `TWINS`, for the language of roles."""


def kinds(language: TwinLanguage) -> dict[str, list[list[Sentence]]]:
    """List, for each kind, the sentences that each of its examples becomes with other names.

    Parameters
    ----------
    language : module
        `twins` or `roles`.

    Returns
    -------
    dict of lists of lists
        A list for each example. Its sentences have the same length.

    Examples
    --------
    >>> first, second = kinds(twins)["a third noun"]
    >>> print(len(first), *second[1].words)
    48 the cat sat on the bed by the dog because it was soft . it sagged .
    """
    examples, renamed = (TWINS, _twins_renamed) if language is twins else (ROLES, _roles_renamed)
    return {
        kind: [list(renamed(*example)) for example in group] for kind, group in examples.items()
    }


def _twins_renamed(said: str, meant: str, other: str) -> Iterator[Sentence]:
    """Move all beings, and all things, along their lists."""
    beings, things = list(twins.BEINGS), list(twins.THINGS)
    for i, j in product(range(len(beings)), range(len(things))):
        new = dict(
            zip(beings + things, beings[i:] + beings[:i] + things[j:] + things[:j], strict=True)
        )
        sentence = _sentence(said, meant, other, new)
        if not any(pair <= set(sentence.words[-17:]) for pair in map(set, twins.HELD_OUT)):
            yield sentence


def _roles_renamed(said: str, meant: str, other: str) -> Iterator[Sentence]:
    """Give the cat and the bird other names."""
    for one, two in permutations(roles.DOES, 2):
        if {one, two} not in roles.HELD_OUT:
            yield _sentence(said, meant, other, {"cat": one, "bird": two})


def _sentence(said: str, meant: str, other: str, new: dict[str, str]) -> Sentence:
    words = [new.get(word, word) for word in said.split()]
    meant, other = (new.get(noun, noun) for noun in (meant, other))
    return Sentence((*words, END, "it", twins.DOES[meant], END), meant, other)
