"""A text as a model writes it: each word with the chance it had, and what else could have come."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from attnlib.shapes import as_size
from course.lessons.linked_tables import choosable
from course.views.bars import bars
from course.views.colours import tint
from course.views.drawing import COLOURED, FULL_WIDTH, PAGE, Drawing
from course.views.sentence import fixed

SIGNS = {"\n": "⏎", " ": "␣"}  # for what would not be seen
SPOKEN = {"\n": "line break", " ": "space"}
FRAME, NO_FRAME = "outline:2px solid;outline-offset:1px", "outline:0"
PICKED = "▸ "
WORD = "display:inline-block;text-align:center;padding:0 4px;margin:2px 1px"
LETTER = "padding:2px 0;white-space:pre-wrap"  # the spaces of the text are where lines may end
BELOW = "display:block;font-size:10px;line-height:12px"
MOST_SAID = 30  # words of the text in the sentence: the last ones


@dataclass(frozen=True)
class _Written:
    """The data of the picture.

    Attributes
    ----------
    words : tuple of n str
    chances : tuple of n float or None
    marked : int
    candidates : mapping of str to float
    letters : bool
    title, control : str
    """

    words: tuple[str, ...]
    chances: tuple[float | None, ...]
    marked: int
    candidates: Mapping[str, float]
    letters: bool
    title: str
    control: str

    @property
    def word(self) -> str:
        return self.words[self.marked]

    @property
    def chance(self) -> float | None:
        return self.chances[self.marked]


def written(
    words: Sequence[str],
    chances: Sequence[float | None],
    *,
    candidates: Mapping[str, float],
    marked: int | None = None,
    letters: bool = False,
    title: str,
    control: str = "",
) -> Drawing:
    r"""Show a text as it is written, the chance of each word, and what could have come instead.

    The text flows as on any page. Below each word stands the chance that it had when it was chosen,
    and its ground is the bluer the larger that chance was. One word has a frame, and bars show all
    the candidates for its place.

    Parameters
    ----------
    words : sequence of n str
        The words so far, or the letters of a letter model. A line break is shown, and breaks the line.
    chances : sequence of n float or None
        The chance of each word, from 0 to 1; None for a word that was given and not chosen.
    candidates : mapping of word to chance
        What could come in the place of the marked word, in the order of the bars; 0 for what a
        setting such as top-k has ruled out.
    marked : int, optional
        The place of the framed word. Default: the newest, which is the last.
    letters : bool
        Whether the words are letters: they stand close together, and have no numbers below them.
    title : str
    control : str
        The name of the `film_of(words)` in `explore`: a click on a word, or the arrow keys, go to
        its place in the film.

    Returns
    -------
    Drawing
        As wide as the page, at most 920 pixels.

    Raises
    ------
    ValueError
        If there are no words, there is not one chance for each, a chance is not from 0 to 1, or
        there is no word at `marked`.

    Examples
    --------
    >>> words, chances = ["the", "cat", "sat"], [None, None, 0.62]
    >>> written(words, chances, candidates={"sat": 0.62, "was": 0.38}, title="It writes")
    It writes: "the cat sat", where "sat" had a chance of 0.62. Candidates: sat 0.62, was 0.38.
    >>> written(["a", "\n"], [0.9, 0.001], candidates={"b": 0.7}, letters=True, title="Letters")
    Letters: "a⏎", where a line break had a chance below 0.01. Candidates: b 0.70.
    """
    text, had = tuple(words), tuple(chances)
    _check(text, had, candidates)
    place = _place(text, marked)
    drawn = _Written(text, had, place, candidates, letters, title, control)
    return Drawing(_html(drawn), _sentence(drawn))


def _check(
    words: tuple[str, ...],
    chances: tuple[float | None, ...],
    candidates: Mapping[str, float],
) -> None:
    if not words or len(chances) != len(words) or not candidates:
        raise ValueError(
            f"written: words, a chance for each, and candidates are needed, but there are "
            f"{len(words)} words, {len(chances)} chances and {len(candidates)} candidates. "
            "Do the words that were given have None?"
        )
    for word, chance in [*zip(words, chances, strict=True), *candidates.items()]:
        if chance is not None and not 0 <= chance <= 1:
            raise ValueError(
                f"chances: a chance is from 0 to 1, but that of {word!r} is {chance}. "
                "Are they logits, or percent?"
            )


def _place(words: tuple[str, ...], marked: int | None) -> int:
    place = len(words) - 1 if marked is None else as_size(marked, "marked", 0)
    if place >= len(words):
        raise ValueError(
            f"marked: the words have places 0 to {len(words) - 1}, but it is {place}. "
            "Is it counted from 1?"
        )
    return place


def _said(chance: float) -> str:
    return "<0.01" if 0 < chance < 0.005 else fixed(chance, 2)


def _sentence(drawn: _Written) -> str:
    so_far = drawn.words[: drawn.marked + 1]
    shown = ("" if drawn.letters else " ").join(map(_in_text, so_far[-MOST_SAID:]))
    before = "... " if len(so_far) > MOST_SAID else ""
    others = ", ".join(
        f"{SPOKEN.get(other, other)} {_said(chance)}" for other, chance in drawn.candidates.items()
    )
    fate = f"{_quoted(drawn.word)} {_fate(drawn.chance)}"
    return f'{drawn.title}: "{before}{shown}", where {fate}. Candidates: {others}.'


def _quoted(word: str) -> str:
    return f"a {SPOKEN[word]}" if word in SPOKEN else f'"{word}"'


def _fate(chance: float | None) -> str:
    if chance is None:
        return "was given"
    said = _said(chance)
    return "had a chance below 0.01" if said.startswith("<") else f"had a chance of {said}"


def _sign(word: str) -> str:
    return SIGNS.get(word, word)


def _in_text(word: str) -> str:
    """A space is seen between its neighbours."""
    return word if word == " " else _sign(word)


def _html(drawn: _Written) -> str:
    parts = [_part(drawn, place) for place in range(len(drawn.words))]
    flow = "margin:4px 0 10px;font-size:16px;line-height:1.5;overflow-wrap:anywhere"
    labels = [f"{PICKED if word == drawn.word else ''}{_sign(word)}" for word in drawn.candidates]
    about = f"Candidates for the place of {_quoted(drawn.word)}, which {_fate(drawn.chance)}"
    chances = np.array([*drawn.candidates.values()])
    return "\n".join(
        [
            f'<div style="{PAGE};width:{FULL_WIDTH}px;max-width:100%">',
            f'<p style="margin:0;font-size:13px"><b>{escape(drawn.title)}</b></p>',
            f'<div style="{flow}">{"".join(parts)}</div>',
            bars(chances, labels, title=about, ylabel="chance", ylim=(0, 1)).html,
            "</div>",
        ]
    )


def _part(drawn: _Written, place: int) -> str:
    """Write one word, and end the line after a line break."""
    word, chance = drawn.words[place], drawn.chances[place]
    said = "given" if chance is None else f"chance {_said(chance)}"
    marked = place == drawn.marked
    style = (
        f"{LETTER if drawn.letters else WORD};border-radius:3px;background:{tint(chance or 0)};"
        f"{FRAME if marked else NO_FRAME};{COLOURED}"
    )
    number = "&nbsp;" if chance is None else escape(_said(chance))
    below = "" if drawn.letters else f'<span style="{BELOW}">{number}</span>'
    after = "<br>" if word == "\n" else "" if drawn.letters else " "
    return (
        f"<span{choosable(drawn.control, place, marked)} "
        f'title="{escape(f"{SPOKEN.get(word, word)}: {said}")}" style="{style}">'
        f"{escape(_in_text(word))}{below}</span>{after}"
    )
