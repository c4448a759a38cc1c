"""Positional encodings as clocks: each pair of features is a hand with its own speed."""

from html import escape
from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats, as_size
from course.views.colours import LINES, tint
from course.views.drawing import COLOURED, LINE_ART, PAGE, PAGE_WIDTH, ROW, Drawing
from course.views.sentence import fixed, join, short

MOST_CLOCKS, IN_A_ROW = 32, 8
WIDTH = PAGE_WIDTH // IN_A_ROW  # in pixels: width of a clock and of the two cells below it
RADIUS = 42
FACE = 2 * RADIUS + 10
HAND, ARC = 36, 20  # how far the hands, and the arc between them, are from the centre
NOW, LATER = (f"var(--attnlib-line{number},{LINES[number]})" for number in (0, 1))
DASHES = "6 4"
SMALL = 10  # in degrees: smaller angles are written with one decimal
CENTRED = "margin:0;text-align:center;white-space:nowrap"


def clock(
    frequencies: ArrayLike, position: SupportsIndex, shift: SupportsIndex = 0, *, title: str = ""
) -> Drawing:
    """Draw the sinusoidal encoding of a position as clocks, each above the two numbers it makes.

    A hand of length 1 starts at twelve and turns clockwise. Its tip is the sine of its angle to the
    right of the centre, and the cosine above it: these are the two features below the clock. A
    dashed hand is `shift` positions further on. The arc between the two hands depends only on the
    shift, and is the same for every position.

    Parameters
    ----------
    frequencies : (m,)
        Radians per position, one number for each hand; at most 32 hands, eight to a row.
    position : int
        The position of the token, from 0.
    shift : int
        How much further on the dashed hand is; back if negative. 0 draws no second hand.
    title : str
        Written above the clocks. The size of the drawing is the same for every position and shift.

    Raises
    ------
    ValueError
        If there are no hands or more than 32, a frequency is not positive, or a position negative.

    Notes
    -----
    The cells below the clocks, read from left to right, are a row of
    `attnlib.positions.sinusoidal_encoding`; its frequencies are `10000 ** (-2 * i / d_model)`.

    Examples
    --------
    >>> clock([1, 0.01], position=3, shift=5)
    Position 3: the hands point to 172° and 1.7°. Shifted by 5, to position 8, they turn by 286° and 2.9°, from any position.
    """
    rates = as_floats(frequencies, "frequencies").astype(np.float64)
    _check_frequencies(rates)
    position = as_size(position, "position", 0)
    shift = as_size(shift, "shift", None)
    angles, turns = position * rates, shift * rates
    label = f"{title}: position {position}" if title else f"Position {position}"
    point, turn = ("hands point", "they turn") if len(rates) > 1 else ("hand points", "it turns")
    sentence = f"{label}: the {point} to {join([_degrees(angle) for angle in angles])}."
    if shift:
        sentence += f" Shifted by {shift}, to position {position + shift}, {turn} by "
        sentence += f"{join([_degrees(angle) for angle in turns])}, from any position."
    clocks = "\n".join(
        _item(number, *numbers)
        for number, numbers in enumerate(zip(angles, turns, rates, strict=True))
    )
    row = f"{PAGE};display:flex;flex-wrap:wrap;row-gap:12px;margin:0;padding:0;list-style:none"
    digits = "font-variant-numeric:tabular-nums;print-color-adjust:exact"
    heading = f'<p style="margin:0 0 4px"><b>{escape(title)}</b></p>' if title else ""
    later = f"position {position} {'-' if shift < 0 else '+'} {abs(shift)} = {position + shift}"
    html = f"""\
<div style="{PAGE};font-size:13px;line-height:1.4;{digits}">
{heading}
<ol style="{row};max-width:{PAGE_WIDTH}px">
{clocks}
</ol>
<p style="margin:4px 0 0">{_line(NOW, "")} position {position}\
<span style="{_visible(shift)};margin-left:16px">{_line(LATER, DASHES)} {later}</span></p>
</div>"""
    return Drawing(html, sentence)


def _check_frequencies(rates: Floats) -> None:
    if rates.ndim != 1 or not 0 < len(rates) <= MOST_CLOCKS:
        raise ValueError(
            f"frequencies: a list of 1 to {MOST_CLOCKS} is needed, but the shape is {rates.shape}. "
            "Is it the encoding itself, or would its first hands do (try frequencies[:8])?"
        )
    if not (np.isfinite(rates) & (rates > 0)).all():
        raise ValueError(
            "frequencies: positive numbers are needed, in radians per position, but they go from "
            f"{rates.min():.3g} to {rates.max():.3g}. Is it the encoding itself, or the exponents?"
        )


