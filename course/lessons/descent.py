"""Gradient descent: one weight goes down the curve of its loss, step by step."""

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

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
DASHED = f'stroke="{SLOPE}" stroke-width="2.5" stroke-dasharray="6 4"'


class _Descent(NamedTuple):
    """The data of the picture."""

    values: Floats
    losses: Floats
    levels: tuple[float, ...]  # ticks of the loss; the picture ends at the first and the last
    path: Floats
    slope: float
    decimals: int

    @property
    def now(self) -> float:
        return float(self.path[-1])

    @property
    def inside(self) -> bool:
        return bool(self.values[0] <= self.now <= self.values[-1])

    @property
    def ball(self) -> tuple[float, float]:
        return self.on_curve(self.now) if self.inside else (LEFT, BOTTOM)

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
    The curve does not depend on the path, and in `explore`, the ball moves in 150 ms.

    Parameters
    ----------
    values : (n,)
        Increasing values of the weight. The loss between them is interpolated, so use a hundred.
    losses : (n,)
        The loss at each of them. A ValueError says if it is not finite.
    path : (steps + 1,)
        The weight at the start, and after each step. The start is among `values`; later places may
        lie outside, or not be numbers at all.
    slope : float
        The slope of the loss where the weight is now: loss per unit of weight.
    title, xlabel, ylabel : str
    decimals : int

    Examples
    --------
    >>> values = np.linspace(-3, 3, 121)
    >>> descent(values, values**2, [2.0, -1.0, 0.5], slope=1.0, title="Rate 0.75")
    Rate 0.75: after 2 steps, weight from 2.00 to 0.50, loss from 4.00 to 0.25, slope 1.00. Each step jumped across the lowest point.
    >>> descent(values, values**2, [2.0, -4.0], slope=-8.0, title="Rate 1.5")
    Rate 1.5: after 1 step, weight from 2.00 to -4, out of the picture to the left. Each step jumped across the lowest point.
    """
    values, losses = as_floats(values, "values"), as_floats(losses, "losses")
    path = as_floats(path, "path")
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
    levels = ticks(float(losses.min()), float(losses.max()), 5)
    drawn = _Descent(values, losses, levels, path, float(slope), decimals)
    sentence = _in_words(drawn, xlabel, ylabel)
    below = f"{sentence[0].upper()}{sentence[1:]}"
    style = f"display:block;width:100%;overflow:visible;font-size:13px;{LINE_ART}"
    html = "\n".join(
        [
            f'<figure style="{PAGE};margin:0;max-width:{WIDEST}px">',
            f"<figcaption><b>{escape(title)}</b></figcaption>",
            f'<svg class="descent" aria-hidden="true" viewBox="0 0 {WIDTH} {HEIGHT}" style="{style}">',
            _axes(drawn, xlabel, ylabel),
            _curve(drawn),
            _trail(drawn),
            _tangent(drawn),
            _ball(drawn),
            _edge_arrow(drawn),
            "</svg>",
            # Two lines, so that what is below stays in place.
            f'<p aria-hidden="true" style="margin:0;min-height:3em;line-height:1.5">{escape(below)}</p>',
            "</figure>",
        ]
    )
    return Drawing(html, f"{title}: {sentence}")


def _in_words(drawn: _Descent, xlabel: str, ylabel: str) -> str:
    start, now, steps = float(drawn.path[0]), drawn.now, len(drawn.path) - 1
    text, slope = drawn.text, f"slope {drawn.text(drawn.slope)}"
    if not steps:
        return f"at the start, {xlabel} {text(now)}, {ylabel} {text(drawn.loss(now))}, {slope}."
    if np.isnan(now):
        arrival = "nan, which is no longer a number"
    elif drawn.inside:
        losses = f"{text(drawn.loss(start))} to {text(drawn.loss(now))}"
        arrival = f"{text(now)}, {ylabel} from {losses}, {slope}"
    else:
        side = "left" if now < drawn.values[0] else "right"
        arrival = f"{now:.3g}, out of the picture to the {side}"
    after = f"after {counted(steps, 'step')}, {xlabel} from {text(start)}"
    return f"{after} to {arrival}.{_jumps(drawn)}"


def _jumps(drawn: _Descent) -> str:
    """Say how many steps went across the lowest point, without those too small to be seen."""
    aside = drawn.path - drawn.values[drawn.losses.argmin()]
    far = np.abs(aside) > SAME_PLACE * np.ptp(drawn.values)
    sides = np.where(far, np.sign(aside), 0)
    count, steps = int((sides[1:] * sides[:-1] < 0).sum()), len(sides) - 1
    jumped = "Each step" if count == steps else f"{count} of them"
    return f" {jumped} jumped across the lowest point." if count else ""


def _axes(drawn: _Descent, xlabel: str, ylabel: str) -> str:
    first, last = drawn.values[[0, -1]].tolist()
    weights = [weight for weight in ticks(first, last) if first <= weight <= last]
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
            f"{escape(xlabel)}</text>",
            f'<text x="4" y="12">{escape(ylabel)}</text></g>',
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


def _joined(points: Iterable[Iterable[float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _tangent(drawn: _Descent) -> str:
    """Draw the slope through the ball, equally long for each slope."""
    unit = (RIGHT - LEFT) / np.ptp(drawn.values)
    rise = (BOTTOM - TOP) / (drawn.levels[-1] - drawn.levels[0])
    ahead = np.array([unit, -drawn.slope * rise if drawn.inside else 0.0])
    ball, end = np.array(drawn.ball), TANGENT * ahead / np.hypot(*ahead)
    wide, high = RIGHT - LEFT, BOTTOM - TOP
    return (  # in a picture of its own, which cuts it off at the axes
        f'<svg x="{LEFT}" y="{TOP}" width="{wide}" height="{high}" '
        f'viewBox="{LEFT} {TOP} {wide} {high}" style="{LINE_ART};{_seen(drawn.inside)}">'
        f'<path d="{_joined([ball - end, ball + end])}" {DASHED}/></svg>'
    )


def _ball(drawn: _Descent) -> str:
    """Draw the ball, and write its slope above the axes, where nothing else is drawn."""
    x, y = drawn.ball
    return (
        f'<g style="{_seen(drawn.inside)}">'
        f'<g style="transform:translate({x:.1f}px,{y:.1f}px)">'
        f'<circle r="{BALL}" fill="{TRAIL}" stroke="currentColor" stroke-width="1.5"/></g>'
        f'<path d="M{RIGHT - 118} 8h30" {DASHED}/>'
        f'<text x="{RIGHT}" y="12" text-anchor="end" fill="{SLOPE}" font-weight="bold">'
        f"slope {drawn.text(drawn.slope)}</text></g>"
    )


def _edge_arrow(drawn: _Descent) -> str:
    gone = not drawn.inside and not np.isnan(drawn.now)
    x, back = (LEFT, ARROW) if gone and drawn.now < drawn.values[0] else (RIGHT, -ARROW)
    return (
        f'<path d="M{x + 3 * back} {(TOP + BOTTOM) / 2:g}H{x}m{back} {-ARROW}l{-back} {ARROW}'
        f'l{back} {ARROW}" fill="none" stroke="{TRAIL}" stroke-width="4" style="{_seen(gone)}"/>'
    )


def _seen(seen: bool) -> str:
    """Hide a part but keep its element, so that the page changes what is there."""
    return f"visibility:{'inherit' if seen else 'hidden'}"
