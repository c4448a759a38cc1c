"""Axes for all figures: their position, their style, and the numbers beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from course.views.colours import Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Text

Box = tuple[float, float, float, float]

SIZE = 10.0  # size of text, in points
SMALL = 8.0
ROUND = (0.1, 0.2, 0.25, 0.5, 1, 2, 2.5, 5, 10, 20)  # possible steps, times a power of ten


def add_axes(figure: Figure, box: Box, theme: Theme) -> Axes:
    """Add empty axes in a theme's colours.

    Parameters
    ----------
    figure : Figure
    box : (left, bottom, width, height)
        In inches. No layout engine is used, because it would move the frame whenever a label
        changes its width.
    theme : Theme

    Returns
    -------
    Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from course.views.colours import LIGHT
    >>> add_axes(Figure((4, 2)), (1, 1, 2, 1), LIGHT).get_position().extents
    array([0.25, 0.5 , 0.75, 1.  ])
    """
    width, height = figure.get_size_inches()
    left, bottom, wide, high = box
    axes = figure.add_axes((left / width, bottom / height, wide / width, high / height))
    axes.set_facecolor(theme.paper)
    axes.spines[:].set_color(theme.rule)
    axes.tick_params(color=theme.rule, labelcolor=theme.ink, labelsize=SIZE)
    for label in (axes.xaxis.label, axes.yaxis.label):
        label.set(color=theme.ink, fontsize=SIZE, parse_math=False)
    return axes


def add_title(figure: Figure, text: str, left: float, theme: Theme) -> Text:
    """Write a title at the top, `left` inches from the edge. If a slider changes it, it is a mark.

    >>> from matplotlib.figure import Figure
    >>> from course.views.colours import LIGHT
    >>> add_title(Figure((4, 2)), "Weights", 1, LIGHT).get_position()[0]
    0.25
    """
    width, height = figure.get_size_inches()
    place = float(left / width), float(1 - 0.14 / height)
    title = figure.text(*place, drawable(text), color=theme.ink, fontsize=SIZE, va="center")
    title.set_parse_math(False)
    return title


def drawable(text: str) -> str:
    """Replace characters that the font lacks by a box, so that matplotlib does not warn about them.

    >>> drawable("√d_k of 猫")
    '√d_k of □'
    """
    from matplotlib.font_manager import FontProperties, findfont, get_font

    font = get_font(findfont(FontProperties()))
    return "".join(letter if font.get_char_index(ord(letter)) else "□" for letter in text)


def cut(text: str, longest: int) -> str:
    """Shorten a label that would not fit beside a picture.

    >>> cut("attention", 9), cut("attentions", 9)
    ('attention', 'attentio…')
    """
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def text_width(text: str, size: float = SIZE) -> float:
    """Measure a text without formulas, in inches.

    >>> text_width("iii") < text_width("mmm")
    True
    """
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=size)
    points = text_to_path.get_text_width_height_descent(drawable(text), font, ismath=False)[0]
    return 1.05 * float(points) / 72  # letters are drawn on whole pixels


def ticks(low: float, high: float, most: int = 6) -> tuple[float, ...]:
    """Choose round numbers that enclose a range.

    They change in steps, so while a slider moves the values, the frame of a figure also changes
    only in steps.

    >>> ticks(-0.3, 2.1)
    (-0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5)
    """
    if high - low <= 1e-9 * max(abs(low), abs(high)):  # the same number, up to rounding
        low, high = low - (abs(low) or 1) / 2, high + (abs(high) or 1) / 2
    wanted = (high - low) / most
    steps = np.array(ROUND) * 10.0 ** np.floor(np.log10(wanted))
    candidates = [_multiples(step, low, high) for step in steps[: np.argmax(steps >= wanted) + 1]]
    # If few ticks are wanted, a smaller step may be needed to get two within the range.
    enough = [places for places in candidates if sum(low <= place <= high for place in places) > 1]
    return enough[-1]


def _multiples(step: float, low: float, high: float) -> tuple[float, ...]:
    first, last = np.floor(low / step + 1e-10), np.ceil(high / step - 1e-10)
    return tuple(_round(place * step) for place in np.arange(first, last + 1))


def angle_ticks(low: float, high: float) -> tuple[float, ...]:
    """Choose angles that enclose a range of degrees, in round parts of a right angle or a turn.

    >>> angle_ticks(0, 180)
    (0.0, 30.0, 60.0, 90.0, 120.0, 150.0, 180.0)
    >>> angle_ticks(-10, 360)
    (-90.0, 0.0, 90.0, 180.0, 270.0, 360.0)
    >>> angle_ticks(20, 80)
    (15.0, 30.0, 45.0, 60.0, 75.0, 90.0)
    """
    step = next((step for step in (15, 30, 45, 90, 180) if high - low <= 8 * step), 360)
    first = np.floor(low / step)
    last = max(np.ceil(high / step), first + 1)
    return tuple(float(step * place) for place in np.arange(first, last + 1))


def log_ticks(low: float, high: float) -> tuple[float, ...]:
    """Choose round numbers that enclose a range of positive numbers on a logarithmic scale.

    >>> log_ticks(0.3, 15)
    (0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
    >>> log_ticks(1e-7, 1)
    (1e-08, 1e-06, 0.0001, 0.01, 1.0)
    """
    first, last = int(np.floor(np.log10(low))), int(np.ceil(np.log10(high)))
    if last - first > 3:
        step = -(-(last - first) // 6)
        return tuple(_round(10.0**power) for power in range(last, first - step, -step))[::-1]
    places = [_round(m * 10.0**power) for power in range(first, last + 1) for m in (1, 2, 5)]
    below = max(place for place in places if place <= low)
    above = min(place for place in places if place >= high and place > below)
    return tuple(place for place in places if below <= place <= above)


def written(places: Sequence[float]) -> list[str]:
    """Write the numbers beside ticks: short, but precise enough to tell them apart.

    >>> written([0.30000000000000004, 20480.0, 100000.0, 2.5e9])
    ['0.3', '20480', '1e5', '2.5e9']
    >>> written([100.0, 100.00125, 100.0025])
    ['100', '100.00125', '100.0025']
    """
    gaps = np.diff(places, prepend=-np.inf, append=np.inf)
    near = np.minimum(gaps[:-1], gaps[1:]) / 100
    candidates = ([_written(place, digits) for place in places] for digits in range(6, 18))
    return next(
        texts for texts in candidates if (np.abs(np.array(texts, float) - places) <= near).all()
    )


def _written(tick: float, digits: int) -> str:
    if tick == 0 or 0.001 <= abs(tick) < 100_000:
        return f"{tick:.{digits}g}"
    number, power = f"{tick:.{digits - 1}e}".split("e")
    return f"{float(number):.{digits}g}e{int(power)}"


def _round(tick: float) -> float:
    return float(f"{tick:.12g}") + 0.0
