"""Positional encodings as clocks: each pair of features is a hand with its own speed."""

from html import escape
from typing import NamedTuple, SupportsIndex

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


class _Clock(NamedTuple):
    """One hand: its number, its angle, how far the shift turns it, and its frequency."""

    number: int
    angle: float  # in radians, clockwise from twelve
    turn: float
    frequency: float

    @property
    def about(self) -> str:
        turned = f", turned on by {_degrees(self.turn)}" if self.turn else ""
        return f"hand {self.number} at {_degrees(self.angle)}{turned}"


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
        Written above the clocks.

    Returns
    -------
    Drawing
        Its size is the same for every position and shift.

    Raises
    ------
    ValueError
        If there are no hands or more than 32, a frequency is not positive, or a position negative.
    TypeError
        If position or shift is not a whole number.

    Notes
    -----
    The cells below the clocks, read from left to right, are a row of
    `attnlib.positions.sinusoidal_encoding`; its frequencies are `10000 ** (-2 * i / d_model)`.

    Examples
    --------
    >>> clock([1, 0.01], position=3, shift=5)
    Position 3: the hands point to 172° and 1.7°. Shifted by 5, to position 8, they turn by 286° and 2.9°, from any position.
    """
    rates = as_floats(frequencies, "frequencies")
    _check_frequencies(rates)
    position = as_size(position, "position", 0)
    shift = as_size(shift, "shift", None)
    clocks = [_Clock(i, position * w, shift * w, w) for i, w in enumerate(rates.tolist())]
    return Drawing(_html(clocks, position, shift, title), _sentence(clocks, position, shift, title))


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


def _sentence(clocks: list[_Clock], position: int, shift: int, title: str) -> str:
    hands = join([_degrees(one.angle) for one in clocks])
    points = "the hands point to" if len(clocks) > 1 else "the hand points to"
    start = f"{title}: position {position}" if title else f"Position {position}"
    if not shift:
        return f"{start}: {points} {hands}."
    turns = join([_degrees(one.turn) for one in clocks])
    they = "they turn" if len(clocks) > 1 else "it turns"
    later = f"Shifted by {shift}, to position {position + shift}, {they} by {turns}"
    return f"{start}: {points} {hands}. {later}, from any position."


def _html(clocks: list[_Clock], position: int, shift: int, title: str) -> str:
    faces = "\n".join(_item(one) for one in clocks)
    row = f"{PAGE};display:flex;flex-wrap:wrap;row-gap:12px;margin:0;padding:0;list-style:none"
    numbers = "font-variant-numeric:tabular-nums;print-color-adjust:exact"
    return "\n".join(
        [
            f'<div style="{PAGE};font-size:13px;line-height:1.4;{numbers}">',
            f'<p style="margin:0 0 4px"><b>{escape(title)}</b></p>' if title else "",
            f'<ol style="{row};max-width:{PAGE_WIDTH}px">\n{faces}\n</ol>',
            _key(position, shift),
            "</div>",
        ]
    )


def _key(position: int, shift: int) -> str:
    """Draw the legend for the hands and the rows of cells."""
    later = f"position {position} {'-' if shift < 0 else '+'} {abs(shift)} = {position + shift}"
    return (
        f'<p style="margin:4px 0 0">{_line(NOW, "")} position {position}'
        f'<span style="{_shown(shift)};margin-left:16px">{_line(LATER, DASHES)} {later}</span></p>'
    )


def _line(colour: str, dashes: str) -> str:
    return (
        f'<svg aria-hidden="true" viewBox="0 0 32 8" style="width:32px;height:8px;{LINE_ART}">'
        f'<path d="M0 4H32" stroke="{colour}" stroke-width="4" stroke-dasharray="{dashes}"/></svg>'
    )


def _shown(turn: float) -> str:
    """Hide a part but keep its room, so that nothing moves when it appears."""
    return "visibility:visible" if turn else "visibility:hidden"


def _item(one: _Clock) -> str:
    """Draw one clock, the numbers of its hands, and how fast it turns."""
    return "\n".join(
        [
            f'<li style="box-sizing:border-box;margin:0;padding:0 2px;width:{WIDTH}px">',
            f'<p style="{CENTRED};font-size:12px">hand {one.number}</p>',
            _face(one),
            _cells(one),
            f'<p style="{CENTRED};{_shown(one.turn)}">turns {_degrees(one.turn)}</p>',
            f'<p style="{CENTRED};font-size:12px">once round in<br>'
            f"{short(2 * np.pi / one.frequency)} tokens</p>",
            "</li>",
        ]
    )


def _face(one: _Clock) -> str:
    """Draw a face. The hands are in a rotated group: only its rotation depends on the position."""
    middle = FACE / 2
    x, y = HAND * np.sin(one.angle), -HAND * np.cos(one.angle)
    return "".join(
        [
            f'<svg role="img" aria-label="{one.about}" '
            f'viewBox="{-middle:g} {-middle:g} {FACE} {FACE}" fill="none" '
            f'style="display:block;margin:0 auto;width:{FACE}px;height:{FACE}px;{LINE_ART}">',
            f'<circle r="{RADIUS}" stroke="currentColor"/>',
            f'<path d="M0 {-RADIUS}V{RADIUS}M{-RADIUS} 0H{RADIUS}" stroke="currentColor" opacity=".3"/>',
            f'<path d="M{x:.2f} 0V{y:.2f}H0" stroke="currentColor" stroke-dasharray="2 2"/>',
            f'<g transform="rotate({np.degrees(one.angle) % 360:.2f})">{_hands(one.turn)}</g></svg>',
        ]
    )


def _hands(turn: float) -> str:
    """Draw the hand of the position at twelve, the shifted one, and the arc from one to the other."""
    degrees = float(np.fmod(np.degrees(turn), 360))
    end = ARC * np.sin(turn), -ARC * np.cos(turn)
    flags = f"{int(abs(degrees) > 180)} {int(degrees > 0)}"
    hand = f"M0 0V{-HAND}"
    return "".join(
        [
            f'<g style="{_shown(turn)}">',
            f'<path d="M0 {-ARC}A{ARC} {ARC} 0 {flags} {end[0]:.2f} {end[1]:.2f}" '
            'stroke="currentColor" stroke-width="2"/>',
            f'<g transform="rotate({degrees:.2f})" stroke="{LATER}"><path d="{hand}" '
            f'stroke-width="3" stroke-dasharray="{DASHES}"/>'
            f'<circle cy="{-HAND}" r="4" stroke-width="2"/></g></g>',
            f'<path d="{hand}" stroke="{NOW}" stroke-width="3"/>',
            f'<circle cy="{-HAND}" r="5" fill="{NOW}"/>',
        ]
    )


def _cells(one: _Clock) -> str:
    """Write the sine and cosine of the hand, and of the later hand, as cells of a heat table."""
    head = f"{PAGE};width:50%;padding:0;text-align:center;font-weight:normal;font-size:12px"
    return "".join(
        [
            '<table style="width:100%;border-collapse:separate;border-spacing:0;table-layout:fixed;margin:0">',
            f'<thead><tr><th scope="col" style="{head}">sin →</th>'
            f'<th scope="col" style="{head}">cos ↑</th></tr></thead><tbody>',
            _pair(one.angle, f"3px solid {NOW}", ""),
            _pair(one.angle + one.turn, f"3px dashed {LATER}", _shown(one.turn)),
            "</tbody></table>",
        ]
    )


def _pair(angle: float, border: str, style: str) -> str:
    cells = "".join(_cell(value, border) for value in (np.sin(angle), np.cos(angle)))
    return f'<tr style="{ROW};{style}">{cells}</tr>'


def _cell(value: float, border: str) -> str:
    style = f"background:{tint(float(value))};border:0;border-bottom:{border};{COLOURED}"
    return f'<td style="{style};padding:3px 0;text-align:center">{fixed(value, 2)}</td>'
