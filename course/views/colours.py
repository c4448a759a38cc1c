"""Colours for values, lines and themes, chosen to work for colour-blind readers.

Zero has the colour of the page, light or dark. Away from it, lightness changes throughout, so values
keep their order in greyscale. Positive is always blue, also in a table without negative values.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

# Each has a contrast of at least 4.5:1 on its paper, because labels are written in the colour of
# their line. A search found the set with the largest distance between any two, for all kinds of
# colour blindness.
LINES = ("#0072b2", "#b34700", "#224e2d", "#845572", "#000000", "#62005b")
# A tint at its strongest still leaves the page's own text a contrast of at least 4.5:1, on light and
# on dark pages. The exponent lets small values be seen.
STRONGEST, RISE = 0.72, 0.8

# For words and for roles: each has a contrast of at least 3:1 on white and on black pages, because
# pictures that are stored in a notebook do not know on which page they are shown.
WORD_COLOURS = ("#bf3200", "#2d5cdd", "#34a556", "#c866c3", "#767676")


class Role(NamedTuple):
    """How queries, keys or values are marked in every picture: with a letter and a colour."""

    letter: str
    colour: str


QUERY, KEY, VALUE = ROLES = (Role("q", "#9f0aff"), Role("k", "#e06d00"), Role("v", "#03a1a5"))


def role_of(name: str) -> Role | None:
    """Return the role of an array by its name: that of Q, K or V, whole, in heads, or transposed.

    >>> role_of("Q"), role_of("K_heads"), role_of("scores")
    (Role(letter='q', colour='#9f0aff'), Role(letter='k', colour='#e06d00'), None)
    """
    letter = re.split(r"\W|_", name)[0].lower()
    return next((role for role in ROLES if role.letter == letter), None)


class Theme(NamedTuple):
    """The colours of a figure on a light or a dark page.

    Attributes
    ----------
    paper : str
        The background.
    ink : str
        Text.
    rule : str
        Axes, and the marker of the value of a slider.
    faint : str
        Lines that only guide the eye.
    lines : tuple of str
        Six colours, each with a contrast of at least 4.5:1 on the paper.
    positive, negative : tuple of str
        The colours of values from zero to the largest; zero is the paper.
    """

    paper: str
    ink: str
    rule: str
    faint: str
    lines: tuple[str, ...]
    positive: tuple[str, ...]
    negative: tuple[str, ...]


LIGHT = Theme(
    "#ffffff",
    "#222222",
    "#6e6e6e",
    "#e6e6e6",
    LINES,
    ("#ffffff", "#9ecae1", "#3182bd", "#08306b"),
    ("#ffffff", "#fdbe85", "#d9661a", "#6b2503"),
)
DARK = Theme(
    "#111111",
    "#e8e8e8",
    "#9a9a9a",
    "#303030",
    ("#7893fb", "#de7234", "#3fe192", "#bea0d0", "#ffffff", "#feb700"),
    ("#111111", "#0f4877", "#3c8fd0", "#d5eaff"),
    ("#111111", "#6d3208", "#d4722c", "#ffe3c9"),
)


def tint(position: float) -> str:
    """Return the colour of a value from -1 (orange) over 0 (transparent) to 1 (blue), for HTML.

    It is laid over the page, whose own text stays readable on it, so the same HTML does for light
    and dark pages.

    >>> tint(0), tint(1), tint(-0.5)
    ('rgb(0 114 178/0)', 'rgb(0 114 178/.72)', 'rgb(179 71 0/.414)')
    """
    red, green, blue = _channels(LINES[0] if position >= 0 else LINES[1])
    strength = f"{STRONGEST * min(abs(position), 1.0) ** RISE:.3f}".strip("0").rstrip(".")
    return f"rgb({red} {green} {blue}/{strength or 0})"


def shade(position: float, theme: Theme) -> str:
    """Return the colour of a value from -1 over 0 to 1 in a figure, whose paper is known.

    Source: on light paper, after ColorBrewer's Blues and Oranges, interpolated linearly.

    >>> shade(0, LIGHT), shade(1, LIGHT), shade(-1, LIGHT), shade(0, DARK)
    ('#ffffff', '#08306b', '#6b2503', '#111111')
    """
    ramp = theme.positive if position >= 0 else theme.negative
    place = min(abs(position), 1.0) * (len(ramp) - 1)
    start = min(int(place), len(ramp) - 2)
    low, high = _channels(ramp[start]), _channels(ramp[start + 1])
    mixed = (round(a + (b - a) * (place - start)) for a, b in zip(low, high, strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def ink(background: str) -> str:
    """Choose black or white text, whichever has more contrast: always at least 4.58.

    >>> ink("#f7fbff"), ink("#08306b")
    ('#000000', '#ffffff')
    """
    return max("#000000", "#ffffff", key=lambda text: contrast(text, background))


def contrast(one: str, other: str) -> float:
    """Compute the contrast of two colours, from 1 to 21; text needs 4.5.

    Source: Web Content Accessibility Guidelines 2.2, "contrast ratio".

    >>> round(contrast("#000000", "#ffffff"), 2)
    21.0
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    linear = [_linear(channel / 255) for channel in _channels(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _channels(colour: str) -> Sequence[int]:
    return bytes.fromhex(colour[1:])
