"""Two ramps for tables and a palette for lines, chosen for eyes that tell few colours apart.

The ramps change in lightness throughout, so they stay in order in grey. Positive is blue in
both: a table that loses its negative values does not change its meaning.
"""

from collections.abc import Sequence

BLUES = ("#f7fbff", "#9ecae1", "#3182bd", "#08306b")
ORANGES = ("#f7fbff", "#fdbe85", "#d9661a", "#6b2503")
# Each at least 4.5:1 on white, because the label of a line is written in its colour.
LINES = ("#0072b2", "#b34700", "#00694f", "#8f3b76", "#000000", "#6b6100")


def shade(position: float) -> str:
    """Find the colour between -1 (dark orange), 0 (nearly white) and 1 (dark blue).

    Source: after ColorBrewer's Blues and Oranges, interpolated in straight lines.

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
    """Choose black or white text; the better one always reaches a contrast of 4.58.

    >>> ink("#f7fbff"), ink("#08306b")
    ('#000000', '#ffffff')
    """
    return max("#000000", "#ffffff", key=lambda text: contrast(text, background))


def contrast(one: str, other: str) -> float:
    """Measure the contrast of two colours, 1 to 21; text needs 4.5.

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
