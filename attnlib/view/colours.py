"""Colours for values, lines and themes, chosen to work for colour-blind readers.

The ramp changes in lightness throughout, so it keeps its order in greyscale. Positive is always
blue, also in a table without negative values.
"""

from collections.abc import Sequence
from typing import NamedTuple

BLUES = ("#f7fbff", "#9ecae1", "#3182bd", "#08306b")
ORANGES = ("#f7fbff", "#fdbe85", "#d9661a", "#6b2503")
# Each has a contrast of at least 4.5:1 on its paper, because labels are written in the colour of
# their line. A search found the set with the largest distance between any two, for all kinds of
# colour blindness.
LINES = ("#0072b2", "#b34700", "#224e2d", "#845572", "#000000", "#62005b")


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
    """

    paper: str
    ink: str
    rule: str
    faint: str
    lines: tuple[str, ...]


LIGHT = Theme("#ffffff", "#222222", "#6e6e6e", "#e6e6e6", LINES)
DARK = Theme(
    "#111111",
    "#e8e8e8",
    "#9a9a9a",
    "#303030",
    ("#7893fb", "#de7234", "#3fe192", "#bea0d0", "#ffffff", "#feb700"),
)


def shade(position: float) -> str:
    """Return the colour of a value from -1 (dark orange) over 0 (nearly white) to 1 (dark blue).

    Source: after ColorBrewer's Blues and Oranges, interpolated linearly.

    >>> shade(0), shade(1), shade(-1)
    ('#f7fbff', '#08306b', '#6b2503')
    """
    ramp = BLUES if position >= 0 else ORANGES
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
