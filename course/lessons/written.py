"""A text as a model writes it: each word with the chance it had, and what else could have come."""

from collections.abc import Mapping, Sequence
from html import escape

import numpy as np

from course.views.bars import bars
from course.views.colours import tint
from course.views.drawing import COLOURED, Drawing, over_full_width
from course.views.sentence import fixed

SIGNS = {"\n": "⏎", " ": "␣"}  # for what would not be seen
SPOKEN = {"\n": "line break", " ": "space"}
FRAME, NO_FRAME = "outline:2px solid;outline-offset:1px", "outline:0"
PICKED = "▸ "
WORD = "display:inline-block;text-align:center;padding:0 4px;margin:2px 1px"
BELOW = "display:block;font-size:10px;line-height:12px"
MOST_SAID = 30  # words of the text in the sentence: the last ones


def written(
    words: Sequence[str],
    chances: Sequence[float | None],
    *,
    candidates: Mapping[str, float],
    title: str,
) -> Drawing:
    """Show a text as it is written, the chance of each word, and what could have come instead.

    The text flows as on any page. Below each word stands the chance that it had when it was chosen,
    and its ground is the bluer the larger that chance was. The newest has a frame, and bars show
    all the candidates for its place.

    Parameters
    ----------
    words : sequence of n str
        The words so far. A line break is shown, and breaks the line.
    chances : sequence of n float or None
        The chance of each word, from 0 to 1; None for a word that was given and not chosen.
    candidates : mapping of word to chance
        What could come in the place of the newest word, in the order of the bars; 0 for what a
        setting such as top-k has ruled out.
    title : str

    Examples
    --------
    >>> words, chances = ["the", "cat", "sat"], [None, None, 0.62]
    >>> written(words, chances, candidates={"sat": 0.62, "was": 0.38}, title="It writes")
    It writes: "the cat sat", where "sat" had a chance of 0.62. Candidates: sat 0.62, was 0.38.
    """
    word = words[-1]
    text = " ".join(map(_in_text, words[-MOST_SAID:]))
    before = "... " if len(words) > MOST_SAID else ""
    others = ", ".join(
        f"{SPOKEN.get(other, other)} {_amount(chance)}" for other, chance in candidates.items()
    )
    name = f"a {SPOKEN[word]}" if word in SPOKEN else f'"{word}"'
    fate = _fate(chances[-1])
    sentence = f'{title}: "{before}{text}", where {name} {fate}. Candidates: {others}.'
    frames = [NO_FRAME] * (len(words) - 1) + [FRAME]
    parts = (_part(*part) for part in zip(words, chances, frames, strict=True))
    flow = "margin:4px 0 10px;font-size:16px;line-height:1.5;overflow-wrap:anywhere"
    choice = bars(
        np.array([*candidates.values()]),
        [f"{PICKED if other == word else ''}{SIGNS.get(other, other)}" for other in candidates],
        title=f"Candidates for the place of {name}, which {fate}",
        ylabel="chance",
        ylim=(0, 1),
    )
    html = over_full_width(
        f'<p style="margin:0;font-size:13px"><b>{escape(title)}</b></p>',
        f'<div style="{flow}">{"".join(parts)}</div>',
        choice.html,
    )
    return Drawing(html, sentence)


def _amount(chance: float) -> str:
    return "<0.01" if 0 < chance < 0.005 else fixed(chance, 2)


def _fate(chance: float | None) -> str:
    if chance is None:
        return "was given"
    amount = _amount(chance)
    return f"had a chance {'below' if '<' in amount else 'of'} {amount.removeprefix('<')}"


def _in_text(word: str) -> str:
    """A space is seen between its neighbours."""
    return word if word == " " else SIGNS.get(word, word)


def _part(word: str, chance: float | None, frame: str) -> str:
    """Write one word, and end the line after a line break."""
    style = f"{WORD};border-radius:3px;background:{tint(chance or 0)};{frame};{COLOURED}"
    about = "given" if chance is None else f"chance {_amount(chance)}"
    number = "&nbsp;" if chance is None else escape(_amount(chance))
    end = "<br>" if word == "\n" else " "
    return (
        f'<span title="{escape(f"{SPOKEN.get(word, word)}: {about}")}" style="{style}">'
        f'{escape(_in_text(word))}<span style="{BELOW}">{number}</span></span>{end}'
    )
