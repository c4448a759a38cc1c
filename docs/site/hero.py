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
    words = [*SENTENCE.format(shown[0].adjective).split()[1:], ""]
    middles = _middles(words)
    start = len(words) - 2
    arcs, motion = [], []
    for place, paint in enumerate(paints(words[:-1])):
        shares = [float(frame.looks[place]) for frame in shown]
        arcs.append(
            f'<path id="a{place}" stroke="{paint.colour}" d="{_arc(middles[start], middles[place])}" '
            f'style="{_stroke(shares[-REST - 1])}"/>'
        )
        motion.append(_keyframes(f"a{place}", [_stroke(share) for share in shares]))
    texts = [
        _text(word, middle, "asks" if place == start else "")
        for place, (word, middle) in enumerate(zip(words, middles, strict=True))
        if word not in ("tired", "")
    ]
    changing = [
        ("adjective", [frame.adjective for frame in shown], middles[words.index("tired")], ""),
        ("guess", [frame.guess for frame in shown], middles[-1], "said"),
    ]
    for name, said, middle, kind in changing:
        for number, word in enumerate(dict.fromkeys(said)):
            still = word == said[-REST - 1]
            moves = [f"opacity:{int(one == word)}" for one in said]
            texts.append(
                _text(word, middle, f"{kind} {'still' if still else 'frame'}", f"{name}{number}")
            )
            motion.append(_keyframes(f"{name}{number}", moves))
    for number, told in enumerate(dict.fromkeys(frame.told for frame in shown)):
        still = told == shown[-REST - 1].told
        moves = [f"opacity:{int(frame.told == told)}" for frame in shown]
        kind = f"small {'still' if still else 'frame'}"
        texts.append(
            f'<text id="told{number}" class="{kind}" x="{WIDTH - MARGIN}" y="{HEIGHT - 10}" text-anchor="end">{told}</text>'
        )
        motion.append(_keyframes(f"told{number}", moves))
    style = STYLE.format(size=SIZE, seconds=SECONDS * len(shown), motion="\n".join(motion))
    body = "\n".join([*arcs, *texts])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">\n'
        f"<style>{style}</style>\n{body}\n</svg>\n"
    )


def _frame(parameters: dict[str, Floats], adjective: str, told: str) -> Frame:
    reading = language_model.read(parameters, SENTENCE.format(adjective).split(), twins)
    guess = twins.VOCABULARY[int(reading.chances[-1].argmax())]
    return Frame(np.round(reading.weights[LAYER, HEAD, -1, 1:], 2), adjective, guess, told)


def _middles(words: Sequence[str]) -> list[float]:
    """Lay the words side by side; the last place waits for the guess."""
    widths = [
        sum(SIZE * LETTERS.get(letter, 0.6) for letter in word or "squeaked") for word in words
    ]
    starts = np.cumsum([MARGIN, *(width + SPACE for width in widths[:-1])])
    scale = (WIDTH - 2 * MARGIN) / (starts[-1] + widths[-1] - MARGIN)
    return [
        round(float(MARGIN + (start - MARGIN + width / 2) * scale), 1)
        for start, width in zip(starts, widths, strict=True)
    ]


def _arc(start: float, end: float) -> str:
    up = round(FOOT - 36 - (40 + HIGHEST * (abs(start - end) / WIDTH) ** 0.6) * 4 / 3, 1)
    foot = 12 if start == end else 0
    return f"M{start - foot} {FOOT - 36}C{start - foot} {up} {end + foot} {up} {end + foot} {FOOT - 36}"


def _stroke(share: float) -> str:
    return (
        f"stroke-width:{1 + THICKEST * share:.1f};opacity:{0.25 + 0.75 * share if share else 0:.2f}"
    )


def _text(word: str, middle: float, kind: str, name: str = "") -> str:
    named = f' id="{name}"' if name else ""
    return f'<text{named} class="{kind.strip()}" x="{middle}" y="{FOOT}" text-anchor="middle">{word}</text>'


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
