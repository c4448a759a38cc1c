"""Gradient descent: one weight goes down the curve of its loss, step by step."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats
from course.views.axes import ticks, written
from course.views.colours import LINES
from course.views.drawing import LINE_ART, PAGE, Drawing
from course.views.sentence import counted, fixed

# In units of the picture, which are pixels on a phone.
WIDTH, HEIGHT, WIDEST = 400, 260, 520
LEFT, RIGHT, TOP, BOTTOM = 46, 388, 24, 222
BALL, DOT, TANGENT, ARROW = 8, 7, 62, 12
SAME_PLACE = 1 / 500  # of the width: closer places look alike
SLOPE, TRAIL = (f"var(--attnlib-line{number},{LINES[number]})" for number in (0, 1))


@dataclass(frozen=True)
class _Descent:
    """The data of the picture.

    Attributes
    ----------
    values, losses : (n,)
    path : (steps + 1,)
    slope : float
    title, xlabel, ylabel : str
    decimals : int
    """

    values: Floats
    losses: Floats
    path: Floats
    slope: float
    title: str
    xlabel: str
    ylabel: str
    decimals: int

    @property
    def now(self) -> float:
        return float(self.path[-1])

    @property
    def inside(self) -> bool:
        return bool(self.values[0] <= self.now <= self.values[-1])

    @cached_property
    def levels(self) -> tuple[float, ...]:
        """The ticks of the loss; the picture ends at the first and the last."""
        return ticks(float(self.losses.min()), float(self.losses.max()), 5)

    def loss(self, weight: float) -> float:
        return float(np.interp(weight, self.values, self.losses))

    def text(self, value: float) -> str:
        return fixed(value, self.decimals)

    def place(self, weight: float, loss: float) -> tuple[float, float]:
        """Convert a weight and a loss to a place in the picture, whose y axis points down."""
        across = np.interp(weight, self.values[[0, -1]], (LEFT, RIGHT))
        up = np.interp(loss, (self.levels[0], self.levels[-1]), (BOTTOM, TOP))
        return float(across), float(up)

    def on_curve(self, weight: float) -> tuple[float, float]:
        return self.place(weight, self.loss(weight))


def descent(
    values: ArrayLike,
    losses: ArrayLike,
    path: ArrayLike,
    *,
    slope: float,
    title: str,
    xlabel: str = "weight",
    ylabel: str = "loss",
    decimals: int = 2,
) -> Drawing:
    """Draw the loss of one weight as a curve, and the steps that the weight has taken on it.

    The ball is where the weight is now, and the dashed line through it has the slope of the curve.
    A dot marks each earlier place, and straight lines join them, so that steps across a valley are
    a zigzag. If the weight leaves the picture, there is an arrow at the edge instead of the ball.

    Parameters
    ----------
    values : (n,)
        Increasing values of the weight. The loss between them is interpolated, so use a hundred.
    losses : (n,)
        The loss at each of them.
    path : (steps + 1,)
        The weight at the start, and after each step. The start is among `values`; later places may
        lie outside, or not be numbers at all.
    slope : float
        The slope of the loss where the weight is now: loss per unit of weight.
    title, xlabel, ylabel : str
    decimals : int

    Returns
    -------
    Drawing
        Its curve does not depend on the path. In `explore`, the ball moves in 150 ms.

    Raises
    ------
    ValueError
        If values do not increase, there is not one finite loss for each, or the path does not start
        within the values.

    Examples
    --------
    >>> values = np.linspace(-3, 3, 121)
    >>> descent(values, values**2, [2.0, -1.0, 0.5], slope=1.0, title="Rate 0.75")
    Rate 0.75: after 2 steps, weight from 2.00 to 0.50, loss from 4.00 to 0.25, slope 1.00. Each step jumped across the lowest point.
    >>> descent(values, values**2, [2.0, -4.0], slope=-8.0, title="Rate 1.5")
    Rate 1.5: after 1 step, weight from 2.00 to -4, out of the picture to the left. Each step jumped across the lowest point.
    """
    across, up = as_floats(values, "values"), as_floats(losses, "losses")
    steps = as_floats(path, "path")
    _check(across, up, steps)
    drawn = _Descent(across, up, steps, float(slope), title, xlabel, ylabel, decimals)
    said = _said(drawn)
    return Drawing(_html(drawn, said), f"{title}: {said}")


def _check(values: Floats, losses: Floats, path: Floats) -> None:
    if values.ndim != 1 or len(values) < 2 or not (np.diff(values) > 0).all():
        raise ValueError("values: a row of increasing numbers is needed. Should they be sorted?")
    if losses.shape != values.shape or not np.isfinite(losses).all():
        raise ValueError(
            f"losses: one finite loss for each of the {len(values)} values is needed, but the shape "
            f"is {losses.shape}. Were they computed for other values, or is one inf or nan?"
        )
    if path.ndim != 1 or not len(path) or not values[0] <= path[0] <= values[-1]:
        raise ValueError(
            f"path: the start is needed, from {values[0]:g} to {values[-1]:g}, and the weight after "
            f"each step, but it is {path.tolist()}. Does it begin with the start?"
        )


def _said(drawn: _Descent) -> str:
    start, now = float(drawn.path[0]), drawn.now
    taken = len(drawn.path) - 1
    if not taken:
        return (
            f"at the start, {drawn.xlabel} {drawn.text(now)}, {drawn.ylabel} "
            f"{drawn.text(drawn.loss(now))}, slope {drawn.text(drawn.slope)}."
        )
    after = f"after {counted(taken, 'step')}, {drawn.xlabel} from {drawn.text(start)} to "
    return f"{after}{_arrival(drawn)}.{_jumps(drawn)}"


def _arrival(drawn: _Descent) -> str:
    if np.isnan(drawn.now):
        return "nan, which is no longer a number"
    if not drawn.inside:
        return f"{drawn.now:.3g}, out of the picture to the {_side(drawn)}"
    losses = (drawn.text(drawn.loss(place)) for place in drawn.path[[0, -1]])
    return (
        f"{drawn.text(drawn.now)}, {drawn.ylabel} from {' to '.join(losses)}, "
        f"slope {drawn.text(drawn.slope)}"
    )


def _side(drawn: _Descent) -> str:
    return "left" if drawn.now < drawn.values[0] else "right"


def _jumps(drawn: _Descent) -> str:
    """Say how many steps went across the lowest point, without those too small to be seen."""
    aside = drawn.path - drawn.values[drawn.losses.argmin()]
    far = np.abs(aside) > SAME_PLACE * np.ptp(drawn.values)
    sides = np.where(far, np.sign(aside), 0)
    count, steps = int((sides[1:] * sides[:-1] < 0).sum()), len(sides) - 1
    if not count:
        return ""
    return (
        f" {'Each step' if count == steps else f'{count} of them'} jumped across the lowest point."
    )


def _html(drawn: _Descent, said: str) -> str:
    style = f"display:block;width:100%;overflow:visible;font-size:13px;{LINE_ART}"
    return "\n".join(
        [
            f'<figure style="{PAGE};margin:0;max-width:{WIDEST}px">',
            f"<figcaption><b>{escape(drawn.title)}</b></figcaption>",
            f'<svg class="descent" aria-hidden="true" viewBox="0 0 {WIDTH} {HEIGHT}" style="{style}">',
            _axes(drawn),
            _curve(drawn),
            _trail(drawn),
            _tangent(drawn),
            _ball(drawn),
            _edge_arrow(drawn),
            "</svg>",
            # Two lines, so that what is below stays in place.
            f'<p aria-hidden="true" style="margin:0;min-height:3em;line-height:1.5">{escape(said[0].upper() + said[1:])}</p>',
            "</figure>",
        ]
    )


def _axes(drawn: _Descent) -> str:
    first, last = drawn.values[[0, -1]]
    weights = [one for one in ticks(float(first), float(last)) if first <= one <= last]
    across = [drawn.place(weight, 0)[0] for weight in weights]
    up = [drawn.place(0, level)[1] for level in drawn.levels]
    below = [
        f'<text x="{x:.1f}" y="{BOTTOM + 16}" text-anchor="middle">{text}</text>'
        for x, text in zip(across, written(weights), strict=True)
    ]
    beside = [
        f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{text}</text>'
        for y, text in zip(up, written(drawn.levels), strict=True)
    ]
    rules = "".join(f"M{LEFT} {y:.1f}H{RIGHT}" for y in up)
    return "\n".join(
        [
            f'<path d="{rules}" stroke="currentColor" stroke-opacity=".15"/>',
            f'<path d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}" stroke="currentColor" fill="none"/>',
            f'<g fill="currentColor">{"".join(below + beside)}',
            f'<text x="{(LEFT + RIGHT) / 2:g}" y="{HEIGHT - 4}" text-anchor="middle">'
            f"{escape(drawn.xlabel)}</text>",
            f'<text x="4" y="12">{escape(drawn.ylabel)}</text></g>',
        ]
    )


def _curve(drawn: _Descent) -> str:
    points = [drawn.on_curve(weight) for weight in drawn.values]
    return (
        f'<path d="{_joined(points)}" fill="none" stroke="currentColor" stroke-width="2" '
        'stroke-opacity=".7"/>'
    )


def _trail(drawn: _Descent) -> str:
    points = [drawn.on_curve(weight) for weight in drawn.path if not np.isnan(weight)]
    dots = "".join(f"M{x:.1f} {y:.1f}h0" for x, y in points)
    return (
        f'<g fill="none" stroke="{TRAIL}"><path d="{_joined(points)}" stroke-width="1.5"/>'
        f'<path d="{dots}" stroke-width="{DOT}" stroke-linecap="round"/></g>'
    )


def _joined(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _tangent(drawn: _Descent) -> str:
    """Draw the slope through the ball, equally long for each slope."""
    x, y = drawn.on_curve(drawn.now) if drawn.inside else (LEFT, BOTTOM)
    slope = drawn.slope if drawn.inside else 0.0
    unit = (RIGHT - LEFT) / np.ptp(drawn.values)
    rise = (BOTTOM - TOP) / (drawn.levels[-1] - drawn.levels[0])
    ahead = np.array([unit, -slope * rise])
    right, down = TANGENT * ahead / np.hypot(*ahead)
    ends = [(x - right, y - down), (x + right, y + down)]
    wide, high = RIGHT - LEFT, BOTTOM - TOP
    return (  # in a picture of its own, which cuts it off at the axes
        f'<svg x="{LEFT}" y="{TOP}" width="{wide}" height="{high}" '
        f'viewBox="{LEFT} {TOP} {wide} {high}" style="{LINE_ART};{_seen(drawn.inside)}">'
        f'<path d="{_joined(ends)}" stroke="{SLOPE}" stroke-width="2.5" stroke-dasharray="6 4"/></svg>'
    )


def _ball(drawn: _Descent) -> str:
    """Draw the ball, and write its slope above the axes, where nothing else is drawn."""
    x, y = drawn.on_curve(drawn.now) if drawn.inside else (LEFT, BOTTOM)
    line = f"M{RIGHT - 118} 8h30"
    return (
        f'<g style="{_seen(drawn.inside)}">'
        f'<g style="transform:translate({x:.1f}px,{y:.1f}px)">'
        f'<circle r="{BALL}" fill="{TRAIL}" stroke="currentColor" stroke-width="1.5"/></g>'
        f'<path d="{line}" stroke="{SLOPE}" stroke-width="2.5" stroke-dasharray="6 4"/>'
        f'<text x="{RIGHT}" y="12" text-anchor="end" fill="{SLOPE}" font-weight="bold">'
        f"slope {drawn.text(drawn.slope)}</text></g>"
    )


def _edge_arrow(drawn: _Descent) -> str:
    gone = not drawn.inside and not np.isnan(drawn.now)
    side = -1 if gone and _side(drawn) == "left" else 1
    x = LEFT if side < 0 else RIGHT
    y = (TOP + BOTTOM) / 2
    return (
        f'<path d="M{x - side * 3 * ARROW} {y:g}H{x}m{-side * ARROW} {-ARROW}l{side * ARROW} {ARROW}'
        f'l{-side * ARROW} {ARROW}" fill="none" stroke="{TRAIL}" stroke-width="4" '
        f'style="{_seen(gone)}"/>'
    )


def _seen(seen: bool) -> str:
    """Hide a part but keep its element, so that the page changes what is there."""
    return f"visibility:{'inherit' if seen else 'hidden'}"