def _degrees(angle: float) -> str:
    """Write an angle without its full turns; a minus means anticlockwise."""
    degrees = float(np.fmod(np.degrees(angle), 360))
    return f"{fixed(degrees, 1 if abs(degrees) < SMALL else 0)}°"


def _line(colour: str, dashes: str) -> str:
    return (
        f'<svg aria-hidden="true" viewBox="0 0 32 8" style="width:32px;height:8px;{LINE_ART}">'
        f'<path d="M0 4H32" stroke="{colour}" stroke-width="4" stroke-dasharray="{dashes}"/></svg>'
    )


def _visible(turn: float) -> str:
    """Hide a part but keep its room, so that nothing moves when it appears."""
    return "visibility:visible" if turn else "visibility:hidden"


def _item(number: int, angle: float, turn: float, frequency: float) -> str:
    """Draw one clock, the numbers of its hands, and how fast it turns."""
    label = f"hand {number} at {_degrees(angle)}"
    label += f", turned on by {_degrees(turn)}" if turn else ""
    head = f"{PAGE};width:50%;padding:0;text-align:center;font-weight:normal;font-size:12px"
    now = _pair(angle, f"3px solid {NOW}", "")
    later = _pair(angle + turn, f"3px dashed {LATER}", _visible(turn))
    return f"""\
<li style="box-sizing:border-box;margin:0;padding:0 2px;width:{WIDTH}px">
<p style="{CENTRED};font-size:12px">hand {number}</p>
{_face(label, angle, turn)}
<table style="width:100%;border-collapse:separate;border-spacing:0;table-layout:fixed;margin:0">\
<thead><tr><th scope="col" style="{head}">sin →</th><th scope="col" style="{head}">cos ↑</th></tr>\
</thead><tbody>{now}{later}</tbody></table>
<p style="{CENTRED};{_visible(turn)}">turns {_degrees(turn)}</p>
<p style="{CENTRED};font-size:12px">once round in<br>{short(2 * np.pi / frequency)} tokens</p>
</li>"""


def _face(label: str, angle: float, turn: float) -> str:
    """Draw a face: hands at twelve and further on, the arc between them, all turned to the position.

    The hands are in a rotated group: only its rotation depends on the position.
    """
    middle, degrees = FACE / 2, float(np.fmod(np.degrees(turn), 360))
    (x, y), (across, up) = ((np.sin(angle), np.cos(angle)) for angle in (angle, turn))
    arc = f"{int(abs(degrees) > 180)} {int(degrees > 0)} {ARC * across:.2f} {-ARC * up:.2f}"
    return (
        f'<svg role="img" aria-label="{label}" viewBox="{-middle:g} {-middle:g} {FACE} {FACE}" '
        f'fill="none" style="display:block;margin:0 auto;width:{FACE}px;height:{FACE}px;{LINE_ART}">'
        f'<circle r="{RADIUS}" stroke="currentColor"/>'
        f'<path d="M0 {-RADIUS}V{RADIUS}M{-RADIUS} 0H{RADIUS}" stroke="currentColor" opacity=".3"/>'
        f'<path d="M{HAND * x:.2f} 0V{-HAND * y:.2f}H0" stroke="currentColor" stroke-dasharray="2 2"/>'
        f'<g transform="rotate({np.degrees(angle) % 360:.2f})"><g style="{_visible(turn)}">'
        f'<path d="M0 {-ARC}A{ARC} {ARC} 0 {arc}" stroke="currentColor" stroke-width="2"/>'
        f'<g transform="rotate({degrees:.2f})" stroke="{LATER}"><path d="M0 0V{-HAND}" '
        f'stroke-width="3" stroke-dasharray="{DASHES}"/>'
        f'<circle cy="{-HAND}" r="4" stroke-width="2"/></g></g>'
        f'<path d="M0 0V{-HAND}" stroke="{NOW}" stroke-width="3"/>'
        f'<circle cy="{-HAND}" r="5" fill="{NOW}"/></g></svg>'
    )


def _pair(angle: float, border: str, style: str) -> str:
    """Write sine and cosine as cells of a heat table."""
    look = f"border:0;border-bottom:{border};{COLOURED};padding:3px 0;text-align:center"
    cells = "".join(
        f'<td style="background:{tint(float(value))};{look}">{fixed(value, 2)}</td>'
        for value in (np.sin(angle), np.cos(angle))
    )
    return f'<tr style="{ROW};{style}">{cells}</tr>'
