"""A drawing for each lesson, on its card and at the head of its page, in the manner of hero.py.

What is fixed stands in lesson_drawings.toml; here is what the course computes, or has recorded.
"""

import tomllib
from collections.abc import Callable, Iterable
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
from hero import Frame, arc, frames, middles, stroke, text
from numpy.typing import ArrayLike

from attnlib import causal_visibility, masked_softmax, positions, relative_positions, softmax
from attnlib.shapes import Floats
from attnlib.words import FEATURES, feature_vectors, pattern, random_vectors, tokens_of
from course.models import recorded, riddle
from course.models.learning import generation, gradients, language_model, trained, training, twins
from course.models.real import smollm_recordings
from course.views.word_paints import STORY, paints

DRAWN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
SVG = '<svg class="lesson-drawing" role="img" aria-label="{}" viewBox="0 0 240 100">{}</svg>'
COLOURS = {word: STORY[word].colour for word in ("cat", "mat", "it", "tired")}
WORDS = tokens_of("the cat sat on the mat because it was tired")
IT = WORDS.index("it")


def drawing(lesson: int) -> str:
    """Draw a lesson's picture, with a name for those who do not see it."""
    words, marks = DRAWN[str(lesson)].values()
    slots = [*COMPUTED.get(lesson, list)()]
    return SVG.format(escape(words.format(*slots)), marks.strip().format(*slots, **COLOURS))


def _reading(looks: Floats, words: list[str] = WORDS, right: float = 234, foot: float = 94) -> str:
    """Draw where the last *it* looks; words that the story is not about are dashes."""
    places = middles([word if word in COLOURS else "o" for word in words], 16, 6, 6, right)
    it = places[len(words) - 1 - words[::-1].index("it")]
    rise = (foot - 34) / np.abs(places - it).max() ** 0.6
    marks = ""
    for word, paint, place, look in zip(words, paints(words), places, looks.round(2), strict=True):
        if look and place != it:
            way = arc(it, place, foot - 18, 10, rise)
            marks += f'<path stroke="{paint.colour}" d="{way}" style="{stroke(look, 9)}"/>'
        dash = f'<path class="faint" d="M{place - 4:.1f} {foot - 5}h8"/>'
        marks += text(word, place, foot, "") if word in COLOURS else dash
    return marks


def _by_hand(name: str, visible: ArrayLike = True) -> Floats:
    """Give the weights of *it*, by one of the patterns that somebody wrote."""
    X, (W_q, W_k) = feature_vectors(WORDS), pattern(name)
    return masked_softmax((X @ W_q) @ (X @ W_k).T / np.sqrt(W_k.shape[1]), visible)[IT]


def _at(step: int) -> Frame:
    return next(frame for frame in frames() if frame.told == f"step {step} of 1000")


def _curve(x: Iterable[float], y: Iterable[float]) -> str:
    return "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in zip(x, y, strict=True))


def _angles() -> list[float]:
    being, thing = (feature_vectors(["it"]) @ pattern("coreference")[0])[0, [1, 0]]
    angle = np.degrees(np.arctan2(thing, being))
    return [angle, 90 - angle]


def _bars() -> Iterable[str]:
    """Compare the weights of 512 numbers, of which all but nine are random."""
    both = zip(pattern("coreference"), (92, 93), strict=True)
    Q, K = ([feature_vectors(WORDS) @ W, random_vectors(WORDS, 503, seed)] for W, seed in both)
    scores = np.hstack(K) @ np.hstack(Q)[IT]
    for shares in (softmax(scores), softmax(scores / np.sqrt(512))):
        yield "".join(
            f'<path stroke="{paint.colour}" d="M{9 * place} 0v{-82 * share:.1f}"/>'
            for place, (paint, share) in enumerate(zip(paints(WORDS), shares, strict=True))
        )


def _two_heads() -> list[str]:
    who = _by_hand("candidates")
    return [_reading(np.where(who > 0.1, who, 0), foot=66), stroke(_by_hand("reason")[-1], 9)]


