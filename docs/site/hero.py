"""The picture at the top of README.md: python docs/site/hero.py writes docs/images/hero.svg.

A sentence, and where its last *it* looks while the small model of lesson 11 learns; in the end,
*soft* takes the place of *tired*. It is drawn for light and dark pages, and stands still where
motion is not wanted.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from attnlib.shapes import Floats
from course.models.learning import language_model, trained, twins
from course.views.word_paints import paints

HERO = Path(__file__).parents[1] / "images" / "hero.svg"
SENTENCE = ". the cat sat on the mat because it was {} . it"
LAYER, HEAD = 1, 1  # the head that chooses, as on the front page
SECONDS, REST = 0.7, 4  # a frame, and how many frames an end is shown
WIDTH, HEIGHT, MARGIN, FOOT = 960, 330, 14, 262
SIZE, SPACE = 30, 15  # of the words, in units of the picture
LETTERS = dict.fromkeys("filtrj.", 0.42) | dict.fromkeys("mw", 0.9)  # the others are 0.6 wide
HIGHEST, THICKEST = 205, 11
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}">'
STYLE = """text{{font:{size}px system-ui,"Segoe UI",Helvetica,Arial,sans-serif;fill:#1f2430}}
.asks{{font-weight:700}}.said{{font-weight:700;fill:#005a8e}}.small{{font-size:17px}}
path{{fill:none;stroke-linecap:round}}
.frame{{opacity:0}}.still{{opacity:1}}
@media (prefers-color-scheme:dark){{text{{fill:#e6e9ef}}.said{{fill:#56b4e9}}}}
@media (prefers-reduced-motion:no-preference){{
*{{animation-duration:{seconds}s;animation-iteration-count:infinite;animation-timing-function:ease-in-out}}
.frame,.still{{opacity:0;animation-timing-function:step-end}}
{motion}}}"""


class Frame(NamedTuple):
    """What is seen at one moment."""

    looks: Floats  # (n,): from the last *it* to each word
    adjective: str
    guess: str
    told: str


def frames() -> list[Frame]:
    """Read the sentence with each checkpoint, then another sentence with the last one."""
    film = trained.twins_film().checkpoints
    learning = [_frame(one.parameters, "tired", f"step {one.step} of 1000") for one in film]
    soft = _frame(film[-1].parameters, "soft", "and if it was soft?")
    return [*learning, *[learning[-1]] * REST, *[soft] * REST]


def hero() -> str:
    """Draw the picture."""
    shown = frames()
    words = [*SENTENCE.format(shown[0].adjective).split()[1:], "squeaked"]  # a place for the guess
    places = middles(words, SIZE, SPACE, MARGIN, WIDTH - MARGIN)
    start = len(words) - 2
    marks, motion = [], []
    for number, paint in enumerate(paints(words[:-1])):
        states = [stroke(float(frame.looks[number]), THICKEST) for frame in shown]
        way = arc(places[start], places[number], FOOT - 36, 40, HIGHEST / WIDTH**0.6)
        line = f'stroke="{paint.colour}" d="{way}" style="{states[-REST - 1]}"'
        marks.append(f'<path id="a{number}" {line}/>')
        motion.append(_keyframes(f"a{number}", states))
    marks += [
        text(word, place, FOOT, "asks" if place == places[start] else "")
        for word, place in zip(words[:-1], places[:-1], strict=True)
        if word != "tired"
    ]
    changing = [
        ("adjective", [frame.adjective for frame in shown], places[words.index("tired")], ""),
        ("guess", [frame.guess for frame in shown], places[-1], "said "),
        ("told", [frame.told for frame in shown], WIDTH - MARGIN, "small "),
    ]
    for name, said, place, kind in changing:
        low, anchor = (HEIGHT - 10, "end") if name == "told" else (FOOT, "middle")
        for number, word in enumerate(dict.fromkeys(said)):
            shows = kind + ("still" if word == said[-REST - 1] else "frame")
            marks.append(text(word, place, low, shows, f' id="{name}{number}"', anchor))
            moves = [f"opacity:{int(one == word)}" for one in said]
            motion.append(_keyframes(f"{name}{number}", moves))
    style = STYLE.format(size=SIZE, seconds=SECONDS * len(shown), motion="\n".join(motion))
    lines = [SVG.format(WIDTH, HEIGHT), f"<style>{style}</style>", *marks, "</svg>\n"]
    return "\n".join(lines)


def _frame(parameters: dict[str, Floats], adjective: str, told: str) -> Frame:
    reading = language_model.read(parameters, SENTENCE.format(adjective).split(), twins)
    guess = twins.VOCABULARY[int(reading.chances[-1].argmax())]
    return Frame(np.round(reading.weights[LAYER, HEAD, -1, 1:], 2), adjective, guess, told)


def middles(words: Sequence[str], size: float, space: float, left: float, right: float) -> Floats:
    """Lay words of a size side by side, and give the middle of each."""
    widths = np.array([sum(size * LETTERS.get(letter, 0.6) for letter in word) for word in words])
    ends = np.cumsum(widths + space) - space
    return np.round(left + (right - left) / ends[-1] * (ends - widths / 2), 1)


def arc(start: float, end: float, base: float, low: float, rise: float) -> str:
    """Lead from one word to another: the wider the higher, and `low` at least."""
    up = round(base - (low + rise * abs(start - end) ** 0.6) * 4 / 3, 1)
    foot = 12 if start == end else 0
    return f"M{start - foot} {base}C{start - foot} {up} {end + foot} {up} {end + foot} {base}"


def stroke(share: float, thickest: float) -> str:
    """Style a line that is the thicker and the darker the larger its share is."""
    opacity = 0.25 + 0.75 * share if share else 0
    return f"stroke-width:{1 + thickest * share:.1f};opacity:{opacity:.2f}"


def text(word: str, x: float, y: float, kind: str, name: str = "", anchor: str = "middle") -> str:
    """Write a word."""
    return f'<text{name} class="{kind}" x="{x}" y="{y}" text-anchor="{anchor}">{word}</text>'


def _keyframes(name: str, states: Sequence[str]) -> str:
    """Name each state once where several follow one another, at its first and its last frame."""
    return f"#{name}{{animation-name:{name}}}@keyframes {name}{{{''.join(_marks(states))}}}"


def _marks(states: Sequence[str]) -> Iterator[str]:
    count = len(states)
    for place, state in enumerate(states):
        around = {states[max(place - 1, 0)], states[min(place + 1, count - 1)]}
        if around != {state} or place in (0, count - 1):
            yield f"{100 * place / count:.1f}%{{{state}}}"
    yield f"100%{{{states[-1]}}}"


if __name__ == "__main__":
    HERO.write_text(hero(), encoding="utf-8")