def _times() -> Floats:
    hands = positions.sinusoidal_encoding(4, 8)[1:, :4]
    return np.degrees(np.arctan2(hands[:, 0::2], hands[:, 1::2])).ravel()


def _both_numbers() -> list[float]:
    yours = _by_hand("candidates") @ feature_vectors(WORDS)[:, FEATURES.index("thing")]
    return [yours, recorded.read()["by_pytorch(last_word='tired', number=12.0)"][0]]


def _strands() -> list[float]:
    """Say how thick each strand of *it* is, and how high it lies."""
    after = [*riddle.read(WORDS).stream.values()][:3]
    widths = 4 * np.linalg.norm(np.diff(after, axis=0, prepend=0)[:, IT], axis=1)
    return [*widths, *(92 - np.cumsum(widths) + widths / 2)]


def _descent() -> list[str]:
    it, numbers, number = np.array([[1, 1, 0], [1, 0, 1]]) / np.sqrt(2), np.linspace(-6, 6, 61), 4.0
    queries = (it @ [[one, 0], [2, 0], [0, 2]] for one in numbers)
    losses = np.array([gradients.cross_entropy(query, [0, 1])[0] for query in queries])
    balls = ""
    for step in range(11):
        x, y = 120 + 18.5 * number, 98 - 62 * np.interp(number, numbers, losses)
        balls += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" opacity="{0.4 + 0.06 * step:.2f}"/>'
        number -= 5 * np.interp(number, numbers, np.gradient(losses, numbers))
    return [_curve(120 + 18.5 * numbers, 108 - 62 * losses), balls]


def _training() -> list[str]:
    losses = trained.twins_film().losses[:300].reshape(50, 6).mean(axis=1)
    return [_curve(np.linspace(12, 228, 50), 104 - 21 * losses), _at(0).guess, _at(300).guess]


def _moments() -> Iterable[str]:
    for step in (0, 150, 1000):
        looks = _at(step).looks[[WORDS.index("cat"), WORDS.index("mat"), -1]]
        yield _reading(looks, ["cat", "mat", "it"], right=76)


def _next_words() -> Iterable[tuple[str, str, float]]:
    logits = generation.read(trained.twins(), [".", *WORDS[:-1]], language=twins)[-1].logits
    for number in np.argsort(-logits)[:4]:
        word = twins.VOCABULARY[number]
        yield word, paints([word])[0].colour, 1 + 15 * softmax(logits)[number]


def _window() -> list[str]:
    words, model = [*WORDS, ".", "it"], training.as_variables(trained.twins())
    weights = language_model.forward(model, twins.numbers_of([".", *words]), width=9)[1]
    return [_reading(np.array(weights)[1, 1, -1, 1:], words, 230, 88)]


def _hands() -> list[float]:
    """Turn *it* and *cat* by their places, here and a hundred words later, and say what is between."""
    hands = relative_positions.rotate(np.eye(12)[[2] * 4], [7, 1, 107, 101])
    angles = np.degrees(np.arctan2(hands[:, 3], hands[:, 2])) % 360
    return [*angles, *(angles[::2] - angles[1::2]) % 360]


def _dots() -> list[str]:
    looks = np.ndenumerate(smollm_recordings.head_measures()["it to cat"])
    dot = '<path stroke-width="{:.1f}" d="M{:.1f} {:.1f}h0"/>'
    dots = (dot.format(1 + 10 * look**0.6, 10 + 7.6 * x, 9 + 7.8 * y) for (x, y), look in looks)
    return ["".join(dots)]


COMPUTED: dict[int, Callable[[], Iterable[Any]]] = {
    1: _angles,
    2: _bars,
    3: lambda: [_reading(_by_hand("coreference"))],
    4: lambda: [_reading(_by_hand("coreference", causal_visibility(len(WORDS))))],
    5: _two_heads,
    6: _times,
    7: _both_numbers,
    8: _strands,
    9: _descent,
    10: _training,
    11: _moments,
    12: _next_words,
    13: _window,
    14: _hands,
    16: lambda: [_at(1000).guess],
    17: _dots,
}
